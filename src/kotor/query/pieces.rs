//! [`Pieces`]: an index of the pieces of faces, after objects have cut the faces.

use std::ops::ControlFlow;

use std::collections::HashMap;

use crate::geometry::{BoxTree, HalfEdge, Vec2, orient2d};
use crate::mesh::{self, WalkEnd};

use super::footprints::bounds;

/// The pieces of the faces, for walks and paths. The first piece of a face has the face's number. Further pieces
/// follow after all faces.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// Number of faces.
    whole: u32,
    /// The face of each further piece.
    pub(super) further: Vec<u32>,
    pub(super) cut: HashMap<u32, FacePieces>,
    /// For each piece of a cut face and each of its sides, the side of the face that contains it.
    pub(super) sides: HashMap<u32, [u8; 3]>,
    /// Half-edges along objects.
    pub(super) objects: HashMap<HalfEdge, usize>,
    /// The pieces that objects separate.
    pub(super) behind: Vec<Behind>,
}

/// The mark of a side that is not part of a side of the face.
pub(super) const CUT: u8 = 3;

/// The pieces of a face that is cut.
#[derive(Clone, Debug)]
pub(super) struct FacePieces {
    pieces: Vec<Piece>,
    tree: BoxTree,
}

/// Two adjacent pieces between which an object blocks creatures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Behind {
    pub(super) pieces: [u32; 2],
    /// The object between them; `None` where both pieces are under objects without a wall between them.
    pub(super) object: Option<usize>,
}

/// A piece of a face that is cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) number: u32,
    /// Its corners in the plan view.
    pub(super) corners: [Vec2; 3],
}

/// The kind of a side of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceSide {
    /// A side of the face, or part of one.
    Face(u8),
    /// A cut, along an object.
    Object(usize),
}

impl Pieces {
    /// The pieces when no face is cut.
    pub(super) fn whole(faces: u32) -> Self {
        let (cut, sides, objects) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { whole: faces, further: Vec::new(), cut, sides, objects, behind: Vec::new() }
    }

    /// The kind of a side of a piece.
    fn side(&self, piece: u32, side: u8) -> PieceSide {
        match self.objects.get(&HalfEdge::new(piece, side)) {
            Some(&object) => PieceSide::Object(object),
            None => PieceSide::Face(self.sides.get(&piece).map_or(side, |sides| sides[usize::from(side)])),
        }
    }
}

impl mesh::Pieces for Pieces {
    fn face(&self, piece: u32) -> u32 {
        piece.checked_sub(self.whole).map_or(piece, |at| self.further[at as usize])
    }

    /// The piece of a face that contains a point, or the nearest one.
    fn at(&self, face: u32, point: [f32; 2]) -> u32 {
        self.cut.get(&face).map_or(face, |pieces| pieces.at(point.map(f64::from)))
    }

    /// A walk that ends at a cut ends at the object there.
    fn end(&self, end: WalkEnd) -> WalkEnd {
        let (WalkEnd::Wall { face: piece, side } | WalkEnd::Fold { face: piece, side }) = end else {
            return end.map(|piece| self.face(piece));
        };
        let face = self.face(piece);
        match (self.side(piece, side), end) {
            (PieceSide::Object(object), _) => WalkEnd::Object { object },
            (PieceSide::Face(side), WalkEnd::Fold { .. }) => WalkEnd::Fold { face, side },
            (PieceSide::Face(side), _) => WalkEnd::Wall { face, side },
        }
    }
}

impl FacePieces {
    /// The pieces of a face, at least one.
    pub(super) fn new(pieces: Vec<Piece>) -> Self {
        let tree = BoxTree::new(pieces.iter().map(|piece| bounds(&piece.corners, 0.0)));
        Self { pieces, tree }
    }

    /// The piece that contains a point, or the nearest one.
    fn at(&self, point: Vec2) -> u32 {
        let depth = |piece: &Piece| {
            let weights = weights(piece.corners, point);
            let area: f64 = weights.iter().sum();
            weights.into_iter().map(|weight| weight * area.signum()).fold(f64::INFINITY, f64::min)
        };
        let mut around = Vec::new();
        self.tree.meeting(&bounds(&[point], 0.0), usize::MAX, |number| {
            around.push(&self.pieces[number as usize]);
            ControlFlow::Continue(())
        });
        let deepest = |a: &&Piece, b: &&Piece| depth(a).total_cmp(&depth(b)).then(a.number.cmp(&b.number));
        let found = around.into_iter().max_by(deepest).or_else(|| self.pieces.iter().max_by(deepest));
        found.map_or(0, |piece| piece.number)
    }
}

/// Barycentric weights: twice the area of the triangle between a point and the side opposite each corner.
pub(super) fn weights([a, b, c]: [Vec2; 3], point: Vec2) -> [f64; 3] {
    [orient2d(b, c, point), orient2d(c, a, point), orient2d(a, b, point)]
}
