//! [`AppearanceTable`]: the sizes of creatures by their appearances (`appearance.2da`).

use super::ModelTableError;
use super::engine::Walker;
use super::table::Table;
use crate::text::{finite, one_line};

/// The sizes of the creatures that the rows of `appearance.2da` describe.
///
/// Source: docs/formats/kotor-area.md#creatures.
///
/// ```
/// use walkmesh::kotor::AppearanceTable;
///
/// let table = AppearanceTable::from_2da(b"2DA V2.0\n\n label perspace creperspace height\n0 Man 0.35 0.4 1.6\n1 Rat 0.3 **** ****\n")?;
/// let [man, rat] = [0, 1].map(|row| table.walker(row).unwrap());
/// assert_eq!((man.radius, man.creature_radius, man.height), (0.35, 0.4, 1.6));
/// assert_eq!((rat.radius, rat.creature_radius, rat.height), (0.3, 0.3, 1.0));
/// assert_eq!(table.walker(2), None);
/// # Ok::<(), walkmesh::kotor::ModelTableError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AppearanceTable {
    rows: Vec<Row>,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    walker: Walker,
    /// The label of the row; empty if it has no label.
    label: Box<str>,
    /// The first column whose cell is not a valid size, and the first bytes of that cell.
    bad: Option<(&'static str, Box<str>)>,
}

/// An error in the lookup of a walker's sizes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AppearanceError {
    /// No row has the number or the label.
    /// Cause: the caller.
    #[error("has no row {row}; the first of its {count} rows is 0, and labels are in the column `label`")]
    NoSuchRow {
        /// The number or the label.
        row: String,
        /// Number of rows in the table.
        count: usize,
    },
    /// A cell is neither empty nor a valid size.
    /// Cause: the file.
    #[error("row {row}, column {column}: `{found}` is not a number of metres of 0 or more")]
    NotASize {
        /// The number of the row, from 0.
        row: usize,
        /// The label of the column.
        column: &'static str,
        /// The first bytes of the cell.
        found: String,
    },
}

/// The columns of sizes, in the order of the fields of a [`Walker`].
const COLUMNS: [&str; 3] = ["perspace", "creperspace", "height"];
/// Maximum length of a label that is kept, and of the part of a cell that an error shows, in bytes. Rows of a binary table may share one
/// long text.
const LONGEST: usize = 64;

impl AppearanceTable {
    /// The name of the table's file.
    pub const FILE: &str = "appearance.2da";

    /// Maximum number of rows that are read.
    pub const MAX_ROWS: usize = 1 << 16;

    /// Reads a table, binary (`2DA V2.b`) or text (`2DA V2.0`), with the columns `PERSPACE`, `CREPERSPACE` and `HEIGHT`, in upper or lower
    /// case. A cell that is not a number of 0 or more counts as empty, except in [`find`](Self::find).
    ///
    /// # Errors
    /// [`ModelTableError`].
    pub fn from_2da(bytes: &[u8]) -> Result<Self, ModelTableError> {
        let table = Table::from_bytes(bytes)?;
        let found = COLUMNS.map(|label| table.column(label));
        let [Some(radius), Some(creature_radius), Some(height)] = found else {
            return Err(ModelTableError::NoColumn { expected: "perspace, creperspace and height" });
        };
        let labels = table.column("label");
        // In a table without row labels, another column's cells take their place; they are ignored.
        let cells = table.rows([radius, creature_radius, height, labels.unwrap_or(radius)]);
        let rows = cells.take(Self::MAX_ROWS + 1).map(|[radius, creature_radius, height, label]| {
            Row::new([radius, creature_radius, height], labels.map_or(b"", |_| label))
        });
        let rows: Vec<Row> = rows.collect();
        if rows.len() > Self::MAX_ROWS { Err(ModelTableError::TooManyRows) } else { Ok(Self { rows }) }
    }

    /// The sizes in a row; `None` if the table has no such row.
    #[must_use]
    pub fn walker(&self, row: u32) -> Option<Walker> {
        self.rows.get(row as usize).map(|row| row.walker)
    }

    /// The sizes in the row with a number, or with a label (case-insensitive). If several rows have the label, the first is used.
    ///
    /// # Errors
    /// [`AppearanceError`] if the row does not exist, or if a cell of it is not a valid size.
    ///
    /// ```
    /// use walkmesh::kotor::AppearanceTable;
    ///
    /// let table = AppearanceTable::from_2da(b"2DA V2.0\n\n label perspace creperspace height\n0 Man 0.35 0.4 1.6\n1 Rat 0.3 **** tall\n")?;
    /// assert_eq!(table.find("man").ok(), table.walker(0));
    /// let error = table.find("1").unwrap_err();
    /// assert_eq!(error.to_string(), "row 1, column height: `tall` is not a number of metres of 0 or more");
    /// # Ok::<(), walkmesh::kotor::ModelTableError>(())
    /// ```
    pub fn find(&self, row: &str) -> Result<Walker, AppearanceError> {
        let by_label = || self.rows.iter().position(|it| !row.is_empty() && it.label.eq_ignore_ascii_case(row));
        let by_number = row.parse().ok().filter(|&number: &usize| number < self.rows.len());
        let Some(number) = by_number.or_else(by_label) else {
            return Err(AppearanceError::NoSuchRow { row: row.to_owned(), count: self.rows.len() });
        };
        match &self.rows[number] {
            Row { bad: Some((column, found)), .. } => {
                Err(AppearanceError::NotASize { row: number, column, found: found.to_string() })
            }
            row => Ok(row.walker),
        }
    }
}

impl Row {
    fn new(cells: [&[u8]; 3], label: &[u8]) -> Self {
        let sizes = cells.map(size);
        let is_bad = |&at: &usize| sizes[at].is_none() && !is_empty(cells[at]);
        let bad = (0..COLUMNS.len()).find(is_bad);
        let bad = bad.map(|at| (COLUMNS[at], one_line(&cells[at][..cells[at].len().min(LONGEST)]).into()));
        let is_label = !is_empty(label) && label.len() <= LONGEST;
        Self { walker: walker(sizes), label: if is_label { one_line(label).into() } else { Box::default() }, bad }
    }
}

fn is_empty(cell: &[u8]) -> bool {
    cell.is_empty() || cell == b"****"
}

/// The size in a cell, in metres.
fn size(cell: &[u8]) -> Option<f32> {
    std::str::from_utf8(cell).ok().and_then(finite).filter(|size| *size >= 0.0)
}

/// A walker with the sizes of a row. Empty cells get the engine's reported defaults.
fn walker([radius, creature_radius, height]: [Option<f32>; 3]) -> Walker {
    let default = Walker::default();
    let radius = radius.unwrap_or(default.radius);
    let height = height.unwrap_or(default.height);
    Walker::new(radius).with_creature_radius(creature_radius.unwrap_or(radius)).with_height(height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Document;
    use crate::formats::two_da::TwoDa;

    #[test]
    fn both_forms_have_the_same_sizes_and_cells_that_are_no_sizes_count_as_empty() {
        let cells = [["0.35", "0.4", "1.6"], ["", "", ""], ["-1", "NaN", "inf"], ["0", "", "2"]];
        let binary = TwoDa::from_rows(["PERSPACE", "CREPERSPACE", "HEIGHT"], cells).unwrap().to_bytes().unwrap();
        let shown = |cell: &str| if cell.is_empty() { "****".to_owned() } else { cell.to_owned() };
        let lines = cells.map(|row| format!("0 {}\n", row.map(shown).join(" "))).concat();
        let text = format!("2DA V2.0\n\n perspace creperspace height\n{lines}");
        for bytes in [&binary[..], text.as_bytes()] {
            let table = AppearanceTable::from_2da(bytes).unwrap();
            let sizes = |row| table.walker(row).map(|it| (it.radius, it.creature_radius, it.height));
            let expected =
                [Some((0.35, 0.4, 1.6)), Some((0.6, 0.6, 1.0)), Some((0.6, 0.6, 1.0)), Some((0.0, 0.0, 2.0)), None];
            assert_eq!([0, 1, 2, 3, 4].map(sizes), expected);
        }
    }

    #[test]
    fn a_row_is_found_by_its_number_or_its_label_and_a_bad_cell_is_named() {
        let text = "2DA V2.0\n\n label perspace creperspace height\n0 Man 0.35 0.4 1.6\n1 Rat 0.3 -1 high\n2 man 1 1 1\n3 0 2 2 2\n";
        let table = AppearanceTable::from_2da(text.as_bytes()).unwrap();
        let radius = |row| table.find(row).map(|it| it.radius).map_err(|error| error.to_string());
        assert_eq!(["0", "MAN", "2", "3"].map(radius), [Ok(0.35), Ok(0.35), Ok(1.0), Ok(2.0)]);
        let bad = "row 1, column creperspace: `-1` is not a number of metres of 0 or more";
        assert_eq!(["1", "rat"].map(radius), [Err(bad.to_owned()), Err(bad.to_owned())]);
        for row in ["4", "dog", "", "-1"] {
            let missing = AppearanceError::NoSuchRow { row: row.to_owned(), count: 4 };
            assert_eq!(table.find(row), Err(missing));
        }
        let bare = AppearanceTable::from_2da(b"2DA V2.0\n\n perspace creperspace height\n0 0.35 0.4 1.6\n").unwrap();
        assert!(bare.find("0").is_ok() && bare.find("0.35").is_err());
    }

    #[test]
    fn another_table_is_refused_with_the_columns_that_it_lacks() {
        let error = AppearanceTable::from_2da(b"2DA V2.0\n\n perspace height\n0 1 1\n").unwrap_err();
        let expected = "the table has no column perspace, creperspace and height; perhaps it is another table";
        assert_eq!(error.to_string(), expected);
    }
}
