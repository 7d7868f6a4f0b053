//! [`Cutting`]: walkable faces, while they are cut along the footprints of objects.
//!
//! The pieces under objects are closed, and the cuts around them are walls. Two faces are cut at the same points of the side that they
//! share, so that their pieces stay neighbours elsewhere.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::face_cut::FaceCut;
use super::footprints::Footprints;
use super::pieces::{Behind, CUT, FacePieces, Piece, Pieces};
use super::side_by_side::SideBySide;
use crate::geometry::constrained::Constrained;
use crate::geometry::plan_triangle::middle;
use crate::geometry::triangle::is_usable;
use crate::geometry::{HalfEdge, Vec2, ends_of_side, orient2d, plan};
use crate::mesh::{MeshError, NavMesh, Triangle};

/// The faces of rooms, and the pieces that they are cut into. The first piece of a face has its number; further pieces
/// follow after all faces.
pub(super) struct Cutting {
    vertices: Vec<[f32; 3]>,
    /// The corners of each piece.
    corners: Vec<[u32; 3]>,
    /// The half-edge across each side of a piece, whether or not an object lies between.
    neighbours: Vec<[Option<HalfEdge>; 3]>,
    /// True for each face that can be walked on.
    walkable: Vec<bool>,
    /// The face of each further piece.
    further: Vec<u32>,
    /// For each piece of a cut face and each of its sides, the side of the face that contains it.
    sides: HashMap<u32, [u8; 3]>,
    /// All pieces of each face that is cut.
    cut: HashMap<u32, Vec<u32>>,
    /// The pieces under objects.
    closed: HashSet<u32>,
    /// Half-edges along objects.
    objects: HashMap<HalfEdge, usize>,
}

/// The half-edge of a piece along each part of the side of a face, by the index of the part, counted from the side's lower end.
type Parts = HashMap<(HalfEdge, usize), HalfEdge>;

impl Cutting {
    /// The faces, cut along footprints.
    pub(super) fn new(faces: SideBySide, footprints: &Footprints) -> Self {
        let SideBySide { vertices, corners, walkable, neighbours } = faces;
        let mut cutting = Self {
            vertices,
            corners,
            neighbours,
            walkable,
            further: Vec::new(),
            sides: HashMap::new(),
            cut: HashMap::new(),
            closed: HashSet::new(),
            objects: HashMap::new(),
        };
        cutting.make_mutual();
        let whole = cutting.neighbours.clone();
        let mut parts = Parts::new();
        for face in 0..whole.len() as u32 {
            let corners = cutting.corners[face as usize].map(|corner| cutting.vertices[corner as usize]);
            if cutting.walkable[face as usize] && corners.iter().all(is_usable) {
                cutting.cut(face, &corners, footprints, &mut parts);
            }
        }
        cutting.join_across_sides(&parts, &whole);
        cutting
    }

    /// The mesh of all pieces, with the pieces under objects closed.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`].
    pub(super) fn finish(self) -> Result<(NavMesh, Pieces), MeshError> {
        let mut pieces = Pieces::whole(self.walkable.len() as u32);
        for (&face, of_face) in &self.cut {
            let piece = |&number: &u32| Piece { number, corners: self.plan_corners(number) };
            pieces.cut.insert(face, FacePieces::new(of_face.iter().map(piece).collect()));
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

    /// Cuts a face along the walls that meet it, and closes the pieces that objects cover.
    fn cut(&mut self, face: u32, corners: &Triangle, footprints: &Footprints, parts: &mut Parts) {
        let cut = FaceCut::new(corners, footprints);
        let made = cut.as_ref().and_then(|cut| Constrained::new(&cut.flat, &cut.border, &cut.walls));
        if let (Some(cut), Some(made)) = (cut, made.filter(|made| !made.triangles.is_empty())) {
            self.replace(face, &cut, &made, parts);
        }
        let is_covered = |piece: &u32| {
            let corners = self.plan_corners(*piece);
            orient2d(corners[0], corners[1], corners[2]) != 0.0 && footprints.covers(middle(&corners))
        };
        let closed: Vec<u32> = self.pieces_of(face).filter(is_covered).collect();
        self.closed.extend(closed);
    }

    /// Replaces a face by its pieces.
    fn replace(&mut self, face: u32, cut: &FaceCut, made: &Constrained, parts: &mut Parts) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(made.points.iter().map(|at| cut.point_at(*at)));
        for (point, &number) in cut.points.iter().zip(&made.numbers) {
            self.vertices[(first + number) as usize] = *point;
        }
        let mut pieces = Vec::with_capacity(made.triangles.len());
        let mut known = HashMap::new();
        for &[a, b, c] in &made.triangles {
            let corners = if cut.is_turned() { [a, c, b] } else { [a, b, c] };
            let piece = if pieces.is_empty() { face } else { self.push_piece(face) };
            pieces.push(piece);
            self.corners[piece as usize] = corners.map(|corner| first + corner);
            let mut sides = [CUT; 3];
            self.neighbours[piece as usize] = [None; 3];
            for edge in HalfEdge::of_face(piece) {
                let [from, to] = ends_of_side(&corners, edge.corner());
                let ends = [from.min(to), from.max(to)];
                let on = made.sides.get(&ends).copied().unwrap_or_default();
                if let Some(line) = on.line {
                    self.objects.insert(edge, cut.objects[line]);
                }
                if let Some(part) = on.border {
                    let (side, place) = cut.parts[part];
                    sides[usize::from(edge.corner())] = side;
                    parts.insert((HalfEdge::new(face, side), place), edge);
                } else if let Some(across) = known.insert(ends, edge) {
                    self.join(edge, across);
                }
            }
            self.sides.insert(piece, sides);
        }
        self.cut.insert(face, pieces);
    }

    /// Joins the pieces along the sides of faces that were cut, given their neighbours.
    fn join_across_sides(&mut self, parts: &Parts, whole: &[[Option<HalfEdge>; 3]]) {
        let across = |side: HalfEdge| whole[side.face() as usize][usize::from(side.corner())];
        for across in parts.keys().filter_map(|(side, _)| across(*side)) {
            if !self.cut.contains_key(&across.face()) {
                *self.across_mut(across) = None;
            }
        }
        for (&(side, place), &piece) in parts {
            let Some(across) = across(side) else { continue };
            match parts.get(&(across, place)) {
                Some(&other) => self.join(piece, other),
                None if place == 0 && !self.cut.contains_key(&across.face()) => self.join(piece, across),
                None => {}
            }
        }
    }

    /// The pairs of pieces that an object separates: along it, or both under it.
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

    /// The face of a piece.
    fn face(&self, piece: u32) -> u32 {
        piece.checked_sub(self.walkable.len() as u32).map_or(piece, |at| self.further[at as usize])
    }

    /// The pieces of a face.
    fn pieces_of(&self, face: u32) -> impl Iterator<Item = u32> {
        let cut = self.cut.get(&face);
        cut.is_none().then_some(face).into_iter().chain(cut.into_iter().flatten().copied())
    }

    /// Keeps only the neighbours that cuts can preserve: two walkable faces, mutual neighbours, with the same edge seen from
    /// above. Everything else is a wall for walks and paths anyway.
    fn make_mutual(&mut self) {
        for edge in (0..self.corners.len() as u32).flat_map(HalfEdge::of_face) {
            let Some(across) = self.across(edge) else { continue };
            let back = self.neighbours.get(across.face() as usize).and_then(|row| row[usize::from(across.corner())]);
            let open = [edge, across].iter().all(|edge| self.walkable.get(edge.face() as usize) == Some(&true));
            let mutual = back == Some(edge) && edge.face() != across.face() && open && {
                let [[a, b], [c, d]] =
                    [edge, across].map(|edge| ends_of_side(&self.plan_corners(edge.face()), edge.corner()));
                (a == d && b == c) || (a == c && b == d)
            };
            if !mutual {
                *self.across_mut(edge) = None;
            }
        }
    }

    /// The half-edge opposite a given one.
    fn across(&self, edge: HalfEdge) -> Option<HalfEdge> {
        self.neighbours[edge.face() as usize][usize::from(edge.corner())]
    }

    fn across_mut(&mut self, edge: HalfEdge) -> &mut Option<HalfEdge> {
        &mut self.neighbours[edge.face() as usize][usize::from(edge.corner())]
    }

    /// Makes two half-edges neighbours of each other.
    fn join(&mut self, a: HalfEdge, b: HalfEdge) {
        *self.across_mut(a) = Some(b);
        *self.across_mut(b) = Some(a);
    }

    /// The corners of a piece in the plan view.
    fn plan_corners(&self, piece: u32) -> [Vec2; 3] {
        self.corners[piece as usize].map(|corner| plan(self.vertices[corner as usize]))
    }

    fn push_piece(&mut self, face: u32) -> u32 {
        self.corners.push([0; 3]);
        self.neighbours.push([None; 3]);
        self.further.push(face);
        self.corners.len() as u32 - 1
    }
}
