//! RIM archives of Knights of the Old Republic, `.rim`: the files of a module, by name and type.
//!
//! Source: `docs/formats/archives.md`.
//!
//! ```
//! use walkmesh_formats::{Document, Format, rim::{Member, Rim}};
//!
//! let room = Member { name: *b"m01aa_01a\0\0\0\0\0\0\0", resource_type: 2016, data: b"BWM V1.0".to_vec(), ..Member::default() };
//! let module = Rim { members: vec![room], ..Rim::default() };
//! let bytes = module.to_bytes()?;
//! assert_eq!(Format::detect(&bytes), Some(Format::Rim));
//! assert_eq!(Rim::from_bytes(&bytes)?, module);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

#[cfg(feature = "arbitrary")]
mod valid;

use binrw::binrw;
use bytemuck::{Pod, Zeroable};

use crate::Arrangement;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::members::{self, members, offsets, parts, size_hint, write_members};
use crate::parts::{EmptyPart, Parts, Reserved, around, header, up_to_nul};
use crate::resource_type::{Numbering, file_name};
use crate::rows::{Span, count, rows_at};

/// The magic at the start of every file.
pub const MAGIC: [u8; 4] = *b"RIM ";

/// The only version that is known.
pub const VERSION: [u8; 4] = *b"V1.0";

/// Size of the header in bytes.
pub const HEADER_SIZE: u32 = 120;

/// A whole RIM archive.
///
/// The table and every member may be anywhere after the header. [`arrangement`](Self::arrangement) keeps their places.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rim {
    /// Offsets and counts, and the values of the fields below that are stored in the header.
    #[br(temp, parse_with = header, args(MAGIC, VERSION))]
    #[bw(calc = Header::new(self)?)]
    header: Header,
    /// The meaning of the field is not known; 0 in the files that were seen.
    #[br(calc = header.unknown)]
    #[bw(ignore)]
    pub unknown: u32,
    /// True if the header stores 0 as the offset of the entries, which means 120.
    #[br(calc = header.entries_offset == 0)]
    #[bw(ignore)]
    pub is_offset_implied: bool,
    /// Bytes without a meaning.
    #[br(calc = Reserved(header.reserved))]
    #[bw(ignore)]
    pub reserved: Reserved<100>,
    /// The name, the type and the position of each member.
    #[br(temp, parse_with = rows_at, args(header.entries_offset(), header.entry_count))]
    #[bw(ignore)]
    entries: Vec<Entry>,
    /// The positions of the entries and of the members.
    #[br(temp, try_calc = parts::<Member>(HEADER_SIZE, header.entries_offset(), &entries))]
    #[bw(ignore)]
    parts: Parts,
    /// The members, in the order of the entries.
    #[br(parse_with = members, args(&parts, &entries))]
    #[bw(write_with = write_members, args(HEADER_SIZE, empty_parts, arrangement))]
    pub members: Vec<Member>,
    /// The offsets that the file stores for a table or members without bytes.
    #[br(calc = parts.empty())]
    #[bw(ignore)]
    pub empty_parts: Vec<EmptyPart>,
    /// The order in which the file has its parts (0 the entries, 1 the first member), and the bytes that belong to no part.
    #[br(parse_with = around, args(&parts))]
    #[bw(ignore)]
    pub arrangement: Arrangement,
}

impl OnDisk for Rim {
    fn size_hint(&self) -> usize {
        size_hint(HEADER_SIZE, &self.members, &self.arrangement)
    }
}

/// A file in the archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Member {
    /// The name without its extension, filled up with NUL.
    pub name: [u8; 16],
    /// The type of the file, from which its extension follows: [`resource_type`](crate::resource_type).
    pub resource_type: u32,
    /// In real files the index of the entry.
    pub resource_id: u32,
    /// The bytes of the file.
    pub data: Vec<u8>,
}

impl Member {
    /// The name, as far as its first NUL.
    pub fn name(&self) -> &[u8] {
        up_to_nul(&self.name)
    }

    /// The name with its extension.
    pub fn file_name(&self) -> String {
        file_name(self.name(), self.resource_type, Numbering::Kotor)
    }
}

impl members::Member for Member {
    type Entry = Entry;

    fn new(&Entry { name, resource_type, resource_id, .. }: &Entry, data: Vec<u8>) -> Self {
        Self { name, resource_type, resource_id, data }
    }

    fn entry(&self, offset: u32) -> Entry {
        let &Self { name, resource_type, resource_id, ref data } = self;
        Entry { name, resource_type, resource_id, offset, size: data.len() as u32 }
    }

    fn span(entry: &Entry) -> Span {
        Span { start: entry.offset, size: entry.size.into() }
    }

    fn data(&self) -> &[u8] {
        &self.data
    }
}

/// The header: 120 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Header {
    /// `RIM `.
    pub magic: [u8; 4],
    /// `V1.0`.
    pub version: [u8; 4],
    /// The meaning of the field is not known; 0 in the files that were seen.
    pub unknown: u32,
    /// Number of entries.
    pub entry_count: u32,
    /// Offset of the entries, from the start of the file; 0 means 120.
    pub entries_offset: u32,
    /// Bytes without a meaning.
    pub reserved: [u8; 100],
}

impl Header {
    /// The header of an archive with these contents.
    fn new(rim: &Rim) -> Result<Self, Wrong> {
        let offset = offsets(HEADER_SIZE, &rim.members, &rim.empty_parts, &rim.arrangement)?[0];
        Ok(Self {
            magic: MAGIC,
            version: VERSION,
            unknown: rim.unknown,
            entry_count: count("members", &rim.members)?,
            entries_offset: if rim.is_offset_implied && offset == HEADER_SIZE { 0 } else { offset },
            reserved: rim.reserved.0,
        })
    }

    pub(crate) fn entries_offset(&self) -> u32 {
        if self.entries_offset == 0 { HEADER_SIZE } else { self.entries_offset }
    }
}

/// The name, the type and the position of a member: 32 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Entry {
    /// The name without its extension, filled up with NUL.
    pub name: [u8; 16],
    /// The type of the file.
    pub resource_type: u32,
    /// In real files the index of the entry.
    pub resource_id: u32,
    /// Offset of its bytes, from the start of the file.
    pub offset: u32,
    /// Number of its bytes.
    pub size: u32,
}

impl Entry {
    /// The name, as far as its first NUL.
    pub fn name(&self) -> &[u8] {
        up_to_nul(&self.name)
    }
}
