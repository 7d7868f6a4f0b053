//! The moves that an editor reports.

use std::collections::{BTreeMap, BTreeSet};

use super::positions::Positions;
use super::triangles::{Fate, Triangles};
use crate::exchange::TriangleSet;

/// For each position of the base whose triangles are all missing, its position now, if the [origins](TriangleSet::origins) of all triangles
/// around it agree. The shape of a periodic floor alone does not determine how far it was moved.
pub(super) fn known_moves(
    base: &TriangleSet,
    edited: &TriangleSet,
    triangles: &Triangles<'_>,
    positions: &Positions,
) -> Vec<(u32, u32)> {
    let mut is_left = vec![false; positions.base as usize];
    let left = triangles.base_keys.iter().zip(&triangles.fates).filter(|(_, fate)| **fate != Fate::Missing);
    left.flat_map(|(key, _)| key).for_each(|position| is_left[*position as usize] = true);
    let mut images: BTreeMap<u32, Option<u32>> = BTreeMap::new();
    for id in 0..edited.triangles.len() {
        let Some(origin) = origin_of(base, edited, id) else { continue };
        if triangles.found[id] || triangles.fates[origin] != Fate::Missing {
            continue;
        }
        let corners = base.triangles[origin].corners.into_iter().zip(edited.triangles[id].corners);
        for (from, to) in corners.map(|(from, to)| (positions.of_base[from as usize], positions.of_edited[to as usize]))
        {
            let to = positions.resolved(to);
            if !is_left[from as usize] {
                images.entry(from).and_modify(|known| *known = known.filter(|known| *known == to)).or_insert(Some(to));
            }
        }
    }
    images.into_iter().filter_map(|(from, to)| Some((from, to?))).collect()
}

/// Drops guesses that map a position of the base to a place where all triangles have [origins](TriangleSet::origins) elsewhere.
pub(super) fn drop_contradicted(
    guessed: &mut Vec<(u32, u32)>,
    base: &TriangleSet,
    edited: &TriangleSet,
    triangles: &Triangles<'_>,
    positions: &Positions,
) {
    let (mut told, mut untold) = (BTreeSet::new(), BTreeSet::new());
    for (id, row) in edited.triangles.iter().enumerate().filter(|(id, _)| !triangles.found[*id]) {
        let to = row.corners.map(|corner| positions.resolved(positions.of_edited[corner as usize]));
        match origin_of(base, edited, id) {
            Some(origin) => {
                let from = base.triangles[origin].corners.map(|corner| positions.of_base[corner as usize]);
                told.extend(to.iter().flat_map(|to| from.map(|from| (from, *to))));
            }
            None => untold.extend(to),
        }
    }
    guessed.retain(|(from, to)| untold.contains(to) || told.contains(&(*from, *to)));
}

/// The triangle of the base from which a triangle of the edited mesh comes, if the editor reports it.
pub(super) fn origin_of(base: &TriangleSet, edited: &TriangleSet, id: usize) -> Option<usize> {
    edited.origins.get(id)?.map(|origin| origin as usize).filter(|origin| *origin < base.triangles.len())
}
