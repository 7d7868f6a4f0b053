//! TEMPORARY until the branch feet lands.
use crate::formats::aswm::TriangleFlags;

/// A walk mesh of a model, in the coordinates of the area.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WalkMesh {
    /// a
    pub vertices: Vec<[f32; 3]>,
    /// a
    pub faces: Vec<[u32; 3]>,
    /// a
    pub flags: Vec<TriangleFlags>,
    /// a
    pub links: Vec<u32>,
    /// a
    pub linked_sides: Vec<(u32, u8)>,
}

impl WalkMesh {
    /// a
    pub fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }
    /// a
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }
    /// a
    pub fn flags(&self) -> &[TriangleFlags] {
        &self.flags
    }
    /// a
    pub fn is_link(&self, vertex: u32) -> bool {
        self.links.contains(&vertex)
    }
    /// a
    pub fn linked_sides(&self) -> &[(u32, u8)] {
        &self.linked_sides
    }
}

/// a
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedWalkMesh {
    /// a
    pub mesh: WalkMesh,
    /// a
    pub position: [f32; 3],
}
