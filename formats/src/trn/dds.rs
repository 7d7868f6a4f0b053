//! Pictures inside the packets of ground and of water.

use std::io::Cursor;

use binrw::{BinRead, binrw};

use crate::rows::{count, rows, write_rows};

/// A picture inside a packet, after its length.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Dds {
    #[br(temp)]
    #[bw(calc = count("dds", data)?)]
    size: u32,
    /// A whole DDS file.
    #[br(parse_with = rows, args(size.into()))]
    #[bw(write_with = write_rows)]
    pub data: Vec<u8>,
}

impl Dds {
    /// Magic of a DDS file.
    pub const MAGIC: [u8; 4] = *b"DDS ";

    /// The header; `None` if the bytes do not begin with one.
    pub fn header(&self) -> Option<DdsHeader> {
        DdsHeader::read(&mut Cursor::new(&self.data)).ok().filter(|header| header.magic == Self::MAGIC)
    }

    /// The pixels after the header.
    pub fn pixels(&self) -> &[u8] {
        self.data.get(DdsHeader::SIZE..).unwrap_or_default()
    }

    /// Returns whether the bytes start with the magic of a DDS file.
    pub fn has_magic(&self) -> bool {
        self.data.starts_with(&Self::MAGIC)
    }
}

/// The header of a DDS file: 128 bytes.
#[binrw]
#[brw(little)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DdsHeader {
    /// `DDS `.
    pub magic: [u8; 4],
    /// Size of the header after the magic: 124.
    pub size: u32,
    /// The fields that are valid, as bits.
    pub flags: u32,
    /// Height in pixels: 128 in the packets of areas.
    pub height: u32,
    /// Width in pixels: 128 in the packets of areas.
    pub width: u32,
    /// Bytes of a row or of a compressed picture, or 0.
    pub pitch: u32,
    /// Number of layers of a volume.
    pub depth: u32,
    /// Number of smaller copies of the picture.
    pub mip_maps: u32,
    /// Not used.
    pub reserved: [u32; 11],
    /// Size of the fields up to `masks`: 32.
    pub pixel_format_size: u32,
    /// The meaning of the pixels as bits: 65 in the packets of areas, colours with alpha.
    pub pixel_format_flags: u32,
    /// The compression; 0 for none.
    pub four_cc: [u8; 4],
    /// Bits of a pixel: 32 in the packets of areas.
    pub pixel_bits: u32,
    /// The bits of red, green, blue and alpha in a pixel.
    pub masks: [u32; 4],
    /// Further properties.
    pub caps: [u32; 4],
    /// Not used.
    pub reserved_end: u32,
}

impl DdsHeader {
    /// Size of the header with its magic, in bytes.
    pub const SIZE: usize = 128;
}
