//! Flaws in the geometry of a floor, independent of its tables.
//!
//! Each game makes a [`FloorFaces`] from its walkable faces and the way it joins them. [`flaws`] finds faces that seem to meet but do not,
//! parts that are cut off, and places where a creature would get stuck. Each [`Flaw`] has a point and a measure. This module is independent
//! of games.
//!
//! ```
//! # use walkmesh_mesh as walkmesh;
//! use walkmesh::flaw::{FloorFaces, FlawKind, FlawOptions, flaws};
//!
//! // Two squares whose sides are 2 mm apart.
//! let vertices = [0.0, 4.0, 4.002, 8.0].map(|x| [[x, 0.0, 0.0], [x, 4.0, 0.0]]).concat();
//! let faces = [[0, 2, 1], [1, 2, 3], [4, 6, 5], [5, 6, 7]];
//! let neighbours = [[None, Some(1), None], [Some(0), None, None], [None, Some(3), None], [Some(2), None, None]];
//! let floor = FloorFaces { vertices: &vertices, faces: &faces, walkable: &[true; 4], neighbours: &neighbours };
//!
//! let found = flaws(&floor, &FlawOptions::default());
//! let crack = found.iter().find(|flaw| flaw.kind == FlawKind::Crack).expect("the sides face each other");
//! assert!(crack.separates, "no other way leads across");
//! assert_eq!(crack.point[1], 2.0, "the midpoint of the side");
//! ```

mod borders;
mod corners;
mod corridors;
mod cycles;
mod facing;
mod flaw_list;
mod flaw_options;
mod gap;
mod hole;
mod measure;
mod outline;
mod overlaps;
mod parts;
mod repair;
mod shapes;

use crate::geometry::HalfEdge;
use crate::geometry::triangle::is_usable;

#[doc(hidden)]
pub use flaw_list::FlawList;
pub use flaw_options::FlawOptions;
pub use gap::Gap;
#[doc(hidden)]
pub use hole::{cut_hole, divide_at};
pub use measure::Measure;
#[doc(hidden)]
pub use overlaps::{Cover, Shared, covers, shared};
#[doc(hidden)]
pub use repair::{FaceFacts, Joints, repair_whole, split_sides};
pub use repair::{Repair, RepairKind, RepairedFace, RepairedFloor, Repairs, repair};

use borders::Borders;
use outline::Outline;
use parts::Parts;

/// The walkable faces of a walkmesh, and the others around them, as the rules of geometry see them.
///
/// All slices of faces have the same length. A corner that is not a vertex, and a neighbour that is not a face, count as missing; a face
/// with a corner that is not finite is ignored.
#[derive(Clone, Copy, Debug)]
pub struct FloorFaces<'m> {
    /// The vertices, in metres; z is up.
    pub vertices: &'m [[f32; 3]],
    /// The corners of each face. The winding does not matter.
    pub faces: &'m [[u32; 3]],
    /// For each face, true if a creature can walk on it.
    pub walkable: &'m [bool],
    /// For each side of a face (from corner k to the next one), the walkable face that creatures can reach across it in the game.
    pub neighbours: &'m [[Option<u32>; 3]],
}

/// The tables of a [`FloorFaces`] that a game makes from its walkmesh.
#[doc(hidden)]
pub struct FloorTables {
    pub vertices: Vec<[f32; 3]>,
    pub faces: Vec<[u32; 3]>,
    pub walkable: Vec<bool>,
    pub neighbours: Vec<[Option<u32>; 3]>,
}

impl FloorTables {
    #[doc(hidden)]
    /// The faces.
    pub fn floor(&self) -> FloorFaces<'_> {
        let Self { vertices, faces, walkable, neighbours } = self;
        FloorFaces { vertices, faces, walkable, neighbours }
    }
}

/// The kind of a flaw in a piece of floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum FlawKind {
    /// Two faces have the same side, and the game does not join them.
    Unjoined,
    /// Two sides face each other, slightly apart or slightly overlapping, so the game does not join their faces.
    Crack,
    /// A vertex of one face lies on the side of another one, so the game joins neither half of the side.
    TJunction,
    /// Two sides coincide in the plan view, one above the other, and the game does not join their faces.
    Step,
    /// A part from which no path leads to the largest part or to an exit.
    PartCutOff,
    /// A part that is cut off, and hardly larger than a creature.
    Pocket,
    /// A face so thin that rounding in the file decides on which side of it a point lies.
    Sliver,
    /// Two walkable faces at the same height overlap.
    Overlap,
    /// A walkable face has another face above it with less headroom than a walker needs.
    LowCeiling,
    /// A face is steeper than a walker can climb.
    Steep,
    /// The only path between two pieces of a part is narrower than a walker.
    Narrow,
    /// Two walls leave so narrow an angle of floor that a walker gets stuck in it.
    SharpCorner,
}

/// One flaw of a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Flaw {
    /// The kind of flaw.
    pub kind: FlawKind,
    /// The face. For a part, its largest face.
    pub face: u32,
    /// The side of the face, from its corner of the same number to the next one, if the flaw concerns sides.
    pub side: Option<u8>,
    /// The other face, if two are involved, and its side. For a part, the nearest side of the floor that is not cut off.
    pub other: Option<(u32, Option<u8>)>,
    /// A point on the flaw.
    pub point: [f32; 3],
    /// Its size: the width of a crack or of a corridor, the height of a step, the distance of a vertex from the side,
    /// the area of a part or of an overlap, the height of a thin face, the room below a ceiling, the slope, the angle of a
    /// corner.
    pub measure: Measure,
    /// True if the two faces belong to different parts, so that no path leads from one to the other.
    pub separates: bool,
}

/// Finds the flaws in the geometry of a floor, by kind and face. `exits` returns whether a creature can leave the floor over a
/// side of a face.
///
/// The time is linear in the number of faces, not quadratic: if more than 64 sides or faces coincide, only the first 64 are compared with
/// each other.
#[must_use]
pub fn flaws_with_exits(floor: &FloorFaces<'_>, options: &FlawOptions, exits: impl Fn(u32, u8) -> bool) -> Vec<Flaw> {
    find_flaws(floor, options, exits, usize::MAX).into_flaws()
}

/// Like [`flaws_with_exits`], but counts all flaws and keeps at least the first `most` of each kind.
#[doc(hidden)]
pub fn find_flaws(
    floor: &FloorFaces<'_>,
    options: &FlawOptions,
    exits: impl Fn(u32, u8) -> bool,
    most: usize,
) -> FlawList {
    let parts = Parts::new(floor);
    let borders = Borders::new(floor, &parts);
    let mut found = FlawList::at_most(most);
    found.extend(borders.unjoined.iter().map(borders::unjoined));
    facing::flaws(&borders.free, options, |flaw| found.push(flaw));
    parts.cut_off(floor, options.pocket, |face| (0..3).any(|side| exits(face, side)), |flaw| found.push(flaw));
    if options.radius.is_some() || options.corner.is_some() {
        let outline = Outline::new(floor, &exits);
        if let Some(radius) = options.radius {
            corridors::find(floor, &outline, 2.0 * radius, &mut found);
        }
        if let Some(least) = options.corner {
            corners::find(&outline, least, &mut found);
        }
    }
    shapes::find(floor, options.slope, &mut found);
    overlaps::find(floor, options.height, &mut found);
    found
}

/// Finds the flaws of a floor of several pieces that are not visible in a single piece: T-junctions between two of them, and parts that are
/// cut off. `piece` names the piece of a face, `leads` returns whether a side leads from a face out of the piece, and `exits` whether it
/// leads out of the whole floor. All flaws are counted, and at least the first `most` of each kind are kept.
#[doc(hidden)]
pub fn flaws_between(
    floor: &FloorFaces<'_>,
    options: &FlawOptions,
    piece: impl Fn(u32) -> u32,
    leads: impl Fn(u32) -> bool,
    exits: impl Fn(u32) -> bool,
    most: usize,
) -> FlawList {
    let parts = Parts::new(floor);
    let borders = Borders::new(floor, &parts);
    let mut found = FlawList::at_most(most);
    facing::flaws(&borders.free, options, |flaw| {
        let other = flaw.other.map(|(other, _)| piece(other));
        if flaw.kind == FlawKind::TJunction && other != Some(piece(flaw.face)) {
            found.push(flaw);
        }
    });
    // The check of the single piece reports these.
    let inside = Parts::within_pieces(floor, &piece);
    let by_piece = inside.without_exit_by_piece(floor, &piece, leads);
    parts.cut_off(floor, options.pocket, exits, |flaw| {
        if by_piece[inside.of_face(flaw.face) as usize].is_none() {
            found.push(flaw);
        }
    });
    found
}

/// The sides of faces on which a vertex of another piece lies, at most `tolerance` metres away, and the vertices.
#[doc(hidden)]
pub fn junctions_between(
    floor: &FloorFaces<'_>,
    tolerance: f32,
    piece: impl Fn(u32) -> u32,
) -> Vec<(HalfEdge, [f32; 3])> {
    let borders = Borders::new(floor, &Parts::new(floor));
    let mut found = Vec::new();
    facing::each_facing(&borders.free, tolerance, 0.0, |facing| {
        for end in facing.ends() {
            let facing::End::OnSide { long, short, end } = end else { continue };
            if piece(long.edge.face()) != piece(short.edge.face()) {
                found.push((long.edge, short.ends[end].map(|value| value as f32)));
            }
        }
    });
    found
}

/// Like [`flaws_with_exits`], for a floor without exits.
#[must_use]
pub fn flaws(floor: &FloorFaces<'_>, options: &FlawOptions) -> Vec<Flaw> {
    flaws_with_exits(floor, options, |_, _| false)
}

impl<'m> FloorFaces<'m> {
    /// The corners of a face; `None` if one is missing or unusable.
    fn corners(&self, face: u32) -> Option<[[f32; 3]; 3]> {
        self.places(self.faces[face as usize])
    }

    /// The positions of vertices; `None` if one is missing or unusable.
    fn places(&self, vertices: [u32; 3]) -> Option<[[f32; 3]; 3]> {
        let [a, b, c] = vertices.map(|vertex| self.vertices.get(vertex as usize).copied());
        let corners = [a?, b?, c?];
        corners.iter().all(is_usable).then_some(corners)
    }

    /// The usable walkable faces, with their corners.
    fn walkable_faces(&self) -> impl Iterator<Item = (u32, [[f32; 3]; 3])> + use<'m> {
        let floor = *self;
        let walkable = (0..).zip(floor.walkable).filter(|(_, walkable)| **walkable);
        walkable.filter_map(move |(face, _)| Some((face, floor.corners(face)?)))
    }

    /// The walkable face to which a creature can pass over a side.
    fn neighbour(&self, face: u32, side: u8) -> Option<u32> {
        let neighbour = self.neighbours[face as usize][usize::from(side)]?;
        self.walkable.get(neighbour as usize).copied().unwrap_or(false).then_some(neighbour)
    }
}

#[cfg(test)]
mod tests;
