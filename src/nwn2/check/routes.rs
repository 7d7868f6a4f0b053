//! Checks the route table of the islands.

use crate::formats::aswm::NO_ISLAND;
use crate::nwn2::{IslandId, Walkmesh};

use super::tables::find_loop;
use crate::finding::{Findings, PartKind, PlacePart, rules};
use walkmesh_mesh::counted::counted;

rules! { of super::sample, Aswm;
    ROUTE_TABLE_LENGTH_DIFFERS: Fatal = "route-table-length-differs",
        "The size of the route table contradicts the islands"
    {
        /// The route table has one entry for each pair of islands. The game reads the wrong entries, or past the end of
        /// the table.
        remedy
        /// Bake the walkmesh: this rebuilds the routes.
        bad "routes": |raw| raw.islands_path_nodes.truncate(3),
    }
    ROUTE_OUT_OF_RANGE: Error = "route-out-of-range", "The next island of a route is out of range" {
        /// The game reads past the end of the island table when it follows the route.
        remedy
        /// Bake the walkmesh: this rebuilds the routes.
        bad "from island 0, to island 1": |raw| raw.islands_path_nodes[1].next = 99,
    }
    ROUTE_NOWHERE: Error = "route-nowhere", "A route connects unconnected islands" {
        /// The route table has a route between two islands that are not connected, or from an island to itself.
        remedy
        /// Bake the walkmesh: this rebuilds the routes.
        bad "from island 0, to island 0": |raw| raw.islands_path_nodes[0].next = 1,
    }
    ROUTE_NOT_ADJACENT: Error = "route-not-adjacent", "A route leads to an island that is not a neighbour" {
        /// The island has no exit to the next island of the route, so creatures get stuck.
        remedy
        /// Bake the walkmesh: this rebuilds the routes.
        bad "from island 0, to island 1": |raw| raw.islands[0].linked_islands[0] = 0,
    }
    ROUTE_WEIGHT_STALE: Warning = "route-weight-stale",
        "The weight of a route differs from the distance to the next island"
    {
        /// The route table repeats the distance of the neighbour list, and the two disagree.
        remedy
        /// Bake the walkmesh: this rebuilds the routes.
        bad "from island 0, to island 1": |raw| raw.islands_path_nodes[1].weight_bits += 1,
    }
    ROUTE_MISSING: Error = "route-missing", "A route is missing" {
        /// The two islands are connected, but the table has no route. Creatures stand still.
        remedy
        /// Bake the walkmesh: this rebuilds the routes.
        bad "from island 0, to island 1": |raw| raw.islands_path_nodes[1].next = NO_ISLAND,
    }
    ROUTE_LOOPS: Error = "route-loops", "The routes form a cycle" {
        /// A creature that follows them never arrives.
        remedy
        /// Bake the walkmesh: this rebuilds the routes.
        bad "from island 0, to island 3": damages::make_routes_loop,
    }
}

pub(super) fn check(walkmesh: &Walkmesh, findings: &mut Findings) {
    let (islands, table) = (&walkmesh.as_raw().islands, &walkmesh.as_raw().islands_path_nodes);
    let n = islands.len();
    if n.checked_mul(n) != Some(table.len()) {
        findings.add(&ROUTE_TABLE_LENGTH_DIFFERS, PartKind::Routes, || {
            format!("It has {} for {}.", counted(table.len(), "entry"), counted(n, "island"))
        });
        return;
    }
    let at = |from: usize, to: usize| {
        [PlacePart::new(PartKind::FromIsland, from as i64), PlacePart::new(PartKind::ToIsland, to as i64)]
    };
    let groups = groups(walkmesh);
    // The distance from the current island to each neighbour.
    let mut distance: Vec<Option<f32>> = vec![None; n];
    for (from, island) in walkmesh.islands().enumerate() {
        let links: Vec<_> = island.links().filter(|link| link.to.index() < n).collect();
        // If an island is listed twice, its first entry is used.
        links.iter().rev().for_each(|link| distance[link.to.index()] = Some(link.distance));
        for (to, node) in table[from * n..][..n].iter().enumerate() {
            let is_way = from != to && groups[from] == groups[to];
            let next = (node.next != NO_ISLAND).then_some(usize::from(node.next));
            match next.map(|next| (next, distance.get(next).copied().flatten())) {
                Some((next, _)) if next >= n => {
                    findings.add(&ROUTE_OUT_OF_RANGE, at(from, to), || format!("The next island is {next} of {n}."))
                }
                Some(_) if !is_way => findings.add(
                    &ROUTE_NOWHERE,
                    at(from, to),
                    || "It has a route between islands that are not connected, or from an island to itself.",
                ),
                Some((next, None)) => findings.add(&ROUTE_NOT_ADJACENT, at(from, to), || {
                    format!("The next island is {next}, which is not a neighbour, so there is no exit to it.")
                }),
                Some((_, Some(distance))) if distance.to_bits() != node.weight_bits => {
                    findings.add(&ROUTE_WEIGHT_STALE, at(from, to), || {
                        format!("The weight is {}, but the next island is {distance} m away.", node.weight())
                    });
                }
                None if is_way => findings.add(
                    &ROUTE_MISSING,
                    at(from, to),
                    || "The islands are connected but have no route, so creatures stand still.",
                ),
                _ => {}
            }
        }
        links.iter().for_each(|link| distance[link.to.index()] = None);
    }
    for to in 0..n {
        let next = |from: usize| Some(usize::from(table[from * n + to].next)).filter(|next| *next < n);
        if let Some(from) = find_loop(n, to, next) {
            findings.add(
                &ROUTE_LOOPS,
                at(from, to),
                || "The routes form a cycle, so a creature that follows them never arrives.",
            );
        }
    }
}

/// For each island, the lowest island connected to it, over links in either direction.
fn groups(walkmesh: &Walkmesh) -> Vec<u32> {
    let n = walkmesh.as_raw().islands.len();
    let mut links: Vec<Vec<IslandId>> = vec![Vec::new(); n];
    for island in walkmesh.islands() {
        for link in island.links().filter(|link| link.to.index() < n) {
            links[island.id().index()].push(link.to);
            links[link.to.index()].push(island.id());
        }
    }
    let mut group = vec![u32::MAX; n];
    let mut open = Vec::new();
    for start in 0..n {
        if group[start] == u32::MAX {
            group[start] = start as u32;
            open.push(start);
            while let Some(from) = open.pop() {
                for to in links[from].iter().map(|to| to.index()) {
                    if group[to] == u32::MAX {
                        group[to] = start as u32;
                        open.push(to);
                    }
                }
            }
        }
    }
    group
}

#[cfg(test)]
mod damages {
    use crate::formats::aswm::Aswm;

    /// The same for islands.
    pub(super) fn make_routes_loop(raw: &mut Aswm) {
        let next = raw.islands_path_nodes[3].next;
        let n = raw.islands.len();
        raw.islands_path_nodes[usize::from(next) * n + 3].next = 0;
    }
}
