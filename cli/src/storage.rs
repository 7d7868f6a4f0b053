//! Paths that may lead into an archive or into a module of a game: `module.mod/m01aa_01a.wok` is a file in an archive, as if
//! the archive were a folder. A folder of that name wins.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::{Context, anyhow, bail, ensure};
use walkmesh::level::{Archive, Files, Folder, GameFolder, LayeredFiles};

/// An archive or a module of a game: its files are found by their names, in any case.
#[derive(Clone)]
pub struct Container(Arc<Contents>);

struct Contents {
    files: Arc<dyn Files>,
    /// The archive, if it is one by itself.
    archive: Option<Arc<Archive>>,
    /// The files that stand for the whole: of a module those of its areas, because every file of the game can be read from it.
    listed: Vec<String>,
    /// The names of all files, by the same in small letters.
    names: HashMap<String, String>,
}

/// The size of a file, and the time of its last change.
type Stamp = (u64, Option<SystemTime>);

/// The most bytes that tell an archive.
const HEAD: usize = 8;

/// What is known of the archives of this run and of the game.
#[derive(Default)]
struct Known {
    game: Option<GameFolder>,
    /// The game's files without those of any module.
    own: Option<Container>,
    /// By path, with the stamp of the file on disk when the archive was opened, because it may be rewritten.
    archives: HashMap<PathBuf, (Stamp, Container)>,
    /// The game's modules by their names.
    modules: HashMap<String, Container>,
}

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

fn known() -> std::sync::MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins a run, with the folder of a game in which paths are looked for that lead nowhere else.
///
/// # Errors
/// The folder is not that of a known game.
pub fn begin(game: Option<&Path>) -> anyhow::Result<()> {
    let game = game.map(|folder| GameFolder::open(folder).map_err(|error| anyhow!("{error}"))).transpose()?;
    *known() = Known { game, ..Known::default() };
    Ok(())
}

/// The folder of the game, if the user named it.
pub fn game() -> Option<Arc<GameFolder>> {
    known().game.clone().map(Arc::new)
}

/// The archive at a path, if it is one that has files by name. It may be inside another one, as a module in a saved game is.
fn archive_at(path: &Path) -> anyhow::Result<Option<Container>> {
    let outer = path.parent().filter(|_| path.symlink_metadata().is_err());
    let Ok(what) = fs::metadata(outer.unwrap_or(path)) else { return Ok(None) };
    if !what.is_file() {
        return Ok(None);
    }
    let stamp = (what.len(), what.modified().ok());
    if let Some((known, archive)) = known().archives.get(path)
        && *known == stamp
    {
        return Ok(Some(archive.clone()));
    }
    let archive = match outer {
        Some(outer) => nested(path, outer)?,
        None => on_disk(path)?,
    };
    let Some(archive) = archive.map(Arc::new) else { return Ok(None) };
    let container = Container::of(archive.clone(), Some(archive), None)?;
    known().archives.insert(path.to_owned(), (stamp, container.clone()));
    Ok(Some(container))
}

fn on_disk(path: &Path) -> anyhow::Result<Option<Archive>> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD as u64).read_to_end(&mut head)?;
    // The name of the file stands before the error already.
    Archive::is_archive(&head).then(|| Archive::open(path).map_err(|error| anyhow!("{}", error.reason))).transpose()
}

/// An archive inside the one on disk at `outer`.
fn nested(path: &Path, outer: &Path) -> anyhow::Result<Option<Archive>> {
    let (Some(outer), Some(name)) = (archive_at(outer)?, path.file_name()) else { return Ok(None) };
    let Some(name) = outer.find(&name.to_string_lossy()) else { return Ok(None) };
    if !outer.head(name, HEAD)?.is_some_and(|head| Archive::is_archive(&head)) {
        return Ok(None);
    }
    let bytes = outer.read(name)?;
    let archive =
        Archive::from_bytes(path.display().to_string(), bytes).map_err(|error| anyhow!("{}", error.reason))?;
    Ok(Some(archive))
}

/// The files of a module of the game, if one has this name and no file or folder has.
fn module_at(path: &Path) -> anyhow::Result<Option<Container>> {
    let mut parts = path.components();
    let (Some(Component::Normal(name)), None) = (parts.next(), parts.next()) else { return Ok(None) };
    let name = name.to_string_lossy().into_owned();
    let Some(game) = known().game.clone() else { return Ok(None) };
    if let Some(module) = known().modules.get(&name) {
        return Ok(Some(module.clone()));
    }
    let modules = game.modules().map_err(|error| anyhow!("{error}"))?;
    if !modules.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
        return Ok(None);
    }
    let module = game.module(&name).map_err(|error| anyhow!("{error}"))?;
    let listed = module.area_files().map_err(|error| anyhow!("{error}"))?;
    let module = Container::of(Arc::new(module.files), None, Some(listed))?;
    known().modules.insert(name, module.clone());
    Ok(Some(module))
}

/// The game's files without those of any module.
fn own_files() -> anyhow::Result<Option<Container>> {
    let Some(game) = known().game.clone() else { return Ok(None) };
    if let Some(own) = known().own.clone() {
        return Ok(Some(own));
    }
    let files = game.files().map_err(|error| anyhow!("{error}"))?;
    let own = Container::of(Arc::new(files), None, None)?;
    known().own = Some(own.clone());
    Ok(Some(own))
}

/// The archive or the module at a path, if there is one.
pub fn container(path: &Path) -> anyhow::Result<Option<Container>> {
    if let Some(archive) = archive_at(path)? {
        return Ok(Some(archive));
    }
    if path.symlink_metadata().is_ok() {
        return Ok(None);
    }
    module_at(path)
}

/// The archive and the name of the member at a path that leads into one; `None` for a path on disk, and for one that leads
/// nowhere.
pub fn member(path: &Path) -> anyhow::Result<Option<(Container, String)>> {
    if path.symlink_metadata().is_ok() {
        return Ok(None);
    }
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Ok(None) };
    let name = name.to_string_lossy();
    let place = if parent.as_os_str().is_empty() { own_files()? } else { container(parent)? };
    let Some(container) = place else { return Ok(None) };
    let name = container.find(&name).map(str::to_owned);
    Ok(name.map(|name| (container, name)))
}

/// The path of the archive that a path leads into, whether the archive has the file or not.
pub fn archive_around(path: &Path) -> anyhow::Result<Option<&Path>> {
    let Some(parent) = path.parent().filter(|_| path.symlink_metadata().is_err()) else { return Ok(None) };
    Ok(archive_at(parent)?.map(|_| parent))
}

impl Container {
    fn of(files: Arc<dyn Files>, archive: Option<Arc<Archive>>, listed: Option<Vec<String>>) -> anyhow::Result<Self> {
        let all = files.names().map_err(|error| anyhow!("{error}"))?;
        let mut names = HashMap::with_capacity(all.len());
        for name in &all {
            names.entry(name.to_ascii_lowercase()).or_insert_with(|| name.clone());
        }
        Ok(Self(Arc::new(Contents { files, archive, listed: listed.unwrap_or(all), names })))
    }

    /// The name of a file as it is written here.
    fn find(&self, name: &str) -> Option<&str> {
        self.0.names.get(&name.to_ascii_lowercase()).map(String::as_str)
    }

    /// Where a file comes from: the places that have it, the one that counts first.
    pub fn origins(&self, name: &str) -> Vec<String> {
        self.0.files.origins(name)
    }

    /// The archive, if it is one by itself.
    pub fn archive(&self) -> Option<&Archive> {
        self.0.archive.as_deref()
    }

    /// The bytes of a file.
    pub fn read(&self, name: &str) -> anyhow::Result<Vec<u8>> {
        self.0.files.read(name).map_err(|error| anyhow!("{}", error.reason))
    }

    /// The first bytes of a file of an archive; `None` if this is a module.
    fn head(&self, name: &str, most: usize) -> anyhow::Result<Option<Vec<u8>>> {
        let head = self.archive().map(|archive| archive.head(name, most));
        head.transpose().map_err(|error| anyhow!("{}", error.reason))
    }
}

/// Whether a path is a folder, an archive or a module: a place that has files.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || container(path).is_ok_and(|container| container.is_some())
}

/// Whether a path leads to a file that can be read.
pub fn is_file(path: &Path) -> bool {
    path.is_file() || member(path).is_ok_and(|member| member.is_some())
}

/// The size of a regular file, or of one in an archive.
pub fn size(path: &Path) -> Option<u64> {
    match fs::metadata(path) {
        Ok(what) => what.is_file().then_some(what.len()),
        Err(_) => {
            let (container, name) = member(path).ok().flatten()?;
            container.archive()?.size_of(&name)
        }
    }
}

/// The bytes of a file on disk, of a pipe, or of a file in an archive.
///
/// # Errors
/// The file cannot be read, or it is a folder or an archive.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    if let Some((container, name)) = member(path)? {
        return container.read(&name);
    }
    ensure!(!path.is_dir(), "is a folder; a file is needed here");
    if let Some(container) = container(path)? {
        let example = container.0.listed.first().map_or("a file of it", String::as_str);
        bail!("is an archive; name a file in it, such as {}", path.join(example).display());
    }
    fs::read(path).map_err(|error| unreadable(path, error))
}

/// Why a path cannot be read: an archive has no such file, or the system says it.
pub fn unreadable(path: &Path, error: io::Error) -> anyhow::Error {
    match archive_around(path) {
        Ok(Some(archive)) => anyhow!("the archive {} has no such file", archive.display()),
        Ok(None) => anyhow::Error::from(error).context("cannot be read"),
        Err(damaged) => damaged,
    }
}

/// The bytes of a file that was found by its name. A pipe or a device of that name is refused: the user did not name it, and
/// reading it may never end.
///
/// # Errors
/// The file cannot be read.
pub fn read_regular(path: &Path) -> anyhow::Result<Vec<u8>> {
    if let Some((container, name)) = member(path)? {
        return container.read(&name);
    }
    let what = fs::metadata(path).context("cannot be read")?;
    ensure!(what.is_file(), "is not a regular file, and is not read");
    fs::read(path).context("cannot be read")
}

/// All bytes of an archive, on disk or in another one.
///
/// # Errors
/// The archive cannot be read.
pub fn read_whole(path: &Path) -> anyhow::Result<Vec<u8>> {
    match member(path)? {
        Some((container, name)) => container.read(&name),
        None => fs::read(path).context("cannot be read"),
    }
}

/// The bytes of a file if its first bytes are those of one that is wanted; otherwise only the first bytes.
///
/// # Errors
/// The file cannot be read.
pub fn read_if(path: &Path, most: usize, is_wanted: impl FnOnce(&[u8]) -> bool) -> io::Result<Vec<u8>> {
    if let Ok(Some((container, name))) = member(path) {
        let head = match container.head(&name, most).map_err(io::Error::other)? {
            Some(head) => head,
            None => container.read(&name).map_err(io::Error::other)?,
        };
        return if is_wanted(&head) { container.read(&name).map_err(io::Error::other) } else { Ok(head) };
    }
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(most as u64).read_to_end(&mut bytes)?;
    if is_wanted(&bytes) {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The paths of all entries of a folder, and of all files of an archive or module, sorted.
///
/// # Errors
/// The folder or archive cannot be read.
pub fn entries(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> = match container(path)? {
        Some(container) => container.0.listed.iter().map(|name| path.join(name)).collect(),
        None => {
            let entries = fs::read_dir(path).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
            entries.context("cannot be read")?
        }
    };
    entries.sort_unstable();
    Ok(entries)
}

/// The files of a folder, an archive or a module. A module in two archives, `NAME.rim` and `NAME_s.rim`, is one.
pub fn files(path: &Path) -> Arc<dyn Files> {
    match container(path) {
        Ok(Some(container)) => match LayeredFiles::of_rim_pair(path) {
            Ok(Some(both)) => Arc::new(both),
            _ => container.0.files.clone(),
        },
        _ => Arc::new(Folder::new(path)),
    }
}
