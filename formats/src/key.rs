//! The list of a game's own files, `chitin.key`: their names and types, and the [BIFF archive](crate::biff) that holds each.
//!
//! Source: `docs/formats/archives.md`. **Reported, not measured**: no file of the games was present.
//!
//! ```
//! use walkmesh_formats::{Document, Format, key::{Archive, Key, KeyFile, ResourceIdBits}};
//!
//! let archive = Archive { size: 1000, name: b"data\\models.bif\0".to_vec(), drives: 1 };
//! let id = ResourceIdBits::new().with_archive(0).with_index(7);
//! let room = Key { name: *b"m01aa_01a\0\0\0\0\0\0\0", resource_type: 2016, resource_id: id.into() };
//! let list = KeyFile { archives: vec![archive], keys: vec![room], ..KeyFile::default() };
//! let bytes = list.to_bytes()?;
//! assert_eq!(Format::detect(&bytes), Some(Format::Key));
//! assert_eq!(KeyFile::from_bytes(&bytes)?, list);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

#[cfg(feature = "arbitrary")]
mod valid;

use binrw::{BinResult, binrw};
use bytemuck::{Pod, Zeroable};
use modular_bitfield::bitfield;
use modular_bitfield::specifiers::{B12, B20};

use crate::Arrangement;
use crate::arrangement::Piece;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::parts::{self, EmptyPart, Parts, around, bytes_of, header, up_to_nul};
use crate::resource_type::{Numbering, file_name};
use crate::rows::{Span, count, rows_at, write_rows};

/// The magic at the start of every file.
pub const MAGIC: [u8; 4] = *b"KEY ";

/// The only version that is known.
pub const VERSION: [u8; 4] = *b"V1  ";

/// Size of the header in bytes.
pub const HEADER_SIZE: u32 = 64;

/// Parts before the names: the table of archives and the table of keys.
const TABLES: usize = 2;

/// A whole KEY file.
///
/// The tables and the names may be anywhere after the header. [`arrangement`](Self::arrangement) keeps their places.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct KeyFile {
    /// Offsets and counts, and the values of the fields below that are stored in the header.
    #[br(temp, parse_with = header, args(MAGIC, VERSION))]
    #[bw(calc = Header::new(self)?)]
    header: Header,
    /// The year in which the list was made, counted from 1900.
    #[br(calc = header.build_year)]
    #[bw(ignore)]
    pub build_year: u32,
    /// The day of that year.
    #[br(calc = header.build_day)]
    #[bw(ignore)]
    pub build_day: u32,
    /// Bytes without a meaning.
    #[br(calc = header.reserved)]
    #[bw(ignore)]
    pub reserved: [u8; 32],
    /// The size of each archive, and the place of its name.
    #[br(temp, parse_with = rows_at, args(header.files_offset, header.archive_count))]
    #[bw(ignore)]
    files: Vec<File>,
    /// The positions of the tables and of the names.
    #[br(temp, try_calc = header.parts(&files))]
    #[bw(ignore)]
    parts: Parts,
    /// The names of the files, in the order of the table.
    #[br(parse_with = rows_at, args(header.keys_offset, header.key_count))]
    #[bw(ignore)]
    pub keys: Vec<Key>,
    /// The archives.
    #[br(parse_with = archives, args(&parts, &files))]
    #[bw(write_with = write_parts, args(self))]
    pub archives: Vec<Archive>,
    /// The offsets that the file stores for tables and names without bytes.
    #[br(calc = parts.empty())]
    #[bw(ignore)]
    pub empty_parts: Vec<EmptyPart>,
    /// The order in which the file has its parts (0 the archives, 1 the first archive's name, the keys last), and the bytes that belong to
    /// no part.
    #[br(parse_with = around, args(&parts))]
    #[bw(ignore)]
    pub arrangement: Arrangement,
}

impl OnDisk for KeyFile {}

impl KeyFile {
    /// The offsets of the table of archives, of the names and of the keys.
    fn offsets(&self) -> Result<Vec<u32>, Wrong> {
        let files = (self.archives.len() * size_of::<File>()) as u64;
        let names = self.archives.iter().map(|archive| archive.name.len() as u64);
        let sizes: Vec<u64> =
            [files].into_iter().chain(names).chain([size_of_val(self.keys.as_slice()) as u64]).collect();
        parts::offsets(HEADER_SIZE, &sizes, &self.empty_parts, &self.arrangement)
    }
}

/// An archive that has files of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Archive {
    /// Its size in bytes.
    pub size: u32,
    /// Its path from the game's folder, with `\` between folders; real files have a NUL after it.
    pub name: Vec<u8>,
    /// The drives that may hold it, as bits: 1 is the hard disk.
    pub drives: u16,
}

impl Archive {
    /// The path without its NUL.
    pub fn path(&self) -> &[u8] {
        up_to_nul(&self.name)
    }
}

/// The header: 64 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Header {
    /// `KEY `.
    pub magic: [u8; 4],
    /// `V1  `.
    pub version: [u8; 4],
    /// Number of archives.
    pub archive_count: u32,
    /// Number of keys.
    pub key_count: u32,
    /// Offset of the table of archives, from the start of the file.
    pub files_offset: u32,
    /// Offset of the keys.
    pub keys_offset: u32,
    /// The year in which the list was made, counted from 1900.
    pub build_year: u32,
    /// The day of that year.
    pub build_day: u32,
    /// Bytes without a meaning.
    pub reserved: [u8; 32],
}

impl Header {
    /// The header of a list with these contents.
    fn new(list: &KeyFile) -> Result<Self, Wrong> {
        let offsets = list.offsets()?;
        Ok(Self {
            magic: MAGIC,
            version: VERSION,
            archive_count: count("archives", &list.archives)?,
            key_count: count("keys", &list.keys)?,
            files_offset: offsets[0],
            keys_offset: offsets[offsets.len() - 1],
            build_year: list.build_year,
            build_day: list.build_day,
            reserved: list.reserved,
        })
    }

    /// The positions of the table of archives, of the names and of the keys.
    fn parts(&self, files: &[File]) -> Result<Parts, Wrong> {
        let table = Span { start: self.files_offset, size: size_of_val(files) as u64 };
        let names = files.iter().map(|file| Span { start: file.name_offset, size: file.name_size.into() });
        let keys = Span { start: self.keys_offset, size: u64::from(self.key_count) * size_of::<Key>() as u64 };
        Parts::new(HEADER_SIZE, [table].into_iter().chain(names).chain([keys]).collect())
    }
}

/// The size of an archive, and the place of its name: 12 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct File {
    /// The archive's size in bytes.
    pub size: u32,
    /// Offset of its name, from the start of the file.
    pub name_offset: u32,
    /// Number of bytes of the name.
    pub name_size: u16,
    /// The drives that may hold it.
    pub drives: u16,
}

/// The name of a file, and where it is: 22 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Key {
    /// The name without its extension, filled up with NUL.
    pub name: [u8; 16],
    /// The type of the file, from which its extension follows: [`resource_type`](crate::resource_type).
    pub resource_type: u16,
    /// Indices of the archive and of the member in it.
    pub resource_id: ResourceId,
}

impl Key {
    /// The name, as far as its first NUL.
    pub fn name(&self) -> &[u8] {
        up_to_nul(&self.name)
    }

    /// The name with its extension.
    pub fn file_name(&self) -> String {
        file_name(self.name(), self.resource_type.into(), Numbering::Kotor)
    }
}

/// Indices of an archive and of a member in it, as stored; [`bits`](Self::bits) names the parts.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(transparent)]
pub struct ResourceId(pub [u8; 4]);

impl ResourceId {
    /// The number by its parts.
    pub fn bits(self) -> ResourceIdBits {
        ResourceIdBits::from_bytes(self.0)
    }
}

impl From<ResourceIdBits> for ResourceId {
    fn from(bits: ResourceIdBits) -> Self {
        Self(bits.into_bytes())
    }
}

/// Indices of an archive and of a member in it.
#[bitfield(bits = 32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceIdBits {
    /// The index of the member in its archive.
    pub index: B20,
    /// The index of the archive in the list.
    pub archive: B12,
}

/// Reads the names of the archives.
#[binrw::parser(reader, endian)]
fn archives(parts: &Parts, files: &[File]) -> BinResult<Vec<Archive>> {
    let names = bytes_of(reader, endian, (parts, 1))?;
    let archive = |(&File { size, drives, .. }, name)| Archive { size, name, drives };
    Ok(files.iter().zip(names).map(archive).collect())
}

/// Writes everything after the header.
#[expect(clippy::ptr_arg, reason = "binrw hands over the field as it is declared")]
#[binrw::writer(writer, endian)]
fn write_parts(archives: &Vec<Archive>, list: &KeyFile) -> BinResult<()> {
    let offsets = list.offsets()?;
    list.arrangement.try_each(TABLES + archives.len(), |piece| match piece {
        Piece::Gap(bytes) => Ok(writer.write_all(bytes)?),
        Piece::Part(0) => {
            let files: Result<_, Wrong> = archives
                .iter()
                .zip(&offsets[1..])
                .map(|(archive, &name_offset)| {
                    let &Archive { size, ref name, drives } = archive;
                    Ok(File { size, name_offset, name_size: count("archives.name", name)?, drives })
                })
                .collect();
            write_rows(&files?, writer, endian, ())
        }
        Piece::Part(part) => match archives.get(part - 1) {
            Some(archive) => Ok(writer.write_all(&archive.name)?),
            None => write_rows(&list.keys, writer, endian, ()),
        },
    })
}
