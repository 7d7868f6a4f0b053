//! Answers as plain objects. They pass through JSON, so that an f32 has its shortest digits that round-trip, as in the output
//! of the command.

use std::io::{self, Write};

use js_sys::{Object, Reflect};
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use walkmesh::level::{Location, Path, PathAnswer, QueryError, Sight};
use wasm_bindgen::JsValue;

use crate::error::{Thrown, throw, thrown};

/// A plain object.
pub fn object(value: &impl Serialize) -> Result<JsValue, Thrown> {
    js_sys::JSON::parse(&json(value)?).map_err(|_| thrown("Error", "the answer is not JSON"))
}

/// The answer to a query for a path as a plain object, also if no path was found.
pub fn path(from: Location, to: Location, answer: Result<Path, QueryError>) -> Result<JsValue, Thrown> {
    object(&PathAnswer::new(from, to, answer).map_err(throw("QueryError"))?)
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

/// Writes floats as the rest of the library does: with the shortest digits and without an exponent. So the page does not need the code and
/// tables of a second formatter. Not called for non-finite values, which are null in JSON.
struct PlainNumbers;

impl Formatter for PlainNumbers {
    fn write_f32<W: Write + ?Sized>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        write!(writer, "{value}")
    }

    fn write_f64<W: Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value}")
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
