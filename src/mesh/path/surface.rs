//! The walkable surface as triangles that can be cut anew, with what a path needs to know of each vertex.

use std::f64::consts::{PI, TAU};

use crate::geometry::{Vec2, cross, dot, plan, sub};
use crate::mesh::topology::{Face, Ground, Topology};

/// No triangle edge lies across.
pub const WALL: u32 = u32::MAX;
/// Angles that differ by less are taken for equal where that costs only a few vertices too many.
const ANGLE: f64 = 1e-9;

/// Triangles over the walkable faces. An edge is named by `3 * triangle + k`, and runs from corner `k` to the next.
#[derive(Debug)]
pub struct Surface {
    /// Vertices of each triangle, counterclockwise. Dead triangles are not live.
    pub corners: Vec<[u32; 3]>,
    pub live: Vec<bool>,
    /// The edge across each edge, or [`WALL`].
    pub twin: Vec<u32>,
    /// The mesh's edge (`3 * face + k`) where it must stay, since the surface folds there or one of its sides has no
    /// area, or else [`WALL`].
    pub hard: Vec<u32>,
    pub vertices: Vec<Vertex>,
    /// An edge that begins at each vertex.
    pub edge_at: Vec<u32>,
}

/// A vertex of the surface: the corners of faces that are joined around one point. Where faces touch at a vertex
/// without being joined, several of these lie in one place.
#[derive(Clone, Copy, Debug)]
pub struct Vertex {
    pub at: Vec2,
    /// The mesh's vertex, of the lowest of the faces.
    pub original: u32,
    /// The lowest of the faces.
    pub face: u32,
    /// What the faces' angles add up to.
    pub angle: f64,
    /// Whether a wall begins and ends here.
    pub walled: bool,
    /// Whether it must stay, since an edge that must stay ends here.
    pub hard: bool,
    /// Whether a face without area has a corner here. A path may bend here then, whatever the angles say.
    pub steep: bool,
}

impl Vertex {
    /// Whether a shortest path can bend here: only around more than half a turn of ground, or where the surface has
    /// more ground around a point than the plane.
    pub fn bends(&self) -> bool {
        self.steep || self.angle > if self.walled { PI - ANGLE } else { TAU + ANGLE }
    }
}

impl Surface {
    pub fn of(topology: &Topology) -> Self {
        let faces = topology.faces();
        let mut surface = Self {
            corners: vec![[0; 3]; faces.len()],
            live: faces.iter().map(|face| face.ground != Ground::Closed).collect(),
            twin: vec![WALL; 3 * faces.len()],
            hard: vec![WALL; 3 * faces.len()],
            vertices: Vec::new(),
            edge_at: Vec::new(),
        };
        let around = Around::of(faces);
        let mut vertex_of = vec![WALL; 3 * faces.len()];
        for (index, face) in faces.iter().enumerate().filter(|(_, face)| face.ground != Ground::Closed) {
            let places = topology.plan_corners(face);
            for (link, edge) in face.links.iter().zip(3 * index..) {
                if let Some(across) = link.get() {
                    surface.twin[edge] = 3 * across.face + u32::from(across.edge);
                    let vertical = |face: &Face| face.ground == Ground::Vertical;
                    if across.fold || vertical(face) || vertical(&faces[across.face as usize]) {
                        surface.hard[edge] = edge as u32;
                    }
                }
            }
            for corner in 0..3 {
                let edge = 3 * index + corner;
                let root = around.root(edge as u32) as usize;
                if vertex_of[root] == WALL {
                    vertex_of[root] = surface.vertices.len() as u32;
                    surface.edge_at.push(edge as u32);
                    surface.vertices.push(Vertex::new(topology, index as u32, face.corners[corner]));
                }
                surface.corners[index][corner] = vertex_of[root];
                surface.meet(edge, corner, &places);
                surface.vertices[surface.corners[index][corner] as usize].steep |= face.ground == Ground::Vertical;
            }
        }
        surface
    }

    /// Adds what one corner of a triangle says of its vertex.
    fn meet(&mut self, edge: usize, corner: usize, places: &[Vec2; 3]) {
        let before = edge - corner + (corner + 2) % 3;
        let here = places[corner];
        let (next, previous) = (sub(places[(corner + 1) % 3], here), sub(places[(corner + 2) % 3], here));
        let vertex = &mut self.vertices[self.corners[edge / 3][corner] as usize];
        vertex.angle += cross(next, previous).abs().atan2(dot(next, previous));
        vertex.walled |= self.twin[edge] == WALL || self.twin[before] == WALL;
        vertex.hard |= self.hard[edge] != WALL || self.hard[before] != WALL;
    }

    /// The next edge around the triangle.
    pub fn next(edge: u32) -> u32 {
        if edge % 3 == 2 { edge - 2 } else { edge + 1 }
    }

    /// The edge before around the triangle.
    pub fn previous(edge: u32) -> u32 {
        if edge.is_multiple_of(3) { edge + 2 } else { edge - 1 }
    }

    /// The vertex where an edge begins.
    pub fn start(&self, edge: u32) -> u32 {
        self.corners[(edge / 3) as usize][(edge % 3) as usize]
    }

    /// The vertex where an edge ends.
    pub fn end(&self, edge: u32) -> u32 {
        self.start(Self::next(edge))
    }

    /// Where a vertex lies.
    pub fn at(&self, vertex: u32) -> Vec2 {
        self.vertices[vertex as usize].at
    }

    /// Where the corners of a triangle lie.
    pub fn places(&self, triangle: u32) -> [Vec2; 3] {
        self.corners[triangle as usize].map(|vertex| self.at(vertex))
    }
}

impl Vertex {
    fn new(topology: &Topology, face: u32, original: u32) -> Self {
        let at = plan(topology.vertex(original));
        Self { at, original, face, angle: 0.0, walled: false, hard: false, steep: false }
    }
}

/// Which corners of faces are joined around one point: sets, each with a tree of parents.
struct Around(Vec<u32>);

impl Around {
    fn of(faces: &[Face]) -> Self {
        let mut around = Self((0..3 * faces.len() as u32).collect());
        for (face, links) in faces.iter().map(|face| face.links).enumerate() {
            for (edge, link) in links.into_iter().enumerate() {
                let Some(across) = link.get() else { continue };
                let here = [edge, (edge + 1) % 3].map(|corner| 3 * face as u32 + corner as u32);
                let there = [across.edge, (across.edge + 1) % 3].map(|corner| 3 * across.face + u32::from(corner));
                for end in 0..2 {
                    around.join(here[end], there[if across.fold { end } else { 1 - end }]);
                }
            }
        }
        around
    }

    fn root(&self, mut corner: u32) -> u32 {
        while self.0[corner as usize] != corner {
            corner = self.0[corner as usize];
        }
        corner
    }

    /// The lower corner becomes the parent, and the way there is halved, so that the trees stay shallow.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.shorten(a), self.shorten(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    fn shorten(&mut self, mut corner: u32) -> u32 {
        while self.0[corner as usize] != corner {
            let parent = self.0[corner as usize];
            self.0[corner as usize] = self.0[parent as usize];
            corner = parent;
        }
        corner
    }
}
