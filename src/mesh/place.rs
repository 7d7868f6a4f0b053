//! A point on a face: where walks and paths begin and end.

use super::exact::{Flat, between, distance, dot, flat, minus, side};
use super::nav_mesh::links::edge_of;
use super::nav_mesh::{Ground, NavMesh};

/// A point and the face that it lies on. The face says which of several stacked floors is meant; the point's height is
/// not looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The point, in the mesh's units.
    pub point: [f32; 3],
    /// The face under it.
    pub face: u32,
}

impl Place {
    /// A point and the face that it lies on.
    pub fn new(point: impl Into<[f32; 3]>, face: u32) -> Self {
        Self { point: point.into(), face }
    }
}

/// Why a place is none to start from or to go to. All of these are the caller's fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadPlace {
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
pub struct Settled {
    pub point: Flat,
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
    /// [onto its own](Self::settle_on_face).
    pub(super) fn settle(&self, place: Place) -> Result<Settled, BadPlace> {
        let here = self.settle_on_face(place)?;
        let at = flat(place.point);
        if here.point == at {
            return Ok(here);
        }
        let tolerance = tolerance(&self.flat_corners(&self.faces()[here.face as usize]), at);
        let next = self.face_around(here.face, at, tolerance);
        Ok(next.map_or(here, |face| Settled { point: at, face }))
    }

    /// Puts a place exactly onto its face.
    ///
    /// A point off the face by rounding is drawn to the face's border and from there towards its middle by as little as
    /// brings it in; and on a face without area, to one of the points of its longest edge that f64 holds exactly.
    pub(super) fn settle_on_face(&self, place: Place) -> Result<Settled, BadPlace> {
        let Place { point, face: id } = place;
        let face = match self.faces().get(id as usize) {
            None => return Err(BadPlace::NoSuchFace { face: id }),
            Some(face) if face.ground == Ground::Closed => return Err(BadPlace::NotWalkable { face: id }),
            Some(face) => face,
        };
        let at = finite(point)?;
        let corners = self.flat_corners(face);
        if contains(&corners, at) {
            return Ok(Settled { point: at, face: id });
        }
        let border = nearest(&corners, at);
        if distance(border, at) > tolerance(&corners, at) {
            return Err(BadPlace::OffFace { face: id });
        }
        Ok(Settled { point: drawn_in(&corners, border), face: id })
    }

    /// A joined face that does contain the point, reached over edges that nearly do: where the surface folds, what lies
    /// over the point is not next to it.
    fn face_around(&self, first: u32, at: Flat, tolerance: f64) -> Option<u32> {
        let mut seen = vec![first];
        let mut next = 0;
        while let Some(face) = seen.get(next).and_then(|&face| self.open_face(face)) {
            next += 1;
            let corners = self.flat_corners(face);
            let is_near = |edge: u8| distance(nearest_between(edge_of(&corners, edge), at), at) <= tolerance;
            let links = face.links.iter().zip(0..3).filter(|&(_, edge)| is_near(edge));
            for across in links.filter_map(|(link, _)| link.get()) {
                if contains(&self.flat_corners(&self.faces()[across.face as usize]), at) {
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
    pub(super) fn lifted(&self, face: u32, at: Flat) -> [f32; 3] {
        [at[0] as f32, at[1] as f32, self.height_at(&self.faces()[face as usize], at)]
    }
}

/// The plan view of a point, if it is one: the height is not looked at.
pub fn finite(point: [f32; 3]) -> Result<Flat, BadPlace> {
    let at = flat(point);
    if at.iter().all(|value| value.is_finite()) { Ok(at) } else { Err(BadPlace::NotFinite) }
}

/// How far off a face a point may lie, in the mesh's units.
fn tolerance(corners: &[Flat; 3], at: Flat) -> f64 {
    let size = corners.iter().flatten().chain(&at).fold(0.0, |size: f64, value| size.max(value.abs()));
    size * TOLERANCE
}

/// Whether a point lies in a face or on its border, exactly. A face without area contains what is on its line.
pub fn contains(corners: &[Flat; 3], at: Flat) -> bool {
    let [a, b, c] = *corners;
    let sides = [side(a, b, at), side(b, c, at), side(c, a, at)];
    if sides == [0.0; 3] {
        return (0..3_u8).any(|edge| {
            let [from, to] = edge_of(corners, edge);
            dot(minus(at, from), minus(at, to)) <= 0.0
        });
    }
    sides.into_iter().all(|side| side >= 0.0)
}

/// The point of a face that is nearest to one that does not lie in it, within rounding.
fn nearest(corners: &[Flat; 3], at: Flat) -> Flat {
    let on_edges = [0, 1, 2].map(|edge| nearest_between(edge_of(corners, edge), at));
    on_edges
        .into_iter()
        .fold(on_edges[0], |best, next| if distance(next, at) < distance(best, at) { next } else { best })
}

/// The point between two others that is nearest to a third, within rounding.
fn nearest_between([from, to]: [Flat; 2], at: Flat) -> Flat {
    between(from, to, share_nearest(from, to, at))
}

/// How far from one point to another lies the point between them that is nearest to a third.
fn share_nearest(from: Flat, to: Flat, at: Flat) -> f64 {
    let along = minus(to, from);
    let length = dot(along, along);
    if length > 0.0 { (dot(minus(at, from), along) / length).clamp(0.0, 1.0) } else { 0.0 }
}

/// The point of a face near one of its border, which rounding may have put outside.
fn drawn_in(corners: &[Flat; 3], border: Flat) -> Flat {
    let middle = middle(corners);
    let drawn = [44, 36, 28, 20, 12, 4].into_iter().map(|steps| between(border, middle, 0.5_f64.powi(steps)));
    let on_edge = [20, 16, 12, 8, 4, 0].into_iter().map(|steps| on_longest_edge(corners, border, 2.0_f64.powi(steps)));
    let in_face = drawn.chain(on_edge).find(|&point| contains(corners, point));
    // The last of them is a corner, unless f64 does not hold the difference of two.
    in_face.unwrap_or(corners[0])
}

/// The point of a face's longest edge that is nearest to another, of those that cut it into some number of parts. A
/// power of two of them, and few, makes points that f64 holds.
fn on_longest_edge(corners: &[Flat; 3], at: Flat, parts: f64) -> Flat {
    let length = |edge: &[Flat; 2]| distance(edge[0], edge[1]);
    let edges = [0, 1, 2].map(|edge| edge_of(corners, edge));
    let [from, to] =
        edges.into_iter().fold(edges[0], |best, edge| if length(&edge) > length(&best) { edge } else { best });
    between(from, to, (share_nearest(from, to, at) * parts).round() / parts)
}

/// The middle of a face, within rounding.
pub fn middle(corners: &[Flat; 3]) -> Flat {
    [0, 1].map(|axis| (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3.0)
}
