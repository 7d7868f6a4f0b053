//! Tests of `walkmesh repair`: its plan, its result, and the findings that remain.

use std::fs;
use std::path::PathBuf;

use walkmesh::formats::Document;
use walkmesh::formats::aswm::Triangles;
use walkmesh::formats::bwm::{Bwm, Edge};
use walkmesh::kotor::{EdgeId, FaceId, Kind, MaterialId, VertexId, Walkmesh};
use walkmesh::nwn2;

use crate::run::{root, run};

pub fn sample(name: &str) -> PathBuf {
    root().join("samples").join(name)
}

/// A sample room in which one face has separate vertices, 4 mm away.
pub fn torn() -> Vec<u8> {
    let mut raw = Bwm::from_bytes(&fs::read(sample("room.wok")).expect("the sample")).expect("a walkmesh");
    let moved = raw.faces[0].vertices.map(|vertex| {
        let [x, y, z]: [f32; 3] = raw.vertices[vertex as usize].into();
        raw.vertices.push([x + 0.004, y, z].into());
        raw.vertices.len() as u32 - 1
    });
    raw.faces[0].vertices = moved;
    let mut room = Walkmesh::from_raw(raw).with_materials_as_stored();
    room.bake(&Default::default()).expect("a room");
    room.to_bytes().expect("the bytes")
}

#[test]
fn one_repair_is_no_plural() {
    let folder = tempfile::tempdir().expect("a folder");
    let flipped = folder.path().join("flipped.wok");
    for (faces, said) in [("0", "1 face turned over"), ("0,1", "2 faces turned over")] {
        let (room, flipped) = (sample("room.wok"), flipped.to_str().expect("a name"));
        let edit = ["edit", room.to_str().expect("a name"), "--flip", faces, "-o", flipped, "--force"];
        assert_eq!(run(&edit).status, 0);
        let planned = run(&["repair", flipped, "--faces-down"]);
        assert!(planned.out.contains(said), "{}", planned.out);
        let json = run(&["repair", flipped, "--faces-down", "--json"]).json();
        assert!(json["results"][0]["counts"]["faces turned over"].is_u64(), "{json}");
    }
}

#[test]
fn a_crack_is_planned_and_then_repaired() {
    let folder = tempfile::tempdir().expect("a folder");
    let (room, repaired) = (folder.path().join("room.wok"), folder.path().join("repaired.wok"));
    fs::write(&room, torn()).expect("a file");
    let room = room.to_str().expect("a name");

    let planned = run(&["repair", room]);
    assert_eq!(planned.status, 1, "{}", planned.err);
    assert!(
        planned.out.contains("sides joined") && planned.out.contains("were 4.0 mm apart and are joined"),
        "{}",
        planned.out
    );
    assert!(fs::read(room).expect("the file") == torn(), "a dry run writes nothing");

    let done = run(&["repair", room, "-o", repaired.to_str().expect("a name")]);
    assert_eq!(done.status, 0, "{}", done.err);
    let checked = run(&["check", "--severity", "info", "--json", repaired.to_str().expect("a name")]).json();
    let text = checked.to_string();
    assert!(!text.contains("floor-cracked") && !text.contains("side-not-joined"), "{text}");
    let again = run(&["repair", repaired.to_str().expect("a name")]);
    assert_eq!((again.status, again.out.contains("nothing to repair")), (0, true), "{}", again.out);
}

#[test]
fn a_switch_repairs_only_its_own_flaw() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = folder.path().join("room.wok");
    fs::write(&room, torn()).expect("a file");
    let room = room.to_str().expect("a name");
    assert_eq!(run(&["repair", "--duplicates", room]).status, 0);
    assert_eq!(run(&["repair", "--cracks", "--tolerance", "0.001", room]).status, 0);
    let found = run(&["repair", "--cracks", "--json", room]).json();
    let repairs = found["results"][0]["repairs"].as_array().expect("repairs").clone();
    assert!(!repairs.is_empty() && repairs.iter().all(|repair| repair["kind"] == "sides-joined"), "{repairs:?}");
    let refused = run(&["repair", "--tolerance", "-1", room]);
    assert_eq!(refused.status, 2, "{}", refused.out);
}

#[test]
fn a_face_is_split_at_a_t_junction_by_its_switch_and_without_any() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = folder.path().join("room.wok");
    let floor = [[[0, 0], [4, 0], [2, 4]], [[0, 0], [0, -3], [2, 0]], [[2, 0], [2, -3], [4, 0]]];
    let faces = floor.map(|face| (face.map(|[x, y]: [i8; 2]| [x.into(), y.into(), 0.0]), MaterialId(4)));
    let walkmesh = Walkmesh::from_triangles(Kind::Wok, faces).expect("a walkmesh");
    fs::write(&room, walkmesh.to_bytes().expect("a walkmesh")).expect("a file");
    for (switches, split) in [(&[][..], Some(1)), (&["--t-junctions"], Some(1)), (&["--cracks"], None)] {
        let planned = run(&[&["repair", room.to_str().expect("a name"), "--json"], switches].concat()).json();
        let counts = &planned["results"][0]["counts"];
        assert_eq!(counts["faces split"].as_u64(), split, "{switches:?}: {planned}");
    }
}

#[test]
fn a_sample_has_nothing_to_repair_and_keeps_every_bit() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["room.wok", "yard.trx", "chest.pwk"] {
        let out = folder.path().join(name);
        let done = run(&["repair", sample(name).to_str().expect("a name"), "-o", out.to_str().expect("a name")]);
        assert_eq!(done.status, 0, "{}", done.err);
        assert!(fs::read(out).expect("the result") == fs::read(sample(name)).expect("the sample"), "{name}");
    }
    let refused = run(&["repair", sample("dungeon.dof").to_str().expect("a name")]);
    assert_eq!(refused.status, 2, "{}", refused.out);
}

/// The manor, whose porch is shifted by 4 mm and has no transitions.
pub fn manor() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["room.wok", "manor.lyt"] {
        fs::copy(sample(name), folder.path().join(name)).expect("a sample");
    }
    let mut porch = Walkmesh::from_bytes(&fs::read(sample("porch.wok")).expect("the sample")).expect("a walkmesh");
    porch.translate([0.004, 0.0, 0.0]).expect("a walkmesh that moves");
    let edges: Vec<_> = porch.transitions().map(|(edge, _)| edge).collect();
    edges.into_iter().for_each(|edge| porch.set_transition(edge, None).expect("an edge of a perimeter"));
    fs::write(folder.path().join("porch.wok"), porch.to_bytes().expect("a walkmesh")).expect("a file");
    folder
}

#[test]
fn an_area_is_repaired_with_its_seams_and_transitions() {
    let manor = manor();
    let folder = manor.path().to_str().expect("a name");
    let picture = manor.path().join("changes.svg");
    let before = fs::read(manor.path().join("porch.wok")).expect("the file");

    let planned =
        run(&["repair", "--area", folder, "--transitions", "--cracks", "--picture", picture.to_str().expect("a name")]);
    assert_eq!((planned.status, planned.err.as_str()), (1, ""), "{}", planned.out);
    assert!(
        planned.out.contains("welded room 1 (porch)") && planned.out.contains("linked room 1 (porch)"),
        "{}",
        planned.out
    );
    assert!(fs::read(manor.path().join("porch.wok")).expect("the file") == before, "a dry run writes no room");
    assert!(fs::read_to_string(&picture).expect("the picture").starts_with("<svg"));

    let done = run(&["repair", "--area", folder, "--transitions", "--cracks", "--in-place", "--json"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{}", done.out);
    let json = done.json();
    let result = &json["results"][0];
    assert_eq!(
        (result["links"].as_array().map(Vec::len), result["written"].as_array().map(Vec::len)),
        (Some(3), Some(1))
    );
    assert!(
        fs::read(manor.path().join("room.wok")).expect("the file") == fs::read(sample("room.wok")).expect("the sample")
    );
    let again = run(&["repair", "--area", folder, "--transitions"]);
    assert_eq!((again.status, again.out.contains("nothing to repair")), (0, true), "{}", again.out);
}

#[test]
fn an_area_with_an_unreadable_room_is_left_alone() {
    let manor = manor();
    let folder = manor.path().to_str().expect("a name");
    fs::write(manor.path().join("room.wok"), b"BWM V1.0").expect("a file");
    let before = fs::read(manor.path().join("porch.wok")).expect("the file");
    let refused = run(&["repair", "--area", folder, "--transitions", "--in-place"]);
    assert_eq!(refused.status, 2, "{}", refused.out);
    assert!(refused.err.contains("room.wok"), "{}", refused.err);
    assert!(fs::read(manor.path().join("porch.wok")).expect("the file") == before);
}

#[test]
fn a_picture_shows_what_changes_in_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (room, picture) = (folder.path().join("room.wok"), folder.path().join("changes.svg"));
    fs::write(&room, torn()).expect("a file");
    let [room, picture] = [&room, &picture].map(|path| path.to_str().expect("a name"));
    assert_eq!(run(&["repair", room, "--picture", picture]).status, 1);
    assert!(fs::read_to_string(picture).expect("the picture").contains("repaired"));
    let many = run(&["repair", room, sample("room.wok").to_str().expect("a name"), "--picture", picture]);
    assert_eq!((many.status, many.err.contains("--picture shows one file")), (2, true), "{}", many.err);
    assert_eq!(run(&["repair", room, "--transitions"]).status, 2, "one room has no layout");
}

/// A sample area in which one triangle has separate vertices, 4 mm away.
fn torn_area() -> Vec<u8> {
    let mut terrain = nwn2::Terrain::from_bytes(&fs::read(sample("yard.trx")).expect("the sample")).expect("an area");
    let mut raw = terrain.walkmesh().expect("a walkmesh").as_raw().clone();
    let triangle = terrain.walkmesh().expect("a walkmesh").triangles().position(|triangle| triangle.is_walkable());
    let triangle = triangle.expect("a walkable triangle");
    let Triangles::V6B(rows) = &mut raw.triangles else { panic!("the newest version") };
    rows[triangle].vertices = rows[triangle].vertices.map(|vertex| {
        let [x, y, z]: [f32; 3] = raw.vertices[vertex as usize].into();
        raw.vertices.push([x + 0.004, y, z].into());
        raw.vertices.len() as u32 - 1
    });
    let mut torn = nwn2::Walkmesh::from_raw(raw);
    torn.bake(&nwn2::BakeOptions::default()).expect("an area");
    terrain.set_walkmesh(torn).expect("a walkmesh that fits");
    terrain.to_bytes().expect("the bytes")
}

#[test]
fn areas_of_a_folder_are_repaired_beside_a_damaged_one_which_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let torn = torn_area();
    for name in ["a.trx", "b.trx", "c.trx", "d.trx"] {
        fs::write(folder.path().join(name), &torn).expect("a file");
    }
    let damaged = &torn[..torn.len() / 2];
    fs::write(folder.path().join("broken.trx"), damaged).expect("a file");
    let done = run(&["repair", folder.path().to_str().expect("a name"), "--in-place", "--json"]);
    assert_eq!(done.status, 2, "{}", done.out);
    let json = done.json();
    assert_eq!((&json["summary"]["changed"], &json["summary"]["failed"]), (&4.into(), &1.into()), "{json}");
    let repaired = fs::read(folder.path().join("a.trx")).expect("the file");
    for name in ["b.trx", "c.trx", "d.trx"] {
        assert!(fs::read(folder.path().join(name)).expect("the file") == repaired, "{name}");
    }
    assert!(fs::read(folder.path().join("broken.trx")).expect("the file") == damaged);
    let findings = run(&["check", "--severity", "info", folder.path().join("a.trx").to_str().expect("a name")]);
    assert!(!findings.out.contains("floor-cracked"), "{}", findings.out);
}

/// A square, and a triangle at a distance of 4 mm. Between the two triangles of the square lies a degenerate face, number 3,
/// and all its sides are joined to other faces.
fn square_beside_a_crack() -> Bwm {
    let points = [
        [0.0, 0.0, 0.0],
        [4.0, 0.0, 0.0],
        [4.0, 4.0, 0.0],
        [0.0, 4.0, 0.0],
        [2.0, 2.0, 0.0],
        [4.004, 0.0, 0.0],
        [8.0, 2.0, 0.0],
        [4.004, 4.0, 0.0],
    ];
    let faces = [[0, 1, 2], [0, 4, 3], [4, 2, 3], [0, 2, 4], [5, 6, 7]];
    let faces = faces.map(|face| (face.map(VertexId), MaterialId(4)));
    let mut room = Walkmesh::from_indexed(Kind::Wok, points, faces).expect("a room");
    room.bake(&Default::default()).expect("a room that can be baked");
    room.into_raw()
}

/// A transition on a side that is joined to another face leads nowhere, and every bake drops it. Repairs elsewhere are made anyway, and the
/// report names the dropped transitions.
#[test]
fn a_transition_that_a_repair_drops_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, repaired) = (folder.path().join("room.wok"), folder.path().join("repaired.wok"));
    let [room, repaired] = [&path, &repaired].map(|path| path.to_str().expect("a name"));
    let mut raw = square_beside_a_crack();
    let edge = EdgeId::new(FaceId(3), 0).expect("a side");
    raw.edges.push(Edge { edge: edge.0.cast_signed(), transition: 1 });
    fs::write(&path, raw.to_bytes().expect("the bytes")).expect("a file");

    let planned = run(&["repair", "--json", room]);
    assert_eq!((planned.status, planned.err.as_str()), (1, ""), "{}", planned.out);
    let json = planned.json();
    let repairs = json["results"][0]["repairs"].as_array().expect("repairs");
    let faces_of = |kind: &str| {
        let of_kind = repairs.iter().filter(|repair| repair["kind"] == kind);
        of_kind.map(|repair| repair["face"].as_u64().expect("a face")).collect::<Vec<_>>()
    };
    assert_eq!(faces_of("transition-removed"), [3], "{json}");
    assert_eq!(faces_of("sides-joined").len(), 1, "{json}");

    let done = run(&["repair", room, "-o", repaired]);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{}", done.out);
    assert!(done.out.contains("1 transition that led nowhere removed"), "{}", done.out);
    let line =
        "the transition of face 3 at (2.000, 2.000, 0.000) is removed: its side is not at the border of the floor";
    assert!(done.out.contains(line), "{}", done.out);
    let repaired = Walkmesh::from_bytes(&fs::read(repaired).expect("the result")).expect("a walkmesh");
    assert_eq!(repaired.transitions().count(), 0);

    // Without another repair nothing is baked, so the file and its transition do not change.
    let kept = run(&["repair", "--faces-down", room]);
    assert_eq!((kept.status, kept.out.contains("nothing to repair")), (0, true), "{}", kept.out);
}
