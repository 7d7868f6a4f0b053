//! The view of a dungeon: its floors, or its tables if no floor was read.

use crate::formats::bms::{Bms, NavMesh, edge_flags};
use crate::formats::dof::Dof;
use crate::silkroad::{self, BlockId, CellId, Dungeon, Floor, Graph, Placement};

use super::super::files::stem;
use super::super::view::{LineKind, LineLayers, MarkKind, PartOf, View, ViewMark, whole};
use super::DungeonFloors;

/// The numbers of the cells that a scene shows.
fn numbers(mesh: &NavMesh) -> Vec<u32> {
    whole(mesh.cells.iter().map(|cell| cell.vertices.map(u32::from)), mesh.vertices.len())
}

/// Adds the floors of the blocks.
pub(super) fn show_floors(dungeon: &DungeonFloors, view: &mut View) {
    let floors = dungeon.floors();
    let nodes = floors.to_scene(&dungeon.dof).scene.nodes;
    let blocks = (0..).map(BlockId).zip(&dungeon.meshes);
    let with_floor = blocks.filter_map(|(id, mesh)| Some((id, mesh.as_ref()?, floors.floor(id)?)));
    for ((id, mesh, floor), node) in with_floor.zip(&nodes) {
        view.push(PartOf::Block(id), &mesh.name, node, Some(numbers(floor.mesh())), |_| MarkKind::Door);
    }
}

/// Adds the positions of a DOF's blocks, none of which has a floor.
pub(super) fn show_blocks(dof: &Dof, view: &mut View) {
    view.marks.extend(dof.blocks.blocks.iter().enumerate().map(|(number, block)| {
        let name = format!("{number} {}", String::from_utf8_lossy(&block.name.bytes));
        ViewMark::new(MarkKind::Block, name.trim_end(), block.position.into())
    }));
}

/// Adds the floor of a mesh by itself.
pub(super) fn show_mesh(mesh: &Bms, file: &str, view: &mut View) {
    if let Some((node, _)) = silkroad::bms_to_scene_node(mesh, stem(file)) {
        view.push(PartOf::File, file, &node, mesh.nav_mesh.as_ref().map(numbers), |_| MarkKind::Door);
    }
}

/// Adds the doors of tables alone.
pub(super) fn show_tables(tables: &Dungeon, view: &mut View) {
    for (block, stored) in Graph::new(tables).blocks().iter().zip(tables.blocks()) {
        view.marks.extend(block.doors().iter().filter_map(|door| {
            let point = stored.centre(door.own_edge?)?;
            Some(ViewMark::new(MarkKind::Door, &format!("{} to {}", block.id(), door.to), point))
        }));
    }
}

/// Adds the outlines of the floors.
pub(super) fn draw_floors(dungeon: &DungeonFloors, lines: &mut LineLayers) {
    let floors = dungeon.floors();
    let blocks = (0..).map(BlockId).take(dungeon.meshes.len());
    blocks.filter_map(|id| floors.floor(id)).for_each(|floor| draw_floor(floor, lines));
}

/// Adds the outline of the floor of a mesh by itself.
pub(super) fn draw_mesh(mesh: &Bms, lines: &mut LineLayers) {
    if let Some(mesh) = &mesh.nav_mesh {
        draw_floor(&Floor::new(mesh.clone(), Placement::default()), lines);
    }
}

fn draw_floor(floor: &Floor, lines: &mut LineLayers) {
    for edge in &floor.mesh().outline {
        let kind = if edge.flag & edge_flags::GLOBAL != 0 { LineKind::Door } else { LineKind::Border };
        lines.push(kind, floor.ends(edge));
    }
}

/// Adds the connections that tables alone imply: each cell joins the midpoints of its edges.
pub(super) fn draw_tables(tables: &Dungeon, lines: &mut LineLayers) {
    for (block, stored) in Graph::new(tables).blocks().iter().zip(tables.blocks()) {
        for cell in (0..block.cell_count()).map(CellId) {
            let middles: Vec<[f32; 3]> = block.edges(cell).filter_map(|edge| stored.centre(edge)).collect();
            for (at, from) in middles.iter().enumerate() {
                middles[at + 1..].iter().take(2).for_each(|to| lines.push(LineKind::Links, Some([*from, *to])));
            }
        }
    }
}
