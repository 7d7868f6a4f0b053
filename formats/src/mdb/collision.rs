//! `COL2` and `COL3`: the coarse and the fine mesh of a model for collisions.

use binrw::binrw;
use bytemuck::{Pod, Zeroable};

use crate::container::Triangle;
use crate::document::OnDisk;
use crate::rows::{count, rest, row, rows, write_row, write_rows};

/// The payload of a `COL2` or a `COL3` packet.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Collision {
    /// Its name, filled up with NUL.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub name: [u8; 32],
    /// The material with which it would be drawn.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub material: Material,
    /// The number of entries in `vertices`.
    #[br(temp)]
    #[bw(calc = count("vertices", vertices)?)]
    vertex_count: u32,
    /// The number of entries in `faces`.
    #[br(temp)]
    #[bw(calc = count("faces", faces)?)]
    face_count: u32,
    /// The vertices.
    #[br(parse_with = rows, args(vertex_count.into()))]
    #[bw(write_with = write_rows)]
    pub vertices: Vec<CollisionVertex>,
    /// The triangles.
    #[br(parse_with = rows, args(face_count.into()))]
    #[bw(write_with = write_rows)]
    pub faces: Vec<Triangle>,
    /// The bytes after the last field: none, as far as is known.
    #[br(parse_with = rest)]
    #[bw(write_with = write_rows)]
    pub rest: Vec<u8>,
}

impl OnDisk for Collision {}

impl Collision {
    /// The type of the packet with the coarse mesh.
    pub const COARSE: [u8; 4] = *b"COL2";
    /// The type of the packet with the fine mesh.
    pub const FINE: [u8; 4] = *b"COL3";
}

/// The material of a mesh: 164 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Material {
    /// The name of the picture of its colours.
    pub diffuse_map_name: [u8; 32],
    /// The name of the picture of its normals.
    pub normal_map_name: [u8; 32],
    /// The name of the picture of its tints.
    pub tint_map_name: [u8; 32],
    /// The name of the picture of its glow.
    pub glow_map_name: [u8; 32],
    /// Its colour: red, green and blue.
    pub diffuse_colour: [f32; 3],
    /// The colour of its highlights.
    pub specular_colour: [f32; 3],
    /// The exponent of its highlights.
    pub specular_power: f32,
    /// The factor of its highlights.
    pub specular_value: f32,
    /// Drawing flags, such as whether it casts a shadow.
    pub flags: u32,
}

/// A vertex of a mesh for collisions: 36 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct CollisionVertex {
    /// Its position, in metres.
    pub position: [f32; 3],
    /// Its normal.
    pub normal: [f32; 3],
    /// Its texture coordinates.
    pub uvw: [f32; 3],
}
