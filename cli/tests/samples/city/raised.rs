//! Raised parts: walls with their towers, terraces, and the stairs that lead up to them.

use super::plane::{Frame, NEAR, Point, cross, distance_to_border, grown, is_inside, minus};

/// The width of the steep sides of terraces and walls in the plan view.
pub const FACE: f64 = 0.8;

/// Something with a level top and steep sides.
pub struct Raised<S> {
    pub top: Vec<Point>,
    /// Where the sides end at the ground.
    pub foot: Vec<Point>,
    /// The height of the top above the ground around the foot, and the height of that ground.
    pub high: f64,
    pub low: f64,
    pub surface: S,
}

impl<S> Raised<S> {
    /// The rise of the surface at a point.
    pub fn lift(&self, point: Point) -> f64 {
        if is_inside(point, &self.top) {
            return self.high;
        }
        let [to_top, to_foot] = [&self.top, &self.foot].map(|polygon| distance_to_border(point, polygon));
        if to_top < NEAR {
            self.high
        } else if is_inside(point, &self.foot) {
            self.low + (self.high - self.low) * to_foot / (to_top + to_foot)
        } else {
            0.0
        }
    }
}

/// Stairs along or across a frame: between two places along it, from a high end to a low end to its left.
pub struct Stairs {
    pub frame: Frame,
    pub along: [f64; 2],
    /// The distances of the high and the low end to the left.
    pub left: [f64; 2],
    pub high: f64,
    pub low: f64,
}

impl Stairs {
    /// The width of the steep sides.
    pub const SIDE: f64 = 0.5;

    fn sorted(&self) -> [f64; 2] {
        let [a, b] = self.left;
        [a.min(b), a.max(b)]
    }

    pub fn steps(&self) -> Vec<Point> {
        self.frame.rectangle(self.along, self.sorted())
    }

    /// The steps with their sides.
    pub fn with_sides(&self) -> Vec<Point> {
        self.frame.rectangle([self.along[0] - Self::SIDE, self.along[1] + Self::SIDE], self.sorted())
    }

    pub fn lift(&self, point: Point) -> f64 {
        let [along, left] = self.frame.of_point(point);
        let share = (left - self.left[1]) / (self.left[0] - self.left[1]);
        let beside = (self.along[0] - along).max(along - self.along[1]).max(0.0) / Self::SIDE;
        if !(-NEAR..=1.0 + NEAR).contains(&share) || beside >= 1.0 {
            return 0.0;
        }
        (self.low + (self.high - self.low) * share) * (1.0 - beside)
    }

    /// The lines of the stairs, through the foot of the raised part.
    pub fn lines(&self) -> Vec<Vec<Point>> {
        let [high, low] = self.left;
        let foot = high + FACE * (low - high).signum();
        let [from, to] = self.along;
        let at = |along: f64, left: f64| self.frame.at(along, left);
        let end = [from - Self::SIDE, from, to, to + Self::SIDE].map(|along| at(along, low));
        let steps = [from, to].map(|along| vec![at(along, high), at(along, foot), at(along, low)]);
        let outer = [from - Self::SIDE, to + Self::SIDE].map(|along| vec![at(along, foot), at(along, low)]);
        steps.into_iter().chain(outer).chain([end.to_vec()]).collect()
    }

    /// The points of the stairs on the border of the top, and on the border of the foot.
    fn stations(&self) -> [Vec<f64>; 2] {
        let [from, to] = self.along;
        [vec![from, to], vec![from - Self::SIDE, from, to, to + Self::SIDE]]
    }
}

/// A terrace over a convex polygon, counter-clockwise, with stairs at some sides.
pub fn terrace<S>(top: &[Point], [low, high]: [f64; 2], surface: S, stairs: &[(usize, Stairs)]) -> Raised<S> {
    let foot = grown(top, FACE);
    let with_stations = |polygon: &[Point], which: usize, left: f64| -> Vec<Point> {
        let mut points = Vec::new();
        for (side, corner) in polygon.iter().enumerate() {
            points.push(*corner);
            for (_, stairs) in stairs.iter().filter(|(at, _)| *at == side) {
                points.extend(stairs.stations()[which].iter().map(|&along| stairs.frame.at(along, left)));
            }
        }
        points
    };
    Raised { top: with_stations(top, 0, 0.0), foot: with_stations(&foot, 1, -FACE), high, low, surface }
}

/// Half the width of the walk on a wall, and the radius of a tower's platform.
pub const WALK: f64 = 1.0;
pub const TOWER: f64 = 2.4;

/// The distance from the centre of a tower at which a wall's line starts, for a line at this distance from the wall's middle.
pub fn start(radius: f64, left: f64) -> f64 {
    (radius * radius - left * left).sqrt()
}

/// Points around the compass, so that no machine computes a sine.
const COMPASS: [Point; 12] = {
    const H: f64 = 0.866_025_403_784_438_6;
    [
        [1.0, 0.0],
        [H, 0.5],
        [0.5, H],
        [0.0, 1.0],
        [-0.5, H],
        [-H, 0.5],
        [-1.0, 0.0],
        [-H, -0.5],
        [-0.5, -H],
        [0.0, -1.0],
        [0.5, -H],
        [H, -0.5],
    ]
};

/// The outline of a tower: a circle with points where the walls start, which have this half width.
fn circle(middle: Point, radius: f64, half_width: f64, walls: &[Frame]) -> Vec<Point> {
    let far = start(radius, half_width);
    let mut points: Vec<Point> =
        walls.iter().flat_map(|wall| [-half_width, half_width].map(|left| wall.at(far, left))).collect();
    let is_free = |point: Point| {
        walls.iter().all(|wall| {
            let [along, left] = wall.of_point(point);
            along < 0.0 || left.abs() > half_width + 0.3
        })
    };
    let around = COMPASS.map(|[x, y]| [middle[0] + radius * x, middle[1] + radius * y]);
    points.extend(around.into_iter().filter(|point| is_free(*point)));
    // Counter-clockwise: those in the north before those in the south, and each half by the turn.
    let half = |[x, y]: Point| u8::from(y < 0.0 || (y == 0.0 && x < 0.0));
    points.sort_by(|a, b| {
        let [a, b] = [minus(*a, middle), minus(*b, middle)];
        half(a).cmp(&half(b)).then(0.0_f64.total_cmp(&cross(a, b)))
    });
    points
}

/// A tower from which these walls start.
pub fn tower<S>(middle: Point, walls: &[Frame], high: f64, surface: S) -> Raised<S> {
    let [top, foot] = [0.0, FACE].map(|by| circle(middle, TOWER + by, WALK + by, walls));
    Raised { top, foot, high, low: 0.0, surface }
}

/// The lines of a wall between two places on its middle line; `is_tower` says which ends are in the middle of a tower. The
/// stairs are on its left.
pub fn wall_lines(wall: &Frame, [from, to]: [f64; 2], is_tower: [bool; 2], stairs: &[Stairs]) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    for (which, half_width, radius) in [(0, WALK, TOWER), (1, WALK + FACE, TOWER + FACE)] {
        let inset = if which == 0 { FACE } else { 0.0 };
        let near = from + if is_tower[0] { start(radius, half_width) } else { inset };
        let far = to - if is_tower[1] { start(radius, half_width) } else { inset };
        let mut stations = vec![near];
        stations.extend(stairs.iter().flat_map(|stairs| stairs.stations()[which].clone()));
        stations.retain(|along| (near..far).contains(along));
        stations.push(far);
        lines.push(stations.iter().map(|&along| wall.at(along, half_width)).collect());
        lines.push(vec![wall.at(near, -half_width), wall.at(far, -half_width)]);
        for (along, _) in [near, far].into_iter().zip(is_tower).filter(|(_, is_tower)| !is_tower) {
            lines.push(vec![wall.at(along, -half_width), wall.at(along, half_width)]);
        }
    }
    lines
}
