//! The level of Silkroad: the tables of a dungeon, and the floors of its blocks.

use std::collections::HashMap;

use crate::any::{AnyFile, Kind, Navigator, Operation, Unsupported};
use crate::exchange::Export;
use crate::finding::{CheckOptions, Findings};
use crate::formats::Document;
use crate::formats::bms::{Bms, NavMesh};
use crate::formats::dof::Dof;
use crate::silkroad::{BakeOptions, Dungeon, Floors};

use super::files::stem;
use super::game::{Game, Source};
use super::{LevelError, LevelOptions, RepairOptions, Repairs};

/// A dungeon.
pub(super) struct DungeonLevel {
    name: String,
    tables: Dungeon,
    /// The blocks and their floors.
    floors: Option<(Dof, Floors)>,
}

impl DungeonLevel {
    pub(super) fn open(
        source: &mut Source,
        name: &str,
        tables: Dungeon,
        options: &LevelOptions,
    ) -> Result<Self, LevelError> {
        let floors = options.dof.as_ref().map(|dof| floors(source, dof, options)).transpose()?;
        Ok(Self { name: name.to_owned(), tables, floors })
    }
}

/// Reads a DOF and the floors of its blocks. A block's path names a BSR somewhere in the game's archive; the floor is in the
/// BMS of the same name. A block without such a file has no floor.
fn floors(source: &mut Source, dof: &str, options: &LevelOptions) -> Result<(Dof, Floors), LevelError> {
    let name = source.files.find(dof).ok_or_else(|| LevelError::NoSuchFile(dof.to_owned()))?;
    let dof: Dof = source.open(name, |bytes| Ok(Document::from_bytes_with(bytes, &options.limits)?))?;
    let mut known = HashMap::new();
    let (mut meshes, mut rows) = (Vec::new(), 0);
    for block in &dof.blocks.blocks {
        let path = String::from_utf8_lossy(&block.path.bytes);
        let floor = format!("{}.bms", stem(path.rsplit(['/', '\\']).next().unwrap_or_default()));
        let Some(file) = source.files.find(&floor) else {
            meshes.push(None);
            continue;
        };
        if !known.contains_key(file) {
            let bms: Bms = source.open(file, |bytes| Ok(Document::from_bytes_with(bytes, &options.limits)?))?;
            known.insert(file, bms.nav_mesh);
        }
        let mesh: Option<NavMesh> = known[file].clone();
        // Blocks may share a file, but each has its floor at a place of its own.
        rows += mesh.as_ref().map_or(0, Floors::rows);
        if rows > Floors::MOST_ROWS {
            return Err(LevelError::TooManyRows { name: name.to_owned(), rows, most: Floors::MOST_ROWS });
        }
        meshes.push(mesh);
    }
    let floors = Floors::new(&dof, meshes);
    Ok((dof, floors))
}

impl Game for DungeonLevel {
    fn check(&self, options: &CheckOptions) -> Result<Findings, LevelError> {
        let mut findings = self.tables.check(options);
        self.tables.check_file_name(&self.name).into_iter().for_each(|finding| findings.push(finding));
        Ok(findings)
    }

    fn bake(&mut self, _: &LevelOptions) -> Result<(), LevelError> {
        self.tables.bake(&BakeOptions::default())?;
        Ok(())
    }

    fn repair(&mut self, _: &RepairOptions) -> Result<Repairs, LevelError> {
        Err(Unsupported { operation: Operation::Mend, found: Kind::AiNav }.into())
    }

    fn navigator(&self) -> Result<Navigator, LevelError> {
        let navigator = AnyFile::AiNav(self.tables.clone()).into_navigator()?;
        Ok(match &self.floors {
            Some((_, floors)) => navigator.with_floors(floors.clone())?,
            None => navigator,
        })
    }

    fn to_scene(&self) -> Result<Export, LevelError> {
        match &self.floors {
            Some((dof, floors)) => Ok(floors.to_scene(dof)),
            None => Err(Unsupported { operation: Operation::Exchange, found: Kind::AiNav }.into()),
        }
    }

    fn written(&self) -> Result<Vec<(String, Vec<u8>)>, LevelError> {
        Ok(vec![(self.name.clone(), self.tables.to_bytes().map_err(crate::any::SaveError::from)?)])
    }
}
