//! The river, from north to south.

use super::plane::Point;

/// The x of the middle of the river, every 18 m from south to north.
const MIDDLE: [f64; 7] = [88.0, 81.0, 70.0, 64.0, 65.0, 62.0, 51.0];
const STEP: f64 = 18.0;

/// The distances of the banks, the shallows and the deep water from the middle.
pub const BANK: f64 = 6.7;
pub const SHALLOW: f64 = 5.5;
pub const DEEP: f64 = 3.0;

/// The depth of the river there, and in its middle.
const DEPTHS: [(f64, f64); 4] = [(BANK, 0.0), (SHALLOW, 0.6), (DEEP, 1.4), (0.0, 2.0)];

/// The middle of the river, and its slope: metres to the east for each metre to the north.
fn middle(y: f64) -> [f64; 2] {
    let at = (y / STEP).clamp(0.0, MIDDLE.len() as f64 - 1.0);
    let index = (at as usize).min(MIDDLE.len() - 2);
    let share = at - index as f64;
    let knot = |offset: usize| MIDDLE[(index + offset).saturating_sub(1).min(MIDDLE.len() - 1)];
    let [a, b, c, d] = [knot(0), knot(1), knot(2), knot(3)];
    let [first, second, third] = [(c - a) / 2.0, a - 2.5 * b + 2.0 * c - d / 2.0, (d - a) / 2.0 + 1.5 * (b - c)];
    let x = b + share * (first + share * (second + share * third));
    [x, (first + share * (2.0 * second + share * 3.0 * third)) / STEP]
}

/// The point of a line along the river at a distance to the east of its middle.
pub fn point(y: f64, east: f64) -> Point {
    let [x, slope] = middle(y);
    [x + east * (1.0 + slope * slope).sqrt(), y]
}

/// A line along the river through these `y`.
pub fn line(at: &[f64], east: f64) -> Vec<Point> {
    at.iter().map(|&y| point(y, east)).collect()
}

/// The distance of a point from the middle of the river.
pub fn distance([x, y]: Point) -> f64 {
    let [middle, slope] = middle(y);
    (x - middle).abs() / (1.0 + slope * slope).sqrt()
}

/// The depth of the ground below the ground beside the river.
pub fn depth(point: Point) -> f64 {
    let distance = distance(point);
    let steps = DEPTHS.windows(2).find(|steps| distance >= steps[1].0 && distance < steps[0].0);
    steps.map_or(0.0, |steps| {
        let [(outer, high), (inner, low)] = [steps[0], steps[1]];
        high + (low - high) * (outer - distance) / (outer - inner)
    })
}

/// The part of the river at a point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    Land,
    Bank,
    Shallow,
    Deep,
}

pub fn zone(point: Point) -> Zone {
    match distance(point) {
        far if far < DEEP => Zone::Deep,
        far if far < SHALLOW => Zone::Shallow,
        far if far < BANK => Zone::Bank,
        _ => Zone::Land,
    }
}
