//! [`AppearanceTable`]: the sizes of creatures by their appearances (`appearance.2da`).

use super::ModelTableError;
use super::engine::Walker;
use super::table::Table;
use crate::text::finite;

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
    walkers: Vec<Walker>,
}

/// The columns of sizes, in the order of the fields of a [`Walker`].
const COLUMNS: [&str; 3] = ["perspace", "creperspace", "height"];

impl AppearanceTable {
    /// The most rows that are read.
    pub const MOST_ROWS: usize = 1 << 16;

    /// Reads a table, binary (`2DA V2.b`) or text (`2DA V2.0`), with the columns `PERSPACE`, `CREPERSPACE` and `HEIGHT`, in any case. A cell
    /// that is no number of 0 or more counts as empty.
    ///
    /// # Errors
    /// [`ModelTableError`].
    pub fn from_2da(bytes: &[u8]) -> Result<Self, ModelTableError> {
        let table = Table::from_bytes(bytes)?;
        let found = COLUMNS.map(|label| table.column(label));
        let [Some(radius), Some(creature_radius), Some(height)] = found else {
            return Err(ModelTableError::NoColumn { expected: "perspace, creperspace and height" });
        };
        let rows = table.rows([radius, creature_radius, height]);
        let walkers: Vec<Walker> = rows.take(Self::MOST_ROWS + 1).map(|cells| walker(cells.map(size))).collect();
        if walkers.len() > Self::MOST_ROWS { Err(ModelTableError::TooManyRows) } else { Ok(Self { walkers }) }
    }

    /// The sizes in a row, or `None` if the table has no such row.
    #[must_use]
    pub fn walker(&self, row: u32) -> Option<Walker> {
        self.walkers.get(row as usize).copied()
    }
}

/// The size in a cell, in metres.
fn size(cell: &[u8]) -> Option<f32> {
    std::str::from_utf8(cell).ok().and_then(finite).filter(|size| *size >= 0.0)
}

/// A walker with the sizes that a row has. For the others it has what the engine is reported to take.
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
    fn another_table_is_refused_with_the_columns_that_it_lacks() {
        let error = AppearanceTable::from_2da(b"2DA V2.0\n\n perspace height\n0 1 1\n").unwrap_err();
        let expected = "the table has no column perspace, creperspace and height; perhaps it is another table";
        assert_eq!(error.to_string(), expected);
    }
}
