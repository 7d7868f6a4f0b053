//! Keeps table values in the tiles that no edit affects.
//!
//! A bake computes nearly every table from the mesh alone, bit for bit as the game does. Three exceptions exist: a tile's
//! counts of vertices and edges, which the game takes before it merges vertices, and the lines of sight of a few pairs. In unaffected tiles
//! these keep their values.

use crate::formats::aswm::{Aswm, NO_TRIANGLE, PathNode, PathTable, Triangle, Triangles};
use crate::nwn2::{Walkmesh, tiling};

use super::place::TilePiece;

/// Marks a missing triangle of the base or of the result.
const NONE: u32 = u32::MAX;

/// The unchanged triangles of a result.
pub(super) struct UnchangedTriangles {
    /// For each triangle of the result, its index in the base, if it has the same corners and flags.
    before: Vec<u32>,
    /// For each triangle of the base, its index in the result.
    now: Vec<u32>,
}

impl UnchangedTriangles {
    /// Finds the unchanged triangles. Vertices must have the indices of the base.
    pub(super) fn new(base: &Walkmesh, faces: &[TilePiece]) -> Self {
        let rows = base.triangle_rows();
        let mut now = vec![NONE; rows.len()];
        let mut before = vec![NONE; faces.len()];
        for (index, face) in faces.iter().enumerate().filter(|(_, face)| !face.is_reshaped) {
            let id = face.source.index();
            if (rows[id].vertices, rows[id].flags) == (face.corners, face.flags) {
                (before[index], now[id]) = (id as u32, index as u32);
            }
        }
        Self { before, now }
    }

    /// Returns the result with the base's values in the untouched tiles, if only those values differ.
    pub(super) fn keep(&self, mut raw: Aswm, base: &Walkmesh) -> Aswm {
        self.keep_planes(&mut raw, base);
        let (Ok(ranges), Ok(before)) = (tiling::ranges(&raw), tiling::ranges(base.as_raw())) else { return raw };
        let rows = match &raw.triangles {
            Triangles::V6B(rows) => rows,
            _ => return raw,
        };
        let is_untouched: Vec<bool> = ranges
            .iter()
            .zip(&before)
            .map(|(now, before)| {
                now.len() == before.len()
                    && now.clone().zip(before.clone()).all(|(now, before)| {
                        self.before[now] == before as u32
                            && self.has_same_links(&rows[now], &base.triangle_rows()[before])
                    })
            })
            .collect();
        let tiles = raw.tiles.iter_mut().zip(&base.as_raw().tiles).zip(is_untouched);
        for (tile, before) in tiles.filter(|(_, is_untouched)| *is_untouched).map(|(tiles, _)| tiles) {
            if is_same_but_sight(&tile.path_table, &before.path_table) {
                tile.path_table.nodes.clone_from(&before.path_table.nodes);
                tile.header.vertices_count = before.header.vertices_count;
                tile.header.edges_count = before.header.edges_count;
                (tile.header.size_x, tile.header.size_y) = (before.header.size_x, before.header.size_y);
            }
        }
        raw
    }

    /// Restores the planes of the unchanged triangles.
    fn keep_planes(&self, raw: &mut Aswm, base: &Walkmesh) {
        let Triangles::V6B(rows) = &mut raw.triangles else { return };
        for (row, before) in rows.iter_mut().zip(&self.before) {
            if let Some(before) = base.triangle_rows().get(*before as usize) {
                (row.center, row.normal, row.dot) = (before.center, before.normal, before.dot);
            }
        }
    }

    /// Returns whether a triangle is linked to the same untouched triangles as before.
    fn has_same_links(&self, now: &Triangle, before: &Triangle) -> bool {
        let mut links = before.linked_triangles.map(|other| match other {
            NO_TRIANGLE => Some(NO_TRIANGLE),
            _ => self.now.get(other as usize).copied().filter(|now| *now != NONE),
        });
        links.sort_unstable();
        let mut now = now.linked_triangles.map(Some);
        now.sort_unstable();
        links == now
    }
}

/// Returns whether two path tables differ at most in their lines of sight.
fn is_same_but_sight(a: &PathTable, b: &PathTable) -> bool {
    let step = |node: &PathNode| node.next();
    let locals = |table: &PathTable| -> Vec<_> {
        (0..table.nodes.len().isqrt()).map(|node| u8::try_from(node).ok().and_then(|node| table.local(node))).collect()
    };
    a.local_to_node == b.local_to_node
        && a.nodes.iter().map(step).eq(b.nodes.iter().map(step))
        && locals(a) == locals(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::NodeToLocal;

    #[test]
    fn path_tables_are_the_same_but_sight_if_only_a_bit_of_sight_differs() {
        let table = PathTable {
            rle_table_size: 0,
            local_to_node: vec![0, 255, 1],
            node_to_local: NodeToLocal::Words(vec![0, 2]),
            nodes: [255, 1, 0, 255].map(PathNode).to_vec(),
        };
        let with = |change: fn(&mut PathTable)| {
            let mut other = table.clone();
            change(&mut other);
            is_same_but_sight(&table, &other)
        };
        assert!(with(|_| ()));
        assert!(with(|other| other.nodes[1] = PathNode(0x81)), "sight");
        assert!(with(|other| other.node_to_local = NodeToLocal::Bytes(vec![0, 2])), "the width of the version");
        assert!(!with(|other| other.nodes[1] = PathNode(0)), "another step");
        assert!(!with(|other| other.nodes.truncate(3)), "a shorter table");
        assert!(!with(|other| other.local_to_node = vec![255, 0, 1]), "another node");
        assert!(!with(|other| other.node_to_local = NodeToLocal::Words(vec![1, 2])), "another triangle");
    }
}
