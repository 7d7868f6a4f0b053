//! Checks the edge list, perimeters and transitions.

use walkmesh_formats::bwm::Bwm;

use super::{EdgePlace, ImpliedTables};
use crate::finding::{Findings, PartKind, PlacePart, rules};
use crate::geometry::ends_of_side;
use crate::kotor::EdgeId;
use crate::kotor::adjacency::across;
use crate::kotor::bake::perimeters::perimeters;
use walkmesh_mesh::counted::are;

rules! { of super::sample, RoomFile;
    EDGE_OUT_OF_RANGE: Fatal = "edge-out-of-range", "A row of the edge list is out of range" {
        /// The row names an edge that no face has. The game may crash on it.
        remedy
        /// Bake the walkmesh.
        bad "edge 999": |raw| raw.edges[0].edge = 999,
        bad "edge -1": |raw| raw.edges[0].edge = -1,
    }
    EDGE_DUPLICATE: Warning = "edge-duplicate", "An edge is in the edge list twice" {
        /// The list contains each edge without a neighbour once. The game may read either of two rows for the same
        /// edge, and their transitions may differ.
        remedy
        /// Bake the walkmesh: this keeps the first transition.
        bad "face 0, side 0": |raw| raw.edges[1] = raw.edges[0],
    }
    TRANSITION_OUT_OF_RANGE: Error = "transition-out-of-range", "A transition is a negative number other than -1" {
        /// A transition is the index of a room, or -1 for none. This one is neither.
        remedy
        /// Set the transition to a room or to none with `set_transition`, or link the area.
        bad "face 0, side 0": |raw| raw.edges[0].transition = -2,
    }
    TRANSITION_ON_INNER_EDGE: Error = "transition-on-inner-edge", "An inner edge has a transition" {
        /// The edge has a neighbour, or its face is non-walkable, so creatures do not leave the room there.
        remedy
        /// Bake the walkmesh: this drops the transition and reports it. Set the transition on a perimeter edge instead.
        bad "face 0, side 2": damages::to_a_room_from_within,
    }
    EDGE_INNER: Error = "edge-inner", "An inner edge is in the edge list" {
        /// The list marks this edge as boundary, but the edge has a neighbour, or its face is non-walkable.
        remedy
        /// Bake the walkmesh.
        bad "face 0, side 2": |raw| raw.edges[0].edge = 2,
    }
    PERIMETER_OUT_OF_RANGE: Fatal = "perimeter-out-of-range", "A perimeter is out of range" {
        /// The perimeter ends after the end of the edge list, so the game reads past the list.
        remedy
        /// Bake the walkmesh.
        bad "perimeter 0": |raw| raw.perimeters[0] = 99,
    }
    PERIMETER_EMPTY: Error = "perimeter-empty", "A perimeter has no edges" {
        /// The perimeter ends where the previous one ends, or earlier.
        remedy
        /// Bake the walkmesh.
        bad "perimeter 0": |raw| raw.perimeters.insert(0, 0),
    }
    PERIMETER_OPEN: Error = "perimeter-open", "A perimeter is not a closed loop" {
        /// An edge of the loop does not start where the previous one ends. Creatures may walk out of the room.
        remedy
        /// Bake the walkmesh.
        bad "perimeter 0": |raw| raw.edges.swap(1, 3),
    }
    PERIMETER_MISSING: Error = "perimeter-missing", "Edges belong to no perimeter" {
        /// The last perimeter ends before the end of the edge list, so the game ignores the remaining edges.
        remedy
        /// Bake the walkmesh.
        bad "perimeters": |raw| raw.perimeters[0] -= 1,
    }
    EDGE_MISSING: Error = "edge-missing", "A boundary edge is missing from the edge list" {
        /// The edge of a walkable face has no neighbour, so it is a boundary, but the list does not contain it.
        /// Creatures may walk out of the room.
        remedy
        /// Bake the walkmesh.
        bad "face 2, side 0": |raw| raw.edges[1] = raw.edges[0],
    }
    PERIMETER_ORDER: Info = "perimeter-order", "Edges or perimeters are in an unusual order" {
        /// The edge list is complete, but its loops start at different edges, or are in a different order, than in the games' files. This
        /// has no effect in the game.
        remedy
        /// No action is needed. Baking writes the order of the games.
        bad "perimeters": |raw| raw.edges.rotate_left(1),
    }
}

pub(super) fn check(raw: &Bwm, expected: Option<&ImpliedTables>, report: &mut Findings) {
    let edges = raw.faces.len().saturating_mul(3);
    let mut listed = vec![false; edges];
    for row in &raw.edges {
        let place = EdgePlace::new(raw, row.edge);
        let Some(listed) = usize::try_from(row.edge).ok().and_then(|edge| listed.get_mut(edge)) else {
            report.add(
                &EDGE_OUT_OF_RANGE,
                place,
                || "The edge list names an edge that no face has: the game may crash.",
            );
            continue;
        };
        if std::mem::replace(listed, true) {
            report.add(&EDGE_DUPLICATE, place, || "The edge list names the edge more than once.");
        }
        if row.transition < -1 {
            let meaning =
                || format!("The edge leads to room {}, but an edge that leads nowhere has -1.", row.transition);
            report.add(&TRANSITION_OUT_OF_RANGE, place, meaning);
        }
        inner(raw, expected, row, place, report);
    }
    loops(raw, report);
    let Some(expected) = expected else { return };
    let (order, ends) = perimeters(&expected.adjacencies);
    let mut missing = false;
    for &edge in order.iter().filter(|&&edge| !listed[edge.half_edge().index()]) {
        missing = true;
        let meaning = || "This boundary edge is missing from the edge list: creatures may walk out of the room.";
        report.add(&EDGE_MISSING, EdgePlace::new(raw, edge.0.cast_signed()), meaning);
    }
    let same_edges = raw.edges.iter().map(|row| row.edge).eq(order.iter().map(|edge| edge.0.cast_signed()));
    if !missing && raw.edges.len() == order.len() && !(same_edges && raw.perimeters == ends) {
        report.add(&PERIMETER_ORDER, PartKind::Perimeters, || "The edges are not in the order that the games write.");
    }
}

/// Checks the listed edges that are not boundaries.
fn inner(
    raw: &Bwm,
    expected: Option<&ImpliedTables>,
    row: &walkmesh_formats::bwm::Edge,
    place: EdgePlace,
    report: &mut Findings,
) {
    let Some((expected, edge)) = expected.zip(EdgeId::from_raw(row.edge)) else { return };
    let implied = across(&expected.adjacencies, edge);
    if implied == Some(-1) || expected.is_odd(edge) {
        return;
    }
    let why = || match implied {
        Some(neighbour) => format!("it has a neighbour, {}", EdgePlace::new(raw, neighbour)),
        None => "its face is not walkable".to_owned(),
    };
    if row.transition >= 0 {
        let meaning =
            || format!("The edge leads to room {}, but {}: creatures cannot pass here.", row.transition, why());
        report.add(&TRANSITION_ON_INNER_EDGE, place, meaning);
    } else {
        report.add(&EDGE_INNER, place, || format!("The edge list marks this edge as boundary, but {}.", why()));
    }
}

/// Checks whether the loops cover the list, and whether each is closed.
fn loops(raw: &Bwm, report: &mut Findings) {
    let mut start = 0;
    for (number, &end) in (0_u32..).zip(&raw.perimeters) {
        let (place, end) = (PlacePart::new(PartKind::Perimeter, number), end as usize);
        if end > raw.edges.len() {
            let meaning = || {
                format!(
                    "The perimeter ends at edge {end}, but the list has {}: the game reads past the end of the list.",
                    raw.edges.len()
                )
            };
            report.add(&PERIMETER_OUT_OF_RANGE, place, meaning);
            return;
        }
        if end <= start {
            let meaning =
                || format!("The perimeter ends at edge {end} and the previous one at {start}, so it has no edges.");
            report.add(&PERIMETER_EMPTY, place, meaning);
            continue;
        }
        if !is_closed(raw, &raw.edges[start..end]) {
            report.add(
                &PERIMETER_OPEN,
                place,
                || "The edges do not form a closed loop: creatures may walk out of the room.",
            );
        }
        start = end;
    }
    if start < raw.edges.len() {
        let meaning = || {
            format!(
                "At the end of the list {} in no perimeter: the game ignores them.",
                are(raw.edges.len() - start, "edge")
            )
        };
        report.add(&PERIMETER_MISSING, PartKind::Perimeters, meaning);
    }
}

/// Returns whether each edge starts at the vertex where the previous edge ends.
fn is_closed(raw: &Bwm, edges: &[walkmesh_formats::bwm::Edge]) -> bool {
    let ends = |edge: i32| {
        let edge = EdgeId::from_raw(edge)?;
        Some(ends_of_side(&raw.faces.get(edge.face().index())?.vertices, edge.side()))
    };
    let following = edges.iter().skip(1).chain(edges.first());
    edges.iter().zip(following).all(|(edge, next)| match (ends(edge.edge), ends(next.edge)) {
        (Some([_, end]), Some([start, _])) => end == start,
        _ => false,
    })
}

#[cfg(test)]
mod damages {
    use super::super::sample::RoomFile;
    use crate::formats::bwm::Edge;

    pub(super) fn to_a_room_from_within(raw: &mut RoomFile) {
        raw.edges[0] = Edge { edge: 2, transition: 1 };
    }
}
