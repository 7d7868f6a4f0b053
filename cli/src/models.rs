//! The models of KotOR rooms, which have a copy of the rooms' faces.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use walkmesh::kotor::{Kind as WalkmeshKind, Model, Walkmesh};
use walkmesh::level::{EditOutcome, Kind, Level};

use crate::beside::Beside;
use crate::input;
use crate::limits::limits;
use crate::location::FileLocation;

/// The note that a run prints once if it changes the faces or the tree of a room.
pub const STALE: &str = "the model (.mdl) of a changed room still has the old faces, for the camera: name it with --model to have it changed, too";

/// Returns whether a file is a room whose model matched the old bytes, but does not match the new ones.
pub fn is_stale(before: &[u8], after: &[u8]) -> bool {
    let room = |bytes| Walkmesh::from_bytes(bytes).ok().filter(|walkmesh| walkmesh.kind() == WalkmeshKind::Wok);
    let is_walkmesh = [before, after].iter().all(|bytes| Kind::detect(bytes) == Some(Kind::Bwm));
    is_walkmesh && room(after).zip(room(before)).is_some_and(|(after, before)| !after.keeps_model_of(&before, [0.0; 3]))
}

/// The model of a room, which is updated with the room.
#[derive(Default, clap::Args)]
pub struct FollowingModel {
    /// KotOR: the model of the room (.mdl). If it no longer matches the room, the room's faces and tree are written into it; if only its
    /// tree is broken, only the tree is. The model is written together with the result: in place, or into the folder of the output under
    /// its own name
    #[arg(long, value_name = "MDL")]
    model: Option<PathBuf>,
}

impl FollowingModel {
    /// The file, if one is given.
    pub fn path(&self) -> Option<&Path> {
        self.model.as_deref()
    }

    /// The model as it must be after an edit of its room; `None` if no model is given, or if it still matches and its tree is sound.
    pub fn follow(&self, before: &Level, after: &Level) -> anyhow::Result<Option<ChangedModel>> {
        let Some(path) = &self.model else { return Ok(None) };
        let rooms = before.kotor().walkmesh.zip(after.kotor().walkmesh);
        let (before, after) = rooms.context("--model works on a room of KotOR (.wok)")?;
        let follow = || {
            let read = input::read(path)?;
            let model = Model::from_bytes_with(&read, &limits())?;
            let mut followed = model.clone();
            followed.follow(before, after)?;
            ChangedModel::new(path.into(), &model, &followed)
        };
        follow().with_context(|| format!("the model {}", path.display()))
    }

    /// Rejects a model if several rooms are processed.
    pub fn ensure_not_given(&self) -> anyhow::Result<()> {
        ensure!(self.model.is_none(), "--model works on one room (.wok), and this is a folder");
        Ok(())
    }
}

/// A model that is written together with its room.
pub struct ChangedModel {
    pub beside: Beside,
    /// The changes besides the faces of the room.
    pub note: Option<EditOutcome>,
}

impl ChangedModel {
    /// The file of a model that changed; `None` if it is unchanged.
    fn new(path: FileLocation, before: &Model, after: &Model) -> anyhow::Result<Option<Self>> {
        if before.as_raw() == after.as_raw() {
            return Ok(None);
        }
        let model = path.to_string();
        let note = before.tree_fault().map(|fault| EditOutcome::ModelTreeMade { model, fault });
        // An unchanged model is written as it was read.
        let [read, bytes] = [before.to_bytes()?, after.to_bytes()?];
        Ok(Some(Self { beside: Beside::Edited { source: path, read, bytes }, note }))
    }
}

/// The model of a baked room with another tree; `None` if its tree is sound, or if it is the model of another room.
pub fn with_tree(
    path: FileLocation,
    model: &Model,
    room: &FileLocation,
    level: &Level,
) -> anyhow::Result<Option<ChangedModel>> {
    let Some(walkmesh) = level.kotor().walkmesh.filter(|walkmesh| walkmesh.kind() == WalkmeshKind::Wok) else {
        return Ok(None);
    };
    let has_name = || path.file_stem().zip(room.file_stem()).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
    if !has_name() && !walkmesh.diff_model(model).is_ok_and(|difference| difference.is_none()) {
        return Ok(None);
    }
    let mut baked = model.clone();
    baked.bake_tree(walkmesh).with_context(|| format!("the model {path}"))?;
    ChangedModel::new(path, model, &baked)
}
