//! Checks the islands against their triangles.

use std::collections::{BTreeMap, HashSet};

use crate::formats::aswm::{NO_ISLAND, NO_TRIANGLE};
use crate::nwn2::bake::islands::distance_between;
use crate::nwn2::{Island, IslandId, Triangle, Walkmesh};

use super::tables::ImpliedIslands;
use crate::finding::{Findings, Measure, PartKind, Place, PlacePart, Spot, rules};
use walkmesh_mesh::counted::counted;

rules! { of super::sample, Aswm;
    ISLAND_COUNT_DIFFERS: Error = "island-count-differs", "The number of islands contradicts the triangles" {
        /// An island is a connected part of a tile. The game needs a record for each to find paths to other islands.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "islands": |raw| {
            raw.islands.pop();
            raw.islands_path_nodes.truncate(9);
        },
    }
    FACE_ISLAND_OUT_OF_RANGE: Error = "face-island-out-of-range", "The island of a triangle is out of range" {
        /// The game reads past the end of the island table when a creature stands here.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "triangle 0": |raw| rows(raw)[0].island = 99,
    }
    FACE_ISLAND_STALE: Error = "face-island-stale", "A triangle names the wrong island" {
        /// The game plans from the wrong island or from none: creatures cannot walk to this triangle or away from it.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "triangle 0": |raw| rows(raw)[0].island = 1,
    }
    ISLAND_INDEX_DIFFERS: Error = "island-index-differs", "The index stored in an island is wrong" {
        /// The record repeats the index of the island. A reader that trusts it uses the routes of another island.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "island 0": |raw| raw.islands[0].header.index = 3,
    }
    ISLAND_LIST_LENGTH_DIFFERS: Error = "island-list-length-differs",
        "The neighbour lists of an island have different lengths"
    {
        /// Three lists give the index, distance and exit of each neighbour. The game reads past the end of the shorter
        /// lists.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "island 0": |raw| raw.islands[0].linked_islands_exit.truncate(1),
    }
    ISLAND_LINK_OUT_OF_RANGE: Error = "island-link-out-of-range", "A neighbour of an island is out of range" {
        /// The game reads past the end of the island table when a creature walks there.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "island 0": |raw| raw.islands[0].linked_islands[0] = 99,
    }
    ISLAND_NOT_LINKED: Error = "island-not-linked", "Two islands touch but are not linked" {
        /// Triangles of the two islands are neighbours, but neither island lists the other, so no route crosses their
        /// border. Creatures take another route, or stand still.
        remedy
        /// Bake the walkmesh: this rebuilds the islands.
        bad "island 0, to island 1": |raw| {
            for (from, to) in [(0, 1), (1, 0)] {
                let island = &mut raw.islands[from];
                let at = island.linked_islands.iter().position(|other| *other == to).unwrap();
                island.linked_islands.remove(at);
                island.linked_islands_dist.remove(at);
                island.linked_islands_exit.remove(at);
            }
        },
    }
    ISLAND_LINK_ONE_WAY: Error = "island-link-one-way", "A link between two islands is one-way" {
        /// Creatures can enter the island but not leave it.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "island 1": |raw| raw.islands[0].linked_islands.clear(),
    }
    ISLAND_EXIT_OUT_OF_RANGE: Error = "island-exit-out-of-range", "The exit of an island is out of range" {
        /// The exit is a triangle that does not exist. The game reads past the end of the triangle table when a
        /// creature leaves the island there.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "island 0": |raw| raw.islands[0].linked_islands_exit[0] = 9999,
    }
    ISLAND_EXIT_ELSEWHERE: Error = "island-exit-elsewhere", "The exit of an island lies in another island" {
        /// The exit is the triangle through which creatures leave the island. The path table of the tile leads to the
        /// wrong triangle, or nowhere.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "island 0": |raw| raw.islands[0].linked_islands_exit[0] = rows(raw).len() as u32 - 1,
    }
    ISLAND_EXIT_DEAD_END: Error = "island-exit-dead-end", "The exit of an island does not touch the next island" {
        /// Creatures on their way to the next island get stuck at the exit.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "island 0": |raw| raw.islands[0].linked_islands_exit[0] = 0,
    }
    ISLAND_DISTANCE_STALE: Warning = "island-distance-stale",
        "A stored distance does not match the centres of two islands"
    {
        /// The game chooses routes by these distances, so it takes detours.
        remedy
        /// Bake the walkmesh: this rebuilds the islands and their routes.
        bad "island 0": |raw| raw.islands[0].linked_islands_dist[0] += 1.0,
    }
}

pub(super) fn check(walkmesh: &Walkmesh, implied: &ImpliedIslands, findings: &mut Findings) {
    let islands = walkmesh.as_raw().islands.len();
    if walkmesh.is_baked() && islands != implied.islands {
        findings.add(&ISLAND_COUNT_DIFFERS, PartKind::Islands, || {
            format!(
                "The file has {}, but the triangles of the tiles form {}.",
                counted(islands, "island"),
                implied.islands
            )
        });
    }
    walkability(walkmesh, implied, findings);
    let pairs: HashSet<_> =
        walkmesh.islands().flat_map(|island| island.links().map(move |link| (island.id(), link.to))).collect();
    for island in walkmesh.islands() {
        links(walkmesh, &island, &pairs, findings);
    }
    touching(walkmesh, &pairs, findings);
}

/// Checks that islands with neighbouring triangles are linked. If only one side is linked, that is reported for its
/// link.
fn touching(walkmesh: &Walkmesh, pairs: &HashSet<(IslandId, IslandId)>, findings: &mut Findings) {
    let is_linked = |one: IslandId, other: IslandId| pairs.contains(&(one, other)) || pairs.contains(&(other, one));
    let islands = walkmesh.as_raw().islands.len();
    let in_islands = |triangle: &Triangle<'_>| triangle.island().filter(|island| island.index() < islands);
    // For each pair, the longest side that they share.
    let mut sides = BTreeMap::<(IslandId, IslandId), Spot>::new();
    for triangle in walkmesh.triangles() {
        let Some(island) = in_islands(&triangle) else { continue };
        for neighbour in triangle.neighbours().into_iter().flatten().filter_map(|id| walkmesh.triangle(id)) {
            let Some(other) = in_islands(&neighbour).filter(|other| island < *other && !is_linked(island, *other))
            else {
                continue;
            };
            let Some(spot) = shared_side(&triangle, &neighbour) else { continue };
            let length = |spot: &Spot| if let Measure::Length(metres) = spot.measure { metres } else { 0.0 };
            let longest = sides.entry((island, other)).or_insert(spot);
            if length(&spot) > length(longest) {
                *longest = spot;
            }
        }
    }
    for ((island, other), spot) in sides {
        let rule = &ISLAND_NOT_LINKED;
        let place = Place::from([island.into(), PlacePart::new(PartKind::ToIsland, other.0)]);
        findings.add_spot(rule, rule.severity, place, Some(spot), || {
            format!("It touches {other} along {}, but neither lists the other.", spot.measure)
        });
    }
}

/// The midpoint of the side that two triangles share, and its length.
fn shared_side(one: &Triangle<'_>, other: &Triangle<'_>) -> Option<Spot> {
    let (corners, points) = (one.corners(), one.points()?);
    let mut shared = (0..3).filter(|corner| other.corners().contains(&corners[*corner])).map(|corner| points[corner]);
    let (a, b) = (shared.next()?, shared.next()?);
    let length = (0..3).map(|axis| (f64::from(a[axis]) - f64::from(b[axis])).powi(2)).sum::<f64>().sqrt();
    Some(Spot { point: [0, 1, 2].map(|axis| a[axis].midpoint(b[axis])), measure: Measure::Length(length) })
}

/// Checks that each walkable triangle stores its island, and that no other triangle stores an island.
fn walkability(walkmesh: &Walkmesh, implied: &ImpliedIslands, findings: &mut Findings) {
    let islands = walkmesh.as_raw().islands.len();
    if !walkmesh.is_baked() && islands == 0 {
        // The numbers in a TRN denote connected parts of its tiles, and nothing uses them.
        return;
    }
    for triangle in walkmesh.triangles() {
        let (row, id) = (triangle.as_raw(), triangle.id());
        let expected = implied.island_of[id.index()];
        let stored = (row.island != NO_ISLAND).then_some(u32::from(row.island));
        if stored.is_some_and(|stored| stored as usize >= islands) {
            findings.add(&FACE_ISLAND_OUT_OF_RANGE, id, || format!("It names island {} of {islands}.", row.island));
        } else if stored != expected {
            findings.add(&FACE_ISLAND_STALE, id, || match (stored, expected) {
                (Some(stored), Some(expected)) => {
                    format!("It names island {stored} but belongs to island {expected}.")
                }
                (Some(stored), None) => format!("It names island {stored} but is not walkable."),
                (None, _) => "It is walkable but names no island, so creatures cannot reach it.".to_owned(),
            });
        }
    }
}

/// Returns whether a triangle has a neighbour in an island.
fn leads_to(walkmesh: &Walkmesh, exit: u32, island: u32) -> bool {
    let rows = walkmesh.triangle_rows();
    let links = rows.get(exit as usize).map(|row| row.linked_triangles).unwrap_or([NO_TRIANGLE; 3]);
    links.iter().any(|other| rows.get(*other as usize).is_some_and(|row| u32::from(row.island) == island))
}

/// Checks the record of an island: its number, and the three lists of its neighbours.
fn links(walkmesh: &Walkmesh, island: &Island<'_>, pairs: &HashSet<(IslandId, IslandId)>, findings: &mut Findings) {
    let (raw, id) = (island.as_raw(), island.id());
    let all = &walkmesh.as_raw().islands;
    if raw.header.index != id.0 {
        findings.add(&ISLAND_INDEX_DIFFERS, id, || format!("Its stored index is {}.", raw.header.index));
    }
    let lengths = [raw.linked_islands.len(), raw.linked_islands_dist.len(), raw.linked_islands_exit.len()];
    if lengths.iter().any(|length| *length != lengths[0]) {
        findings.add(&ISLAND_LIST_LENGTH_DIFFERS, id, || {
            let [links, distances, exits] = lengths;
            let [links, distances, exits] = [(links, "neighbour"), (distances, "distance"), (exits, "exit")]
                .map(|(count, what)| counted(count, what));
            format!("Its lists have {links}, {distances} and {exits}.")
        });
    }
    for link in island.links() {
        let Some(there) = all.get(link.to.index()) else {
            findings.add(&ISLAND_LINK_OUT_OF_RANGE, id, || format!("It is linked to {} of {}.", link.to, all.len()));
            continue;
        };
        if !pairs.contains(&(link.to, id)) {
            findings.add(&ISLAND_LINK_ONE_WAY, id, || {
                format!(
                    "It is linked to {}, which is not linked back: creatures can cross in one direction only.",
                    link.to
                )
            });
        }
        let Some(exit) = walkmesh.triangle(link.exit) else {
            findings.add(&ISLAND_EXIT_OUT_OF_RANGE, id, || format!("Its exit is {}.", link.exit));
            continue;
        };
        if exit.island() != Some(id) {
            findings.add(&ISLAND_EXIT_ELSEWHERE, id, || format!("Its exit {} lies in another island.", link.exit));
        } else if !leads_to(walkmesh, link.exit.0, link.to.0) {
            findings.add(&ISLAND_EXIT_DEAD_END, id, || {
                format!("Its exit {} does not touch {}, so creatures get stuck there.", link.exit, link.to)
            });
        }
        let implied = distance_between(raw, there);
        if implied.to_bits() != link.distance.to_bits() {
            findings.add(&ISLAND_DISTANCE_STALE, id, || {
                format!(
                    "The stored distance to {} is {} m, but the centres are {implied} m apart.",
                    link.to, link.distance
                )
            });
        }
    }
}
