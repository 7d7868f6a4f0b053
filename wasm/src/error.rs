//! What is thrown: an `Error` whose `name` says what failed and whose `message` is the library's text.

use std::fmt;

use wasm_bindgen::JsValue;

/// An error to throw. `name` is `OpenError`, `QueryError`, `EditError` and so on.
pub fn thrown(name: &str, error: impl fmt::Display) -> JsValue {
    thrown_text(name, &error)
}

/// The same for all types of errors, so that its code is there once.
fn thrown_text(name: &str, error: &dyn fmt::Display) -> JsValue {
    let thrown = js_sys::Error::new(&error.to_string());
    thrown.set_name(name);
    thrown.into()
}

/// A closure for `map_err`.
pub fn throw<E: fmt::Display>(name: &'static str) -> impl Fn(E) -> JsValue {
    move |error| thrown(name, error)
}
