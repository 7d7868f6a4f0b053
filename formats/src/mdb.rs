//! NWN2 models, `.mdb`: a container of packets, of which the meshes for walking and for collisions are read. All other
//! packets are kept as they are.
//!
//! Source: `docs/formats/mdb.md`. The layout is the one that public descriptions report; it was **measured on one model of the
//! game** only.
//!
//! ```
//! use walkmesh_formats::{Document, Format, mdb::{Mdb, Packet, Walk, WalkFace}};
//!
//! let mut plank = Walk::default();
//! plank.vertices = [[0.0, 0.0, 0.5], [1.0, 0.0, 0.5], [0.0, 1.0, 0.5]].map(Into::into).into();
//! plank.faces = vec![WalkFace { vertices: [0, 1, 2], flags: [0x41, 0] }];
//! let packet = Packet { packet_type: Walk::PACKET_TYPE, data: plank.to_bytes()? };
//! let bytes = Mdb { major: 1, minor: 12, packets: vec![packet], ..Mdb::default() }.to_bytes()?;
//! assert_eq!(Format::detect(&bytes), Some(Format::Mdb));
//! assert_eq!(Mdb::from_bytes(&bytes)?.first(Walk::PACKET_TYPE)?, Some(plank));
//! # Ok::<(), walkmesh_formats::Error>(())
//! ```

mod collision;
#[cfg(feature = "arbitrary")]
mod valid;
mod walk;

use std::io::{Read, Seek, Write};

use binrw::{BinResult, Endian, binrw};

pub use collision::{Collision, CollisionVertex, Material};
pub use walk::{Walk, WalkFace};

use crate::container::{
    Body, DirectoryEntry, MAGIC, PacketHeader, arrangement, directory_of, is_model, packets, write_packets,
};
use crate::document::OnDisk;
use crate::error::Error;
use crate::rows::{count, literal, rows};
use crate::signature::Signature;
use crate::{Arrangement, Document, Limits};

/// A model has the magic of an area. Its first packet distinguishes it from an area.
pub(crate) const SIGNATURE: Signature = Signature::Rule { start: |head| head.starts_with(&MAGIC), whole: is_model };

/// A whole MDB file.
///
/// Packets may be anywhere after the directory, as in an [area](crate::trn::Trn). [`arrangement`](Self::arrangement)
/// keeps their places.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Mdb {
    /// `NWN2`.
    #[br(temp, parse_with = literal, args(MAGIC))]
    #[bw(calc = MAGIC)]
    magic: [u8; 4],
    /// Major version.
    pub major: u16,
    /// Minor version.
    pub minor: u16,
    #[br(temp)]
    #[bw(calc = count("packets", packets)?)]
    packet_count: u32,
    /// The type and the position of each packet.
    #[br(temp, parse_with = rows, args(packet_count.into()))]
    #[bw(calc = directory_of(packets, arrangement)?)]
    directory: Vec<DirectoryEntry>,
    /// The packets, in the directory's order. Each is a [`PacketHeader`] and as many bytes as it says.
    #[br(parse_with = packets, args(&directory, Limits::NONE))]
    #[bw(write_with = write_packets, args(arrangement))]
    pub packets: Vec<Packet>,
    /// The order of the packets in the file, and the bytes that belong to no packet.
    #[br(parse_with = arrangement, args(&packets, &directory))]
    #[bw(ignore)]
    pub arrangement: Arrangement,
}

impl OnDisk for Mdb {}

/// A packet, kept as it is: `WALK`, which [`Walk`] reads, `COL2` or `COL3`, which [`Collision`] reads, or a packet that nothing here reads.
/// So reading and writing a model does not depend on the contents of its packets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Packet {
    /// The packet's type, such as `WALK`.
    pub packet_type: [u8; 4],
    /// Its bytes without the header.
    pub data: Vec<u8>,
}

impl Body for Packet {
    fn in_directory(&self) -> ([u8; 4], u64) {
        (self.packet_type, self.data.len() as u64)
    }

    fn read<R: Read + Seek>(header: PacketHeader, _: Limits, reader: &mut R, endian: Endian) -> BinResult<Self> {
        Ok(Self { packet_type: header.packet_type, data: rows(reader, endian, (header.size.into(),))? })
    }

    fn write<W: Write + Seek>(&self, writer: &mut W, _: Endian) -> BinResult<()> {
        Ok(writer.write_all(&self.data)?)
    }
}

impl Mdb {
    /// Reads the first packet of a type; `None` if the file has no such packet.
    ///
    /// # Errors
    /// When the packet is damaged. The error's offset counts from the start of the packet's bytes.
    pub fn first<T: Document>(&self, packet_type: [u8; 4]) -> Result<Option<T>, Error> {
        let packet = self.packets.iter().find(|packet| packet.packet_type == packet_type);
        packet.map(|packet| T::from_bytes(&packet.data)).transpose()
    }
}
