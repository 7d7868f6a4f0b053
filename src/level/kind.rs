//! The kinds of files, and their detection.

use std::fmt;

use crate::exchange::Up;
use crate::formats::Format;
use crate::kotor::Layout;

use super::Kind;
use super::kind_info::{Form, KindInfo};

impl Kind {
    /// The number of bytes from the start of a file that [`could_start`](Self::could_start) needs.
    pub const HEAD: usize = Layout::HEAD;

    /// The kind of a file, detected from its bytes.
    ///
    /// ```
    /// use walkmesh::level::Kind;
    ///
    /// assert_eq!(Kind::detect(b"BWM V1.0"), Some(Kind::Bwm));
    /// assert_eq!(Kind::detect(b"beginlayout\n  roomcount 0\ndonelayout\n"), Some(Kind::Lyt));
    /// assert_eq!(Kind::detect(b"a letter"), None);
    /// ```
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        let of_part = Self::of_form(|form| matches!(form, Form::Part { looks_like_one, .. } if looks_like_one(bytes)));
        let of_own_form =
            || Self::of_form(|form| matches!(form, Form::Own { looks_like_one, .. } if looks_like_one(bytes)));
        of_part.or_else(|| Format::detect(bytes).and_then(Self::of_format)).or_else(of_own_form)
    }

    fn of_form(is_one: impl Fn(&Form) -> bool) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| is_one(&kind.info().form))
    }

    /// The kind of a file of this name: the kind of its bytes, or a layout if the bytes have no known kind and the name ends in
    /// `.lyt`. A layout can lack the line by which its bytes are recognised, which is a fault that a check of the layout reports.
    ///
    /// ```
    /// use walkmesh::level::Kind;
    ///
    /// assert_eq!(Kind::of_file("manor.lyt", b"roomcount 0\ndonelayout\n"), Some(Kind::Lyt));
    /// assert_eq!(Kind::of_file("manor.lyt", b"BWM V1.0"), Some(Kind::Bwm));
    /// assert_eq!(Kind::of_file("manor.wok", b"a letter"), None);
    /// ```
    #[must_use]
    pub fn of_file(file_name: &str, bytes: &[u8]) -> Option<Self> {
        let by_name = || Self::promised_by(file_name).filter(|kind| kind.format().is_none());
        Self::detect(bytes).or_else(by_name)
    }

    /// Returns whether a file that starts with these bytes (ideally [`Kind::HEAD`] of them) may be of one of the kinds.
    /// Use it to skip other files in a folder without reading them whole. [`detect`](Self::detect) decides.
    #[must_use]
    pub fn could_start(head: &[u8]) -> bool {
        let is_own = |form: &Form| matches!(form, Form::Own { looks_like_one, .. } if looks_like_one(head));
        Format::could_start(head) || Self::of_form(is_own).is_some()
    }

    /// The kind that a file's name implies, if any. See [`Format::promised_by`].
    #[must_use]
    pub fn promised_by(file_name: &str) -> Option<Self> {
        let name = file_name.to_ascii_lowercase();
        let is_own = |form: &Form| matches!(form, Form::Own { extension, .. } | Form::Part { extension, .. } if name.ends_with(extension));
        Self::of_form(is_own).or_else(|| Format::promised_by(file_name).and_then(Self::of_format))
    }

    /// The kind of files of a format. The packets of an NWN2 megatile are not files.
    fn of_format(format: Format) -> Option<Self> {
        Self::of_form(|form| matches!(form, Form::Document(it) if *it == format))
    }

    /// The short name of the format, such as `BWM`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The game whose files these are, such as `KotOR`; `None` for a format that several games have.
    #[must_use]
    pub const fn game(self) -> Option<&'static str> {
        self.info().game
    }

    /// The format in `formats`, for kinds that are one of its documents.
    #[must_use]
    pub const fn format(self) -> Option<Format> {
        match self.info().form {
            Form::Document(format) | Form::Part { format, .. } => Some(format),
            Form::Own { .. } => None,
        }
    }

    /// The axis that points up in the game's coordinates.
    #[must_use]
    pub const fn up(self) -> Up {
        self.info().up
    }

    /// The files of all kinds, with their names' extensions.
    pub(super) fn all_files() -> String {
        enumerated(Self::ALL.iter().map(|kind| kind.files()))
    }

    /// Several files of the kind, with their names' extensions.
    pub(super) fn files(self) -> String {
        let KindInfo { files, form, .. } = self.info();
        let names = match form {
            Form::Document(format) => format.files(),
            Form::Part { extension, .. } | Form::Own { extension, .. } => std::slice::from_ref(extension),
        };
        let is_own = |name: &&str| Self::promised_by(name) == Some(self);
        let names = names.iter().filter(|name| is_own(name));
        let names: Vec<&str> = names.map(|name| name.strip_prefix('*').unwrap_or(name)).collect();
        if names.is_empty() { (*files).to_owned() } else { format!("{files} ({})", names.join(", ")) }
    }
}

/// A list in words, such as `a, b and c`.
pub(super) fn enumerated(words: impl ExactSizeIterator<Item = String>) -> String {
    let (mut text, count) = (String::new(), words.len());
    for (index, word) in words.enumerate() {
        text.push_str(match index {
            0 => "",
            _ if index + 1 == count => " and ",
            _ => ", ",
        });
        text.push_str(&word);
    }
    text
}

/// A description of the file, such as `a KotOR walkmesh`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.info().what)
    }
}
