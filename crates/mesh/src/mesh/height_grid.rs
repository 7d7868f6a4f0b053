//! [`FloorHit`]: a floor at a point of the plan view, and the test of a face that finds it.

mod arrange;
mod build;
mod grid;

pub use grid::HeightGrid;

use crate::geometry::min_max::{greater, lesser};
use crate::geometry::triangle::{Triangle, doubled_area, is_usable};

/// The steepest floor: the minimum z of its unit normal. Below this, heights are rounding noise of the coordinates.
const STEEPEST: f64 = 1e-6;

/// A floor at a point of the plan view.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FloorHit<F = u32> {
    /// The face; for a [`HeightGrid`], its index among the triangles that the grid was built from.
    pub face: F,
    /// The height of the face's plane at the point; never outside the heights of its corners.
    pub height: f32,
    /// True if the face's corners run counter-clockwise seen from above (from where z is greater).
    pub faces_up: bool,
}

impl<F> FloorHit<F> {
    /// The same floor, with its face renamed.
    pub fn map<G>(self, name: impl FnOnce(F) -> G) -> FloorHit<G> {
        FloorHit { face: name(self.face), height: self.height, faces_up: self.faces_up }
    }
}

/// The bit of an index which says that the face faces up. All indices are below it.
const FACES_UP: u32 = 1 << 31;

/// `N` faces as a structure of arrays, so that plain loops over them become vector instructions. Unused lanes have a
/// mask of 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Faces<const N: usize> {
    /// The corners, by axis, then corner.
    corners: [[[f32; N]; 3]; 3],
    masks: [u32; N],
    /// The indices, with [`FACES_UP`].
    indices: [u32; N],
}

impl Faces<1> {
    /// `None` if the face cannot be a floor: it is vertical or degenerate, or has a corner out of range.
    pub(super) fn new(triangle: &Triangle, mask: u32, index: u32) -> Option<Self> {
        if !triangle.iter().all(is_usable) {
            return None;
        }
        let [nx, ny, nz] = doubled_area(triangle);
        let is_floor = nz.abs() > STEEPEST * (nx * nx + ny * ny + nz * nz).sqrt();
        let corners = [0, 1, 2].map(|axis| triangle.map(|corner| [corner[axis]]));
        let index = if nz > 0.0 { index | FACES_UP } else { index };
        is_floor.then_some(Self { corners, masks: [mask], indices: [index] })
    }

    pub(super) fn mask(&self) -> u32 {
        let [mask] = self.masks;
        mask
    }
}

impl<const N: usize> Faces<N> {
    pub(super) const NONE: Self = Self { corners: [[[0.0; N]; 3]; 3], masks: [0; N], indices: [0; N] };

    pub(super) fn set(&mut self, lane: usize, face: &Faces<1>) {
        for (to, from) in self.corners.as_flattened_mut().iter_mut().zip(face.corners.as_flattened()) {
            to[lane] = from[0];
        }
        self.masks[lane] = face.masks[0];
        self.indices[lane] = face.indices[0];
    }

    /// The lanes with a face.
    pub(super) fn lanes(&self) -> impl Iterator<Item = usize> {
        (0..N).filter(|&lane| self.masks[lane] != 0)
    }

    /// The corners of a face in the plan view.
    pub(super) fn plan(&self, lane: usize) -> [[f32; 2]; 3] {
        let [x, y, _] = self.corners;
        [0, 1, 2].map(|corner| [x[corner][lane], y[corner][lane]])
    }

    /// The minimum and the maximum coordinate of a face along an axis.
    #[inline(always)]
    pub(super) fn range(&self, lane: usize, axis: usize) -> (f32, f32) {
        let [a, b, c] = self.corners[axis].map(|corner| corner[lane]);
        (lesser(lesser(a, b), c), greater(greater(a, b), c))
    }

    /// Visits the floors of these classes at a point of the plan view. Edges and corners belong to faces.
    ///
    /// As in the ray test, the sign of each product is correct or zero, and the offset of a corner depends only on `(x, y)`. So no point on
    /// a shared edge slips between the faces. The point must also lie in the floor's own box, because the grid is built from these boxes.
    #[inline(always)]
    pub(super) fn visit(&self, [x, y]: [f32; 2], mask: u32, mut visit: impl FnMut(FloorHit)) {
        // Faces in one block often share a class, so one test skips the whole block.
        if self.masks.iter().fold(0, |all, own| all | own) & mask == 0 {
            return;
        }
        let mut weights = [[0.0; N]; 3];
        let mut inside = 0_u32;
        for lane in 0..N {
            let [ax, bx, cx] = self.corners[0].map(|corner| corner[lane] - x);
            let [ay, by, cy] = self.corners[1].map(|corner| corner[lane] - y);
            let u = cx * by - cy * bx;
            let v = ax * cy - ay * cx;
            let w = bx * ay - by * ax;
            let sum = u + v + w;
            // Exactly one of the two must hold: if both do, all three are 0, and so is their sum, the divisor.
            let is_inside = (lesser(lesser(u, v), w) >= 0.0) != (greater(greater(u, v), w) <= 0.0);
            inside |= u32::from(is_inside & (self.masks[lane] & mask != 0)) << lane;
            [weights[0][lane], weights[1][lane], weights[2][lane]] = [v, w, sum];
        }
        while inside != 0 {
            let lane = inside.trailing_zeros() as usize;
            inside &= inside - 1;
            let ((west, east), (south, north)) = (self.range(lane, 0), self.range(lane, 1));
            if west <= x && x <= east && south <= y && y <= north {
                let [a, b, c] = self.corners[2].map(|corner| corner[lane]);
                let [v, w, sum] = weights.map(|weight| weight[lane]);
                let (lowest, highest) = self.range(lane, 2);
                let height = a + (v * (b - a) + w * (c - a)) / sum;
                // Adding 0 makes zero positive, so that floors of equal height are equal in every bit.
                let height = greater(lowest, lesser(highest, height)) + 0.0;
                let index = self.indices[lane];
                visit(FloorHit { face: index & !FACES_UP, height, faces_up: index & FACES_UP != 0 });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_has_the_floor_of_its_face_unless_the_face_is_too_small_for_products() {
        for (side, expected) in [(1.0, Some(5.0)), (1e-25, None)] {
            let [a, b, c] = [[0.0, 0.0, 5.0], [side, 0.0, 5.0], [0.0, side, 5.0]];
            for corners in [[a, b, c], [a, c, b]] {
                let mut height = None;
                Faces::<1>::new(&corners, 1, 0).unwrap().visit([0.0, 0.0], 1, |floor| height = Some(floor.height));
                assert_eq!(height, expected, "{corners:?}");
            }
        }
    }
}
