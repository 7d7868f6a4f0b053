//! Islands against the triangles that they are made of.

use std::collections::HashSet;

use crate::formats::aswm::{NO_ISLAND, NO_TRIANGLE};
use crate::nwn2::bake::islands::distance_between;
use crate::nwn2::{Island, IslandId, Walkmesh};

use super::rules;
use super::tables::Implied;
use crate::finding::Findings;

pub(super) fn check(walkmesh: &Walkmesh, implied: &Implied, findings: &mut Findings) {
    let islands = walkmesh.as_raw().islands.len();
    if walkmesh.is_baked() && islands != implied.islands {
        findings.add(&rules::ISLAND_COUNT_DIFFERS, "islands", || {
            format!("{islands} islands, where the tiles' triangles make {}.", implied.islands)
        });
    }
    walkability(walkmesh, implied, findings);
    let pairs: HashSet<_> =
        walkmesh.islands().flat_map(|island| island.links().map(move |link| (island.id(), link.to))).collect();
    for island in walkmesh.islands() {
        links(walkmesh, &island, &pairs, findings);
    }
}

/// Whether walkability, island and path agree for each triangle.
fn walkability(walkmesh: &Walkmesh, implied: &Implied, findings: &mut Findings) {
    let islands = walkmesh.as_raw().islands.len();
    if !walkmesh.is_baked() && islands == 0 {
        // The numbers of a TRN name parts of its tiles, and nothing uses them.
        return;
    }
    for triangle in walkmesh.triangles() {
        let (row, id) = (triangle.as_raw(), triangle.id());
        let expected = implied.island_of[id.index()];
        let stored = (row.island != NO_ISLAND).then_some(u32::from(row.island));
        if stored.is_some_and(|stored| stored as usize >= islands) {
            findings.add(&rules::FACE_ISLAND_OUT_OF_RANGE, id, || format!("Island {} of {islands}.", row.island));
        } else if stored != expected {
            findings.add(&rules::FACE_ISLAND_STALE, id, || match (stored, expected) {
                (Some(stored), Some(expected)) => format!("It is in island {stored}, and belongs to {expected}."),
                (Some(stored), None) => format!("It is not walkable, and in island {stored}."),
                (None, _) => "It is walkable, and in no island: nobody can walk to it.".to_owned(),
            });
        }
    }
}

/// Whether a triangle has a neighbour in an island.
fn leads_to(walkmesh: &Walkmesh, exit: u32, island: u32) -> bool {
    let rows = walkmesh.triangle_rows();
    let links = rows.get(exit as usize).map(|row| row.linked_triangles).unwrap_or([NO_TRIANGLE; 3]);
    links.iter().any(|other| rows.get(*other as usize).is_some_and(|row| u32::from(row.island) == island))
}

/// An island's record: its number, and the three lists of its neighbours.
fn links(walkmesh: &Walkmesh, island: &Island<'_>, pairs: &HashSet<(IslandId, IslandId)>, findings: &mut Findings) {
    let (raw, id) = (island.as_raw(), island.id());
    let all = &walkmesh.as_raw().islands;
    if raw.header.index != id.0 {
        findings.add(&rules::ISLAND_INDEX_DIFFERS, id, || format!("It calls itself island {}.", raw.header.index));
    }
    let lengths = [raw.linked_islands.len(), raw.linked_islands_dist.len(), raw.linked_islands_exit.len()];
    if lengths.iter().any(|length| *length != lengths[0]) {
        findings.add(&rules::ISLAND_LIST_LENGTH_DIFFERS, id, || {
            let [links, distances, exits] = lengths;
            format!("Its lists have {links} neighbours, {distances} distances and {exits} exits.")
        });
    }
    for link in island.links() {
        let Some(there) = all.get(link.to.index()) else {
            findings.add(&rules::ISLAND_LINK_OUT_OF_RANGE, id, || format!("It links to {} of {}.", link.to, all.len()));
            continue;
        };
        if !pairs.contains(&(link.to, id)) {
            findings.add(&rules::ISLAND_LINK_ONE_WAY, id, || {
                format!("It links to {}, which does not link back: there is a way in, and none out.", link.to)
            });
        }
        let Some(exit) = walkmesh.triangle(link.exit) else {
            findings.add(&rules::ISLAND_EXIT_OUT_OF_RANGE, id, || format!("Its exit is {}.", link.exit));
            continue;
        };
        if exit.island() != Some(id) {
            findings.add(&rules::ISLAND_EXIT_ELSEWHERE, id, || format!("Its exit {} is not in it.", link.exit));
        } else if !leads_to(walkmesh, link.exit.0, link.to.0) {
            findings.add(&rules::ISLAND_EXIT_DEAD_END, id, || {
                format!("Its exit {} is not next to {}: creatures get stuck there.", link.exit, link.to)
            });
        }
        let implied = distance_between(raw, there);
        if implied.to_bits() != link.distance.to_bits() {
            findings.add(&rules::ISLAND_DISTANCE_STALE, id, || {
                format!("The distance to {} is {} m, and {implied} m between the centres.", link.to, link.distance)
            });
        }
    }
}
