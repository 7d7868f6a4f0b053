//! A point on a face: where walks and paths begin and end.

use super::exact::{Flat, distance, dot, flat, minus, side};
use super::nav_links::edge_of;
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
    /// The point lies off the face in the plan view, by more than rounding explains, or is not finite.
    #[error("the point does not lie on face {face}")]
    OffFace {
        /// The face asked for.
        face: u32,
    },
}

/// A place that is sure: the point lies on the face exactly, and is one that f32 holds.
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
    /// A point off its face by rounding is taken to the face next to it that it does lie on, if there is one; else it
    /// is drawn towards the face's middle by as little as brings it in; and on a face thinner than f32 resolves, to
    /// the nearest corner.
    pub(super) fn settle(&self, place: Place) -> Result<Settled, BadPlace> {
        let Place { point, face: id } = place;
        let face = match self.faces().get(id as usize) {
            None => return Err(BadPlace::NoSuchFace { face: id }),
            Some(face) if face.ground == Ground::Closed => return Err(BadPlace::NotWalkable { face: id }),
            Some(face) => face,
        };
        let (at, corners) = (flat(point), self.flat_corners(face));
        if contains(&corners, at) {
            return Ok(Settled { point: at, face: id });
        }
        let size = corners.iter().flatten().chain(&at).fold(0.0, |size: f64, value| size.max(value.abs()));
        let tolerance = size * TOLERANCE;
        let off = distance_to(&corners, at);
        if off > tolerance || off.is_nan() {
            return Err(BadPlace::OffFace { face: id });
        }
        Ok(self
            .face_around(id, at, tolerance)
            .map(|face| Settled { point: at, face })
            .or_else(|| drawn_in(&corners, at).map(|point| Settled { point, face: id }))
            .unwrap_or_else(|| Settled { point: nearest_corner(&corners, at), face: id }))
    }

    /// A joined face that does contain the point, reached over faces that nearly do.
    fn face_around(&self, first: u32, at: Flat, tolerance: f64) -> Option<u32> {
        let mut seen = vec![first];
        let mut next = 0;
        while let Some(face) = seen.get(next).and_then(|&face| self.open_face(face)) {
            next += 1;
            for across in face.links.iter().filter_map(|link| link.get()) {
                let corners = self.flat_corners(&self.faces()[across.face as usize]);
                if contains(&corners, at) {
                    return Some(across.face);
                }
                if seen.len() < AROUND && !seen.contains(&across.face) && distance_to(&corners, at) <= tolerance {
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

/// How far a point that does not lie in a face is from it.
fn distance_to(corners: &[Flat; 3], at: Flat) -> f64 {
    let to_edge = |edge| {
        let [from, to] = edge_of(corners, edge);
        let (along, offset) = (minus(to, from), minus(at, from));
        let length = dot(along, along);
        let t = if length > 0.0 { (dot(offset, along) / length).clamp(0.0, 1.0) } else { 0.0 };
        distance(offset, [along[0] * t, along[1] * t])
    };
    (0..3).map(to_edge).fold(f64::INFINITY, |least, next| if next >= least { least } else { next })
}

/// The point drawn towards the middle of the face by the least of a few steps that brings it in.
fn drawn_in(corners: &[Flat; 3], at: Flat) -> Option<Flat> {
    let middle = middle(corners);
    [20, 16, 12, 8, 4]
        .into_iter()
        .map(|steps| 0.5_f64.powi(steps))
        .map(|t| [0, 1].map(|axis| f64::from((at[axis] + (middle[axis] - at[axis]) * t) as f32)))
        .find(|&drawn| contains(corners, drawn))
}

fn nearest_corner(corners: &[Flat; 3], at: Flat) -> Flat {
    let [a, b, c] = *corners;
    [b, c].into_iter().fold(a, |best, corner| if distance(corner, at) < distance(best, at) { corner } else { best })
}

/// The middle of a face, within rounding.
pub fn middle(corners: &[Flat; 3]) -> Flat {
    [0, 1].map(|axis| (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3.0)
}
