//! The record of a run's changes, with which `walkmesh undo` undoes them.
//!
//! Each run that writes has its own record in the user's folder for the state of programs: lines of JSON, first the
//! command, then each set of changes as soon as it is done. A run holds the lock of its record until it ends.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::change::{Change, remove};
use super::state;
use crate::lock::try_lock;

/// The maximum record that is read, in bytes.
const LARGEST: u64 = 1 << 26;

/// The version of a record. Names and meanings change only together with this number.
const VERSION: u32 = 1;

/// The first line of a record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    record_version: u32,
    command: Vec<String>,
    /// The files that the run should have written, if it changed none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unchanged: Vec<OsString>,
}

/// A change as stored in a line, with its folder.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    folder: OsString,
    change: Change,
}

/// The first line of the record of a command, and the files that it should have written if it changed none.
pub fn first_line(command: &[String], unchanged: &[PathBuf]) -> anyhow::Result<Vec<u8>> {
    let unchanged = unchanged.iter().map(|path| path.as_os_str().to_owned()).collect();
    line(&Header { record_version: VERSION, command: command.to_vec(), unchanged })
}

/// The line of a set of changes.
pub fn set_line(changes: &[Change]) -> anyhow::Result<Vec<u8>> {
    let named = |change: &Change| Recorded { folder: change.folder.clone().into(), change: change.clone() };
    line(&changes.iter().map(named).collect::<Vec<_>>())
}

fn line(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// The name of the record of a run, from the time of its first write. Sorting the names sorts by time.
pub fn name(now: Duration, process: u32) -> String {
    format!("run-{:020}-{process}.jsonl", now.as_nanos())
}

/// The records of a folder, the oldest first.
pub fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| nanoseconds(path).is_some()).collect();
    paths.sort();
    paths
}

/// The time of a run's first write, from the name of its record; `None` for another file.
fn nanoseconds(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?.strip_prefix("run-")?.strip_suffix(".jsonl")?;
    name.split('-').next()?.parse().ok()
}

/// The record of a run's changes.
pub struct RunRecord {
    /// The file of the record.
    path: PathBuf,
    /// The command with its arguments.
    pub command: Vec<String>,
    /// The sets of changes, in the order in which they were done.
    pub sets: Vec<Vec<Change>>,
    /// The files that the run should have written, if it changed none.
    unchanged: Vec<PathBuf>,
    /// True if the run has not ended yet.
    pub is_running: bool,
}

impl RunRecord {
    /// The records that can still be undone, newest first, and the reason if one cannot be read.
    pub fn newest_first() -> anyhow::Result<impl Iterator<Item = anyhow::Result<Self>>> {
        let read = |path: PathBuf| {
            let record = Self::read(&path);
            record.with_context(|| format!("{}: this record cannot be used; remove it", path.display())).transpose()
        };
        Ok(paths(&state::folder()?).into_iter().rev().filter_map(read))
    }

    /// Reads a record; `None` if its run was killed before it wrote anything.
    fn read(path: &Path) -> anyhow::Result<Option<Self>> {
        let file = File::open(path)?;
        // Without locks, a running command looks like one that has ended.
        let is_running = !try_lock(&file).unwrap_or(true);
        ensure!(file.metadata()?.len() <= LARGEST, "it is larger than {LARGEST} bytes");
        let text = fs::read_to_string(path)?;
        // A line without a line ending is from a run that was killed while writing it.
        let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        if text.is_empty() {
            return Ok(None);
        }
        let header: Header = serde_json::from_str(lines.next().context("its first line is cut off")?)?;
        let version = header.record_version;
        ensure!(version == VERSION, "it has the version {version}, and this program knows only version {VERSION}");
        let set = |line: &str| -> anyhow::Result<Vec<Change>> {
            let recorded: Vec<Recorded> = serde_json::from_str(line)?;
            let changes =
                recorded.into_iter().map(|Recorded { folder, change }| Change { folder: folder.into(), ..change });
            let changes: Vec<Change> = changes.collect();
            ensure!(changes.iter().all(Change::is_plain), "it names files that no run of walkmesh would name");
            Ok(changes)
        };
        let record = Self {
            path: path.to_owned(),
            command: header.command,
            sets: lines.map(set).collect::<Result<_, _>>()?,
            unchanged: header.unchanged.into_iter().map(PathBuf::from).collect(),
            is_running,
        };
        let has_outputs = record.outputs().next().is_some();
        Ok(has_outputs.then_some(record))
    }

    /// The files that the run wrote, or should have written.
    pub fn outputs(&self) -> impl Iterator<Item = PathBuf> {
        self.sets.iter().flatten().map(Change::target).chain(self.unchanged.iter().cloned())
    }

    /// The innermost folder that has all these files.
    pub fn folder(&self) -> PathBuf {
        let mut outputs = self.outputs();
        let mut folder = outputs.next().unwrap_or_default();
        if !folder.is_dir() {
            folder.pop();
        }
        outputs.for_each(|output| while !output.starts_with(&folder) && folder.pop() {});
        folder
    }

    /// Time since the run first wrote.
    pub fn age(&self) -> Duration {
        let at = UNIX_EPOCH + Duration::from_nanos(nanoseconds(&self.path).unwrap_or_default());
        SystemTime::now().duration_since(at).unwrap_or_default()
    }

    /// Removes the record, because its changes are undone or should stay.
    pub fn forget(&self) -> anyhow::Result<()> {
        remove(&self.path).with_context(|| self.path.display().to_string())
    }
}
