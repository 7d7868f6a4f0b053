//! The path table of a tile: for each pair of its walkable triangles, the first step from one to the other.

use binrw::{BinRead, BinResult, BinWrite, binrw};
use bytemuck::{Pod, Zeroable};
use modular_bitfield::bitfield;
use modular_bitfield::specifiers::{B7, B30};

use super::Version;
use crate::error::Wrong;
use crate::rows::{count, rows, square_side, write_rows};

/// "No node". In [`PathTable::local_to_node`] the triangle is not walkable. In [`PathTable::nodes`] there is no path, or the
/// start is the goal.
pub const NO_NODE: u8 = u8::MAX;

/// The paths between the walkable triangles of a tile, which are its nodes.
///
/// The public document names the wrong index for the number 255: if a triangle is not walkable, its node is 255, not its
/// local index (`docs/formats/trn-aswm.md#path-table`).
#[binrw]
#[br(import(version: Version))]
#[bw(import(version: Version))]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PathTable {
    /// The lengths of the tables.
    #[br(temp, args(version))]
    #[bw(calc = PathTableHeader {
        compression_flags: CompressionFlags::default(),
        local_to_node_length: LocalToNodeLength::new(local_to_node, version)?,
        node_to_local_length: node_to_local.count(version, nodes)?,
        rle_table_size: *rle_table_size,
    })]
    header: PathTableHeader,
    /// See [`PathTableHeader::rle_table_size`].
    #[br(calc = header.rle_table_size)]
    #[bw(ignore)]
    pub rle_table_size: u32,
    /// For each triangle of the tile its node, or 255 ([`NO_NODE`]) where it is not walkable.
    #[br(parse_with = rows, args(header.local_to_node_length.get().into()))]
    #[bw(write_with = write_rows)]
    pub local_to_node: Vec<u8>,
    /// For each node, its triangle, counted in the tile, ascending. Versions 0x69 and 0x6A have no such table.
    #[br(parse_with = node_to_local, args(version, header.node_to_local_length))]
    #[bw(write_with = write_node_to_local)]
    pub node_to_local: NodeToLocal,
    /// The next-hop table of the nodes: row `from`, column `to`. It is 255 ([`NO_NODE`]) on the diagonal, and where the tile has no path.
    #[br(parse_with = rows, args(u64::from(header.node_to_local_length).pow(2)))]
    #[bw(write_with = write_rows)]
    pub nodes: Vec<PathNode>,
}

impl PathTable {
    /// The triangle of a node, counted in the tile; `None` where the tables have no such node.
    ///
    /// Versions 0x69 and 0x6A store no node-to-local table. There, a node's triangle is the one that the local-to-node table maps to it.
    /// One public implementation takes the node itself as the triangle, which is the same where each triangle has its own index as its
    /// node. No file of these versions was available to decide which is right.
    pub fn local(&self, node: u8) -> Option<u32> {
        match &self.node_to_local {
            NodeToLocal::Absent if node == NO_NODE => None,
            NodeToLocal::Absent => {
                self.local_to_node.iter().zip(0..).find_map(|(of, local)| (*of == node).then_some(local))
            }
            NodeToLocal::Bytes(table) => table.get(usize::from(node)).copied().map(u32::from),
            NodeToLocal::Words(table) => table.get(usize::from(node)).copied(),
        }
    }
}

/// The header of a path table: 13 bytes, or 10 in versions below 0x6C.
#[binrw]
#[br(import(version: Version))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PathTableHeader {
    /// The compression of the table. No real file compresses it, and the two encodings are unknown.
    #[br(parse_with = uncompressed)]
    pub compression_flags: CompressionFlags,
    /// Length of the local-to-node table: the number of triangles of the tile, and 0 in a TRN. A byte in versions below 0x6C.
    #[br(parse_with = local_to_node_length, args(version))]
    #[bw(write_with = write_local_to_node_length)]
    pub local_to_node_length: LocalToNodeLength,
    /// Length of the node-to-local table, which is the number of nodes: the walkable triangles of the tile. At most 127, because a node has
    /// seven bits and the last value means "none".
    pub node_to_local_length: u8,
    /// 0 in all files.
    pub rle_table_size: u32,
}

/// The length of a local-to-node table, in the width of its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum LocalToNodeLength {
    /// Versions below 0x6C.
    Byte(u8),
    /// Version 0x6C.
    Word(u32),
}

impl Default for LocalToNodeLength {
    fn default() -> Self {
        Self::Word(0)
    }
}

impl LocalToNodeLength {
    /// The length as a number.
    pub fn get(self) -> u32 {
        match self {
            Self::Byte(length) => length.into(),
            Self::Word(length) => length,
        }
    }

    /// The length of a table, for a header of this version.
    fn new(local_to_node: &[u8], version: Version) -> Result<Self, Wrong> {
        const FIELD: &str = "tiles.path_table.local_to_node";
        match version {
            Version::V69 | Version::V6A | Version::V6B => count(FIELD, local_to_node).map(Self::Byte),
            Version::V6C => count(FIELD, local_to_node).map(Self::Word),
        }
    }
}

/// The compression of a path table, as stored; [`bits`](Self::bits) names it.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(transparent)]
pub struct CompressionFlags(pub u32);

impl CompressionFlags {
    /// The flags by name.
    pub fn bits(self) -> CompressionBits {
        CompressionBits::from_bytes(self.0.to_le_bytes())
    }
}

/// The compression of a path table. The public document names both methods and explains neither.
#[bitfield(bits = 32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompressionBits {
    /// Run-length encoded. The encoding is unknown.
    pub rle: bool,
    /// Compressed with zlib. The encoding is unknown.
    pub zcompress: bool,
    /// Never set.
    pub unknown: B30,
}

/// A step of a path table, as stored; [`bits`](Self::bits) names its parts.
#[binrw]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(transparent)]
pub struct PathNode(pub u8);

impl Default for PathNode {
    fn default() -> Self {
        Self(NO_NODE)
    }
}

impl PathNode {
    /// The step by its parts.
    pub fn bits(self) -> PathNodeBits {
        PathNodeBits::from_bytes([self.0])
    }

    /// The next node; `None` if no path exists, or the start is the goal.
    pub fn next(self) -> Option<u8> {
        (self.0 != NO_NODE).then(|| self.bits().next())
    }
}

impl From<PathNodeBits> for PathNode {
    fn from(bits: PathNodeBits) -> Self {
        Self(bits.into_bytes()[0])
    }
}

/// A step of a path table. The value 255 means that there is no step.
#[bitfield(bits = 8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathNodeBits {
    /// The next node.
    pub next: B7,
    /// True if the two triangles have a clear line of sight. Otherwise the game tests at run time.
    pub line_of_sight: bool,
}

/// The triangle of each node of a tile, counted in the tile, in the width of its version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum NodeToLocal {
    /// Versions 0x69 and 0x6A: no table. See [`PathTable::local`].
    Absent,
    /// Version 0x6B.
    Bytes(Vec<u8>),
    /// Version 0x6C.
    Words(Vec<u32>),
}

impl Default for NodeToLocal {
    fn default() -> Self {
        Self::Words(Vec::new())
    }
}

impl NodeToLocal {
    /// The number of nodes, for a header of this version, of the table that belongs to `nodes`.
    fn count(&self, version: Version, nodes: &[PathNode]) -> Result<u8, Wrong> {
        const FIELD: &str = "tiles.path_table.node_to_local";
        let side = square_side("tiles.path_table.nodes", nodes)?;
        let length = match (self, version) {
            (Self::Absent, Version::V69 | Version::V6A) => side,
            (Self::Bytes(table), Version::V6B) => count(FIELD, table)?,
            (Self::Words(table), Version::V6C) => count(FIELD, table)?,
            _ => return Err(Wrong::unwritable(FIELD, format_args!("the table of version {version}"), "another's")),
        };
        if length == side {
            Ok(length)
        } else {
            Err(Wrong::unwritable(FIELD, format_args!("{side} entries, the side of its nodes"), length))
        }
    }
}

/// Reads the compression flags, and rejects encodings that are not documented.
#[binrw::parser(reader, endian)]
fn uncompressed() -> BinResult<CompressionFlags> {
    let here = reader.stream_position()?;
    let flags = CompressionFlags::read_options(reader, endian, ())?;
    if flags.0 == 0 {
        return Ok(flags);
    }
    let bits = flags.bits();
    let names = match (bits.rle(), bits.zcompress()) {
        (true, true) => "RLE and zcompress",
        (true, false) => "RLE",
        (false, true) => "zcompress",
        (false, false) => "unknown flags",
    };
    Err(Wrong::unsupported("a path table without compression", format_args!("{names} ({:#x})", flags.0)).here(here))
}

/// Reads the length of a local-to-node table.
#[binrw::parser(reader, endian)]
fn local_to_node_length(version: Version) -> BinResult<LocalToNodeLength> {
    Ok(match version {
        Version::V69 | Version::V6A | Version::V6B => LocalToNodeLength::Byte(u8::read_options(reader, endian, ())?),
        Version::V6C => LocalToNodeLength::Word(u32::read_options(reader, endian, ())?),
    })
}

/// Writes the length of a local-to-node table in its own width.
#[binrw::writer(writer, endian)]
fn write_local_to_node_length(length: &LocalToNodeLength) -> BinResult<()> {
    match length {
        LocalToNodeLength::Byte(length) => length.write_options(writer, endian, ()),
        LocalToNodeLength::Word(length) => length.write_options(writer, endian, ()),
    }
}

/// Reads the node-to-local table of a version.
#[binrw::parser(reader, endian)]
fn node_to_local(version: Version, length: u8) -> BinResult<NodeToLocal> {
    let args = (length.into(),);
    Ok(match version {
        Version::V69 | Version::V6A => NodeToLocal::Absent,
        Version::V6B => NodeToLocal::Bytes(rows(reader, endian, args)?),
        Version::V6C => NodeToLocal::Words(rows(reader, endian, args)?),
    })
}

/// Writes a node-to-local table in its own width.
#[binrw::writer(writer, endian)]
fn write_node_to_local(table: &NodeToLocal) -> BinResult<()> {
    match table {
        NodeToLocal::Absent => Ok(()),
        NodeToLocal::Bytes(table) => write_rows(table, writer, endian, ()),
        NodeToLocal::Words(table) => write_rows(table, writer, endian, ()),
    }
}
