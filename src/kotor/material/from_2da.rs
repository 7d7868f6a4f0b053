//! Reads a table of materials from a `surfacemat.2da`, in the binary or in the text form.

use std::borrow::Cow;

use walkmesh_formats::Document;
use walkmesh_formats::two_da::{Text, TwoDa};

use super::{Material, MaterialTable};
use crate::text::one_line;

/// Maximum number of rows of a table of materials: the games' have 31, and the engine's masks hold 32.
const MAX_ROWS: usize = 256;
/// Maximum length of a cell's text, in bytes: the limit of the text form in quotes.
const LONGEST: usize = 256;

/// An error in reading a table of materials from a `.2da`.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MaterialTableError {
    /// The bytes are neither form of a 2DA, or are damaged.
    #[error(transparent)]
    Format(#[from] walkmesh_formats::Error),
    /// A column is missing. The file may be another table.
    #[error("the table has no column {column}, only {}; expected a surfacemat.2da", found.join(", "))]
    NoColumn {
        /// The label of the column, whose case does not matter.
        column: &'static str,
        /// The labels found, 20 at most.
        found: Vec<String>,
    },
    /// A cell has a value that its column does not allow.
    #[error("row {row}, column {column}: expected {expected}, found {found:?}")]
    Cell {
        /// The row, which is the material's number.
        row: usize,
        /// The label of the column.
        column: &'static str,
        /// The value that the column needs.
        expected: &'static str,
        /// The text of the cell, possibly truncated.
        found: String,
    },
    /// More rows than any table of materials has.
    #[error("the table has more than 256 rows; expected a surfacemat.2da, which has 31")]
    TooManyRows,
}

impl MaterialTable {
    /// Reads the table of a game or a mod: its `surfacemat.2da`, binary (`2DA V2.b`) or text (`2DA V2.0`).
    ///
    /// The columns `Walk`, `WalkCheck` and `LineOfSight` are required; `Grass` and `Label` are optional. The case and order of the labels
    /// do not matter. A cell without a value is 0, as for the game.
    ///
    /// ```
    /// use walkmesh::kotor::{MaterialId, MaterialTable};
    ///
    /// let text = "2DA V2.0\n\n  Label    Walk WalkCheck LineOfSight Grass\n0 Nothing  0 0 0 0\n1 \"Soft sand\" 1 1 1 ****\n";
    /// let table = MaterialTable::from_2da(text.as_bytes())?;
    /// assert!(table.is_walkable(MaterialId(1)));
    /// assert_eq!(table.get(MaterialId(1)).unwrap().name, "Soft sand");
    /// # Ok::<(), walkmesh::kotor::MaterialTableError>(())
    /// ```
    ///
    /// # Errors
    /// [`MaterialTableError`].
    pub fn from_2da(bytes: &[u8]) -> Result<Self, MaterialTableError> {
        if Text::could_be(bytes) {
            let table = Text::from_bytes(bytes)?;
            let columns = Columns::find(|label| table.column(label), table.column_labels())?;
            return columns.materials(table.rows(), |row, column| Some(row.cell(column)));
        }
        let table = TwoDa::from_bytes(bytes)?;
        let columns = Columns::find(|label| table.column(label), table.column_labels())?;
        columns.materials(table.rows(), |row, column| table.text(*row.get(column)?))
    }
}

/// The columns of a table of materials.
struct Columns {
    label: Option<usize>,
    walk: usize,
    walk_check: usize,
    line_of_sight: usize,
    grass: Option<usize>,
}

impl Columns {
    fn find<'a>(
        column: impl Fn(&'static str) -> Option<usize>,
        labels: impl Iterator<Item = &'a [u8]>,
    ) -> Result<Self, MaterialTableError> {
        let mut labels = labels.map(beginning);
        let mut needed = |label: &'static str| {
            column(label).ok_or_else(|| MaterialTableError::NoColumn {
                column: label,
                found: labels.by_ref().take(20).collect(),
            })
        };
        Ok(Self {
            walk: needed("Walk")?,
            walk_check: needed("WalkCheck")?,
            line_of_sight: needed("LineOfSight")?,
            label: column("Label"),
            grass: column("Grass"),
        })
    }

    /// Reads the rows, each with the text of one of its cells.
    fn materials<'a, R>(
        &self,
        rows: impl Iterator<Item = R>,
        text: impl Fn(&R, usize) -> Option<&'a [u8]>,
    ) -> Result<MaterialTable, MaterialTableError> {
        let mut materials = Vec::new();
        for (number, row) in rows.enumerate() {
            if number >= MAX_ROWS {
                return Err(MaterialTableError::TooManyRows);
            }
            let cell = |label, column| {
                let text = text(&row, column);
                text.filter(|text| text.len() <= LONGEST).ok_or_else(|| MaterialTableError::Cell {
                    row: number,
                    column: label,
                    expected: "at most 256 bytes that are in the file",
                    found: beginning(text.unwrap_or_default()),
                })
            };
            let flag = |label, column| {
                let text = cell(label, column)?;
                is_set(text).ok_or_else(|| MaterialTableError::Cell {
                    row: number,
                    column: label,
                    expected: "a whole number",
                    found: beginning(text),
                })
            };
            materials.push(Material {
                name: match self.label {
                    Some(label) => Cow::Owned(one_line(cell("Label", label)?)),
                    None => Cow::Borrowed(""),
                },
                walk: flag("Walk", self.walk)?,
                walk_check: flag("WalkCheck", self.walk_check)?,
                line_of_sight: flag("LineOfSight", self.line_of_sight)?,
                grass: self.grass.map_or(Ok(false), |grass| flag("Grass", grass))?,
            });
        }
        Ok(materials.into_iter().collect())
    }
}

/// Returns whether a cell is a whole number other than 0; a cell without a value is 0. `None` for other text.
fn is_set(text: &[u8]) -> Option<bool> {
    let text = std::str::from_utf8(text).ok()?;
    let number = match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None if text.is_empty() => Ok(0),
        None => text.parse(),
    };
    number.ok().map(|number| number != 0)
}

/// The beginning of a text, for a message.
fn beginning(text: &[u8]) -> String {
    one_line(&text[..text.len().min(40)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kotor::MaterialId;

    const LABELS: [&str; 6] = ["label", "walk", "walkcheck", "lineofsight", "grass", "sound"];

    /// The first game's table in cells.
    fn cells() -> Vec<Vec<String>> {
        let flag = |set: bool| u8::from(set).to_string();
        let table = MaterialTable::kotor();
        let cells = |row: &Material| {
            let flags = [row.walk, row.walk_check, row.line_of_sight, row.grass].map(flag);
            [row.name.to_string()].into_iter().chain(flags).chain([String::new()]).collect()
        };
        table.rows.iter().map(cells).collect()
    }

    fn binary(labels: [&str; 6], cells: &[Vec<String>]) -> Vec<u8> {
        let rows = cells.iter().map(|row| row.iter().map(String::as_str).collect::<Vec<_>>());
        TwoDa::from_rows(labels, rows).unwrap().to_bytes().unwrap()
    }

    fn text(labels: [&str; 6], cells: &[Vec<String>]) -> Vec<u8> {
        let shown = |cell: &String| if cell.is_empty() { "****".to_owned() } else { format!("\"{cell}\"") };
        let line = |(number, row): (usize, &Vec<String>)| {
            format!("{number}\t{}\r\n", row.iter().map(shown).collect::<Vec<_>>().join("\t"))
        };
        let rows: String = cells.iter().enumerate().map(line).collect();
        format!("2DA V2.0\r\n\r\n\t{}\r\n{rows}", labels.join(" ")).into_bytes()
    }

    #[test]
    fn the_first_games_table_reads_back_from_both_forms_whatever_the_case_of_its_labels() {
        let upper = LABELS.map(str::to_ascii_uppercase);
        let upper = std::array::from_fn(|at| upper[at].as_str());
        for labels in [LABELS, upper] {
            assert_eq!(MaterialTable::from_2da(&binary(labels, &cells())), Ok(MaterialTable::kotor()));
            assert_eq!(MaterialTable::from_2da(&text(labels, &cells())), Ok(MaterialTable::kotor()));
        }
    }

    #[test]
    fn a_cell_without_a_value_is_0_and_any_other_number_is_1() {
        let mut cells = cells();
        for (row, walk) in [(0, "0x10"), (1, ""), (2, "-3"), (4, "0x0")] {
            cells[row][1] = walk.to_owned();
        }
        for bytes in [binary(LABELS, &cells), text(LABELS, &cells)] {
            let table = MaterialTable::from_2da(&bytes).unwrap();
            let walkable: Vec<bool> = (0..6).map(|id| table.is_walkable(MaterialId(id))).collect();
            assert_eq!(walkable, [true, false, true, true, false, true]);
        }
    }

    #[test]
    fn what_is_no_table_of_materials_is_refused_with_the_reason() {
        let error = |bytes: &[u8]| MaterialTable::from_2da(bytes).unwrap_err().to_string();
        assert_eq!(error(b""), "2DA: magic at offset 0x0: expected 9 bytes, found 0 bytes before the end");
        assert_eq!(
            error(&text(["label", "walk", "height", "lineofsight", "grass", "sound"], &cells())),
            "the table has no column WalkCheck, only label, walk, height, lineofsight, grass, sound; expected a \
             surfacemat.2da"
        );
        let mut wrong = cells();
        wrong[7][1] = "yes".to_owned();
        for bytes in [binary(LABELS, &wrong), text(LABELS, &wrong)] {
            assert_eq!(error(&bytes), "row 7, column Walk: expected a whole number, found \"yes\"");
        }
        wrong[7][1] = "1".repeat(257);
        assert!(error(&binary(LABELS, &wrong)).starts_with("row 7, column Walk: expected at most 256 bytes"));
        let many: Vec<_> = cells().into_iter().cycle().take(257).collect();
        for bytes in [binary(LABELS, &many), text(LABELS, &many)] {
            assert_eq!(MaterialTable::from_2da(&bytes), Err(MaterialTableError::TooManyRows));
        }
        // An offset beyond the strings.
        let mut table = TwoDa::from_bytes(&binary(LABELS, &cells())).unwrap();
        table.offsets[1] = u16::MAX;
        assert!(
            error(&table.to_bytes().unwrap()).starts_with("row 0, column Walk: expected at most 256 bytes that are")
        );
    }
}
