//! Faults planted outside the floor: in the tree, in the header, after the tables, in the material table and in the layout. Each is found
//! once, at its place.

use std::fmt::Write as _;

use walkmesh::finding::CheckOptions;
use walkmesh::kotor::{Area, BakeOptions, Kind, Layout, MaterialId, MaterialTable, RoomId, Walkmesh};
use walkmesh_testing::{corpus, snapshot};

use super::Ground;

/// A kind of fault: its name, the rule that must find it, and how it is planted in a room that has been baked. Planting
/// returns the place of the finding, too.
struct Fault {
    name: &'static str,
    code: &'static str,
    plant: fn(&Walkmesh) -> Option<(Ground, String)>,
}

const FAULTS: [Fault; 5] = [
    Fault { name: "reversed split plane", code: "plane-reversed", plant: reversed_plane },
    Fault { name: "root beyond the tree", code: "root-out-of-range", plant: root_beyond_the_tree },
    Fault { name: "byte behind the tables", code: "file-surplus", plant: byte_behind_the_tables },
    Fault { name: "table of materials without a row", code: "material-out-of-range", plant: table_without_a_row },
    Fault { name: "layout without its first line", code: "layout-without-beginning", plant: layout_without_beginning },
];

/// Flips the first split plane whose children's boxes have centres at least 1 m apart along its axis.
fn reversed_plane(room: &Walkmesh) -> Option<(Ground, String)> {
    let mut raw = room.as_raw().clone();
    let nodes = &raw.aabb_nodes;
    let at = nodes.iter().position(|node| {
        let axis = node.plane.trailing_zeros() as usize % 3;
        let middle = |child: i32| {
            let child = nodes.get(usize::try_from(child).ok()?)?;
            let [min, max] = [child.min, child.max].map(|corner| <[f32; 3]>::from(corner)[axis]);
            Some((min + max) / 2.0)
        };
        let [left, right] = [node.left, node.right].map(middle);
        left.zip(right).is_some_and(|(left, right)| (right - left).abs() >= 1.0)
    })?;
    let plane = &mut raw.aabb_nodes[at].plane;
    // 1, 2 and 4 are the positive axes; 8, 16 and 32 are the negative ones.
    *plane = if *plane < 8 { *plane * 8 } else { *plane / 8 };
    Some((of_room(Walkmesh::from_raw(raw)), format!("node {at}")))
}

fn root_beyond_the_tree(room: &Walkmesh) -> Option<(Ground, String)> {
    let mut raw = room.as_raw().clone();
    raw.aabb_root = u32::try_from(raw.aabb_nodes.len()).ok()?;
    Some((of_room(Walkmesh::from_raw(raw)), "header".to_owned()))
}

fn byte_behind_the_tables(room: &Walkmesh) -> Option<(Ground, String)> {
    let mut bytes = room.to_bytes().ok()?;
    bytes.push(7);
    Some((of_room(Walkmesh::from_bytes(&bytes).ok()?), String::new()))
}

/// Gives the room a table that ends before the largest material number of its faces.
fn table_without_a_row(room: &Walkmesh) -> Option<(Ground, String)> {
    let most = room.faces().map(|face| face.material()).max()?;
    let first = room.faces().find(|face| face.material() == most)?.id();
    let mut text = String::from("2DA V2.0\n\n Label Walk WalkCheck LineOfSight\n");
    for row in 0..most.0 {
        let walk = u8::from(room.materials().is_walkable(MaterialId(row)));
        writeln!(text, "{row} row{row} {walk} {walk} 0").ok()?;
    }
    let table = MaterialTable::from_2da(text.as_bytes()).ok()?;
    Some((Ground::Room(Box::new(room.clone().with_materials(table))), first.to_string()))
}

fn layout_without_beginning(room: &Walkmesh) -> Option<(Ground, String)> {
    let mut area = Area::new(Layout::from_bytes(b"roomcount 1\n  hall 0 0 0\ndonelayout\n").ok()?);
    area.insert(RoomId(0), room.clone()).ok()?;
    Some((Ground::Area(Box::new(area)), "layout".to_owned()))
}

fn of_room(room: Walkmesh) -> Ground {
    Ground::Room(Box::new(room.with_kind(Kind::Wok).with_materials_as_stored()))
}

#[test]
fn planted_faults_of_tables_are_found_and_a_bake_repairs_those_of_its_own_tables() {
    let Some(corpus) = corpus("kotor") else { return };
    let options = CheckOptions::all().without_flaws();
    let mut figures = [[0; 3]; FAULTS.len()];
    for maker in ["vanilla", "mdledit", "kaurora", "kotorblender"] {
        for path in walkmesh_testing::files(&corpus.join(maker), "wok").iter().step_by(super::step()) {
            let stored = Walkmesh::from_bytes(&std::fs::read(path).unwrap()).unwrap();
            let mut base = stored.with_kind(Kind::Wok).with_materials_as_stored();
            if base.bake(&BakeOptions::default()).is_err() {
                continue;
            }
            let before = base.check(&options);
            for (Fault { code, plant, .. }, [planted, found, repaired]) in FAULTS.iter().zip(&mut figures) {
                let Some((ground, place)) = plant(&base).filter(|_| before.count(code) == 0) else { continue };
                *planted += 1;
                let findings = ground.check(&options);
                let places: Vec<_> = findings.iter().filter(|finding| finding.code() == *code).collect();
                let is_found = matches!(places[..], [finding] if finding.place.to_string() == place);
                assert!(is_found, "{}: {code} at `{place}`: {findings}", path.display());
                *found += 1;
                *repaired += usize::from(ground.repaired().check(&options).count(code) == 0);
            }
        }
    }
    let mut lines = String::from("fault | planted | found | repaired by a bake\n");
    for (Fault { name, .. }, [planted, found, repaired]) in FAULTS.iter().zip(figures) {
        writeln!(lines, "{name} | {planted} | {found} | {repaired}").unwrap();
    }
    println!("{lines}");
    if super::step() > 1 {
        snapshot("kotor_planted_tables", &lines);
    }
}
