//! The headers of a model and of its nodes.

use binrw::binrw;
use bytemuck::{Pod, Zeroable};

/// Two addresses in the game's program, which the game replaces when it loads a model. They identify the game of
/// the model.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct FunctionPointers {
    /// The first address.
    pub first: u32,
    /// The second address.
    pub second: u32,
}

impl FunctionPointers {
    /// The pointers in models of the first game, for PCs.
    pub const KOTOR_1: Self = Self { first: 4_273_776, second: 4_216_096 };
    /// The pointers in models of the second game, for PCs.
    pub const KOTOR_2: Self = Self { first: 4_285_200, second: 4_216_320 };
    /// All known values.
    pub(super) const KNOWN: [Self; 2] = [Self::KOTOR_1, Self::KOTOR_2];
}

/// The place of an array: 12 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Array {
    /// The offset of the array.
    pub offset: u32,
    /// The number of its entries.
    pub count: u32,
    /// The number again.
    pub capacity: u32,
}

impl Array {
    /// An array of `count` entries.
    #[must_use]
    pub const fn new(offset: u32, count: u32) -> Self {
        Self { offset, count, capacity: count }
    }
}

/// The first record of a model: 80 bytes at offset 0.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct GeometryHeader {
    /// The pointers that identify the game.
    pub function_pointers: FunctionPointers,
    /// The name of the model, filled up with NUL.
    pub name: [u8; 32],
    /// The offset of the root node.
    pub root_node: u32,
    /// The number of nodes.
    pub node_count: u32,
    /// Two arrays that the game fills: 0.
    pub runtime_arrays: [Array; 2],
    /// A count of references that the game keeps: 0.
    pub reference_count: u32,
    /// Its type: 2 for a model.
    pub geometry_type: u8,
    /// Unused; not 0 in models of the first game.
    pub padding: [u8; 3],
}

/// The start of each node: 80 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct NodeHeader {
    /// The parts of the node: the bits of [`MESH`](Self::MESH), [`AABB`](Self::AABB) and others.
    pub node_type: u16,
    /// A number of the node.
    pub number: u16,
    /// The index of its name.
    pub name_index: u16,
    /// Not used: 0.
    pub padding: u16,
    /// The offset of the model's root: 0.
    pub root: u32,
    /// The offset of the parent; 0 for the root node.
    pub parent: u32,
    /// Its position relative to its parent, in metres.
    pub position: [f32; 3],
    /// Its rotation relative to its parent, a quaternion: w, x, y, z.
    pub orientation: [f32; 4],
    /// The offsets of its children.
    pub children: Array,
    /// The controllers that move it.
    pub controllers: Array,
    /// The data of the controllers.
    pub controller_data: Array,
}

impl NodeHeader {
    /// The bit that every node has.
    pub const HEADER: u16 = 0x001;
    /// A mesh follows the header.
    pub const MESH: u16 = 0x020;
    /// The mesh is the walkmesh of a room: after it is the offset of the tree's root.
    pub const AABB: u16 = 0x200;
    /// The identity rotation.
    pub const UPRIGHT: [f32; 4] = [1.0, 0.0, 0.0, 0.0];
}
