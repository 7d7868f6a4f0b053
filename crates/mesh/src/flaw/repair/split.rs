//! Splits faces at the vertices on their sides.

use std::collections::BTreeMap;

use super::{Patient, RepairKind, RepairedFace, plan_area};
use crate::flaw::Measure;
use crate::geometry::vec3::{distance_squared, dot, sub, towards};
use crate::geometry::{HalfEdge, next_corner, previous_corner};

/// Splits pieces at vertices on their sides, each piece at one side. Returns whether anything changed.
pub(super) fn split(patient: &mut Patient<'_>, splits: BTreeMap<HalfEdge, Vec<u32>>) -> bool {
    let mut has_changed = false;
    let mut last = None;
    for (edge, vertices) in splits {
        // A piece with vertices on two of its sides is split at the second one in the next round.
        let piece = edge.face() as usize;
        if last == Some(edge.face()) || patient.is_gone[piece] || patient.is_alone(piece) {
            continue;
        }
        if split_side(patient, edge, vertices) {
            last = Some(edge.face());
            has_changed = true;
        }
    }
    has_changed
}

/// Splits a piece into triangles from its third corner to the parts of a side.
fn split_side(patient: &mut Patient<'_>, edge: HalfEdge, vertices: Vec<u32>) -> bool {
    let (piece, side) = (edge.face() as usize, usize::from(edge.corner()));
    let face = patient.pieces[piece];
    let Some(corners) = patient.corners(piece) else { return false };
    let (from, to) = (corners[side].map(f64::from), corners[next_corner(side)].map(f64::from));
    let along = sub(to, from);
    let place = |vertex: u32| {
        let point = patient.floor.vertices[vertex as usize].map(f64::from);
        dot(sub(point, from), along) / distance_squared(to, from)
    };
    let mut inside: Vec<(f64, u32)> = vertices.into_iter().map(|vertex| (place(vertex), vertex)).collect();
    inside.retain(|(at, vertex)| *at > 0.0 && *at < 1.0 && !face.corners.contains(vertex));
    inside.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    inside.dedup_by_key(|(_, vertex)| *vertex);
    let ends: Vec<u32> = inside.iter().map(|(_, vertex)| *vertex).chain([face.corners[next_corner(side)]]).collect();
    let mut parts = Vec::with_capacity(ends.len());
    let mut start = face.corners[side];
    for (index, &end) in ends.iter().enumerate() {
        let mut part = RepairedFace { source: face.source, corners: face.corners, sides: [None; 3] };
        (part.corners[side], part.corners[next_corner(side)]) = (start, end);
        part.sides[side] = face.sides[side];
        if index == 0 {
            part.sides[previous_corner(side)] = face.sides[previous_corner(side)];
        }
        if index + 1 == ends.len() {
            part.sides[next_corner(side)] = face.sides[next_corner(side)];
        }
        parts.push(part);
        start = end;
    }
    let area = plan_area(&corners);
    let is_good = |part: &RepairedFace| {
        let corners = part.corners.map(|vertex| patient.floor.vertices[vertex as usize]);
        area.signum() * plan_area(&corners) > 0.0
    };
    if inside.is_empty() || !parts.iter().all(is_good) {
        return false;
    }
    for (_, vertex) in &inside {
        let point = patient.floor.vertices[*vertex as usize];
        let beside = distance_from_line(point.map(f64::from), from, to);
        patient.record(RepairKind::FaceSplit, piece, None, point, Measure::Length(beside));
    }
    patient.pieces[piece] = parts[0];
    patient.pieces.extend(&parts[1..]);
    patient.is_gone.resize(patient.pieces.len(), false);
    true
}

/// The distance of a point from the line through two others.
fn distance_from_line(point: [f64; 3], from: [f64; 3], to: [f64; 3]) -> f64 {
    let (along, offset) = (sub(to, from), sub(point, from));
    let share = dot(offset, along) / dot(along, along);
    distance_squared(point, towards(from, along, share)).sqrt()
}
