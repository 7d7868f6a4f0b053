//! [`Footprint`]: the effect of a placeable's model on the walkmesh of an area.

use crate::geometry::triangle::is_usable;
use crate::nwn2::FootprintError;

use super::WalkMesh;

/// The effect of a placeable's model on the walkmesh of an area.
///
/// Lengths are in metres, in the model's own coordinates.
///
/// Source: docs/formats/trn-aswm.md#placeables.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Footprint {
    #[cfg_attr(feature = "serde", serde(flatten))]
    shape: FootprintShape,
    /// A readable name of the model, such as `PLC_MC_BED02`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub name: Option<String>,
    /// A remark for human readers.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub note: Option<String>,
    /// Number of placeables in real areas from which the footprint was measured, if it was.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub instances: Option<u32>,
}

/// The kind of a footprint, with its shape.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "lowercase"))]
#[non_exhaustive]
pub enum FootprintShape {
    /// The polygons are cut out of the floor. Without a polygon nothing is cut out.
    Hole {
        /// The polygons in the plan view, in either direction.
        polygons: Vec<Vec<[f32; 2]>>,
    },
    /// The floor inside the polygons is unwalkable.
    Patch {
        /// The polygons in the plan view, in either direction.
        polygons: Vec<Vec<[f32; 2]>>,
    },
    /// The model has its own floor, which replaces the floor of the area.
    WalkMesh(WalkMesh),
}

impl Footprint {
    /// Polygons that are cut out of the floor. Without a polygon, nothing is cut.
    ///
    /// # Errors
    /// [`FootprintError::TooFewPoints`] and [`FootprintError::NotFinite`], which name the polygon.
    pub fn hole(polygons: Vec<Vec<[f32; 2]>>) -> Result<Self, FootprintError> {
        check(&polygons)?;
        Ok(Self::new(FootprintShape::Hole { polygons }))
    }

    /// Polygons of unwalkable floor.
    ///
    /// # Errors
    /// The same as [`hole`](Self::hole).
    pub fn patch(polygons: Vec<Vec<[f32; 2]>>) -> Result<Self, FootprintError> {
        check(&polygons)?;
        Ok(Self::new(FootprintShape::Patch { polygons }))
    }

    /// The model's own floor.
    pub fn walk_mesh(mesh: WalkMesh) -> Self {
        Self::new(FootprintShape::WalkMesh(mesh))
    }

    /// A hole: the area that triangles cover in the plan view. Triangles without an area in the plan view, such as
    /// vertical ones, cover nothing.
    ///
    /// # Errors
    /// [`FootprintError::PointNotFinite`], [`FootprintError::NoSuchVertex`].
    pub fn hole_of_triangles(points: &[[f32; 3]], triangles: &[[u32; 3]]) -> Result<Self, FootprintError> {
        check_mesh(points, triangles)?;
        let plan = |vertex: u32| {
            let [x, y, _] = points[vertex as usize];
            [x, y]
        };
        let plans = triangles.iter().map(|corners| corners.map(plan));
        let polygons = plans.filter(|corners| has_area(*corners)).map(|corners| corners.to_vec()).collect();
        Ok(Self::new(FootprintShape::Hole { polygons }))
    }

    fn new(shape: FootprintShape) -> Self {
        Self { shape, name: None, note: None, instances: None }
    }

    /// Sets the readable name of the model.
    pub fn with_name(self, name: impl Into<Option<String>>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Sets the remark.
    pub fn with_note(self, note: impl Into<Option<String>>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// Sets the number of placeables from which it was measured.
    pub fn with_instances(self, instances: impl Into<Option<u32>>) -> Self {
        Self { instances: instances.into(), ..self }
    }

    /// The shape. All of its coordinates and indices are valid.
    pub fn shape(&self) -> &FootprintShape {
        &self.shape
    }

    /// The polygons of a hole or a patch. A walk mesh has none.
    pub fn polygons(&self) -> &[Vec<[f32; 2]>] {
        match &self.shape {
            FootprintShape::Hole { polygons } | FootprintShape::Patch { polygons } => polygons,
            FootprintShape::WalkMesh(_) => &[],
        }
    }

    /// Number of corners, as a measure of its cost.
    pub(super) fn corners(&self) -> usize {
        match &self.shape {
            FootprintShape::WalkMesh(mesh) => mesh.vertices().len() + 3 * mesh.faces().len(),
            _ => self.polygons().iter().map(Vec::len).sum(),
        }
    }
}

fn check(polygons: &[Vec<[f32; 2]>]) -> Result<(), FootprintError> {
    for (polygon, points) in polygons.iter().enumerate() {
        if points.len() < 3 {
            return Err(FootprintError::TooFewPoints { polygon, points: points.len() });
        }
        if let Some(point) = points.iter().position(|[x, y]| !is_usable(&[*x, *y, 0.0])) {
            return Err(FootprintError::NotFinite { polygon, point });
        }
    }
    Ok(())
}

/// Checks that the coordinates are valid and the indices in range.
pub(super) fn check_mesh(points: &[[f32; 3]], triangles: &[[u32; 3]]) -> Result<(), FootprintError> {
    if let Some(point) = points.iter().position(|point| !is_usable(point)) {
        return Err(FootprintError::PointNotFinite { point });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|corner| **corner as usize >= points.len()) {
            return Err(FootprintError::NoSuchVertex { triangle, vertex, points: points.len() });
        }
    }
    Ok(())
}

/// Returns whether a triangle has an area. The doubled area of `f32` points is zero in `f64` only if it is exactly zero.
fn has_area([a, b, c]: [[f32; 2]; 3]) -> bool {
    let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(|point| point.map(f64::from));
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) != 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_are_seen_from_above_and_those_without_area_cover_nothing() {
        let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 2.0], [1.0, 1.0, 7.0]];
        let hole = Footprint::hole_of_triangles(&points, &[[0, 1, 2], [0, 1, 3]]).unwrap();
        assert_eq!(hole, Footprint::hole(vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]]).unwrap());
        let wall = Footprint::hole_of_triangles(&points, &[[0, 1, 2]]).unwrap();
        assert_eq!(wall, Footprint::hole(Vec::new()).unwrap());
    }

    #[test]
    fn what_is_no_polygon_is_refused() {
        let square = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let line = Footprint::hole(vec![square.clone(), vec![[0.0, 0.0], [1.0, 1.0]]]);
        assert_eq!(line, Err(FootprintError::TooFewPoints { polygon: 1, points: 2 }));
        let lost = Footprint::patch(vec![vec![[0.0, 0.0], [f32::NAN, 1.0], [1.0, 1.0]], square]);
        assert_eq!(lost, Err(FootprintError::NotFinite { polygon: 0, point: 1 }));
        let unnamed = Footprint::hole_of_triangles(&[[0.0; 3]; 3], &[[0, 1, 2], [0, 1, 3]]);
        assert_eq!(unnamed, Err(FootprintError::NoSuchVertex { triangle: 1, vertex: 3, points: 3 }));
        let far = Footprint::hole_of_triangles(&[[0.0, 1e20, 0.0]; 3], &[[0, 1, 2]]);
        assert_eq!(far, Err(FootprintError::PointNotFinite { point: 0 }));
    }
}
