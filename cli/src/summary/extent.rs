//! Where a mesh is, and how it hangs together.

use serde::Serialize;
use walkmesh::mesh::{Overview, PartOverview};

/// A box by its least and its greatest corner.
#[derive(Clone, Copy, Serialize)]
pub struct Bounds {
    min: [f32; 3],
    max: [f32; 3],
}

impl Bounds {
    /// The box around points; none without any. Coordinates that are no numbers are passed over.
    pub fn around(points: impl IntoIterator<Item = [f32; 3]>) -> Option<Self> {
        points.into_iter().fold(None, |bounds: Option<Self>, point| {
            let old = bounds.unwrap_or(Self { min: point, max: point });
            Some(Self {
                min: std::array::from_fn(|axis| old.min[axis].min(point[axis])),
                max: std::array::from_fn(|axis| old.max[axis].max(point[axis])),
            })
        })
    }
}

impl From<[[f32; 3]; 2]> for Bounds {
    fn from([min, max]: [[f32; 3]; 2]) -> Self {
        Self { min, max }
    }
}

/// What can be walked on.
#[derive(Serialize)]
pub struct Walkable {
    #[serde(rename = "box")]
    bounds: Bounds,
    /// In the plan view.
    plan_area: f64,
    /// Sets of faces that are joined, directly or through others: computed, whatever the file stores.
    connected_parts: usize,
    largest_part: Part,
}

/// The connected part that has the largest area.
#[derive(Serialize)]
struct Part {
    number: u32,
    faces: u32,
    plan_area: f64,
    /// To start from.
    sample_point: [f32; 3],
}

impl Walkable {
    /// None where nothing can be walked on; `point` is that of a position.
    pub fn of<P>(overview: &Overview<P>, point: impl Fn(&P) -> [f32; 3]) -> Option<Self> {
        let (number, PartOverview { faces, area, sample, .. }) = overview.largest()?;
        Some(Self {
            bounds: overview.bounds?.into(),
            plan_area: overview.area,
            connected_parts: overview.parts.len(),
            largest_part: Part { number, faces: *faces, plan_area: *area, sample_point: point(sample) },
        })
    }
}
