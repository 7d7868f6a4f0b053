//! The check of a walkmesh beyond the examples of its rules: the groups of findings, and their cost.

use walkmesh::finding::{CheckOptions, Measure, Severity};
use walkmesh::formats::bwm::Bwm;
use walkmesh::kotor::{Kind, MaterialId, MaterialTable, Walkmesh};
use walkmesh_testing::measure;

use crate::made_up::Tile;
use crate::room;

fn found(raw: Bwm) -> Vec<(Severity, &'static str, String)> {
    let findings = Walkmesh::from_raw(raw).check(&CheckOptions::all().without_flaws());
    assert!(findings.iter().all(|finding| !finding.meaning.is_empty()));
    findings.into_iter().map(|finding| (finding.severity, finding.code(), finding.place.to_string())).collect()
}

#[test]
fn a_placeable_or_door_that_its_file_takes_for_a_room_is_found() {
    for kind in [Kind::Pwk, Kind::Dwk] {
        let named = Walkmesh::from_raw(room(2, 2).into_raw()).with_kind(kind);
        let findings = named.check(&CheckOptions::all().without_flaws());
        assert_eq!((findings.count("type-differs"), findings.count("table-unused")), (1, 1), "{findings}");
    }
}

/// The games' own tools leave the word uninitialised in rooms without faces.
#[test]
fn a_root_that_is_no_node_is_an_error_only_where_there_is_something_to_search() {
    let mut empty = room(2, 2);
    let faces: Vec<_> = empty.faces().map(|face| face.id()).collect();
    empty.remove_faces(&faces).unwrap();
    empty.bake(&walkmesh::kotor::BakeOptions::default()).unwrap();
    let mut raw = empty.into_raw();
    raw.aabb_root = 0x3F80_0000;
    let worst = Walkmesh::from_raw(raw).with_kind(Kind::Wok).check(&CheckOptions::all());
    assert_eq!((worst.count("root-out-of-range"), worst.worst()), (1, Some(Severity::Info)), "{worst}");

    let mut door = Walkmesh::from_triangles(Kind::Dwk, crate::made_up::floor(2, 2, 7)).unwrap().into_raw();
    door.aabb_root = 9;
    let found = Walkmesh::from_raw(door).with_kind(Kind::Dwk).check(&CheckOptions::all());
    assert_eq!(found.worst(), Some(Severity::Info), "{found}");
}

#[test]
fn a_file_that_contradicts_its_table_gets_one_finding_that_names_the_faces() {
    let mut raw = room(2, 2).into_raw();
    raw.materials[2] = 7;
    raw.materials[5] = 7;
    let findings: Vec<_> =
        Walkmesh::from_raw(raw.clone()).check(&CheckOptions::all().without_flaws()).into_iter().collect();
    let [finding] = findings.as_slice() else { panic!("one finding: {findings:?}") };
    assert_eq!((finding.severity, finding.code()), (Severity::Error, "material-contradicts"));
    assert!(
        finding
            .meaning
            .starts_with("The file contradicts the table: material 7 (faces 2, 5) has stored neighbours, but"),
        "{}",
        finding.meaning
    );

    // With another material they look like the rest, with or without neighbours.
    let shown = Walkmesh::from_raw(raw.clone()).with_materials_as_stored();
    assert!(shown.check(&CheckOptions::all().without_flaws()).is_clean());
    raw.materials.fill(16);
    let unknown = Walkmesh::from_raw(raw);
    let meaning = unknown.check(&CheckOptions::all().without_flaws()).to_string();
    assert!(meaning.contains("It is unknown whether the second game's table agrees"), "{meaning}");
    assert!(unknown.with_materials_as_stored().check(&CheckOptions::all().without_flaws()).is_clean());
}

/// A room whose last face is a copy of the first, with this material.
fn copy(material: u32) -> Walkmesh {
    let mut raw = room(2, 2).into_raw();
    let [a, b, c] = raw.faces[0].vertices;
    raw.faces.push(walkmesh::formats::bwm::Face { vertices: [b, c, a] });
    raw.materials.push(material);
    raw.normals.push(raw.normals[0]);
    raw.distances.push(raw.distances[0]);
    let mut copied = Walkmesh::from_raw(raw).with_materials(walkmesh::kotor::MaterialTable::kotor());
    copied.bake(&walkmesh::kotor::BakeOptions::default()).unwrap();
    copied
}

#[test]
fn a_copy_of_a_face_is_called_a_copy_and_nothing_else() {
    let codes = |walkmesh: &Walkmesh| found(walkmesh.as_raw().clone());
    let place = "face 8".to_owned();
    assert_eq!(codes(&copy(4)), [(Severity::Warning, "face-duplicate", place.clone())]);
    let meaning = copy(4).check(&CheckOptions::all().without_flaws()).to_string();
    assert!(meaning.contains("face 8: It is the same triangle as face 0: only one of the two can join"), "{meaning}");
    assert_eq!(codes(&copy(7)), [(Severity::Warning, "face-duplicate", place.clone())]);
    let mut low = copy(7).into_raw();
    low.materials.fill(7);
    let mut low = Walkmesh::from_raw(low).with_materials(walkmesh::kotor::MaterialTable::kotor());
    low.bake(&walkmesh::kotor::BakeOptions::default()).unwrap();
    assert_eq!(codes(&low), [(Severity::Info, "face-duplicate", place)]);

    // A face turned over is not a copy: it is the other side.
    let mut turned = copy(7).into_raw();
    turned.faces[8].vertices.swap(0, 1);
    assert!(codes(&Walkmesh::from_raw(turned)).iter().all(|(_, code, _)| *code != "face-duplicate"));
}

#[test]
fn what_a_kind_does_not_store_is_not_missed() {
    for kind in [Kind::Pwk, Kind::Dwk] {
        let faces = crate::made_up::floor(2, 2, 7);
        let walkmesh = Walkmesh::from_triangles(kind, faces).unwrap();
        assert!(walkmesh.check(&CheckOptions::default().without_flaws()).is_clean());
    }
}

#[test]
fn a_fault_of_every_face_is_counted_for_each_and_listed_for_some() {
    let mut raw = room(20, 20).into_raw();
    raw.normals.iter_mut().for_each(|normal| normal.z = -1.0);
    let room = Walkmesh::from_raw(raw);
    for (options, listed) in
        [(CheckOptions::default(), 100), (CheckOptions::default().with_per_rule(3), 3), (CheckOptions::all(), 800)]
    {
        let findings = room.check(&options);
        assert_eq!((findings.count("normal-stale"), findings.total(Severity::Error)), (800, 800));
        let places: Vec<_> = findings.iter().map(|finding| finding.place.to_string()).collect();
        assert_eq!(places, (0..listed).map(|face| format!("face {face}")).collect::<Vec<_>>());
    }
}

/// A square of the floor as two triangles: its lowest corner in x and y, its height and its material.
fn square([x, y]: [f32; 2], size: f32, z: f32, material: u32) -> [Tile; 2] {
    let corner = |right: f32, up: f32| [x + size * right, y + size * up, z];
    let [a, b, c, d] = [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)];
    [[a, b, c], [a, c, d]].map(|corners| (corners, MaterialId(material)))
}

/// Eight squares around a hole of one square metre.
fn ring() -> Vec<Tile> {
    let squares = (0_u8..9).filter(|at| *at != 4).map(|at| [at % 3, at / 3].map(f32::from));
    squares.flat_map(|at| square(at, 1.0, 0.0, 4)).collect()
}

/// A floor, and above its middle a square of another material.
fn table(above: u32, floor: u32) -> Vec<Tile> {
    [square([0.0, 0.0], 4.0, 0.0, floor), square([1.0, 1.0], 1.5, 0.75, above)].concat()
}

#[test]
fn a_hole_is_found_with_its_place_and_area() {
    let holes = |faces: Vec<Tile>| {
        let found = Walkmesh::from_triangles(Kind::Wok, faces).unwrap().check(&CheckOptions::default());
        let spots =
            found.into_iter().filter(|finding| finding.code() == "floor-hole").map(|finding| finding.spot.unwrap());
        spots.map(|spot| (spot.point, spot.measure)).collect::<Vec<_>>()
    };
    assert_eq!(holes(ring()), [([1.5, 1.5, 0.0], Measure::Area(1.0))]);
    // A pillar in the hole does not close it for walkers.
    assert_eq!(holes([ring(), square([1.0, 1.0], 1.0, 0.0, 7).to_vec()].concat()).len(), 1);
    assert_eq!(holes([ring(), square([1.0, 1.0], 1.0, 0.0, 4).to_vec()].concat()), []);
    assert_eq!(holes(square([0.0, 0.0], 4.0, 0.0, 4).to_vec()), [], "an outer border is not a hole");
}

#[test]
fn faces_above_each_other_of_which_one_is_walkable_are_found() {
    let found = |faces: Vec<Tile>| {
        let found = Walkmesh::from_triangles(Kind::Wok, faces).unwrap().check(&CheckOptions::default());
        let covers = found.into_iter().filter(|finding| finding.code().contains("-covers-"));
        covers.map(|finding| (finding.code(), finding.spot.unwrap().measure)).collect::<Vec<_>>()
    };
    let gap = Measure::Length(0.75);
    assert_eq!(found(table(7, 4)), [("face-covers-floor", gap); 2]);
    assert_eq!(found(table(4, 7)), [("floor-covers-face", gap); 2]);
    assert_eq!(found(table(4, 4)), []);
    assert_eq!(found(table(7, 7)), []);
    let beside = [square([0.0, 0.0], 1.0, 0.0, 4), square([1.0, 0.0], 1.0, 0.5, 7)].concat();
    assert_eq!(found(beside), []);
}

#[test]
fn each_row_that_the_table_of_materials_lacks_is_one_finding() {
    let table = MaterialTable::from_2da(b"2DA V2.0\n\n Label Walk WalkCheck LineOfSight\n0 a 1 1 0\n").unwrap();
    let room = Walkmesh::from_triangles(Kind::Wok, ring()).unwrap().with_materials(table);
    let findings = room.check(&CheckOptions::all().without_flaws());
    assert_eq!(findings.count("material-out-of-range"), 1, "{findings}");
    assert!(
        findings.to_string().contains("has 1 row, so it does not contain material 4: 16 faces are treated"),
        "{findings}"
    );
}

/// A hostile file's number of coincident faces.
#[test]
fn what_a_check_of_faces_in_one_place_costs_grows_with_the_faces() {
    const FACES: usize = 10_000;
    // Slightly shifted, so that no two triangles are equal.
    let faces = (0..FACES).map(|at| {
        let aside = at as f32 * 1e-6;
        ([[aside, 0.0, 0.0], [1.0 + aside, 0.0, 0.0], [aside, 1.0, 0.0]], MaterialId(4))
    });
    let apart = Walkmesh::from_triangles(Kind::Wok, faces).unwrap();
    let same = Walkmesh::from_triangles(Kind::Wok, vec![square([0.0, 0.0], 1.0, 0.0, 4)[0]; FACES]).unwrap();
    for room in [apart, same] {
        let mut overlaps = 0;
        let cost = measure(|| overlaps = room.check(&CheckOptions::default()).count("face-overlap"));
        let of_a_face = cost.bytes_max / FACES as u64;
        println!("{of_a_face} bytes for each face, {overlaps} overlaps");
        assert!(overlaps > 10 * FACES, "{overlaps} are counted");
        assert!(of_a_face < 1000, "{of_a_face} bytes for each of {FACES} faces");
    }
}
