//! Answers as plain objects. They pass through JSON, so that an f32 has the shortest digits that mean it, as in the output
//! of the command.

use std::io::{self, Write};

use js_sys::{Object, Reflect};
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use walkmesh::level::{At, Nearest, NoAnswer, Path, QueryError, Sight, StandIn};
use wasm_bindgen::JsValue;

use crate::error::{Thrown, throw, thrown};

/// A plain object.
pub fn object(value: &impl Serialize) -> Result<JsValue, Thrown> {
    js_sys::JSON::parse(&json(value)?).map_err(|_| thrown("Error", "the answer is not JSON"))
}

/// Sets a property of a plain object.
pub fn set(object: &Object, key: &str, value: impl Into<JsValue>) {
    // A property of a fresh object can always be set.
    let _ = Reflect::set(object, &key.into(), &value.into());
}

/// The object as a text.
pub fn json(value: &impl Serialize) -> Result<String, Thrown> {
    let mut text = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut text, PlainNumbers));
    written.map_err(throw("Error"))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Writes floats as the rest of the library does: with the shortest digits and without an exponent. So the page does not need
/// the code and the tables of a second way to write them. Not called for what is not finite, which is null in JSON.
struct PlainNumbers;

impl Formatter for PlainNumbers {
    fn write_f32<W: Write + ?Sized>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        write!(writer, "{value}")
    }

    fn write_f64<W: Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value}")
    }
}

/// A path, or the reason why there is none. The fields are those of `walkmesh path --json`.
#[derive(Serialize, Default)]
pub struct PathAnswer {
    no_path: Option<String>,
    length: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven_shortest: Option<bool>,
    steps: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stand_ins: Vec<StandIn>,
}

/// A point of a path, and the face on which the path continues.
#[derive(Serialize)]
struct Step {
    point: [f32; 3],
    #[serde(flatten)]
    at: At,
}

impl PathAnswer {
    /// The answer to a query that may have none. Other errors are thrown.
    pub fn new(answer: Result<Path, QueryError>) -> Result<Self, Thrown> {
        match answer {
            Ok(Path { length, proven_shortest, points, faces, stand_ins, .. }) => {
                let steps = points.into_iter().zip(faces).map(|(point, at)| Step { point, at }).collect();
                Ok(Self { length: Some(length), proven_shortest, steps, stand_ins, ..Self::default() })
            }
            Err(QueryError::NoAnswer(NoAnswer { reason, nearest, .. })) => {
                Ok(Self { no_path: Some(reason), nearest, ..Self::default() })
            }
            Err(error) => Err(thrown("QueryError", error)),
        }
    }
}

/// A line of sight, or the reason why it is not known.
#[derive(Serialize, Default)]
pub struct SightAnswer {
    unknown: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_table: Option<bool>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    not_baked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_geometry: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked_by: Option<walkmesh::level::Hit>,
}

impl SightAnswer {
    pub fn new(answer: Result<Sight, QueryError>) -> Result<Self, Thrown> {
        match answer {
            Ok(Sight { by_table, by_geometry, blocked_by, lacks_table, .. }) => {
                Ok(Self { by_table, by_geometry: Some(by_geometry), blocked_by, not_baked: lacks_table, unknown: None })
            }
            Err(QueryError::NoAnswer(reason)) => Ok(Self { unknown: Some(reason.to_string()), ..Self::default() }),
            Err(error) => Err(thrown("QueryError", error)),
        }
    }
}
