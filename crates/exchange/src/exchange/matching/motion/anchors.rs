//! [`Anchors`]: triangles of two meshes with equal neighbourhoods.

use foldhash::{HashMap, HashMapExt};

use super::mesh::{Mesh, NONE};

/// The radius of a triangle's neighbourhood, and whether classes count: first the level that distinguishes the largest number of triangles,
/// then coarser ones, because the part may also have been painted and cut.
const LEVELS: [(usize, bool); 6] = [(8, true), (8, false), (3, true), (3, false), (1, true), (1, false)];
/// The maximum number of triangles of a part that are tried, and of partners of each.
const MAX_ANCHORS: usize = 4;
const MAX_PARTNERS: usize = 6;
/// The maximum number of partners among which the nearest are searched.
const MAX_LOOKED_AT: usize = 1024;

/// A hash of each triangle's neighbourhood: the borders and classes around it.
pub(super) struct Anchors {
    base: Vec<u64>,
    /// The triangles of the edited mesh with each hash.
    edited: HashMap<u64, Vec<u32>>,
}

impl Anchors {
    /// The anchors of a level, from 0; `None` if there are no more levels.
    pub(super) fn new(base: &Mesh, edited: &Mesh, level: usize) -> Option<Self> {
        let (rounds, with_class) = *LEVELS.get(level)?;
        let mut by_number = HashMap::<u64, Vec<u32>>::new();
        for (id, number) in (0..).zip(surroundings(edited, rounds, with_class)) {
            by_number.entry(number).or_default().push(id);
        }
        Some(Self { base: surroundings(base, rounds, with_class), edited: by_number })
    }

    /// Pairs of a triangle of a part and a triangle of the edited mesh with the same hash: the rarest hashes first, with the nearest pairs
    /// of each.
    pub(super) fn pairs(&self, part: &[u32], distance: impl Fn(u32, u32) -> f64) -> Vec<[u32; 2]> {
        let partners = |id: &u32| self.edited.get(&self.base[*id as usize]);
        let mut rare: Vec<(usize, u32)> = part.iter().filter_map(|id| Some((partners(id)?.len(), *id))).collect();
        rare.sort_unstable();
        let nearest = |id: u32| {
            let all = partners(&id).into_iter().flatten().take(MAX_LOOKED_AT);
            let mut all: Vec<_> = all.map(|to| (distance(id, *to), *to)).collect();
            all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            all.into_iter().take(MAX_PARTNERS).map(move |(_, to)| [id, to])
        };
        rare.into_iter().take(MAX_ANCHORS).flat_map(|(_, id)| nearest(id)).collect()
    }
}

/// A hash of each triangle's neighbourhood, independent of the order of triangles and corners.
fn surroundings(mesh: &Mesh, rounds: usize, with_class: bool) -> Vec<u64> {
    let own = |class: &u32| if with_class { mix(u64::from(*class)) } else { 1 };
    let mut numbers: Vec<u64> = mesh.classes.iter().map(own).collect();
    for _ in 0..rounds {
        let around = |(own, across): (&u64, &[u32; 3])| {
            let beyond = across.map(|id| if id == NONE { 0 } else { numbers[id as usize] });
            let [a, b, c] = beyond;
            let [a, b, c] = [[b, c, a], [c, a, b]].into_iter().fold([a, b, c], <[u64; 3]>::min);
            [*own, a, b, c].into_iter().fold(0, |sum, value| mix(sum ^ value))
        };
        numbers = numbers.iter().zip(&mesh.across).map(around).collect();
    }
    numbers
}

/// Mixes the bits of a number (splitmix64).
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}
