//! Silkroad Online's meshes, `.bms` (JMXVBMS 0110): the part that is a block's floor. All other parts are kept raw.
//!
//! Source: `docs/formats/dof-bms.md#bms-parts` and, for the floor, `docs/formats/dof-bms.md#floor`. The parts may be in any
//! order. In real files the floor is the last part. The part of unknown meaning, to which the tenth offset points, precedes
//! it.
//!
//! ```
//! use walkmesh_formats::{Document, Format, bms::{Bms, Cell, NavMesh, Vertex}};
//!
//! let mut floor = NavMesh::default();
//! floor.vertices = [[0.0, 0.0, 0.0], [50.0, 0.0, 0.0], [0.0, 0.0, 50.0]]
//!     .map(|position| Vertex { position: position.into(), normal_index: 0 }).into();
//! floor.cells = vec![Cell { vertices: [0, 1, 2], ..Cell::default() }];
//! let mesh = Bms { nav_mesh: Some(floor), ..Bms::default() };
//! let bytes = mesh.to_bytes()?;
//! assert_eq!(Format::detect(&bytes), Some(Format::Bms));
//! assert_eq!(Bms::from_bytes(&bytes)?, mesh);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

#[cfg(feature = "arbitrary")]
mod valid;

use std::io::Cursor;

use binrw::{BinRead, BinResult, BinWrite, binrw};

use crate::Vector3;
use crate::document::OnDisk;
use crate::error::Wrong;
use crate::jmx::{Text, signature};
use crate::rows::{bytes_left, count, items, rest, rows, write_rows};

/// Magic and version.
pub const MAGIC: [u8; 12] = *b"JMXVBMS 0110";

/// Size of everything before the raw bytes: the magic, ten offsets and four words.
const HEAD: u64 = 12 + 4 * 10 + 4 * 4;

/// A whole `.bms` file.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Bms {
    /// `JMXVBMS 0110`.
    #[br(temp, parse_with = signature, args(MAGIC))]
    #[bw(calc = MAGIC)]
    magic: [u8; 12],
    /// The offsets of the parts.
    #[br(temp)]
    #[bw(calc = Directory::new(parts, before, nav_mesh.as_ref(), *nav_flag)?)]
    directory: Directory,
    /// 0 in all files.
    pub int0: u32,
    /// The optional fields of the floor: 1 events of edges, 2 events of cells, 4 the events' names. 8 occurs and changes
    /// nothing.
    pub nav_flag: u32,
    /// 1 in all files.
    pub sub_prim_count: u32,
    /// The optional fields of drawn vertices.
    pub vertex_flag: u32,
    /// All bytes between the words above and the floor: the name, the material, and the parts there. Without a
    /// floor, all bytes up to the end of the file.
    #[br(parse_with = before, args(directory.nav_mesh))]
    #[bw(write_with = write_rows)]
    pub before: Vec<u8>,
    /// The floor; `None` in a mesh that is not a floor.
    #[br(if(directory.nav_mesh != 0), parse_with = nav_mesh, args(nav_flag))]
    #[bw(args_raw = (*nav_flag,))]
    pub nav_mesh: Option<NavMesh>,
    /// The positions of the other parts.
    #[br(parse_with = parts, args(directory))]
    #[bw(ignore)]
    pub parts: Parts,
    /// The bytes after the floor.
    #[br(parse_with = rest)]
    #[bw(write_with = write_rows)]
    pub rest: Vec<u8>,
}

impl OnDisk for Bms {}

/// The offsets of the parts from the start of the file: 40 bytes. 0 means that the part does not exist.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Directory {
    /// The vertices that are drawn.
    pub vertices: u32,
    /// The bones of the skin.
    pub skin: u32,
    /// The faces that are drawn.
    pub faces: u32,
    /// The vertices of cloth.
    pub cloth_vertices: u32,
    /// The edges of cloth.
    pub cloth_edges: u32,
    /// The bounding box.
    pub bounding_box: u32,
    /// The portals.
    pub portals: u32,
    /// The floor.
    pub nav_mesh: u32,
    /// The floor of a skinned mesh.
    pub skinned_nav_mesh: u32,
    /// A part of unknown meaning: a count that is 0 in all files.
    pub unknown: u32,
}

/// The positions of the parts that are kept raw; see [`Directory`] for their meanings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Parts {
    /// The vertices that are drawn.
    pub vertices: PartOffset,
    /// The bones of the skin.
    pub skin: PartOffset,
    /// The faces that are drawn.
    pub faces: PartOffset,
    /// The vertices of cloth.
    pub cloth_vertices: PartOffset,
    /// The edges of cloth.
    pub cloth_edges: PartOffset,
    /// The bounding box.
    pub bounding_box: PartOffset,
    /// The portals.
    pub portals: PartOffset,
    /// The floor of a skinned mesh.
    pub skinned_nav_mesh: PartOffset,
    /// A part of unknown meaning.
    pub unknown: PartOffset,
}

/// The position of a part that is kept raw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum PartOffset {
    /// Counted from the start of the file: a part before the floor. 0 means that the part does not exist.
    FromStart(u32),
    /// Counted from the end of the floor: a part behind it, which moves when the floor grows.
    BehindFloor(u32),
}

impl Default for PartOffset {
    fn default() -> Self {
        Self::FromStart(0)
    }
}

impl Directory {
    fn new(parts: &Parts, before: &[u8], nav_mesh: Option<&NavMesh>, nav_flag: u32) -> BinResult<Self> {
        let start = HEAD + before.len() as u64;
        let mut floor = Cursor::new(Vec::new());
        nav_mesh.map_or(Ok(()), |nav_mesh| nav_mesh.write_le_args(&mut floor, (nav_flag,)))?;
        let end = start + floor.position();
        let offset = |at: u64| u32::try_from(at).map_err(|_| Wrong::unwritable("directory", "less than 4 GiB", at));
        let place = |part| match part {
            PartOffset::FromStart(at) => Ok(at),
            PartOffset::BehindFloor(at) => offset(end + u64::from(at)),
        };
        Ok(Self {
            vertices: place(parts.vertices)?,
            skin: place(parts.skin)?,
            faces: place(parts.faces)?,
            cloth_vertices: place(parts.cloth_vertices)?,
            cloth_edges: place(parts.cloth_edges)?,
            bounding_box: place(parts.bounding_box)?,
            portals: place(parts.portals)?,
            nav_mesh: nav_mesh.map_or(Ok(0), |_| offset(start))?,
            skinned_nav_mesh: place(parts.skinned_nav_mesh)?,
            unknown: place(parts.unknown)?,
        })
    }
}

/// Reads up to the floor or, without a floor, to the end.
#[binrw::parser(reader, endian)]
fn before(nav_mesh: u32) -> BinResult<Vec<u8>> {
    let here = reader.stream_position()?;
    let length = match nav_mesh {
        0 => bytes_left(reader)?,
        offset => u64::from(offset).checked_sub(here).ok_or_else(|| {
            Wrong::new(format_args!("the floor at {here:#x} or later"), format_args!("{offset:#x}")).here(here)
        })?,
    };
    rows(reader, endian, (length,))
}

#[binrw::parser(reader, endian)]
fn nav_mesh(nav_flag: u32) -> BinResult<Option<NavMesh>> {
    NavMesh::read_options(reader, endian, (nav_flag,)).map(Some)
}

/// Reads nothing. The reader is at the end of the floor, and its position determines which parts are behind the floor.
#[binrw::parser(reader)]
fn parts(directory: Directory) -> BinResult<Parts> {
    let end = reader.stream_position()?;
    let place = |offset: u32| match u64::from(offset).checked_sub(end) {
        Some(at) if directory.nav_mesh != 0 => PartOffset::BehindFloor(at as u32),
        _ => PartOffset::FromStart(offset),
    };
    Ok(Parts {
        vertices: place(directory.vertices),
        skin: place(directory.skin),
        faces: place(directory.faces),
        cloth_vertices: place(directory.cloth_vertices),
        cloth_edges: place(directory.cloth_edges),
        bounding_box: place(directory.bounding_box),
        portals: place(directory.portals),
        skinned_nav_mesh: place(directory.skinned_nav_mesh),
        unknown: place(directory.unknown),
    })
}

/// A block's floor.
#[binrw]
#[brw(import(nav_flag: u32))]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NavMesh {
    #[br(temp)]
    #[bw(calc = count("nav_mesh.vertices", vertices)?)]
    vertex_count: u32,
    /// The corners.
    #[br(parse_with = items, args(vertex_count.into(), Vertex::SIZE, ()))]
    pub vertices: Vec<Vertex>,
    #[br(temp)]
    #[bw(calc = count("nav_mesh.cells", cells)?)]
    cell_count: u32,
    /// The triangles.
    #[br(parse_with = items, args(cell_count.into(), Cell::SMALLEST, (nav_flag,)))]
    #[bw(args_raw = (nav_flag,))]
    pub cells: Vec<Cell>,
    #[br(temp)]
    #[bw(calc = count("nav_mesh.outline", outline)?)]
    outline_count: u32,
    /// The edges of one cell only, "global edges".
    #[br(parse_with = items, args(outline_count.into(), Edge::SMALLEST, (nav_flag,)))]
    #[bw(args_raw = (nav_flag,))]
    pub outline: Vec<Edge>,
    #[br(temp)]
    #[bw(calc = count("nav_mesh.inline", inline)?)]
    inline_count: u32,
    /// The edges between two cells, "internal edges"; numbered apart from the outline.
    #[br(parse_with = items, args(inline_count.into(), Edge::SMALLEST, (nav_flag,)))]
    #[bw(args_raw = (nav_flag,))]
    pub inline: Vec<Edge>,
    /// The names of events, where [`Bms::nav_flag`] has 4.
    #[br(if(nav_flag & nav_flags::EVENTS != 0))]
    #[bw(assert(events.is_some() == (nav_flag & nav_flags::EVENTS != 0),
        Wrong::unwritable("nav_mesh.events", "a list exactly where the flags have bit 4", format!("flags {nav_flag}"))))]
    pub events: Option<Events>,
    /// The outline edges in each tile.
    pub grid: Grid,
}

/// The bits of [`Bms::nav_flag`], on which the floor's optional fields depend.
pub mod nav_flags {
    /// Edges have events.
    pub const EDGE_EVENTS: u32 = 1;
    /// Cells have events.
    pub const CELL_EVENTS: u32 = 2;
    /// There is a list of events.
    pub const EVENTS: u32 = 4;
}

/// A corner of the floor: 13 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Vertex {
    /// Its position in block space.
    pub position: Vector3,
    /// One of 256 directions around the vertical.
    pub normal_index: u8,
}

impl Vertex {
    const SIZE: usize = 13;
}

/// A triangle of the floor: 8 bytes, or 9 with an event.
#[binrw]
#[brw(import(nav_flag: u32))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cell {
    /// Its corners.
    pub vertices: [u16; 3],
    /// 0 in all files.
    pub flag: u16,
    /// The event of entering it, where [`Bms::nav_flag`] has 2.
    #[br(if(nav_flag & nav_flags::CELL_EVENTS != 0))]
    #[bw(assert(event.is_some() == (nav_flag & nav_flags::CELL_EVENTS != 0),
        Wrong::unwritable("nav_mesh.cells.event", "an event exactly where the flags have bit 2", format!("flags {nav_flag}"))))]
    pub event: Option<u8>,
}

impl Cell {
    /// The minimum size of a cell, without an event.
    const SMALLEST: usize = 8;
}

/// An edge of the floor: 9 bytes, or 10 with an event.
#[binrw]
#[brw(import(nav_flag: u32))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Edge {
    /// Its ends.
    pub vertices: [u16; 2],
    /// The cell on the one side.
    pub src_cell: u16,
    /// The cell on the other side; 0xFFFF in the outline.
    pub dst_cell: u16,
    /// Passability: see [`edge_flags`] (`docs/formats/dof-bms.md#edge-flags`).
    pub flag: u8,
    /// The event of crossing it, where [`Bms::nav_flag`] has 1.
    #[br(if(nav_flag & nav_flags::EDGE_EVENTS != 0))]
    #[bw(assert(event.is_some() == (nav_flag & nav_flags::EDGE_EVENTS != 0),
        Wrong::unwritable("nav_mesh.edges.event", "an event exactly where the flags have bit 1", format!("flags {nav_flag}"))))]
    pub event: Option<u8>,
}

impl Edge {
    /// The null value: no cell.
    pub const NO_CELL: u16 = 0xFFFF;
    /// The minimum size of an edge, without an event.
    const SMALLEST: usize = 9;
}

/// The bits of [`Edge::flag`].
pub mod edge_flags {
    /// Not passable towards the source cell.
    pub const BLOCKS_TO_SRC: u8 = 1;
    /// Not passable towards the destination cell.
    pub const BLOCKS_TO_DST: u8 = 2;
    /// Between two cells.
    pub const INTERNAL: u8 = 4;
    /// Linked with an edge of another block: a door. Outline only.
    pub const GLOBAL: u8 = 8;
    /// A railing under which creatures can pass.
    pub const UNDERPASS: u8 = 16;
    /// An entrance.
    pub const ENTRANCE: u8 = 32;
    /// Part of a siege.
    pub const SIEGE: u8 = 128;
}

/// The names of events.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Events {
    #[br(temp)]
    #[bw(calc = count("nav_mesh.events", names)?)]
    event_count: u32,
    /// The names.
    #[br(parse_with = items, args(event_count.into(), Text::SMALLEST, ()))]
    pub names: Vec<Text>,
}

/// The outline edges in each tile of 100 units.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Grid {
    /// The x from which tiles are counted.
    pub origin_x: f32,
    /// The z from which tiles are counted.
    pub origin_z: f32,
    /// Tiles along x. It does not follow from the extent.
    pub width: u32,
    /// Tiles along z.
    pub height: u32,
    #[br(temp)]
    #[bw(calc = count("nav_mesh.grid.tiles", tiles)?)]
    tile_count: u32,
    /// The tiles: width times height, row by row, x fastest.
    #[br(parse_with = items, args(tile_count.into(), Tile::SMALLEST, ()))]
    pub tiles: Vec<Tile>,
}

/// A tile of the grid.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tile {
    #[br(temp)]
    #[bw(calc = count("nav_mesh.grid.tiles.outline", outline)?)]
    outline_count: u32,
    /// The outline edges in it, by number.
    #[br(parse_with = rows, args(outline_count.into()))]
    #[bw(write_with = write_rows)]
    pub outline: Vec<u16>,
}

impl Tile {
    /// The minimum size of a tile, without edges.
    const SMALLEST: usize = 4;
}
