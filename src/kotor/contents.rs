//! [`AreaContents`]: what the files of an area put into its rooms, and what of it was not found.

pub(super) mod blocked;
mod check;
pub(super) mod entry;
pub(super) mod ground;
pub(super) mod linked;
pub(super) mod looked_for;
pub(super) mod path;
#[cfg(feature = "picture")]
mod picture;
pub(super) mod seen;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{Instance, InstanceKind, Instances, ModuleInfo, PathPoints, Visibility};
use crate::finding::{PartKind, Place, PlacePart, Shape};

/// What stands in an area besides its rooms, and the files that say how creatures get there.
///
/// [`Level::open`](crate::level::Level::open) gathers it; [`Area::check_contents`](super::Area::check_contents) checks it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AreaContents {
    /// The name of the area, without an extension.
    pub area: String,
    /// What the GIT lists.
    pub instances: Instances,
    /// The doors and placeables whose walkmesh was not found.
    pub missing: Vec<MissingObject>,
    /// The points between which creatures plan their ways (PTH).
    pub path_points: Option<PathPoints>,
    /// Which rooms are seen from which (VIS).
    pub visibility: Option<Visibility>,
    /// The module that the area belongs to (IFO).
    pub module: Option<ModuleInfo>,
    /// The modules to which doors and triggers lead, by their names in small letters, as far as they were looked for: the tags
    /// of their doors and way points in small letters, and `None` for a module that does not exist.
    pub linked_modules: BTreeMap<String, Option<BTreeSet<String>>>,
}

/// A door or placeable of an area whose walkmesh was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MissingObject {
    /// Whether it is a door or a placeable.
    pub what: InstanceKind,
    /// Its place in the list of its kind, from 0.
    pub index: usize,
    /// Its tag, or else its template.
    pub name: String,
    /// What was not found.
    pub reason: MissingReason,
}

/// What of a door or placeable was not found. Its text is a clause without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum MissingReason {
    /// No file is its template.
    Template {
        /// The name of the file.
        file: String,
    },
    /// The template does not say which row of a table has its model.
    Appearance {
        /// The name of the template's file.
        file: String,
    },
    /// The table of models is not among the files.
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
    /// No file is the walkmesh of its model.
    Walkmesh {
        /// The name of the file.
        file: String,
    },
    /// A file was found but cannot be read.
    Unreadable {
        /// The name of the file.
        file: String,
        /// Why.
        error: String,
    },
    /// The walkmeshes of the objects before it take as much memory as is allowed.
    TooMany,
}

impl fmt::Display for MissingReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Template { file } => write!(f, "its template {file} is not among the files"),
            Self::Appearance { file } => write!(f, "its template {file} does not say which model it has"),
            Self::Table { file } => write!(f, "the table {file}, which names its model, is not among the files"),
            Self::Row { table, row } => write!(f, "the table {table} has no row {row}, which should name its model"),
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
        write!(f, "{}: {}", part_of(self.what, self.index, &self.name), self.reason)
    }
}

impl AreaContents {
    /// Where the player appears, if the module starts in this area.
    #[must_use]
    pub fn entry(&self) -> Option<[f32; 3]> {
        let module = self.module.as_ref()?;
        module.entry_area.eq_ignore_ascii_case(&self.area).then_some(module.entry)?
    }

    /// How many things of each kind the GIT lists, in the order of [`InstanceKind::ALL`], without those that it has none of.
    #[must_use]
    pub fn counts(&self) -> Vec<(InstanceKind, usize)> {
        let of = |kind: InstanceKind| {
            let complete = self.instances.complete.iter().filter(|instance| instance.kind == kind).count();
            (kind, complete + self.instances.incomplete.iter().filter(|(other, _)| *other == kind).count())
        };
        InstanceKind::ALL.map(of).into_iter().filter(|(_, count)| *count > 0).collect()
    }

    /// Where a thing or a point of a path is in space; `None` for other places.
    #[must_use]
    pub fn locate(&self, place: &Place) -> Option<Shape> {
        let part = place.parts().first()?;
        if part.kind == PartKind::EntryPoint {
            return Some(Shape::Point(self.module.as_ref()?.entry?));
        }
        let index = part.id()? as usize;
        if part.kind == PartKind::PathPoint {
            return self.path_points.as_ref()?.locate(place);
        }
        let mut own = self.instances.complete.iter().filter(|it| part_kind(it.kind) == part.kind && it.index == index);
        Some(Shape::Point(own.next()?.position))
    }
}

/// What a thing is in the place of a finding.
pub(super) fn part(instance: &Instance) -> PlacePart {
    part_of(instance.kind, instance.index, instance.name())
}

fn part_of(kind: InstanceKind, index: usize, name: &str) -> PlacePart {
    let part = PlacePart::new(part_kind(kind), i64::try_from(index).unwrap_or(i64::MAX));
    if name.is_empty() { part } else { part.named(name) }
}

const fn part_kind(kind: InstanceKind) -> PartKind {
    match kind {
        InstanceKind::Creature => PartKind::Creature,
        InstanceKind::Door => PartKind::Door,
        InstanceKind::Placeable => PartKind::Placeable,
        InstanceKind::Trigger => PartKind::Trigger,
        InstanceKind::Encounter => PartKind::Encounter,
        InstanceKind::WayPoint => PartKind::WayPoint,
        InstanceKind::Store => PartKind::Store,
        InstanceKind::Sound => PartKind::Sound,
        InstanceKind::Camera => PartKind::Camera,
        InstanceKind::Item => PartKind::Item,
    }
}
