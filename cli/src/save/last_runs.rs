//! The records of what the last runs of the command wrote, from which `walkmesh undo` takes it back.
//!
//! Each run that writes has a record of its own in the user's folder for the state of programs: lines of JSON, first the
//! command, then each set of changes as soon as it is done. A run that cannot keep a record writes its files all the same.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, ensure};
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};

use super::change::{Change, remove};

/// How many records are kept.
const MOST: usize = 20;

/// The largest record that is read, in bytes.
const LARGEST: u64 = 1 << 26;

/// The version of a record. Names and meanings change only together with this number.
const VERSION: u32 = 1;

/// The first line of a record.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    record_version: u32,
    command: Vec<String>,
}

/// A change as a line names it, with its folder.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    folder: OsString,
    change: Change,
}

/// What is recorded of the run that is going on.
enum Recording {
    /// Nothing: a program writes, and not the command.
    Off,
    /// The command, which has written nothing yet.
    Waiting(Vec<String>),
    On(File),
}

static RECORDING: Mutex<Recording> = Mutex::new(Recording::Off);

fn set(recording: Recording) {
    *RECORDING.lock().unwrap_or_else(PoisonError::into_inner) = recording;
}

/// Begins the record of a command with its arguments, of which the first is the name of the program.
pub fn begin(arguments: &[OsString]) {
    let arguments = arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    set(Recording::Waiting(iter::once("walkmesh".to_owned()).chain(arguments).collect()));
}

/// Records nothing from now on.
pub fn pause() {
    set(Recording::Off);
}

/// Adds changes that are done.
pub(super) fn add(changes: &[Change]) {
    let mut recording = RECORDING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Recording::Waiting(command) = &*recording {
        *recording = create(command).map_or(Recording::Off, Recording::On);
    }
    let named = |change: &Change| Recorded { folder: change.folder.clone().into(), change: change.clone() };
    if let Recording::On(file) = &mut *recording {
        let written = line(&changes.iter().map(named).collect::<Vec<_>>()).and_then(|line| Ok(file.write_all(&line)?));
        if written.is_err() {
            *recording = Recording::Off;
        }
    }
}

fn line(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// The folder of the records: `WALKMESH_STATE` if that is set, or a folder `walkmesh` where the system keeps the state of
/// programs.
fn folder() -> anyhow::Result<PathBuf> {
    if let Some(folder) = env::var_os("WALKMESH_STATE").filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let system = etcetera::choose_base_strategy().context("the user has no home folder")?;
    Ok(system.state_dir().unwrap_or_else(|| system.data_dir()).join("walkmesh"))
}

/// Creates a record. Its name sorts by time.
fn create(command: &[String]) -> anyhow::Result<File> {
    let folder = folder()?;
    fs::create_dir_all(&folder)?;
    let paths = paths(&folder);
    paths.iter().rev().skip(MOST - 1).for_each(|old| drop(remove(old)));
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
    let path = folder.join(format!("run-{now:020}-{}.jsonl", process::id()));
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(&line(&Header { record_version: VERSION, command: command.to_vec() })?)?;
    Ok(file)
}

/// The records of a folder, the oldest first.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_record = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("run-") && name.ends_with(".jsonl")
    };
    let mut paths: Vec<PathBuf> = entries.filter(is_record).collect();
    paths.sort();
    paths
}

/// What a run wrote.
pub struct RunRecord {
    /// The file of the record.
    pub path: PathBuf,
    /// The command with its arguments.
    pub command: Vec<String>,
    /// The sets of changes, in the order in which they were done.
    pub sets: Vec<Vec<Change>>,
}

impl RunRecord {
    /// The record of the most recent run whose files can still be taken back; `None` if no record is left.
    pub fn last() -> anyhow::Result<Option<Self>> {
        let Some(path) = paths(&folder()?).pop() else { return Ok(None) };
        Self::read(&path)
            .with_context(|| format!("{}: this record cannot be used; remove it", path.display()))
            .map(Some)
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        ensure!(fs::metadata(path)?.len() <= LARGEST, "it is larger than {LARGEST} bytes");
        let text = fs::read_to_string(path)?;
        // A line without an end is of a run that was killed while it wrote the line.
        let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let header: Header = serde_json::from_str(lines.next().context("it is empty")?)?;
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
        Ok(Self { path: path.to_owned(), command: header.command, sets: lines.map(set).collect::<Result<_, _>>()? })
    }

    /// Removes the record, because its changes are taken back.
    pub fn forget(&self) -> anyhow::Result<()> {
        remove(&self.path).with_context(|| self.path.display().to_string())
    }
}
