//! The files of `samples/`, made here byte for byte.
//!
//! `WALKMESH_WRITE_SAMPLES=1 cargo test -p walkmesh-cli --test samples` writes them again after a change here.

use std::fs;
use std::path::{Path, PathBuf};

use walkmesh::formats::ainav::{AiNavData, CellLookup, Link, RefBlock, RefDungeon, SimpleBlock, SimpleDungeonData};
use walkmesh::formats::aswm::{self, Aswm};
use walkmesh::formats::bwm::{AABB_CONSTANT, AabbNode, Adjacency, Bwm, Edge, EmptyOffsets, Face, Vertex};
use walkmesh::formats::trn::{Packet, Trn, Trwh};
use walkmesh::formats::{Document, Format, Limits};

/// Every sample: its name and its bytes.
fn samples() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("room.wok", bytes(&room())),
        ("chest.pwk", bytes(&chest())),
        ("door0.dwk", bytes(&door())),
        ("yard.trn", bytes(&area(&yard(false)))),
        ("yard.trx", bytes(&area(&yard(true)))),
        ("ainavdata_32769.dat", bytes(&dungeon())),
    ]
}

fn bytes(document: &impl Document) -> Vec<u8> {
    document.to_bytes().expect("a sample can be written")
}

/// A floor of 4 by 4 m, whose east side leads to room 1, with half a wall in the north.
fn room() -> Bwm {
    let leaf = |min: [f32; 3], max: [f32; 3], face| AabbNode {
        min: min.into(),
        max: max.into(),
        face,
        unknown: AABB_CONSTANT,
        plane: 0,
        left: -1,
        right: -1,
    };
    let inner = |max: [f32; 3], plane, left, right| AabbNode { plane, left, right, ..leaf([0.0, 0.0, 0.0], max, -1) };
    let edge = |edge, transition| Edge { edge, transition };
    Bwm {
        walkmesh_type: 1,
        vertices: [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0], [0.0, 4.0, 3.0]]
            .map(Vertex::from)
            .to_vec(),
        faces: [[0, 1, 2], [0, 2, 3], [3, 2, 4]].map(|vertices| Face { vertices }).to_vec(),
        materials: vec![4, 4, 7],
        normals: [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]].map(Vertex::from).to_vec(),
        distances: vec![0.0, 0.0, 4.0],
        aabb_nodes: vec![
            inner([4.0, 4.0, 3.0], 2, 1, 4),
            inner([4.0, 4.0, 0.0], 2, 2, 3),
            leaf([0.0, 0.0, 0.0], [4.0, 4.0, 0.0], 0),
            leaf([0.0, 0.0, 0.0], [4.0, 4.0, 0.0], 1),
            leaf([0.0, 4.0, 0.0], [4.0, 4.0, 3.0], 2),
        ],
        adjacencies: [[-1, -1, 3], [2, -1, -1]].map(|edges| Adjacency { edges }).to_vec(),
        edges: vec![edge(0, -1), edge(1, 1), edge(4, -1), edge(5, -1)],
        perimeters: vec![4],
        ..Bwm::default()
    }
}

/// A chest: a block of 1 by 0.5 m that cannot be walked on, used from the south.
fn chest() -> Bwm {
    Bwm {
        relative_use_position_1: [0.0, -0.75, 0.0].into(),
        relative_use_position_2: [0.0, -0.75, 0.0].into(),
        empty_offsets: EmptyOffsets::PLACEABLE,
        vertices: [[-0.5, -0.25, 0.0], [0.5, -0.25, 0.0], [0.5, 0.25, 0.0], [-0.5, 0.25, 0.0]]
            .map(Vertex::from)
            .to_vec(),
        faces: [[0, 1, 2], [0, 2, 3]].map(|vertices| Face { vertices }).to_vec(),
        materials: vec![7, 7],
        normals: vec![Vertex::default(); 2],
        distances: vec![0.0; 2],
        ..Bwm::default()
    }
}

/// A closed door: a leaf of 2 m, 3 m high, used from both sides.
fn door() -> Bwm {
    let position = [0.0, 0.0, 0.5];
    let (front, back) = ([0.0, -1.0, 0.0], [0.0, 1.0, 0.0]);
    let moved = |hook: [f32; 3]| Vertex::from([0, 1, 2].map(|axis| hook[axis] + position[axis]));
    Bwm {
        relative_use_position_1: front.into(),
        relative_use_position_2: back.into(),
        absolute_use_position_1: moved(front),
        absolute_use_position_2: moved(back),
        position: position.into(),
        empty_offsets: EmptyOffsets::PLACEABLE,
        vertices: [[-1.0, 0.0, -0.5], [1.0, 0.0, -0.5], [1.0, 0.0, 2.5], [-1.0, 0.0, 2.5]].map(Vertex::from).to_vec(),
        faces: [[0, 1, 2], [0, 2, 3]].map(|vertices| Face { vertices }).to_vec(),
        materials: vec![7, 7],
        normals: vec![[0.0, -1.0, 0.0].into(); 2],
        distances: vec![0.0; 2],
        ..Bwm::default()
    }
}

/// An interior of one tile, around a walkmesh.
fn area(walkmesh: &Aswm) -> Trn {
    let comp = aswm::Comp::deflate(&bytes(walkmesh)).expect("a sample deflates");
    let size = Packet::Trwh(Trwh { width: 1, height: 1, id: 1 });
    Trn { major: 2, minor: 3, packets: vec![size, Packet::Aswm(aswm::Packet::Comp(comp))] }
}

/// A floor of stone in one tile of 9 m, as the toolset saves it or as it bakes it.
fn yard(baked: bool) -> Aswm {
    let (flags, node) = if baked { (0x25, 0x80) } else { (0x21, 0xFF) };
    let triangle = |vertices: [u32; 3], linked_edges, linked_triangles, center| aswm::Triangle {
        // The bake turns the winding.
        vertices: if baked { [vertices[2], vertices[1], vertices[0]] } else { vertices },
        linked_edges,
        linked_triangles,
        center,
        normal: [0.0, 0.0, 1.0],
        dot: -0.0,
        island: 0,
        flags: aswm::TriangleFlags(flags),
    };
    let edge = |vertices, triangles| aswm::Edge { vertices, triangles };
    let none = aswm::NO_TRIANGLE;
    let path_table = aswm::PathTable {
        local_to_node: vec![0, 1],
        node_to_local: aswm::NodeToLocal::Words(vec![0, 1]),
        nodes: [0xFF, node | 1, node, 0xFF].map(aswm::PathNode).to_vec(),
        ..aswm::PathTable::default()
    };
    let tile_flags = if baked { aswm::TileFlags::TRX } else { aswm::TileFlags::TRN };
    let size = if baked { 0.0 } else { 9.0 };
    let tile = aswm::Tile {
        header: aswm::TileHeader {
            vertices_count: 4,
            edges_count: 5,
            triangles_count: 2,
            size_x: size,
            size_y: size,
            ..aswm::TileHeader::default()
        },
        path_table: if baked { path_table } else { aswm::PathTable::default() },
        flags: tile_flags,
        ..aswm::Tile::default()
    };
    let island = aswm::Island {
        header: aswm::IslandHeader {
            center: [4.5, 4.5, 0.0].into(),
            triangles_count: 2,
            ..aswm::IslandHeader::default()
        },
        ..aswm::Island::default()
    };
    Aswm {
        owns_data: 1,
        vertices: [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 9.0, 0.0], [0.0, 9.0, 0.0]].map(aswm::Vertex::from).to_vec(),
        edges: aswm::Edges::V6A(vec![
            edge([0, 1], [0, none]),
            edge([0, 2], [0, 1]),
            edge([0, 3], [1, none]),
            edge([1, 2], [0, none]),
            edge([2, 3], [1, none]),
        ]),
        triangles: aswm::Triangles::V6B(vec![
            triangle([0, 1, 2], [0, 1, 3], [none, 1, none], [6.0, 3.0]),
            triangle([0, 2, 3], [1, 2, 4], [0, none, none], [3.0, 6.0]),
        ]),
        tiles_header: aswm::TilesHeader { flags: tile_flags, width: 9.0, grid_height: 1, grid_width: 1 },
        tiles: vec![tile],
        islands: if baked { vec![island] } else { Vec::new() },
        islands_path_nodes: if baked {
            vec![aswm::IslandPathNode { next: aswm::NO_ISLAND, ..aswm::IslandPathNode::default() }]
        } else {
            Vec::new()
        },
        ..Aswm::default()
    }
}

/// Two blocks of two cells each, with a door from cell 1 of the first to cell 0 of the second.
fn dungeon() -> AiNavData {
    let step = |edge| CellLookup { ref_edge_index0: edge, ref_edge_index1: edge };
    let block = |index, cell, other| RefBlock {
        index,
        edge_count: 2,
        cell_lookup_table: vec![CellLookup::NONE, step(0), step(0), CellLookup::NONE],
        links: vec![Link { id: u32::from(cell), cell_id: cell, linked_obj_id: other, linked_obj_ref_edge_index: 1 }],
    };
    let centers = |centers: [[f32; 3]; 2]| SimpleBlock { edge_centers: centers.map(Into::into).to_vec() };
    let region_id = 0x8001;
    AiNavData {
        ref_dungeon: RefDungeon {
            region_id,
            blocks: vec![block(0, 1, 1), block(1, 0, 0)],
            block_lookup_table: vec![-1, 0, 1, -1],
            int0: 0,
        },
        simple_dungeon_data: SimpleDungeonData {
            region_id,
            blocks: vec![
                centers([[100.0, 0.0, 50.0], [200.0, 0.0, 50.0]]),
                centers([[300.0, 0.0, 50.0], [200.0, 0.0, 50.0]]),
            ],
            int1: 0,
        },
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples")
}

/// The bytes with every walkmesh inflated: which deflated bytes it has depends on the zlib that was chosen in the
/// build.
fn without_zlib(bytes: &[u8]) -> Vec<u8> {
    if Format::detect(bytes) != Some(Format::Trn) {
        return bytes.to_vec();
    }
    let mut area = Trn::from_bytes(bytes).expect("a sample can be read");
    for packet in &mut area.packets {
        if let Packet::Aswm(packet) = packet {
            let payload = packet.payload(&Limits::default()).expect("a sample inflates").into_owned();
            *packet = aswm::Packet::Uncompressed(payload);
        }
    }
    area.to_bytes().expect("a sample can be written")
}

#[test]
fn the_samples_are_what_is_made_here() {
    let write = std::env::var_os("WALKMESH_WRITE_SAMPLES").is_some();
    let samples = samples();
    for (name, made) in &samples {
        let path = folder().join(name);
        if write {
            fs::write(&path, made).expect("the sample can be written");
        }
        let kept = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(
            without_zlib(&kept) == without_zlib(made),
            "{name} is not what is made here: write it again with WALKMESH_WRITE_SAMPLES=1, and say why"
        );
    }
    let kept =
        fs::read_dir(folder()).expect("the samples").filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut strays: Vec<String> = kept.filter(|name| name != "README.md").collect();
    strays.retain(|kept| samples.iter().all(|(name, _)| name != kept));
    assert_eq!(strays, Vec::<String>::new(), "in samples/, but not made here");
}
