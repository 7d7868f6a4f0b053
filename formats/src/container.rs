//! The container of NWN2's areas and models: a directory, and packets that may stand anywhere behind it.
//!
//! Source: `docs/formats/trn-aswm.md#container`.

use std::io::SeekFrom;

use binrw::{BinRead, BinResult, binrw};
use bytemuck::{Pod, Zeroable};

use crate::Arrangement;
use crate::arrangement::Piece;
use crate::error::Wrong;
use crate::rows::{Span, at_index, check_apart, quoted};

/// Magic of the container.
pub const MAGIC: [u8; 4] = *b"NWN2";

/// The types of packets that are in models only.
pub(crate) const OF_MODELS: [[u8; 4]; 9] =
    [*b"RIGD", *b"SKIN", *b"COL2", *b"COL3", *b"COLS", *b"HOOK", *b"WALK", *b"HELM", *b"HAIR"];

/// Whether the first packet of a file with this magic is one of a model.
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

/// The directory of packets that stand behind it in an arrangement. `of` tells the type of a packet, and its bytes without
/// the header.
pub(crate) fn directory_of<P>(
    packets: &[P],
    of: impl Fn(&P) -> ([u8; 4], u64),
    arrangement: &Arrangement,
) -> Result<Vec<DirectoryEntry>, Wrong> {
    let entry = |packet: &P| DirectoryEntry { packet_type: of(packet).0, offset: 0 };
    let mut directory: Vec<DirectoryEntry> = packets.iter().map(entry).collect();
    let mut next = directory_end(packets.len());
    arrangement.try_each(packets.len(), |piece| {
        next += match piece {
            Piece::Part(part) => {
                let overflow = |_| Wrong::unwritable("directory", "packets that start within 4 GiB", "one beyond");
                directory[part].offset = u32::try_from(next).map_err(overflow)?;
                PACKET_HEADER_SIZE + of(&packets[part]).1
            }
            Piece::Gap(bytes) => bytes.len() as u64,
        };
        Ok(())
    })?;
    Ok(directory)
}

pub(crate) const PACKET_HEADER_SIZE: u64 = 8;

/// Where the directory of so many packets ends, counted from the start of the file.
pub(crate) const fn directory_end(packets: usize) -> u64 {
    12 + 8 * packets as u64
}

/// What stands before each packet's bytes.
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

/// Reads the headers of the packets of a directory: where the packets stand, with their headers. Overlapping ones, which
/// could be read into many times the file's size, are refused.
#[binrw::parser(reader, endian)]
pub(crate) fn spans(directory: &[DirectoryEntry]) -> BinResult<Vec<Span>> {
    let first = reader.stream_position()?;
    let mut spans = Vec::with_capacity(directory.len());
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
    }
    check_apart(&mut spans.clone(), first).map_err(|wrong| wrong.here(first))?;
    Ok(spans)
}
