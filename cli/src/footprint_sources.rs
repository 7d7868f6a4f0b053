//! [`FootprintSources`]: the sources of the footprints of an NWN2 area's placeables, in order of precedence.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use walkmesh::formats::Document;
use walkmesh::formats::mdb::Mdb;
use walkmesh::nwn2::{Footprint, FootprintSource, Footprints, Git, GitObject, PlaceableModels, TerrainMaterials};

use crate::footprints;
use crate::storage;

/// The sources of footprints, in order of precedence: the user's tables, the files of models, the library's own table.
pub struct FootprintSources {
    tables: Footprints,
    models: Option<ModelFolder>,
    known: Arc<Footprints>,
    /// All of them but the models, which are read for the objects of an area.
    without_models: Arc<Footprints>,
}

impl FootprintSources {
    /// Reads the tables, and lists the models. If several tables have an appearance, the last one wins.
    pub fn read(tables: &[PathBuf], models: Option<&Path>, learned: bool) -> anyhow::Result<Self> {
        let mut all = Footprints::default();
        for path in tables {
            for (appearance, footprint) in footprints::read(path)?.iter() {
                all.insert(appearance, footprint.clone())?;
            }
        }
        let known = if learned { Footprints::known() } else { Arc::new(Footprints::built_in()) };
        let mut without_models = all.clone();
        without_models.insert_missing(&known)?;
        let models = models.map(ModelFolder::read).transpose()?;
        Ok(Self { tables: all, models, known, without_models: Arc::new(without_models) })
    }

    /// The footprints for the objects of an area.
    pub fn of_area(&self, git: &Git) -> anyhow::Result<Arc<Footprints>> {
        let Some(models) = &self.models else { return Ok(Arc::clone(&self.without_models)) };
        let appearances = git.objects().filter(GitObject::cuts).filter_map(|object| object.appearance);
        let mut footprints = self.tables.clone();
        for appearance in appearances.collect::<BTreeSet<u32>>() {
            if footprints.get(appearance).is_some() {
                continue;
            }
            match models.footprint(appearance) {
                Ok(Some(footprint)) => footprints.insert_from(FootprintSource::Model, appearance, footprint)?,
                Ok(None) => {}
                Err(error) => models.note(appearance, &error),
            }
        }
        footprints.insert_missing(&self.known)?;
        Ok(Arc::new(footprints))
    }

    /// The surfaces of the textures of terrain, if the folder with models has their table.
    pub fn terrain_materials(&self) -> Option<Arc<TerrainMaterials>> {
        self.models.as_ref()?.terrain_materials.clone()
    }

    /// The models of an area's objects that could not be read, with the reasons.
    pub fn damaged_models(&self, git: &Git) -> Vec<String> {
        let Some(models) = &self.models else { return Vec::new() };
        let damaged = models.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        let appearances = git.objects().filter(GitObject::cuts).filter_map(|object| object.appearance);
        let texts =
            appearances.collect::<BTreeSet<u32>>().into_iter().filter_map(|appearance| damaged.get(&appearance));
        texts.cloned().collect()
    }
}

/// A folder with the files of models, and the table that maps appearances to them.
struct ModelFolder {
    names: PlaceableModels,
    terrain_materials: Option<Arc<TerrainMaterials>>,
    /// The files by their names in lower case, without extension.
    files: BTreeMap<String, PathBuf>,
    /// The reason for each appearance whose model could not be read.
    damaged: Mutex<BTreeMap<u32, String>>,
}

impl ModelFolder {
    fn read(folder: &Path) -> anyhow::Result<Self> {
        let read = || {
            let (mut table, mut terrain, mut files) = (None, None, BTreeMap::new());
            let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
            paths.sort();
            for path in paths {
                let Some(name) = path.file_name().and_then(|name| name.to_str()).map(str::to_ascii_lowercase) else {
                    continue;
                };
                if name == PlaceableModels::FILE {
                    table = Some(path);
                } else if name == TerrainMaterials::FILE {
                    let read = || anyhow::Ok(TerrainMaterials::from_2da(&storage::read_regular(&path)?)?);
                    terrain = Some(Arc::new(read().with_context(|| path.display().to_string())?));
                } else if let Some(model) = name.strip_suffix(".mdb") {
                    files.insert(model.to_owned(), path);
                }
            }
            let table = table.with_context(|| {
                format!("it has no {}, which says what model an appearance has", PlaceableModels::FILE)
            })?;
            let names = PlaceableModels::from_2da(&storage::read_regular(&table)?);
            let names = names.with_context(|| table.display().to_string())?;
            Ok(Self { names, terrain_materials: terrain, files, damaged: Mutex::default() })
        };
        let read: anyhow::Result<Self> = read();
        read.with_context(|| format!("the models {}", folder.display()))
    }

    /// The footprint of an appearance's model; `None` if the folder does not have the model, or the model does not define its effect on the
    /// floor.
    fn footprint(&self, appearance: u32) -> anyhow::Result<Option<Footprint>> {
        let Some(name) = self.names.name(appearance) else { return Ok(None) };
        let Some(path) = self.files.get(&name.to_ascii_lowercase()) else { return Ok(None) };
        let read = || {
            let model = Mdb::from_bytes(&storage::read_regular(path)?)?;
            anyhow::Ok(Footprint::of_model(&model)?.map(|footprint| footprint.with_name(name.to_owned())))
        };
        read().with_context(|| path.display().to_string())
    }

    /// Notes that the model of an appearance could not be read.
    fn note(&self, appearance: u32, error: &anyhow::Error) {
        let text = format!("the model {error:#}: it was left out, and the next source of footprints was asked");
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner).insert(appearance, text);
    }
}
