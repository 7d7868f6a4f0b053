//! [`TriangleSet`]: the triangles of one walkmesh, in a form that knows no game.

/// The triangles of one walkmesh as other programs see them: points, triangles with a class, and named points.
///
/// Every game makes one of its walkmeshes, and takes one back. Coordinates are those of the game, in its units and axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleSet {
    /// The points. Points may be equal, and points may belong to no triangle.
    pub points: Vec<[f32; 3]>,
    /// The triangles.
    pub triangles: Vec<ClassedTriangle>,
    /// The classes of the triangles, each number once. A triangle may have a class that is not described here.
    pub classes: Vec<Class>,
    /// The named points.
    pub marks: Vec<Mark>,
}

/// A triangle and its class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassedTriangle {
    /// The indices of its corners in [`TriangleSet::points`].
    pub corners: [u32; 3],
    /// The number of its class, such as a material of KotOR or the flags of an NWN2 triangle.
    pub class: u32,
}

/// What the triangles of a class have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// The number, by which a class is told from others.
    pub number: u32,
    /// The name for people, such as `Stone`.
    pub name: String,
    /// The colour in which an editor shows it: red, green, blue.
    pub color: [u8; 3],
    /// Whether creatures can walk on it.
    pub walkable: bool,
}

/// A named point, such as a transition at the middle of its edge, or the hook where a creature stands to open a door.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mark {
    /// The name.
    pub name: String,
    /// The point.
    pub point: [f32; 3],
}

impl TriangleSet {
    /// Whether other programs keep a triangle: its coordinates are finite, and no corner is given twice.
    ///
    /// # Panics
    /// If there is no such triangle, or one of its corners is not a point.
    #[must_use]
    pub fn can_be_carried(&self, triangle: usize) -> bool {
        let [a, b, c] = self.triangles[triangle].corners;
        let is_finite = |corner: u32| self.points[corner as usize].iter().all(|value| value.is_finite());
        a != b && b != c && c != a && [a, b, c].into_iter().all(is_finite)
    }
}
