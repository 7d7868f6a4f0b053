//! The four versions of the layout, and the tables whose rows differ between them. Each is written back as it was read.
//!
//! Source: `docs/formats/trn-aswm.md#versions`. No file of a version below 0x6C was available.

use std::borrow::Cow;
use std::fmt;

use binrw::{BinResult, binrw};
use bytemuck::{Pod, Zeroable};

use super::{Edge, Triangle, TriangleFlags};
use crate::error::Wrong;
use crate::rows::{count, rows, write_rows};

/// Version of the layout.
#[binrw]
#[brw(repr(u32))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Version {
    /// Edges of 52 bytes, triangles of 88, path tables without node-to-local tables.
    V69 = 0x69,
    /// Triangles of 68 bytes.
    V6A = 0x6A,
    /// Triangles of 64 bytes, node-to-local tables of bytes.
    V6B = 0x6B,
    /// Node-to-local tables of words: the version of every real file that was measured.
    #[default]
    V6C = 0x6C,
}

impl Version {
    /// The version that a file stores as this number.
    pub fn from_number(number: u32) -> Option<Self> {
        [Self::V69, Self::V6A, Self::V6B, Self::V6C].into_iter().find(|version| *version as u32 == number)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:X}", *self as u32)
    }
}

/// An edge of version 0x69: 52 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct EdgeV69 {
    /// The part that later versions keep.
    pub edge: Edge,
    /// Unknown.
    pub reserved: [u32; 9],
}

/// A triangle of version 0x69: 88 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct TriangleV69 {
    /// Unknown.
    pub reserved_0: u32,
    /// The lower half is [`Triangle::flags`].
    pub flags: u32,
    /// See [`Triangle::vertices`].
    pub vertices: [u32; 3],
    /// See [`Triangle::linked_edges`].
    pub linked_edges: [u32; 3],
    /// See [`Triangle::linked_triangles`].
    pub linked_triangles: [u32; 3],
    /// Unknown.
    pub reserved_1: [u32; 3],
    /// See [`Triangle::center`].
    pub center: [f32; 2],
    /// Unknown.
    pub reserved_2: u32,
    /// See [`Triangle::normal`].
    pub normal: [f32; 3],
    /// See [`Triangle::dot`].
    pub dot: f32,
    /// Unknown.
    pub reserved_3: u16,
    /// See [`Triangle::island`].
    pub island: u16,
}

/// A triangle of version 0x6A: 68 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct TriangleV6A {
    /// Unknown.
    pub reserved: u32,
    /// The part that later versions keep.
    pub triangle: Triangle,
}

/// A row of an older version, viewed as a row of the newest.
trait Older: Copy + Default {
    type Newest: Copy;
    fn newest(&self) -> Self::Newest;
    /// Takes over the fields of the newest version, and keeps the others.
    fn set(&mut self, newest: &Self::Newest);
}

impl Older for EdgeV69 {
    type Newest = Edge;

    fn newest(&self) -> Edge {
        self.edge
    }

    fn set(&mut self, newest: &Edge) {
        self.edge = *newest;
    }
}

impl Older for TriangleV6A {
    type Newest = Triangle;

    fn newest(&self) -> Triangle {
        self.triangle
    }

    fn set(&mut self, newest: &Triangle) {
        self.triangle = *newest;
    }
}

impl Older for TriangleV69 {
    type Newest = Triangle;

    fn newest(&self) -> Triangle {
        Triangle {
            vertices: self.vertices,
            linked_edges: self.linked_edges,
            linked_triangles: self.linked_triangles,
            center: self.center,
            normal: self.normal,
            dot: self.dot,
            island: self.island,
            flags: TriangleFlags(self.flags as u16),
        }
    }

    fn set(&mut self, newest: &Triangle) {
        self.vertices = newest.vertices;
        self.linked_edges = newest.linked_edges;
        self.linked_triangles = newest.linked_triangles;
        self.center = newest.center;
        self.normal = newest.normal;
        self.dot = newest.dot;
        self.island = newest.island;
        self.flags = self.flags & 0xFFFF_0000 | u32::from(newest.flags.0);
    }
}

/// Edits the rows of an older version. A row keeps the words that only the older version has, by its index; in a new row
/// they are zero.
fn replace<T: Older>(older: &mut Vec<T>, newest: &[T::Newest]) {
    older.resize(newest.len(), T::default());
    for (row, newest) in older.iter_mut().zip(newest) {
        row.set(newest);
    }
}

/// The edges of a walkmesh, in the layout of its version.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Edges {
    /// Version 0x69.
    V69(Vec<EdgeV69>),
    /// Versions 0x6A to 0x6C.
    V6A(Vec<Edge>),
}

impl Default for Edges {
    fn default() -> Self {
        Self::V6A(Vec::new())
    }
}

impl Edges {
    /// Number of edges.
    pub fn len(&self) -> usize {
        match self {
            Self::V69(rows) => rows.len(),
            Self::V6A(rows) => rows.len(),
        }
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The edges in the newest layout: borrowed if the file has that layout, otherwise copied.
    pub fn rows(&self) -> Cow<'_, [Edge]> {
        match self {
            Self::V69(rows) => rows.iter().map(Older::newest).collect(),
            Self::V6A(rows) => rows.into(),
        }
    }

    /// Replaces the edges and keeps the table's layout. Words that only an older version has stay with their index.
    pub fn set_rows(&mut self, newest: Vec<Edge>) {
        match self {
            Self::V69(rows) => replace(rows, &newest),
            Self::V6A(rows) => *rows = newest,
        }
    }

    /// The number of edges for a header of this version.
    pub(super) fn count(&self, version: Version) -> Result<u32, Wrong> {
        match (self, version) {
            (Self::V69(rows), Version::V69) => count("edges", rows),
            (Self::V6A(rows), Version::V6A | Version::V6B | Version::V6C) => count("edges", rows),
            _ => {
                Err(Wrong::unwritable("edges", format_args!("edges of version {version}"), "edges of another version"))
            }
        }
    }
}

/// The triangles of a walkmesh, in the layout of its version.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Triangles {
    /// Version 0x69.
    V69(Vec<TriangleV69>),
    /// Version 0x6A.
    V6A(Vec<TriangleV6A>),
    /// Versions 0x6B and 0x6C.
    V6B(Vec<Triangle>),
}

impl Default for Triangles {
    fn default() -> Self {
        Self::V6B(Vec::new())
    }
}

impl Triangles {
    /// Number of triangles.
    pub fn len(&self) -> usize {
        match self {
            Self::V69(rows) => rows.len(),
            Self::V6A(rows) => rows.len(),
            Self::V6B(rows) => rows.len(),
        }
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The triangles in the newest layout: borrowed if the file has that layout, otherwise copied.
    pub fn rows(&self) -> Cow<'_, [Triangle]> {
        match self {
            Self::V69(rows) => rows.iter().map(Older::newest).collect(),
            Self::V6A(rows) => rows.iter().map(Older::newest).collect(),
            Self::V6B(rows) => rows.into(),
        }
    }

    /// Replaces the triangles and keeps the table's layout. Words that only an older version has stay with their index.
    pub fn set_rows(&mut self, newest: Vec<Triangle>) {
        match self {
            Self::V69(rows) => replace(rows, &newest),
            Self::V6A(rows) => replace(rows, &newest),
            Self::V6B(rows) => *rows = newest,
        }
    }

    /// The number of triangles for a header of this version.
    pub(super) fn count(&self, version: Version) -> Result<u32, Wrong> {
        match (self, version) {
            (Self::V69(rows), Version::V69) => count("triangles", rows),
            (Self::V6A(rows), Version::V6A) => count("triangles", rows),
            (Self::V6B(rows), Version::V6B | Version::V6C) => count("triangles", rows),
            _ => {
                let expected = format!("triangles of version {version}");
                Err(Wrong::unwritable("triangles", expected, "triangles of another version"))
            }
        }
    }
}

/// Reads the edges of a version.
#[binrw::parser(reader, endian)]
pub(super) fn edges(version: Version, count: u32) -> BinResult<Edges> {
    let args = (count.into(),);
    Ok(match version {
        Version::V69 => Edges::V69(rows(reader, endian, args)?),
        Version::V6A | Version::V6B | Version::V6C => Edges::V6A(rows(reader, endian, args)?),
    })
}

/// Writes edges in their layout.
#[binrw::writer(writer, endian)]
pub(super) fn write_edges(edges: &Edges) -> BinResult<()> {
    match edges {
        Edges::V69(rows) => write_rows(rows, writer, endian, ()),
        Edges::V6A(rows) => write_rows(rows, writer, endian, ()),
    }
}

/// Reads the triangles of a version.
#[binrw::parser(reader, endian)]
pub(super) fn triangles(version: Version, count: u32) -> BinResult<Triangles> {
    let args = (count.into(),);
    Ok(match version {
        Version::V69 => Triangles::V69(rows(reader, endian, args)?),
        Version::V6A => Triangles::V6A(rows(reader, endian, args)?),
        Version::V6B | Version::V6C => Triangles::V6B(rows(reader, endian, args)?),
    })
}

/// Writes triangles in their layout.
#[binrw::writer(writer, endian)]
pub(super) fn write_triangles(triangles: &Triangles) -> BinResult<()> {
    match triangles {
        Triangles::V69(rows) => write_rows(rows, writer, endian, ()),
        Triangles::V6A(rows) => write_rows(rows, writer, endian, ()),
        Triangles::V6B(rows) => write_rows(rows, writer, endian, ()),
    }
}
