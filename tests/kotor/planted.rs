//! Faults planted in real rooms: each is found by name and place, and repaired, and the repaired room equals the original.
//!
//! A run covers every fifth room. `WALKMESH_PLANTED=all` covers all of them, as `.ci/run --full` does.

mod borders;
mod compare;
#[path = "../support/faults.rs"]
mod faults;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use walkmesh::finding::{CheckOptions, Findings};
use walkmesh::flaw::{FlawOptions, Repairs};
use walkmesh::kotor::{Area, BakeOptions, FaceId, MaterialId, RoomId, VertexId, Walkmesh};
use walkmesh_testing::{corpus, snapshot};

use borders::{corridor, lead, seam, seam_junction, unlink};
use compare::{geometry, is_at, is_kept};
use faults::{Change, FAULTS, THORN, thorn};

/// A fault in a room or an area.
struct Planted {
    place: Ground,
    /// The same without the fault; `None` for the room as it was.
    whole: Option<Ground>,
    /// The place to look at.
    at: [f32; 3],
}

/// The target of a planted fault.
#[derive(Clone)]
enum Ground {
    Room(Box<Walkmesh>),
    Area(Box<Area>),
}

impl Ground {
    fn check(&self, options: &CheckOptions) -> Findings {
        match self {
            Self::Room(room) => room.check(options),
            Self::Area(area) => area.check(options),
        }
    }

    /// The same after every repair, baked.
    fn repaired(&self) -> Self {
        let options = Repairs::all(0.03, 1.0);
        match self.clone() {
            Self::Room(mut room) => {
                room.repair(&options).unwrap();
                room.bake(&rebuilt()).unwrap();
                Self::Room(room)
            }
            Self::Area(mut area) => {
                area.repair(&options, true).unwrap();
                let rooms: Vec<RoomId> = area.rooms().map(|(room, _)| room).collect();
                for room in rooms {
                    area.room_mut(room).unwrap().bake(&rebuilt()).unwrap();
                }
                Self::Area(area)
            }
        }
    }

    fn rooms(&self) -> Vec<&Walkmesh> {
        match self {
            Self::Room(room) => vec![room.as_ref()],
            Self::Area(area) => area.rooms().map(|(_, room)| room).collect(),
        }
    }
}

/// A kind of fault: its name, the rule that must find it, the number of faces to try, and the function that plants it at a face.
struct Kind {
    name: &'static str,
    code: &'static str,
    tries: usize,
    plant: fn(&Walkmesh, FaceId) -> Option<Planted>,
}

/// The faults that only a room or an area can carry.
const OF_ROOMS: [Kind; 17] = [
    inside("pocket", "part-pocket", |room, face| island(room, face, 0.5)),
    inside("part that is cut off", "part-cut-off", |room, face| island(room, face, 4.0)),
    inside("step of 15 cm", "floor-step", |room, face| {
        planted_in(room, &faults::step(&ground(room), face.index(), 0.15)?)
    }),
    inside("step of 40 cm", "floor-step", |room, face| {
        let step = faults::step(&ground(room), face.index(), 0.4)?;
        // The place is between the upper side and the lower one.
        let [x, y, z] = step.at;
        planted_in(room, &Change { at: [x, y, z - 0.2], ..step })
    }),
    at_border("sharp corner", "corner-sharp", |room, face| planted_in(room, &thorn(&ground(room), face.index(), 2)?)),
    at_border("narrow corridor", "corridor-narrow", corridor),
    at_border("seam of 1 mm", "transition-gap", |room, face| seam(room, face, 0.001, |_| ())),
    at_border("seam of 2 cm", "transition-gap", |room, face| seam(room, face, 0.02, |_| ())),
    at_border("seam of 1 cm that leads nowhere", "seam-gap", |room, face| seam(room, face, 0.01, unlink)),
    at_border("missing transition", "transition-missing", |room, face| seam(room, face, 0.0, unlink)),
    at_border("one-sided transition", "transition-one-way", |room, face| {
        seam(room, face, 0.0, |area| lead(area, RoomId(1), None))
    }),
    at_border("transition to another room", "transition-without-edge", |room, face| {
        seam(room, face, 0.0, |area| lead(area, RoomId(0), Some(RoomId(2))))
    }),
    at_border("transition beyond the layout", "transition-room-out-of-range", |room, face| {
        seam(room, face, 0.0, |area| lead(area, RoomId(0), Some(RoomId(9))))
    }),
    at_border("T-junction at a seam", "floor-t-junction", seam_junction),
    at_border("hole", "floor-hole", hole),
    inside("face over the floor", "face-covers-floor", |room, face| cover(room, face, 1.5)),
    inside("face under the floor", "floor-covers-face", |room, face| cover(room, face, -1.5)),
];

/// Number of faces to try for a fault inside a room.
const TRIES: usize = 200;

const fn inside(name: &'static str, code: &'static str, plant: fn(&Walkmesh, FaceId) -> Option<Planted>) -> Kind {
    Kind { name, code, tries: TRIES, plant }
}

/// A fault that only faces at a border can carry.
const fn at_border(name: &'static str, code: &'static str, plant: fn(&Walkmesh, FaceId) -> Option<Planted>) -> Kind {
    Kind { name, code, tries: usize::MAX, plant }
}

/// A room as ground for the faults of any floor.
fn ground(room: &Walkmesh) -> faults::Ground {
    let beyond = |face: walkmesh::kotor::Face<'_>| face.neighbours().map(|edge| edge.map(|edge| edge.face().index()));
    faults::Ground {
        vertices: room.vertices().collect(),
        faces: room.as_raw().faces.iter().map(|face| face.vertices).collect(),
        neighbours: room.faces().map(beyond).collect(),
    }
}

/// The games' trees depend on digits that no file has, so all rooms that are compared here have a tree built by the rule.
fn rebuilt() -> BakeOptions {
    BakeOptions::default().with_rebuild_tree(true)
}

/// The room with a fault of any floor, baked.
fn planted_in(room: &Walkmesh, change: &Change) -> Option<Planted> {
    let mut room = room.clone();
    for vertex in &change.vertices {
        room.add_vertex(*vertex).ok()?;
    }
    let mut raw = room.into_raw();
    for (face, corners) in &change.corners {
        raw.faces[*face].vertices = *corners;
    }
    let mut room = Walkmesh::from_raw(raw).with_kind(walkmesh::kotor::Kind::Wok).with_materials_as_stored();
    if let Some((corners, like)) = change.added {
        let material = room.face(FaceId(like as u32))?.material();
        room.add_face(corners.map(VertexId), material).ok()?;
    }
    room.bake(&rebuilt()).ok()?;
    Some(planted(room, change.at))
}

/// Adds a triangle of a given size, far from everything.
fn island(room: &Walkmesh, like: FaceId, size: f32) -> Option<Planted> {
    let bounds = room.bounds()?;
    // In a small room, the triangle would be the largest part.
    if bounds.max[0] - bounds.min[0] < 4.0 * size || bounds.max[1] - bounds.min[1] < 4.0 * size {
        return None;
    }
    planted_in(room, &faults::island(&ground(room), like.index(), bounds.max.map(|value| value + 20.0), size))
}

/// Removes a face none of whose corners lies at a border.
fn hole(room: &Walkmesh, face: FaceId) -> Option<Planted> {
    let is_inner = |face: walkmesh::kotor::Face<'_>| face.neighbours().iter().all(Option::is_some);
    let border: BTreeSet<VertexId> = room
        .faces()
        .filter(|face| face.is_walkable() && !is_inner(*face))
        .flat_map(|face| {
            let sides = face.neighbours();
            let open = (0..3).filter(move |side| sides[*side].is_none());
            open.flat_map(move |side| [face.corners()[side], face.corners()[(side + 1) % 3]]).collect::<Vec<_>>()
        })
        .collect();
    let here = room.face(face)?;
    let at = middle(here.points()?);
    if here.corners().iter().any(|corner| border.contains(corner)) || area(here.points()?) < 0.01 {
        return None;
    }
    let mut room = room.clone();
    room.remove_faces(&[face]).ok()?;
    room.bake(&rebuilt()).ok()?;
    Some(planted(room, at))
}

/// Puts an unwalkable face above a walkable one, or below it if `height` is negative.
fn cover(room: &Walkmesh, face: FaceId, height: f32) -> Option<Planted> {
    let points = room.face(face)?.points()?;
    if area(points) < 0.1 {
        return None;
    }
    let mut room = room.clone();
    let mut corners = Vec::new();
    for [x, y, z] in points {
        corners.push(room.add_vertex([x, y, z + height]).ok()?);
    }
    room.add_face([corners[0], corners[1], corners[2]], MaterialId(7)).ok()?;
    room.bake(&rebuilt()).ok()?;
    let [x, y, z] = middle(points);
    // The place is on the upper of the two faces.
    Some(planted(room, [x, y, z + height.max(0.0)]))
}

fn middle(points: [[f32; 3]; 3]) -> [f32; 3] {
    [0, 1, 2].map(|axis| points.iter().map(|point| point[axis]).sum::<f32>() / 3.0)
}

/// In the plan view, in square metres.
fn area([a, b, c]: [[f32; 3]; 3]) -> f32 {
    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() / 2.0
}

fn planted(room: Walkmesh, at: [f32; 3]) -> Planted {
    Planted { place: Ground::Room(Box::new(room)), whole: None, at }
}

/// One room in this number is taken.
fn step() -> usize {
    if std::env::var_os("WALKMESH_PLANTED").is_some_and(|what| what == "all") { 1 } else { 5 }
}

/// The results for the faults of one kind.
#[derive(Default)]
struct Figures {
    planted: usize,
    found: usize,
    geometry: usize,
    tables: usize,
    kept: usize,
}

#[test]
fn planted_faults_are_found_and_repaired() {
    let Some(corpus) = corpus("kotor") else { return };
    let step = step();
    // The height and the step are those of `walkmesh check --profile design`.
    let check = CheckOptions::all().with_flaws(
        FlawOptions::default()
            .with_height(Some(2.0))
            .with_step(Some(0.5))
            .with_radius(Some(0.3))
            .with_corner(Some(f64::from(THORN) + 1.0)),
    );
    let mut figures: BTreeMap<usize, Figures> = BTreeMap::new();
    let mut missed = String::new();
    for maker in ["vanilla", "mdledit", "kaurora", "kotorblender"] {
        let files = walkmesh_testing::files(&corpus.join(maker), "wok");
        for path in files.iter().step_by(step) {
            let stored = Walkmesh::from_bytes(&std::fs::read(path).unwrap()).unwrap();
            let mut base = stored.with_kind(walkmesh::kotor::Kind::Wok).with_materials_as_stored();
            if base.bake(&rebuilt()).is_err() {
                continue;
            }
            let repaired_base = Ground::Room(Box::new(base.clone())).repaired();
            // The first face that can carry the fault, from the middle of the room on.
            let walkable = base.faces().filter(|face| face.is_walkable()).count() as u32;
            let order = || (walkable / 2..walkable).chain(0..walkable / 2).map(FaceId);
            let floor = ground(&base);
            let of_floors = FAULTS.iter().map(|fault| {
                let plant = |face: FaceId| planted_in(&base, &(fault.plant)(&floor, face.index())?);
                (fault.name, fault.code, order().take(TRIES).find_map(plant))
            });
            let of_rooms = OF_ROOMS.iter().map(|kind| {
                (kind.name, kind.code, order().take(kind.tries).find_map(|face| (kind.plant)(&base, face)))
            });
            for (number, (name, code, planted)) in of_floors.chain(of_rooms).enumerate() {
                let Some(planted) = planted else { continue };
                let figures = figures.entry(number).or_default();
                figures.planted += 1;
                let findings = planted.place.check(&check);
                let is_found =
                    findings.iter().any(|finding| finding.code() == code && is_at(&planted.place, finding, planted.at));
                figures.found += usize::from(is_found);
                if !is_found {
                    let _ = writeln!(missed, "{}: {} at {:?}", path.display(), name, planted.at);
                }
                // The room's original faults are repaired with it.
                let expected = planted.whole.as_ref().map_or_else(|| repaired_base.clone(), Ground::repaired);
                let repaired = planted.place.repaired();
                let rooms: Vec<_> = repaired.rooms().into_iter().zip(expected.rooms()).collect();
                let all = |is_equal: &dyn Fn(&Walkmesh, &Walkmesh) -> bool| {
                    usize::from(rooms.iter().all(|(repaired, expected)| is_equal(repaired, expected)))
                };
                figures.geometry += all(&|repaired, expected| geometry(repaired) == geometry(expected));
                figures.tables +=
                    all(&|repaired, expected| repaired.diff(expected).iter().all(|table| table.is_equal()));
                figures.kept += all(&|repaired, expected| is_kept(repaired, expected, planted.at));
            }
        }
    }
    println!("{missed}");
    let mut lines =
        String::from("fault | planted | found | geometry of before | tables of before | other faces kept\n");
    let names: Vec<&str> = FAULTS.iter().map(|fault| fault.name).chain(OF_ROOMS.iter().map(|kind| kind.name)).collect();
    for (number, Figures { planted, found, geometry, tables, kept }) in figures {
        let _ = writeln!(lines, "{} | {planted} | {found} | {geometry} | {tables} | {kept}", names[number]);
    }
    println!("{lines}");
    if step > 1 {
        snapshot("kotor_planted", &lines);
    }
}
