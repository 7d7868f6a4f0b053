//! The memory use of reading, measured by a counting allocator: never more than the input's size justifies.

use walkmesh_formats::ainav::AiNavData;
use walkmesh_formats::aswm::{Aswm, Comp, Packet, Version};
use walkmesh_formats::trn::{self, Trn, Trrn};
use walkmesh_formats::two_da::{Text, TwoDa};
use walkmesh_formats::{Arrangement, Document, Gap, Limits};
use walkmesh_testing::{measure, samples};

/// The peak memory of `work` in bytes.
fn peak<T>(work: impl FnOnce() -> T) -> usize {
    let cost = measure(|| drop(work()));
    usize::try_from(cost.bytes_max).expect("a peak below the size of the address space")
}

/// Reads as much of a file as possible, including its walkmesh, and returns the inflated size.
fn read(bytes: &[u8]) -> usize {
    macro_rules! read_as_each {
        ($($(#[$_:meta])* $name:ident: $format:ident = $type:ty, $shown:literal, $files:expr, $signature:expr;)*) => {
            $(drop(<$type>::from_bytes(bytes));)*
        };
    }
    walkmesh_formats::for_each_document!(read_as_each);
    let _ = Text::from_bytes(bytes);
    let Ok(area) = Trn::from_bytes(bytes) else { return 0 };
    let mut largest = 0;
    for packet in &area.packets {
        let trn::Packet::Aswm(packet) = packet else { continue };
        let Ok(payload) = packet.payload(&Limits::default()) else { continue };
        drop(Aswm::from_bytes(&payload));
        largest = largest.max(payload.len());
    }
    largest
}

#[track_caller]
fn assert_modest(bytes: &[u8]) {
    let mut inflated = 0;
    let peak = peak(|| inflated = read(bytes));
    let most = (4 * bytes.len().max(inflated)).max(64 << 10);
    assert!(peak <= most, "reading {} bytes ({inflated} inflated) held {peak}", bytes.len());
}

/// Twenty bytes that claim to be large, in every format.
#[test]
fn a_file_of_20_bytes_costs_at_most_64_kib() {
    for start in [
        &b"BWM V1.0"[..],
        b"NWN2\x02\0\x03\0",
        b"\x6C\0\0\0",
        b"\x69\0\0\0",
        b"\x01\x0B\0\0\0\0\x80",
        b"JMXVDOF 0101",
        b"JMXVBMS 0110",
        b"2DA V2.b\nlabel\t\0",
        b"GIT V3.2",
    ] {
        for filler in [0, 1, 0x7F, 0xFF] {
            let mut bytes = start.to_vec();
            bytes.resize(20, filler);
            let held = peak(|| read(&bytes));
            assert!(held <= 64 << 10, "{bytes:?} held {held}");
        }
    }
}

/// Every word of a good file in turn claims to be the largest number.
#[test]
fn no_count_makes_a_file_cost_more_than_four_times_its_size() {
    let older = [Version::V69, Version::V6A, Version::V6B].map(|version| samples::aswm_of(version).to_bytes().unwrap());
    for good in samples::all().into_iter().map(|(_, bytes)| bytes).chain(older) {
        for at in 0..good.len().saturating_sub(4) {
            for claim in [u32::MAX, 1 << 16, 1 << 24] {
                let mut bytes = good.clone();
                bytes[at..at + 4].copy_from_slice(&claim.to_le_bytes());
                assert_modest(&bytes);
            }
        }
    }
}

/// Files filled with the smallest parts, which take the most memory per byte.
#[test]
fn many_small_parts() {
    let mut walkmesh = samples::aswm();
    walkmesh.tiles_header.grid_height = 200;
    walkmesh.tiles_header.grid_width = 200;
    walkmesh.tiles = vec![Default::default(); 40_000];
    walkmesh.islands = vec![Default::default(); 200];
    walkmesh.islands_path_nodes = vec![Default::default(); 40_000];
    let payload = walkmesh.to_bytes().unwrap();
    assert_modest(&payload);

    let mut area = samples::trn();
    area.packets = vec![trn::Packet::Other { packet_type: *b"WATR", data: Vec::new() }; 50_000];
    assert_modest(&area.to_bytes().unwrap());
    // The same packets in reverse order, with a byte between any two.
    let gaps = (0..50_000).rev().map(|before| Gap { before, size: 1 }).collect();
    area.arrangement = Arrangement { order: (0..50_000).rev().collect(), gaps, bytes: vec![1; 50_000] };
    assert_modest(&area.to_bytes().unwrap());
    area.arrangement = Arrangement::default();
    area.packets = vec![trn::Packet::Aswm(Packet::Comp(Comp::deflate(&payload).unwrap()))];
    assert_modest(&area.to_bytes().unwrap());

    let ground = Trrn { grass: vec![trn::Grass::default(); 40_000], ..samples::trrn() };
    assert_modest(&ground.to_bytes().unwrap());

    // A TAB for each label, and an offset for each cell.
    let table = TwoDa { row_labels: vec![b'\t'; 100_000], ..TwoDa::default() };
    assert_modest(&table.to_bytes().unwrap());
    let table = TwoDa { columns: b"\t".to_vec(), offsets: vec![0; 100_000], ..table };
    assert_modest(&table.to_bytes().unwrap());

    let mut dungeon = AiNavData::default();
    dungeon.ref_dungeon.blocks = vec![Default::default(); 300];
    dungeon.ref_dungeon.block_lookup_table = vec![-1; 90_000];
    dungeon.simple_dungeon_data.blocks = vec![Default::default(); 300];
    assert_modest(&dungeon.to_bytes().unwrap());
}
