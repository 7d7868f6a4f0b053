//! [`Outline`]: the borders of the walkable parts, as closed loops.

use super::FloorFaces;
use crate::geometry::triangle::doubled_area;
use crate::geometry::vec3::Vec3;
use crate::geometry::weld::place;
use crate::geometry::{HalfEdge, Vec2, cross, distance, ends_of_side, next_corner, previous_corner, sub};

/// Number of faces around a vertex that are searched for the next side of a border. Real vertices have a few.
const FAN: usize = 256;

/// A side that nobody can cross. Seen from above, the floor is on its left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rim {
    pub(super) edge: HalfEdge,
    pub(super) ends: [Vec3; 2],
    /// True if it is an exit.
    pub(super) is_exit: bool,
}

/// A closed loop of rims: the outer border of a part, which runs counter-clockwise, or the border of a hole.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    /// The number of its first rim. The others follow.
    pub(super) first: usize,
    /// For each rim, and for the end: twice the area between the loop's first point and the previous rims.
    areas: Vec<f64>,
    /// The number of exits and the length of the previous rims.
    exits: Vec<u32>,
    lengths: Vec<f64>,
    origin: Vec2,
}

/// A point of a loop: a rim of the loop, counted from its first one, and the point on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnLoop {
    pub(super) rim: usize,
    pub(super) point: Vec2,
    /// The position along the rim, from 0 to 1.
    pub(super) share: f64,
}

/// The borders of a floor.
pub(super) struct Outline {
    /// The rims loop by loop, each loop in border order.
    pub(super) rims: Vec<Rim>,
    pub(super) loops: Vec<Loop>,
    pub(super) loop_of: Vec<u32>,
}

impl Outline {
    pub(super) fn new(floor: &FloorFaces<'_>, exits: impl Fn(u32, u8) -> bool) -> Self {
        let mut is_left = Vec::new();
        let mut loose = Vec::new();
        for (face, corners) in floor.walkable_faces() {
            let area = doubled_area(&corners)[2];
            for edge in HalfEdge::of_face(face) {
                let side = usize::from(edge.corner());
                if area == 0.0 || floor.neighbour(face, edge.corner()).is_some() {
                    continue;
                }
                let mut ends = ends_of_side(&corners, side).map(|end| end.map(f64::from));
                if area < 0.0 {
                    ends.swap(0, 1);
                }
                loose.push(Rim { edge, ends, is_exit: exits(face, edge.corner()) });
                is_left.push(area > 0.0);
            }
        }
        // Rims are in the order of their sides.
        let number = |edge: HalfEdge| loose.binary_search_by_key(&edge, |rim| rim.edge).ok();
        let next: Vec<Option<usize>> =
            loose.iter().zip(&is_left).map(|(rim, is_left)| next(floor, rim, *is_left).and_then(number)).collect();
        // If the border cannot be followed, a row of rims ends. It begins at a rim without a predecessor.
        let mut follows = vec![false; loose.len()];
        next.iter().flatten().for_each(|rim| follows[*rim] = true);
        let starts = (0..loose.len()).filter(|rim| !follows[*rim]).chain((0..loose.len()).filter(|rim| follows[*rim]));
        let mut outline = Self { rims: Vec::with_capacity(loose.len()), loops: Vec::new(), loop_of: Vec::new() };
        let mut is_done = vec![false; loose.len()];
        for start in starts {
            let first = outline.rims.len();
            let mut at = Some(start);
            while let Some(rim) = at.filter(|rim| !std::mem::replace(&mut is_done[*rim], true)) {
                outline.rims.push(loose[rim]);
                at = next[rim];
            }
            if outline.rims.len() > first {
                outline.loop_of.resize(outline.rims.len(), outline.loops.len() as u32);
                outline.loops.push(Loop::new(first, &outline.rims[first..]));
            }
        }
        outline
    }
}

/// The side that follows a rim along the border.
fn next(floor: &FloorFaces<'_>, rim: &Rim, is_left: bool) -> Option<HalfEdge> {
    let pivot = place(rim.ends[1].map(|value| value as f32));
    let (mut face, side) = (rim.edge.face(), usize::from(rim.edge.corner()));
    let mut side = if is_left { next_corner(side) } else { previous_corner(side) };
    for _ in 0..FAN {
        let Some(across) = floor.neighbour(face, side as u8) else { return Some(HalfEdge::new(face, side as u8)) };
        let corners = floor.corners(across)?;
        let is_at_pivot = |corner: usize| place(corners[corner]) == pivot;
        let entered = (0..3).find(|entered| {
            floor.neighbour(across, *entered as u8) == Some(face)
                && (is_at_pivot(*entered) || is_at_pivot(next_corner(*entered)))
        })?;
        side = if is_at_pivot(entered) { previous_corner(entered) } else { next_corner(entered) };
        face = across;
    }
    None
}

impl Loop {
    fn new(first: usize, rims: &[Rim]) -> Self {
        let origin = plan_of(rims[0].ends[0]);
        let count = rims.len() + 1;
        let (mut areas, mut exits, mut lengths) =
            (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut area, mut ways, mut length) = (0.0, 0, 0.0);
        for rim in rims {
            areas.push(area);
            exits.push(ways);
            lengths.push(length);
            let [from, to] = rim.ends.map(plan_of);
            area += cross(sub(from, origin), sub(to, origin));
            ways += u32::from(rim.is_exit);
            length += distance(from, to);
        }
        areas.push(area);
        exits.push(ways);
        lengths.push(length);
        Self { first, areas, exits, lengths, origin }
    }

    /// The number of its rims.
    pub(super) fn len(&self) -> usize {
        self.areas.len() - 1
    }

    /// The area that the loop encloses; negative for a hole.
    pub(super) fn area(&self) -> f64 {
        self.areas[self.len()] / 2.0
    }

    /// The area between a piece of the loop, from one point to a later one, and the straight line back, and the number
    /// of exits on that piece.
    pub(super) fn cut(&self, from: OnLoop, to: OnLoop) -> (f64, u32) {
        let along = self.area_before(to) - self.area_before(from);
        let back = cross(sub(to.point, self.origin), sub(from.point, self.origin));
        ((along + back) / 2.0, self.exits[to.rim] - self.exits[from.rim])
    }

    /// Number of its exits.
    pub(super) fn exits(&self) -> u32 {
        self.exits[self.len()]
    }

    /// The distance of a point along the loop from its first point, in metres.
    pub(super) fn along(&self, at: OnLoop) -> f64 {
        self.lengths[at.rim] + at.share * (self.lengths[at.rim + 1] - self.lengths[at.rim])
    }

    /// The shorter distance along the loop between two positions, given in metres along it.
    pub(super) fn way(&self, a: f64, b: f64) -> f64 {
        let way = (a - b).abs();
        way.min(self.lengths[self.len()] - way)
    }

    fn area_before(&self, at: OnLoop) -> f64 {
        self.areas[at.rim] + at.share * (self.areas[at.rim + 1] - self.areas[at.rim])
    }
}

/// A point in the plan view.
pub(super) fn plan_of([x, y, _]: Vec3) -> Vec2 {
    [x, y]
}
