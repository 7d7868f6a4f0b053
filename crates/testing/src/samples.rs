//! A small hand-made value of each document, in which no table is empty. Each value is named as in the list of documents.

use walkmesh_formats::ainav::{AiNavData, CellLookup, Link, RefBlock, RefDungeon, SimpleBlock, SimpleDungeonData};
use walkmesh_formats::aswm::{
    Aswm, Comp, Edge, EdgeV69, Edges, Island, IslandHeader, IslandPathNode, NO_ISLAND, NO_TRIANGLE, NodeToLocal,
    Packet, PathNode, PathNodeBits, PathTable, Tile, TileData, TileFlags, TileHeader, TilesHeader, Triangle,
    TriangleBits, TriangleV6A, TriangleV69, Triangles, Version,
};
use walkmesh_formats::bwm::{self, AABB_CONSTANT, AabbNode, Adjacency, Bwm, Face};
use walkmesh_formats::jmx::{BoundingBox, Indices};
use walkmesh_formats::{
    Document, Format, aswm, biff, bms, container, detour, dof, erf, gff, key, mdb, mdl, rim, trn, two_da,
};

use crate::room_model::RoomModel;

/// A square room of two walkable faces, with a door to room 3 in its east.
pub fn bwm() -> Bwm {
    let leaf = |face, min: [f32; 3], max: [f32; 3]| AabbNode {
        min: min.into(),
        max: max.into(),
        face,
        unknown: AABB_CONSTANT,
        plane: 0,
        left: -1,
        right: -1,
    };
    Bwm {
        walkmesh_type: 1,
        relative_use_position_1: [0.5, 0.25, 0.0].into(),
        relative_use_position_2: [-0.5, 0.25, 0.0].into(),
        absolute_use_position_1: [10.5, 20.25, 0.0].into(),
        absolute_use_position_2: [9.5, 20.25, 0.0].into(),
        position: [10.0, 20.0, 0.0].into(),
        aabb_root: 0,
        empty_offsets: bwm::EmptyOffsets::RUNNING,
        vertices: [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]].map(Into::into).to_vec(),
        faces: vec![Face { vertices: [0, 1, 2] }, Face { vertices: [0, 2, 3] }],
        materials: vec![4, 10],
        normals: vec![[0.0, 0.0, 1.0].into(); 2],
        distances: vec![0.0, -0.0],
        aabb_nodes: vec![
            AabbNode { face: -1, plane: 8, left: 1, right: 2, ..leaf(-1, [-0.01; 3], [4.01, 4.01, 0.01]) },
            leaf(0, [-0.01; 3], [4.01, 4.01, 0.01]),
            leaf(1, [-0.01; 3], [4.01, 4.01, 0.01]),
        ],
        adjacencies: vec![Adjacency { edges: [-1, -1, 3] }, Adjacency { edges: [2, -1, -1] }],
        edges: [(0, -1), (1, 3), (4, -1), (5, -1)].map(|(edge, transition)| bwm::Edge { edge, transition }).to_vec(),
        perimeters: vec![4],
        ..Bwm::default()
    }
}

/// An area with each kind of packet.
pub fn trn() -> trn::Trn {
    let payload = aswm().to_bytes().expect("the sample can be written");
    // Stored, not deflated: the same bytes with every zlib.
    let compressed_data = [
        &[0x78, 0x01, 0x01][..],
        &(payload.len() as u16).to_le_bytes(),
        &(!(payload.len() as u16)).to_le_bytes(),
        &payload,
        &adler32(&payload).to_be_bytes(),
    ]
    .concat();
    trn::Trn {
        major: 2,
        minor: 3,
        packets: vec![
            trn::Packet::Trwh(trn::Trwh { width: 1, height: 2, id: 77 }),
            trn::Packet::Other { packet_type: *b"WATR", data: b"some water".to_vec() },
            trn::Packet::Aswm(Packet::Comp(Comp { uncomp_length: payload.len() as u32, compressed_data })),
        ],
        ..trn::Trn::default()
    }
}

/// A model of a room.
pub fn mdl() -> mdl::Mdl {
    let model = RoomModel {
        position: [1.0, 2.0, 0.5],
        vertices: vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]],
        faces: vec![([0, 1, 2], 4), ([0, 2, 3], 10)],
        ..RoomModel::default()
    };
    model.to_mdl()
}

/// A model of NWN2: a packet that is kept as raw bytes, and a packet of each kind of mesh.
pub fn mdb() -> mdb::Mdb {
    let packet = |packet_type, data| mdb::Packet { packet_type, data };
    let packets = vec![
        packet(*b"HOOK", b"a hook".to_vec()),
        packet(mdb::Walk::PACKET_TYPE, walk().to_bytes().expect("a sample can be written")),
        packet(mdb::Collision::COARSE, collision().to_bytes().expect("a sample can be written")),
    ];
    mdb::Mdb { major: 1, minor: 12, packets, ..mdb::Mdb::default() }
}

/// The walkable part of a model: a square of two triangles; two of its corners take the height of the floor below.
pub fn walk() -> mdb::Walk {
    mdb::Walk {
        name: [b'w'; 32],
        flags: 7,
        vertices: [[0.0, 0.0, 0.5], [1.0, 0.0, 0.5], [1.0, 1.0, -1e6], [0.0, 1.0, -1e6]].map(Into::into).into(),
        faces: vec![
            mdb::WalkFace { vertices: [0, 1, 2], flags: [0x21, 1] },
            mdb::WalkFace { vertices: [0, 2, 3], flags: [0x41, 2] },
        ],
        rest: Vec::new(),
    }
}

/// A mesh for collisions: a lid and a wall.
pub fn collision() -> mdb::Collision {
    let vertex = |x: f32, y: f32, z: f32| mdb::CollisionVertex {
        position: [x, y, z],
        normal: [0.0, 0.0, 1.0],
        uvw: [x, y, 0.5],
    };
    mdb::Collision {
        name: [b'c'; 32],
        material: mdb::Material {
            diffuse_map_name: [b'd'; 32],
            normal_map_name: [b'n'; 32],
            tint_map_name: [b't'; 32],
            glow_map_name: [b'g'; 32],
            diffuse_colour: [0.25, 0.5, 0.75],
            specular_colour: [1.0, 2.0, 3.0],
            specular_power: 4.0,
            specular_value: 5.0,
            flags: 6,
        },
        vertices: vec![vertex(0.0, 0.0, 1.0), vertex(1.0, 0.0, 1.0), vertex(0.0, 1.0, 1.0), vertex(1.0, 0.0, 0.0)],
        faces: vec![container::Triangle { vertices: [0, 1, 2] }, container::Triangle { vertices: [0, 1, 3] }],
        rest: Vec::new(),
    }
}

/// The water of a megatile: one wet triangle and a dry one.
pub fn watr() -> trn::Watr {
    let texture = |at: u8| trn::WaterTexture {
        name: [b'a' + at; 32],
        direction: [f32::from(at), 1.0],
        rate: 2.0 + f32::from(at),
        angle: 3.0 + f32::from(at),
    };
    let corner =
        |x: f32, y: f32| trn::WaterVertex { position: [x, y, 0.5], uv_times_five: [5.0 * x, 5.0 * y], uv: [x, y] };
    trn::Watr {
        name: [0xCD; 32],
        unknown: [0xBA; 96],
        colour: [0.25, 0.5, 0.75],
        ripple: [4.0, 5.0],
        smoothness: 6.0,
        reflect_bias: 7.0,
        reflect_power: 8.0,
        specular_power: 9.0,
        specular_coefficient: 10.0,
        textures: [texture(0), texture(1), texture(2)],
        uv_offset: [11.0, 12.0],
        vertices: vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)],
        triangles: vec![container::Triangle { vertices: [0, 1, 2] }, container::Triangle { vertices: [0, 2, 3] }],
        triangle_flags: vec![trn::Watr::WET, trn::Watr::DRY],
        dds: trn::Dds { data: b"DDS water".to_vec() },
        megatile: [0, 1],
        rest: Vec::new(),
    }
}

/// The ground of a megatile: one triangle, and two kinds of grass, only one of which grows.
pub fn trrn() -> trn::Trrn {
    let corner = |x: f32, y: f32| trn::GroundVertex {
        position: [x, y, 0.5],
        normal: [0.0, 0.0, 1.0],
        tint: [1, 2, 3, 4],
        uv: [x, y],
        weights: [5.0, 6.0],
    };
    let blade = trn::Blade { position: [0.5, 0.25, 0.5], direction: [0.0, 0.0, 1.0], dimension: [0.1, 0.2, 0.3] };
    trn::Trrn {
        name: [b'n'; 128],
        textures: [1, 2, 3, 4, 5, 6].map(|texture| [texture; 32]),
        texture_colours: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(|colour| [colour; 3]),
        vertices: vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0)],
        triangles: vec![container::Triangle { vertices: [0, 1, 2] }],
        weights_of_first_four: trn::Dds { data: b"DDS rgba".to_vec() },
        weights_of_last_two: trn::Dds { data: b"DDS rg".to_vec() },
        grass: vec![
            trn::Grass { name: [b'g'; 32], texture: [b't'; 32], blades: vec![blade; 2] },
            trn::Grass::default(),
        ],
        rest: Vec::new(),
    }
}

fn adler32(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1_u32, 0_u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    b << 16 | a
}

/// A walkmesh of the version of all real files.
pub fn aswm() -> Aswm {
    aswm_of(Version::V6C)
}

/// Two tiles: the first with two walkable triangles and an unwalkable one, the second empty but owning its data.
pub fn aswm_of(version: Version) -> Aswm {
    let corners = [[0, 1, 2], [0, 2, 3], [1, 4, 2]];
    let links = [[1, 2, NO_TRIANGLE], [0, NO_TRIANGLE, NO_TRIANGLE], [0, NO_TRIANGLE, NO_TRIANGLE]];
    let triangles = [0, 1, 2].map(|triangle| Triangle {
        vertices: corners[triangle],
        linked_edges: [[0, 1, 3], [1, 2, 4], [3, 5, 6]][triangle],
        linked_triangles: links[triangle],
        center: [3.0 + triangle as f32, 1.5],
        normal: [0.0, 0.0, 1.0],
        dot: -0.0,
        island: if triangle < 2 { 0 } else { NO_ISLAND },
        flags: TriangleBits::new().with_walkable(triangle < 2).with_clockwise(true).with_stone(true).into(),
    });
    let pairs = [([0, 1], [0, NO_TRIANGLE]), ([0, 2], [0, 1]), ([0, 3], [1, NO_TRIANGLE]), ([1, 2], [0, 2])];
    let edges = pairs.map(|(vertices, triangles)| Edge { vertices, triangles });
    let nodes = [None, Some((1, true)), Some((0, true)), None].map(|step| {
        let step = step.map(|(next, sight)| PathNodeBits::new().with_next(next).with_line_of_sight(sight).into());
        step.unwrap_or_else(PathNode::default)
    });
    Aswm {
        version,
        name: *b"sample of the on-disk layer\0\0\0\0\0",
        owns_data: 1,
        triangles_offset: 0,
        vertices: [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 9.0, 0.5], [0.0, 9.0, 0.0], [9.0, 4.0, 2.0]]
            .map(Into::into)
            .to_vec(),
        edges: edges_of(version, &edges),
        triangles: triangles_of(version, &triangles),
        tiles_header: TilesHeader { flags: TileFlags::TRX, width: 9.0, grid_height: 1, grid_width: 2 },
        tiles: vec![
            Tile {
                header: TileHeader {
                    name: [0xCD; 32],
                    vertices_count: 5,
                    edges_count: 4,
                    triangles_count: 3,
                    ..TileHeader::default()
                },
                owned: None,
                path_table: PathTable {
                    rle_table_size: 0,
                    local_to_node: vec![0, 1, aswm::NO_NODE],
                    node_to_local: match version {
                        Version::V69 | Version::V6A => NodeToLocal::Absent,
                        Version::V6B => NodeToLocal::Bytes(vec![0, 1]),
                        Version::V6C => NodeToLocal::Words(vec![0, 1]),
                    },
                    nodes: nodes.to_vec(),
                },
                flags: TileFlags::TRX,
            },
            Tile {
                header: TileHeader {
                    owns_data: 1,
                    vertices_count: 1,
                    edges_count: 1,
                    triangles_count: 1,
                    size_x: 9.0,
                    size_y: 9.0,
                    triangles_offset: 3,
                    ..TileHeader::default()
                },
                owned: Some(Box::new(TileData {
                    vertices: vec![[1.0, 2.0, 3.0].into()],
                    edges: edges_of(version, &edges[..1]),
                    triangles: triangles_of(version, &triangles[..1]),
                })),
                path_table: PathTable {
                    node_to_local: match version {
                        Version::V69 | Version::V6A => NodeToLocal::Absent,
                        Version::V6B => NodeToLocal::Bytes(Vec::new()),
                        Version::V6C => NodeToLocal::default(),
                    },
                    ..PathTable::default()
                },
                flags: TileFlags::TRX,
            },
        ],
        tiles_border_size: 0,
        islands: vec![Island {
            header: IslandHeader { index: 0, tile: 0x488E, center: [3.5, 1.5, 0.0].into(), triangles_count: 2 },
            linked_islands: vec![0],
            linked_islands_dist: vec![2.5],
            linked_islands_exit: vec![1],
        }],
        // Uninitialised: a signalling NaN.
        islands_path_nodes: vec![IslandPathNode { next: NO_ISLAND, padding: 0xBEEF, weight_bits: 0x7FA0_0001 }],
    }
}

fn edges_of(version: Version, edges: &[Edge]) -> Edges {
    match version {
        Version::V69 => Edges::V69(edges.iter().map(|&edge| EdgeV69 { edge, reserved: [69; 9] }).collect()),
        Version::V6A | Version::V6B | Version::V6C => Edges::V6A(edges.to_vec()),
    }
}

fn triangles_of(version: Version, triangles: &[Triangle]) -> Triangles {
    let v69 = |triangle: &Triangle| TriangleV69 {
        reserved_0: 70,
        flags: 0x0100_0000 | u32::from(triangle.flags.0),
        vertices: triangle.vertices,
        linked_edges: triangle.linked_edges,
        linked_triangles: triangle.linked_triangles,
        reserved_1: [71; 3],
        center: triangle.center,
        reserved_2: 72,
        normal: triangle.normal,
        dot: triangle.dot,
        reserved_3: 73,
        island: triangle.island,
    };
    match version {
        Version::V69 => Triangles::V69(triangles.iter().map(v69).collect()),
        Version::V6A => {
            Triangles::V6A(triangles.iter().map(|&triangle| TriangleV6A { reserved: 74, triangle }).collect())
        }
        Version::V6B | Version::V6C => Triangles::V6B(triangles.to_vec()),
    }
}

/// Two rooms of two cells, joined by a door.
pub fn ainav() -> AiNavData {
    let cells = [(-1, -1), (0, 0), (0, 0), (-1, -1)];
    let block = |index: u16| RefBlock {
        index: index.into(),
        edge_count: 2,
        cell_lookup_table: cells
            .map(|(ref_edge_index0, ref_edge_index1)| CellLookup { ref_edge_index0, ref_edge_index1 })
            .to_vec(),
        links: vec![Link { id: 1, cell_id: 1, linked_obj_id: 1 - index, linked_obj_ref_edge_index: 1 }],
    };
    let centers = |x: f32| SimpleBlock { edge_centers: vec![[x, 0.0, 5.0].into(), [x + 5.0, 0.0, 5.0].into()] };
    AiNavData {
        ref_dungeon: RefDungeon {
            region_id: 0x8001,
            blocks: vec![block(0), block(1)],
            block_lookup_table: vec![0x4242, 1, 1, -0x4242],
            int0: 0,
        },
        simple_dungeon_data: SimpleDungeonData {
            region_id: 0x8001,
            blocks: vec![centers(10.0), centers(20.0)],
            int1: 0,
        },
        gap: Vec::new(),
    }
}

/// A hall with a pool and a lamp, and a loft above it.
pub fn dof() -> dof::Dof {
    let object = |flags: u32| dof::Object {
        name: "pool".into(),
        path: "pool.bsr".into(),
        position: [1.0, 2.0, 3.0].into(),
        rotation: [4.0, 5.0, 6.0].into(),
        scale: [7.0, 8.0, 9.0].into(),
        flags,
        int0: 11,
        radius_squared: 12.0,
        water_colour: (flags & dof::Object::WATER != 0).then_some(13),
    };
    let block = |name: &str, is_full: bool| dof::Block {
        path: format!("{name}.bsr").as_str().into(),
        name: name.into(),
        position: [10.0, 20.0, 30.0].into(),
        yaw: 0.5,
        is_entrance: 1,
        bounding_box: BoundingBox { min: [-1.0, -2.0, -3.0].into(), max: [1.5, 2.5, 3.5].into() },
        colour: 14,
        fog: dof::Fog { colour: 15, near: 16.0, far: 17.0, intensity: 18.0 },
        height_fog: is_full.then_some([19.0, 20.0, 21.0, 22.0]),
        extra: is_full.then(|| dof::Extra { int0: 23, ..dof::Extra::default() }),
        string: "?".into(),
        room_index: -1,
        floor_index: 24,
        connected: Indices { indices: vec![1] },
        visible: Indices { indices: vec![0, 1] },
        collision_object_count: 25,
        objects: if is_full { vec![object(2), object(dof::Object::WATER)] } else { Vec::new() },
        lights: vec![dof::Light { name: "lamp".into(), values: std::array::from_fn(|at| at as f32) }],
        ..dof::Block::default()
    };
    dof::Dof {
        object_type: -1,
        category: 4,
        name: "Noname".into(),
        int2: -1,
        int3: -1,
        region_id: 0x8001,
        bounding_boxes: dof::BoundingBoxes::default(),
        blocks: dof::Blocks { blocks: vec![block("hall", true), block("loft", false)] },
        grid: dof::Grid {
            width: 2,
            height: 3,
            length: 4,
            voxels: vec![dof::Voxel { id: 1 << 20, blocks: Indices { indices: vec![0, 1] } }],
        },
        links: dof::Links { blocks: vec![Indices { indices: vec![1] }, Indices { indices: vec![0] }] },
        labels: Some(dof::Labels { rooms: vec!["Hall".into()], floors: vec!["B1".into(), "B2".into()] }),
        groups: dof::Groups {
            groups: vec![dof::Group { name: "all".into(), flag: 26, blocks: Indices { indices: vec![0, 1] } }],
        },
        rest: Vec::new(),
    }
}

/// A floor with all optional fields.
pub fn bms() -> bms::Bms {
    bms_with(7)
}

/// A floor of two triangles, with the optional fields that `nav_flag` selects.
pub fn bms_with(nav_flag: u32) -> bms::Bms {
    let event = |flag: u32, event: u8| (nav_flag & flag != 0).then_some(event);
    let corner = |x: f32, z: f32| bms::Vertex { position: [x, 1.0, z].into(), normal_index: 5 };
    let edge = |ends: [u16; 2], cells: [u16; 2], flag: u8| bms::Edge {
        vertices: ends,
        src_cell: cells[0],
        dst_cell: cells[1],
        flag,
        event: event(1, 6),
    };
    let none = bms::Edge::NO_CELL;
    let outline = [([0, 1], 0), ([1, 2], 0), ([2, 3], 1), ([3, 0], 1)];
    bms::Bms {
        // The order of real files: the unknown part before the floor, which is the last. The missing part belongs to a
        // skinned mesh.
        parts: bms::Parts {
            vertices: bms::PartOffset::FromStart(68),
            skin: bms::PartOffset::FromStart(69),
            faces: bms::PartOffset::FromStart(70),
            cloth_vertices: bms::PartOffset::FromStart(71),
            cloth_edges: bms::PartOffset::FromStart(72),
            bounding_box: bms::PartOffset::FromStart(73),
            portals: bms::PartOffset::FromStart(74),
            skinned_nav_mesh: bms::PartOffset::default(),
            unknown: bms::PartOffset::FromStart(75),
        },
        nav_flag,
        sub_prim_count: 1,
        before: vec![1, 2, 3, 4, 5, 6, 7, 8],
        nav_mesh: Some(bms::NavMesh {
            vertices: vec![corner(0.0, 0.0), corner(50.0, 0.0), corner(50.0, 50.0), corner(0.0, 50.0)],
            cells: vec![
                bms::Cell { vertices: [0, 1, 2], flag: 0, event: event(2, 7) },
                bms::Cell { vertices: [0, 2, 3], flag: 0, event: event(2, 8) },
            ],
            outline: outline.map(|(ends, cell)| edge(ends, [cell, none], bms::edge_flags::GLOBAL)).into(),
            inline: vec![edge([0, 2], [0, 1], bms::edge_flags::INTERNAL)],
            events: event(4, 0).map(|_| bms::Events { names: vec!["fire".into()] }),
            grid: bms::Grid {
                origin_x: 1.0,
                origin_z: 2.0,
                width: 1,
                height: 1,
                tiles: vec![bms::Tile { outline: vec![0, 1, 2, 3] }],
            },
        }),
        ..bms::Bms::default()
    }
}

/// A table of two columns and three rows, whose equal cells are stored once.
pub fn two_da() -> two_da::TwoDa {
    let rows = [["Dirt", "1"], ["Nonwalk", ""], ["Mud", "1"]];
    two_da::TwoDa::from_rows(["label", "walk"], rows).expect("a small table")
}

/// The objects of an area: a walkmesh cutter of three points, and a door with a value of more than four bytes.
pub fn gff() -> gff::Gff {
    use gff::{Tree, TreeValue};

    let point = |x, y| Tree::new(3).with("PointX", TreeValue::Float(x)).with("PointY", TreeValue::Float(y));
    let cutter = Tree::new(1)
        .with("Type", TreeValue::Int(3))
        .with("XPosition", TreeValue::Float(4.5))
        .with("Geometry", TreeValue::List(vec![point(0.0, 0.0), point(2.0, 0.0), point(1.0, 2.5)]));
    let door = Tree::new(8).with("Tag", TreeValue::String(b"door".to_vec()));
    let area =
        Tree::root().with("TriggerList", TreeValue::List(vec![cutter])).with("Door List", TreeValue::List(vec![door]));
    gff::Gff::from_tree(*b"GIT ", &area).expect("a small tree")
}

/// The bytes of a sample of every document.
pub fn all() -> Vec<(Format, Vec<u8>)> {
    macro_rules! bytes_of_all {
        ($($(#[$_:meta])* $name:ident: $format:ident = $type:ty, $shown:literal, $files:expr, $signature:expr;)*) => {
            vec![$((Format::$format, $name().to_bytes().expect("the sample can be written"))),*]
        };
    }
    walkmesh_formats::for_each_document!(bytes_of_all)
}

/// An archive with a description in two languages and two files.
pub fn erf() -> erf::Erf {
    let text = |language, text: &str| erf::LocalisedString { language, text: text.into() };
    let key = |name, resource_type, id| erf::Key::new(name, resource_type, id).expect("a short name");
    erf::Erf {
        file_type: *b"MOD ",
        build_year: 103,
        build_day: 196,
        description: u32::MAX,
        strings: vec![text(0, "A yard"), text(4, "Ein Hof")],
        keys: vec![key("m01aa", 2023, 0), key("m01aa_01a", 2016, 1)],
        members: vec![b"GIT V3.2".to_vec(), bwm().to_bytes().expect("a sample can be written")],
        ..erf::Erf::default()
    }
}

/// An archive with two files.
pub fn rim() -> rim::Rim {
    let member = |name, resource_type, resource_id, data| rim::Member { name, resource_type, resource_id, data };
    let room = bwm().to_bytes().expect("a sample can be written");
    rim::Rim {
        members: vec![
            member(*b"m01aa\0\0\0\0\0\0\0\0\0\0\0", 2023, 0, b"GIT V3.2".to_vec()),
            member(*b"m01aa_01a\0\0\0\0\0\0\0", 2016, 1, room),
        ],
        ..rim::Rim::default()
    }
}

/// A list of two files in two archives.
pub fn key() -> key::KeyFile {
    let archive = |name: &str, size| key::Archive { size, name: name.into(), drives: 1 };
    let id = |archive, index| key::ResourceIdBits::new().with_archive(archive).with_index(index).into();
    let key = |name, resource_type, resource_id| key::Key { name, resource_type, resource_id };
    key::KeyFile {
        build_year: 103,
        build_day: 196,
        archives: vec![archive("data\\layouts.bif\0", 1000), archive("data\\rooms.bif\0", 2000)],
        keys: vec![
            key(*b"m01aa\0\0\0\0\0\0\0\0\0\0\0", 3000, id(0, 0)),
            key(*b"m01aa_01a\0\0\0\0\0\0\0", 2016, id(1, 5)),
        ],
        ..key::KeyFile::default()
    }
}

/// An archive with two files.
pub fn biff() -> biff::Biff {
    let member = |resource_id, resource_type, data| biff::Member { resource_id, resource_type, data };
    let room = bwm().to_bytes().expect("a sample can be written");
    biff::Biff {
        members: vec![member(0, 3000, b"beginlayout".to_vec()), member(1, 2016, room)],
        ..biff::Biff::default()
    }
}

/// A tile of Detour: a square of two triangles, joined along their common edge, and a connection that leads off it.
pub fn detour() -> detour::Tile {
    let triangle = |vertices: [u16; 3], neighbours: [u16; 3]| {
        let [[a, b, c], [ab, bc, ca]] = [vertices, neighbours];
        let (vertices, neighbours) = ([a, b, c, 0, 0, 0], [ab, bc, ca, 0, 0, 0]);
        detour::Polygon { vertices, neighbours, flags: 1, vertex_count: 3, area_and_type: 4, ..Default::default() }
    };
    let detail = |triangle_base| detour::DetailMesh { triangle_base, triangle_count: 1, ..Default::default() };
    let node = |min, max, index| detour::BoxNode { min, max, index };
    let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 1.0, -4.0], [0.0, 1.0, -4.0]];
    detour::Tile {
        x: 1,
        y: 2,
        layer: 3,
        user_id: 4,
        connection_base: 2,
        walkable_height: 2.0,
        walkable_radius: 0.5,
        walkable_climb: 0.25,
        min: [0.0, 0.0, -4.0].into(),
        max: [4.0, 1.0, 0.0].into(),
        quantization: 100.0,
        vertices: corners.map(Into::into).to_vec(),
        polygons: vec![triangle([0, 1, 2], [0, 0, 2]), triangle([0, 2, 3], [1, 0, 0])],
        links: vec![detour::Link { to: 1, next: u32::MAX, edge: 2, side: 255, from: 3, until: 4 }],
        detail_meshes: vec![detail(0), detail(1)],
        detail_vertices: vec![[1.0, 0.5, -1.0].into()],
        detail_triangles: vec![detour::DetailTriangle { corners: [0, 1, 2], edge_flags: 0x15 }; 2],
        boxes: vec![
            node([0, 0, 0], [400, 100, 400], -3),
            node([0, 0, 0], [400, 100, 400], 0),
            node([0, 0, 0], [400, 100, 400], 1),
        ],
        connections: vec![detour::Connection {
            ends: [[3.0, 0.5, -1.0].into(), [5.0, 0.0, -1.0].into()],
            radius: 0.5,
            polygon: 2,
            flags: 1,
            side: 255,
            user_id: 9,
        }],
        rest: Vec::new(),
    }
}
