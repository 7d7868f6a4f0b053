//! The files that belong to an NWN2 area by their names. Its objects (the GIT) say where walkmesh cutters are.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::{Arc, Mutex};

use anyhow::{Context, bail};
use walkmesh::nwn2::Git;

use crate::input;
use crate::location::Location;
use crate::storage;

/// The GIT of an area.
pub struct AreaObjects {
    pub path: Location,
    pub bytes: Vec<u8>,
}

impl AreaObjects {
    fn read(path: Location) -> anyhow::Result<Self> {
        let bytes = input::read(&path).with_context(|| named(&path))?;
        Ok(Self { path, bytes })
    }

    /// Reads a GIT that was found by its name.
    fn read_found(path: Location) -> anyhow::Result<Self> {
        let bytes = storage::read_regular(&path).with_context(|| named(&path))?;
        Ok(Self { path, bytes })
    }

    /// What is in the GIT.
    pub fn parse(&self) -> anyhow::Result<Arc<Git>> {
        let git = Git::from_bytes(&self.bytes).with_context(|| named(&self.path))?;
        Ok(Arc::new(git))
    }
}

fn named(git: &Location) -> String {
    format!("the objects {git}")
}

/// The files of areas in the folders of this run. Each folder is listed once.
#[derive(Default)]
pub struct AreaFolders(Mutex<HashMap<Location, Arc<FilesByName>>>);

/// The files of areas in a folder by their names in small letters.
type FilesByName = HashMap<OsString, Vec<Location>>;

/// The extensions of files that belong to an area or to a room by their names.
const OF_AREAS: [&str; 4] = ["git", "mdl", "trn", "trx"];

impl AreaFolders {
    /// The objects of the area in a file: those of the GIT that the user named, or of the one in the named folder that has the
    /// area's name.
    pub fn named(&self, area: &Location, git: &Path) -> anyhow::Result<AreaObjects> {
        if !storage::is_folder(git) {
            return AreaObjects::read(git.into());
        }
        match self.find(&git.into(), area, "git")? {
            Some(path) => AreaObjects::read_found(path),
            None => {
                let name = area.file_stem().unwrap_or_default().display();
                bail!("the folder {} has no {name}.git", git.display())
            }
        }
    }

    /// The objects of the area in a file, if there is a GIT of its name in the same folder.
    pub fn objects_beside(&self, area: &Location) -> anyhow::Result<Option<AreaObjects>> {
        self.beside(area, "git")?.map(AreaObjects::read_found).transpose()
    }

    /// The file with the name of an area and this extension, in the same folder.
    pub fn beside(&self, area: &Location, extension: &str) -> anyhow::Result<Option<Location>> {
        let folder = area.parent().filter(|folder| *folder != Location::from("")).unwrap_or(Location::from("."));
        // Standard input and pipes lie in no folder of areas.
        if input::is_standard_input(area) || !storage::is_file(area) {
            return Ok(None);
        }
        self.find(&folder, area, extension)
    }

    /// The file of an area, or of a room, in a folder, in whatever capitals. Of several the one with exactly the area's name counts.
    pub fn find(&self, folder: &Location, area: &Location, extension: &str) -> anyhow::Result<Option<Location>> {
        let Some(area) = area.file_stem() else { return Ok(None) };
        let files = self.in_folder(folder).with_context(|| format!("the folder {folder}"))?;
        let mut name = area.to_ascii_lowercase();
        name.push(".");
        name.push(extension);
        match files.get(&name).map(Vec::as_slice) {
            None => Ok(None),
            Some([file]) => Ok(Some(file.clone())),
            Some(several) => {
                let mut exact = several.iter().filter(|file| file.file_stem() == Some(area));
                match (exact.next(), exact.next()) {
                    (Some(file), None) => Ok(Some(file.clone())),
                    _ => bail!("several files have the name of this area: {}", listed(several)),
                }
            }
        }
    }

    fn in_folder(&self, folder: &Location) -> anyhow::Result<Arc<FilesByName>> {
        let known = || self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(files) = known().get(folder) {
            return Ok(Arc::clone(files));
        }
        let files = Arc::new(files_of(folder)?);
        known().insert(folder.clone(), Arc::clone(&files));
        Ok(files)
    }
}

fn files_of(folder: &Location) -> anyhow::Result<FilesByName> {
    let mut files = FilesByName::new();
    for path in storage::entries(folder)? {
        let is_of_area = |extension: &OsStr| OF_AREAS.iter().any(|known| extension.eq_ignore_ascii_case(known));
        if let Some(name) = path.file_name().filter(|_| path.extension().is_some_and(is_of_area)) {
            let name = name.to_ascii_lowercase();
            files.entry(name).or_default().push(path);
        }
    }
    files.values_mut().for_each(|several| several.sort());
    Ok(files)
}

fn listed(files: &[Location]) -> String {
    let names: Vec<String> = files.iter().map(Location::to_string).collect();
    names.join(", ")
}
