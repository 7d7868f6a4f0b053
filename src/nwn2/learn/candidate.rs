//! [`Candidate`]: a polygon that may be the footprint of an appearance, and [`recurring`]: the candidates that recur as outlines.

use foldhash::HashMap;

use crate::geometry::{Vec2, distance};

use super::placing::Placement;
use super::polygon::{bounds, contains, distance_to_border, is_simple, middle, signed_area};
use super::scene::Scene;

/// A polygon that may be the footprint of an appearance.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    /// In metres, in the model's coordinates, counter-clockwise.
    pub(super) polygon: Vec<Vec2>,
    /// The observed polygons. Never empty.
    pub(super) members: Vec<Member>,
    /// Maximum distance between a corner of a member and the polygon's corner, in metres.
    pub(super) spread: f64,
}

/// A polygon that was seen at a placement.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// The placement, as an index into the placements of all areas.
    pub(super) placing: usize,
    /// The outline of the area, if it was seen completely.
    pub(super) outline: Option<usize>,
    /// Its corners in the model's coordinates.
    pub(super) corners: Vec<Vec2>,
}

/// Maximum distance between equal corners, in metres.
pub(super) const SAME: f64 = 0.004;
/// Maximum distance of an outline from its placement, in metres of its model.
const OUTLINE_DISTANCE: f64 = 9.0;
/// Maximum number of outlines of a placement that are examined: the nearest ones.
const OUTLINES: usize = 24;
/// Maximum number of placements of an appearance that are examined.
pub(super) const PLACINGS: usize = 240;

/// Maximum number of placements that may show an outline nearby by chance.
const FEW: usize = 2;

/// Chooses at most `most` items, evenly spread.
pub(super) fn evenly<T: Copy>(items: &[T], most: usize) -> Vec<T> {
    if items.len() <= most { items.to_vec() } else { (0..most).map(|at| items[at * items.len() / most]).collect() }
}

/// The outlines near the placements of one appearance, in the coordinates of its model.
pub(super) fn seen(numbers: &[usize], placings: &[Placement], scenes: &[Scene<'_>]) -> Vec<Member> {
    let of_one = |&number: &usize| {
        let placing = &placings[number];
        let scene = &scenes[placing.area];
        let near = scene.outlines_near(placing.position(), OUTLINE_DISTANCE * placing.size(), OUTLINES);
        let member = move |outline: usize| {
            let corners = scene.outlines[outline].corners.iter().map(|at| placing.to_model(*at));
            Member { placing: number, outline: Some(outline), corners: counter_clockwise(corners.collect()) }
        };
        near.into_iter().map(member).collect::<Vec<_>>()
    };
    numbers.iter().flat_map(of_one).collect()
}

pub(super) fn counter_clockwise(mut corners: Vec<Vec2>) -> Vec<Vec2> {
    if signed_area(&corners) < 0.0 {
        corners.reverse();
    }
    corners
}

/// The polygons that members agree on, to [`SAME`] in each corner, including polygons of a single placement.
pub(super) fn recurring(members: Vec<Member>) -> Vec<Candidate> {
    /// Maximum number of candidates with the same middle that are compared.
    const COMPARED: usize = 8;
    let mut found: Vec<Candidate> = Vec::new();
    let mut cells = HashMap::<(usize, [i64; 2]), Vec<usize>>::default();
    for mut member in members {
        let cell = middle(&member.corners).map(|at| (at / SAME).round() as i64);
        let count = member.corners.len();
        let near = (-1..=1).flat_map(|x| (-1..=1).map(move |y| [cell[0].saturating_add(x), cell[1].saturating_add(y)]));
        let mut known = near.filter_map(|cell| cells.get(&(count, cell))).flat_map(|list| list.iter().copied());
        match known.find_map(|index| Some((index, turned_onto(&member.corners, &found[index].polygon)?))) {
            Some((index, corners)) => {
                member.corners = corners;
                // A placement votes once for a polygon.
                if found[index].members.last().is_none_or(|last| last.placing != member.placing) {
                    found[index].members.push(member);
                }
            }
            None => {
                let list = cells.entry((count, cell)).or_default();
                if list.len() < COMPARED {
                    list.push(found.len());
                    let polygon = member.corners.clone();
                    found.push(Candidate { polygon, members: vec![member], spread: 0.0 });
                }
            }
        }
    }
    found.iter_mut().for_each(Candidate::settle);
    found.retain(|candidate| is_simple(&candidate.polygon));
    found
}

/// The corners, rotated so that each equals its counterpart in another polygon.
fn turned_onto(corners: &[Vec2], other: &[Vec2]) -> Option<Vec<Vec2>> {
    let is_same = |start: &usize| {
        let turned = corners.iter().cycle().skip(*start);
        other.iter().zip(turned).all(|(a, b)| distance(*a, *b) <= SAME)
    };
    let start = (0..corners.len()).find(is_same)?;
    Some(corners.iter().cycle().skip(start).take(corners.len()).copied().collect())
}

impl Candidate {
    /// Makes the polygon the median of the members, corner by corner, and measures the spread.
    pub(super) fn settle(&mut self) {
        let median = |corner: usize, axis: usize| {
            let mut values: Vec<f64> = self.members.iter().map(|member| member.corners[corner][axis]).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        let corners = self.members[0].corners.len();
        self.polygon = (0..corners).map(|corner| [median(corner, 0), median(corner, 1)]).collect();
        let far = |member: &Member| {
            member.corners.iter().zip(&self.polygon).map(|(a, b)| distance(*a, *b)).fold(0.0, f64::max)
        };
        self.spread = self.members.iter().map(far).fold(0.0, f64::max);
    }

    /// Returns whether it is the outline of only one or two placements, and too far from the model's origin (more than half its own size,
    /// or a metre) to belong to that model without more evidence.
    pub(super) fn is_far(&self) -> bool {
        let [least, most] = bounds(&self.polygon);
        self.members.len() <= FEW && self.outside() > (distance(least, most) / 2.0).min(1.0)
    }

    /// Returns whether it is the outline of only one or two placements, and the model's origin is not near its middle, unlike in most
    /// models. Such an outline likely belongs to several objects, unless it explains more placements.
    pub(super) fn is_off_centre(&self) -> bool {
        let [least, most] = bounds(&self.polygon);
        let middle = [0, 1].map(|axis| (least[axis] + most[axis]) / 2.0);
        self.members.len() <= FEW && distance(middle, [0.0; 2]) > distance(least, most) / 4.0
    }

    /// Number of corners; 0 for an axis-aligned rectangle, the most common shape.
    pub(super) fn complexity(&self) -> usize {
        let [least, most] = bounds(&self.polygon);
        let is_on = |at: &Vec2| (0..2).all(|axis| (at[axis] - least[axis]).min(most[axis] - at[axis]) <= SAME);
        if self.polygon.len() == 4 && self.polygon.iter().all(is_on) { 0 } else { self.polygon.len().max(4) }
    }

    /// Distance of the model's origin from the polygon, in metres; 0 where it lies inside.
    pub(super) fn outside(&self) -> f64 {
        if contains(&self.polygon, [0.0; 2]) { 0.0 } else { distance_to_border(&self.polygon, [0.0; 2]) }
    }

    /// Returns whether two candidates are the same polygon.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.polygon.len() == other.polygon.len() && turned_onto(&self.polygon, &other.polygon).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::tests::floor_with_hole;
    use super::*;
    use crate::nwn2::GitObject;

    #[test]
    fn a_larger_model_reaches_farther() {
        let area = floor_with_hole(30.0, [[16.0, 4.0], [18.0, 4.0], [18.0, 6.0], [16.0, 6.0]]);
        let scenes = [Scene::new(&area)];
        let found = |scale: f32| {
            let object = GitObject { scale: [scale; 3], ..GitObject::sample(7, [4.0, 5.0, 0.0]) };
            seen(&[0], &[Placement::new(0, &object).unwrap()], &scenes).len()
        };
        // The hole begins 12 m away. It is an outline among all triangles, and among the walkable ones.
        assert_eq!([1.0, 1.3, 1.4, 2.0].map(found), [0, 0, 2, 2]);
    }

    #[test]
    fn an_outline_of_few_placings_is_far_beyond_half_its_size() {
        let at = |x: f64, placings: usize| {
            let polygon = vec![[x, 0.0], [x + 0.6, 0.0], [x + 0.6, 0.8], [x, 0.8]];
            let member = |placing| Member { placing, outline: None, corners: polygon.clone() };
            Candidate { members: (0..placings).map(member).collect(), polygon, spread: 0.0 }.is_far()
        };
        assert_eq!([at(0.4, 2), at(0.6, 2), at(0.6, 3), at(9.0, 1)], [false, true, false, true]);
    }
}
