//! The command `walkmesh convert`: takes walkmeshes out to other programs and back.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail, ensure};
use walkmesh::any::Kind;
use walkmesh::exchange::{Export, MatchOptions, NodeReport, Note, Scene, SceneNode, Up};
use walkmesh::formats::Document;
use walkmesh::kotor::{self, Area, AsciiContent, AsciiFile, AsciiText, DoorState};
use walkmesh::nwn2;
use walkmesh::silkroad::{self, BlockId, Plan};

use crate::bake_options::BakeOptions;
use crate::converted::Converted;
use crate::destination::is_folder;
use crate::dof::{self, FloorFile};
use crate::exchange_file::{ExchangeFormat, Written};
use crate::file_name::FileName;
use crate::input::{self, Input};
use crate::materials::Materials;
use crate::output::Report;
use crate::rooms::{RoomFile, Rooms};
use crate::save;

/// Take a walkmesh out to Blender or another program, and bring it back
///
/// The names of the files say what is converted into what: .glb, .gltf and .obj are files of other programs, and .ascii is a
/// KotOR walkmesh as text. A folder is a KotOR area: its rooms and their layout. A .dof is a Silkroad dungeon, with its BMS
/// files in the same folder.
///
/// With --onto, what comes back is matched onto the walkmesh that went out. Triangles are recognised by the positions of
/// their corners, so their numbers, transitions, sounds and duplicates are kept, and only what was edited is changed and
/// baked. If nothing was edited, every byte is kept. Without --onto, a new walkmesh is made and baked: the name of each
/// material begins with its number, as in `04 Stone`.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh convert room.wok -o room.glb\n  walkmesh convert room.glb --onto room.wok -o new/room.wok\n  \
                  walkmesh convert rooms/ -o area.glb\n  walkmesh convert area.glb --onto rooms/ -o new/\n  walkmesh convert area.trx \
                  -o area.glb\n  walkmesh convert floor.obj -o room.wok"
)]
pub struct Convert {
    /// The walkmesh, the folder of rooms, the DOF, or the file of another program
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write, or the folder for the rooms of an area. Its name says the format
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The walkmesh or the folder of rooms that went out, which the edits are for
    #[arg(long, value_name = "BASE")]
    onto: Option<PathBuf>,
    /// With --onto: how far a vertex may have moved by rounding, in the units of the game. Default: 0 for glTF, which keeps
    /// every bit, and 0.0001 for OBJ
    #[arg(long, value_name = "DISTANCE", requires = "onto")]
    snap: Option<f32>,
    #[command(flatten)]
    materials: Materials,
    #[command(flatten)]
    bake: BakeOptions,
    /// Replace existing files of any format
    #[arg(long)]
    force: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Convert {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        report.set_json(self.json);
        match self.convert() {
            Ok(converted) => report.result(&converted),
            Err(error) => {
                report.problem(&self.input, &error);
                Ok(())
            }
        }
    }

    fn convert(&self) -> anyhow::Result<Converted> {
        let mut converted = Converted::of(FileName::from(self.input.as_path()));
        let files = match ExchangeFormat::of_input(&self.input) {
            None => self.out(&mut converted)?,
            Some(format) => match &self.onto {
                None => self.new_walkmesh(format, &mut converted)?,
                Some(base) if base.is_dir() => self.onto_rooms(format, base, &mut converted)?,
                Some(base) if input::promised_kind(base) == Some(Kind::Dof) => {
                    self.onto_dungeon(format, base, &mut converted)?
                }
                Some(base) => vec![self.onto_file(format, base, &mut converted)?],
            },
        };
        for (path, bytes) in &files {
            save::may_replace(path, bytes, self.force).with_context(|| path.display().to_string())?;
        }
        for (path, bytes) in files {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder)
                    .with_context(|| format!("the folder {} cannot be created", folder.display()))?;
            }
            save::write_new(&self.input, &path, &bytes, self.force).with_context(|| path.display().to_string())?;
            converted.output.push(FileName::from(path));
        }
        Ok(converted)
    }

    /// Takes a walkmesh, an area or a dungeon out.
    fn out(&self, converted: &mut Converted) -> anyhow::Result<Vec<Written>> {
        ensure!(self.onto.is_none(), "--onto is for a file of another program, and this is one of a game");
        let format = ExchangeFormat::promised_by(&self.output);
        let format = format.context("the name of the output must end in .glb, .obj or .ascii")?;
        if format == ExchangeFormat::Ascii {
            return Ok(vec![self.text(converted)?]);
        }
        let Export { scene, notes } = self.export(converted)?;
        converted.add_exported(&scene);
        let (files, lost) = format.write(&scene, &self.output)?;
        converted.notes.extend(notes.into_iter().chain(lost));
        Ok(files)
    }

    fn export(&self, converted: &mut Converted) -> anyhow::Result<Export> {
        if self.input.is_dir() {
            return Ok(self.rooms(&self.input, converted)?.area.to_scene());
        }
        let input = Input::open(&self.input)?;
        match input.kind {
            Kind::Dof => {
                let dungeon = dof::open(&self.input)?;
                Ok(dungeon.floors().to_scene(&dungeon.dof))
            }
            _ => Ok(input.open_file(&self.materials)?.to_scene(&stem(&self.input))?),
        }
    }

    /// Writes a KotOR walkmesh as text.
    fn text(&self, converted: &mut Converted) -> anyhow::Result<Written> {
        let file = Input::open(&self.input)?.open_file(&self.materials)?;
        let AsciiText { text, notes } = kotor::Walkmesh::try_from(file)?.to_ascii(&stem(&self.input))?;
        converted.notes.extend(notes);
        Ok((self.output.clone(), text.into_bytes()))
    }

    /// Makes walkmeshes of a text.
    fn of_text(&self, converted: &mut Converted) -> anyhow::Result<Vec<Written>> {
        let bytes = input::read(&self.input)?;
        let AsciiFile { content, notes } = AsciiFile::from_bytes_with(&bytes, &self.materials.table())?;
        converted.notes.extend(notes);
        match content {
            AsciiContent::Walkmesh(walkmesh) => Ok(vec![(self.within(&self.input), walkmesh.to_bytes()?)]),
            AsciiContent::Door(door) => {
                ensure!(is_folder(&self.output), "a door has a file for each state: end the name of the output with /");
                let stem = stem(&self.input);
                let model = stem.trim_end_matches("-ascii").trim_end_matches(".dwk");
                let state = |(state, walkmesh): (DoorState, &kotor::Walkmesh)| {
                    Ok((self.output.join(state.file(model)), walkmesh.to_bytes()?))
                };
                door.states().map(state).collect()
            }
        }
    }

    /// Brings the edits of a scene back to a walkmesh.
    fn onto_file(&self, format: ExchangeFormat, base: &Path, converted: &mut Converted) -> anyhow::Result<Written> {
        let open = || {
            let input = Input::open(base)?;
            let file = input.open_file(&self.materials)?;
            anyhow::Ok((input, file))
        };
        let (input, mut file) = open().with_context(|| base.display().to_string())?;
        let scene = self.read(format, file.kind().up(), converted)?;
        let report = file.apply_edited(&scene.merged(&stem(base)), &self.match_options(format))?;
        let bytes = if report.is_unchanged() { input.bytes } else { file.to_bytes()? };
        converted.add_edited(FileName::from(base), [report]);
        Ok((self.within(base), bytes))
    }

    /// Brings the edits of a scene back to the rooms of an area.
    fn onto_rooms(
        &self,
        format: ExchangeFormat,
        base: &Path,
        converted: &mut Converted,
    ) -> anyhow::Result<Vec<Written>> {
        let mut rooms = self.rooms(base, converted)?;
        let scene = self.read(format, Up::Z, converted)?;
        let reports = rooms.area.apply_scene(&scene, &self.match_options(format))?;
        rooms.area.bake_stale()?;
        let mut files = Vec::new();
        for RoomFile { room, path, bytes } in rooms.files {
            let name = &rooms.area.layout().rooms()[room.index()].name;
            let is_edited =
                reports.iter().any(|report| report.node.eq_ignore_ascii_case(name) && !report.is_unchanged());
            let walkmesh = rooms.area.room(room).filter(|_| is_edited);
            let bytes = walkmesh.map_or_else(|| Ok(bytes), kotor::Walkmesh::to_bytes)?;
            files.push((self.output.join(path.file_name().unwrap_or_default()), bytes));
        }
        files.push((self.output.join(rooms.layout.file_name().unwrap_or_default()), rooms.area.layout().to_bytes()));
        converted.add_edited(FileName::from(base), reports);
        Ok(files)
    }

    /// Brings the edits of a scene back to the floors of a dungeon's blocks.
    fn onto_dungeon(
        &self,
        format: ExchangeFormat,
        base: &Path,
        converted: &mut Converted,
    ) -> anyhow::Result<Vec<Written>> {
        let dungeon = dof::open(base)?;
        let floors = dungeon.floors();
        let names: Vec<_> = floors.to_scene(&dungeon.dof).scene.nodes.into_iter().map(|node| node.name).collect();
        let scene = self.read(format, Up::Y, converted)?;
        let mut reports = Vec::new();
        let mut edited: BTreeMap<PathBuf, FloorFile> = BTreeMap::new();
        let blocks = (0..).map(BlockId).zip(&dungeon.floors);
        let with_floor = blocks.filter_map(|(id, file)| Some((file.as_ref()?, floors.floor(id)?)));
        for ((file, floor), name) in with_floor.zip(&names) {
            let Some(node) = scene.nodes.iter().find(|node| is_called(&node.name, name)) else {
                converted
                    .notes
                    .push(Note::of_node(name, "The scene has no node of this name, so the floor stays as it was."));
                continue;
            };
            let mut bms = file.bms.clone();
            let report = silkroad::apply_edited_bms(&mut bms, floor.placement(), node, &self.match_options(format))?;
            if !report.is_unchanged() {
                let now = FloorFile { bms, ..file.clone() };
                let before = edited.insert(file.path.clone(), now);
                ensure!(
                    before.is_none_or(|before| edited.get(&file.path).is_some_and(|now| now.bms == before.bms)),
                    "{name}: several blocks have this floor, and it was edited in two ways; edit it in one of them"
                );
            }
            reports.push(report);
        }
        for node in scene.nodes.iter().filter(|node| !names.iter().any(|name| is_called(&node.name, name))) {
            converted
                .notes
                .push(Note::of_node(&node.name, "The dungeon has no block of this name, so the node changed nothing."));
        }
        let mut files: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
        for file in dungeon.floors.into_iter().flatten() {
            let bytes = edited.get(&file.path).map_or_else(|| Ok(file.bytes), |file| file.bms.to_bytes())?;
            files.insert(self.output.join(file.path.file_name().unwrap_or_default()), bytes);
        }
        converted.add_edited(FileName::from(base), reports);
        Ok(files.into_iter().collect())
    }

    fn new_dungeon(&self, scene: &Scene, converted: &mut Converted) -> anyhow::Result<Vec<Written>> {
        let name = self.output.file_name().unwrap_or_default().to_string_lossy();
        let region = silkroad::region_of_file_name(&name)
            .context("the number in the output's name is no region of a dungeon")?;
        let (plan, reports) = Plan::from_scene(region, scene)?;
        let bytes = plan.bake(&self.bake.silkroad())?.to_bytes()?;
        converted.add_new(reports);
        Ok(vec![(self.output.clone(), bytes)])
    }

    /// Makes a new walkmesh, area or dungeon of a scene; or a file of another format.
    fn new_walkmesh(&self, format: ExchangeFormat, converted: &mut Converted) -> anyhow::Result<Vec<Written>> {
        if let Some(other) = ExchangeFormat::promised_by(&self.output) {
            let scene = self.read(format, Up::Z, converted)?;
            converted.add_exported(&scene);
            let (files, lost) = other.write(&scene, &self.output)?;
            converted.notes.extend(lost);
            return Ok(files);
        }
        if format == ExchangeFormat::Ascii {
            return self.of_text(converted);
        }
        if is_folder(&self.output) {
            return self.new_area(format, converted);
        }
        let kind = input::promised_kind(&self.output);
        let up = kind.map_or(Up::Z, Kind::up);
        let scene = self.read(format, up, converted)?;
        let node = scene.merged(&stem(&self.output));
        let (bytes, report) = match kind {
            Some(Kind::Bwm) => self.new_kotor(&node)?,
            Some(Kind::Trn) => self.new_nwn2(&node)?,
            Some(Kind::AiNav) => return self.new_dungeon(&scene, converted),
            _ => bail!(
                "the name of the output must end in .wok, .pwk, .dwk, .trn or .trx, or be that of a Silkroad dungeon"
            ),
        };
        converted.add_new([report]);
        Ok(vec![(self.output.clone(), bytes)])
    }

    fn new_kotor(&self, node: &SceneNode) -> anyhow::Result<(Vec<u8>, NodeReport)> {
        let name = self.output.file_name().unwrap_or_default().to_string_lossy();
        let position = self.bake.layout()?.and_then(|layout| Some(layout.room(layout.find(&node.name)?)?.position));
        let options = kotor::ImportOptions::new(kotor::Kind::of_file(&name).unwrap_or(kotor::Kind::Wok));
        let options = options.with_materials(self.materials.table()).with_layout_position(position);
        let (walkmesh, report) = kotor::Walkmesh::from_scene_node(node, &options)?;
        Ok((walkmesh.to_bytes()?, report))
    }

    fn new_nwn2(&self, node: &SceneNode) -> anyhow::Result<(Vec<u8>, NodeReport)> {
        let (mut terrain, report) = nwn2::Terrain::from_scene_node(node, &nwn2::BuildOptions::default())?;
        if self.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("trx")) {
            terrain.bake(&self.bake.nwn2())?;
        }
        Ok((terrain.to_bytes()?, report))
    }

    fn new_area(&self, format: ExchangeFormat, converted: &mut Converted) -> anyhow::Result<Vec<Written>> {
        let scene = self.read(format, Up::Z, converted)?;
        let options = kotor::ImportOptions::new(kotor::Kind::Wok).with_materials(self.materials.table());
        let (mut area, reports) = Area::from_scene(&scene, &options)?;
        let links = area.link()?;
        if !links.is_empty() {
            let message = format!("{} transitions were found where rooms meet.", links.len());
            converted.notes.push(Note::of_scene(message));
        }
        let mut files = Vec::new();
        for (id, room) in area.rooms() {
            let name = &area.layout().rooms()[id.index()].name;
            let is_plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
            ensure!(
                is_plain && !name.contains(['/', '\\']),
                "a room cannot be called `{name}`: it would be the name of its file"
            );
            files.push((self.output.join(format!("{name}.wok")), room.to_bytes()?));
        }
        files.push((self.output.join(format!("{}.lyt", stem(&self.input))), area.layout().to_bytes()));
        converted.add_new(reports);
        Ok(files)
    }

    fn rooms(&self, folder: &Path, converted: &mut Converted) -> anyhow::Result<Rooms> {
        let rooms = Rooms::open(folder, self.bake.layout_path(), |path, error| {
            converted.notes.push(Note::of_scene(format!("{}: {error:#}", path.display())));
        })?;
        Ok(Rooms { area: self.materials.of_area(rooms.area), ..rooms })
    }

    fn read(&self, format: ExchangeFormat, up: Up, converted: &mut Converted) -> anyhow::Result<Scene> {
        let bytes = input::read(&self.input)?;
        let (mut scene, notes) = format.read(&self.input, &bytes, up)?;
        // An OBJ need not name its object.
        let nameless = scene.nodes.iter_mut().filter(|node| node.name.is_empty());
        nameless.for_each(|node| node.name = stem(&self.input));
        converted.notes.extend(notes);
        Ok(scene)
    }

    fn match_options(&self, format: ExchangeFormat) -> MatchOptions {
        let snap = self.snap.unwrap_or(format.rounding());
        MatchOptions::default().with_snap(snap).with_keep_marks(!format.has_marks())
    }

    /// The output; if it is a folder, the file in it that has the name of another one.
    fn within(&self, other: &Path) -> PathBuf {
        if is_folder(&self.output) {
            self.output.join(other.file_name().unwrap_or_default())
        } else {
            self.output.clone()
        }
    }
}

/// Whether a node has a name, perhaps with the `.001` that programs append.
fn is_called(node: &str, name: &str) -> bool {
    let copy = node.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
    node == name || copy.is_some_and(|copy| copy.len() == 3 && copy.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The name of a file without folder and extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
