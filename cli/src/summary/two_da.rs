//! A binary 2DA in numbers.

use serde::Serialize;
use walkmesh::formats::two_da::TwoDa;

#[derive(Serialize)]
pub struct Table {
    version: &'static str,
    rows: usize,
    /// The labels of the columns.
    columns: Vec<String>,
    /// Bytes of the strings, of which equal ones are stored once.
    strings: usize,
}

impl Table {
    pub fn of(file: &TwoDa) -> Self {
        Self {
            version: "V2.b",
            rows: file.row_labels().count(),
            columns: file.column_labels().map(|label| String::from_utf8_lossy(label).into_owned()).collect(),
            strings: file.data.len(),
        }
    }
}
