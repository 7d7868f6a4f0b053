//! [`Index`]: the directory of an archive, read without the members.

use std::io::{Read, Seek, SeekFrom};

use binrw::error::{BacktraceFrame, ContextExt};
use binrw::{BinResult, Endian};

use crate::error::Witness;
use crate::resource_type::{self, Numbering};
use crate::rows::rows_at;
use crate::{Error, Format, biff, erf, parts, rim};

/// The directory of an archive, without the members. It opens archives of several gigabytes.
///
/// ```
/// use std::io::Cursor;
/// use walkmesh_formats::{Document, Index, erf::{Erf, Key}};
///
/// let keys = vec![Key::new("M01aa_01a", 2016, 0)?];
/// let bytes = Erf { file_type: *b"MOD ", keys, members: vec![b"BWM V1.0".to_vec()], ..Erf::default() }.to_bytes()?;
/// let index = Index::read(&mut Cursor::new(&bytes))?;
/// let member = &index.entries[0];
/// assert_eq!(member.file_name(index.numbering), "M01aa_01a.wok");
/// assert_eq!(&bytes[member.offset as usize..], b"BWM V1.0");
/// # Ok::<(), walkmesh_formats::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Index {
    /// The format: ERF, RIM or BIFF.
    pub format: Format,
    /// The signature and version in the file, such as `MOD V1.0`.
    pub version: String,
    /// The game whose type numbers are used.
    pub numbering: Numbering,
    /// The members, in the order of the directory.
    pub entries: Vec<IndexEntry>,
}

/// A member of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct IndexEntry {
    /// The name without its extension. U+FFFD replaces bytes that are not UTF-8. A BIFF has no names, and the name is
    /// empty.
    pub name: String,
    /// The type of the file: [`resource_type`](crate::resource_type).
    pub resource_type: u32,
    /// The index of the member in [`Erf::members`](crate::erf::Erf::members) or the equivalent list.
    pub member: usize,
    /// Offset of its bytes, from the start of the archive.
    pub offset: u64,
    /// Number of its bytes.
    pub size: u64,
}

impl IndexEntry {
    fn new(name: &[u8], resource_type: u32, member: usize, [offset, size]: [u32; 2]) -> Self {
        let name = String::from_utf8_lossy(name).into_owned();
        Self { name, resource_type, member, offset: offset.into(), size: size.into() }
    }

    /// The name with its extension. An unknown type has its number instead of an extension.
    pub fn file_name(&self, numbering: Numbering) -> String {
        resource_type::file_name(self.name.as_bytes(), self.resource_type, numbering)
    }
}

impl Index {
    /// Number of bytes that are enough to recognise an archive.
    pub const HEAD: usize = Format::HEAD;

    /// Returns whether a file that starts with these bytes is an archive of a known kind, even if its version prevents opening it.
    pub fn is_archive(head: &[u8]) -> bool {
        matches!(Format::detect(head), Some(Format::Erf | Format::Rim | Format::Biff))
    }

    /// Reads the directory of an archive that starts at the reader's position. It reads nothing of the members.
    ///
    /// # Errors
    /// [`Error::Malformed`] for a directory that is damaged or cannot be read, and [`Error::Unsupported`] for a version that is
    /// not known. The offset of the error counts from the start of the archive.
    pub fn read(reader: &mut (impl Read + Seek)) -> Result<Self, Error> {
        let mut witness = Witness::over(reader);
        let mut head = [0; Self::HEAD];
        let start = witness.seek(SeekFrom::Start(0)).and_then(|_| witness.read_exact(&mut head));
        let format = start.ok().and_then(|()| Format::detect(&head)).unwrap_or(Format::Erf);
        let start = witness.seek(SeekFrom::Start(0)).map_err(binrw::Error::from);
        let read = start.and_then(|_| match format {
            Format::Rim => Ok((format, Numbering::Kotor, in_rim(&mut witness)?)),
            Format::Biff => Ok((format, Numbering::Kotor, in_biff(&mut witness)?)),
            _ => in_erf(&mut witness).map(|(numbering, entries)| (Format::Erf, numbering, entries)),
        });
        match read {
            Ok((format, numbering, entries)) => {
                let version = String::from_utf8_lossy(&head).trim_end().to_owned();
                Ok(Self { format, version, numbering, entries })
            }
            Err(error) => Err(Error::from_read(format, &error, &mut witness)),
        }
    }
}

/// The members of an ERF, and the game whose numbers their types have.
fn in_erf(reader: &mut (impl Read + Seek)) -> BinResult<(Numbering, Vec<IndexEntry>)> {
    let header = within("header", erf::header(reader, Endian::Little, ()))?;
    let version = header.version()?;
    let keys = within("keys", erf::keys(reader, Endian::Little, (header,)))?;
    let table = (header.resources_offset, header.entry_count);
    let resources: Vec<erf::Resource> = within("resources", rows_at(reader, Endian::Little, table))?;
    let entry = |key: erf::Key| {
        // A key with an invalid number has no member.
        let member = usize::try_from(key.resource_id).ok()?;
        let &erf::Resource { offset, size } = resources.get(member)?;
        Some(IndexEntry::new(key.name(), key.resource_type.into(), member, [offset, size]))
    };
    Ok((version.numbering(), keys.into_iter().filter_map(entry).collect()))
}

/// The members of a RIM.
fn in_rim(reader: &mut (impl Read + Seek)) -> BinResult<Vec<IndexEntry>> {
    let header = within("header", parts::header::<rim::Header, _>(reader, Endian::Little, (rim::MAGIC, rim::VERSION)))?;
    let table = (header.entries_offset(), header.entry_count);
    let entries: Vec<rim::Entry> = within("entries", rows_at(reader, Endian::Little, table))?;
    let entry = |(member, entry): (usize, &rim::Entry)| {
        IndexEntry::new(entry.name(), entry.resource_type, member, [entry.offset, entry.size])
    };
    Ok(entries.iter().enumerate().map(entry).collect())
}

/// The members of a BIFF.
fn in_biff(reader: &mut (impl Read + Seek)) -> BinResult<Vec<IndexEntry>> {
    let header = within("header", biff::header(reader, Endian::Little, ()))?;
    let table = (header.table_offset, header.variable_count);
    let resources: Vec<biff::VariableResource> = within("resources", rows_at(reader, Endian::Little, table))?;
    let entry = |(member, resource): (usize, &biff::VariableResource)| {
        IndexEntry::new(b"", resource.resource_type, member, [resource.offset, resource.size])
    };
    Ok(resources.iter().enumerate().map(entry).collect())
}

/// An error inside a table, with the table's name on the path, as binrw's derive does.
fn within<T>(field: &str, read: BinResult<T>) -> BinResult<T> {
    let frame = || BacktraceFrame::Full { code: None, message: format!("'{field}'").into(), file: "", line: 0 };
    read.map_err(|error| error.with_context(frame()))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::Document;

    #[test]
    fn the_index_of_each_archive_leads_to_its_members() {
        let member =
            |name: &[u8; 16]| rim::Member { name: *name, resource_type: 2016, resource_id: 0, data: b"floor".to_vec() };
        let rim = rim::Rim { members: vec![member(b"M01aa_01a\0\0\0\0\0\0\0")], ..rim::Rim::default() };
        let biff_member = biff::Member { resource_id: 0, resource_type: 2016, data: b"floor".to_vec() };
        let biff = biff::Biff { members: vec![biff_member], ..biff::Biff::default() };
        let key = |id| erf::Key::new("M01aa_01a", 2016, id).expect("a short name");
        let version = erf::Version::V1_1;
        let erf = erf::Erf {
            file_type: *b"HAK ",
            version,
            keys: vec![key(0)],
            members: vec![b"floor".to_vec()],
            ..erf::Erf::default()
        };
        let read = |bytes: Vec<u8>| {
            let index = Index::read(&mut Cursor::new(&bytes)).expect("an archive");
            let entry = index.entries[0].clone();
            let from = entry.offset as usize;
            (index.numbering, entry.file_name(index.numbering), bytes[from..from + entry.size as usize].to_vec())
        };
        assert_eq!(read(rim.to_bytes().unwrap()), (Numbering::Kotor, "M01aa_01a.wok".to_owned(), b"floor".to_vec()));
        assert_eq!(read(erf.to_bytes().unwrap()), (Numbering::Nwn2, "M01aa_01a.wok".to_owned(), b"floor".to_vec()));
        assert_eq!(read(biff.to_bytes().unwrap()).2, b"floor");
    }

    #[test]
    fn a_key_leads_to_the_member_of_its_number() {
        let key = |name, id| erf::Key::new(name, 9, id).expect("a short name");
        let keys = vec![key("second", 1), key("nowhere", 7)];
        let erf = erf::Erf { file_type: *b"MOD ", keys, members: vec![vec![1], vec![2]], ..erf::Erf::default() };
        let index = Index::read(&mut Cursor::new(erf.to_bytes().unwrap())).expect("an archive");
        let names: Vec<_> =
            index.entries.iter().map(|entry| (entry.file_name(index.numbering), entry.member)).collect();
        assert_eq!(names, [("second.mpg".to_owned(), 1)]);
    }

    #[test]
    fn what_is_no_archive_is_an_error_with_its_place() {
        let read = |bytes: &[u8]| Index::read(&mut Cursor::new(bytes)).expect_err("no archive").to_string();
        assert_eq!(read(b""), "ERF: header.file_type at offset 0x0: expected 1 byte, found 0 bytes before the end");
        assert!(read(b"MOD V9.9 and so on, for more than a hundred and sixty bytes").contains("bytes before the end"));
        assert!(read(&[&b"BZF V1  "[..], &[0; 12]].concat()).contains("compressed"));
        assert!(read(&[&b"E\0R\0F\0 \0"[..], &[0; 152]].concat()).contains("later game"));
    }
}
