//! Every stored bit of a file appears in a diff, in its own table and group.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use walkmesh::diff::{Group, TableDiff};
use walkmesh::formats::ainav::AiNavData;
use walkmesh::formats::aswm::{self, Aswm, IslandPathNode, NO_ISLAND, Version};
use walkmesh::formats::bms::Bms;
use walkmesh::formats::bwm::Bwm;
use walkmesh::formats::dof::Dof;
use walkmesh::formats::trn::{Packet, Trn, Trrn, Watr};
use walkmesh::formats::{Arrangement, Document, Gap, Vector3};
use walkmesh::silkroad::{diff_bms, diff_dof};
use walkmesh::{kotor, nwn2, silkroad};
use walkmesh_testing::{samples, snapshot};

/// The names of the tables that differ, each with its group.
fn differing(tables: &[TableDiff]) -> Vec<(&'static str, Group)> {
    tables.iter().filter(|table| !table.is_equal()).map(|table| (table.table, table.group)).collect()
}

/// Two values of a document, as the library compares them.
fn bwm(left: Bwm, right: Bwm) -> Vec<TableDiff> {
    kotor::Walkmesh::from_raw(left).diff(&kotor::Walkmesh::from_raw(right))
}

fn aswm(left: Aswm, right: Aswm) -> Vec<TableDiff> {
    nwn2::Walkmesh::from_raw(left).diff(&nwn2::Walkmesh::from_raw(right))
}

fn trn(left: Trn, right: Trn) -> Vec<TableDiff> {
    nwn2::Terrain::from_raw(left).diff(&nwn2::Terrain::from_raw(right))
}

fn ainav(left: AiNavData, right: AiNavData) -> Vec<TableDiff> {
    silkroad::Dungeon::from_raw(left).diff(&silkroad::Dungeon::from_raw(right))
}

/// Flips each bit of a file in turn. Each result that is readable is written back with the flipped bit, so a diff must show it. Adds the
/// text for each kind of field to the report.
fn each_bit_shows<T: Document + Clone>(name: &str, value: &T, diff: fn(T, T) -> Vec<TableDiff>, report: &mut String) {
    let bytes = value.to_bytes().unwrap();
    let read = T::from_bytes(&bytes).unwrap();
    assert_eq!(differing(&diff(read.clone(), read.clone())), [], "{name} and itself");
    let mut shown: BTreeMap<String, BTreeSet<(Group, &str)>> = BTreeMap::new();
    for at in 0..bytes.len() {
        let field = T::field_at(&bytes, at as u64).expect("every byte has a field").field;
        // Kinds of fields: the numbers of rows do not matter.
        let field: String = field.split('[').enumerate().fold(String::new(), |kind, (part, text)| {
            let text = if part == 0 { text } else { text.split_once(']').map_or("", |(_, rest)| rest) };
            kind + text
        });
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            let Ok(other) = T::from_bytes(&flipped) else { continue };
            assert!(other.to_bytes().unwrap() == flipped, "{name}: bit {bit} of byte {at:#x}, {field}, is not kept");
            let tables = diff(read.clone(), other);
            let differing = differing(&tables);
            assert!(!differing.is_empty(), "{name}: bit {bit} of byte {at:#x}, {field}, does not show");
            let text: String = tables.iter().map(|table| format!("{table}\n")).collect();
            let is_debug = ["{ ", "Some(", ": None ->", "-> None\n"].iter().any(|debug| text.contains(debug));
            assert!(!is_debug, "Rust's debug output: {text}");
            shown.entry(field.clone()).or_default().extend(differing.into_iter().map(|(table, group)| (group, table)));
        }
    }
    writeln!(report, "{name}").unwrap();
    for (field, tables) in shown {
        let tables: Vec<_> = tables.into_iter().map(|(group, table)| format!("{table} [{group}]")).collect();
        writeln!(report, "  {field}: {}", tables.join(", ")).unwrap();
    }
}

/// A room whose tables have another order, with bytes between and after them.
fn loose_room() -> Bwm {
    let gaps = vec![Gap { before: 5, size: 2 }];
    Bwm { arrangement: Arrangement { order: vec![1, 0], gaps, bytes: vec![7; 5] }, ..samples::bwm() }
}

/// A placeable as the games write it: no normals, and uninitialised distances.
fn placeable() -> Bwm {
    Bwm {
        walkmesh_type: 0,
        aabb_root: 77,
        normals: vec![Vector3::default(); 2],
        distances: vec![1.0e9; 2],
        aabb_nodes: Vec::new(),
        adjacencies: Vec::new(),
        edges: Vec::new(),
        perimeters: Vec::new(),
        empty_offsets: walkmesh::formats::bwm::EmptyOffsets::PLACEABLE,
        ..samples::bwm()
    }
}

/// A walkmesh with two islands and routes between them, but not from an island to itself.
fn islands(version: Version) -> Aswm {
    let mut raw = samples::aswm_of(version);
    raw.islands = vec![raw.islands[0].clone(); 2];
    let node = |next| IslandPathNode { next, padding: 0xABCD, weight_bits: 0x4080_0000 };
    raw.islands_path_nodes = [NO_ISLAND, 1, 0, NO_ISLAND].map(node).to_vec();
    raw
}

/// An area whose packets have another order, with bytes between and after them.
fn loose_area() -> Trn {
    let gaps = vec![Gap { before: 1, size: 2 }];
    Trn { arrangement: Arrangement { order: vec![2, 0, 1], gaps, bytes: vec![9; 3] }, ..samples::trn() }
}

/// An area with a single packet that is not a walkmesh.
fn area_of<T: Document>(packet_type: [u8; 4], packet: &T) -> Trn {
    let packets = vec![Packet::Other { packet_type, data: packet.to_bytes().unwrap() }];
    Trn { packets, ..Trn::default() }
}

#[test]
fn every_bit_that_is_kept_shows_where_it_belongs() {
    let mut report = String::new();
    each_bit_shows("KotOR room", &samples::bwm(), bwm, &mut report);
    each_bit_shows("KotOR room in another order", &loose_room(), bwm, &mut report);
    each_bit_shows("KotOR placeable", &placeable(), bwm, &mut report);
    for version in [Version::V69, Version::V6A, Version::V6B, Version::V6C] {
        each_bit_shows(&format!("ASWM {version}"), &islands(version), aswm, &mut report);
    }
    each_bit_shows("TRN", &samples::trn(), trn, &mut report);
    each_bit_shows("TRN in another order", &loose_area(), trn, &mut report);
    let water = |l: Watr, r| trn(area_of(Watr::PACKET_TYPE, &l), area_of(Watr::PACKET_TYPE, &r));
    each_bit_shows("WATR in a TRN", &samples::watr(), water, &mut report);
    let ground = |l: Trrn, r| trn(area_of(Trrn::PACKET_TYPE, &l), area_of(Trrn::PACKET_TYPE, &r));
    each_bit_shows("TRRN in a TRN", &samples::trrn(), ground, &mut report);
    each_bit_shows("AINavData", &AiNavData { gap: vec![5; 2], ..samples::ainav() }, ainav, &mut report);
    each_bit_shows("DOF", &samples::dof(), |l, r| diff_dof(&l, &r), &mut report);
    for nav_flag in [0, 7] {
        each_bit_shows(
            &format!("BMS with flags {nav_flag}"),
            &samples::bms_with(nav_flag),
            |l: Bms, r| diff_bms(&l, &r),
            &mut report,
        );
    }
    snapshot("diff_fields", &report);
}

/// Differences that a diff once missed.
#[test]
fn values_that_once_compared_equal_differ() {
    let changed = |change: fn(&mut Aswm)| {
        let (left, mut right) = (samples::aswm(), samples::aswm());
        change(&mut right);
        differing(&aswm(left, right))
    };
    assert_eq!(changed(|raw| raw.tiles[0].path_table.rle_table_size = 1), [("tiles.rle_size", Group::Content)]);
    let of_an_empty_tile = |owns_data| {
        let mut raw = Aswm { tiles: vec![aswm::Tile::default()], ..Aswm::default() };
        (raw.tiles_header.grid_width, raw.tiles_header.grid_height) = (1, 1);
        raw.tiles[0].header.owns_data = owns_data;
        raw.tiles[0].owned = (owns_data != 0).then(Box::default);
        Aswm::from_bytes(&raw.to_bytes().unwrap()).unwrap()
    };
    let tables = differing(&aswm(of_an_empty_tile(0), of_an_empty_tile(1)));
    assert_eq!(tables, [("tiles.owns_data", Group::Content)]);

    let room = samples::bwm().to_bytes().unwrap();
    let longer = Bwm::from_bytes(&[&room[..], b"more"].concat()).unwrap();
    assert_eq!(differing(&bwm(samples::bwm(), longer)), [("gap_bytes", Group::Uninitialised)]);
}

/// A walkmesh that is bare in both files is compared once.
#[test]
fn a_bare_walkmesh_is_compared_table_by_table() {
    let bare = |border| {
        let walkmesh = Aswm { tiles_border_size: border, ..samples::aswm() };
        let mut raw = samples::trn();
        *raw.packets.last_mut().unwrap() = Packet::Aswm(aswm::Packet::Uncompressed(walkmesh.to_bytes().unwrap()));
        raw
    };
    assert_eq!(differing(&trn(bare(1), bare(2))), [("headers", Group::Content)]);
}

/// The same walkmesh, deflated in another way.
#[test]
fn another_deflate_stream_is_another_packaging() {
    let payload = samples::aswm().to_bytes().unwrap();
    let mut other = samples::trn();
    *other.packets.last_mut().unwrap() = Packet::Aswm(aswm::Packet::Comp(aswm::Comp::deflate(&payload).unwrap()));
    assert_eq!(differing(&trn(samples::trn(), other)), [("walkmesh.packed", Group::Packaging)]);
}

#[test]
fn files_of_different_lengths_differ_in_what_one_lacks() {
    let mut left = samples::dof();
    left.blocks.blocks.pop();
    let tables = diff_dof(&left, &samples::dof());
    assert!(differing(&tables).iter().any(|(table, _)| *table == "blocks.name"));
    assert!(differing(&diff_dof(&Dof::default(), &samples::dof())).len() > 10);
    let tables = diff_bms(&Bms::default(), &samples::bms());
    assert!(differing(&tables).contains(&("head", Group::Content)));
    let tables = trn(Trn::default(), samples::trn());
    assert!(differing(&tables).contains(&("packets", Group::Content)), "{tables:?}");
}
