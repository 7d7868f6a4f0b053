//! The operations of the commands on many things that are not faces of one mesh, such as rooms, marks, seams and footprints, as calls of
//! the library. Programs and tests measure how their cost grows with the input.

#![allow(dead_code, reason = "each program that includes this file takes what it needs")]

use std::hint::black_box;

use walkmesh::exchange::{Mark, MatchOptions};
use walkmesh::finding::CheckOptions;
use walkmesh::formats::Document;
use walkmesh::formats::erf::{Erf, Key};
use walkmesh::kotor::engine::{Engine, PathPointsOptions, Walker};
use walkmesh::kotor::{self, Area, ImportOptions, Kind, MaterialId, PathPoints, PlacedObject, RoomId, Walkmesh};
use walkmesh::level::{Archive, ArchiveSummary, IndexedFiles, Memory, OpenOptions};
use walkmesh::mesh::WalkerSize;
use walkmesh::nwn2::Cutter;

use super::operations::{Work, area_of, carve, plain_area, work};
use super::readers::{GROWTH, LINEAR, MAX_CORNERS, round};

/// Work on a number of things.
pub struct List {
    pub game: &'static str,
    pub name: &'static str,
    pub of_what: &'static str,
    /// The supported maximum of things.
    pub most: usize,
    /// Maximum bytes of memory for each byte of its input and output.
    pub factor: u64,
    /// Maximum factor of the instructions for twice the input.
    pub growth: f64,
    pub of: fn(usize) -> Option<Work>,
}

const fn list(
    game: &'static str,
    name: &'static str,
    of_what: &'static str,
    factor: u64,
    of: fn(usize) -> Option<Work>,
) -> List {
    List { game, name, of_what, most: 10_000_000, factor, growth: GROWTH, of }
}

/// A list that must not grow faster than n log n.
const fn linear(list: List) -> List {
    List { growth: LINEAR, ..list }
}

/// All lists.
pub const LISTS: &[List] = &[
    list("kotor", "area-check", "rooms", 12, |count| of_rooms(count, 1.0, check)),
    list("kotor", "area-check", "rooms-in-place", 6, |count| of_rooms(count, 0.0, check)),
    list("kotor", "area-link", "rooms", 10, |count| of_rooms(count, 1.0, link)),
    list("kotor", "area-link", "rooms-in-place", 10, |count| of_rooms(count, 0.0, link)),
    list("kotor", "area-weld", "rooms", 4, |count| of_rooms(count, 1.0, weld)),
    list("kotor", "area-weld", "rooms-in-place", 4, |count| of_rooms(count, 0.0, weld)),
    list("kotor", "area-scene", "rooms", 16, |count| of_rooms(count, 1.0, through_scene)),
    list("kotor", "area-named", "rooms", 8, |count| {
        let area = rooms(count, 1.0)?;
        work(count * BYTES_OF_A_ROOM, move || {
            let mut other = Area::new(area.layout().clone());
            for (id, place) in (0..).map(RoomId).zip(area.layout().rooms()) {
                let room = area.room(id).expect("a room").clone();
                let found = other.insert_named(&place.name.to_ascii_uppercase(), room).expect("a room of its own");
                assert_eq!(found, Some(id));
            }
            0
        })
    }),
    // In each of two rooms, half this number of edges end near one place, a few millimetres apart, and no two of them match.
    list("kotor", "area-check", "edges-in-place", 20, |count| of_edges(count, check)),
    list("kotor", "area-weld", "edges-in-place", 6, |count| of_edges(count, weld)),
    list("kotor", "area-link", "seam", 12, |count| of_seam(count, link)),
    list("kotor", "area-check", "seam", 20, |count| of_seam(count, check)),
    // Chests 6 mm apart, chests on a floor of as many faces, and points that all share the links of all.
    linear(list("kotor", "navigate", "objects-in-place", 8, |count| {
        of_chests(count, 0.006, |area, chests| {
            drop(black_box(kotor::Navigator::of_area_with(area, chests).overview()));
        })
    })),
    linear(list("kotor", "check-objects", "hooks", 40, |count| {
        of_chests(count, 1.0, |area, chests| {
            let named: Vec<_> = chests.into_iter().map(|chest| ("chest".to_owned(), chest)).collect();
            drop(black_box(area.check_objects(&named, &CheckOptions::default())));
        })
    })),
    // Half of every second face is a wall, so nearly every corner is one of a wall.
    list("kotor", "path-of-walker", "walls", 80, |count| {
        let floor = half_walls(count)?;
        work(floor.to_bytes().ok()?.len(), move || {
            let navigator = kotor::Navigator::new(floor);
            let end = |at| navigator.snap_in_plan(at, 1.0).expect("a floor").expect("a face").position;
            let side = (count as f32 / 2.0).sqrt().floor();
            let path =
                navigator.shortest_path_of(WalkerSize::new(0.05), end([0.9, 0.1]), end([side - 0.1, side - 0.9]));
            drop(black_box(path));
            0
        })
    }),
    linear(list("kotor", "generate-path-points", "chambers", 400, |count| {
        let area = area_of(vec![chambers(count)?])?;
        generate(count, area)
    })),
    linear(list("kotor", "generate-path-points", "rooms", 400, |count| {
        let mut area = rooms(count / 2, 1.0)?;
        area.link().ok()?;
        generate(count, area)
    })),
    linear(list("kotor", "coverage", "path-points", 400, |count| {
        let path = PathPoints::new(&(0..count).map(|at| ([at as f32 * 1e-3, 0.5], [0_u32; 0])).collect::<Vec<_>>());
        let area = rooms(1, 1.0)?;
        work(path.to_bytes().ok()?.len(), move || {
            let engine = Engine::new(area).expect("a room").with_path_points(&path);
            drop(black_box(engine.coverage(&Walker::PERSON, 1000)));
            0
        })
    })),
    linear(list("kotor", "path-points", "shared-links", 8, |count| {
        let links = vec![u32::MAX; count];
        let mut raw = PathPoints::new(&[([0.0, 0.0], links)]).as_raw().clone();
        let list = raw.fields.iter().find(|field| field.label == 0)?.data;
        let first = u32::from_le_bytes(list) as usize / 4;
        // The single point is repeated in the list of points once for each link.
        let point = *raw.list_indices.get(first + 1)?;
        let at = raw.list_indices.len();
        raw.list_indices.push(count as u32);
        raw.list_indices.extend(vec![point; count]);
        raw.fields.iter_mut().find(|field| field.label == 0)?.data = (4 * at as u32).to_le_bytes();
        let bytes = raw.to_bytes().ok()?;
        work(bytes.len(), move || {
            let path = PathPoints::from_bytes(&bytes).expect("a PTH");
            drop(black_box((path.parts(), path.self_links(), path.check(&CheckOptions::default()))));
            0
        })
    })),
    linear(list("level", "check-by-level", "rooms", 400, |count| {
        let room = rooms(1, 1.0)?.room(RoomId(0))?.to_bytes().ok()?;
        let files: Memory = (0..count).map(|at| (format!("room{at}.wok"), room.clone())).collect();
        work(count * room.len(), move || {
            let files = IndexedFiles::new(&files).expect("files in memory");
            for level in files.levels() {
                let level = files.open(&level.file, &OpenOptions::default()).expect("a room");
                drop(black_box(level.check(&CheckOptions::default())));
            }
            0
        })
    })),
    linear(list("level", "archive", "members-in-place", 64, |count| {
        let keys = (0..count).map(|at| Key::new(&format!("m{at}"), 2016, at as u32)).collect::<Result<_, _>>().ok()?;
        let erf = Erf { file_type: *b"MOD ", keys, members: vec![Vec::new(); count], ..Erf::default() };
        let bytes = erf.to_bytes().ok()?;
        work(bytes.len(), move || {
            let archive = Archive::from_bytes("a.mod", bytes).expect("an archive");
            drop(black_box(ArchiveSummary::of_archive(&archive)));
            0
        })
    })),
    list("kotor", "area-scene", "marks", 12, |count| of_marks(count, 1.0)),
    list("kotor", "area-scene", "marks-in-place", 12, |count| of_marks(count, 0.0)),
    // Footprints of 1,024 corners: side by side, on top of each other, and with sides that cross most others.
    list("nwn2", "carve", "corners", 4, |count| of_cutters(count, 20.0, |corner| corner)),
    list("nwn2", "carve", "corners-in-place", 4, |count| of_cutters(count, 0.0, |corner| corner)),
    List {
        most: 2 * MAX_CORNERS,
        ..list("nwn2", "carve", "crossing-corners", 160, |count| {
            of_cutters(count, 20.0, |corner| corner * (MAX_CORNERS / 16 - 1))
        })
    },
];

/// Minimum size in bytes of a room of two faces.
const BYTES_OF_A_ROOM: usize = 400;

/// Chests in a row, from the south-west corner of a floor that has this number of faces.
fn of_chests(count: usize, distance: f32, run: fn(Area, Vec<PlacedObject>)) -> Option<Work> {
    let [a, b, c] = [[-0.4, -0.4, 0.0], [0.4, -0.4, 0.0], [0.0, 0.4, 0.0]];
    let mut chest = Walkmesh::from_triangles(Kind::Pwk, [([a, b, c], MaterialId(7))]).ok()?;
    chest.set_hooks([[0.0, -0.6, 0.0], [0.0, 0.6, 0.0]]).ok()?;
    let area = rooms(count / 2, 1.0)?;
    let side = (count / 2).isqrt().max(1);
    let at = |at: usize| [(at % side) as f32 * distance + 0.5, (at / side) as f32 * distance + 0.5, 0.0];
    let chests = (0..count).map(|number| PlacedObject::new(chest.clone(), at(number), 0.0)).collect();
    work(count * BYTES_OF_A_ROOM, move || {
        run(area, chests);
        0
    })
}

/// Generates the path points of an area for a person, with four spots for each face, about as many as real areas have.
fn generate(count: usize, area: Area) -> Option<Work> {
    let options = PathPointsOptions::default().with_most_spots(4 * count as u32);
    work(count * BYTES_OF_A_ROOM, move || {
        let engine = Engine::new(area).expect("an area");
        let made = engine.generate_path_points(&Walker::PERSON, None, &options);
        assert!(made.coverage.missed.is_empty());
        made.path.to_bytes().map_or(0, |bytes| bytes.len())
    })
}

/// A square floor with a number of faces, some of which are walls.
fn half_walls(count: usize) -> Option<Walkmesh> {
    let side = (count / 2).isqrt().max(1);
    let faces = (0..side * side).flat_map(|at| {
        let [x, y] = [at % side, at / side].map(|at| at as f32);
        let [a, b, c, d] = [[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]].map(|[x, y]| [x, y, 0.0]);
        // The bits of a multiplicative hash.
        let is_wall = (at as u32).wrapping_mul(2_654_435_769) >> 31 == 1;
        [([a, b, c], MaterialId(4)), ([a, c, d], MaterialId(if is_wall { 7 } else { 4 }))]
    });
    let mut floor = Walkmesh::from_triangles(Kind::Wok, faces).ok()?;
    floor.bake(&walkmesh::kotor::BakeOptions::default()).ok()?;
    Some(floor)
}

/// A floor with a number of faces in chambers of 4 m by 4 m, with walls between them and doors of 2 m in the walls.
fn chambers(count: usize) -> Option<Walkmesh> {
    /// The squares of a chamber along one side, of 1 m and two faces each.
    const SIDE: usize = 4;
    let chambers = (count / (2 * SIDE * SIDE)).isqrt().max(1);
    let last = chambers * SIDE;
    let mut faces = Vec::new();
    for (y, x) in (0..=last).flat_map(|y| (0..=last).map(move |x| (y, x))) {
        let [a, b, c, d] = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]].map(|at| at.map(|value| value as f32));
        let at = |[x, y]: [f32; 2], z: f32| [x, y, z];
        if x < last && y < last {
            faces.extend([[a, b, c], [a, c, d]].map(|corners| (corners.map(|corner| at(corner, 0.0)), MaterialId(4))));
        }
        let has_wall = |along: usize, across: usize| {
            along < last
                && across.is_multiple_of(SIDE)
                && (across.is_multiple_of(last) || along.is_multiple_of(SIDE) || along % SIDE == SIDE - 1)
        };
        let mut wall = |from, to| {
            let sides = [[at(from, 0.0), at(to, 0.0), at(to, 3.0)], [at(from, 0.0), at(to, 3.0), at(from, 3.0)]];
            faces.extend(sides.map(|side| (side, MaterialId(7))));
        };
        if has_wall(x, y) {
            wall(a, b);
        }
        if has_wall(y, x) {
            wall(a, d);
        }
    }
    let mut floor = Walkmesh::from_triangles(Kind::Wok, faces).ok()?;
    floor.bake(&walkmesh::kotor::BakeOptions::default()).ok()?;
    Some(floor)
}

/// Rooms of two faces each, in rows, or all in one place if their distance is 0.
fn rooms(count: usize, distance: f32) -> Option<Area> {
    let side = count.isqrt().max(1);
    let rooms = (0..count).map(|room| {
        let [x, y] = [room % side, room / side].map(|at| at as f32 * distance);
        let [a, b, c, d] = [[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]].map(|[x, y]| [x, y, 0.0]);
        let faces = [[a, b, c], [a, c, d]].map(|corners| (corners, MaterialId(4)));
        let mut room = Walkmesh::from_triangles(Kind::Wok, faces).ok()?;
        room.bake(&walkmesh::kotor::BakeOptions::default()).ok()?;
        Some(room)
    });
    area_of(rooms.collect::<Option<_>>()?)
}

fn of_rooms(count: usize, distance: f32, run: fn(Area)) -> Option<Work> {
    let mut area = rooms(count, distance)?;
    area.link().ok()?;
    work(count * BYTES_OF_A_ROOM, move || {
        run(area);
        0
    })
}

fn check(area: Area) {
    drop(black_box(area.check(&CheckOptions::default())));
}

fn link(mut area: Area) {
    drop(black_box(area.link()));
}

fn weld(mut area: Area) {
    drop(black_box(area.weld(0.1)));
}

fn through_scene(mut area: Area) {
    let scene = area.to_scene().scene;
    drop(black_box(area.apply_scene(&scene, &MatchOptions::default())));
    drop(black_box(Area::from_scene(&scene, &ImportOptions::new(Kind::Wok))));
}

/// Two rooms whose faces each have one side between the same two points, apart from some millimetres.
fn of_edges(count: usize, run: fn(Area)) -> Option<Work> {
    // Steps whose multiples fill a cube evenly.
    let near = |[x, y, z]: [f32; 3], at: usize| {
        let part = |step: f32| (at as f32 * step).fract() * 0.05;
        [x + part(0.819_172_5), y + part(0.671_043_6), z + part(0.549_700_5)]
    };
    let room = |west: bool| {
        let face = |at: usize| {
            let [from, to] = [[10.0, 0.0, 0.0], [10.0, 10.0, 0.0]];
            let apex = |x: f32| near([x, 5.0, 0.0], at);
            let corners = if west {
                [near(from, at), near(to, at + 1), apex(0.0)]
            } else {
                [near(to, at + 2), near(from, at + 3), apex(20.0)]
            };
            (corners, MaterialId(4))
        };
        let mut room = Walkmesh::from_triangles(Kind::Wok, (0..count / 2).map(face)).ok()?;
        room.bake(&walkmesh::kotor::BakeOptions::default()).ok()?;
        Some(room)
    };
    of_area(area_of(vec![room(true)?, room(false)?])?, run)
}

/// Two rooms that meet at half this number of edges, one behind the other, all without a transition.
fn of_seam(count: usize, run: fn(Area)) -> Option<Work> {
    let room = |west: bool| {
        let face = |at: usize| {
            let [from, to] = [at, at + 1].map(|at| [10.0, at as f32, 0.0]);
            let apex = |x: f32| [x, at as f32 + 0.5, 0.0];
            (if west { [from, to, apex(0.0)] } else { [to, from, apex(20.0)] }, MaterialId(4))
        };
        let mut room = Walkmesh::from_triangles(Kind::Wok, (0..count / 2).map(face)).ok()?;
        room.bake(&walkmesh::kotor::BakeOptions::default()).ok()?;
        Some(room)
    };
    of_area(area_of(vec![room(true)?, room(false)?])?, run)
}

fn of_area(area: Area, run: fn(Area)) -> Option<Work> {
    let bytes = area.rooms().map(|(_, room)| room.to_bytes().map_or(0, |bytes| bytes.len())).sum();
    work(bytes, move || {
        run(area);
        0
    })
}

/// A mark of a transition for each room, in no node.
fn of_marks(count: usize, distance: f32) -> Option<Work> {
    let mut area = rooms(count, distance)?;
    let mut scene = area.to_scene().scene;
    let point = |node: usize| scene.nodes[node].set.points.first().copied().unwrap_or_default();
    let mark = |node: usize| {
        let [x, y, z] = point(node);
        Mark { name: format!("transition to room {}", (node + 1) % count), point: [x + 0.5, y, z] }
    };
    scene.marks = (0..scene.nodes.len()).map(mark).collect();
    work(count * BYTES_OF_A_ROOM, move || {
        drop(black_box(area.apply_scene(&scene, &MatchOptions::default())));
        0
    })
}

/// Footprints of 1,024 corners each, in a row on a floor; `corner` gives their order.
fn of_cutters(corners: usize, distance: f32, corner: fn(usize) -> usize) -> Option<Work> {
    let (walkmesh, bytes) = plain_area(800);
    let cutter = |at: usize| {
        let point = |number: usize| {
            let [x, y] = round(corner(number) % MAX_CORNERS);
            [x * 9.0 + 10.0 + at as f32 * distance, y * 9.0 + 10.0]
        };
        Cutter { points: (0..MAX_CORNERS).map(point).collect() }
    };
    let cutters: Vec<_> = (0..corners.div_ceil(MAX_CORNERS)).map(cutter).collect();
    work(cutters.len() * MAX_CORNERS * 8 + bytes, move || carve(&walkmesh, &cutters))
}
