//! [`AreaContents`]: the contents that the files of an area put into its rooms, and the missing files.

pub(super) mod blocked;
pub(super) mod check;
mod creature;
pub(super) mod entry;
pub(super) mod linked;
pub(super) mod looked_for;
pub(super) mod off_floor;
pub(super) mod path;
#[cfg(feature = "picture")]
mod picture;
pub(super) mod seen;
pub(super) mod walks;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use creature::AreaCreature;

use super::{ModuleInfo, PathPoints, Visibility};
use crate::finding::{PartKind, Place, PlacePart, Shape};
use crate::instances::{Instance, InstanceKind, Instances};

/// The contents of an area besides its rooms, and the files that guide the movement of creatures.
///
/// [`Level::open`](crate::level::Level::open) gathers it; [`Area::check_contents`](super::Area::check_contents) checks it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AreaContents {
    /// The name of the area, without an extension.
    pub area: String,
    /// The instances that the GIT lists.
    pub instances: Instances,
    /// The doors and placeables whose walkmesh was not found.
    pub missing: Vec<MissingObject>,
    /// The creatures of the GIT with their sizes, in its order; the first 4,096.
    pub creatures: Vec<AreaCreature>,
    /// The points between which creatures plan paths (PTH).
    pub path_points: Option<PathPoints>,
    /// The names of PTH files beside the area's that are not named after an area, so that the game does not read them.
    pub strange_path_points: Vec<String>,
    /// The rooms that are seen from each room (VIS).
    pub visibility: Option<Visibility>,
    /// The module that the area belongs to (IFO).
    pub module: Option<ModuleInfo>,
    /// The searched modules to which doors and triggers lead, by their lower-case names: the lower-case tags of their doors and waypoints,
    /// or `None` for a module that does not exist.
    pub linked_modules: BTreeMap<String, Option<BTreeSet<String>>>,
}

/// A door or placeable of an area whose walkmesh was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MissingObject {
    /// The kind of instance: a door or a placeable.
    pub what: InstanceKind,
    /// Its index in the list of its kind, from 0.
    pub index: usize,
    /// Its tag, or else its template.
    pub name: String,
    /// The reason.
    pub reason: MissingReason,
}

/// The reason why a part of a door, a placeable or a creature is missing. Its text is a clause without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum MissingReason {
    /// Its template file is missing.
    Template {
        /// The name of the file.
        file: String,
    },
    /// The template does not name the table row of its model.
    Appearance {
        /// The name of the template's file.
        file: String,
    },
    /// The table of models, or of the sizes of creatures, is not among the files.
    Table {
        /// The name of the file.
        file: String,
    },
    /// The table has no such row.
    Row {
        /// The name of the table.
        table: String,
        /// The row.
        row: u32,
    },
    /// The row of the table names no model.
    Model {
        /// The name of the table.
        table: String,
        /// The row.
        row: u32,
    },
    /// The walkmesh of its model is missing.
    Walkmesh {
        /// The name of the file.
        file: String,
    },
    /// A file was found but cannot be read.
    Unreadable {
        /// The name of the file.
        file: String,
        /// The error.
        error: String,
    },
    /// The walkmeshes of the objects before it use up the allowed memory.
    TooMany,
}

impl fmt::Display for MissingReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Template { file } => write!(f, "its template {file} is not among the files"),
            Self::Appearance { file } => write!(f, "its template {file} does not say which appearance it has"),
            Self::Table { file } => {
                write!(f, "the table {file}, in which its appearance is a row, is not among the files")
            }
            Self::Row { table, row } => write!(f, "the table {table} has no row {row}, which should be its appearance"),
            Self::Model { table, row } => write!(f, "row {row} of {table} names no model for it"),
            Self::Walkmesh { file } => write!(f, "the walkmesh {file} of its model is not among the files"),
            Self::Unreadable { file, error } => write!(f, "{file} cannot be read: {error}"),
            Self::TooMany => f.write_str("the objects before it take as much memory as one area may take"),
        }
    }
}

impl MissingObject {
    /// A door or placeable without its walkmesh.
    pub(crate) fn new(instance: &Instance, reason: MissingReason) -> Self {
        Self { what: instance.kind, index: instance.index, name: instance.name().to_owned(), reason }
    }
}

/// `door 3 (gate): the walkmesh gate0.dwk of its model is not among the files`.
impl fmt::Display for MissingObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what.place(self.index, &self.name), self.reason)
    }
}

impl AreaContents {
    /// The point where the player appears, if the module starts in this area.
    #[must_use]
    pub fn entry(&self) -> Option<[f32; 3]> {
        let module = self.module.as_ref()?;
        module.entry_area.eq_ignore_ascii_case(&self.area).then_some(module.entry)?
    }

    /// The location in space of an object or path point; `None` for other places.
    #[must_use]
    pub fn locate(&self, place: &Place) -> Option<Shape> {
        let part = place.parts().first()?;
        if part.kind == PartKind::EntryPoint {
            return Some(Shape::Point(self.module.as_ref()?.entry?));
        }
        if part.kind == PartKind::PathPoint {
            return self.path_points.as_ref()?.locate(place);
        }
        self.instances.at(part).map(|instance| Shape::Point(instance.position))
    }
}

/// The place of a path point.
pub(super) fn path_point(number: usize) -> Place {
    PlacePart::new(PartKind::PathPoint, i64::try_from(number).unwrap_or(i64::MAX)).into()
}
