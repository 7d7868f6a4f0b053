//! [`Template`]: the template of a door, a placeable or a creature (`.utd`, `.utp`, `.utc`), as far as movement depends on
//! it.

use crate::formats::gff::Gff;
use crate::formats::{Document, Error as FormatError};

use super::DoorState;

/// The template of a door, a placeable or a creature: the row of the table that names its model.
///
/// Source: docs/formats/kotor-area.md#templates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Template {
    /// The field `Appearance`: the row of `placeables.2da` for a placeable, and of `doortypes.2da` for a door, if it is not
    /// 0. For a creature the field `Appearance_Type`: the row of `appearance.2da`.
    pub appearance: Option<u32>,
    /// The field `GenericType`: the row of `genericdoors.2da` for a door whose appearance is 0.
    pub generic_type: Option<u32>,
    /// True if nothing can change its state: such a door never opens.
    pub is_static: bool,
    /// The initial state of a door. All 261 templates that were read have closed doors.
    pub state: Option<DoorState>,
}

/// The table and the row that name the model of a door or placeable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ModelRow {
    /// The name of the file.
    pub(crate) table: &'static str,
    pub(crate) row: u32,
}

impl Template {
    /// Reads a UTD, UTP or UTC.
    ///
    /// # Errors
    /// If the bytes are not a GFF. The error names the field and the offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        let gff = Gff::from_bytes(bytes)?;
        let Some(root) = gff.root() else { return Ok(Self::default()) };
        let row = |label| root.integer(label).and_then(|row| u32::try_from(row).ok());
        let state = match root.integer("OpenState").or_else(|| root.integer("AnimationState")) {
            Some(1) => DoorState::Open1,
            Some(2) => DoorState::Open2,
            _ => DoorState::Closed,
        };
        Ok(Self {
            appearance: row("Appearance").or_else(|| row("Appearance_Type")),
            generic_type: row("GenericType"),
            is_static: root.integer("Static").is_some_and(|value| value != 0),
            state: Some(state),
        })
    }

    /// The table and row of a door's model.
    pub(crate) fn of_door(&self) -> Option<ModelRow> {
        match self.appearance {
            None | Some(0) => self.generic_type.map(|row| ModelRow { table: "genericdoors.2da", row }),
            Some(row) => Some(ModelRow { table: "doortypes.2da", row }),
        }
    }

    /// The table and row of a placeable's model.
    pub(crate) fn of_placeable(&self) -> Option<ModelRow> {
        self.appearance.map(|row| ModelRow { table: "placeables.2da", row })
    }
}
