//! [`Cutting`]: faces while objects cut them into pieces.

use std::collections::{HashMap, HashSet};

use super::pieces::{Piece, Pieces};
use super::side_by_side::SideBySide;
use crate::geometry::{Vec2, plan};
use crate::mesh::{MeshError, NavMesh};

/// The mark of a side that is no part of a side of the face.
pub(super) const CUT: u8 = u8::MAX;

/// Pieces of faces with their neighbours. The piece that has a face's number is of that face. Further pieces follow
/// after all faces.
pub(super) struct Cutting {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) corners: Vec<[u32; 3]>,
    /// The edge across each side, `3 · piece + side`.
    pub(super) neighbours: Vec<[Option<u32>; 3]>,
    /// Whether a face can be walked on.
    walkable: Vec<bool>,
    /// Which face each further piece is of.
    further: Vec<u32>,
    /// Which side of the face each side of a piece is part of, for the pieces of faces that are cut.
    sides: HashMap<u32, [u8; 3]>,
    /// The pieces of each face beyond the first.
    more: HashMap<u32, Vec<u32>>,
    /// Pieces under objects.
    pub(super) closed: HashSet<u32>,
    /// Edges along objects.
    pub(super) objects: HashMap<u32, usize>,
}

impl Cutting {
    /// Faces of which none is cut yet.
    pub(super) fn new(faces: SideBySide) -> Self {
        let SideBySide { vertices, corners, walkable, neighbours } = faces;
        let mut cutting = Self {
            vertices,
            corners,
            neighbours,
            walkable,
            further: Vec::new(),
            sides: HashMap::new(),
            more: HashMap::new(),
            closed: HashSet::new(),
            objects: HashMap::new(),
        };
        cutting.make_mutual();
        cutting
    }

    /// The mesh of all pieces, of which those under objects are closed.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`].
    pub(super) fn finish(self) -> Result<(NavMesh, Pieces), MeshError> {
        let mut pieces = Pieces::whole(self.walkable.len() as u32);
        for &face in self.more.keys() {
            let piece = |number| Piece { number, corners: self.plan_corners(number) };
            pieces.cut.insert(face, self.pieces_of(face).map(piece).collect());
        }
        let faces: Vec<_> = self.neighbours.iter().map(|row| row.map(|edge| edge.map(|edge| edge / 3))).collect();
        let open = |piece: u32| self.walkable[self.face(piece) as usize] && !self.closed.contains(&piece);
        let open: Vec<bool> = (0..self.corners.len() as u32).map(open).collect();
        let nav = NavMesh::new(self.vertices, &self.corners, |piece| open[piece], &faces)?;
        (pieces.further, pieces.sides, pieces.objects) = (self.further, self.sides, self.objects);
        Ok((nav, pieces))
    }

    /// The face that a piece is of.
    fn face(&self, piece: u32) -> u32 {
        piece.checked_sub(self.walkable.len() as u32).map_or(piece, |at| self.further[at as usize])
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

    /// Which side of the face each side of a piece is part of.
    pub(super) fn sides_mut(&mut self, piece: u32) -> &mut [u8; 3] {
        self.sides.entry(piece).or_insert([0, 1, 2])
    }

    /// Leaves only the neighbours that cuts can keep to: two faces that can be walked on, each the other's, with the
    /// same edge seen from above. Everything else is a wall to walks and paths anyway.
    fn make_mutual(&mut self) {
        for edge in 0..3 * self.corners.len() as u32 {
            let Some(across) = self.neighbours[edge as usize / 3][edge as usize % 3] else { continue };
            let back = self.neighbours.get(across as usize / 3).and_then(|row| row[across as usize % 3]);
            let open = [edge, across].iter().all(|edge| self.walkable.get(*edge as usize / 3) == Some(&true));
            let mutual = back == Some(edge) && edge / 3 != across / 3 && open && {
                let [[a, b], [c, d]] = [edge, across].map(|edge| self.ends(edge).map(|vertex| self.plan(vertex)));
                (a == d && b == c) || (a == c && b == d)
            };
            if !mutual {
                self.neighbours[edge as usize / 3][edge as usize % 3] = None;
            }
        }
    }

    /// The ends of an edge.
    pub(super) fn ends(&self, edge: u32) -> [u32; 2] {
        let (corners, side) = (self.corners[edge as usize / 3], edge as usize % 3);
        [corners[side], corners[(side + 1) % 3]]
    }

    /// A vertex in the plan view.
    pub(super) fn plan(&self, vertex: u32) -> Vec2 {
        plan(self.vertices[vertex as usize])
    }

    /// The corners of a piece in the plan view.
    pub(super) fn plan_corners(&self, piece: u32) -> [Vec2; 3] {
        self.corners[piece as usize].map(|corner| self.plan(corner))
    }

    /// Gives an edge's neighbour and object to another edge, which now lies there.
    pub(super) fn move_edge(&mut self, from: u32, to: u32) {
        let across = self.neighbours[from as usize / 3][from as usize % 3].take();
        self.neighbours[to as usize / 3][to as usize % 3] = across;
        if let Some(across) = across {
            self.neighbours[across as usize / 3][across as usize % 3] = Some(to);
        }
        if let Some(object) = self.objects.remove(&from) {
            self.objects.insert(to, object);
        }
    }

    pub(super) fn push_vertex(&mut self, [x, y]: Vec2, height: f64) -> u32 {
        self.vertices.push([x as f32, y as f32, height as f32]);
        self.vertices.len() as u32 - 1
    }

    pub(super) fn push_piece(&mut self, of: u32, corners: [u32; 3]) -> u32 {
        let piece = self.corners.len() as u32;
        let face = self.face(of);
        self.corners.push(corners);
        self.neighbours.push([None; 3]);
        self.further.push(face);
        self.sides.insert(piece, [CUT; 3]);
        self.more.entry(face).or_default().push(piece);
        if self.closed.contains(&of) {
            self.closed.insert(piece);
        }
        piece
    }
}
