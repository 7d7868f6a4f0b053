//! Recording of what the command writes, so that `walkmesh undo` can undo it. A run that cannot keep a record still writes its files,
//! unless several of them belong together.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::iter;
use std::mem;
use std::path::PathBuf;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use super::change::{Change, remove};
use super::run_record::{first_line, name, paths, set_line};
use super::state;
use crate::lock::try_lock;
use crate::run::Run;

/// Number of records that are kept.
const MOST: usize = 20;

/// The recording of a run.
#[derive(Default)]
enum Recording {
    /// No record, because a program writes, not the command.
    #[default]
    Off,
    /// The command, and the files that it should write. It has changed nothing yet.
    Waiting(Vec<String>, BTreeSet<PathBuf>),
    /// The record, which stays locked until the run ends.
    On(File),
}

/// Begins the record of a command with its arguments, of which the first is the name of the program.
pub fn begin(arguments: &[OsString]) {
    let arguments = arguments.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let command = iter::once("walkmesh".to_owned()).chain(arguments).collect();
    Run::remembered(|recording| *recording = Recording::Waiting(command, BTreeSet::new()));
}

/// Ends the record. A command that should have written files but changed none has a record, too: `undo` then undoes nothing, rather than
/// the previous command.
pub fn end() {
    if let Recording::Waiting(command, outputs) = Run::remembered(mem::take::<Recording>)
        && !outputs.is_empty()
    {
        // Without a record, `undo` says which command it takes back.
        drop(create(&command, &outputs.into_iter().collect::<Vec<_>>()));
    }
}

/// Notes a file that the command should write, or the folder of the files.
pub(super) fn intend(path: PathBuf) {
    Run::remembered(|recording| {
        if let Recording::Waiting(_, outputs) = recording {
            outputs.insert(path);
        }
    });
}

/// Adds changes that are done.
pub(super) fn add(changes: &[Change]) {
    Run::remembered(|recording: &mut Recording| {
        if let Recording::Waiting(command, _) = &*recording {
            *recording = create(command, &[]).map_or(Recording::Off, Recording::On);
        }
        if let Recording::On(file) = recording {
            let written = set_line(changes).and_then(|line| Ok(file.write_all(&line)?));
            if written.is_err() {
                *recording = Recording::Off;
            }
        }
    });
}

/// Creates a record, and locks it.
fn create(command: &[String], unchanged: &[PathBuf]) -> anyhow::Result<File> {
    let folder = state::folder()?;
    paths(&folder).iter().rev().skip(MOST - 1).for_each(|old| drop(remove(old)));
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(folder.join(name(now, process::id())))?;
    // Without locks, `undo` cannot detect that the run is still in progress.
    let _ = try_lock(&file);
    file.write_all(&first_line(command, unchanged)?)?;
    Ok(file)
}
