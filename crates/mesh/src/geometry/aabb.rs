//! [`Aabb`]: an axis-aligned bounding box.

use super::min_max::{greater, lesser};

/// An axis-aligned box, including its surface: in space, or with `N = 2` in the plan view. Coordinates are in the units
/// of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(bound = "[f32; N]: serde::Serialize"))]
pub struct Aabb<const N: usize = 3> {
    /// The minimum coordinates.
    pub min: [f32; N],
    /// The maximum coordinates.
    pub max: [f32; N],
}

impl<const N: usize> Aabb<N> {
    /// The empty box: its union with any box is that box.
    #[doc(hidden)]
    pub const EMPTY: Self = Self { min: [f32::INFINITY; N], max: [f32::NEG_INFINITY; N] };
    /// The box around everything: its intersection with any box is that box.
    #[doc(hidden)]
    pub const EVERYTHING: Self = Self { min: [f32::NEG_INFINITY; N], max: [f32::INFINITY; N] };

    /// The bounding box of a triangle.
    #[inline]
    #[doc(hidden)]
    pub fn new([a, b, c]: &[[f32; N]; 3]) -> Self {
        Self {
            min: std::array::from_fn(|axis| lesser(lesser(a[axis], b[axis]), c[axis])),
            max: std::array::from_fn(|axis| greater(greater(a[axis], b[axis]), c[axis])),
        }
    }

    /// The bounding box of both.
    #[inline]
    #[doc(hidden)]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: std::array::from_fn(|axis| lesser(self.min[axis], other.min[axis])),
            max: std::array::from_fn(|axis| greater(self.max[axis], other.max[axis])),
        }
    }

    /// The intersection of both.
    #[inline]
    #[doc(hidden)]
    pub fn intersection(self, other: Self) -> Self {
        Self {
            min: std::array::from_fn(|axis| greater(self.min[axis], other.min[axis])),
            max: std::array::from_fn(|axis| lesser(self.max[axis], other.max[axis])),
        }
    }

    /// The lengths of the sides, in f64; 0 where the box is empty.
    #[doc(hidden)]
    #[inline]
    pub fn sides(self) -> [f64; N] {
        std::array::from_fn(|axis| (f64::from(self.max[axis]) - f64::from(self.min[axis])).max(0.0))
    }

    /// The box, enlarged by `room` in every direction.
    #[inline]
    #[doc(hidden)]
    pub fn padded(self, room: f32) -> Self {
        Self { min: self.min.map(|value| value - room), max: self.max.map(|value| value + room) }
    }
}

impl Aabb {
    /// The bounding box of points; `None` without points. Coordinates that are NaN are ignored.
    #[inline]
    pub fn around(points: impl IntoIterator<Item = [f32; 3]>) -> Option<Self> {
        points.into_iter().fold(None, |bounds: Option<Self>, point| {
            let old = bounds.unwrap_or(Self { min: point, max: point });
            Some(Self {
                min: std::array::from_fn(|axis| old.min[axis].min(point[axis])),
                max: std::array::from_fn(|axis| old.max[axis].max(point[axis])),
            })
        })
    }

    /// Half of the surface area, which is proportional to the chance that a ray meets the box; 0 for an empty box.
    #[inline]
    #[doc(hidden)]
    pub fn half_area(self) -> f32 {
        let [x, y, z]: [f32; 3] = std::array::from_fn(|axis| greater(self.max[axis] - self.min[axis], 0.0));
        x * y + y * z + z * x
    }
}

/// The minimum and the maximum coordinates.
impl From<[[f32; 3]; 2]> for Aabb {
    fn from([min, max]: [[f32; 3]; 2]) -> Self {
        Self { min, max }
    }
}

impl<const N: usize> FromIterator<Self> for Aabb<N> {
    /// The bounding box of all of them.
    fn from_iter<I: IntoIterator<Item = Self>>(boxes: I) -> Self {
        boxes.into_iter().fold(Self::EMPTY, Self::union)
    }
}
