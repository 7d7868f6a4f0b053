//! [`FootprintSource`]: the source of an appearance's footprint.

use std::fmt;

/// The source of an appearance's footprint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FootprintSource {
    /// The user of the library.
    #[default]
    Table,
    /// The model file.
    Model,
    /// The footprints measured in real areas, which this library contains.
    Learned,
    /// The built-in walkmesh helpers of the game, which every area may use.
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
