//! [`SplitTree`]: finds the pieces of a face by where they are, while cuts split them.

use std::collections::HashMap;

use crate::geometry::{Aabb, Vec2, orient2d};

/// How far from an outline a piece may lie and still be found, in metres: more than cuts [snap](super::cut), and than rounding.
const ROOM: f32 = 1e-3;

/// The pieces of faces by the splits that made them. Each piece lies in the bounds of the one that it is a part of.
#[derive(Default)]
pub(super) struct SplitTree {
    nodes: Vec<Node>,
    /// The nodes of whole faces that are split or closed.
    roots: HashMap<u32, usize>,
    /// The node of each piece of them.
    leaves: HashMap<u32, usize>,
}

#[derive(Clone, Copy)]
struct Node {
    bounds: Aabb<2>,
    /// The first of its parts, and how many there are; none of a piece that is not split.
    parts: [usize; 2],
    piece: u32,
    /// Whether all of it is under objects.
    is_closed: bool,
}

impl SplitTree {
    /// Splits the first of these pieces into all of them; each comes with its bounds.
    pub(super) fn split(&mut self, pieces: &[(u32, Aabb<2>)]) {
        let [(piece, _), ..] = *pieces else { return };
        let bounds = pieces.iter().fold(Aabb::EMPTY, |all, (_, bounds)| all.union(*bounds));
        let (whole, first) = (self.leaf(piece, bounds), self.nodes.len());
        self.nodes[whole].parts = [first, pieces.len()];
        let is_closed = self.nodes[whole].is_closed;
        for &(piece, bounds) in pieces {
            self.leaves.insert(piece, self.nodes.len());
            self.nodes.push(Node { bounds, parts: [0; 2], piece, is_closed });
        }
    }

    /// Closes a piece with these bounds: it is not found any more.
    pub(super) fn close(&mut self, piece: u32, bounds: Aabb<2>) {
        let leaf = self.leaf(piece, bounds);
        self.nodes[leaf].is_closed = true;
    }

    /// The node of a piece. One that has none is a whole face.
    fn leaf(&mut self, piece: u32, bounds: Aabb<2>) -> usize {
        let next = self.nodes.len();
        let leaf = *self.leaves.entry(piece).or_insert(next);
        if leaf == next {
            self.roots.insert(piece, leaf);
            self.nodes.push(Node { bounds, parts: [0; 2], piece, is_closed: false });
        }
        leaf
    }

    /// The pieces of a face that are not closed and may meet a point, a segment or a convex polygon, which is wound
    /// counter-clockwise; in the order in which they came to be.
    pub(super) fn near(&mut self, face: u32, outline: &[Vec2]) -> Vec<u32> {
        let Some(&root) = self.roots.get(&face) else { return vec![face] };
        let around = outline.iter().map(|&[x, y]| [x as f32, y as f32]);
        let around = around.fold(Aabb::<2>::EMPTY, |all, at| all.union(Aabb { min: at, max: at }));
        let largest = around.min.iter().chain(&around.max).fold(0.0, |size: f32, value| size.max(value.abs()));
        let room = ROOM + largest * 1e-6;
        let around = around.padded(room);
        let (mut found, mut visited, mut waiting) = (Vec::new(), Vec::new(), vec![root]);
        while let Some(at) = waiting.pop() {
            let Node { bounds, parts: [first, count], piece, is_closed } = self.nodes[at];
            if is_closed || !may_meet(&bounds, &around, outline, room) {
                continue;
            }
            if count == 0 {
                found.push(piece);
            } else {
                visited.push(at);
                waiting.extend(first..first + count);
            }
        }
        // Parts come after their whole.
        for at in visited.into_iter().rev() {
            let [first, count] = self.nodes[at].parts;
            self.nodes[at].is_closed = self.nodes[first..first + count].iter().all(|part| part.is_closed);
        }
        found.sort_unstable();
        found
    }
}

/// Whether a box may come as near as `room` to an outline, which lies in the box `around`.
fn may_meet(bounds: &Aabb<2>, around: &Aabb<2>, outline: &[Vec2], room: f32) -> bool {
    let overlaps = |axis: usize| bounds.min[axis] <= around.max[axis] && bounds.max[axis] >= around.min[axis];
    if !(overlaps(0) && overlaps(1)) {
        return false;
    }
    let Aabb { min: low, max: high } = bounds.padded(room);
    let [low, high] = [low, high].map(|corner| corner.map(f64::from));
    let mut sides = outline.iter().zip(outline.iter().cycle().skip(1)).filter(|(from, to)| from != to);
    sides.all(|(&from, &to)| {
        // The corner of the box that is farthest to the left of the side.
        let x = if to[1] > from[1] { low[0] } else { high[0] };
        let y = if to[0] > from[0] { high[1] } else { low[1] };
        orient2d(from, to, [x, y]) >= 0.0
    })
}
