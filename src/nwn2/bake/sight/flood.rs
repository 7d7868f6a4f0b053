//! Step 8: the flood over the triangles that meet the quad.

use super::face::{Across, Edge, SightFace, Tile};
use super::quad::Quad;

/// Returns whether a flood from the triangle `from` over all triangles that meet the quad comes near `to` and finds no wall in the
/// quad on its way.
///
/// It continues after it has arrived. So its order does not matter: it visits a set of triangles, and tests each in the same way.
pub(super) fn flood(tile: &Tile, from: usize, to: usize, quad: &Quad) -> bool {
    let near_goal = tile.second_neighbours(to) | 1 << to;
    let mut visited = 1_u128 << from;
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for edge in &tile.faces[at].edges {
            match edge.across {
                Across::Nothing => {
                    if at != from && is_in_quad(tile, edge, quad) {
                        return false;
                    }
                }
                Across::Elsewhere { .. } => {}
                Across::SightFace(next) => {
                    let next = usize::from(next);
                    let is_walkable = next < tile.nodes;
                    if is_walkable && visited >> next & 1 == 1 || !is_hit(tile, &tile.faces[next], edge.id, quad) {
                        continue;
                    }
                    if !is_walkable {
                        return false;
                    }
                    visited |= 1 << next;
                    open.push(next);
                }
            }
        }
    }
    visited & near_goal != 0
}

/// Returns whether an edge has an end in the quad, or meets it.
fn is_in_quad(tile: &Tile, edge: &Edge, quad: &Quad) -> bool {
    let ends = edge.ends.map(|end| tile.vertices[usize::from(end)]);
    ends.iter().any(|end| quad.contains(*end)) || quad.meets(ends)
}

/// Returns whether a triangle that is entered across an edge meets the quad: with a corner, or with one of its other two edges.
fn is_hit(tile: &Tile, face: &SightFace, entered: u32, quad: &Quad) -> bool {
    let meets = |ends: [u16; 2]| quad.meets(ends.map(|end| tile.vertices[usize::from(end)]));
    face.corners.iter().any(|corner| quad.contains(corner.at))
        || face.edges.iter().any(|edge| edge.id != entered && meets(edge.ends))
}
