//! [`Repairs`]: repairs of a floor that change nothing but the flaw.

mod join;
mod remove;
mod split;
mod whole;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::FloorFaces;
use crate::flaw::{FlawOptions, Measure};
use crate::geometry::HalfEdge;
use crate::geometry::triangle::doubled_area;
use crate::mesh::neighbours_by_shared_vertices;

pub use whole::{Joints, repair_whole};

/// The repairs to make. None by default.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Repairs {
    /// Join sides that are equal, or face each other at most this far apart, in metres. The vertex with the lower number
    /// stays where it is.
    pub cracks: Option<f32>,
    /// Split faces at vertices that lie on their sides, or at most this far from them, in metres.
    pub t_junctions: Option<f32>,
    /// Flip walkable faces that face down.
    pub faces_down: bool,
    /// Remove degenerate faces.
    pub degenerate: bool,
    /// Remove faces that repeat another triangle with the same walkability.
    pub duplicates: bool,
    /// Remove parts that are smaller than this in the plan view and have no exit, in square metres.
    pub pockets: Option<f64>,
}

impl Repairs {
    /// The default for the greatest distance between sides and vertices that are joined, in metres: the maximum width of a
    /// [crack](FlawOptions::crack).
    pub const TOLERANCE: f32 = FlawOptions::DEFAULT.crack;

    /// Repairs every flaw that can be repaired, with this tolerance in metres, and removes pockets below an area in square
    /// metres.
    #[must_use]
    pub const fn all(tolerance: f32, pockets: f64) -> Self {
        Self {
            cracks: Some(tolerance),
            t_junctions: Some(tolerance),
            faces_down: true,
            degenerate: true,
            duplicates: true,
            pockets: Some(pockets),
        }
    }
}

/// The kind of repair, or the reason why there was none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum RepairKind {
    /// Two sides became one.
    SidesJoined,
    /// A face was split at a vertex on its side.
    FaceSplit,
    /// A face was flipped.
    FaceTurned,
    /// A degenerate face was removed.
    DegenerateRemoved,
    /// A duplicate face was removed.
    DuplicateRemoved,
    /// A face of a pocket was removed.
    PocketRemoved,
    /// A face was removed because two of its corners became one vertex.
    CollapsedRemoved,
    /// Nothing was done: the face would have been removed, but it links faces that are not otherwise connected.
    KeptAsLink,
    /// Nothing was done: the face would have been removed, but a transition leads out over one of its sides.
    KeptForTransition,
    /// Nothing was done: the face is the same triangle as another one, but has another material or other flags.
    KeptForSurface,
    /// A transition is gone: its side was on no perimeter, so it led nowhere.
    TransitionRemoved,
}

impl RepairKind {
    /// Returns whether the floor was changed, rather than a face kept.
    #[must_use]
    pub const fn is_change(self) -> bool {
        !matches!(self, Self::KeptAsLink | Self::KeptForTransition | Self::KeptForSurface)
    }

    /// The repair in words, for one and for several.
    #[doc(hidden)]
    pub const fn words(self) -> [&'static str; 2] {
        match self {
            Self::SidesJoined => ["side joined", "sides joined"],
            Self::FaceSplit => ["face split", "faces split"],
            Self::FaceTurned => ["face turned over", "faces turned over"],
            Self::DegenerateRemoved => ["face without an area removed", "faces without an area removed"],
            Self::DuplicateRemoved => ["face that was there twice removed", "faces that were there twice removed"],
            Self::PocketRemoved => ["face of a pocket removed", "faces of pockets removed"],
            Self::CollapsedRemoved => ["face between joined vertices removed", "faces between joined vertices removed"],
            Self::KeptAsLink => ["face kept because it connects others", "faces kept because they connect others"],
            Self::KeptForTransition => {
                ["face kept because of its transitions", "faces kept because of their transitions"]
            }
            Self::KeptForSurface => {
                ["face kept because it is made of something else", "faces kept because they are made of something else"]
            }
            Self::TransitionRemoved => ["transition that led nowhere removed", "transitions that led nowhere removed"],
        }
    }
}

/// One repair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Repair {
    /// The kind of repair.
    pub kind: RepairKind,
    /// The face, by its number before the repairs.
    pub face: u32,
    /// The other face, if two are involved.
    pub other: Option<u32>,
    /// A point of the repair.
    pub point: [f32; 3],
    /// The distance by which something moved, or the size of the removed part.
    pub measure: Measure,
}

/// Describes the repair as a clause without a full stop.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { face, measure, point: [x, y, z], .. } = self;
        let at = format!("at ({x:.3}, {y:.3}, {z:.3})");
        let other = self.other.map_or_else(String::new, |other| format!(" and face {other}"));
        match self.kind {
            RepairKind::SidesJoined => write!(f, "face {face}{other} {at} were {measure} apart and are joined"),
            RepairKind::FaceSplit => write!(f, "face {face} is split at the vertex {at}, {measure} from its side"),
            RepairKind::FaceTurned => write!(f, "face {face} {at} is turned over and faces up"),
            RepairKind::DegenerateRemoved => write!(f, "face {face} {at} is removed: it has no area"),
            RepairKind::DuplicateRemoved => {
                write!(f, "face {face} {at} is removed: the same triangle is there already")
            }
            RepairKind::PocketRemoved => write!(f, "face {face} {at} is removed: it belongs to a pocket"),
            RepairKind::CollapsedRemoved => {
                write!(f, "face {face} {at} is removed: two of its corners are one vertex now")
            }
            RepairKind::KeptAsLink => write!(
                f,
                "face {face} {at} is kept: it is the only link between the faces beside it, and without it nobody could pass"
            ),
            RepairKind::KeptForTransition => write!(
                f,
                "face {face} {at} is kept: it has a transition. Lead the transition over another side, and repair again"
            ),
            RepairKind::KeptForSurface => write!(
                f,
                "face {face} {at} is kept: the same triangle is there already, but made of something else. Remove one of them"
            ),
            RepairKind::TransitionRemoved => {
                write!(f, "the transition of face {face} {at} is removed: its side is not at the border of the floor")
            }
        }
    }
}

/// A floor after its repairs. No vertex is moved: faces get different vertices.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct RepairedFloor {
    /// The remaining faces: first the original ones, in their order, and then the pieces of faces that were split.
    pub faces: Vec<RepairedFace>,
    /// The repairs that were made.
    pub repairs: Vec<Repair>,
}

/// A face after the repairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepairedFace {
    /// The original face that it equals or is a piece of.
    pub source: u32,
    /// Its vertices.
    pub corners: [u32; 3],
    /// For each of its sides, the side of `source` on which it lies; `None` for a side inside `source`.
    pub sides: [Option<u8>; 3],
}

/// Repairs a floor. `faces_down` returns whether a face faces down, and `exits` whether a creature can leave
/// the floor. A face with an exit is never removed.
///
/// A repair that would flip another face is skipped, so a flaw may remain; [`flaws`](super::flaws()) finds it again.
pub fn repair(
    floor: &FloorFaces<'_>,
    options: &Repairs,
    faces_down: impl Fn(u32) -> bool,
    exits: impl Fn(u32) -> bool,
) -> RepairedFloor {
    let faces = FaceFacts { faces_down: &faces_down, exits: &exits, surface: &|_| 0 };
    repair_around(floor, options, &faces, &BTreeSet::new())
}

/// The game's facts about its faces, by their numbers before the repairs.
#[derive(Clone, Copy)]
pub struct FaceFacts<'f> {
    /// Returns whether a face faces down.
    pub faces_down: &'f dyn Fn(u32) -> bool,
    /// Returns whether a creature can leave the floor from a face.
    pub exits: &'f dyn Fn(u32) -> bool,
    /// Returns the surface material of a face. Equal triangles of different surfaces are not duplicates.
    pub surface: &'f dyn Fn(u32) -> u32,
}

/// Repairs a floor, and leaves the faces of `alone` unchanged.
fn repair_around(
    floor: &FloorFaces<'_>,
    options: &Repairs,
    faces: &FaceFacts<'_>,
    alone: &BTreeSet<u32>,
) -> RepairedFloor {
    let mut patient = Patient::new(floor, *faces, alone);
    remove::useless(&mut patient, options);
    if options.faces_down {
        patient.turn();
    }
    join::join(&mut patient, options);
    if let Some(least) = options.pockets {
        remove::pockets(&mut patient, least);
    }
    patient.finish()
}

/// Splits faces at vertices on their sides, each face at one side. A split that would flip a face is skipped.
pub fn split_sides(floor: &FloorFaces<'_>, splits: BTreeMap<HalfEdge, Vec<u32>>) -> RepairedFloor {
    let alone = BTreeSet::new();
    let faces = FaceFacts { faces_down: &|_| false, exits: &|_| false, surface: &|_| 0 };
    let mut patient = Patient::new(floor, faces, &alone);
    split::split(&mut patient, splits);
    patient.finish()
}

/// The maximum number of rounds of joining and splitting. Each round can enable the next; real floors need two.
const ROUNDS: usize = 8;

/// A floor while it is repaired.
struct Patient<'m> {
    floor: FloorFaces<'m>,
    faces: FaceFacts<'m>,
    /// The faces that no repair may change, by their numbers before the repairs.
    alone: &'m BTreeSet<u32>,
    pieces: Vec<RepairedFace>,
    is_gone: Vec<bool>,
    repairs: Vec<Repair>,
}

impl<'m> Patient<'m> {
    fn new(floor: &FloorFaces<'m>, faces: FaceFacts<'m>, alone: &'m BTreeSet<u32>) -> Self {
        let pieces = (0..).zip(floor.faces);
        let pieces =
            pieces.map(|(source, corners)| RepairedFace { source, corners: *corners, sides: [0, 1, 2].map(Some) });
        let is_gone = vec![false; floor.faces.len()];
        Self { floor: *floor, faces, alone, pieces: pieces.collect(), is_gone, repairs: Vec::new() }
    }

    /// Returns whether no repair may change a piece.
    fn is_alone(&self, piece: usize) -> bool {
        self.alone.contains(&self.pieces[piece].source)
    }

    /// Returns whether a creature can leave the floor from a piece.
    fn has_exit(&self, piece: usize) -> bool {
        (self.faces.exits)(self.pieces[piece].source)
    }

    /// The reason why a piece that should be removed is kept.
    fn kept(&self, piece: usize) -> Option<RepairKind> {
        if self.has_exit(piece) {
            return Some(RepairKind::KeptForTransition);
        }
        self.is_alone(piece).then_some(RepairKind::KeptAsLink)
    }

    /// Removes a piece, or records why it is kept. Returns whether it was removed.
    fn remove(&mut self, piece: usize, kind: RepairKind, point: [f32; 3], measure: Measure) -> bool {
        let kept = self.kept(piece);
        self.is_gone[piece] = kept.is_none();
        self.record(kept.unwrap_or(kind), piece, None, point, measure);
        kept.is_none()
    }

    fn is_walkable(&self, piece: usize) -> bool {
        !self.is_gone[piece] && self.floor.walkable[self.pieces[piece].source as usize]
    }

    fn corners(&self, piece: usize) -> Option<[[f32; 3]; 3]> {
        self.floor.places(self.pieces[piece].corners)
    }

    /// Calls `work` with the current floor. Its faces are the pieces; removed pieces have no corners.
    fn with_floor<T>(&self, work: impl FnOnce(&FloorFaces<'_>) -> T) -> T {
        let gone = [u32::MAX; 3];
        let pieces = self.pieces.iter().zip(&self.is_gone);
        let faces: Vec<[u32; 3]> = pieces.map(|(piece, is_gone)| if *is_gone { gone } else { piece.corners }).collect();
        let walkable: Vec<bool> = (0..faces.len()).map(|piece| self.is_walkable(piece)).collect();
        let neighbours = neighbours_by_shared_vertices(&faces, |face| walkable[face]);
        work(&FloorFaces { faces: &faces, walkable: &walkable, neighbours: &neighbours, ..self.floor })
    }

    fn turn(&mut self) {
        for piece in 0..self.pieces.len() {
            let source = self.pieces[piece].source;
            let is_turned = self.is_walkable(piece) && !self.is_alone(piece) && (self.faces.faces_down)(source);
            let Some(corners) = self.corners(piece).filter(|_| is_turned) else { continue };
            // The side between the swapped corners stays; the other two are swapped.
            let face = &mut self.pieces[piece];
            face.corners.swap(1, 2);
            face.sides.swap(0, 2);
            self.record(RepairKind::FaceTurned, piece, None, super::parts::centre(corners), Measure::Length(0.0));
        }
    }

    fn record(&mut self, kind: RepairKind, piece: usize, other: Option<usize>, point: [f32; 3], measure: Measure) {
        let source = |piece: usize| self.pieces[piece].source;
        self.repairs.push(Repair { kind, face: source(piece), other: other.map(source), point, measure });
    }

    fn finish(self) -> RepairedFloor {
        let faces = self.pieces.into_iter().zip(self.is_gone).filter(|(_, is_gone)| !is_gone).map(|(piece, _)| piece);
        RepairedFloor { faces: faces.collect(), repairs: self.repairs }
    }
}

/// The signed double area of a face in the plan view.
fn plan_area(corners: &[[f32; 3]; 3]) -> f64 {
    doubled_area(corners)[2]
}
