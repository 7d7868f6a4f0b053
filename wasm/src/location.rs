//! Locations and points in JavaScript form: `[x, y, z]`, the number of a face, or the text that the command takes.

use walkmesh::level::{Faces, Location, Point};
use wasm_bindgen::JsValue;

use crate::error::{Thrown, throw, thrown};

/// A location: an array of two or three numbers, the number of a face, or a text such as `1.5,-2` or `0:12`.
pub fn location(value: &JsValue) -> Result<Location, Thrown> {
    if let Some(text) = value.as_string() {
        return text.parse().map_err(throw("LocationError"));
    }
    match value.as_f64() {
        Some(number) => face_of(number).map(Location::Face),
        None => point(value).map(Into::into),
    }
}

/// The number of a face.
fn face_of(number: f64) -> Result<u32, Thrown> {
    let is_number = number >= 0.0 && number.fract() == 0.0 && number <= f64::from(u32::MAX);
    let number = is_number.then_some(number as u32).ok_or(number);
    number.map_err(|number| thrown("LocationError", format_args!("`{number}` is not the number of a face")))
}

/// A point: an array of two or three numbers, or a text.
pub fn point(value: &JsValue) -> Result<Point, Thrown> {
    if let Some(text) = value.as_string() {
        return text.parse().map_err(throw("LocationError"));
    }
    let numbers = items(value)?.iter().map(|number| number.as_f64().unwrap_or(f64::NAN) as f32).collect::<Vec<_>>();
    point_of(&numbers)
}

/// The items of an array, or of anything else that can be iterated. Exceptions that it throws must not pass through this library, which
/// would leave the call unfinished.
pub fn items(value: &JsValue) -> Result<Vec<JsValue>, Thrown> {
    let found = js_sys::try_iter(value).ok().flatten();
    let items = found.and_then(|items| items.collect::<Result<Vec<_>, _>>().ok());
    items.ok_or_else(|| thrown("LocationError", "expected an array"))
}

/// The point of two or three coordinates.
fn point_of(numbers: &[f32]) -> Result<Point, Thrown> {
    match *numbers {
        _ if numbers.iter().any(|number| !number.is_finite()) => {
            Err(thrown("LocationError", "a coordinate is not a finite number"))
        }
        [x, y] => Ok([x, y].into()),
        [x, y, z] => Ok([x, y, z].into()),
        _ => Err(thrown("LocationError", "expected [x, y] or [x, y, z]")),
    }
}

/// A point with three coordinates.
pub fn point_in_space(value: &JsValue) -> Result<[f32; 3], Thrown> {
    let point = point(value)?;
    let z = point.z.ok_or_else(|| thrown("LocationError", "expected [x, y, z]"))?;
    Ok([point.x, point.y, z])
}

/// A point in the plan view.
pub fn in_plan(point: Point) -> [f32; 2] {
    [point.x, point.y]
}

/// Parses the faces to consider: `walkable`, `sight` or `all`.
pub fn faces(name: Option<&str>) -> Result<Faces, Thrown> {
    match name {
        None | Some("walkable") => Ok(Faces::Walkable),
        Some("sight") => Ok(Faces::Sight),
        Some("all") => Ok(Faces::All),
        Some(other) => Err(thrown("QueryError", format_args!("`{other}` is not walkable, sight or all"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_faces_and_points() {
        assert_eq!(face_of(7.0), Ok(7));
        for number in [-1.0, 0.5, f64::NAN, 5e9] {
            assert!(face_of(number).is_err(), "{number}");
        }
        assert_eq!(point_of(&[1.0, 2.0]), Ok(Point { x: 1.0, y: 2.0, z: None }));
        assert_eq!(point_of(&[1.0, 2.0, 3.0]), Ok(Point { x: 1.0, y: 2.0, z: Some(3.0) }));
        for numbers in [&[][..], &[1.0], &[1.0, f32::NAN], &[0.0; 4]] {
            assert!(point_of(numbers).is_err(), "{numbers:?}");
        }
        assert_eq!((faces(None), faces(Some("all"))), (Ok(Faces::Walkable), Ok(Faces::All)));
        assert!(faces(Some("some")).is_err());
    }
}
