//! Cuts walkable faces along the faces of objects.
//!
//! Heights do not matter. In the plan view, a face of an object is a triangle, or a line where it is vertical. The floor
//! is cut along its sides, the pieces within it are closed, and the cuts become walls. A cut splits the faces on both
//! sides of an edge at the same point, so that pieces stay neighbours everywhere else.

use std::collections::HashSet;

use super::cutting::{CUT, Cutting};
use super::pieces::weights;
use crate::geometry::plan_triangle::middle;
use crate::geometry::{HalfEdge, Vec2, distance, lerp, orient2d, plan, share_of_line, share_of_nearest};
use crate::mesh::Triangle;

/// A cut that passes a corner within this distance, in metres, goes through the corner.
const SNAP: f64 = 1e-4;

impl Cutting {
    /// Cuts one face of the floor along an object's face.
    pub(super) fn cut(&mut self, object: usize, triangle: &Triangle, face: u32) {
        let outline = outline(triangle);
        let ends: Vec<HashSet<u32>> = outline.iter().map(|&corner| self.insert(corner, face)).collect();
        for (at, &from) in outline.iter().enumerate() {
            let next = (at + 1) % outline.len();
            let mut on: HashSet<u32> = ends[at].union(&ends[next]).copied().collect();
            self.split_along([from, outline[next]], &mut on, face);
            self.wall_off(object, &on, face);
        }
        if outline.len() > 2 {
            self.close(&outline, face);
        }
    }

    /// Turns the edges of a face's pieces between these vertices, which lie on one line, into walls. What lies beyond a
    /// wall stays known.
    fn wall_off(&mut self, object: usize, on: &HashSet<u32>, face: u32) {
        for edge in self.pieces_of(face).flat_map(HalfEdge::of_face).collect::<Vec<_>>() {
            if self.ends(edge).iter().all(|end| on.contains(end)) {
                let sides = [Some(edge), self.across(edge)];
                self.objects.extend(sides.into_iter().flatten().map(|side| (side, object)));
            }
        }
    }

    /// Closes the pieces of a face within a convex polygon, counter-clockwise, along whose sides the face is cut.
    fn close(&mut self, outline: &[Vec2], face: u32) {
        let sides = || outline.iter().zip(outline.iter().cycle().skip(1));
        let is_inside = |piece: &u32| {
            let corners = self.corners[*piece as usize].map(|corner| self.plan(corner));
            sides().all(|(&from, &to)| orient2d(from, to, middle(&corners)) > 0.0)
        };
        let inside: Vec<u32> = self.pieces_of(face).filter(is_inside).collect();
        self.closed.extend(inside);
    }

    /// Inserts a point as a vertex into every piece of a face that it lies in; returns those vertices.
    fn insert(&mut self, point: Vec2, face: u32) -> HashSet<u32> {
        let mut found = HashSet::new();
        let mut at = 0;
        while let Some(piece) = self.nth_piece(face, at) {
            at += 1;
            let corners = self.corners[piece as usize];
            if let Some(&corner) = corners.iter().find(|&&corner| distance(self.plan(corner), point) <= SNAP) {
                found.insert(corner);
                continue;
            }
            let near = HalfEdge::of_face(piece).into_iter().find(|&edge| {
                let [a, b] = self.ends(edge).map(|vertex| self.plan(vertex));
                let share = share_of_line(a, b, point);
                (0.0..=1.0).contains(&share) && distance(lerp(a, b, share), point) <= SNAP
            });
            if let Some(edge) = near {
                self.split_edge(edge, point, &mut found);
                continue;
            }
            let weights = weights(self.plan_corners(piece), point);
            if weights.iter().all(|&weight| weight > 0.0) || weights.iter().all(|&weight| weight < 0.0) {
                found.insert(self.split_piece(piece, point, weights));
            }
        }
        found
    }

    /// Splits every edge of a face's pieces that a line crosses; `on` are the vertices on the line, and grows.
    fn split_along(&mut self, [from, to]: [Vec2; 2], on: &mut HashSet<u32>, face: u32) {
        let mut at = 0;
        while let Some(piece) = self.nth_piece(face, at) {
            at += 1;
            for edge in HalfEdge::of_face(piece) {
                let [a, b] = self.ends(edge);
                if on.contains(&a) || on.contains(&b) {
                    continue;
                }
                let [pa, pb] = [a, b].map(|vertex| self.plan(vertex));
                let (left, right) = (orient2d(from, to, pa), orient2d(from, to, pb));
                if (left > 0.0 && right > 0.0) || (left < 0.0 && right < 0.0) || left == right {
                    continue;
                }
                let point = lerp(pa, pb, left / (left - right));
                if !(0.0..=1.0).contains(&share_of_line(from, to, point)) {
                    continue;
                }
                // A piece that a split makes is visited later, or has its new vertex on the line.
                if distance(point, pa) <= SNAP {
                    on.insert(a);
                } else if distance(point, pb) <= SNAP {
                    on.insert(b);
                } else {
                    self.split_edge(edge, point, on);
                }
            }
        }
    }

    /// Splits an edge and the one across it at a point; adds the new vertices and pieces.
    fn split_edge(&mut self, edge: HalfEdge, point: Vec2, new: &mut HashSet<u32>) {
        let across = self.across(edge);
        let runs = |cutting: &Self, edge: HalfEdge| cutting.ends(edge).map(|vertex| cutting.plan(vertex));
        let opposite = across.is_some_and(|across| runs(self, edge)[0] == runs(self, across)[1]);
        let half = self.halve(edge, point, new);
        if let Some(across) = across {
            let other = self.halve(across, point, new);
            let pairs = if opposite { [(edge, other), (half, across)] } else { [(edge, across), (half, other)] };
            for (a, b) in pairs {
                self.join(a, b);
            }
        }
    }

    /// Splits one piece from a point on an edge to the opposite corner; returns the other half of the edge.
    fn halve(&mut self, edge: HalfEdge, point: Vec2, new: &mut HashSet<u32>) -> HalfEdge {
        let piece = edge.face();
        let [side, next] = [edge, edge.next()].map(|edge| usize::from(edge.corner()));
        let [a, b] = self.ends(edge).map(|vertex| self.vertices[vertex as usize]);
        let share = share_of_nearest(plan(a), plan(b), point);
        let height = f64::from(a[2]) + share * (f64::from(b[2]) - f64::from(a[2]));
        let vertex = self.push_vertex(point, height);
        new.insert(vertex);

        let mut corners = self.corners[piece as usize];
        corners[side] = vertex;
        let added = self.push_piece(piece, corners);
        self.corners[piece as usize][next] = vertex;
        let sides = *self.sides_mut(piece);
        self.sides_mut(added)[side] = sides[side];
        self.sides_mut(added)[next] = sides[next];
        self.sides_mut(piece)[next] = CUT;
        let half = HalfEdge::new(added, edge.corner());
        self.move_edge(edge.next(), half.next());
        self.join(edge.next(), half.prev());
        *self.across_mut(edge) = None;
        if let Some(&object) = self.objects.get(&edge) {
            self.objects.insert(half, object);
        }
        half
    }

    /// Splits a piece into three around a point in it.
    fn split_piece(&mut self, piece: u32, point: Vec2, weights: [f64; 3]) -> u32 {
        let [a, b, c] = self.corners[piece as usize];
        let heights = [a, b, c].map(|corner| f64::from(self.vertices[corner as usize][2]));
        let height = (0..3).map(|at| weights[at] * heights[at]).sum::<f64>() / weights.iter().sum::<f64>();
        let vertex = self.push_vertex(point, height);
        let [_, s1, s2] = *self.sides_mut(piece);
        let second = self.push_piece(piece, [b, c, vertex]);
        let third = self.push_piece(piece, [c, a, vertex]);
        self.corners[piece as usize] = [a, b, vertex];
        self.sides_mut(piece)[1..].fill(CUT);
        self.sides_mut(second)[0] = s1;
        self.sides_mut(third)[0] = s2;
        let [first, second, third] = [piece, second, third].map(HalfEdge::of_face);
        self.move_edge(first[1], second[0]);
        self.move_edge(first[2], third[0]);
        for (one, other) in [(first[1], second[2]), (second[1], third[2]), (third[1], first[2])] {
            self.join(one, other);
        }
        vertex
    }
}

/// The outline of an object's face in the plan view: its corners, counter-clockwise; a line where the face is vertical;
/// or nothing.
fn outline(triangle: &Triangle) -> Vec<Vec2> {
    let [a, b, c] = triangle.map(plan);
    let area = orient2d(a, b, c);
    let sides = [[a, b], [b, c], [c, a]].map(|[from, to]| (distance(from, to), [from, to]));
    let (length, longest) =
        sides.into_iter().fold((0.0, [a, a]), |most, side| if side.0 > most.0 { side } else { most });
    match area {
        _ if !area.is_finite() || length <= SNAP => Vec::new(),
        _ if area.abs() <= SNAP * length => longest.to_vec(),
        _ if area < 0.0 => vec![c, b, a],
        _ => vec![a, b, c],
    }
}
