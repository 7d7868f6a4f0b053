//! The layouts of rooms, which name the rooms that transitions lead to.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, anyhow};
use walkmesh::kotor::Layout;

use crate::input;
use crate::storage;

/// The layout that the user named, or those beside the files.
#[derive(Default)]
pub struct Layouts {
    given: Option<Arc<Layout>>,
    /// By folder. Each folder is searched once.
    beside: Mutex<HashMap<PathBuf, Beside>>,
}

/// The layouts in a folder, or why one there must not be read.
type Beside = Result<Vec<Arc<Layout>>, String>;

impl Layouts {
    /// Reads the layout that the user named, if any.
    pub fn new(given: Option<&Path>) -> anyhow::Result<Self> {
        let given = given.map(|path| read(path).with_context(|| format!("the layout {}", path.display())));
        Ok(Self { given: given.transpose()?.map(Arc::new), beside: Mutex::default() })
    }

    /// The layout of the area to which the room of a file belongs: the one that the user named, or the only layout
    /// beside the file that lists the room.
    pub fn of_room(&self, path: &Path) -> anyhow::Result<Option<Arc<Layout>>> {
        if let Some(given) = &self.given {
            return Ok(Some(given.clone()));
        }
        let name = path.file_stem().and_then(OsStr::to_str);
        let (Some(folder), Some(name)) = (path.parent(), name) else { return Ok(None) };
        let mut beside = self.beside.lock().unwrap_or_else(PoisonError::into_inner);
        let layouts = beside.entry(folder.to_owned()).or_insert_with(|| in_folder(folder));
        let layouts = layouts.as_ref().map_err(|error| anyhow!("{error}"))?;
        let mut with_room = layouts.iter().filter(|layout| layout.find(name).is_some());
        Ok(with_room.next().filter(|_| with_room.next().is_none()).cloned())
    }
}

fn read(path: &Path) -> anyhow::Result<Layout> {
    Ok(Layout::from_bytes(&input::read(path)?)?)
}

/// The layouts in a folder that can be read. What is not a file at all is an error, because reading it may never end.
fn in_folder(folder: &Path) -> Beside {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = storage::entries(folder).unwrap_or_default().into_iter();
    let layouts = entries.filter(|path| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(OsStr::new("lyt"))));
    let mut found = Vec::new();
    for path in layouts {
        match fs::metadata(&path) {
            _ if storage::is_file(&path) => found.extend(read(&path).ok().map(Arc::new)),
            Ok(_) => return Err(format!("the layout {} is not a regular file, and is not read", path.display())),
            Err(_) => {}
        }
    }
    Ok(found)
}
