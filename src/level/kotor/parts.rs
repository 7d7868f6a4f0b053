//! [`KotorParts`]: the parts that only levels of KotOR have.

use std::sync::Arc;

use crate::kotor::{Area, AreaContents, Model, PathPoints, Walkmesh};

use super::objects::AreaObject;

/// The parts that only KotOR levels have, from [`Level::kotor`](super::super::Level::kotor). Levels of other games have none of them.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct KotorParts<'l> {
    /// The walkmesh, if the level is a single walkmesh.
    pub walkmesh: Option<&'l Walkmesh>,
    /// The model of a single room, if it was found or [given](super::super::OpenOptions::model).
    pub model: Option<&'l Arc<Model>>,
    /// The rooms of an area.
    pub area: Option<&'l Area>,
    /// The files of rooms beside the area that its layout does not list.
    pub unlisted_rooms: &'l [String],
    /// The doors and placeables of an area: first from its GIT, where walkmeshes were found, then
    /// [placed](super::super::Level::place) by hand, in their order.
    pub objects: &'l [AreaObject],
    /// The contents of an area: creatures, waypoints, triggers and everything else in its GIT, the path points, and the doors and
    /// placeables whose walkmeshes were not found. `None` for an area without a GIT.
    pub contents: Option<&'l AreaContents>,
    /// The points between which creatures plan their paths (PTH), of an area or as a single file. An area without a GIT has the
    /// PTH of its layout's name, or the only PTH beside its only layout.
    pub path_points: Option<&'l PathPoints>,
}
