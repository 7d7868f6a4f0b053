//! The mesh of a node, and the tree over its faces.

use binrw::binrw;
use bytemuck::{Pod, Zeroable};

use super::{Array, FunctionPointers};

/// The start of a mesh, after the header of its node: 316 bytes. Followed by [`Kotor2Mesh`] in models of the second game, and then by
/// [`MeshEnd`] in models of both games.
#[binrw]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct MeshHeader {
    /// Addresses in the game's program.
    pub function_pointers: FunctionPointers,
    /// The faces, each a [`Face`].
    pub faces: Array,
    /// The minimum corner of the bounding box of the vertices.
    pub box_min: [f32; 3],
    /// The maximum corner of the bounding box of the vertices.
    pub box_max: [f32; 3],
    /// The largest distance of a vertex from `average`.
    pub radius: f32,
    /// The mean of the vertices, each position counted once.
    pub average: [f32; 3],
    /// Its colour: red, green and blue.
    pub diffuse: [f32; 3],
    /// Its colour in the dark.
    pub ambient: [f32; 3],
    /// The sorting order if it is transparent.
    pub transparency: u32,
    /// The name of its texture, filled up with NUL.
    pub texture: [u8; 32],
    /// The name of its lightmap, filled up with NUL.
    pub lightmap: [u8; 32],
    /// Not used: 0.
    pub unused: [u32; 6],
    /// One u32 for each list of corners: the number of its corners.
    pub corner_counts: Array,
    /// One u32 for each list of corners: its offset. The list has a u16 for each corner, in the order of the faces.
    pub corner_lists: Array,
    /// One u32 that the game fills.
    pub inverted_counters: Array,
    /// -1, -1, 0.
    pub unknown: [i32; 3],
    /// Used by light sabers.
    pub saber: [u32; 2],
    /// Not 0 if its texture moves.
    pub animate_uv: u32,
    /// The movement of its texture.
    pub uv_motion: [f32; 4],
    /// The bytes of a vertex in the `.mdx`.
    pub mdx_vertex_size: u32,
    /// The parts of a vertex in the `.mdx`, as bits.
    pub mdx_flags: u32,
    /// For each part of a vertex in the `.mdx`, its offset in the vertex; -1 if it is missing.
    pub mdx_offsets: [i32; 11],
    /// The number of vertices.
    pub vertex_count: u16,
    /// The number of textures.
    pub texture_count: u16,
    /// Flags: whether it has a lightmap, turns its texture, is behind everything, casts a shadow, beams, and is drawn. Two unused bytes
    /// follow.
    pub flags: [u8; 8],
}

impl Default for MeshHeader {
    fn default() -> Self {
        Zeroable::zeroed()
    }
}

/// The additional fields of a mesh in a model of the second game: 8 bytes behind [`MeshHeader`].
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Kotor2Mesh {
    /// The rendering of dirt, and whether holograms hide it.
    pub dirt: [u8; 8],
}

/// The end of a mesh: 16 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct MeshEnd {
    /// The area of all faces, in square metres.
    pub total_area: f32,
    /// Not used: 0.
    pub unused: u32,
    /// The offset of the vertices in the `.mdx`.
    pub mdx_vertices: u32,
    /// The offset of the vertices, each three f32.
    pub vertices: u32,
}

/// A face of a mesh: 32 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Face {
    /// Its normal, of length 1; (1, 0, 0) for a face without area.
    pub normal: [f32; 3],
    /// The negated dot product of the normal and the first vertex.
    pub distance: f32,
    /// Its material, as in the room's walkmesh.
    pub material: u32,
    /// The faces on the other sides of its edges, from its first vertex to its second and so on; [`NONE`](Self::NONE) at
    /// a border.
    pub neighbours: [u16; 3],
    /// Indices of its vertices.
    pub vertices: [u16; 3],
}

impl Face {
    /// No neighbour.
    pub const NONE: u16 = u16::MAX;
}

/// A node of the tree over the faces: 40 bytes. Boxes are in the node's own coordinates and have no margin.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct AabbNode {
    /// The minimum corner of its bounding box, to four decimals.
    pub min: [f32; 3],
    /// The maximum corner of its bounding box, to four decimals.
    pub max: [f32; 3],
    /// The offset of the left child; 0 in leaves.
    pub left: u32,
    /// The offset of the right child; 0 in leaves.
    pub right: u32,
    /// The face of a leaf; -1 in inner nodes.
    pub face: i32,
    /// The direction from the left child to the right one, as in the room's walkmesh; 0 in leaves.
    pub plane: u32,
}
