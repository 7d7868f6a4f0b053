//! `WALK`: the mesh of a model that creatures walk on.

use binrw::binrw;
use bytemuck::{Pod, Zeroable};

use crate::Vector3;
use crate::document::OnDisk;
use crate::rows::{count, rest, row, rows, write_row, write_rows};

/// The payload of a `WALK` packet.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Walk {
    /// Its name, filled up with NUL.
    #[br(parse_with = row)]
    #[bw(write_with = write_row)]
    pub name: [u8; 32],
    /// Flags of unknown meaning.
    pub flags: u32,
    /// The number of entries in `vertices`.
    #[br(temp)]
    #[bw(calc = count("vertices", vertices)?)]
    vertex_count: u32,
    /// The number of entries in `faces`.
    #[br(temp)]
    #[bw(calc = count("faces", faces)?)]
    face_count: u32,
    /// The vertices, in metres. One whose z is -1,000,000 takes the height of the area's floor.
    #[br(parse_with = rows, args(vertex_count.into()))]
    #[bw(write_with = write_rows)]
    pub vertices: Vec<Vector3>,
    /// The triangles.
    #[br(parse_with = rows, args(face_count.into()))]
    #[bw(write_with = write_rows)]
    pub faces: Vec<WalkFace>,
    /// The bytes after the last field: none, as far as is known.
    #[br(parse_with = rest)]
    #[bw(write_with = write_rows)]
    pub rest: Vec<u8>,
}

impl OnDisk for Walk {}

impl Walk {
    /// The type of its packet.
    pub const PACKET_TYPE: [u8; 4] = *b"WALK";
}

/// A triangle that creatures may walk on: 10 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct WalkFace {
    /// Indices into the packet's vertices.
    pub vertices: [u16; 3],
    /// One word of 32 bits as two of 16, the lower first: the lower half has the flags of a triangle of an area
    /// ([`TriangleFlags`](crate::aswm::TriangleFlags)).
    pub flags: [u16; 2],
}
