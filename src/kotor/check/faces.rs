//! Checks vertices, and the corners of faces.

use walkmesh_formats::bwm::Bwm;

use super::rules;
use crate::counted::counted;
use crate::finding::{Findings, PartKind, Severity};
use crate::geometry::triangle::doubled_area;
use crate::geometry::weld::Welder;
use crate::kotor::bake::normals::{NormalRounding, corners};
use crate::kotor::point::is_usable_point;
use crate::kotor::tables::same_lengths;
use crate::kotor::{FaceId, VertexId};

/// Checks vertices and corners. Returns whether every corner of every face is a vertex, and for each vertex the first one
/// at its place.
pub(super) fn check(raw: &Bwm, report: &mut Findings) -> (bool, Vec<VertexId>) {
    if let Err(error) = same_lengths(raw) {
        let meaning = || format!("The tables cannot be saved: {error}.");
        report.add(&rules::TABLE_LENGTH_DIFFERS, PartKind::Header, meaning);
    }
    let mut used = vec![false; raw.vertices.len()];
    let mut intact = true;
    for (face, row) in (0..).map(FaceId).zip(&raw.faces) {
        let missing = row.vertices.into_iter().find(|&vertex| vertex as usize >= raw.vertices.len());
        row.vertices.iter().for_each(|&vertex| {
            if let Some(used) = used.get_mut(vertex as usize) {
                *used = true;
            }
        });
        if let Some(vertex) = missing {
            intact = false;
            let meaning = || {
                format!(
                    "A corner is vertex {vertex}, but the file has {}: the game may crash.",
                    counted(raw.vertices.len(), "vertex")
                )
            };
            report.add(&rules::FACE_VERTEX_OUT_OF_RANGE, face, meaning);
            continue;
        }
        let [a, b, c] = row.vertices;
        if a == b || b == c || c == a {
            report.add(
                &rules::FACE_REPEATS_CORNER,
                face,
                || "Two corners are the same vertex: nobody can stand on the face and no ray hits it.",
            );
        } else if corners(raw, row).is_some_and(|points| {
            points.iter().all(|&point| is_usable_point(point))
                && (NormalRounding::Kotor2.area(points) == 0.0 || doubled_area(&points.map(Into::into)) == [0.0; 3])
        }) {
            report.add(
                &rules::FACE_DEGENERATE,
                face,
                || "The face has no area: nobody can stand on it and no ray hits it.",
            );
        }
    }
    let first = vertices(raw, &used, report);
    (intact, first)
}

fn vertices(raw: &Bwm, used: &[bool], report: &mut Findings) -> Vec<VertexId> {
    let mut known = Welder::with_capacity(raw.vertices.len());
    let mut firsts = Vec::with_capacity(raw.vertices.len());
    for ((vertex, &point), &used) in (0..).map(VertexId).zip(&raw.vertices).zip(used) {
        if !used {
            report.add(&rules::VERTEX_UNUSED, vertex, || "No face uses this vertex.");
        }
        let coordinates = <[f32; 3]>::from(point);
        if !is_usable_point(point) {
            let [x, y, z] = coordinates;
            let meaning = || {
                format!(
                    "A coordinate of {x}, {y}, {z} is NaN, infinite or beyond 1e11: faces with this vertex cannot be walked on, hit or baked."
                )
            };
            let severity = if used { Severity::Fatal } else { Severity::Info };
            report.add_as(&rules::VERTEX_NOT_FINITE, severity, vertex, meaning);
            firsts.push(vertex);
            continue;
        }
        let first = known.weld(coordinates, vertex);
        firsts.push(first);
        if first != vertex {
            let meaning = || {
                format!(
                    "The vertex lies at the same place as {first}: faces that use different ones of the two are not neighbours."
                )
            };
            report.add(&rules::VERTEX_DUPLICATE, vertex, meaning);
        }
    }
    firsts
}
