//! Candidates from straight lines that recur, for footprints whose outline is rarely complete because other holes overlap it.

use foldhash::HashMap;

use crate::geometry::{Vec2, cross, distance, lerp, sub};

use super::candidate::{Candidate, Member};
use super::placing::Placement;
use super::polygon::{is_simple, without_straight};
use super::scene::Scene;

/// An oriented line of the model's plan view. The hole is on its left.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Its direction, counter-clockwise from x, in radians, from -π to π.
    angle: f64,
    /// Negated distance by which the origin is to the left of it, in metres.
    offset: f64,
    placing: usize,
}

/// A line that recurs.
#[derive(Clone, Debug)]
struct Recurring {
    angle: f64,
    offset: f64,
    placings: Vec<usize>,
}

/// Maximum difference between the angles of equal lines, in radians: half a degree.
const ANGLE: f64 = 0.5 * std::f64::consts::PI / 180.0;
/// Maximum distance between equal lines, in metres.
const OFFSET: f64 = 0.004;
/// Maximum distance of a line from its placement, in metres of its model.
const LINE_DISTANCE: f64 = 6.0;
/// Maximum number of sides of a placement that are examined: the nearest ones.
const SIDES: usize = 64;
/// Maximum number of placements that are examined.
const PLACINGS: usize = 60;
/// Minimum length of a side with a direction, in metres.
const SHORTEST: f64 = 0.03;
/// Maximum number of lines that are tried.
const LINES: usize = 24;
/// Maximum number of lines as the first side of rectangles.
const FIRST: usize = 4;
/// Maximum number of lines that are tried as another side of a rectangle.
const PER_SIDE: usize = 2;

/// Rectangles and convex polygons between lines that recur around the placements of one appearance.
pub(super) fn candidates(numbers: &[usize], placings: &[Placement], scenes: &[Scene<'_>]) -> Vec<Candidate> {
    let numbers = super::candidate::evenly(numbers, PLACINGS);
    let lines: Vec<Line> = numbers.iter().flat_map(|&number| lines_of(number, &placings[number], scenes)).collect();
    let recurring = recurring(&lines);
    let Some(most) = recurring.first().map(|line| line.placings.len()) else { return Vec::new() };
    let mut found = Vec::new();
    for share in [0.75, 0.5, 0.3] {
        let least = ((most as f64 * share).ceil() as usize).max(2);
        let strong: Vec<&Recurring> = recurring.iter().filter(|line| line.placings.len() >= least).collect();
        found.extend(between(&strong));
    }
    found.extend(recurring.iter().take(FIRST).flat_map(|line| rectangles(line, &recurring)));
    found
}

fn lines_of(number: usize, placing: &Placement, scenes: &[Scene<'_>]) -> Vec<Line> {
    let scene = &scenes[placing.area];
    let line = |side: usize| {
        let [mut from, mut to] = scene.sides[side].map(|at| placing.to_model(at));
        if placing.is_mirrored() {
            (from, to) = (to, from);
        }
        let length = distance(from, to);
        let along = sub(to, from).map(|value| value / length);
        let line = Line { angle: libm::atan2(along[1], along[0]), offset: cross(along, from), placing: number };
        (length >= SHORTEST).then_some(line)
    };
    scene.sides_near(placing.position(), LINE_DISTANCE * placing.size(), SIDES).into_iter().filter_map(line).collect()
}

/// The lines that recur at two placements or more, by descending number of placements.
fn recurring(lines: &[Line]) -> Vec<Recurring> {
    let cell = |line: &Line| [(line.angle / ANGLE).round() as i64, (line.offset / OFFSET).round() as i64];
    let mut cells = HashMap::<[i64; 2], Vec<Line>>::default();
    lines.iter().for_each(|line| cells.entry(cell(line)).or_default().push(*line));
    let gather = |[angle, offset]: [i64; 2]| {
        let near = (-1..=1).flat_map(|a| (-1..=1).map(move |o| [angle + a, offset + o]));
        let mut near: Vec<Line> = near.filter_map(|cell| cells.get(&cell)).flatten().copied().collect();
        near.sort_by(|a, b| a.placing.cmp(&b.placing).then(a.offset.total_cmp(&b.offset)));
        near
    };
    let mut keys: Vec<[i64; 2]> = cells.keys().copied().collect();
    keys.sort_unstable();
    let mut found: Vec<Recurring> = keys
        .into_iter()
        .filter_map(|key| {
            let near = gather(key);
            let mut placings: Vec<usize> = near.iter().map(|line| line.placing).collect();
            placings.dedup();
            let median = |value: fn(&Line) -> f64| {
                let mut values: Vec<f64> = near.iter().map(value).collect();
                values.sort_by(f64::total_cmp);
                values[values.len() / 2]
            };
            let line = Recurring { angle: median(|line| line.angle), offset: median(|line| line.offset), placings };
            (line.placings.len() >= 2).then_some(line)
        })
        .collect();
    // The sort is stable, so equal votes keep the order of the cells.
    found.sort_by_key(|line| std::cmp::Reverse(line.placings.len()));
    let mut kept: Vec<Recurring> = Vec::new();
    for line in found {
        let is_known = |known: &Recurring| {
            turn(known.angle, line.angle).abs() <= 2.0 * ANGLE && (known.offset - line.offset).abs() <= 3.0 * OFFSET
        };
        if kept.len() < LINES && !kept.iter().any(is_known) {
            kept.push(line);
        }
    }
    kept
}

/// Angle from one direction to another, from -π to π.
fn turn(from: f64, to: f64) -> f64 {
    let (sin, cos) = libm::sincos(to - from);
    libm::atan2(sin, cos)
}

/// The area on the left of all lines, if it is bounded.
fn between(lines: &[&Recurring]) -> Option<Candidate> {
    const FAR: f64 = 20.0;
    let mut corners = vec![[-FAR, -FAR], [FAR, -FAR], [FAR, FAR], [-FAR, FAR]];
    for line in lines {
        let (sin, cos) = libm::sincos(line.angle);
        let left = |at: Vec2| cross([cos, sin], at) - line.offset;
        let mut kept = Vec::with_capacity(corners.len() + 1);
        for [from, to] in super::polygon::sides(&corners) {
            let (a, b) = (left(from), left(to));
            if a >= 0.0 {
                kept.push(from);
            }
            if (a >= 0.0) != (b >= 0.0) {
                kept.push(lerp(from, to, a / (a - b)));
            }
        }
        corners = kept;
    }
    let polygon = without_straight(&corners);
    let is_bounded = polygon.iter().flatten().all(|value| value.abs() < FAR - 1.0);
    if !(is_bounded && is_simple(&polygon)) {
        return None;
    }
    // A placement votes if it shows most of the lines.
    let mut votes: Vec<usize> = lines.iter().flat_map(|line| line.placings.iter().copied()).collect();
    votes.sort_unstable();
    let members = votes.chunk_by(|a, b| a == b).filter(|run| 2 * run.len() >= lines.len()).map(|run| run[0]);
    let members: Vec<Member> =
        members.map(|placing| Member { placing, outline: None, corners: polygon.clone() }).collect();
    (!members.is_empty()).then_some(Candidate { polygon, members, spread: OFFSET })
}

/// The rectangles of a line with the strongest lines perpendicular and opposite to it, which must leave room between them.
fn rectangles(line: &Recurring, all: &[Recurring]) -> Vec<Candidate> {
    use std::f64::consts::{FRAC_PI_2, PI};
    let strongest = |angle: f64| {
        let is_turned = move |other: &&Recurring| turn(line.angle + angle, other.angle).abs() <= 2.0 * ANGLE;
        all.iter().filter(is_turned)
    };
    let mut found = Vec::new();
    for other in strongest(PI).filter(|other| -other.offset > line.offset).take(PER_SIDE) {
        for left in strongest(FRAC_PI_2).take(PER_SIDE) {
            for right in strongest(-FRAC_PI_2).filter(|right| -right.offset > left.offset).take(PER_SIDE) {
                found.extend(between(&[line, left, other, right]));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI};

    use super::*;

    #[test]
    fn lines_that_leave_the_plane_open_enclose_nothing() {
        // A box two metres wide, whose far side is the given distance to the south.
        let enclosed = |south: f64| {
            let line = |(angle, offset)| Recurring { angle, offset, placings: vec![0, 1] };
            let lines = [(0.0, -south), (FRAC_PI_2, -1.0), (PI, -1.0), (-FRAC_PI_2, -1.0)].map(line);
            between(&lines.each_ref()).map(|candidate| candidate.polygon.len())
        };
        assert_eq!([1.0, 18.0, 19.0, 30.0].map(enclosed), [Some(4), Some(4), None, None]);
    }
}
