//! What a caller points at: a point, the number of a face, or a text such as `0:12`, the cell of a block.

use pyo3::prelude::*;
use walkmesh::level::{At, Location, PartOf, Point, View};

use crate::arrays::Points;
use crate::error::wrong;

/// A location, from a text, a number, or two or three numbers.
pub fn location(value: &Bound<'_, PyAny>) -> PyResult<Location> {
    if let Ok(text) = value.extract::<String>() {
        return text.parse().map_err(wrong);
    }
    if let Ok(face) = value.extract::<u32>() {
        return Ok(Location::Face(face));
    }
    point(value).map(Location::Point)
}

/// A point with two or three coordinates.
pub fn point(value: &Bound<'_, PyAny>) -> PyResult<Point> {
    match *value.extract::<Vec<f32>>().map_err(|_| not_a_point())? {
        [x, y] => Ok(Point { x, y, z: None }),
        [x, y, z] => Ok(Point { x, y, z: Some(z) }),
        _ => Err(not_a_point()),
    }
}

/// Points with two or three coordinates, in rows.
pub fn points(rows: &Points<'_>) -> PyResult<Vec<Point>> {
    rows.map("points", |row| match *row.to_vec() {
        [x, y] => Some(Point { x, y, z: None }),
        [x, y, z] => Some(Point { x, y, z: Some(z) }),
        _ => None,
    })
}

fn not_a_point() -> PyErr {
    wrong("a point has two or three numbers: x, y and z; without a height it is looked for in the plan view")
}

/// The index of a face among those of the level, or -1.
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
