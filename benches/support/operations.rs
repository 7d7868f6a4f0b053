//! The operations of the commands on a walkmesh of each game, as calls of the library, for the programs and tests that measure their growth
//! with the input.

#![allow(dead_code, reason = "each program that includes this file takes what it needs")]

use std::hint::black_box;

use walkmesh::exchange::{GltfScene, MatchOptions, ObjScene, Up};
use walkmesh::finding::CheckOptions;
use walkmesh::flaw::{FlawOptions, Repairs};
use walkmesh::formats::Document;
use walkmesh::formats::Vector3;
use walkmesh::formats::aswm::{Aswm, Tile, TileFlags, TileHeader, TilesHeader, Triangle, Triangles};
use walkmesh::formats::bms::{self, Bms};
use walkmesh::formats::bwm::{Bwm, Face};
use walkmesh::kotor::{self, Area, AsciiFile, Layout, LayoutRoom, RoomId};
use walkmesh::level::{ApplyOptions, BakeOptions, Level, Location, OpenOptions, PictureOptions, RepairOptions};
use walkmesh::nwn2::{self, CarveOptions, Cutter, OptimiseOptions, Walkmesh};
use walkmesh::picture::PageOptions;
use walkmesh::silkroad::{self, FloorPlan, Plan};

use walkmesh_mesh::samples::hostile::{self, Mesh};

/// Work on a prepared input.
pub struct Work {
    /// Bytes of the input.
    pub input: usize,
    /// Does the work, and returns the bytes of its output.
    pub run: Box<dyn FnOnce() -> usize>,
}

/// The game, the operation, and its preparation; `None` if a mesh cannot be such an input.
pub struct Operation {
    pub game: &'static str,
    pub name: &'static str,
    /// The supported maximum of faces: the tables of some formats grow with the square of the faces.
    pub most: usize,
    /// The most bytes of memory for each byte of its input and output.
    pub factor: u64,
    pub of: fn(&Mesh) -> Option<Work>,
}

const fn operation(game: &'static str, name: &'static str, factor: u64, of: fn(&Mesh) -> Option<Work>) -> Operation {
    Operation { game, name, most: 10_000_000, factor, of }
}

/// All operations.
pub const OPERATIONS: &[Operation] = &[
    operation("kotor", "read", 2, |mesh| file(kotor_bytes(mesh), "a.wok", |file| written(&file))),
    operation("kotor", "info", 6, |mesh| file(kotor_bytes(mesh), "a.wok", |file| drop(black_box(file.summary())))),
    operation("kotor", "check", 24, |mesh| file(kotor_bytes(mesh), "a.wok", |file| check(&file, FlawOptions::DEFAULT))),
    operation("kotor", "check-design", 40, |mesh| file(kotor_bytes(mesh), "a.wok", |file| check(&file, design()))),
    operation("kotor", "check-baked", 10, |mesh| {
        file(kotor_baked(mesh), "a.wok", |file| check(&file, FlawOptions::DEFAULT))
    }),
    operation("kotor", "bake", 3, |mesh| file(kotor_bytes(mesh), "a.wok", bake)),
    operation("kotor", "repair", 8, |mesh| file(kotor_baked(mesh), "a.wok", repair)),
    operation("kotor", "diff", 10, |mesh| file(kotor_bytes(mesh), "a.wok", diff)),
    operation("kotor", "draw", 2, |mesh| file(kotor_baked(mesh), "a.wok", draw)),
    operation("kotor", "query", 4, |mesh| file(kotor_baked(mesh), "a.wok", query)),
    operation("kotor", "glb", 3, |mesh| file(kotor_baked(mesh), "a.wok", |file| through_glb(file, Up::Z))),
    operation("kotor", "obj", 3, |mesh| file(kotor_baked(mesh), "a.wok", |file| through_obj(file, Up::Z))),
    operation("kotor", "moved", 4, |mesh| file(kotor_baked(mesh), "a.wok", moved)),
    operation("kotor", "ascii", 8, |mesh| {
        let walkmesh = kotor::Walkmesh::from_bytes(&kotor_baked(mesh)?).ok()?;
        work(mesh.faces.len() * 60, move || {
            let text = walkmesh.to_ascii("a").expect("a room").text;
            drop(black_box(AsciiFile::from_bytes(text.as_bytes())));
            text.len()
        })
    }),
    operation("kotor", "area-check", 16, |mesh| {
        of_area(mesh, |area| drop(black_box(area.check(&CheckOptions::default()))))
    }),
    operation("kotor", "area-link", 6, |mesh| of_area(mesh, |mut area| drop(black_box(area.link())))),
    operation("kotor", "area-weld", 6, |mesh| of_area(mesh, |mut area| drop(black_box(area.weld(0.01))))),
    operation("kotor", "area-query", 7, |mesh| {
        of_area(mesh, |area| drop(black_box(kotor::Navigator::of_area(area).overview())))
    }),
    operation("nwn2", "read", 2, |mesh| file(nwn2_bytes(mesh), "a.trn", |file| written(&file))),
    operation("nwn2", "check", 2, |mesh| file(nwn2_bytes(mesh), "a.trn", |file| check(&file, FlawOptions::DEFAULT))),
    operation("nwn2", "check-design", 2, |mesh| file(nwn2_bytes(mesh), "a.trn", |file| check(&file, design()))),
    Operation { most: 4000, ..operation("nwn2", "bake", 16, |mesh| file(nwn2_bytes(mesh), "a.trn", bake)) },
    Operation {
        most: 4000,
        ..operation("nwn2", "check-baked", 10, |mesh| {
            file(nwn2_baked(mesh), "a.trx", |file| check(&file, FlawOptions::DEFAULT))
        })
    },
    Operation { most: 4000, ..operation("nwn2", "query-baked", 4, |mesh| file(nwn2_baked(mesh), "a.trx", query)) },
    operation("nwn2", "repair", 12, |mesh| file(nwn2_bytes(mesh), "a.trn", repair)),
    operation("nwn2", "optimise", 2, |mesh| file(nwn2_bytes(mesh), "a.trn", optimise)),
    operation("nwn2", "diff", 16, |mesh| file(nwn2_bytes(mesh), "a.trn", diff)),
    operation("nwn2", "draw", 2, |mesh| file(nwn2_bytes(mesh), "a.trn", draw)),
    operation("nwn2", "query", 8, |mesh| file(nwn2_bytes(mesh), "a.trn", query)),
    operation("nwn2", "glb", 4, |mesh| file(nwn2_bytes(mesh), "a.trn", |file| through_glb(file, Up::Z))),
    operation("nwn2", "moved", 8, |mesh| file(nwn2_bytes(mesh), "a.trn", moved)),
    operation("nwn2", "build", 8, |mesh| {
        let face = |(face, corners)| nwn2::BuildFace { corners, walkable: mesh.is_walkable(face), floor: None };
        let faces: Vec<_> = mesh.faces.iter().copied().enumerate().map(face).collect();
        let vertices = mesh.vertices.clone();
        work(faces.len() * 16 + vertices.len() * 12, move || {
            let built = nwn2::build(&vertices, &faces, &nwn2::BuildOptions::default());
            black_box(&built).as_ref().map_or(0, |built| bytes_of(&built.walkmesh))
        })
    }),
    operation("nwn2", "carve", 16, |mesh| {
        let walkmesh = Walkmesh::from_raw(nwn2_raw(mesh));
        let cutter = Cutter { points: vec![[1.1, 1.2], [3.1, 1.4], [2.1, 3.0]] };
        work(bytes_of(&walkmesh), move || carve(&walkmesh, &[cutter]))
    }),
    operation("nwn2", "carve-round", 1500, |mesh| {
        let walkmesh = Walkmesh::from_raw(nwn2_raw(&hostile::plain(800)));
        let cutter = Cutter { points: mesh.vertices.iter().map(|[x, y, _]| [*x, *y]).collect() };
        work(mesh.vertices.len() * 8 + bytes_of(&walkmesh), move || carve(&walkmesh, &[cutter]))
    }),
    operation("nwn2", "carve-many", 64, |mesh| {
        let walkmesh = Walkmesh::from_raw(nwn2_raw(&hostile::plain(800)));
        let points =
            |face: &[u32; 3]| face.map(|corner| mesh.vertices[corner as usize]).map(|[x, y, _]| [x, y]).to_vec();
        let cutters: Vec<_> = mesh.faces.iter().map(|face| Cutter { points: points(face) }).collect();
        work(mesh.faces.len() * 24 + bytes_of(&walkmesh), move || carve(&walkmesh, &cutters))
    }),
    operation("silkroad", "floors", 32, |mesh| {
        let floor = floor_plan(mesh);
        work(floor_bytes(mesh), move || Plan::of_floors(32_999, &[floor]).map_or(0, |(plan, _)| plan.blocks.len()))
    }),
    operation("silkroad", "doors", 32, |mesh| {
        let floors = [floor_plan(mesh), floor_plan(mesh)];
        work(2 * floor_bytes(mesh), move || Plan::of_floors(32_999, &floors).map_or(0, |(plan, _)| plan.blocks.len()))
    }),
    Operation {
        most: 2000,
        ..operation("silkroad", "plan", 4, |mesh| {
            let (plan, _) = Plan::of_floors(32_999, &[floor_plan(mesh)]).ok()?;
            let cells = mesh.faces.len();
            work(cells * cells * 4, move || {
                let dungeon = plan.bake(&silkroad::BakeOptions::default());
                dungeon.map_or(0, |dungeon| dungeon.to_bytes().map_or(0, |bytes| bytes.len()))
            })
        })
    },
    Operation {
        most: 2000,
        ..operation("silkroad", "check", 4, |mesh| {
            file(silkroad_bytes(mesh), "ainavdata_32999.dat", |file| check(&file, FlawOptions::DEFAULT))
        })
    },
    Operation {
        most: 2000,
        ..operation("silkroad", "bake", 4, |mesh| file(silkroad_bytes(mesh), "ainavdata_32999.dat", bake))
    },
    Operation {
        most: 2000,
        ..operation("silkroad", "diff", 4, |mesh| file(silkroad_bytes(mesh), "ainavdata_32999.dat", diff))
    },
    Operation {
        most: 2000,
        ..operation("silkroad", "query", 4, |mesh| {
            file(silkroad_bytes(mesh), "ainavdata_32999.dat", |file| drop(black_box(file.summary())))
        })
    },
    operation("silkroad", "glb", 8, |mesh| file(bms_bytes(mesh), "a.bms", |file| through_glb(file, Up::Y))),
    operation("silkroad", "draw", 4, |mesh| file(bms_bytes(mesh), "a.bms", draw)),
    operation("silkroad", "moved", 24, |mesh| file(bms_bytes(mesh), "a.bms", moved)),
];

pub fn work(input: usize, run: impl FnOnce() -> usize + 'static) -> Option<Work> {
    Some(Work { input, run: Box::new(run) })
}

/// Work on a file, which includes reading it.
fn file<T: Output>(bytes: Option<Vec<u8>>, name: &'static str, run: impl FnOnce(Level) -> T + 'static) -> Option<Work> {
    let bytes = bytes?;
    let options = OpenOptions::default().with_name(name);
    work(bytes.len(), move || {
        let file = Level::from_bytes(&bytes, &options).expect("a file that was made here");
        drop(bytes);
        run(file).bytes()
    })
}

/// The result of a work: nothing, or the written bytes.
trait Output {
    fn bytes(self) -> usize;
}

impl Output for () {
    fn bytes(self) -> usize {
        0
    }
}

impl Output for usize {
    fn bytes(self) -> usize {
        self
    }
}

fn kotor_raw(mesh: &Mesh) -> Bwm {
    let mut raw = Bwm { walkmesh_type: 1, ..Bwm::default() };
    raw.vertices = mesh.vertices.iter().copied().map(Vector3::from).collect();
    // The walkable faces come first.
    for walkable in [true, false] {
        let faces = mesh.faces.iter().enumerate().filter(|(face, _)| mesh.is_walkable(*face) == walkable);
        raw.faces.extend(faces.map(|(_, &vertices)| Face { vertices }));
        raw.materials.resize(raw.faces.len(), if walkable { 4 } else { 7 });
    }
    raw.normals = vec![Vector3::default(); raw.faces.len()];
    raw.distances = vec![0.0; raw.faces.len()];
    raw
}

fn kotor_bytes(mesh: &Mesh) -> Option<Vec<u8>> {
    kotor_raw(mesh).to_bytes().ok()
}

fn kotor_baked(mesh: &Mesh) -> Option<Vec<u8>> {
    let mut walkmesh = kotor::Walkmesh::from_raw(kotor_raw(mesh));
    walkmesh.bake(&kotor::BakeOptions::default()).ok()?;
    walkmesh.to_bytes().ok()
}

/// Two rooms of the same faces, in one place.
fn of_area(mesh: &Mesh, run: impl FnOnce(Area) + 'static) -> Option<Work> {
    let bytes = kotor_baked(mesh)?;
    let room = || kotor::Walkmesh::from_bytes(&bytes).ok();
    let area = area_of(vec![room()?, room()?])?;
    work(2 * bytes.len(), move || {
        run(area);
        0
    })
}

/// An area of rooms that lie where their vertices are.
pub fn area_of(rooms: Vec<kotor::Walkmesh>) -> Option<Area> {
    let mut layout = Layout::new();
    for number in 0..rooms.len() {
        layout.push(LayoutRoom { name: format!("room{number}"), position: [0.0; 3] }).ok()?;
    }
    let mut area = Area::new(layout);
    for (id, room) in (0..).map(RoomId).zip(rooms) {
        area.insert(id, room).ok()?;
    }
    Some(area)
}

/// A walkmesh of NWN2 that is not baked and has no walls, and its bytes.
pub fn plain_area(faces: usize) -> (Walkmesh, usize) {
    let walkmesh = Walkmesh::from_raw(nwn2_raw(&hostile::plain(faces)));
    let bytes = bytes_of(&walkmesh);
    (walkmesh, bytes)
}

/// A walkmesh that is not baked, with 127 triangles to a tile, in their order.
fn nwn2_raw(mesh: &Mesh) -> Aswm {
    const IN_A_TILE: usize = 127;
    let rows = mesh.faces.iter().enumerate().map(|(face, &vertices)| {
        let (normal, dot) = plane(vertices.map(|vertex| mesh.vertices[vertex as usize]));
        let flags = nwn2::flags(mesh.is_walkable(face), None);
        Triangle { vertices, normal, dot, flags, ..Triangle::default() }
    });
    let triangles: Vec<Triangle> = rows.collect();
    let tiles: Vec<Tile> = (0..triangles.len())
        .step_by(IN_A_TILE)
        .map(|first| {
            let count = IN_A_TILE.min(triangles.len() - first) as u32;
            let header = TileHeader { triangles_offset: first as u32, triangles_count: count, ..TileHeader::default() };
            Tile { flags: TileFlags::TRN, header, ..Tile::default() }
        })
        .collect();
    let flags = TileFlags::TRN;
    let tiles_header = TilesHeader { flags, width: 9.0, grid_height: 1, grid_width: tiles.len() as u32 };
    let vertices = mesh.vertices.iter().copied().map(Vector3::from).collect();
    Aswm { owns_data: 1, vertices, triangles: Triangles::V6B(triangles), tiles, tiles_header, ..Aswm::default() }
}

/// The unit normal of a triangle's plane, and the negated distance from the origin.
fn plane([a, b, c]: [[f32; 3]; 3]) -> ([f32; 3], f32) {
    let [u, v] = [b, c].map(|point| [0, 1, 2].map(|axis| point[axis] - a[axis]));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = normal.iter().map(|value| value * value).sum::<f32>().sqrt();
    let normal = normal.map(|value| value / length);
    (normal, -(0..3).map(|axis| normal[axis] * a[axis]).sum::<f32>())
}

fn nwn2_bytes(mesh: &Mesh) -> Option<Vec<u8>> {
    nwn2_raw(mesh).to_bytes().ok()
}

fn nwn2_baked(mesh: &Mesh) -> Option<Vec<u8>> {
    let mut walkmesh = Walkmesh::from_raw(nwn2_raw(mesh));
    walkmesh.bake(&nwn2::BakeOptions::default()).ok()?;
    walkmesh.to_bytes().ok()
}

/// The bytes of an unbaked walkmesh in a file.
fn bytes_of(walkmesh: &Walkmesh) -> usize {
    let raw = walkmesh.as_raw();
    64 * walkmesh.triangle_rows().len() + 12 * raw.vertices.len() + 74 * raw.tiles.len()
}

pub fn carve(walkmesh: &Walkmesh, cutters: &[Cutter]) -> usize {
    // Floor is kept, because an emptied tile has no output to compare with.
    let carved = nwn2::carve(walkmesh, cutters, &CarveOptions::default().with_keep_floor(true));
    black_box(&carved).as_ref().map_or(0, |carved| bytes_of(&carved.walkmesh))
}

/// The floor with the y axis up.
fn floor_plan(mesh: &Mesh) -> FloorPlan {
    let vertices = mesh.vertices.iter().map(|&[x, y, z]| [x, z, y]).collect();
    let triangles = mesh.faces.iter().map(|&[a, b, c]| [a, c, b]).collect();
    FloorPlan { vertices, triangles, ..FloorPlan::default() }
}

/// The minimum contents of a floor.
fn floor_bytes(mesh: &Mesh) -> usize {
    12 * (mesh.vertices.len() + mesh.faces.len())
}

fn silkroad_bytes(mesh: &Mesh) -> Option<Vec<u8>> {
    let (plan, _) = Plan::of_floors(32_999, &[floor_plan(mesh)]).ok()?;
    plan.bake(&silkroad::BakeOptions::default()).ok()?.to_bytes().ok()
}

fn bms_bytes(mesh: &Mesh) -> Option<Vec<u8>> {
    let floor = floor_plan(mesh);
    let vertex = |position: &[f32; 3]| bms::Vertex { position: (*position).into(), normal_index: 0 };
    let corners = |face: &[u32; 3]| face.map(|corner| u16::try_from(corner).ok());
    let cell = |face: &[u32; 3]| {
        let [a, b, c] = corners(face);
        Some(bms::Cell { vertices: [a?, b?, c?], ..bms::Cell::default() })
    };
    let cells = floor.triangles.iter().map(cell).collect::<Option<Vec<_>>>()?;
    let vertices = floor.vertices.iter().map(vertex).collect();
    let nav_mesh = bms::NavMesh { vertices, cells, ..bms::NavMesh::default() };
    Bms { nav_mesh: Some(nav_mesh), ..Bms::default() }.to_bytes().ok()
}

fn written(file: &Level) -> usize {
    file.to_bytes().map_or(0, |bytes| bytes.len())
}

/// All queries of the geometry.
fn design() -> FlawOptions {
    let options = FlawOptions::DEFAULT.with_height(Some(2.0)).with_slope(Some(1.0)).with_step(Some(0.5));
    options.with_radius(Some(0.25)).with_corner(Some(20.0))
}

fn check(file: &Level, flaws: FlawOptions) {
    drop(black_box(file.check(&CheckOptions::default().with_flaws(flaws))));
}

fn bake(mut file: Level) -> usize {
    match file.bake(&BakeOptions::default()) {
        Ok(_) => written(&file),
        Err(_) => 0,
    }
}

fn repair(mut file: Level) -> usize {
    match file.repair(&RepairOptions::default().with_flaws(Repairs::all(0.01, 0.5))) {
        Ok(_) => written(&file),
        Err(_) => 0,
    }
}

fn optimise(mut file: Level) -> usize {
    file.optimise(&OptimiseOptions::default()).map_or(0, |_| written(&file))
}

fn diff(file: Level) {
    let mut other = file.clone();
    if other.bake(&BakeOptions::default()).is_ok() {
        drop(black_box(file.diff(&other)));
    }
    if let (Some(Ok(before)), Some(Ok(after))) = (file.nwn2().walkmesh, other.nwn2().walkmesh) {
        drop(black_box(before.diff_geometry(after)));
    }
}

fn draw(file: Level) -> usize {
    let scene = file.to_picture("a", &PictureOptions::default()).expect("a picture");
    scene.to_svg(&PageOptions::default()).map_or(0, |svg| svg.len())
}

/// Every index is built.
fn query(file: Level) {
    let navigator = file.into_navigator().expect("a walkmesh");
    let [from, to]: [Location; 2] = ["1,1,0", "3,1.5,0"].map(|location| location.parse().expect("a location"));
    drop(black_box(navigator.path(from, to)));
    drop(black_box(navigator.shortest_path(from, to)));
    drop(black_box(navigator.reach(from)));
    let faces = walkmesh::level::Faces::All;
    drop(black_box(navigator.raycast([1.0, 1.0, 5.0], [1.5, 1.5, -5.0], faces)));
    if let Location::Point(point) = from {
        drop(black_box(navigator.floors_at(point, faces)));
        drop(black_box(navigator.nearest(point)));
    }
}

fn through_glb(mut file: Level, up: Up) -> usize {
    let glb = file.to_scene().expect("triangles").scene.to_glb().expect("a GLB");
    let read = GltfScene::from_bytes(&glb, up).expect("what was written").scene;
    drop(black_box(file.apply_scene(&read, &ApplyOptions::default())));
    glb.len()
}

fn through_obj(mut file: Level, up: Up) -> usize {
    let obj = file.to_scene().expect("triangles").scene.to_obj("a.mtl").obj;
    let read = ObjScene::from_bytes(obj.as_bytes(), up).expect("what was written").scene;
    drop(black_box(file.apply_scene(&read, &ApplyOptions::new(MatchOptions::default().with_snap(1e-4)))));
    obj.len()
}

/// Half of the points were moved.
fn moved(mut file: Level) {
    let mut scene = file.to_scene().expect("triangles").scene;
    scene.nodes[0].set.points.iter_mut().step_by(2).for_each(|point| point[0] += 0.25);
    drop(black_box(file.apply_scene(&scene, &ApplyOptions::default())));
}
