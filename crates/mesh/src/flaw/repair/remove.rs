//! Removes useless faces.

use std::collections::HashMap;

use super::{Patient, RepairKind, Repairs, plan_area};
use crate::flaw::Measure;
use crate::flaw::parts::{Parts, centre};
use crate::geometry::triangle::doubled_area;
use crate::geometry::weld::place;

/// Removes degenerate faces, and all but the first of equal triangles of the same surface.
pub(super) fn useless(patient: &mut Patient<'_>, options: &Repairs) {
    let mut known = HashMap::new();
    for piece in 0..patient.pieces.len() {
        let Some(corners) = patient.corners(piece) else { continue };
        let area = doubled_area(&corners);
        if area == [0.0; 3] {
            if options.degenerate {
                patient.remove(piece, RepairKind::DegenerateRemoved, corners[0], Measure::Area(0.0));
            }
            continue;
        }
        if options.duplicates {
            let mut places = corners.map(place);
            places.sort_unstable();
            let surface = (patient.faces.surface)(patient.pieces[piece].source);
            let surfaces: &mut Vec<u32> = known.entry((places, patient.is_walkable(piece))).or_default();
            let size = Measure::Area(area[2].abs() / 2.0);
            if surfaces.contains(&surface) {
                patient.remove(piece, RepairKind::DuplicateRemoved, centre(corners), size);
                continue;
            }
            if !surfaces.is_empty() {
                patient.record(RepairKind::KeptForSurface, piece, None, centre(corners), size);
            }
            surfaces.push(surface);
        }
    }
}

/// Removes the parts without an exit that are smaller than `least`, except for the largest part.
pub(super) fn pockets(patient: &mut Patient<'_>, least: f64) {
    let sources: Vec<u32> = patient.pieces.iter().map(|piece| piece.source).collect();
    let exits = patient.faces.exits;
    let pockets: Vec<u32> = patient.with_floor(|floor| {
        let parts = Parts::new(floor);
        let small = parts.without_exit(floor, |face| exits(sources[face as usize]));
        let is_pocket = |face: &u32| small[parts.of_face(*face) as usize].is_some_and(|part| part.area < least);
        floor.walkable_faces().map(|(face, _)| face).filter(is_pocket).collect()
    });
    for piece in pockets {
        let piece = piece as usize;
        let Some(corners) = patient.corners(piece) else { continue };
        let size = Measure::Area(plan_area(&corners).abs() / 2.0);
        patient.remove(piece, RepairKind::PocketRemoved, centre(corners), size);
    }
}
