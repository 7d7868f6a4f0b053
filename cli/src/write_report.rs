//! The loop of commands that make a new file from each input: the work on all cores, the writing, and the report.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde::Serialize;
use walkmesh::level::Kind;

use crate::beside::Beside;
use crate::destination::{Destination, Rename};
use crate::input::{Input, Source, each_file, progress};
use crate::location::FileLocation;
use crate::models;
use crate::output::Report;
use crate::save::NewMembers;
use crate::skip_counts::SkipCounts;

/// A written file, and what the command reports about it.
#[derive(Serialize)]
pub struct WriteReport<T> {
    pub file: FileLocation,
    pub output: FileLocation,
    pub backup: Option<FileLocation>,
    pub bytes: usize,
    /// True if the result differs from the input. An equal result does not overwrite its input.
    pub changed: bool,
    /// True if the output was written. It is not written if it already has the result's bytes.
    pub written: bool,
    /// Time that the file took, in seconds; only if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    #[serde(flatten)]
    pub about: Option<T>,
    /// Further notes for the reader; `None` for a command without notes, or with notes in `about`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// True if the result is queued until its archive is written.
    #[serde(skip)]
    pub waits: bool,
    /// True if the output is not needed, because the archive has the same file.
    #[serde(skip)]
    pub left_out: bool,
    /// True if the model of a room no longer matches it.
    #[serde(skip)]
    pub is_model_stale: bool,
}

/// The result of a command for a file.
pub struct NewFile<T = Nothing> {
    pub bytes: Vec<u8>,
    /// Further files. All are written or none.
    pub beside: Vec<Beside>,
    pub about: Option<T>,
    pub notes: Option<Vec<String>>,
    /// True if a room matches its model, which is not written, so no note about stale models is needed.
    pub fits_model: bool,
}

impl<T> From<(Vec<u8>, T)> for NewFile<T> {
    fn from((bytes, about): (Vec<u8>, T)) -> Self {
        Self { bytes, beside: Vec::new(), about: Some(about), notes: None, fits_model: false }
    }
}

/// The totals of all files.
#[derive(Serialize)]
struct Total<S> {
    files: usize,
    changed: usize,
    /// The changed files that were written, as counted in the text.
    #[serde(skip)]
    rewritten: usize,
    failed: usize,
    skipped: SkipCounts,
    /// The command's report on all files.
    #[serde(flatten)]
    about: Option<S>,
}

/// A command without further totals in its report.
#[derive(Serialize)]
pub enum Nothing {}

impl fmt::Display for Nothing {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// The way in which a command makes new files.
pub struct Writing<'d> {
    pub destination: &'d Destination,
    pub rename: Rename,
    pub works_on: fn(Kind) -> bool,
    /// True if each result includes its time.
    pub time: bool,
}

impl Writing<'_> {
    /// Makes a new file from each file of a format that the command works on, and writes it to its target.
    pub fn each<T: Serialize + fmt::Display + Send, M: Into<NewFile<T>>>(
        &self,
        sources: Vec<Source>,
        report: &mut Report,
        make: impl Fn(&Input) -> anyhow::Result<M> + Sync,
    ) -> anyhow::Result<()> {
        self.each_with(sources, report, make, || None::<Nothing>)
    }

    /// Like [`each`](Self::each), with a report about all files after the totals.
    pub fn each_with<T: Serialize + fmt::Display + Send, M: Into<NewFile<T>>, S: Serialize + fmt::Display>(
        &self,
        sources: Vec<Source>,
        report: &mut Report,
        make: impl Fn(&Input) -> anyhow::Result<M> + Sync,
        about: impl FnOnce() -> Option<S>,
    ) -> anyhow::Result<()> {
        let Self { destination, rename, works_on, time } = *self;
        report.leave_to(destination.output());
        let targets = destination.targets(sources, rename, report)?;
        let (sources, paths): (Vec<_>, Vec<_>) = targets.jobs.into_iter().unzip();
        let mut total =
            Total { files: 0, changed: 0, rewritten: 0, failed: 0, skipped: SkipCounts::default(), about: None };
        let mut tell = |written: WriteReport<T>, report: &mut Report| {
            if written.is_model_stale {
                report.note(models::STALE);
            }
            total.files += 1;
            total.changed += usize::from(written.changed);
            total.rewritten += usize::from(written.changed && written.written);
            report.result(&written)
        };
        let (members, mut waiting) = (Mutex::new(NewMembers::default()), Vec::new());
        let members_now = || members.lock().unwrap_or_else(PoisonError::into_inner);
        let done = each_file(
            &sources,
            &progress(),
            report,
            works_on,
            |index, input| {
                let (input, target) = (input?, &paths[index]);
                let start = time.then(Instant::now);
                let NewFile { bytes, beside, about, notes, fits_model } = make(&input)?.into();
                let changed = bytes != input.bytes;
                let left_out = !changed && destination.leaves_out(&sources[index], target);
                let written = !left_out && !target.holds(&input, &bytes);
                let waits = written
                    && beside.is_empty()
                    && target.keep(&input.path, &input.bytes, &bytes, &mut members_now())?;
                let own = (written && !waits).then_some(bytes.as_slice());
                let backup = target.write_with(&input.path, &input.bytes, own, &beside)?;
                let has_model = beside.iter().any(|beside| matches!(beside, Beside::Edited { .. }));
                Ok(WriteReport {
                    file: input.name(),
                    output: FileLocation::from(&target.path),
                    backup: backup.map(FileLocation::from),
                    bytes: bytes.len(),
                    changed,
                    written,
                    seconds: start.map(|start| start.elapsed().as_secs_f64()),
                    about,
                    notes,
                    waits,
                    left_out,
                    is_model_stale: changed && !has_model && !fits_model && models::is_stale(&input.bytes, &bytes),
                })
            },
            |written, report| {
                if written.waits {
                    waiting.push(written);
                    return Ok(());
                }
                tell(written, report)
            },
        );
        targets.new_folders.remove_empty();
        done?;
        members.into_inner().unwrap_or_else(PoisonError::into_inner).write()?;
        waiting.into_iter().try_for_each(|written| tell(written, report))?;
        total.failed = report.problems().len();
        total.files += total.failed;
        total.skipped = report.skipped();
        total.about = about();
        report.summary(&total)
    }
}

impl<S: fmt::Display> fmt::Display for Total<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, rewritten, failed, skipped, about, .. } = self;
        // A single file needs no totals.
        if *files < 2 && skipped.is_none() {
            return Ok(());
        }
        write!(f, "{}: {rewritten} changed", walkmesh::counted(*files, "file"))?;
        if *failed > 0 {
            write!(f, ", {failed} failed")?;
        }
        write!(f, "{skipped}")?;
        match about.as_ref().map(S::to_string).filter(|about| !about.is_empty()) {
            Some(about) => write!(f, "\n{about}"),
            None => Ok(()),
        }
    }
}

impl<T: fmt::Display> fmt::Display for WriteReport<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, output, backup, bytes, changed, written, left_out, seconds, about, notes, .. } = self;
        match (changed, written) {
            (true, true) if file == output => write!(f, "{file}: changed, {bytes} bytes")?,
            (false, _) if file == output => write!(f, "{file}: nothing to change")?,
            _ if *left_out => write!(f, "{file}: nothing to change, so it is not copied")?,
            (_, false) => write!(f, "{file}: nothing to change in {output}")?,
            (true, true) => write!(f, "{file}: changed, {bytes} bytes, to {output}")?,
            (false, true) => write!(f, "{file}: nothing to change, copied to {output}")?,
        }
        if let Some(backup) = backup {
            write!(f, ", backup {backup}")?;
        }
        if let Some(seconds) = seconds {
            write!(f, ", {seconds:.3} s")?;
        }
        let texts = about.iter().map(T::to_string).chain(notes.iter().flatten().cloned());
        texts.into_iter().try_for_each(|text| text.lines().try_for_each(|line| write!(f, "\n  {line}")))
    }
}
