//! Links rooms: computes which perimeter edge leads to which room.

use super::seams::{Exact, edges_of};
use super::{Area, AreaError};
use crate::kotor::{EdgeId, RoomId};

/// A transition that [`Area::link`] changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinkChange {
    /// The room that the edge belongs to.
    pub room: RoomId,
    /// The edge.
    pub edge: EdgeId,
    /// The room to which the edge led before.
    pub before: Option<RoomId>,
    /// The room to which the edge leads now.
    pub after: Option<RoomId>,
}

impl Area {
    /// Recomputes every transition: an edge leads to the first room of the layout whose perimeter has the same edge in the opposite
    /// direction, bit for bit. Returns the changes.
    ///
    /// An edge that leads to a room of the layout that is missing keeps its transition, because that room cannot be
    /// checked. The rule (`docs/formats/bwm.md#transitions`) holds for every transition between present rooms in the games' own files.
    ///
    /// # Errors
    /// [`AreaError::Bake`], because stale data is baked first.
    pub fn link(&mut self) -> Result<Vec<LinkChange>, AreaError> {
        self.link_where(|_| true)
    }

    /// Like [`link`](Self::link), but changes only the transitions that `wanted` selects.
    pub(super) fn link_where(&mut self, wanted: impl Fn(&LinkChange) -> bool) -> Result<Vec<LinkChange>, AreaError> {
        self.bake_stale()?;
        let exact = Exact::new(self.rooms().flat_map(|(id, room)| edges_of(id, room)));
        let mut changes = Vec::new();
        for (id, room) in self.rooms() {
            for edge in edges_of(id, room) {
                let facing = exact.facing(&edge).map(|other| other.room);
                let unknown =
                    edge.leads_to.filter(|&room| self.layout.room(room).is_some() && self.room(room).is_none());
                let after = facing.or(unknown);
                let change = LinkChange { room: id, edge: edge.edge, before: edge.leads_to, after };
                if after != edge.leads_to && wanted(&change) {
                    changes.push(change);
                }
            }
        }
        for of_room in changes.chunk_by(|a, b| a.room == b.room) {
            let room = of_room[0].room;
            if let Some(walkmesh) = self.room_mut(room) {
                let transitions = of_room.iter().map(|change| (change.edge, change.after)).collect();
                walkmesh.set_transitions(&transitions).map_err(AreaError::of(room))?;
            }
        }
        Ok(changes)
    }
}
