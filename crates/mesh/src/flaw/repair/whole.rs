//! Repairs that preserve connectivity: faces that a game's own tables connect stay connected.

use std::collections::{BTreeMap, BTreeSet};

use super::{FaceFacts, Repair, RepairedFloor, Repairs, repair_around};
use crate::flaw::FloorFaces;
use crate::geometry::DisjointSets;
use crate::geometry::weld::place;

/// The maximum number of attempts. Each skips more faces; real floors need two or three.
const ATTEMPTS: usize = 8;

/// The links between the walkable faces of a walkmesh, by the tables that its game reads.
pub struct Joints {
    /// For each face, the original face that it equals or is a piece of.
    pub sources: Vec<u32>,
    /// The pairs of walkable faces between which a creature can pass.
    pub links: Vec<[u32; 2]>,
    /// The original faces that lost something else that must be kept, such as a transition.
    pub losers: Vec<u32>,
}

/// Repairs a floor as [`repair`](super::repair()) does, and skips faces whose repair would cut floor off. `make` builds the game's walkmesh
/// after the repairs; `before` and its result say how the faces are joined.
///
/// # Errors
/// The errors of `make`.
pub fn repair_whole<T, E>(
    floor: &FloorFaces<'_>,
    options: &Repairs,
    faces: &FaceFacts<'_>,
    before: &[[u32; 2]],
    mut make: impl FnMut(&RepairedFloor) -> Result<(T, Joints), E>,
) -> Result<(T, Vec<Repair>), E> {
    let every: BTreeSet<u32> = (0..floor.faces.len() as u32).collect();
    let (mut alone, mut anyway, mut attempts) = (BTreeSet::new(), None, 0);
    loop {
        let repaired = repair_around(floor, options, faces, &alone);
        let (made, after) = make(&repaired)?;
        let mut blamed = torn(every.len(), before, &after);
        if blamed.is_empty() || alone.len() == every.len() {
            return Ok((made, repaired.repairs));
        }
        if anyway.is_none() {
            // Losses that occur without any repair, such as a transition that every bake drops.
            let (_, untouched) = make(&repair_around(floor, options, faces, &every))?;
            anyway = Some(torn(every.len(), before, &untouched));
        }
        blamed.retain(|face| anyway.as_ref().is_none_or(|anyway| !anyway.contains(face)));
        if blamed.is_empty() {
            return Ok((made, repaired.repairs));
        }
        let known = alone.len();
        alone.extend(&blamed);
        if alone.len() == known {
            // None of them was repaired. A nearby repair changed which faces the game links.
            alone.extend(repaired_beside(floor, &repaired.repairs, &blamed));
        }
        attempts += 1;
        if alone.len() == known || attempts == ATTEMPTS {
            // No face is changed, so nothing can be disconnected.
            alone.clone_from(&every);
        }
    }
}

/// The repaired faces that share a point with any of the given faces.
fn repaired_beside(floor: &FloorFaces<'_>, repairs: &[Repair], faces: &BTreeSet<u32>) -> BTreeSet<u32> {
    let points = |face: u32| floor.corners(face).into_iter().flatten().map(place);
    let near: BTreeSet<_> = faces.iter().flat_map(|face| points(*face)).collect();
    let repaired = repairs.iter().filter(|repair| repair.kind.is_change());
    let beside = repaired
        .map(|repair| [Some(repair.face), repair.other])
        .filter(|faces| faces.iter().flatten().any(|face| points(*face).any(|point| near.contains(&point))));
    beside.flatten().flatten().collect()
}

/// The faces whose repair broke a connection.
fn torn(count: usize, before: &[[u32; 2]], after: &Joints) -> BTreeSet<u32> {
    let parts = DisjointSets::new(after.sources.len(), after.links.iter().copied());
    let mut part_of = vec![None; count];
    let mut torn: BTreeSet<u32> = after.losers.iter().copied().collect();
    for (face, source) in (0..).zip(&after.sources) {
        let part = parts.least(face);
        // The pieces of a face must stay connected.
        if *part_of[*source as usize].get_or_insert(part) != part {
            torn.insert(*source);
        }
    }
    let part = |face: u32| part_of[face as usize];
    let is_gone = |face: u32| part(face).is_none();
    // A chain of removed linked faces counts as one connection.
    let between = before.iter().copied().filter(|[a, b]| is_gone(*a) && is_gone(*b));
    let ways = DisjointSets::new(count, between);
    let mut led_to: BTreeMap<u32, u32> = BTreeMap::new();
    let mut broken = BTreeSet::new();
    for [a, b] in before.iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]) {
        let Some(to) = part(b) else { continue };
        let way = ways.least(a);
        if !is_gone(a) {
            if part(a) != Some(to) {
                torn.insert(a);
            }
        } else if *led_to.entry(way).or_insert(to) != to {
            broken.insert(way);
        }
    }
    let beside = |[a, b]: &[u32; 2]| (is_gone(*a) && torn.contains(b)).then_some(*a);
    let removed: Vec<u32> =
        before.iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]).filter_map(|link| beside(&link)).collect();
    torn.extend(removed);
    torn.extend((0..count as u32).filter(|face| is_gone(*face) && broken.contains(&ways.least(*face))));
    torn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flaw::Measure;
    use crate::flaw::RepairKind;

    fn joints(sources: &[u32], links: &[[u32; 2]]) -> Joints {
        Joints { sources: sources.to_vec(), links: links.to_vec(), losers: Vec::new() }
    }

    #[test]
    fn faces_that_were_the_only_way_are_blamed() {
        let chain = [[0, 1], [1, 2], [2, 3]];
        assert_eq!(torn(4, &chain, &joints(&[0, 3], &[])), BTreeSet::from([1, 2]));
        assert_eq!(torn(4, &chain, &joints(&[0, 3], &[[0, 1]])), BTreeSet::new(), "there is another way");
        assert_eq!(torn(4, &chain, &joints(&[0, 1], &[[0, 1]])), BTreeSet::new(), "an end that leads nowhere");
    }

    #[test]
    fn faces_that_came_apart_are_blamed_with_the_removed_ones_beside_them() {
        let before = [[0, 1], [1, 2]];
        assert_eq!(torn(3, &before, &joints(&[0, 1], &[])), BTreeSet::from([0, 1, 2]));
        assert_eq!(torn(1, &[], &joints(&[0, 0], &[])), BTreeSet::from([0]), "two pieces of a face");
        let lost = Joints { losers: vec![0], ..joints(&[0], &[]) };
        assert_eq!(torn(1, &[], &lost), BTreeSet::from([0]));
    }

    /// In a strip of triangles, each one shares a point with the next two.
    #[test]
    fn both_faces_of_a_repair_are_beside_the_faces_that_one_of_them_touches() {
        let vertices: Vec<[f32; 3]> = (0..8_u8).map(|x| [f32::from(x), f32::from(x % 2), 0.0]).collect();
        let faces: Vec<[u32; 3]> = (0..6).map(|first| [first, first + 1, first + 2]).collect();
        let floor =
            FloorFaces { vertices: &vertices, faces: &faces, walkable: &[true; 6], neighbours: &[[None; 3]; 6] };
        let repair = |kind, face, other| Repair { kind, face, other, point: [0.0; 3], measure: Measure::Length(0.0) };
        let repairs = [
            repair(RepairKind::SidesJoined, 5, Some(2)),
            repair(RepairKind::FaceTurned, 3, None),
            repair(RepairKind::KeptAsLink, 1, None),
        ];
        assert_eq!(repaired_beside(&floor, &repairs, &BTreeSet::from([0])), BTreeSet::from([2, 5]));
    }
}
