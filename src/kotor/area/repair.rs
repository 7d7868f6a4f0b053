//! Repairs an area: every room, the seams between rooms, and the transitions.

use std::collections::BTreeMap;

use super::floor::AreaFloor;
use super::{Area, AreaError, LinkChange, Weld};
use crate::flaw::{Repair, Repairs, junctions_between};
use crate::geometry::HalfEdge;
use crate::kotor::RoomId;

/// A report on [`Area::repair`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AreaRepairs {
    /// The repairs with their rooms: first those inside rooms, and then the faces that were split at seams.
    pub repairs: Vec<(RoomId, Repair)>,
    /// The vertices that moved to close seams.
    pub welds: Vec<Weld>,
    /// The transitions that changed.
    pub links: Vec<LinkChange>,
}

impl AreaRepairs {
    /// Returns whether nothing was repaired. Faces that were kept are ignored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.repairs.iter().any(|(_, repair)| repair.kind.is_change())
            && self.welds.is_empty()
            && self.links.is_empty()
    }
}

/// Maximum number of rounds of splitting at seams. Each splits a face at one of its sides.
const ROUNDS: usize = 8;

impl Area {
    /// Repairs every room as [`Walkmesh::repair`](crate::kotor::Walkmesh::repair) does, and then the seams with the same options: it splits
    /// faces where a vertex of another room lies on their sides, and welds edges that nearly meet. With `link`, it replaces every
    /// transition by the one that the geometry implies ([`link`](Self::link)) at the end. If it fails, the area is unchanged.
    ///
    /// ```
    /// use walkmesh::flaw::Repairs;
    /// use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, RoomId, Walkmesh};
    ///
    /// // The east room has one side of 4 m where the west room has two of 2 m.
    /// let west = [[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 2.0, 0.0]], [[0.0, 0.0, 0.0], [4.0, 2.0, 0.0], [4.0, 4.0, 0.0]]];
    /// let east = [[[4.0, 4.0, 0.0], [4.0, 0.0, 0.0], [8.0, 0.0, 0.0]]];
    /// let mut layout = Layout::new();
    /// for name in ["west", "east"] {
    ///     layout.push(LayoutRoom { name: name.into(), position: [0.0; 3] })?;
    /// }
    /// let mut area = Area::new(layout);
    /// let room = |faces: &[_]| Walkmesh::from_triangles(Kind::Wok, faces.iter().map(|face| (*face, MaterialId(4))));
    /// area.insert(RoomId(0), room(&west)?)?;
    /// area.insert(RoomId(1), room(&east)?)?;
    ///
    /// let done = area.repair(&Repairs::all(0.03, 0.0), true)?;
    /// assert_eq!((done.repairs.len(), done.welds.len(), done.links.len()), (1, 0, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AreaError`] for a room that cannot be edited or baked, and for a tolerance that is negative or not finite.
    pub fn repair(&mut self, options: &Repairs, link: bool) -> Result<AreaRepairs, AreaError> {
        let mut after = self.clone();
        let mut done = AreaRepairs::default();
        let rooms: Vec<RoomId> = self.rooms().map(|(room, _)| room).collect();
        for room in rooms {
            let Some(walkmesh) = after.room_mut(room) else { continue };
            let repairs = walkmesh.repair(options).map_err(AreaError::of(room))?;
            done.repairs.extend(repairs.into_iter().map(|repair| (room, repair)));
        }
        after.bake_stale()?;
        if let Some(tolerance) = options.t_junctions {
            after.split_seams(tolerance, &mut done.repairs)?;
        }
        if let Some(tolerance) = options.cracks {
            done.welds = after.weld(tolerance)?;
        }
        if link {
            done.links = after.link()?;
        }
        after.bake_stale()?;
        *self = after;
        Ok(done)
    }

    /// Splits faces where a vertex of another room lies on their sides, or at most `tolerance` metres beside them.
    fn split_seams(&mut self, tolerance: f32, repairs: &mut Vec<(RoomId, Repair)>) -> Result<(), AreaError> {
        for _ in 0..ROUNDS {
            let Some(floor) = AreaFloor::new(self) else { return Ok(()) };
            let junctions = junctions_between(&floor.tables.floor(), tolerance, |face| floor.name(face).0.0);
            let mut sides: BTreeMap<RoomId, BTreeMap<HalfEdge, Vec<[f32; 3]>>> = BTreeMap::new();
            for (edge, point) in junctions {
                let (room, face) = floor.name(edge.face());
                sides.entry(room).or_default().entry(HalfEdge::new(face.0, edge.corner())).or_default().push(point);
            }
            let before = repairs.len();
            for (room, sides) in sides {
                let Some(walkmesh) = self.room_mut(room) else { continue };
                let split = walkmesh.split_sides(sides).map_err(AreaError::of(room))?;
                repairs.extend(split.into_iter().map(|repair| (room, repair)));
            }
            if repairs.len() == before {
                return Ok(());
            }
            self.bake_stale()?;
        }
        Ok(())
    }
}
