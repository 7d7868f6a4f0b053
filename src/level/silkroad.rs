//! The level of Silkroad: the tables of a dungeon, and the floors of its blocks.

use super::{AnyFile, Kind, Navigator, Operation, Unsupported};
use crate::exchange::Export;
use crate::finding::{CheckOptions, Findings};
use crate::formats::Document;
use crate::formats::dof::Dof;
use crate::silkroad::{BakeOptions, Dungeon};

use super::game::{Game, Source};
use super::{DungeonFloors, LevelError, LevelOptions, RepairOptions, Repairs};

/// A dungeon.
pub(super) struct DungeonLevel {
    name: String,
    tables: Dungeon,
    floors: Option<DungeonFloors>,
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

/// Reads a DOF and the floors of its blocks.
fn floors(source: &mut Source, dof: &str, options: &LevelOptions) -> Result<DungeonFloors, LevelError> {
    let name = source.files.find(dof).ok_or_else(|| LevelError::NoSuchFile(dof.to_owned()))?;
    let dof = source.open(name, |bytes| Ok(Dof::from_bytes_with(bytes, &options.limits)?))?;
    let floors = DungeonFloors::read_named(dof, source.files, &options.limits)?;
    source.read.extend(floors.files());
    Ok(floors)
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
            Some(floors) => navigator.with_floors(floors.floors())?,
            None => navigator,
        })
    }

    fn to_scene(&self) -> Result<Export, LevelError> {
        match &self.floors {
            Some(floors) => Ok(floors.floors().to_scene(&floors.dof)),
            None => Err(Unsupported { operation: Operation::Exchange, found: Kind::AiNav }.into()),
        }
    }

    fn written(&self) -> Result<Vec<(String, Vec<u8>)>, LevelError> {
        Ok(vec![(self.name.clone(), self.tables.to_bytes().map_err(crate::level::SaveError::from)?)])
    }
}
