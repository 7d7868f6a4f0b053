//! The command `walkmesh undo`: undoes the last run in a folder.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use walkmesh::counted;

use crate::location::FileLocation;
use crate::output::{Answer, Outcome, Report};
use crate::save::{RunRecord, ensure_can_be_taken_back, resolved, take_back};

/// Undo the last command in this folder: restore replaced files and remove created ones
///
/// The last command is the one whose files are in the current folder or below. Nothing is changed unless every file is as that
/// command left it, and every file that it replaced has its backup. Files replaced with --force or --no-backup have no backup, so
/// this cannot be undone. Files that belong together are restored all or none. A command that should have written files but changed none is
/// included: nothing is undone for it. Commands that only read are ignored. A command that is still running is not undone. The last 20
/// commands are recorded.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    walkmesh edit room.wok --remove 12 --in-place && walkmesh undo\n  \
    walkmesh undo --dry-run\n  \
    walkmesh undo --list\n\n\
    The records of written files are in the user's state folder (on Linux ~/.local/state/walkmesh), or in the folder that the \
    environment variable WALKMESH_STATE names. A folder into which other users may write is refused.")]
pub struct Undo {
    /// A file or folder. The last command that wrote it, or wrote in it or below, is undone. Default: the current folder
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Undo the last command, wherever it wrote
    #[arg(long, conflicts_with = "path")]
    any: bool,
    /// List the recorded commands, newest first
    #[arg(long, conflicts_with_all = ["path", "any", "skip", "dry_run"])]
    list: bool,
    /// Forget that command and keep its files. The next `undo` undoes the command before
    #[arg(long, conflicts_with = "dry_run")]
    skip: bool,
    /// Report what would be undone, and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// The answer if no command is known.
const NOTHING: &str = "There is nothing to take back.";

impl Undo {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        if self.list {
            return list(report);
        }
        let (chosen, last) = self.chosen()?;
        let summary = |command: Option<&[String]>, files: usize, elsewhere: Option<&Value>, text| {
            let (dry_run, skipped) = (self.dry_run, self.skip);
            let json = json!({ "command": command, "files": files, "dry_run": dry_run, "skipped_command": skipped, "elsewhere": elsewhere });
            Answer(json, text)
        };
        let Some(record) = chosen else {
            report.add(Outcome::Found);
            let elsewhere = last.as_ref().map(known);
            let text = match &elsewhere {
                None => NOTHING.to_owned(),
                Some(Answer(_, last)) => format!(
                    "There is nothing to take back here. The last command wrote elsewhere, and `walkmesh undo --any` takes it back:\n{last}"
                ),
            };
            return report.summary(&summary(None, 0, elsewhere.as_ref().map(|last| &last.0), text));
        };
        ensure!(
            !record.is_running,
            "the last command is still running, and nothing was taken back; wait until it has ended: {}",
            record.command.join(" ")
        );
        if !self.skip {
            for set in &record.sets {
                ensure_can_be_taken_back(set).context(
                    "nothing was taken back; `walkmesh undo --skip` leaves this command as it is, and the next `undo` takes \
                     back the one before",
                )?;
            }
        }
        if !self.dry_run {
            if !self.skip {
                record.sets.iter().rev().try_for_each(|set| take_back(set))?;
            }
            record.forget()?;
        }
        let mut files = 0;
        for change in record.sets.iter().flatten().filter(|_| !self.skip) {
            files += 1;
            let action = if change.before.is_some() { "put_back" } else { "removed" };
            let file = FileLocation::from(change.target().as_path());
            let text = format!("{:<8}  {file}", action.replace('_', " "));
            report.result(&Answer(json!({ "file": file, "action": action }), text))?;
        }
        let done = match (self.skip, self.dry_run, files) {
            (true, ..) => "Forgotten, and its files stay as they are",
            (_, _, 0) => "Nothing to take back, because this command changed no file",
            (_, true, _) => "This would take back",
            (_, false, _) => "Taken back",
        };
        let text = format!("{done}: {}", record.command.join(" "));
        report.summary(&summary(Some(&record.command), files, None, text))
    }

    /// The command to undo; by default the last command.
    fn chosen(&self) -> anyhow::Result<(Option<RunRecord>, Option<RunRecord>)> {
        let place = if self.any { None } else { Some(self.place()?) };
        let mut last = None;
        for record in RunRecord::newest_first()? {
            let record = record?;
            let is_inside = |output: &PathBuf| place.as_ref().is_none_or(|place| output.starts_with(place));
            if record.outputs().all(|output| is_inside(&output)) {
                return Ok((Some(record), None));
            }
            if record.outputs().any(|output| is_inside(&output)) {
                bail!(
                    "the last command wrote here and elsewhere, and nothing was taken back; `walkmesh undo {}` takes back all of \
                     it: {}",
                    FileLocation::from(record.folder()),
                    record.command.join(" ")
                );
            }
            last.get_or_insert(record);
        }
        Ok((None, last))
    }

    /// The file or folder whose last command is meant.
    fn place(&self) -> anyhow::Result<PathBuf> {
        let path = self.path.as_deref().unwrap_or(Path::new("."));
        // A file that was removed since still has a name.
        path.canonicalize().or_else(|_| resolved(path)).with_context(|| path.display().to_string())
    }
}

fn list(report: &mut Report) -> anyhow::Result<()> {
    let mut commands = 0;
    for record in RunRecord::newest_first()? {
        match record {
            Ok(record) => {
                commands += 1;
                report.result(&known(&record))?;
            }
            Err(error) => report.fail(&error),
        }
    }
    let text =
        if commands == 0 { NOTHING.to_owned() } else { format!("{} can be taken back", counted(commands, "command")) };
    report.summary(&Answer(json!({ "commands": commands }), text))
}

/// A recorded command, and the innermost folder that contains all its files.
fn known(record: &RunRecord) -> Answer {
    let (folder, files, seconds) =
        (FileLocation::from(record.folder()), record.sets.iter().flatten().count(), record.age().as_secs());
    let minutes = seconds / 60;
    let age = match (record.is_running, minutes / 60) {
        (true, _) => "still running".to_owned(),
        (false, 0) => format!("{minutes} min ago"),
        (false, hours @ 1..48) => format!("{hours} h ago"),
        (false, hours) => format!("{} days ago", hours / 24),
    };
    let text = format!("{}\n  {} in {folder}, {age}", record.command.join(" "), counted(files, "file"));
    let json = json!({
        "command": record.command, "folder": folder, "files": files, "seconds_ago": seconds, "running": record.is_running
    });
    Answer(json, text)
}
