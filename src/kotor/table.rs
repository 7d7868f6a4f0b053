//! [`Table`]: the cells of a 2DA, in either of its two forms.

use crate::formats::two_da::{Text, TwoDa};
use crate::formats::{Document, Error as FormatError};

/// A table of text cells, binary (`2DA V2.b`) or text (`2DA V2.0`).
pub(super) enum Table<'a> {
    Text(Text<'a>),
    Binary(TwoDa),
}

impl<'a> Table<'a> {
    /// Reads a table.
    ///
    /// # Errors
    /// If the bytes are neither form of a 2DA, or are damaged.
    pub(super) fn from_bytes(bytes: &'a [u8]) -> Result<Self, FormatError> {
        if Text::could_be(bytes) {
            Text::from_bytes(bytes).map(Self::Text)
        } else {
            TwoDa::from_bytes(bytes).map(Self::Binary)
        }
    }

    /// The column with a label, ignoring case.
    pub(super) fn column(&self, label: &str) -> Option<usize> {
        match self {
            Self::Text(table) => table.column(label),
            Self::Binary(table) => table.column(label),
        }
    }

    /// The cells of given columns, row by row. A cell without a value is empty.
    pub(super) fn rows<const N: usize>(&self, columns: [usize; N]) -> Box<dyn Iterator<Item = [&[u8]; N]> + '_> {
        match self {
            Self::Text(table) => Box::new(table.rows().map(move |row| columns.map(|column| row.cell(column)))),
            Self::Binary(table) => Box::new(table.rows().map(move |row| {
                columns.map(|column| row.get(column).and_then(|cell| table.text(*cell)).unwrap_or_default())
            })),
        }
    }
}
