//! `TRRN`: the ground of one megatile of an exterior.
//!
//! Source: `docs/formats/trn-aswm.md#trrn`. The layout rests on one public implementation, since no sample was available.
//! It says that a megatile has 25 by 25 vertices and 1152 triangles, and that an area has one packet for each megatile,
//! row by row.

use binrw::binrw;
use bytemuck::{Pod, Zeroable};

use super::Dds;
use crate::container::Triangle;
use crate::document::OnDisk;
use crate::rows::{count, items, rest, row, rows, write_row, write_rows};

/// The payload of a `TRRN` packet.
///
/// ```
/// use walkmesh_formats::{Document, trn::{Blade, Grass, Trrn}};
///
/// let grass = Grass { blades: vec![Blade { position: [1.0, 2.0, 0.5], ..Blade::default() }], ..Grass::default() };
/// let ground = Trrn { grass: vec![grass], ..Trrn::default() };
/// let bytes = ground.to_bytes()?;
/// assert_eq!(Trrn::from_bytes(&bytes)?, ground);
///
/// let error = Trrn::from_bytes(&bytes[..bytes.len() - 1]).unwrap_err();
/// assert_eq!((error.detail().field.as_str(), error.detail().offset), ("grass[0].blades", 0x1e0));
/// # Ok::<(), walkmesh_formats::Error>(())
/// ```
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Trrn {
    /// A name.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::slice"))]
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub name: [u8; 128],
    /// The names of the six textures. A zero byte ends each.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub textures: [[u8; 32]; 6],
    /// The colour that each texture is tinted with: red, green and blue.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub texture_colours: [[f32; 3]; 6],
    /// The number of entries in `vertices`: 625 in a normal megatile.
    #[br(temp)]
    #[bw(calc = count("vertices", vertices)?)]
    vertex_count: u32,
    /// The number of entries in `triangles`: 1,152 in a normal megatile.
    #[br(temp)]
    #[bw(calc = count("triangles", triangles)?)]
    triangle_count: u32,
    /// The ground's vertices.
    #[br(parse_with = rows, args(vertex_count.into()))]
    #[bw(write_with = write_rows)]
    pub vertices: Vec<GroundVertex>,
    /// The ground's triangles.
    #[br(parse_with = rows, args(triangle_count.into()))]
    #[bw(write_with = write_rows)]
    pub triangles: Vec<Triangle>,
    /// A picture whose red, green, blue and alpha are the weights of the first four textures.
    pub weights_of_first_four: Dds,
    /// A picture whose red and green are the weights of the last two textures.
    pub weights_of_last_two: Dds,
    #[br(temp)]
    #[bw(calc = count("grass", grass)?)]
    grass_count: u32,
    /// The kinds of grass that grow here.
    #[br(parse_with = items, args(grass_count.into(), Grass::SMALLEST, ()))]
    pub grass: Vec<Grass>,
    /// The bytes after the last field: none, as far as is known.
    #[br(parse_with = rest)]
    #[bw(write_with = write_rows)]
    pub rest: Vec<u8>,
}

impl Trrn {
    /// The type of the packet.
    pub const PACKET_TYPE: [u8; 4] = *b"TRRN";
}

impl OnDisk for Trrn {}

impl Default for Trrn {
    fn default() -> Self {
        Self {
            name: [0; 128],
            textures: [[0; 32]; 6],
            texture_colours: [[0.0; 3]; 6],
            vertices: Vec::new(),
            triangles: Vec::new(),
            weights_of_first_four: Dds::default(),
            weights_of_last_two: Dds::default(),
            grass: Vec::new(),
            rest: Vec::new(),
        }
    }
}

/// A vertex of the ground: 44 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct GroundVertex {
    /// Position, in metres.
    pub position: [f32; 3],
    /// The unit normal.
    pub normal: [f32; 3],
    /// The colour painted over the textures: blue, green, red and alpha.
    pub tint: [u8; 4],
    /// Texture coordinates.
    pub uv: [f32; 2],
    /// Weights, of unknown use.
    pub weights: [f32; 2],
}

/// A kind of grass, and where it grows.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Grass {
    /// Its name, which a zero byte ends.
    pub name: [u8; 32],
    /// The name of its texture, which a zero byte ends.
    pub texture: [u8; 32],
    #[br(temp)]
    #[bw(calc = count("grass.blades", blades)?)]
    blade_count: u32,
    /// Its blades.
    #[br(parse_with = rows, args(blade_count.into()))]
    #[bw(write_with = write_rows)]
    pub blades: Vec<Blade>,
}

impl Grass {
    /// Minimum size of a kind of grass in bytes: without blades.
    const SMALLEST: usize = 32 + 32 + 4;
}

/// A blade of grass: 36 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Blade {
    /// Position, in metres.
    pub position: [f32; 3],
    /// The direction in which it grows.
    pub direction: [f32; 3],
    /// Its size.
    pub dimension: [f32; 3],
}
