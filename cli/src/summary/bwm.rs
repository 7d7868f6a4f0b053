//! A BWM in numbers.

use std::collections::BTreeMap;

use serde::Serialize;
use walkmesh::kotor::{self, Kind, Layout, MaterialId, Questions, RoomId, Walkmesh};

use super::extent::{Bounds, Walkable};

#[derive(Serialize)]
pub struct Bwm {
    version: &'static str,
    kind: &'static str,
    vertices: usize,
    faces: usize,
    materials: Vec<Material>,
    aabb_nodes: usize,
    /// One per walkable face.
    adjacencies: usize,
    edges: usize,
    perimeters: usize,
    /// By the rooms that they lead to.
    transitions: Vec<Transitions>,
    position: [f32; 3],
    /// Around all vertices.
    #[serde(rename = "box")]
    bounds: Option<Bounds>,
    walkable: Option<Walkable>,
    /// Left out where all are zero.
    hooks: Option<Hooks>,
}

/// Edges that lead to another room.
#[derive(Serialize)]
struct Transitions {
    to_room: u32,
    /// Its name, where the area's layout is at hand.
    name: Option<String>,
    edges: usize,
}

/// Where one stands to use a placeable or a door.
#[derive(Serialize)]
struct Hooks {
    use_position_1: Hook,
    use_position_2: Hook,
}

#[derive(Serialize)]
struct Hook {
    /// From the walkmesh's position.
    relative: [f32; 3],
    /// In the frame of the vertices.
    absolute: [f32; 3],
}

/// A row of `surfacemat.2da`, and how many faces have it.
#[derive(Serialize)]
struct Material {
    material: u32,
    /// None where the table has no such row, or no label for it.
    name: Option<String>,
    faces: usize,
}

impl Bwm {
    pub fn of(walkmesh: &Walkmesh, layout: Option<&Layout>) -> anyhow::Result<Self> {
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
        let materials = faces.into_iter().map(|(material, faces)| Material { material, name: name(material), faces });
        let overview = Questions::of_walkmesh(walkmesh)?.overview();
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
            bounds: Bounds::around(walkmesh.vertices()),
            walkable: Walkable::of(&overview, |spot| spot.point),
            hooks: hooks(walkmesh),
        })
    }
}

fn transitions(walkmesh: &Walkmesh, layout: Option<&Layout>) -> Vec<Transitions> {
    let mut edges: BTreeMap<RoomId, usize> = BTreeMap::new();
    for (_, room) in walkmesh.transitions() {
        *edges.entry(room).or_default() += 1;
    }
    let name = |room| layout.and_then(|layout| layout.room(room)).map(|known| known.name.clone());
    edges.into_iter().map(|(room, edges)| Transitions { to_room: room.0, name: name(room), edges }).collect()
}

fn hooks(walkmesh: &Walkmesh) -> Option<Hooks> {
    let hooks = walkmesh.hooks();
    let is_set = hooks.iter().any(|hook| [hook.relative, hook.absolute] != [[0.0; 3]; 2]);
    let [use_position_1, use_position_2] = hooks.map(|kotor::Hook { relative, absolute }| Hook { relative, absolute });
    is_set.then_some(Hooks { use_position_1, use_position_2 })
}
