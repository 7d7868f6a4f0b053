//! Commands that make a new file of each file: the work on all cores, the writing, and what is said of it.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::destination::{Destination, Rename};
use crate::input::{Input, each_file, progress, sources};
use crate::output::Report;

/// What was written, and what the command says about it.
#[derive(Serialize)]
pub struct Written<T> {
    pub file: String,
    pub output: String,
    pub backup: Option<String>,
    pub bytes: usize,
    /// Whether the result differs from the input; what does not is not written over it.
    pub changed: bool,
    #[serde(flatten)]
    pub about: T,
}

/// Makes a new file of each, and writes it where it belongs.
pub fn write_each<T: Serialize + fmt::Display + Send>(
    files: &[PathBuf],
    destination: &Destination,
    rename: Rename,
    report: &mut Report,
    make: impl Fn(&Input) -> anyhow::Result<(Vec<u8>, T)> + Sync,
) -> anyhow::Result<()> {
    let jobs = destination.targets(sources(files, report), rename, report);
    let targets: HashMap<PathBuf, _> = jobs.iter().map(|(source, target)| (source.path.clone(), target)).collect();
    let sources: Vec<_> = jobs.iter().map(|(source, _)| source.clone()).collect();
    each_file(
        &sources,
        &progress(),
        report,
        |source, input| {
            let target = targets[&source.path];
            let (bytes, about) = make(&input)?;
            let changed = bytes != input.bytes;
            let untouched = !changed && target.is_over(&source.path);
            let backup = if untouched { None } else { target.write(&source.path, &bytes)? };
            Ok(Written {
                file: input.name(),
                output: target.path.to_string_lossy().into_owned(),
                backup: backup.map(|path| path.to_string_lossy().into_owned()),
                bytes: bytes.len(),
                changed,
                about,
            })
        },
        |written, report| report.result(&written),
    )
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
