//! Step 8 by sets of vertices: equal to [`flood`](super::flood::flood).

use super::barriers::Barriers;
use super::bits;
use super::face::{Across, Edge, Nodes, Point, Set, Tile};
use super::node_walls::NodeWalls;
use super::quad::Quad;
use super::vertex_sets::{Outside, ends};

/// The facts about a tile that floods need.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) tile: &'a Tile,
    /// The corners of each triangle.
    pub(super) corners: &'a [Set],
    pub(super) walls: &'a [NodeWalls],
    pub(super) barriers: &'a Barriers,
}

/// A flood from the triangle `a` to the triangle `b`.
pub(super) struct Flood<'a> {
    pub(super) ground: Ground<'a>,
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) quad: Quad,
    pub(super) outside: Outside,
    /// The triangles that are near `b`, and `b` itself: a flood that has visited one of them arrives.
    pub(super) goal: Nodes,
}

impl Flood<'_> {
    /// Returns whether the flood arrives and finds no wall in the quad. `next` is the next triangle on a path from a triangle to `b`.
    ///
    /// Most pairs need no flood. The triangles of that path are visited, as long as each has a corner in the quad, and so are all triangles
    /// around such a corner: the flood finds a wall at any of these corners that `a` does not have.
    #[inline(always)]
    pub(super) fn arrives(&self, next: impl Fn(usize) -> usize) -> bool {
        let Self { ground: Ground { tile, corners, walls, .. }, a, outside, .. } = self;
        let is_free = walls[*a].others & outside.inside == 0 && !self.meets_barriers();
        let not_of_a = outside.inside & !corners[*a];
        let mut at = *a;
        for _ in 0..tile.nodes {
            if is_free && self.goal >> at & 1 != 0 {
                return true;
            }
            at = next(at);
            if corners[at] & outside.inside == 0 {
                break;
            }
            if walls[at].on_arrival & not_of_a != 0 {
                return false;
            }
            if at == self.b {
                break;
            }
        }
        self.floods(is_free)
    }

    /// Returns whether a barrier that is not an edge of `a` meets the quad, wherever it lies.
    #[inline(always)]
    fn meets_barriers(&self) -> bool {
        let near = self.outside.barriers & !self.ground.barriers.own[self.a];
        near != 0 && self.ground.barriers.of_set(near).any(|ends| self.quad.meets(self.places(ends)))
    }

    fn places(&self, ends: [u16; 2]) -> [Point; 2] {
        ends.map(|end| self.ground.tile.vertices[usize::from(end)])
    }

    #[inline(never)]
    fn floods(&self, is_free: bool) -> bool {
        let mut visited: Nodes = 1 << self.a;
        let mut open = visited;
        while open != 0 {
            if is_free && visited & self.goal != 0 {
                return true;
            }
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            if !is_free && self.is_at_wall(at) {
                return false;
            }
            for next in bits(self.ground.tile.neighbours[at] & !visited) {
                if self.hits(at, next) {
                    visited |= 1 << next;
                    open |= 1 << next;
                }
            }
        }
        visited & self.goal != 0
    }

    /// Returns whether a triangle that was visited has a wall in the quad.
    fn is_at_wall(&self, at: usize) -> bool {
        let Self { ground: Ground { tile, corners, walls, .. }, outside, .. } = self;
        let face = &tile.faces[at];
        let own = || face.edges.iter().filter(|edge| edge.across == Across::Nothing);
        at != self.a
            && ((walls[at].own | walls[at].on_arrival & !corners[self.a]) & outside.inside != 0
                || own().any(|edge| self.meets(edge)))
            || face.across().filter(|next| *next >= tile.nodes).any(|next| self.hits(at, next))
    }

    /// Returns whether a triangle that is entered from a given one meets the quad.
    #[inline(always)]
    fn hits(&self, at: usize, next: usize) -> bool {
        let corners = self.ground.corners[next];
        corners & self.outside.inside != 0 || !self.outside.is_missed(corners) && self.crosses(at, next)
    }

    /// Returns whether an edge of a triangle meets the quad, except the edge by which it is entered.
    fn crosses(&self, at: usize, next: usize) -> bool {
        let faces = &self.ground.tile.faces;
        let mut entered = faces[at].edges.iter().filter(|edge| edge.across == Across::SightFace(next as u16));
        entered.any(|entered| faces[next].edges.iter().any(|edge| edge.id != entered.id && self.meets(edge)))
    }

    fn meets(&self, edge: &Edge) -> bool {
        !self.outside.is_missed(ends(edge)) && self.quad.meets(self.places(edge.ends))
    }
}
