//! Locations and points as JavaScript writes them: `[x, y, z]`, the number of a face, or the text that the command takes.

use walkmesh::level::{Faces, Location, Point};
use wasm_bindgen::JsValue;

use crate::error::{throw, thrown};

/// A location: an array of two or three numbers, the number of a face, or a text such as `1.5,-2` or `0:12`.
pub fn location(value: &JsValue) -> Result<Location, JsValue> {
    if let Some(text) = value.as_string() {
        return text.parse().map_err(throw("LocationError"));
    }
    match value.as_f64() {
        Some(number) if number >= 0.0 && number.fract() == 0.0 && number <= f64::from(u32::MAX) => {
            Ok(Location::Face(number as u32))
        }
        Some(number) => Err(thrown("LocationError", format_args!("`{number}` is not the number of a face"))),
        None => point(value).map(Location::Point),
    }
}

/// A point: an array of two or three numbers, or a text.
pub fn point(value: &JsValue) -> Result<Point, JsValue> {
    if let Some(text) = value.as_string() {
        return text.parse().map_err(throw("LocationError"));
    }
    let numbers: Vec<f64> =
        js_sys::Array::from(value).iter().map(|number| number.as_f64().unwrap_or(f64::NAN)).collect();
    let all: Vec<f32> = numbers.iter().map(|number| *number as f32).collect();
    match *all {
        _ if all.iter().any(|number| !number.is_finite()) => {
            Err(thrown("LocationError", "a coordinate is not a finite number"))
        }
        [x, y] => Ok(Point { x, y, z: None }),
        [x, y, z] => Ok(Point { x, y, z: Some(z) }),
        _ => Err(thrown("LocationError", "expected [x, y] or [x, y, z]")),
    }
}

/// A point with three coordinates.
pub fn point_in_space(value: &JsValue) -> Result<[f32; 3], JsValue> {
    let point = point(value)?;
    let z = point.z.ok_or_else(|| thrown("LocationError", "expected [x, y, z]"))?;
    Ok([point.x, point.y, z])
}

/// Which faces count: `walkable`, `sight` or `all`.
pub fn faces(name: Option<&str>) -> Result<Faces, JsValue> {
    match name {
        None | Some("walkable") => Ok(Faces::Walkable),
        Some("sight") => Ok(Faces::Sight),
        Some("all") => Ok(Faces::All),
        Some(other) => Err(thrown("QueryError", format_args!("`{other}` is not walkable, sight or all"))),
    }
}
