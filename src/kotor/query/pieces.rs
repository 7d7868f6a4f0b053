//! `Pieces`: the faces that one walks on, whole or in pieces.

use std::collections::{HashMap, HashSet};

use super::ground::Ground;
use crate::mesh::{MeshError, NavMesh};

/// Cuts that pass a corner no farther off, in metres, go through it.
pub(super) const SNAP: f64 = 1e-4;
/// The mark of a side that is no part of a side of the face.
pub(super) const CUT: u8 = u8::MAX;

pub(super) type Plan = [f64; 2];

/// Pieces of faces, as walks and paths see them. The piece that has a face's number is of that face; more of it follow
/// after all faces.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) corners: Vec<[u32; 3]>,
    /// The edge across each side, `3 · piece + side`.
    pub(super) neighbours: Vec<[Option<u32>; 3]>,
    /// Which face each piece is of.
    pub(super) faces: Vec<u32>,
    /// Which side of the face each side of a piece is part of.
    pub(super) sides: Vec<[u8; 3]>,
    /// The pieces of each face beyond the first.
    pub(super) more: HashMap<u32, Vec<u32>>,
    /// Pieces under objects.
    pub(super) closed: HashSet<u32>,
    /// Edges along objects.
    pub(super) objects: HashMap<u32, usize>,
}

/// What a side of a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceSide {
    /// A side of the face, or part of one.
    Face(u8),
    /// A cut, along an object.
    Object(usize),
}

impl Pieces {
    pub(super) fn whole<F>(ground: &Ground<F>) -> Self {
        Self {
            vertices: ground.vertices.clone(),
            corners: ground.faces.clone(),
            neighbours: ground.neighbours.clone(),
            faces: (0..ground.faces.len() as u32).collect(),
            sides: vec![[0, 1, 2]; ground.faces.len()],
            more: HashMap::new(),
            closed: HashSet::new(),
            objects: HashMap::new(),
        }
    }

    pub(super) fn nav_mesh(&self, walkable: &[bool]) -> Result<NavMesh, MeshError> {
        let faces: Vec<_> = self.neighbours.iter().map(|row| row.map(|edge| edge.map(|edge| edge / 3))).collect();
        let open = |piece: usize| walkable[self.faces[piece] as usize] && !self.closed.contains(&(piece as u32));
        NavMesh::new(self.vertices.clone(), &self.corners, open, &faces)
    }

    /// The face that a piece is of.
    pub(super) fn face(&self, piece: u32) -> u32 {
        self.faces[piece as usize]
    }

    /// The pieces of a face.
    pub(super) fn pieces_of(&self, face: u32) -> impl Iterator<Item = u32> {
        std::iter::once(face).chain(self.more.get(&face).into_iter().flatten().copied())
    }

    /// One of the pieces of a face, the next of which may come of a split of this one.
    pub(super) fn nth_piece(&self, face: u32, at: usize) -> Option<u32> {
        match at.checked_sub(1) {
            None => Some(face),
            Some(at) => self.more.get(&face)?.get(at).copied(),
        }
    }

    /// The piece of a face that a place lies in, or the one that it is least far off.
    pub(super) fn at(&self, face: u32, place: [f32; 2]) -> u32 {
        if !self.more.contains_key(&face) {
            return face;
        }
        let place = place.map(f64::from);
        let depth = |piece: &u32| {
            let weights = self.weights(*piece, place);
            let area: f64 = weights.iter().sum();
            weights.into_iter().map(|weight| weight * area.signum()).fold(f64::INFINITY, f64::min)
        };
        self.pieces_of(face).max_by(|a, b| depth(a).total_cmp(&depth(b))).unwrap_or(face)
    }

    pub(super) fn side(&self, piece: u32, side: u8) -> PieceSide {
        match self.objects.get(&(3 * piece + u32::from(side))) {
            Some(&object) => PieceSide::Object(object),
            None => PieceSide::Face(self.sides[piece as usize][usize::from(side % 3)]),
        }
    }

    /// Leaves only the neighbours that cuts can keep to: two faces that can be walked on, each the other's, with the
    /// same edge seen from above. Everything else is a wall to walks and paths anyway.
    pub(super) fn make_mutual(&mut self, walkable: &[bool]) {
        for edge in 0..3 * self.corners.len() as u32 {
            let Some(across) = self.neighbours[edge as usize / 3][edge as usize % 3] else { continue };
            let back = self.neighbours.get(across as usize / 3).and_then(|row| row[across as usize % 3]);
            let open = [edge, across].iter().all(|edge| walkable.get(*edge as usize / 3) == Some(&true));
            let mutual = back == Some(edge) && edge / 3 != across / 3 && open && {
                let [[a, b], [c, d]] = [edge, across].map(|edge| self.ends(edge).map(|vertex| self.plan(vertex)));
                (a == d && b == c) || (a == c && b == d)
            };
            if !mutual {
                self.neighbours[edge as usize / 3][edge as usize % 3] = None;
            }
        }
    }

    pub(super) fn ends(&self, edge: u32) -> [u32; 2] {
        let (corners, side) = (self.corners[edge as usize / 3], edge as usize % 3);
        [corners[side], corners[(side + 1) % 3]]
    }

    pub(super) fn plan(&self, vertex: u32) -> Plan {
        plan(self.vertices[vertex as usize])
    }

    /// Twice the areas of the triangles that a place makes with the sides opposite to each corner.
    pub(super) fn weights(&self, piece: u32, place: Plan) -> [f64; 3] {
        let [a, b, c] = self.corners[piece as usize].map(|corner| self.plan(corner));
        [cross(b, c, place), cross(c, a, place), cross(a, b, place)]
    }
}

pub(super) fn plan(point: [f32; 3]) -> Plan {
    [f64::from(point[0]), f64::from(point[1])]
}

pub(super) fn cross(from: Plan, to: Plan, point: Plan) -> f64 {
    (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
}

pub(super) fn distance(a: Plan, b: Plan) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

pub(super) fn between(a: Plan, b: Plan, share: f64) -> Plan {
    [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
}

/// How far along a line, from 0 to 1, the place on it is that is nearest to a point.
pub(super) fn share(a: Plan, b: Plan, point: Plan) -> f64 {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    if length > 0.0 { ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / length } else { 0.0 }
}
