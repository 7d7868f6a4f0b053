//! Welds seams: moves vertices so that rooms meet exactly.

use std::collections::{BTreeMap, BTreeSet};

use super::seams::{Near, SeamEdge, distance, edges_of};
use super::{Area, AreaError};
use crate::geometry::weld::place;
use crate::geometry::{orient2d, plan};
use crate::kotor::{FaceId, RoomId, VertexId, Walkmesh};

/// A vertex that [`Area::weld`] moved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Weld {
    /// The room that it belongs to.
    pub room: RoomId,
    /// The vertex.
    pub vertex: VertexId,
    /// The point where it was.
    pub from: [f32; 3],
    /// The point where it is now: at a vertex of `to_room`, bit for bit.
    pub to: [f32; 3],
    /// The room to whose vertex it was moved. It comes earlier in the layout.
    pub to_room: RoomId,
    /// Distance by which it was moved, in metres.
    pub distance: f64,
}

impl Area {
    /// Snaps the ends of perimeter edges to the ends of the facing edge of an earlier room, where both ends are at most
    /// `tolerance` metres away. The room that comes first in the layout keeps its vertices, as in the games' compiler
    /// (`docs/formats/bwm.md#welding`). A tolerance of 0.1 m closes the widest seams of the games' own areas. Returns the moves.
    ///
    /// If a thousand edges or more are about as near as the nearest one, another of them may be chosen. Edges whose length is at most the
    /// tolerance are not changed, so that none shrinks to a point. The corners of a face that the moves would flip are not changed either,
    /// because a face that faces down would interrupt the floor. Data that the moved vertices make stale is baked by
    /// [`bake_stale`](Self::bake_stale) or a save. Transitions stay as they are: call [`link`](Self::link) afterwards.
    ///
    /// # Errors
    /// [`AreaError::ToleranceOutOfRange`], and [`AreaError::Bake`], because stale data is baked first.
    pub fn weld(&mut self, tolerance: f32) -> Result<Vec<Weld>, AreaError> {
        if !(0.0..f32::INFINITY).contains(&tolerance) {
            return Err(AreaError::ToleranceOutOfRange);
        }
        self.bake_stale()?;
        let mut earlier = Near::default();
        let mut welds = Vec::new();
        for room in (0..self.rooms.len() as u32).map(RoomId) {
            let Some(walkmesh) = self.room_mut(room) else { continue };
            // If edges of two rooms compete for a vertex, the nearer wins, or in a tie the edge of the earlier room.
            let mut targets = BTreeMap::<VertexId, Weld>::new();
            let long = |edge: &SeamEdge| distance(edge.points[0], edge.points[1]) > f64::from(tolerance);
            for edge in edges_of(room, walkmesh).filter(long) {
                let Some((_, facing)) = earlier.facing(&edge, tolerance).edge else { continue };
                let ends = edge.vertices.into_iter().zip(edge.points).zip(facing.points.into_iter().rev());
                for ((vertex, from), to) in ends {
                    let weld = Weld { room, vertex, from, to, to_room: facing.room, distance: distance(from, to) };
                    let best = targets.entry(vertex).or_insert(weld);
                    if (weld.distance, weld.to_room) < (best.distance, best.to_room) {
                        *best = weld;
                    }
                }
            }
            keep_faces(walkmesh, &mut targets);
            let first = welds.len();
            welds.extend(targets.into_values().filter(|weld| place(weld.from) != place(weld.to)));
            let moves = welds[first..].iter().map(|weld| (weld.vertex, weld.to));
            walkmesh.move_vertices(moves).map_err(AreaError::of(room))?;
            earlier.add(edges_of(room, walkmesh).filter(long));
        }
        Ok(welds)
    }
}

/// Removes the targets of the corners of every face that the moves would flip in the plan view. Without a removed target, a neighbouring
/// face may flip, so the faces around it are checked again.
fn keep_faces(walkmesh: &Walkmesh, targets: &mut BTreeMap<VertexId, Weld>) {
    let mut around = BTreeMap::<VertexId, Vec<FaceId>>::new();
    for face in walkmesh.faces() {
        for corner in face.corners().into_iter().filter(|corner| targets.contains_key(corner)) {
            around.entry(corner).or_default().push(face.id());
        }
    }
    let mut waiting: BTreeSet<FaceId> = around.values().flatten().copied().collect();
    while let Some(id) = waiting.pop_first() {
        let face = walkmesh.face(id).filter(|face| is_turned(face.corners(), face.points(), targets));
        for corner in face.into_iter().flat_map(|face| face.corners()) {
            if targets.remove(&corner).is_some() {
                waiting.extend(around.get(&corner).into_iter().flatten());
            }
        }
    }
}

/// Returns whether moving the corners flips a face that has area in the plan view, or makes it degenerate.
fn is_turned(corners: [VertexId; 3], points: Option<[[f32; 3]; 3]>, targets: &BTreeMap<VertexId, Weld>) -> bool {
    let Some(before) = points else { return false };
    let after = [0, 1, 2].map(|k| targets.get(&corners[k]).map_or(before[k], |weld| weld.to));
    let [before, after] = [before, after].map(|[a, b, c]| orient2d(plan(a), plan(b), plan(c)));
    before != 0.0 && (after == 0.0 || (before > 0.0) != (after > 0.0))
}
