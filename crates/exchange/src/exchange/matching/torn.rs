//! Finds vertices that were torn: editors keep several copies of a vertex, and only some of them were moved.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashMapExt, HashSet};

use super::moves::Images;
use super::positions::Positions;
use super::report::TornPoint;
use super::triangles::{Fate, Key, Triangles};
use crate::exchange::TriangleSet;

/// The positions of the base that were torn, each with the positions of its copies: first the one found by the largest
/// number of triangles, then the others.
pub(super) type Torn = BTreeMap<u32, Vec<u32>>;

/// Finds the torn positions. A triangle of the base is missing, and a new one has two of its corners at their new
/// positions, but the third at another position than in the triangle beside it, which came back. So the two no longer
/// share their side.
pub(super) fn find_torn(triangles: &Triangles<'_>, positions: &Positions, images: &Images) -> Torn {
    let mut torn = Torn::new();
    if !triangles.are_left_in_both() {
        return torn;
    }
    let sides = Sides::new(triangles);
    for (key, _) in triangles.base_keys.iter().zip(&triangles.fates).filter(|(_, fate)| **fate == Fate::Missing) {
        for [a, b, corner] in turns(*key) {
            let now = [a, b, corner].map(|position| images.known(position));
            if let [Some(from), Some(to), Some(home)] = now
                && let Some(&Some(third)) = sides.new.get(&[from, to])
                && third != home
                && !positions.is_of_base(third)
                && sides.is_open([a, b, corner], [from, to, third])
            {
                let places = torn.entry(corner).or_insert_with(|| vec![home]);
                if !places.contains(&third) && places.len() < MAX_PLACES {
                    places.push(third);
                }
            }
        }
    }
    torn
}

/// The maximum number of positions of one vertex that are reported.
const MAX_PLACES: usize = 8;

struct Sides {
    /// For each side of the base, the triangles of it that came back.
    came_back: HashSet<[u32; 2]>,
    /// All sides of the edited mesh.
    edited: HashSet<[u32; 2]>,
    /// For each side of a new triangle, its third corner; `None` if there are several.
    new: HashMap<[u32; 2], Option<u32>>,
}

impl Sides {
    fn new(triangles: &Triangles<'_>) -> Self {
        let back = triangles.base_keys.iter().zip(&triangles.fates).filter(|(_, fate)| **fate != Fate::Missing);
        let mut new: HashMap<[u32; 2], Option<u32>> = HashMap::new();
        for (key, _) in triangles.new_ones() {
            for [a, b, third] in turns(key) {
                new.entry([a, b]).and_modify(|known| *known = known.filter(|it| *it == third)).or_insert(Some(third));
            }
        }
        Self {
            came_back: back.flat_map(|(key, _)| turns(*key)).map(|[a, b, _]| [a, b]).collect(),
            edited: triangles.edited_keys.iter().flat_map(|key| turns(*key)).map(|[a, b, _]| [a, b]).collect(),
            new,
        }
    }

    /// Returns whether a side at the corner is now open, beyond which a triangle of the base came back.
    fn is_open(&self, [a, b, corner]: [u32; 3], [from, to, third]: [u32; 3]) -> bool {
        let is_torn = |beyond: [u32; 2], now: [u32; 2]| self.came_back.contains(&beyond) && !self.edited.contains(&now);
        is_torn([corner, b], [third, to]) || is_torn([a, corner], [from, third])
    }
}

/// The sides of a triangle, each with the opposite corner.
fn turns([a, b, c]: Key) -> [[u32; 3]; 3] {
    [[a, b, c], [b, c, a], [c, a, b]]
}

/// The torn points for a report.
pub(super) fn report(torn: &Torn, positions: &Positions) -> Vec<TornPoint> {
    if torn.is_empty() {
        return Vec::new();
    }
    let mut first = HashMap::new();
    for (point, position) in (0_u32..).zip(&positions.of_base) {
        first.entry(*position).or_insert(point);
    }
    let row = |(position, places): (&u32, &Vec<u32>)| TornPoint {
        point: first.get(position).copied().unwrap_or_default(),
        from: positions.points[*position as usize],
        places: places.iter().map(|place| positions.points[*place as usize]).collect(),
    };
    torn.iter().map(row).collect()
}

/// The edited mesh with the copies of every torn vertex merged at a position to which one was moved.
pub(super) fn welded(edited: &TriangleSet, torn: &Torn, positions: &Positions) -> TriangleSet {
    let mut joined = HashMap::new();
    for (position, places) in torn {
        let Some(target) = places.iter().find(|place| *place != position) else { continue };
        joined.extend(places.iter().map(|place| (*place, *target)));
    }
    let mut welded = edited.clone();
    for (point, position) in welded.points.iter_mut().zip(&positions.of_edited) {
        if let Some(target) = joined.get(&positions.resolved(*position)) {
            *point = positions.points[*target as usize];
        }
    }
    welded
}
