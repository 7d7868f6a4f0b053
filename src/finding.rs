//! What a check says: a stable code, how bad it is, where it is, and what it means for the game.
//!
//! Every game's `check` returns [`Findings`]: it counts every [`Finding`], and lists as many as [`CheckOptions`] ask for.

mod findings;
mod place;
mod unreadable;

use std::fmt;

pub use findings::{CheckOptions, Findings, RuleFindings};
pub use place::{Place, PlacePart};
pub use unreadable::Unreadable;

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
    /// Where it is.
    pub place: Place,
    /// One sentence: what was found, and what it means for the game.
    pub meaning: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.severity, self.code)?;
        if !self.place.is_file() {
            write!(f, " {}", self.place)?;
        }
        write!(f, ": {}", self.meaning)
    }
}
