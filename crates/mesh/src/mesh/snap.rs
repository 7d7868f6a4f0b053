//! [`SnapHit`]: the walkable position that is nearest to a point.

use std::ops::ControlFlow;

use super::Position;
use super::height_grid::Faces;
use super::topology::{Face, Ground, Topology};
use crate::geometry::plan_triangle::{contains, middle};
use crate::geometry::triangle::nearest_point;
use crate::geometry::vec3::{Vec3, distance_squared};
use crate::geometry::{Aabb, BoxTree, Vec2, distance, lerp};
use crate::parallel;

/// The walkable position that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
        let open = (0..).zip(self.faces()).filter(|(face, row)| row.ground == Ground::Open && is_floor(*face));
        self.nearest_of(open.map(|(face, _)| face), point, reach, seen)
    }

    /// [`nearest_position`](Self::nearest_position) in space for many points, with the same answers.
    pub fn nearest_positions(
        &self,
        points: &[[f32; 3]],
        reach: f64,
        is_floor: impl Fn(u32) -> bool,
    ) -> Vec<Option<SnapHit>> {
        let box_of = |(face, row): (u32, &Face)| {
            let is_open = row.ground == Ground::Open && is_floor(face);
            if is_open { Aabb::new(&row.corners.map(|corner| self.vertex(corner))) } else { Aabb::EMPTY }
        };
        let tree = BoxTree::new((0..).zip(self.faces()).map(box_of));
        let in_space = |at| at;
        parallel::map(points, |at| {
            let (point, bounds) = (at.map(f64::from), Aabb::new(&[*at; 3]));
            let least_of = |off: &dyn Fn(u32) -> f64| {
                tree.nearest(&bounds, reach * reach, usize::MAX, off).map_or(reach, |(_, square)| square.sqrt())
            };
            // A position is off its face by rounding, which is much less than this.
            let rounding =
                |least: f64| at.iter().fold(1.0 + least, |size: f64, value| size.max(f64::from(value.abs()))) * 1e-3;
            let within = |least: f64| {
                let mut faces = Vec::new();
                tree.meeting(&bounds.padded((least + rounding(least)) as f32), usize::MAX, |face| {
                    faces.push(face);
                    ControlFlow::Continue(())
                });
                faces.sort_unstable();
                self.nearest_of(faces, point, reach, in_space)
            };
            let to_face = |face: u32| {
                let corners = self.faces()[face as usize].corners.map(|corner| self.vertex(corner).map(f64::from));
                distance_squared(nearest_point(corners, point), point)
            };
            let least = least_of(&to_face);
            if !least.is_finite() {
                return None;
            }
            let hit = within(least);
            if hit.is_some_and(|hit| hit.distance <= least + rounding(least) / 2.0) {
                return hit;
            }
            // Few faces are so steep or thin that they have no position.
            let to_position = |face: u32| {
                self.nearest_of([face], point, f64::INFINITY, in_space)
                    .map_or(f64::INFINITY, |hit| hit.distance.powi(2))
            };
            let least = least_of(&to_position);
            if least.is_finite() { within(least) } else { None }
        })
    }

    /// The nearest position on some faces. The first in a tie.
    fn nearest_of(
        &self,
        faces: impl IntoIterator<Item = u32>,
        point: Vec3,
        reach: f64,
        seen: impl Fn(Vec3) -> Vec3,
    ) -> Option<SnapHit> {
        if !point.iter().all(|value| value.is_finite()) {
            return None;
        }
        let mut best: Option<SnapHit> = None;
        for face in faces {
            let corners = self.faces()[face as usize].corners.map(|corner| seen(self.vertex(corner).map(f64::from)));
            let near = nearest_point(corners, point);
            let least = best.map_or(reach, |best| best.distance);
            // The margin keeps faces that are just within reach even if rounding made the square too large.
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
        // In a needle, a corner may be nearer than the first f32 point inside.
        let candidates = inside.into_iter().chain(corners.into_iter().filter(is_on));
        let nearest = candidates.min_by(|a, b| distance(*a, near).total_cmp(&distance(*b, near)));
        nearest.map(|at| Position::new(self.lifted(face, at), face))
    }
}
