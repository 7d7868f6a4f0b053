//! Which files a command works on: those that were named, and those of a known format in the folders that were.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use walkmesh::formats::Format;

use crate::output::{Report, is_broken_pipe};

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

/// Works on each file of `paths`, in order; of a folder on all files of a known format in it, however deep, by name.
///
/// What goes wrong with one file is reported, and the next one follows, as long as standard output is there. Returns
/// the number of files and folders that something went wrong with.
pub fn each_file(
    paths: &[PathBuf],
    report: &mut Report,
    mut work: impl FnMut(&Input, &mut Report) -> anyhow::Result<()>,
) -> anyhow::Result<usize> {
    let mut failed = 0;
    let mut fail = |report: &mut Report, path: &Path, error| {
        failed += 1;
        report.problem(path, &error);
    };
    for path in paths {
        let sources = match files_of(path, report) {
            Ok(sources) => sources,
            Err(error) => {
                fail(report, path, error);
                continue;
            }
        };
        let mut known = 0;
        for source in &sources.files {
            let input = if sources.named { Input::open(source).map(Some) } else { Input::meet(source) };
            let done = match input {
                Ok(None) => continue,
                Ok(Some(input)) => work(&input, report),
                Err(error) => Err(error),
            };
            known += 1;
            match done {
                Err(error) if is_broken_pipe(&error) => return Err(error),
                Err(error) => fail(report, source, error),
                Ok(()) => {}
            }
        }
        // A pipeline whose folder is empty by mistake must not pass.
        if known == 0 && !sources.named {
            fail(report, path, anyhow!("has no file of a known format"));
        }
    }
    Ok(failed)
}

/// Files, and whether they were named or met in a folder.
struct Sources {
    files: Vec<PathBuf>,
    named: bool,
}

/// The file itself, or the regular files of the folder, however deep, by name.
fn files_of(path: &Path, report: &mut Report) -> anyhow::Result<Sources> {
    if !fs::metadata(path).context("cannot be read")?.is_dir() {
        return Ok(Sources { files: vec![path.to_owned()], named: true });
    }
    let mut files = Vec::new();
    let mut entries = sorted_entries(path)?;
    entries.reverse();
    while let Some(entry) = entries.pop() {
        // A link to a folder is not followed, for it may lead in a circle; a link to a file is.
        if entry.is_dir() && !entry.is_symlink() {
            match sorted_entries(&entry) {
                Ok(inner) => entries.extend(inner.into_iter().rev()),
                Err(error) => report.problem(&entry, &error),
            }
        } else if entry.is_file() {
            files.push(entry);
        }
    }
    Ok(Sources { files, named: false })
}

/// What is in a folder, by name.
fn sorted_entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut entries: Vec<PathBuf> = entries.context("cannot be read")?;
    entries.sort_unstable();
    Ok(entries)
}
