//! Checks the vertices, edges and triangles one by one.

use std::collections::HashMap;

use crate::formats::aswm::NO_TRIANGLE;
use crate::geometry::triangle::is_usable;
use crate::nwn2::bake;
use crate::nwn2::floor::CLOCKWISE;
use crate::nwn2::{EdgeId, Triangle, VertexId, Walkmesh};

use super::Stage;
use crate::finding::{Findings, PartKind, Rule, Severity, rules};

rules! { of super::sample, Aswm;
    HEADER_OWNS_NO_DATA: Error = "header-owns-no-data", "The header says that the walkmesh owns no data" {
        /// In every real file `owns_data` in the header is 1, and other readers refuse any other value.
        remedy
        /// Bake the walkmesh: this writes 1.
        bad "header": |raw| raw.owns_data = 0,
    }
    HEADER_OFFSET_UNUSUAL: Warning = "header-offset-unusual", "The triangle offset in the header is not 0" {
        /// In every real file `triangles_offset` in the header is 0. What the game does with another value is not
        /// known.
        remedy
        /// Bake the walkmesh: this writes 0.
        bad "header": |raw| raw.triangles_offset = 1,
    }
    VERTEX_NOT_FINITE: Fatal = "vertex-not-finite", "A vertex is NaN, infinite or very far away" {
        /// A coordinate is NaN, infinite, or beyond 1e11. The game finds no position near such a vertex, and bakes
        /// reject it.
        remedy
        /// Repair the vertex in the tool that made the walkmesh.
        bad "vertex 0": |raw| raw.vertices[0].z = f32::NAN,
    }
    EDGE_VERTEX_OUT_OF_RANGE: Fatal = "edge-vertex-out-of-range", "A vertex of an edge is out of range" {
        /// The game reads past the end of the vertex table.
        remedy
        /// Bake the walkmesh: this rebuilds the edges.
        bad "edge 0": |raw| edges(raw)[0].vertices[1] = 9999,
    }
    EDGE_FACE_OUT_OF_RANGE: Fatal = "edge-face-out-of-range", "A triangle of an edge is out of range" {
        /// The game reads past the end of the triangle table.
        remedy
        /// Bake the walkmesh: this rebuilds the edges.
        bad "edge 0": |raw| edges(raw)[0].triangles[1] = 9999,
    }
    EDGE_ORDER: Warning = "edge-order", "An edge names the higher vertex first" {
        /// Edges in the game's own files name the lower vertex first. A reader that looks up edges by their vertices
        /// may miss this one.
        remedy
        /// Bake the walkmesh: this rebuilds the edges.
        bad "edge 0": |raw| edges(raw)[0].vertices.reverse(),
    }
    FACE_VERTEX_OUT_OF_RANGE: Fatal = "face-vertex-out-of-range", "A corner of a triangle is out of range" {
        /// The game reads past the end of the vertex table.
        remedy
        /// Repair the triangle in the tool that made the walkmesh: a bake cannot guess the vertex.
        bad "triangle 0": |raw| rows(raw)[0].vertices[1] = 9999,
    }
    FACE_DEGENERATE: Info = "face-degenerate", "A triangle is degenerate" {
        /// The triangle has no area in the plan view, so creatures cannot stand on it. Real files have a few, and the
        /// game tolerates them.
        remedy
        /// No action is needed.
        bad "triangle 0": |raw| rows(raw)[0].vertices[1] = rows(raw)[0].vertices[0],
    }
    FACE_FACES_DOWN: Info = "face-faces-down", "A walkable triangle faces down" {
        /// The winding contradicts the clockwise flag, so the game does not find creatures that stand here. The toolset
        /// itself makes a few of these triangles in most areas: its weld flips small ones. On non-walkable triangles
        /// this is harmless.
        remedy
        /// No action is needed for small triangles. Otherwise swap two corners of the triangle, and bake the walkmesh.
        /// A bake alone keeps the winding of a baked mesh.
        bad "triangle 0": |raw| rows(raw)[0].vertices.swap(0, 1),
    }
    FACE_LINK_OUT_OF_RANGE: Fatal = "face-link-out-of-range", "A neighbour of a triangle is out of range" {
        /// The game reads past the end of the triangle table when a creature walks there.
        remedy
        /// Bake the walkmesh: this rebuilds the links.
        bad "triangle 0": |raw| rows(raw)[0].linked_triangles[1] = 9999,
    }
    FACE_EDGE_OUT_OF_RANGE: Fatal = "face-edge-out-of-range", "An edge of a triangle is out of range" {
        /// The game reads past the end of the edge table.
        remedy
        /// Bake the walkmesh: this rebuilds the edges and links.
        bad "triangle 0": |raw| rows(raw)[0].linked_edges[1] = 9999,
    }
    FACE_LINK_CONTRADICTS: Error = "face-link-contradicts", "A triangle and its edge disagree about a neighbour" {
        /// The triangle names a neighbour across one of its edges, but that edge joins other triangles. Straight walks continue into the
        /// wrong triangle here.
        remedy
        /// Bake the walkmesh: this rebuilds the edges and links.
        bad "triangle 0": |raw| rows(raw)[0].linked_edges.swap(0, 2),
    }
    FACE_EDGE_ELSEWHERE: Error = "face-edge-elsewhere", "An edge of a triangle joins other vertices" {
        /// The triangle names an edge whose vertices are not its own. Straight walks cross the wrong line here.
        remedy
        /// Bake the walkmesh: this rebuilds the edges and links.
        bad "triangle 0": |raw| {
            let edge = rows(raw)[0].linked_edges[0];
            edges(raw)[edge as usize].vertices = [70, 71];
        },
    }
    FACE_PLANE_STALE: Warning = "face-plane-stale", "A stored plane does not match its triangle" {
        /// The game computes heights from the stored plane, so creatures are too high or too low here. The severity is
        /// info in a TRN, which the game does not read.
        remedy
        /// Bake the walkmesh: this recomputes the planes.
        bad "triangle 0": |raw| rows(raw)[0].dot += 1.0,
    }
    FACE_CENTRE_STALE: Warning = "face-centre-stale", "A stored centre does not match its triangle" {
        /// The game measures paths from centre to centre, so it takes detours. The severity is info in a TRN, which the
        /// game does not read.
        remedy
        /// Bake the walkmesh: this recomputes the centres and the path tables.
        bad "triangle 0": |raw| rows(raw)[0].center[0] += 1.0,
    }
    FACE_DUPLICATE: Info = "face-duplicate", "Two triangles have the same corners" {
        /// The toolset makes such pairs, and the game tolerates them.
        remedy
        /// No action is needed.
        bad "triangle 1": |raw| rows(raw)[0].vertices = rows(raw)[1].vertices,
    }
}

pub(super) fn check(walkmesh: &Walkmesh, stage: Stage, findings: &mut Findings) {
    let raw = walkmesh.as_raw();
    if raw.owns_data != 1 {
        findings.add(&HEADER_OWNS_NO_DATA, PartKind::Header, || {
            format!("The field `owns_data` is {}, but other readers refuse any value except 1.", raw.owns_data)
        });
    }
    if raw.triangles_offset != 0 {
        findings.add(&HEADER_OFFSET_UNUSUAL, PartKind::Header, || {
            format!("The field `triangles_offset` is {}, but it is 0 in every real file.", raw.triangles_offset)
        });
    }
    for (index, vertex) in (0..).zip(&raw.vertices) {
        if !is_usable(&[vertex.x, vertex.y, vertex.z]) {
            findings.add(
                &VERTEX_NOT_FINITE,
                VertexId(index),
                || "A coordinate is NaN, infinite or beyond 1e11, so the game finds no position nearby.",
            );
        }
    }
    // Before a bake the winding does not matter, because the bake winds the triangles.
    let (is_baked, is_linked) = (walkmesh.is_baked(), super::is_linked(walkmesh));
    let mut corners: HashMap<[u32; 3], u32> = HashMap::new();
    for triangle in walkmesh.triangles() {
        vertices(walkmesh, &triangle, findings);
        area(&triangle, is_baked, findings);
        if is_linked {
            planes(&triangle, is_baked, stage, findings);
        }
        let mut sorted = triangle.as_raw().vertices;
        sorted.sort_unstable();
        if let Some(first) = corners.insert(sorted, triangle.id().0) {
            findings.add(&FACE_DUPLICATE, triangle.id(), || {
                format!("It has the same corners as triangle {first}. The toolset makes such pairs, and the game tolerates them.")
            });
        }
    }
}

/// Checks edges, and the links of triangles through them.
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
            findings.add(&EDGE_VERTEX_OUT_OF_RANGE, id, || format!("It names vertex {vertex} of {vertices}."));
        }
        let is_missing = |triangle: &u32| *triangle != NO_TRIANGLE && *triangle as usize >= triangles;
        if let Some(triangle) = edge.triangles.into_iter().find(is_missing) {
            findings.add(&EDGE_FACE_OUT_OF_RANGE, id, || format!("It names triangle {triangle} of {triangles}."));
        }
        if edge.vertices[0] > edge.vertices[1] {
            findings.add(
                &EDGE_ORDER,
                id,
                || "It names the higher vertex first; edges in the game's own files name the lower one first.",
            );
        }
    }
}

/// Checks that the vertices of a triangle exist.
fn vertices(walkmesh: &Walkmesh, triangle: &Triangle<'_>, findings: &mut Findings) {
    let (row, id) = (triangle.as_raw(), triangle.id());
    let vertices = walkmesh.vertices().len();
    if let Some(vertex) = row.vertices.into_iter().find(|vertex| *vertex as usize >= vertices) {
        findings.add(&FACE_VERTEX_OUT_OF_RANGE, id, || format!("It names vertex {vertex} of {vertices}."));
    }
}

/// Checks the edges and triangles that a triangle is linked to.
fn links(walkmesh: &Walkmesh, triangle: &Triangle<'_>, findings: &mut Findings) {
    let (row, id) = (triangle.as_raw(), triangle.id());
    let triangles = walkmesh.triangle_rows().len();
    for (edge_index, linked) in row.linked_edges.into_iter().zip(row.linked_triangles) {
        if linked != NO_TRIANGLE && linked as usize >= triangles {
            findings.add(&FACE_LINK_OUT_OF_RANGE, id, || format!("It is linked to triangle {linked} of {triangles}."));
        }
        let Some(edge) = walkmesh.edge(EdgeId(edge_index)) else {
            findings.add(&FACE_EDGE_OUT_OF_RANGE, id, || {
                format!("It names edge {edge_index} of {}.", walkmesh.edges().len())
            });
            continue;
        };
        if edge.triangles != [id.0, linked] && edge.triangles != [linked, id.0] {
            findings.add(&FACE_LINK_CONTRADICTS, id, || {
                format!(
                    "Its edge {edge_index} does not join it to the neighbour that it names there, so straight walks enter the wrong triangle."
                )
            });
        } else if !edge.vertices.iter().all(|vertex| row.vertices.contains(vertex)) {
            findings.add(&FACE_EDGE_ELSEWHERE, id, || {
                format!("Its edge {edge_index} joins vertices that are not its own.")
            });
        }
    }
}

/// Checks that a triangle has an area in the plan view, and that a walkable one of a baked mesh is wound as its flag says.
fn area(triangle: &Triangle<'_>, is_baked: bool, findings: &mut Findings) {
    let Some(corners) = triangle.points() else { return };
    let (row, id) = (triangle.as_raw(), triangle.id());
    let [a, b, c] = corners.map(|corner| [f64::from(corner[0]), f64::from(corner[1])]);
    let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let is_clockwise = row.flags.0 & CLOCKWISE != 0;
    if area == 0.0 {
        findings.add(&FACE_DEGENERATE, id, || "It has no area in the plan view, so creatures cannot stand on it.");
    } else if is_baked && triangle.is_walkable() && (area < 0.0) != is_clockwise {
        findings.add(
            &FACE_FACES_DOWN,
            id,
            || "The winding contradicts the clockwise flag, so the game does not find creatures that stand here.",
        );
    }
}

/// Checks that the centre and plane of a triangle match its corners.
fn planes(triangle: &Triangle<'_>, is_baked: bool, stage: Stage, findings: &mut Findings) {
    let Some(corners) = triangle.points() else { return };
    let (row, id) = (triangle.as_raw(), triangle.id());
    let mut implied = *row;
    bake::planes::fill_one(&mut implied, corners.map(Into::into));
    let bits = |row: &crate::formats::aswm::Triangle| {
        ([row.normal[0], row.normal[1], row.normal[2], row.dot].map(f32::to_bits), row.center.map(f32::to_bits))
    };
    if !is_baked {
        let ground = bake::planes::ground_dot(implied.normal, corners[0].into());
        // Both orders of the sum are the toolset's.
        implied.dot = if row.dot.to_bits() == ground.to_bits() { ground } else { implied.dot };
    }
    let ((plane, center), (implied_plane, implied_center)) = (bits(row), bits(&implied));
    let mut add = |rule: &'static Rule, what: &str, harm: &str| {
        let (severity, harm) = match stage {
            Stage::Finished => (rule.severity, format!(", so {harm}.")),
            Stage::BeforeTheBake => (Severity::Info, ". The next bake recomputes it.".to_owned()),
        };
        findings.add_as(rule, severity, id, || format!("Its stored {what} does not match its corners{harm}"));
    };
    if plane != implied_plane {
        add(&FACE_PLANE_STALE, "plane", "heights on it are wrong");
    }
    if center != implied_center {
        add(&FACE_CENTRE_STALE, "centre", "paths over it are measured wrongly");
    }
}
