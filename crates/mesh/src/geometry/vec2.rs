//! [`Vec2`]: points and vectors of the plan view, in f64.

/// A point of the plan view, or the difference of two.
pub type Vec2 = [f64; 2];

/// The plan view of a point: x and y.
#[inline]
pub fn plan(point: [f32; 3]) -> Vec2 {
    [f64::from(point[0]), f64::from(point[1])]
}

/// `a - b`.
#[inline]
pub fn sub(a: Vec2, b: Vec2) -> Vec2 {
    [a[0] - b[0], a[1] - b[1]]
}

/// The point at the fraction `t` from `a` to `b`.
#[inline]
pub fn lerp(a: Vec2, b: Vec2, t: f64) -> Vec2 {
    [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

/// The dot product.
#[inline]
pub fn dot(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The cross product (its z): positive where `b` is turned left from `a`.
#[inline]
pub fn cross(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// The distance between two points.
#[inline]
pub fn distance(a: Vec2, b: Vec2) -> f64 {
    let d = sub(a, b);
    dot(d, d).sqrt()
}

/// The parameter along a segment of the point of its line nearest to a third point: less than 0 before the start, and
/// more than 1 beyond the end.
pub fn share_of_line(from: Vec2, to: Vec2, at: Vec2) -> f64 {
    let along = sub(to, from);
    let length = dot(along, along);
    if length > 0.0 { dot(sub(at, from), along) / length } else { 0.0 }
}

/// The parameter along a segment of its point nearest to a third point.
pub fn share_of_nearest(from: Vec2, to: Vec2, at: Vec2) -> f64 {
    share_of_line(from, to, at).clamp(0.0, 1.0)
}
