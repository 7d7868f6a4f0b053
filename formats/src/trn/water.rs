//! `WATR`: the water of one megatile. Interiors have it too.
//!
//! Source: `docs/formats/trn-aswm.md#watr`, measured on 1344 real packets. Each has 625 vertices, 1152 triangles and a
//! picture of 16,512 bytes, and no bytes after its last field.

use binrw::binrw;
use bytemuck::{Pod, Zeroable};

use super::Dds;
use crate::container::Triangle;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::rows::{count, rest, row, rows, write_row, write_rows};

/// The payload of a `WATR` packet.
///
/// ```
/// use walkmesh_formats::{Document, trn::{Packet, Watr}};
///
/// let mut water = Watr { megatile: [3, 1], ..Watr::default() };
/// water.textures[0].name[..4].copy_from_slice(b"lake");
/// let packet = Packet::Other { packet_type: Watr::PACKET_TYPE, data: water.to_bytes()? };
/// assert_eq!(packet.body_size(), 340);
/// # let Packet::Other { data, .. } = packet else { unreachable!() };
/// assert_eq!(Watr::from_bytes(&data)?, water);
/// # Ok::<(), walkmesh_formats::Error>(())
/// ```
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Watr {
    /// Empty in all real packets: a zero byte, and then whatever was in memory.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub name: [u8; 32],
    /// Unknown. Mostly uninitialised memory; not all zero in 1,218 of 1,344 real packets.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::slice"))]
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub unknown: [u8; 96],
    /// Its colour: red, green and blue.
    pub colour: [f32; 3],
    /// Its ripples, along x and y.
    pub ripple: [f32; 2],
    /// Its smoothness.
    pub smoothness: f32,
    /// The constant part of its reflection.
    pub reflect_bias: f32,
    /// The exponent of its reflection.
    pub reflect_power: f32,
    /// The exponent of its highlights.
    pub specular_power: f32,
    /// The factor of its highlights.
    pub specular_coefficient: f32,
    /// Three moving textures.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub textures: [WaterTexture; 3],
    /// An offset of the texture coordinates.
    pub uv_offset: [f32; 2],
    /// The number of entries in `vertices`: 625 in all 1,344 real packets.
    #[br(temp)]
    #[bw(calc = count("vertices", vertices)?)]
    vertex_count: u32,
    /// The number of entries in `triangles`: 1,152 in all real packets.
    #[br(temp)]
    #[bw(calc = count("triangles", triangles)?)]
    triangle_count: u32,
    /// The surface's vertices.
    #[br(parse_with = rows, args(vertex_count.into()))]
    #[bw(write_with = write_rows)]
    pub vertices: Vec<WaterVertex>,
    /// The surface's triangles.
    #[br(parse_with = rows, args(triangle_count.into()))]
    #[bw(write_with = write_rows)]
    pub triangles: Vec<Triangle>,
    /// A flag for each triangle, whether it has water: 0 ([`Self::WET`]) or 1 ([`Self::DRY`]).
    #[br(parse_with = rows, args(triangle_count.into()))]
    #[bw(assert(triangle_flags.len() == triangles.len(), Wrong::unwritable("triangle_flags",
        format!("one per triangle, {} in all", triangles.len()), triangle_flags.len())))]
    #[bw(write_with = write_rows)]
    pub triangle_flags: Vec<u32>,
    /// A picture of 128 by 128 points of 8 bits, 16,512 bytes, in all real packets.
    pub dds: Dds,
    /// The megatile of the water, x and y.
    pub megatile: [u32; 2],
    /// The bytes after the last field: none in all real packets.
    #[br(parse_with = rest)]
    #[bw(write_with = write_rows)]
    pub rest: Vec<u8>,
}

impl Watr {
    /// The type of the packet.
    pub const PACKET_TYPE: [u8; 4] = *b"WATR";
    /// The flag of a triangle with water.
    pub const WET: u32 = 0;
    /// The flag of a triangle without water.
    pub const DRY: u32 = 1;
}

impl OnDisk for Watr {}

impl Default for Watr {
    fn default() -> Self {
        Self {
            name: [0; 32],
            unknown: [0; 96],
            colour: [0.0; 3],
            ripple: [0.0; 2],
            smoothness: 0.0,
            reflect_bias: 0.0,
            reflect_power: 0.0,
            specular_power: 0.0,
            specular_coefficient: 0.0,
            textures: Default::default(),
            uv_offset: [0.0; 2],
            vertices: Vec::new(),
            triangles: Vec::new(),
            triangle_flags: Vec::new(),
            dds: Dds::default(),
            megatile: [0; 2],
            rest: Vec::new(),
        }
    }
}

/// A texture that moves over the water: 48 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct WaterTexture {
    /// The texture's name. A zero byte ends it, and whatever was in memory follows.
    pub name: [u8; 32],
    /// The direction in which it moves, along x and y.
    pub direction: [f32; 2],
    /// Speed of its movement.
    pub rate: f32,
    /// An angle.
    pub angle: f32,
}

/// A vertex of the water's surface: 28 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct WaterVertex {
    /// Position, in metres.
    pub position: [f32; 3],
    /// Texture coordinates times five.
    pub uv_times_five: [f32; 2],
    /// Texture coordinates.
    pub uv: [f32; 2],
}
