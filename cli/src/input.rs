//! The input files of a command: the named files, and the files of a known format in the named folders.

use std::fs;
use std::io::{self, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Context, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use walkmesh::level::{Archive, Kind, OpenError};

use crate::backup;
use crate::exchange_format::ExchangeFormat;
use crate::limits;
use crate::location::FileLocation;
use crate::output::{NothingThere, Report};
use crate::run::Run;
use crate::skip_counts::Skip;
use crate::storage;
use crate::temporary;

/// Number of files that are processed before their results are printed: enough to keep all cores busy, few enough for their
/// results to fit in memory.
const BATCH: usize = 64;

/// A file's bytes and their format.
pub struct Input {
    pub path: FileLocation,
    pub kind: Kind,
    pub bytes: Vec<u8>,
    /// The folder of the files that belong to it, if this differs from its own folder.
    pub folder: Option<FileLocation>,
    /// Number of bytes that may be made from it while other files are processed in parallel.
    pub room: u64,
}

/// The state of standard input, which can be read only once.
#[derive(Default)]
struct StandardInput {
    is_read: bool,
}

/// Returns whether a path denotes standard input, which is `-`. A file of that name is `./-`.
pub fn is_standard_input(at: impl Into<FileLocation>) -> bool {
    at.into() == FileLocation::from("-")
}

/// Reads all bytes of a named file, a pipe or standard input. Pipes and standard input can be read only once.
pub fn read(at: impl Into<FileLocation>) -> anyhow::Result<Vec<u8>> {
    let at = at.into();
    if is_standard_input(&at) {
        let is_read = Run::remembered(|input: &mut StandardInput| mem::replace(&mut input.is_read, true));
        ensure!(!is_read, "standard input can be read only once");
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("standard input cannot be read")?;
        return Ok(bytes);
    }
    storage::read(at)
}

impl Input {
    /// Reads a named file.
    pub fn open(at: impl Into<FileLocation>) -> anyhow::Result<Self> {
        let at = at.into();
        Ok(Self::new(&at, read(&at)?)?)
    }

    /// Detects the format of a file from its bytes, and a layout also from its name.
    fn new(at: &FileLocation, bytes: Vec<u8>) -> Result<Self, OpenError> {
        let name = at.file_name().unwrap_or_default().to_string_lossy();
        let kind = if bytes.is_empty() { Err(OpenError::Empty) } else { Ok(Kind::of_file(&name, &bytes)) };
        let kind = kind?.ok_or_else(|| OpenError::unrecognised(&bytes))?;
        Ok(Self { path: at.clone(), kind, bytes, folder: None, room: limits::budget() })
    }

    /// Reads a file that was found by its name.
    pub fn open_regular(at: &FileLocation) -> anyhow::Result<Self> {
        Ok(Self::new(at, storage::read_regular(at)?)?)
    }

    /// Reads a file from a folder if its format is known. Only the start of other files, which may be large, is read. It is an error if a
    /// file's name promises a known format and its bytes have none.
    fn meet(at: &FileLocation) -> anyhow::Result<Option<Self>> {
        match Self::new(at, read_as_far_as_known(at).context("cannot be read")?) {
            Ok(input) => Ok(Some(input)),
            Err(reason) if promised_kind(at).is_some() => Err(reason.into()),
            Err(_) => Ok(None),
        }
    }

    /// The name of the file's format. TRN and TRX have the same format, so the file's extension decides between them.
    pub fn format_name(&self) -> &'static str {
        if self.kind == Kind::Trn && self.path.has_extension("trx") { "TRX" } else { self.kind.name() }
    }

    /// The file's name for results.
    pub fn name(&self) -> FileLocation {
        FileLocation::from(&self.path)
    }
}

/// Reads a whole file if its first bytes may belong to a known format, or if its name says that it is a layout. For any other file, it
/// reads only the first bytes.
pub fn read_as_far_as_known(at: &FileLocation) -> anyhow::Result<Vec<u8>> {
    let is_layout = promised_kind(at) == Some(Kind::Lyt);
    storage::read_if(at, Kind::HEAD, |head| is_layout || Kind::could_start(head))
}

/// The format that the file's name promises.
pub fn promised_kind(at: impl Into<FileLocation>) -> Option<Kind> {
    Kind::promised_by(&at.into().file_name()?.to_string_lossy())
}

/// A file to process.
pub struct Source {
    pub path: FileLocation,
    /// The named folder in which the file was found; `None` if the file itself was named.
    pub folder: Option<Arc<FileLocation>>,
    /// True if it is an archive that is itself processed, in addition to its files.
    pub is_archive: bool,
    /// The other files of its level, which are read with it.
    pub parts: Vec<FileLocation>,
    /// Its bytes, if they were already read to detect the format, because a pipe can be read only once; or why it cannot be read, if
    /// that is known.
    read_already: Mutex<Option<anyhow::Result<Vec<u8>>>>,
}

impl Source {
    /// A named file.
    pub fn named(at: impl Into<FileLocation>) -> Self {
        Self { path: at.into(), folder: None, is_archive: false, parts: Vec::new(), read_already: Mutex::default() }
    }

    /// A named file that is already read.
    pub fn read_already(at: impl Into<FileLocation>, bytes: Vec<u8>) -> Self {
        Self { read_already: Mutex::new(Some(Ok(bytes))), ..Self::named(at) }
    }

    /// A file that was found in a named folder.
    pub fn met(at: impl Into<FileLocation>, folder: &Arc<FileLocation>) -> Self {
        Self { folder: Some(Arc::clone(folder)), ..Self::named(at) }
    }

    /// The same file, which is an archive that cannot be opened.
    fn damaged(self, error: anyhow::Error) -> Self {
        Self { read_already: Mutex::new(Some(Err(error))), ..self }
    }

    /// Estimates how many bytes the file has. A pipe, whose size is unknown, counts as the whole budget.
    fn size(&self) -> u64 {
        let parts: u64 = self.parts.iter().filter_map(storage::size).sum();
        storage::size(&self.path).map_or_else(limits::budget, |size| size.saturating_add(parts))
    }

    /// Reads the file if it was named or has a known format.
    fn read(&self) -> anyhow::Result<Option<Input>> {
        let read_already = self.read_already.lock().ok().and_then(|mut read| read.take());
        if self.is_archive {
            return Ok(Some(Input::new(&self.path, storage::read_whole(&self.path)?)?));
        }
        match (&self.folder, read_already) {
            (_, Some(read)) => Ok(Some(Input::new(&self.path, read?)?)),
            (None, None) => Input::open(&self.path).map(Some),
            (Some(_), None) => Input::meet(&self.path),
        }
    }
}

/// The files that `paths` name, in order. A folder means all regular files in it and its subfolders, sorted by
/// name, except backups and temporary files, and an archive for the files in it. Paths that cannot be read are reported.
pub fn sources(paths: &[PathBuf], report: &mut Report) -> Vec<Source> {
    let mut sources = with_archives(paths, report);
    sources.retain(|source| !source.is_archive);
    sources
}

/// Like `sources`, but also the archives themselves, each before its files.
pub fn with_archives(paths: &[PathBuf], report: &mut Report) -> Vec<Source> {
    found(paths, true, report)
}

/// The archives themselves, and the files that are in none.
pub fn whole_archives(paths: &[PathBuf], report: &mut Report) -> Vec<Source> {
    found(paths, false, report)
}

fn found(paths: &[PathBuf], with_members: bool, report: &mut Report) -> Vec<Source> {
    let mut sources = Vec::new();
    for path in paths {
        if is_standard_input(path) {
            sources.push(Source::named(path));
            continue;
        }
        match storage::container(path) {
            Ok(Some(_)) => in_container(&path.into(), &Arc::new(path.into()), with_members, &mut sources, report),
            Ok(None) => match fs::metadata(path) {
                Ok(what) if what.is_dir() => in_folder(path, with_members, &mut sources, report),
                Ok(_) => sources.push(Source::named(path)),
                Err(error) => match storage::member(path) {
                    Ok(Some(_)) => sources.push(Source::named(path)),
                    Ok(None) => report.problem(path, &storage::unreadable(path, error)),
                    Err(error) => report.problem(path, &error),
                },
            },
            Err(error) => sources.push(Source::named(path).damaged(error)),
        }
    }
    sources
}

/// The files of an archive or a module in a named folder, which may be the archive itself.
fn in_container(
    at: &FileLocation,
    folder: &Arc<FileLocation>,
    with_members: bool,
    sources: &mut Vec<Source>,
    report: &mut Report,
) {
    let is_whole = at.path().is_some_and(Path::is_file);
    if is_whole && !with_members {
        return sources.push(Source { is_archive: true, ..Source::met(at, folder) });
    }
    match storage::entries(at) {
        Ok(entries) => {
            if is_whole {
                sources.push(Source { is_archive: true, ..Source::met(at, folder) });
            }
            sources.extend(entries.into_iter().map(|entry| Source::met(entry, folder)));
        }
        Err(error) => report.problem(at, &error),
    }
}

fn in_folder(folder: &Path, with_members: bool, sources: &mut Vec<Source>, report: &mut Report) {
    let named = Arc::new(FileLocation::from(folder));
    let mut left = vec![folder.to_owned()];
    let mut is_barren = true;
    while let Some(path) = left.pop() {
        // A link to a file is followed. A link to a folder is not, because links to folders can form a cycle.
        if path == folder || (path.is_dir() && !path.is_symlink()) {
            match storage::entries(&path) {
                Ok(entries) => left.extend(entries.iter().rev().filter_map(|entry| entry.path()).map(Path::to_owned)),
                Err(error) => report.problem(&path, &error),
            }
        } else if path.is_file() {
            is_barren = false;
            if backup::is_backup(&path) {
                report.skip(Skip::Backup);
            } else if temporary::is_temporary(&path) {
                report.skip(Skip::Temporary);
            } else {
                let at = FileLocation::from(path);
                match has_archive_name(&at).then(|| storage::container(&at)).transpose() {
                    Ok(None | Some(None)) => sources.push(Source::met(at, &named)),
                    Ok(Some(Some(_))) => in_container(&at, &named, with_members, sources, report),
                    Err(error) => sources.push(Source::met(at, &named).damaged(error)),
                }
            }
        }
    }
    if is_barren {
        report.problem(folder, &NothingThere.into());
    }
}

/// Returns whether a file is named like an archive. Archives with other names are opened only if they are named.
pub fn has_archive_name(at: &FileLocation) -> bool {
    at.has_extension("zip") || at.file_name().is_some_and(|name| Archive::is_promised_by(&name.to_string_lossy()))
}

/// Processes the files on all cores, and passes the results to `tell` in the order of the files. A file from a folder
/// is skipped and counted if its format is unknown, or if the command does not work on its format.
///
/// A problem with one file is reported, and the next file follows. Only an error of `tell` ends the loop, because then
/// standard output is gone. `work` gets the file's index among the sources, and the file or the reason why it cannot be
/// read. All files that are processed at the same time share one memory budget.
pub fn each_file<T: Send>(
    sources: &[Source],
    bar: &ProgressBar,
    report: &mut Report,
    works_on: fn(Kind) -> bool,
    work: impl Fn(usize, anyhow::Result<Input>) -> anyhow::Result<T> + Sync,
    mut tell: impl FnMut(T, &mut Report) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    bar.set_length(sources.len() as u64);
    let mut barren: Vec<&FileLocation> = sources.iter().filter_map(|source| source.folder.as_deref()).collect();
    barren.dedup();
    let one = |index: usize, input: anyhow::Result<Option<Input>>| match input.transpose() {
        None if ExchangeFormat::promised_by(&sources[index].path).is_some() => Err(Skip::Scene),
        None => Err(Skip::UnknownFormat),
        Some(Ok(input)) if sources[index].folder.is_some() && !works_on(input.kind) => Err(Skip::OtherFormat),
        Some(input) => Ok(work(index, input)),
    };
    for (start, batch) in (0..).step_by(BATCH).zip(sources.chunks(BATCH)) {
        let results = within_budget(start, batch, |index, input| {
            let result = one(index, input);
            bar.inc(1);
            result
        });
        bar.suspend(|| {
            for (source, result) in batch.iter().zip(results) {
                if !matches!(result, Err(Skip::Scene | Skip::UnknownFormat)) {
                    barren.retain(|folder| Some(*folder) != source.folder.as_deref());
                }
                match result {
                    Err(skip) => report.skip(skip),
                    Ok(Ok(result)) => tell(result, report)?,
                    Ok(Err(error)) => report.problem(&source.path, &error),
                }
            }
            anyhow::Ok(())
        })?;
    }
    bar.finish_and_clear();
    // An unreadable file may be of a known format.
    barren.retain(|folder| !report.problems().iter().any(|problem| problem.file.is_in(folder)));
    barren.into_iter().for_each(|folder| report.problem(folder, &NothingThere.into()));
    Ok(())
}

/// The result of a file, or why it was skipped.
type FileResult<T> = Result<anyhow::Result<T>, Skip>;

/// Reads and processes files, as many at a time as the memory budget allows: first by their sizes on disk, then by
/// their inflated sizes. Results may take the same amount of memory again, in equal shares. A file whose share was too
/// small is processed again, alone.
fn within_budget<T: Send>(
    start: usize,
    sources: &[Source],
    one: impl Fn(usize, anyhow::Result<Option<Input>>) -> FileResult<T> + Sync,
) -> Vec<FileResult<T>> {
    let (mut results, this) = (Vec::with_capacity(sources.len()), Run::current());
    let sizes: Vec<u64> = sources.iter().map(Source::size).collect();
    for read in limits::runs(&sizes) {
        let inputs: Vec<_> = sources[read.clone()].par_iter().map(|source| this.enter(|| source.read())).collect();
        let cost = |input: &Input| this.enter(|| limits::cost(input.kind, &input.bytes));
        let costs: Vec<u64> =
            inputs.par_iter().map(|input| input.as_ref().ok().and_then(Option::as_ref).map_or(0, cost)).collect();
        let mut inputs = read.zip(inputs);
        for run in limits::runs(&costs) {
            let room = limits::budget() / run.len().min(rayon::current_num_threads()) as u64;
            let run: Vec<_> = inputs.by_ref().take(run.len()).collect();
            let first = results.len();
            let done = run.into_par_iter().map(|(index, input)| {
                let input = input.map(|input| input.map(|input| Input { room, ..input }));
                this.enter(|| one(start + index, input))
            });
            results.par_extend(done);
            for (index, result) in (first..).zip(&mut results[first..]) {
                if matches!(result, Ok(Err(error)) if limits::wants_more(error)) {
                    *result = one(start + index, sources[index].read());
                }
            }
        }
    }
    results
}

/// A progress bar on standard error, if that is a terminal.
pub fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A hidden progress bar, for commands that are fast.
pub fn no_progress() -> ProgressBar {
    ProgressBar::hidden()
}
