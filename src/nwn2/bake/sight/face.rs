//! The triangles of a tile that lines of sight depend on.

use std::ops::Range;

use crate::formats::aswm::NO_TRIANGLE;
use crate::nwn2::bake::graph::Graph;
use crate::nwn2::floor::is_walkable;

use super::Around;

/// A position, seen from above.
pub(super) type Point = [f32; 2];

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    /// The index of its vertex in [`Tile::vertices`].
    pub(super) vertex: u16,
    pub(super) at: Point,
}

/// What lies across an edge of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Across {
    Nothing,
    /// A triangle of another tile.
    Elsewhere {
        is_walkable: bool,
    },
    /// A triangle of this tile, by its index in [`Tile::faces`].
    Face(u16),
}

/// An edge of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Its index in the walkmesh. Where more than two triangles use a pair of vertices, several edges have the same ends.
    pub(super) id: u32,
    pub(super) ends: [u16; 2],
    pub(super) across: Across,
}

/// A triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub(super) center: Point,
    pub(super) corners: [Corner; 3],
    /// In the order of the triangle's slots.
    pub(super) edges: [Edge; 3],
}

impl Face {
    /// The triangles of the tile across its edges, in slot order.
    pub(super) fn neighbours(&self) -> impl Iterator<Item = usize> {
        self.edges.iter().filter_map(|edge| match edge.across {
            Across::Face(face) => Some(usize::from(face)),
            Across::Nothing | Across::Elsewhere { .. } => None,
        })
    }
}

/// The walkable triangles of a tile, and those of its other triangles that are next to one of them.
pub(super) struct Tile {
    /// The walkable triangles in the order of their nodes, then the others.
    pub(super) faces: Vec<Face>,
    /// How many are walkable.
    pub(super) nodes: usize,
    /// The places of the vertices that these triangles have, each once.
    pub(super) vertices: Vec<Point>,
}

impl Tile {
    pub(super) fn of(mesh: Around<'_>, range: &Range<usize>, graph: &Graph) -> Self {
        let mut rows: Vec<u32> = graph.node_to_local.iter().map(|local| range.start as u32 + local).collect();
        let nodes = rows.len();
        let mut others: Vec<u32> = rows.iter().flat_map(|row| mesh.triangles[*row as usize].linked_triangles).collect();
        others.retain(|row| range.contains(&(*row as usize)) && !is_walkable(mesh.triangles[*row as usize].flags));
        others.sort_unstable();
        others.dedup();
        rows.extend(others);
        let mut vertices: Vec<u32> = rows.iter().flat_map(|row| mesh.triangles[*row as usize].vertices).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let faces = rows.iter().map(|row| face(mesh, range, *row, &rows[nodes..], graph, &vertices)).collect();
        let place = |vertex: &u32| {
            let vertex = mesh.vertices[*vertex as usize];
            [vertex.x, vertex.y]
        };
        Self { faces, nodes, vertices: vertices.iter().map(place).collect() }
    }
}

/// The triangle with a number. `others` are the tile's triangles behind the nodes, and `vertices` all vertices, both
/// ascending.
fn face(mesh: Around<'_>, range: &Range<usize>, row: u32, others: &[u32], graph: &Graph, vertices: &[u32]) -> Face {
    let triangle = &mesh.triangles[row as usize];
    // At most 127 walkable triangles, and 381 next to them, have fewer corners than a `u16` numbers.
    let number = |vertex: u32| vertices.partition_point(|before| *before < vertex) as u16;
    let corners = triangle.vertices.map(|vertex| {
        let place = mesh.vertices[vertex as usize];
        Corner { vertex: number(vertex), at: [place.x, place.y] }
    });
    let across = |other: u32| match other {
        NO_TRIANGLE => Across::Nothing,
        other if !range.contains(&(other as usize)) => {
            Across::Elsewhere { is_walkable: is_walkable(mesh.triangles[other as usize].flags) }
        }
        other if is_walkable(mesh.triangles[other as usize].flags) => {
            Across::Face(graph.local_to_node[other as usize - range.start].into())
        }
        // What is next to a triangle that is not walkable is never asked for, and need not be among the others.
        other => match others.binary_search(&other) {
            Ok(at) => Across::Face((graph.len() + at) as u16),
            Err(_) => Across::Elsewhere { is_walkable: false },
        },
    };
    let edges = [0, 1, 2].map(|slot| {
        let id = triangle.linked_edges[slot];
        let ends = mesh.edges[id as usize].vertices.map(number);
        Edge { id, ends, across: across(triangle.linked_triangles[slot]) }
    });
    Face { center: triangle.center, corners, edges }
}
