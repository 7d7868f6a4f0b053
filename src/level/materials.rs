//! The choice of walkable materials when a KotOR file is opened.

use crate::kotor::{Area, MaterialTable, Walkmesh};

/// The table of materials for KotOR files.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MaterialChoice {
    /// The first game's table, even where the stored neighbours of a file contradict it.
    Kotor1,
    /// The first game's table, but exactly those materials are walkable that the file's stored neighbours show to be so.
    AsStored,
    /// Another table: the second game's, or a mod's.
    Table(MaterialTable),
}

impl MaterialChoice {
    /// The walkmesh with these materials.
    #[must_use]
    pub fn of_walkmesh(&self, walkmesh: Walkmesh) -> Walkmesh {
        match self {
            Self::Kotor1 => walkmesh.with_materials(MaterialTable::kotor()),
            Self::Table(table) => walkmesh.with_materials(table.clone()),
            Self::AsStored => walkmesh.with_materials_as_stored(),
        }
    }

    /// The area, with these materials for each of its rooms.
    #[must_use]
    pub fn of_area(&self, area: Area) -> Area {
        match self {
            Self::Kotor1 => area.with_materials(&MaterialTable::kotor()),
            Self::Table(table) => area.with_materials(table),
            Self::AsStored => area.with_materials_as_stored(),
        }
    }
}
