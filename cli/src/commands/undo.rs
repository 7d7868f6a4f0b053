//! The command `walkmesh undo`: takes back what the last run in a folder wrote.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::Serialize;
use walkmesh::counted;

use crate::file_name::FileName;
use crate::output::{Outcome, Report};
use crate::save::{RunRecord, ensure_can_be_taken_back, resolved, take_back};

/// Take back what the last command wrote in this folder: files that it replaced are as they were, and files that it made are removed
///
/// The last command is the one whose files lie in the current folder or below. Nothing is changed unless every file is as that
/// command left it, and every file that it replaced has its backup. What a command replaced with --force or --no-backup has no
/// backup, so it cannot be taken back. Files that belong together are put back all or none. A command that was to write files and
/// changed none counts: nothing is taken back then. Commands that only read do not count. A command that is still running is left
/// alone. The last 20 commands are known.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    walkmesh edit room.wok --remove 12 --in-place && walkmesh undo\n  \
    walkmesh undo --dry-run\n  \
    walkmesh undo --list\n\n\
    The records of what commands wrote lie in the user's folder for the state of programs (on Linux ~/.local/state/walkmesh), or \
    in the folder that the environment variable WALKMESH_STATE names. A folder into which other users may write is refused.")]
pub struct Undo {
    /// A file or a folder. The last command that wrote it, or in this folder or below, is taken back. Default: the current folder
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Take back the last command of all, wherever it wrote
    #[arg(long, conflicts_with = "path")]
    any: bool,
    /// List the known commands, the last first
    #[arg(long, conflicts_with_all = ["path", "any", "skip", "dry_run"])]
    list: bool,
    /// Forget that command and leave its files as they are. The next `undo` takes back the command before
    #[arg(long, conflicts_with = "dry_run")]
    skip: bool,
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

/// A command that is known.
#[derive(Serialize)]
struct Known {
    command: Vec<String>,
    /// The innermost folder that has all its files.
    folder: FileName,
    files: usize,
    seconds_ago: u64,
    running: bool,
}

/// The number of commands that are known.
#[derive(Serialize)]
struct KnownTotal {
    commands: usize,
}

/// The run whose files are taken back.
#[derive(Serialize)]
struct Summary {
    /// The command with its arguments; `null` if there is nothing to take back.
    command: Option<Vec<String>>,
    files: usize,
    dry_run: bool,
    /// True if the command is forgotten, and its files stay.
    skipped_command: bool,
    /// The last command, which wrote elsewhere, if there is nothing to take back here.
    elsewhere: Option<Known>,
}

impl Undo {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        if self.list {
            return list(report);
        }
        let (chosen, last) = self.chosen()?;
        let summary = |command, files, elsewhere| Summary {
            command,
            files,
            dry_run: self.dry_run,
            skipped_command: self.skip,
            elsewhere,
        };
        let Some(record) = chosen else {
            report.add(Outcome::Found);
            return report.summary(&summary(None, 0, last.as_ref().map(Known::from)));
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
            report.result(&TakenBack { file: change.target().as_path().into(), action })?;
        }
        report.summary(&summary(Some(record.command), files, None))
    }

    /// The command to take back, or without one the last command.
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
                    FileName::from(record.folder()),
                    record.command.join(" ")
                );
            }
            last.get_or_insert(record);
        }
        Ok((None, last))
    }

    /// The file or folder of which the last command is meant.
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
                report.result(&Known::from(&record))?;
            }
            Err(error) => report.fail(&error),
        }
    }
    report.summary(&KnownTotal { commands })
}

impl From<&RunRecord> for Known {
    fn from(record: &RunRecord) -> Self {
        Self {
            command: record.command.clone(),
            folder: record.folder().into(),
            files: record.sets.iter().flatten().count(),
            seconds_ago: record.age().as_secs(),
            running: record.is_running,
        }
    }
}

impl fmt::Display for TakenBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<8}  {}", self.action.replace('_', " "), self.file)
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, folder, files, seconds_ago, running } = self;
        let minutes = seconds_ago / 60;
        let age = match (running, minutes / 60) {
            (true, _) => "still running".to_owned(),
            (false, 0) => format!("{minutes} min ago"),
            (false, hours @ 1..48) => format!("{hours} h ago"),
            (false, hours) => format!("{} days ago", hours / 24),
        };
        write!(f, "{}\n  {} in {folder}, {age}", command.join(" "), counted(*files, "file"))
    }
}

impl fmt::Display for KnownTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.commands {
            0 => f.write_str("There is nothing to take back."),
            commands => write!(f, "{} can be taken back", counted(commands, "command")),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, files, dry_run, skipped_command, elsewhere } = self;
        let Some(command) = command else {
            let Some(last) = elsewhere else { return f.write_str("There is nothing to take back.") };
            return write!(
                f,
                "There is nothing to take back here. The last command wrote elsewhere, and `walkmesh undo --any` takes it back:\n{last}"
            );
        };
        let done = match (skipped_command, dry_run, files) {
            (true, ..) => "Forgotten, and its files stay as they are",
            (_, _, 0) => "Nothing to take back, because this command changed no file",
            (_, true, _) => "This would take back",
            (_, false, _) => "Taken back",
        };
        write!(f, "{done}: {}", command.join(" "))
    }
}
