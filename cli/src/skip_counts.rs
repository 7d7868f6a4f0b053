//! The count of files in folders that a command skipped, by reason.

use std::fmt;

use serde::Serialize;

/// Why a file in a folder was skipped.
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
    /// It is a GIT beside its TRN. The TRN is baked with it.
    GitOfTrn,
    /// It has the name of a scene of another program, such as a GLB. `convert` and `info` read one that is named.
    Scene,
    /// Neither its bytes nor its name belong to a known format.
    UnknownFormat,
}

/// How many files were skipped, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SkipCounts {
    other_format: usize,
    backup: usize,
    temporary: usize,
    trx_of_trn: usize,
    git_of_trn: usize,
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
            Skip::GitOfTrn => &mut self.git_of_trn,
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
        let Self { other_format, backup, temporary, trx_of_trn, git_of_trn, scene, unknown_format } = *self;
        let reasons = [
            (
                other_format,
                "of a format that this command does not work on",
                "of formats that this command does not work on",
            ),
            (trx_of_trn, "TRX beside its TRN", "TRX beside their TRN"),
            (git_of_trn, "GIT beside its TRN", "GIT beside their TRN"),
            (backup, "backup", "backups"),
            (temporary, "temporary file of an interrupted run", "temporary files of interrupted runs"),
            (scene, "scene of another program", "scenes of other programs"),
            (unknown_format, "of no known format", "of no known format"),
        ];
        let mut separator = "; skipped: ";
        for (count, one, many) in reasons.into_iter().filter(|(count, ..)| *count > 0) {
            write!(f, "{separator}{count} {}", if count == 1 { one } else { many })?;
            separator = ", ";
        }
        Ok(())
    }
}
