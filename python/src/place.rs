//! Locations, as a caller gives them: a point, the number of a face, or a text such as `0:12`, the cell of a block.

use pyo3::prelude::*;
use pyo3::types::PyInt;
use walkmesh::counted;
use walkmesh::level::{At, Location, PartOf, Point, View};

use crate::arrays::Points;
use crate::error::{Whole, wrong};

/// A location, from text, an index of `Level.faces`, or two or three numbers.
pub fn location(value: &Bound<'_, PyAny>, view: &View) -> PyResult<Location> {
    if let Ok(text) = value.extract::<String>() {
        return text.parse().map_err(wrong);
    }
    if value.is_instance_of::<PyInt>() {
        let face = value.extract::<Whole>()?.0;
        // A number identifies a face's file only if there is just one file.
        return if view.parts.len() > 1 { middle_of(face, view) } else { Ok(Location::Face(face)) };
    }
    point(value).map(Into::into)
}

/// The centre of a triangle.
fn middle_of(face: u32, view: &View) -> PyResult<Location> {
    let corners = view.triangles.get(face as usize);
    let corners = corners.ok_or_else(|| {
        wrong(format_args!("there is no face {face}: the level has {}", counted(view.triangles.len(), "face")))
    })?;
    let points = corners.map(|corner| view.points[corner as usize]);
    Ok([0, 1, 2].map(|axis| points.iter().map(|point| point[axis]).sum::<f32>() / 3.0).into())
}

/// A point with two or three coordinates.
pub fn point(value: &Bound<'_, PyAny>) -> PyResult<Point> {
    match *value.extract::<Vec<f32>>().map_err(|_| not_a_point())? {
        [x, y] => Ok([x, y].into()),
        [x, y, z] => Ok([x, y, z].into()),
        _ => Err(not_a_point()),
    }
}

/// Points with two or three coordinates, in rows.
pub fn points(rows: &Points<'_>) -> PyResult<Vec<Point>> {
    rows.map("points", |row| match *row.to_vec() {
        [x, y] => Some([x, y].into()),
        [x, y, z] => Some([x, y, z].into()),
        _ => None,
    })
}

fn not_a_point() -> PyErr {
    wrong("a point has two or three numbers: x, y and z; without a height it is looked for in the plan view")
}

/// The index of a face among the level's faces, or -1.
pub fn triangle(view: &View, at: &At) -> i64 {
    let found = match at {
        At::RoomFace { room: name, face, .. } | At::ObjectFace { object: Some(name), face, .. } => {
            let named = view.parts.iter().find(|part| part.name == *name && part.of != PartOf::File);
            named.and_then(|part| view.find(part.of, *face))
        }
        at => view.triangle_at(&at.place()),
    };
    found.map_or(-1, |triangle| triangle as i64)
}
