//! The NWN2 walkmesh: the payload of a TRN's or TRX's `ASWM` packet.
//!
//! Source: `docs/formats/trn-aswm.md#layout`, which rests on a public document (`#sources` there). Where 188 real files
//! contradict that document, the field says so. All real files have version 0x6C. The layouts of 0x69 to 0x6B rest on
//! one public implementation, since no sample of them was available.
//!
//! ```
//! use walkmesh_formats::{Document, Limits, aswm::{Aswm, Comp, Packet}};
//!
//! let walkmesh = Aswm::default();
//! let packet = Packet::Comp(Comp::deflate(&walkmesh.to_bytes()?)?);
//! assert_eq!(Aswm::from_bytes(&packet.payload(&Limits::default())?)?, walkmesh);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

mod packet;
mod path_table;
#[cfg(feature = "arbitrary")]
mod valid;
mod versions;

use binrw::binrw;
use bytemuck::{Pod, Zeroable};

pub(crate) use packet::packet;
pub use packet::{Comp, Packet};
pub use path_table::{
    CompressionBits, CompressionFlags, LocalToNodeLength, NO_NODE, NodeToLocal, PathNode, PathNodeBits, PathTable,
    PathTableHeader,
};
pub use versions::{EdgeV69, Edges, TriangleV6A, TriangleV69, Triangles, Version};

use crate::Vector3;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::rows::{count, end, is_square_of, items, row, rows, write_row, write_rows};
use crate::signature::Signature;

/// "No triangle" in edges and linked triangles.
pub const NO_TRIANGLE: u32 = u32::MAX;
/// "No island" in triangles and island path nodes.
pub const NO_ISLAND: u16 = u16::MAX;

/// A bare walkmesh starts with the version of its layout.
pub(crate) const SIGNATURE: Signature = Signature::Rule {
    start: |&[a, b, c, d, ..]| Version::from_number(u32::from_le_bytes([a, b, c, d])).is_some(),
    whole: |_| true,
};

/// A whole walkmesh, inflated.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Aswm {
    /// The version, and the lengths of the first three tables.
    #[br(temp)]
    #[bw(calc = Header {
        version: *version,
        name: *name,
        owns_data: *owns_data,
        vertices_count: count("vertices", vertices)?,
        edges_count: edges.count(*version)?,
        triangles_count: triangles.count(*version)?,
        triangles_offset: *triangles_offset,
    })]
    header: Header,
    /// See [`Header::version`].
    #[br(calc = header.version)]
    #[bw(ignore)]
    pub version: Version,
    /// See [`Header::name`].
    #[br(calc = header.name)]
    #[bw(ignore)]
    pub name: [u8; 32],
    /// See [`Header::owns_data`].
    #[br(calc = header.owns_data)]
    #[bw(ignore)]
    pub owns_data: u8,
    /// See [`Header::triangles_offset`].
    #[br(calc = header.triangles_offset)]
    #[bw(ignore)]
    pub triangles_offset: u32,

    /// Positions, in metres. z can be -0.0.
    #[br(parse_with = rows, args(header.vertices_count.into()))]
    #[bw(write_with = write_rows)]
    pub vertices: Vec<Vector3>,
    /// Edges, in the layout of the version.
    #[br(parse_with = versions::edges, args(header.version, header.edges_count))]
    #[bw(write_with = versions::write_edges)]
    pub edges: Edges,
    /// Triangles, in the layout of the version; the triangles of a tile are consecutive.
    #[br(parse_with = versions::triangles, args(header.version, header.triangles_count))]
    #[bw(write_with = versions::write_triangles)]
    pub triangles: Triangles,
    /// The grid of tiles.
    pub tiles_header: TilesHeader,
    /// Tiles, row by row, x fastest: tile `(x, y)` has the index `y · grid_width + x`.
    #[br(parse_with = items, args(tiles_header.tiles(), Tile::SMALLEST, (version,)))]
    #[bw(assert(tiles.len() as u64 == tiles_header.tiles(), Wrong::unwritable("tiles", tiles_header.tiles(), tiles.len())))]
    #[bw(args(*version))]
    pub tiles: Vec<Tile>,
    /// Width of the map's border in tiles, which the bake removes on each side: 0 in interiors, and reportedly 8 in exteriors. The public
    /// document lists it here and in the tiles header; the file has it only here.
    pub tiles_border_size: u32,
    #[br(temp)]
    #[bw(calc = count("islands", islands)?)]
    islands_length: u32,
    /// Islands; none in a TRN.
    #[br(parse_with = items, args(islands_length.into(), Island::SMALLEST, ()))]
    pub islands: Vec<Island>,
    /// The next-hop table of the islands: row `from`, column `to` (`docs/formats/trn-aswm.md#island-routes`).
    #[br(parse_with = rows, args(u64::from(islands_length) * u64::from(islands_length)))]
    #[bw(assert(is_square_of(islands_path_nodes, islands.len()),
        Wrong::unwritable("islands_path_nodes", "one for each pair of islands", islands_path_nodes.len())))]
    #[bw(write_with = write_rows)]
    pub islands_path_nodes: Vec<IslandPathNode>,
    #[br(temp, parse_with = end)]
    #[bw(ignore)]
    end: (),
}

impl OnDisk for Aswm {}

/// The header of the walkmesh: 53 bytes.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Header {
    /// Version of the layout: 0x6C in all real files.
    pub version: Version,
    /// A name. Uninitialised in 142 of 188 files.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub name: [u8; 32],
    /// 1 in all files. Readers reject 0.
    pub owns_data: u8,
    /// Number of vertices.
    pub vertices_count: u32,
    /// Number of edges.
    pub edges_count: u32,
    /// Number of triangles.
    pub triangles_count: u32,
    /// 0 in all files.
    pub triangles_offset: u32,
}

/// Two vertices, and the triangles on either side: 16 bytes. Where `k` triangles share a pair of vertices, the pair has
/// `⌈k / 2⌉` edges in a row (`docs/formats/trn-aswm.md#edges`).
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Edge {
    /// Vertex indices, the lower first.
    pub vertices: [u32; 2],
    /// Triangle indices. The first always exists. The second is 0xFFFFFFFF ([`NO_TRIANGLE`]) at the border of the mesh.
    pub triangles: [u32; 2],
}

/// A triangle: 64 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Triangle {
    /// Vertex indices: the corners.
    pub vertices: [u32; 3],
    /// Edge indices in ascending order. Slot `i` is not the side from vertex `i` to `i + 1`.
    pub linked_edges: [u32; 3],
    /// The other triangle of each linked edge, or 0xFFFFFFFF ([`NO_TRIANGLE`]).
    pub linked_triangles: [u32; 3],
    /// Centre, x and y.
    pub center: [f32; 2],
    /// Unit normal, or (1, 0, 0) where the triangle is degenerate.
    pub normal: [f32; 3],
    /// `d` of the plane `n · p + d = 0`.
    pub dot: f32,
    /// Island index, or 0xFFFF ([`NO_ISLAND`]) where the triangle is not walkable. In a TRN, which has no islands: the number of its
    /// connected part in its tile, counted over the whole area.
    pub island: u16,
    /// Walkability, winding and floor type.
    pub flags: TriangleFlags,
}

/// The flags of a triangle as stored; [`bits`](Self::bits) names them.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(transparent)]
pub struct TriangleFlags(pub u16);

impl TriangleFlags {
    /// The flags by name.
    pub fn bits(self) -> TriangleBits {
        TriangleBits::from_bytes(self.0.to_le_bytes())
    }
}

impl From<TriangleBits> for TriangleFlags {
    fn from(bits: TriangleBits) -> Self {
        Self(u16::from_le_bytes(bits.into_bytes()))
    }
}

/// The flags of a triangle. The floor type, from dirt to puddles, chooses the sound of a step. Real files use dirt, stone,
/// wood, metal and mud.
#[modular_bitfield::bitfield(bits = 16)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriangleBits {
    /// Walkable.
    pub walkable: bool,
    /// Never set in a real file.
    pub unknown_02: bool,
    /// The vertices run clockwise, seen from above. Set by the bake.
    pub clockwise: bool,
    /// Floor type.
    pub dirt: bool,
    /// Floor type.
    pub grass: bool,
    /// Floor type.
    pub stone: bool,
    /// Floor type.
    pub wood: bool,
    /// Floor type.
    pub carpet: bool,
    /// Floor type.
    pub metal: bool,
    /// Floor type.
    pub swamp: bool,
    /// Floor type.
    pub mud: bool,
    /// Floor type.
    pub leaves: bool,
    /// Floor type.
    pub water: bool,
    /// Floor type.
    pub puddles: bool,
    /// Never set in a real file.
    pub unknown_c000: modular_bitfield::specifiers::B2,
}

/// The grid of tiles: 16 bytes. The public document has 20, including the border size, which in fact follows the tiles
/// (`docs/formats/trn-aswm.md#tiles`).
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct TilesHeader {
    /// 31 in all TRX, 15 in all TRN.
    pub flags: TileFlags,
    /// Width of a tile in metres: 9 in interiors, 10 in exteriors.
    pub width: f32,
    /// Tiles along y.
    pub grid_height: u32,
    /// Tiles along x.
    pub grid_width: u32,
}

impl TilesHeader {
    /// Number of tiles of the grid.
    pub fn tiles(&self) -> u64 {
        u64::from(self.grid_height) * u64::from(self.grid_width)
    }
}

/// The flags of the tiles as stored; [`bits`](Self::bits) names what is known.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(transparent)]
pub struct TileFlags(pub u32);

impl TileFlags {
    /// The flags of all 15 TRN that were measured.
    pub const TRN: Self = Self(15);
    /// The flags of all 173 TRX that were measured.
    pub const TRX: Self = Self(31);
    /// The flags in the header of an exterior's TRN, whose tables come from an earlier bake or from the new, flat area.
    pub const TERRAIN: Self = Self(63);

    /// The flags by name.
    pub fn bits(self) -> TileBits {
        TileBits::from_bytes(self.0.to_le_bytes())
    }
}

/// The flags of tiles. In real files only the fifth and the sixth bit differ between files.
#[modular_bitfield::bitfield(bits = 32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileBits {
    /// Set in all files.
    pub always: modular_bitfield::specifiers::B4,
    /// Set in every TRX, in no TRN of an interior, and in the TRN of an exterior.
    pub baked: bool,
    /// Set in the TRN of an exterior, whose tables do not belong to its triangles.
    pub terrain: bool,
    /// Never set.
    pub unknown: modular_bitfield::specifiers::B26,
}

/// A square of the grid, and the paths between its triangles.
#[binrw]
#[br(import(version: Version))]
#[bw(import(version: Version))]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tile {
    /// Counts and the first triangle.
    pub header: TileHeader,
    /// The tables that the tile itself stores, where its header says so. No real file has any.
    #[br(if(header.owns_data != 0), args(version, header.clone()))]
    #[bw(assert(TileData::agrees(owned.as_deref(), header), Wrong::unwritable("tiles.owned", "tables of the lengths in the tile's header", "other lengths")))]
    #[bw(args(version))]
    pub owned: Option<Box<TileData>>,
    /// Paths; empty in a TRN.
    #[brw(args(version))]
    pub path_table: PathTable,
    /// The same as in the tiles header.
    pub flags: TileFlags,
}

impl Tile {
    /// The minimum size of a tile, without triangles, in the oldest version.
    const SMALLEST: usize = 57 + 10 + 4;
}

/// The header of a tile: 57 bytes.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TileHeader {
    /// A name. Uninitialised in nearly all tiles.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub name: [u8; 32],
    /// 1 where the tile itself stores the tables of [`TileData`]; 0 in all files.
    pub owns_data: u8,
    /// Number of distinct vertices of the tile's triangles. In 5 % of the real tiles it is a little larger
    /// (`docs/formats/trn-aswm.md#tile-counts`).
    pub vertices_count: u32,
    /// Number of edges of the tile's triangles.
    pub edges_count: u32,
    /// Number of triangles of the tile, walkable and not.
    pub triangles_count: u32,
    /// Size along x in metres: 0 in a TRX; in a TRN 9 for tiles with triangles.
    pub size_x: f32,
    /// Size along y in metres.
    pub size_y: f32,
    /// Index of the tile's first triangle: the running sum of the triangle counts, also in empty tiles. A comment in one implementation says that versions below 0x6C may lack it; no
    /// sample was available.
    pub triangles_offset: u32,
}

/// The tables of a tile that owns its data, as one implementation reads them. Another reader reads no triangles in this case.
#[binrw]
#[br(import(version: Version, header: TileHeader))]
#[bw(import(version: Version))]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TileData {
    /// Positions.
    #[br(parse_with = rows, args(header.vertices_count.into()))]
    #[bw(write_with = write_rows)]
    pub vertices: Vec<Vector3>,
    /// Edges, in the layout of the version.
    #[br(parse_with = versions::edges, args(version, header.edges_count))]
    #[bw(assert(edges.count(version).is_ok(), Wrong::unwritable("tiles.owned.edges",
        format!("edges of version {version}"), "edges of another version")))]
    #[bw(write_with = versions::write_edges)]
    pub edges: Edges,
    /// Triangles, in the layout of the version.
    #[br(parse_with = versions::triangles, args(version, header.triangles_count))]
    #[bw(assert(triangles.count(version).is_ok(), Wrong::unwritable("tiles.owned.triangles",
        format!("triangles of version {version}"), "triangles of another version")))]
    #[bw(write_with = versions::write_triangles)]
    pub triangles: Triangles,
}

impl TileData {
    /// Returns whether the counts in a tile's header match the tables that the tile owns, if any.
    fn agrees(owned: Option<&Self>, header: &TileHeader) -> bool {
        match owned {
            None => header.owns_data == 0,
            Some(data) => {
                header.owns_data != 0
                    && header.vertices_count as usize == data.vertices.len()
                    && header.edges_count as usize == data.edges.len()
                    && header.triangles_count as usize == data.triangles.len()
            }
        }
    }
}

/// A connected part of the walkable triangles of a tile. The three lists are of the same
/// length.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Island {
    /// Number, centre and size.
    pub header: IslandHeader,
    #[br(temp)]
    #[bw(calc = count("islands.linked_islands", linked_islands)?)]
    linked_islands_length: u32,
    /// Islands next to this one.
    #[br(parse_with = rows, args(linked_islands_length.into()))]
    #[bw(write_with = write_rows)]
    pub linked_islands: Vec<u32>,
    #[br(temp)]
    #[bw(calc = count("islands.linked_islands_dist", linked_islands_dist)?)]
    linked_islands_dist_length: u32,
    /// Distance to the centre of each, in metres.
    #[br(parse_with = rows, args(linked_islands_dist_length.into()))]
    #[bw(write_with = write_rows)]
    pub linked_islands_dist: Vec<f32>,
    #[br(temp)]
    #[bw(calc = count("islands.linked_islands_exit", linked_islands_exit)?)]
    linked_islands_exit_length: u32,
    /// The triangle of this island that leads to each.
    #[br(parse_with = rows, args(linked_islands_exit_length.into()))]
    #[bw(write_with = write_rows)]
    pub linked_islands_exit: Vec<u32>,
}

impl Island {
    /// The minimum size of an island, without neighbours.
    const SMALLEST: usize = size_of::<IslandHeader>() + 12;
}

/// The header of an island: 24 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct IslandHeader {
    /// Its index among the islands.
    pub index: u32,
    /// Uninitialised: one pointer-like value for all islands of a file.
    pub tile: u32,
    /// Centre; z is 0.
    pub center: Vector3,
    /// Number of triangles.
    pub triangles_count: u32,
}

/// An entry of the islands' next-hop table, for one pair of islands: 8 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct IslandPathNode {
    /// The next island, or 0xFFFF ([`NO_ISLAND`]).
    pub next: u16,
    /// Uninitialised.
    pub padding: u16,
    /// The distance to the next island in metres, an `f32`; it is not the length of the whole route. The value is uninitialised on the
    /// diagonal and where there is no next island; it can be a NaN.
    pub weight_bits: u32,
}

impl IslandPathNode {
    /// Distance to the next island, in metres. It is not the length of the whole route.
    pub fn weight(&self) -> f32 {
        f32::from_bits(self.weight_bits)
    }
}
