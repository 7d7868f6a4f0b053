//! The library's panic message, for the error that ends the call: `package/guard.js` throws it.

use std::cell::RefCell;
use std::panic::PanicHookInfo;

use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Stores the text of a panic.
fn keep(info: &PanicHookInfo<'_>) {
    LAST.set(Some(info.to_string()));
}

/// Stores the texts of panics from now on. Engines call it when they have loaded the library.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(keep));
}

/// The text of the last panic, once.
#[wasm_bindgen(js_name = lastPanic, skip_typescript)]
#[must_use]
pub fn last_panic() -> Option<String> {
    LAST.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_panic_is_kept_once() {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(keep));
        let caught = std::panic::catch_unwind(|| panic!("what went wrong"));
        std::panic::set_hook(before);
        assert!(caught.is_err());
        let text = last_panic().expect("a text");
        assert!(text.contains("panic.rs") && text.ends_with("what went wrong"), "{text}");
        assert_eq!(last_panic(), None);
    }
}
