//! The slow, clear form of polygon coverage, for tests.

use super::clip::Point;

/// A generator of reproducible pseudo-random numbers.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    /// A number from 0 to below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end
    }

    /// A number from 0 to below 1.
    pub(super) fn unit(&mut self) -> f32 {
        (self.next() >> 7) as f32 / (1 << 24) as f32
    }
}

/// The area of all kept places, by the polygons that contain them (even-odd rule).
///
/// The plane is cut into strips between all points and all crossings. In a strip no two sides cross.
pub(super) fn area(polygons: &[Vec<Point>], keeps: impl Fn(&[bool]) -> bool) -> f64 {
    let sides: Vec<(usize, [[f64; 2]; 2])> =
        polygons.iter().enumerate().flat_map(|(index, points)| sides(index, points)).collect();
    let mut levels: Vec<f64> = sides.iter().flat_map(|(_, [a, b])| [a[1], b[1]]).collect();
    for (index, (_, one)) in sides.iter().enumerate() {
        levels.extend(sides[..index].iter().filter_map(|(_, other)| crossing(*one, *other)));
    }
    levels.sort_by(f64::total_cmp);
    let strip = |pair: &[f64]| {
        let (y, height) = ((pair[0] + pair[1]) / 2.0, pair[1] - pair[0]);
        let mut at: Vec<(f64, usize)> =
            sides.iter().filter_map(|(polygon, side)| Some((x_at(*side, y)?, *polygon))).collect();
        at.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let mut inside = vec![false; polygons.len()];
        let mut width = 0.0;
        for pair in at.windows(2) {
            inside[pair[0].1] ^= true;
            if keeps(&inside) {
                width += pair[1].0 - pair[0].0;
            }
        }
        width * height
    };
    levels.windows(2).map(strip).sum()
}

/// The signed area of a contour: positive if it runs counter-clockwise.
pub(super) fn signed_area(points: &[Point]) -> f64 {
    let [x, y] = points[0].map(f64::from);
    let twice = |(_, [a, b]): (usize, [[f64; 2]; 2])| (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y);
    sides(0, points).map(twice).sum::<f64>() / 2.0
}

fn sides(polygon: usize, points: &[Point]) -> impl Iterator<Item = (usize, [[f64; 2]; 2])> {
    let next = |index: usize| points[(index + 1) % points.len()];
    points.iter().enumerate().map(move |(index, point)| (polygon, [point.map(f64::from), next(index).map(f64::from)]))
}

fn x_at([a, b]: [[f64; 2]; 2], y: f64) -> Option<f64> {
    ((a[1] <= y) != (b[1] <= y)).then(|| a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]))
}

/// The level at which two sides cross.
fn crossing([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> Option<f64> {
    let (u, v) = ([b[0] - a[0], b[1] - a[1]], [d[0] - c[0], d[1] - c[1]]);
    let cross = u[0] * v[1] - u[1] * v[0];
    let part = ((c[0] - a[0]) * v[1] - (c[1] - a[1]) * v[0]) / cross;
    (0.0..=1.0).contains(&part).then(|| a[1] + part * u[1])
}
