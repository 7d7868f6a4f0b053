//! Brings the edits of a scene back to the walkmesh, the rooms or the floors that went out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use walkmesh::counted;
use walkmesh::exchange::{MatchReport, NodeReport, Note, Scene, SceneNode, Up};
use walkmesh::formats::Document;
use walkmesh::formats::bms::Bms;
use walkmesh::kotor::{self, Area};
use walkmesh::level::AnyFile;
use walkmesh::silkroad::{self, BlockId};

use super::{Convert, NO_TRIANGLES, has_triangles, stem};
use crate::converted::Converted;
use crate::dof;
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
        if matches!(&file, AnyFile::Bwm(walkmesh) if walkmesh.kind().is_room()) && !self.accept_mismatch {
            refuse_several(&scene)?;
        }
        let report = file.apply_edited(&scene.merged(&stem(base)), &self.match_options(format));
        let report = report.with_context(|| onto(base))?;
        ensure!(has_triangles(&scene) || report.matched.removed.is_empty(), NO_TRIANGLES);
        self.refuse_another_mesh(base, std::slice::from_ref(&report))?;
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
        let mut reports = rooms.area.apply_scene(&scene, &self.match_options(format)).with_context(|| onto(base))?;
        self.refuse_another_mesh(base, &reports)?;
        rooms.bake_stale()?;
        let names: Vec<String> = rooms.area.layout().rooms().iter().map(|room| room.name.clone()).collect();
        let mut files = Vec::new();
        let new = if self.new_rooms { self.take_new_rooms(&mut rooms.area, &scene, &mut reports)? } else { Vec::new() };
        let is_renumbered = self.drop_rooms && drop_missing_rooms(&mut rooms.area, &scene, converted)?;
        rooms.area.bake_stale()?;
        for RoomFile { room, path, bytes } in rooms.files {
            let name = &names[room.index()];
            let is_edited =
                reports.iter().any(|report| report.node.eq_ignore_ascii_case(name) && !report.is_unchanged());
            let Some(room) = rooms.area.layout().find(name) else { continue };
            let walkmesh = rooms.area.room(room).filter(|_| is_edited || is_renumbered);
            let bytes = walkmesh.map_or_else(|| Ok(bytes), kotor::Walkmesh::to_bytes)?;
            files.push((self.output.join(path.file_name().unwrap_or_default()), bytes));
        }
        for name in new {
            let room = rooms.area.layout().find(&name).and_then(|room| rooms.area.room(room));
            let room = room.with_context(|| format!("the new room {name} is not in the area"))?;
            files.push((self.room_file(&name)?, room.to_bytes()?));
        }
        files.push((self.output.join(rooms.layout.file_name().unwrap_or_default()), rooms.area.layout().to_bytes()));
        converted.add_edited(FileName::from(base), reports);
        Ok(files)
    }

    /// Makes rooms of the nodes that no room is called like, and puts their reports in place of those that say so. Returns
    /// their names.
    fn take_new_rooms(
        &self,
        area: &mut Area,
        scene: &Scene,
        reports: &mut Vec<NodeReport>,
    ) -> anyhow::Result<Vec<String>> {
        let options = kotor::ImportOptions::new(kotor::Kind::Wok).with_materials(self.materials.table());
        let new = area.take_new_rooms(scene, &options)?;
        let is_new = |report: &NodeReport| new.iter().any(|(_, new)| new.node == report.node && report.unused > 0);
        reports.retain(|report| !is_new(report));
        let name = |room: &kotor::RoomId| area.layout().room(*room).map(|room| room.name.clone());
        let names = new.iter().filter_map(|(room, _)| name(room)).collect();
        reports.extend(new.into_iter().map(|(room, mut report)| {
            report.note(format!("This is the new room {}. `walkmesh area --link` links it where rooms meet.", room.0));
            report
        }));
        Ok(names)
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
        let mut edited: BTreeMap<&str, Bms> = BTreeMap::new();
        let blocks = (0..).map(BlockId).zip(&dungeon.meshes);
        let with_floor = blocks.filter_map(|(id, file)| Some((file.as_ref()?, floors.floor(id)?)));
        for ((file, floor), name) in with_floor.zip(&names) {
            let Some(node) = scene.nodes.iter().find(|node| is_called(node, name)) else {
                converted
                    .notes
                    .push(Note::of_node(name, "The scene has no node of this name, so the floor stays as it was."));
                continue;
            };
            let mut bms = file.bms.clone();
            let report = silkroad::apply_edited_bms(&mut bms, floor.placement(), node, &self.match_options(format));
            let report = report.with_context(|| onto(&dof::beside(base, &file.name)))?;
            if !report.is_unchanged() {
                let before = edited.insert(&file.name, bms);
                ensure!(
                    before.is_none_or(|before| edited.get(file.name.as_str()) == Some(&before)),
                    "{name}: several blocks have this floor, and it was edited in two ways; edit it in one of them"
                );
            }
            reports.push(report);
        }
        let mut is_used = vec![false; scene.nodes.len()];
        for name in &names {
            let node = scene.nodes.iter().position(|node| is_called(node, name));
            node.into_iter().for_each(|node| is_used[node] = true);
        }
        for (node, _) in scene.nodes.iter().zip(&is_used).filter(|(_, is_used)| !**is_used) {
            let mut report = NodeReport::new(&node.name, MatchReport::default());
            report.unused = node.set.triangles.len();
            report.note("The dungeon has no other block of this name, so the node changed nothing.");
            reports.push(report);
        }
        self.refuse_another_mesh(base, &reports)?;
        let mut files: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
        for file in dungeon.meshes.iter().flatten() {
            let bytes = edited.get(file.name.as_str()).map_or_else(|| Ok(file.bytes.clone()), Bms::to_bytes)?;
            files.insert(self.output.join(&file.name), bytes);
        }
        converted.add_edited(FileName::from(base), reports);
        Ok(files.into_iter().collect())
    }
}

/// Names the walkmesh in an error that is about it as much as about the scene.
fn onto(base: &Path) -> String {
    format!("onto {}", base.display())
}

/// Removes the rooms without a node, and says so. Returns whether there were any.
fn drop_missing_rooms(area: &mut Area, scene: &Scene, converted: &mut Converted) -> anyhow::Result<bool> {
    let dropped = area.drop_missing_rooms(scene)?;
    if dropped.names.is_empty() {
        return Ok(false);
    }
    let message = format!(
        "Removed from the layout, because they did not come back: {}. {} led there, and now lead nowhere.",
        dropped.names.join(", "),
        counted(dropped.lost_transitions.len(), "transition")
    );
    converted.notes.push(Note::of_scene(message));
    Ok(true)
}

/// Refuses a scene with objects of several names where the base is one room. Editors divide an object into those of one name
/// with numbers.
fn refuse_several(scene: &Scene) -> anyhow::Result<()> {
    let shown = scene.nodes.iter().filter(|node| node.is_shown()).map(SceneNode::plain_name);
    let names: BTreeSet<&str> = shown.collect();
    let listed: Vec<String> = names.iter().take(4).map(|name| format!("`{name}`")).collect();
    ensure!(
        names.len() <= 1,
        "the file has several objects ({}{}), and the base is one room: bring an area back with --onto FOLDER, or join the \
         objects in the editor if all of them are this room; --accept-mismatch takes them so",
        listed.join(", "),
        if names.len() > listed.len() { ", …" } else { "" }
    );
    Ok(())
}

/// Whether a node has a name, perhaps with the `.001` that programs append.
fn is_called(node: &SceneNode, name: &str) -> bool {
    node.name == name || node.plain_name() == name
}
