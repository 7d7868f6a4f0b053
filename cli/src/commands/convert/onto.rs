//! Brings the edits of a scene back to the walkmesh, the rooms or the floors that went out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use walkmesh::exchange::{Note, Up};
use walkmesh::formats::Document;
use walkmesh::kotor;
use walkmesh::silkroad::{self, BlockId};

use super::{Convert, NO_TRIANGLES, has_triangles, stem};
use crate::converted::Converted;
use crate::dof::{self, FloorFile};
use crate::exchange_file::{ExchangeFormat, Written};
use crate::file_name::FileName;
use crate::input::Input;
use crate::layouts::Layouts;
use crate::rooms::RoomFile;

impl Convert {
    /// Brings the edits of a scene back to a walkmesh.
    pub(super) fn onto_file(
        &self,
        format: ExchangeFormat,
        base: &Path,
        converted: &mut Converted,
    ) -> anyhow::Result<Written> {
        let open = || {
            let input = Input::open(base)?;
            let layouts = Layouts::new(self.layout.as_deref())?;
            let file = layouts.place(input.open_file(&self.materials)?, base)?;
            anyhow::Ok((input, file))
        };
        let (input, mut file) = open().with_context(|| base.display().to_string())?;
        let scene = self.read_any(format, file.kind().up(), converted)?;
        let report = file.apply_edited(&scene.merged(&stem(base)), &self.match_options(format));
        let report = report.with_context(|| onto(base))?;
        ensure!(has_triangles(&scene) || report.matched.removed.is_empty(), NO_TRIANGLES);
        let bytes = if report.is_unchanged() { input.bytes } else { file.to_bytes().with_context(|| onto(base))? };
        converted.add_edited(FileName::from(base), [report]);
        Ok((self.within(base), bytes))
    }

    /// Brings the edits of a scene back to the rooms of an area.
    pub(super) fn onto_rooms(
        &self,
        format: ExchangeFormat,
        base: &Path,
        converted: &mut Converted,
    ) -> anyhow::Result<Vec<Written>> {
        let mut rooms = self.rooms(base)?;
        let scene = self.read(format, Up::Z, converted)?;
        let reports = rooms.area.apply_scene(&scene, &self.match_options(format)).with_context(|| onto(base))?;
        rooms.bake_stale()?;
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
    pub(super) fn onto_dungeon(
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
            let report = silkroad::apply_edited_bms(&mut bms, floor.placement(), node, &self.match_options(format));
            let report = report.with_context(|| onto(&file.path))?;
            if !report.is_unchanged() {
                let now = FloorFile { bms, ..FloorFile::clone(file) };
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
            let bytes = edited.get(&file.path).map_or_else(|| Ok(file.bytes.clone()), |file| file.bms.to_bytes())?;
            files.insert(self.output.join(file.path.file_name().unwrap_or_default()), bytes);
        }
        converted.add_edited(FileName::from(base), reports);
        Ok(files.into_iter().collect())
    }
}

/// Names the walkmesh in an error that is about it as much as about the scene.
fn onto(base: &Path) -> String {
    format!("onto {}", base.display())
}

/// Whether a node has a name, perhaps with the `.001` that programs append.
fn is_called(node: &str, name: &str) -> bool {
    let copy = node.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
    node == name || copy.is_some_and(|copy| copy.len() == 3 && copy.bytes().all(|byte| byte.is_ascii_digit()))
}
