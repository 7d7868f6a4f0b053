//! A BWM in numbers.

use std::collections::BTreeMap;

use crate::kotor::{self, Hook, Kind, Layout, MaterialId, RoomId, Walkmesh};
use crate::mesh::Aabb;

use super::{SummaryError, Walkable};

/// A BWM in numbers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BwmSummary {
    /// The version that the file names.
    pub version: &'static str,
    /// The purpose of the walkmesh: `WOK`, `PWK` or `DWK`.
    pub kind: &'static str,
    /// Number of vertices.
    pub vertices: usize,
    /// Number of faces.
    pub faces: usize,
    /// The materials of its faces, by ascending number.
    pub materials: Vec<MaterialSummary>,
    /// Number of nodes of its tree.
    pub aabb_nodes: usize,
    /// Number of rows of neighbours: one for each walkable face.
    pub adjacencies: usize,
    /// Number of edges of its perimeters.
    pub edges: usize,
    /// Number of perimeters.
    pub perimeters: usize,
    /// The transitions, by the rooms that they lead to.
    pub transitions: Vec<TransitionsSummary>,
    /// The position in the header, in metres.
    pub position: [f32; 3],
    /// The box around all vertices, if it has any.
    #[cfg_attr(feature = "serde", serde(rename = "box"))]
    pub extent: Option<Aabb>,
    /// The part of the mesh that is walkable, if any face is.
    pub walkable: Option<Walkable>,
    /// The use hooks of a placeable or door, if one of them is not zero.
    pub hooks: Option<HooksSummary>,
}

/// Edges that lead to another room.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TransitionsSummary {
    /// The number of the room in the layout.
    pub to_room: u32,
    /// The name of the room, if the layout was given and has the room.
    pub name: Option<String>,
    /// Number of perimeter edges that lead to the room.
    pub edges: usize,
}

/// The positions from which a creature uses a placeable or a door.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HooksSummary {
    /// The first hook.
    pub use_position_1: Hook,
    /// The second hook.
    pub use_position_2: Hook,
}

/// A material, and its number of faces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MaterialSummary {
    /// The row of `surfacemat.2da`.
    pub material: u32,
    /// The name of the material. `None` if the table has no such row, or the row has no name.
    pub name: Option<String>,
    /// Number of faces with the material.
    pub faces: usize,
}

impl BwmSummary {
    pub(in crate::level) fn new(walkmesh: &Walkmesh, layout: Option<&Layout>) -> Result<Self, SummaryError> {
        let file = walkmesh.as_raw();
        let mut faces: BTreeMap<u32, usize> = BTreeMap::new();
        for &material in &file.materials {
            *faces.entry(material).or_default() += 1;
        }
        let table = walkmesh.materials();
        let name = |material| {
            let known = table.get(MaterialId(material)).filter(|known| !known.name.is_empty());
            known.map(|known| known.name.to_string())
        };
        let materials =
            faces.into_iter().map(|(material, faces)| MaterialSummary { material, name: name(material), faces });
        let overview = kotor::overview(walkmesh)?;
        Ok(Self {
            version: "V1.0",
            kind: match walkmesh.kind() {
                Kind::Wok => "WOK",
                Kind::Pwk => "PWK",
                Kind::Dwk => "DWK",
            },
            vertices: file.vertices.len(),
            faces: file.faces.len(),
            materials: materials.collect(),
            aabb_nodes: file.aabb_nodes.len(),
            adjacencies: file.adjacencies.len(),
            edges: file.edges.len(),
            perimeters: file.perimeters.len(),
            transitions: transitions(walkmesh, layout),
            position: file.position.into(),
            extent: Aabb::around(walkmesh.vertices()),
            walkable: Walkable::new(&overview, |position| position.point),
            hooks: hooks(walkmesh),
        })
    }
}

fn transitions(walkmesh: &Walkmesh, layout: Option<&Layout>) -> Vec<TransitionsSummary> {
    let mut edges: BTreeMap<RoomId, usize> = BTreeMap::new();
    for (_, room) in walkmesh.transitions() {
        *edges.entry(room).or_default() += 1;
    }
    let name = |room| layout.and_then(|layout| layout.room(room)).map(|known| known.name.clone());
    edges.into_iter().map(|(room, edges)| TransitionsSummary { to_room: room.0, name: name(room), edges }).collect()
}

fn hooks(walkmesh: &Walkmesh) -> Option<HooksSummary> {
    let hooks = walkmesh.hooks();
    let is_set = hooks.iter().any(|hook| [hook.relative, hook.absolute] != [[0.0; 3]; 2]);
    let [use_position_1, use_position_2] = hooks;
    is_set.then_some(HooksSummary { use_position_1, use_position_2 })
}
