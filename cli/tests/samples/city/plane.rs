//! Points, lines and polygons of a plan. Nothing here computes a sine, so that a plan is the same on every machine.

/// A point in metres, x to the east and y to the north.
pub type Point = [f64; 2];

/// Points are rounded to 1/256 m. Points nearer than this to a line are on it.
pub const NEAR: f64 = 0.01;

pub fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The cross product of `a` and `b`: positive if `b` is to the left of `a`.
pub fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

/// The point at a share of the distance from `a` to `b`.
pub fn between(a: Point, b: Point, share: f64) -> Point {
    [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}

pub fn distance_to_segment(point: Point, [a, b]: [Point; 2]) -> f64 {
    let along = minus(b, a);
    let share = (dot(minus(point, a), along) / dot(along, along)).clamp(0.0, 1.0);
    length(minus(point, between(a, b, share)))
}

/// The sides of a polygon.
pub fn sides(polygon: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(a, b)| [*a, *b])
}

pub fn is_inside(point: Point, polygon: &[Point]) -> bool {
    let crosses = |[a, b]: [Point; 2]| {
        (a[1] > point[1]) != (b[1] > point[1]) && point[0] < a[0] + (b[0] - a[0]) * (point[1] - a[1]) / (b[1] - a[1])
    };
    sides(polygon).filter(|side| crosses(*side)).count() % 2 == 1
}

pub fn distance_to_border(point: Point, polygon: &[Point]) -> f64 {
    sides(polygon).map(|side| distance_to_segment(point, side)).fold(f64::MAX, f64::min)
}

/// The distance of a point from a polygon: 0 inside it.
pub fn distance_to_polygon(point: Point, polygon: &[Point]) -> f64 {
    if is_inside(point, polygon) { 0.0 } else { distance_to_border(point, polygon) }
}

/// Coordinates along a line and to the left of it.
#[derive(Clone, Copy)]
pub struct Frame {
    origin: Point,
    along: Point,
    pub length: f64,
}

impl Frame {
    pub fn new([a, b]: [Point; 2]) -> Self {
        let along = minus(b, a);
        let far = length(along);
        Self { origin: a, along: [along[0] / far, along[1] / far], length: far }
    }

    /// The point at a distance along the line and a distance to its left.
    pub fn at(&self, along: f64, left: f64) -> Point {
        let [x, y] = self.along;
        [self.origin[0] + x * along - y * left, self.origin[1] + y * along + x * left]
    }

    /// The distance of a point along the line, and to its left.
    pub fn of_point(&self, point: Point) -> Point {
        let from = minus(point, self.origin);
        [dot(from, self.along), cross(self.along, from)]
    }

    /// A rectangle, counter-clockwise.
    pub fn rectangle(&self, along: [f64; 2], left: [f64; 2]) -> Vec<Point> {
        [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[u, v]| self.at(along[u], left[v])).to_vec()
    }
}

/// A convex polygon, counter-clockwise, offset outwards by a distance.
pub fn grown(polygon: &[Point], by: f64) -> Vec<Point> {
    let lines: Vec<Frame> = sides(polygon).map(Frame::new).collect();
    let before = lines.iter().cycle().skip(lines.len() - 1);
    before.zip(&lines).map(|(first, second)| crossing(first, second, -by)).collect()
}

/// The intersection of two lines, each offset to the left by a distance.
pub fn crossing(first: &Frame, second: &Frame, left: f64) -> Point {
    let [start, other] = [first.at(0.0, left), second.at(0.0, left)];
    let turn = cross(first.along, second.along);
    let along = cross(minus(other, start), second.along) / turn;
    [start[0] + first.along[0] * along, start[1] + first.along[1] * along]
}

/// The two sides of a band around a line: the points to its left and those to its right.
pub fn band(line: &[Point], half_width: f64) -> [Vec<Point>; 2] {
    let frames: Vec<Frame> = line.windows(2).map(|ends| Frame::new([ends[0], ends[1]])).collect();
    [half_width, -half_width].map(|left| {
        let mut side = vec![frames[0].at(0.0, left)];
        side.extend(frames.windows(2).map(|two| crossing(&two[0], &two[1], left)));
        let last = frames[frames.len() - 1];
        side.push(last.at(last.length, left));
        side
    })
}

/// Random numbers that are the same on every machine (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    /// A number between two.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        low + (high - low) * ((bits >> 40) as f64 / (1 << 24) as f64)
    }
}
