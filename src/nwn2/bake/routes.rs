//! The route table of the islands: the next-hop table for each pair of islands.
//!
//! The search is the same as for the path tables, but over islands and the distances between their centres. The weight of an entry is the
//! distance to the next island, not the length of the whole path. Source: docs/formats/trn-aswm.md#routes, equal in all 655,824 entries
//! that were compared.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::formats::aswm::{Island, IslandPathNode, NO_ISLAND};
use crate::parallel::fill_rows;

/// The table: row `from`, column `to`.
pub(super) fn table(islands: &[Island]) -> Vec<IslandPathNode> {
    let none = IslandPathNode { next: NO_ISLAND, padding: 0, weight_bits: 0 };
    let links = Links::new(islands);
    let mut table = vec![none; islands.len() * islands.len()];
    let scratch = || IslandSearch::new(islands.len());
    fill_rows(&mut table, islands.len(), scratch, |search, from, row| search.run(&links, from, row));
    table
}

/// The links of all islands, one after another.
struct Links {
    starts: Vec<usize>,
    to: Vec<(u16, f32)>,
}

impl Links {
    fn new(islands: &[Island]) -> Self {
        let mut links = Self { starts: vec![0], to: Vec::new() };
        for island in islands {
            // A baked island links to fewer than 65,535 others.
            links.to.extend(
                island.linked_islands.iter().map(|to| *to as u16).zip(island.linked_islands_dist.iter().copied()),
            );
            links.starts.push(links.to.len());
        }
        links
    }

    fn from(&self, island: usize) -> &[(u16, f32)] {
        &self.to[self.starts[island]..self.starts[island + 1]]
    }
}

/// One search. The heap may hold an island several times; only the entry with its current cost is valid.
struct IslandSearch {
    cost: Vec<u32>,
    /// For each island, the link of the starting island through which it is reached.
    first: Vec<u16>,
    open: BinaryHeap<Reverse<u64>>,
}

impl IslandSearch {
    fn new(islands: usize) -> Self {
        Self { cost: vec![0; islands], first: vec![0; islands], open: BinaryHeap::new() }
    }

    fn run(&mut self, links: &Links, from: usize, row: &mut [IslandPathNode]) {
        self.cost.fill(f32::INFINITY.to_bits());
        self.cost[from] = 0;
        self.open.push(Reverse(from as u64));
        while let Some(Reverse(key)) = self.open.pop() {
            // The key is the bits of the cost, which order as the cost does, then the island: minimum cost, then lowest
            // index.
            let (bits, island) = ((key >> 32) as u32, key as u32 as usize);
            if bits != self.cost[island] {
                continue;
            }
            if island != from {
                let (next, weight) = links.from(from)[usize::from(self.first[island])];
                row[island] = IslandPathNode { next, padding: 0, weight_bits: weight.to_bits() };
            }
            let cost = f32::from_bits(bits);
            for (index, &(to, distance)) in (0..).zip(links.from(island)) {
                let (sum, node) = (cost + distance, usize::from(to));
                if sum < f32::from_bits(self.cost[node]) {
                    self.cost[node] = sum.to_bits();
                    self.first[node] = if island == from { index } else { self.first[island] };
                    self.open.push(Reverse(u64::from(sum.to_bits()) << 32 | u64::from(to)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn island(links: &[(u32, f32)]) -> Island {
        Island {
            linked_islands: links.iter().map(|link| link.0).collect(),
            linked_islands_dist: links.iter().map(|link| link.1).collect(),
            ..Default::default()
        }
    }

    #[test]
    fn routes_are_short_not_few() {
        // 0 -> 2 is 9 m directly, and 2 m through 1; 3 is isolated.
        let islands =
            [island(&[(2, 9.0), (1, 1.0)]), island(&[(0, 1.0), (2, 1.0)]), island(&[(0, 9.0), (1, 1.0)]), island(&[])];
        let table = table(&islands);
        let next: Vec<u16> = table.iter().map(|node| node.next).collect();
        let none = NO_ISLAND;
        assert_eq!(next, [none, 1, 1, none, 0, none, 2, none, 1, 1, none, none, none, none, none, none]);
        assert_eq!(table[2].weight(), 1.0);
    }

    #[test]
    fn the_lowest_island_wins_a_tie() {
        // 0 -> 3 is 2 m through 1 or 2; 2 comes first in the list, but 1 is expanded first.
        let islands = [
            island(&[(2, 1.0), (1, 1.0)]),
            island(&[(0, 1.0), (3, 1.0)]),
            island(&[(0, 1.0), (3, 1.0)]),
            island(&[(1, 1.0), (2, 1.0)]),
        ];
        assert_eq!(table(&islands)[3].next, 1);
    }
}
