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
}

/// The note on a room whose faces changed.
pub const MODEL_IS_STALE: &str = "the room's model (.mdl) has a tree of the same faces for the camera, which is as before: \
                                  export the model anew if the change is large";

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
                *walkmesh = after;
                let is_stale = walkmesh.kind().is_room() && !repairs.is_empty();
                Ok(MendReport { repairs, notes: is_stale.then(|| MODEL_IS_STALE.to_owned()).into_iter().collect() })
            }
            Self::Trn(terrain) => {
                let (walkmesh, repairs, report) = terrain.walkmesh()?.mend(options, &bake.nwn2)?;
                if !report.is_unchanged {
                    terrain.set_walkmesh(walkmesh)?;
                }
                Ok(MendReport { repairs, notes: notes(&report) })
            }
            Self::Aswm(walkmesh) => {
                let (after, repairs, report) = walkmesh.mend(options, &bake.nwn2)?;
                *walkmesh = after;
                Ok(MendReport { repairs, notes: notes(&report) })
            }
            Self::Lyt(_) | Self::TwoDa(_) | Self::AiNav(_) | Self::Dof(_) | Self::Bms(_) => {
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
