//! The view between two triangles: the outermost corners that bound it, and what lies at its ends (rules A1 to A4).

use crate::formats::Vector3;
use crate::formats::aswm::NO_TRIANGLE;
use crate::nwn2::floor::is_walkable;
use std::ops::Range;

use super::Around;
use super::plane::{Line, Point, turn};
use super::tolerance::STICKS_OUT;

/// A corner of a triangle.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    /// The index of its vertex among those of the tile's walkable triangles.
    pub(super) vertex: u16,
    pub(super) at: Point,
}

/// What lies behind a side of a triangle.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Behind {
    /// A walkable triangle.
    Floor(u32),
    /// Nothing, or a triangle of the same tile that is not walkable.
    Wall,
    /// A triangle of another tile that is not walkable: a wall only to its neighbour.
    WallElsewhere,
}

/// A walkable triangle.
pub(super) struct Face {
    id: u32,
    center: [f32; 2],
    pub(super) corners: [Corner; 3],
    positions: [[f32; 2]; 3],
    /// What lies behind the side from corner `i` to the next.
    pub(super) behind: [Behind; 3],
    /// The sides that cannot be walked across.
    barred: Sides,
}

/// Some of a triangle's three sides, one bit each.
type Sides = u8;
const ALL_SIDES: Sides = 0b111;

/// The corner after each, or the side.
const NEXT: [usize; 3] = [1, 2, 0];
/// The corner before each, or the side that ends there.
const BEFORE: [usize; 3] = [2, 0, 1];

/// The third corner of a triangle, given two; for twice the same corner, that corner.
const THIRD: [[usize; 3]; 3] = [[0, 2, 1], [2, 1, 0], [1, 0, 2]];
/// The side that joins two corners; for twice the same corner, the two sides that end there.
const BETWEEN: [[Sides; 3]; 3] = [[0b101, 0b001, 0b100], [0b001, 0b011, 0b010], [0b100, 0b010, 0b110]];

/// The two sight lines between a pair of triangles: from `left[0]` to `left[1]`, and the same on the right. Each is
/// the number of a corner.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    left: [usize; 2],
    right: [usize; 2],
}

impl Face {
    /// The triangle at an index; `vertices` are those of the tile, ascending.
    pub(super) fn of(mesh: Around<'_>, range: &Range<usize>, index: usize, vertices: &[u32]) -> Self {
        let row = &mesh.triangles[index];
        let positions = row.vertices.map(|vertex| {
            let Vector3 { x, y, .. } = mesh.vertices[vertex as usize];
            [x, y]
        });
        let corners = [0, 1, 2].map(|corner| Corner {
            // At most 127 triangles have fewer corners than a `u16` numbers.
            vertex: vertices.partition_point(|before| *before < row.vertices[corner]) as u16,
            at: positions[corner].map(f64::from),
        });
        let behind = [0, 1, 2].map(|side| {
            let (from, to) = (row.vertices[side], row.vertices[NEXT[side]]);
            let pair = [from.min(to), from.max(to)];
            let slot = row.linked_edges.iter().position(|edge| mesh.edges[*edge as usize].vertices == pair);
            match slot.map_or(NO_TRIANGLE, |slot| row.linked_triangles[slot]) {
                NO_TRIANGLE => Behind::Wall,
                other if is_walkable(mesh.triangles[other as usize].flags) => Behind::Floor(other),
                other if range.contains(&(other as usize)) => Behind::Wall,
                _ => Behind::WallElsewhere,
            }
        });
        let is_barred = |side: &usize| !matches!(behind[*side], Behind::Floor(_));
        let barred = (0..3).filter(is_barred).fold(0, |barred, side| barred | 1 << side);
        Self { id: index as u32, center: row.center, corners, positions, behind, barred }
    }

    /// The ends of the side from corner `side` to the next.
    pub(super) fn side(&self, side: usize) -> [Corner; 2] {
        [self.corners[side], self.corners[NEXT[side]]]
    }

    /// A1: the outermost corners to the left and to the right of a direction. The rounding and the ties (the last
    /// corner wins) are the game's.
    fn extremes(&self, [x, y]: [f32; 2]) -> [usize; 2] {
        let keys = self.positions.map(|[px, py]| x * py - y * px);
        let (mut left, mut right) = (0, 0);
        for corner in 1..3 {
            left = if keys[corner] >= keys[left] { corner } else { left };
            right = if keys[corner] <= keys[right] { corner } else { right };
        }
        [left, right]
    }

    /// The sides between the extreme corners that face the other triangle: one, or two where the third corner is in
    /// front of them. `facing` is 1 where the other triangle is ahead, and -1 where it is behind.
    fn sides_towards(&self, left: usize, right: usize, facing: f64) -> Sides {
        let at = |corner: usize| self.corners[corner].at;
        // If one corner is both extremes, it is also the third corner, and not beyond.
        let is_beyond = facing * turn(at(left), at(right), at(THIRD[left][right])) > 0.0;
        BETWEEN[left][right] ^ (ALL_SIDES * Sides::from(is_beyond))
    }

    /// The triangle behind the side at a corner, of those given.
    fn behind_at(&self, sides: Sides, corner: usize) -> Option<u32> {
        let at_corner = |side: &usize| sides >> side & 1 == 1 && (*side == corner || NEXT[*side] == corner);
        match self.behind[(0..3).find(at_corner)?] {
            Behind::Floor(other) => Some(other),
            Behind::Wall | Behind::WallElsewhere => None,
        }
    }
}

/// The view between two triangles, before walls are tested.
pub(super) enum Sight {
    /// The answer is final.
    Known(bool),
    /// They see each other if nothing is in the way between these two lines, the left one and the right one.
    Between([[Corner; 2]; 2]),
}

impl Sight {
    /// The view between two triangles.
    pub(super) fn of(a: &Face, b: &Face) -> Self {
        let Strip { left, right } = Strip::tangents(a, b);
        let (front, back) = (a.sides_towards(left[0], right[0], 1.0), b.sides_towards(left[1], right[1], -1.0));
        // A3: a wall in front of one of them.
        if a.barred & front | b.barred & back != 0 {
            return Self::Known(false);
        }
        let left_line = [a.corners[left[0]], b.corners[left[1]]];
        let right_line = [a.corners[right[0]], b.corners[right[1]]];
        let is_point = |[from, to]: [Corner; 2]| from.vertex == to.vertex;
        let fan = |line: [usize; 2]| fan(a, front, line[0], b, back, line[1]);
        match (is_point(left_line), is_point(right_line)) {
            (false, false) => Self::Between([left_line, right_line]),
            (at_left, at_right) => Self::Known((at_left && fan(left)) || (at_right && fan(right))),
        }
    }
}

/// A4: whether two triangles that share an extreme corner are next to each other there, or share a neighbour there.
fn fan(a: &Face, front: Sides, at_a: usize, b: &Face, back: Sides, at_b: usize) -> bool {
    let (from_a, from_b) = (a.behind_at(front, at_a), b.behind_at(back, at_b));
    from_a == Some(b.id) || from_b == Some(a.id) || (from_a.is_some() && from_a == from_b)
}

impl Strip {
    /// A1 and A2: from the outermost corners across the line of the centres to the outer tangents.
    fn tangents(a: &Face, b: &Face) -> Self {
        let (dx, dy) = (b.center[0] - a.center[0], b.center[1] - a.center[1]);
        let scale = 1.0 / (dx * dx + dy * dy).sqrt();
        let direction = [dx * scale, dy * scale];
        let ([left_a, right_a], [left_b, right_b]) = (a.extremes(direction), b.extremes(direction));
        Self { left: tangent(a, b, [left_a, left_b], 1.0), right: tangent(a, b, [right_a, right_b], -1.0) }
    }
}

/// A2: moves the ends of a line outwards until no corner sticks out to its side (1 left, -1 right).
fn tangent(a: &Face, b: &Face, line: [usize; 2], side: f64) -> [usize; 2] {
    let (from, to) = (a.corners[line[0]], b.corners[line[1]]);
    let outer = Line::new([from.at, to.at]);
    // An end does not stick out of its own line. In most pairs no corner sticks out.
    let sticks_out = |corner: Corner| side * outer.turn(corner.at) > STICKS_OUT;
    let any_of_a = sticks_out(a.corners[NEXT[line[0]]]) | sticks_out(a.corners[BEFORE[line[0]]]);
    let any_of_b = sticks_out(b.corners[NEXT[line[1]]]) | sticks_out(b.corners[BEFORE[line[1]]]);
    if from.vertex == to.vertex || !(any_of_a | any_of_b) { line } else { moved_out([a, b], line, side) }
}

/// [`tangent`] where an end does move.
fn moved_out(faces: [&Face; 2], mut line: [usize; 2], side: f64) -> [usize; 2] {
    // Each move goes to the hull of six corners. A few moves suffice, and the bound stops a circle that rounding makes.
    for _ in 0..6 {
        let mut moved = false;
        for end in 0..2 {
            for corner in 0..3 {
                let [from, to] = [faces[0].corners[line[0]], faces[1].corners[line[1]]];
                if from.vertex == to.vertex {
                    return line;
                }
                if side * turn(from.at, to.at, faces[end].corners[corner].at) > STICKS_OUT {
                    line[end] = corner;
                    moved = true;
                }
            }
        }
        if !moved {
            break;
        }
    }
    line
}
