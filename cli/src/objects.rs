//! The objects of NWN2 areas, which say where walkmesh cutters are.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Context, bail};
use walkmesh::nwn2::Git;

use crate::input;

/// The GIT of an area.
pub struct AreaObjects {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
}

impl AreaObjects {
    fn read(path: PathBuf) -> anyhow::Result<Self> {
        let bytes = input::read(&path).with_context(|| named(&path))?;
        Ok(Self { path, bytes })
    }

    /// What is in the GIT.
    pub fn parse(&self) -> anyhow::Result<Arc<Git>> {
        let git = Git::from_bytes(&self.bytes).with_context(|| named(&self.path))?;
        Ok(Arc::new(git))
    }
}

fn named(git: &Path) -> String {
    format!("the objects {}", git.display())
}

/// The GITs of the folders of this run. Each folder is listed once.
#[derive(Default)]
pub struct GitFolders(Mutex<HashMap<PathBuf, Arc<GitsByName>>>);

/// The GITs of a folder by the names of their areas, in small letters.
type GitsByName = HashMap<OsString, Vec<PathBuf>>;

impl GitFolders {
    /// The objects of the area in a file: those of the GIT that the user named, or of the one in the named folder that has the
    /// area's name.
    pub fn named(&self, area: &Path, git: &Path) -> anyhow::Result<AreaObjects> {
        if !git.is_dir() {
            return AreaObjects::read(git.to_owned());
        }
        match self.find(git, area)? {
            Some(path) => AreaObjects::read(path),
            None => {
                let name = area.file_stem().unwrap_or_default().display();
                bail!("the folder {} has no {name}.git", git.display())
            }
        }
    }

    /// The objects of the area in a file, if there is a GIT of its name beside it.
    pub fn beside(&self, area: &Path) -> anyhow::Result<Option<AreaObjects>> {
        let folder = area.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        // Standard input and pipes lie in no folder of areas.
        if input::is_standard_input(area) || !area.is_file() {
            return Ok(None);
        }
        self.find(folder, area)?.map(AreaObjects::read).transpose()
    }

    /// The GIT of an area in a folder, in whatever capitals. Of several the one with exactly the name counts.
    fn find(&self, folder: &Path, area: &Path) -> anyhow::Result<Option<PathBuf>> {
        let Some(name) = area.file_stem() else { return Ok(None) };
        let gits = self.in_folder(folder).with_context(|| format!("the folder {}", folder.display()))?;
        match gits.get(&name.to_ascii_lowercase()).map(Vec::as_slice) {
            None => Ok(None),
            Some([git]) => Ok(Some(git.clone())),
            Some(several) => {
                let mut exact = several.iter().filter(|git| git.file_stem() == Some(name));
                match (exact.next(), exact.next()) {
                    (Some(git), None) => Ok(Some(git.clone())),
                    _ => {
                        let names: Vec<String> = several.iter().map(|git| git.display().to_string()).collect();
                        bail!(
                            "several files may be the objects of this area; name one with --git: {}",
                            names.join(", ")
                        )
                    }
                }
            }
        }
    }

    fn in_folder(&self, folder: &Path) -> anyhow::Result<Arc<GitsByName>> {
        let known = || self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(gits) = known().get(folder) {
            return Ok(Arc::clone(gits));
        }
        let gits = Arc::new(gits_of(folder)?);
        known().insert(folder.to_owned(), Arc::clone(&gits));
        Ok(gits)
    }
}

fn gits_of(folder: &Path) -> anyhow::Result<GitsByName> {
    let mut gits = GitsByName::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().filter(|_| path.extension().is_some_and(is_git)).map(OsStr::to_ascii_lowercase);
        if let Some(name) = name {
            gits.entry(name).or_default().push(path);
        }
    }
    gits.values_mut().for_each(|several| several.sort());
    Ok(gits)
}

fn is_git(extension: &OsStr) -> bool {
    extension.eq_ignore_ascii_case("git")
}
