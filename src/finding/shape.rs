//! `Shape`: the shape of a place in space.

/// The shape of a [`Place`](super::Place) in space, in the coordinates, units and axes of its game. All numbers are
/// finite.
///
/// Each game's `locate` finds it, such as [`kotor::Walkmesh::locate`](crate::kotor::Walkmesh::locate).
///
/// ```
/// use walkmesh::finding::{Shape, PartKind, Place, PlacePart};
/// use walkmesh::kotor::{FaceId, Kind, MaterialId, Walkmesh};
///
/// let triangle = [[0.0, 0.0, 0.0], [3.0, 0.0, 3.0], [0.0, 6.0, 0.0]];
/// let room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
/// let face = room.locate(&FaceId(0).into()).expect("it is in the room");
/// assert_eq!((face.middle(), face), ([1.0, 2.0, 1.0], Shape::Face(triangle)));
///
/// let side = Place::from([FaceId(0).into(), PlacePart::new(PartKind::Side, 0)]);
/// assert_eq!(room.locate(&side), Some(Shape::Edge([triangle[0], triangle[1]])));
/// assert_eq!(room.locate(&PartKind::Header.into()), None, "a header is nowhere");
/// # Ok::<(), walkmesh::kotor::EditError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Shape {
    /// A point: a vertex, a hook, or a part with no other known shape, such as a cell without its floor.
    Point([f32; 3]),
    /// The ends of an edge.
    Edge([[f32; 3]; 2]),
    /// The corners of a face.
    Face([[f32; 3]; 3]),
    /// The corners of a larger part, along its border, such as a tile.
    Polygon(Vec<[f32; 3]>),
    /// The minimum and maximum corner of a bounding box, such as a room's.
    Box([[f32; 3]; 2]),
}

impl Shape {
    /// Its points.
    #[must_use]
    pub fn points(&self) -> &[[f32; 3]] {
        match self {
            Self::Point(point) => std::slice::from_ref(point),
            Self::Edge(points) | Self::Box(points) => points,
            Self::Face(points) => points,
            Self::Polygon(points) => points,
        }
    }

    /// Its centre: the mean of its points.
    #[must_use]
    pub fn middle(&self) -> [f32; 3] {
        let points = self.points();
        let sum = |axis: usize| points.iter().map(|point| f64::from(point[axis])).sum::<f64>();
        [0, 1, 2].map(|axis| (sum(axis) / points.len().max(1) as f64) as f32)
    }

    /// Returns the shape if all its numbers are finite. A place that refers to other parts has no shape.
    pub(crate) fn if_finite(self) -> Option<Self> {
        self.points().as_flattened().iter().all(|value| value.is_finite()).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_the_mean_of_the_points_and_does_not_overflow() {
        let high = f32::MAX;
        let cases = [
            (Shape::Point([1.0, 2.0, 3.0]), [1.0, 2.0, 3.0]),
            (Shape::Edge([[high, 0.0, 0.0], [high, 4.0, 0.0]]), [high, 2.0, 0.0]),
            (Shape::Face([[0.0; 3], [3.0, 0.0, 0.0], [0.0, 6.0, 3.0]]), [1.0, 2.0, 1.0]),
            (Shape::Polygon(vec![[0.0; 3], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 2.0, 0.0]]), [1.0, 1.0, 0.0]),
            (Shape::Box([[-1.0, -2.0, 0.0], [3.0, 2.0, 1.0]]), [1.0, 0.0, 0.5]),
        ];
        for (located, middle) in cases {
            assert_eq!(located.middle(), middle, "{located:?}");
            assert!(located.if_finite().is_some());
        }
        assert_eq!(Shape::Edge([[0.0; 3], [0.0, f32::NAN, 0.0]]).if_finite(), None);
    }
}
