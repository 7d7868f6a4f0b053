//! The moves that an editor tells of.

use std::collections::BTreeMap;

use super::positions::Positions;
use super::triangles::{Fate, Triangles};
use crate::exchange::TriangleSet;

/// For each position of the base of which no triangle is left the one where it is now, as far as the
/// [origins](TriangleSet::origins) of all triangles around it agree. Where a floor repeats itself, its shape alone does not tell how far it was moved.
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
    for (id, origin) in edited.origins.iter().enumerate().take(edited.triangles.len()) {
        let Some(origin) = origin.map(|origin| origin as usize) else { continue };
        if triangles.found[id] || triangles.fates.get(origin) != Some(&Fate::Missing) {
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
