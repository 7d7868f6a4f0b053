//! A layout in numbers, with the files of its area.

use std::collections::BTreeMap;

use crate::instances::InstanceKind;
use crate::kotor::{Layout, MissingObject};
use crate::level::KotorParts;

/// The layout of a KotOR area in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LayoutSummary {
    /// Number of rooms.
    pub rooms: usize,
    /// Number of door hooks: the positions of doors.
    pub door_hooks: usize,
    /// The other files of the area; `None` if the layout was opened by itself.
    #[cfg_attr(feature = "serde", serde(flatten, skip_serializing_if = "Option::is_none"))]
    pub files: Option<AreaSummary>,
}

/// The files of a KotOR area besides its layout, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AreaSummary {
    /// Number of rooms with a file.
    pub rooms_found: usize,
    /// Number of things of each kind in the GIT; empty without a GIT.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "BTreeMap::is_empty"))]
    pub things: BTreeMap<InstanceKind, usize>,
    /// Number of doors and placeables whose walkmesh was found.
    pub placed: usize,
    /// The doors and placeables whose walkmeshes were not found.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub not_placed: Vec<MissingObject>,
    /// Number of points of the path graph; `None` without a PTH.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub path_points: Option<usize>,
}

impl LayoutSummary {
    pub(in crate::level) fn new(layout: &Layout) -> Self {
        Self { rooms: layout.rooms().len(), door_hooks: layout.door_hooks().len(), files: None }
    }
}

impl AreaSummary {
    pub(in crate::level) fn new(parts: KotorParts<'_>) -> Self {
        Self {
            rooms_found: parts.area.map_or(0, |area| area.rooms().count()),
            things: parts.contents.map(|contents| contents.instances.counts()).unwrap_or_default(),
            placed: parts.objects.iter().filter(|object| !object.tag().is_empty()).count(),
            not_placed: parts.contents.map(|contents| contents.missing.clone()).unwrap_or_default(),
            path_points: parts.path_points.map(|path| path.points().len()),
        }
    }
}
