//! Opening: files, folders, archives, games and bytes.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use walkmesh::kotor::MaterialTable;
use walkmesh::level::{
    self, Files, Folder, GameFolder, LayeredFiles, LevelName, MaterialChoice, Memory, OpenOptions, levels,
};

use crate::error::{OpenError, raise, unopened, wrong};
use crate::level::Level;

/// The options that the caller names.
#[derive(Default)]
struct Options<'py> {
    materials: Option<Bound<'py, PyAny>>,
    dof: Option<PathBuf>,
    game: Option<PathBuf>,
    undo_faults: bool,
    skip_unreadable: bool,
}

impl Options<'_> {
    fn read(self) -> PyResult<OpenOptions> {
        let mut options = OpenOptions::default()
            .with_undo_faults(self.undo_faults)
            .with_skip_unreadable(self.skip_unreadable)
            .with_materials(self.materials.map(|materials| choice(&materials)).transpose()?);
        options.dof = self.dof.as_deref().map(name_of);
        if let Some(folder) = self.game {
            options.game = Some(Arc::new(GameFolder::open(folder).map_err(raise!(OpenError))?));
        }
        Ok(options)
    }
}

/// The materials: `kotor1`, `stored`, or the bytes of a `surfacemat.2da`.
fn choice(materials: &Bound<'_, PyAny>) -> PyResult<MaterialChoice> {
    if let Ok(table) = materials.cast::<PyBytes>() {
        return MaterialTable::from_2da(table.as_bytes()).map(MaterialChoice::Table).map_err(raise!(OpenError));
    }
    match &*materials.extract::<String>()? {
        "kotor1" => Ok(MaterialChoice::Kotor1),
        "stored" => Ok(MaterialChoice::AsStored),
        _ => Err(wrong("materials are \"kotor1\", \"stored\", or the bytes of a surfacemat.2da")),
    }
}

/// The bytes of a file, or its path.
#[derive(FromPyObject)]
pub enum Source<'py> {
    #[pyo3(transparent)]
    Bytes(Bound<'py, PyBytes>),
    #[pyo3(transparent)]
    Path(PathBuf),
}

/// Opens a file with the files that belong to it, a folder with the rooms of an area, an archive, a member of an
/// archive, or bytes.
///
/// The kind is detected from the bytes. If only bytes are given, `name` is the file name, which distinguishes rooms, placeables and doors;
/// otherwise it selects the level of a folder or an archive with several. `materials` selects the walkable materials of KotOR: the bytes of
/// a ``surfacemat.2da``, the table of the first game, or the materials implied by the stored neighbours. `dof` is the file with the floors
/// of a Silkroad dungeon. `game` is the folder of a game, which is searched for the target modules of doors. With `undo_faults`, a file
/// that a known editor broke is corrected; with `skip_unreadable`, unreadable rooms are skipped.
///
/// Raises `OpenError`, with the field and the offset if a file is damaged.
#[pyfunction]
#[pyo3(signature = (source, *, name=None, materials=None, dof=None, game=None, undo_faults=false, skip_unreadable=false))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn open(
    py: Python<'_>,
    source: Source<'_>,
    name: Option<String>,
    materials: Option<Bound<'_, PyAny>>,
    dof: Option<PathBuf>,
    game: Option<PathBuf>,
    undo_faults: bool,
    skip_unreadable: bool,
) -> PyResult<Level> {
    let options = Options { materials, dof: dof.clone(), game, undo_faults, skip_unreadable }.read()?;
    match source {
        Source::Bytes(bytes) => {
            // A single file keeps its bytes, so that changes can be detected.
            let files = Memory::from_iter([(name.unwrap_or_default(), bytes.as_bytes().to_vec())]);
            let level = level::Level::open_all(&files, &options);
            level.map(Level::from).map_err(|error| unopened(py, &error))
        }
        Source::Path(path) => {
            let place = py.detach(|| Place::at(&path).and_then(|place| place.with(dof.as_deref())));
            let place = place.map_err(OpenError::new_err)?;
            place.open(py, name.as_deref(), &options)
        }
    }
}

/// Files that belong together, and which of them was named.
struct Place {
    files: Box<dyn Files>,
    folder: PathBuf,
    named: Option<String>,
}

impl Place {
    /// The files at a path: in a folder, in the folder of a file, or in an archive.
    fn at(path: &Path) -> Result<Self, String> {
        if path.is_dir() {
            return Ok(Self { files: Box::new(Folder::new(path)), folder: path.to_owned(), named: None });
        }
        let text = |error: level::FileError| error.to_string();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        // A path without a folder is in the current one.
        let folder = path.parent().map(|it| if it == Path::new("") { Path::new(".") } else { it });
        let folder = folder.ok_or_else(|| format!("{} is no file", path.display()))?;
        if path.is_file() {
            return match archive(path).map_err(text)? {
                Some(files) => Ok(Self { files, folder: path.to_owned(), named: None }),
                None => Ok(Self { files: Box::new(Folder::new(folder)), folder: folder.to_owned(), named: name }),
            };
        }
        match folder.is_file().then(|| archive(folder)).transpose().map_err(text)?.flatten() {
            Some(files) => Ok(Self { files, folder: folder.to_owned(), named: name }),
            None => Err(format!("{} does not exist", path.display())),
        }
    }

    /// The same files, plus a DOF from elsewhere and the files beside it.
    fn with(mut self, dof: Option<&Path>) -> Result<Self, String> {
        let Some(dof) = dof else { return Ok(self) };
        let name = name_of(dof);
        let is_there =
            self.files.names().map_err(|error| error.to_string())?.iter().any(|it| it.eq_ignore_ascii_case(&name));
        if !is_there || dof.parent().is_some_and(|folder| folder != Path::new("")) {
            let bytes = fs::read(dof).map_err(|error| format!("{}: {error}", dof.display()))?;
            // Its floors lie beside it.
            let beside = Folder::new(dof.parent().unwrap_or(Path::new(".")));
            let layers: Vec<Box<dyn Files>> =
                vec![Box::new(Memory::from_iter([(name, bytes)])), self.files, Box::new(beside)];
            self.files = Box::new(LayeredFiles::of(layers).map_err(|error| error.to_string())?);
        }
        Ok(self)
    }

    fn open(self, py: Python<'_>, name: Option<&str>, options: &OpenOptions) -> PyResult<Level> {
        let Self { files, folder, named } = self;
        let opened = py.detach(|| {
            let name = match name.or(named.as_deref()) {
                Some(name) => name.to_owned(),
                None => only_level(&*files).map_err(Failure::Text)?,
            };
            level::Level::open(&*files, &name, options).map_err(Failure::Level)
        });
        match opened {
            Ok(level) => Ok(Level::new(level, Some(folder))),
            Err(Failure::Level(error)) => Err(unopened(py, &error)),
            Err(Failure::Text(text)) => Err(OpenError::new_err(format!("{}: {text}", folder.display()))),
        }
    }
}

/// The name of a file without its folder.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Reasons why a level cannot be opened.
enum Failure {
    Level(level::LevelError),
    Text(String),
}

/// The files of an archive, or of both archives where the game reads two together.
fn archive(path: &Path) -> Result<Option<Box<dyn Files>>, level::FileError> {
    if !path.file_name().and_then(OsStr::to_str).is_some_and(level::Archive::is_promised_by) {
        return Ok(None);
    }
    Ok(Some(match LayeredFiles::of_rim_pair(path)? {
        Some(both) => Box::new(both),
        None => Box::new(level::Archive::open(path)?),
    }))
}

/// The file of the only level among files.
fn only_level(files: &dyn Files) -> Result<String, String> {
    let mut found = levels(files).map_err(|error| error.to_string())?;
    match found.as_mut_slice() {
        [] => Err("there is no walkmesh".to_owned()),
        [one] => Ok(std::mem::take(&mut one.file)),
        // An area contains its rooms and objects.
        [area, rest @ ..] if is_area(area) && !rest.iter().any(is_area) => Ok(std::mem::take(&mut area.file)),
        several => {
            let names: Vec<_> = several.iter().take(4).map(|level| level.file.as_str()).collect();
            let more = if several.len() > names.len() { ", …" } else { "" };
            Err(format!("there are several levels: name one, such as {}{more}", names.join(", ")))
        }
    }
}

fn is_area(level: &LevelName) -> bool {
    level.what.contains("area") || level.what.contains("dungeon")
}

#[pymethods]
impl Level {
    /// The function that restores a pickle.
    #[staticmethod]
    fn _of_files(
        py: Python<'_>,
        files: std::collections::BTreeMap<String, Bound<'_, PyBytes>>,
        name: &str,
        folder: Option<PathBuf>,
    ) -> PyResult<Self> {
        let memory: Memory = files.into_iter().map(|(name, bytes)| (name, bytes.as_bytes().to_vec())).collect();
        let options = OpenOptions::default().with_name(name);
        let level = py.detach(|| level::Level::open(&memory, name, &options));
        level.map(|level| Self::new(level, folder)).map_err(|error| unopened(py, &error))
    }
}

/// The files of an archive: ERF, MOD, HAK, SAV or RIM.
#[pyclass(frozen, module = "walkmesh")]
pub struct Archive {
    archive: level::Archive,
    path: PathBuf,
}

#[pymethods]
impl Archive {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        Ok(Self { archive: level::Archive::open(&path).map_err(raise!(OpenError))?, path })
    }

    /// The names of the files.
    #[getter]
    fn names(&self) -> PyResult<Vec<String>> {
        self.archive.names().map_err(raise!(OpenError))
    }

    /// The files by which the levels are opened.
    #[getter]
    fn levels(&self) -> PyResult<Vec<String>> {
        let found = levels(&self.archive).map_err(raise!(OpenError))?;
        Ok(found.into_iter().map(|level| level.file).collect())
    }

    /// The bytes of a file, by its name, ignoring case. Raises `OpenError` if it is missing.
    fn read<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.archive.read(name)).map_err(raise!(OpenError))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Opens a level by the name of its file, ignoring case, or the only level. `Level.save` writes into the archive.
    #[pyo3(signature = (name=None))]
    fn open(&self, py: Python<'_>, name: Option<String>) -> PyResult<Level> {
        open(py, Source::Path(self.path.clone()), name, None, None, None, false, false)
    }

    fn __repr__(&self) -> String {
        format!("<Archive {}: {}>", self.path.display(), self.archive.version())
    }
}

/// The folder of an installed game: Knights of the Old Republic I or II, or Neverwinter Nights 2.
#[pyclass(frozen, module = "walkmesh")]
pub struct Game {
    game: Arc<GameFolder>,
}

#[pymethods]
impl Game {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        Ok(Self { game: Arc::new(GameFolder::open(path).map_err(raise!(OpenError))?) })
    }

    /// The names of the modules.
    #[getter]
    fn modules(&self) -> PyResult<Vec<String>> {
        self.game.modules().map_err(raise!(OpenError))
    }

    /// The files of the areas of a module.
    fn files(&self, module: &str) -> PyResult<Vec<String>> {
        self.game.module(module).and_then(|module| module.area_files()).map_err(raise!(OpenError))
    }

    /// Opens an area of a module, or its only area. Files are found as the game finds them.
    #[pyo3(signature = (module, name=None))]
    fn open(&self, py: Python<'_>, module: &str, name: Option<&str>) -> PyResult<Level> {
        let module = py.detach(|| self.game.module(module)).map_err(raise!(OpenError))?;
        let named = match (name, &*module.areas) {
            (Some(name), _) => name.to_owned(),
            (None, [area]) => module
                .area_files()
                .map_err(raise!(OpenError))?
                .into_iter()
                .find(|file| is_layout_or_area(file, area))
                .ok_or_else(|| OpenError::new_err(format!("the area {area} has no walkmesh")))?,
            (None, areas) => {
                return Err(OpenError::new_err(format!("the module has the areas {}: name a file", areas.join(", "))));
            }
        };
        let options = OpenOptions::default().with_game(self.game.clone());
        let level = py.detach(|| level::Level::open(&module.files, &named, &options));
        level.map(Level::from).map_err(|error| unopened(py, &error))
    }
}

/// Returns whether an area is opened by this file.
fn is_layout_or_area(file: &str, area: &str) -> bool {
    let path = Path::new(file);
    let has = |wanted: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted));
    path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(area)) && (has("lyt") || has("trx"))
}
