//! A binary 2DA in numbers.

use crate::formats::two_da::TwoDa;
use crate::text::one_line;

/// A binary 2DA in numbers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TableSummary {
    /// The version that the file names.
    pub version: &'static str,
    /// Number of rows.
    pub rows: usize,
    /// The labels of the columns.
    pub columns: Vec<String>,
    /// Size of the strings, in bytes. Equal strings are stored once.
    pub strings: usize,
}

impl TableSummary {
    pub(in crate::level) fn new(file: &TwoDa) -> Self {
        Self {
            version: "V2.b",
            rows: file.row_labels().count(),
            columns: file.column_labels().map(one_line).collect(),
            strings: file.data.len(),
        }
    }
}
