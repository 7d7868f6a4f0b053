//! [`Change`]: the changes of an operation, in sentences, in tables, and in triangles.

use std::collections::HashMap;

use js_sys::{Float32Array, Object, Uint32Array};
use serde::Serialize;
use walkmesh::diff::TableDiff;
use walkmesh::level::{Level, View};
use wasm_bindgen::JsValue;

use crate::answers::{object, set};
use crate::error::Thrown;

/// The changes of an operation.
#[derive(Debug, Serialize)]
pub struct Change {
    /// The changes in sentences. Face numbers are those before the change.
    pub notes: Vec<String>,
    /// The tables that differ in their content.
    pub tables: Vec<TableDiff>,
    /// The tables as text.
    pub text: String,
    #[serde(skip)]
    pub triangles: ChangedTriangles,
}

/// Triangles that an operation changed. A triangle is identified by the positions of its corners.
#[derive(Debug, Default, PartialEq)]
pub struct ChangedTriangles {
    /// The removed triangles, by their indices in the view before.
    pub removed: Vec<u32>,
    /// The corners of the removed triangles.
    pub removed_points: Vec<f32>,
    /// The added triangles, by their indices in the view after.
    pub added: Vec<u32>,
    /// The triangles with another class, by their indices in the view after.
    pub repainted: Vec<u32>,
}

impl Change {
    /// Compares two levels.
    pub fn between(notes: Vec<String>, before: (&Level, &View), after: (&Level, &View)) -> Self {
        // Files of several kinds, such as a TRN and the TRX that is baked from it, may have no tables in common.
        let mut tables = before.0.diff_baked(after.0).unwrap_or_default();
        tables.retain(|table| !table.is_equal());
        let text = tables.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        Self { notes, tables, text, triangles: ChangedTriangles::between(before.1, after.1) }
    }

    /// A plain object with typed arrays.
    pub fn to_object(&self) -> Result<JsValue, Thrown> {
        let result = object(self)?;
        let ChangedTriangles { removed, removed_points, added, repainted } = &self.triangles;
        let of = Object::from(result);
        set(&of, "removed", Uint32Array::from(&**removed));
        set(&of, "removedPositions", Float32Array::from(&**removed_points));
        set(&of, "added", Uint32Array::from(&**added));
        set(&of, "repainted", Uint32Array::from(&**repainted));
        Ok(of.into())
    }
}

/// The bits of a triangle's corners, starting at the smallest corner, in the triangle's winding.
type Corners = [[u32; 3]; 3];

fn corners(view: &View, triangle: usize) -> Corners {
    // -0 is 0.
    let mut corners =
        view.corners_of(triangle).unwrap_or_default().map(|point| point.map(|value| (value + 0.0).to_bits()));
    let least = (0..3).min_by_key(|at| corners[*at]).unwrap_or_default();
    corners.rotate_left(least);
    corners
}

impl ChangedTriangles {
    fn between(before: &View, after: &View) -> Self {
        // Triangles with the same corners are matched in order.
        let mut there: HashMap<Corners, Vec<u32>> = HashMap::new();
        for triangle in (0..before.triangles.len()).rev() {
            there.entry(corners(before, triangle)).or_default().push(triangle as u32);
        }
        let class = |view: &View, triangle: usize| view.class(triangle).map(|class| class.number);
        let mut changed = Self::default();
        for triangle in 0..after.triangles.len() {
            match there.get_mut(&corners(after, triangle)).and_then(Vec::pop) {
                None => changed.added.push(triangle as u32),
                Some(old) if class(before, old as usize) != class(after, triangle) => {
                    changed.repainted.push(triangle as u32);
                }
                Some(_) => {}
            }
        }
        changed.removed = there.into_values().flatten().collect();
        changed.removed.sort_unstable();
        let points = changed.removed.iter().filter_map(|triangle| before.corners_of(*triangle as usize));
        changed.removed_points = points.flatten().flatten().collect();
        changed
    }
}
