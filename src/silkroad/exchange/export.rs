//! A dungeon as a scene, and the floor of a block as a node.

use std::collections::BTreeSet;

use crate::exchange::{ClassedTriangle, Export, Note, Scene, SceneNode, Transform, TriangleSet, Up};
use crate::formats::bms::{Bms, NavMesh, edge_flags};
use crate::formats::dof::Dof;
use crate::silkroad::{BlockId, Floors};
use crate::text::one_line;
use walkmesh_mesh::counted::agreeing;

use super::cell_class::{class_of, number_of};
use super::doors;

impl Floors {
    /// The floors of a dungeon as a scene for other programs: a node for each block, named by its number and its name, at
    /// its position; y is up. The doors are marks at the midpoint of their edges. Blocks without a floor have no node.
    ///
    /// ```
    /// use walkmesh::formats::bms::{Cell, NavMesh, Vertex};
    /// use walkmesh::formats::dof::{Block, Dof};
    /// use walkmesh::silkroad::Floors;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [0.0, 0.0, 100.0]];
    /// let vertices = corners.map(|position| Vertex { position: position.into(), normal_index: 0 }).into();
    /// let mesh = NavMesh { vertices, cells: vec![Cell { vertices: [0, 1, 2], ..Cell::default() }], ..NavMesh::default() };
    /// let mut dof = Dof::default();
    /// dof.blocks.blocks.push(Block { name: "hall".into(), position: [0.0, 50.0, 0.0].into(), ..Block::default() });
    ///
    /// let export = Floors::new(&dof, vec![Some(mesh)]).to_scene(&dof);
    /// let node = &export.scene.nodes[0];
    /// assert_eq!((node.name.as_str(), node.placed_set().points[0]), ("000 hall", [0.0, 50.0, 0.0]));
    /// ```
    pub fn to_scene(&self, dof: &Dof) -> Export {
        let mut export = Export { scene: Scene { up: Up::Y, ..Scene::default() }, notes: Vec::new() };
        let mut without = 0;
        for (id, block) in (0..).map(BlockId).zip(&dof.blocks.blocks) {
            let Some(floor) = self.floor(id) else {
                without += 1;
                continue;
            };
            let name = format!("{:03} {}", id.0, one_line(&block.name.bytes));
            let (mut node, notes) = node_of(floor.mesh(), name.trim_end());
            node.placement = floor.placement().as_map();
            export.scene.nodes.push(node);
            export.notes.extend(notes);
        }
        if without > 0 {
            export.notes.push(Note::of_scene(format!(
                "{} no floor among the files, and so no node.",
                agreeing(without, "block", ["has", "have"])
            )));
        }
        export
    }
}

/// The floor of a `.bms` as a node of a scene with y up, and notes on data that the node cannot hold; `None` if it has no floor. Its doors
/// are marks at the midpoint of their edges.
#[must_use]
pub fn bms_to_scene_node(bms: &Bms, name: &str) -> Option<(SceneNode, Vec<Note>)> {
    bms.nav_mesh.as_ref().map(|mesh| node_of(mesh, name))
}

/// The node of a floor.
pub(super) fn node_of(mesh: &NavMesh, name: &str) -> (SceneNode, Vec<Note>) {
    let set = triangle_set(mesh);
    let mut notes = Vec::new();
    let mut note = |count: usize, message: &str| {
        if count > 0 {
            notes.push(Note::of_node(name, format!("{count} {message}")));
        }
    };
    note(mesh.cells.len() - set.triangles.len(), "cells name a vertex that does not exist: they are left out.");
    let hidden = (0..set.triangles.len()).filter(|id| !set.can_be_carried(*id)).count();
    note(hidden, "cells have two equal corners, or a coordinate that is not finite. No other program shows them.");
    let is_plain = |flag: u8| matches!(flag & !edge_flags::GLOBAL, 0 | 3 | edge_flags::INTERNAL);
    let special = mesh.outline.iter().chain(&mesh.inline).filter(|edge| !is_plain(edge.flag)).count();
    note(
        special,
        "edges have flags that a scene cannot show, such as railings. They stay where both ends of the edge and its cells stay.",
    );
    (SceneNode { name: name.to_owned(), placement: Transform::IDENTITY, set }, notes)
}

/// The cells of a floor, apart from those that name a missing vertex, and its doors.
pub(super) fn triangle_set(mesh: &NavMesh) -> TriangleSet {
    let points: Vec<[f32; 3]> = mesh.vertices.iter().map(|vertex| vertex.position.into()).collect();
    let whole = mesh.cells.iter().filter(|cell| cell.vertices.iter().all(|vertex| usize::from(*vertex) < points.len()));
    let triangles: Vec<_> =
        whole.map(|cell| ClassedTriangle { corners: cell.vertices.map(u32::from), class: number_of(cell) }).collect();
    let numbers: BTreeSet<u32> = triangles.iter().map(|row| row.class).collect();
    let classes = numbers.into_iter().map(class_of).collect();
    TriangleSet { points, triangles, classes, marks: doors::marks_of(mesh), ..TriangleSet::default() }
}
