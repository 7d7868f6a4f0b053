//! Reading and writing each format at three sizes, with `memcpy` of the same bytes (`to_vec`), and for NWN2 inflating
//! alone, in the same run: only the ratios are meaningful.
//!
//! The files are built here, so that the bench runs in a fresh clone.

use std::hint::black_box;
use std::io::Cursor;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use walkmesh::formats::ainav::{AiNavData, CellLookup, RefBlock, SimpleBlock};
use walkmesh::formats::aswm::{
    self, Aswm, Comp, Edge, Edges, Island, IslandHeader, IslandPathNode, NodeToLocal, PathNode, PathTable, Tile,
    TileFlags, TileHeader, TilesHeader, Triangle, TriangleFlags, Triangles,
};
use walkmesh::formats::bwm::{AabbNode, Adjacency, Bwm, Face};
use walkmesh::formats::trn::{Packet, Trn, Trwh};
use walkmesh::formats::{Document, Limits, Vector3, rows};

/// Pseudorandom numbers, the same in each run.
fn noise(seed: u32) -> impl FnMut() -> u32 {
    let mut state = seed.wrapping_mul(2_654_435_761).max(1);
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    }
}

fn metres(noise: &mut impl FnMut() -> u32) -> f32 {
    (noise() % 100_000) as f32 / 1000.0
}

/// A walkmesh with this number of faces, all walkable, and a tree.
fn bwm(faces: usize) -> Bwm {
    let mut noise = noise(1);
    let mut point = || Vector3 { x: metres(&mut noise), y: metres(&mut noise), z: metres(&mut noise) };
    let vertices: Vec<Vector3> = (0..faces / 2 + 3).map(|_| point()).collect();
    Bwm {
        walkmesh_type: 1,
        faces: (0..faces as u32).map(|face| Face { vertices: [face / 2, face / 2 + 1, face / 2 + 2] }).collect(),
        materials: vec![4; faces],
        normals: (0..faces).map(|_| point()).collect(),
        distances: (0..faces).map(|face| face as f32).collect(),
        aabb_nodes: vec![AabbNode { min: point(), max: point(), ..AabbNode::default() }; 2 * faces - 1],
        adjacencies: vec![Adjacency { edges: [-1; 3] }; faces],
        vertices,
        ..Bwm::default()
    }
}

/// An area with this number of tiles per side, each of 60 walkable triangles; every fourth tile is a separate island.
fn aswm(side: u32) -> Aswm {
    const TRIANGLES: u32 = 60;
    let mut noise = noise(2);
    let tiles = side * side;
    let islands = tiles / 4;
    let triangle = |noise: &mut dyn FnMut() -> u32, index: u32| Triangle {
        vertices: [index, index + 1, index + 2],
        linked_edges: [index, index + 1, index + 2],
        linked_triangles: [index.wrapping_sub(1), index + 1, aswm::NO_TRIANGLE],
        center: [(noise() % 9000) as f32 / 1000.0, (noise() % 9000) as f32 / 1000.0],
        normal: [0.0, 0.0, 1.0],
        dot: (noise() % 100) as f32 / 64.0,
        island: (index % 400) as u16,
        flags: TriangleFlags(0x25),
    };
    let tile = |noise: &mut dyn FnMut() -> u32, index: u32| Tile {
        header: TileHeader { triangles_count: TRIANGLES, triangles_offset: index * TRIANGLES, ..TileHeader::default() },
        owned: None,
        path_table: PathTable {
            rle_table_size: 0,
            local_to_node: (0..TRIANGLES as u8).collect(),
            node_to_local: NodeToLocal::Words((0..TRIANGLES).collect()),
            nodes: (0..TRIANGLES * TRIANGLES).map(|_| PathNode((noise() % 8) as u8)).collect(),
        },
        flags: TileFlags::TRX,
    };
    let count = tiles * TRIANGLES;
    Aswm {
        owns_data: 1,
        vertices: (0..count / 2).map(|_| [metres(&mut noise), metres(&mut noise), metres(&mut noise)].into()).collect(),
        edges: Edges::V6A(
            (0..count * 3 / 2).map(|edge| Edge { vertices: [edge, edge + 1], triangles: [edge / 2, edge] }).collect(),
        ),
        triangles: Triangles::V6B((0..count).map(|index| triangle(&mut noise, index)).collect()),
        tiles_header: TilesHeader { flags: TileFlags::TRX, width: 9.0, grid_height: side, grid_width: side },
        tiles: (0..tiles).map(|index| tile(&mut noise, index)).collect(),
        islands: (0..islands)
            .map(|index| Island {
                header: IslandHeader { index, ..IslandHeader::default() },
                linked_islands: vec![index; 3],
                linked_islands_dist: vec![9.0; 3],
                linked_islands_exit: vec![index; 3],
            })
            .collect(),
        islands_path_nodes: (0..islands * islands)
            .map(|index| IslandPathNode { next: (index % 400) as u16, padding: 0, weight_bits: 0x4110_0000 })
            .collect(),
        ..Aswm::default()
    }
}

/// A dungeon whose blocks have this number of cells each.
fn ainav(blocks: usize, cells: usize) -> AiNavData {
    let mut dungeon = AiNavData::default();
    let block = RefBlock {
        edge_count: cells as u32,
        cell_lookup_table: (0..cells * cells)
            .map(|index| CellLookup { ref_edge_index0: index as i16, ref_edge_index1: (index / 2) as i16 })
            .collect(),
        ..RefBlock::default()
    };
    dungeon.ref_dungeon.blocks = vec![block; blocks];
    dungeon.ref_dungeon.block_lookup_table = vec![-1; blocks * blocks];
    dungeon.simple_dungeon_data.blocks =
        vec![SimpleBlock { edge_centers: vec![Vector3 { x: 1.0, y: 2.0, z: 3.0 }; cells] }; blocks];
    dungeon
}

/// Reads and writes a document, compared with copying its bytes.
fn read_and_write<T: Document>(criterion: &mut Criterion, name: &str, sizes: &[(&str, T)]) {
    for (size, value) in sizes {
        let bytes = value.to_bytes().expect("a bench's value can be written");
        let mut group = criterion.benchmark_group(format!("{name}/{size}/{} bytes", bytes.len()));
        group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(20);
        group.bench_function("to_vec", |b| b.iter(|| black_box(&bytes).to_vec()));
        group.bench_function("read", |b| b.iter(|| T::from_bytes(black_box(&bytes)).map(|_| ())));
        group.bench_function("write", |b| b.iter(|| black_box(value).to_bytes()));
        group.finish();
    }
}

fn documents(criterion: &mut Criterion) {
    read_and_write(criterion, "bwm", &[("small", bwm(160)), ("medium", bwm(1600)), ("large", bwm(16_000))]);
    read_and_write(criterion, "aswm", &[("small", aswm(4)), ("medium", aswm(12)), ("large", aswm(32))]);
    read_and_write(
        criterion,
        "ainav",
        &[("small", ainav(4, 28)), ("medium", ainav(16, 200)), ("large", ainav(1, 2300))],
    );
}

/// Reading an area with its walkmesh, compared with only inflating the walkmesh.
fn areas(criterion: &mut Criterion) {
    for (size, side) in [("small", 4), ("medium", 12), ("large", 32)] {
        let payload = aswm(side).to_bytes().expect("a bench's value can be written");
        let comp = Comp::deflate(&payload).expect("a bench's value deflates");
        let trwh = Packet::Trwh(Trwh { width: side, height: side, id: 0 });
        let packets = vec![trwh, Packet::Aswm(aswm::Packet::Comp(comp.clone()))];
        let area = Trn { major: 2, minor: 3, packets, ..Trn::default() };
        let bytes = area.to_bytes().expect("a bench's value can be written");
        let mut group = criterion.benchmark_group(format!("trn/{size}/{} bytes", bytes.len()));
        group.throughput(Throughput::Bytes(payload.len() as u64)).sample_size(20);
        group.bench_function("inflate alone", |b| b.iter(|| comp.inflate(&Limits::default())));
        group.bench_function("read with its walkmesh", |b| {
            b.iter(|| {
                let area = Trn::from_bytes(black_box(&bytes)).expect("a bench's file reads");
                let Some(Packet::Aswm(packet)) = area.packets.last() else { unreachable!("it was put there") };
                let payload = packet.payload(&Limits::default()).expect("a bench's file inflates");
                Aswm::from_bytes(&payload).map(|mesh| mesh.triangles.len())
            });
        });
        group.bench_function("to_vec", |b| b.iter(|| black_box(&bytes).to_vec()));
        group.bench_function("write, without deflating", |b| b.iter(|| black_box(&area).to_bytes()));
        group.finish();
    }
}

/// A table read by the derive, field by field, compared with reading it as a block.
fn block_and_derive(criterion: &mut Criterion) {
    use binrw::{BinRead, Endian, VecArgs};
    let nodes = bwm(2000).aabb_nodes;
    let bytes: Vec<u8> = bytemuck::cast_slice(&nodes).to_vec();
    let mut group = criterion.benchmark_group(format!("table of {} AABB nodes", nodes.len()));
    group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(20);
    group.bench_function("to_vec", |b| b.iter(|| black_box(&bytes).to_vec()));
    group.bench_function("block", |b| {
        b.iter_batched(
            || Cursor::new(&bytes),
            |mut reader| rows::rows::<AabbNode, _>(&mut reader, Endian::Little, (nodes.len() as u64,)),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("derived Vec", |b| {
        b.iter_batched(
            || Cursor::new(&bytes),
            |mut reader| {
                let args = VecArgs { count: nodes.len(), inner: () };
                Vec::<AabbNode>::read_options(&mut reader, Endian::Little, args)
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group!(benches, documents, areas, block_and_derive);
criterion_main!(benches);
