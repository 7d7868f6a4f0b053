//! Which table of materials holds for KotOR files, as an argument.

use std::ffi::OsStr;
use std::fs;

use anyhow::Context;
use clap::builder::{OsStringValueParser, TypedValueParser};
use walkmesh::kotor::{Area, BakeError, MaterialTable, Walkmesh};

/// Which table of materials holds.
#[derive(Clone, Default, clap::Args)]
pub struct Materials {
    /// KotOR: on which materials creatures can walk. `k1`, the default, is the first game's table; `as-stored` is that
    /// table, but walkable just where the stored neighbours of the file show it; any other value is the surfacemat.2da of
    /// a game or mod, binary or text. The second game's table may differ in material 16
    #[arg(long, value_name = "k1|as-stored|FILE.2da", value_parser = Choice::parser())]
    materials: Option<Choice>,
}

#[derive(Clone)]
enum Choice {
    Kotor1,
    AsStored,
    Table(MaterialTable),
}

impl Choice {
    fn parser() -> impl TypedValueParser<Value = Self> {
        OsStringValueParser::new().try_map(|text| Self::read(&text))
    }

    fn read(text: &OsStr) -> anyhow::Result<Self> {
        match text.to_str() {
            Some("k1") => Ok(Self::Kotor1),
            Some("as-stored") => Ok(Self::AsStored),
            _ => {
                let bytes =
                    fs::read(text).context("expected k1, as-stored or a surfacemat.2da, and there is no such file")?;
                Ok(Self::Table(MaterialTable::from_2da(&bytes)?))
            }
        }
    }
}

impl Materials {
    /// A walkmesh with these materials.
    pub fn of_walkmesh(&self, walkmesh: Walkmesh) -> Walkmesh {
        match &self.materials {
            None => walkmesh,
            Some(Choice::Kotor1) => walkmesh.with_materials(MaterialTable::kotor()),
            Some(Choice::Table(table)) => walkmesh.with_materials(table.clone()),
            Some(Choice::AsStored) => walkmesh.with_materials_as_stored(),
        }
    }

    /// An area whose rooms all have these materials.
    pub fn of_area(&self, area: Area) -> Area {
        match &self.materials {
            None => area,
            Some(Choice::Kotor1) => area.with_materials(&MaterialTable::kotor()),
            Some(Choice::Table(table)) => area.with_materials(table),
            Some(Choice::AsStored) => area.with_materials_as_stored(),
        }
    }

    /// Why a bake was refused, and what to say so that it is not.
    pub fn explain(&self, error: BakeError) -> anyhow::Error {
        let advice = match (&error, &self.materials) {
            (BakeError::MaterialConflict(_), Some(Choice::AsStored)) => {
                "as-stored cannot keep what the file says, for one material is on faces with and on faces without \
                 neighbours: say --materials k1 to go by the first game's table, or name a surfacemat.2da"
            }
            (BakeError::MaterialConflict(_), _) => {
                "say --materials k1 to go by the first game's table, --materials as-stored to keep what the file says, or \
                 name the surfacemat.2da of the game or mod"
            }
            _ => return error.into(),
        };
        anyhow::anyhow!("{error}; {advice}")
    }
}
