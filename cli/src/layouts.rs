//! The layouts of rooms, which name the rooms that transitions lead to.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, anyhow};
use walkmesh::kotor::Layout;

use crate::input;
use crate::location::Location;
use crate::storage;

/// The layout that the user named, or those beside the files.
#[derive(Default)]
pub struct Layouts {
    given: Option<Arc<Layout>>,
    /// By folder. Each folder is searched once.
    beside: Mutex<HashMap<Location, Beside>>,
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
    pub fn of_room(&self, path: &Location) -> anyhow::Result<Option<Arc<Layout>>> {
        if let Some(given) = &self.given {
            return Ok(Some(given.clone()));
        }
        let name = path.file_stem().and_then(OsStr::to_str);
        let (Some(folder), Some(name)) = (path.parent(), name) else { return Ok(None) };
        let mut beside = self.beside.lock().unwrap_or_else(PoisonError::into_inner);
        let layouts = beside.entry(folder).or_insert_with_key(in_folder);
        let layouts = layouts.as_ref().map_err(|error| anyhow!("{error}"))?;
        let mut with_room = layouts.iter().filter(|layout| layout.find(name).is_some());
        Ok(with_room.next().filter(|_| with_room.next().is_none()).cloned())
    }
}

fn read(at: impl Into<Location>) -> anyhow::Result<Layout> {
    Ok(Layout::from_bytes(&input::read(at)?)?)
}

/// The layouts in a folder that can be read. What is not a file at all is an error, because reading it may never end.
fn in_folder(folder: &Location) -> Beside {
    let folder = if *folder == Location::from("") { &Location::from(".") } else { folder };
    let entries = storage::entries(folder).unwrap_or_default().into_iter();
    let mut found = Vec::new();
    for layout in entries.filter(|entry| entry.has_extension("lyt")) {
        if storage::is_file(&layout) {
            found.extend(read(&layout).ok().map(Arc::new));
        } else if layout.path().is_some_and(Path::exists) {
            return Err(format!("the layout {layout} is not a regular file, and is not read"));
        }
    }
    Ok(found)
}
