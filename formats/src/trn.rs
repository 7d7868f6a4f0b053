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

use std::io::SeekFrom;

use binrw::{BinRead, BinResult, BinWrite, binrw};
use bytemuck::{Pod, Zeroable};

pub use dds::Dds;
pub use ground::{Blade, Grass, GroundVertex, Trrn};
pub use water::{WaterTexture, WaterVertex, Watr};

use crate::arrangement::Piece;
use crate::container::{
    DirectoryEntry, MAGIC, PACKET_HEADER_SIZE, PacketHeader, directory_end, directory_of, is_model, spans,
};
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::rows::{Span, at_index, count, literal, rows};
use crate::signature::Signature;
use crate::{Arrangement, Limits, Source, aswm};

/// An area has the magic of a model. The first packet of a model tells it.
pub(crate) const SIGNATURE: Signature =
    Signature::Rule { start: |head| head.starts_with(&MAGIC), whole: |bytes| !is_model(bytes) };

/// A whole TRN or TRX file.
///
/// Packets may stand anywhere behind the directory. In each of 188 real files they follow one another in the directory's
/// order, without a gap. [`arrangement`](Self::arrangement) keeps any other order.
///
/// A deflated packet stays deflated. A packet that declares more bytes than the reader's [`Limits`] allow is refused here,
/// so that every packet of a file that was read can be inflated with the same limits.
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
    #[bw(calc = directory_of(packets, Packet::in_directory, arrangement)?)]
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
    /// So an area reads and is written the same whatever they hold.
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

    /// The type, and the bytes without the header.
    fn in_directory(&self) -> ([u8; 4], u64) {
        (self.packet_type(), self.body_size())
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

/// Reads the packets of a directory.
#[binrw::parser(reader, endian)]
fn packets(directory: &[DirectoryEntry], limits: Limits) -> BinResult<Vec<Packet>> {
    let spans = spans(reader, endian, (directory,))?;
    let mut packets = Vec::with_capacity(directory.len());
    for (index, (entry, span)) in directory.iter().zip(spans).enumerate() {
        let start = u64::from(entry.offset) + PACKET_HEADER_SIZE;
        reader.seek(SeekFrom::Start(start))?;
        let packet = packet(reader, endian, (entry.packet_type, span.size - PACKET_HEADER_SIZE, limits));
        packets.push(packet.map_err(|error| at_index(error, index))?);
    }
    Ok(packets)
}

/// Reads one packet's bytes.
#[binrw::parser(reader, endian)]
fn packet(packet_type: [u8; 4], size: u64, limits: Limits) -> BinResult<Packet> {
    match &packet_type {
        b"TRWH" if size == size_of::<Trwh>() as u64 => Ok(Packet::Trwh(Trwh::read_options(reader, endian, ())?)),
        b"TRWH" => {
            let wrong = Wrong::new(format_args!("a TRWH packet of {} bytes", size_of::<Trwh>()), size);
            Err(wrong.here(reader.stream_position()?))
        }
        b"ASWM" => Ok(Packet::Aswm(aswm::packet(reader, endian, (size, limits))?)),
        _ => Ok(Packet::Other { packet_type, data: rows(reader, endian, (size,))? }),
    }
}

/// Reads the bytes around the packets.
#[binrw::parser(reader, endian)]
fn arrangement(packets: &[Packet], directory: &[DirectoryEntry]) -> BinResult<Arrangement> {
    let span = |packet: usize| Span {
        start: directory[packet].offset,
        size: PACKET_HEADER_SIZE + packets[packet].body_size(),
    };
    Arrangement::read(packets.len(), span, directory_end(packets.len()), reader, endian)
}

/// Writes the packets, each behind its header, and the bytes around them.
#[expect(clippy::ptr_arg, reason = "binrw hands over the field as it is declared")]
#[binrw::writer(writer, endian)]
fn write_packets(packets: &Vec<Packet>, arrangement: &Arrangement) -> BinResult<()> {
    arrangement.try_each(packets.len(), |piece| {
        let packet = match piece {
            Piece::Part(part) => &packets[part],
            Piece::Gap(bytes) => return Ok(writer.write_all(bytes)?),
        };
        let size = u32::try_from(packet.body_size())
            .map_err(|_| Wrong::unwritable("packets", "a packet of less than 4 GiB", packet.body_size()))?;
        PacketHeader { packet_type: packet.packet_type(), size }.write_options(writer, endian, ())?;
        match packet {
            Packet::Trwh(trwh) => trwh.write_options(writer, endian, ())?,
            Packet::Aswm(aswm::Packet::Comp(comp)) => comp.write_options(writer, endian, ())?,
            Packet::Aswm(aswm::Packet::Uncompressed(data)) | Packet::Other { data, .. } => writer.write_all(data)?,
        }
        Ok(())
    })
}
