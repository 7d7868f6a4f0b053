//! The resolver of paths: the level that a path names, and the files from which the level is opened.
//!
//! The library decides which files belong together ([`Level::open`](walkmesh::level::Level::open)). This module only finds where they are:
//! in the folder, the archive or the module of the file that the user named.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, anyhow, bail, ensure};
use walkmesh::kotor::Layout;
use walkmesh::level::{IndexedFiles, Kind, Level, LevelError, LevelName, OpenError, OpenOptions};

use crate::input::{self, Input, Source};
use crate::limits::limits;
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::output::Report;
use crate::storage;

/// Number of levels that an error names.
const NAMED: usize = 5;
/// Advice about rooms without a layout.
const NO_LAYOUT: &str =
    " no layout says how its rooms lie: name it with --layout, recover it with `repair --recover-layout`, or";

/// The layout of an area, as an argument.
#[derive(Default, clap::Args)]
pub struct LayoutArgument {
    /// KotOR: the area's layout. Default: the only one in the folder; for a room the only layout beside it that lists it
    #[arg(long, value_name = "LYT")]
    layout: Option<PathBuf>,
    /// The layout, or why it cannot be read. It is read once, because it may be a pipe.
    #[arg(skip)]
    read: OnceLock<Result<Arc<Layout>, String>>,
}

impl LayoutArgument {
    /// The file, if one is given.
    pub fn path(&self) -> Option<&Path> {
        self.layout.as_deref()
    }

    /// The layout, if one is given.
    pub fn read(&self) -> anyhow::Result<Option<Arc<Layout>>> {
        let Some(path) = &self.layout else { return Ok(None) };
        let read = || anyhow::Ok(Arc::new(Layout::from_bytes(&input::read(path)?)?));
        let layout =
            self.read.get_or_init(|| read().map_err(|error| format!("the layout {}: {error:#}", path.display())));
        layout.clone().map(Some).map_err(|reason| anyhow!("{reason}"))
    }
}

impl Input {
    /// The input of the one level that a path names: of a file, or the only level of a folder, an archive or a module. The layout
    /// that the user named takes precedence over layouts in a folder.
    pub fn of_level(path: &Path, layout: Option<&Path>) -> anyhow::Result<Self> {
        if !storage::is_folder(path) {
            return Self::open(path);
        }
        let folder = FileLocation::from(path);
        let Some(layout) = layout else { return Self::open_regular(&only_level(&folder)?) };
        let input = Self::open(layout).with_context(|| format!("the layout {}", layout.display()))?;
        ensure!(input.kind == Kind::Lyt, "the layout {}: this is {}", layout.display(), input.kind);
        Ok(Self { folder: Some(folder), ..input })
    }

    /// The options for opening the file: its own name, and the settings of the whole run.
    pub fn options(&self, materials: &Materials) -> OpenOptions {
        let options = OpenOptions::default().with_limits(limits()).with_materials(materials.choice());
        options.with_game(storage::game()).with_name(self.file())
    }

    /// Opens the level of the file, with the files beside it that belong to it.
    pub fn level(&self, options: &OpenOptions) -> anyhow::Result<Level> {
        self.level_over(options, None)
    }

    /// Opens the level of the file. The files that belong to it are searched first in a folder that the user named, then beside the file.
    pub fn level_over(&self, options: &OpenOptions, over: Option<&FileLocation>) -> anyhow::Result<Level> {
        let over = over.map(storage::files).transpose()?;
        let (file, bytes) = (self.file(), self.bytes.clone());
        let opened = match (self.place()?, over) {
            (Some(place), Some(over)) => place.under(over)?.open_read(&file, bytes, options),
            (Some(place), None) => place.open_read(&file, bytes, options),
            (None, Some(over)) => IndexedFiles::of(over)?.open_read(&file, bytes, options),
            (None, None) => return Ok(Level::from_bytes(&self.bytes, options)?),
        };
        opened.map_err(|error| self.blame(error))
    }

    /// The file's name without folders.
    pub fn file(&self) -> String {
        // A damaged archive is reported when the file is read.
        let at = storage::resolved(self.path.clone()).unwrap_or_else(|_| self.path.clone());
        at.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The folder, the archive or the module with the files that belong to this one.
    pub fn folder(&self) -> FileLocation {
        self.folder.clone().unwrap_or_else(|| folder_of(&self.path))
    }

    /// The files there. Standard input and pipes have no files beside them.
    pub fn place(&self) -> anyhow::Result<Option<storage::Place>> {
        let is_alone = self.folder.is_none() && (input::is_standard_input(&self.path) || !storage::is_file(&self.path));
        if is_alone { Ok(None) } else { storage::place(&self.folder()).map(Some) }
    }

    /// An error without the name of this file, which is printed before it, but with the full name of another file.
    fn blame(&self, error: LevelError) -> anyhow::Error {
        let beside = |name: &str| located(&self.folder(), name);
        match error {
            LevelError::Open { name, error } if name == self.file() => error.into(),
            // The error does not concern this file, so it must not look like a finding on it.
            LevelError::Open { name, error } => anyhow!("{}: {error}", beside(&name)),
            LevelError::File(error) => anyhow!("{}: {}", beside(&error.name), error.reason),
            other => other.into(),
        }
    }

    /// The names of the level's files that were left out, and the reasons.
    pub fn unread<'l>(&self, level: &'l Level) -> impl Iterator<Item = (FileLocation, anyhow::Error)> + use<'l> {
        let folder = self.folder();
        level.unread().iter().map(move |error| match error {
            LevelError::Open { name, error } => (located(&folder, name), OpenError::clone(error).into()),
            LevelError::File(error) => (located(&folder, &error.name), anyhow!("{}", error.reason)),
            LevelError::SameRoom { name, other } => {
                let other = located(&folder, other);
                (located(&folder, name), anyhow!("belongs to the same room as {other}, which is used"))
            }
            other => (folder.clone(), anyhow!("{other}")),
        })
    }
}

/// Opens two levels to compare them, each with its path. A folder or an archive that has files of the first level, but not the one by which
/// it is opened, such as an `override`, is laid over the files of the first: `open` gets it as a second argument.
pub fn open_pair<'p>(
    [left, right]: [&'p Path; 2],
    layout: Option<&Path>,
    open: impl Fn(&Input, Option<&FileLocation>) -> anyhow::Result<Level>,
) -> [(&'p Path, anyhow::Result<(Level, FileLocation)>); 2] {
    let opened = |path| {
        let input = Input::of_level(path, layout)?;
        anyhow::Ok((open(&input, None)?, input))
    };
    let first = opened(left);
    let laid_over = |level: &Level, input: &Input| {
        let over = FileLocation::from(right);
        let place = storage::is_folder(right).then(|| storage::place(&over)).transpose()?;
        let is_part = place.is_some_and(|place| {
            place.find(&input.file()).is_none() && level.files().any(|file| place.find(file).is_some())
        });
        is_part.then(|| open(input, Some(&over))).transpose()
    };
    let over = first.as_ref().ok().and_then(|(level, input)| laid_over(level, input).transpose());
    let name = |(level, input): (Level, Input)| (level, input.name());
    let second = over.map_or_else(|| opened(right).map(name), |level| Ok((level?, FileLocation::from(right))));
    [(left, first.map(name)), (right, second)]
}

/// The folder, the archive or the module that a file is in.
pub fn folder_of(file: &FileLocation) -> FileLocation {
    let at = storage::resolved(file.clone()).unwrap_or_else(|_| file.clone());
    // The path of a file of the game, without a module, is its name.
    let is_here = |folder: &FileLocation| *folder == FileLocation::from("") && matches!(at, FileLocation::Path(_));
    at.parent().filter(|folder| !is_here(folder)).unwrap_or(FileLocation::from("."))
}

/// Returns the location of a file in a folder, an archive or a module.
pub fn located(folder: &FileLocation, name: &str) -> FileLocation {
    match folder.path().filter(|path| path.is_dir()) {
        None => FileLocation::member(folder, name),
        Some(folder) if folder == Path::new(".") => name.into(),
        Some(folder) => folder.join(name).into(),
    }
}

/// The file that the user named, or the file of this name, ignoring case, in the folder that the user named.
pub fn companion(named: &Path, file: &str) -> anyhow::Result<Option<FileLocation>> {
    if !storage::is_folder(named) {
        return Ok(Some(named.into()));
    }
    let folder = FileLocation::from(named);
    let place = storage::place(&folder)?;
    Ok(place.find_only(file)?.map(|name| located(&folder, name)))
}

/// Reads a file that the user named, or that was found by its name in a folder that the user named. Only the first may be a pipe.
pub fn read_companion(named: &Path, at: &FileLocation) -> anyhow::Result<Vec<u8>> {
    if at.path() == Some(named) { input::read(at) } else { storage::read_regular(at) }
}

/// The only layout beside a file that lists it as a room. The file need not exist.
pub fn layout_beside(room: &FileLocation) -> anyhow::Result<Option<Arc<Layout>>> {
    let folder = folder_of(room);
    if !storage::is_folder(&folder) {
        return Ok(None);
    }
    let room = room.file_stem().unwrap_or_default().to_string_lossy();
    Ok(storage::place(&folder)?.layout_of(&room)?)
}

/// The levels of a folder, an archive or a module, with their locations.
pub fn levels(folder: &FileLocation) -> anyhow::Result<Vec<(FileLocation, LevelName)>> {
    let folder = if *folder == FileLocation::from("") { &FileLocation::from(".") } else { folder };
    let known: BTreeSet<String> = storage::entries(folder)?.iter().filter_map(file_name).collect();
    let mut levels = storage::place(folder)?.levels();
    levels.retain(|level| known.contains(&level.file));
    Ok(levels.into_iter().map(|level| (located(folder, &level.file), level)).collect())
}

fn file_name(at: &FileLocation) -> Option<String> {
    Some(at.file_name()?.to_string_lossy().into_owned())
}

/// The only level of a folder, an archive or a module: the only area or dungeon, or else the only file.
fn only_level(folder: &FileLocation) -> anyhow::Result<FileLocation> {
    let levels = levels(folder)?;
    let areas: Vec<_> = levels.iter().filter(|(_, level)| level.is_place).collect();
    let found = if areas.is_empty() { levels.iter().collect() } else { areas };
    match *found {
        [(at, _)] => Ok(at.clone()),
        [] => bail!("{}", nothing_in(folder)?),
        _ => {
            let names: Vec<String> = found.iter().take(NAMED).map(|(at, _)| at.to_string()).collect();
            let more = if found.len() > NAMED { ", …" } else { "" };
            let rooms = found.iter().filter(|(at, level)| !level.is_place && at.has_extension("wok")).count();
            let lacks = if rooms > 0 { NO_LAYOUT } else { "" };
            bail!("there are {} levels here;{lacks} name one: {}{more}", found.len(), names.join(", "))
        }
    }
}

/// Returns the error for a folder without a level.
fn nothing_in(folder: &FileLocation) -> anyhow::Result<String> {
    let is_module = storage::container(folder)?.is_some();
    Ok(match is_module {
        true => {
            "this module has no rooms (.wok): they stand in the game's own archives, so name the module with --game DIR"
        }
        false => "the folder has no level: no rooms with their layout, no area and no dungeon",
    }
    .to_owned())
}

/// The levels that `paths` name: the files by which the levels are opened, without those that are only parts of one. The objects of an
/// area and the rooms of a layout are parts; a file that is named itself is a level.
pub fn level_sources(paths: &[PathBuf], report: &mut Report) -> Vec<Source> {
    let mut places = BTreeMap::<FileLocation, BTreeMap<String, LevelName>>::new();
    let mut sources = input::sources(paths, report);
    for folder in sources.iter().filter(|source| source.folder.is_some()).filter_map(|source| source.path.parent()) {
        // A folder that cannot be listed has no levels with parts; its files are opened one by one, and report the reason.
        places.entry(folder).or_insert_with_key(|folder| {
            let levels = levels(folder).unwrap_or_default();
            levels.into_iter().map(|(_, level)| (level.file.clone(), level)).collect()
        });
    }
    let mut parts = BTreeMap::<&FileLocation, HashSet<&String>>::new();
    for (folder, levels) in &places {
        parts.insert(folder, levels.values().flat_map(|level| &level.parts).collect());
    }
    sources.retain_mut(|source| {
        let Some((_, folder)) = source.folder.as_ref().zip(source.path.parent()) else { return true };
        let file = source.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(level) = places.get(&folder).and_then(|levels| levels.get(&file)) {
            source.parts = level.parts.iter().map(|part| located(&folder, part)).collect();
        }
        parts.get(&folder).is_none_or(|parts| !parts.contains(&file))
    });
    sources
}

/// The levels among the files of the game outside its modules.
pub fn levels_of_game() -> anyhow::Result<Vec<Source>> {
    let game = Arc::new(FileLocation::from(""));
    let source = |level: LevelName| {
        let mut source = Source::met(FileLocation::member(&*game, level.file), &game);
        source.parts = level.parts.into_iter().map(|part| FileLocation::member(&*game, part)).collect();
        source
    };
    Ok(storage::place(&game)?.levels().into_iter().map(source).collect())
}

/// The files that `paths` name, as [`input::sources`] gives them, but a named layout means its rooms, which are what a command rebuilds.
pub fn sources_to_make(paths: &[PathBuf], report: &mut Report) -> Vec<Source> {
    let named = input::sources(paths, report).into_iter();
    let made = named.flat_map(|source| {
        match source.folder.is_none() && input::promised_kind(&source.path) == Some(Kind::Lyt) {
            true => rooms_of(&source.path).unwrap_or(vec![source]),
            false => vec![source],
        }
    });
    made.collect()
}

/// The rooms of a layout; `None` if none of them is here.
fn rooms_of(layout: &FileLocation) -> Option<Vec<Source>> {
    let folder = Arc::new(folder_of(layout));
    let levels = levels(&folder).ok()?.into_iter();
    let (_, level) = levels.into_iter().find(|(at, _)| at.file_name() == layout.file_name())?;
    let files = level.parts.iter().map(|part| located(&folder, part));
    let rooms: Vec<Source> =
        files.filter(|at| input::promised_kind(at) == Some(Kind::Bwm)).map(|at| Source::met(at, &folder)).collect();
    (!rooms.is_empty()).then_some(rooms)
}
