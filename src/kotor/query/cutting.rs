//! [`Cutting`]: faces while objects cut them into pieces.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::pieces::{Behind, Piece, Pieces};
use super::side_by_side::SideBySide;
use crate::geometry::{HalfEdge, Vec2, plan};
use crate::mesh::{MeshError, NavMesh};

/// The mark of a side that is not part of a side of the face.
pub(super) const CUT: u8 = u8::MAX;

/// Pieces of faces with their neighbours. The piece that has a face's number is of that face. Further pieces follow
/// after all faces.
pub(super) struct Cutting {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) corners: Vec<[u32; 3]>,
    /// The half-edge across each side, also where an object stands between the two.
    neighbours: Vec<[Option<HalfEdge>; 3]>,
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
    /// Half-edges along objects.
    pub(super) objects: HashMap<HalfEdge, usize>,
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
        pieces.behind = self.behind();
        let joined = |edge: HalfEdge| self.across(edge).filter(|_| !self.objects.contains_key(&edge));
        let row = |piece| HalfEdge::of_face(piece).map(|edge| joined(edge).map(HalfEdge::face));
        let faces: Vec<_> = (0..self.corners.len() as u32).map(row).collect();
        let open = |piece: u32| self.walkable[self.face(piece) as usize] && !self.closed.contains(&piece);
        let open: Vec<bool> = (0..self.corners.len() as u32).map(open).collect();
        let nav = NavMesh::new(self.vertices, &self.corners, |piece| open[piece], &faces)?;
        (pieces.further, pieces.sides, pieces.objects) = (self.further, self.sides, self.objects);
        Ok((nav, pieces))
    }

    /// The pairs of pieces between which nobody can walk because of an object: along it, or both under it.
    fn behind(&self) -> Vec<Behind> {
        let mut behind = Vec::new();
        for piece in
            self.objects.keys().map(|edge| edge.face()).chain(self.closed.iter().copied()).collect::<BTreeSet<_>>()
        {
            for edge in HalfEdge::of_face(piece) {
                let Some(across) = self.across(edge) else { continue };
                let object = self.objects.get(&edge).copied();
                let is_under = [piece, across.face()].iter().all(|piece| self.closed.contains(piece));
                if object.is_some() || is_under {
                    behind.push(Behind { pieces: [piece, across.face()], object });
                }
            }
        }
        behind
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
        for edge in (0..self.corners.len() as u32).flat_map(HalfEdge::of_face) {
            let Some(across) = self.across(edge) else { continue };
            let back = self.neighbours.get(across.face() as usize).and_then(|row| row[usize::from(across.corner())]);
            let open = [edge, across].iter().all(|edge| self.walkable.get(edge.face() as usize) == Some(&true));
            let mutual = back == Some(edge) && edge.face() != across.face() && open && {
                let [[a, b], [c, d]] = [edge, across].map(|edge| self.ends(edge).map(|vertex| self.plan(vertex)));
                (a == d && b == c) || (a == c && b == d)
            };
            if !mutual {
                *self.across_mut(edge) = None;
            }
        }
    }

    /// The half-edge across another one.
    pub(super) fn across(&self, edge: HalfEdge) -> Option<HalfEdge> {
        self.neighbours[edge.face() as usize][usize::from(edge.corner())]
    }

    pub(super) fn across_mut(&mut self, edge: HalfEdge) -> &mut Option<HalfEdge> {
        &mut self.neighbours[edge.face() as usize][usize::from(edge.corner())]
    }

    /// Makes two half-edges neighbours of each other.
    pub(super) fn join(&mut self, a: HalfEdge, b: HalfEdge) {
        *self.across_mut(a) = Some(b);
        *self.across_mut(b) = Some(a);
    }

    /// The ends of a half-edge.
    pub(super) fn ends(&self, edge: HalfEdge) -> [u32; 2] {
        let corners = self.corners[edge.face() as usize];
        [edge, edge.next()].map(|edge| corners[usize::from(edge.corner())])
    }

    /// A vertex in the plan view.
    pub(super) fn plan(&self, vertex: u32) -> Vec2 {
        plan(self.vertices[vertex as usize])
    }

    /// The corners of a piece in the plan view.
    pub(super) fn plan_corners(&self, piece: u32) -> [Vec2; 3] {
        self.corners[piece as usize].map(|corner| self.plan(corner))
    }

    /// Gives the neighbour and the object of a half-edge to another one, which now lies there.
    pub(super) fn move_edge(&mut self, from: HalfEdge, to: HalfEdge) {
        let across = self.across_mut(from).take();
        *self.across_mut(to) = across;
        if let Some(across) = across {
            *self.across_mut(across) = Some(to);
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
