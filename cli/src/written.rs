//! The loop of commands that make a new file from each input: the work on all cores, the writing, and the report.

use std::fmt;

use serde::Serialize;
use walkmesh::any::Kind;

use crate::destination::{Destination, Rename};
use crate::file_name::FileName;
use crate::input::{Input, Source, each_file, progress};
use crate::output::Report;
use crate::skipped::Skipped;

/// A written file, and what the command reports about it.
#[derive(Serialize)]
pub struct Written<T> {
    pub file: FileName,
    pub output: FileName,
    pub backup: Option<FileName>,
    pub bytes: usize,
    /// Whether the result differs from the input. An equal result does not overwrite its input.
    pub changed: bool,
    #[serde(flatten)]
    pub about: T,
}

/// The totals of all files.
#[derive(Serialize)]
struct Total {
    files: usize,
    changed: usize,
    failed: usize,
    skipped: Skipped,
}

/// Makes a new file from each file of a format that the command works on, and writes it to its target.
pub fn write_each<T: Serialize + fmt::Display + Send>(
    sources: Vec<Source>,
    destination: &Destination,
    rename: Rename,
    works_on: fn(Kind) -> bool,
    report: &mut Report,
    make: impl Fn(&Input) -> anyhow::Result<(Vec<u8>, T)> + Sync,
) -> anyhow::Result<()> {
    if destination.is_standard_output() {
        report.leave_standard_output();
    }
    let targets = destination.targets(sources, rename, report)?;
    let (sources, paths): (Vec<_>, Vec<_>) = targets.jobs.into_iter().unzip();
    let mut total = Total { files: 0, changed: 0, failed: 0, skipped: Skipped::default() };
    let done = each_file(
        &sources,
        &progress(),
        report,
        works_on,
        |index, input| {
            let (input, target) = (input?, &paths[index]);
            let (bytes, about) = make(&input)?;
            let changed = bytes != input.bytes;
            let untouched = !changed && target.is_over(&input.path);
            let backup = if untouched { None } else { target.write(&input.path, &bytes)? };
            Ok(Written {
                file: input.name(),
                output: FileName::from(target.path.as_path()),
                backup: backup.map(FileName::from),
                bytes: bytes.len(),
                changed,
                about,
            })
        },
        |written, report| {
            total.files += 1;
            total.changed += usize::from(written.changed);
            report.result(&written)
        },
    );
    targets.new_folders.remove_empty();
    done?;
    total.failed = report.problems();
    total.files += total.failed;
    total.skipped = report.skipped();
    report.summary(&total)
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, changed, failed, skipped } = self;
        // A single file needs no totals.
        if *files < 2 && skipped.is_none() {
            return Ok(());
        }
        write!(f, "{files} file{}: {changed} changed", if *files == 1 { "" } else { "s" })?;
        if *failed > 0 {
            write!(f, ", {failed} failed")?;
        }
        write!(f, "{skipped}")
    }
}

impl<T: fmt::Display> fmt::Display for Written<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, output, backup, bytes, changed, about } = self;
        match changed {
            true if file == output => write!(f, "{file}: changed, {bytes} bytes")?,
            false if file == output => write!(f, "{file}: nothing to change")?,
            true => write!(f, "{file}: changed, {bytes} bytes, to {output}")?,
            false => write!(f, "{file}: nothing to change, copied to {output}")?,
        }
        if let Some(backup) = backup {
            write!(f, ", backup {backup}")?;
        }
        let about = about.to_string();
        about.lines().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
