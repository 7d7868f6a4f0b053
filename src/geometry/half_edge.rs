//! [`HalfEdge`]: a side of a triangle.

/// A side of a triangle, from its corner `k` to the next one, numbered `3 * face + k`. A half-edge belongs to one
/// triangle; its twin lies on the other side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct HalfEdge(u32);

impl HalfEdge {
    /// Stands for no half-edge.
    pub(crate) const NONE: Self = Self(u32::MAX);

    /// The side of a triangle that begins at a corner, 0 to 2. There must be fewer than 2³²/3 triangles.
    pub(crate) const fn new(face: u32, corner: u8) -> Self {
        Self(3 * face + corner as u32)
    }

    /// The half-edge with a number.
    pub(crate) const fn from_id(id: u32) -> Self {
        Self(id)
    }

    /// Its number.
    pub(crate) const fn id(self) -> u32 {
        self.0
    }

    /// Its number, as an index into a table of half-edges.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The triangle.
    pub(crate) const fn face(self) -> u32 {
        self.0 / 3
    }

    /// The corner where it begins, which is also its number among the sides of the triangle.
    pub(crate) const fn corner(self) -> u8 {
        (self.0 % 3) as u8
    }

    /// The next side of the triangle.
    pub(crate) const fn next(self) -> Self {
        Self(if self.0 % 3 == 2 { self.0 - 2 } else { self.0 + 1 })
    }

    /// The previous side of the triangle.
    pub(crate) const fn prev(self) -> Self {
        Self(if self.0.is_multiple_of(3) { self.0 + 2 } else { self.0 - 1 })
    }

    /// The three sides of a triangle.
    pub(crate) fn of_face(face: u32) -> [Self; 3] {
        [0, 1, 2].map(|corner| Self::new(face, corner))
    }
}
