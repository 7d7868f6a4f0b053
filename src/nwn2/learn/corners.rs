//! Candidates from outlines, reduced to the corners that recur.

use foldhash::{HashMap, HashSet};

use crate::geometry::Vec2;

use super::candidate::{Candidate, Member, SAME, recurring};
use super::polygon::signed_area;

/// The polygons that members agree on when only the corners that at least two placements share are considered.
pub(super) fn candidates(members: &[Member]) -> Vec<Candidate> {
    let mut placings = HashMap::<[i64; 2], Votes>::default();
    for member in members {
        for cell in member.corners.iter().flat_map(|at| around(*at, SAME)) {
            placings.entry(cell).or_default().add(member.placing);
        }
    }
    let recurs = |at: &Vec2| placings.get(&cell_of(*at, SAME)).is_some_and(|votes| votes.is_recurring);
    let mut seen = HashSet::<Vec<[i64; 2]>>::default();
    let trimmed = members.iter().filter_map(|member| {
        let corners: Vec<Vec2> = member.corners.iter().filter(|at| recurs(at)).copied().collect();
        let is_less = corners.len() < member.corners.len() && corners.len() >= 3 && signed_area(&corners) > 1e-4;
        is_less.then_some(Member { placing: member.placing, outline: None, corners })
    });
    // One placement may show the same corners in several outlines.
    let mut key = |member: &Member| {
        let mut cells: Vec<[i64; 2]> = member.corners.iter().map(|at| cell_of(*at, SAME)).collect();
        cells.sort_unstable();
        cells.push([member.placing as i64, 0]);
        seen.insert(cells)
    };
    recurring(trimmed.filter(|member| key(member)).collect())
}

/// The placements with a corner in a cell: the first one, and whether there is another.
#[derive(Default)]
struct Votes {
    first: Option<usize>,
    is_recurring: bool,
}

impl Votes {
    fn add(&mut self, placing: usize) {
        match self.first {
            None => self.first = Some(placing),
            Some(first) => self.is_recurring |= first != placing,
        }
    }
}

/// The cell of a point in a grid of this width.
pub(super) fn cell_of(at: Vec2, width: f64) -> [i64; 2] {
    at.map(|value| (value / width).round() as i64)
}

/// The cell of a point and the adjacent cells.
pub(super) fn around(at: Vec2, width: f64) -> impl Iterator<Item = [i64; 2]> {
    let [x, y] = cell_of(at, width);
    (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| [x.saturating_add(dx), y.saturating_add(dy)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_recurs_when_another_placing_has_it() {
        let mut votes = Votes::default();
        let recurs = [3, 3, 5, 3].map(|placing| {
            votes.add(placing);
            votes.is_recurring
        });
        assert_eq!(recurs, [false, false, true, true]);
    }

    #[test]
    fn only_an_outline_that_loses_a_corner_is_trimmed() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]];
        let member = |placing, more: &[Vec2]| Member { placing, outline: None, corners: [&square[..], more].concat() };
        let found = |more: &[Vec2]| -> Vec<Vec<Vec2>> {
            candidates(&[member(0, more), member(1, &[])]).into_iter().map(|found| found.polygon).collect()
        };
        assert!(found(&[]).is_empty());
        assert_eq!(found(&[[-0.5, 0.5]]), [square.to_vec()]);
    }
}
