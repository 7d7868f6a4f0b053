//! Mends the floor of any file that has one.

use super::edit::{EditReport, nwn2::note};
use super::{AnyFile, BakeOptions, EditError, Operation, Unsupported};
use crate::flaw::{MendOptions, Repair};

/// What a mending did.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MendReport {
    /// The repairs, in the order in which they were made.
    pub repairs: Vec<Repair>,
    /// One sentence for each thing that the bake changed besides.
    pub notes: Vec<String>,
    /// Whether the model (MDL) of a KotOR room has other faces than the room now: see
    /// [`keeps_model_of`](crate::kotor::Walkmesh::keeps_model_of).
    pub is_model_stale: bool,
}

impl MendReport {
    /// Whether nothing was mended. Faces that were kept do not count.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        !self.repairs.iter().any(|repair| repair.kind.is_change())
    }
}

impl AnyFile {
    /// Mends the flaws of the floor that the options name, and bakes what the repairs make stale. What no repair
    /// concerns keeps every bit. If it fails, the file is unchanged.
    ///
    /// # Errors
    /// [`EditError`], with the reason.
    pub fn mend(&mut self, options: &MendOptions, bake: &BakeOptions) -> Result<MendReport, EditError> {
        match self {
            Self::Bwm(walkmesh) => {
                let mut after = walkmesh.clone();
                let repairs = after.mend(options)?;
                after.bake_stale().map_err(crate::kotor::EditError::from)?;
                let before = std::mem::replace(walkmesh, after);
                let is_model_stale = !walkmesh.keeps_model_of(&before, [0.0; 3]);
                Ok(MendReport { repairs, notes: Vec::new(), is_model_stale })
            }
            Self::Trn(terrain) => {
                let (walkmesh, repairs, report) = terrain.walkmesh()?.mend(options, &bake.nwn2)?;
                if !report.is_unchanged {
                    terrain.set_walkmesh(walkmesh)?;
                }
                Ok(MendReport { repairs, notes: notes(&report), is_model_stale: false })
            }
            Self::Aswm(walkmesh) => {
                let (after, repairs, report) = walkmesh.mend(options, &bake.nwn2)?;
                *walkmesh = after;
                Ok(MendReport { repairs, notes: notes(&report), is_model_stale: false })
            }
            Self::Lyt(_) | Self::TwoDa(_) | Self::Gff(_) | Self::AiNav(_) | Self::Dof(_) | Self::Bms(_) => {
                Err(Unsupported { operation: Operation::Mend, found: self.kind() }.into())
            }
        }
    }
}

/// What an NWN2 bake changed besides the repairs.
fn notes(done: &crate::nwn2::EditReport) -> Vec<String> {
    let mut report = EditReport::default();
    note(done, &mut report);
    report.notes
}
