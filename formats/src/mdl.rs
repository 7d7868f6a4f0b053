//! KotOR models, `.mdl`: nodes linked by offsets, of which only the node with the room's own copy of its walkmesh is interpreted.
//!
//! Everything else is kept as bytes, so a model is written as it was read. [`Mdl::walkmesh`] follows the links from the header to
//! the node with the tree, and [`Mdl::put`] and [`Mdl::append`] write records back.
//!
//! Source: `docs/formats/mdl.md`, measured on the models of 37 rooms of both games.
//!
//! ```
//! use walkmesh_formats::{Document, Format, mdl::{FunctionPointers, GeometryHeader, Mdl}};
//!
//! let header = GeometryHeader { function_pointers: FunctionPointers::KOTOR_2, ..GeometryHeader::default() };
//! let mut model = Mdl::default();
//! model.append(&[header])?;
//! let bytes = model.to_bytes()?;
//! assert_eq!(Format::detect(&bytes), Some(Format::Mdl));
//! assert_eq!(Mdl::from_bytes(&bytes)?.at::<GeometryHeader>(0, "header")?, header);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

mod mesh;
mod node;
mod tree;
#[cfg(feature = "arbitrary")]
mod valid;
mod walkmesh;

use std::fmt::Display;
use std::io::Cursor;

use binrw::{Endian, binrw};
use bytemuck::bytes_of;

pub use mesh::{AabbNode, Face, Kotor2Mesh, MeshEnd, MeshHeader};
pub use node::{Array, FunctionPointers, GeometryHeader, NodeHeader};
pub use tree::{TreeFault, TreeNode};
pub use walkmesh::WalkmeshNode;

use crate::document::OnDisk;
use crate::error::{Error, Wrong, bytes};
use crate::rows::{Row, count, literal, rest, row, rows, write_row, write_rows};
use crate::signature::Signature;
use crate::{Document, Format};

/// Size of the header of the file in bytes. All offsets in a model count from its end.
pub const HEADER_SIZE: u32 = 12;

/// A binary model starts with a zero, and the function pointers identify the game.
pub(crate) const SIGNATURE: Signature = Signature::Rule { start: |head| head.starts_with(&[0; 4]), whole: is_model };

fn is_model(bytes: &[u8]) -> bool {
    let pointers = bytes.get(HEADER_SIZE as usize..HEADER_SIZE as usize + size_of::<FunctionPointers>());
    pointers.is_some_and(|read| FunctionPointers::KNOWN.iter().any(|known| bytes_of(known) == read))
}

/// A record of a model: every bit pattern is a value.
pub trait Record: Row {}

impl<T: Row> Record for T {}

/// A whole MDL file.
///
/// The drawn vertices are in a second file, the `.mdx`, which nothing here reads.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Mdl {
    /// 0: the model is binary.
    #[br(temp, parse_with = literal, args([0; 4]))]
    #[bw(calc = [0; 4])]
    binary: [u8; 4],
    /// The number of bytes in `data`.
    #[br(temp)]
    #[bw(calc = count("data", data)?)]
    data_size: u32,
    /// The size of the `.mdx` in bytes.
    pub mdx_size: u32,
    /// The records of the model: a [`GeometryHeader`], and what its offsets lead to. All offsets count from here.
    #[br(parse_with = rows, args(data_size.into()))]
    #[bw(write_with = write_rows)]
    pub data: Vec<u8>,
    /// The bytes after the data: none in the models that were measured.
    #[br(parse_with = rest)]
    #[bw(write_with = write_rows)]
    pub rest: Vec<u8>,
}

impl OnDisk for Mdl {
    fn size_hint(&self) -> usize {
        HEADER_SIZE as usize + self.data.len() + self.rest.len()
    }
}

impl Mdl {
    /// The record at an offset into the data. `field` names it in an error.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the record is out of range.
    pub fn at<T: Record>(&self, offset: u32, field: &str) -> Result<T, Error> {
        let record = self.bytes_at(offset, size_of::<T>() as u64, field)?;
        Ok(read_row(record))
    }

    /// A table of `count` records at an offset into the data. `field` names it in an error.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the table is out of range.
    pub fn table_at<T: Record>(&self, offset: u32, count: u32, field: &str) -> Result<Vec<T>, Error> {
        let table = self.bytes_at(offset, u64::from(count) * size_of::<T>() as u64, field)?;
        Ok(table.chunks_exact(size_of::<T>()).map(read_row).collect())
    }

    /// Writes records over the ones at an offset into the data.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the table is out of range.
    pub fn put<T: Record>(&mut self, offset: u32, records: &[T], field: &str) -> Result<(), Error> {
        self.bytes_at(offset, size_of_val(records) as u64, field)?;
        let mut at = offset as usize;
        for record in records {
            self.data[at..at + size_of::<T>()].copy_from_slice(&written_row(record));
            at += size_of::<T>();
        }
        Ok(())
    }

    /// Appends records to the data, and returns their offset, which is a multiple of 4.
    ///
    /// # Errors
    /// [`Error::Unwritable`] if the data would have 4 GiB or more.
    pub fn append<T: Record>(&mut self, records: &[T]) -> Result<u32, Error> {
        let start = self.data.len().next_multiple_of(4);
        let end = start.checked_add(size_of_val(records)).and_then(|end| u32::try_from(end).ok());
        let (Ok(offset), Some(_)) = (u32::try_from(start), end) else {
            let wrong = Wrong::unwritable("data", "less than 4 GiB", bytes(self.data.len() as u64));
            return Err(wrong.at(Format::Mdl, "data".to_owned(), HEADER_SIZE.into()));
        };
        self.data.resize(start, 0);
        records.iter().for_each(|record| self.data.extend(written_row(record)));
        Ok(offset)
    }

    /// `size` bytes at an offset into the data.
    fn bytes_at(&self, offset: u32, size: u64, field: &str) -> Result<&[u8], Error> {
        let left = self.data.get(offset as usize..).unwrap_or_default();
        let found = usize::try_from(size).ok().and_then(|size| left.get(..size));
        found.ok_or_else(|| {
            let found = format!("{} before the end of the data", bytes(left.len() as u64));
            malformed(bytes(size), found, field, offset)
        })
    }
}

/// An error about a field at an offset into the data.
fn malformed(expected: impl Display, found: impl Display, field: &str, offset: u32) -> Error {
    Wrong::new(expected, found).at(Mdl::FORMAT, field.to_owned(), u64::from(HEADER_SIZE) + u64::from(offset))
}

/// A record from its little-endian bytes, which must have its size.
fn read_row<T: Record>(bytes: &[u8]) -> T {
    let mut reader = Cursor::new(bytes);
    row(&mut reader, Endian::Little, ()).unwrap_or_else(|_| T::zeroed())
}

/// A record as little-endian bytes.
fn written_row<T: Record>(record: &T) -> Vec<u8> {
    let mut writer = Cursor::new(Vec::with_capacity(size_of::<T>()));
    // A vector takes all bytes.
    let _ = write_row(record, &mut writer, Endian::Little, ());
    writer.into_inner()
}
