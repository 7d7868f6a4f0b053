//! The command `walkmesh undo`: takes back what the last run wrote.

use std::fmt;

use anyhow::Context;
use serde::Serialize;

use crate::file_name::FileName;
use crate::output::{Outcome, Report};
use crate::save::{RunRecord, ensure_can_be_taken_back, take_back};

/// Take back what the last command wrote: files that it replaced are as they were, and files that it made are removed
///
/// Nothing is changed unless every file is as that command left it, and every file that it replaced has its backup. What a
/// command replaced with --force or --no-backup has no backup, so it cannot be taken back. Files that belong together are put
/// back all or none. Commands that changed no file do not count; the next `undo` takes back the command before. The last 20
/// are known.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    walkmesh edit room.wok --remove 12 --in-place && walkmesh undo\n  \
    walkmesh undo --dry-run\n\n\
    The records of what commands wrote lie in the user's folder for the state of programs (on Linux ~/.local/state/walkmesh), or \
    in the folder that the environment variable WALKMESH_STATE names.")]
pub struct Undo {
    /// Say what would be taken back, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// A file that is taken back.
#[derive(Serialize)]
struct TakenBack {
    file: FileName,
    /// `put_back`: it has its earlier bytes; `removed`: it did not exist before.
    action: &'static str,
}

/// The run whose files are taken back.
#[derive(Serialize)]
struct Summary {
    /// The command with its arguments; `null` if there is nothing to take back.
    command: Option<Vec<String>>,
    files: usize,
    dry_run: bool,
}

impl Undo {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let Some(record) = RunRecord::last()? else {
            report.add(Outcome::Found);
            return report.summary(&Summary { command: None, files: 0, dry_run: self.dry_run });
        };
        for set in &record.sets {
            ensure_can_be_taken_back(set).with_context(|| {
                let record = record.path.display();
                format!("nothing was taken back; to leave this command as it is and go on to the one before, remove {record}")
            })?;
        }
        if !self.dry_run {
            record.sets.iter().rev().try_for_each(|set| take_back(set))?;
            record.forget()?;
        }
        let mut files = 0;
        for change in record.sets.iter().flatten() {
            files += 1;
            let action = if change.before.is_some() { "put_back" } else { "removed" };
            report.result(&TakenBack { file: change.target().as_path().into(), action })?;
        }
        report.summary(&Summary { command: Some(record.command), files, dry_run: self.dry_run })
    }
}

impl fmt::Display for TakenBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<8}  {}", self.action.replace('_', " "), self.file)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.command, self.dry_run) {
            (None, _) => write!(f, "There is nothing to take back."),
            (Some(command), true) => write!(f, "This would take back: {}", command.join(" ")),
            (Some(command), false) => write!(f, "Taken back: {}", command.join(" ")),
        }
    }
}
