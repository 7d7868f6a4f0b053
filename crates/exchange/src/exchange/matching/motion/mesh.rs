//! [`Mesh`]: triangles and their neighbours; [`walk`] follows two meshes side by side.

use std::collections::VecDeque;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::super::triangles::{Key, connected};

/// The null value: no triangle.
pub(super) const NONE: u32 = u32::MAX;

/// Triangles by the positions of their corners, without duplicates, because editors drop them.
pub(super) struct Mesh {
    pub(super) keys: Vec<Key>,
    pub(super) classes: Vec<u32>,
    /// For each triangle, its neighbours across the sides, starting with the side from its first to its second corner; [`NONE`] unless
    /// there is exactly one.
    pub(super) across: Vec<[u32; 3]>,
}

impl Mesh {
    pub(super) fn new(triangles: impl Iterator<Item = (Key, u32)>) -> Self {
        let mut seen = HashSet::new();
        let mut is_first = |key: Key| {
            let mut sorted = key;
            sorted.sort_unstable();
            sorted[0] != sorted[1] && sorted[1] != sorted[2] && seen.insert(sorted)
        };
        let (keys, classes): (Vec<Key>, Vec<u32>) = triangles.filter(|(key, _)| is_first(*key)).unzip();
        let across = neighbours(&keys);
        Self { keys, classes, across }
    }

    /// The number of the part of each triangle. Triangles are in one part if vertices connect them.
    pub(super) fn parts(&self) -> Vec<u32> {
        let sets = connected(&self.keys);
        let mut numbers = HashMap::new();
        let number = |key: &Key| {
            let root = sets.least(key[0]);
            let next = numbers.len() as u32;
            *numbers.entry(root).or_insert(next)
        };
        self.keys.iter().map(number).collect()
    }
}

fn neighbours(keys: &[Key]) -> Vec<[u32; 3]> {
    let sides = |key: &Key| [[key[0], key[1]], [key[1], key[2]], [key[2], key[0]]];
    let mut at_side: HashMap<[u32; 2], u32> = HashMap::with_capacity(3 * keys.len());
    for (id, key) in (0..).zip(keys) {
        for side in sides(key) {
            at_side.entry(side).and_modify(|only| *only = NONE).or_insert(id);
        }
    }
    let beyond = |[from, to]: [u32; 2]| match at_side.get(&[from, to]) {
        Some(&NONE) | None => NONE,
        Some(_) => at_side.get(&[to, from]).copied().unwrap_or(NONE),
    };
    keys.iter().map(|key| sides(key).map(beyond)).collect()
}

/// Walks in parallel over at most `patch` triangles around a start triangle in each mesh, and pairs the positions. The first corner of
/// the first triangle is paired with the corner `turn` of the second one. `None` if a position would have two partners.
pub(super) fn walk(
    [base, edited]: [&Mesh; 2],
    [from, to]: [u32; 2],
    turn: usize,
    patch: usize,
) -> Option<Vec<[u32; 2]>> {
    let (mut there, mut back) = (HashMap::new(), HashMap::new());
    let mut pairs = Vec::new();
    let mut seen = HashSet::new();
    let mut open = VecDeque::from([(from, to, turn)]);
    seen.insert(from);
    while let Some((a, b, turn)) = open.pop_front() {
        let (own, other) = (base.keys[a as usize], edited.keys[b as usize]);
        for corner in 0..3 {
            let pair = [own[corner], other[(corner + turn) % 3]];
            let is_new = !there.contains_key(&pair[0]);
            if *there.entry(pair[0]).or_insert(pair[1]) != pair[1] || *back.entry(pair[1]).or_insert(pair[0]) != pair[0]
            {
                return None;
            }
            if is_new {
                pairs.push(pair);
            }
        }
        for side in 0..3 {
            let (next, twin) = (base.across[a as usize][side], edited.across[b as usize][(side + turn) % 3]);
            // Beyond a side at which only one mesh continues, there was another edit.
            if next == NONE || twin == NONE || seen.len() == patch || !seen.insert(next) {
                continue;
            }
            // The neighbour runs along the side in the opposite direction.
            let start = |keys: &[Key], id: u32, wanted: u32| keys[id as usize].iter().position(|at| *at == wanted);
            let at = start(&base.keys, next, own[(side + 1) % 3])?;
            let at_twin = start(&edited.keys, twin, other[(side + 1 + turn) % 3])?;
            open.push_back((next, twin, (at_twin + 3 - at) % 3));
        }
    }
    Some(pairs)
}
