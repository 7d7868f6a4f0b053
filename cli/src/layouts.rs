//! The layouts of rooms, which name the rooms that transitions lead to.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, ensure};
use walkmesh::any::AnyFile;
use walkmesh::kotor::Layout;

use crate::input;

/// The layout that the user named, or those beside the files.
#[derive(Default)]
pub struct Layouts {
    given: Option<Arc<Layout>>,
    /// By folder. Each folder is searched once.
    beside: Mutex<HashMap<PathBuf, Vec<Arc<Layout>>>>,
}

impl Layouts {
    /// Reads the layout that the user named, if any.
    pub fn new(given: Option<&Path>) -> anyhow::Result<Self> {
        let given = given.map(|path| read(path).with_context(|| format!("the layout {}", path.display())));
        Ok(Self { given: given.transpose()?.map(Arc::new), beside: Mutex::default() })
    }

    /// The file; if it is a room of a layout, with its position there, around which the boxes of its tree are rounded.
    pub fn place(&self, file: AnyFile, path: &Path) -> anyhow::Result<AnyFile> {
        let AnyFile::Bwm(walkmesh) = file else { return Ok(file) };
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let layout = self.of_room(path).filter(|_| walkmesh.kind().is_room());
        let room = layout.as_ref().and_then(|layout| layout.room(layout.find(&name)?));
        ensure!(room.is_some() || layout.is_none(), "the layout does not list the room {name}");
        Ok(AnyFile::Bwm(match room {
            Some(room) => walkmesh.with_layout_position(room.position),
            None => walkmesh,
        }))
    }

    /// The layout of the area to which the room of a file belongs: the one that the user named, or the only layout
    /// beside the file that lists the room.
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

/// The layouts in a folder that can be read.
fn in_folder(folder: &Path) -> Vec<Arc<Layout>> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let layouts = entries.filter(|path| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(OsStr::new("lyt"))));
    layouts.filter_map(|path| read(&path).ok().map(Arc::new)).collect()
}
