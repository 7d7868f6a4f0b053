//! What a check says: a stable code, how bad it is, where it is, and what it means for the game.
//!
//! Every game's `check` returns a list of [`Finding`]s, so that one command, one report and one snapshot serve all.

use std::fmt;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; the game does not mind.
    Info,
    /// The game reads the file, and may behave other than its maker meant.
    Warning,
    /// A table is wrong: something in the game will not work where it is used.
    Error,
    /// The game may refuse the file, crash or hang on it.
    Fatal,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Fatal => "fatal",
        })
    }
}

/// One thing that a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The stable name of the rule that was broken, in kebab case, such as `face-vertex-out-of-range`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is, such as `face 12` or `tile 3, node 7`; empty when it is the whole file.
    pub place: String,
    /// One sentence: what was found, and what it means for the game.
    pub meaning: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.severity, self.code)?;
        if !self.place.is_empty() {
            write!(f, " {}", self.place)?;
        }
        write!(f, ": {}", self.meaning)
    }
}
