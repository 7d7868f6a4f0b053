//! Which faces can be asked at all, and the box around one.

/// The three corners of a face, in the mesh's units (metres in all three games).
pub type Triangle = [[f32; 3]; 3];

/// The greatest coordinate that counts as a place, in the mesh's units (metres in all three games): 1e11. Queries skip
/// faces with a coordinate that is NaN, infinite or beyond ±`COORDINATE_LIMIT`, and bakes and edits refuse them.
///
/// Within the limit no product that a query or a bake computes in f32 overflows.
pub const COORDINATE_LIMIT: f32 = 1e11;

const LIMIT: f64 = COORDINATE_LIMIT as f64;

/// The greatest product is the ray test's sum of weighted distances: corners are 4 `LIMIT` off the ray at most, so each
/// of three weights is 2 · 4² `LIMIT`², and their distances are √3 · 2 `LIMIT`.
const _: () = assert!(3.0 * 32.0 * 3.5 * LIMIT * LIMIT * LIMIT < f32::MAX as f64);

/// Whether a point is a place: no coordinate is NaN, infinite or beyond ±[`COORDINATE_LIMIT`].
pub(crate) fn is_usable(point: &[f32; 3]) -> bool {
    point.iter().all(|value| value.abs() <= COORDINATE_LIMIT)
}

/// Twice the area of a face as a vector: across the face, its z the face's doubled area in the plan view.
///
/// In f64, where the products of three collinear corners cancel to the last bit.
pub(crate) fn doubled_area(triangle: &Triangle) -> [f64; 3] {
    let [a, b, c] = triangle.map(|corner| corner.map(f64::from));
    let [p, q] = [b, c].map(|corner| [corner[0] - a[0], corner[1] - a[1], corner[2] - a[2]]);
    [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
}

/// Whether a face's corners run counter-clockwise seen from above: the side that they do so on is its upper side in all
/// three games. Neither a vertical face does, nor one without area in the plan view or with a corner that is NaN.
pub(crate) fn faces_up(triangle: &Triangle) -> bool {
    doubled_area(triangle)[2] > 0.0
}

/// The smaller of two numbers, neither NaN; a single instruction, which [`f32::min`] is not.
#[inline(always)]
pub(crate) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The greater of two numbers, neither NaN.
#[inline(always)]
pub(crate) fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// An axis-aligned box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) min: [f32; 3],
    pub(super) max: [f32; 3],
}

impl Bounds {
    /// The box of nothing: joined with any box it gives that box.
    pub(super) const EMPTY: Self = Self { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };

    /// The box of a face whose corners are usable.
    #[inline]
    pub(super) fn of([a, b, c]: &Triangle) -> Self {
        Self {
            min: std::array::from_fn(|axis| lesser(lesser(a[axis], b[axis]), c[axis])),
            max: std::array::from_fn(|axis| greater(greater(a[axis], b[axis]), c[axis])),
        }
    }

    /// The smallest box around all of them.
    pub(super) fn around<'a>(boxes: impl IntoIterator<Item = &'a Self>) -> Self {
        boxes.into_iter().fold(Self::EMPTY, |all, one| all.join(one))
    }

    /// The smallest box around both.
    #[inline]
    pub(super) fn join(&self, other: &Self) -> Self {
        Self {
            min: std::array::from_fn(|axis| lesser(self.min[axis], other.min[axis])),
            max: std::array::from_fn(|axis| greater(self.max[axis], other.max[axis])),
        }
    }

    /// The box with `room` more on every side.
    #[inline]
    pub(super) fn padded(&self, room: f32) -> Self {
        Self { min: self.min.map(|value| value - room), max: self.max.map(|value| value + room) }
    }

    /// Half of the surface, which is the chance of being met by a ray; 0 for the box of nothing.
    #[inline]
    pub(super) fn half_area(&self) -> f32 {
        let [x, y, z]: [f32; 3] = std::array::from_fn(|axis| greater(self.max[axis] - self.min[axis], 0.0));
        x * y + y * z + z * x
    }
}
