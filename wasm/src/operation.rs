//! [`Operation`]: an operation on a level as a value, so that it can be repeated.

use std::collections::BTreeMap;
use std::sync::Arc;

use walkmesh::counted;
use walkmesh::finding::CheckOptions;
use walkmesh::kotor::engine::{PathPointsOptions, Walker};
use walkmesh::level::{BakeOptions, Edit, Level, MendOptions, RepairOptions, SaveError};
use walkmesh::nwn2::{self, OptimiseOptions};

use crate::error::{Thrown, throw};

/// A level, and the new files that operations made for it.
#[derive(Clone, Debug)]
pub struct State {
    pub level: Level,
    /// By their names: the path points of an area.
    pub made: BTreeMap<String, Arc<[u8]>>,
}

impl From<Level> for State {
    fn from(level: Level) -> Self {
        Self { level, made: BTreeMap::new() }
    }
}

impl State {
    /// The files whose bytes changed since the level was opened, and the new files, by their names.
    pub fn changed(&self) -> Result<Vec<(String, Vec<u8>)>, SaveError> {
        let mut files = self.level.changed()?;
        files.extend(self.made.iter().map(|(name, bytes)| (name.clone(), bytes.to_vec())));
        Ok(files)
    }
}

/// An operation on a level.
#[derive(Clone, Debug)]
pub enum Operation {
    /// An edit, with a bake of what it makes stale.
    Edit(Edit),
    /// Repairs of the floor, with a bake of what they make stale.
    Repair(RepairOptions),
    /// A bake of everything.
    Bake,
    /// The repairs and the bake that leave fewer warnings and errors.
    Mend,
    /// Removes data that a reader of an NWN2 area does not need.
    Optimise(OptimiseOptions),
    /// Makes the path points of a KotOR area.
    PathPoints { walker: Walker, options: PathPointsOptions },
}

/// The bake options that keep every bit unaffected by edits and repairs, as in the command.
fn keep() -> nwn2::BakeOptions {
    nwn2::BakeOptions::default().with_uninitialised(nwn2::Uninitialised::Keep)
}

impl Operation {
    /// Performs the operation. Returns sentences about the changes. If it fails, the state is unchanged.
    pub fn apply(&self, state: &mut State) -> Result<Vec<String>, Thrown> {
        let level = &mut state.level;
        match self {
            Self::Edit(edit) => {
                let mut options = BakeOptions::default();
                options.nwn2 = keep();
                let done = level.edit(std::slice::from_ref(edit), &options).map_err(throw("EditError"))?;
                Ok(done.notes.iter().map(ToString::to_string).collect())
            }
            Self::Repair(options) => {
                let mut options = options.clone();
                options.nwn2 = keep();
                let done = level.repair(&options).map_err(throw("EditError"))?;
                Ok(done.sentences())
            }
            Self::Bake => Ok(level.bake(&BakeOptions::default()).map_err(throw("BakeError"))?.sentences()),
            Self::Mend => {
                let mut options = MendOptions::default();
                options.check = CheckOptions::default().with_per_rule(0);
                (options.repair.nwn2, options.bake.nwn2) = (keep(), keep());
                let done = level.mend(&options).map_err(throw("EditError"))?;
                let mut notes: Vec<String> = done.repairs.iter().flat_map(|done| done.sentences()).collect();
                notes.extend(done.bake.iter().flat_map(|done| done.sentences()));
                notes.extend(done.failures);
                Ok(notes)
            }
            Self::Optimise(options) => {
                let saved = level.optimise(options).map_err(throw("EditError"))?;
                Ok(saved.to_string().lines().map(str::to_owned).collect())
            }
            Self::PathPoints { walker, options } => {
                let engine = level.engine().map_err(throw("QueryError"))?;
                let made = engine.generate_path_points(walker, None, options);
                let bytes = made.path.to_bytes().map_err(throw("SaveError"))?;
                let stem = level.title().rsplit_once('.').map_or(level.title(), |(stem, _)| stem);
                let name = format!("{stem}.pth");
                let spots = made.coverage.spots;
                let note = format!(
                    "{name} has {} with {}, reached from {} of {spots} spots where a walker can stand (reported).",
                    counted(made.path.points().len(), "path point"),
                    counted(made.path.links().len() / 2, "link"),
                    spots - made.coverage.missed.len(),
                );
                state.made.insert(name, bytes.into());
                Ok(vec![note])
            }
        }
    }
}
