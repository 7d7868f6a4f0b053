//! Finds the vertices that were moved.

use super::positions::Positions;
use super::skips::Skips;
use super::triangles::{Fate, How, Key, Triangles, key};
use crate::geometry::Csr;

/// The null value: no position.
const NONE: u32 = u32::MAX;

/// For each position of the base, its image in the edited mesh: the same position, another one if it was moved, or
/// [`NONE`] if it is gone.
pub(super) struct Images {
    of: Vec<u32>,
}

impl Images {
    /// The position to which a position of the base was moved; itself if it was not moved, or is gone.
    pub(super) fn of(&self, position: u32) -> u32 {
        self.known(position).unwrap_or(position)
    }

    /// Like `of`; `None` for a position that is gone.
    pub(super) fn known(&self, position: u32) -> Option<u32> {
        match self.of[position as usize] {
            NONE => None,
            image => Some(image),
        }
    }
}

/// Finds triangles whose corners were moved.
///
/// A vertex that was moved is gone from its old position, and the triangles around it have a new one instead. If two
/// corners of a triangle are known and the third is gone, the edited triangle at the same side has the third one's new
/// position. From there the search continues over the triangles around it, so that whole regions are followed from
/// their border. `known` are the positions of parts that were moved as a whole, each with its new position.
pub(super) fn find_moves(triangles: &mut Triangles<'_>, positions: &Positions, known: &[(u32, u32)]) -> Images {
    let mut search = MoveSearch::new(triangles, positions);
    for (from, to) in known {
        search.images[*from as usize] = *to;
        if !positions.is_of_base(*to) {
            search.is_taken[(*to - positions.base) as usize] = true;
        }
    }
    search.run();
    let images = Images { of: search.images };
    match_moved(triangles, &images);
    images
}

struct MoveSearch<'t> {
    triangles: &'t Triangles<'t>,
    positions: &'t Positions,
    /// The missing triangles of the base around each of its positions.
    around: Csr<u32>,
    /// The sides of the new triangles as (from, to, third corner), sorted, each one once.
    sides: Vec<[u32; 3]>,
    images: Vec<u32>,
    /// For each new position, counted from the last of the base, true if it is already an image.
    is_taken: Vec<bool>,
    open: Vec<u32>,
}

impl<'t> MoveSearch<'t> {
    fn new(triangles: &'t Triangles<'t>, positions: &'t Positions) -> Self {
        let base = positions.base as usize;
        let missing = || {
            let all = (0..).zip(triangles.base_keys.iter().zip(&triangles.fates));
            all.filter(|(_, (_, fate))| **fate == Fate::Missing).map(|(id, (key, _))| (id, *key))
        };
        let mut images = vec![NONE; base];
        // The key of a snapped triangle has its own corners, not the corners to which they were snapped.
        let back = triangles.base_keys.iter().zip(&triangles.fates).filter(|(_, fate)| **fate != Fate::Missing);
        let there = triangles.edited_keys.iter().chain(back.map(|(key, _)| key)).flatten();
        for position in there.filter(|position| positions.is_of_base(**position)) {
            images[*position as usize] = *position;
        }
        let new = triangles.edited_keys.iter().zip(&triangles.found).filter(|(_, found)| !**found);
        let mut sides: Vec<_> = new.flat_map(|([a, b, c], _)| [[*a, *b, *c], [*b, *c, *a], [*c, *a, *b]]).collect();
        sides.sort_unstable();
        sides.dedup();
        let mut open: Vec<u32> = missing().map(|(id, _)| id).collect();
        open.reverse();
        Self {
            triangles,
            positions,
            around: Csr::group(base, || missing().flat_map(|(id, key)| key.map(|position| (position as usize, id)))),
            sides,
            images,
            is_taken: vec![false; positions.points.len() - base],
            open,
        }
    }

    fn run(&mut self) {
        while let Some(triangle) = self.open.pop() {
            let [a, b, c] = self.triangles.base_keys[triangle as usize];
            for [a, b, gone] in [[a, b, c], [b, c, a], [c, a, b]] {
                let [from, to, third] = [a, b, gone].map(|position| self.images[position as usize]);
                if from != NONE
                    && to != NONE
                    && third == NONE
                    && let Some(image) = self.new_corner(from, to)
                {
                    self.images[gone as usize] = image;
                    self.is_taken[(image - self.positions.base) as usize] = true;
                    self.open.extend(self.around.row(gone as usize));
                }
            }
        }
    }

    /// The third corner of the new triangles at a side, if all of them have the same one and no vertex is known to be
    /// there.
    fn new_corner(&self, from: u32, to: u32) -> Option<u32> {
        let start = self.sides.partition_point(|side| [side[0], side[1]] < [from, to]);
        let mut at_side = self.sides[start..].iter().take_while(|side| [side[0], side[1]] == [from, to]);
        let third = at_side.next()?[2];
        let is_free = !self.positions.is_of_base(third) && !self.is_taken[(third - self.positions.base) as usize];
        (is_free && at_side.next().is_none()).then_some(third)
    }
}

/// Matches triangles of the edited mesh to missing ones with moved corners.
fn match_moved(triangles: &mut Triangles<'_>, images: &Images) {
    let mut new: Vec<(Key, usize)> =
        triangles.edited_keys.iter().copied().zip(0..).filter(|(_, edited)| !triangles.found[*edited]).collect();
    new.sort_unstable();
    let mut left = Skips::new(new.len());
    for base in 0..triangles.base_keys.len() {
        if triangles.fates[base] != Fate::Missing {
            continue;
        }
        let corners = triangles.base_keys[base];
        let moved = corners.map(|position| images.of(position));
        if moved == corners {
            continue;
        }
        let wanted = key(moved);
        let start = new.partition_point(|(key, _)| *key < wanted);
        let place = left.from(start);
        if let Some((_, edited)) = new.get(place).filter(|(key, _)| *key == wanted) {
            triangles.set(base as u32, *edited, How::Moved);
            left.skip(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::{ClassedTriangle, TriangleSet};

    fn set(points: &[[f32; 3]], triangles: &[[u32; 3]]) -> TriangleSet {
        let triangles = triangles.iter().map(|&corners| ClassedTriangle { corners, class: 4 }).collect();
        TriangleSet { points: points.to_vec(), triangles, ..TriangleSet::default() }
    }

    #[test]
    fn a_vertex_did_not_go_where_one_of_a_part_that_was_moved_as_a_whole_is() {
        let [a, b, c, d]: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        let part = |z: f32| [[5.0, 0.0, z], [6.0, 0.0, z], [5.0, 1.0, z]];
        let base = set(&[&[a, b, c, d][..], &part(0.0)].concat(), &[[0, 1, 2], [0, 2, 3], [4, 5, 6]]);
        // The last triangle was moved up, and the corner of the square was joined to it there.
        let edited = set(&[&[a, b, c][..], &part(3.0)].concat(), &[[0, 1, 2], [0, 2, 3], [3, 4, 5]]);
        let positions = Positions::new(&base, &edited);
        let mut triangles = Triangles::new(&base, &edited, &positions);
        triangles.match_equal();
        let images = find_moves(&mut triangles, &positions, &[(4, 7), (5, 8), (6, 9)]);
        assert_eq!([3, 4].map(|position| images.known(position)), [None, Some(7)]);
        assert_eq!(triangles.fates[1..], [Fate::Missing, Fate::Is { edited: 2, how: How::Moved }]);
    }
}
