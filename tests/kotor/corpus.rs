//! The promises of the KotOR code, measured on real files.
//!
//! `cargo test --test kotor corpus:: -- --nocapture` prints the figures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use walkmesh::finding::CheckOptions;
use walkmesh::kotor::research::{planes_of_stored_boxes, tree_agreement};
use walkmesh::kotor::{
    Area, BakeError, BakeOptions, EdgeId, FaceId, Layout, MaterialId, MaterialMask, Navigator, Part, RoomId, Walkmesh,
};
use walkmesh::mesh::Aabb;
use walkmesh::mesh::Ray;
use walkmesh_testing::{corpus, figure, snapshot, stem};

/// The files of a folder, in the order of their names.
fn files(folder: &Path, extension: &str) -> Vec<(String, Vec<u8>)> {
    let paths = walkmesh_testing::files(folder, extension).into_iter();
    paths.map(|path| (stem(&path), std::fs::read(&path).unwrap())).collect()
}

fn layouts(corpus: &Path) -> Vec<Layout> {
    files(&corpus.join("lyt"), "lyt").iter().map(|(_, bytes)| Layout::from_bytes(bytes).unwrap()).collect()
}

/// The position of a room in the layout that lists it.
fn place_of(name: &str, layouts: &[Layout]) -> Option<[f32; 3]> {
    layouts.iter().find_map(|layout| layout.room(layout.find(name)?).map(|room| room.position))
}

/// The contents of the corpus, by maker.
const MAKERS: [&str; 6] = ["vanilla", "mdledit", "kaurora", "kotorblender", "pykotor", "pwk"];

/// Entries and equal entries, by table.
type Figures = BTreeMap<&'static str, (usize, usize)>;

/// A file and its re-bake, table by table.
fn rebake(name: &str, bytes: &[u8], layouts: &[Layout]) -> (Walkmesh, Walkmesh, Figures) {
    let stored = Walkmesh::from_bytes(bytes).unwrap();
    let mut baked = stored.clone().with_materials_as_stored();
    let options = BakeOptions::default().with_layout_position(place_of(name, layouts)).with_rebuild_tree(true);
    baked.bake(&options).unwrap();
    let figures = stored.diff(&baked).iter().map(|table| (table.table, (table.entries, table.equal))).collect();
    (stored, baked, figures)
}

fn sum(into: &mut Figures, figures: &Figures) {
    for (table, (entries, equal)) in figures {
        let total = into.entry(table).or_default();
        *total = (total.0 + entries, total.1 + equal);
    }
}

fn table(title: &str, files: usize, figures: &Figures) {
    println!("{title}: {files} files");
    for (table, (entries, equal)) in figures {
        println!("  {table:<24} {equal:>7} of {entries:>7}");
    }
}

/// The tables that do not depend on the exporter's internal data.
const EXACT: [&str; 11] = [
    "header.type",
    "header.root",
    "header.points",
    "header.empty_offsets",
    "faces",
    "materials",
    "normals",
    "distances",
    "adjacencies",
    "edges",
    "perimeters",
];

#[test]
fn what_the_games_tools_made_comes_out_of_a_bake_in_every_bit_but_for_the_tree() {
    let Some(corpus) = corpus("kotor") else { return };
    let layouts = layouts(&corpus);
    let mut total = Figures::new();
    let mut trees =
        String::from("inner nodes split as stored, each judged by itself; nodes of the re-bake as stored\n");
    let files = files(&corpus.join("vanilla"), "wok");
    for (name, bytes) in &files {
        let (stored, _, mut figures) = rebake(name, bytes, &layouts);
        for table in EXACT {
            let (entries, equal) = figures[table];
            assert_eq!(entries, equal, "{name}: {table}");
        }
        let layout_position = place_of(name, &layouts);
        let planes = planes_of_stored_boxes(stored.as_raw(), layout_position);
        let nodes = &stored.as_raw().aabb_nodes;
        let right = planes.iter().zip(nodes).filter(|(plane, node)| **plane == node.plane).count();
        if layout_position.is_some() {
            assert_eq!(right, nodes.len(), "{name}: planes of the stored boxes");
            figures.insert("planes of stored boxes", (nodes.len(), right));
        }
        let options = BakeOptions::default().with_layout_position(layout_position);
        let (split, inner) = tree_agreement(&stored, &options).unwrap().unwrap();
        let (entries, equal) = figures["aabb_nodes.tree"];
        figures.insert("tree splits", (inner, split));
        figures.insert("tree identical", (1, usize::from(entries == equal)));
        let placed = if layout_position.is_some() { "" } else { "  no layout" };
        writeln!(trees, "{name:<12} {split:>5} of {inner:>5}   {equal:>5} of {entries:>5}{placed}").unwrap();
        sum(&mut total, &figures);
    }
    table("vanilla", files.len(), &total);
    assert_eq!(files.len(), 40);
    let (inner, split) = total["tree splits"];
    assert!(split * 100 >= inner * 96, "{split} of {inner}");
    let (all, same) = total["tree identical"];
    figure("rooms-of-games", &all.to_string());
    figure("trees-as-stored", &format!("{:.1} %; {same} of {all} files", 100.0 * split as f64 / inner as f64));
    snapshot("kotor_trees", &trees);
}

#[test]
fn an_untouched_room_comes_out_of_a_bake_in_every_byte_unless_its_tree_is_invalid() {
    let Some(corpus) = corpus("kotor") else { return };
    let layouts = layouts(&corpus);
    let mut lines = String::from("files of the games that a bake changes, and the entries that it changes\n");
    let files = files(&corpus.join("vanilla"), "wok");
    let mut same = 0;
    for (name, bytes) in &files {
        let stored = Walkmesh::from_bytes(bytes).unwrap();
        let mut baked = stored.clone().with_materials_as_stored();
        let options = BakeOptions::default().with_layout_position(place_of(name, &layouts));
        baked.bake(&options).unwrap();
        if baked.to_bytes().unwrap() == *bytes {
            same += 1;
            continue;
        }
        let tables: Vec<String> = stored
            .diff(&baked)
            .iter()
            .filter(|table| !table.is_equal())
            .map(|table| format!("{} {}", table.table, table.entries - table.equal))
            .collect();
        writeln!(lines, "{name:<12} {}", tables.join(", ")).unwrap();
    }
    writeln!(lines, "same: {same} of {}", files.len()).unwrap();
    snapshot("kotor_untouched", &lines);
}

#[test]
fn neighbours_and_perimeters_of_modding_tools_come_out_as_stored() {
    let Some(corpus) = corpus("kotor") else { return };
    for (maker, count) in [("mdledit", 6), ("kaurora", 1), ("kotorblender", 61)] {
        let mut total = Figures::new();
        let files = files(&corpus.join(maker), "*");
        for (name, bytes) in &files {
            let (_, _, figures) = rebake(name, bytes, &[]);
            for table in ["faces", "adjacencies", "edges", "perimeters"] {
                let (entries, equal) = figures[table];
                assert_eq!(entries, equal, "{name}: {table}");
            }
            sum(&mut total, &figures);
        }
        table(maker, files.len(), &total);
        assert_eq!(files.len(), count);
    }
}

#[test]
fn placeables_come_out_of_a_bake_in_every_bit() {
    let Some(corpus) = corpus("kotor") else { return };
    let files = files(&corpus.join("pwk"), "pwk");
    for (name, bytes) in &files {
        let (_, baked, _) = rebake(name, bytes, &[]);
        assert!(baked.to_bytes().unwrap() == *bytes, "{name}");
    }
    assert_eq!(files.len(), 9);
}

#[test]
fn whatever_is_baked_reads_and_a_second_bake_changes_nothing() {
    let Some(corpus) = corpus("kotor") else { return };
    let layouts = layouts(&corpus);
    let mut count = 0;
    for maker in MAKERS {
        for (name, bytes) in files(&corpus.join(maker), "*") {
            let (stored, mut baked, _) = rebake(&name, &bytes, &layouts);
            assert!(stored.to_bytes().unwrap() == bytes, "{name}: an unedited file is saved as it was");
            let saved = baked.to_bytes().unwrap();
            assert!(Walkmesh::from_bytes(&saved).unwrap().to_bytes().unwrap() == saved, "{name}");
            let options = BakeOptions::default().with_layout_position(place_of(&name, &layouts));
            baked.bake(&options).unwrap();
            assert!(baked.to_bytes().unwrap() == saved, "{name}: baked again");
            count += 1;
        }
    }
    assert_eq!(count, 119);
}

#[test]
fn one_file_contradicts_the_first_games_table_of_materials_and_is_not_baked_by_it() {
    let Some(corpus) = corpus("kotor") else { return };
    let mut contradict = Vec::new();
    for maker in MAKERS {
        for (name, bytes) in files(&corpus.join(maker), "*") {
            let mut stored = Walkmesh::from_bytes(&bytes).unwrap();
            let Some(conflict) = stored.material_conflict() else { continue };
            assert_eq!(
                stored.check(&CheckOptions::default().without_flaws()).count("material-contradicts"),
                1,
                "{name}"
            );
            assert!(matches!(stored.bake(&BakeOptions::default()), Err(BakeError::MaterialConflict(_))), "{name}");
            contradict.push(format!("{maker}/{name}: {conflict}"));
        }
    }
    // Its maker considers material 0, `NotDefined`, walkable.
    assert_eq!(contradict.len(), 1, "{contradict:#?}");
    assert!(contradict[0].starts_with("kotorblender/file1: material 0 (faces 0, 1) has stored neighbours, but"));
}

#[test]
fn an_edit_of_a_real_file_changes_its_own_word() {
    let Some(corpus) = corpus("kotor") else { return };
    let mut transitions = 0;
    for maker in MAKERS {
        for (name, bytes) in files(&corpus.join(maker), "*") {
            let stored = Walkmesh::from_bytes(&bytes).unwrap();
            let changed = |edited: &Walkmesh| -> Vec<_> {
                let saved = Walkmesh::from_bytes(&edited.to_bytes().unwrap()).unwrap();
                let tables = stored.diff(&saved).into_iter().filter(|table| !table.is_equal());
                tables.map(|table| (table.table, table.entries - table.equal)).collect()
            };
            let (walkable, like) =
                (stored.face(FaceId(0)).unwrap().is_walkable(), stored.face(FaceId(0)).unwrap().material());
            let others = if walkable { [5, 6] } else { [15, 17] }.map(MaterialId);
            let mut painted = stored.clone();
            painted.set_material(FaceId(0), if like == others[0] { others[1] } else { others[0] }).unwrap();
            assert_eq!(changed(&painted), [("materials", 1)], "{maker}/{name}");
            if let Some(edge) = stored.as_raw().edges.last().and_then(|row| EdgeId::from_raw(row.edge)) {
                let mut led = stored.clone();
                led.set_transition(edge, Some(RoomId(1000))).unwrap();
                assert_eq!(changed(&led), [("edges", 1)], "{maker}/{name}");
                transitions += 1;
            }
        }
    }
    assert_eq!(transitions, 109, "all rooms but one, which has no edges");
}

#[test]
fn layouts_are_written_as_they_were_read() {
    let Some(corpus) = corpus("kotor") else { return };
    let files = files(&corpus.join("lyt"), "lyt");
    for (name, bytes) in &files {
        let mut layout = Layout::from_bytes(bytes).unwrap();
        assert!(layout.to_bytes() == *bytes, "{name}");
        let same: Vec<usize> = (0..layout.rooms().len()).collect();
        layout.reorder(&same).unwrap();
        assert!(layout.to_bytes() == *bytes, "{name}: put in the same order");
    }
    assert_eq!(files.len(), 12);
}

#[test]
fn every_baked_file_passes_the_check_but_for_what_its_faces_are() {
    /// Findings that a bake cannot repair because they concern the geometry, or that are not faults.
    const OF_THE_FACES: [&str; 10] = [
        "edge-non-manifold",
        "edge-winding",
        "face-duplicate",
        "face-repeats-corner",
        "face-degenerate",
        "hook-in-room",
        "hook-stale",
        "vertex-duplicate",
        "vertex-unused",
        "face-faces-down",
    ];
    let Some(corpus) = corpus("kotor") else { return };
    let layouts = layouts(&corpus);
    let mut lines = String::new();
    let mut count = 0;
    for maker in MAKERS {
        for (name, bytes) in files(&corpus.join(maker), "*") {
            let (stored, baked, _) = rebake(&name, &bytes, &layouts);
            let left: Vec<_> = baked
                .check(&CheckOptions::all().without_flaws())
                .into_iter()
                .filter(|finding| !OF_THE_FACES.contains(&finding.code()))
                .collect();
            assert!(left.is_empty(), "{name}, baked: {}", left[0]);

            let mut codes = BTreeMap::<String, usize>::new();
            for rule in stored.check(&CheckOptions::default()).rules() {
                codes.insert(format!("{} {}", rule.severity, rule.code()), rule.count);
            }
            writeln!(lines, "{maker}/{name}").unwrap();
            codes.iter().for_each(|(code, times)| writeln!(lines, "  {times:>5} {code}").unwrap());
            count += 1;
        }
    }
    assert_eq!(count, 119);
    snapshot("kotor_findings", &lines);
}

/// The rooms of 745KOR in their layout.
fn area(corpus: &Path) -> Area {
    let layout = std::fs::read(corpus.join("lyt/745KOR.lyt")).unwrap();
    let mut area = Area::new(Layout::from_bytes(&layout).unwrap());
    for (name, bytes) in files(&corpus.join("vanilla"), "wok") {
        if name.starts_with("745KOR") {
            area.insert_named(&name, Walkmesh::from_bytes(&bytes).unwrap()).unwrap().unwrap();
        }
    }
    assert_eq!(area.rooms().count(), 27);
    area
}

#[test]
fn linking_gives_every_stored_transition_between_rooms_of_the_corpus_and_no_other() {
    let Some(corpus) = corpus("kotor") else { return };
    let mut area = area(&corpus);
    let transitions = |area: &Area| -> Vec<_> {
        area.rooms().flat_map(|(id, room)| room.transitions().map(move |(edge, to)| (id, edge, to))).collect()
    };
    let stored = transitions(&area);
    let present = stored.iter().filter(|(_, _, to)| area.room(*to).is_some()).count();
    println!("745KOR: {present} of {} transitions lead to a room of the corpus", stored.len());
    assert_eq!((stored.len(), present), (52, 52));
    assert_eq!(area.link().unwrap(), [], "nothing to change");

    // From nothing, too.
    let rooms: Vec<_> = area.rooms().map(|(id, _)| id).collect();
    for &room in &rooms {
        area.room_mut(room).unwrap().renumber_transitions(|_| None);
    }
    assert_eq!(transitions(&area), []);
    assert_eq!(area.link().unwrap().len(), 52);
    assert_eq!(transitions(&area), stored);

    // The seams are welded already.
    assert_eq!(area.weld(0.0).unwrap(), []);
    let codes: Vec<_> = area
        .check(&CheckOptions::all().without_flaws())
        .iter()
        .map(|finding| finding.code())
        .filter(|code| code.contains("tran"))
        .collect();
    assert_eq!(codes, Vec::<&str>::new());
}

#[test]
fn rays_and_floors_of_real_rooms_are_those_of_a_look_at_every_face() {
    let Some(corpus) = corpus("kotor") else { return };
    let mut asked = 0;
    for (name, bytes) in files(&corpus.join("vanilla"), "wok") {
        let room = Walkmesh::from_bytes(&bytes).unwrap();
        let navigator = Navigator::new(room.clone());
        let Some(Aabb { min, max }) = room.bounds() else { continue };
        // Positions spread over the room's box, the same in each run.
        let share = |seed: usize, axis: usize| {
            let part = ((seed * 2_654_435_761 + axis * 40_503) % 65_521) as f32 / 65_521.0;
            min[axis] + part * (max[axis] - min[axis])
        };
        for seed in 0..50 {
            let [from, to] =
                [2 * seed, 2 * seed + 1].map(|seed| [share(seed, 0), share(seed, 1), share(seed, 2) + 0.5]);
            for ray in [Ray::between(from, to).unwrap(), Ray::new(from, [0.0, 0.0, -1.0], 1e3).unwrap()] {
                let met = room.faces().filter_map(|face| Some((ray.meets(&face.points().unwrap())?, face.id())));
                let nearest = met.min_by(|a, b| a.partial_cmp(b).unwrap());
                let hit = navigator.raycast(&ray, MaterialMask::ALL);
                assert_eq!(hit.map(|hit| (hit.distance, hit.face)), nearest, "{name}: {from:?} to {to:?}");
                asked += 1;
            }
            for floor in navigator.floors_at([from[0], from[1]], MaterialMask::ALL) {
                let (normal, distance) = room.face(floor.face).unwrap().plane();
                let place = [from[0], from[1], floor.height].map(f64::from);
                let off = (0..3).map(|axis| place[axis] * f64::from(normal[axis])).sum::<f64>() + f64::from(distance);
                assert!(off.abs() < 1e-3, "{name}: a floor lies on its face's plane, {off} m off");
            }
        }
    }
    assert_eq!(asked, 40 * 100);
}

#[test]
fn the_rooms_of_an_area_are_walked_through_their_transitions() {
    let Some(corpus) = corpus("kotor") else { return };
    let area = area(&corpus);
    let navigator = Navigator::of_area(area.clone());
    // One spot in the middle of a walkable face of each room that has one.
    let mut spots = Vec::new();
    for (_, room) in area.rooms() {
        let faces = room.faces().filter(|face| face.is_walkable() && face.normal()[2] > 0.5);
        let middle = faces.map(|face| {
            let points = face.points().unwrap();
            [0, 1, 2].map(|axis| points.iter().map(|point| point[axis]).sum::<f32>() / 3.0)
        });
        spots.extend(middle.map(|point| navigator.position_at(point, 0.01).unwrap().unwrap()).next());
    }
    let pairs: Vec<_> = spots.iter().flat_map(|&from| spots.iter().map(move |&to| (from, to))).collect();
    let mut through = 0;
    let mut longest = 0.0_f64;
    for ((from, to), path) in pairs.iter().zip(navigator.shortest_path_many(&pairs)) {
        assert_eq!(path.is_ok(), navigator.connected_part(*from).unwrap() == navigator.connected_part(*to).unwrap());
        let Ok(path) = path else { continue };
        let straight = (to.point[0] - from.point[0]).hypot(to.point[1] - from.point[1]);
        assert!(path.length >= f64::from(straight) - 1e-3);
        let back = navigator.distance(*to, *from).unwrap();
        assert!((back - path.length).abs() < 1e-4 * (1.0 + back), "{back} there, {} back", path.length);
        // Every position on the path lies on a walkable face.
        for spot in navigator.shortest_path_on_floor(*from, *to).unwrap().points {
            let Part::Room(room) = spot.face.part else { panic!("no objects here") };
            assert!(area.room(room).unwrap().face(spot.face.face).unwrap().is_walkable());
            assert!(navigator.position_at(spot.point, 0.5).unwrap().is_some() || spot.point == to.point);
        }
        through += usize::from(from.face.part != to.face.part);
        longest = longest.max(path.length);
    }
    println!("745KOR: {through} of {} ways lead through transitions, the longest {longest:.1} m", pairs.len());
    assert!(through > 100);
}
