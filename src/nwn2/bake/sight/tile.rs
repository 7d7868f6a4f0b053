//! The walkable triangles of a tile, and what the lines of sight between all their pairs share.

use std::ops::Range;

use crate::formats::Vector3;
use crate::nwn2::bake::graph::Graph;
use crate::nwn2::bake::options::LineOfSight;

use super::Around;
use super::pair::{Behind, Corner, Face, Sight};
use super::plane::{Line, Point, touch};
use super::tolerance::{ON_LINE, ON_OUTLINE};

/// One bit for each walkable triangle of a tile.
type Faces = u128;

/// For each side of a triangle, the set of triangles for which that side has some property.
type Sides = [Faces; 3];

/// The walkable triangles of a tile, and what all their pairs share.
pub(super) struct Tile {
    pub(super) faces: Vec<Face>,
    walls: Sides,
    wall_ends: Vec<Point>,
    /// For each vertex, on which side of each triangle's side it lies. These bits alone show that a whole sight line
    /// lies on one side of most sides; geometry decides about the others.
    beside: Vec<Beside>,
    /// For each pair of vertices whether a wall touches the sight line between them, if that was already computed. Each
    /// line is shared by three pairs of triangles on average.
    touched: Vec<Option<bool>>,
}

/// The sides that a point is clearly to the left of, and to the right.
struct Beside {
    left: Sides,
    right: Sides,
}

impl Tile {
    pub(super) fn of(mesh: Around<'_>, range: &Range<usize>, graph: &Graph) -> Self {
        let rows = || graph.node_to_local.iter().map(|local| range.start + *local as usize);
        let mut vertices: Vec<u32> = rows().flat_map(|row| mesh.triangles[row].vertices).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let faces: Vec<Face> = rows().map(|row| Face::of(mesh, range, row, &vertices)).collect();
        let mut walls = Sides::default();
        let mut ends = Vec::new();
        for (bit, face) in faces.iter().enumerate() {
            for side in (0..3).filter(|side| face.behind[*side] == Behind::Wall) {
                walls[side] |= 1 << bit;
                ends.extend(face.side(side).map(|corner| corner.vertex));
            }
        }
        ends.sort_unstable();
        ends.dedup();
        let position = |vertex: u32| {
            let Vector3 { x, y, .. } = mesh.vertices[vertex as usize];
            [x.into(), y.into()]
        };
        let wall_ends = ends.into_iter().map(|end| position(vertices[usize::from(end)])).collect();
        let lines = [0, 1, 2].map(|side| {
            let line = |face: &Face| Line::new(face.side(side).map(|corner| corner.at));
            faces.iter().map(line).collect::<Vec<_>>()
        });
        let beside: Vec<_> = vertices.iter().map(|vertex| Beside::of(position(*vertex), &lines)).collect();
        let touched = vec![None; beside.len() * beside.len()];
        Self { faces, walls, wall_ends, beside, touched }
    }

    /// Whether two of the nodes see each other.
    pub(super) fn sees(&mut self, i: usize, j: usize, rule: LineOfSight) -> bool {
        match Sight::of(&self.faces[i], &self.faces[j]) {
            Sight::Known(is_clear) => is_clear,
            Sight::Between([left, right]) => {
                !self.is_touched(left)
                    && !self.is_touched(right)
                    && !self.has_wall_inside([left, right])
                    && (rule == LineOfSight::LikeTheGame || !self.is_spanned([left, right]))
            }
        }
    }

    /// A5: whether a wall touches a sight line.
    fn is_touched(&mut self, line: [Corner; 2]) -> bool {
        let [from, to] = line.map(|corner| usize::from(corner.vertex));
        let at = from * self.beside.len() + to;
        if let Some(is_touched) = self.touched[at] {
            return is_touched;
        }
        let [from, to] = [&self.beside[from], &self.beside[to]];
        let line = line.map(|corner| corner.at);
        let is_touched = (0..3).any(|side| {
            let beyond = from.left[side] & to.left[side] | from.right[side] & to.right[side];
            any(self.walls[side] & !beyond, |face| touch(self.faces[face].side(side).map(|corner| corner.at), line))
        });
        self.touched[at] = Some(is_touched);
        is_touched
    }

    /// A6: whether an end of a wall is inside the quadrilateral between two sight lines, or on its outline.
    fn has_wall_inside(&self, [left, right]: [[Corner; 2]; 2]) -> bool {
        let line = |from: Corner, to: Corner| Line::new([from.at, to.at]);
        // Clockwise; the sight lines first, which most points are outside of.
        let (there, back) = (line(left[0], left[1]), line(right[1], right[0]));
        let (far, near) = (line(left[1], right[1]), line(right[0], left[0]));
        self.wall_ends.iter().any(|end| {
            there.turn(*end) < ON_OUTLINE
                && back.turn(*end) < ON_OUTLINE
                && far.turn(*end) < ON_OUTLINE
                && near.turn(*end) < ON_OUTLINE
        })
    }

    /// A7: whether a triangle spans the view: two of its sides properly cross both sight lines.
    fn is_spanned(&self, [left, right]: [[Corner; 2]; 2]) -> bool {
        let end = |corner: Corner| &self.beside[usize::from(corner.vertex)];
        let (left_from, left_to, right_from, right_to) = (end(left[0]), end(left[1]), end(right[0]), end(right[1]));
        // The sides that have the ends of both sight lines on either side of them.
        let parting = |side: usize| {
            (left_from.left[side] & left_to.right[side] | left_from.right[side] & left_to.left[side])
                & (right_from.left[side] & right_to.right[side] | right_from.right[side] & right_to.left[side])
        };
        let (a, b, c) = (parting(0), parting(1), parting(2));
        let lines = [Line::new([left[0].at, left[1].at]), Line::new([right[0].at, right[1].at])];
        any(a & b | a & c | b & c, |face| {
            let corners = &self.faces[face].corners;
            // Of those, the sides that have their own ends on either side of both sight lines.
            let crossing = |line: &Line| {
                let side = |corner: usize| {
                    let turn = line.turn(corners[corner].at);
                    i8::from(turn > ON_LINE) - i8::from(turn < -ON_LINE)
                };
                let (p, q, r) = (side(0), side(1), side(2));
                [p * q < 0, q * r < 0, r * p < 0]
            };
            let left = crossing(&lines[0]);
            let right = crossing(&lines[1]);
            let crosses = |side: usize, parting: Faces| left[side] && right[side] && parting >> face & 1 == 1;
            u8::from(crosses(0, a)) + u8::from(crosses(1, b)) + u8::from(crosses(2, c)) >= 2
        })
    }
}

impl Beside {
    /// `lines` are the sides of all triangles.
    fn of(point: Point, lines: &[Vec<Line>; 3]) -> Self {
        let mut beside = Self { left: Sides::default(), right: Sides::default() };
        for (side, lines) in lines.iter().enumerate() {
            for (word, lines) in lines.chunks(64).enumerate() {
                let (mut left, mut right) = (0_u64, 0_u64);
                for line in lines.iter().rev() {
                    let turn = line.turn(point);
                    left = left << 1 | u64::from(turn > ON_LINE);
                    right = right << 1 | u64::from(turn < -ON_LINE);
                }
                beside.left[side] |= Faces::from(left) << (64 * word);
                beside.right[side] |= Faces::from(right) << (64 * word);
            }
        }
        beside
    }
}

/// Whether a predicate holds for any of the triangles.
fn any(faces: Faces, is_so: impl Fn(usize) -> bool) -> bool {
    [faces as u64, (faces >> 64) as u64].into_iter().zip([0, 64]).any(|(mut word, first)| {
        while word != 0 {
            if is_so(first + word.trailing_zeros() as usize) {
                return true;
            }
            word &= word - 1;
        }
        false
    })
}
