//! [`FieldAt`]: the field to which a byte of a file belongs.
//!
//! This needs no second description of the formats: it reads the document again, through a reader that fails on the read that would consume
//! the byte. The error of binrw then names the field of that read.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use crate::error::field_path;

/// A field of a file, and the bytes that hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FieldAt {
    /// The path of the field, such as `faces[12].vertices`.
    pub field: String,
    /// The offset of the field's first byte, or of the element's where the field is an array.
    pub start: u64,
    /// The bytes of the field, or of the element.
    pub size: u64,
}

/// Reads a document until it needs the byte at `offset`, and returns the field. `read` returns the error from reading.
pub(crate) fn field_at(
    bytes: &[u8],
    offset: u64,
    read: impl FnOnce(&mut Tripwire<'_>) -> Option<binrw::Error>,
) -> Option<FieldAt> {
    let mut reader = Tripwire { cursor: Cursor::new(bytes), offset, tripped: None };
    let error = read(&mut reader)?;
    let (start, size) = reader.tripped?;
    Some(FieldAt { field: field_path(&error), start, size })
}

/// A reader that fails on each read that would consume the byte at `offset`, and remembers the last such read.
pub(crate) struct Tripwire<'a> {
    cursor: Cursor<&'a [u8]>,
    offset: u64,
    tripped: Option<(u64, u64)>,
}

impl Read for Tripwire<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (start, size) = (self.cursor.position(), buffer.len() as u64);
        if (start..start.saturating_add(size)).contains(&self.offset) {
            self.tripped = Some((start, size));
            return Err(io::Error::other("the byte that was asked for"));
        }
        self.cursor.read(buffer)
    }
}

impl Seek for Tripwire<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.cursor.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vector3;
    use crate::ainav::{AiNavData, CellLookup, RefBlock};
    use crate::bwm::{Adjacency, Bwm, Face};
    use crate::document::Document;
    use crate::trn::{Packet, Trn, Trwh};

    fn at<T: Document>(bytes: &[u8], offset: u64) -> (String, u64, u64) {
        let FieldAt { field, start, size } = T::field_at(bytes, offset).expect("a field");
        (field, start, size)
    }

    #[test]
    fn a_byte_of_a_header_and_of_a_row_of_a_table_has_its_field() {
        let bytes = Bwm {
            vertices: vec![Vector3::default(); 3],
            faces: vec![Face { vertices: [0, 1, 2] }],
            materials: vec![4],
            normals: vec![Vector3::default()],
            distances: vec![0.0],
            adjacencies: vec![Adjacency::default()],
            ..Bwm::default()
        }
        .to_bytes()
        .expect("a walkmesh");
        assert_eq!(at::<Bwm>(&bytes, 3), ("magic".to_owned(), 0, 8));
        assert_eq!(at::<Bwm>(&bytes, 0x4D), ("directory.vertex_offset".to_owned(), 0x4C, 4));
        assert_eq!(at::<Bwm>(&bytes, 136 + 12 + 9), ("vertices[1].z".to_owned(), 136 + 12 + 8, 4));
        assert_eq!(at::<Bwm>(&bytes, 136 + 36 + 12), ("materials[0]".to_owned(), 136 + 36 + 12, 4));
        assert_eq!(Bwm::field_at(&bytes, bytes.len() as u64), None);
    }

    #[test]
    fn a_byte_between_two_parts_is_one_of_the_gap() {
        let dungeon = AiNavData::default().to_bytes().expect("a dungeon");
        let two = u64::from(u32::from_le_bytes([dungeon[1], dungeon[2], dungeon[3], dungeon[4]]));
        let (one, rest) = dungeon.split_at(two as usize);
        let mut gap = [one, &[0xEE; 4], rest].concat();
        gap[1..5].copy_from_slice(&(two as u32 + 4).to_le_bytes());
        assert_eq!(AiNavData::from_bytes(&gap), Ok(AiNavData { gap: vec![0xEE; 4], ..AiNavData::default() }));
        assert_eq!(at::<AiNavData>(&gap, two + 1).0, "gap[1]");
        assert_eq!(at::<AiNavData>(&gap, two + 4).0, "simple_dungeon_data.region_id");
    }

    #[test]
    fn items_and_packets_are_named_by_their_index() {
        let mut dungeon = AiNavData::default();
        dungeon.ref_dungeon.blocks =
            vec![RefBlock { cell_lookup_table: vec![CellLookup::NONE; 4], ..RefBlock::default() }];
        dungeon.ref_dungeon.block_lookup_table = vec![-1];
        let bytes = dungeon.to_bytes().expect("a dungeon");
        let record = "ref_dungeon.blocks[0].cell_lookup_table[3].ref_edge_index1";
        assert_eq!(at::<AiNavData>(&bytes, 5 + 6 + 12 + 15), (record.to_owned(), 5 + 6 + 12 + 14, 2));

        let other = Packet::Other { packet_type: *b"WATR", data: vec![1, 2, 3] };
        let packets = vec![Packet::Trwh(Trwh::default()), other];
        let area = Trn { major: 2, minor: 3, packets, ..Trn::default() };
        let bytes = area.to_bytes().expect("an area");
        let last = bytes.len() as u64 - 1;
        assert_eq!(at::<Trn>(&bytes, 12), ("directory[0].packet_type".to_owned(), 12, 1));
        assert_eq!(at::<Trn>(&bytes, last), ("packets[1][2]".to_owned(), last, 1));
    }
}
