//! Doors as marks: at the midpoint of their edges, and back.

use std::collections::BTreeSet;

use crate::exchange::{LostMark, Mark};
use crate::formats::bms::{NavMesh, edge_flags};
use crate::silkroad::choices::{DOOR_REACH, distance};

/// Distance within which the midpoints of two edges count as equal, in game units.
const SAME_PLACE: f64 = 1e-3;

/// The doors of a floor as marks. A door with a missing or non-finite end has no mark.
pub(super) fn marks_of(mesh: &NavMesh) -> Vec<Mark> {
    let doors = mesh.outline.iter().enumerate().filter(|(_, edge)| edge.flag & edge_flags::GLOBAL != 0);
    let shown = doors.filter_map(|(number, edge)| {
        let [a, b] = edge.vertices.map(|vertex| mesh.vertices.get(usize::from(vertex)));
        let point = middle([a?.position.into(), b?.position.into()]);
        can_be_shown(point).then(|| Mark { name: format!("door {number}"), point })
    });
    shown.collect()
}

/// Returns whether a mark can be at a point.
pub(super) fn can_be_shown(point: [f32; 3]) -> bool {
    point.iter().all(|value| value.is_finite())
}

/// Returns whether a mark is a door's, judging by its name.
pub(super) fn is_door(mark: &Mark) -> bool {
    mark.name.trim_start().get(..4).is_some_and(|start| start.eq_ignore_ascii_case("door"))
}

/// Edges that can be doors, indexed by their middles.
pub(super) struct OpenEdges {
    middles: Vec<[f32; 3]>,
    /// The edges by the x of their middles.
    by_x: Vec<usize>,
    /// The edges with a mark.
    pub(super) taken: BTreeSet<usize>,
    pub(super) lost: Vec<LostMark>,
}

impl OpenEdges {
    /// The edges with these ends. An edge with an end that is not finite cannot be a door.
    pub(super) fn new(ends: impl Iterator<Item = [[f32; 3]; 2]>) -> Self {
        let middles: Vec<_> = ends.map(middle).collect();
        let mut by_x: Vec<usize> = (0..middles.len()).filter(|edge| can_be_shown(middles[*edge])).collect();
        by_x.sort_by(|a, b| middles[*a][0].total_cmp(&middles[*b][0]).then(a.cmp(b)));
        Self { middles, by_x, taken: BTreeSet::new(), lost: Vec::new() }
    }

    /// Finds the edge of each mark of a door: the one whose middle is nearest, less than the [reach of doors](DOOR_REACH)
    /// away.
    pub(super) fn place(&mut self, marks: &[Mark]) {
        for mark in marks {
            let mut lose = |reason: &str| self.lost.push(LostMark { mark: mark.clone(), reason: reason.into() });
            if !is_door(mark) {
                lose("a floor has doors only, and the name of a door begins with `door`");
                continue;
            }
            let near = near(&self.middles, &self.by_x, mark.point);
            // If several edges are at the same place, each takes a mark.
            match near.iter().find(|edge| !self.taken.contains(edge)) {
                Some(edge) => drop(self.taken.insert(*edge)),
                None if near.is_empty() => lose("no edge that only one triangle has lies less than 5 units away"),
                None => lose("another mark is nearest to the same edge"),
            }
        }
    }
}

/// The edge whose midpoint is nearest to a point, within reach, and the edges at the same place.
fn near(middles: &[[f32; 3]], by_x: &[usize], point: [f32; 3]) -> Vec<usize> {
    let x = f64::from(point[0]);
    let start = by_x.partition_point(|edge| f64::from(middles[*edge][0]) < x - DOOR_REACH);
    let beside = by_x[start..].iter().take_while(|edge| f64::from(middles[**edge][0]) <= x + DOOR_REACH);
    let within = beside.map(|edge| (distance(middles[*edge], point), *edge)).filter(|(away, _)| *away < DOOR_REACH);
    let within: Vec<_> = within.collect();
    let least = within.iter().map(|(away, _)| *away).fold(DOOR_REACH, f64::min);
    let mut nearest: Vec<_> = within.into_iter().filter(|(away, _)| *away <= least + SAME_PLACE).collect();
    nearest.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    nearest.into_iter().map(|(_, edge)| edge).collect()
}

/// The midpoint of an edge.
pub(super) fn middle([a, b]: [[f32; 3]; 2]) -> [f32; 3] {
    std::array::from_fn(|axis| ((f64::from(a[axis]) + f64::from(b[axis])) / 2.0) as f32)
}
