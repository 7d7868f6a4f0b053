//! The union of all cutters.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::clip::{Bounds, Clipper, Contours, Operation, Point};
use super::near::Near;
use super::steps::{Budget, Steps, TooManySteps};

/// Number of triangles of a tile for which the cutters around them are queried at once.
pub(super) const TOGETHER: usize = 64;

/// The contours of the union of all cutters.
#[derive(Debug)]
pub(super) struct Union {
    contours: Vec<Contour>,
    /// The bounding boxes of the contours.
    near: Near,
}

#[derive(Debug)]
struct Contour {
    points: Vec<Point>,
    bounds: Bounds,
}

/// The y coordinates of points, with the number of points at each.
#[derive(Debug, Default)]
struct Levels {
    points: BTreeMap<u32, usize>,
}

impl Levels {
    fn add(&mut self, points: &[Point]) {
        for [_, y] in points {
            *self.points.entry(key(*y)).or_default() += 1;
        }
    }

    fn remove(&mut self, points: &[Point]) {
        for [_, y] in points {
            if let Entry::Occupied(mut entry) = self.points.entry(key(*y)) {
                *entry.get_mut() -= 1;
                if *entry.get() == 0 {
                    entry.remove();
                }
            }
        }
    }

    fn join(&mut self, other: Self) {
        for (key, points) in other.points {
            *self.points.entry(key).or_default() += points;
        }
    }

    /// The levels from one to another.
    fn between(&self, least: f32, most: f32) -> impl Iterator<Item = f32> {
        self.points.range(key(least)..=key(most)).map(|(key, _)| f32::from_bits(unkey(*key)))
    }
}

/// The sign bit of a float.
const SIGN: u32 = 1 << 31;

/// A number with the order of the floats. Zeros of either sign are one level.
fn key(y: f32) -> u32 {
    let bits = (y + 0.0).to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

/// The bits of the float of a [`key`].
fn unkey(key: u32) -> u32 {
    if key & SIGN == 0 { !key } else { key & !SIGN }
}

/// Number of cutters that are united one after the other.
const ONE_BY_ONE: usize = 256;

impl Union {
    /// Unites cutters one after the other, and larger numbers of them in halves that are then united: the order does not
    /// matter, and a large contour is not swept again for each cutter that touches it.
    ///
    /// Only the contours that a cutter can touch are swept with it. The beams end at the levels of all points
    /// nevertheless, because crossing points are rounded beam by beam.
    pub(super) fn new<'a>(cutters: impl Iterator<Item = &'a [Point]>, budget: &Budget) -> Result<Self, TooManySteps> {
        Self::in_halves(&cutters.collect::<Vec<_>>(), ONE_BY_ONE, budget)
    }

    fn in_halves(cutters: &[&[Point]], one_by_one: usize, budget: &Budget) -> Result<Self, TooManySteps> {
        let mut steps = budget.counter();
        let contours = unite(cutters, one_by_one, &mut Sweep::default(), &mut steps)?.contours;
        steps.settle()?;
        let near = Near::new(contours.iter().map(|contour| contour.bounds));
        Ok(Self { contours, near })
    }

    /// The contours whose bounding box touches a given box: triangles in that box can meet only these.
    pub(super) fn around(&self, bounds: &Bounds, steps: &mut Steps<'_>) -> Result<Around<'_>, TooManySteps> {
        let near = self.near.touching(bounds, steps)?;
        Ok(Around { contours: near.into_iter().map(|contour| &self.contours[contour as usize]).collect() })
    }
}

/// The union of some cutters.
#[derive(Debug, Default)]
struct United {
    contours: Vec<Contour>,
    levels: Levels,
}

/// The sweep, with memory that it reuses.
#[derive(Debug, Default)]
struct Sweep {
    clipper: Clipper,
    swept: Contours,
}

fn unite(
    cutters: &[&[Point]],
    one_by_one: usize,
    sweep: &mut Sweep,
    steps: &mut Steps<'_>,
) -> Result<United, TooManySteps> {
    if cutters.len() > one_by_one.max(1) {
        let (first, second) = cutters.split_at(cutters.len() / 2);
        let [first, second] = [unite(first, one_by_one, sweep, steps)?, unite(second, one_by_one, sweep, steps)?];
        return first.with(second, sweep, steps);
    }
    let mut united = United::default();
    for points in cutters {
        united.add(points, sweep, steps)?;
    }
    Ok(united)
}

impl United {
    /// Adds a cutter.
    fn add(&mut self, points: &[Point], sweep: &mut Sweep, steps: &mut Steps<'_>) -> Result<(), TooManySteps> {
        let bounds = Bounds::new(points);
        steps.take(self.contours.len())?;
        let touched: Vec<Contour> = self.contours.extract_if(.., |contour| contour.bounds.touches(&bounds)).collect();
        self.sweep(&touched, &[points], sweep, steps)
    }

    /// The union of these cutters and of others.
    fn with(mut self, other: Self, sweep: &mut Sweep, steps: &mut Steps<'_>) -> Result<Self, TooManySteps> {
        let near = Near::new(other.contours.iter().map(|contour| contour.bounds));
        let (mut meets, mut is_met) = (Vec::with_capacity(self.contours.len()), vec![false; other.contours.len()]);
        for contour in &self.contours {
            let found = near.touching(&contour.bounds, steps)?;
            found.iter().for_each(|other| is_met[*other as usize] = true);
            meets.push(!found.is_empty());
        }
        let (mut meets, mut is_met) = (meets.into_iter(), is_met.into_iter());
        let touched: Vec<Contour> = self.contours.extract_if(.., |_| meets.next() == Some(true)).collect();
        self.levels.join(other.levels);
        let (met, apart): (Vec<Contour>, Vec<Contour>) =
            other.contours.into_iter().partition(|_| is_met.next() == Some(true));
        self.contours.extend(apart);
        if met.is_empty() {
            return Ok(self);
        }
        let clips: Vec<&[Point]> = met.iter().map(|contour| &contour.points[..]).collect();
        self.sweep(&touched, &clips, sweep, steps)?;
        met.iter().for_each(|contour| self.levels.remove(&contour.points));
        Ok(self)
    }

    /// Adds the union of contours that were removed and of others.
    fn sweep(
        &mut self,
        touched: &[Contour],
        clips: &[&[Point]],
        Sweep { clipper, swept }: &mut Sweep,
        steps: &mut Steps<'_>,
    ) -> Result<(), TooManySteps> {
        clipper.clear();
        touched.iter().for_each(|contour| clipper.add_subject(&contour.points));
        clips.iter().for_each(|points| clipper.add_clip(points));
        let bounds = clips.iter().map(|points| Bounds::new(points)).chain(touched.iter().map(|contour| contour.bounds));
        if let Some(around) = bounds.reduce(|around, bounds| around.with(&bounds)) {
            clipper.add_levels(self.levels.between(around.least[1], around.most[1]));
        }
        clipper.run(Operation::Union, swept, steps)?;
        touched.iter().for_each(|contour| self.levels.remove(&contour.points));
        for (points, _) in swept.iter() {
            self.levels.add(points);
            self.contours.push(Contour { points: points.to_vec(), bounds: Bounds::new(points) });
        }
        Ok(())
    }
}

/// The contours around some triangles, in the order of the union.
#[derive(Debug)]
pub(super) struct Around<'a> {
    contours: Vec<&'a Contour>,
}

impl Around<'_> {
    /// Reports the contours whose bounding box touches the bounding box of a triangle, and whether there are any.
    pub(super) fn near(
        &self,
        triangle: &Bounds,
        steps: &mut Steps<'_>,
        mut contour: impl FnMut(&[Point]),
    ) -> Result<bool, TooManySteps> {
        let mut touches = false;
        steps.take(self.contours.len())?;
        for near in self.contours.iter().filter(|near| near.bounds.touches(triangle)) {
            steps.take(near.points.len())?;
            contour(&near.points);
            touches = true;
        }
        Ok(touches)
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{self, Random};
    use super::*;

    fn square(x: f32, y: f32, size: f32) -> [Point; 4] {
        [[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
    }

    fn union(cutters: &[[Point; 4]]) -> Vec<Vec<Point>> {
        let union = Union::new(cutters.iter().map(<[Point; 4]>::as_slice), &Budget::default()).unwrap();
        union.contours.into_iter().map(|contour| contour.points).collect()
    }

    #[test]
    fn a_level_is_gone_with_the_last_point_that_has_it() {
        let (mut levels, points) = (Levels::default(), square(0.0, 1.0, 2.0));
        let between = |levels: &Levels| levels.between(-9.0, 9.0).collect::<Vec<_>>();
        levels.add(&points);
        assert_eq!(between(&levels), [1.0, 3.0]);
        levels.remove(&points[..2]);
        assert_eq!(between(&levels), [3.0]);
        levels.remove(&points[3..]);
        assert_eq!(between(&levels), [3.0], "another point has it");
    }

    #[test]
    fn a_key_is_in_the_order_of_the_floats() {
        let floats = [f32::MIN, -1.0, -1e-40, 0.0, 1e-40, 1.0, f32::MAX];
        assert!(floats.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
        assert!(floats.iter().all(|float| f32::from_bits(unkey(key(*float))) == *float));
        assert_eq!(key(-0.0), key(0.0));
    }

    #[test]
    fn cutters_apart_stay_apart_and_others_become_one() {
        assert_eq!(union(&[square(0.0, 0.0, 1.0), square(5.0, 5.0, 1.0)]).len(), 2);
        let one = union(&[square(0.0, 0.0, 2.0), square(1.0, 1.0, 2.0)]);
        assert_eq!(one.iter().map(Vec::len).collect::<Vec<_>>(), [8]);
        // The third joins the first two.
        assert_eq!(union(&[square(0.0, 0.0, 2.0), square(3.0, 0.0, 2.0), square(1.0, 0.5, 3.0)]).len(), 1);
    }

    /// A cutter of some size anywhere on a square.
    fn anywhere(random: &mut Random, side: f32, size: f32) -> Vec<Point> {
        let [x, y] = [0; 2].map(|_| random.unit() * (side - size));
        (0..3 + random.below(3)).map(|_| [x + random.unit() * size, y + random.unit() * size]).collect()
    }

    #[test]
    fn halves_are_united_to_what_one_cutter_after_the_other_makes() {
        let mut random = Random::new(9);
        for case in 0..60 {
            let size = if case % 2 == 0 { 3.0 } else { 8.0 };
            let cutters: Vec<Vec<Point>> = (0..25).map(|_| anywhere(&mut random, 20.0, size)).collect();
            let cutters: Vec<&[Point]> = cutters.iter().map(Vec::as_slice).collect();
            let area = |one_by_one: usize| {
                let union = Union::in_halves(&cutters, one_by_one, &Budget::default()).unwrap();
                union.contours.iter().map(|contour| oracle::signed_area(&contour.points)).sum::<f64>()
            };
            let (one, other) = (area(usize::MAX), area(2));
            assert!((one - other).abs() < 1e-4 * one.abs(), "case {case}: {one} and {other}");
        }
    }

    #[test]
    fn four_times_as_many_cutters_that_overlap_cost_far_less_than_sixteen_times_as_many_steps() {
        let cost = |side: f32| {
            let mut random = Random::new(2);
            let count = (side * side / 8.0) as usize;
            let mut triangle = || {
                let [x, y] = [0; 2].map(|_| random.unit() * side);
                [[x, y], [x + 5.0, y + 0.1], [x + 2.5, y + 5.0]]
            };
            let cutters: Vec<[Point; 3]> = (0..count).map(|_| triangle()).collect();
            let budget = Budget::default();
            let contours = Union::new(cutters.iter().map(<[Point; 3]>::as_slice), &budget).unwrap().contours;
            let largest = contours.iter().map(|contour| contour.points.len()).max();
            assert!(largest > Some(count / 4), "{largest:?} points of {count} cutters: many are one");
            budget.spent()
        };
        let (some, more) = (cost(64.0), cost(128.0));
        assert!(more < 10 * some, "{some} steps, and {more} for four times as many cutters");
    }

    #[test]
    fn a_cutter_in_another_one_changes_nothing() {
        assert_eq!(union(&[square(0.0, 0.0, 9.0), square(1.0, 1.0, 2.0)]), union(&[square(0.0, 0.0, 9.0)]));
    }
}
