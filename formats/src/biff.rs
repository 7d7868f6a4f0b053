//! BIFF archives, `.bif`: the bytes of a game's own files. Their names are in the game's [`key`](crate::key).
//!
//! Source: `docs/formats/archives.md`. **Reported, not measured**: no file of the games was present.
//!
//! ```
//! use walkmesh_formats::{Document, Format, biff::{Biff, Member}};
//!
//! let room = Member { resource_id: 0, resource_type: 2016, data: b"BWM V1.0".to_vec() };
//! let bytes = Biff { members: vec![room], ..Biff::default() }.to_bytes()?;
//! assert_eq!(Format::detect(&bytes), Some(Format::Biff));
//! assert_eq!(Biff::from_bytes(&bytes)?.members[0].resource_type, 2016);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

#[cfg(feature = "arbitrary")]
mod valid;

use binrw::{BinResult, binrw};
use bytemuck::{Pod, Zeroable};

use crate::Arrangement;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::members::{self, members, offsets, parts, size_hint, write_members};
use crate::parts::{EmptyPart, Parts, around};
use crate::rows::{Span, count, quoted, row, rows_at};
use crate::signature::Signature;

/// Magic and version, at the start of every file.
pub const MAGIC: [u8; 8] = *b"BIFFV1  ";

/// Size of the header in bytes.
pub const HEADER_SIZE: u32 = 20;

/// Archives of other versions, and the compressed ones of later ports, are rejected by name.
pub(crate) const SIGNATURE: Signature =
    Signature::Rule { start: |head| head.starts_with(b"BIFF") || head.starts_with(b"BZF "), whole: |_| true };

/// A whole BIFF archive.
///
/// The table and every member may be anywhere after the header. [`arrangement`](Self::arrangement) keeps their positions.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Biff {
    /// Counts, and the offset of the table.
    #[br(temp, parse_with = header)]
    #[bw(calc = Header::new(self)?)]
    header: Header,
    /// The position of each member.
    #[br(temp, parse_with = rows_at, args(header.table_offset, header.variable_count))]
    #[bw(ignore)]
    resources: Vec<VariableResource>,
    /// The positions of the table and of the members.
    #[br(temp, try_calc = parts::<Member>(HEADER_SIZE, header.table_offset, &resources))]
    #[bw(ignore)]
    parts: Parts,
    /// The members, in the order of the table. A key refers to a member by its index.
    #[br(parse_with = members, args(&parts, &resources))]
    #[bw(write_with = write_members, args(HEADER_SIZE, empty_parts, arrangement))]
    pub members: Vec<Member>,
    /// The offsets that the file stores for a table or members without bytes.
    #[br(calc = parts.empty())]
    #[bw(ignore)]
    pub empty_parts: Vec<EmptyPart>,
    /// The order in which the file has its parts (0 the table, 1 the first member), and the bytes that belong to no part.
    #[br(parse_with = around, args(&parts))]
    #[bw(ignore)]
    pub arrangement: Arrangement,
}

impl OnDisk for Biff {
    fn size_hint(&self) -> usize {
        size_hint(HEADER_SIZE, &self.members, &self.arrangement)
    }
}

/// A file in the archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Member {
    /// The low 20 bits are the index of the member, the bits above the number that the file once had in a key.
    pub resource_id: u32,
    /// The type of the file, from which its extension follows: [`resource_type`](crate::resource_type).
    pub resource_type: u32,
    /// The bytes of the file.
    pub data: Vec<u8>,
}

impl members::Member for Member {
    type Entry = VariableResource;

    fn new(&VariableResource { resource_id, resource_type, .. }: &VariableResource, data: Vec<u8>) -> Self {
        Self { resource_id, resource_type, data }
    }

    fn entry(&self, offset: u32) -> VariableResource {
        let &Self { resource_id, resource_type, ref data } = self;
        VariableResource { resource_id, offset, size: data.len() as u32, resource_type }
    }

    fn span(entry: &VariableResource) -> Span {
        Span { start: entry.offset, size: entry.size.into() }
    }

    fn data(&self) -> &[u8] {
        &self.data
    }
}

/// The header: 20 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Header {
    /// `BIFFV1  `.
    pub magic: [u8; 8],
    /// Number of members.
    pub variable_count: u32,
    /// Number of resources that have a record of another kind: 0, since no game uses them.
    pub fixed_count: u32,
    /// Offset of the table, from the start of the file.
    pub table_offset: u32,
}

impl Header {
    /// The header of an archive with these contents.
    fn new(biff: &Biff) -> Result<Self, Wrong> {
        let table_offset = offsets(HEADER_SIZE, &biff.members, &biff.empty_parts, &biff.arrangement)?[0];
        Ok(Self { magic: MAGIC, variable_count: count("members", &biff.members)?, fixed_count: 0, table_offset })
    }
}

/// The place of a member: 16 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct VariableResource {
    /// The index of the member, in the low 20 bits.
    pub resource_id: u32,
    /// Offset of its bytes, from the start of the file.
    pub offset: u32,
    /// Number of its bytes.
    pub size: u32,
    /// The type of the file.
    pub resource_type: u32,
}

/// Reads the header, and rejects other versions and compressed archives by name.
#[binrw::parser(reader, endian)]
pub(crate) fn header() -> BinResult<Header> {
    let here = reader.stream_position()?;
    let header: Header = row(reader, endian, ())?;
    if header.magic.starts_with(b"BZF ") {
        return Err(Wrong::unsupported(quoted(&MAGIC), "a compressed archive (BZF)").here(here));
    }
    if header.magic != MAGIC {
        return Err(Wrong::unsupported(quoted(&MAGIC), quoted(&header.magic)).here(here));
    }
    match header.fixed_count {
        0 => Ok(header),
        fixed => Err(Wrong::unsupported("no fixed resource", fixed).here(here + 12)),
    }
}
