//! The container of NWN2's areas and models: a directory, and packets that may be anywhere behind it.
//!
//! Source: `docs/formats/trn-aswm.md#container`.

use std::io::{Read, Seek, SeekFrom, Write};

use binrw::{BinRead, BinResult, BinWrite, Endian, binrw};
use bytemuck::{Pod, Zeroable};

use crate::arrangement::Piece;
use crate::error::Wrong;
use crate::rows::{Span, at_index, check_apart, quoted};
use crate::{Arrangement, Limits};

/// Magic of the container.
pub const MAGIC: [u8; 4] = *b"NWN2";

/// The types of packets that are in models only.
pub(crate) const OF_MODELS: [[u8; 4]; 9] =
    [*b"RIGD", *b"SKIN", *b"COL2", *b"COL3", *b"COLS", *b"HOOK", *b"WALK", *b"HELM", *b"HAIR"];

/// Returns whether the first packet of a file with this magic is a packet of models.
pub(crate) fn is_model(bytes: &[u8]) -> bool {
    bytes.get(12..16).is_some_and(|first| OF_MODELS.iter().any(|packet_type| packet_type == first))
}

/// The position of a packet in the file.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct DirectoryEntry {
    /// The packet's type, such as `TRWH`.
    pub packet_type: [u8; 4],
    /// Offset of the packet's header, from the start of the file.
    pub offset: u32,
}

/// A packet of a file: its type, and bytes after its header.
pub(crate) trait Body: Sized {
    /// Its type, and the number of bytes after its header.
    fn in_directory(&self) -> ([u8; 4], u64);

    /// Reads the bytes after the header.
    fn read<R: Read + Seek>(header: PacketHeader, limits: Limits, reader: &mut R, endian: Endian) -> BinResult<Self>;

    /// Writes the bytes after the header.
    fn write<W: Write + Seek>(&self, writer: &mut W, endian: Endian) -> BinResult<()>;
}

/// The directory of packets that follow it in an arrangement.
pub(crate) fn directory_of<P: Body>(packets: &[P], arrangement: &Arrangement) -> Result<Vec<DirectoryEntry>, Wrong> {
    let entry = |packet: &P| DirectoryEntry { packet_type: packet.in_directory().0, offset: 0 };
    let mut directory: Vec<DirectoryEntry> = packets.iter().map(entry).collect();
    let mut next = directory_end(packets.len());
    arrangement.try_each(packets.len(), |piece| {
        next += match piece {
            Piece::Part(part) => {
                let overflow = |_| Wrong::unwritable("directory", "packets that start within 4 GiB", "one beyond");
                directory[part].offset = u32::try_from(next).map_err(overflow)?;
                PACKET_HEADER_SIZE + packets[part].in_directory().1
            }
            Piece::Gap(bytes) => bytes.len() as u64,
        };
        Ok(())
    })?;
    Ok(directory)
}

const PACKET_HEADER_SIZE: u64 = 8;

/// The end of the directory of `packets` packets, counted from the start of the file.
const fn directory_end(packets: usize) -> u64 {
    12 + 8 * packets as u64
}

/// The header before each packet's bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct PacketHeader {
    /// The packet's type, the same as in the directory.
    pub packet_type: [u8; 4],
    /// Bytes that follow.
    pub size: u32,
}

/// A triangle of a packet's mesh: 6 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Triangle {
    /// Indices into the packet's vertices.
    pub vertices: [u16; 3],
}

/// Reads the headers of the packets of a directory. Overlapping packets, which could be read into many times the file's size, are rejected.
#[binrw::parser(reader, endian)]
fn headers(directory: &[DirectoryEntry]) -> BinResult<Vec<PacketHeader>> {
    let first = reader.stream_position()?;
    let (mut spans, mut headers) = (Vec::new(), Vec::with_capacity(directory.len()));
    for (index, entry) in directory.iter().enumerate() {
        reader.seek(SeekFrom::Start(entry.offset.into()))?;
        let header = PacketHeader::read_options(reader, endian, ());
        let header = header.map_err(|error| at_index(error, index))?;
        if header.packet_type != entry.packet_type {
            let expected = format!("{} as in the directory", quoted(&entry.packet_type));
            let wrong = Wrong::new(expected, quoted(&header.packet_type)).here(entry.offset.into());
            return Err(at_index(wrong, index));
        }
        spans.push(Span { start: entry.offset, size: u64::from(header.size) + PACKET_HEADER_SIZE });
        headers.push(header);
    }
    check_apart(&mut spans, first).map_err(|wrong| wrong.here(first))?;
    Ok(headers)
}

/// Reads the packets of a directory.
#[binrw::parser(reader, endian)]
pub(crate) fn packets<P: Body>(directory: &[DirectoryEntry], limits: Limits) -> BinResult<Vec<P>> {
    let headers = headers(reader, endian, (directory,))?;
    let mut packets = Vec::with_capacity(directory.len());
    for (index, (entry, header)) in directory.iter().zip(headers).enumerate() {
        reader.seek(SeekFrom::Start(u64::from(entry.offset) + PACKET_HEADER_SIZE))?;
        let packet = P::read(header, limits, reader, endian);
        packets.push(packet.map_err(|error| at_index(error, index))?);
    }
    Ok(packets)
}

/// Reads the bytes around the packets.
#[binrw::parser(reader, endian)]
pub(crate) fn arrangement<P: Body>(packets: &[P], directory: &[DirectoryEntry]) -> BinResult<Arrangement> {
    let span = |packet: usize| Span {
        start: directory[packet].offset,
        size: PACKET_HEADER_SIZE + packets[packet].in_directory().1,
    };
    Arrangement::read(packets.len(), span, directory_end(packets.len()), reader, endian)
}

/// Writes the packets, each after its header, and the bytes around them.
#[expect(clippy::ptr_arg, reason = "binrw hands over the field as it is declared")]
#[binrw::writer(writer, endian)]
pub(crate) fn write_packets<P: Body>(packets: &Vec<P>, arrangement: &Arrangement) -> BinResult<()> {
    arrangement.try_each(packets.len(), |piece| {
        let packet = match piece {
            Piece::Part(part) => &packets[part],
            Piece::Gap(bytes) => return Ok(writer.write_all(bytes)?),
        };
        let (packet_type, size) = packet.in_directory();
        let size =
            u32::try_from(size).map_err(|_| Wrong::unwritable("packets", "a packet of less than 4 GiB", size))?;
        PacketHeader { packet_type, size }.write_options(writer, endian, ())?;
        packet.write(writer, endian)
    })
}
