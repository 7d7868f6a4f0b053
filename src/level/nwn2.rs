//! The level of NWN2: the terrain of an area, baked or not, with the objects in it.

use std::sync::Arc;

use super::{AnyFile, BakeOptions, Navigator, bake_terrain};
use crate::exchange::Export;
use crate::finding::{CheckOptions, Findings};
use crate::nwn2::{Git, Terrain};

use super::files::stem;
use super::game::{Game, Source};
use super::{LevelError, LevelOptions, RepairOptions, Repairs};

/// An area.
pub(super) struct AreaLevel {
    /// The file that it is written to.
    name: String,
    terrain: Terrain,
    objects: Option<Arc<Git>>,
}

impl AreaLevel {
    pub(super) fn open(source: &mut Source, name: &str, terrain: Terrain) -> Result<Self, LevelError> {
        let objects = match source.files.find(&format!("{}.git", stem(name))) {
            Some(git) => Some(Arc::new(source.open(git, |bytes| Ok(Git::from_bytes(bytes)?))?)),
            None => None,
        };
        Ok(Self { name: name.to_owned(), terrain, objects })
    }
}

impl Game for AreaLevel {
    fn check(&self, options: &CheckOptions) -> Result<Findings, LevelError> {
        Ok(self.terrain.check_file(&self.name, options))
    }

    fn bake(&mut self, options: &LevelOptions) -> Result<(), LevelError> {
        let bake = BakeOptions {
            nwn2: options.nwn2.clone(),
            objects: self.objects.clone(),
            footprints: options.footprints.clone(),
            ..BakeOptions::default()
        };
        let is_trn = !self.terrain.walkmesh()?.is_baked();
        bake_terrain(&mut self.terrain, &bake)?;
        if is_trn {
            // What the toolset saves beside its TRN.
            self.name = format!("{}.trx", stem(&self.name));
        }
        Ok(())
    }

    fn repair(&mut self, options: &RepairOptions) -> Result<Repairs, LevelError> {
        let (walkmesh, repairs, report) =
            self.terrain.walkmesh()?.mend(&options.flaws, &options.nwn2).map_err(crate::level::EditError::from)?;
        if !report.is_unchanged {
            self.terrain.set_walkmesh(walkmesh)?;
        }
        Ok(Repairs { repairs: repairs.into_iter().map(|repair| (None, repair)).collect(), ..Repairs::default() })
    }

    fn navigator(&self) -> Result<Navigator, LevelError> {
        Ok(AnyFile::Trn(self.terrain.clone()).into_navigator()?)
    }

    fn to_scene(&self) -> Result<Export, LevelError> {
        Ok(AnyFile::Trn(self.terrain.clone()).to_scene(stem(&self.name))?)
    }

    fn written(&self) -> Result<Vec<(String, Vec<u8>)>, LevelError> {
        Ok(vec![(self.name.clone(), self.terrain.to_bytes()?)])
    }
}
