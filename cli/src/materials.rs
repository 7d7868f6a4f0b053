//! The material table for KotOR files, as an argument.

use std::ffi::OsStr;
use std::fs;
use std::sync::Arc;

use anyhow::Context;
use clap::builder::{OsStringValueParser, TypedValueParser};
use walkmesh::kotor::{self, MaterialTable};
use walkmesh::level::{BakeError, MaterialChoice};

/// The choice of a material table.
#[derive(Clone, Default, clap::Args)]
pub struct Materials {
    /// KotOR: the table of walkable materials. `k1`, the default, is the first game's table. `as-stored` is the same table, with
    /// the walkability that the file's stored neighbours imply. Any other value is the surfacemat.2da of a game or mod, binary or
    /// text. The second game's table may differ in material 16
    #[arg(long, value_name = "k1|as-stored|FILE.2da", value_parser = parser())]
    materials: Option<MaterialArgument>,
}

/// A choice, and the file of the table that was chosen.
#[derive(Clone)]
struct MaterialArgument {
    choice: MaterialChoice,
    file: Option<Arc<[u8]>>,
}

fn parser() -> impl TypedValueParser<Value = MaterialArgument> {
    OsStringValueParser::new().try_map(|text| read(&text))
}

fn read(text: &OsStr) -> anyhow::Result<MaterialArgument> {
    match text.to_str() {
        Some("k1") => Ok(MaterialArgument { choice: MaterialChoice::Kotor1, file: None }),
        Some("as-stored") => Ok(MaterialArgument { choice: MaterialChoice::AsStored, file: None }),
        _ => {
            let bytes =
                fs::read(text).context("expected k1, as-stored or a surfacemat.2da, and no such file exists")?;
            let choice = MaterialChoice::Table(MaterialTable::from_2da(&bytes)?);
            Ok(MaterialArgument { choice, file: Some(bytes.into()) })
        }
    }
}

impl Materials {
    /// The chosen table, if any.
    pub fn choice(&self) -> Option<MaterialChoice> {
        self.materials.as_ref().map(|chosen| chosen.choice.clone())
    }

    /// The bytes of the table's file, if one was named.
    pub fn table_file(&self) -> Option<&[u8]> {
        self.materials.as_ref()?.file.as_deref()
    }

    /// The table of materials for a new walkmesh: the chosen one, or the first game's.
    pub fn table(&self) -> MaterialTable {
        match self.materials.as_ref().map(|chosen| &chosen.choice) {
            Some(MaterialChoice::Table(table)) => table.clone(),
            _ => MaterialTable::kotor(),
        }
    }

    /// Adds advice to the error of a bake: which option to use.
    pub fn explain(&self, error: BakeError) -> anyhow::Error {
        let advice = match (&error, self.materials.as_ref().map(|chosen| &chosen.choice)) {
            (BakeError::Kotor(kotor::BakeError::MaterialConflict(_)), Some(MaterialChoice::AsStored)) => {
                "as-stored cannot be used, because one material is on faces with and on faces without neighbours: use \
                 --materials k1 to bake by the first game's table, or name a surfacemat.2da"
            }
            (BakeError::Kotor(kotor::BakeError::MaterialConflict(_)), _) => {
                "use --materials k1 to bake by the first game's table, --materials as-stored to keep the file's walkable \
                 materials, or name the surfacemat.2da of the game or mod"
            }
            (BakeError::MissingTiles { .. }, _) => "the options are --tiles FOLDER and --accept-missing-tiles",
            _ => return error.into(),
        };
        anyhow::anyhow!("{error}; {advice}")
    }
}
