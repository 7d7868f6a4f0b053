//! [`Triangles`]: the correspondence of the triangles of an edited mesh and of the base.

use std::ops::Range;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::nearby::{Nearby, NearbyPoints};
use super::positions::Positions;
use super::skips::Skips;
use crate::exchange::TriangleSet;
use crate::geometry::{Csr, DisjointSets};

/// The positions of a triangle's corners, rotated so that the lowest number comes first.
pub(super) type Key = [u32; 3];

/// The positions that triangles connect: the corners of one triangle are in one set.
pub(super) fn connected(keys: &[Key]) -> DisjointSets {
    let count = keys.iter().flatten().max().map_or(0, |last| *last as usize + 1);
    DisjointSets::new(count, keys.iter().flat_map(|&[a, b, c]| [[a, b], [b, c]]))
}

/// The fate of a triangle of the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Not found yet; if this stays so, it was removed.
    Missing,
    /// It is this triangle of the edited mesh.
    Is { edited: u32, how: How },
    /// It did not come back, but a duplicate did. It has this class.
    Restored { class: u32 },
    /// No editor can represent it.
    Uncarried,
}

/// The resemblance of a triangle of an edited mesh to one of the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// The corners are the same.
    Equal,
    /// The corners are the same in the opposite direction.
    Flipped,
    /// Corners were moved.
    Moved,
}

/// The triangles of both meshes, and their correspondence.
pub(super) struct Triangles<'s> {
    base: &'s TriangleSet,
    edited: &'s TriangleSet,
    pub(super) base_keys: Vec<Key>,
    pub(super) edited_keys: Vec<Key>,
    /// The triangles of the base by the lowest of their positions, and then by key and class.
    by_lowest: Csr<u32>,
    /// The index of each triangle of the base in that order.
    place_of: Vec<u32>,
    missing: Skips,
    pub(super) fates: Vec<Fate>,
    /// For each triangle of the edited mesh, true if it is one of the base.
    pub(super) found: Vec<bool>,
}

impl<'s> Triangles<'s> {
    pub(super) fn new(base: &'s TriangleSet, edited: &'s TriangleSet, positions: &Positions) -> Self {
        let keys = |set: &TriangleSet, of: &[u32]| -> Vec<Key> {
            set.triangles.iter().map(|row| key(row.corners.map(|corner| of[corner as usize]))).collect()
        };
        let base_keys = keys(base, &positions.of_base);
        let edited_keys = keys(edited, &positions.of_edited);
        let mut by_lowest =
            Csr::group(positions.base as usize, || (0..).zip(&base_keys).map(|(id, key)| (key[0] as usize, id)));
        let mut place_of = vec![0; base_keys.len()];
        for lowest in 0..positions.base as usize {
            let start = by_lowest.range(lowest).start as u32;
            let row = by_lowest.row_mut(lowest);
            row.sort_unstable_by_key(|&id| (base_keys[id as usize], base.triangles[id as usize].class, id));
            for (place, id) in (start..).zip(row) {
                place_of[*id as usize] = place;
            }
        }
        let missing = Skips::new(base_keys.len());
        let (fates, found) = (vec![Fate::Missing; base_keys.len()], vec![false; edited_keys.len()]);
        Self { base, edited, base_keys, edited_keys, by_lowest, place_of, missing, fates, found }
    }

    /// Finds the triangles with the same corners: first those that also have the same class.
    pub(super) fn match_equal(&mut self) {
        self.match_keys(How::Equal, |key| key);
    }

    /// Finds the triangles with the same corners and the opposite winding.
    pub(super) fn match_flipped(&mut self) {
        self.match_keys(How::Flipped, |[a, b, c]| [a, c, b]);
    }

    fn match_keys(&mut self, how: How, wanted: impl Fn(Key) -> Key) {
        for same_class in [true, false] {
            for edited in 0..self.edited_keys.len() {
                if !self.found[edited]
                    && let Some(base) = self.first_missing(wanted(self.edited_keys[edited]), edited, same_class)
                {
                    self.set(base, edited, how);
                }
            }
        }
    }

    /// The first missing triangle of the base with a key; with the class of a triangle of the edited mesh, if requested.
    fn first_missing(&mut self, key: Key, edited: usize, same_class: bool) -> Option<u32> {
        let class = same_class.then_some(self.edited.triangles[edited].class);
        let lowest = key[0] as usize;
        let row = self.by_lowest.get(lowest)?;
        let first = self.by_lowest.range(lowest).start;
        let rank = |id: u32| (self.base_keys[id as usize], self.base.triangles[id as usize].class);
        let wanted = (key, class.unwrap_or(0));
        let place = self.missing.from(first + row.partition_point(|id| rank(*id) < wanted));
        let id = *row.get(place - first)?;
        (rank(id).0 == key && class.is_none_or(|class| rank(id).1 == class)).then_some(id)
    }

    pub(super) fn set(&mut self, base: u32, edited: usize, how: How) {
        self.fates[base as usize] = Fate::Is { edited: edited as u32, how };
        self.missing.skip(self.place_of[base as usize] as usize);
        self.found[edited] = true;
    }

    /// Finds the triangles whose corners are near the corners of a triangle of the base, and snaps their positions to these
    /// corners. Then it snaps every other position to the nearest position of the base, if one is near.
    pub(super) fn match_snapped(&mut self, positions: &mut Positions, reach: f32) {
        let nearby_points = positions.points[..positions.base as usize].to_vec();
        let mut candidates = Candidates::new(Nearby::new(&nearby_points, reach), positions.points.len());
        for same_class in [true, false] {
            for edited in 0..self.edited_keys.len() {
                if self.found[edited] {
                    continue;
                }
                let corners = self.edited_keys[edited];
                let near = corners.map(|corner| candidates.of(corner, positions));
                let near = near.map(|row| &candidates.all[row]);
                let Some((base, snapped)) = self.nearest_missing(near, edited, same_class) else { continue };
                self.set(base, edited, How::Equal);
                corners.into_iter().zip(snapped).for_each(|(from, to)| positions.snap(from, to));
            }
        }
        self.snap_others(positions, &mut candidates);
    }

    /// The missing triangle of the base that is nearest to the candidates of three corners, and the candidates.
    fn nearest_missing(
        &mut self,
        [a, b, c]: [&[(f64, u32)]; 3],
        edited: usize,
        same_class: bool,
    ) -> Option<(u32, [u32; 3])> {
        let mut best: Option<(f64, u32, [u32; 3])> = None;
        for &(to_a, a) in a {
            for &(to_b, b) in b {
                for &(to_c, c) in c {
                    let all = to_a + to_b + to_c;
                    if best.is_none_or(|(least, ..)| all < least)
                        && let Some(base) = self.first_missing(key([a, b, c]), edited, same_class)
                    {
                        best = Some((all, base, [a, b, c]));
                    }
                }
            }
        }
        best.map(|(_, base, snapped)| (base, snapped))
    }

    /// Snaps each position of the edited mesh to the nearest position of the base, if one is near, and updates the keys.
    fn snap_others(&mut self, positions: &mut Positions, candidates: &mut Candidates<'_>) {
        for edited in 0..self.edited_keys.len() {
            if self.found[edited] {
                continue;
            }
            let corners = self.edited_keys[edited];
            for corner in corners {
                let near = candidates.of(corner, positions);
                if let Some(&(_, nearest)) = candidates.all[near].first() {
                    positions.snap(corner, nearest);
                }
            }
            let snapped = corners.map(|corner| positions.resolved(corner));
            // If corners of a triangle would coincide, they keep their positions.
            if snapped[0] != snapped[1] && snapped[1] != snapped[2] && snapped[2] != snapped[0] {
                self.edited_keys[edited] = key(snapped);
            }
        }
    }

    /// Returns whether a triangle of the base is missing and one of the edited mesh is new. Otherwise no more can be found.
    pub(super) fn are_left_in_both(&self) -> bool {
        self.fates.contains(&Fate::Missing) && self.found.contains(&false)
    }

    /// The triangles of the edited mesh that are new: their keys and classes.
    pub(super) fn new_ones(&self) -> impl Iterator<Item = (Key, u32)> + '_ {
        let rows = self.edited_keys.iter().zip(&self.edited.triangles).zip(&self.found);
        rows.filter(|(_, found)| !**found).map(|((key, row), _)| (*key, row.class))
    }

    /// The keys and classes of missing triangles in parts of the base without any triangle left. A part is connected by
    /// vertices. Triangles that no editor can represent are ignored.
    pub(super) fn missing_in_whole_parts(&self) -> impl Iterator<Item = (Key, u32)> + '_ {
        let shown: Vec<usize> = (0..self.fates.len()).filter(|id| self.base.can_be_carried(*id)).collect();
        let keys: Vec<Key> = shown.iter().map(|id| self.base_keys[*id]).collect();
        let sets = connected(&keys);
        let mut came_back = vec![false; self.by_lowest_len()];
        for id in &shown {
            if self.fates[*id] != Fate::Missing {
                came_back[sets.least(self.base_keys[*id][0]) as usize] = true;
            }
        }
        shown.into_iter().filter_map(move |id| {
            let key = self.base_keys[id];
            let is_whole = !came_back[sets.least(key[0]) as usize];
            is_whole.then(|| (key, self.base.triangles[id].class))
        })
    }

    /// Restores the missing triangles of which a duplicate came back, with either winding: editors drop duplicates. If all
    /// duplicates of one class were repainted, it is repainted, too.
    pub(super) fn restore_duplicates(&mut self) {
        if !self.fates.contains(&Fate::Missing) {
            return;
        }
        // Keyed by the positions in ascending order: whether a triangle came back, and the new class for each class.
        let corners = |id: usize| {
            let mut corners = self.base_keys[id];
            corners.sort_unstable();
            corners
        };
        let (mut came_back, mut class_now) = (HashSet::new(), HashMap::new());
        for (id, fate) in self.fates.iter().enumerate() {
            if let Fate::Is { edited, how: How::Equal | How::Moved } = fate {
                came_back.insert(corners(id));
                let now = self.edited.triangles[*edited as usize].class;
                class_now.entry((corners(id), self.base.triangles[id].class)).or_insert(now);
            }
        }
        let missing = (0..self.fates.len()).filter(|id| self.fates[*id] == Fate::Missing);
        let restored: Vec<_> = missing
            .filter(|id| came_back.contains(&corners(*id)))
            .map(|id| {
                let own = self.base.triangles[id].class;
                (id, class_now.get(&(corners(id), own)).copied().unwrap_or(own))
            })
            .collect();
        for (id, class) in restored {
            self.fates[id] = Fate::Restored { class };
        }
    }

    /// Keeps the missing triangles that no editor can represent, if an adjacent triangle remains or if they have no neighbours.
    pub(super) fn keep_uncarried(&mut self, base: &TriangleSet) {
        let hidden: Vec<usize> =
            (0..self.fates.len()).filter(|id| self.fates[*id] == Fate::Missing && !base.can_be_carried(*id)).collect();
        if hidden.is_empty() {
            return;
        }
        // For each position, whether a triangle there remains, and whether one is gone.
        let mut left = vec![false; self.by_lowest_len()];
        let mut gone = left.clone();
        for (id, key) in self.base_keys.iter().enumerate() {
            let marks = match self.fates[id] {
                Fate::Missing if base.can_be_carried(id) => &mut gone,
                Fate::Missing => continue,
                _ => &mut left,
            };
            key.iter().for_each(|position| marks[*position as usize] = true);
        }
        for id in hidden {
            let is_any = |marks: &[bool]| self.base_keys[id].iter().any(|position| marks[*position as usize]);
            if is_any(&left) || !is_any(&gone) {
                self.fates[id] = Fate::Uncarried;
            }
        }
    }

    fn by_lowest_len(&self) -> usize {
        self.base_keys.iter().flatten().max().map_or(0, |last| *last as usize + 1)
    }
}

/// The positions of the base near each position, each searched once.
struct Candidates<'p> {
    nearby: Nearby<'p>,
    all: Vec<(f64, u32)>,
    /// The range of each position's candidates in `all`; `None` if they were not searched yet.
    rows: Vec<Option<(u32, u32)>>,
}

impl<'p> Candidates<'p> {
    fn new(nearby: Nearby<'p>, positions: usize) -> Self {
        Self { nearby, all: Vec::new(), rows: vec![None; positions] }
    }

    /// The range of the positions near one.
    fn of(&mut self, position: u32, positions: &Positions) -> Range<usize> {
        let (start, end) = *self.rows[position as usize].get_or_insert_with(|| {
            let found: NearbyPoints = self.nearby.around(positions.points[position as usize]);
            let start = self.all.len() as u32;
            self.all.extend(found);
            (start, self.all.len() as u32)
        });
        start as usize..end as usize
    }
}

/// Three corners, rotated so that the lowest number comes first.
pub(super) fn key([a, b, c]: [u32; 3]) -> Key {
    [[b, c, a], [c, a, b]].into_iter().fold([a, b, c], Key::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::ClassedTriangle;

    fn two_triangles() -> TriangleSet {
        let points = (0..6).map(|at| [at as f32, 0.0, 0.0]).collect();
        let triangles = [[0, 1, 2], [3, 4, 5]].map(|corners| ClassedTriangle { corners, class: 4 }).to_vec();
        TriangleSet { points, triangles, ..TriangleSet::default() }
    }

    #[test]
    fn no_more_can_be_found_once_all_triangles_of_one_mesh_are() {
        let set = two_triangles();
        let positions = Positions::new(&set, &set);
        let are_left = |fates: [Fate; 2], found: [bool; 2]| {
            let mut triangles = Triangles::new(&set, &set, &positions);
            (triangles.fates, triangles.found) = (fates.to_vec(), found.to_vec());
            triangles.are_left_in_both()
        };
        let back = Fate::Is { edited: 0, how: How::Equal };
        assert!(are_left([back, Fate::Missing], [true, false]));
        // A triangle was added, and one was removed.
        assert!(!are_left([back, Fate::Restored { class: 4 }], [true, false]));
        assert!(!are_left([back, Fate::Missing], [true, true]));
    }

    #[test]
    fn the_nearest_triangle_has_the_least_sum_of_distances() {
        let set = two_triangles();
        let positions = Positions::new(&set, &set);
        let mut triangles = Triangles::new(&set, &set, &positions);
        // The first triangle has the nearest corner and the farthest one.
        let near = [[(0.1, 0), (0.3, 3)], [(0.5, 4), (0.9, 1)], [(0.2, 2), (0.2, 5)]];
        let nearest = triangles.nearest_missing(near.each_ref().map(|row| &row[..]), 0, true);
        assert_eq!(nearest, Some((1, [3, 4, 5])));
    }
}
