//! Makes dungeons from scenes, and applies edited scenes to the floors of a dungeon.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::exchange::{MatchReport, NodeReport, Note, Scene, SceneNode};
use crate::formats::Document;
use crate::formats::bms::Bms;
use crate::silkroad::{self, BlockId};

use super::super::exchange::{ApplyOptions, ApplyReport, ExchangeError};
use super::super::{BakeError, SaveError};
use super::{DungeonFloors, DungeonLevel, FloorMesh};

impl DungeonFloors {
    /// Applies the nodes of a scene to the floors of the blocks with the same names.
    pub(super) fn apply_scene(&mut self, scene: &Scene, options: &ApplyOptions) -> Result<ApplyReport, ExchangeError> {
        let floors = self.floors();
        let names: Vec<_> = floors.to_scene(&self.dof).scene.nodes.into_iter().map(|node| node.name).collect();
        let mut applied = ApplyReport::default();
        let mut edited: BTreeMap<&str, Bms> = BTreeMap::new();
        let blocks = (0..).map(BlockId).zip(&self.meshes);
        let with_floor = blocks.filter_map(|(id, file)| Some((file.as_ref()?, floors.floor(id)?)));
        for ((file, floor), name) in with_floor.zip(&names) {
            let Some(node) = scene.nodes.iter().find(|node| is_called(node, name)) else {
                let message = "The scene has no node of this name, so the floor stays as it was.";
                applied.notes.push(Note::of_node(name, message));
                continue;
            };
            let mut bms = file.bms.clone();
            let report = silkroad::apply_edited_bms(&mut bms, floor.placement(), node, &options.matching);
            let report = report.map_err(|error| ExchangeError::Floor { file: file.name.clone(), error })?;
            if !report.is_unchanged() {
                let before = edited.insert(&file.name, bms);
                if before.is_some_and(|before| edited.get(file.name.as_str()) != Some(&before)) {
                    return Err(ExchangeError::EditedTwice { node: name.clone() });
                }
            }
            applied.nodes.push(report);
        }
        applied.nodes.extend(unused(scene, &names));
        options.ensure_same_mesh(&applied.nodes)?;
        let files = edited.into_iter().map(|(name, bms)| {
            let bytes = bms.to_bytes().map_err(SaveError::from)?;
            Ok((name.to_owned(), Arc::new(FloorMesh { name: name.to_owned(), bytes, bms })))
        });
        let files: BTreeMap<String, Arc<FloorMesh>> = files.collect::<Result<_, ExchangeError>>()?;
        for mesh in self.meshes.iter_mut().flatten() {
            if let Some(edited) = files.get(&mesh.name) {
                *mesh = Arc::clone(edited);
            }
        }
        Ok(applied)
    }
}

/// Reports on the nodes that match no block by name.
fn unused(scene: &Scene, names: &[String]) -> Vec<NodeReport> {
    let mut is_used = vec![false; scene.nodes.len()];
    for name in names {
        let node = scene.nodes.iter().position(|node| is_called(node, name));
        node.into_iter().for_each(|node| is_used[node] = true);
    }
    let others = scene.nodes.iter().zip(&is_used).filter(|(_, is_used)| !**is_used);
    let report = |(node, _): (&SceneNode, _)| {
        let mut report = NodeReport::new(&node.name, MatchReport::default());
        report.unused = node.set.triangles.len();
        report.note("The dungeon has no other block of this name, so the node changed nothing.");
        report
    };
    others.map(report).collect()
}

/// Returns whether a node has a given name, possibly with the `.001` that programs append.
fn is_called(node: &SceneNode, name: &str) -> bool {
    node.name == name || node.plain_name() == name
}

/// Makes a new dungeon from a scene. The file name gives its region.
pub(super) fn from_scene(name: &str, scene: &Scene) -> Result<(DungeonLevel, ApplyReport), ExchangeError> {
    let region = silkroad::region_of_file_name(name).ok_or(ExchangeError::NoRegion)?;
    let (plan, nodes) = silkroad::Plan::from_scene(region, scene)?;
    let dungeon = plan.bake(&silkroad::BakeOptions::default()).map_err(BakeError::from)?;
    let level = DungeonLevel { name: name.to_owned(), ..DungeonLevel::from(dungeon) };
    Ok((level, ApplyReport { nodes, notes: Vec::new() }))
}
