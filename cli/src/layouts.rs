//! The layouts that lie beside rooms, which name the rooms that transitions lead to.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use walkmesh::kotor::Layout;

use crate::input;

/// The layout that was given, or those that lie beside the files.
#[derive(Default)]
pub struct Layouts {
    given: Option<Arc<Layout>>,
    /// By folder: each is looked into once.
    beside: Mutex<HashMap<PathBuf, Vec<Arc<Layout>>>>,
}

impl Layouts {
    /// With the layout that was given, if one was.
    pub fn new(given: Option<&Path>) -> anyhow::Result<Self> {
        let given = given.map(|path| read(path).with_context(|| format!("the layout {}", path.display())));
        Ok(Self { given: given.transpose()?.map(Arc::new), beside: Mutex::default() })
    }

    /// The layout of the area that the room of a file belongs to: the one that was given, or the only one beside the file
    /// that lists it.
    pub fn of_room(&self, path: &Path) -> Option<Arc<Layout>> {
        if let Some(given) = &self.given {
            return Some(given.clone());
        }
        let (folder, name) = (path.parent()?, path.file_stem()?.to_str()?);
        let mut beside = self.beside.lock().unwrap_or_else(PoisonError::into_inner);
        let layouts = beside.entry(folder.to_owned()).or_insert_with(|| in_folder(folder));
        let mut with_room = layouts.iter().filter(|layout| layout.find(name).is_some());
        with_room.next().filter(|_| with_room.next().is_none()).cloned()
    }
}

fn read(path: &Path) -> anyhow::Result<Layout> {
    Ok(Layout::from_bytes(&input::read(path)?)?)
}

/// The layouts in a folder, as far as they can be read.
fn in_folder(folder: &Path) -> Vec<Arc<Layout>> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let layouts = entries.filter(|path| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(OsStr::new("lyt"))));
    layouts.filter_map(|path| read(&path).ok().map(Arc::new)).collect()
}
