//! [`ResolvedPosition`]: a position that lies exactly on its face.

use super::position::{Position, PositionError, TOLERANCE, finite};
use super::topology::{Face, Ground, Topology};
use crate::geometry::plan_triangle::{contains, middle, nearest_between, nearest_on_border};
use crate::geometry::{Vec2, distance, ends_of_side, lerp, plan, share_of_nearest};

/// A point that lies exactly on a face. f32 may be too coarse to hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResolvedPosition {
    pub point: Vec2,
    pub face: u32,
}

/// Number of faces around a position that are searched when the point is just off the given face.
const AROUND: usize = 16;

impl Topology {
    /// Moves a position exactly onto the mesh.
    ///
    /// A point that rounding moved off its face is assigned to a neighbouring face that contains it, if there is one.
    /// Otherwise it is moved [onto its own face](Self::resolve_on_face).
    pub fn resolve(&self, position: Position) -> Result<ResolvedPosition, PositionError> {
        let here = self.resolve_on_face(position)?;
        let at = plan(position.point);
        if here.point == at {
            return Ok(here);
        }
        Ok(self.face_around(here.face, at).map_or(here, |face| ResolvedPosition { point: at, face }))
    }

    /// Moves a position exactly onto its face.
    ///
    /// A point that rounding moved off the face is moved to the face's border, and from there towards its centre by as
    /// little as brings it in. On a degenerate face it is moved to one of the points of its longest side that f64 holds
    /// exactly.
    pub fn resolve_on_face(&self, position: Position) -> Result<ResolvedPosition, PositionError> {
        let id = position.face;
        let face = self.walkable_face(id)?;
        let at = finite(position.point)?;
        let corners = self.plan_corners(face);
        if contains(&corners, at) {
            return Ok(ResolvedPosition { point: at, face: id });
        }
        let border = nearest_on_border(&corners, at);
        if distance(border, at) > tolerance(&corners, at) {
            return Err(PositionError::OffFace { face: id });
        }
        Ok(ResolvedPosition { point: drawn_in(&corners, border), face: id })
    }

    /// A face, if it exists and is walkable.
    fn walkable_face(&self, face: u32) -> Result<&Face, PositionError> {
        match self.faces().get(face as usize) {
            None => Err(PositionError::NoSuchFace { face }),
            Some(row) if row.ground == Ground::Closed => Err(PositionError::NotWalkable { face }),
            Some(row) => Ok(row),
        }
    }

    /// A joined face that contains the point, reached over sides that nearly contain it. Where the surface folds, the
    /// face that contains the point need not be adjacent.
    fn face_around(&self, first: u32, at: Vec2) -> Option<u32> {
        let tolerance = tolerance(&self.plan_corners(&self.faces()[first as usize]), at);
        let mut seen = vec![first];
        let mut next = 0;
        while let Some(face) = seen.get(next).and_then(|&face| self.open_face(face)) {
            next += 1;
            for across in self.faces_near(face, at, tolerance) {
                if contains(&self.plan_corners(&self.faces()[across as usize]), at) {
                    return Some(across);
                }
                if seen.len() < AROUND && !seen.contains(&across) {
                    seen.push(across);
                }
            }
        }
        None
    }

    /// The faces across the sides of a face that lie near a point.
    fn faces_near(&self, face: &Face, at: Vec2, tolerance: f64) -> impl Iterator<Item = u32> {
        let corners = self.plan_corners(face);
        let is_near = move |side: u8| distance(nearest_between(ends_of_side(&corners, side), at), at) <= tolerance;
        let links = face.links.into_iter().zip(0..3).filter(move |&(_, side)| is_near(side));
        links.filter_map(|(link, _)| link.get()).map(|across| across.face)
    }
}

/// The maximum distance of a point from its face, in the mesh's units.
fn tolerance(corners: &[Vec2; 3], at: Vec2) -> f64 {
    let size = corners.iter().flatten().chain(&at).fold(0.0, |size: f64, value| size.max(value.abs()));
    size * TOLERANCE
}

/// A point of a face near a border point that rounding may have moved outside.
fn drawn_in(corners: &[Vec2; 3], border: Vec2) -> Vec2 {
    let middle = middle(corners);
    let drawn = [44, 36, 28, 20, 12, 4].into_iter().map(|steps| lerp(border, middle, 0.5_f64.powi(steps)));
    let on_side = [20, 16, 12, 8, 4, 0].into_iter().map(|steps| on_longest_side(corners, border, 2.0_f64.powi(steps)));
    let in_face = drawn.chain(on_side).find(|&point| contains(corners, point));
    // The last candidate is a corner, unless f64 does not hold the difference of two corners.
    in_face.unwrap_or(corners[0])
}

/// The point of a face's longest side that is nearest to another point, among those that divide the side into equal
/// parts. The number of parts is a small power of two, because f64 represents such points exactly.
fn on_longest_side(corners: &[Vec2; 3], at: Vec2, parts: f64) -> Vec2 {
    let length = |side: &[Vec2; 2]| distance(side[0], side[1]);
    let sides = [0_u8, 1, 2].map(|side| ends_of_side(corners, side));
    let [from, to] =
        sides.into_iter().fold(sides[0], |best, side| if length(&side) > length(&best) { side } else { best });
    lerp(from, to, (share_of_nearest(from, to, at) * parts).round() / parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::neighbours_by_shared_vertices;

    #[test]
    fn a_point_that_rounding_moved_over_a_side_is_on_the_face_beyond() {
        let vertices = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
        let faces = [[0, 1, 2], [0, 2, 3]];
        let neighbours = neighbours_by_shared_vertices(&faces, |_| true);
        let topology = Topology::new(vertices, &faces, |_| true, &neighbours).unwrap();
        let resolve = |point| topology.resolve(Position::new(point, 0)).map(|at| (at.point, at.face));
        let next = 2.0_f32.next_up();
        assert_eq!(resolve([2.0, 2.0, 0.0]), Ok(([2.0, 2.0], 0)));
        assert_eq!(resolve([2.0, next, 0.0]), Ok(([2.0, f64::from(next)], 1)));
        // The edge at x = 4 is a boundary. A point that lies just outside is moved onto the edge.
        let back = resolve([4.0_f32.next_up(), 2.0, 0.0]).unwrap();
        assert!(back.1 == 0 && back.0[0] <= 4.0 && distance(back.0, [4.0, 2.0]) < 1e-9, "{back:?}");
        assert_eq!(resolve([2.0, 2.1, 0.0]), Err(PositionError::OffFace { face: 0 }));
    }
}
