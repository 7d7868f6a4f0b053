//! Joins sides that face each other, and splits faces at the vertices on their sides.

use std::collections::BTreeMap;

use super::{Patient, ROUNDS, RepairKind, Repairs, plan_area, split};
use crate::flaw::Measure;
use crate::flaw::borders::{Borders, middle};
use crate::flaw::facing::{End, each_facing};
use crate::flaw::parts::Parts;
use crate::geometry::vec3::distance_squared;
use crate::geometry::{Csr, HalfEdge};
use crate::work::round;

/// The maximum number of faces around a vertex that is joined: each attempt visits all of its faces. Real vertices have a
/// few.
const FAN: usize = 256;

/// Two sides that should be joined.
struct Pair {
    faces: [usize; 2],
    /// The pairs of vertices opposite each other: at one end, or at both.
    vertices: Vec<[u32; 2]>,
    point: [f32; 3],
    width: f64,
}

/// The work of a round.
#[derive(Default)]
struct Work {
    pairs: Vec<Pair>,
    /// The vertices on a side of a piece.
    splits: BTreeMap<HalfEdge, Vec<u32>>,
}

/// Joins and splits until nothing changes.
pub(super) fn join(patient: &mut Patient<'_>, options: &Repairs) {
    if options.cracks.is_none() && options.t_junctions.is_none() {
        return;
    }
    for _ in 0..ROUNDS {
        let work = patient.with_floor(|floor| {
            let borders = Borders::new(floor, &Parts::new(floor));
            find(&borders, options)
        });
        let splits = split::split(patient, work.splits);
        if !(join_pairs(patient, &work.pairs, options) | splits) {
            return;
        }
    }
}

fn find(borders: &Borders, options: &Repairs) -> Work {
    let mut work = Work::default();
    let face = |edge: HalfEdge| edge.face() as usize;
    if options.cracks.is_some() {
        work.pairs.extend(borders.unjoined.iter().map(|[a, b]| Pair {
            faces: [face(a.edge), face(b.edge)],
            vertices: vec![[a.vertices[0], b.vertices[1]], [a.vertices[1], b.vertices[0]]],
            point: middle(a.ends),
            width: 0.0,
        }));
    }
    let tolerance = options.cracks.unwrap_or(0.0).max(options.t_junctions.unwrap_or(0.0));
    each_facing(&borders.free, tolerance, 0.0, |facing| {
        let ends = facing.ends();
        if options.t_junctions.is_some_and(|tolerance| facing.width() <= f64::from(tolerance)) {
            for end in &ends {
                if let End::OnSide { long, short, end } = end {
                    work.splits.entry(long.edge).or_default().push(short.vertices[*end]);
                }
            }
        }
        let beside = |end: &End<'_>| if let End::Beside(vertices) = end { Some(*vertices) } else { None };
        let vertices: Vec<_> = ends.iter().filter_map(beside).filter(|[a, b]| a != b).collect();
        if !vertices.is_empty() && options.cracks.is_some_and(|tolerance| facing.width() <= f64::from(tolerance)) {
            let [a, b] = facing.sides();
            let faces = [face(a.edge), face(b.edge)];
            work.pairs.push(Pair { faces, vertices, point: middle(a.ends), width: facing.width() });
        }
    });
    work
}

/// Merges vertices that lie opposite each other. Returns whether anything changed.
fn join_pairs(patient: &mut Patient<'_>, pairs: &[Pair], options: &Repairs) -> bool {
    let Some(tolerance) = options.cracks else { return false };
    let mut vertices = Vertices::new(patient);
    let mut has_changed = false;
    for pair in pairs {
        let mut is_joined = false;
        for [a, b] in &pair.vertices {
            is_joined |= vertices.join(patient, *a, *b, 2.0 * f64::from(tolerance));
        }
        if is_joined {
            has_changed = true;
            let [face, other] = pair.faces;
            patient.record(RepairKind::SidesJoined, face, Some(other), pair.point, Measure::Length(pair.width));
        }
    }
    has_changed
}

/// The merged vertices, and the pieces of each.
struct Vertices {
    /// The vertex that each one became.
    became: Vec<u32>,
    pieces: Vec<Vec<u32>>,
}

impl Vertices {
    fn new(patient: &Patient<'_>) -> Self {
        let count = patient.floor.vertices.len();
        let pieces = (0..).zip(&patient.pieces).filter(|(piece, _): &(u32, _)| !patient.is_gone[*piece as usize]);
        let pieces = pieces.filter(|(_, face)| face.corners.iter().all(|corner| (*corner as usize) < count));
        let corners: Vec<(usize, u32)> =
            pieces.flat_map(|(piece, face)| face.corners.map(|corner| (corner as usize, piece))).collect();
        let rows = Csr::group(count, || corners.iter().copied());
        let pieces_of = |vertex| {
            let mut pieces = rows.row(vertex).to_vec();
            // A piece may contain a vertex twice.
            pieces.dedup();
            pieces
        };
        Self { became: (0..count as u32).collect(), pieces: (0..count).map(pieces_of).collect() }
    }

    fn root(&mut self, mut vertex: u32) -> u32 {
        while self.became[vertex as usize] != vertex {
            round();
            // Path halving, which shortens later searches.
            let next = self.became[vertex as usize];
            self.became[vertex as usize] = self.became[next as usize];
            vertex = self.became[vertex as usize];
        }
        vertex
    }

    /// Merges two vertices into the one with the lower number, unless they are further apart than `reach` or a face would be
    /// flipped.
    fn join(&mut self, patient: &mut Patient<'_>, a: u32, b: u32, reach: f64) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        let (stays, goes) = (a.min(b), a.max(b));
        let [to, from] = [stays, goes].map(|vertex| patient.floor.vertices[vertex as usize]);
        if stays == goes || distance_squared(to.map(f64::from), from.map(f64::from)) > reach * reach {
            return false;
        }
        if self.pieces[goes as usize].len() > FAN {
            return false;
        }
        let faces = std::mem::take(&mut self.pieces[goes as usize]);
        let is_bad = |piece: &u32| {
            round();
            let face = &patient.pieces[*piece as usize];
            let Some(corners) = patient.corners(*piece as usize).filter(|_| !face.corners.contains(&stays)) else {
                return false;
            };
            let moved = std::array::from_fn(|corner| if face.corners[corner] == goes { to } else { corners[corner] });
            let [before, after] = [plan_area(&corners), plan_area(&moved)];
            before != 0.0 && before.signum() * after <= 0.0
        };
        // A face between the two vertices becomes degenerate, and is removed.
        let collapses = |patient: &Patient<'_>, piece: usize| {
            !patient.is_gone[piece] && patient.pieces[piece].corners.contains(&stays)
        };
        let must_stay = |piece: &u32| {
            let piece = *piece as usize;
            patient.is_alone(piece) || (patient.has_exit(piece) && collapses(patient, piece))
        };
        if faces.iter().any(is_bad) || faces.iter().any(must_stay) {
            self.pieces[goes as usize] = faces;
            return false;
        }
        for piece in &faces {
            let piece = *piece as usize;
            if collapses(patient, piece) {
                let size = patient.corners(piece).map_or(0.0, |corners| plan_area(&corners).abs() / 2.0);
                patient.is_gone[piece] = true;
                patient.record(RepairKind::CollapsedRemoved, piece, None, to, Measure::Area(size));
            }
            let corners = &mut patient.pieces[piece].corners;
            corners.iter_mut().filter(|corner| **corner == goes).for_each(|corner| *corner = stays);
        }
        self.pieces[stays as usize].extend(faces);
        self.became[goes as usize] = stays;
        true
    }
}
