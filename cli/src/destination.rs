//! Where a command that writes puts its results.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use walkmesh::any::Kind;

use crate::input::{Source, is_standard_input};
use crate::output::Report;
use crate::save;
use crate::skipped::Skip;

/// Where results go.
#[derive(clap::Args)]
pub struct Destination {
    /// Write to this file (`-` is standard output); with folders or several files, into this folder, under the same names
    ///
    /// A file that is there already is replaced if it is of the format that is written, else only with --force. A backup
    /// is never replaced. The folder may not be one that is also an input, or inside of one.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Write each result over its own input, of which a backup is kept as FILE.bak, or FILE.bak2 and so on where that is taken
    #[arg(long, conflicts_with = "output")]
    in_place: bool,
    /// Keep no backup
    #[arg(long, requires = "in_place")]
    no_backup: bool,
    /// Replace files that are there already, whatever they are
    #[arg(long)]
    force: bool,
}

/// A file to write.
pub struct Target {
    pub path: PathBuf,
    /// Whether a file that is there may be replaced even if it is the source, and is backed up first.
    in_place: bool,
    backup: bool,
    force: bool,
}

/// The files to write.
pub struct Targets {
    /// In the order of the sources.
    pub jobs: Vec<(Source, Target)>,
    pub new_folders: NewFolders,
}

/// Folders of targets that were not there, the deepest last.
pub struct NewFolders(BTreeSet<PathBuf>);

impl Destination {
    /// Whether anything is to be written at all.
    pub fn is_given(&self) -> bool {
        self.in_place || self.output.is_some()
    }

    /// Whether the result itself goes to standard output, so that what is said of it has to go elsewhere.
    pub fn is_standard_output(&self) -> bool {
        self.output.as_deref().is_some_and(is_standard_output)
    }

    /// The target of each source, in order, under the name that `rename` makes of its own. Sources with the same target
    /// are one problem, and left out; of those met in a folder, one that has the name that another's result gets gives
    /// way to it: the TRX that is baked from the TRN beside it.
    ///
    /// # Errors
    /// When the whole run cannot be meant so: many inputs and one output file, or an output inside of an input folder.
    pub fn targets(&self, sources: Vec<Source>, rename: Rename, report: &mut Report) -> anyhow::Result<Targets> {
        let jobs = match self.single_file(&sources)? {
            Some(path) => sources.into_iter().map(|source| (source, self.target(path.clone()))).collect(),
            None => {
                let target = |source: Source| Ok((self.target(rename(self.path(&source)?)), source));
                let jobs = sources.into_iter().map(|source| target(source).map(|(target, source)| (source, target)));
                apart(jobs.collect::<anyhow::Result<_>>()?, report)
            }
        };
        let targets = Targets { new_folders: NewFolders::of(jobs.iter().map(|(_, target)| target)), jobs };
        if !self.in_place {
            targets.ensure_outside_of_inputs()?;
        }
        Ok(targets)
    }

    /// The file that is the only output, where the output is one.
    fn single_file(&self, sources: &[Source]) -> anyhow::Result<Option<PathBuf>> {
        let Some(output) = self.output.as_ref().filter(|output| !is_folder(output)) else { return Ok(None) };
        if let [Source { folder: None, .. }] = sources {
            return Ok(Some(output.clone()));
        }
        let is_file = output.exists() || is_standard_output(output);
        let is_named_like_one = output.file_name().and_then(OsStr::to_str).and_then(Kind::promised_by).is_some();
        ensure!(
            sources.is_empty() || !(is_file || is_named_like_one),
            "{}: the output of folders or several files is a folder, and this is a file",
            output.display()
        );
        Ok(None)
    }

    fn target(&self, path: PathBuf) -> Target {
        Target { path, in_place: self.in_place, backup: self.in_place && !self.no_backup, force: self.force }
    }

    /// Writes a file that is made from something else, under this name where the output is a folder. Returns its path.
    pub fn write_made(&self, source: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<PathBuf> {
        let output = self.output.as_ref().ok_or_else(|| anyhow!("is no walkmesh to bake in place: say --output"))?;
        let target = self.target(if is_folder(output) { output.join(name) } else { output.clone() });
        let new_folders = NewFolders::of([&target]);
        let written = target.write(source, bytes);
        new_folders.remove_empty();
        written.map(|_| target.path)
    }

    /// The target of one of several sources, or of one that goes into a folder.
    fn path(&self, source: &Source) -> anyhow::Result<PathBuf> {
        if is_standard_input(&source.path) {
            bail!("standard input has no name, and no place: say with --output which file to write");
        }
        let name = match &source.folder {
            Some(folder) => source.path.strip_prefix(folder).unwrap_or(&source.path),
            None => Path::new(source.path.file_name().unwrap_or(OsStr::new(""))),
        };
        Ok(match &self.output {
            Some(output) => output.join(name),
            None => source.path.clone(),
        })
    }
}

/// Whether a path is of a folder, or of one that is to be made.
fn is_folder(path: &Path) -> bool {
    let ends_with_separator = path.to_string_lossy().ends_with(path::is_separator);
    path.is_dir() || ends_with_separator
}

fn is_standard_output(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// The jobs whose targets no other has.
fn apart(jobs: Vec<(Source, Target)>, report: &mut Report) -> Vec<(Source, Target)> {
    let mut of_target: BTreeMap<PathBuf, Vec<(usize, bool)>> = BTreeMap::new();
    for (index, (source, target)) in jobs.iter().enumerate() {
        let is_renamed = source.path.file_name() != target.path.file_name();
        of_target.entry(target.path.clone()).or_default().push((index, is_renamed));
    }
    let mut left_out = BTreeSet::new();
    for (path, wanting) in of_target.iter().filter(|(_, wanting)| wanting.len() > 1) {
        let is_met = |index: usize| jobs[index].0.folder.is_some();
        match wanting.as_slice() {
            [(trn, true), (trx, false)] | [(trx, false), (trn, true)] if is_met(*trn) && is_met(*trx) => {
                report.skip(Skip::TrxOfTrn);
                left_out.insert(*trx);
            }
            _ => {
                let sources = wanting.iter().map(|(index, _)| jobs[*index].0.path.display().to_string());
                let sources: Vec<_> = sources.collect();
                report.problem(path, &anyhow!("more than one file would be written there: {}", sources.join(", ")));
                left_out.extend(wanting.iter().map(|(index, _)| *index));
            }
        }
    }
    let jobs = jobs.into_iter().enumerate().filter(|(index, _)| !left_out.contains(index));
    jobs.map(|(_, job)| job).collect()
}

impl NewFolders {
    fn of<'t>(targets: impl IntoIterator<Item = &'t Target>) -> Self {
        let mut new = BTreeSet::new();
        for target in targets {
            let folders = target.path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
            new.extend(folders.take_while(|folder| !folder.exists()).map(Path::to_owned));
        }
        Self(new)
    }

    /// Removes those that were made for nothing: no file in them could be written.
    pub fn remove_empty(&self) {
        for folder in self.0.iter().rev() {
            // One that is not empty stays, as it should.
            let _ = fs::remove_dir(folder);
        }
    }
}

impl Targets {
    /// A second run would find the results of the first among its inputs.
    fn ensure_outside_of_inputs(&self) -> anyhow::Result<()> {
        let inputs: BTreeSet<&PathBuf> = self.jobs.iter().filter_map(|(source, _)| source.folder.as_ref()).collect();
        let inputs: Vec<_> = inputs.into_iter().filter_map(|input| Some((input, input.canonicalize().ok()?))).collect();
        let folders: BTreeSet<&Path> = self.jobs.iter().filter_map(|(_, target)| target.path.parent()).collect();
        for folder in folders {
            let real = real(folder);
            if let Some((input, _)) = inputs.iter().find(|(_, input)| real.starts_with(input)) {
                let (folder, input) = (folder.display(), input.display());
                bail!(
                    "{folder}: results may not go into {input}, which is also an input: say --in-place, or another folder"
                );
            }
        }
        Ok(())
    }
}

/// The folder without links, as far as it is there.
fn real(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let folder = path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let there = folder.ancestors().find_map(|ancestor| Some((ancestor, ancestor.canonicalize().ok()?)));
    match there {
        Some((ancestor, real)) => real.join(folder.strip_prefix(ancestor).unwrap_or(Path::new(""))),
        None => folder,
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
        let named = || self.path.display().to_string();
        if is_standard_output(&self.path) {
            let mut out = io::stdout().lock();
            out.write_all(bytes).and_then(|()| out.flush())?;
            return Ok(None);
        }
        if self.in_place && self.path.exists() {
            // What is lost, for want of a backup and because it is not what was read, must be what a bake can make.
            if !self.backup && !self.is_over(source) {
                save::may_replace(&self.path, bytes, self.force).with_context(named)?;
            }
            return save::write_in_place(&self.path, bytes, self.backup);
        }
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        }
        save::write_new(source, &self.path, bytes, self.force).with_context(named)?;
        Ok(None)
    }
}
