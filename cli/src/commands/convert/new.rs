//! Makes a new walkmesh, area or dungeon of a scene.

use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use walkmesh::exchange::{NodeReport, Note, Scene, SceneNode, Up};
use walkmesh::kotor::{self, Area, AsciiContent, AsciiFile, DoorState};
use walkmesh::level::Kind;
use walkmesh::nwn2;
use walkmesh::silkroad::{self, Plan};

use super::{Convert, stem};
use crate::converted::Converted;
use crate::destination::is_folder;
use crate::exchange_file::{ExchangeFormat, Written};
use crate::file_name;
use crate::input;
use crate::layouts::Layouts;
use crate::limits::limits;

impl Convert {
    /// Makes a new walkmesh, area or dungeon of a scene; or a file of another format.
    pub(super) fn new_walkmesh(
        &self,
        format: ExchangeFormat,
        converted: &mut Converted,
    ) -> anyhow::Result<Vec<Written>> {
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
        let layout = Layouts::new(self.layout.as_deref())?.of_room(&self.output)?;
        let position = layout.and_then(|layout| Some(layout.room(layout.find(&node.name)?)?.position));
        let options = kotor::ImportOptions::new(kotor::Kind::of_file(&name).unwrap_or(kotor::Kind::Wok));
        let options = options.with_materials(self.materials.table()).with_layout_position(position);
        let (walkmesh, report) = kotor::Walkmesh::from_scene_node(node, &options)?;
        Ok((walkmesh.to_bytes()?, report))
    }

    fn new_nwn2(&self, node: &SceneNode) -> anyhow::Result<(Vec<u8>, NodeReport)> {
        let (mut terrain, report) = nwn2::Terrain::from_scene_node(node, &nwn2::BuildOptions::default())?;
        if self.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("trx")) {
            terrain.bake(&nwn2::BakeOptions::default().with_limits(limits()))?;
        }
        Ok((terrain.to_bytes()?, report))
    }

    fn new_area(&self, format: ExchangeFormat, converted: &mut Converted) -> anyhow::Result<Vec<Written>> {
        let scene = self.read(format, Up::Z, converted)?;
        let options = kotor::ImportOptions::new(kotor::Kind::Wok).with_materials(self.materials.table());
        let (mut area, reports) = Area::from_scene(&scene, &options)?;
        let links = area.link()?;
        if !links.is_empty() {
            let was = if links.len() == 1 { "was" } else { "were" };
            let message = format!("{} {was} found where rooms meet.", walkmesh::counted(links.len(), "transition"));
            converted.notes.push(Note::of_scene(message));
        }
        let mut files = Vec::new();
        for (id, room) in area.rooms() {
            let name = &area.layout().rooms()[id.index()].name;
            files.push((self.room_file(name)?, room.to_bytes()?));
        }
        files.push((self.output.join(format!("{}.lyt", stem(&self.input))), area.layout().to_bytes()));
        converted.add_new(reports);
        Ok(files)
    }

    /// The file of a new room in the folder that is written.
    pub(super) fn room_file(&self, name: &str) -> anyhow::Result<PathBuf> {
        file_name::ensure_plain(name).context("a room has a name that would be that of its file")?;
        Ok(self.output.join(format!("{name}.wok")))
    }

    fn new_dungeon(&self, scene: &Scene, converted: &mut Converted) -> anyhow::Result<Vec<Written>> {
        let name = self.output.file_name().unwrap_or_default().to_string_lossy();
        let region = silkroad::region_of_file_name(&name)
            .context("the number in the output's name is no region of a dungeon")?;
        let (plan, reports) = Plan::from_scene(region, scene)?;
        let bytes = plan.bake(&silkroad::BakeOptions::default())?.to_bytes()?;
        converted.add_new(reports);
        Ok(vec![(self.output.clone(), bytes)])
    }

    /// Makes walkmeshes of a text.
    fn of_text(&self, converted: &mut Converted) -> anyhow::Result<Vec<Written>> {
        ensure!(
            self.up.is_none() && self.scale.is_none(),
            "--up and --scale are for a mesh, and a text has the axes and units of the game"
        );
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
}
