//! Step 7 by sets of vertices: equal to [`flood`](super::flood::flood).

use super::face::{Across, Edge, Face, Point, Tile};
use super::outside::{Outside, Places, Vertices, bit};
use super::quad::Quad;

/// The vertices of a tile's triangles and walls, as sets.
pub(super) struct Sets {
    places: Places,
    /// The corners of each triangle.
    corners: Vec<Vertices>,
    /// For each node the ends of the walls before it, and all corners of triangles that are not walkable.
    before: Vec<Vertices>,
    /// For each node the ends of the walls behind it.
    behind: Vec<Vertices>,
}

impl Sets {
    /// The sets, unless the tile has too many vertices or is too large.
    pub(super) fn of(tile: &Tile) -> Option<Self> {
        let places = Places::of(tile)?;
        let of_corners = |face: &Face| face.corners.iter().fold(0, |set, corner| set | bit(corner.vertex));
        let corners: Vec<_> = tile.faces.iter().map(of_corners).collect();
        let of_walls = |face: &Face| {
            let walls = face.edges.iter().filter(|edge| edge.across == Across::Nothing);
            walls.fold(0, |set, edge| set | of_ends(edge))
        };
        let (nodes, others) = (&tile.faces[..tile.nodes], &corners[tile.nodes..]);
        let sum = |set: &mut Vertices, face: &Face| Some(std::mem::replace(set, *set | of_walls(face)));
        let all_others = others.iter().fold(0, |all, set| all | set);
        let before = nodes.iter().scan(all_others, sum).collect();
        let mut behind: Vec<_> = nodes.iter().rev().scan(0, sum).collect();
        behind.reverse();
        Some(Self { places, corners, before, behind })
    }

    /// Whether a flood from the triangle `a` arrives at `b` and finds no wall in the quad. `next` is the next triangle on a way
    /// from a triangle to `b`: if all triangles of that way are hit, no flood is needed.
    #[inline(always)]
    pub(super) fn flood(&self, tile: &Tile, a: usize, b: usize, quad: &Quad, next: impl Fn(usize) -> usize) -> bool {
        let outside = self.places.outside(quad);
        let walls = self.before[a] | self.behind[a];
        let is_free = walls & outside.inside == 0 && !self.meets_others(tile, quad, &outside);
        if is_free {
            let mut at = a;
            for _ in 0..tile.nodes {
                at = next(at);
                if self.corners[at] & outside.inside == 0 {
                    break;
                }
                if at == b {
                    return true;
                }
            }
        }
        self.flood_on(tile, [a, b], quad, &outside, is_free)
    }

    /// Whether an edge of a triangle that is not walkable meets the quad, wherever it is.
    #[inline(always)]
    fn meets_others(&self, tile: &Tile, quad: &Quad, outside: &Outside) -> bool {
        let others = self.corners[tile.nodes..].iter().zip(&tile.faces[tile.nodes..]);
        others.into_iter().any(|(corners, face)| {
            !outside.is_missed(*corners) && face.edges.iter().any(|edge| quad.meets(places(tile, edge)))
        })
    }

    /// The flood itself. If it is known that it finds no wall, it ends where it arrives.
    #[inline(never)]
    fn flood_on(&self, tile: &Tile, [a, b]: [usize; 2], quad: &Quad, outside: &Outside, is_free: bool) -> bool {
        let mut visited = 1_u128 << a;
        let mut open = visited;
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            for edge in &tile.faces[at].edges {
                match edge.across {
                    Across::Nothing if at != a && of_ends(edge) & outside.inside != 0 => return false,
                    Across::Nothing | Across::Elsewhere { .. } => {}
                    Across::Face(next) => {
                        let next = usize::from(next);
                        let is_walkable = next < tile.nodes;
                        if is_walkable && visited >> next & 1 == 1 || !self.is_hit(tile, next, edge.id, quad, outside) {
                            continue;
                        }
                        if !is_walkable || is_free && next == b {
                            return is_walkable;
                        }
                        visited |= 1 << next;
                        open |= 1 << next;
                    }
                }
            }
        }
        visited >> b & 1 == 1
    }

    fn is_hit(&self, tile: &Tile, face: usize, entered: u32, quad: &Quad, outside: &Outside) -> bool {
        let corners = self.corners[face];
        let meets = |edge: &Edge| !outside.is_missed(of_ends(edge)) && quad.meets(places(tile, edge));
        corners & outside.inside != 0
            || !outside.is_missed(corners)
                && tile.faces[face].edges.iter().any(|edge| edge.id != entered && meets(edge))
    }
}

#[inline(always)]
fn of_ends(edge: &Edge) -> Vertices {
    bit(edge.ends[0]) | bit(edge.ends[1])
}

#[inline(always)]
fn places(tile: &Tile, edge: &Edge) -> [Point; 2] {
    [tile.vertices[usize::from(edge.ends[0])], tile.vertices[usize::from(edge.ends[1])]]
}
