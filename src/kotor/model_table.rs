//! [`ModelTable`]: the models of doors or placeables by their numbers (`placeables.2da`, `genericdoors.2da`, `doortypes.2da`).

use super::table::Table;
use crate::text::one_line;

/// The models that the rows of a table name.
///
/// Source: docs/formats/kotor-area.md#templates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelTable {
    models: Vec<Option<String>>,
}

/// An error in reading a table of models, or of the sizes of creatures, from a `.2da`.
/// Cause: the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelTableError {
    /// The bytes are neither form of a 2DA, or are damaged.
    #[error(transparent)]
    Format(#[from] crate::formats::Error),
    /// The columns belong to another table.
    #[error("the table has no column {expected}; perhaps it is another table")]
    NoColumn {
        /// The labels of the columns, whose case does not matter.
        expected: &'static str,
    },
    /// More rows than such tables have.
    #[error("the table has more than {} rows, and those of the games have hundreds", ModelTable::MAX_ROWS)]
    TooManyRows,
}

/// The columns of models: KotOR's columns, and the column of earlier games.
const COLUMNS: [&str; 2] = ["modelname", "model"];
/// Maximum length of a model's name that is accepted, in bytes. Names in the games have at most 16 characters.
const LONGEST: usize = 32;

impl ModelTable {
    /// Maximum number of rows that are read.
    pub const MAX_ROWS: usize = 1 << 16;

    /// Reads a table, binary (`2DA V2.b`) or text (`2DA V2.0`). The model of a row is in the column `modelname`, or else `model`, ignoring
    /// case.
    ///
    /// ```
    /// use walkmesh::kotor::ModelTable;
    ///
    /// let table = ModelTable::from_2da(b"2DA V2.0\n\n  label modelname\n0 Invisible ****\n1 Chest plc_chest\n")?;
    /// assert_eq!(table.model(1), Some(Some("plc_chest")));
    /// assert_eq!((table.model(0), table.model(2)), (Some(None), None));
    /// # Ok::<(), walkmesh::kotor::ModelTableError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelTableError`].
    pub fn from_2da(bytes: &[u8]) -> Result<Self, ModelTableError> {
        let table = Table::from_bytes(bytes)?;
        let column = COLUMNS.iter().find_map(|label| table.column(label));
        let column = column.ok_or(ModelTableError::NoColumn { expected: "`modelname` or `model`" })?;
        let models: Vec<_> = table.rows([column]).map(|[cell]| model(cell)).take(Self::MAX_ROWS + 1).collect();
        if models.len() > Self::MAX_ROWS { Err(ModelTableError::TooManyRows) } else { Ok(Self { models }) }
    }

    /// The model of a row: `None` if the table has no such row, and `Some(None)` if the row has no model.
    #[must_use]
    pub fn model(&self, row: u32) -> Option<Option<&str>> {
        self.models.get(row as usize).map(|model| model.as_deref())
    }

    /// Number of rows in the table.
    #[must_use]
    pub fn len(&self) -> usize {
        self.models.len()
    }

    /// Returns whether the table has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.models.is_empty()
    }
}

/// The model in a cell; `None` for an empty one.
fn model(cell: &[u8]) -> Option<String> {
    let is_name = !cell.is_empty() && cell != b"****" && cell.len() <= LONGEST;
    is_name.then(|| one_line(cell))
}
