//! The triangles of a tile that lines of sight depend on.

use std::num::NonZeroU16;
use std::ops::Range;

use crate::formats::aswm::NO_TRIANGLE;
use crate::nwn2::bake::graph::Graph;
use crate::nwn2::floor::is_walkable;

use super::{Around, bits};

/// Number of triangles that are processed side by side.
pub(super) const LANES: usize = 8;

/// A set of a tile's vertices, or of its barriers.
pub(super) type Set = u128;

/// A position, seen from above.
pub(super) type Point = [f32; 2];

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    /// The index of its vertex in [`Tile::vertices`].
    pub(super) vertex: u16,
    pub(super) at: Point,
}

/// The neighbour across an edge of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Across {
    Nothing,
    /// A triangle of another tile.
    Elsewhere {
        is_walkable: bool,
    },
    /// A triangle of this tile, by its index in [`Tile::faces`].
    SightFace(u16),
}

/// An edge of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Its index in the walkmesh. Where more than two triangles use a pair of vertices, several edges have the same ends.
    pub(super) id: u32,
    /// Ascending.
    pub(super) ends: [u16; 2],
    pub(super) across: Across,
}

/// A triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct SightFace {
    pub(super) center: Point,
    pub(super) corners: [Corner; 3],
    /// In the order of the triangle's slots.
    pub(super) edges: [Edge; 3],
}

impl Edge {
    /// Returns whether the edge cannot be walked across.
    pub(super) fn is_wall(&self, nodes: usize) -> bool {
        match self.across {
            Across::Nothing => true,
            Across::Elsewhere { is_walkable } => !is_walkable,
            Across::SightFace(face) => usize::from(face) >= nodes,
        }
    }
}

impl SightFace {
    /// The edge between two corners, in either order.
    pub(super) fn edge(&self, a: u16, b: u16) -> Option<&Edge> {
        self.edges.iter().find(|edge| edge.ends == [a.min(b), a.max(b)])
    }

    /// The triangles of the tile across its edges, in slot order.
    pub(super) fn across(&self) -> impl Iterator<Item = usize> {
        self.edges.iter().filter_map(|edge| match edge.across {
            Across::SightFace(face) => Some(usize::from(face)),
            Across::Nothing | Across::Elsewhere { .. } => None,
        })
    }
}

/// The walkable triangles of a tile, and the other triangles next to them.
pub(super) struct Tile {
    /// The walkable triangles in the order of their nodes, then the others.
    pub(super) faces: Vec<SightFace>,
    /// Number of walkable triangles.
    pub(super) nodes: usize,
    /// The positions of the vertices that these triangles use, each once.
    pub(super) vertices: Vec<Point>,
    /// For each node, a bit per walkable neighbour.
    pub(super) neighbours: Vec<Nodes>,
}

/// A set of nodes, a bit for each. A tile has at most 127.
pub(super) type Nodes = u128;

impl Tile {
    pub(super) fn new(mesh: Around<'_>, range: &Range<usize>, graph: &Graph, numbers: &mut Numbers) -> Self {
        let mut rows: Vec<u32> = graph.node_to_local.iter().map(|local| range.start as u32 + local).collect();
        let nodes = rows.len();
        let mut others: Vec<u32> = Vec::new();
        for next in rows.iter().flat_map(|row| &mesh.triangles[*row as usize].linked_triangles) {
            if range.contains(&(*next as usize)) && !is_walkable(mesh.triangles[*next as usize].flags) {
                others.push(*next);
            }
        }
        others.sort_unstable();
        others.dedup();
        rows.extend(others);
        let tile = InTile { mesh, range, graph, others: &rows[nodes..] };
        numbers.clear(mesh.vertices.len());
        let faces: Vec<_> = rows.iter().map(|row| tile.face(*row, numbers)).collect();
        let place = |vertex: &u32| {
            let vertex = mesh.vertices[*vertex as usize];
            [vertex.x, vertex.y]
        };
        let neighbours = |face: &SightFace| {
            let walkable = face.across().filter(|other| *other < nodes);
            walkable.fold(0, |set: Nodes, other| set | 1 << other)
        };
        let neighbours = faces[..nodes].iter().map(neighbours).collect();
        Self { faces, nodes, vertices: numbers.vertices.iter().map(place).collect(), neighbours }
    }

    /// The walkable neighbours of a node's walkable neighbours; mostly the node itself is among them.
    pub(super) fn second_neighbours(&self, node: usize) -> Nodes {
        bits(self.neighbours[node]).fold(0, |set, next| set | self.neighbours[next])
    }
}

/// The vertices of a tile, numbered in the order of their first use.
#[derive(Default)]
pub(super) struct Numbers {
    vertices: Vec<u32>,
    /// For each vertex of the mesh, its number, if it has one.
    numbers: Vec<Option<NonZeroU16>>,
}

impl Numbers {
    fn clear(&mut self, vertices: usize) {
        for vertex in self.vertices.drain(..) {
            self.numbers[vertex as usize] = None;
        }
        self.numbers.resize(vertices, None);
    }

    /// At most 127 walkable triangles, and 381 next to them, have fewer corners than a `u16` can number.
    fn number(&mut self, vertex: u32) -> u16 {
        let Self { vertices, numbers } = self;
        let number = numbers[vertex as usize].get_or_insert_with(|| {
            vertices.push(vertex);
            NonZeroU16::MIN.saturating_add(vertices.len() as u16 - 1)
        });
        number.get() - 1
    }
}

/// The data from which the triangles of a tile are made.
struct InTile<'a> {
    mesh: Around<'a>,
    range: &'a Range<usize>,
    graph: &'a Graph,
    /// The tile's triangles for the nodes, ascending.
    others: &'a [u32],
}

impl InTile<'_> {
    /// The triangle with a number.
    fn face(&self, row: u32, numbers: &mut Numbers) -> SightFace {
        let triangle = &self.mesh.triangles[row as usize];
        let mut corner = |slot: usize| {
            let vertex = triangle.vertices[slot];
            let place = self.mesh.vertices[vertex as usize];
            Corner { vertex: numbers.number(vertex), at: [place.x, place.y] }
        };
        let corners = [corner(0), corner(1), corner(2)];
        // The slots of a triangle are in the order of the pairs of vertices that its edges join.
        let mut order = [0, 1, 2];
        order.sort_unstable_by_key(|corner| triangle.vertices[*corner]);
        let [low, middle, high] = order.map(|corner| corners[corner].vertex);
        let edge = |slot: usize, a: u16, b: u16| {
            let across = self.across(triangle.linked_triangles[slot]);
            Edge { id: triangle.linked_edges[slot], ends: [a.min(b), a.max(b)], across }
        };
        SightFace {
            center: triangle.center,
            corners,
            edges: [edge(0, low, middle), edge(1, low, high), edge(2, middle, high)],
        }
    }

    fn across(&self, other: u32) -> Across {
        if other == NO_TRIANGLE {
            return Across::Nothing;
        }
        let is_walkable = is_walkable(self.mesh.triangles[other as usize].flags);
        if !self.range.contains(&(other as usize)) {
            return Across::Elsewhere { is_walkable };
        }
        if is_walkable {
            return Across::SightFace(self.graph.local_to_node[other as usize - self.range.start].into());
        }
        // The neighbours of an unwalkable triangle are never queried, and need not be among the others.
        match self.others.binary_search(&other) {
            Ok(at) => Across::SightFace((self.graph.len() + at) as u16),
            Err(_) => Across::Elsewhere { is_walkable: false },
        }
    }
}
