//! Step 7 by sets of vertices: equal to [`flood`](super::flood::flood).

use fearless_simd::Simd;

use super::bits;
use super::face::{Across, Edge, Face, Point, Tile};
use super::hinges::Hinge;
use super::outside::{Lines, Outside, Places, Vertices, bit, corners};
use super::quad::Quad;

/// The vertices of a tile's triangles and walls, as sets.
pub(super) struct Sets<'a> {
    tile: &'a Tile,
    places: Places,
    lines: &'a mut Lines,
    /// The corners of each triangle.
    corners: Vec<Vertices>,
    walls: Vec<Walls>,
}

/// The walls of a tile, seen from a node.
struct Walls {
    /// The ends of the node's edges without neighbour.
    own: Vertices,
    /// The ends of the edges without neighbour of all other nodes, and all corners of triangles that are not walkable.
    others: Vertices,
    /// The corners of the node with a [`Hinge`].
    hinged: Vertices,
}

impl<'a> Sets<'a> {
    /// The sets, unless the tile has too many vertices or is too large. `lines` is room for what becomes known of it.
    pub(super) fn of(tile: &'a Tile, hinges: &[Hinge], lines: &'a mut Lines) -> Option<Self> {
        let places = Places::of(tile)?;
        lines.clear(tile.vertices.len());
        let corners: Vec<_> = tile.faces.iter().map(corners).collect();
        let mut all = corners[tile.nodes..].iter().fold(0, |all, set| all | set);
        let mut walls: Vec<_> = (0..tile.nodes).map(|node| Walls::of(tile, node, hinges)).collect();
        for walls in &mut walls {
            walls.others = all;
            all |= walls.own;
        }
        let mut behind = 0;
        for walls in walls.iter_mut().rev() {
            walls.others |= behind;
            behind |= walls.own;
        }
        Some(Self { tile, places, lines, corners, walls })
    }

    /// What is outside a quad with these vertices.
    #[inline(always)]
    pub(super) fn outside_of<S: Simd>(&mut self, simd: S, [a, b, c, d]: [usize; 4]) -> Outside {
        let Self { tile, places, lines, .. } = self;
        let sides = [
            lines.beyond(simd, places, tile, a, b),
            lines.beyond(simd, places, tile, b, c),
            lines.beyond(simd, places, tile, c, d),
            lines.beyond(simd, places, tile, d, a),
        ];
        places.outside(sides)
    }

    /// What is outside a quad with sides along four lines.
    #[inline(always)]
    pub(super) fn outside<S: Simd>(&self, simd: S, [left, far, right, near]: [[Point; 2]; 4]) -> Outside {
        let places = &self.places;
        places.outside([
            places.beyond(simd, left),
            places.beyond(simd, far),
            places.beyond(simd, right),
            places.beyond(simd, near),
        ])
    }

    /// Whether a flood from the triangle `a` arrives at `b` and finds no wall in the quad with these lines. `next` is the next
    /// triangle on a way from a triangle to `b`.
    ///
    /// Most pairs need no flood. The triangles of that way are visited, as long as each has a corner in the quad, and so are
    /// all triangles around such a corner: a wall at a corner that `a` does not have is found.
    #[inline(always)]
    pub(super) fn flood(
        &self,
        [a, b]: [usize; 2],
        neighbours: &[u128],
        lines: [[Point; 2]; 4],
        outside: &Outside,
        next: impl Fn(usize) -> usize,
    ) -> bool {
        let is_free = self.walls[a].others & outside.inside == 0
            && (outside.others == 0 || !self.meets_others(&Quad::new(lines), outside));
        let not_of_a = outside.inside & !self.corners[a];
        let mut at = a;
        for _ in 0..self.tile.nodes {
            let to = next(at);
            if self.corners[to] & outside.inside == 0 {
                break;
            }
            if !is_free && self.walls[to].hinged & not_of_a != 0 {
                return false;
            }
            if to == b && is_free {
                return true;
            }
            at = to;
            if at == b {
                break;
            }
        }
        Flood { sets: self, a, neighbours, quad: Quad::new(lines), outside, is_free }.arrives(at, b, next)
    }

    /// Whether an edge of a triangle that is not walkable meets the quad, wherever it is.
    #[inline(never)]
    fn meets_others(&self, quad: &Quad, outside: &Outside) -> bool {
        let near = self.places.others(outside.others);
        near.map(|other| &self.tile.faces[self.tile.nodes + other]).any(|face| self.meets(face, quad, outside))
    }

    /// Whether an edge of a triangle meets the quad.
    fn meets(&self, face: &Face, quad: &Quad, outside: &Outside) -> bool {
        face.edges.iter().any(|edge| !outside.is_missed(of_ends(edge)) && quad.meets(self.places_of(edge)))
    }

    #[inline(always)]
    fn places_of(&self, edge: &Edge) -> [Point; 2] {
        edge.ends.map(|end| self.tile.vertices[usize::from(end)])
    }
}

impl Walls {
    /// Those of a node. The walls of others are added when all are known.
    fn of(tile: &Tile, node: usize, hinges: &[Hinge]) -> Self {
        let face = &tile.faces[node];
        let own = face.edges.iter().filter(|edge| edge.across == Across::Nothing);
        let hinged = face.corners.iter().map(|corner| corner.vertex).filter(|vertex| {
            let Hinge { own, others, .. } = hinges[usize::from(*vertex)];
            (own | others) & 1 << node != 0
        });
        Self {
            own: own.fold(0, |set, edge| set | of_ends(edge)),
            others: 0,
            hinged: hinged.fold(0, |set, vertex| set | bit(vertex)),
        }
    }
}

/// A flood from the triangle `a`.
struct Flood<'a> {
    sets: &'a Sets<'a>,
    a: usize,
    /// The walkable neighbours of each node.
    neighbours: &'a [u128],
    quad: Quad,
    outside: &'a Outside,
    /// Whether it is known that no wall is in the quad.
    is_free: bool,
}

impl Flood<'_> {
    /// Whether it arrives at `b` and finds no wall. All triangles on the way to `at` are visited.
    #[inline(never)]
    fn arrives(&self, at: usize, b: usize, next: impl Fn(usize) -> usize) -> bool {
        self.is_free && self.arrives_on_way(at, b, next) || self.floods(b)
    }

    /// Whether all triangles that remain of the way are hit.
    fn arrives_on_way(&self, mut at: usize, b: usize, next: impl Fn(usize) -> usize) -> bool {
        for _ in 0..self.sets.tile.nodes {
            if at == b {
                return true;
            }
            let to = next(at);
            if !self.hits(at, to) {
                return false;
            }
            at = to;
        }
        false
    }

    fn floods(&self, b: usize) -> bool {
        let mut visited = 1_u128 << self.a;
        let mut open = visited;
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            if !self.is_free && self.is_at_wall(at) {
                return false;
            }
            for next in bits(self.neighbours[at] & !visited) {
                if self.hits(at, next) {
                    if self.is_free && next == b {
                        return true;
                    }
                    visited |= 1 << next;
                    open |= 1 << next;
                }
            }
        }
        visited >> b & 1 == 1
    }

    /// Whether a triangle that was visited has a wall in the quad.
    fn is_at_wall(&self, at: usize) -> bool {
        let Self { sets: Sets { tile, corners, walls, .. }, outside, .. } = self;
        let others = || tile.faces[at].neighbours().filter(|next| *next >= tile.nodes);
        at != self.a && (walls[at].own | walls[at].hinged & !corners[self.a]) & outside.inside != 0
            || others().any(|next| self.hits(at, next))
    }

    /// Whether a triangle meets the quad, entered from another one.
    #[inline(always)]
    fn hits(&self, at: usize, next: usize) -> bool {
        let corners = self.sets.corners[next];
        corners & self.outside.inside != 0 || !self.outside.is_missed(corners) && self.crosses(at, next)
    }

    /// Whether an edge of a triangle meets the quad, other than that by which it is entered.
    fn crosses(&self, at: usize, next: usize) -> bool {
        let faces = &self.sets.tile.faces;
        let meets = |edge: &Edge| !self.outside.is_missed(of_ends(edge)) && self.quad.meets(self.sets.places_of(edge));
        let mut entered = faces[at].edges.iter().filter(|edge| edge.across == Across::Face(next as u16));
        entered.any(|entered| faces[next].edges.iter().any(|edge| edge.id != entered.id && meets(edge)))
    }
}

#[inline(always)]
fn of_ends(edge: &Edge) -> Vertices {
    bit(edge.ends[0]) | bit(edge.ends[1])
}
