//! The command `walkmesh demo`: shows the main operations on a built-in place of each game.

mod place;
mod place_report;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use walkmesh::picture::PageOptions;

use crate::location::FileLocation;
use crate::output::{Outcome, Report};
use crate::picture_file::PictureFormat;
use crate::sample_places::{FOLDERS, Folder};
use crate::save::{self, Output, Over};
use place::Place;

/// Demonstrate reading, checking, baking, comparing and path queries on built-in levels
///
/// The demo needs no files, and writes none without --output. The exit status is 1 if a result is not as expected.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  walkmesh demo\n  walkmesh demo --output places/")]
pub struct Demo {
    /// Write the levels and their pictures here. Use them to try the other commands
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Demo {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let open = |folder: &Folder| Place::open(folder).with_context(|| format!("the sample {}", folder.name));
        let places = FOLDERS.iter().map(open).collect::<anyhow::Result<Vec<_>>>()?;
        if let Some(output) = &self.output {
            write(&places, output)?;
        }
        for (folder, place) in FOLDERS.iter().zip(places) {
            let written = self.output.as_deref().map(|output| paths(folder, output).map(FileLocation::from));
            let (shown, is_fine) = place_report::report(folder, &place, written)?;
            report.add(if is_fine { Outcome::Fine } else { Outcome::Found });
            report.result(&shown)?;
        }
        if self.output.is_none() && !report.is_json() {
            report.text("To see these places and try the commands on them: walkmesh demo --output places/")?;
        }
        Ok(())
    }
}

/// The subfolder of `output` for the files of a place, and the path of its picture.
fn paths(folder: &Folder, output: &Path) -> [PathBuf; 2] {
    [output.join(folder.name), output.join(format!("{}.svg", folder.name))]
}

/// Writes the files of all places and their pictures: all of them or none. An existing file that was edited is not replaced.
fn write(places: &[Place], output: &Path) -> anyhow::Result<()> {
    let mut files: Vec<(PathBuf, Cow<[u8]>)> = Vec::new();
    for (folder, place) in FOLDERS.iter().zip(places) {
        let [subfolder, picture] = paths(folder, output);
        fs::create_dir_all(&subfolder).with_context(|| format!("{}: cannot be created", subfolder.display()))?;
        files.extend(folder.files.iter().map(|(name, bytes)| (subfolder.join(name), Cow::Borrowed(*bytes))));
        files.push((picture, PictureFormat::Svg.write(&place.scene, &PageOptions::default())?.into()));
    }
    for (path, bytes) in files.iter().filter(|(path, _)| path.exists()) {
        let there = fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
        let told =
            || format!("{}: already exists and is not what the demo writes; name another folder", path.display());
        ensure!(there == **bytes, told());
    }
    // The demo reads no file, so no input can be overwritten.
    let over = Over::Another { source: None, force: false };
    let outputs: Vec<Output> = files.iter().map(|(path, bytes)| Output { path: path.into(), bytes, over }).collect();
    save::write_set(&outputs).map(drop)
}
