//! [`GameFolder`]: the folder of an installed game, and the precedence of its sources of files.

use std::path::{Path, PathBuf};

use crate::formats::gff::Gff;
use crate::formats::{Document, Error as FormatError};
use crate::kotor::{Layout, ModuleInfo};
use crate::setters;

use super::archive::{Archive, KeyFiles, archive_of_talks, second_archive};
use super::file_index::FileIndex;
use super::files::{FileError, Files, LayeredFiles, has_extension, stem};
use super::folder::{Folder, in_any_case};
#[cfg(feature = "zip")]
use super::zip::Zip;

/// The game of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Engine {
    /// Knights of the Old Republic, the first or the second game: the folder has a `chitin.key`.
    Kotor,
    /// Neverwinter Nights 2: the folder has `Data` with the game's archives.
    Nwn2,
}

/// The folder of an installed game. It provides the files of a module as the game finds them: the first source that has a file hides the
/// others.
///
/// Source: docs/formats/archives.md#precedence. The order comes from reports; it was not tested in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFolder {
    folder: PathBuf,
    engine: Engine,
    options: GameOptions,
}

/// Options for parts of a game's file precedence that are not certain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameOptions {
    /// True if the folder `override` of Neverwinter Nights 2 hides the haks. Sources contradict each other; by default the haks
    /// hide it.
    pub override_first: bool,
}

setters! { impl GameOptions {
    with_override_first(override_first: bool);
} }

/// The files of a module, and its areas.
pub struct Module {
    /// All files, as the game finds them.
    pub files: LayeredFiles<'static>,
    /// The names of the module's areas, without an extension, in the order of its `module.ifo`.
    pub areas: Vec<String>,
}

impl Module {
    /// The names of the files of its areas: layouts with their rooms, objects, path points, and the areas of Neverwinter Nights 2. The
    /// tables, templates and models that the areas need are among the game's files, and are not included.
    ///
    /// # Errors
    /// [`FileError`]: the files cannot be listed.
    pub fn area_files(&self) -> Result<Vec<String>, FileError> {
        const OF_AREAS: [&str; 7] = ["lyt", "vis", "are", "git", "pth", "trn", "trx"];
        let index = FileIndex::new(&self.files)?;
        let mut names = Vec::new();
        for area in &self.areas {
            names.extend(OF_AREAS.iter().filter_map(|extension| index.find(&format!("{area}.{extension}"))));
            let layout = index.find(&format!("{area}.lyt")).and_then(|name| index.read(name).ok());
            // A layout that cannot be read has no rooms here; opening the area reports why.
            let layout = layout.and_then(|bytes| Layout::from_bytes(&bytes).ok()).unwrap_or_default();
            names.extend(layout.rooms().iter().filter_map(|room| index.find(&format!("{}.wok", room.name))));
        }
        Ok(names.into_iter().map(str::to_owned).collect())
    }
}

impl GameFolder {
    /// Detects the game of a folder.
    ///
    /// # Errors
    /// [`FileError`]: the folder does not belong to a known game.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, FileError> {
        let folder = folder.into();
        let engine = if in_any_case(&folder, "chitin.key").is_some() {
            Engine::Kotor
        } else if in_any_case(&folder, "data").is_some_and(|data| data.is_dir()) {
            Engine::Nwn2
        } else {
            let reason =
                "is not the folder of a game: KotOR's has a chitin.key, and that of Neverwinter Nights 2 a folder Data";
            return Err(FileError::new(folder.display().to_string(), reason));
        };
        Ok(Self { folder, engine, options: GameOptions::default() })
    }

    /// The same folder, with other choices.
    #[must_use]
    pub fn with_options(self, options: GameOptions) -> Self {
        Self { options, ..self }
    }

    /// The game.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// The names of all modules, sorted.
    ///
    /// # Errors
    /// [`FileError`]: the folder of modules cannot be listed.
    pub fn modules(&self) -> Result<Vec<String>, FileError> {
        let Some(folder) = self.inside("modules") else { return Ok(Vec::new()) };
        let failed = |error: std::io::Error| FileError::new(folder.display().to_string(), error);
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.path().is_dir();
            let is_second = stem(&name).to_ascii_lowercase().ends_with("_s");
            let is_module = match self.engine {
                Engine::Nwn2 => is_folder || has_extension(&name, "mod"),
                Engine::Kotor => {
                    !is_folder && (has_extension(&name, "mod") || has_extension(&name, "rim") && !is_second)
                }
            };
            let module = if is_folder { &name } else { stem(&name) };
            names.extend(is_module.then(|| module.to_owned()));
        }
        names.sort_unstable_by_key(|name| (name.to_ascii_lowercase(), name.clone()));
        names.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
        Ok(names)
    }

    /// The game's files without the files of any module.
    ///
    /// # Errors
    /// [`FileError`]: an archive of the game cannot be read.
    pub fn files(&self) -> Result<LayeredFiles<'static>, FileError> {
        LayeredFiles::of(self.around(Vec::new(), Vec::new())?)
    }

    /// A module by its name, with the game's files.
    ///
    /// # Errors
    /// [`FileError`]: the module does not exist, or one of its archives, or of the game, cannot be read.
    pub fn module(&self, name: &str) -> Result<Module, FileError> {
        let own = self.own_files(name)?;
        if own.is_empty() {
            return Err(FileError::new(name, format!("is not a module of the game in {}", self.folder.display())));
        }
        let ifo = own.iter().find_map(|files| read_in_any_case(&**files, "module.ifo"));
        let failed = |error| FileError::new(format!("{name}: module.ifo"), error);
        let info = ifo.as_deref().map(ModuleInfo::from_bytes).transpose().map_err(failed)?;
        let mut haks = Vec::<Box<dyn Files>>::new();
        for (file, hak) in self.haks(ifo.as_deref())? {
            haks.push(Box::new(hak.ok_or_else(|| FileError::no_such_file(&file))?));
        }
        let areas = info.map(|info| info.areas).unwrap_or_default();
        Ok(Module { files: LayeredFiles::of(self.around(own, haks)?)?, areas })
    }

    /// The haks of a module whose files need not lie in the game's folder, the first on top, and the names of those that the game's folder
    /// `hak` lacks. KotOR has none.
    ///
    /// # Errors
    /// [`FileError`]: the module's `module.ifo` or a hak cannot be read.
    pub fn haks_of(&self, module: &dyn Files) -> Result<(LayeredFiles<'static>, Vec<String>), FileError> {
        let (mut haks, mut missing) = (Vec::<Box<dyn Files>>::new(), Vec::new());
        for (file, hak) in self.haks(read_in_any_case(module, "module.ifo").as_deref())? {
            match hak {
                Some(hak) => haks.push(Box::new(hak)),
                None => missing.push(file),
            }
        }
        Ok((LayeredFiles::of(haks)?, missing))
    }

    /// The module's own files; `None` if the game has no such module.
    pub(super) fn module_alone(&self, name: &str) -> Result<Option<LayeredFiles<'static>>, FileError> {
        let own = self.own_files(name)?;
        if own.is_empty() { Ok(None) } else { LayeredFiles::of(own).map(Some) }
    }

    /// The sources of a module's own files; empty if the game has no such module.
    fn own_files(&self, name: &str) -> Result<Vec<Box<dyn Files>>, FileError> {
        match self.engine {
            Engine::Kotor => self.kotor_module(name),
            Engine::Nwn2 => self.nwn2_module(name),
        }
    }

    /// A file or folder right in the game's folder, ignoring case.
    fn inside(&self, name: &str) -> Option<PathBuf> {
        in_any_case(&self.folder, name)
    }

    /// The sources of files in order of precedence, with a module's own among them.
    fn around(&self, module: Vec<Box<dyn Files>>, haks: Vec<Box<dyn Files>>) -> Result<Vec<Box<dyn Files>>, FileError> {
        let overrides = self.inside("override").map(|folder| Box::new(Folder::new(folder)) as Box<dyn Files>);
        let mut layers: Vec<Box<dyn Files>> = Vec::new();
        match self.engine {
            Engine::Kotor => {
                layers.extend(overrides);
                layers.extend(module);
                layers.extend(self.kotor_archives()?);
            }
            Engine::Nwn2 if self.options.override_first => {
                layers.extend(module);
                layers.extend(overrides);
                layers.extend(haks);
                layers.extend(self.nwn2_archives()?);
            }
            Engine::Nwn2 => {
                layers.extend(module);
                layers.extend(haks);
                layers.extend(overrides);
                layers.extend(self.nwn2_archives()?);
            }
        }
        Ok(layers)
    }

    /// `NAME.mod`, or else the two RIM files; and the second game's archive of dialogues.
    fn kotor_module(&self, name: &str) -> Result<Vec<Box<dyn Files>>, FileError> {
        let Some(modules) = self.inside("modules") else { return Ok(Vec::new()) };
        let archives = |names: &[String]| {
            let paths = names.iter().filter_map(|name| in_any_case(&modules, name));
            paths
                .map(|path| Ok(Box::new(Archive::open(path)?) as Box<dyn Files>))
                .collect::<Result<Vec<_>, FileError>>()
        };
        let mut layers = archives(&[format!("{name}.mod")])?;
        if layers.is_empty() {
            layers = archives(&[second_archive(name), format!("{name}.rim")])?;
        }
        if !layers.is_empty() {
            layers.extend(archives(&[archive_of_talks(name)])?);
        }
        Ok(layers)
    }

    /// `patch.erf`, the archives of textures, and the files of the list.
    fn kotor_archives(&self) -> Result<Vec<Box<dyn Files>>, FileError> {
        let mut layers: Vec<Box<dyn Files>> = Vec::new();
        if let Some(patch) = self.inside("patch.erf") {
            layers.push(Box::new(Archive::open(patch)?));
        }
        if let Some(textures) = self.inside("texturepacks") {
            let names = Folder::new(&textures).names()?;
            for name in names.iter().filter(|name| has_extension(name, "erf")) {
                layers.push(Box::new(Archive::open(textures.join(name))?));
            }
        }
        if let Some(list) = self.inside("chitin.key") {
            layers.push(Box::new(KeyFiles::open(list)?));
        }
        Ok(layers)
    }

    /// A module's folder, or else its `.mod`.
    fn nwn2_module(&self, name: &str) -> Result<Vec<Box<dyn Files>>, FileError> {
        let Some(modules) = self.inside("modules") else { return Ok(Vec::new()) };
        if let Some(folder) = in_any_case(&modules, name).filter(|path| path.is_dir()) {
            return Ok(vec![Box::new(Folder::new(folder))]);
        }
        let module = in_any_case(&modules, &format!("{name}.mod"));
        module.map(|path| Ok(Box::new(Archive::open(path)?) as Box<dyn Files>)).into_iter().collect()
    }

    /// The haks in a `module.ifo`, the first on top: the name of each, and the archive unless it is missing.
    fn haks(&self, ifo: Option<&[u8]>) -> Result<Vec<(String, Option<Archive>)>, FileError> {
        let Some(ifo) = ifo.filter(|_| self.engine == Engine::Nwn2) else { return Ok(Vec::new()) };
        let folder = self.inside("hak").unwrap_or_else(|| self.folder.join("hak"));
        let open = |name: String| {
            let file = format!("{name}.hak");
            let hak = in_any_case(&folder, &file).map(Archive::open).transpose()?;
            Ok((file, hak))
        };
        let names = haks_in(ifo).map_err(|error| FileError::new("module.ifo", error))?;
        names.into_iter().map(open).collect()
    }

    /// The archives in the game's data folder.
    #[cfg(feature = "zip")]
    fn nwn2_archives(&self) -> Result<Vec<Box<dyn Files>>, FileError> {
        let Some(data) = self.inside("data") else { return Ok(Vec::new()) };
        let names = Folder::new(&data).names()?;
        let zips = names.iter().filter(|name| has_extension(name, "zip"));
        zips.map(|name| Ok(Box::new(Zip::open(data.join(name))?) as Box<dyn Files>)).collect()
    }

    #[cfg(not(feature = "zip"))]
    fn nwn2_archives(&self) -> Result<Vec<Box<dyn Files>>, FileError> {
        Ok(Vec::new())
    }
}

/// The haks of a module of Neverwinter Nights 2 as listed in its `module.ifo`, without extensions; the first takes precedence.
fn haks_in(ifo: &[u8]) -> Result<Vec<String>, FormatError> {
    let gff = Gff::from_bytes(ifo)?;
    let haks = gff.root().and_then(|root| root.list("Mod_HakList"));
    let names = haks.into_iter().flat_map(|haks| haks.iter()).filter_map(|hak| hak.text("Mod_Hak"));
    Ok(names.map(|name| String::from_utf8_lossy(name).into_owned()).collect())
}

/// The bytes of a file by its name, ignoring case, if it exists and can be read.
fn read_in_any_case(files: &dyn Files, name: &str) -> Option<Vec<u8>> {
    let found = files.names().ok()?.into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
    files.read(&found).ok()
}
