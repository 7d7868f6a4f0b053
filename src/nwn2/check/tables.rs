//! Checks the path table of each tile against its triangles.

use std::ops::Range;

use crate::formats::aswm::{NodeToLocal, Triangle};
use crate::geometry::ends_of_side;
use crate::nwn2::bake::graph::Graph;
use crate::nwn2::{Tile, Walkmesh};
use walkmesh_mesh::counted::counted;

use crate::finding::{Findings, PartKind, PlacePart, rules};

rules! { of super::sample, Aswm;
    TILE_LOCAL_TO_NODE_STALE: Error = "tile-local-to-node-stale", "A tile misnumbers its walkable triangles" {
        /// The nodes of a path table are the walkable triangles of the tile, in order. Here paths start at the wrong
        /// triangle, or nowhere.
        remedy
        /// Bake the walkmesh: this rebuilds the path tables.
        bad "tile 0": |raw| raw.tiles[0].path_table.local_to_node[0] = 255,
    }
    TILE_NODE_TO_LOCAL_STALE: Error = "tile-node-to-local-stale", "The nodes of a tile are not its walkable triangles" {
        /// The table maps a node back to its triangle. Here paths lead to the wrong triangle.
        remedy
        /// Bake the walkmesh: this rebuilds the path tables.
        bad "tile 0": |raw| node_to_local(raw).swap(0, 1),
    }
    TILE_TABLE_LENGTH_DIFFERS: Error = "tile-table-length-differs", "The size of a path table contradicts its nodes" {
        /// A path table has one step for each pair of nodes. The game reads the wrong row, or past the end of the
        /// table.
        remedy
        /// Bake the walkmesh: this rebuilds the path tables.
        bad "tile 0": |raw| raw.tiles[0].path_table.nodes.truncate(1),
    }
    STEP_NOWHERE: Error = "step-nowhere", "A step connects unconnected triangles" {
        /// The path table has a step between two triangles that are not connected within the tile, or from a triangle
        /// to itself.
        remedy
        /// Bake the walkmesh: this rebuilds the path tables.
        bad "tile 0, from node 0, to node 0": |raw| raw.tiles[0].path_table.nodes[0] = PathNode(1),
    }
    STEP_NOT_ADJACENT: Error = "step-not-adjacent", "A step leads to a triangle that is not a neighbour" {
        /// Creatures that follow the step walk through walls or get stuck.
        remedy
        /// Bake the walkmesh: this rebuilds the path tables.
        bad "tile 0, from node 0, to node 57": |raw| {
            let last = raw.tiles[0].path_table.nodes.len().isqrt() - 1;
            raw.tiles[0].path_table.nodes[last] = PathNode(last as u8);
        },
    }
    STEP_MISSING: Error = "step-missing", "A step is missing" {
        /// The two triangles are connected within the tile, but the path table has no step. Creatures stand still.
        remedy
        /// Bake the walkmesh: this rebuilds the path tables.
        bad "tile 0, from node 0, to node 1": |raw| raw.tiles[0].path_table.nodes[1] = PathNode(255),
    }
    STEP_LOOPS: Error = "step-loops", "The steps of a tile form a cycle" {
        /// A creature that follows them never arrives.
        remedy
        /// Bake the walkmesh: this rebuilds the path tables.
        bad "tile 0, from node 0, to node 57": damages::make_steps_loop,
    }
    TILE_EDGE_COUNT_DIFFERS: Info = "tile-edge-count-differs", "The edge count of a tile differs from its triangles" {
        /// Nothing uses this count. The toolset counts some edges that it welds later, so 0.6 % of the non-empty tiles
        /// of real files differ.
        remedy
        /// No action is needed.
        bad "tile 0": |raw| raw.tiles[0].header.edges_count += 1,
    }
    TILE_VERTEX_COUNT_DIFFERS: Info = "tile-vertex-count-differs",
        "The vertex count of a tile differs from its triangles"
    {
        /// Nothing uses this count. The toolset counts vertices that it welds later.
        remedy
        /// No action is needed.
        bad "tile 0": |raw| raw.tiles[0].header.vertices_count += 1,
    }
}

/// For each triangle, the island that the geometry implies. A TRN has the numbers, too, but no islands.
pub(super) struct ImpliedIslands {
    pub(super) island_of: Vec<Option<u32>>,
    pub(super) islands: usize,
}

/// Checks the tables, and returns the islands that the triangles imply.
pub(super) fn check(walkmesh: &Walkmesh, ranges: &[Range<usize>], findings: &mut Findings) -> ImpliedIslands {
    let rows = walkmesh.triangle_rows();
    let mut implied = ImpliedIslands { island_of: vec![None; rows.len()], islands: 0 };
    for (tile, range) in walkmesh.tiles().zip(ranges) {
        // `tiles` reports a tile that is too crowded to have a table.
        let Ok(graph) = Graph::new(rows, range.clone()) else { continue };
        let (components, count) = graph.components();
        let base = implied.islands as u32;
        for (local, component) in graph.node_to_local.iter().zip(&components) {
            implied.island_of[range.start + *local as usize] = Some(base + u32::from(*component));
        }
        implied.islands += count;
        let table = &tile.as_raw().path_table;
        if walkmesh.is_baked() || !table.nodes.is_empty() || !table.local_to_node.is_empty() {
            nodes(&tile, &graph, findings);
            steps(&tile, &graph, &components, findings);
            counts(walkmesh, &tile, range, findings);
        }
    }
    implied
}

/// Checks the nodes against the walkable triangles.
fn nodes(tile: &Tile<'_>, graph: &Graph, findings: &mut Findings) {
    let table = &tile.as_raw().path_table;
    if table.local_to_node != graph.local_to_node {
        findings.add(
            &TILE_LOCAL_TO_NODE_STALE,
            tile.id(),
            || "Its walkable triangles are not numbered in order, so paths start at the wrong triangle, or nowhere.",
        );
    }
    let is_inverse = match &table.node_to_local {
        NodeToLocal::Absent => true,
        NodeToLocal::Bytes(locals) => {
            locals.iter().map(|local| u32::from(*local)).eq(graph.node_to_local.iter().copied())
        }
        NodeToLocal::Words(locals) => *locals == graph.node_to_local,
    };
    if !is_inverse {
        findings.add(
            &TILE_NODE_TO_LOCAL_STALE,
            tile.id(),
            || "Its nodes are not its walkable triangles in order, so paths lead to the wrong triangle.",
        );
    }
}

/// Checks that each step leads to a neighbour, and that the steps arrive.
fn steps(tile: &Tile<'_>, graph: &Graph, components: &[u8], findings: &mut Findings) {
    let n = graph.len();
    let table = &tile.as_raw().path_table.nodes;
    if table.len() != n * n {
        findings.add(&TILE_TABLE_LENGTH_DIFFERS, tile.id(), || {
            format!(
                "It has {} for {}, so the game reads the wrong row, or past the end of the table.",
                counted(table.len(), "step"),
                counted(n, "node")
            )
        });
        return;
    }
    let at = |from: usize, to: usize| {
        [tile.id().into(), PlacePart::new(PartKind::FromNode, from as i64), PlacePart::new(PartKind::ToNode, to as i64)]
    };
    for from in 0..n {
        for to in 0..n {
            let step = table[from * n + to];
            let is_way = from != to && components[from] == components[to];
            match step.next().map(usize::from) {
                Some(_) if !is_way => findings.add(
                    &STEP_NOWHERE,
                    at(from, to),
                    || "It has a step between nodes that are not connected, or from a node to itself.",
                ),
                Some(next) if !graph.is_linked(from, next) => findings.add(&STEP_NOT_ADJACENT, at(from, to), || {
                    format!("The step leads to node {next}, which is not a neighbour, so creatures walk through walls.")
                }),
                None if is_way => findings.add(
                    &STEP_MISSING,
                    at(from, to),
                    || "The nodes are connected but have no step, so creatures stand still.",
                ),
                _ => {}
            }
        }
    }
    for to in 0..n {
        let next = |from: usize| table[from * n + to].next().map(usize::from).filter(|next| *next < n);
        if let Some(from) = find_loop(n, to, next) {
            findings.add(
                &STEP_LOOPS,
                at(from, to),
                || "The steps form a cycle, so a creature that follows them never arrives.",
            );
        }
    }
}

/// The first start from which the steps towards `to` form a loop.
pub(super) fn find_loop(places: usize, to: usize, next: impl Fn(usize) -> Option<usize>) -> Option<usize> {
    const UNKNOWN: u32 = 0;
    const ENDS: u32 = 1;
    let mut seen = vec![UNKNOWN; places];
    seen[to] = ENDS;
    for start in 0..places {
        // Each walk has its own mark, so a walk that meets its own mark is in a loop.
        let mark = start as u32 + 2;
        let mut at = Some(start);
        while let Some(place) = at {
            match seen[place] {
                UNKNOWN => seen[place] = mark,
                met if met == mark => return Some(start),
                _ => break,
            }
            at = next(place);
        }
    }
    None
}

/// Checks the tile's own counts, which nothing uses.
fn counts(walkmesh: &Walkmesh, tile: &Tile<'_>, range: &Range<usize>, findings: &mut Findings) {
    let rows = &walkmesh.triangle_rows()[range.clone()];
    let edges = edges_of(rows);
    let stored = tile.as_raw().header.edges_count;
    if stored as usize != edges {
        findings.add(&TILE_EDGE_COUNT_DIFFERS, tile.id(), || {
            format!(
                "Its count is {}, but its triangles have {edges}. The toolset counts some that it welds later.",
                counted(stored as usize, "edge")
            )
        });
    }
    let mut vertices: Vec<u32> = rows.iter().flat_map(|row| row.vertices).collect();
    vertices.sort_unstable();
    vertices.dedup();
    let stored = tile.as_raw().header.vertices_count;
    if stored as usize != vertices.len() {
        findings.add(&TILE_VERTEX_COUNT_DIFFERS, tile.id(), || {
            format!(
                "Its count is {}, but its triangles have {}. The toolset counts some that it welds later.",
                counted(stored as usize, "vertex"),
                vertices.len()
            )
        });
    }
}

/// The number of edges of these triangles alone: for each pair of vertices, one per two triangles, and one for a
/// remaining single triangle. Source: docs/formats/trn-aswm.md#tile-counts.
fn edges_of(rows: &[Triangle]) -> usize {
    let mut sides: Vec<[u32; 2]> =
        rows.iter().flat_map(|row| [0_u8, 1, 2].map(|side| ends_of_side(&row.vertices, side))).collect();
    sides.iter_mut().for_each(|side| side.sort_unstable());
    sides.sort_unstable();
    sides.chunk_by(|a, b| a == b).map(|same| same.len().div_ceil(2)).sum()
}

#[cfg(test)]
mod damages {
    use crate::formats::aswm::{Aswm, PathNode};

    /// Two neighbours whose steps to the last node lead to each other.
    pub(super) fn make_steps_loop(raw: &mut Aswm) {
        let table = &mut raw.tiles[0].path_table.nodes;
        let n = table.len().isqrt();
        let last = n - 1;
        let next = table[last].next().unwrap();
        table[usize::from(next) * n + last] = PathNode(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_found_and_arrivals_are_no_loops() {
        let towards = |next: &'static [usize]| find_loop(next.len(), 0, |from| next.get(from).copied());
        assert_eq!(towards(&[0, 0, 1, 2]), None);
        assert_eq!(towards(&[0, 2, 1]), Some(1));
        assert_eq!(towards(&[1, 1]), Some(1));
        assert_eq!(find_loop(2, 0, |_| None), None);
    }
}
