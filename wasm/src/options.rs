//! [`Options`]: the fields of a plain object that a caller gives.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use crate::error::{Thrown, thrown};

/// A plain object with options, or none.
pub struct Options<'o>(&'o JsValue);

impl<'o> Options<'o> {
    /// The options of an object; none of `undefined`.
    pub fn new(value: &'o JsValue) -> Self {
        Self(value)
    }

    fn get(&self, name: &str) -> Option<JsValue> {
        let value = if self.0.is_object() { Reflect::get(self.0, &name.into()).ok()? } else { return None };
        (!value.is_undefined() && !value.is_null()).then_some(value)
    }

    /// A number.
    ///
    /// # Errors
    /// `EditError`: it is something else.
    pub fn number(&self, name: &str) -> Result<Option<f64>, Thrown> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.as_f64().filter(|number| number.is_finite());
        number.map(Some).ok_or_else(|| thrown("EditError", format_args!("{name} is not a finite number")))
    }

    /// Returns whether an option is on.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.get(name).map(|value| value.is_truthy())
    }
}
