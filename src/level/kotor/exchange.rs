//! Makes walkmeshes and areas from scenes, and applies edited scenes to the rooms of an area.

use crate::exchange::{NodeReport, Note, Scene};
use crate::kotor::{Area, ImportOptions, Kind, MaterialTable, Walkmesh};
use walkmesh_mesh::counted::{agreeing, counted};

use super::super::exchange::{ApplyOptions, ApplyReport, ExchangeError};
use super::super::files::stem;
use super::super::{MaterialChoice, OpenOptions};
use super::{AreaLevel, WalkmeshLevel};

/// Makes a new walkmesh from all nodes of a scene together.
pub(super) fn walkmesh_from_scene(
    name: &str,
    scene: &Scene,
    options: &OpenOptions,
) -> Result<(WalkmeshLevel, ApplyReport), ExchangeError> {
    let position = options.layout.as_ref().and_then(|layout| Some(layout.room(layout.find(stem(name))?)?.position));
    let import = ImportOptions::new(Kind::of_file(name).unwrap_or(Kind::Wok)).with_materials(table(options));
    let node = scene.merged(stem(name));
    let (walkmesh, report) = Walkmesh::from_scene_node(&node, &import.with_layout_position(position))?;
    let level = WalkmeshLevel { name: name.to_owned(), ..WalkmeshLevel::from(walkmesh) };
    Ok((level, ApplyReport { nodes: vec![report], notes: Vec::new() }))
}

/// Makes a new area with one room for each node. Rooms lead to each other where they share edges.
pub(super) fn area_from_scene(
    name: &str,
    scene: &Scene,
    options: &OpenOptions,
) -> Result<(AreaLevel, ApplyReport), ExchangeError> {
    let import = ImportOptions::new(Kind::Wok).with_materials(table(options));
    let (mut area, nodes) = Area::from_scene(scene, &import)?;
    let links = area.link()?.len();
    let message = format!("{} found where rooms meet.", agreeing(links, "transition", ["was", "were"]));
    let notes = (links > 0).then(|| Note::of_scene(message));
    Ok((AreaLevel::from(area).named(name), ApplyReport { nodes, notes: notes.into_iter().collect() }))
}

/// The table of materials for a new walkmesh: the chosen one, or the first game's.
fn table(options: &OpenOptions) -> MaterialTable {
    match &options.materials {
        Some(MaterialChoice::Table(table)) => table.clone(),
        Some(MaterialChoice::Kotor1 | MaterialChoice::AsStored) | None => MaterialTable::kotor(),
    }
}

/// Applies the nodes of a scene to the rooms of the same names, and bakes what is stale.
pub(super) fn apply_to_area(
    area: &mut Area,
    scene: &Scene,
    options: &ApplyOptions,
) -> Result<ApplyReport, ExchangeError> {
    let before = options.new_rooms.then(|| area.clone());
    let mut applied = ApplyReport { nodes: area.apply_scene(scene, &options.matching)?, notes: Vec::new() };
    options.ensure_same_mesh(&applied.nodes)?;
    area.bake_stale()?;
    // A new room may be named differently from its node, and would not be found.
    if options.drop_rooms {
        applied.notes.extend(drop_missing_rooms(area, scene)?);
    }
    if let Some(before) = before {
        take_new_rooms(area, &before, scene, &mut applied.nodes)?;
    }
    area.bake_stale()?;
    Ok(applied)
}

/// Makes rooms from the nodes that match no room by name, and replaces the reports on these nodes.
fn take_new_rooms(
    area: &mut Area,
    before: &Area,
    scene: &Scene,
    reports: &mut Vec<NodeReport>,
) -> Result<(), ExchangeError> {
    let options = ImportOptions::new(Kind::Wok).with_materials(area.materials());
    let new = area.take_new_rooms(before, scene, &options)?;
    let is_new = |report: &NodeReport| new.iter().any(|(_, new)| new.node == report.node && report.unused > 0);
    reports.retain(|report| !is_new(report));
    reports.extend(new.into_iter().map(|(room, mut report)| {
        report.note(format!(
            "This is the new room {}, `{}`. It leads to no room yet: link the area to find where rooms meet.",
            room.0,
            area.layout().room(room).map_or("", |place| &place.name)
        ));
        report
    }));
    Ok(())
}

/// Removes the rooms without a node, and reports any removal.
fn drop_missing_rooms(area: &mut Area, scene: &Scene) -> Result<Option<Note>, ExchangeError> {
    let dropped = area.drop_missing_rooms(scene)?;
    let message = format!(
        "Removed from the layout, because they did not come back: {}. {} led there, and now lead nowhere.",
        dropped.names.join(", "),
        counted(dropped.lost_transitions.len(), "transition")
    );
    Ok((!dropped.names.is_empty()).then(|| Note::of_scene(message)))
}
