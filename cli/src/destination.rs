//! The destination of a command's results: the files that it writes.

mod apart;
mod names;
mod target;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{self, Path, PathBuf};

use anyhow::{bail, ensure};
use walkmesh::level::{Folder, Kind};

use crate::exchange_file::OutputFile;
use crate::input::{Source, is_standard_input};
use crate::location::FileLocation;
use crate::output::Report;
use crate::save::{self, Output, Over};
use crate::standard_output::is_standard_output;
use crate::storage;

use apart::apart;
pub use names::trn_to_trx;
pub use target::{Target, write_set};

/// The destination of results, as arguments.
#[derive(clap::Args)]
pub struct Destination {
    /// Write to this file (`-` is standard output). With folders or several files, write into this folder, under the
    /// same names
    ///
    /// An existing file with other bytes is replaced only with --force. A backup is never replaced. The folder must not be
    /// an input folder or lie inside one.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace each input by its result. The original is kept as FILE.bak, or FILE.bak2 and so on if that name exists
    #[arg(long, conflicts_with = "output")]
    in_place: bool,
    /// Do not keep a backup
    #[arg(long, requires = "in_place")]
    no_backup: bool,
    /// Replace existing files with different content
    #[arg(long)]
    force: bool,
    /// Write every file of an archive. Default: only changed files, because copies in `override` hide the files of other mods
    #[arg(long, requires = "output")]
    copy_all: bool,
}

/// The files to write.
pub struct Targets {
    /// In the order of the sources.
    pub jobs: Vec<(Source, Target)>,
    pub new_folders: NewFolders,
}

/// Folders of targets that did not exist, the deepest last.
pub struct NewFolders(BTreeSet<PathBuf>);

impl Destination {
    /// Returns whether the user named a destination.
    pub fn is_given(&self) -> bool {
        self.in_place || self.output.is_some()
    }

    /// A file that a command writes in addition to its results.
    pub fn beside<'a>(&self, source: &'a FileLocation, (path, bytes): &'a OutputFile) -> Output<'a> {
        Output { path: path.clone(), bytes, over: Over::Another { source: source.path(), force: self.force } }
    }

    /// Returns whether a result that equals its source is not needed: the source comes from an archive or a module, and the result goes
    /// into a folder without another file of its name.
    pub fn leaves_out(&self, source: &Source, target: &Target) -> bool {
        let is_member = source.path.path().is_none();
        is_member && self.output.is_some() && !self.copy_all && !storage::is_file(&target.path)
    }

    /// Returns whether the results go into a folder that the user named.
    pub fn is_folder(&self) -> bool {
        self.output.is_some()
    }

    /// The file or folder that the user named.
    pub fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// The target of each source, in order; `rename` makes its name from the source's name. Sources that share a target
    /// are left out and reported as one problem. One case is not a problem: where a folder holds a TRN and the TRX that is
    /// baked from it, the TRX is skipped, and the result has its name.
    ///
    /// # Errors
    /// The arguments contradict each other: several inputs for one output file, or an output inside an input folder.
    pub fn targets(&self, sources: Vec<Source>, rename: Rename, report: &mut Report) -> anyhow::Result<Targets> {
        let jobs = match self.single_file(&sources)? {
            Some(path) => sources.into_iter().map(|source| (source, self.target(path.clone()))).collect(),
            None => {
                let mut jobs = Vec::with_capacity(sources.len());
                for source in sources {
                    if is_standard_input(&source.path) {
                        bail!("standard input has no name; use --output to name the file to write");
                    }
                    match self.renamed(&source, rename) {
                        Ok(path) => jobs.push((source, self.target(path))),
                        Err(error) => report.problem(&source.path, &error),
                    }
                }
                apart(jobs, report)
            }
        };
        let targets = Targets { new_folders: NewFolders::new(jobs.iter().map(|(_, target)| target)), jobs };
        if !self.in_place {
            targets.ensure_outside_of_inputs()?;
        }
        targets.files().for_each(save::intend);
        targets.recover()?;
        Ok(targets)
    }

    /// Finishes or undoes what an interrupted run began in a folder that this run reads and then writes.
    pub fn recover(&self, folder: &Path) -> anyhow::Result<()> {
        if !self.in_place {
            return Ok(());
        }
        save::intend(folder);
        save::recover(folder)
    }

    /// The output file, if the output is a single file and not a folder.
    fn single_file(&self, sources: &[Source]) -> anyhow::Result<Option<FileLocation>> {
        let Some(output) = self.output.as_ref().filter(|output| !is_folder(output)) else { return Ok(None) };
        if let [Source { folder: None, .. }] = sources {
            return Ok(Some(output.into()));
        }
        let is_file = output.exists() || is_standard_output(output);
        let is_named_like_one = output.file_name().and_then(OsStr::to_str).and_then(Kind::promised_by).is_some();
        ensure!(
            sources.is_empty() || !(is_file || is_named_like_one),
            "{}: the output of folders or several files is a folder, but this is a file",
            output.display()
        );
        Ok(None)
    }

    fn target(&self, path: FileLocation) -> Target {
        Target { path, in_place: self.in_place, backup: self.in_place && !self.no_backup, force: self.force }
    }

    /// Writes a file that was made from a description. If the output is a folder, the file gets this name in it.
    /// Returns where it is.
    pub fn write_made(&self, source: &FileLocation, name: &str, bytes: &[u8]) -> anyhow::Result<FileLocation> {
        ensure!(self.output.is_some(), "a description cannot be baked in place; use --output");
        self.write_beside(source, name, bytes)
    }

    /// Writes a file that was made from another one or from a folder. In place, it gets this name beside the file or in the folder; if the
    /// output is a folder, in that folder. An existing file is replaced only with --force. Returns where it is.
    pub fn write_beside(&self, source: &FileLocation, name: &str, bytes: &[u8]) -> anyhow::Result<FileLocation> {
        let path = match (&self.output, source.path()) {
            (Some(output), _) if !is_folder(output) => output.into(),
            (Some(output), _) => file_in(output, name)?,
            (None, Some(folder)) if storage::is_folder(folder) => file_in(folder, name)?,
            (None, Some(file)) => file_in(save::folder_of(file), name)?,
            (None, None) => source.with_file_name(name),
        };
        let target = Target { in_place: false, ..self.target(path) };
        let new_folders = NewFolders::new([&target]);
        let written = target.write(source, &[], bytes);
        new_folders.remove_empty();
        written.map(|_| target.path)
    }

    /// The target of a source whose output is a folder or its own location, under the name of the result.
    fn renamed(&self, source: &Source, rename: Rename) -> anyhow::Result<FileLocation> {
        let same = self.path(source)?;
        let renamed = rename(same.clone());
        Ok(if renamed == same { same } else { names::spelled_as_there(renamed) })
    }

    /// The target of a source whose output is a folder or its own location, under the source's name.
    fn path(&self, source: &Source) -> anyhow::Result<FileLocation> {
        let Some(output) = &self.output else { return Ok(source.path.clone()) };
        // A result lies at the same depth in the output as its source, or the source's archive, in the named folder.
        let outer = source.path.parent();
        let outer =
            outer.as_ref().and_then(FileLocation::path).zip(source.folder.as_deref().and_then(FileLocation::path));
        let below = outer.and_then(|(outer, folder)| outer.strip_prefix(folder).ok()).unwrap_or(Path::new(""));
        let folder = if below.as_os_str().is_empty() { output } else { &output.join(below) };
        result_in(folder, &source.path)
    }
}

/// Returns the location of a source's result in a folder or archive, under the source's name.
pub fn result_in(output: &Path, source: &FileLocation) -> anyhow::Result<FileLocation> {
    let name = source.file_name().unwrap_or_default();
    match source {
        // The name is one that a folder on disk has.
        FileLocation::Path(_) if storage::container(output)?.is_none() => Ok(output.join(name).into()),
        _ => file_in(output, &name.to_string_lossy()),
    }
}

/// Returns the location of a file in a folder or archive, by a name that comes from inside another file.
pub fn file_in(output: &Path, name: &str) -> anyhow::Result<FileLocation> {
    match storage::container(output)? {
        Some(_) => Ok(FileLocation::member(output, name)),
        None => Ok(Folder::new(output).path_of(name)?.into()),
    }
}

/// Returns whether a path names a folder, existing or to be created.
pub fn is_folder(path: &Path) -> bool {
    let ends_with_separator = path.to_string_lossy().ends_with(path::is_separator);
    storage::is_folder(path) || ends_with_separator
}

impl NewFolders {
    fn new<'t>(targets: impl IntoIterator<Item = &'t Target>) -> Self {
        let mut new = BTreeSet::new();
        for target in targets {
            let folders = target.path.path().into_iter().flat_map(|path| path.ancestors().skip(1));
            let folders = folders.filter(|folder| !folder.as_os_str().is_empty());
            new.extend(folders.take_while(|folder| !folder.exists()).map(Path::to_owned));
        }
        Self(new)
    }

    /// Removes the new folders that stayed empty because no file could be written into them.
    pub fn remove_empty(&self) {
        for folder in self.0.iter().rev() {
            // Removing a folder that is not empty fails, as intended.
            let _ = fs::remove_dir(folder);
        }
    }
}

impl Targets {
    fn files(&self) -> impl Iterator<Item = &Path> {
        self.jobs.iter().filter_map(|(_, target)| target.path.path()).filter(|path| !is_standard_output(path))
    }

    /// Finishes or undoes what interrupted runs began in the folders of the targets.
    fn recover(&self) -> anyhow::Result<()> {
        let folders: BTreeSet<&Path> = self.files().map(save::folder_of).collect();
        folders.into_iter().try_for_each(save::recover)
    }

    /// Rejects outputs inside an input folder: a second run would find the results of the first among its inputs.
    fn ensure_outside_of_inputs(&self) -> anyhow::Result<()> {
        let inputs: BTreeSet<&Path> =
            self.jobs.iter().filter_map(|(source, _)| source.folder.as_ref()?.path()).collect();
        let inputs: Vec<_> = inputs.into_iter().filter_map(|input| Some((input, input.canonicalize().ok()?))).collect();
        let folders: BTreeSet<&Path> =
            self.jobs.iter().filter_map(|(_, target)| target.path.path()?.parent()).collect();
        for folder in folders {
            let real = real(folder);
            if let Some((input, _)) = inputs.iter().find(|(_, input)| real.starts_with(input)) {
                let (folder, input) = (folder.display(), input.display());
                bail!(
                    "{folder}: results may not go into {input}, which is also an input; use --in-place or another folder"
                );
            }
        }
        Ok(())
    }
}

/// The folder with links resolved, as far as it exists.
fn real(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let folder = path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let there = folder.ancestors().find_map(|ancestor| Some((ancestor, ancestor.canonicalize().ok()?)));
    match there {
        Some((ancestor, real)) => real.join(folder.strip_prefix(ancestor).unwrap_or(Path::new(""))),
        None => folder,
    }
}

/// Makes the name of a result from the name of its source.
pub type Rename = fn(FileLocation) -> FileLocation;

/// Keeps the name.
pub fn same_name(source: FileLocation) -> FileLocation {
    source
}
