//! [`KindInfo`]: static facts about the files of a kind, known without opening one.

use crate::exchange::Up;
use crate::formats::Format;

use super::Operation;

/// Static facts about the files of a kind, known without opening one. Each level returns the facts of its own kind.
pub(super) struct KindInfo {
    /// The short name of the format, such as `BWM`.
    pub(super) name: &'static str,
    /// A description of a file, such as `a KotOR walkmesh`.
    pub(super) what: &'static str,
    /// Several files. [`Kind::files`](super::Kind::files) adds the extensions of names that imply the kind.
    pub(super) files: &'static str,
    /// The game whose files these are; `None` for a format that several games have.
    pub(super) game: Option<&'static str>,
    /// The axis that points up.
    pub(super) up: Up,
    /// The rule by which a file is recognised.
    pub(super) form: Form,
    /// The operations that a file supports.
    pub(super) operations: &'static [Operation],
}

/// The rule by which files of a kind are recognised.
pub(super) enum Form {
    /// As a document of `formats`.
    Document(Format),
    /// As a document of `formats` whose content is recognised from the start of the file.
    Part {
        /// The document.
        format: Format,
        /// The extension of their names, in lower case and with its dot.
        extension: &'static str,
        /// Returns whether bytes are the start of such a file.
        looks_like_one: fn(&[u8]) -> bool,
    },
    /// As a format that the game's own module reads.
    Own {
        /// The extension of their names, in lower case and with its dot.
        extension: &'static str,
        /// Returns whether bytes look like such a file. It examines at most the first [`Kind::HEAD`](super::Kind::HEAD) of them.
        looks_like_one: fn(&[u8]) -> bool,
    },
}
