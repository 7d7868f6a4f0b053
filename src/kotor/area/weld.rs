//! Welds seams: moves vertices so that rooms meet exactly.

use std::collections::BTreeMap;

use super::seams::{Near, SeamEdge, distance, edges_of};
use super::{Area, AreaError};
use crate::geometry::weld::place;
use crate::kotor::{RoomId, VertexId};

/// A vertex that [`Area::weld`] moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weld {
    /// The room that it belongs to.
    pub room: RoomId,
    /// The vertex.
    pub vertex: VertexId,
    /// Where it was.
    pub from: [f32; 3],
    /// Where it is now: at a vertex of `to_room`, bit for bit.
    pub to: [f32; 3],
    /// The room to whose vertex it was moved. It comes earlier in the layout.
    pub to_room: RoomId,
    /// How far it was moved, in metres.
    pub distance: f64,
}

impl Area {
    /// Moves the ends of perimeter edges onto those of the facing edge of an earlier room, where both ends are at most
    /// `tolerance` metres away. The room that comes first in the layout keeps its vertices, as in the games' compiler
    /// (`docs/formats/bwm.md#welding`). A tolerance of 0.1 m closes the widest seams of the games' own areas. Returns
    /// what moved.
    ///
    /// Where a thousand edges and more lie about as far from an edge as the nearest one does, another one of them may be
    /// taken. Edges no longer than the tolerance are left alone, so that none shrinks to a point. What the moved vertices make
    /// stale is baked by [`bake_stale`](Self::bake_stale) or a save. Transitions stay as they are: call
    /// [`link`](Self::link) afterwards.
    ///
    /// # Errors
    /// [`AreaError::ToleranceOutOfRange`], and [`AreaError::Bake`], because what is stale is baked first.
    pub fn weld(&mut self, tolerance: f32) -> Result<Vec<Weld>, AreaError> {
        if !(0.0..f32::INFINITY).contains(&tolerance) {
            return Err(AreaError::ToleranceOutOfRange);
        }
        self.bake_stale()?;
        let mut earlier = Near::default();
        let mut welds = Vec::new();
        for room in (0..self.rooms.len() as u32).map(RoomId) {
            let Some(walkmesh) = self.room_mut(room) else { continue };
            // Where edges of two rooms draw at one vertex, the nearer wins, and of equals the earlier room.
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
            let first = welds.len();
            welds.extend(targets.into_values().filter(|weld| place(weld.from) != place(weld.to)));
            walkmesh.move_vertices(welds[first..].iter().map(|weld| (weld.vertex, weld.to)))?;
            earlier.add(edges_of(room, walkmesh).filter(long));
        }
        Ok(welds)
    }
}
