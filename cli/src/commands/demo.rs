//! The command `walkmesh demo`: shows the main operations on a built-in place of each game.

mod files;
mod place;
mod place_report;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use walkmesh::picture::PageOptions;

use crate::output::{Outcome, Report};
use crate::picture_file::PictureFormat;
use crate::save;
use files::Folder;
use place::Place;
use place_report::PlaceReport;

/// Show the main operations on a built-in place of each game: read, check, bake, compare, find paths
///
/// The demo needs no file, and writes none without --output. The exit status is 1 if a result is not as expected.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  walkmesh demo\n  walkmesh demo --output places/")]
pub struct Demo {
    /// Write the files of the places and a picture of each into this folder, to try the other commands on
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Demo {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        for folder in files::FOLDERS {
            let place = Place::open(&folder).with_context(|| format!("the sample {}", folder.name))?;
            let written = self.output.as_deref().map(|output| write(&folder, &place, output)).transpose()?;
            let shown = PlaceReport::of(&folder, place, written);
            if !shown.is_as_it_should_be() {
                report.add(Outcome::Found);
            }
            report.result(&shown)?;
        }
        if self.output.is_none() && !report.is_json() {
            report.text("To see these places and try the commands on them: walkmesh demo --output places/")?;
        }
        Ok(())
    }
}

/// Writes the files of a place into a subfolder of `output`, and its picture into `output`. Returns the paths of the
/// subfolder and of the picture.
fn write(folder: &Folder, place: &Place, output: &Path) -> anyhow::Result<[PathBuf; 2]> {
    let files = output.join(folder.name);
    fs::create_dir_all(&files).with_context(|| format!("{}: cannot be created", files.display()))?;
    let picture = output.join(format!("{}.svg", folder.name));
    let drawn = PictureFormat::Svg.write(&place.scene, &PageOptions::default())?;
    let named = folder.files.iter().map(|(name, bytes)| (files.join(name), *bytes));
    for (path, bytes) in named.chain([(picture.clone(), drawn.as_slice())]) {
        put(&path, bytes).with_context(|| path.display().to_string())?;
    }
    Ok([files, picture])
}

/// Writes a file, unless it is there already. One that somebody has edited is not replaced.
fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if !path.exists() {
        // The demo reads no file, so no input can be overwritten.
        return save::write_new(Path::new(""), path, bytes, false);
    }
    let is_same = fs::read(path).context("cannot be read")? == bytes;
    ensure!(is_same, "already exists and is not what the demo writes; name another folder");
    Ok(())
}
