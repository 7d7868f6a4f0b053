//! Records: rows and structs of varying size, read and written one by one.

use std::io::Cursor;

use binrw::{BinRead, BinWrite, Endian};
use walkmesh_formats::rows::{Row, rows, write_rows};
use walkmesh_formats::{Vector3, ainav, aswm, bwm, container, mdb, trn};

/// Rows are their bytes, read in one block or one by one.
fn row<T: Row>(bytes: &[u8]) {
    let count = bytes.len() / size_of::<T>();
    let bytes = &bytes[..count * size_of::<T>()];
    for endian in [Endian::Little, Endian::Big] {
        let table: Vec<T> = rows(&mut Cursor::new(bytes), endian, (count as u64,)).expect("enough bytes");
        let mut written = Cursor::new(Vec::new());
        write_rows(&table, &mut written, endian, ()).expect("a vector takes all");
        assert_eq!(written.get_ref(), bytes);
        let mut one_by_one = Cursor::new(Vec::new());
        let mut reader = Cursor::new(bytes);
        for _ in 0..count {
            let row = T::read_options(&mut reader, endian, ()).expect("enough bytes");
            row.write_options(&mut one_by_one, endian, ()).expect("a vector takes all");
        }
        assert_eq!(one_by_one.get_ref(), bytes);
    }
}

/// Records of varying size: a record that can be read is written to bytes that read and write the same again.
fn record<T, R: Clone, W: Clone>(bytes: &[u8], read: R, write: W)
where
    T: for<'a> BinRead<Args<'a> = R> + for<'a> BinWrite<Args<'a> = W>,
{
    let written = |value: &T| {
        let mut writer = Cursor::new(Vec::new());
        value.write_options(&mut writer, Endian::Little, write.clone()).expect("what was read can be written");
        writer.into_inner()
    };
    let read = |bytes: &[u8]| T::read_options(&mut Cursor::new(bytes), Endian::Little, read.clone());
    if let Ok(value) = read(bytes) {
        let first = written(&value);
        assert_eq!(written(&read(&first).expect("what was written reads")), first);
    }
}

/// One record; the first byte chooses its type.
pub fn records(bytes: &[u8]) {
    let Some((&which, bytes)) = bytes.split_first() else { return };
    let versions = [aswm::Version::V69, aswm::Version::V6A, aswm::Version::V6B, aswm::Version::V6C];
    let version = versions[usize::from(which >> 6)];
    match which & 0x3F {
        0 => row::<bwm::Directory>(bytes),
        1 => row::<Vector3>(bytes),
        2 => row::<bwm::Face>(bytes),
        3 => row::<bwm::AabbNode>(bytes),
        4 => row::<bwm::Adjacency>(bytes),
        5 => row::<bwm::Edge>(bytes),
        6 => row::<container::DirectoryEntry>(bytes),
        7 => row::<container::PacketHeader>(bytes),
        8 => row::<trn::Trwh>(bytes),
        10 => row::<aswm::Edge>(bytes),
        11 => row::<aswm::EdgeV69>(bytes),
        12 => row::<aswm::Triangle>(bytes),
        13 => row::<aswm::TriangleV6A>(bytes),
        14 => row::<aswm::TriangleV69>(bytes),
        15 => row::<aswm::TilesHeader>(bytes),
        16 => row::<aswm::IslandHeader>(bytes),
        17 => row::<aswm::IslandPathNode>(bytes),
        18 => row::<aswm::PathNode>(bytes),
        19 => row::<ainav::CellLookup>(bytes),
        21 => record::<aswm::Tile, _, _>(bytes, (version,), (version,)),
        22 => record::<aswm::PathTable, _, _>(bytes, (version,), (version,)),
        23 => record::<aswm::PathTableHeader, _, _>(bytes, (version,), ()),
        24 => record::<aswm::Island, _, _>(bytes, (), ()),
        25 => record::<aswm::Header, _, _>(bytes, (), ()),
        26 => record::<aswm::Comp, _, _>(bytes, (), ()),
        27 => record::<ainav::RefDungeon, _, _>(bytes, (), ()),
        28 => record::<ainav::RefBlock, _, _>(bytes, (), ()),
        29 => record::<ainav::Link, _, _>(bytes, (), ()),
        30 => record::<ainav::SimpleDungeonData, _, _>(bytes, (usize::from(which),), ()),
        31 => record::<ainav::SimpleBlock, _, _>(bytes, (), ()),
        32 => row::<container::Triangle>(bytes),
        33 => row::<trn::WaterTexture>(bytes),
        34 => row::<trn::WaterVertex>(bytes),
        35 => row::<trn::GroundVertex>(bytes),
        36 => row::<trn::Blade>(bytes),
        37 => record::<trn::Dds, _, _>(bytes, (), ()),
        38 => record::<trn::Grass, _, _>(bytes, (), ()),
        39 => record::<trn::Watr, _, _>(bytes, (), ()),
        40 => record::<trn::Trrn, _, _>(bytes, (), ()),
        41 => row::<mdb::WalkFace>(bytes),
        42 => row::<mdb::CollisionVertex>(bytes),
        43 => row::<mdb::Material>(bytes),
        44 => record::<mdb::Walk, _, _>(bytes, (), ()),
        45 => record::<mdb::Collision, _, _>(bytes, (), ()),
        _ => {}
    }
}
