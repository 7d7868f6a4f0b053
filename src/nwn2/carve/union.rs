//! The union of all cutters.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::clip::{Bounds, Clipper, Contours, Operation, Point};
use super::steps::{Budget, Steps, TooManySteps};

/// The contours of the union of all cutters.
#[derive(Debug, Default)]
pub(super) struct Union {
    contours: Vec<Contour>,
}

#[derive(Debug)]
struct Contour {
    points: Vec<Point>,
    bounds: Bounds,
}

/// The y of points, and how many points have it.
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

    /// The levels from one to another.
    fn between(&self, least: f32, most: f32) -> impl Iterator<Item = f32> {
        self.points.range(key(least)..=key(most)).map(|(key, _)| f32::from_bits(unkey(*key)))
    }
}

/// The sign bit of a float.
const SIGN: u32 = 1 << 31;

/// A number that is in the order of the floats. Zeros of either sign are one level.
fn key(y: f32) -> u32 {
    let bits = (y + 0.0).to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}

/// The bits of the float that a [`key`] stands for.
fn unkey(key: u32) -> u32 {
    if key & SIGN == 0 { !key } else { key & !SIGN }
}

impl Union {
    /// Unites cutters, one after the other.
    ///
    /// Only what a cutter can touch is swept with it. The beams end at the levels of all points nevertheless, because the
    /// places at which lines cross are rounded beam by beam.
    pub(super) fn of<'a>(cutters: impl Iterator<Item = &'a [Point]>, budget: &Budget) -> Result<Self, TooManySteps> {
        let mut steps = budget.steps();
        let (mut clipper, mut swept) = (Clipper::default(), Contours::default());
        let (mut contours, mut levels): (Vec<Contour>, Levels) = Default::default();
        for points in cutters {
            let bounds = Bounds::of(points);
            let mut around = bounds;
            clipper.clear();
            steps.take(contours.len())?;
            let touched: Vec<Contour> = contours.extract_if(.., |contour| contour.bounds.touches(&bounds)).collect();
            for contour in &touched {
                clipper.add_subject(&contour.points);
                around = around.with(&contour.bounds);
            }
            clipper.add_clip(points);
            clipper.add_levels(levels.between(around.least[1], around.most[1]));
            clipper.run(Operation::Union, &mut swept, &mut steps)?;
            touched.iter().for_each(|contour| levels.remove(&contour.points));
            for (points, _) in swept.iter() {
                levels.add(points);
                contours.push(Contour { points: points.to_vec(), bounds: Bounds::of(points) });
            }
        }
        steps.settle()?;
        Ok(Self { contours })
    }

    /// The contours of which the box touches another one: those that triangles in that box can meet.
    pub(super) fn around(&self, bounds: &Bounds, steps: &mut Steps<'_>) -> Result<Around<'_>, TooManySteps> {
        steps.take(self.contours.len())?;
        Ok(Around { contours: self.contours.iter().filter(|near| near.bounds.touches(bounds)).collect() })
    }
}

/// The contours around some triangles, in the order of the union.
#[derive(Debug)]
pub(super) struct Around<'a> {
    contours: Vec<&'a Contour>,
}

impl Around<'_> {
    /// Reports the contours of which the box touches that of a triangle, and whether there are any.
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
    use super::*;

    fn square(x: f32, y: f32, size: f32) -> [Point; 4] {
        [[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
    }

    fn union(cutters: &[[Point; 4]]) -> Vec<Vec<Point>> {
        let union = Union::of(cutters.iter().map(<[Point; 4]>::as_slice), &Budget::default()).unwrap();
        union.contours.into_iter().map(|contour| contour.points).collect()
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

    #[test]
    fn a_cutter_in_another_one_changes_nothing() {
        assert_eq!(union(&[square(0.0, 0.0, 9.0), square(1.0, 1.0, 2.0)]), union(&[square(0.0, 0.0, 9.0)]));
    }
}
