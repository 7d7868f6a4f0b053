//! A model of NWN2 in numbers.

use crate::formats::mdb::{Collision, Mdb, Walk};
use crate::nwn2::{Footprint, FootprintShape, WalkMesh};

/// A model of NWN2 in numbers, with the effect of its placeable on the floor of an area.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ModelSummary {
    /// The version, such as `1.12`.
    pub version: String,
    /// The types of the packets, in the order of the file.
    pub packets: Vec<String>,
    /// The mesh on which creatures walk (`WALK`).
    pub walk_mesh: Option<WalkMeshSummary>,
    /// The coarse mesh for collisions (`COL2`): numbers of vertices and of faces.
    pub coarse_collision: Option<[usize; 2]>,
    /// The fine mesh for collisions (`COL3`): numbers of vertices and of faces.
    pub fine_collision: Option<[usize; 2]>,
    /// What a static placeable of this model does to the floor: `hole`, `patch` or `walkmesh`. `None` if the model has none of the
    /// meshes.
    pub footprint: Option<&'static str>,
    /// The reason why a mesh cannot be read.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub unreadable: Option<String>,
}

/// The numbers of a mesh that creatures walk on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct WalkMeshSummary {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of vertices that take the height of the floor below them.
    pub link_vertices: usize,
    /// Number of faces.
    pub faces: usize,
    /// Number of walkable faces.
    pub walkable_faces: usize,
}

impl ModelSummary {
    pub(in crate::level) fn new(model: &Mdb) -> Self {
        let collision = |packet_type| {
            let mesh = model.first::<Collision>(packet_type).ok().flatten()?;
            Some([mesh.vertices.len(), mesh.faces.len()])
        };
        let walk_mesh = model.first::<Walk>(Walk::PACKET_TYPE).ok().flatten().map(|walk| WalkMeshSummary {
            vertices: walk.vertices.len(),
            link_vertices: walk.vertices.iter().filter(|vertex| vertex.z == WalkMesh::LINK_Z).count(),
            faces: walk.faces.len(),
            walkable_faces: walk.faces.iter().filter(|face| face.flags[0] & 1 != 0).count(),
        });
        let footprint = Footprint::of_model(model);
        let shape = |footprint: &Footprint| match footprint.shape() {
            FootprintShape::Hole { .. } => "hole",
            FootprintShape::Patch { .. } => "patch",
            FootprintShape::WalkMesh(_) => "walkmesh",
        };
        Self {
            version: format!("{}.{}", model.major, model.minor),
            packets: model.packets.iter().map(|packet| crate::text::one_line(&packet.packet_type)).collect(),
            walk_mesh,
            coarse_collision: collision(Collision::COARSE),
            fine_collision: collision(Collision::FINE),
            footprint: footprint.as_ref().ok().and_then(Option::as_ref).map(shape),
            unreadable: footprint.err().map(|error| error.to_string()),
        }
    }
}
