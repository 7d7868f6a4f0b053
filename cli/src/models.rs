//! The models of KotOR rooms, which have a copy of the rooms' faces.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};
use walkmesh::kotor::{Kind as WalkmeshKind, Model, Walkmesh};
use walkmesh::level::{Kind, Level};

use crate::beside::Beside;
use crate::input::{self, Input};
use crate::limits::limits;
use crate::location::Location;
use crate::objects::AreaFolders;
use crate::storage;

/// The note that a run prints once if it changes the faces or the tree of a room.
pub const STALE: &str = "the model (.mdl) of a room has a copy of its faces and its tree, for the camera. Those of the rooms \
                         that change here stay as they are: name the model of a room with --model to have it changed, too, or \
                         export it again if the change is large";

/// Whether the bytes of a file are those of a room whose model fitted the bytes before, and does not fit it any more.
pub fn is_stale(before: &[u8], after: &[u8]) -> bool {
    let room = |bytes| Walkmesh::from_bytes(bytes).ok().filter(|walkmesh| walkmesh.kind() == WalkmeshKind::Wok);
    let is_walkmesh = [before, after].iter().all(|bytes| Kind::detect(bytes) == Some(Kind::Bwm));
    is_walkmesh && room(after).zip(room(before)).is_some_and(|(after, before)| !after.keeps_model_of(&before, [0.0; 3]))
}

/// The model with the name of a room, in the folder of the room. A room whose model cannot be read is checked without it.
pub fn beside(input: &Input, files: &AreaFolders) -> Option<Arc<Model>> {
    let path = if input.kind == Kind::Bwm { files.beside(&input.path, "mdl").ok()?? } else { return None };
    Model::from_bytes_with(&storage::read_regular(&path).ok()?, &limits()).ok().map(Arc::new)
}

/// The model of a room, which follows the room.
#[derive(Default, clap::Args)]
pub struct FollowingModel {
    /// KotOR: the model of the room (.mdl). If it does not fit the room any more, the room's faces and tree are written into it. It is
    /// written together with the result: in place, or into the folder of the output under its own name
    #[arg(long, value_name = "MDL")]
    model: Option<PathBuf>,
}

impl FollowingModel {
    /// The file, if one is given.
    pub fn path(&self) -> Option<&Path> {
        self.model.as_deref()
    }

    /// The model as it must be after an edit of its room; `None` if no model is given, or if it still fits.
    pub fn follow(&self, before: &Level, after: &Level) -> anyhow::Result<Option<Beside>> {
        let Some(path) = &self.model else { return Ok(None) };
        let rooms = before.as_kotor().zip(after.as_kotor());
        let (before, after) = rooms.context("--model works on a room of KotOR (.wok)")?;
        let follow = || {
            let read = input::read(path)?;
            let mut model = Model::from_bytes_with(&read, &limits())?;
            let is_written = model.follow(before, after)?;
            anyhow::Ok(is_written.then_some((read, model.to_bytes()?)))
        };
        let written = follow().with_context(|| format!("the model {}", path.display()))?;
        Ok(written.map(|(read, bytes)| Beside::Edited { source: path.clone(), read, bytes }))
    }

    /// Refuses a model where several rooms are worked on.
    pub fn ensure_not_given(&self) -> anyhow::Result<()> {
        ensure!(self.model.is_none(), "--model works on one room (.wok), and this is a folder");
        Ok(())
    }
}

/// The model of a room: the named file, or the file of the room's name in the named folder, in any case.
pub fn of_room(named: &Path, room: &Location) -> anyhow::Result<Option<Arc<Model>>> {
    let path = if named.is_dir() { in_folder(named, room)? } else { Some(named.into()) };
    let Some(path) = path else { return Ok(None) };
    let read = || {
        let bytes = if named.is_dir() { storage::read_regular(&path)? } else { input::read(&path)? };
        anyhow::Ok(Model::from_bytes_with(&bytes, &limits())?)
    };
    read().map(|model| Some(Arc::new(model))).with_context(|| format!("the model {path}"))
}

/// The file in a folder that has the name of a room's model.
fn in_folder(folder: &Path, room: &Location) -> anyhow::Result<Option<Location>> {
    let entries = storage::entries(folder).with_context(|| format!("the folder {}", folder.display()))?;
    let stem = room.file_stem().unwrap_or_default();
    let is_it = |entry: &Location| {
        entry.has_extension("mdl") && entry.file_stem().is_some_and(|it| it.eq_ignore_ascii_case(stem))
    };
    Ok(entries.into_iter().find(is_it))
}
