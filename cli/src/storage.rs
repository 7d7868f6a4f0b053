//! Paths that may lead into an archive or into a module of a game: `module.mod/m01aa_01a.wok` is a file in an archive, as if
//! the archive were a folder. A folder of that name wins.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::{Context, anyhow, bail, ensure};
use walkmesh::level::{Archive, FileError, Files, Folder, GameFolder};

/// Files that are found by their names in a place that is no folder.
#[derive(Clone)]
pub struct Container {
    files: Arc<dyn Files>,
    /// The archive, if it is one by itself.
    archive: Option<Arc<Archive>>,
    /// The files that stand for the whole: of a module those of its areas, because every file of the game can be read from it.
    listed: Option<Arc<[String]>>,
}

/// The size of a file, and the time of its last change.
type Stamp = (u64, Option<SystemTime>);

/// What is known of the archives of this run and of the game.
#[derive(Default)]
struct Known {
    game: Option<GameFolder>,
    /// The game's files without those of any module.
    own: Option<Container>,
    /// By path, with the size and the time at which the archive was opened, because it may be rewritten.
    archives: HashMap<PathBuf, (Stamp, Arc<Archive>)>,
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
/// The folder is none of a game.
pub fn begin(game: Option<&Path>) -> anyhow::Result<()> {
    let game = game.map(|folder| GameFolder::open(folder).map_err(|error| anyhow!("{error}"))).transpose()?;
    *known() = Known { game, ..Known::default() };
    Ok(())
}

/// The folder of the game, if the user named it.
pub fn game() -> Option<Arc<GameFolder>> {
    known().game.clone().map(Arc::new)
}

/// The archive at a path, if it is one that has files by name.
fn archive_at(path: &Path) -> anyhow::Result<Option<Arc<Archive>>> {
    let Ok(what) = fs::metadata(path) else { return nested(path) };
    if !what.is_file() {
        return Ok(None);
    }
    let stamp = (what.len(), what.modified().ok());
    if let Some((known, archive)) = known().archives.get(path)
        && *known == stamp
    {
        return Ok(Some(archive.clone()));
    }
    let mut head = Vec::new();
    File::open(path)?.take(8).read_to_end(&mut head)?;
    if !Archive::is_archive(&head) {
        return Ok(None);
    }
    // The name of the file stands before the error already.
    let archive = Arc::new(Archive::open(path).map_err(|error| anyhow!("{}", error.reason))?);
    known().archives.insert(path.to_owned(), (stamp, archive.clone()));
    Ok(Some(archive))
}

/// An archive inside another one, such as a module in a saved game.
fn nested(path: &Path) -> anyhow::Result<Option<Arc<Archive>>> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Ok(None) };
    if !fs::metadata(parent).is_ok_and(|what| what.is_file()) {
        return Ok(None);
    }
    let Some(outer) = archive_at(parent)? else { return Ok(None) };
    let Some(name) = find(&*outer, &name.to_string_lossy())? else { return Ok(None) };
    let head = outer.head(&name, 8).map_err(|error| anyhow!("{error}"))?;
    if !Archive::is_archive(&head) {
        return Ok(None);
    }
    let bytes = outer.read(&name).map_err(|error| anyhow!("{error}"))?;
    let archive =
        Archive::from_bytes(path.display().to_string(), bytes).map_err(|error| anyhow!("{}", error.reason))?;
    Ok(Some(Arc::new(archive)))
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
    let module = Container { files: Arc::new(module.files), archive: None, listed: Some(listed.into()) };
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
    let own = Container { files: Arc::new(files), archive: None, listed: None };
    known().own = Some(own.clone());
    Ok(Some(own))
}

/// The archive or the module at a path, if there is one.
pub fn container(path: &Path) -> anyhow::Result<Option<Container>> {
    if let Some(archive) = archive_at(path)? {
        return Ok(Some(Container { files: archive.clone(), archive: Some(archive), listed: None }));
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
    Ok(find(&*container.files, &name)?.map(|name| (container, name)))
}

/// The path of the archive that a path leads into, whether the archive has the file or not.
pub fn archive_around(path: &Path) -> anyhow::Result<Option<&Path>> {
    let Some(parent) = path.parent().filter(|_| path.symlink_metadata().is_err()) else { return Ok(None) };
    Ok(archive_at(parent)?.map(|_| parent))
}

/// A file of a container by its name in any case.
fn find(files: &dyn Files, name: &str) -> anyhow::Result<Option<String>> {
    let names = files.names().map_err(|error| anyhow!("{error}"))?;
    if names.iter().any(|known| known == name) {
        return Ok(Some(name.to_owned()));
    }
    Ok(names.into_iter().find(|known| known.eq_ignore_ascii_case(name)))
}

impl Container {
    /// Where a file comes from: the places that have it, the one that counts first.
    pub fn origins(&self, name: &str) -> Vec<String> {
        self.files.origins(name)
    }

    /// The archive, if it is one by itself.
    pub fn archive(&self) -> Option<&Archive> {
        self.archive.as_deref()
    }

    /// The files that stand for the whole.
    fn listed(&self) -> anyhow::Result<Vec<String>> {
        match &self.listed {
            Some(listed) => Ok(listed.to_vec()),
            None => self.files.names().map_err(|error| anyhow!("{error}")),
        }
    }

    /// The bytes of a file.
    pub fn read(&self, name: &str) -> anyhow::Result<Vec<u8>> {
        self.files.read(name).map_err(|error| anyhow!("{}", error.reason))
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
            container.archive?.size_of(&name)
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
        let listed = container.listed()?;
        let example = listed.first().map_or("a file of it", String::as_str);
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
        let failed = |error: FileError| io::Error::other(error.reason);
        let head = match &container.archive {
            Some(archive) => archive.head(&name, most).map_err(failed)?,
            None => container.files.read(&name).map_err(failed)?,
        };
        return if is_wanted(&head) { container.files.read(&name).map_err(failed) } else { Ok(head) };
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
        Some(container) => container.listed()?.into_iter().map(|name| path.join(name)).collect(),
        None => {
            let entries = fs::read_dir(path).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
            entries.context("cannot be read")?
        }
    };
    entries.sort_unstable();
    Ok(entries)
}

/// The files of a folder, an archive or a module.
pub fn files(path: &Path) -> Arc<dyn Files> {
    match container(path) {
        Ok(Some(container)) => container.files,
        _ => Arc::new(Folder::new(path)),
    }
}
