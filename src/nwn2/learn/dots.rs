//! Candidates whose sides run along the model's axes, from corners that recur near an outline.
//!
//! Most holes are unions of boxes. Vertices within 0.1 m of each other on each axis are merged, so no outline shows the close corners of
//! such a hole; which of them remains differs between placements. But the corners alone determine the polygon: along each line through
//! corners, the first and the second one are joined, then the third and the fourth.

use std::collections::BTreeMap;

use foldhash::HashMap;

use crate::geometry::Vec2;

use super::candidate::{Candidate, Member, counter_clockwise};
use super::corners::{around, cell_of};
use super::polygon::is_simple;

/// Maximum distance along an axis between equal corners, in metres: close corners of a footprint may be 2 mm apart.
const SAME: f64 = 5e-4;
/// Maximum distance along both axes from a merged vertex to the corner of the outline that it became, in metres.
const MERGED: f64 = 0.1;
/// Maximum number of corners near an outline.
const CORNERS: usize = 64;

/// The corners that at least two placements show.
pub(super) struct Dots(Vec<Vec2>);

impl Dots {
    pub(super) fn new(members: &[Member]) -> Self {
        let mut dots: Vec<(Vec2, usize, bool)> = Vec::new();
        let mut cells = HashMap::<[i64; 2], usize>::default();
        for (at, placing) in members.iter().flat_map(|it| it.corners.iter().map(|corner| (*corner, it.placing))) {
            match around(at, SAME).find_map(|cell| cells.get(&cell)) {
                Some(dot) => dots[*dot].2 |= dots[*dot].1 != placing,
                None => {
                    cells.insert(cell_of(at, SAME), dots.len());
                    dots.push((at, placing, false));
                }
            }
        }
        Self(dots.into_iter().filter(|(.., recurs)| *recurs).map(|(at, ..)| at).collect())
    }

    /// The polygon through the dots near the corners of an outline.
    pub(super) fn candidate(&self, outline: &Candidate) -> Option<Candidate> {
        let is_near = |dot: &&Vec2| outline.polygon.iter().any(|corner| is_within(**dot, *corner, MERGED));
        let dots: Vec<Vec2> = self.0.iter().filter(is_near).copied().collect();
        let polygon = counter_clockwise(joined(&dots)?);
        let member = |it: &Member| Member { placing: it.placing, outline: None, corners: polygon.clone() };
        Some(Candidate { members: outline.members.iter().map(member).collect(), polygon, spread: 0.0 })
    }
}

fn is_within(a: Vec2, b: Vec2, reach: f64) -> bool {
    (0..2).all(|axis| (a[axis] - b[axis]).abs() <= reach)
}

/// The polygon with these corners and with sides along the axes.
fn joined(dots: &[Vec2]) -> Option<Vec<Vec2>> {
    if !(4..=CORNERS).contains(&dots.len()) {
        return None;
    }
    // For each axis and each dot, the dot at the other end of its side along this axis.
    let ends = [pairs(dots, 0)?, pairs(dots, 1)?];
    let (mut at, mut found) = (0, Vec::new());
    for step in 0..dots.len() {
        found.push(dots[at]);
        at = ends[step % 2][at];
    }
    (at == 0 && found.len() == dots.len() && is_simple(&found)).then_some(found)
}

/// Joins the dots on each line along an axis in pairs; `None` if one is left over.
fn pairs(dots: &[Vec2], axis: usize) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = (0..dots.len()).collect();
    order.sort_by(|a, b| dots[*a][1 - axis].total_cmp(&dots[*b][1 - axis]));
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for dot in order {
        match lines.last_mut() {
            Some(line) if dots[dot][1 - axis] - dots[line[0]][1 - axis] <= SAME => line.push(dot),
            _ => lines.push(vec![dot]),
        }
    }
    let mut ends = BTreeMap::new();
    for mut line in lines {
        line.sort_by(|a, b| dots[*a][axis].total_cmp(&dots[*b][axis]));
        let (pairs, []) = line.as_chunks::<2>() else { return None };
        for [from, to] in pairs {
            ends.insert(*from, *to);
            ends.insert(*to, *from);
        }
    }
    Some(ends.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three boxes whose long sides are nearly in line, as a bed of the game has them.
    const BED: [Vec2; 12] = [
        [-1.0, -2.0],
        [1.0, -2.0],
        [1.0, -1.9],
        [0.97, -1.9],
        [0.97, 1.0],
        [0.98, 1.0],
        [0.98, 1.5],
        [-1.01, 1.5],
        [-1.01, 1.002],
        [-0.96, 1.002],
        [-0.96, -1.9],
        [-1.0, -1.9],
    ];

    #[test]
    fn corners_of_a_union_of_boxes_are_joined_in_their_order() {
        let mut dots = BED.to_vec();
        dots.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let found = counter_clockwise(joined(&dots).unwrap());
        let start = BED.iter().position(|corner| *corner == found[0]).unwrap();
        assert_eq!(found, [&BED[start..], &BED[..start]].concat());
        assert_eq!(joined(&dots[1..]), None, "a corner that no placement shows");
        // Two squares are two polygons.
        let squares = [0.0, 5.0].map(|x| [[x, x], [x + 1.0, x], [x, x + 1.0], [x + 1.0, x + 1.0]]);
        assert_eq!(joined(squares.as_flattened()), None);
    }
}
