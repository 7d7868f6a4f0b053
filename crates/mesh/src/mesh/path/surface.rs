//! [`Surface`]: the walkable faces as triangles that can be replaced, with the properties of each vertex that paths
//! depend on.

mod collapse;

use std::f64::consts::{PI, TAU};

use crate::geometry::{HalfEdge, Vec2, cross, dot, orient2d, plan, sub};
use crate::mesh::topology::links::Across;
use crate::mesh::topology::{Face, Ground, Topology};

use collapse::collapse;

/// The null value: no triangle, polygon or seed.
pub const NONE: u32 = u32::MAX;
/// Angles that differ by less are equal. An error here only keeps a few vertices too many.
const ANGLE: f64 = 1e-9;

/// Triangles over the walkable faces.
#[derive(Debug)]
pub struct Surface {
    /// The vertices of each triangle, counter-clockwise. Removed triangles are not `live`.
    pub corners: Vec<[u32; 3]>,
    pub live: Vec<bool>,
    /// For each triangle, true if it is vertical.
    pub vertical: Vec<bool>,
    /// The twin of each half-edge, or [`HalfEdge::NONE`] at a wall.
    pub twin: Vec<HalfEdge>,
    /// The mesh's half-edge if the edge must stay, because the surface folds there or a face beside it is vertical;
    /// [`HalfEdge::NONE`] otherwise.
    pub hard: Vec<HalfEdge>,
    pub vertices: Vec<Vertex>,
    /// An edge that begins at each vertex.
    pub edge_at: Vec<HalfEdge>,
    /// The faces whose triangles were [collapsed](collapse), each with the face that contains its place. They are
    /// in the order of the collapsed faces.
    pub hosts: Vec<(u32, u32)>,
}

/// A vertex of the surface: the corners of faces that are joined around one point. Faces that touch at a vertex without
/// being joined have different vertices at the same point.
#[derive(Clone, Copy, Debug)]
pub struct Vertex {
    pub at: Vec2,
    /// The mesh's vertex in the lowest of the faces.
    pub original: u32,
    /// The lowest of the faces.
    pub face: u32,
    /// The sum of the angles of the faces, in radians.
    pub angle: f64,
    /// True if a wall begins and ends here.
    pub walled: bool,
    /// True if the vertex must stay, because an edge that must stay ends here.
    pub hard: bool,
    /// True if a vertical face has a corner here. Then a path may bend here regardless of the angles.
    pub steep: bool,
    /// True if the surface folds here along a straight line and nowhere else, so that the ground is exactly a full turn.
    pub creased: bool,
}

impl Vertex {
    /// Returns whether a shortest path can bend here. It can where the ground beside a wall exceeds half a turn, and
    /// where the ground around a point exceeds a full turn. Without a fold, the ground around a point is a whole number
    /// of turns, and so it is within a straight fold. With other folds, it may exceed a full turn by so little that rounding hides it, and
    /// a path has to bend to reach the ground between.
    pub fn bends(&self) -> bool {
        let least = match (self.walled, self.hard && !self.creased) {
            (true, _) => PI - ANGLE,
            (false, true) => TAU - ANGLE,
            (false, false) => TAU + ANGLE,
        };
        self.steep || self.angle > least
    }
}

impl Surface {
    pub fn new(topology: &Topology) -> Self {
        let mut surface = Self::uncollapsed(topology);
        surface.hosts = collapse(&mut surface);
        for triangle in 0..surface.live.len() as u32 {
            if !surface.live[triangle as usize] {
                continue;
            }
            let places = surface.places(triangle);
            for edge in HalfEdge::of_face(triangle) {
                if !surface.must_stay(edge) {
                    surface.hard[edge.index()] = HalfEdge::NONE;
                }
            }
            for edge in HalfEdge::of_face(triangle) {
                surface.meet(edge, &places);
            }
        }
        surface.find_creased();
        surface
    }

    /// The walkable faces as they are. All edges are `hard`, and the vertices do not yet have their surroundings.
    fn uncollapsed(topology: &Topology) -> Self {
        let faces = topology.faces();
        let edges = (0..3 * faces.len() as u32).map(HalfEdge::from_id);
        let mut surface = Self {
            corners: vec![[0; 3]; faces.len()],
            live: faces.iter().map(|face| face.ground != Ground::Closed).collect(),
            vertical: faces.iter().map(|face| face.ground == Ground::Vertical).collect(),
            twin: edges.clone().map(|edge| topology.across(edge).map_or(HalfEdge::NONE, Across::half_edge)).collect(),
            hard: edges.collect(),
            vertices: Vec::new(),
            edge_at: Vec::new(),
            hosts: Vec::new(),
        };
        let around = Around::new(faces);
        let mut vertex_of = vec![NONE; 3 * faces.len()];
        for (index, face) in faces.iter().enumerate().filter(|(_, face)| face.ground != Ground::Closed) {
            for (corner, edge) in HalfEdge::of_face(index as u32).into_iter().enumerate() {
                let root = around.root(edge.id()) as usize;
                if vertex_of[root] == NONE {
                    vertex_of[root] = surface.vertices.len() as u32;
                    surface.edge_at.push(edge);
                    surface.vertices.push(Vertex::new(topology, index as u32, face.corners[corner]));
                }
                surface.corners[index][corner] = vertex_of[root];
            }
        }
        surface
    }

    /// Returns whether an edge must not be removed: the surface folds there, or a triangle beside it is vertical.
    fn must_stay(&self, edge: HalfEdge) -> bool {
        let twin = self.twin[edge.index()];
        let is_vertical = |edge: HalfEdge| self.vertical[edge.face() as usize];
        twin != HalfEdge::NONE && (is_vertical(edge) || is_vertical(twin) || self.is_fold(edge))
    }

    /// Returns whether the surface folds at an edge: both triangles lie on the same side of it.
    pub fn is_fold(&self, edge: HalfEdge) -> bool {
        let twin = self.twin[edge.index()];
        let ends = [self.start(edge), self.end(edge)];
        twin != HalfEdge::NONE && self.start(twin) == ends[0] && self.at(ends[0]) != self.at(ends[1])
    }

    /// Adds the angle and the edges of one corner of a triangle to its vertex.
    fn meet(&mut self, edge: HalfEdge, places: &[Vec2; 3]) {
        let start = self.start(edge);
        let [here, next, previous] = [edge, edge.next(), edge.prev()].map(|side| places[usize::from(side.corner())]);
        let (next, previous) = (sub(next, here), sub(previous, here));
        let vertical = self.vertical[edge.face() as usize];
        let (edge, before) = (edge.index(), edge.prev().index());
        let vertex = &mut self.vertices[start as usize];
        vertex.angle += cross(next, previous).abs().atan2(dot(next, previous));
        vertex.walled |= self.twin[edge] == HalfEdge::NONE || self.twin[before] == HalfEdge::NONE;
        vertex.hard |= self.hard[edge] != HalfEdge::NONE || self.hard[before] != HalfEdge::NONE;
        vertex.steep |= vertical;
    }

    /// Finds the vertices that lie within straight folds.
    fn find_creased(&mut self) {
        let edges = (0..self.hard.len() as u32).map(HalfEdge::from_id);
        // Both halves of a fold begin and end at the same vertices.
        let folds = edges.filter(|&edge| {
            self.live[edge.face() as usize] && edge.id() < self.twin[edge.index()].id() && self.is_fold(edge)
        });
        let ends = |edge| [self.start(edge), self.end(edge)];
        let mut ways: Vec<[u32; 2]> = folds.map(ends).flat_map(|[a, b]| [[a, b], [b, a]]).collect();
        ways.sort_unstable();
        for ways in ways.chunk_by(|a, b| a[0] == b[0]) {
            let &[[here, a], [_, b]] = ways else { continue };
            let [at, a, b] = [here, a, b].map(|vertex| self.at(vertex));
            self.vertices[here as usize].creased = orient2d(a, at, b) == 0.0 && dot(sub(a, at), sub(b, at)) < 0.0;
        }
    }

    /// The vertex at which an edge begins.
    pub fn start(&self, edge: HalfEdge) -> u32 {
        self.corners[edge.face() as usize][usize::from(edge.corner())]
    }

    /// The vertex where an edge ends.
    pub fn end(&self, edge: HalfEdge) -> u32 {
        self.start(edge.next())
    }

    /// The position of a vertex in the plan view.
    pub fn at(&self, vertex: u32) -> Vec2 {
        self.vertices[vertex as usize].at
    }

    /// The corners of a triangle in the plan view.
    pub fn places(&self, triangle: u32) -> [Vec2; 3] {
        self.corners[triangle as usize].map(|vertex| self.at(vertex))
    }
}

impl Vertex {
    fn new(topology: &Topology, face: u32, original: u32) -> Self {
        let at = plan(topology.vertex(original));
        Self { at, original, face, angle: 0.0, walled: false, hard: false, steep: false, creased: false }
    }
}

/// The sets of face corners that are joined around one point (union-find).
struct Around(Vec<u32>);

impl Around {
    fn new(faces: &[Face]) -> Self {
        let mut around = Self((0..3 * faces.len() as u32).collect());
        for (face, links) in faces.iter().map(|face| face.links).enumerate() {
            for (edge, link) in HalfEdge::of_face(face as u32).into_iter().zip(links) {
                let Some(across) = link.get() else { continue };
                let here = [edge, edge.next()].map(HalfEdge::id);
                let there = [across.half_edge(), across.half_edge().next()].map(HalfEdge::id);
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

    /// Unites two sets. The lower root becomes the parent; path halving keeps the trees shallow.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::neighbours_by_shared_vertices;

    /// The vertex at the origin.
    fn origin(vertices: Vec<[f32; 3]>, faces: &[[u32; 3]]) -> Vertex {
        let neighbours = neighbours_by_shared_vertices(faces, |_| true);
        let surface = Surface::new(&Topology::new(vertices, faces, |_| true, &neighbours).unwrap());
        surface.vertices.into_iter().find(|vertex| vertex.at == [0.0; 2]).unwrap()
    }

    /// Returns whether a path can bend at the origin, where two sheets are joined along the lines to two other points.
    fn bends_between([ax, ay]: [f32; 2], [bx, by]: [f32; 2]) -> bool {
        let vertices = vec![[0.; 3], [ax, ay, 0.], [bx, by, 0.], [1e7, -1e7, 0.], [1e7, -1e7, 9.]];
        let origin = origin(vertices, &[[0, 1, 3], [0, 3, 2], [0, 1, 4], [0, 4, 2]]);
        assert!(origin.hard && !origin.walled && (origin.angle - TAU).abs() < ANGLE, "{origin:?}");
        origin.bends()
    }

    #[test]
    fn no_path_bends_within_a_straight_fold_and_one_may_where_rounding_hides_that_a_fold_is_not_straight() {
        assert!(!bends_between([-16_777_214., -16_777_213.], [16_777_214., 16_777_213.]));
        assert!(!bends_between([-3., -1.], [6., 2.]));
        assert!(bends_between([-16_777_215., -16_777_214.], [16_777_214., 16_777_213.]));
        assert!(bends_between([-16_777_214., -16_777_213.], [16_777_215., 16_777_214.]));
    }

    #[test]
    fn a_path_may_bend_where_rounding_hides_that_a_wall_is_not_straight() {
        let vertices = vec![[0.; 3], [-16_777_214., -16_777_213., 0.], [1e7, -1e7, 0.], [16_777_215., 16_777_214., 0.]];
        let origin = origin(vertices, &[[0, 1, 2], [0, 2, 3]]);
        assert!(origin.walled && (origin.angle - PI).abs() < ANGLE, "{origin:?}");
        assert!(origin.bends());
    }
}
