//! [`Collection`]: files that are opened together, from folders, archives and zips, and the levels among them.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use crate::formats::{Index, Limits};

use super::archive::{archive_of_talks, second_archive};
use super::file_index::IndexedFiles;
use super::files::{extension, has_extension, stem};
use super::parts::{Parts, joined};
use super::silkroad;
#[cfg(feature = "zip")]
use super::zip::Zip;
use super::{Archive, FileError, Files, Kind, LayeredFiles, Level, LevelError, Memory, OpenOptions};

/// Number of bytes at the start of a file that are read to detect its format.
const HEAD: u64 = 1 << 16;

/// Files that are opened together, such as those dropped on a window: files, folders, archives (MOD, ERF, HAK, SAV, RIM), and with the
/// feature `zip` zip files of all these.
///
/// Files of one folder belong together. An archive counts as a separate folder, and so does a KotOR module in several archives (`NAME.rim`,
/// `NAME_s.rim` and `NAME_dlg.erf` in one folder); the tables (`.2da`) beside an archive belong to it. A zip counts as a folder with
/// subfolders. Names are paths with `/` between folders.
///
/// ```
/// use walkmesh::formats::{Document, bwm::Bwm};
/// use walkmesh::level::{Collection, OpenOptions};
///
/// let mut files = Collection::new();
/// files.add("chest/chest0.pwk", Bwm::default().to_bytes()?);
/// files.add("chest/notes.txt", "open me");
/// let found = files.levels();
/// assert_eq!((found.len(), &*found[0].path, found[0].what), (1, "chest/chest0.pwk", "walkmesh of KotOR"));
/// let level = files.open(&found[0], &OpenOptions::default())?;
/// assert_eq!(level.kind().to_string(), "a KotOR walkmesh");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Collection {
    /// Keyed by the paths of their folders.
    folders: BTreeMap<String, Memory>,
    /// Keyed by their paths, with the reason if one cannot be read.
    archives: BTreeMap<String, Result<Archive, FileError>>,
    /// Incompletely supplied files, by path.
    announced: BTreeMap<String, Parts>,
}

/// A level among the files of a [`Collection`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FoundLevel {
    /// A unique key: the path of its file, with archives as folders.
    pub path: String,
    /// The file by which it is opened, without folders. Empty for an archive that has no level or cannot be read.
    pub file: String,
    /// A name to show, such as `manor.lyt of manor.mod`.
    pub name: String,
    /// A description, such as `area of KotOR`.
    pub what: &'static str,
    /// The paths of the archives that contain it, in order of precedence.
    pub archives: Vec<String>,
    /// The reason why it cannot be opened, if that is known.
    pub problem: Option<String>,
    #[cfg_attr(feature = "serde", serde(skip))]
    place: FilePlace,
}

/// Files that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FilePlace {
    /// Files of one folder.
    Folder(String),
    /// Files of several archives, in order of precedence.
    Archives(Vec<String>),
}

/// The path of the folder, and the file's name.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// The path of a file in a folder.
fn inside(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

impl Collection {
    /// No files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns whether files of this name are read: levels, files that belong to them, and archives. Others can be left out, and large
    /// folders of textures and sounds should be. A level whose file has an unexpected name is found only if it is the only file.
    ///
    /// ```
    /// use walkmesh::level::Collection;
    ///
    /// assert!(["m01aa.RIM", "rooms/m01aa_01a.wok", "m01aa.pth"].iter().all(|name| Collection::reads(name)));
    /// assert!(["readme.txt", "m01aa_01a.mdx", "wall.tga", "wok"].iter().all(|name| !Collection::reads(name)));
    /// ```
    #[must_use]
    pub fn reads(path: &str) -> bool {
        /// Extensions of files with objects and their sizes, room visibility, and room models.
        const BESIDE: [&str; 9] = ["2da", "git", "ifo", "mdl", "pth", "utc", "utd", "utp", "vis"];
        let (_, name) = split(path);
        let is_beside = extension(name).is_some_and(|it| BESIDE.iter().any(|known| it.eq_ignore_ascii_case(known)));
        is_beside || is_zip_name(name) || Kind::promised_by(name).is_some()
    }

    /// Adds a file by its path. An archive or a zip is recognised by its bytes or by its name, and its files are added; any part that
    /// cannot be read becomes a level with a [`problem`](FoundLevel::problem).
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.add_file(path.into().replace('\\', "/"), bytes.into(), true);
    }

    fn add_file(&mut self, path: String, bytes: Vec<u8>, opens_zips: bool) {
        let (folder, name) = split(&path);
        if Archive::is_archive(&bytes) || Archive::is_promised_by(name) {
            let archive = Archive::from_bytes(&*path, bytes);
            self.archives.insert(path, archive);
        } else if opens_zips && is_zip(name, &bytes) {
            self.add_zip(path, bytes);
        } else {
            self.folders.entry(folder.to_owned()).or_default().insert(name, bytes);
        }
    }

    #[cfg(feature = "zip")]
    fn add_zip(&mut self, path: String, bytes: Vec<u8>) {
        match Zip::from_bytes(&*path, bytes).and_then(|zip| zip.wanted(Self::reads)) {
            // A zip inside a zip is not opened: zips could be nested endlessly.
            Ok(files) => files.into_iter().for_each(|(name, bytes)| {
                self.add_file(inside(&path, &name.replace('\\', "/")), bytes, false);
            }),
            Err(error) => drop(self.archives.insert(path, Err(error))),
        }
    }

    #[cfg(not(feature = "zip"))]
    fn add_zip(&mut self, path: String, _: Vec<u8>) {
        let error = FileError::new(&path, "zip files are not opened here");
        self.archives.insert(path, Err(error));
    }

    /// Announces a file that is read in parts, so that a large archive need not be read whole: get the [`missing`](Self::missing) parts,
    /// [`supply`](Self::supply) them, and repeat until nothing is missing.
    ///
    /// ```
    /// use walkmesh::formats::{Document, erf::{Erf, Key}};
    /// use walkmesh::level::Collection;
    ///
    /// let keys = vec![Key::new("sound", 4, 0)?, Key::new("room", 2016, 1)?];
    /// let members = vec![vec![0; 9_000_000], b"BWM V1.0".to_vec()];
    /// let module = Erf { file_type: *b"MOD ", keys, members, ..Erf::default() }.to_bytes()?;
    ///
    /// let (mut files, mut read) = (Collection::new(), 0);
    /// files.announce("manor.mod", module.len() as u64);
    /// loop {
    ///     let ranges = files.missing("manor.mod");
    ///     if ranges.is_empty() {
    ///         break;
    ///     }
    ///     for range in ranges {
    ///         let part = &module[range.start as usize..range.end as usize];
    ///         files.supply("manor.mod", range.start, part);
    ///         read += part.len();
    ///     }
    /// }
    /// assert_eq!(files.levels()[0].path, "manor.mod/room.wok");
    /// assert!(read < 100_000, "the sound was not read");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn announce(&mut self, path: impl Into<String>, size: u64) {
        self.announced.insert(path.into().replace('\\', "/"), Parts::of_size(size));
    }

    /// The parts of an announced file to supply next, in order. Empty if the file is complete. It is then added: the members that are
    /// [read](Self::reads) if it is an archive, otherwise the whole file.
    #[must_use]
    pub fn missing(&mut self, path: &str) -> Vec<Range<u64>> {
        let path = path.replace('\\', "/");
        let Some(mut parts) = self.announced.remove(&path) else { return Vec::new() };
        let missing = Self::missing_of(&mut parts);
        match (missing.is_empty(), is_sliced(&mut parts)) {
            (false, _) => drop(self.announced.insert(path, parts)),
            (true, true) => {
                let archive = Archive::new(path.clone(), Box::new(parts));
                self.archives.insert(path, archive);
            }
            (true, false) => self.add_file(path, parts.into_whole(), true),
        }
        missing
    }

    fn missing_of(parts: &mut Parts) -> Vec<Range<u64>> {
        let (head, whole) = (0..parts.length().min(HEAD), 0..parts.length());
        let lacking = |parts: &Parts, ranges: Vec<Range<u64>>| -> Vec<Range<u64>> {
            joined(ranges.into_iter().filter(|range| !parts.has(range)).collect())
        };
        if !parts.has(&head) {
            return vec![head];
        }
        if !is_sliced(parts) {
            return lacking(parts, vec![whole]);
        }
        match Index::read(parts) {
            Ok(index) => {
                let end = parts.length();
                let is_read = |entry: &&crate::formats::IndexEntry| Self::reads(&entry.file_name(index.numbering));
                let range = |entry: &crate::formats::IndexEntry| {
                    entry.offset.min(end)..entry.offset.saturating_add(entry.size).min(end)
                };
                lacking(parts, index.entries.iter().filter(is_read).map(range).collect())
            }
            // A damaged directory requests no more parts. The error is reported when the archive is opened.
            Err(_) => parts.take_missing().into_iter().collect(),
        }
    }

    /// Supplies a part of an announced file. An empty part means that no further parts follow, for example because the file was removed.
    pub fn supply(&mut self, path: &str, from: u64, bytes: impl Into<Vec<u8>>) {
        let (path, bytes) = (path.replace('\\', "/"), bytes.into());
        if bytes.is_empty() {
            if self.announced.remove(&path).is_some() {
                let error = FileError::new(&path, "the file cannot be read any more");
                self.archives.insert(path, Err(error));
            }
        } else if let Some(parts) = self.announced.get_mut(&path) {
            parts.add(from, bytes);
        }
    }

    /// The levels: archives first, then folders; in each folder whole areas before single files.
    #[must_use]
    pub fn levels(&self) -> Vec<FoundLevel> {
        let mut found = Vec::new();
        let is_alone = self.archives.is_empty() && self.count() == 1;
        for place in self.modules().into_iter().map(FilePlace::Archives) {
            self.list(&place, is_alone, &mut found);
        }
        for folder in self.folders.keys() {
            self.list(&FilePlace::Folder(folder.clone()), is_alone, &mut found);
        }
        found
    }

    /// The archives, grouped by module, in order of precedence.
    fn modules(&self) -> Vec<Vec<String>> {
        let lower: BTreeMap<String, &String> =
            self.archives.keys().map(|path| (path.to_ascii_lowercase(), path)).collect();
        let mut parts = BTreeSet::new();
        let mut modules = BTreeMap::new();
        for path in self.archives.keys() {
            let (folder, name) = split(path);
            let beside = |name: String| lower.get(&inside(folder, &name).to_ascii_lowercase()).copied();
            let mut module = vec![path.clone()];
            if has_extension(name, "rim")
                && let Some(second) = beside(second_archive(stem(name)))
            {
                parts.insert(second);
                module.insert(0, second.clone());
            }
            if has_extension(name, "rim") || has_extension(name, "mod") {
                let talks = beside(archive_of_talks(stem(name)));
                parts.extend(talks);
                module.extend(talks.cloned());
            }
            modules.insert(path, module);
        }
        modules.into_iter().filter(|(path, _)| !parts.contains(path)).map(|(_, module)| module).collect()
    }

    /// The files at a path.
    fn files(&self, place: &FilePlace) -> Result<LayeredFiles<'_>, FileError> {
        let mut layers: Vec<Box<dyn Files + '_>> = Vec::new();
        match place {
            FilePlace::Folder(folder) => {
                layers.extend(self.folders.get(folder).map(|files| Box::new(files) as Box<dyn Files>));
            }
            FilePlace::Archives(paths) => {
                for path in paths {
                    let archive = self.archives.get(path).ok_or_else(|| FileError::no_such_file(path))?;
                    layers.push(Box::new(archive.as_ref().map_err(Clone::clone)?));
                }
                let folder = paths.first().map_or("", |path| split(path).0);
                layers.extend(self.folders.get(folder).map(|files| Box::new(Tables(files)) as Box<dyn Files>));
            }
        }
        LayeredFiles::of(layers)
    }

    /// Returns the number of files in folders.
    fn count(&self) -> usize {
        self.folders.values().filter_map(|files| files.names().ok()).map(|names| names.len()).sum()
    }

    /// Adds the levels at a path; `is_alone`: there is only one file in total.
    fn list(&self, place: &FilePlace, is_alone: bool, found: &mut Vec<FoundLevel>) {
        let named =
            self.files(place).and_then(|files| named_levels(&files, matches!(place, FilePlace::Archives(_)), is_alone));
        let problem = match named {
            Ok(named) if !named.is_empty() => {
                return found.extend(named.into_iter().map(|named| FoundLevel::of(place, named, None)));
            }
            Ok(_) => "The archive has no walkmesh, layout or area. The rooms of a module may stand in the game's own archives.".to_owned(),
            Err(error) => error.reason,
        };
        if let FilePlace::Archives(_) = place {
            found.push(FoundLevel::of(place, Named::default(), Some(problem)));
        }
    }

    /// Opens one of the [`levels`](Self::levels), with the files that belong to it.
    ///
    /// # Errors
    /// As [`Level::open`].
    pub fn open(&self, level: &FoundLevel, options: &OpenOptions) -> Result<Level, LevelError> {
        if let Some(problem) = &level.problem {
            return Err(FileError::new(&level.path, problem).into());
        }
        let files = self.files(&level.place)?;
        // A layout without other files is opened alone, not as an area whose rooms are missing.
        if files.names()?.len() == 1 {
            return Level::open_all(&files, options);
        }
        Level::open(&files, &level.file, options)
    }

    /// For each of these files of a level, chooses the archive that has it; for a new file, the archive of the level's main file. Returns
    /// nothing for a level that is not in an archive.
    #[must_use]
    pub fn archives_of<'n>(
        &self,
        level: &FoundLevel,
        names: impl IntoIterator<Item = &'n str>,
    ) -> BTreeMap<String, Vec<&'n str>> {
        let of_archive = |path: &String| {
            let names = self.archives.get(path).and_then(|archive| archive.as_ref().ok()?.names().ok());
            let names = names.unwrap_or_default().into_iter().map(|name| name.to_ascii_lowercase());
            (path.clone(), names.collect::<HashSet<String>>())
        };
        let archives: Vec<_> = level.archives.iter().map(of_archive).collect();
        let home = |name: &str| {
            let name = name.to_ascii_lowercase();
            archives.iter().find(|(_, names)| names.contains(&name)).map(|(path, _)| path)
        };
        let mut homes = BTreeMap::<_, Vec<_>>::new();
        for name in names {
            if let Some(path) = home(name).or_else(|| home(&level.file)) {
                homes.entry(path.clone()).or_default().push(name);
            }
        }
        homes
    }

    /// The bytes of a file by its path: a file in a folder or in an archive, or an archive whose parts are all present.
    ///
    /// # Errors
    /// [`FileError`]: there is no such file, or it cannot be read.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let (folder, name) = split(path);
        if let Some(archive) = self.archives.get(path) {
            return archive.as_ref().map_err(Clone::clone)?.to_bytes();
        }
        match self.archives.get(folder) {
            Some(archive) => archive.as_ref().map_err(Clone::clone)?.read(name),
            None => self.folders.get(folder).ok_or_else(|| FileError::no_such_file(path))?.read(name),
        }
    }

    /// Opens the files that are in no folder and no archive as one level: see [`Level::open_all`].
    ///
    /// # Errors
    /// As [`Level::open_all`].
    pub fn open_all(&self, options: &OpenOptions) -> Result<Level, LevelError> {
        Level::open_all(self.folders.get("").unwrap_or(&Memory::new()), options)
    }
}

impl FoundLevel {
    fn of(place: &FilePlace, Named { file, what }: Named, problem: Option<String>) -> Self {
        let (folder, archives) = match place {
            FilePlace::Folder(folder) => (folder, Vec::new()),
            // The module is named after the archive whose name sorts first.
            FilePlace::Archives(paths) => {
                (paths.iter().min_by_key(|path| path.len()).unwrap_or(&paths[0]), paths.clone())
            }
        };
        let path = if file.is_empty() { folder.clone() } else { inside(folder, &file) };
        let name = match archives.is_empty() || file.is_empty() {
            true => path.clone(),
            false => format!("{file} of {}", split(folder).1),
        };
        Self { path, file, name, what, archives, problem, place: place.clone() }
    }
}

/// The tables of a folder.
struct Tables<'f>(&'f Memory);

impl Files for Tables<'_> {
    fn names(&self) -> Result<Vec<String>, FileError> {
        Ok(self.0.names()?.into_iter().filter(|name| has_extension(name, "2da")).collect())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        self.0.read(name)
    }
}

/// A level at a path.
#[derive(Default)]
struct Named {
    file: String,
    what: &'static str,
}

/// The levels of files that belong together. If there is no level among them, the remaining files become levels. A file without any others
/// always does, whatever its name.
fn named_levels(files: &dyn Files, is_archive: bool, is_alone: bool) -> Result<Vec<Named>, FileError> {
    let indexed = IndexedFiles::new(files)?;
    let index = indexed.index();
    let mut named: Vec<Named> =
        indexed.levels().into_iter().map(|level| Named { file: level.file, what: level.what }).collect();
    let single = |name: &str| Named { file: name.to_owned(), what: what_of(name) };
    let dofs: Vec<&str> = index.with_extension(&["dof"]).collect();
    let parts: BTreeSet<String> =
        named.iter().filter_map(|level| silkroad::dof_of(&index, &level.file, &Limits::default())).collect();
    match dofs.as_slice() {
        [] => named.extend(index.with_extension(&["bms"]).map(single)),
        dofs => named.extend(dofs.iter().filter(|dof| !parts.contains(**dof)).copied().map(single)),
    }
    named.extend(index.with_extension(&["aswm"]).map(single));
    if named.is_empty() && !is_archive {
        let all: Vec<&str> = index.all().collect();
        let known = all.iter().copied().filter(|name| is_alone || Kind::promised_by(name).is_some());
        let (tables, others): (Vec<&str>, Vec<&str>) = known.partition(|name| has_extension(name, "2da"));
        let shown = if others.is_empty() { tables } else { others };
        named.extend(shown.into_iter().map(single));
    }
    Ok(named)
}

/// Describes a single file by its name.
fn what_of(name: &str) -> &'static str {
    Kind::promised_by(name).map_or("file", |kind| kind.info().what)
}

/// Returns whether a file is an archive that can be read in parts.
fn is_sliced(parts: &mut Parts) -> bool {
    use std::io::{Read, Seek, SeekFrom};

    let mut head = Vec::new();
    let read = parts.seek(SeekFrom::Start(0)).and_then(|_| parts.take(Index::HEAD as u64).read_to_end(&mut head));
    parts.take_missing();
    read.is_ok() && Archive::is_archive(&head)
}

fn is_zip_name(name: &str) -> bool {
    has_extension(name, "zip")
}

fn is_zip(name: &str, bytes: &[u8]) -> bool {
    #[cfg(feature = "zip")]
    let is_one = Zip::is_zip(bytes);
    #[cfg(not(feature = "zip"))]
    let is_one = bytes.starts_with(b"PK\x03\x04");
    is_one || is_zip_name(name)
}
