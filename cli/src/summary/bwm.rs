//! A BWM in numbers.

use std::collections::BTreeMap;

use serde::Serialize;
use walkmesh::kotor::{Kind, MaterialId, Walkmesh};

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
    /// Edges that lead to another room.
    transitions: usize,
    perimeters: usize,
    position: [f32; 3],
    /// Relative use positions 1 and 2, absolute ones 1 and 2; left out where all are zero.
    hooks: Option<[[f32; 3]; 4]>,
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
    pub fn of(walkmesh: &Walkmesh) -> Self {
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
        let hooks = [
            file.relative_use_position_1,
            file.relative_use_position_2,
            file.absolute_use_position_1,
            file.absolute_use_position_2,
        ]
        .map(<[f32; 3]>::from);
        Self {
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
            transitions: file.edges.iter().filter(|edge| edge.transition >= 0).count(),
            perimeters: file.perimeters.len(),
            position: file.position.into(),
            hooks: (hooks != [[0.0; 3]; 4]).then_some(hooks),
        }
    }
}
