//! Reads columns of a 2DA, text or binary.

use crate::formats::Document;
use crate::formats::two_da::{Text, TwoDa};
use crate::text::one_line;

use super::ModelError;

/// The cells of some columns, row by row. A cell without a value is `None`.
pub(super) fn columns<const N: usize>(
    bytes: &[u8],
    labels: [&'static str; N],
) -> Result<Vec<[Option<String>; N]>, ModelError> {
    if Text::could_be(bytes) {
        let table = Text::from_bytes(bytes)?;
        let columns = find(labels, |label| table.column(label))?;
        return Ok(table.rows().map(|row| columns.map(|column| value(row.cell(column)))).collect());
    }
    let table = TwoDa::from_bytes(bytes)?;
    let columns = find(labels, |label| table.column(label))?;
    let cell = |row: &[u16], column: usize| value(table.text(*row.get(column)?)?);
    Ok(table.rows().map(|row| columns.map(|column| cell(row, column))).collect())
}

fn find<const N: usize>(
    labels: [&'static str; N],
    column: impl Fn(&str) -> Option<usize>,
) -> Result<[usize; N], ModelError> {
    let mut found = [0; N];
    for (at, label) in found.iter_mut().zip(labels) {
        *at = column(label).ok_or(ModelError::NoColumn { column: label })?;
    }
    Ok(found)
}

fn value(cell: &[u8]) -> Option<String> {
    (!cell.is_empty() && cell != b"****").then(|| one_line(cell))
}
