//! [`SnapHit`]: the walkable position that is nearest to a point.

use super::Position;
use super::height_grid::Faces;
use super::topology::{Ground, Topology};
use crate::geometry::plan_triangle::{contains, middle};
use crate::geometry::triangle::nearest_point;
use crate::geometry::vec3::{Vec3, distance_squared};
use crate::geometry::{Vec2, distance, lerp};

/// The walkable position that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SnapHit<F = u32> {
    /// The position. In the plan view the point lies exactly on the face, and height queries find the face there.
    pub position: Position<F>,
    /// Its distance from the query's point, in the mesh's units.
    pub distance: f64,
}

impl<F> SnapHit<F> {
    /// The same result, with its face renamed.
    pub fn map<G>(self, name: impl FnOnce(F) -> G) -> SnapHit<G> {
        SnapHit { position: self.position.map(name), distance: self.distance }
    }
}

impl Topology {
    /// The position nearest to a point, measured after `seen` is applied to the mesh.
    pub fn nearest_position(
        &self,
        point: Vec3,
        reach: f64,
        is_floor: impl Fn(u32) -> bool,
        seen: impl Fn(Vec3) -> Vec3,
    ) -> Option<SnapHit> {
        if !point.iter().all(|value| value.is_finite()) {
            return None;
        }
        let mut best: Option<SnapHit> = None;
        let open = (0..).zip(self.faces()).filter(|(face, row)| row.ground == Ground::Open && is_floor(*face));
        for (face, of_face) in open {
            let corners = of_face.corners.map(|corner| seen(self.vertex(corner).map(f64::from)));
            let near = nearest_point(corners, point);
            let least = best.map_or(reach, |best| best.distance);
            // The margin keeps faces that are just within reach although rounding made the square too great.
            if distance_squared(near, point) > least * least * (1.0 + 1e-9) {
                continue;
            }
            let Some(position) = self.position_on(face, [near[0], near[1]]) else { continue };
            let distance = distance_squared(seen(position.point.map(f64::from)), point).sqrt();
            if distance < least || (best.is_none() && distance <= least) {
                best = Some(SnapHit { position, distance });
            }
        }
        best
    }

    /// The position on a face that is nearest to a point of the plan view, as far as f32 can represent it. If rounding
    /// takes the point off the face, it is moved towards the centre or onto a corner. `None` if height queries never
    /// find the face, because it is too steep or too thin.
    pub fn position_on(&self, face: u32, near: Vec2) -> Option<Position> {
        let row = &self.faces()[face as usize];
        let floor: Faces<1> = Faces::new(&row.corners.map(|corner| self.vertex(corner)), 1, 0)?;
        let corners = self.plan_corners(row);
        let is_on = |at: &Vec2| {
            let mut is_floor = false;
            floor.visit([at[0] as f32, at[1] as f32], 1, |_| is_floor = true);
            is_floor && contains(&corners, *at)
        };
        let middle = middle(&corners);
        let drawn = std::iter::once(near).chain((1..=22).rev().map(|steps| lerp(near, middle, 0.5_f64.powi(steps))));
        let inside = drawn.map(|at| at.map(|value| f64::from(value as f32))).find(is_on);
        // In a needle a corner may be nearer than the first point that f32 places inside.
        let candidates = inside.into_iter().chain(corners.into_iter().filter(is_on));
        let nearest = candidates.min_by(|a, b| distance(*a, near).total_cmp(&distance(*b, near)));
        nearest.map(|at| Position::new(self.lifted(face, at), face))
    }
}
