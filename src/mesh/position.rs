//! A point on a face: where walks and paths begin and end.

use super::nav_mesh::links::edge_of;
use super::nav_mesh::{Ground, NavMesh};
use crate::geometry::{Vec2, distance, dot, lerp, orient2d, plan, sub};

/// A point and the face that it lies on. The face tells which of several stacked floors is meant; queries do not look
/// at the height of the point.
///
/// `F` is how a mesh names its faces: a [`NavMesh`] by their indices, a game by its own ids. So it is in all answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Position<F = u32> {
    /// The point, in the mesh's units.
    pub point: [f32; 3],
    /// The face under it.
    pub face: F,
}

impl<F> Position<F> {
    /// The position of a point on a face.
    pub fn new(point: impl Into<[f32; 3]>, face: F) -> Self {
        Self { point: point.into(), face }
    }

    /// The same position, with the face named otherwise.
    pub fn map<G>(self, name: impl FnOnce(F) -> G) -> Position<G> {
        Position { point: self.point, face: name(self.face) }
    }
}

/// Why a place is none to start from or to go to. All of these are the caller's fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The mesh has no such face.
    #[error("face {face} does not exist")]
    NoSuchFace {
        /// The face asked for.
        face: u32,
    },
    /// The face cannot be walked.
    #[error("face {face} cannot be walked")]
    NotWalkable {
        /// The face asked for.
        face: u32,
    },
    /// A coordinate of the point is NaN or infinite.
    #[error("the point has a coordinate that is NaN or infinite")]
    NotFinite,
    /// The point lies off the face in the plan view, by more than rounding explains.
    #[error("the point does not lie on face {face}")]
    OffFace {
        /// The face asked for.
        face: u32,
    },
}

/// A place that is sure: the point lies on the face exactly, for which f32 may be too coarse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResolvedPosition {
    pub point: Vec2,
    pub face: u32,
}

/// How far off its face a point may lie, in parts of the greatest coordinate: eight steps of f32.
pub const TOLERANCE: f64 = 1.0 / (1 << 20) as f64;
/// How many faces around a place are looked at when the point is just off the given one.
const AROUND: usize = 16;

impl NavMesh {
    /// Puts a place exactly onto the mesh.
    ///
    /// A point off its face by rounding is taken to the face next to it that it does lie on, if there is one; else
    /// [onto its own](Self::resolve_on_face).
    pub(super) fn resolve(&self, place: Position) -> Result<ResolvedPosition, PositionError> {
        let here = self.resolve_on_face(place)?;
        let at = plan(place.point);
        if here.point == at {
            return Ok(here);
        }
        let tolerance = tolerance(&self.plan_corners(&self.faces()[here.face as usize]), at);
        let next = self.face_around(here.face, at, tolerance);
        Ok(next.map_or(here, |face| ResolvedPosition { point: at, face }))
    }

    /// Puts a place exactly onto its face.
    ///
    /// A point off the face by rounding is drawn to the face's border and from there towards its middle by as little as
    /// brings it in; and on a face without area, to one of the points of its longest edge that f64 holds exactly.
    pub(super) fn resolve_on_face(&self, place: Position) -> Result<ResolvedPosition, PositionError> {
        let Position { point, face: id } = place;
        let face = match self.faces().get(id as usize) {
            None => return Err(PositionError::NoSuchFace { face: id }),
            Some(face) if face.ground == Ground::Closed => return Err(PositionError::NotWalkable { face: id }),
            Some(face) => face,
        };
        let at = finite(point)?;
        let corners = self.plan_corners(face);
        if contains(&corners, at) {
            return Ok(ResolvedPosition { point: at, face: id });
        }
        let border = nearest(&corners, at);
        if distance(border, at) > tolerance(&corners, at) {
            return Err(PositionError::OffFace { face: id });
        }
        Ok(ResolvedPosition { point: drawn_in(&corners, border), face: id })
    }

    /// A joined face that does contain the point, reached over edges that nearly do: where the surface folds, what lies
    /// over the point is not next to it.
    fn face_around(&self, first: u32, at: Vec2, tolerance: f64) -> Option<u32> {
        let mut seen = vec![first];
        let mut next = 0;
        while let Some(face) = seen.get(next).and_then(|&face| self.open_face(face)) {
            next += 1;
            let corners = self.plan_corners(face);
            let is_near = |edge: u8| distance(nearest_between(edge_of(&corners, edge), at), at) <= tolerance;
            let links = face.links.iter().zip(0..3).filter(|&(_, edge)| is_near(edge));
            for across in links.filter_map(|(link, _)| link.get()) {
                if contains(&self.plan_corners(&self.faces()[across.face as usize]), at) {
                    return Some(across.face);
                }
                if seen.len() < AROUND && !seen.contains(&across.face) {
                    seen.push(across.face);
                }
            }
        }
        None
    }

    /// A point of the plan view with the height of a face's plane.
    pub(super) fn lifted(&self, face: u32, at: Vec2) -> [f32; 3] {
        [at[0] as f32, at[1] as f32, self.height_at(&self.faces()[face as usize], at)]
    }
}

/// The plan view of a point, if it is one: the height is not looked at.
pub fn finite(point: [f32; 3]) -> Result<Vec2, PositionError> {
    let at = plan(point);
    if at.iter().all(|value| value.is_finite()) { Ok(at) } else { Err(PositionError::NotFinite) }
}

/// How far off a face a point may lie, in the mesh's units.
fn tolerance(corners: &[Vec2; 3], at: Vec2) -> f64 {
    let size = corners.iter().flatten().chain(&at).fold(0.0, |size: f64, value| size.max(value.abs()));
    size * TOLERANCE
}

/// Whether a point lies in a face or on its border, exactly. A face without area contains what is on its line.
pub fn contains(corners: &[Vec2; 3], at: Vec2) -> bool {
    let [a, b, c] = *corners;
    let sides = [orient2d(a, b, at), orient2d(b, c, at), orient2d(c, a, at)];
    if sides == [0.0; 3] {
        return (0..3_u8).any(|edge| {
            let [from, to] = edge_of(corners, edge);
            dot(sub(at, from), sub(at, to)) <= 0.0
        });
    }
    sides.into_iter().all(|side| side >= 0.0)
}

/// The point of a face that is nearest to one that does not lie in it, within rounding.
fn nearest(corners: &[Vec2; 3], at: Vec2) -> Vec2 {
    let on_edges = [0, 1, 2].map(|edge| nearest_between(edge_of(corners, edge), at));
    on_edges
        .into_iter()
        .fold(on_edges[0], |best, next| if distance(next, at) < distance(best, at) { next } else { best })
}

/// The point between two others that is nearest to a third, within rounding.
fn nearest_between([from, to]: [Vec2; 2], at: Vec2) -> Vec2 {
    lerp(from, to, share_nearest(from, to, at))
}

/// How far from one point to another lies the point between them that is nearest to a third.
fn share_nearest(from: Vec2, to: Vec2, at: Vec2) -> f64 {
    let along = sub(to, from);
    let length = dot(along, along);
    if length > 0.0 { (dot(sub(at, from), along) / length).clamp(0.0, 1.0) } else { 0.0 }
}

/// The point of a face near one of its border, which rounding may have put outside.
fn drawn_in(corners: &[Vec2; 3], border: Vec2) -> Vec2 {
    let middle = middle(corners);
    let drawn = [44, 36, 28, 20, 12, 4].into_iter().map(|steps| lerp(border, middle, 0.5_f64.powi(steps)));
    let on_edge = [20, 16, 12, 8, 4, 0].into_iter().map(|steps| on_longest_edge(corners, border, 2.0_f64.powi(steps)));
    let in_face = drawn.chain(on_edge).find(|&point| contains(corners, point));
    // The last of them is a corner, unless f64 does not hold the difference of two.
    in_face.unwrap_or(corners[0])
}

/// The point of a face's longest edge that is nearest to another, of those that cut it into some number of parts. A
/// power of two of them, and few, makes points that f64 holds.
fn on_longest_edge(corners: &[Vec2; 3], at: Vec2, parts: f64) -> Vec2 {
    let length = |edge: &[Vec2; 2]| distance(edge[0], edge[1]);
    let edges = [0, 1, 2].map(|edge| edge_of(corners, edge));
    let [from, to] =
        edges.into_iter().fold(edges[0], |best, edge| if length(&edge) > length(&best) { edge } else { best });
    lerp(from, to, (share_nearest(from, to, at) * parts).round() / parts)
}

/// The middle of a face, within rounding.
pub fn middle(corners: &[Vec2; 3]) -> Vec2 {
    [0, 1].map(|axis| (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3.0)
}
