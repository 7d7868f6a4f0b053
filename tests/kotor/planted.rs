//! Faults planted in real rooms: each is found, by its name and where it is, and mended, and the mended room is the one of
//! before.
//!
//! A run takes every fifth room. `WALKMESH_PLANTED=all` takes all of them, as `.ci/run --full` does.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use walkmesh::finding::{CheckOptions, Finding};
use walkmesh::flaw::{FlawOptions, MendOptions};
use walkmesh::formats::bwm::Bwm;
use walkmesh::kotor::{BakeOptions, FaceId, Kind, VertexId, Walkmesh};
use walkmesh_testing::{corpus, snapshot};

/// A fault in a room.
struct Planted {
    room: Walkmesh,
    /// Where somebody should look.
    at: [f32; 3],
}

/// A kind of fault: its name, the rule that must find it, and how it is planted at a face.
struct Fault {
    name: &'static str,
    code: &'static str,
    plant: fn(&Walkmesh, FaceId) -> Option<Planted>,
}

const KINDS: [Fault; 21] = [
    kind("crack of 0.2 mm", "floor-cracked", |room, face| crack(room, face, 0.0002)),
    kind("crack of 0.5 mm", "floor-cracked", |room, face| crack(room, face, 0.0005)),
    kind("crack of 1 mm", "floor-cracked", |room, face| crack(room, face, 0.001)),
    kind("crack of 5 mm", "floor-cracked", |room, face| crack(room, face, 0.005)),
    kind("crack of 1 cm", "floor-cracked", |room, face| crack(room, face, 0.01)),
    kind("crack of 2 cm", "floor-cracked", |room, face| crack(room, face, 0.02)),
    kind("overlap of 1 mm", "floor-cracked", |room, face| crack(room, face, -0.001)),
    kind("overlap of 1 cm", "floor-cracked", |room, face| crack(room, face, -0.01)),
    kind("step of 2 mm", "floor-cracked", |room, face| step(room, face, 0.002)),
    kind("step of 1 cm", "floor-cracked", |room, face| step(room, face, 0.01)),
    kind("vertices that are not joined", "side-not-joined", |room, face| crack(room, face, 0.0)),
    kind("T-junction", "floor-t-junction", |room, face| junction(room, face, 0.0)),
    kind("T-junction, 1 mm beside", "floor-t-junction", |room, face| junction(room, face, 0.001)),
    kind("T-junction, 5 mm beside", "floor-t-junction", |room, face| junction(room, face, 0.005)),
    kind("face that faces down", "face-faces-down", turned),
    kind("face without an area", "face-degenerate", degenerate),
    kind("face that is there twice", "face-duplicate", duplicate),
    kind("pocket", "part-pocket", |room, face| island(room, face, 0.5)),
    kind("part that is cut off", "part-cut-off", |room, face| island(room, face, 4.0)),
    kind("roof", "ceiling-low", |room, face| above(room, face, 1.2)),
    kind("floor at the same height", "face-overlap", |room, face| above(room, face, 0.004)),
];

const fn kind(name: &'static str, code: &'static str, plant: fn(&Walkmesh, FaceId) -> Option<Planted>) -> Fault {
    Fault { name, code, plant }
}

fn corners(room: &Walkmesh, face: FaceId) -> Option<[[f32; 3]; 3]> {
    room.face(face)?.points()
}

fn middle(points: &[[f32; 3]]) -> [f32; 3] {
    std::array::from_fn(|axis| points.iter().map(|point| point[axis]).sum::<f32>() / points.len() as f32)
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f32>().sqrt()
}

/// The room with other corners of faces, baked.
fn rebuilt(room: &Walkmesh, edit: impl FnOnce(&mut Bwm)) -> Option<Walkmesh> {
    let mut raw = room.as_raw().clone();
    edit(&mut raw);
    let mut room = Walkmesh::from_raw(raw).with_kind(Kind::Wok).with_materials_as_stored();
    room.bake(&BakeOptions::default()).ok()?;
    Some(room)
}

/// The room with a face more, of the material of another one, baked. A corner is a vertex, or a new one.
fn with_face(room: &Walkmesh, corners: [Corner; 3], like: FaceId) -> Option<Walkmesh> {
    let mut room = room.clone();
    let material = room.face(like)?.material();
    let corners = corners.map(|corner| match corner {
        Corner::Old(vertex) => VertexId(vertex),
        Corner::New(point) => room.add_vertex(point).unwrap(),
    });
    room.add_face(corners, material).ok()?;
    room.bake_stale().ok()?;
    Some(room)
}

#[derive(Clone, Copy)]
enum Corner {
    Old(u32),
    New([f32; 3]),
}

/// A side of a face that is joined to another face, long enough for a fault; both faces are broad enough, too.
fn inner_side(room: &Walkmesh, face: FaceId) -> Option<(usize, FaceId)> {
    let broad = |face: FaceId| {
        let points = corners(room, face)?;
        let [a, b, c] = points.map(|[x, y, _]| [f64::from(x), f64::from(y)]);
        let area = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs();
        let sides = [[0, 1], [1, 2], [2, 0]].map(|[from, to]: [usize; 2]| distance(points[from], points[to]));
        let [least, most] = [sides.into_iter().reduce(f32::min)?, sides.into_iter().reduce(f32::max)?];
        (least > 0.3 && area / f64::from(most) > 0.15).then_some(())
    };
    broad(face)?;
    let row = room.face(face)?;
    let others = row.neighbours();
    (0..3).find_map(|side| {
        let other = others[side]?.face();
        broad(other)?;
        Some((side, other))
    })
}

/// Gives the face vertices of its own at a side, away from the other face by `width`.
fn crack(room: &Walkmesh, face: FaceId, width: f32) -> Option<Planted> {
    let (side, _) = inner_side(room, face)?;
    let points = corners(room, face)?;
    let (from, to, third) = (points[side], points[(side + 1) % 3], points[(side + 2) % 3]);
    let middle_of_side = middle(&[from, to]);
    // Towards the third corner, at right angles to the side.
    let along: [f32; 3] = std::array::from_fn(|axis| to[axis] - from[axis]);
    let share = (0..3).map(|axis| (third[axis] - from[axis]) * along[axis]).sum::<f32>()
        / along.iter().map(|value| value * value).sum::<f32>();
    let foot: [f32; 3] = std::array::from_fn(|axis| from[axis] + along[axis] * share);
    let height = distance(foot, third);
    let offset: [f32; 3] = std::array::from_fn(|axis| (third[axis] - foot[axis]) / height * width);
    torn(room, face, side, offset, middle_of_side)
}

/// Gives the face vertices of its own at a side, lower by `height`.
fn step(room: &Walkmesh, face: FaceId, height: f32) -> Option<Planted> {
    let (side, _) = inner_side(room, face)?;
    let points = corners(room, face)?;
    torn(room, face, side, [0.0, 0.0, -height], middle(&[points[side], points[(side + 1) % 3]]))
}

fn torn(room: &Walkmesh, face: FaceId, side: usize, offset: [f32; 3], at: [f32; 3]) -> Option<Planted> {
    let room = rebuilt(room, |raw| {
        for corner in [side, (side + 1) % 3] {
            let vertex = raw.faces[face.index()].vertices[corner] as usize;
            let point: [f32; 3] = raw.vertices[vertex].into();
            let moved: [f32; 3] = std::array::from_fn(|axis| point[axis] + offset[axis]);
            raw.faces[face.index()].vertices[corner] = raw.vertices.len() as u32;
            raw.vertices.push(moved.into());
        }
    })?;
    Some(Planted { room, at })
}

/// Splits the face at the middle of a side, but not the face beyond it.
fn junction(room: &Walkmesh, face: FaceId, beside: f32) -> Option<Planted> {
    let (side, _) = inner_side(room, face)?;
    let points = corners(room, face)?;
    let (from, to, third) = (points[side], points[(side + 1) % 3], points[(side + 2) % 3]);
    let centre = middle(&[from, to]);
    let reach = distance(centre, third);
    let vertex: [f32; 3] = std::array::from_fn(|axis| centre[axis] + (third[axis] - centre[axis]) / reach * beside);
    let old = room.as_raw().faces[face.index()].vertices;
    let new = room.vertex_count() as u32;
    let mut split = room.clone();
    split.add_vertex(vertex).ok()?;
    let mut raw = split.into_raw();
    raw.faces[face.index()].vertices[(side + 1) % 3] = new;
    let split = Walkmesh::from_raw(raw).with_kind(Kind::Wok).with_materials_as_stored();
    let mut half = old.map(Corner::Old);
    half[side] = Corner::Old(new);
    let mut room = with_face(&split, half, face)?;
    room.bake(&BakeOptions::default()).ok()?;
    Some(Planted { room, at: vertex })
}

fn turned(room: &Walkmesh, face: FaceId) -> Option<Planted> {
    let points = corners(room, face)?;
    if !room.face(face)?.faces_up() {
        return None;
    }
    let room = rebuilt(room, |raw| raw.faces[face.index()].vertices.swap(1, 2))?;
    Some(Planted { room, at: middle(&points) })
}

fn degenerate(room: &Walkmesh, face: FaceId) -> Option<Planted> {
    let [a, b, _] = room.as_raw().faces[face.index()].vertices;
    let at = corners(room, face)?[0];
    let room = with_face(room, [Corner::Old(a), Corner::Old(b), Corner::New(at)], face)?;
    Some(Planted { room, at })
}

fn duplicate(room: &Walkmesh, face: FaceId) -> Option<Planted> {
    let [a, b, c] = room.as_raw().faces[face.index()].vertices.map(Corner::Old);
    let at = middle(&corners(room, face)?);
    Some(Planted { room: with_face(room, [b, c, a], face)?, at })
}

/// Adds a triangle of a size far from everything.
fn island(room: &Walkmesh, like: FaceId, size: f32) -> Option<Planted> {
    let bounds = room.bounds()?;
    // In a small room, the triangle would be the largest part.
    if bounds.max[0] - bounds.min[0] < 4.0 * size || bounds.max[1] - bounds.min[1] < 4.0 * size {
        return None;
    }
    let far = bounds.max.map(|value| value + 20.0);
    let points = [far, [far[0] + size, far[1], far[2]], [far[0], far[1] + size, far[2]]];
    Some(Planted { room: with_face(room, points.map(Corner::New), like)?, at: middle(&points) })
}

/// Adds a smaller triangle above the middle of a face.
fn above(room: &Walkmesh, face: FaceId, height: f32) -> Option<Planted> {
    inner_side(room, face)?;
    let points = corners(room, face)?;
    let at = middle(&points);
    let small = points.map(|point| {
        let [x, y, z]: [f32; 3] = std::array::from_fn(|axis| at[axis] + (point[axis] - at[axis]) / 2.0);
        Corner::New([x, y, z + height])
    });
    Some(Planted { room: with_face(room, small, face)?, at })
}

/// A place of a finding: its spot, or its face.
fn is_near(room: &Walkmesh, finding: &Finding, at: [f32; 3]) -> bool {
    if let Some(spot) = finding.spot {
        return distance(spot.point, at) <= 0.1;
    }
    let face = finding.place.parts().iter().find(|part| part.kind == "face").and_then(|part| part.index);
    let points = face.and_then(|face| corners(room, FaceId(face as u32)));
    points.is_some_and(|points| {
        distance(middle(&points), at) <= 0.1 || points.iter().any(|point| distance(*point, at) <= 0.1)
    })
}

/// The corners and materials of all faces, whatever their order and the numbers of vertices.
fn geometry(room: &Walkmesh) -> Vec<([[i64; 3]; 3], u32)> {
    let rounded = |value: f32| (f64::from(value) * 1e3).round() as i64;
    let mut faces: Vec<_> = room
        .faces()
        .filter_map(|face| {
            let mut corners = face.points()?.map(|point| point.map(rounded));
            let least = (0..3).min_by_key(|corner| corners[*corner]).unwrap_or(0);
            corners.rotate_left(least);
            Some((corners, face.material().0))
        })
        .collect();
    faces.sort_unstable();
    faces
}

/// What became of the faults of one kind.
#[derive(Default)]
struct Figures {
    planted: usize,
    found: usize,
    geometry: usize,
    tables: usize,
}

#[test]
fn planted_faults_are_found_and_mended() {
    let Some(corpus) = corpus("kotor") else { return };
    let step = if std::env::var_os("WALKMESH_PLANTED").is_some_and(|what| what == "all") { 1 } else { 5 };
    let check = CheckOptions::all().with_flaws(FlawOptions::default().with_headroom(Some(2.0)));
    let mut figures: BTreeMap<usize, Figures> = BTreeMap::new();
    let mut missed = String::new();
    for maker in ["vanilla", "mdledit", "kaurora", "kotorblender"] {
        let files = walkmesh_testing::files(&corpus.join(maker), "wok");
        for path in files.iter().step_by(step) {
            let stored = Walkmesh::from_bytes(&std::fs::read(path).unwrap()).unwrap();
            let mut base = stored.with_kind(Kind::Wok).with_materials_as_stored();
            if base.bake(&BakeOptions::default()).is_err() {
                continue;
            }
            for (number, kind) in KINDS.iter().enumerate() {
                // The first face that can carry the fault, from the middle of the room on.
                let walkable = base.faces().filter(|face| face.is_walkable()).count() as u32;
                let order = (walkable / 2..walkable).chain(0..walkable / 2).map(FaceId);
                let Some(planted) = order.take(200).find_map(|face| (kind.plant)(&base, face)) else { continue };
                let figures = figures.entry(number).or_default();
                figures.planted += 1;
                let findings = planted.room.check(&check);
                let is_found = findings
                    .iter()
                    .any(|finding| finding.code() == kind.code && is_near(&planted.room, finding, planted.at));
                figures.found += usize::from(is_found);
                if !is_found {
                    let _ = writeln!(missed, "{}: {} at {:?}", path.display(), kind.name, planted.at);
                }
                let mut mended = planted.room.clone();
                mended.mend(&MendOptions::all(0.03, 1.0)).unwrap();
                mended.bake(&BakeOptions::default()).unwrap();
                let mut expected = base.clone();
                // What the room had wrong before is mended with it.
                expected.mend(&MendOptions::all(0.03, 1.0)).unwrap();
                expected.bake(&BakeOptions::default()).unwrap();
                figures.geometry += usize::from(geometry(&mended) == geometry(&expected));
                figures.tables += usize::from(mended.diff(&expected).iter().all(|table| table.is_equal()));
            }
        }
    }
    println!("{missed}");
    let mut lines = String::from("fault | planted | found | geometry of before | tables of before\n");
    for (number, Figures { planted, found, geometry, tables }) in figures {
        let _ = writeln!(lines, "{} | {planted} | {found} | {geometry} | {tables}", KINDS[number].name);
    }
    println!("{lines}");
    if step > 1 {
        snapshot("kotor_planted", &lines);
    }
}
