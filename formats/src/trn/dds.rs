//! Pictures inside the packets of ground and of water.

use binrw::binrw;

use crate::rows::{count, rows, write_rows};

/// A picture inside a packet, behind its length.
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

    /// Returns whether the bytes start with the magic of a DDS file.
    pub fn has_magic(&self) -> bool {
        self.data.starts_with(&Self::MAGIC)
    }
}
