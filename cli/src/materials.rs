//! Which table of materials holds for KotOR files, as an argument.

use std::str::FromStr;

use walkmesh::kotor::{Area, BakeError, MaterialTable, Walkmesh};

/// Which table of materials holds.
#[derive(Clone, Default, clap::Args)]
pub struct Materials {
    /// KotOR: on which materials creatures can walk. `k1`, the default, is the first game's table; `as-stored` is that
    /// table, but walkable just where the stored neighbours of the file show it
    #[arg(long, value_name = "k1|as-stored")]
    materials: Option<Choice>,
}

#[derive(Clone)]
enum Choice {
    Kotor1,
    AsStored,
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "k1" => Ok(Self::Kotor1),
            "as-stored" => Ok(Self::AsStored),
            _ => Err("expected k1 or as-stored".to_owned()),
        }
    }
}

impl Materials {
    /// A walkmesh with these materials.
    pub fn of_walkmesh(&self, walkmesh: Walkmesh) -> Walkmesh {
        match &self.materials {
            None => walkmesh,
            Some(Choice::Kotor1) => walkmesh.with_materials(MaterialTable::kotor()),
            Some(Choice::AsStored) => walkmesh.with_materials_as_stored(),
        }
    }

    /// An area whose rooms all have these materials.
    pub fn of_area(&self, area: Area) -> Area {
        match &self.materials {
            None => area,
            Some(Choice::Kotor1) => area.with_materials(&MaterialTable::kotor()),
            Some(Choice::AsStored) => area.with_materials_as_stored(),
        }
    }

    /// Why a bake was refused, and what to say so that it is not.
    pub fn explain(&self, error: BakeError) -> anyhow::Error {
        let advice = match (&error, &self.materials) {
            (BakeError::Materials(_), Some(Choice::AsStored)) => {
                "as-stored cannot keep what the file says, for one material is on faces with and on faces without \
                 neighbours: say --materials k1 to go by the first game's table"
            }
            (BakeError::Materials(_), _) => {
                "say --materials k1 to go by the first game's table, or --materials as-stored to keep what the file says"
            }
            _ => return error.into(),
        };
        anyhow::anyhow!("{error}; {advice}")
    }
}
