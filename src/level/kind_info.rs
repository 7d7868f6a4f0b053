//! [`KindInfo`]: what is known of the files of a kind without opening one.

use crate::exchange::Up;
use crate::formats::Format;

use super::Operation;

/// What is known of the files of a kind without opening one. Each level gives the one of its own kind.
pub(super) struct KindInfo {
    /// The short name of the format, such as `BWM`.
    pub(super) name: &'static str,
    /// What a file is, such as `a KotOR walkmesh`.
    pub(super) what: &'static str,
    /// Several files. [`Kind::files`](super::Kind::files) adds the extensions of names that promise the kind.
    pub(super) files: &'static str,
    /// The game whose files these are; `None` for a format that several games have.
    pub(super) game: Option<&'static str>,
    /// The axis that points up.
    pub(super) up: Up,
    /// How a file is recognised.
    pub(super) form: Form,
    /// What can be done with a file.
    pub(super) operations: &'static [Operation],
}

/// How files of a kind are recognised.
pub(super) enum Form {
    /// They are documents of `formats`.
    Document(Format),
    /// They are documents of `formats` with a content of their own, which the start of a file tells.
    Part {
        /// The document.
        format: Format,
        /// The extension of their names, in small letters and with its dot.
        extension: &'static str,
        /// Whether bytes are the start of such a file.
        looks_like_one: fn(&[u8]) -> bool,
    },
    /// They are of a form that the game reads itself.
    Own {
        /// The extension of their names, in small letters and with its dot.
        extension: &'static str,
        /// Whether bytes look like such a file. It looks at no more than the first [`Kind::HEAD`](super::Kind::HEAD) of them.
        looks_like_one: fn(&[u8]) -> bool,
    },
}
