//! Tiles of Detour, the pathfinding library of many engines: convex polygons, the neighbours across their edges, and a
//! bounding volume tree.
//!
//! Source: `docs/formats/detour.md`. It is a memory image: `dtNavMesh::init` takes the bytes as they are. The layout
//! is little-endian, from a build of Detour with polygon references of 32 bits.
//!
//! ```
//! use walkmesh_formats::{Document, Format, detour::{Polygon, Tile}};
//!
//! let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 0.0, -4.0]];
//! let triangle = Polygon { vertices: [0, 1, 2, 0, 0, 0], vertex_count: 3, ..Polygon::default() };
//! let tile = Tile { vertices: corners.map(Into::into).to_vec(), polygons: vec![triangle], ..Tile::default() };
//! let bytes = tile.to_bytes()?;
//! assert_eq!(Format::detect(&bytes), Some(Format::Detour));
//! assert_eq!(Tile::from_bytes(&bytes)?, tile);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

#[cfg(feature = "arbitrary")]
mod valid;

use binrw::{BinRead, BinResult, binrw};
use bytemuck::{Pod, Zeroable};

use crate::Vector3;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::rows::{count, literal, rest, rows, write_rows};

/// The magic of every tile: `DNAV` as a number, whose lowest byte comes first.
pub const MAGIC: [u8; 4] = *b"VAND";

/// The version of the layout.
pub const VERSION: u32 = 7;

/// A whole tile.
///
/// y is up. The lengths of the tables are in the header, and the tables follow one another.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tile {
    /// `VAND`.
    #[br(temp, parse_with = literal, args(MAGIC))]
    #[bw(calc = MAGIC)]
    magic: [u8; 4],
    /// 7.
    #[br(temp, parse_with = version)]
    #[bw(calc = VERSION)]
    version: u32,
    /// The column of the tile in the grid of its navmesh.
    pub x: i32,
    /// The row of the tile.
    pub y: i32,
    /// The layer of the tile.
    pub layer: i32,
    /// A number for the user's own purposes.
    pub user_id: u32,
    /// Number of polygons.
    #[br(temp)]
    #[bw(calc = count("polygons", polygons)?)]
    polygon_count: u32,
    /// Number of vertices.
    #[br(temp)]
    #[bw(calc = count("vertices", vertices)?)]
    vertex_count: u32,
    /// Number of links.
    #[br(temp)]
    #[bw(calc = count("links", links)?)]
    link_count: u32,
    /// Number of detail meshes.
    #[br(temp)]
    #[bw(calc = count("detail_meshes", detail_meshes)?)]
    detail_mesh_count: u32,
    /// Number of detail vertices.
    #[br(temp)]
    #[bw(calc = count("detail_vertices", detail_vertices)?)]
    detail_vertex_count: u32,
    /// Number of detail triangles.
    #[br(temp)]
    #[bw(calc = count("detail_triangles", detail_triangles)?)]
    detail_triangle_count: u32,
    /// Number of boxes; 0 in a tile without a tree.
    #[br(temp)]
    #[bw(calc = count("boxes", boxes)?)]
    box_count: u32,
    /// Number of off-mesh connections.
    #[br(temp)]
    #[bw(calc = count("connections", connections)?)]
    connection_count: u32,
    /// The first polygon that represents an off-mesh connection.
    pub connection_base: u32,
    /// The height of the walkers for whom the tile was made.
    pub walkable_height: f32,
    /// Their radius, by which the polygons stay away from walls.
    pub walkable_radius: f32,
    /// The highest step that they climb.
    pub walkable_climb: f32,
    /// The corner of the tile's bounds with the smallest coordinates.
    pub min: Vector3,
    /// The corner with the largest.
    pub max: Vector3,
    /// Number of steps of the boxes' grid in a unit of length.
    pub quantization: f32,
    /// The vertices of the polygons.
    #[br(parse_with = rows, args(vertex_count.into()))]
    #[bw(write_with = write_rows)]
    pub vertices: Vec<Vector3>,
    /// The polygons.
    #[br(parse_with = rows, args(polygon_count.into()))]
    #[bw(write_with = write_rows)]
    pub polygons: Vec<Polygon>,
    /// Room for links, in which Detour chains the neighbours across edges when it adds the tile.
    #[br(parse_with = rows, args(link_count.into()))]
    #[bw(write_with = write_rows)]
    pub links: Vec<Link>,
    /// For each polygon, the triangles that give its height.
    #[br(parse_with = rows, args(detail_mesh_count.into()))]
    #[bw(write_with = write_rows)]
    pub detail_meshes: Vec<DetailMesh>,
    /// The vertices that only detail triangles have.
    #[br(parse_with = rows, args(detail_vertex_count.into()))]
    #[bw(write_with = write_rows)]
    pub detail_vertices: Vec<Vector3>,
    /// The detail triangles.
    #[br(parse_with = rows, args(detail_triangle_count.into()))]
    #[bw(write_with = write_rows)]
    pub detail_triangles: Vec<DetailTriangle>,
    /// The tree of boxes, in pre-order.
    #[br(parse_with = rows, args(box_count.into()))]
    #[bw(write_with = write_rows)]
    pub boxes: Vec<BoxNode>,
    /// The off-mesh connections, such as jumps and ladders.
    #[br(parse_with = rows, args(connection_count.into()))]
    #[bw(write_with = write_rows)]
    pub connections: Vec<Connection>,
    /// The bytes after the last table: none in the tiles that Detour makes.
    #[br(parse_with = rest)]
    #[bw(write_with = write_rows)]
    pub rest: Vec<u8>,
}

impl OnDisk for Tile {}

/// A convex polygon: 32 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Polygon {
    /// The first of its links, which Detour writes when it adds the tile.
    pub first_link: u32,
    /// Its vertices, counter-clockwise seen from above; the first [`vertex_count`](Self::vertex_count) are used.
    pub vertices: [u16; 6],
    /// The neighbour across each edge, from a vertex to the next: 0 a wall, from 1 on a polygon plus 1, from 0x8000 on a
    /// border of the tile.
    pub neighbours: [u16; 6],
    /// The user's own flags, by which queries choose polygons. Detour's default filter takes no polygon without a flag.
    pub flags: u16,
    /// Number of vertices, at most 6.
    pub vertex_count: u8,
    /// The area in bits 0 to 5; the type in bits 6 and 7: 0 ground, 1 off-mesh connection.
    pub area_and_type: u8,
}

/// A link to a polygon across an edge: 12 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Link {
    /// The reference of the polygon that it leads to.
    pub to: u32,
    /// The next link of the same polygon; 0xFFFFFFFF behind the last.
    pub next: u32,
    /// The edge of the polygon.
    pub edge: u8,
    /// The side of the tile, if the edge lies on its border.
    pub side: u8,
    /// The start of the opening on such an edge, in 255ths.
    pub from: u8,
    /// The end of the opening.
    pub until: u8,
}

/// The detail triangles of a polygon: 12 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct DetailMesh {
    /// Its first detail vertex.
    pub vertex_base: u32,
    /// Its first detail triangle.
    pub triangle_base: u32,
    /// Number of detail vertices.
    pub vertex_count: u8,
    /// Number of detail triangles.
    pub triangle_count: u8,
    /// Bytes without a meaning.
    pub padding: [u8; 2],
}

/// A detail triangle: 4 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct DetailTriangle {
    /// Its corners: first the vertices of the polygon are counted, then its detail vertices.
    pub corners: [u8; 3],
    /// Two bits for each edge, from the lowest on: 1 if the edge is one of the polygon.
    pub edge_flags: u8,
}

/// A box of the tree: 16 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct BoxNode {
    /// The corner with the smallest coordinates, in steps from the tile's.
    pub min: [u16; 3],
    /// The corner with the largest.
    pub max: [u16; 3],
    /// The polygon of a leaf. For an inner box, the negated number of boxes in it, itself included, which a search skips.
    pub index: i32,
}

/// An off-mesh connection: 36 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Connection {
    /// Its ends.
    pub ends: [Vector3; 2],
    /// The maximum distance of a polygon from an end.
    pub radius: f32,
    /// The polygon that represents it.
    pub polygon: u16,
    /// 1 if it can be walked both ways.
    pub flags: u8,
    /// The side of the tile on which it ends.
    pub side: u8,
    /// A number for the user's own purposes.
    pub user_id: u32,
}

/// Reads the version. Another version is reported as unsupported, because such tiles exist.
#[binrw::parser(reader, endian)]
fn version() -> BinResult<u32> {
    let here = reader.stream_position()?;
    match u32::read_options(reader, endian, ())? {
        VERSION => Ok(VERSION),
        other => Err(Wrong::unsupported("version 7", format_args!("version {other}")).here(here)),
    }
}
