//! Edits of transitions: the rooms to which the edges of perimeters lead.

use std::collections::{BTreeMap, BTreeSet};

use walkmesh_formats::bwm::Edge;

use crate::kotor::{EdgeId, EditError, RoomId, Walkmesh};

impl Walkmesh {
    /// Sets the room to which a perimeter edge leads, or removes the transition.
    ///
    /// After edits that make the perimeters stale, every edge is accepted until [`bake_stale`](Self::bake_stale), which
    /// reports transitions of edges that are not on a perimeter.
    ///
    /// # Errors
    /// [`EditError::NoSuchFace`], [`EditError::NotOnPerimeter`] and [`EditError::OutOfRange`].
    pub fn set_transition(&mut self, edge: EdgeId, room: Option<RoomId>) -> Result<(), EditError> {
        if edge.face().index() >= self.raw.faces.len() {
            return Err(EditError::NoSuchFace(edge.face()));
        }
        let transition = match room {
            None => -1,
            Some(room) => i32::try_from(room.0).map_err(|_| EditError::OutOfRange(room))?,
        };
        // If a list names the edge twice, the rows must agree.
        let mut is_listed = false;
        for row in self.raw.edges.iter_mut().filter(|row| EdgeId::from_raw(row.edge) == Some(edge)) {
            row.transition = transition;
            is_listed = true;
        }
        if !is_listed {
            if !self.stale.perimeters || !self.kind.is_room() {
                return Err(EditError::NotOnPerimeter(edge));
            }
            self.raw.edges.push(Edge { edge: edge.0.cast_signed(), transition });
        }
        Ok(())
    }

    /// Renumbers or removes every transition, as a new order of the layout requires.
    pub fn renumber_transitions(&mut self, new: impl Fn(RoomId) -> Option<RoomId>) {
        for row in &mut self.raw.edges {
            if let Ok(room) = u32::try_from(row.transition) {
                row.transition = new(RoomId(room)).and_then(|room| i32::try_from(room.0).ok()).unwrap_or(-1);
            }
        }
    }

    /// Sets or removes the transitions of listed edges. The cost is one pass over the edges.
    pub(in crate::kotor) fn set_transitions(
        &mut self,
        wanted: &BTreeMap<EdgeId, Option<RoomId>>,
    ) -> Result<(), EditError> {
        if let Some(room) = wanted.values().flatten().find(|room| i32::try_from(room.0).is_err()) {
            return Err(EditError::OutOfRange(*room));
        }
        for row in &mut self.raw.edges {
            if let Some(room) = EdgeId::from_raw(row.edge).and_then(|edge| wanted.get(&edge)) {
                row.transition = room.map_or(-1, |room| room.0.cast_signed());
            }
        }
        Ok(())
    }

    /// Sets the transitions of edges, and removes all others except those that `keep` names. Edges that are not listed are added, which
    /// requires stale perimeters. The cost is one pass over the edges.
    pub(in crate::kotor) fn set_all_transitions(
        &mut self,
        wanted: &BTreeMap<EdgeId, RoomId>,
        keep: &BTreeSet<EdgeId>,
    ) -> Result<(), EditError> {
        if let Some(room) = wanted.values().find(|room| i32::try_from(room.0).is_err()) {
            return Err(EditError::OutOfRange(*room));
        }
        let mut missing = wanted.clone();
        for row in &mut self.raw.edges {
            let Some(edge) = EdgeId::from_raw(row.edge) else { continue };
            missing.remove(&edge);
            match wanted.get(&edge) {
                Some(room) => row.transition = room.0.cast_signed(),
                None if row.transition >= 0 && !keep.contains(&edge) => row.transition = -1,
                None => {}
            }
        }
        let added = missing
            .into_iter()
            .map(|(edge, room)| Edge { edge: edge.0.cast_signed(), transition: room.0.cast_signed() });
        self.raw.edges.extend(added);
        Ok(())
    }
}
