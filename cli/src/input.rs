//! Which files a command works on: those that were named, and those of a known format in the folders that were.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use walkmesh::formats::Format;

use crate::output::Report;

/// How many files are worked on before their results are printed: as many as keep all cores busy, and no more results
/// than fit in memory.
const BATCH: usize = 64;

/// A file's bytes, and what they are.
pub struct Input {
    pub path: PathBuf,
    pub format: Format,
    pub bytes: Vec<u8>,
}

impl Input {
    /// Reads a file that was named.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        ensure!(!path.is_dir(), "is a folder; a file is needed here");
        let bytes = fs::read(path).context("cannot be read")?;
        ensure!(!bytes.is_empty(), "is empty");
        let Some(format) = Format::detect(&bytes) else { bail!("is of no known format") };
        Ok(Self { path: path.to_owned(), format, bytes })
    }

    /// Reads a file that was met in a folder, if it is of a known format. Others, which may be large, are not read
    /// whole.
    fn meet(path: &Path) -> anyhow::Result<Option<Self>> {
        let mut file = File::open(path).context("cannot be read")?;
        let mut bytes = Vec::new();
        file.by_ref().take(Format::HEAD as u64).read_to_end(&mut bytes).context("cannot be read")?;
        if !Format::could_start(&bytes) {
            return Ok(None);
        }
        file.read_to_end(&mut bytes).context("cannot be read")?;
        let format = Format::detect(&bytes);
        Ok(format.map(|format| Self { path: path.to_owned(), format, bytes }))
    }

    /// The file's name for results.
    pub fn name(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }
}

/// A file to work on.
#[derive(Clone)]
pub struct Source {
    pub path: PathBuf,
    /// The folder that was named, if the file was met there.
    pub folder: Option<PathBuf>,
}

impl Source {
    fn read(&self) -> anyhow::Result<Option<Input>> {
        match self.folder {
            None => Input::open(&self.path).map(Some),
            Some(_) => Input::meet(&self.path),
        }
    }
}

/// The files that `paths` name, in order: of a folder all regular files in it, however deep, by name. What cannot be
/// read is reported.
pub fn sources(paths: &[PathBuf], report: &mut Report) -> Vec<Source> {
    let mut sources = Vec::new();
    for path in paths {
        match fs::metadata(path).context("cannot be read") {
            Ok(what) if what.is_dir() => in_folder(path, &mut sources, report),
            Ok(_) => sources.push(Source { path: path.clone(), folder: None }),
            Err(error) => report.problem(path, &error),
        }
    }
    sources
}

fn in_folder(folder: &Path, sources: &mut Vec<Source>, report: &mut Report) {
    let mut left = vec![folder.to_owned()];
    let before = sources.len();
    while let Some(path) = left.pop() {
        // A link to a folder is not followed, for it may lead in a circle; a link to a file is.
        if path == folder || (path.is_dir() && !path.is_symlink()) {
            match entries(&path) {
                Ok(entries) => left.extend(entries.into_iter().rev()),
                Err(error) => report.problem(&path, &error),
            }
        } else if path.is_file() {
            sources.push(Source { path, folder: Some(folder.to_owned()) });
        }
    }
    if sources.len() == before {
        report.problem(folder, &nothing_there());
    }
}

/// What is in a folder, by name.
fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut entries: Vec<PathBuf> = entries.context("cannot be read")?;
    entries.sort_unstable();
    Ok(entries)
}

/// A pipeline whose folder is empty by mistake must not pass.
fn nothing_there() -> anyhow::Error {
    anyhow!("has no file of a known format")
}

/// Works on each file that is of a known format, on all cores, and tells the results in the order of the files.
///
/// What goes wrong with one file is reported, and the next one follows; only an error of `tell` ends it, for then
/// standard output is gone.
pub fn each_file<T: Send>(
    sources: &[Source],
    bar: &ProgressBar,
    report: &mut Report,
    work: impl Fn(&Source, Input) -> anyhow::Result<T> + Sync,
    mut tell: impl FnMut(T, &mut Report) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    bar.set_length(sources.len() as u64);
    let mut barren: Vec<&Path> = sources.iter().filter_map(|source| source.folder.as_deref()).collect();
    barren.dedup();
    for batch in sources.chunks(BATCH) {
        let results: Vec<_> = batch
            .par_iter()
            .map(|source| {
                let result = source.read().and_then(|input| input.map(|input| work(source, input)).transpose());
                bar.inc(1);
                result.transpose()
            })
            .collect();
        bar.suspend(|| {
            for (source, result) in batch.iter().zip(results) {
                let Some(result) = result else { continue };
                barren.retain(|folder| Some(*folder) != source.folder.as_deref());
                match result {
                    Ok(result) => tell(result, report)?,
                    Err(error) => report.problem(&source.path, &error),
                }
            }
            anyhow::Ok(())
        })?;
    }
    bar.finish_and_clear();
    barren.into_iter().for_each(|folder| report.problem(folder, &nothing_there()));
    Ok(())
}

/// A progress bar on standard error, where that is a terminal.
pub fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// No progress bar, for what takes no time.
pub fn no_progress() -> ProgressBar {
    ProgressBar::hidden()
}
