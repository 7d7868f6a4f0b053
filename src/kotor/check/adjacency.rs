//! Checks neighbours: against the faces, and against each other.

use walkmesh_formats::bwm::Bwm;

use super::duplicates::Copies;
use super::{EdgePlace, ImpliedTables};
use crate::finding::{Findings, Severity, rules};
use crate::kotor::adjacency::across;
use crate::kotor::{EdgeId, FaceId};
use crate::work::round;

rules! { of super::sample, RoomFile;
    EDGE_WINDING: Warning = "edge-winding", "Two faces have opposite winding" {
        /// Both faces run along their common edge in the same direction, so one of them faces down. They are not
        /// neighbours, and creatures stop at the edge.
        remedy
        /// Swap two corners of the face that faces down, then bake the walkmesh.
        bad "face 0, side 0": |raw| raw.faces[0].vertices.swap(1, 2),
    }
    EDGE_NON_MANIFOLD: Warning = "edge-non-manifold", "Three or more walkable faces share an edge" {
        /// An edge can join only two faces. How the game's compiler treats more faces is not known, and creatures may stop at the edge.
        remedy
        /// Remove the surplus face, then bake the walkmesh.
        bad "face 0, side 2": damages::third_face_on_an_edge,
    }
    ADJACENCY_OUT_OF_RANGE: Fatal = "adjacency-out-of-range", "A neighbour is out of range" {
        /// The row of a face names an edge that belongs to no walkable face. The game reads past the end of the table.
        /// A negative number other than -1 is less harmful.
        remedy
        /// Bake the walkmesh.
        bad "face 0, side 0": |raw| raw.adjacencies[0].edges[0] = 99,
        bad Error "face 0, side 0": |raw| raw.adjacencies[0].edges[0] = -2,
    }
    ADJACENCY_ONE_WAY: Error = "adjacency-one-way", "Two faces are neighbours in one direction only" {
        /// Face A names face B as its neighbour, but B names another face, or no face, across that edge. Creatures walk from A to B but not
        /// back.
        remedy
        /// Bake the walkmesh.
        bad "face 0, side 2": |raw| raw.adjacencies[0].edges[2] = 4,
    }
    ADJACENCY_STALE: Error = "adjacency-stale", "A stored neighbour contradicts the vertices" {
        /// Two walkable faces are neighbours where they share two vertex ids. The stored neighbour differs, so
        /// creatures stop where they should pass, or pass where they should stop.
        remedy
        /// Bake the walkmesh.
        bad "face 0, side 2": |raw| raw.adjacencies[0].edges[2] = -1,
    }
}

/// Maximum number of faces at an edge that are listed.
const NAMED: usize = 6;

pub(super) fn check(raw: &Bwm, expected: Option<&ImpliedTables>, copies: &Copies, report: &mut Findings) {
    for group in expected.iter().flat_map(|expected| &expected.odd) {
        let group = without_copies(group, copies);
        if is_surface(raw, &group) {
            continue;
        }
        let place = EdgePlace::new(raw, group[0].0.cast_signed());
        let faces = || {
            let named = group.iter().take(NAMED).map(|edge| edge.face().0.to_string()).collect::<Vec<_>>().join(", ");
            match group.len().saturating_sub(NAMED) {
                0 => named,
                more => format!("{named} and {more} more"),
            }
        };
        if let [a, b] = group[..]
            && a.face() != b.face()
        {
            let meaning = || {
                format!(
                    "Faces {} run along the edge in the same direction: one of them faces down, so they are not neighbours.",
                    faces()
                )
            };
            let other = || Some(EdgePlace::new(raw, b.0.cast_signed()).into());
            report.add_between(&EDGE_WINDING, EDGE_WINDING.severity, place, other, None, meaning);
        } else {
            let meaning = || {
                format!("Faces {} share one edge: an edge joins two faces only, so creatures may stop here.", faces())
            };
            report.add(&EDGE_NON_MANIFOLD, place, meaning);
        }
    }
    for (stored, edge) in raw.adjacencies.iter().flat_map(|row| row.edges).zip((0..).map(EdgeId)) {
        let place = EdgePlace::new(raw, edge.0.cast_signed());
        match EdgeId::from_raw(stored).map(|neighbour| across(&raw.adjacencies, neighbour)) {
            None if stored != -1 => {
                report.add_as(&ADJACENCY_OUT_OF_RANGE, Severity::Error, place, || {
                    format!("The neighbour is {stored}, but an edge without a neighbour has -1.")
                });
            }
            Some(None) => {
                let meaning = || {
                    format!(
                        "The neighbour is edge {stored}, which belongs to no walkable face: the game reads past the end of the table."
                    )
                };
                report.add(&ADJACENCY_OUT_OF_RANGE, place, meaning);
            }
            Some(Some(there)) if there != edge.0.cast_signed() => {
                let meaning = || {
                    format!(
                        "The neighbour is {}, whose neighbour is edge {there}: creatures can walk there, but not back.",
                        EdgePlace::new(raw, stored)
                    )
                };
                report.add(&ADJACENCY_ONE_WAY, place, meaning);
            }
            _ => {}
        }
        let implied = expected.and_then(|expected| across(&expected.adjacencies, edge));
        match implied {
            Some(implied) if implied != stored && !expected.is_some_and(|all| all.is_odd(edge)) => {
                let name = |edge: i32| if edge < 0 { "none".to_owned() } else { EdgePlace::new(raw, edge).to_string() };
                let meaning = || {
                    format!(
                        "The stored neighbour is {}, but the shared vertices imply {}.",
                        name(stored),
                        name(implied)
                    )
                };
                report.add(&ADJACENCY_STALE, place, meaning);
            }
            _ => {}
        }
    }
}

/// The edges of a group, which are ascending, without the edges of duplicate faces, which another rule reports.
fn without_copies(group: &[EdgeId], copies: &Copies) -> Vec<EdgeId> {
    let face_of = |edge: &EdgeId| {
        round();
        edge.face()
    };
    let has = |face: FaceId| group.binary_search_by_key(&face, face_of).is_ok();
    let is_copy = |edge: &EdgeId| copies.get(&edge.face()).is_some_and(|&original| has(original));
    group.iter().copied().filter(|edge| !is_copy(edge)).collect()
}

/// Returns whether edges between the same two vertices are manifold: one edge, or two edges of two faces in opposite
/// directions.
fn is_surface(raw: &Bwm, group: &[EdgeId]) -> bool {
    let start = |edge: EdgeId| raw.faces[edge.face().index()].vertices[edge.side()];
    match *group {
        [_] => true,
        [a, b] => a.face() != b.face() && start(a) != start(b),
        _ => false,
    }
}

#[cfg(test)]
mod damages {
    use super::super::sample::RoomFile;

    pub(super) fn third_face_on_an_edge(raw: &mut RoomFile) {
        let [a, b, _] = raw.faces[1].vertices;
        raw.faces[7].vertices = [a, b, 8];
    }
}

#[cfg(test)]
mod tests {
    use crate::finding::CheckOptions;
    use crate::kotor::{Kind, MaterialId, VertexId, Walkmesh};
    use crate::work::assert_linear;

    /// Regression test: each copy of one edge of many faces used to be searched among all of them, in quadratic time.
    #[test]
    fn the_work_of_a_check_grows_with_the_faces_where_each_is_there_twice() {
        assert_linear(|mesh| {
            let twice = mesh.faces.iter().chain(&mesh.faces);
            let faces = twice.map(|corners| (corners.map(VertexId), MaterialId(4)));
            let room = Walkmesh::from_indexed(Kind::Wok, mesh.vertices.iter().copied(), faces).expect("finite points");
            room.check(&CheckOptions::default())
        });
    }
}
