//! [`HalfEdge`]: a side of a triangle, and the corners around a triangle.

/// A side of a triangle, from its corner `k` to the next one, numbered `3 * face + k`. A half-edge belongs to one
/// triangle; its twin lies on the other side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfEdge(u32);

impl HalfEdge {
    /// The null value: no half-edge.
    pub const NONE: Self = Self(u32::MAX);

    /// The side of a triangle that starts at a corner, 0 to 2. There must be fewer than 2³²/3 triangles.
    #[inline]
    pub const fn new(face: u32, corner: u8) -> Self {
        Self(3 * face + corner as u32)
    }

    /// [`new`](Self::new) for any face; `None` if the number does not fit 32 bits.
    #[inline]
    pub fn checked_new(face: u32, corner: u8) -> Option<Self> {
        face.checked_mul(3)?.checked_add(corner.into()).map(Self)
    }

    /// The half-edge with a number.
    #[inline]
    pub const fn from_id(id: u32) -> Self {
        Self(id)
    }

    /// Its number.
    #[inline]
    pub const fn id(self) -> u32 {
        self.0
    }

    /// Its number, as an index into a table of half-edges.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The triangle.
    #[inline]
    pub const fn face(self) -> u32 {
        self.0 / 3
    }

    /// The corner where it starts, which is also its number among the sides of the triangle.
    #[inline]
    pub const fn corner(self) -> u8 {
        (self.0 % 3) as u8
    }

    /// The next side of the triangle.
    #[inline]
    pub const fn next(self) -> Self {
        Self(if self.0 % 3 == 2 { self.0 - 2 } else { self.0 + 1 })
    }

    /// The previous side of the triangle.
    #[inline]
    pub const fn prev(self) -> Self {
        Self(if self.0.is_multiple_of(3) { self.0 + 2 } else { self.0 - 1 })
    }

    /// The same side of the triangle whose number is higher by `faces`.
    #[inline]
    pub const fn shifted(self, faces: u32) -> Self {
        Self(self.0 + 3 * faces)
    }

    /// The three sides of a triangle.
    #[inline]
    pub fn of_face(face: u32) -> [Self; 3] {
        [0, 1, 2].map(|corner| Self::new(face, corner))
    }
}

/// The corner after corner 0, 1 or 2 of a triangle.
#[inline]
pub const fn next_corner(corner: usize) -> usize {
    (corner + 1) % 3
}

/// The corner before corner 0, 1 or 2 of a triangle.
#[inline]
pub const fn previous_corner(corner: usize) -> usize {
    (corner + 2) % 3
}

/// The two ends of a side, which runs from corner `side` of a triangle to the next corner.
#[inline]
pub fn ends_of_side<T: Copy>(corners: &[T; 3], side: impl Into<usize>) -> [T; 2] {
    let side = side.into();
    [corners[side], corners[next_corner(side)]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_sides_lead_around_a_triangle() {
        for edge in HalfEdge::of_face(7) {
            assert_eq!((edge.next().prev(), edge.next().next().next()), (edge, edge));
            assert_eq!((edge.face(), HalfEdge::from_id(edge.id())), (7, edge));
            assert_eq!(usize::from(edge.next().corner()), next_corner(edge.corner().into()));
            assert_eq!(usize::from(edge.prev().corner()), previous_corner(edge.corner().into()));
        }
        assert_eq!([0_u8, 1, 2].map(|side| ends_of_side(&['a', 'b', 'c'], side)), [['a', 'b'], ['b', 'c'], ['c', 'a']]);
    }
}
