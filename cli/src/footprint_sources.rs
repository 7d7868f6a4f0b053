//! [`FootprintSources`]: the sources of the footprints of an NWN2 area's placeables, in order of precedence.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use serde::Serialize;
use walkmesh::formats::Document;
use walkmesh::formats::mdb::Mdb;
use walkmesh::level::{Engine, FileError, Folder, IndexedFiles};
use walkmesh::nwn2::{Footprint, FootprintSource, Footprints, Git, GitObject, PlaceableModels, TerrainMaterials};

use crate::footprints;
use crate::location::FileLocation;
use crate::storage;

/// The sources of footprints, in order of precedence: the user's tables, the models of a folder, the models of the game, the library's own
/// table.
pub struct FootprintSources {
    tables: Footprints,
    folder: Option<Arc<Models>>,
    /// The models of the game, as an area in each folder finds them. `None` without a game.
    of_game: Mutex<HashMap<FileLocation, Option<Arc<Models>>>>,
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
        let folder = models.map(Models::of_folder).transpose()?.map(Arc::new);
        Ok(Self { tables: all, folder, of_game: Mutex::default(), known, without_models: Arc::new(without_models) })
    }

    /// The models for the areas of a folder.
    fn models(&self, folder: &FileLocation) -> anyhow::Result<Vec<Arc<Models>>> {
        let mut of_game = self.of_game.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match of_game.get(folder) {
            Some(found) => found.clone(),
            None => {
                let found = Models::of_game(folder).context("the models of the game")?.map(Arc::new);
                of_game.insert(folder.clone(), found.clone());
                found
            }
        };
        Ok(self.folder.clone().into_iter().chain(found).collect())
    }

    /// The footprints for the objects of an area in a folder.
    pub fn of_area(&self, git: &Git, folder: &FileLocation) -> anyhow::Result<Arc<Footprints>> {
        let models = self.models(folder)?;
        if models.is_empty() {
            return Ok(Arc::clone(&self.without_models));
        }
        let mut footprints = self.tables.clone();
        for appearance in appearances(git) {
            if footprints.get(appearance).is_some() {
                continue;
            }
            let found = models.iter().find_map(|models| models.footprint(appearance).ok().flatten());
            found.map_or(Ok(()), |found| footprints.insert_from(FootprintSource::Model, appearance, found))?;
        }
        footprints.insert_missing(&self.known)?;
        Ok(Arc::new(footprints))
    }

    /// The surfaces of the textures of terrain for the areas of a folder, if models come with their table.
    pub fn terrain_materials(&self, folder: &FileLocation) -> anyhow::Result<Option<Arc<TerrainMaterials>>> {
        Ok(self.models(folder)?.iter().find_map(|models| models.terrain_materials.clone()))
    }

    /// The haks that are missing, and the models that could not be read for the objects of an area in a folder, with the reasons.
    pub fn unread_models(&self, git: &Git, folder: &FileLocation) -> anyhow::Result<Vec<String>> {
        let models = self.models(folder)?;
        let of_model =
            |error| format!("the model {error}: it was left out, and the next source of footprints was used");
        let errors = appearances(git)
            .into_iter()
            .flat_map(|appearance| models.iter().filter_map(move |models| models.footprint(appearance).err()));
        let missing = models.iter().flat_map(|models| &models.missing_haks);
        let missing = missing
            .map(|hak| format!("the module's hak {hak} is not in the game's folder hak: its models were left out"));
        Ok(missing.chain(errors.map(of_model)).collect())
    }
}

/// The numbers of placeables whose models were read.
#[derive(Default, Serialize)]
pub struct ModelCounts {
    /// Rows of the table of placeables with the name of a model.
    pub placeables: usize,
    /// Models that define their effect on the floor.
    pub footprints: usize,
    /// Models that are missing, or do not define it.
    pub without: usize,
    pub unreadable: usize,
}

impl ModelCounts {
    /// Reads the models of all placeables of the game outside its modules; `None` without the table of placeables.
    pub fn of_game() -> anyhow::Result<Option<Self>> {
        let Some(models) = Models::of_game(&FileLocation::from(""))? else { return Ok(None) };
        let mut counts = Self::default();
        for appearance in models.names.appearances() {
            counts.placeables += 1;
            *match models.read(appearance) {
                Ok(Some(_)) => &mut counts.footprints,
                Ok(None) => &mut counts.without,
                Err(_) => &mut counts.unreadable,
            } += 1;
        }
        Ok(Some(counts))
    }
}

/// The appearances of the objects that change the floor of an area.
fn appearances(git: &Git) -> BTreeSet<u32> {
    git.objects().filter(GitObject::cuts).filter_map(|object| object.appearance).collect()
}

/// The footprint of a model, if it has one, or why the model cannot be read.
type ModelFootprint = Result<Option<Footprint>, String>;

/// Models, and the tables that map appearances and textures to them.
struct Models {
    files: IndexedFiles<'static>,
    names: PlaceableModels,
    terrain_materials: Option<Arc<TerrainMaterials>>,
    missing_haks: Vec<String>,
    /// By appearance.
    read: Mutex<BTreeMap<u32, ModelFootprint>>,
}

impl Models {
    /// The models in a folder, which must have the table of placeables.
    fn of_folder(folder: &Path) -> anyhow::Result<Self> {
        let read = || {
            let models = Self::new(IndexedFiles::of(Arc::new(Folder::new(folder)))?)?;
            models.with_context(|| {
                format!("it has no {}, which says what model an appearance has", PlaceableModels::FILE)
            })
        };
        read().with_context(|| format!("the models {}", folder.display()))
    }

    /// The models of the game that the user named. A file of the area's folder hides one of the haks of the module there, and that one of
    /// the game.
    fn of_game(folder: &FileLocation) -> anyhow::Result<Option<Self>> {
        let Some(game) = storage::game().filter(|game| game.engine() == Engine::Nwn2) else { return Ok(None) };
        let own = storage::files(folder)?;
        let (haks, missing_haks) = game.haks_of(&own)?;
        let files = storage::place(&FileLocation::from(""))?.under(haks)?.under(own)?;
        Ok(Self::new(files)?.map(|models| Self { missing_haks, ..models }))
    }

    /// `None` without the table of placeables.
    fn new(files: IndexedFiles<'static>) -> anyhow::Result<Option<Self>> {
        let table = |name| {
            let read = |name: &str| Ok::<_, FileError>((origin(&files, name), files.files().read(name)?));
            files.find(name).map(read).transpose()
        };
        let Some((at, bytes)) = table(PlaceableModels::FILE)? else { return Ok(None) };
        let names = PlaceableModels::from_2da(&bytes).context(at)?;
        let terrain = table(TerrainMaterials::FILE)?;
        let terrain = terrain.map(|(at, bytes)| TerrainMaterials::from_2da(&bytes).context(at)).transpose()?;
        let terrain_materials = terrain.map(Arc::new);
        Ok(Some(Self { files, names, terrain_materials, missing_haks: Vec::new(), read: Mutex::default() }))
    }

    /// The footprint of an appearance's model; `None` if the model is missing, or does not define its effect on the floor.
    ///
    /// # Errors
    /// Why the model cannot be read, after its name.
    fn footprint(&self, appearance: u32) -> ModelFootprint {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.entry(appearance).or_insert_with(|| self.read(appearance)).clone()
    }

    fn read(&self, appearance: u32) -> ModelFootprint {
        let model = |name: &str| Some((name.to_owned(), self.files.find(&format!("{name}.mdb"))?.to_owned()));
        let Some((name, file)) = self.names.name(appearance).and_then(model) else { return Ok(None) };
        let read = || {
            let model = Mdb::from_bytes(&self.files.files().read(&file)?)?;
            anyhow::Ok(Footprint::of_model(&model)?.map(|footprint| footprint.with_name(name)))
        };
        read().with_context(|| origin(&self.files, &file)).map_err(|error| format!("{error:#}"))
    }
}

/// The path of a file, or its archive and its name.
fn origin(files: &IndexedFiles<'_>, file: &str) -> String {
    match files.files().origins(file).into_iter().next() {
        Some(path) if path.ends_with(file) => path,
        Some(archive) => format!("{archive}: {file}"),
        None => file.to_owned(),
    }
}
