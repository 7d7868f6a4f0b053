//! Walkable faces above each other: at the same height, or with too little headroom for a walker.

use std::ops::ControlFlow;

use super::{Flaw, FlawKind, FlawList, FloorFaces};
use std::collections::BTreeMap;

use crate::flaw::Measure;
use crate::geometry::triangle::{Triangle, doubled_area};
use crate::geometry::{Aabb, BoxTree, NODES, Vec2, cross, lerp, plan, sub};

/// Number of faces near a face that are compared with it. Real floors have a few; a hostile one may have all in one place.
const NEAR: usize = 64;
/// The maximum distance of two faces that count as at the same height, in metres.
const SAME_HEIGHT: f64 = 0.01;
/// The area below which an overlap counts as rounding, in square metres.
const MIN_AREA: f64 = 1e-3;

/// Finds walkable faces that overlap at the same height, or with less than `height` between them.
pub(super) fn find(floor: &FloorFaces<'_>, height: Option<f32>, found: &mut FlawList) {
    let faces: Vec<PlanFace> =
        floor.walkable_faces().filter_map(|(face, corners)| PlanFace::new(face, corners)).collect();
    let tree = BoxTree::new(faces.iter().map(|face| face.bounds));
    let reach = height.unwrap_or(SAME_HEIGHT as f32);
    tree.pairs([0.0, 0.0, reach], NEAR, |a, b| {
        found.extend(compare(&faces[a as usize], &faces[b as usize], f64::from(reach)));
    });
}

/// An overlap of a face of one floor and a face of another.
pub struct Shared {
    /// The face of the first floor.
    pub here: u32,
    /// The face of the second one.
    pub there: u32,
    /// A point on the face of the first floor.
    pub point: [f32; 3],
    /// In the plan view, in square units.
    pub area: f64,
}

/// Finds the places where two floors overlap in the plan view and are at most `reach` apart in height. Faces have z up.
pub fn shared(
    here: impl Iterator<Item = (u32, Triangle)>,
    there: impl Iterator<Item = (u32, Triangle)>,
    reach: f32,
) -> Vec<Shared> {
    let others: Vec<PlanFace> = there.filter_map(|(id, corners)| PlanFace::new(id, corners)).collect();
    let tree = BoxTree::new(others.iter().map(|face| face.bounds));
    let mut found = Vec::new();
    for face in here.filter_map(|(id, corners)| PlanFace::new(id, corners)) {
        let mut column = face.bounds;
        (column.min[2], column.max[2]) = (column.min[2] - reach, column.max[2] + reach);
        let mut near = 0;
        tree.meeting(&column, NODES, |other| {
            near += 1;
            found.extend(shared_by(&face, &others[other as usize], f64::from(reach)));
            if near < NEAR { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    found
}

fn shared_by(here: &PlanFace, there: &PlanFace, reach: f64) -> Option<Shared> {
    if here.is_apart(there) || there.is_apart(here) {
        return None;
    }
    let (area, at) = common(here, there)?;
    let height = here.height(at);
    let point = [at[0] as f32, at[1] as f32, height as f32];
    ((height - there.height(at)).abs() <= reach).then_some(Shared { here: here.id, there: there.id, point, area })
}

/// Two faces, one above the other, if only one is walkable.
pub struct Cover {
    /// The upper face.
    pub upper: u32,
    /// The lower face.
    pub lower: u32,
    /// A point on the upper one, where they cover each other.
    pub point: [f32; 3],
    /// Their vertical distance there, in metres; 0 at the same height, where the upper one is the one that is not
    /// walkable.
    pub gap: f64,
}

/// The area below which an overlap of a leaning face with another face is ignored, in square metres.
const MIN_COVER: f64 = 0.01;

/// For each face above one of opposite walkability, the nearest such face below it, keyed by the upper one.
pub fn covers(floor: &FloorFaces<'_>) -> Vec<Cover> {
    let usable = |walkable: bool| {
        let ids = (0..floor.faces.len() as u32).filter(move |id| floor.walkable[*id as usize] == walkable);
        ids.filter_map(|id| PlanFace::new(id, floor.corners(id)?))
    };
    let blocked: Vec<PlanFace> = usable(false).collect();
    let tree = BoxTree::new(blocked.iter().map(|face| face.bounds));
    let mut nearest = BTreeMap::<u32, Cover>::new();
    for walkable in usable(true) {
        let mut column = walkable.bounds;
        (column.min[2], column.max[2]) = (f32::NEG_INFINITY, f32::INFINITY);
        let mut near = 0;
        tree.meeting(&column, NODES, |other| {
            near += 1;
            if let Some(cover) = cover(&walkable, &blocked[other as usize]) {
                let known = nearest.get(&cover.upper);
                if known.is_none_or(|known| (cover.gap, cover.lower) < (known.gap, known.lower)) {
                    nearest.insert(cover.upper, cover);
                }
            }
            if near < NEAR { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    nearest.into_values().collect()
}

fn cover(walkable: &PlanFace, blocked: &PlanFace) -> Option<Cover> {
    if walkable.is_apart(blocked) || blocked.is_apart(walkable) {
        return None;
    }
    let (_, at) = common(walkable, blocked).filter(|(area, _)| *area >= MIN_COVER)?;
    let above = walkable.height(at) - blocked.height(at);
    let gap = if above.abs() <= SAME_HEIGHT { 0.0 } else { above.abs() };
    let (upper, lower) = if above > 0.0 && gap > 0.0 { (walkable, blocked) } else { (blocked, walkable) };
    let point = [at[0] as f32, at[1] as f32, upper.height(at) as f32];
    Some(Cover { upper: upper.id, lower: lower.id, point, gap })
}

/// A face, counter-clockwise in the plan view.
struct PlanFace {
    id: u32,
    corners: Triangle,
    plan: [Vec2; 3],
    bounds: Aabb,
}

impl PlanFace {
    /// `None` for a face that is degenerate in the plan view.
    fn new(id: u32, mut corners: Triangle) -> Option<Self> {
        let area = doubled_area(&corners)[2];
        if area < 0.0 {
            corners.swap(1, 2);
        }
        (area != 0.0).then(|| Self { id, corners, plan: corners.map(plan), bounds: Aabb::new(&corners) })
    }

    /// The height of its plane at a point.
    fn height(&self, at: Vec2) -> f64 {
        let [a, b, c] = self.plan;
        let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(at, a));
        let area = cross(ab, ac);
        let [za, zb, zc] = self.corners.map(|corner| f64::from(corner[2]));
        za + (zb - za) * (cross(ap, ac) / area) + (zc - za) * (cross(ab, ap) / area)
    }

    /// Returns whether one of this face's sides separates it from another face.
    fn is_apart(&self, other: &Self) -> bool {
        let [a, b, c] = self.plan;
        [[a, b], [b, c], [c, a]].into_iter().any(|[from, to]| {
            let side = sub(to, from);
            other.plan.iter().fold(true, |is_beyond, corner| is_beyond & (cross(side, sub(*corner, from)) <= 0.0))
        })
    }
}

fn compare(a: &PlanFace, b: &PlanFace, reach: f64) -> Option<Flaw> {
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

/// The maximum number of corners of a triangle after three cuts: in the worst case, rounding makes the `n` corners alternate sides, and a
/// cut keeps every second corner and adds `n` others: 4, then 6, then 9. Without rounding there are 6.
const MAX_CORNERS: usize = 9;

/// A convex polygon in the plan view.
#[derive(Clone, Copy, Default)]
struct Polygon {
    corners: [Vec2; MAX_CORNERS],
    count: usize,
}

impl Polygon {
    fn push(&mut self, corner: Vec2) {
        self.corners[self.count] = corner;
        self.count += 1;
    }

    fn corners(&self) -> &[Vec2] {
        &self.corners[..self.count]
    }

    /// The piece to the left of a line.
    fn cut(&self, [from, to]: [Vec2; 2]) -> Self {
        let distance = |point: Vec2| cross(sub(to, from), sub(point, from));
        let mut left = Self::default();
        for (index, &corner) in self.corners().iter().enumerate() {
            let next = self.corners[(index + 1) % self.count];
            let [here, there] = [distance(corner), distance(next)];
            if here >= 0.0 {
                left.push(corner);
            }
            if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
                left.push(lerp(corner, next, here / (here - there)));
            }
        }
        left
    }
}

/// The area of the intersection of two faces in the plan view, and a point in it; `None` if the area is within rounding.
fn common(a: &PlanFace, b: &PlanFace) -> Option<(f64, Vec2)> {
    let mut both = Polygon::default();
    a.plan.into_iter().for_each(|corner| both.push(corner));
    for side in 0..3 {
        both = both.cut([b.plan[side], b.plan[(side + 1) % 3]]);
    }
    let corners = both.corners();
    let first = *corners.first()?;
    let fan = corners.windows(2).map(|pair| cross(sub(pair[0], first), sub(pair[1], first)) / 2.0);
    let area: f64 = fan.sum();
    let count = corners.len() as f64;
    let middle = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / count);
    (area >= MIN_AREA).then_some((area, middle))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A level triangle of 8 m².
    fn level(height: f32) -> Triangle {
        [[0.0, 0.0, height], [4.0, 0.0, height], [0.0, 4.0, height]]
    }

    #[test]
    fn faces_share_a_place_by_their_distance_and_not_by_their_height() {
        for height in [-10.0, 0.0, 10.0] {
            let here = PlanFace::new(1, level(height)).unwrap();
            let there = PlanFace::new(2, level(height + 0.5)).unwrap();
            let found = shared_by(&here, &there, 0.5).unwrap();
            assert_eq!((found.here, found.there, found.point[2], found.area), (1, 2, height, 8.0));
            assert!(shared_by(&here, &there, 0.25).is_none());
        }
    }

    /// Face 0 is walkable, and all others lie above it.
    #[test]
    fn a_face_is_compared_with_a_bounded_number_of_faces_above_it() {
        let faces_above = |count: u16| {
            let vertices: Vec<[f32; 3]> = (0..=count).flat_map(|face| level(f32::from(face))).collect();
            let faces: Vec<[u32; 3]> = (0..=u32::from(count)).map(|face| [0, 1, 2].map(|k| 3 * face + k)).collect();
            let walkable: Vec<bool> = (0..=count).map(|face| face == 0).collect();
            let neighbours = vec![[None; 3]; faces.len()];
            let floor = FloorFaces { vertices: &vertices, faces: &faces, walkable: &walkable, neighbours: &neighbours };
            covers(&floor).len()
        };
        assert_eq!([10, 64, 100].map(faces_above), [10, NEAR, NEAR]);
    }
}
