//! Checks the vertices, edges and triangles, each by itself.

use std::collections::HashMap;

use crate::formats::aswm::NO_TRIANGLE;
use crate::geometry::triangle::is_usable;
use crate::nwn2::bake;
use crate::nwn2::floor::CLOCKWISE;
use crate::nwn2::{EdgeId, Triangle, VertexId, Walkmesh};

use super::rules;
use crate::finding::{Findings, PartKind};

pub(super) fn check(walkmesh: &Walkmesh, findings: &mut Findings) {
    let raw = walkmesh.as_raw();
    if raw.owns_data != 1 {
        findings.add(&rules::HEADER_OWNS_NO_DATA, PartKind::Header, || {
            format!("The word owns_data is {}, and other readers refuse any value but 1.", raw.owns_data)
        });
    }
    if raw.triangles_offset != 0 {
        findings.add(&rules::HEADER_OFFSET_UNUSUAL, PartKind::Header, || {
            format!("The word triangles_offset is {}, and in every real file it is 0.", raw.triangles_offset)
        });
    }
    for (index, vertex) in (0..).zip(&raw.vertices) {
        if !is_usable(&[vertex.x, vertex.y, vertex.z]) {
            findings.add(
                &rules::VERTEX_NOT_FINITE,
                VertexId(index),
                || "A coordinate is NaN, infinite or beyond 1e11, so the game finds no position nearby.",
            );
        }
    }
    // Before a bake the winding does not matter, because the bake turns the triangles.
    let (is_baked, is_linked) = (walkmesh.is_baked(), super::is_linked(walkmesh));
    let mut corners: HashMap<[u32; 3], u32> = HashMap::new();
    for triangle in walkmesh.triangles() {
        vertices(walkmesh, &triangle, findings);
        area(&triangle, is_baked, findings);
        if is_linked {
            planes(&triangle, findings);
        }
        let mut sorted = triangle.as_raw().vertices;
        sorted.sort_unstable();
        if let Some(first) = corners.insert(sorted, triangle.id().0) {
            findings.add(&rules::FACE_DUPLICATE, triangle.id(), || {
                format!("It has the corners of triangle {first}. The toolset makes such pairs, and the game lives with them.")
            });
        }
    }
}

/// Checks edges, and how triangles are linked by them.
pub(super) fn check_links(walkmesh: &Walkmesh, findings: &mut Findings) {
    edges(walkmesh, findings);
    if super::is_linked(walkmesh) {
        walkmesh.triangles().for_each(|triangle| links(walkmesh, &triangle, findings));
    }
}

fn edges(walkmesh: &Walkmesh, findings: &mut Findings) {
    let (vertices, triangles) = (walkmesh.vertices().len(), walkmesh.triangle_rows().len());
    for (index, edge) in (0..).zip(walkmesh.edges()) {
        let id = EdgeId(index);
        if let Some(vertex) = edge.vertices.into_iter().find(|vertex| *vertex as usize >= vertices) {
            findings.add(&rules::EDGE_VERTEX_OUT_OF_RANGE, id, || format!("It names vertex {vertex} of {vertices}."));
        }
        let is_missing = |triangle: &u32| *triangle != NO_TRIANGLE && *triangle as usize >= triangles;
        if let Some(triangle) = edge.triangles.into_iter().find(is_missing) {
            findings
                .add(&rules::EDGE_FACE_OUT_OF_RANGE, id, || format!("It names triangle {triangle} of {triangles}."));
        }
        if edge.vertices[0] > edge.vertices[1] {
            findings.add(
                &rules::EDGE_ORDER,
                id,
                || "It names the higher vertex first; the game's own edges name the lower one first.",
            );
        }
    }
}

/// Checks that the vertices of a triangle exist.
fn vertices(walkmesh: &Walkmesh, triangle: &Triangle<'_>, findings: &mut Findings) {
    let (row, id) = (triangle.as_raw(), triangle.id());
    let vertices = walkmesh.vertices().len();
    if let Some(vertex) = row.vertices.into_iter().find(|vertex| *vertex as usize >= vertices) {
        findings.add(&rules::FACE_VERTEX_OUT_OF_RANGE, id, || format!("It names vertex {vertex} of {vertices}."));
    }
}

/// Checks the edges and triangles that a triangle is linked to.
fn links(walkmesh: &Walkmesh, triangle: &Triangle<'_>, findings: &mut Findings) {
    let (row, id) = (triangle.as_raw(), triangle.id());
    let triangles = walkmesh.triangle_rows().len();
    for (edge_index, linked) in row.linked_edges.into_iter().zip(row.linked_triangles) {
        if linked != NO_TRIANGLE && linked as usize >= triangles {
            findings.add(&rules::FACE_LINK_OUT_OF_RANGE, id, || {
                format!("It is linked to triangle {linked} of {triangles}.")
            });
        }
        let Some(edge) = walkmesh.edge(EdgeId(edge_index)) else {
            findings.add(&rules::FACE_EDGE_OUT_OF_RANGE, id, || {
                format!("It names edge {edge_index} of {}.", walkmesh.edges().len())
            });
            continue;
        };
        if edge.triangles != [id.0, linked] && edge.triangles != [linked, id.0] {
            findings.add(&rules::FACE_LINK_CONTRADICTS, id, || {
                format!(
                    "Its edge {edge_index} does not join it to the triangle that it is linked to there, so walks go astray."
                )
            });
        } else if !edge.vertices.iter().all(|vertex| row.vertices.contains(vertex)) {
            findings.add(&rules::FACE_EDGE_ELSEWHERE, id, || {
                format!("Its edge {edge_index} joins vertices that are not its own.")
            });
        }
    }
}

/// Checks that a triangle has an area in the plan view, and in a baked mesh is wound as its flag says.
fn area(triangle: &Triangle<'_>, is_baked: bool, findings: &mut Findings) {
    let Some(corners) = triangle.points() else { return };
    let (row, id) = (triangle.as_raw(), triangle.id());
    let [a, b, c] = corners.map(|corner| [f64::from(corner[0]), f64::from(corner[1])]);
    let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let is_clockwise = row.flags.0 & CLOCKWISE != 0;
    if area == 0.0 {
        findings.add(&rules::FACE_DEGENERATE, id, || "It has no area in the plan view, so nobody can stand on it.");
    } else if is_baked && (area < 0.0) != is_clockwise {
        findings.add(
            &rules::FACE_FACES_DOWN,
            id,
            || "The winding contradicts the clockwise flag, so the game does not find creatures that stand here.",
        );
    }
}

/// Checks that the centre and plane of a triangle are those of its corners.
fn planes(triangle: &Triangle<'_>, findings: &mut Findings) {
    let Some(corners) = triangle.points() else { return };
    let (row, id) = (triangle.as_raw(), triangle.id());
    let mut implied = *row;
    bake::planes::fill_one(&mut implied, corners.map(Into::into));
    let bits = |row: &crate::formats::aswm::Triangle| {
        ([row.normal[0], row.normal[1], row.normal[2], row.dot].map(f32::to_bits), row.center.map(f32::to_bits))
    };
    let ((plane, center), (implied_plane, implied_center)) = (bits(row), bits(&implied));
    if plane != implied_plane {
        findings.add(
            &rules::FACE_PLANE_STALE,
            id,
            || "Its stored plane is not that of its corners, so heights on it are wrong.",
        );
    }
    if center != implied_center {
        findings.add(
            &rules::FACE_CENTRE_STALE,
            id,
            || "Its stored centre is not that of its corners, so ways over it are measured wrongly.",
        );
    }
}
