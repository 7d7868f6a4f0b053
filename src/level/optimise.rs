//! The optimisation of any file that has one: leaving out what the game does not need.

use crate::nwn2::{self, OptimiseOptions, Savings};

use super::{AnyFile, Operation, Unsupported};

/// Why a file cannot be optimised.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OptimiseError {
    /// Nothing can be left out of this kind of file.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// An NWN2 walkmesh cannot be optimised.
    #[error(transparent)]
    Nwn2(#[from] nwn2::OptimiseError),
}

impl AnyFile {
    /// Removes what the options select, and zeroes what the game left uninitialised. If it fails, the file is
    /// unchanged.
    ///
    /// # Errors
    /// [`OptimiseError`], with the reason.
    pub fn optimise(&mut self, options: &OptimiseOptions) -> Result<Savings, OptimiseError> {
        match self {
            Self::Trn(terrain) => Ok(terrain.optimise(options)?),
            Self::Aswm(walkmesh) => Ok(walkmesh.optimise(options)?),
            Self::Bwm(_)
            | Self::Lyt(_)
            | Self::TwoDa(_)
            | Self::Gff(_)
            | Self::AiNav(_)
            | Self::Dof(_)
            | Self::Bms(_) => Err(Unsupported { operation: Operation::Optimise, found: self.kind() }.into()),
        }
    }
}
