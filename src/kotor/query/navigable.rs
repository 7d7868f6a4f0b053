//! [`Navigable`]: the targets of a navigator.

use std::borrow::Cow;

use super::names::{AreaFace, FaceName, Part};
use crate::kotor::area::SeamEdge;
use crate::kotor::{Area, EdgeId, FaceId, MaterialTable, RoomId, Walkmesh};

/// A target of a [`Navigator`](super::Navigator): a [`Walkmesh`] or an [`Area`].
pub trait Navigable: Walkmeshes {
    /// The name of a face in answers.
    type Face: FaceName;
}

impl Navigable for Walkmesh {
    type Face = FaceId;
}

impl Navigable for Area {
    type Face = AreaFace;
}

/// An edge of a part.
pub type PartEdge = (Option<Part>, EdgeId);

/// The walkmeshes from which a navigator builds its indices; only this crate implements it.
pub trait Walkmeshes: Send + Sync + 'static {
    /// The walkmeshes, by ascending part.
    fn walkmeshes(&self) -> impl Iterator<Item = (Option<Part>, &Walkmesh)>;

    /// The walkmesh of a part.
    fn walkmesh(&self, part: Option<Part>) -> Option<&Walkmesh>;

    /// The edges that lead from one walkmesh to another.
    fn joins(&self) -> Vec<(PartEdge, PartEdge)>;

    /// The table of materials.
    fn materials(&self) -> Cow<'_, MaterialTable>;

    /// The name of a room.
    fn room_name(&self, _: RoomId) -> Option<String> {
        None
    }
}

impl Walkmeshes for Walkmesh {
    fn walkmeshes(&self) -> impl Iterator<Item = (Option<Part>, &Walkmesh)> {
        std::iter::once((None, self))
    }

    fn walkmesh(&self, part: Option<Part>) -> Option<&Walkmesh> {
        part.is_none().then_some(self)
    }

    fn joins(&self) -> Vec<(PartEdge, PartEdge)> {
        Vec::new()
    }

    fn materials(&self) -> Cow<'_, MaterialTable> {
        Cow::Borrowed(self.materials())
    }
}

impl Walkmeshes for Area {
    fn walkmeshes(&self) -> impl Iterator<Item = (Option<Part>, &Walkmesh)> {
        self.rooms().map(|(room, walkmesh)| (Some(Part::Room(room)), walkmesh))
    }

    fn walkmesh(&self, part: Option<Part>) -> Option<&Walkmesh> {
        match part {
            Some(Part::Room(room)) => self.room(room),
            _ => None,
        }
    }

    fn joins(&self) -> Vec<(PartEdge, PartEdge)> {
        let part = |edge: SeamEdge| (Some(Part::Room(edge.room)), edge.edge);
        self.joined_edges().into_iter().map(|[here, there]| (part(here), part(there))).collect()
    }

    fn materials(&self) -> Cow<'_, MaterialTable> {
        Cow::Owned(self.materials())
    }

    fn room_name(&self, room: RoomId) -> Option<String> {
        Some(self.layout().room(room)?.name.clone())
    }
}
