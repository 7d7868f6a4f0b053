//! [`FootprintSource`]: who says what the footprint of an appearance is.

use std::fmt;

/// Who says what the footprint of an appearance is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FootprintSource {
    /// Whoever uses the library.
    #[default]
    Table,
    /// The file of the model.
    Model,
    /// The footprints that were measured in real areas, and which this library has.
    Learned,
    /// What is known of the walkmesh helpers of the game, which every area may use.
    BuiltIn,
}

impl fmt::Display for FootprintSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Table => "the given table",
            Self::Model => "the model's file",
            Self::Learned => "the learned table",
            Self::BuiltIn => "the built-in helpers",
        })
    }
}
