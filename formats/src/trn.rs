//! NWN2 areas: `.trn` (as the toolset saves it) and `.trx` (baked), a container of packets.
//!
//! Source: `docs/formats/trn-aswm.md#container`, measured on 188 real files. The public document on the walkmesh packet
//! shows the container only in passing. It gives the magic as five characters; it has four.
//!
//! ```
//! use walkmesh_formats::{Document, trn::{Packet, Trn, Trwh}};
//!
//! let packets = vec![Packet::Trwh(Trwh { width: 4, height: 4, id: 7 })];
//! let area = Trn { major: 2, minor: 3, packets, ..Trn::default() };
//! let bytes = area.to_bytes()?;
//! assert_eq!(bytes.len(), 12 + 8 + 8 + 12);
//! assert_eq!(Trn::from_bytes(&bytes)?, area);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

mod dds;
mod ground;
#[cfg(feature = "arbitrary")]
mod valid;
mod water;

use std::io::{Read, Seek, Write};

use binrw::{BinRead, BinResult, BinWrite, Endian, binrw};
use bytemuck::{Pod, Zeroable};

pub use dds::{Dds, DdsHeader};
pub use ground::{Blade, Grass, GroundVertex, Trrn};
pub use water::{WaterTexture, WaterVertex, Watr};

use crate::container::{
    Body, DirectoryEntry, MAGIC, PacketHeader, arrangement, directory_of, is_model, packets, write_packets,
};
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::rows::{count, literal, rows};
use crate::signature::Signature;
use crate::{Arrangement, Limits, Source, aswm};

/// An area has the magic of a model. The first packet of a model distinguishes it.
pub(crate) const SIGNATURE: Signature =
    Signature::Rule { start: |head| head.starts_with(&MAGIC), whole: |bytes| !is_model(bytes) };

/// A whole TRN or TRX file.
///
/// Packets may be anywhere after the directory. In each of 188 real files they follow one another in the directory's
/// order, without a gap. [`arrangement`](Self::arrangement) keeps any other order.
///
/// A deflated packet stays deflated. A packet that declares more bytes than the reader's [`Limits`] allow is rejected here, so that every
/// packet of a file that was read can be inflated with the same limits.
#[binrw]
#[brw(little)]
#[br(import_raw(source: Source<'_>))]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Trn {
    /// `NWN2`.
    #[br(temp, parse_with = literal, args(MAGIC))]
    #[bw(calc = MAGIC)]
    magic: [u8; 4],
    /// Major version: 2 in all files.
    pub major: u16,
    /// Minor version: 3 in all files.
    pub minor: u16,
    #[br(temp)]
    #[bw(calc = count("packets", packets)?)]
    packet_count: u32,
    /// The type and the position of each packet.
    #[br(temp, parse_with = rows, args(packet_count.into()))]
    #[bw(calc = directory_of(packets, arrangement)?)]
    directory: Vec<DirectoryEntry>,
    /// The packets, in the directory's order: TRWH, then TRRN and WATR, and ASWM last. Each is a [`PacketHeader`] and as many
    /// bytes as it says.
    #[br(parse_with = packets, args(&directory, source.limits()))]
    #[bw(write_with = write_packets, args(arrangement))]
    pub packets: Vec<Packet>,
    /// The order of the packets in the file, and the bytes that belong to no packet.
    #[br(parse_with = arrangement, args(&packets, &directory))]
    #[bw(ignore)]
    pub arrangement: Arrangement,
}

impl OnDisk for Trn {}

/// A packet, typed where its type is known here.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Packet {
    /// `TRWH`: the area's size.
    Trwh(Trwh),
    /// `ASWM`: the walkmesh.
    Aswm(aswm::Packet),
    /// Any other packet, kept as it is: `TRRN`, which [`Trrn`] reads, `WATR`, which [`Watr`] reads, or an unknown one.
    /// So reading and writing an area does not depend on the contents of its packets.
    Other {
        /// The packet's type.
        packet_type: [u8; 4],
        /// Its bytes.
        data: Vec<u8>,
    },
}

impl Packet {
    /// The packet's type, such as `*b"TRWH"`.
    pub fn packet_type(&self) -> [u8; 4] {
        match self {
            Self::Trwh(_) => *b"TRWH",
            Self::Aswm(_) => *b"ASWM",
            Self::Other { packet_type, .. } => *packet_type,
        }
    }

    /// Bytes of the packet without its header.
    pub fn body_size(&self) -> u64 {
        match self {
            Self::Trwh(_) => size_of::<Trwh>() as u64,
            Self::Aswm(packet) => packet.size(),
            Self::Other { data, .. } => data.len() as u64,
        }
    }
}

impl Body for Packet {
    fn in_directory(&self) -> ([u8; 4], u64) {
        (self.packet_type(), self.body_size())
    }

    fn read<R: Read + Seek>(header: PacketHeader, limits: Limits, reader: &mut R, endian: Endian) -> BinResult<Self> {
        let PacketHeader { packet_type, size } = header;
        match &packet_type {
            b"TRWH" if size as usize == size_of::<Trwh>() => Ok(Self::Trwh(Trwh::read_options(reader, endian, ())?)),
            b"TRWH" => {
                let wrong = Wrong::new(format_args!("a TRWH packet of {} bytes", size_of::<Trwh>()), size);
                Err(wrong.here(reader.stream_position()?))
            }
            b"ASWM" => Ok(Self::Aswm(aswm::packet(reader, endian, (size.into(), limits))?)),
            _ => Ok(Self::Other { packet_type, data: rows(reader, endian, (size.into(),))? }),
        }
    }

    fn write<W: Write + Seek>(&self, writer: &mut W, endian: Endian) -> BinResult<()> {
        match self {
            Self::Trwh(trwh) => trwh.write_options(writer, endian, ()),
            Self::Aswm(aswm::Packet::Comp(comp)) => comp.write_options(writer, endian, ()),
            Self::Aswm(aswm::Packet::Uncompressed(data)) | Self::Other { data, .. } => Ok(writer.write_all(data)?),
        }
    }
}

/// The area's size.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Trwh {
    /// Megatiles along x: 9 m in interiors, 40 m in exteriors.
    pub width: u32,
    /// Megatiles along y.
    pub height: u32,
    /// Any number.
    pub id: u32,
}
