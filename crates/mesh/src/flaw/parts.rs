//! Connected parts, and the parts that are cut off.

use std::collections::HashMap;

use super::gap::{OpenSide, Shore};
use super::{Flaw, FlawKind, FloorFaces};
use crate::flaw::Measure;
use crate::geometry::triangle::{Triangle, doubled_area};
use crate::geometry::{HalfEdge, NODES, ends_of_side};

/// The part of each face. Faces are in one part if a creature can pass from one to the other.
pub(super) struct Parts {
    of_face: Vec<u32>,
    count: u32,
}

/// The null value: a face that is not walkable.
const NONE: u32 = u32::MAX;

/// The properties of a connected part.
#[derive(Clone, Copy, Default)]
pub(super) struct FloorPart {
    pub(super) area: f64,
    has_exit: bool,
    /// The area of its largest face, and the face.
    largest: Option<(f64, u32)>,
}

impl Parts {
    pub(super) fn new(floor: &FloorFaces<'_>) -> Self {
        Self::within_pieces(floor, |_| 0)
    }

    /// The connected parts of a floor, where faces of different pieces count as unconnected.
    pub(super) fn within_pieces(floor: &FloorFaces<'_>, piece: impl Fn(u32) -> u32) -> Self {
        let mut parts = Self { of_face: vec![NONE; floor.faces.len()], count: 0 };
        let mut waiting = Vec::new();
        for (first, _) in floor.walkable_faces() {
            if parts.of_face(first) != NONE {
                continue;
            }
            parts.of_face[first as usize] = parts.count;
            waiting.push(first);
            while let Some(face) = waiting.pop() {
                for next in (0..3).filter_map(|side| floor.neighbour(face, side)) {
                    if parts.of_face(next) == NONE && piece(next) == piece(face) {
                        parts.of_face[next as usize] = parts.count;
                        waiting.push(next);
                    }
                }
            }
            parts.count += 1;
        }
        parts
    }

    pub(super) fn of_face(&self, face: u32) -> u32 {
        self.of_face[face as usize]
    }

    /// Calls `found` with the parts without an exit, except for the one that is largest in the plan view, and with the pockets
    /// among them.
    pub(super) fn cut_off(
        &self,
        floor: &FloorFaces<'_>,
        pocket: f64,
        exits: impl Fn(u32) -> bool,
        mut found: impl FnMut(Flaw),
    ) {
        let cut_off = self.without_exit(floor, exits);
        if cut_off.iter().all(Option::is_none) {
            return;
        }
        let (mut sides, mut others) = (vec![Vec::new(); cut_off.len()], Vec::new());
        for (face, corners) in floor.walkable_faces() {
            let part = self.of_face(face) as usize;
            let of_part = if cut_off[part].is_some() { &mut sides[part] } else { &mut others };
            let open =
                HalfEdge::of_face(face).into_iter().filter(|edge| floor.neighbour(face, edge.corner()).is_none());
            of_part.extend(open.map(|edge| OpenSide { edge, ends: ends_of_side(&corners, edge.corner()) }));
        }
        let others = Shore::new(others);
        for (part, sides) in cut_off.into_iter().zip(sides) {
            // Degenerate faces are another flaw.
            let Some(part) = part else { continue };
            let Some((_, face)) = part.largest.filter(|(area, _)| *area > 0.0) else { continue };
            let nearest = others.nearest(sides, NODES).map(|[_, other]| other.edge);
            found(Flaw {
                kind: if part.area < pocket { FlawKind::Pocket } else { FlawKind::PartCutOff },
                face,
                side: None,
                other: nearest.map(|edge| (edge.face(), Some(edge.corner()))),
                point: floor.corners(face).map_or([0.0; 3], centre),
                measure: Measure::Area(part.area),
                separates: true,
            });
        }
    }

    /// For each part, its properties; `None` for parts with an exit, and for the largest in the plan view.
    pub(super) fn without_exit(&self, floor: &FloorFaces<'_>, exits: impl Fn(u32) -> bool) -> Vec<Option<FloorPart>> {
        self.without_exit_by_piece(floor, |_| 0, exits)
    }

    /// [`without_exit`](Self::without_exit) for each piece by itself, whose parts lie [within pieces](Self::within_pieces).
    pub(super) fn without_exit_by_piece(
        &self,
        floor: &FloorFaces<'_>,
        piece: impl Fn(u32) -> u32,
        exits: impl Fn(u32) -> bool,
    ) -> Vec<Option<FloorPart>> {
        let mut parts = vec![FloorPart::default(); self.count as usize];
        for (face, corners) in floor.walkable_faces() {
            let part = &mut parts[self.of_face(face) as usize];
            let area = doubled_area(&corners)[2].abs() / 2.0;
            part.area += area;
            part.has_exit |= exits(face);
            if part.largest.is_none_or(|(largest, _)| area > largest) {
                part.largest = Some((area, face));
            }
        }
        // If several are equally large, the first is taken.
        let mut main = HashMap::new();
        for (index, part) in parts.iter().enumerate() {
            let Some((_, face)) = part.largest else { continue };
            let best = main.entry(piece(face)).or_insert(index);
            if part.area > parts[*best].area {
                *best = index;
            }
        }
        let without = |(index, part): (usize, &FloorPart)| {
            let is_main = part.largest.is_some_and(|(_, face)| main.get(&piece(face)) == Some(&index));
            (!is_main && !part.has_exit).then_some(*part)
        };
        parts.iter().enumerate().map(without).collect()
    }
}

/// The centroid of a face.
pub(super) fn centre(corners: Triangle) -> [f32; 3] {
    let corners = corners.map(|corner| corner.map(f64::from));
    std::array::from_fn(|axis| (corners.iter().map(|corner| corner[axis]).sum::<f64>() / 3.0) as f32)
}
