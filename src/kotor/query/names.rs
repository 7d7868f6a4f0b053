//! The names of faces in answers: by number in a walkmesh, and by room or object, too, in an area.

use std::fmt;

use crate::kotor::{FaceId, RoomId};

/// The name of a face in answers: [`FaceId`] in a walkmesh, [`AreaFace`] in an area.
pub trait FaceName: FaceNameParts + Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The room or object that the face belongs to; `None` in a single walkmesh.
    fn part(self) -> Option<Part>;
    /// The face's number there.
    fn face(self) -> FaceId;
}

/// Makes names of faces; only this crate implements it.
pub trait FaceNameParts {
    /// The name of a face of a part; names in a single walkmesh ignore the part.
    fn named(part: Option<Part>, face: FaceId) -> Self;
}

/// The part of an area that a face belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Part {
    /// A room.
    Room(RoomId),
    /// A door or placeable, by its index in the list of the navigator's objects.
    Object(usize),
}

/// A face of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AreaFace {
    /// The part to which it belongs.
    pub part: Part,
    /// Its number there.
    pub face: FaceId,
}

impl FaceName for FaceId {
    fn part(self) -> Option<Part> {
        None
    }
    fn face(self) -> FaceId {
        self
    }
}

impl FaceNameParts for FaceId {
    fn named(_: Option<Part>, face: FaceId) -> Self {
        face
    }
}

impl FaceName for AreaFace {
    fn part(self) -> Option<Part> {
        Some(self.part)
    }
    fn face(self) -> FaceId {
        self.face
    }
}

impl FaceNameParts for AreaFace {
    fn named(part: Option<Part>, face: FaceId) -> Self {
        // Every face of an area belongs to a part.
        Self { part: part.unwrap_or(Part::Room(RoomId(u32::MAX))), face }
    }
}
