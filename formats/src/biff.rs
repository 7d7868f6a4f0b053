//! BIFF archives, `.bif`: the bytes of a game's own files. Their names stand in the game's [`key`](crate::key).
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

use std::io::SeekFrom;

use binrw::{BinResult, binrw};
use bytemuck::{Pod, Zeroable};

use crate::Arrangement;
use crate::arrangement::Piece;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::parts::{self, EmptyPart, Parts, around, members};
use crate::rows::{Span, count, quoted, row, rows, write_rows};
use crate::signature::Signature;

/// What every file starts with: magic and version.
pub const MAGIC: [u8; 8] = *b"BIFFV1  ";

/// Size of the header in bytes.
pub const HEADER_SIZE: u32 = 20;

/// Archives of other versions and the compressed ones of later ports are named, and refused.
pub(crate) const SIGNATURE: Signature =
    Signature::Rule { start: |head| head.starts_with(b"BIFF") || head.starts_with(b"BZF "), whole: |_| true };

/// Parts before the members: the table of resources.
const TABLES: usize = 1;

/// A whole BIFF archive.
///
/// The table and every member may stand anywhere behind the header. [`arrangement`](Self::arrangement) keeps where they stand.
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
    #[br(temp, parse_with = resources, args(header))]
    #[bw(ignore)]
    resources: Vec<VariableResource>,
    /// The positions of the table and of the members.
    #[br(temp, try_calc = header.parts(&resources))]
    #[bw(ignore)]
    parts: Parts,
    /// The members, in the order of the table. A key leads to one by its index.
    #[br(parse_with = typed_members, args(&parts, &resources))]
    #[bw(write_with = write_parts, args(self))]
    pub members: Vec<Member>,
    /// The offsets that the file stores for a table or members without bytes.
    #[br(calc = parts.empty())]
    #[bw(ignore)]
    pub empty_parts: Vec<EmptyPart>,
    /// The order in which the file has its parts (0 the table, 1 the first member), and the bytes that belong to none of
    /// them.
    #[br(parse_with = around, args(&parts))]
    #[bw(ignore)]
    pub arrangement: Arrangement,
}

impl OnDisk for Biff {
    fn size_hint(&self) -> usize {
        let members =
            self.members.iter().map(|member| size_of::<VariableResource>() + member.data.len()).sum::<usize>();
        HEADER_SIZE as usize + members + self.arrangement.bytes.len()
    }
}

impl Biff {
    /// The offsets of the table and of the members.
    fn offsets(&self) -> Result<Vec<u32>, Wrong> {
        let table = (self.members.len() * size_of::<VariableResource>()) as u64;
        let sizes: Vec<u64> =
            [table].into_iter().chain(self.members.iter().map(|member| member.data.len() as u64)).collect();
        parts::offsets(HEADER_SIZE, &sizes, &self.empty_parts, &self.arrangement)
    }
}

/// A file in the archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Member {
    /// In its low 20 bits the index of the member, above them the number that the file once had in a key.
    pub resource_id: u32,
    /// The type of the file, which tells its extension: [`resource_type`](crate::resource_type).
    pub resource_type: u32,
    /// The bytes of the file.
    pub data: Vec<u8>,
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
        let table_offset = biff.offsets()?[0];
        Ok(Self { magic: MAGIC, variable_count: count("members", &biff.members)?, fixed_count: 0, table_offset })
    }

    /// The positions of the table and of the members.
    fn parts(&self, resources: &[VariableResource]) -> Result<Parts, Wrong> {
        let table = Span { start: self.table_offset, size: size_of_val(resources) as u64 };
        let members = resources.iter().map(|member| Span { start: member.offset, size: member.size.into() });
        Parts::new(HEADER_SIZE, [table].into_iter().chain(members).collect())
    }
}

/// Where a member stands: 16 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct VariableResource {
    /// In its low 20 bits the index of the member.
    pub resource_id: u32,
    /// Offset of its bytes, from the start of the file.
    pub offset: u32,
    /// Number of its bytes.
    pub size: u32,
    /// The type of the file.
    pub resource_type: u32,
}

/// Reads the header, and refuses other versions and compressed archives by name.
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

/// Reads where the members stand.
#[binrw::parser(reader, endian)]
pub(crate) fn resources(header: Header) -> BinResult<Vec<VariableResource>> {
    reader.seek(SeekFrom::Start(header.table_offset.into()))?;
    rows(reader, endian, (header.variable_count.into(),))
}

#[binrw::parser(reader, endian)]
fn typed_members(parts: &Parts, resources: &[VariableResource]) -> BinResult<Vec<Member>> {
    let members = members(reader, endian, (parts, TABLES))?;
    let typed = resources.iter().zip(members).map(|(&VariableResource { resource_id, resource_type, .. }, data)| {
        Member { resource_id, resource_type, data }
    });
    Ok(typed.collect())
}

/// Writes everything behind the header.
#[expect(clippy::ptr_arg, reason = "binrw hands over the field as it is declared")]
#[binrw::writer(writer, endian)]
fn write_parts(members: &Vec<Member>, biff: &Biff) -> BinResult<()> {
    let offsets = biff.offsets()?;
    biff.arrangement.try_each(TABLES + members.len(), |piece| match piece {
        Piece::Gap(bytes) => Ok(writer.write_all(bytes)?),
        Piece::Part(0) => {
            let resource = |(member, &offset): (&Member, &u32)| {
                let &Member { resource_id, resource_type, ref data } = member;
                VariableResource { resource_id, offset, size: data.len() as u32, resource_type }
            };
            write_rows(&members.iter().zip(&offsets[TABLES..]).map(resource).collect(), writer, endian, ())
        }
        Piece::Part(part) => Ok(writer.write_all(&members[part - TABLES].data)?),
    })
}
