//! The count of files in folders that a command skipped, by reason.

use std::fmt;

use serde::Serialize;
use walkmesh::counted;

/// The reason why a file in a folder was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The command does not work on its format, such as a DOF for `check`.
    OtherFormat,
    /// It has the name of a backup.
    Backup,
    /// It has the name of a temporary file, which an interrupted run left.
    Temporary,
    /// It is a TRX beside its TRN. The TRN is baked instead.
    TrxOfTrn,
    /// It has the name of a scene of another program, such as a GLB. `convert` and `info` read one that is named.
    Scene,
    /// Neither its bytes nor its name belong to a known format.
    UnknownFormat,
}

/// The numbers of files that were skipped, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SkipCounts {
    other_format: usize,
    backup: usize,
    temporary: usize,
    trx_of_trn: usize,
    scene: usize,
    unknown_format: usize,
}

impl SkipCounts {
    pub fn add(&mut self, skip: Skip) {
        *match skip {
            Skip::OtherFormat => &mut self.other_format,
            Skip::Backup => &mut self.backup,
            Skip::Temporary => &mut self.temporary,
            Skip::TrxOfTrn => &mut self.trx_of_trn,
            Skip::Scene => &mut self.scene,
            Skip::UnknownFormat => &mut self.unknown_format,
        } += 1;
    }

    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Prints the end of a sentence; nothing if no file was skipped.
impl fmt::Display for SkipCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { other_format, backup, temporary, trx_of_trn, scene, unknown_format } = *self;
        let reasons = [
            (other_format, "", " of a format that this command does not work on"),
            (trx_of_trn, "TRX file", " beside a TRN"),
            (backup, "backup", ""),
            (temporary, "temporary file", " of an interrupted run"),
            (scene, "scene", " of another program"),
            (unknown_format, "", " of no known format"),
        ];
        let mut separator = "; skipped: ";
        for (count, what, which) in reasons.into_iter().filter(|(count, ..)| *count > 0) {
            let files = if what.is_empty() { count.to_string() } else { counted(count, what) };
            write!(f, "{separator}{files}{which}")?;
            separator = ", ";
        }
        Ok(())
    }
}
