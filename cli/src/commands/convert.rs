//! The command `walkmesh convert`: exports walkmeshes to other programs and imports them back.

mod new;
mod onto;
mod out;

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use walkmesh::exchange::{Floor, MatchOptions, Scene, Transform, Up};
use walkmesh::level::{ApplyOptions, ApplyReport, ExchangeError, Kind, Level};

use crate::choice::choice;
use crate::conversion_report::ConversionReport;
use crate::destination::{self, is_folder, result_in};
use crate::exchange_format::ExchangeFormat;
use crate::input::{self, Input};
use crate::location::FileLocation;
use crate::materials::Materials;
use crate::models::{self, FollowingModel};
use crate::output::{Outcome, Report};
use crate::place::{LayoutArgument, located};
use crate::save::{Output, Over};
use crate::storage;

/// Export a walkmesh to Blender or another program, and import it back
///
/// The names of the files give the formats: .glb, .gltf and .obj are files of other programs, and .ascii is a KotOR walkmesh as
/// text. A .detour is a tile of Detour and a .tres a navigation mesh of Godot 4: both contain only the walkable triangles, joined
/// as in the level, and are write-only. A folder is a KotOR area: its rooms and their layout. A .dof is a Silkroad dungeon, with
/// its BMS files in the same folder.
///
/// With --onto, the imported scene is matched onto the exported walkmesh. Triangles are matched by the positions of their
/// corners, so their indices, transitions, sounds and duplicates are kept, and only edits are changed and baked. Without edits
/// every byte is kept. Without --onto, a new walkmesh is made and baked: the name of each material begins with its index, as in
/// `04 Stone`.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh convert room.wok -o room.glb\n  walkmesh convert room.glb --onto room.wok -o new/room.wok\n  \
                  walkmesh convert rooms/ -o area.glb\n  walkmesh convert area.glb --onto rooms/ -o new/\n  walkmesh convert area.trx \
                  -o area.glb\n  walkmesh convert floor.obj -o room.wok\n  walkmesh convert rooms/ -o \
                  area.detour\n  walkmesh convert area.trx -o area.tres\n  walkmesh convert room.wok -o room.glb --mesh-name navmesh"
)]
pub struct Convert {
    /// A walkmesh, a folder of rooms, a DOF, or a scene. A scene is a file of another program
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file or folder to write. Its name gives the format. With --onto ROOM, `-` is standard output; an area needs a folder
    /// for its rooms
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The walkmesh or folder of rooms that was exported
    #[arg(long, value_name = "BASE")]
    onto: Option<PathBuf>,
    /// With --onto: the tolerance for rounding. Maximum distance that a vertex or mark may have moved, in the units of the game.
    /// Default: 0.0001 for OBJ; for glTF four times the spacing of float values at the largest coordinate, at most 0.0001
    #[arg(long, value_name = "DISTANCE", requires = "onto")]
    snap: Option<f32>,
    /// With --onto: join vertices that were moved apart. If an editor moved only some copies of a vertex, all copies move there
    #[arg(long, requires = "onto")]
    weld: bool,
    /// With --onto FOLDER: make rooms of new objects. An object is new if no room has its name. New rooms are appended to the
    /// layout
    #[arg(long, requires = "onto")]
    new_rooms: bool,
    /// With --onto FOLDER: remove rooms missing in the scene. They are removed from the layout, and transitions are renumbered
    #[arg(long, requires = "onto")]
    drop_rooms: bool,
    /// With --onto: accept a scene of another mesh. By default a scene is refused if it contains no face of the base, or if it
    /// has several objects and the base is one room
    #[arg(long, requires = "onto")]
    accept_mismatch: bool,
    /// The up axis, if not the format's own. Default: y
    #[arg(long, value_name = "AXIS", value_parser = choice([("y", None, Up::Y), ("z", None, Up::Z)]))]
    up: Option<Up>,
    /// Write only walkable triangles, as one object. For .glb, .gltf and .obj. They are joined as in the level, into one object
    /// with this name and one material. Engines search for such a mesh, often called navmesh, and use its first primitive. A
    /// scene does not say which triangles are walkable, so all its triangles are written
    #[arg(long, value_name = "NAME")]
    mesh_name: Option<String>,
    /// Scale the file of another program by this factor. 0.01 converts centimetres to metres
    #[arg(long, value_name = "FACTOR")]
    scale: Option<f64>,
    #[command(flatten)]
    materials: Materials,
    #[command(flatten)]
    layout: LayoutArgument,
    #[command(flatten)]
    model: FollowingModel,
    /// Replace existing files with different content
    #[arg(long)]
    force: bool,
}

impl Convert {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.leave_to(Some(&self.output));
        report.answer(&self.input, |report| {
            let converted = self.convert(report)?;
            let outcome = if converted.has_unused() { Outcome::Found } else { Outcome::Fine };
            Ok((converted, outcome))
        })
    }

    fn convert(&self, report: &mut Report) -> anyhow::Result<ConversionReport> {
        let mut converted = ConversionReport::new(FileLocation::from(self.input.as_path()));
        ensure!(self.model.path().is_none() || self.onto.is_some(), MODEL_OF_ROOM);
        let has_names = ExchangeFormat::promised_by(&self.output).is_some_and(ExchangeFormat::has_names);
        ensure!(self.mesh_name.is_none() || has_names, "--mesh-name needs an output that ends in .glb, .gltf or .obj");
        let base = self.onto.as_deref().map(|base| Input::of_level(base, self.layout.path())).transpose();
        let base = base.with_context(|| self.onto.as_deref().unwrap_or(Path::new("")).display().to_string())?;
        let files = match (ExchangeFormat::of_input(&self.input), &base) {
            (None, _) => self.out(&mut converted)?,
            (Some(format), None) => self.new_walkmesh(format, &mut converted)?,
            (Some(format), Some(base)) => self.onto(format, base, &mut converted)?,
        };
        for (path, bytes) in &files {
            ensure!(
                !self.is_base(path, base.as_ref()),
                "{}: this is what the edits are for, and it is not written over; name another file or folder",
                path
            );
            if self.model.path().is_none() && makes_model_stale(base.as_ref(), path, bytes) {
                report.note(models::STALE);
            }
        }
        let over = Over::Another { source: Some(&self.input), force: self.force };
        let outputs: Vec<_> = files.iter().map(|(path, bytes)| Output { path: path.clone(), bytes, over }).collect();
        destination::write_set(&outputs)?;
        converted.output.extend(files.iter().map(|(path, _)| FileLocation::from(path)));
        Ok(converted)
    }

    /// Opens the level of a file.
    fn level(&self, input: &Input) -> anyhow::Result<Level> {
        let layout = if input.kind == Kind::Bwm { self.layout.read()? } else { None };
        input.level(&input.options(&self.materials).with_layout(layout))
    }

    /// Returns whether a file is one of those to which the edits apply.
    fn is_base(&self, path: &FileLocation, base: Option<&Input>) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let Some((path, base)) = path.path().and_then(real).zip(base) else { return false };
        let of_base = |at: &FileLocation| at.path().and_then(real);
        let is_model = self.model.path().and_then(real).is_some_and(|model| model == path);
        let has_files = matches!(base.kind, Kind::Lyt | Kind::Dof);
        let is_beside = has_files && path.parent().map(Path::to_owned) == of_base(&base.folder());
        is_model || is_beside || Some(path) == of_base(&base.path)
    }

    /// The floor as one object with a name, which becomes one primitive.
    fn named_floor(name: &str, floor: Floor, converted: &mut ConversionReport) -> anyhow::Result<Scene> {
        ensure!(!floor.triangles.is_empty(), NO_FLOOR);
        let scene = floor.to_scene(name);
        converted.notes.extend(floor.notes);
        Ok(scene)
    }

    /// The scene of the input, which has a triangle.
    fn read(&self, format: ExchangeFormat, up: Up, converted: &mut ConversionReport) -> anyhow::Result<Scene> {
        let scene = self.read_any(format, up, converted)?;
        ensure!(has_triangles(&scene), NO_TRIANGLES);
        Ok(scene)
    }

    /// The scene of the input, which need not have a triangle.
    fn read_any(&self, format: ExchangeFormat, up: Up, converted: &mut ConversionReport) -> anyhow::Result<Scene> {
        let bytes = input::read(&self.input)?;
        ensure!(!bytes.is_empty(), "the file is empty");
        let (mut scene, notes) = match self.up {
            None => format.read(&self.input, &bytes, up)?,
            Some(stored) => {
                let (scene, notes) = format.read(&self.input, &bytes, Up::Y)?;
                (scene.turned(stored, up), notes)
            }
        };
        if let Some(scale) = self.scale {
            ensure!(scale.is_finite() && scale > 0.0, "--scale must be a finite number above 0");
            scene = scene.placed(&Transform::of_scale(scale));
        }
        // An OBJ need not name its object.
        let nameless = scene.nodes.iter_mut().filter(|node| node.name.is_empty());
        nameless.for_each(|node| node.name = stem(&self.input));
        converted.notes.extend(notes);
        Ok(scene)
    }

    fn apply_options(&self, format: ExchangeFormat) -> ApplyOptions {
        let snap = self.snap.unwrap_or(format.rounding());
        let matching =
            MatchOptions::default().with_snap(snap).with_keep_marks(!format.has_marks()).with_weld(self.weld);
        let mut options = ApplyOptions::new(matching);
        options.new_rooms = self.new_rooms;
        options.drop_rooms = self.drop_rooms;
        options.accept_mismatch = self.accept_mismatch;
        options
    }

    /// Imports the edits of a scene. An error that is about the base as much as about the scene names both, and says which
    /// argument helps.
    fn apply(
        &self,
        level: &mut Level,
        scene: &Scene,
        format: ExchangeFormat,
        base: &Input,
    ) -> anyhow::Result<ApplyReport> {
        level.apply_scene(scene, &self.apply_options(format)).map_err(|error| {
            let advice = match &error {
                ExchangeError::AnotherMesh { .. } => "; see --scale and --up, or --accept-mismatch, which replaces all faces",
                ExchangeError::SeveralObjects { .. } => {
                    ": bring an area back with --onto FOLDER, or join the objects in the editor if all of them are this room; \
                     --accept-mismatch takes them so"
                }
                ExchangeError::NoTriangles => return error.into(),
                _ => "",
            };
            anyhow!("{error}{advice}").context(format!("onto {}", base.path))
        })
    }

    /// The output; if it is a folder, the file in it with the name of another one.
    fn within(&self, other: &FileLocation) -> anyhow::Result<FileLocation> {
        if is_folder(&self.output) { result_in(&self.output, other) } else { Ok(self.output.as_path().into()) }
    }
}

/// Returns whether the bytes for a file belong to an edited room that no longer matches its model.
fn makes_model_stale(base: Option<&Input>, path: &FileLocation, bytes: &[u8]) -> bool {
    let Some(base) = base else { return false };
    if base.kind == Kind::Bwm {
        return models::is_stale(&base.bytes, bytes);
    }
    let before = located(&base.folder(), &path.file_name().unwrap_or_default().to_string_lossy());
    storage::read_regular(before).is_ok_and(|before| models::is_stale(&before, bytes))
}

/// The error for a model when no room is edited.
const MODEL_OF_ROOM: &str = "--model needs --onto ROOM.wok: it is the model of the room that went out";

/// The error for a file that would make a walkmesh empty: it is a text of another kind, or truncated.
const NO_TRIANGLES: &str = "the file has no triangles";

/// The error for a level without a walkable triangle, which has no floor to write.
const NO_FLOOR: &str = "creatures can walk nowhere here";

fn has_triangles(scene: &Scene) -> bool {
    scene.nodes.iter().any(|node| !node.set.triangles.is_empty())
}

/// The name of a file without folder and extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
