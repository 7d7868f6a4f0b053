//! KotOR walkmeshes: `.wok` (the floor of a room), `.pwk` (a placeable) and `.dwk` (a door).
//!
//! Source: `docs/formats/bwm.md`. Two public documents describe the format: PyKotor's wiki, and an older forum post by
//! magnusll (`docs/formats/bwm.md#sources`). Where they disagree or err, 179 real files decide, and the field says so.
//!
//! ```
//! use walkmesh_formats::{Document, Vector3, bwm::{AABB_CONSTANT, AabbNode, Bwm, Face}};
//!
//! let triangle = Bwm {
//!     walkmesh_type: 1,
//!     vertices: [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vector3::from).to_vec(),
//!     faces: vec![Face { vertices: [0, 1, 2] }],
//!     materials: vec![4],
//!     normals: vec![Vector3::from([0.0, 0.0, 1.0])],
//!     distances: vec![0.0],
//!     ..Bwm::default()
//! };
//! assert_eq!(Bwm::from_bytes(&triangle.to_bytes()?)?, triangle);
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

#[cfg(feature = "arbitrary")]
mod valid;

use binrw::{BinResult, binrw};
use bytemuck::{Pod, Zeroable};

use crate::document::OnDisk;
use crate::error::Wrong;
use crate::rows::{count, literal, row, write_row};
use crate::tables::{self, Place, Places, arrangement, table, write_gaps, write_table};
use crate::{Arrangement, Source, Vector3};

/// The magic `"BWM "` and the version `"V1.0"`. No other version exists.
pub const MAGIC: [u8; 8] = *b"BWM V1.0";

/// Size of the header in bytes, 0x88. The tables start after it.
pub const HEADER_SIZE: u32 = 136;

/// A whole BWM file.
///
/// The tables may be anywhere after the header. In each of 179 real files they follow one another in the order of
/// the fields here, without a gap. [`arrangement`](Self::arrangement) keeps any other order.
#[binrw]
#[brw(little)]
#[br(import_raw(source: Source<'_>))]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Bwm {
    /// `BWM V1.0`: the magic, and the only version that exists.
    #[br(temp, parse_with = literal, args(MAGIC))]
    #[bw(calc = MAGIC)]
    magic: [u8; 8],
    /// Walkmesh type: 1 is a WOK, whose vertices are in area space; 0 a PWK or DWK, whose vertices are local. The extension of
    /// its name decides the kind of a file.
    pub walkmesh_type: u32,
    /// Relative use hook position 1, in metres from the walkmesh's position: the place from which a creature uses the object.
    /// The forum post calls these 48 bytes reserved and always 0, which is true of WOK only (`docs/formats/bwm.md#hooks`).
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub relative_use_position_1: Vector3,
    /// Relative use hook position 2.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub relative_use_position_2: Vector3,
    /// Absolute use hook position 1: in a DWK, the relative one plus the position.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub absolute_use_position_1: Vector3,
    /// Absolute use hook position 2.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub absolute_use_position_2: Vector3,
    /// Position, in metres. In a WOK it is the position of the node in the room's model, for information only: the vertices
    /// include it already. It is three floats; the forum post has integers (`docs/formats/bwm.md#header`).
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub position: Vector3,
    /// The counts and offsets of the tables, at 0x48 of the file.
    #[br(temp, parse_with = directory)]
    #[bw(calc = Directory::new([
        count("vertices", vertices)?,
        count("faces", faces)?,
        count("materials", materials)?,
        count("normals", normals)?,
        count("distances", distances)?,
        count("aabb_nodes", aabb_nodes)?,
        count("adjacencies", adjacencies)?,
        count("edges", edges)?,
        count("perimeters", perimeters)?,
    ], *aabb_root, empty_offsets, arrangement)?)]
    directory: Directory,
    /// Index of the tree's root node, at 0x6C: 0 in all 179 files that were measured. In files without a tree the game leaves it
    /// uninitialised, so it names a root only where it is less than the number of nodes.
    #[br(calc = directory.aabb_root)]
    #[bw(ignore)]
    pub aabb_root: u32,
    /// The offsets that the directory stores for tables without rows.
    #[br(calc = EmptyOffsets(directory.places().empty_offsets()))]
    #[bw(ignore)]
    pub empty_offsets: EmptyOffsets,

    /// Vertex positions: in area space in a WOK, where they include the room's layout position, and local in a PWK or DWK.
    #[br(parse_with = table, args(directory.place(Table::Vertices), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Vertices)))]
    pub vertices: Vec<Vector3>,
    /// Corners of each face. In a WOK walkable faces come first.
    #[br(parse_with = table, args(directory.place(Table::Faces), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Faces)))]
    pub faces: Vec<Face>,
    /// Surface material of each face: a row of `surfacemat.2da`.
    #[br(parse_with = table, args(directory.place(Table::Materials), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Materials)))]
    pub materials: Vec<u32>,
    /// Unit normal of each face, on the side from which the corners run counter-clockwise. It is not inverted, as the
    /// forum post says (`docs/formats/bwm.md#normals`). All 0 in most PWK.
    #[br(parse_with = table, args(directory.place(Table::Normals), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Normals)))]
    pub normals: Vec<Vector3>,
    /// Planar distance of each face: `d` of `n · p + d = 0`. Uninitialised in most PWK.
    #[br(parse_with = table, args(directory.place(Table::Distances), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Distances)))]
    pub distances: Vec<f32>,
    /// Nodes of the AABB tree; WOK only.
    #[br(parse_with = table, args(directory.place(Table::AabbNodes), source))]
    #[bw(write_with = write_table, args(directory.place(Table::AabbNodes)))]
    pub aabb_nodes: Vec<AabbNode>,
    /// Neighbours of each walkable face; WOK only. Row `i` is face `i`, since walkable faces come first.
    #[br(parse_with = table, args(directory.place(Table::Adjacencies), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Adjacencies)))]
    pub adjacencies: Vec<Adjacency>,
    /// One row for each side of a walkable face that has no neighbour, loop by loop; WOK only.
    #[br(parse_with = table, args(directory.place(Table::Edges), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Edges)))]
    pub edges: Vec<Edge>,
    /// For each loop, its end in [`edges`](Self::edges): the number of edges up to and including its last one. Some programs take it for
    /// the loop's start (`docs/formats/bwm.md#perimeters`).
    #[br(parse_with = table, args(directory.place(Table::Perimeters), source))]
    #[bw(write_with = write_table, args(directory.place(Table::Perimeters)))]
    pub perimeters: Vec<u32>,
    /// The order in which the file has the tables (0 the vertices, 8 the perimeters, as in [`Table`]), and the bytes outside all tables.
    #[br(parse_with = arrangement, args(directory.places()))]
    #[bw(write_with = write_gaps, args(directory.places()))]
    pub arrangement: Arrangement,
}

impl OnDisk for Bwm {
    fn size_hint(&self) -> usize {
        HEADER_SIZE as usize
            + size_of_val(self.vertices.as_slice())
            + size_of_val(self.faces.as_slice())
            + size_of_val(self.materials.as_slice())
            + size_of_val(self.normals.as_slice())
            + size_of_val(self.distances.as_slice())
            + size_of_val(self.aabb_nodes.as_slice())
            + size_of_val(self.adjacencies.as_slice())
            + size_of_val(self.edges.as_slice())
            + size_of_val(self.perimeters.as_slice())
            + self.arrangement.bytes.len()
    }
}

/// A triangle.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Face {
    /// Indices into the vertices, counter-clockwise seen from the side that the normal points to.
    pub vertices: [u32; 3],
}

/// The value of [`AabbNode::unknown`] in every node of every file.
pub const AABB_CONSTANT: u32 = 4;

/// A node of the AABB tree. The order of its fields follows PyKotor's wiki; the forum post has the plane and the
/// constant swapped (`docs/formats/bwm.md#tree-node`).
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct AabbNode {
    /// The corner of the box with the smallest coordinates.
    pub min: Vector3,
    /// The corner of the box with the largest coordinates.
    pub max: Vector3,
    /// The face of a leaf, -1 in an inner node.
    pub face: i32,
    /// 4 in every node of every file. The games' compiler of text reportedly writes this constant; its meaning is unknown.
    pub unknown: u32,
    /// Most significant plane: 0 in a leaf, otherwise the direction from the left child to the right one as 1 (+x), 2
    /// (+y), 4 (+z), 8 (-x), 16 (-y) or 32 (-z), as in the forum post. The negative numbers of PyKotor's wiki occur in no
    /// file of the games (`docs/formats/bwm.md#tree-planes`).
    pub plane: u32,
    /// Index of the left child, from 0; -1 in a leaf.
    pub left: i32,
    /// Index of the right child, from 0; -1 in a leaf.
    pub right: i32,
}

/// The neighbours of a walkable face.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Adjacency {
    /// For each edge (corner `k` to corner `k + 1`), the edge on its other side as `3 · face + edge`, or -1.
    pub edges: [i32; 3],
}

/// An edge that has no neighbour.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Edge {
    /// The edge: `3 · face + edge`.
    pub edge: i32,
    /// The room on the other side as an index into the layout's rooms, or -1. The forum post says that it indexes the
    /// ARE's rooms, which is wrong (`docs/formats/bwm.md#transitions`).
    pub transition: i32,
}

/// The tables of a BWM, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Table {
    /// [`Bwm::vertices`].
    Vertices,
    /// [`Bwm::faces`].
    Faces,
    /// [`Bwm::materials`].
    Materials,
    /// [`Bwm::normals`].
    Normals,
    /// [`Bwm::distances`].
    Distances,
    /// [`Bwm::aabb_nodes`].
    AabbNodes,
    /// [`Bwm::adjacencies`].
    Adjacencies,
    /// [`Bwm::edges`].
    Edges,
    /// [`Bwm::perimeters`].
    Perimeters,
}

impl Table {
    const ALL: [Self; 9] = [
        Self::Vertices,
        Self::Faces,
        Self::Materials,
        Self::Normals,
        Self::Distances,
        Self::AabbNodes,
        Self::Adjacencies,
        Self::Edges,
        Self::Perimeters,
    ];

    /// Bytes of one row.
    const fn row_size(self) -> u32 {
        match self {
            Self::Vertices | Self::Faces | Self::Normals | Self::Adjacencies => 12,
            Self::Materials | Self::Distances | Self::Perimeters => 4,
            Self::AabbNodes => 44,
            Self::Edges => 8,
        }
    }
}

/// The stored offset of each table that has no rows, by [`Table`].
///
/// `None` is the running offset: the end of the last table before it that has rows. Every WOK stores it. `Some` is any
/// other offset, kept as it was read. A PWK or DWK with geometry stores 0 for the four tables that only a WOK has
/// (`docs/formats/bwm.md#empty-offsets`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EmptyOffsets(pub [Option<u32>; 9]);

impl EmptyOffsets {
    /// The running offset for every table, as in a WOK.
    pub const RUNNING: Self = Self([None; 9]);
    /// 0 for the tree, the adjacencies, the edges and the perimeters, as in a PWK or DWK.
    pub const PLACEABLE: Self = Self([None, None, None, None, None, Some(0), Some(0), Some(0), Some(0)]);
}

/// Counts and offsets of the tables, 0x48 to 0x88 of the header. Faces, materials, normals and distances share the
/// face count.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Directory {
    /// Number of vertices.
    pub vertex_count: u32,
    /// Offset of the vertices, from the start of the file.
    pub vertex_offset: u32,
    /// Number of faces, materials, normals and distances.
    pub face_count: u32,
    /// Offset of the faces.
    pub face_offset: u32,
    /// Offset of the materials.
    pub material_offset: u32,
    /// Offset of the normals.
    pub normal_offset: u32,
    /// Offset of the distances.
    pub distance_offset: u32,
    /// Number of AABB nodes.
    pub aabb_count: u32,
    /// Offset of the AABB nodes.
    pub aabb_offset: u32,
    /// Index of the root node: 0 in all 179 files that were measured. It is an index of a node only if it is less than the
    /// number of nodes (`docs/formats/bwm.md#header`).
    pub aabb_root: u32,
    /// Number of adjacencies, which is the number of walkable faces.
    pub adjacency_count: u32,
    /// Offset of the adjacencies.
    pub adjacency_offset: u32,
    /// Number of edges.
    pub edge_count: u32,
    /// Offset of the edges.
    pub edge_offset: u32,
    /// Number of perimeters.
    pub perimeter_count: u32,
    /// Offset of the perimeters.
    pub perimeter_offset: u32,
}

impl Directory {
    /// The directory of tables with these numbers of rows, by [`Table`], arranged from the header on.
    fn new(counts: [u32; 9], aabb_root: u32, empty: &EmptyOffsets, arrangement: &Arrangement) -> Result<Self, Wrong> {
        let [
            vertex_count,
            face_count,
            materials,
            normals,
            distances,
            aabb_count,
            adjacency_count,
            edge_count,
            perimeter_count,
        ] = counts;
        for (field, rows) in [("materials", materials), ("normals", normals), ("distances", distances)] {
            if rows != face_count {
                let expected = format!("one per face, {face_count} in all");
                return Err(Wrong::unwritable(field, expected, rows));
            }
        }
        let size = |table: Table| counts[table as usize].checked_mul(table.row_size());
        let offsets = tables::offsets(HEADER_SIZE, &Table::ALL, Table::ALL.map(size), &empty.0, arrangement)?;
        let [
            vertex_offset,
            face_offset,
            material_offset,
            normal_offset,
            distance_offset,
            aabb_offset,
            adjacency_offset,
            edge_offset,
            perimeter_offset,
        ] = offsets;
        Ok(Self {
            vertex_count,
            vertex_offset,
            face_count,
            face_offset,
            material_offset,
            normal_offset,
            distance_offset,
            aabb_count,
            aabb_offset,
            aabb_root,
            adjacency_count,
            adjacency_offset,
            edge_count,
            edge_offset,
            perimeter_count,
            perimeter_offset,
        })
    }

    fn place(&self, table: Table) -> Place {
        let (count, offset) = match table {
            Table::Vertices => (self.vertex_count, self.vertex_offset),
            Table::Faces => (self.face_count, self.face_offset),
            Table::Materials => (self.face_count, self.material_offset),
            Table::Normals => (self.face_count, self.normal_offset),
            Table::Distances => (self.face_count, self.distance_offset),
            Table::AabbNodes => (self.aabb_count, self.aabb_offset),
            Table::Adjacencies => (self.adjacency_count, self.adjacency_offset),
            Table::Edges => (self.edge_count, self.edge_offset),
            Table::Perimeters => (self.perimeter_count, self.perimeter_offset),
        };
        Place::new(count, offset, table.row_size())
    }

    fn places(&self) -> Places<9> {
        Places { header: HEADER_SIZE, tables: Table::ALL.map(|table| self.place(table)) }
    }
}

/// Reads the directory, and rejects tables that start inside the header or overlap.
#[binrw::parser(reader, endian)]
fn directory() -> BinResult<Directory> {
    let here = reader.stream_position()?;
    let directory: Directory = row(reader, endian, ())?;
    directory.places().check_apart().map_err(|wrong| wrong.here(here))?;
    Ok(directory)
}
