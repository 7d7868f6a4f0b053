//! BioWare's tables, `.2da`: text cells under named columns, in the binary form `V2.b` of Knights of the Old Republic.
//! The text form `V2.0`, which Neverwinter Nights and modders use, is read by [`Text`].
//!
//! A file has a line with the version, the labels of the columns, the labels of the rows, one offset per cell, and the strings to which the
//! offsets point. Equal strings are stored once. An empty string is a cell without a value, for which the text form has `****`.
//!
//! Source: `docs/formats/two-da.md`. The public descriptions of the format agree with one another. No file of the games was available.
//!
//! ```
//! use walkmesh_formats::{Document, Format, two_da::TwoDa};
//!
//! let table = TwoDa::from_rows(["label", "walk"], [["Dirt", "1"], ["Nonwalk", ""]])?;
//! let bytes = table.to_bytes()?;
//! assert_eq!(Format::detect(&bytes), Some(Format::TwoDa));
//! let table = TwoDa::from_bytes(&bytes)?;
//! let walk = table.column("WALK").unwrap();
//! assert_eq!(table.cell(0, walk), Some(&b"1"[..]));
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

mod text;
#[cfg(feature = "arbitrary")]
mod valid;

use std::collections::HashMap;

use binrw::{BinResult, binrw};

pub use self::text::{Row, Text};
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::rows::{affordable, count, literal, rest, rows, write_rows};
use crate::{Error, Format};

/// The first line: magic and version.
pub const MAGIC: [u8; 9] = *b"2DA V2.b\n";

/// The byte that ends each label.
const TAB: u8 = b'\t';

/// A whole binary `.2da` file.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TwoDa {
    /// `2DA V2.b` and a line feed.
    #[br(temp, parse_with = literal, args(MAGIC))]
    #[bw(calc = MAGIC)]
    magic: [u8; 9],
    /// The labels of the columns, a TAB behind each; the file has a NUL behind them all.
    /// [`column_labels`](Self::column_labels) separates them.
    #[br(parse_with = column_labels)]
    #[bw(write_with = write_column_labels)]
    pub columns: Vec<u8>,
    /// The number of rows.
    #[br(temp)]
    #[bw(calc = row_count(row_labels)?)]
    row_count: u32,
    /// The labels of the rows, a TAB behind each. They have no meaning: in the games' files they are the rows' numbers.
    #[br(parse_with = row_labels, args(row_count))]
    #[bw(write_with = write_rows)]
    pub row_labels: Vec<u8>,
    /// The offset of each cell in `data`, row by row.
    #[br(parse_with = rows, args(cells(row_count, &columns)))]
    #[bw(assert(offsets.len() as u64 == cells(row_count, columns), wrong_cells(offsets, cells(row_count, columns))))]
    #[bw(write_with = write_rows)]
    pub offsets: Vec<u16>,
    /// The number of bytes of the strings.
    #[br(temp)]
    #[bw(calc = count("data", data)?)]
    data_size: u16,
    /// The strings of the cells, a NUL behind each; equal strings are stored once. An empty one is a cell without a value.
    #[br(parse_with = rows, args(data_size.into()))]
    #[bw(write_with = write_rows)]
    pub data: Vec<u8>,
    /// The bytes after the strings: none in a file of the games.
    #[br(parse_with = rest)]
    #[bw(write_with = write_rows)]
    pub rest: Vec<u8>,
}

impl OnDisk for TwoDa {}

impl TwoDa {
    /// Makes a table of columns and of rows with one cell for each column. Rows are labelled with their numbers.
    ///
    /// # Errors
    /// [`Error::Unwritable`] for a row with another number of cells, a label with a TAB or NUL, a cell with a NUL, and
    /// more than 64 KiB of different strings.
    pub fn from_rows<'a, R: AsRef<[&'a str]>>(
        columns: impl IntoIterator<Item = &'a str>,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, Error> {
        let mut table = Self::default();
        for label in columns {
            if label.contains(['\t', '\0']) {
                return Err(unwritable("columns", "labels without TAB and NUL", format_args!("{label:?}")));
            }
            table.columns.extend(label.bytes().chain([TAB]));
        }
        let width = table.column_labels().count();
        let mut known = HashMap::new();
        for (number, row) in rows.into_iter().enumerate() {
            let row = row.as_ref();
            if row.len() != width {
                return Err(unwritable("offsets", format_args!("{width} cells in each row"), row.len()));
            }
            table.row_labels.extend(number.to_string().bytes().chain([TAB]));
            for &cell in row {
                let offset = match known.get(cell) {
                    Some(&offset) => offset,
                    None => table.add(cell)?,
                };
                known.insert(cell, offset);
                table.offsets.push(offset);
            }
        }
        Ok(table)
    }

    /// Adds a string and returns its offset.
    fn add(&mut self, cell: &str) -> Result<u16, Error> {
        if cell.contains('\0') {
            return Err(unwritable("data", "cells without NUL", format_args!("{cell:?}")));
        }
        let offset = u16::try_from(self.data.len());
        self.data.extend(cell.bytes().chain([0]));
        offset
            .ok()
            .filter(|_| self.data.len() <= usize::from(u16::MAX))
            .ok_or_else(|| unwritable("data", "at most 65535 bytes", self.data.len()))
    }

    /// The labels of the columns.
    pub fn column_labels(&self) -> impl Iterator<Item = &[u8]> {
        labels(&self.columns)
    }

    /// The labels of the rows.
    pub fn row_labels(&self) -> impl Iterator<Item = &[u8]> {
        labels(&self.row_labels)
    }

    /// The column with a label, ignoring case; the first if several match.
    pub fn column(&self, label: &str) -> Option<usize> {
        self.column_labels().position(|known| known.eq_ignore_ascii_case(label.as_bytes()))
    }

    /// The offsets of each row's cells, one for each column; nothing in a table without columns.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.offsets.chunks_exact(tabs(&self.columns).max(1))
    }

    /// The string at an offset, empty for a cell without a value; `None` if the string is incomplete.
    pub fn text(&self, offset: u16) -> Option<&[u8]> {
        let text = self.data.get(offset.into()..)?;
        let end = text.iter().position(|&byte| byte == 0)?;
        Some(&text[..end])
    }

    /// The text of one cell, empty if it has no value; `None` if no such cell exists, or its string is incomplete.
    pub fn cell(&self, row: usize, column: usize) -> Option<&[u8]> {
        self.text(*self.rows().nth(row)?.get(column)?)
    }
}

/// Splits labels, each of which ends with a TAB.
fn labels(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == TAB).map(|label| label.strip_suffix(&[TAB]).unwrap_or(label))
}

fn unwritable(field: &'static str, expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Error {
    Wrong::unwritable(field, expected, found).at(Format::TwoDa, field.to_owned(), 0)
}

/// Number of labels: TABs.
fn tabs(labels: &[u8]) -> usize {
    labels.iter().filter(|&&byte| byte == TAB).count()
}

fn row_count(row_labels: &[u8]) -> Result<u32, Wrong> {
    if !row_labels.is_empty() && !row_labels.ends_with(&[TAB]) {
        return Err(Wrong::unwritable("row_labels", "a TAB behind each label", "none behind the last one"));
    }
    let rows = tabs(row_labels);
    u32::try_from(rows).map_err(|_| Wrong::unwritable("row_labels", "less than 2^32 labels", rows))
}

/// Number of cells of a table.
fn cells(rows: u32, columns: &[u8]) -> u64 {
    u64::from(rows).saturating_mul(tabs(columns) as u64)
}

fn wrong_cells(offsets: &[u16], expected: u64) -> Wrong {
    Wrong::unwritable("offsets", format_args!("one per cell, {expected} in all"), offsets.len())
}

/// Reads labels up to and including a NUL.
#[binrw::parser(reader)]
fn column_labels() -> BinResult<Vec<u8>> {
    let mut labels = Vec::new();
    loop {
        let mut byte = [0];
        reader.read_exact(&mut byte)?;
        if byte == [0] {
            break;
        }
        labels.extend(byte);
    }
    if labels.is_empty() || labels.ends_with(&[TAB]) {
        return Ok(labels);
    }
    let here = reader.stream_position()?.saturating_sub(1);
    Err(Wrong::new("a TAB behind the last column's label", "a NUL").here(here))
}

#[expect(clippy::ptr_arg, reason = "binrw hands over the field as it is declared")]
#[binrw::writer(writer)]
fn write_column_labels(columns: &Vec<u8>) -> BinResult<()> {
    if columns.contains(&0) {
        return Err(Wrong::unwritable("columns", "labels without NUL", "one with a NUL").into());
    }
    if !columns.is_empty() && !columns.ends_with(&[TAB]) {
        return Err(Wrong::unwritable("columns", "a TAB behind each label", "none behind the last one").into());
    }
    writer.write_all(columns)?;
    writer.write_all(&[0])?;
    Ok(())
}

/// Reads one label for each row.
#[binrw::parser(reader)]
fn row_labels(row_count: u32) -> BinResult<Vec<u8>> {
    // A label has at least its TAB.
    affordable(reader, row_count.into(), 1)?;
    let mut labels = Vec::new();
    let mut left = row_count;
    while left > 0 {
        let mut byte = [0];
        reader.read_exact(&mut byte)?;
        labels.extend(byte);
        left -= u32::from(byte == [TAB]);
    }
    Ok(labels)
}
