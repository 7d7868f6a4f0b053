//! Cracks and T-junctions: sides that face each other without being equal.

use std::ops::ControlFlow;

use std::collections::HashSet;

use super::borders::{Border, middle};
use super::{Flaw, FlawKind, FlawOptions};
use crate::flaw::Measure;
use crate::geometry::vec3::{Vec3, distance_squared, sub, towards};
use crate::geometry::{Aabb, BoxTree, NODES};

/// Number of sides near a side that are compared with it. Real floors have a few; a hostile one may have all in one
/// place.
const NEAR: usize = 64;

/// Calls `found` with the cracks, T-junctions and steps between free sides.
pub(super) fn flaws(borders: &[Border], options: &FlawOptions, mut found: impl FnMut(Flaw)) {
    let mut junctions = HashSet::new();
    let step = options.step.unwrap_or(0.0);
    each_facing(borders, options.crack, step, |facing| facing.report(&mut junctions, &mut found));
}

/// Calls `found` with each pair of free sides that face each other no further apart than `tolerance`; in height, they may
/// be `step` apart.
pub(super) fn each_facing(borders: &[Border], tolerance: f32, step: f32, mut found: impl FnMut(&Facing<'_>)) {
    let bounds: Vec<Aabb> = borders.iter().map(bounds).collect();
    let tree = BoxTree::new(bounds.iter().copied());
    for (index, (border, bounds)) in (0..).zip(borders.iter().zip(&bounds)) {
        let mut near = 0;
        let mut reach = bounds.padded(tolerance);
        (reach.min[2], reach.max[2]) = (reach.min[2] - step, reach.max[2] + step);
        tree.meeting(&reach, NODES, |other| {
            near += 1;
            if other > index
                && let Some(facing) =
                    Facing::new(border, &borders[other as usize], f64::from(tolerance), f64::from(step))
            {
                found(&facing);
            }
            if near < NEAR { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
}

/// The bounding box of a side. Its ends were f32, so no rounding occurs.
fn bounds(border: &Border) -> Aabb {
    let ends = border.ends.map(|end| end.map(|value| value as f32));
    Aabb {
        min: std::array::from_fn(|axis| ends[0][axis].min(ends[1][axis])),
        max: std::array::from_fn(|axis| ends[0][axis].max(ends[1][axis])),
    }
}

/// Two sides that run along each other in opposite directions, their faces on opposite sides.
pub(super) struct Facing<'b> {
    a: &'b Border,
    b: &'b Border,
    /// The stretch along which the two sides face each other: the points on `a`, in its direction, and the points on
    /// `b` opposite them.
    on_a: [Vec3; 2],
    on_b: [Vec3; 2],
    /// Distance along `a` from the first end of `a` to the last end of `b`, and the same at the other end: 0 if they
    /// are opposite each other, positive if the end of `b` is opposite the interior of `a`.
    overhang: [f64; 2],
    /// The maximum distance between two ends that count as opposite each other.
    reach: f64,
    /// The greatest difference of their heights.
    rise: f64,
}

/// The vertices where two sides begin or end to face each other.
pub(super) enum End<'b> {
    /// Two vertices, opposite each other or identical.
    Beside([u32; 2]),
    /// An end of the shorter side, opposite the interior of the longer one.
    OnSide { long: &'b Border, short: &'b Border, end: usize },
}

impl<'b> Facing<'b> {
    fn new(a: &'b Border, b: &'b Border, tolerance: f64, step: f64) -> Option<Self> {
        if a.edge.face() == b.edge.face() {
            return None;
        }
        let (along_a, along_b) = (sub(a.ends[1], a.ends[0]), sub(b.ends[1], b.ends[0]));
        let [length_a, length_b] = [along_a, along_b].map(|[x, y, _]| (x * x + y * y).sqrt());
        let reach = tolerance.min(length_a.min(length_b) / 4.0);
        let unit = [along_a[0] / length_a, along_a[1] / length_a];
        let place = |point: Vec3| {
            let offset = sub(point, a.ends[0]);
            offset[0] * unit[0] + offset[1] * unit[1]
        };
        let [from_b, to_b] = b.ends.map(place);
        let (low, high) = (to_b.max(0.0), from_b.min(length_a));
        if high - low <= reach {
            return None;
        }
        let on_a = [low, high].map(|at| towards(a.ends[0], along_a, at / length_a));
        let on_b = [low, high].map(|at| towards(b.ends[0], along_b, (from_b - at) / (from_b - to_b)));
        let (mut overlap, mut rise) = (0.0_f64, 0.0_f64);
        for (here, there) in on_a.into_iter().zip(on_b) {
            let offset = sub(there, here);
            // Positive where `b` lies beyond the side, negative where it lies inside the face of `a`.
            let gap = offset[0] * unit[1] - offset[1] * unit[0];
            if gap.abs() > reach || offset[2].abs() > reach.max(step) {
                return None;
            }
            overlap = overlap.max(-gap);
            rise = rise.max(offset[2].abs());
        }
        // The two long sides of a narrow strip face away from each other.
        let is_strip = a.height.min(b.height) <= 2.0 * overlap;
        (!is_strip).then_some(Self { a, b, on_a, on_b, overhang: [to_b, length_a - from_b], reach, rise })
    }

    /// The two sides.
    pub(super) fn sides(&self) -> [&'b Border; 2] {
        [self.a, self.b]
    }

    /// The maximum distance between the two sides.
    pub(super) fn width(&self) -> f64 {
        let distance = |end: usize| distance_squared(self.on_a[end], self.on_b[end]).sqrt();
        distance(0).max(distance(1))
    }

    /// The vertices at the two ends of the facing stretch.
    pub(super) fn ends(&self) -> [End<'b>; 2] {
        [0, 1].map(|end| {
            let overhang = self.overhang[end];
            if overhang.abs() <= self.reach {
                End::Beside([self.a.vertices[end], self.b.vertices[1 - end]])
            } else if overhang > 0.0 {
                End::OnSide { long: self.a, short: self.b, end: 1 - end }
            } else {
                End::OnSide { long: self.b, short: self.a, end }
            }
        })
    }

    /// Reports a step where one side is above the other, and a crack where the ends are opposite each other. Otherwise
    /// it reports each end that is opposite the interior of the other side, unless it was reported before.
    fn report(&self, junctions: &mut HashSet<(u32, [u64; 3])>, found: &mut impl FnMut(Flaw)) {
        if self.rise > self.reach {
            let point = middle([self.on_a[0], self.on_b[1]]);
            let step = self.flaw(FlawKind::Step, self.a, self.b, point);
            return found(Flaw { measure: Measure::Length(self.rise), ..step });
        }
        let mut is_crack = true;
        for end in self.ends() {
            let End::OnSide { long, short, end } = end else { continue };
            is_crack = false;
            let vertex = short.ends[end];
            if junctions.insert((long.edge.id(), vertex.map(f64::to_bits))) {
                let point = vertex.map(|value| value as f32);
                found(self.flaw(FlawKind::TJunction, long, short, point));
            }
        }
        if is_crack {
            let point = middle([self.on_a[0], self.on_b[1]]);
            found(self.flaw(FlawKind::Crack, self.a, self.b, point));
        }
    }

    fn flaw(&self, kind: FlawKind, face: &Border, other: &Border, point: [f32; 3]) -> Flaw {
        Flaw {
            kind,
            face: face.edge.face(),
            side: Some(face.edge.corner()),
            other: Some((other.edge.face(), Some(other.edge.corner()))),
            point,
            measure: Measure::Length(self.width()),
            separates: face.part != other.part,
        }
    }
}
