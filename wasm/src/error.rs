//! [`Thrown`]: a JavaScript `Error` whose `name` says what failed and whose `message` is the library's text.

use std::fmt;

use wasm_bindgen::JsValue;

/// An error to throw.
#[derive(Debug, PartialEq)]
pub struct Thrown {
    /// `OpenError`, `QueryError`, `EditError` and so on.
    name: &'static str,
    message: String,
}

impl From<Thrown> for JsValue {
    fn from(Thrown { name, message }: Thrown) -> Self {
        let error = js_sys::Error::new(&message);
        error.set_name(name);
        error.into()
    }
}

/// An error with a given name and the text of another error.
pub fn thrown(name: &'static str, error: impl fmt::Display) -> Thrown {
    Thrown { name, message: error.to_string() }
}

/// A closure for `map_err`.
pub fn throw<E: fmt::Display>(name: &'static str) -> impl Fn(E) -> Thrown {
    move |error| thrown(name, error)
}
