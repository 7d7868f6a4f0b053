//! [`Vec3`]: points and vectors in space, in f64.

/// A point in space, or the difference of two.
pub type Vec3 = [f64; 3];

/// `a - b`.
#[inline]
pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// The dot product.
#[inline]
pub fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The cross product.
#[inline]
pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// `from + share * direction`.
#[inline]
pub fn towards(from: Vec3, direction: Vec3, share: f64) -> Vec3 {
    std::array::from_fn(|axis| from[axis] + direction[axis] * share)
}

/// The squared distance between two points.
#[inline]
pub fn distance_squared(a: Vec3, b: Vec3) -> f64 {
    let offset = sub(a, b);
    dot(offset, offset)
}
