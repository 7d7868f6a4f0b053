//! The houses of the city, its well and its market stalls: the walkmesh cutters of its GIT.

use super::places::MARKET;
use super::plan::Plan;
use super::plane::{Dice, Frame, Point, between, distance_to_segment, grown, is_inside};

/// The distance of houses from each other and from streets.
const ALLEY: f64 = 1.5;
const FRONT: f64 = 0.5;

/// The holes.
pub fn cutters(plan: &Plan) -> Vec<Vec<Point>> {
    let mut houses = Houses { plan, dice: Dice(7), built: Vec::new(), taken: Vec::new() };
    plan.street_lines.iter().for_each(|line| houses.along(line));
    houses.fill([3.5, 6.5]);
    houses.fill([2.4, 3.4]);
    let mut cutters = houses.built;
    cutters.push(octagon(MARKET, 1.7));
    for (east, north) in [(-7.5, 3.0), (-7.5, -2.0), (6.0, 5.5), (6.5, -4.5), (0.5, 8.5), (1.0, -8.0), (-3.5, -8.5)] {
        cutters.push(
            Frame::new([[MARKET[0] + east, MARKET[1] + north], [MARKET[0] + east + 1.0, MARKET[1] + north + 0.3]])
                .rectangle([0.0, 2.4], [0.0, 1.4]),
        );
    }
    cutters
}

fn octagon([x, y]: Point, radius: f64) -> Vec<Point> {
    let half = 0.414 * radius;
    [
        [radius, -half],
        [radius, half],
        [half, radius],
        [-half, radius],
        [-radius, half],
        [-radius, -half],
        [-half, -radius],
        [half, -radius],
    ]
    .map(|[east, north]| [x + east, y + north])
    .to_vec()
}

struct Houses<'a> {
    plan: &'a Plan,
    dice: Dice,
    built: Vec<Vec<Point>>,
    /// The ground of the houses, including the margin that must stay free of others.
    taken: Vec<Vec<Point>>,
}

impl Houses<'_> {
    /// Rows of houses on both sides of a street.
    fn along(&mut self, line: &[Point]) {
        for ends in line.windows(2) {
            for ends in [[ends[0], ends[1]], [ends[1], ends[0]]] {
                let street = Frame::new(ends);
                let mut at = 0.5;
                while at < street.length {
                    let [wide, deep] = [self.dice.between(3.8, 7.0), self.dice.between(4.5, 7.5)];
                    let front = 2.4 + self.dice.between(0.0, 0.8);
                    let house = street.rectangle([at, at + wide], [front, front + deep]);
                    at += if self.build(house, FRONT) { wide + ALLEY } else { 0.5 };
                }
            }
        }
    }

    /// Houses behind them with sides between two lengths, aligned with the nearest street.
    fn fill(&mut self, [least, most]: [f64; 2]) {
        for (x, y) in (5..52).flat_map(|y| (4..68).map(move |x| (x, y))) {
            let point = [x, y].map(|line| f64::from(line) * 2.0 + self.dice.between(-0.8, 0.8));
            let streets = self.plan.street_lines.iter().flat_map(|line| line.windows(2));
            let nearest = streets
                .map(|ends| [ends[0], ends[1]])
                .min_by(|a, b| distance_to_segment(point, *a).total_cmp(&distance_to_segment(point, *b)));
            let street = Frame::new(nearest.expect("a town has streets"));
            let [along, left] = street.of_point(point);
            let [wide, deep] = [(); 2].map(|()| self.dice.between(least, most));
            let house = street.rectangle([along, along + wide], [left, left + deep]);
            self.build(house, 0.9);
        }
    }

    /// Builds a house of four corners where there is room for it. Some lack a wing.
    fn build(&mut self, house: Vec<Point>, margin: f64) -> bool {
        let [a, b, c, d] = [house[0], house[1], house[2], house[3]];
        let at = |u: f64, v: f64| between(between(a, b, u), between(d, c, u), v);
        let samples = (0..=4).flat_map(|u| (0..=4).map(move |v| (f64::from(u) / 4.0, f64::from(v) / 4.0)));
        if !samples.clone().all(|(u, v)| self.plan.is_free(at(u, v), margin)) {
            return false;
        }
        let around = grown(&house, ALLEY);
        let touches = |other: &Vec<Point>| {
            samples.clone().any(|(u, v)| is_inside(at(u, v), other))
                || other.iter().any(|corner| is_inside(*corner, &house))
        };
        if self.taken.iter().any(touches) {
            return false;
        }
        self.taken.push(around);
        let has_wing = self.dice.between(0.0, 1.0) < 0.3;
        self.built.push(if has_wing { vec![a, b, at(1.0, 0.55), at(0.5, 0.55), at(0.5, 1.0), d] } else { house });
        true
    }
}
