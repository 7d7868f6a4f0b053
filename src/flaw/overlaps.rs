//! Walkable faces above each other: at the same height, or too near for a walker.

use super::{Flaw, FlawKind, Floor};
use crate::finding::Measure;
use crate::geometry::triangle::{Triangle, doubled_area};
use crate::geometry::{Aabb, BoxTree, Search, Vec2, cross, lerp, plan, sub};

/// How many faces near a face are compared with it. Real floors have a few; a hostile one may have all in one place.
const NEAR: usize = 64;
/// Two faces that are no further apart than this are at the same height, in metres.
const SAME_HEIGHT: f64 = 0.01;
/// The area below which an overlap is rounding, in square metres.
const LEAST_AREA: f64 = 1e-3;

/// Finds walkable faces that cover the same place at the same height, or nearer to each other than `headroom`.
pub(super) fn find(floor: &Floor<'_>, headroom: Option<f32>, found: &mut Vec<Flaw>) {
    let faces: Vec<Face> = floor.walkable_faces().filter_map(|(face, corners)| Face::of(face, corners)).collect();
    let tree = BoxTree::new(faces.iter().map(|face| face.bounds));
    let reach = headroom.unwrap_or(SAME_HEIGHT as f32);
    for (index, face) in (0..).zip(&faces) {
        let mut near = 0;
        let mut bounds = face.bounds;
        (bounds.min[2], bounds.max[2]) = (bounds.min[2] - reach, bounds.max[2] + reach);
        tree.meeting(&bounds, |other| {
            near += 1;
            if other > index {
                found.extend(compare(face, &faces[other as usize], f64::from(reach)));
            }
            if near < NEAR { Search::On } else { Search::Enough }
        });
    }
}

/// A walkable face, counter-clockwise in the plan view.
struct Face {
    id: u32,
    corners: Triangle,
    plan: [Vec2; 3],
    bounds: Aabb,
}

impl Face {
    /// `None` for a face without an area in the plan view.
    fn of(id: u32, mut corners: Triangle) -> Option<Self> {
        let area = doubled_area(&corners)[2];
        if area < 0.0 {
            corners.swap(1, 2);
        }
        (area != 0.0).then(|| Self { id, corners, plan: corners.map(plan), bounds: Aabb::of(&corners) })
    }

    /// The height of its plane at a point.
    fn height(&self, at: Vec2) -> f64 {
        let [a, b, c] = self.plan;
        let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(at, a));
        let area = cross(ab, ac);
        let [za, zb, zc] = self.corners.map(|corner| f64::from(corner[2]));
        za + (zb - za) * (cross(ap, ac) / area) + (zc - za) * (cross(ab, ap) / area)
    }

    /// Whether another face lies wholly beyond one of this face's sides.
    fn is_apart(&self, other: &Self) -> bool {
        let [a, b, c] = self.plan;
        [[a, b], [b, c], [c, a]].into_iter().any(|[from, to]| {
            let side = sub(to, from);
            other.plan.iter().all(|corner| cross(side, sub(*corner, from)) <= 0.0)
        })
    }
}

fn compare(a: &Face, b: &Face, reach: f64) -> Option<Flaw> {
    if a.is_apart(b) || b.is_apart(a) {
        return None;
    }
    let (area, at) = common(a, b)?;
    let [here, there] = [a.height(at), b.height(at)];
    let distance = (here - there).abs();
    let (kind, measure) = match distance {
        distance if distance <= SAME_HEIGHT => (FlawKind::Overlap, Measure::Area(area)),
        distance if distance < reach => (FlawKind::LowCeiling, Measure::Length(distance)),
        _ => return None,
    };
    let (low, high) = if here <= there { (a, b) } else { (b, a) };
    let height = low.height(at) as f32;
    Some(Flaw {
        kind,
        face: low.id,
        side: None,
        other: Some((high.id, None)),
        point: [at[0] as f32, at[1] as f32, height],
        measure,
        separates: false,
    })
}

/// The area that two faces have in common in the plan view, and a point in it; `None` if it is hardly more than rounding.
fn common(a: &Face, b: &Face) -> Option<(f64, Vec2)> {
    // A triangle that is cut three times has at most six corners.
    let mut corners: Vec<Vec2> = Vec::with_capacity(8);
    corners.extend(a.plan);
    for side in 0..3 {
        let (from, to) = (b.plan[side], b.plan[(side + 1) % 3]);
        let distance = |point: Vec2| cross(sub(to, from), sub(point, from));
        let mut cut = Vec::with_capacity(8);
        for (index, &corner) in corners.iter().enumerate() {
            let next = corners[(index + 1) % corners.len()];
            let [here, there] = [distance(corner), distance(next)];
            if here >= 0.0 {
                cut.push(corner);
            }
            if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
                cut.push(lerp(corner, next, here / (here - there)));
            }
        }
        corners = cut;
    }
    let first = *corners.first()?;
    let fan = corners.windows(2).map(|pair| cross(sub(pair[0], first), sub(pair[1], first)) / 2.0);
    let area: f64 = fan.sum();
    let count = corners.len() as f64;
    let middle = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / count);
    (area >= LEAST_AREA).then_some((area, middle))
}
