//! [`Walls`]: a spatial index of the faces that stop a walker.

use std::ops::ControlFlow;

use super::sweep::{Corridor, Sweep, Touch};
use crate::geometry::triangle::is_usable;
use crate::geometry::{Aabb, BoxTree, Vec2, lerp, meet, plan};
use crate::mesh::Triangle;

/// The faces that stop a walker.
#[derive(Debug)]
pub(super) struct Walls {
    faces: Vec<Triangle>,
    tree: BoxTree,
    /// True if they count only at their own heights.
    has_heights: bool,
}

impl Walls {
    /// Walls that count at their own heights.
    pub(super) fn new(faces: impl IntoIterator<Item = Triangle>) -> Self {
        Self::of(faces, true)
    }

    /// Walls that count at all heights.
    pub(super) fn at_all_heights(faces: impl IntoIterator<Item = Triangle>) -> Self {
        Self::of(faces, false)
    }

    fn of(faces: impl IntoIterator<Item = Triangle>, has_heights: bool) -> Self {
        // Unusable faces get an empty box, and keep their numbers.
        let boxes = |face: &Triangle| if face.iter().all(is_usable) { Aabb::new(face) } else { Aabb::EMPTY };
        let faces: Vec<Triangle> = faces.into_iter().collect();
        Self { tree: BoxTree::new(faces.iter().map(boxes)), faces, has_heights }
    }

    /// The first contact with a face that `counts`, limited to its part between two heights, and the number of the
    /// face. The lowest number wins ties.
    pub(super) fn touch(&self, sweep: &Sweep, heights: [f64; 2], counts: impl Fn(u32) -> bool) -> Option<(u32, Touch)> {
        let mut best: Option<(u32, Touch)> = None;
        self.near(sweep, heights, |number, corridor| {
            if !counts(number) {
                return ControlFlow::Continue(());
            }
            if let Some(touch) = self.touch_of(number, sweep, corridor, heights) {
                let is_better = best.is_none_or(|(other, best)| (touch.share, number) < (best.share, other));
                if is_better {
                    best = Some((number, touch));
                }
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// Returns whether the disc touches any face.
    pub(super) fn is_touched(&self, sweep: &Sweep, heights: [f64; 2], counts: impl Fn(u32) -> bool) -> bool {
        self.any_touch(sweep, heights, counts).is_some()
    }

    /// A contact of the disc, not necessarily the first.
    pub(super) fn any_touch(&self, sweep: &Sweep, heights: [f64; 2], counts: impl Fn(u32) -> bool) -> Option<Touch> {
        let mut found = None;
        self.near(sweep, heights, |number, corridor| {
            found = counts(number).then(|| self.touch_of(number, sweep, corridor, heights)).flatten();
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// The numbers of the faces that the disc touches.
    pub(super) fn touched(&self, sweep: &Sweep, heights: [f64; 2]) -> Vec<u32> {
        let mut touched = Vec::new();
        self.near(sweep, heights, |number, corridor| {
            touched.extend(self.touch_of(number, sweep, corridor, heights).map(|_| number));
            ControlFlow::Continue(())
        });
        touched
    }

    /// Calls `found` with the faces that the disc may touch, approximately in order from the start of its movement.
    fn near(&self, sweep: &Sweep, heights: [f64; 2], mut found: impl FnMut(u32, &Corridor) -> ControlFlow<()>) {
        if self.faces.is_empty() {
            return;
        }
        let (from, to) = (sweep.from.map(|value| value as f32), sweep.to.map(|value| value as f32));
        let [low, high] =
            if self.has_heights { heights.map(|value| value as f32) } else { [f32::NEG_INFINITY, f32::INFINITY] };
        let bounds = Aabb::new(&[[from[0], from[1], low], [to[0], to[1], high], [from[0], from[1], high]]);
        // Rounding to f32 is much less than a thousandth of the coordinates.
        let rounding = from.iter().chain(&to).fold(0.0, |size: f32, value| size.max(value.abs())) * 1e-6;
        let bounds = bounds.padded(sweep.radius as f32 + rounding + 1e-6);
        let corridor = Corridor::new(sweep);
        let middle = |of: &Aabb| [0, 1].map(|axis| (f64::from(of.min[axis]) + f64::from(of.max[axis])) / 2.0);
        let half = |of: &Aabb| [0, 1].map(|axis| (f64::from(of.max[axis]) - f64::from(of.min[axis])) / 2.0);
        let meets = |of: &Aabb| meet(of, &bounds) && corridor.may_meet(middle(of), half(of));
        self.tree.meeting_first(meets, |of| corridor.along(middle(of)), |number| found(number, &corridor));
    }

    fn touch_of(&self, number: u32, sweep: &Sweep, corridor: &Corridor, heights: [f64; 2]) -> Option<Touch> {
        let face = &self.faces[number as usize];
        let outline = face.map(plan);
        if corridor.is_off(&outline) {
            return None;
        }
        let whole = sweep.touch(&outline)?;
        let [low, high] = heights;
        let z = face.map(|corner| f64::from(corner[2]));
        if !self.has_heights || z.iter().all(|z| (low..=high).contains(z)) {
            return Some(whole);
        }
        let corners: Vec<(Vec2, f64)> = face.map(plan).into_iter().zip(z).collect();
        let part = cut(&cut(&corners, |z| z - low), |z| high - z);
        let part: Vec<Vec2> = part.into_iter().map(|(at, _)| at).collect();
        (!part.is_empty()).then(|| sweep.touch(&part)).flatten()
    }
}

/// The part of a polygon at whose heights `inside` is not negative. `inside` is linear in the height.
fn cut(polygon: &[(Vec2, f64)], inside: impl Fn(f64) -> f64) -> Vec<(Vec2, f64)> {
    let mut part = Vec::new();
    for (&(a, za), &(b, zb)) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let (from, to) = (inside(za), inside(zb));
        if from >= 0.0 {
            part.push((a, za));
        }
        if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
            let share = from / (from - to);
            part.push((lerp(a, b, share), za + (zb - za) * share));
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_first_wall_on_the_way_is_touched_and_of_equal_ones_that_with_the_lowest_number() {
        let walls = Walls::at_all_heights([2.0, 6.0, 6.0].map(|x| [[x, -1.0, 0.0], [x, 1.0, 0.0], [x, 1.0, 3.0]]));
        let first = |from: f64, to: f64| {
            let sweep = Sweep { from: [from, 0.0], to: [to, 0.0], radius: 0.5 };
            walls.touch(&sweep, [0.0; 2], |_| true).map(|(number, touch)| (number, touch.share))
        };
        // Both directions are the same for the tree, so one of them meets the farther wall first.
        assert_eq!([first(0.0, 8.0), first(8.0, 0.0)], [Some((0, 1.5 / 8.0)), Some((1, 1.5 / 8.0))]);
    }

    proptest! {
        #[test]
        fn the_tree_and_the_corridor_leave_no_touched_wall_out(
            walls in prop::collection::vec(any_wall(), 0..40), ends in prop::array::uniform2(any_point()), radius in 0..8_u8,
        ) {
            let sweep = Sweep { from: ends[0], to: ends[1], radius: f64::from(radius) / 8.0 };
            let walls = Walls::at_all_heights(walls);
            let touches = (0..).zip(&walls.faces).filter_map(|(at, face)| Some((at, sweep.touch(&face.map(plan))?.share)));
            let expected: Vec<(u32, f64)> = touches.collect();
            let first = expected.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1));
            prop_assert_eq!(walls.touch(&sweep, [0.0; 2], |_| true).map(|(at, touch)| (at, touch.share)), first);
            prop_assert_eq!(walls.is_touched(&sweep, [0.0; 2], |_| true), first.is_some());
            let mut touched = walls.touched(&sweep, [0.0; 2]);
            touched.sort_unstable();
            prop_assert_eq!(touched, expected.iter().map(|(at, _)| *at).collect::<Vec<_>>());
        }
    }

    /// Multiples of an eighth, so that walls are often just touched.
    fn any_point() -> impl Strategy<Value = Vec2> {
        prop::array::uniform2(-64..64_i8).prop_map(|at| at.map(|value| f64::from(value) / 8.0))
    }

    fn any_wall() -> impl Strategy<Value = Triangle> {
        prop::array::uniform3(any_point()).prop_map(|face| face.map(|[x, y]| [x as f32, y as f32, 0.0]))
    }
}
