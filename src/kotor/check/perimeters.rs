//! Checks the edge list, perimeters and transitions.

use walkmesh_formats::bwm::Bwm;

use super::rules;
use super::{EdgePlace, Expected};
use crate::counted::are;
use crate::finding::{Findings, PartKind, PlacePart};
use crate::geometry::ends_of_side;
use crate::kotor::EdgeId;
use crate::kotor::adjacency::across;
use crate::kotor::bake::perimeters::perimeters;

pub(super) fn check(raw: &Bwm, expected: Option<&Expected>, report: &mut Findings) {
    let edges = raw.faces.len().saturating_mul(3);
    let mut listed = vec![false; edges];
    for row in &raw.edges {
        let place = EdgePlace::of(raw, row.edge);
        let Some(listed) = usize::try_from(row.edge).ok().and_then(|edge| listed.get_mut(edge)) else {
            report.add(
                &rules::EDGE_OUT_OF_RANGE,
                place,
                || "The edge list names an edge that no face has: the game may crash.",
            );
            continue;
        };
        if std::mem::replace(listed, true) {
            report.add(&rules::EDGE_DUPLICATE, place, || "The edge list names the edge more than once.");
        }
        if row.transition < -1 {
            let meaning =
                || format!("The edge leads to room {}, but an edge that leads nowhere has -1.", row.transition);
            report.add(&rules::TRANSITION_OUT_OF_RANGE, place, meaning);
        }
        inner(raw, expected, row, place, report);
    }
    loops(raw, report);
    let Some(expected) = expected else { return };
    let (order, ends) = perimeters(&expected.adjacencies);
    let mut missing = false;
    for &edge in order.iter().filter(|&&edge| !listed[edge.half_edge().index()]) {
        missing = true;
        let meaning = || "Walking ends at this edge, but the edge list lacks it: creatures may walk out of the room.";
        report.add(&rules::EDGE_MISSING, EdgePlace::of(raw, edge.0.cast_signed()), meaning);
    }
    let same_edges = raw.edges.iter().map(|row| row.edge).eq(order.iter().map(|edge| edge.0.cast_signed()));
    if !missing && raw.edges.len() == order.len() && !(same_edges && raw.perimeters == ends) {
        report.add(
            &rules::PERIMETER_ORDER,
            PartKind::Perimeters,
            || "The edges are in another order than the games write.",
        );
    }
}

/// Checks edges of the list at which walking does not end.
fn inner(
    raw: &Bwm,
    expected: Option<&Expected>,
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
        Some(neighbour) => format!("it has a neighbour, {}", EdgePlace::of(raw, neighbour)),
        None => "its face cannot be walked on".to_owned(),
    };
    if row.transition >= 0 {
        let meaning =
            || format!("The edge leads to room {}, but {}: creatures cannot pass here.", row.transition, why());
        report.add(&rules::TRANSITION_ON_INNER_EDGE, place, meaning);
    } else {
        report.add(&rules::EDGE_INNER, place, || {
            format!("The edge list says that walking ends at this edge, but {}.", why())
        });
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
                    "The perimeter ends at edge {end}, but the list has {}: the game reads beyond the list.",
                    raw.edges.len()
                )
            };
            report.add(&rules::PERIMETER_OUT_OF_RANGE, place, meaning);
            return;
        }
        if end <= start {
            let meaning =
                || format!("The perimeter ends at edge {end} and the one before it at {start}, so it has no edges.");
            report.add(&rules::PERIMETER_EMPTY, place, meaning);
            continue;
        }
        if !is_closed(raw, &raw.edges[start..end]) {
            report.add(
                &rules::PERIMETER_OPEN,
                place,
                || "The edges are not a closed loop: creatures may walk out of the room.",
            );
        }
        start = end;
    }
    if start < raw.edges.len() {
        let meaning = || {
            format!(
                "At the end of the list {} in no perimeter: the game does not see what is there.",
                are(raw.edges.len() - start, "edge")
            )
        };
        report.add(&rules::PERIMETER_MISSING, PartKind::Perimeters, meaning);
    }
}

/// Whether each edge starts at the vertex where the one before ends.
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
