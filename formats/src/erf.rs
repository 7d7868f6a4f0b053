//! BioWare's archives ERF, with the extensions `.erf`, `.mod`, `.hak` and `.sav`: files by name and type, and a description in
//! several languages.
//!
//! Source: `docs/formats/archives.md`. Knights of the Old Republic and most games have version 1.0; Neverwinter Nights 2 has 1.1, with
//! names of up to 32 letters.
//!
//! ```
//! use walkmesh_formats::{Document, Format, erf::{Erf, Key}};
//!
//! let room = Key::new("m01aa_01a", 2016, 0)?;
//! let module = Erf { file_type: *b"MOD ", keys: vec![room], members: vec![b"BWM V1.0".to_vec()], ..Erf::default() };
//! let bytes = module.to_bytes()?;
//! assert_eq!(Format::detect(&bytes), Some(Format::Erf));
//! assert_eq!(Erf::from_bytes(&bytes)?, module);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

#[cfg(feature = "arbitrary")]
mod valid;

use std::fmt;
use std::io::SeekFrom;

use binrw::{BinResult, BinWrite, binrw};
use bytemuck::{Pod, Zeroable};

use crate::arrangement::Piece;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::parts::{self, EmptyPart, Parts, Reserved, around, bytes_of, up_to_nul};
use crate::resource_type::{Numbering, file_name};
use crate::rows::{Span, count, items, quoted, row, rows, rows_at, write_rows};
use crate::signature::Signature;
use crate::{Arrangement, Error, Format};

/// Size of the header in bytes.
pub const HEADER_SIZE: u32 = 160;

/// The types of archives. An archive of any type can hold any file; the games distinguish archives by their use.
pub const FILE_TYPES: [[u8; 4]; 4] = [*b"ERF ", *b"MOD ", *b"HAK ", *b"SAV "];

/// The start of an archive of the later games of the family: letters of two bytes.
const OF_LATER_GAMES: &[u8; 8] = b"E\0R\0F\0 \0";

/// An archive starts with its type. Archives of later games are rejected by name.
pub(crate) const SIGNATURE: Signature = Signature::Rule {
    start: |head| FILE_TYPES.iter().any(|file_type| head.starts_with(file_type)) || head == OF_LATER_GAMES,
    whole: |_| true,
};

/// Parts before the members: the strings, the keys and the resources.
const TABLES: usize = 3;

/// A whole ERF archive.
///
/// Every table and every member may be anywhere after the header. In real files they follow one another in the order of
/// the fields here, without a gap. [`arrangement`](Self::arrangement) keeps any other order.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Erf {
    /// Offsets and counts, and the values of the fields below that are stored in the header.
    #[br(temp, parse_with = header)]
    #[bw(calc = Header::new(self)?)]
    header: Header,
    /// The purpose of the archive: one of [`FILE_TYPES`].
    #[br(calc = header.file_type)]
    #[bw(ignore)]
    pub file_type: [u8; 4],
    /// The version, which decides how long a name may be.
    #[br(try_calc = header.version())]
    #[bw(ignore)]
    pub version: Version,
    /// The year in which the archive was made, counted from 1900.
    #[br(calc = header.build_year)]
    #[bw(ignore)]
    pub build_year: u32,
    /// The day of that year.
    #[br(calc = header.build_day)]
    #[bw(ignore)]
    pub build_day: u32,
    /// The number of the description in the game's table of texts, or 0xFFFFFFFF.
    #[br(calc = header.description)]
    #[bw(ignore)]
    pub description: u32,
    /// Bytes without a meaning: zeros in real files.
    #[br(calc = Reserved(header.reserved))]
    #[bw(ignore)]
    pub reserved: Reserved<116>,
    /// The description in several languages.
    #[br(parse_with = strings, args(header))]
    #[bw(ignore)]
    pub strings: Vec<LocalisedString>,
    /// Bytes of the strings that belong to no string.
    #[br(parse_with = strings_rest, args(header, &strings))]
    #[bw(ignore)]
    pub strings_rest: Vec<u8>,
    /// The name of each member.
    #[br(parse_with = keys, args(header))]
    #[bw(ignore)]
    pub keys: Vec<Key>,
    /// The place of each member.
    #[br(temp, parse_with = rows_at, args(header.resources_offset, header.entry_count))]
    #[bw(ignore)]
    resources: Vec<Resource>,
    /// The positions of the tables and of the members.
    #[br(temp, try_calc = header.parts(&resources))]
    #[bw(ignore)]
    parts: Parts,
    /// The bytes of each member, in the order of the resources. A key leads to the member whose index is the key's
    /// [`resource_id`](Key::resource_id).
    #[br(parse_with = bytes_of, args(&parts, TABLES))]
    #[bw(write_with = write_parts, args(self))]
    pub members: Vec<Vec<u8>>,
    /// The offsets that the file stores for tables and members without bytes.
    #[br(calc = parts.empty())]
    #[bw(ignore)]
    pub empty_parts: Vec<EmptyPart>,
    /// The order in which the file has its parts (0 the strings, 1 the keys, 2 the resources, 3 the first member), and the bytes that
    /// belong to no part.
    #[br(parse_with = around, args(&parts))]
    #[bw(ignore)]
    pub arrangement: Arrangement,
}

impl OnDisk for Erf {
    fn size_hint(&self) -> usize {
        let sizes = self.table_sizes().into_iter().chain(self.members.iter().map(|member| member.len() as u64));
        let size = sizes.fold(u64::from(HEADER_SIZE) + self.arrangement.bytes.len() as u64, u64::saturating_add);
        usize::try_from(size).unwrap_or_default()
    }
}

impl Erf {
    /// The sizes of the strings, the keys and the resources in bytes.
    fn table_sizes(&self) -> [u64; TABLES] {
        let strings = self.strings.iter().map(LocalisedString::size).sum::<u64>() + self.strings_rest.len() as u64;
        let keys = self.keys.len() as u64 * self.version.key_size() as u64;
        [strings, keys, self.members.len() as u64 * size_of::<Resource>() as u64]
    }

    /// The offsets of the tables and of the members.
    fn offsets(&self) -> Result<Vec<u32>, Wrong> {
        let members = self.members.iter().map(|member| member.len() as u64);
        let sizes: Vec<u64> = self.table_sizes().into_iter().chain(members).collect();
        parts::offsets(HEADER_SIZE, &sizes, &self.empty_parts, &self.arrangement)
    }
}

/// The version of an archive, which decides how long a name may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Version {
    /// `V1.0`: at most 16 letters.
    #[default]
    V1_0,
    /// `V1.1` of Neverwinter Nights 2: at most 32 letters.
    V1_1,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::V1_0 => "V1.0",
            Self::V1_1 => "V1.1",
        })
    }
}

impl Version {
    /// Returns the game whose numbers the types of members have.
    pub fn numbering(self) -> Numbering {
        match self {
            Self::V1_0 => Numbering::Kotor,
            Self::V1_1 => Numbering::Nwn2,
        }
    }

    /// The version as a file stores it.
    fn text(self) -> [u8; 4] {
        match self {
            Self::V1_0 => *b"V1.0",
            Self::V1_1 => *b"V1.1",
        }
    }

    /// The bytes of a name.
    const fn name_size(self) -> usize {
        match self {
            Self::V1_0 => 16,
            Self::V1_1 => 32,
        }
    }

    /// The bytes of a key.
    const fn key_size(self) -> usize {
        self.name_size() + 8
    }
}

/// The header: 160 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Header {
    /// The purpose of the archive: one of [`FILE_TYPES`].
    pub file_type: [u8; 4],
    /// `V1.0` or `V1.1`.
    pub version: [u8; 4],
    /// Number of strings.
    pub language_count: u32,
    /// Bytes of the strings.
    pub strings_size: u32,
    /// Number of keys and of resources.
    pub entry_count: u32,
    /// Offset of the strings, from the start of the file.
    pub strings_offset: u32,
    /// Offset of the keys.
    pub keys_offset: u32,
    /// Offset of the resources.
    pub resources_offset: u32,
    /// The year in which the archive was made, counted from 1900.
    pub build_year: u32,
    /// The day of that year.
    pub build_day: u32,
    /// The number of the description in the game's table of texts, or 0xFFFFFFFF.
    pub description: u32,
    /// Bytes without a meaning.
    pub reserved: [u8; 116],
}

impl Header {
    /// The header of an archive with these contents.
    fn new(erf: &Erf) -> Result<Self, Wrong> {
        if erf.keys.len() != erf.members.len() {
            return Err(Wrong::unwritable(
                "keys",
                format_args!("{} keys, one for each member", erf.members.len()),
                erf.keys.len(),
            ));
        }
        let [strings_size, ..] = erf.table_sizes();
        let offsets = erf.offsets()?;
        Ok(Self {
            file_type: erf.file_type,
            version: erf.version.text(),
            language_count: count("strings", &erf.strings)?,
            // Sizes too large for the file were already rejected.
            strings_size: strings_size as u32,
            entry_count: count("members", &erf.members)?,
            strings_offset: offsets[0],
            keys_offset: offsets[1],
            resources_offset: offsets[2],
            build_year: erf.build_year,
            build_day: erf.build_day,
            description: erf.description,
            reserved: erf.reserved.0,
        })
    }

    pub(crate) fn version(&self) -> Result<Version, Wrong> {
        match &self.version {
            b"V1.0" => Ok(Version::V1_0),
            b"V1.1" => Ok(Version::V1_1),
            other => Err(Wrong::unsupported("\"V1.0\" or \"V1.1\"", quoted(other))),
        }
    }

    /// The positions of the tables and of the members.
    fn parts(&self, resources: &[Resource]) -> Result<Parts, Wrong> {
        let key_size = self.version()?.key_size() as u64;
        let entries = u64::from(self.entry_count);
        let tables = [
            Span { start: self.strings_offset, size: self.strings_size.into() },
            Span { start: self.keys_offset, size: entries * key_size },
            Span { start: self.resources_offset, size: entries * size_of::<Resource>() as u64 },
        ];
        let members = resources.iter().map(|member| Span { start: member.offset, size: member.size.into() });
        Parts::new(HEADER_SIZE, tables.into_iter().chain(members).collect())
    }
}

/// A string of the description.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LocalisedString {
    /// The language, as the game numbers it: twice its number, plus 1 for the feminine text.
    pub language: u32,
    #[br(temp)]
    #[bw(calc = count("strings", text)?)]
    size: u32,
    /// The text, in the language's code page.
    #[br(parse_with = rows, args(size.into()))]
    #[bw(write_with = write_rows)]
    pub text: Vec<u8>,
}

impl LocalisedString {
    fn size(&self) -> u64 {
        8 + self.text.len() as u64
    }
}

/// The name of a member.
#[binrw]
#[br(import(version: Version))]
#[bw(import(version: Version))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Key {
    /// The name without its extension, filled up with NUL. A file of version 1.0 has the first 16 bytes.
    #[br(parse_with = name, args(version))]
    #[bw(write_with = write_name, args(version))]
    pub name: [u8; 32],
    /// The index of the member's resource. In real files it is the index of the key.
    pub resource_id: u32,
    /// The type of the file, from which its extension follows: [`resource_type`](crate::resource_type).
    pub resource_type: u16,
    /// Zero in real files.
    pub unused: u16,
}

impl Key {
    /// The key of a member: its name without the extension, its type, and its index among the members.
    ///
    /// # Errors
    /// [`Error::Unwritable`] when the name has more than 32 bytes, or a NUL. A name of more than 16 bytes can only be written to
    /// an archive of version 1.1.
    pub fn new(name: &str, resource_type: u16, resource_id: u32) -> Result<Self, Error> {
        let mut bytes = [0; 32];
        match bytes.get_mut(..name.len()) {
            Some(start) if !name.contains('\0') => start.copy_from_slice(name.as_bytes()),
            _ => {
                let wrong =
                    Wrong::unwritable("keys", "a name of at most 32 bytes without NUL", format_args!("{name:?}"));
                return Err(wrong.at(Format::Erf, "keys".to_owned(), 0));
            }
        }
        Ok(Self { name: bytes, resource_id, resource_type, unused: 0 })
    }

    /// The name, as far as its first NUL.
    pub fn name(&self) -> &[u8] {
        up_to_nul(&self.name)
    }

    /// The name with its extension.
    pub fn file_name(&self, numbering: Numbering) -> String {
        file_name(self.name(), self.resource_type.into(), numbering)
    }
}

/// The place of a member: 8 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Resource {
    /// Offset of its bytes, from the start of the file.
    pub offset: u32,
    /// Number of its bytes.
    pub size: u32,
}

/// Reads the header. Archives of later games are rejected by name.
#[binrw::parser(reader, endian)]
pub(crate) fn header() -> BinResult<Header> {
    let here = reader.stream_position()?;
    let header: Header = row(reader, endian, ())?;
    if [header.file_type, header.version].concat() == OF_LATER_GAMES {
        let found = "one of a later game (ERF V2 or V3)";
        return Err(Wrong::unsupported("an archive of version V1.0 or V1.1", found).here(here));
    }
    header.version().map_err(|wrong| wrong.here(here + 4))?;
    Ok(header)
}

/// Reads the strings of the description.
#[binrw::parser(reader, endian)]
fn strings(header: Header) -> BinResult<Vec<LocalisedString>> {
    if header.language_count == 0 {
        return Ok(Vec::new());
    }
    reader.seek(SeekFrom::Start(header.strings_offset.into()))?;
    let strings: Vec<LocalisedString> = items(reader, endian, (header.language_count.into(), 8, ()))?;
    let size = strings.iter().map(LocalisedString::size).sum::<u64>();
    if size > header.strings_size.into() {
        let wrong = Wrong::new(format_args!("strings of {} bytes, as the header says", header.strings_size), size);
        return Err(wrong.here(header.strings_offset.into()));
    }
    Ok(strings)
}

/// Reads the bytes after the strings that the header counts as theirs.
#[binrw::parser(reader, endian)]
fn strings_rest(header: Header, strings: &[LocalisedString]) -> BinResult<Vec<u8>> {
    let read = strings.iter().map(LocalisedString::size).sum::<u64>();
    let rest = u64::from(header.strings_size).saturating_sub(read);
    if rest > 0 {
        reader.seek(SeekFrom::Start(u64::from(header.strings_offset) + read))?;
    }
    rows(reader, endian, (rest,))
}

/// Reads the names of the members.
#[binrw::parser(reader, endian)]
pub(crate) fn keys(header: Header) -> BinResult<Vec<Key>> {
    let version = header.version()?;
    reader.seek(SeekFrom::Start(header.keys_offset.into()))?;
    items(reader, endian, (header.entry_count.into(), version.key_size(), (version,)))
}

#[binrw::parser(reader)]
fn name(version: Version) -> BinResult<[u8; 32]> {
    let mut name = [0; 32];
    reader.read_exact(&mut name[..version.name_size()])?;
    Ok(name)
}

#[binrw::writer(writer)]
fn write_name(name: &[u8; 32], version: Version) -> BinResult<()> {
    let (written, left_out) = name.split_at(version.name_size());
    if left_out.iter().any(|&byte| byte != 0) {
        return Err(Wrong::unwritable("keys", "a name of at most 16 bytes, or version 1.1", quoted(name)).into());
    }
    Ok(writer.write_all(written)?)
}

/// Writes everything after the header.
#[expect(clippy::ptr_arg, reason = "binrw hands over the field as it is declared")]
#[binrw::writer(writer, endian)]
fn write_parts(members: &Vec<Vec<u8>>, erf: &Erf) -> BinResult<()> {
    let offsets = erf.offsets()?;
    erf.arrangement.try_each(TABLES + members.len(), |piece| match piece {
        Piece::Gap(bytes) => Ok(writer.write_all(bytes)?),
        Piece::Part(0) => {
            erf.strings.write_options(writer, endian, ())?;
            Ok(writer.write_all(&erf.strings_rest)?)
        }
        Piece::Part(1) => erf.keys.write_options(writer, endian, (erf.version,)),
        Piece::Part(2) => {
            let resource = |(member, &offset): (&Vec<u8>, &u32)| Resource { offset, size: member.len() as u32 };
            write_rows(&members.iter().zip(&offsets[TABLES..]).map(resource).collect(), writer, endian, ())
        }
        Piece::Part(part) => Ok(writer.write_all(&members[part - TABLES])?),
    })
}
