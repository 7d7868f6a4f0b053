//! The files of `cli/samples/`, made here byte for byte.
//!
//! `WALKMESH_WRITE_SAMPLES=1 cargo test -p walkmesh-cli --test samples` writes them again after a change here.

#[path = "samples/academy.rs"]
mod academy;
#[path = "samples/city.rs"]
mod city;
#[path = "samples/crypt.rs"]
mod crypt;
#[path = "samples/town.rs"]
mod town;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use walkmesh::formats::aswm::{self, Aswm};
use walkmesh::formats::bms::{self, Bms, edge_flags};
use walkmesh::formats::bwm::{Bwm, Face};
use walkmesh::formats::dof::{self, Dof};
use walkmesh::formats::jmx::{BoundingBox, Indices};
use walkmesh::formats::trn::{Packet, Trn, Trwh};
use walkmesh::formats::{Document, Format, Limits, Vector3};
use walkmesh::kotor::{self, EdgeId, Kind, Layout, LayoutRoom, MaterialId, PathPoints, RoomId};
use walkmesh::nwn2;
use walkmesh::silkroad::{self, BlockId, BlockPlan, CellId, DoorPlan, DoorSide, EdgePlan, Plan};

/// Samples: their names and their bytes.
type Samples = Vec<(&'static str, Vec<u8>)>;

/// The samples of the command.
fn samples() -> Samples {
    let [yard, town] = [yard(), town::town()];
    let objects = town::objects();
    let cutters = nwn2::Git::from_raw(objects.clone()).cutters().cutters;
    vec![
        ("room.wok", room().to_bytes().expect("a sample can be written")),
        ("porch.wok", porch().to_bytes().expect("a sample can be written")),
        ("manor.lyt", manor().to_bytes()),
        ("manor.pth", path_points().to_bytes().expect("a sample can be written")),
        ("chest.pwk", chest().to_bytes().expect("a sample can be written")),
        ("door0.dwk", door().to_bytes().expect("a sample can be written")),
        ("yard.trn", bytes(&area([2, 1], &yard))),
        ("yard.trx", bytes(&area([2, 1], &baked(&yard, &[])))),
        ("town.trn", bytes(&area(town::SIZE, &town))),
        ("town.git", bytes(&objects)),
        ("town.trx", bytes(&area(town::SIZE, &baked(&town, &cutters)))),
        ("footprints.json", FOOTPRINTS.into()),
        ("ainavdata_32769.dat", dungeon().to_bytes().expect("a sample can be written")),
        ("dungeon.json", DUNGEON.into()),
        ("court.obj", COURT.to_obj().into_bytes()),
        ("dungeon.dof", bytes(&dof())),
        ("court.bms", bytes(&COURT.to_bms())),
        ("hall.bms", bytes(&HALL.to_bms())),
    ]
}

fn baked(unbaked: &nwn2::Walkmesh, cutters: &[nwn2::Cutter]) -> nwn2::Walkmesh {
    let mut baked = unbaked.clone();
    let (how, options) = (nwn2::CarveOptions::default(), nwn2::BakeOptions::default());
    baked.carve_and_bake(cutters, &how, &options).expect("a sample is carved");
    baked
}

fn bytes(document: &impl Document) -> Vec<u8> {
    document.to_bytes().expect("a sample can be written")
}

const STONE: MaterialId = MaterialId(4);
const NONWALK: MaterialId = MaterialId(7);

/// A floor in squares of 2 m from west to east and south to north, each of the material that `material` says.
fn floor(columns: std::ops::Range<i32>, material: impl Fn(i32, i32) -> MaterialId) -> Vec<([[f32; 3]; 3], MaterialId)> {
    let squares = (0..3).flat_map(|y| columns.clone().map(move |x| (x, y)));
    squares
        .flat_map(|(x, y)| square([[x, y, 0], [x + 1, y, 0], [x + 1, y + 1, 0], [x, y + 1, 0]], material(x, y)))
        .collect()
}

/// Two triangles between four corners, given in steps of 2 m.
fn square(corners: [[i32; 3]; 4], material: MaterialId) -> [([[f32; 3]; 3], MaterialId); 2] {
    let [a, b, c, d] = corners.map(|corner| corner.map(|steps| 2.0 * steps as f32));
    [([a, b, c], material), ([a, c, d], material)]
}

/// A room whose edges at x = 6 m lead to another room.
fn room_of(triangles: Vec<([[f32; 3]; 3], MaterialId)>, other: RoomId) -> kotor::Walkmesh {
    let mut room = kotor::Walkmesh::from_triangles(Kind::Wok, triangles).expect("a sample bakes");
    let perimeter: Vec<EdgeId> = room.perimeters().flatten().filter_map(|edge| EdgeId::from_raw(edge.edge)).collect();
    for edge in perimeter {
        let points = room.edge_points(edge).expect("an edge of a face");
        if points.iter().all(|point| point[0] == 6.0) {
            room.set_transition(edge, Some(other)).expect("an edge of a perimeter");
        }
    }
    room.bake_stale().expect("a sample bakes");
    assert_eq!(room.transitions().count(), 3);
    room
}

/// A floor of stone, 6 by 6 m, with a pillar in its middle, a wall in the north, and an east side that leads to the
/// porch.
fn room() -> kotor::Walkmesh {
    let mut triangles = floor(0..3, |x, y| if (x, y) == (1, 1) { NONWALK } else { STONE });
    for x in 0..3 {
        triangles.extend(square([[x, 3, 0], [x + 1, 3, 0], [x + 1, 3, 1], [x, 3, 1]], NONWALK));
    }
    room_of(triangles, RoomId(1))
}

/// A floor of wood east of the room.
fn porch() -> kotor::Walkmesh {
    room_of(floor(3..4, |_, _| MaterialId(5)), RoomId(0))
}

/// Points on both sides of the pillar and in the porch, between which creatures can walk.
fn path_points() -> PathPoints {
    let points: [([f32; 2], &[u32]); 5] = [
        ([1.0, 1.0], &[1, 2]),
        ([1.0, 5.0], &[0, 3]),
        ([5.0, 1.0], &[0, 3, 4]),
        ([5.0, 5.0], &[1, 2, 4]),
        ([7.0, 3.0], &[2, 3]),
    ];
    PathPoints::new(&points)
}

/// The layout of the two.
fn manor() -> Layout {
    let mut layout = Layout::new();
    for name in ["room", "porch"] {
        layout.push(LayoutRoom { name: name.to_owned(), position: [0.0; 3] }).expect("a room");
    }
    layout
}

/// A placeable's or a door's walkmesh: one unwalkable polygon, and its use hooks.
fn object(kind: Kind, corners: &[[f32; 3]], position: [f32; 3], hooks: [[f32; 3]; 2]) -> kotor::Walkmesh {
    let faces: Vec<Face> = (2..corners.len() as u32).map(|at| Face { vertices: [0, at - 1, at] }).collect();
    let raw = Bwm {
        position: position.into(),
        vertices: corners.iter().copied().map(Vector3::from).collect(),
        materials: vec![7; faces.len()],
        normals: vec![Vector3::default(); faces.len()],
        distances: vec![0.0; faces.len()],
        faces,
        ..Bwm::default()
    };
    let mut walkmesh = kotor::Walkmesh::from_raw(raw).with_kind(kind);
    walkmesh.bake(&kotor::BakeOptions::default()).expect("a sample bakes");
    walkmesh.set_hooks(hooks).expect("finite hooks");
    walkmesh
}

/// A chest: 1 by 0.5 m, used from the south.
fn chest() -> kotor::Walkmesh {
    let corners = [[-0.5, -0.25, 0.0], [0.5, -0.25, 0.0], [0.5, 0.25, 0.0], [-0.5, 0.25, 0.0]];
    object(Kind::Pwk, &corners, [0.0; 3], [[0.0, -0.75, 0.0]; 2])
}

/// A closed door: a leaf of 2 m, 3 m high, used from both sides.
fn door() -> kotor::Walkmesh {
    let corners = [[-1.0, 0.0, -0.5], [1.0, 0.0, -0.5], [1.0, 0.0, 2.5], [-1.0, 0.0, 2.5]];
    object(Kind::Dwk, &corners, [0.0, 0.0, 0.5], [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])
}

/// An interior with these numbers of tiles along x and y, around a walkmesh.
fn area([width, height]: [u32; 2], walkmesh: &nwn2::Walkmesh) -> Trn {
    let comp = aswm::Comp::deflate(&bytes(walkmesh.as_raw())).expect("a sample deflates");
    let size = Packet::Trwh(Trwh { width, height, id: 1 });
    let packets = vec![size, Packet::Aswm(aswm::Packet::Comp(comp))];
    Trn { major: 2, minor: 3, packets, ..Trn::default() }
}

/// A floor of stone over two tiles of 9 m, in squares of 3 m, two of which are unwalkable, as the toolset saves it: counter-clockwise, with
/// edges, but without islands and paths.
fn yard() -> nwn2::Walkmesh {
    let stone = nwn2::flags(true, Some(nwn2::FloorMaterial::Stone));
    let wall = nwn2::flags(false, None);
    let corner = |x: u32, y: u32| y * 7 + x;
    let mut vertices = Vec::new();
    for (x, y) in (0..4_u8).flat_map(|y| (0..7_u8).map(move |x| (x, y))) {
        vertices.push(Vector3::from([3.0 * f32::from(x), 3.0 * f32::from(y), 0.0]));
    }
    let mut triangles = Vec::new();
    let squares = (0..2).flat_map(|tile| (0..3).flat_map(move |y| (0..3).map(move |x| (3 * tile + x, y))));
    for (x, y) in squares {
        let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
        let flags = if [(1, 1), (3, 1)].contains(&(x, y)) { wall } else { stone };
        for vertices in [[a, b, c], [a, c, d]] {
            triangles.push(aswm::Triangle { vertices, flags, ..aswm::Triangle::default() });
        }
    }
    // A mesh that is marked as baked keeps its winding and vertex numbers, so its edges and centres are built.
    let tile = |index: u32| aswm::Tile {
        header: aswm::TileHeader { triangles_count: 18, triangles_offset: 18 * index, ..aswm::TileHeader::default() },
        ..aswm::Tile::default()
    };
    let mesh = Aswm {
        vertices,
        triangles: aswm::Triangles::V6B(triangles),
        tiles_header: aswm::TilesHeader { flags: aswm::TileFlags::TRX, width: 9.0, grid_height: 1, grid_width: 2 },
        tiles: vec![tile(0), tile(1)],
        ..Aswm::default()
    };
    let mut mesh = nwn2::Walkmesh::from_raw(mesh);
    mesh.bake(&nwn2::BakeOptions::default()).expect("a sample bakes");
    let mut saved = mesh.into_raw();

    saved.tiles_header.flags = aswm::TileFlags::TRN;
    saved.islands.clear();
    saved.islands_path_nodes.clear();
    for tile in &mut saved.tiles {
        tile.flags = aswm::TileFlags::TRN;
        tile.path_table = aswm::PathTable::default();
        (tile.header.size_x, tile.header.size_y) = (9.0, 9.0);
    }
    nwn2::Walkmesh::from_raw(saved)
}

/// The holes of four models of the game, as measured in real areas (docs/formats/trn-aswm.md#placeables).
const FOOTPRINTS: &str = r#"{
  "placeables": {
    "639": { "kind": "hole", "polygons": [[[-0.65655, -1.40033], [0.67715, -1.40033], [0.67715, 1.4116], [-0.65655, 1.4116]]] },
    "1114": { "kind": "patch", "polygons": [[[1.011989, 1.106401], [-1.321136, 0.579815], [0.104752, -1.425007]]] },
    "1265": { "kind": "hole", "polygons": [[[-0.13181, -0.12469], [0.12737, -0.12469], [0.12737, 0.12669], [-0.13181, 0.12669]]] },
    "4003": { "kind": "hole", "polygons": [[[-0.15942, -0.74365], [0.16642, -0.74365], [0.16642, 0.3115], [-0.15942, 0.3115]]] },
    "65000": { "name": "PLC_BED", "note": "the bed of town.git", "kind": "hole", "polygons": [[[-0.7, -1.4], [0.7, -1.4], [0.7, 1.4], [-0.7, 1.4]]] }
  }
}
"#;

/// Two blocks: four cells around a pillar, and three cells in a row behind a door.
fn dungeon() -> silkroad::Dungeon {
    let inner = |x, z, a, b| EdgePlan::inner([x, 0.0, z], CellId(a), CellId(b));
    let door = EdgePlan::of_door([200.0, 0.0, 150.0]);
    let ring =
        [inner(100.0, 50.0, 0, 1), inner(150.0, 100.0, 1, 2), inner(100.0, 150.0, 2, 3), inner(50.0, 100.0, 3, 0)];
    let row = [inner(300.0, 150.0, 0, 1), inner(400.0, 150.0, 1, 2)];
    let block =
        |cells, edges: &[EdgePlan]| BlockPlan { cells, edges: [edges, &[door]].concat(), ..BlockPlan::default() };
    let side = |block, cell, edge| DoorSide { block: BlockId(block), cell: CellId(cell), edge: silkroad::EdgeId(edge) };
    let plan = Plan {
        region: 0x8001,
        blocks: vec![block(4, &ring), block(3, &row)],
        doors: vec![DoorPlan { sides: [side(0, 2, 4), side(1, 0, 2)] }],
    };
    plan.bake(&silkroad::BakeOptions::default()).expect("a sample bakes")
}

/// A dungeon of two floors, the first in `court.obj`; docs/command.md shows it.
const DUNGEON: &str = r#"{ "region": 32770,
  "floors": [
    { "obj": "court.obj" },
    { "vertices": [[0, 0, 0], [100, 0, 0], [100, 0, 200], [0, 0, 200]], "triangles": [[0, 1, 2], [0, 2, 3]],
      "position": [200, 0, 0], "yaw_degrees": 0 } ] }
"#;

/// The floor of a block of that dungeon.
struct BlockFloor {
    name: &'static str,
    position: [f32; 3],
    vertices: &'static [[f32; 3]],
    triangles: &'static [[u16; 3]],
    /// The edge that leads to the other block.
    door: [u16; 2],
}

/// Four triangles around a point.
const COURT: BlockFloor = BlockFloor {
    name: "court",
    position: [0.0; 3],
    vertices: &[[0.0, 0.0, 0.0], [200.0, 0.0, 0.0], [200.0, 0.0, 200.0], [0.0, 0.0, 200.0], [100.0, 0.0, 100.0]],
    triangles: &[[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]],
    door: [1, 2],
};

/// A room of two triangles beyond the court's east side.
const HALL: BlockFloor = BlockFloor {
    name: "hall",
    position: [200.0, 0.0, 0.0],
    vertices: &[[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [100.0, 0.0, 200.0], [0.0, 0.0, 200.0]],
    triangles: &[[0, 1, 2], [0, 2, 3]],
    door: [0, 3],
};

impl BlockFloor {
    fn to_obj(&self) -> String {
        let mut text = "# The floor of a block, in game units; y is up.\n".to_owned();
        for [x, y, z] in self.vertices {
            writeln!(text, "v {x} {y} {z}").expect("a string takes all");
        }
        for corners in self.triangles {
            // Seen from above, the corners of a floor run counter-clockwise, as in all other programs.
            let [a, b, c] = corners.map(|corner| corner + 1);
            writeln!(text, "f {a} {c} {b}").expect("a string takes all");
        }
        text
    }

    fn to_bms(&self) -> Bms {
        nav_mesh(self.vertices, self.triangles, &[self.door])
    }
}

/// A floor mesh in the game's format: with the fields for names, but nothing to draw.
fn nav_mesh(vertices: &[[f32; 3]], triangles: &[[u16; 3]], doors: &[[u16; 2]]) -> Bms {
    let mut cells_at: BTreeMap<[u16; 2], Vec<u16>> = BTreeMap::new();
    for (cell, &[a, b, c]) in (0..).zip(triangles) {
        for [a, b] in [[a, b], [b, c], [c, a]] {
            cells_at.entry([a.min(b), a.max(b)]).or_default().push(cell);
        }
    }
    let edge = |(&vertices, cells): (&[u16; 2], &Vec<u16>)| {
        let wall = edge_flags::BLOCKS_TO_SRC | edge_flags::BLOCKS_TO_DST;
        let of_kind = if cells.len() > 1 { edge_flags::INTERNAL } else { wall };
        let flag = if doors.contains(&vertices) { edge_flags::GLOBAL } else { of_kind };
        let dst_cell = cells.get(1).copied().unwrap_or(bms::Edge::NO_CELL);
        bms::Edge { vertices, src_cell: cells[0], dst_cell, flag, event: None }
    };
    let (inline, outline): (Vec<_>, Vec<_>) =
        cells_at.iter().map(edge).partition(|edge| edge.dst_cell != bms::Edge::NO_CELL);
    let cell = |&vertices: &[u16; 3]| bms::Cell { vertices, ..bms::Cell::default() };
    let vertex = |&position: &[f32; 3]| bms::Vertex { position: position.into(), normal_index: 0 };
    let tiles = vec![bms::Tile { outline: (0..outline.len() as u16).collect() }; 4];
    let nav_mesh = bms::NavMesh {
        vertices: vertices.iter().map(vertex).collect(),
        cells: triangles.iter().map(cell).collect(),
        outline,
        inline,
        events: None,
        grid: bms::Grid { origin_x: 0.0, origin_z: 0.0, width: 2, height: 2, tiles },
    };
    Bms { sub_prim_count: 1, nav_mesh: Some(nav_mesh), ..Bms::default() }
}

/// A block whose floor is in the BMS of its name.
fn block(name: &str, position: [f32; 3]) -> dof::Block {
    let path = format!("res\\dungeon\\{name}.bsr");
    dof::Block { path: path.as_str().into(), name: name.into(), position: position.into(), ..dof::Block::default() }
}

/// The file with the positions of the floors of that dungeon.
fn dof() -> Dof {
    let extent = BoundingBox { min: [0.0; 3].into(), max: [300.0, 0.0, 200.0].into() };
    let blocks = [COURT, HALL].iter().map(|floor| block(floor.name, floor.position)).collect();
    dof_of(32_770, extent, blocks, [2, 1, 2], |at, other| at != other)
}

/// The positions of blocks: all of them in each voxel of 200 units, and connected according to `are_joined`.
fn dof_of(
    region_id: u16,
    extent: BoundingBox,
    mut blocks: Vec<dof::Block>,
    [width, height, length]: [u32; 3],
    are_joined: impl Fn(u32, u32) -> bool,
) -> Dof {
    let mut dof = Dof { object_type: -1, category: 4, name: "Noname".into(), int2: -1, int3: -1, ..Dof::default() };
    dof.region_id = region_id;
    dof.bounding_boxes = dof::BoundingBoxes { first: extent, second: extent };
    let count = blocks.len() as u32;
    for (block, at) in blocks.iter_mut().zip(0..) {
        block.connected = Indices { indices: (0..count).filter(|other| are_joined(at, *other)).collect() };
        dof.links.blocks.push(block.connected.clone());
    }
    dof.blocks.blocks = blocks;
    let places =
        (0..length).flat_map(|z| (0..height).flat_map(move |y| (0..width).map(move |x| x | z << 10 | y << 20)));
    let voxels = places.map(|id| dof::Voxel { id, blocks: Indices { indices: (0..count).collect() } }).collect();
    dof.grid = dof::Grid { width, height, length, voxels };
    dof
}

/// The bytes with every walkmesh inflated, because the deflated bytes depend on the build's zlib.
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

/// The samples of the command, and the larger ones of the gallery: the folder from the root, and its contents.
fn folders() -> [(&'static str, Samples); 4] {
    [
        ("cli/samples", samples()),
        ("cli/areas/academy", academy::files()),
        ("cli/areas/city", city::files()),
        ("cli/areas/crypt", crypt::files()),
    ]
}

#[test]
fn the_samples_are_what_is_made_here() {
    let write = std::env::var_os("WALKMESH_WRITE_SAMPLES").is_some();
    for (folder, samples) in folders() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
        for (name, made) in &samples {
            let path = folder.join(name);
            if write && !fs::read(&path).is_ok_and(|kept| without_zlib(&kept) == without_zlib(made)) {
                fs::create_dir_all(&folder).expect("a folder");
                fs::write(&path, made).expect("the sample can be written");
            }
            let kept = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(
                without_zlib(&kept) == without_zlib(made),
                "{name} is not what is made here: write it again with WALKMESH_WRITE_SAMPLES=1, and say why"
            );
        }
        let kept = fs::read_dir(folder).expect("the samples");
        let kept = kept.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut strays: Vec<String> = kept.filter(|name| name != "README.md").collect();
        strays.retain(|kept| samples.iter().all(|(name, _)| name != kept));
        assert_eq!(strays, Vec::<String>::new(), "among the samples, but not made here");
    }
}
