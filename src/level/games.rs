//! From any file to the type of its game.

use std::fmt;

use crate::kotor;

use super::{AnyFile, Kind};

/// A file is of another kind than expected. The caller's fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongKind {
    /// What the file is.
    pub found: Kind,
    /// The expected kinds.
    pub expected: &'static [Kind],
}

impl fmt::Display for WrongKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is {}; expected ", self.found)?;
        self.expected.iter().enumerate().try_for_each(|(index, kind)| {
            let or = if index == 0 { "" } else { " or " };
            write!(f, "{or}{kind}")
        })
    }
}

impl std::error::Error for WrongKind {}

impl TryFrom<AnyFile> for kotor::Walkmesh {
    type Error = WrongKind;

    fn try_from(file: AnyFile) -> Result<Self, WrongKind> {
        match file {
            AnyFile::Bwm(walkmesh) => Ok(walkmesh),
            AnyFile::Lyt(_)
            | AnyFile::TwoDa(_)
            | AnyFile::Gff(_)
            | AnyFile::Trn(_)
            | AnyFile::Aswm(_)
            | AnyFile::AiNav(_)
            | AnyFile::Dof(_)
            | AnyFile::Bms(_) => Err(WrongKind { found: file.kind(), expected: &[Kind::Bwm] }),
        }
    }
}
