//! Files on disk, in archives, in zips and in modules of a game. A path may lead into one of these: `module.mod/m01aa_01a.wok` is a
//! file in an archive, as if the archive were a folder. A folder of that name wins.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Seek};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Context, anyhow, bail, ensure};
use walkmesh::formats::Index;
use walkmesh::level::{
    Archive, FileError, Files, Folder, GameFolder, IndexedFiles, KeyFiles, LayeredFiles, OpenError, Zip,
};

use crate::location::FileLocation;
use crate::run::Run;

/// The files of a folder, an archive or a module.
pub type Place = Arc<IndexedFiles<'static>>;

/// An archive or a module of a game: its files are found by their names, ignoring case.
#[derive(Clone)]
pub struct Container(Arc<Contents>);

struct Contents {
    files: Arc<dyn Files>,
    /// The archive, unless this is a module.
    archive: Option<Arc<Archive>>,
    /// The listed files: for a module only its areas' files, although every file of the game can be read from it.
    listed: Vec<String>,
    /// The names of all files, by their lower-case forms.
    names: HashMap<String, String>,
}

/// The size of a file, and the time of its last change.
type Stamp = (u64, Option<SystemTime>);

/// Maximum number of bytes needed to detect an archive.
const HEAD: usize = 8;

/// The archives and the game that a run knows.
#[derive(Default)]
struct Known {
    /// The folder that the user named as a game.
    game_path: Option<PathBuf>,
    game: Option<GameFolder>,
    /// Each with the file's stamp when the archive was opened, because it may be rewritten.
    archives: HashMap<FileLocation, (Stamp, Container)>,
    /// The game's modules by their names; without a name the game's files outside any module.
    modules: HashMap<String, Container>,
    /// The files of folders, archives and modules, each listed once.
    places: HashMap<FileLocation, Place>,
}

/// Begins a run, with the folder of a game in which otherwise unresolved paths are searched.
///
/// # Errors
/// The folder does not belong to a known game.
pub fn begin(game: Option<&Path>) -> anyhow::Result<()> {
    known(|known| known.game_path = game.map(Path::to_owned));
    let game = game.map(GameFolder::open).transpose()?;
    known(|known| known.game = game);
    Ok(())
}

/// The folder that the user named as a game, whether or not it is one.
pub fn game_path() -> Option<PathBuf> {
    known(|known| known.game_path.clone())
}

/// Opens the list of a game's own files, so that they are members of it: `chitin.key/m01aa_01a.wok`.
///
/// # Errors
/// The list cannot be read.
pub fn open_list(list: &Path) -> anyhow::Result<()> {
    let stamp = stamp(&list.into()).context("is not a regular file, and is not read")?;
    known_or(list.into(), stamp, || {
        let files = KeyFiles::open(list).map_err(|error| anyhow!("{}", error.reason))?;
        Container::new(Arc::new(files), None, None).map(Some)
    })
    .map(drop)
}

/// The folder of the game, if the user named it.
pub fn game() -> Option<Arc<GameFolder>> {
    known(|known| known.game.clone()).map(Arc::new)
}

/// Works on the known archives and the game.
fn known<T>(work: impl FnOnce(&mut Known) -> T) -> T {
    Run::remembered(work)
}

/// Opens the container at a location: an archive, or a module of the game.
pub fn container(at: impl Into<FileLocation>) -> anyhow::Result<Option<Container>> {
    let path = match at.into() {
        FileLocation::Member { container, name } => return nested(Arc::unwrap_or_clone(container), &name),
        FileLocation::Path(path) => path,
    };
    // An archive is not a folder on disk, so the system does not find it with a separator at the end.
    let path = path.components().as_path();
    if path.as_os_str().is_empty() {
        return of_game("");
    }
    if path.symlink_metadata().is_ok() {
        return on_disk(path);
    }
    // A name without a folder names a module, or a file of the game, which is not an archive.
    if path.components().count() == 1 {
        return module_at(path);
    }
    inside(path)?.map_or(Ok(None), |(container, name)| nested(container, &name))
}

/// The archive or zip at a path on disk.
fn on_disk(path: &Path) -> anyhow::Result<Option<Container>> {
    let Some(stamp) = stamp(&path.into()) else { return Ok(None) };
    known_or(path.into(), stamp, || {
        let mut head = Vec::new();
        File::open(path)?.take(HEAD as u64).read_to_end(&mut head)?;
        match () {
            () if Archive::is_archive(&head) => {
                let open = Archive::open(path).or_else(|error| Err(damage(error, &mut File::open(path)?)));
                Container::of_archive(open?).map(Some)
            }
            () if Zip::is_zip(&head) => of_zip(Zip::open(path)).map(Some),
            () => Ok(None),
        }
    })
}

/// An archive or a zip inside another one, such as a module in a saved game.
fn nested(container: FileLocation, name: &str) -> anyhow::Result<Option<Container>> {
    let (Some(outer), Some(stamp)) = (self::container(&container)?, stamp(&container)) else { return Ok(None) };
    let Some(name) = outer.find(name) else { return Ok(None) };
    let at = FileLocation::member(container, name);
    // A module, a zip or a list has no archives inside.
    if outer.archive().is_none() {
        return Ok(None);
    }
    known_or(at.clone(), stamp, || match outer.head(name, HEAD)? {
        head if Archive::is_archive(&head) => {
            let open = Archive::from_bytes(at.to_string(), outer.read(name)?);
            let open = open.or_else(|error| Err(damage(error, &mut Cursor::new(outer.read(name)?))));
            Container::of_archive(open?).map(Some)
        }
        head if Zip::is_zip(&head) => of_zip(Zip::from_bytes(at.to_string(), outer.read(name)?)).map(Some),
        _ => Ok(None),
    })
}

fn of_zip(zip: Result<Zip, FileError>) -> anyhow::Result<Container> {
    Container::new(Arc::new(zip.map_err(|error| anyhow!("{}", error.reason))?), None, None)
}

/// The known archive at a location, if the file on disk still has this stamp; otherwise it is opened.
fn known_or(
    at: FileLocation,
    stamp: Stamp,
    open: impl FnOnce() -> anyhow::Result<Option<Container>>,
) -> anyhow::Result<Option<Container>> {
    if let Some((_, archive)) = known(|known| known.archives.get(&at).filter(|(known, _)| *known == stamp).cloned()) {
        return Ok(Some(archive));
    }
    let Some(container) = open()? else { return Ok(None) };
    known(|known| known.archives.insert(at, (stamp, container.clone())));
    Ok(Some(container))
}

/// The stamp of the regular file on disk that is, or contains, an archive.
fn stamp(at: &FileLocation) -> Option<Stamp> {
    match at {
        FileLocation::Member { container, .. } => stamp(container),
        FileLocation::Path(path) => {
            let what = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
            Some((what.len(), what.modified().ok()))
        }
    }
}

/// Returns the reason why an archive cannot be opened. The name of the file already precedes the error.
fn damage(error: FileError, archive: &mut (impl Read + Seek)) -> anyhow::Error {
    match Index::read(archive) {
        Err(damage) => OpenError::from(damage).into(),
        Ok(_) => anyhow!("{}", error.reason),
    }
}

/// The files of a module of the game, if one has the name of this path and no file or folder does.
fn module_at(path: &Path) -> anyhow::Result<Option<Container>> {
    let mut parts = path.components();
    let (Some(Component::Normal(name)), None) = (parts.next(), parts.next()) else { return Ok(None) };
    of_game(&name.to_string_lossy())
}

/// The files of a module of the game; without a name the game's files outside any module.
fn of_game(name: &str) -> anyhow::Result<Option<Container>> {
    let Some(game) = known(|known| known.game.clone()) else { return Ok(None) };
    if let Some(module) = known(|known| known.modules.get(name).cloned()) {
        return Ok(Some(module));
    }
    let is_module = || Ok::<_, FileError>(game.modules()?.iter().any(|known| known.eq_ignore_ascii_case(name)));
    let files = if name.is_empty() {
        Container::new(Arc::new(game.files()?), None, None)?
    } else if is_module()? {
        let module = game.module(name)?;
        let listed = module.area_files()?;
        Container::new(Arc::new(module.files), None, Some(listed))?
    } else {
        return Ok(None);
    };
    known(|known| known.modules.insert(name.to_owned(), files.clone()));
    Ok(Some(files))
}

/// The archive or the module that a path leads into, and the name of a file there, which need not exist; `None` for a path on
/// disk, and for one that leads nowhere.
fn inside(path: &Path) -> anyhow::Result<Option<(FileLocation, String)>> {
    if path.as_os_str().is_empty() || path.symlink_metadata().is_ok() {
        return Ok(None);
    }
    let outer = path.ancestors().skip(1).filter(|outer| !outer.as_os_str().is_empty());
    let is_there = |outer: &&Path| outer.symlink_metadata().is_ok();
    // The game acts as a folder: modules are folders in it, and files of no module lie directly in it.
    let outer = outer.clone().find(is_there).or(outer.last()).unwrap_or(Path::new(""));
    let (mut at, Ok(rest)) = (FileLocation::from(outer), path.strip_prefix(outer)) else { return Ok(None) };
    let Some(mut container) = container(&at)? else { return Ok(None) };
    // A member may have a name that no path has; it is printed after the archive and one separator.
    let start = if outer.as_os_str().is_empty() { 0 } else { outer.as_os_str().len() + 1 };
    let as_printed = path.as_os_str().as_encoded_bytes().get(start..).unwrap_or_default();
    if let Some(name) = container.find(&String::from_utf8_lossy(as_printed)) {
        return Ok(Some((at, name.to_owned())));
    }
    let mut parts: Vec<String> = rest.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    while parts.len() > 1 {
        let Some(inner) = nested(at.clone(), &parts[0])? else { break };
        (at, container) = (FileLocation::member(at, parts.remove(0)), inner);
    }
    let name = parts.join("/");
    Ok(Some((at, container.find(&name).map_or(name.clone(), str::to_owned))))
}

/// Returns the location as a member's, if it is a path that leads to a member.
pub fn resolved(at: FileLocation) -> anyhow::Result<FileLocation> {
    let Some((container, name)) = at.path().map(inside).transpose()?.flatten() else { return Ok(at) };
    let has_it = self::container(&container)?.is_some_and(|container| container.find(&name).is_some());
    Ok(if has_it { FileLocation::member(container, name) } else { at })
}

/// The archive or module and the name of the member at a location; `None` for a path on disk, and for one that leads nowhere.
pub fn member(at: impl Into<FileLocation>) -> anyhow::Result<Option<(Container, String)>> {
    let FileLocation::Member { container, name } = resolved(at.into())? else { return Ok(None) };
    let Some(container) = self::container(Arc::unwrap_or_clone(container))? else { return Ok(None) };
    let name = container.find(&name).map(str::to_owned);
    Ok(name.map(|name| (container, name)))
}

/// The archive that a location leads into, and the name of the file there, whether or not the archive has it.
pub fn archive_around(at: &FileLocation) -> anyhow::Result<Option<(FileLocation, String)>> {
    let place = match at {
        FileLocation::Member { container, name } => Some((FileLocation::clone(container), name.to_string())),
        // A location without a folder is in the game, which is never written.
        FileLocation::Path(path) if path.parent().is_none_or(|outer| outer.as_os_str().is_empty()) => None,
        FileLocation::Path(path) => inside(path)?,
    };
    let Some((archive, name)) = place else { return Ok(None) };
    Ok(container(&archive)?.is_some_and(|container| container.archive().is_some()).then_some((archive, name)))
}

impl Container {
    fn new(files: Arc<dyn Files>, archive: Option<Arc<Archive>>, listed: Option<Vec<String>>) -> anyhow::Result<Self> {
        let all = files.names()?;
        let mut names = HashMap::with_capacity(all.len());
        for name in &all {
            names.entry(name.to_ascii_lowercase()).or_insert_with(|| name.clone());
        }
        Ok(Self(Arc::new(Contents { files, archive, listed: listed.unwrap_or(all), names })))
    }

    fn of_archive(archive: Archive) -> anyhow::Result<Self> {
        let archive = Arc::new(archive);
        Self::new(archive.clone(), Some(archive), None)
    }

    /// The name of a file as spelled here.
    fn find(&self, name: &str) -> Option<&str> {
        self.0.names.get(&name.to_ascii_lowercase()).map(String::as_str)
    }

    /// Returns the origins of a file: the places that have it, in order of precedence.
    pub fn origins(&self, name: &str) -> Vec<String> {
        self.0.files.origins(name)
    }

    /// The archive, unless this is a module.
    pub fn archive(&self) -> Option<&Archive> {
        self.0.archive.as_deref()
    }

    /// The bytes of a file.
    pub fn read(&self, name: &str) -> anyhow::Result<Vec<u8>> {
        self.0.files.read(name).map_err(|error| anyhow!("{}", error.reason))
    }

    /// The first bytes of a file.
    fn head(&self, name: &str, most: usize) -> anyhow::Result<Vec<u8>> {
        self.0.files.head(name, most).map_err(|error| anyhow!("{}", error.reason))
    }
}

/// Returns whether a folder, an archive or a module exists there.
pub fn is_folder(at: impl Into<FileLocation>) -> bool {
    let at = at.into();
    at.path().is_some_and(Path::is_dir) || container(at).is_ok_and(|container| container.is_some())
}

/// Returns whether a readable file exists there.
pub fn is_file(at: impl Into<FileLocation>) -> bool {
    let at = at.into();
    at.path().is_some_and(Path::is_file) || member(at).is_ok_and(|member| member.is_some())
}

/// The size of a regular file, or of one in an archive.
pub fn size(at: &FileLocation) -> Option<u64> {
    match at.path().map(fs::metadata) {
        Some(Ok(what)) => what.is_file().then_some(what.len()),
        _ => {
            let (container, name) = member(at).ok().flatten()?;
            container.0.files.size_of(&name)
        }
    }
}

/// The bytes of a file on disk, of a pipe, or of a file in an archive.
///
/// # Errors
/// The file cannot be read, or it is a folder or an archive.
pub fn read(at: impl Into<FileLocation>) -> anyhow::Result<Vec<u8>> {
    let at = at.into();
    if let Some((container, name)) = member(&at)? {
        return container.read(&name);
    }
    let path = path_of(&at)?;
    ensure!(!path.is_dir(), "is a folder; a file is needed here");
    if let Some(container) = container(&at)? {
        let example = container.0.listed.first().map_or("a file of it", String::as_str);
        bail!("is an archive; name a file in it, such as {}", FileLocation::member(&at, example));
    }
    fs::read(path).map_err(|error| unreadable(&at, error))
}

/// Returns the path of a file that is not a member.
fn path_of(at: &FileLocation) -> anyhow::Result<&Path> {
    at.path().context("is in no archive any more")
}

/// Returns the reason why a file cannot be read: an archive lacks it, or the system's error.
pub fn unreadable(at: impl Into<FileLocation>, error: io::Error) -> anyhow::Error {
    match archive_around(&at.into()) {
        Ok(Some((archive, _))) => anyhow!("the archive {archive} has no such file"),
        Ok(None) => anyhow::Error::from(error).context("cannot be read"),
        Err(damaged) => damaged,
    }
}

/// The bytes of a file that was found by its name. A pipe or a device of that name is refused: the user did not name it, and
/// reading it may never end.
///
/// # Errors
/// The file cannot be read.
pub fn read_regular(at: impl Into<FileLocation>) -> anyhow::Result<Vec<u8>> {
    let at = at.into();
    if let Some((container, name)) = member(&at)? {
        return container.read(&name);
    }
    let path = path_of(&at)?;
    let what = fs::metadata(path).context("cannot be read")?;
    ensure!(what.is_file(), "is not a regular file, and is not read");
    fs::read(path).context("cannot be read")
}

/// All bytes of an archive, on disk or inside another archive.
///
/// # Errors
/// The archive cannot be read.
pub fn read_whole(at: &FileLocation) -> anyhow::Result<Vec<u8>> {
    match member(at)? {
        Some((container, name)) => container.read(&name),
        None => fs::read(path_of(at)?).context("cannot be read"),
    }
}

/// Reads a whole file if its first bytes are wanted; otherwise only the first bytes.
///
/// # Errors
/// The file cannot be read.
pub fn read_if(at: &FileLocation, most: usize, is_wanted: impl FnOnce(&[u8]) -> bool) -> anyhow::Result<Vec<u8>> {
    if let Some((container, name)) = member(at)? {
        let head = container.head(&name, most)?;
        return if is_wanted(&head) { container.read(&name) } else { Ok(head) };
    }
    let mut file = File::open(path_of(at)?)?;
    let mut bytes = Vec::new();
    file.by_ref().take(most as u64).read_to_end(&mut bytes)?;
    if is_wanted(&bytes) {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// All entries of a folder, and all files of an archive or module, sorted.
///
/// # Errors
/// The folder or archive cannot be read.
pub fn entries(at: impl Into<FileLocation>) -> anyhow::Result<Vec<FileLocation>> {
    let at = at.into();
    let mut entries: Vec<FileLocation> = match container(&at)? {
        Some(container) => {
            let at = Arc::new(at);
            let member = |name: &String| FileLocation::Member { container: Arc::clone(&at), name: (**name).into() };
            container.0.listed.iter().map(member).collect()
        }
        None => {
            let entries = fs::read_dir(path_of(&at)?);
            let entries = entries.and_then(|entries| entries.map(|entry| Ok(entry?.path().into())).collect());
            entries.context("cannot be read")?
        }
    };
    entries.sort_unstable();
    Ok(entries)
}

/// The files of a folder, an archive or a module. A module in two archives, `NAME.rim` and `NAME_s.rim`, is one.
///
/// # Errors
/// The archive cannot be read.
pub fn files(at: impl Into<FileLocation>) -> anyhow::Result<Arc<dyn Files>> {
    let at = at.into();
    let Some(container) = container(&at)? else { return Ok(Arc::new(Folder::new(path_of(&at)?))) };
    match at.path().map(LayeredFiles::of_rim_pair) {
        Some(Ok(Some(both))) => Ok(Arc::new(both)),
        _ => Ok(container.0.files.clone()),
    }
}

/// The files of a folder, an archive or a module, which are listed once in a run.
///
/// # Errors
/// The folder or the archive cannot be read.
pub fn place(at: &FileLocation) -> anyhow::Result<Place> {
    if let Some(place) = known(|known| known.places.get(at).cloned()) {
        return Ok(place);
    }
    let listed = IndexedFiles::of(files(at)?);
    let place = Arc::new(listed.with_context(|| format!("the folder {at}"))?);
    known(|known| known.places.insert(at.clone(), place.clone()));
    Ok(place)
}
