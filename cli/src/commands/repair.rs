//! The command `walkmesh repair`: repairs the flaws of the floor that `walkmesh check` finds.

mod area;

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::Serialize;
use walkmesh::exchange::Scene;
use walkmesh::flaw::Repairs;
use walkmesh::level::{EditNote, Kind, Operation, RepairOptions, RepairReport, difference_picture};
use walkmesh::picture::PageOptions;

use crate::beside::Beside;
use crate::destination::{Destination, same_name};
use crate::exchange_file::OutputFile;
use crate::input::{self, Input, each_file, no_progress};
use crate::layout_recovery;
use crate::limits;
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::models::{self, FollowingModel};
use crate::output::{Outcome, Report};
use crate::picture_file::PictureFormat;
use crate::place::LayoutArgument;
use crate::save;
use crate::storage;
use crate::write_report::{NewFile, Writing};

/// Repair cracks, T-junctions and useless faces, and bake the affected tables
///
/// Without --output and --in-place nothing is written: the command reports what it would do. Without a switch for a repair it
/// makes all repairs except pockets, which need a size, and transitions; with switches it makes only the named repairs. Data that
/// no repair affects keeps every bit, and every transition stays on its side. A repair that would flip another face or cut off
/// floor is skipped, and a face that must stay is reported; `walkmesh check` then finds the flaw again. The exit status is 1 if
/// nothing is written and something needs repair.
///
/// IN may be a KotOR area: the layout, or a folder, an archive or a module with one area. Its rooms are repaired together with
/// the seams between them, and no room is written unless all can be repaired. Rooms of several areas are repaired one by one.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh repair room.wok\n  walkmesh repair room.wok -o repaired.wok\n  walkmesh repair --cracks --t-junctions \
                        --tolerance 0.01 --in-place override/\n  walkmesh repair --pockets 0.5 area.trx -o repaired.trx\n  walkmesh repair \
                        rooms/ --picture changes.svg\n  walkmesh repair rooms/ --weld 0.05 --transitions --in-place"
)]
pub struct Repair {
    /// Files, folders with files, or `-` for standard input. Other files in a folder are skipped and counted
    #[arg(required = true, value_name = "IN")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    destination: Destination,
    #[command(flatten, next_help_heading = "What to repair")]
    repairs: RepairSelection,
    /// Treat IN as an area. This is always done
    #[arg(long, hide = true)]
    area: bool,
    #[command(flatten)]
    layout: LayoutArgument,
    #[command(flatten)]
    model: FollowingModel,
    #[command(flatten)]
    materials: Materials,
    /// Draw what changes in the file or area: faces that were removed, added, moved, repainted or flipped. The name must end in
    /// .svg or .png. An existing file is replaced if it is an unmodified picture of this program, or with --force
    #[arg(long, value_name = "OUT")]
    picture: Option<PathBuf>,
    /// Recover a lost layout from the rooms in the folder and their models (.mdl): the position of each room, to four decimals,
    /// and its index, from the transitions that lead to it. Prints the layout, or writes it to --output, or with --in-place into
    /// the folder under its name. Door hooks, tracks and obstacles are in no other file. The exit status is 1 if a room has no
    /// matching model
    #[arg(long, conflicts_with_all = ["area", "picture", "layout"])]
    recover_layout: bool,
    /// List every repair. Default: the first 5 of each kind as text; JSON has all
    #[arg(long)]
    all: bool,
}

#[derive(clap::Args)]
struct RepairSelection {
    /// Join sides that coincide or nearly do
    #[arg(long)]
    cracks: bool,
    /// Split faces at vertices on their sides
    #[arg(long)]
    t_junctions: bool,
    /// Flip walkable faces that face down
    #[arg(long)]
    faces_down: bool,
    /// Remove degenerate faces
    #[arg(long)]
    degenerate: bool,
    /// Remove duplicate faces
    #[arg(long)]
    duplicates: bool,
    /// Remove closed parts smaller than this, in square metres
    #[arg(long, value_name = "AREA")]
    pockets: Option<f64>,
    /// Compute every transition of the area from the shared edges of its rooms. Not done by default, because rooms may serve
    /// several layouts
    #[arg(long, visible_alias = "link")]
    transitions: bool,
    /// Move vertices on the seams of the area by at most this many metres, onto the vertices of the room that is first in the
    /// layout
    #[arg(long, value_name = "METRES", num_args = 0..=1, default_missing_value = "0.1")]
    weld: Option<f32>,
    /// Maximum distance of sides and vertices to join, in metres
    #[arg(long, value_name = "METRES", default_value_t = Repairs::TOLERANCE)]
    tolerance: f32,
}

impl RepairSelection {
    fn options(&self) -> anyhow::Result<RepairOptions> {
        anyhow::ensure!((0.0..f32::INFINITY).contains(&self.tolerance), "--tolerance must be a length of 0 m or more");
        let chosen =
            [self.cracks, self.t_junctions, self.faces_down, self.degenerate, self.duplicates, self.transitions];
        let by_default = chosen == [false; 6] && self.pockets.is_none() && self.weld.is_none();
        let mut options = Repairs::default();
        options.cracks = (self.cracks || by_default).then_some(self.tolerance);
        options.t_junctions = (self.t_junctions || by_default).then_some(self.tolerance);
        options.faces_down = self.faces_down || by_default;
        options.degenerate = self.degenerate || by_default;
        options.duplicates = self.duplicates || by_default;
        options.pockets = self.pockets;
        Ok(RepairOptions::default().with_flaws(options).with_seams(self.weld).with_transitions(self.transitions))
    }
}

/// A repaired file.
struct Repaired {
    bytes: Vec<u8>,
    /// The picture of the changes.
    picture: Option<OutputFile>,
    /// The model, if it changed.
    model: Option<Beside>,
    done: RepairReport,
}

impl Repair {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        if self.recover_layout {
            ensure!(self.files.len() == 1, "--recover-layout works on one folder of rooms");
            return layout_recovery::run(&self.files[0], &self.destination, report);
        }
        let options = self.repairs.options()?;
        let needs_area = self.area || self.repairs.transitions || self.repairs.weld.is_some();
        match self.files.as_slice() {
            [file] if needs_area || self.is_area(file) => {
                self.model.ensure_not_given()?;
                return self.repair_area(file, &options, report);
            }
            _ => ensure!(!needs_area, "--transitions and --weld need one area: name its layout (.lyt)"),
        }
        let sources = input::sources(&self.files, report);
        let count = sources.len();
        ensure!(
            self.picture.is_none() || count == 1,
            "--picture shows one file or one area, and these are {count} files"
        );
        ensure!(
            self.model.path().is_none() || count == 1,
            "--model is the model of one room, and these are {count} files"
        );
        let works_on = |kind| Operation::Repair.is_for(kind);
        if self.destination.is_given() {
            let writing = Writing { destination: &self.destination, rename: same_name, works_on, time: false };
            return writing.each(sources, report, |input| {
                let Repaired { bytes, picture, model, done } = self.repaired(input, &options)?;
                let picture = picture.map(|(path, bytes)| Beside::Made { path, bytes });
                let beside = picture.into_iter().chain(model).collect();
                let about = Some(RepairAnswer { file: None, done, written: None, all: self.all });
                Ok(NewFile { bytes, beside, about, notes: None, fits_model: false })
            });
        }
        let done = each_file(
            &sources,
            &no_progress(),
            report,
            works_on,
            |_, input| {
                let input = input?;
                let Repaired { picture, done, model, .. } = self.repaired(&input, &options)?;
                if let Some(picture) = picture {
                    save::write_set(&[self.destination.beside(&input.path, &picture)])?;
                }
                let is_changed = !done.is_unchanged() || model.is_some();
                Ok((RepairAnswer { file: Some(input.name()), done, written: None, all: self.all }, is_changed))
            },
            |(planned, is_changed), report| {
                if planned.done.is_model_stale {
                    report.note(models::STALE);
                }
                if is_changed {
                    report.add(Outcome::Found);
                }
                report.result(&planned)
            },
        );
        done.map(|_| ())
    }

    /// Returns true if a path names an area of KotOR. Errors of opening are reported later.
    fn is_area(&self, path: &Path) -> bool {
        let is_folder = || storage::is_folder(path);
        let is_level = || Input::of_level(path, self.layout.path()).is_ok_and(|input| input.kind == Kind::Lyt);
        input::promised_kind(path) == Some(Kind::Lyt) || (is_folder() && is_level())
    }

    /// The bytes of the repaired file, the picture of what changed, the changed model, and a description.
    fn repaired(&self, input: &Input, options: &RepairOptions) -> anyhow::Result<Repaired> {
        let mut file = input.level(&input.options(&self.materials).with_layout(self.layout.read()?))?;
        let unrepaired = self.model.path().map(|_| file.clone());
        let mut options = options.clone();
        options.nwn2 = limits::keep(input.room);
        let before = self.picture.as_ref().map(|_| file.to_scene()).transpose()?;
        let mut done = file.repair(&options)?;
        let picture = match before {
            Some(before) => self.draw(&input.path, &before.scene, &file.to_scene()?.scene)?,
            None => None,
        };
        let bytes = if done.is_unchanged() { input.bytes.clone() } else { file.to_bytes()? };
        let model = unrepaired.map(|before| self.model.follow(&before, &file)).transpose()?.flatten();
        let (model, note) = model.map(|model| (model.beside, model.note)).unzip();
        done.notes.extend(note.flatten().map(EditNote::from));
        Ok(Repaired { bytes, picture, model, done })
    }
}

impl Repair {
    /// Draws the changes.
    fn draw(&self, subject: &FileLocation, before: &Scene, after: &Scene) -> anyhow::Result<Option<OutputFile>> {
        let Some(picture) = &self.picture else { return Ok(None) };
        let format = PictureFormat::new(picture)?;
        let name = subject.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let (scene, _) = difference_picture(&format!("{name}, repaired"), before, after)?;
        let drawn = format.write(&scene, &PageOptions::default());
        Ok(Some((picture.as_path().into(), drawn.with_context(|| picture.display().to_string())?)))
    }
}

/// The repairs of a file or an area that were made, or would be.
#[derive(Serialize)]
struct RepairAnswer {
    /// `None` in the report on the written file.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<FileLocation>,
    #[serde(flatten)]
    done: RepairReport,
    /// The files of an area.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<Vec<FileLocation>>,
    /// True if the text lists every repair.
    #[serde(skip)]
    all: bool,
}

impl fmt::Display for RepairAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, done, written, all } = self;
        file.iter().try_for_each(|file| write!(f, "{file}: "))?;
        if *all {
            write!(f, "{done:#}")?
        } else {
            write!(f, "{done}")?
        }
        written.iter().flatten().try_for_each(|file| write!(f, "\n  written {file}"))
    }
}
