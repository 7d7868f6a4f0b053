//! Each rule of the check: what breaks it, how bad that is, and where it is said to be.

use std::collections::BTreeSet;

use walkmesh::finding::{CheckOptions, Measure, Severity};
use walkmesh::formats::Gap;
use walkmesh::formats::bwm::{AabbNode, Bwm, Edge};
use walkmesh::kotor::{Kind, MaterialId, MaterialTable, RULES, Walkmesh};
use walkmesh_testing::measure;

use crate::made_up::Tile;
use crate::room;

/// What breaks a rule, and the rule's finding.
type Rule = (fn(&mut Bwm), Severity, &'static str, &'static str);

fn found(raw: Bwm) -> Vec<(Severity, &'static str, String)> {
    let findings = Walkmesh::from_raw(raw).check(&CheckOptions::all().without_flaws());
    assert!(findings.iter().all(|finding| !finding.meaning.is_empty()));
    findings.into_iter().map(|finding| (finding.severity, finding.code(), finding.place.to_string())).collect()
}

/// Breaks a level room of eight faces by each rule, and looks for its finding among what is found.
fn each_is_found(rules: &[Rule]) {
    assert_eq!(found(room(2, 2).into_raw()), [], "the room itself is sound");
    for (change, severity, code, place) in rules {
        let mut raw = room(2, 2).into_raw();
        change(&mut raw);
        let found = found(raw);
        let expected = (*severity, *code, (*place).to_owned());
        assert!(found.contains(&expected), "{expected:?} is not among {found:?}");
    }
}

/// Damages of the header.
const HEADER: &[Rule] = &[
    (|raw| raw.walkmesh_type = 2, Severity::Warning, "type-unknown", "header"),
    (|raw| raw.position.x = f32::NAN, Severity::Error, "header-not-finite", "position"),
    (|raw| raw.relative_use_position_1.x = 1.0, Severity::Info, "hook-in-room", "hook 1"),
    (|raw| raw.aabb_root = 1, Severity::Warning, "root-not-first", "header"),
    (|raw| raw.aabb_root = u32::MAX, Severity::Error, "root-out-of-range", "header"),
    (|raw| raw.arrangement.bytes.push(7), Severity::Warning, "file-surplus", ""),
    (gap_between_tables, Severity::Info, "file-surplus", ""),
    (|raw| raw.empty_offsets.0[5] = Some(0), Severity::Info, "empty-offset-unusual", "header"),
    (|raw| raw.distances.truncate(1), Severity::Fatal, "table-length-differs", "header"),
    // With the type of a door, and all that a room has.
    (|raw| raw.walkmesh_type = 0, Severity::Error, "type-differs", "header"),
    (off_hook, Severity::Warning, "hook-stale", "hook 2"),
    (off_hook_of_placeable, Severity::Info, "hook-stale", "hook 2"),
];

#[test]
fn header_words_that_no_game_writes_are_found() {
    each_is_found(HEADER);
}

#[test]
fn a_placeable_or_door_that_its_file_takes_for_a_room_is_found() {
    for kind in [Kind::Pwk, Kind::Dwk] {
        let named = Walkmesh::from_raw(room(2, 2).into_raw()).with_kind(kind);
        let findings = named.check(&CheckOptions::all().without_flaws());
        assert_eq!((findings.count("type-differs"), findings.count("table-unused")), (1, 1), "{findings}");
    }
}

fn gap_between_tables(raw: &mut Bwm) {
    raw.arrangement.gaps.push(Gap { before: 1, size: 2 });
    raw.arrangement.bytes.extend([7, 7]);
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

fn off_hook(raw: &mut Bwm) {
    raw.walkmesh_type = 0;
    raw.aabb_nodes.clear();
    raw.adjacencies.clear();
    raw.edges.clear();
    raw.perimeters.clear();
    raw.relative_use_position_2.x = 1.0;
    raw.absolute_use_position_2.x = 5.0;
}

fn off_hook_of_placeable(raw: &mut Bwm) {
    off_hook(raw);
    raw.normals.fill([0.0; 3].into());
}

/// Damages of faces, vertices and materials.
const FACES: &[Rule] = &[
    (|raw| raw.faces[0].vertices[0] = 99, Severity::Fatal, "face-vertex-out-of-range", "face 0"),
    (|raw| raw.faces[0].vertices[0] = raw.faces[0].vertices[1], Severity::Error, "face-repeats-corner", "face 0"),
    (|raw| raw.vertices[0] = [1.0, 2.0, 0.0].into(), Severity::Warning, "face-degenerate", "face 0"),
    (|raw| raw.vertices[0].z = f32::NAN, Severity::Fatal, "vertex-not-finite", "vertex 0"),
    (|raw| raw.vertices.push([f32::NAN; 3].into()), Severity::Info, "vertex-not-finite", "vertex 9"),
    (|raw| raw.vertices[8] = raw.vertices[0], Severity::Info, "vertex-duplicate", "vertex 8"),
    (|raw| raw.vertices.push([9.0; 3].into()), Severity::Info, "vertex-unused", "vertex 9"),
    (|raw| raw.faces[0].vertices.swap(1, 2), Severity::Warning, "face-faces-down", "face 0"),
    (|raw| raw.materials[7] = 31, Severity::Error, "material-out-of-range", "face 7"),
    (|raw| raw.materials[7] = 32, Severity::Fatal, "material-beyond-mask", "face 7"),
    (painted_and_shuffled, Severity::Error, "face-order", "face 0"),
    (|raw| raw.materials[0] = 7, Severity::Error, "material-contradicts", "face 0"),
    (|raw| raw.materials.fill(16), Severity::Warning, "material-contradicts", "face 0"),
];

#[test]
fn faces_vertices_and_materials_that_cannot_be_are_found() {
    each_is_found(FACES);
}

/// Neighbours that are of other faces than the first ones say nothing of what can be walked on.
fn painted_and_shuffled(raw: &mut Bwm) {
    raw.materials[0] = 7;
    raw.adjacencies.reverse();
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

    // Of another material they cannot be told from the rest, with or without neighbours.
    let shown = Walkmesh::from_raw(raw.clone()).with_materials_as_stored();
    assert!(shown.check(&CheckOptions::all().without_flaws()).is_clean());
    raw.materials.fill(16);
    let unknown = Walkmesh::from_raw(raw);
    let meaning = unknown.check(&CheckOptions::all().without_flaws()).to_string();
    assert!(meaning.contains("It is unknown whether the second game's table agrees"), "{meaning}");
    assert!(unknown.with_materials_as_stored().check(&CheckOptions::all().without_flaws()).is_clean());
}

/// Damages of normals and distances.
const PLANES: &[Rule] = &[
    (|raw| raw.normals[0].z = -1.0, Severity::Error, "normal-stale", "face 0"),
    (|raw| raw.normals[0].z = f32::NAN, Severity::Error, "normal-stale", "face 0"),
    (|raw| raw.normals[0] = [0.0, 0.6, 0.8].into(), Severity::Error, "normal-stale", "face 0"),
    (turned_normal_of_a_sliver, Severity::Info, "normal-stale", "face 0"),
    (flipped_normal_of_a_sliver, Severity::Info, "normal-stale", "face 0"),
    (no_unit_normal_of_a_sliver, Severity::Error, "normal-stale", "face 0"),
    (steep_normal_of_a_sliver, Severity::Error, "normal-stale", "face 0"),
    (no_normal_of_no_area, Severity::Error, "normal-stale", "face 0"),
    (|raw| raw.normals[0].x = 1e-9, Severity::Info, "normal-rounding", "normals"),
    (|raw| raw.distances[0] = 1.0, Severity::Error, "distance-stale", "face 0"),
    (|raw| raw.distances[0] = f32::NAN, Severity::Error, "distance-stale", "face 0"),
    (|raw| raw.distances[0] = 1e-9, Severity::Info, "distance-rounding", "distances"),
];

#[test]
fn planes_that_are_not_the_faces_are_found() {
    each_is_found(PLANES);
}

/// Makes the first face 1.4 m long and 0.06 mm high: 4e-5 m².
fn sliver(raw: &mut Bwm, normal: [f32; 3]) {
    let [from, thin, to] = [[0.0, 0.0, 0.0], [0.5, 0.499_92, 0.0], [1.0, 1.0, 0.0]];
    let face = raw.faces[0].vertices;
    for (vertex, point) in face.into_iter().zip([from, thin, to]) {
        raw.vertices[vertex as usize] = point.into();
    }
    raw.normals[0] = normal.into();
}

fn turned_normal_of_a_sliver(raw: &mut Bwm) {
    sliver(raw, [0.5, -0.5, 0.5_f32.sqrt()]);
}

fn flipped_normal_of_a_sliver(raw: &mut Bwm) {
    sliver(raw, [0.0, 0.0, -1.0]);
}

fn no_unit_normal_of_a_sliver(raw: &mut Bwm) {
    sliver(raw, [0.0; 3]);
}

/// Along the sliver, so that its far end would be a metre higher.
fn steep_normal_of_a_sliver(raw: &mut Bwm) {
    sliver(raw, [-0.5, -0.5, 0.5_f32.sqrt()]);
}

fn no_normal_of_no_area(raw: &mut Bwm) {
    raw.vertices[0] = [1.0, 2.0, 0.0].into();
    raw.normals[0].x = f32::NAN;
}

fn third_face_on_an_edge(raw: &mut Bwm) {
    let [a, b, _] = raw.faces[1].vertices;
    raw.faces[7].vertices = [a, b, 8];
}

/// Damages of neighbours.
const NEIGHBOURS: &[Rule] = &[
    (|raw| raw.adjacencies.truncate(1), Severity::Error, "adjacency-count-differs", "adjacencies"),
    (|raw| raw.adjacencies[0].edges[0] = 99, Severity::Fatal, "adjacency-out-of-range", "face 0, side 0"),
    (|raw| raw.adjacencies[0].edges[0] = -2, Severity::Error, "adjacency-out-of-range", "face 0, side 0"),
    (|raw| raw.adjacencies[0].edges[2] = 4, Severity::Error, "adjacency-one-way", "face 0, side 2"),
    (|raw| raw.adjacencies[0].edges[2] = -1, Severity::Error, "adjacency-stale", "face 0, side 2"),
    (|raw| raw.faces[0].vertices.swap(1, 2), Severity::Warning, "edge-winding", "face 0, side 0"),
    (third_face_on_an_edge, Severity::Warning, "edge-non-manifold", "face 0, side 2"),
];

#[test]
fn neighbours_that_are_not_the_faces_are_found() {
    each_is_found(NEIGHBOURS);
}

/// A room whose last face is a copy of the first, of this material.
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
    assert!(
        meaning.contains("face 8: It is the same triangle as face 0: only one of the two can be joined"),
        "{meaning}"
    );
    assert_eq!(codes(&copy(7)), [(Severity::Warning, "face-duplicate", place.clone())]);
    let mut low = copy(7).into_raw();
    low.materials.fill(7);
    let mut low = Walkmesh::from_raw(low).with_materials(walkmesh::kotor::MaterialTable::kotor());
    low.bake(&walkmesh::kotor::BakeOptions::default()).unwrap();
    assert_eq!(codes(&low), [(Severity::Info, "face-duplicate", place)]);

    // A face turned over is no copy: it is the other side.
    let mut turned = copy(7).into_raw();
    turned.faces[8].vertices.swap(0, 1);
    assert!(codes(&Walkmesh::from_raw(turned)).iter().all(|(_, code, _)| *code != "face-duplicate"));
}

/// Damages of the edge list and the perimeters.
const EDGES: &[Rule] = &[
    (|raw| raw.edges[0].edge = 999, Severity::Fatal, "edge-out-of-range", "edge 999"),
    (|raw| raw.edges[0].edge = -1, Severity::Fatal, "edge-out-of-range", "edge -1"),
    (|raw| raw.edges[1] = raw.edges[0], Severity::Warning, "edge-duplicate", "face 0, side 0"),
    (|raw| raw.edges[1] = raw.edges[0], Severity::Error, "edge-missing", "face 2, side 0"),
    (|raw| raw.edges[0].edge = 2, Severity::Error, "edge-inner", "face 0, side 2"),
    (to_a_room_from_within, Severity::Error, "transition-on-inner-edge", "face 0, side 2"),
    (|raw| raw.edges[0].transition = -2, Severity::Error, "transition-out-of-range", "face 0, side 0"),
    (|raw| raw.perimeters[0] = 99, Severity::Fatal, "perimeter-out-of-range", "perimeter 0"),
    (|raw| raw.perimeters.insert(0, 0), Severity::Error, "perimeter-empty", "perimeter 0"),
    (|raw| raw.edges.swap(1, 3), Severity::Error, "perimeter-open", "perimeter 0"),
    (|raw| raw.perimeters[0] -= 1, Severity::Error, "perimeter-missing", "perimeters"),
    (|raw| raw.edges.rotate_left(1), Severity::Info, "perimeter-order", "perimeters"),
];

#[test]
fn edges_and_perimeters_that_are_not_the_faces_are_found() {
    each_is_found(EDGES);
}

fn to_a_room_from_within(raw: &mut Bwm) {
    raw.edges[0] = Edge { edge: 2, transition: 1 };
}

fn last(raw: &mut Bwm) -> &mut AabbNode {
    raw.aabb_nodes.last_mut().unwrap()
}

/// Damages of the tree.
const TREE: &[Rule] = &[
    (|raw| raw.aabb_nodes.clear(), Severity::Error, "tree-missing", "tree"),
    (|raw| raw.aabb_nodes[1].right = 0, Severity::Fatal, "node-reached-twice", "node 1"),
    (|raw| raw.aabb_nodes.push(AabbNode::default()), Severity::Warning, "node-unreachable", "node 15"),
    (|raw| raw.aabb_nodes[0].left = 99, Severity::Fatal, "node-child-out-of-range", "node 0"),
    (|raw| raw.aabb_nodes[0].left = -1, Severity::Fatal, "node-child-out-of-range", "node 0"),
    (|raw| raw.aabb_nodes[0].plane = 3, Severity::Warning, "plane-unknown", "node 0"),
    (|raw| raw.aabb_nodes[0].plane = 0, Severity::Info, "plane-missing", "node 0"),
    (turn_plane, Severity::Info, "plane-reversed", "node 0"),
    (|raw| last(raw).plane = 1, Severity::Info, "leaf-with-plane", "node 14"),
    (|raw| last(raw).face = -1, Severity::Fatal, "leaf-face-out-of-range", "node 14"),
    (|raw| last(raw).face = 0, Severity::Error, "face-not-in-tree", "face 7"),
    (|raw| last(raw).face = raw.aabb_nodes[3].face, Severity::Warning, "leaf-face-duplicate", "node 3"),
    (|raw| raw.aabb_nodes[0].face = 1, Severity::Warning, "inner-node-with-face", "node 0"),
    (|raw| raw.aabb_nodes[0].unknown = 5, Severity::Info, "node-word-unknown", "node 0"),
    (|raw| raw.aabb_nodes[0].max.x = f32::NAN, Severity::Error, "node-box-not-finite", "node 0"),
    (|raw| raw.aabb_nodes[0].max.x = -9.0, Severity::Error, "node-box-inverted", "node 0"),
    (|raw| raw.aabb_nodes[0].max.x = 1.0, Severity::Warning, "node-box-misses-child", "node 0"),
    (|raw| last(raw).max.z = -9.0, Severity::Warning, "leaf-box-misses-face", "node 14"),
    (chain, Severity::Warning, "tree-deep", "tree"),
];

#[test]
fn trees_that_do_not_lead_to_the_faces_are_found() {
    each_is_found(TREE);
}

/// 1, 2, 4 are the directions of the axes, and 8, 16, 32 the opposite ones.
fn turn_plane(raw: &mut Bwm) {
    let plane = &mut raw.aabb_nodes[0].plane;
    *plane = if *plane < 8 { *plane * 8 } else { *plane / 8 };
}

/// A tree of seventy inner nodes, each below the one before.
fn chain(raw: &mut Bwm) {
    let node = raw.aabb_nodes[0];
    let leaf = AabbNode { face: 0, left: -1, right: -1, plane: 0, ..node };
    let inner = |at: i32| [AabbNode { left: at + 1, right: at + 2, ..node }, leaf];
    raw.aabb_nodes = (0..140).step_by(2).flat_map(inner).chain([leaf]).collect();
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

#[test]
fn every_rule_is_provoked_by_a_damage() {
    let of_tables = [HEADER, FACES, PLANES, NEIGHBOURS, EDGES, TREE].into_iter().flatten().map(|(_, _, code, _)| *code);
    let mut provoked: BTreeSet<&str> = of_tables.collect();
    let misnamed = room(2, 2).with_kind(Kind::Pwk);
    for (code, walkmesh) in [("table-unused", misnamed), ("face-duplicate", copy(4))] {
        assert!(walkmesh.check(&CheckOptions::default().without_flaws()).count(code) > 0, "{code}");
        provoked.insert(code);
    }
    for (code, area) in crate::areas::damaged() {
        assert!(area.check(&CheckOptions::default().without_flaws()).count(code) > 0, "{code}");
        provoked.insert(code);
    }
    for (code, faces) in
        [("floor-hole", ring()), ("face-covers-floor", table(7, 4)), ("floor-covers-face", table(4, 7))]
    {
        let room = Walkmesh::from_triangles(Kind::Wok, faces).unwrap();
        assert!(room.check(&CheckOptions::default()).count(code) > 0, "{code}");
        provoked.insert(code);
    }
    provoked.insert(crate::areas::misnamed().code());
    provoked.insert("hook-unreachable");
    assert_eq!(RULES.iter().map(|rule| rule.code).collect::<BTreeSet<_>>(), provoked);
}

/// A square of the floor as two triangles: its least corner, its height and its material.
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
    assert_eq!(holes(square([0.0, 0.0], 4.0, 0.0, 4).to_vec()), [], "an outer border is no hole");
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
        findings.to_string().contains("has 1 row, so material 4 is none of them: 16 faces are taken"),
        "{findings}"
    );
}

/// As many faces in one place as a hostile file has.
#[test]
fn what_a_check_of_faces_in_one_place_costs_grows_with_the_faces() {
    const FACES: usize = 10_000;
    // Slightly apart, so that no two are the same triangle.
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

#[test]
fn every_rule_says_what_is_wrong_what_it_does_and_what_to_do() {
    for rule in RULES {
        let texts = [rule.explanation, rule.remedy];
        assert!(!rule.title.is_empty() && !rule.title.ends_with('.'), "{}", rule.code);
        assert!(texts.iter().all(|text| text.ends_with('.')), "{}", rule.code);
    }
}
