//! Checks vertices, and the corners of faces.

use walkmesh_formats::bwm::Bwm;

use crate::finding::{Findings, PartKind, Severity, rules};
use crate::geometry::triangle::doubled_area;
use crate::geometry::weld::Welder;
use crate::kotor::bake::normals::{NormalRounding, corners};
use crate::kotor::point::is_usable_point;
use crate::kotor::tables::same_lengths;
use crate::kotor::{FaceId, VertexId};
use walkmesh_mesh::counted::counted;

rules! { of super::sample, RoomFile;
    TABLE_LENGTH_DIFFERS: Fatal = "table-length-differs", "The tables of the faces have different lengths" {
        /// Each face has one row in the tables of faces, materials, normals and distances. The file format requires
        /// equal lengths, so this walkmesh cannot be saved. Only an edit of the raw tables can cause it.
        remedy
        /// Give each table one row per face.
        bad "header": |raw| raw.distances.truncate(1),
    }
    FACE_VERTEX_OUT_OF_RANGE: Fatal = "face-vertex-out-of-range", "A corner of a face is out of range" {
        /// A face names a vertex that does not exist. The game reads past the end of the table and may crash.
        remedy
        /// Remove the face, or export the file again from its model.
        bad "face 0": |raw| raw.faces[0].vertices[0] = 99,
    }
    FACE_REPEATS_CORNER: Error = "face-repeats-corner", "Two corners of a face are the same vertex" {
        /// The face is a line or a point. Creatures cannot stand on it, rays cannot hit it, and it leaves a gap between
        /// its neighbours.
        remedy
        /// Remove the face, and bake the walkmesh.
        bad "face 0": |raw| raw.faces[0].vertices[0] = raw.faces[0].vertices[1],
    }
    FACE_DEGENERATE: Warning = "face-degenerate", "A face is degenerate" {
        /// The corners of the face are collinear, so it has no area. Creatures cannot stand on it, and rays cannot hit
        /// it.
        remedy
        /// Remove the face or move a corner, then bake the walkmesh.
        bad "face 0": |raw| raw.vertices[0] = [1.0, 2.0, 0.0].into(),
    }
    VERTEX_UNUSED: Info = "vertex-unused", "A vertex is unused" {
        /// No face uses the vertex. It takes up space and has no effect.
        remedy
        /// No action is needed.
        bad "vertex 9": |raw| raw.vertices.push([9.0; 3].into()),
    }
    VERTEX_NOT_FINITE: Fatal = "vertex-not-finite", "A coordinate of a vertex is NaN, infinite or beyond 1e11" {
        /// Faces with this vertex cannot be walked on, hit or baked. If no face uses the vertex, it is harmless.
        remedy
        /// Correct the position of the vertex, then bake the walkmesh.
        bad "vertex 0": |raw| raw.vertices[0].z = f32::NAN,
        bad Info "vertex 9": |raw| raw.vertices.push([f32::NAN; 3].into()),
    }
    VERTEX_DUPLICATE: Info = "vertex-duplicate", "Two vertices have the same position" {
        /// Faces are neighbours only where they share vertex ids, so faces that use different copies do not join. The
        /// games use such vertices to separate faces.
        remedy
        /// If creatures stop at a seam that they should cross, join the vertices with `join_vertices`, then bake the
        /// walkmesh.
        bad "vertex 8": |raw| raw.vertices[8] = raw.vertices[0],
    }
}

/// Checks vertices and corners. Returns whether every corner of every face is a vertex, and for each vertex the first
/// one at its position.
pub(super) fn check(raw: &Bwm, report: &mut Findings) -> (bool, Vec<VertexId>) {
    if let Err(error) = same_lengths(raw) {
        let meaning = || format!("The tables cannot be saved: {error}.");
        report.add(&TABLE_LENGTH_DIFFERS, PartKind::Header, meaning);
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
            report.add(&FACE_VERTEX_OUT_OF_RANGE, face, meaning);
            continue;
        }
        let [a, b, c] = row.vertices;
        if a == b || b == c || c == a {
            report.add(
                &FACE_REPEATS_CORNER,
                face,
                || "Two corners are the same vertex: creatures cannot stand on the face, and rays miss it.",
            );
        } else if corners(raw, row).is_some_and(|points| {
            points.iter().all(|&point| is_usable_point(point))
                && (NormalRounding::Kotor2.area(points) == 0.0 || doubled_area(&points.map(Into::into)) == [0.0; 3])
        }) {
            report.add(
                &FACE_DEGENERATE,
                face,
                || "The face has no area: creatures cannot stand on it, and rays miss it.",
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
            report.add(&VERTEX_UNUSED, vertex, || "No face uses this vertex.");
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
            report.add_as(&VERTEX_NOT_FINITE, severity, vertex, meaning);
            firsts.push(vertex);
            continue;
        }
        let first = known.weld(coordinates, vertex);
        firsts.push(first);
        if first != vertex {
            let meaning = || {
                format!(
                    "The vertex has the same position as {first}: faces that use different copies are not neighbours."
                )
            };
            report.add(&VERTEX_DUPLICATE, vertex, meaning);
        }
    }
    firsts
}
