//! Where a command that writes puts its results.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::input::Source;
use crate::output::Report;
use crate::save;

/// Where results go.
#[derive(clap::Args)]
pub struct Destination {
    /// Write to this file; with folders or several files, into this folder, under the same names
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Write each result over its own input, of which a backup is kept as FILE.bak, or FILE.bak2 and so on where that is taken
    #[arg(long, conflicts_with = "output")]
    in_place: bool,
    /// Keep no backup
    #[arg(long, requires = "in_place")]
    no_backup: bool,
}

/// A file to write.
pub struct Target {
    pub path: PathBuf,
    /// Whether a file that is there may be replaced even if it is the source, and is backed up first.
    in_place: bool,
    backup: bool,
}

impl Destination {
    /// Whether anything is to be written at all.
    pub fn is_given(&self) -> bool {
        self.in_place || self.output.is_some()
    }

    /// The target of each source, in order, under the name that `rename` makes of its own. Two sources with one target
    /// are both reported, and left out.
    pub fn targets(&self, sources: Vec<Source>, rename: Rename, report: &mut Report) -> Vec<(Source, Target)> {
        // One file to one file, unless that is a folder.
        let single = match (sources.as_slice(), &self.output) {
            ([Source { folder: None, .. }], Some(output)) if !output.is_dir() => Some(output.clone()),
            _ => None,
        };
        let targets = sources.into_iter().map(|source| {
            let path = single.clone().unwrap_or_else(|| rename(self.path(&source)));
            (source, Target { path, in_place: self.in_place, backup: !self.no_backup })
        });
        let targets: Vec<_> = targets.collect();
        let mut wanted: BTreeMap<PathBuf, usize> = BTreeMap::new();
        for (_, target) in &targets {
            *wanted.entry(target.path.clone()).or_default() += 1;
        }
        let mut apart = Vec::new();
        for (source, target) in targets {
            if wanted[&target.path] > 1 {
                let twice = anyhow!(
                    "more than one file would be written to {}: name those that you mean",
                    target.path.display()
                );
                report.problem(&source.path, &twice);
            } else {
                apart.push((source, target));
            }
        }
        apart
    }

    /// The target of a file that is made from something else, under this name where the output is a folder.
    pub fn made(&self, name: &str) -> anyhow::Result<Target> {
        let output = self.output.as_ref().ok_or_else(|| anyhow!("is no walkmesh to bake in place: say --output"))?;
        let path = if output.is_dir() { output.join(name) } else { output.clone() };
        Ok(Target { path, in_place: false, backup: false })
    }

    /// The target of one of several sources.
    fn path(&self, source: &Source) -> PathBuf {
        let name = match &source.folder {
            Some(folder) => source.path.strip_prefix(folder).unwrap_or(&source.path),
            None => Path::new(source.path.file_name().unwrap_or(OsStr::new(""))),
        };
        match &self.output {
            Some(output) => output.join(name),
            None => source.path.clone(),
        }
    }
}

/// What name a result has, from that of its source.
pub type Rename = fn(PathBuf) -> PathBuf;

/// The same.
pub fn same_name(path: PathBuf) -> PathBuf {
    path
}

/// What is baked from a TRN is a TRX, and the TRN stays.
pub fn trn_to_trx(path: PathBuf) -> PathBuf {
    match path.extension().and_then(OsStr::to_str) {
        Some("trn") => path.with_extension("trx"),
        Some(trn) if trn.eq_ignore_ascii_case("trn") => path.with_extension("TRX"),
        _ => path,
    }
}

impl Target {
    /// Whether the result would be written over its own input, as it may be.
    pub fn is_over(&self, source: &Path) -> bool {
        self.in_place && self.path == source
    }

    /// Writes the file, and its folder where that is not there yet. Returns the backup, if one was made.
    pub fn write(&self, source: &Path, bytes: &[u8]) -> anyhow::Result<Option<PathBuf>> {
        if self.in_place && self.path.exists() {
            return save::write_in_place(&self.path, bytes, self.backup);
        }
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        }
        save::write_new(source, &self.path, bytes).with_context(|| self.path.display().to_string())?;
        Ok(None)
    }
}
