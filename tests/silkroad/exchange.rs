//! Floors through another program and back: only edits change anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use walkmesh::exchange::{Class, ClassedTriangle, Mark, MatchOptions, NodeReport, SceneNode};
use walkmesh::formats::Document;
use walkmesh::formats::bms::{Bms, Edge, NavMesh};
use walkmesh::silkroad::{ImportError, Placement, apply_edited_bms, bms_to_scene_node};

use crate::corpus::folder;
use crate::editor::through_an_editor;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cli/samples");

fn bms_files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = walkmesh_testing::files(folder, "bms")
        .into_iter()
        .map(|path| (path.display().to_string(), fs::read(path).expect("readable")))
        .collect();
    files.sort();
    files
}

/// The sample's `hall.bms`, of 36 vertices, 48 cells and 24 edges of the outline, two of them doors.
fn hall() -> Option<Bms> {
    let bytes = fs::read(folder()?.join("hall.bms")).expect("readable");
    Some(Bms::from_bytes(&bytes).expect("reads"))
}

fn node(bms: &Bms) -> SceneNode {
    bms_to_scene_node(bms, "hall").expect("a floor").0
}

fn apply(bms: &Bms, edited: &SceneNode) -> Result<(NavMesh, NodeReport), ImportError> {
    let mut after = bms.clone();
    let result =
        apply_edited_bms(&mut after, Placement::default(), &through_an_editor(edited), &MatchOptions::default());
    if result.is_err() {
        assert_eq!(&after, bms);
    }
    let read = Bms::from_bytes(&after.to_bytes().expect("writable")).expect("readable");
    assert_eq!(read, after);
    Ok((after.nav_mesh.expect("a floor"), result?))
}

/// The edges are the sides of the cells, and every tile lists the edges that lie in it.
fn assert_sound(mesh: &NavMesh) {
    let mut sides: BTreeMap<[u16; 2], Vec<u16>> = BTreeMap::new();
    for (cell, row) in (0..).zip(&mesh.cells) {
        let [a, b, c] = row.vertices;
        for (a, b) in [(a, b), (b, c), (c, a)] {
            sides.entry([a.min(b), a.max(b)]).or_default().push(cell);
        }
    }
    for edge in mesh.outline.iter().chain(&mesh.inline) {
        let [a, b] = edge.vertices;
        let mut cells = vec![edge.src_cell, edge.dst_cell];
        cells.retain(|cell| *cell != Edge::NO_CELL);
        cells.sort_unstable();
        assert_eq!(sides.remove(&[a.min(b), a.max(b)]), Some(cells), "{edge:?}");
    }
    assert!(sides.is_empty() && mesh.outline.iter().all(|edge| edge.dst_cell == Edge::NO_CELL));
    let tile = |at: [f64; 2]| {
        let [x, z] =
            [at[0] - f64::from(mesh.grid.origin_x), at[1] - f64::from(mesh.grid.origin_z)].map(|at| at / 100.0);
        (z.floor() as usize) * mesh.grid.width as usize + x.floor() as usize
    };
    for (number, edge) in (0_u16..).zip(&mesh.outline) {
        let [a, b] = edge.vertices.map(|vertex| mesh.vertices[usize::from(vertex)].position);
        for share in (1..40).map(|share| f64::from(share) / 40.0) {
            let at = [(a.x, b.x), (a.z, b.z)].map(|(a, b)| f64::from(a) + f64::from(b - a) * share);
            assert!(mesh.grid.tiles[tile(at)].outline.contains(&number), "{edge:?} at {at:?}");
        }
    }
}

/// The edges between vertices that both meshes have, with their flags and events.
fn flags(mesh: &NavMesh) -> BTreeMap<[u16; 2], (u8, Option<u8>)> {
    mesh.outline.iter().chain(&mesh.inline).map(|edge| (edge.vertices, (edge.flag, edge.event))).collect()
}

fn vertex(mesh: &NavMesh, is_inner: bool) -> u16 {
    let outer: BTreeSet<u16> = mesh.outline.iter().flat_map(|edge| edge.vertices).collect();
    let doors: BTreeSet<u16> =
        mesh.outline.iter().filter(|edge| edge.flag == 8).flat_map(|edge| edge.vertices).collect();
    (0..mesh.vertices.len() as u16).find(|at| outer.contains(at) != is_inner && !doors.contains(at)).expect("a vertex")
}

#[test]
fn every_floor_comes_back_byte_for_byte() {
    let mut files = bms_files(Path::new(SAMPLES));
    files.extend(folder().map(|folder| bms_files(&folder)).unwrap_or_default());
    assert!(files.len() == 2 || files.len() == 9, "{}", files.len());
    for (name, bytes) in &files {
        let mut bms = Bms::from_bytes(bytes).expect("reads");
        let edited = through_an_editor(&node(&bms));
        let report =
            apply_edited_bms(&mut bms, Placement::default(), &edited, &MatchOptions::default()).expect("no edit");
        assert!(report.is_unchanged() && report.marks_not_placed.is_empty(), "{name}: {report:?}");
        assert_eq!(report.marks_placed, edited.set.marks.len(), "{name}");
        assert!(bms.to_bytes().expect("writable") == *bytes, "{name}");
    }
}

#[test]
fn moved_vertices_keep_every_number() {
    let Some(bms) = hall() else { return };
    let before = bms.nav_mesh.clone().expect("a floor");
    for is_inner in [true, false] {
        let at = vertex(&before, is_inner);
        let mut edited = node(&bms);
        let point = &mut edited.set.points[usize::from(at)];
        *point = [point[0] * 0.9, point[1] + 3.0, point[2] * 0.9];
        let (after, report) = apply(&bms, &edited).expect("an edit");
        assert_eq!(report.matched.moved_points.iter().map(|moved| moved.point).collect::<Vec<_>>(), [u32::from(at)]);
        let around = before.cells.iter().filter(|cell| cell.vertices.contains(&at)).count();
        assert_eq!((report.matched.moved.len(), report.matched.kept), (around, before.cells.len() - around));
        assert!(report.mark_edits.is_empty() && report.notes.is_empty());
        assert_sound(&after);
        assert_eq!((&after.cells, &after.outline, &after.inline), (&before.cells, &before.outline, &before.inline));
        assert_eq!(after.grid == before.grid, is_inner);
    }
}

#[test]
fn a_removed_cell_leaves_walls_and_an_added_one_closes_them() {
    let Some(bms) = hall() else { return };
    let before = bms.nav_mesh.clone().expect("a floor");
    let edges = |mesh: &NavMesh, cell: u16| {
        mesh.inline.iter().filter(|edge| [edge.src_cell, edge.dst_cell].contains(&cell)).count()
    };
    let inner = (0..48).find(|cell| edges(&before, *cell) == 3).expect("a cell inside");
    let mut edited = node(&bms);
    edited.set.triangles.remove(usize::from(inner));
    let (after, report) = apply(&bms, &edited).expect("an edit");
    assert_eq!(report.matched.removed, [u32::from(inner)]);
    assert!(report.notes[0].message.contains("bake the tables"), "{:?}", report.notes);
    assert_sound(&after);
    assert_eq!((after.cells.len(), after.outline.len(), after.inline.len()), (47, 27, 57));
    assert_eq!(after.vertices, before.vertices);
    let (old, new) = (flags(&before), flags(&after));
    let changed: Vec<_> = new.iter().filter(|(ends, flag)| old.get(*ends) != Some(flag)).collect();
    assert!(changed.len() == 3 && changed.iter().all(|(_, flag)| flag.0 == 3), "{changed:?}");

    // The hole is closed again.
    let holed = Bms { nav_mesh: Some(after), ..bms.clone() };
    let mut edited = node(&holed);
    edited.set.triangles.push(node(&bms).set.triangles[usize::from(inner)]);
    let (closed, report) = apply(&holed, &edited).expect("an edit");
    assert_eq!(report.matched.added, [47]);
    assert_sound(&closed);
    assert_eq!(flags(&closed), flags(&before));
}

#[test]
fn a_knife_cut_and_a_quad_beyond_the_wall() {
    let Some(bms) = hall() else { return };
    let before = bms.nav_mesh.clone().expect("a floor");
    let at = |vertex: u16| <[f32; 3]>::from(before.vertices[usize::from(vertex)].position);
    // The knife cuts a wall and its cell in two.
    let (wall_number, wall) = before.outline.iter().enumerate().find(|(_, edge)| edge.flag == 3).expect("a wall");
    let mut edited = node(&bms);
    let middle = edited.set.points.len() as u32;
    let [a, b] = wall.vertices.map(u32::from);
    let (from, to) = (at(wall.vertices[0]), at(wall.vertices[1]));
    edited.set.points.push(std::array::from_fn(|axis| (from[axis] + to[axis]) / 2.0));
    let row = edited.set.triangles[usize::from(wall.src_cell)];
    let with = |gone: u32| ClassedTriangle {
        corners: row.corners.map(|corner| if corner == gone { middle } else { corner }),
        ..row
    };
    edited.set.triangles[usize::from(wall.src_cell)] = with(a);
    edited.set.triangles.push(with(b));
    let (after, report) = apply(&bms, &edited).expect("an edit");
    assert_eq!((report.matched.removed, report.matched.added.len()), (vec![u32::from(wall.src_cell)], 2));
    assert_sound(&after);
    assert_eq!((after.vertices.len(), after.outline.len(), after.inline.len()), (37, 25, 61));
    let kept: Vec<_> = before
        .outline
        .iter()
        .enumerate()
        .filter(|(number, _)| *number != wall_number)
        .map(|(_, edge)| (edge.vertices, edge.flag))
        .collect();
    assert_eq!(after.outline[..23].iter().map(|edge| (edge.vertices, edge.flag)).collect::<Vec<_>>(), kept);

    // A cell beyond the wall, outside the tiles.
    let mut edited = node(&bms);
    let tip = edited.set.points.len() as u32;
    let away = [from[0] + to[0], 0.0, from[2] + to[2]].map(|value| value * 4.0);
    edited.set.points.push(away);
    edited.set.triangles.push(ClassedTriangle { corners: [b, a, tip], class: 0 });
    assert_eq!(apply(&bms, &edited).map(drop), Err(ImportError::OutsideTiles { width: 4, height: 4 }));
}

#[test]
fn what_follows_no_known_rule_is_refused() {
    let Some(bms) = hall() else { return };
    let broken = |change: fn(&mut NavMesh)| {
        let mut bms = bms.clone();
        change(bms.nav_mesh.as_mut().expect("a floor"));
        bms
    };
    let cut = |bms: &Bms, is_new_vertex: bool| {
        let mut edited = node(bms);
        if is_new_vertex {
            let first = edited.set.points.len() as u32;
            edited.set.points.extend([[0.0, 9.0, 0.0], [9.0, 9.0, 0.0], [0.0, 9.0, 9.0]]);
            edited.set.triangles.push(ClassedTriangle { corners: [first, first + 1, first + 2], class: 0 });
        } else {
            edited.set.triangles.remove(5);
        }
        apply(bms, &edited).map(drop)
    };
    assert_eq!((cut(&bms, true), cut(&bms, false)), (Ok(()), Ok(())));
    let normals = broken(|mesh| mesh.vertices[3].normal_index = 7);
    assert_eq!((cut(&normals, true), cut(&normals, false)), (Err(ImportError::UnknownNormals(3)), Ok(())));
    let edges = broken(|mesh| mesh.inline[4].src_cell = 40);
    assert!(matches!(cut(&edges, false), Err(ImportError::UnknownEdgeRule(_))));
    let twice = broken(|mesh| mesh.outline.push(mesh.outline[0]));
    assert!(matches!(cut(&twice, false), Err(ImportError::UnknownEdgeRule(_))));
    let tiles = broken(|mesh| mesh.grid.tiles[0].outline.clear());
    assert!(matches!(cut(&tiles, false), Err(ImportError::UnknownTileRule(_))));
    let none = Bms { nav_mesh: None, ..bms.clone() };
    assert_eq!(
        apply_edited_bms(&mut none.clone(), Placement::default(), &node(&bms), &MatchOptions::default()).map(drop),
        Err(ImportError::NoFloor)
    );
    assert!(bms_to_scene_node(&none, "none").is_none());

    let mut edited = node(&bms);
    edited.set.triangles[0].class = 3 << 16;
    assert!(matches!(apply(&bms, &edited), Err(ImportError::UnknownClass(_))), "the floor has no events");
    edited.set.triangles[0].class = Class::UNNUMBERED;
    assert!(apply(&bms, &edited).expect("the only class").1.is_unchanged());
}

#[test]
fn cells_are_painted_with_events() {
    let Some(mut bms) = hall() else { return };
    bms.nav_flag = 2;
    let mesh = bms.nav_mesh.as_mut().expect("a floor");
    mesh.cells.iter_mut().for_each(|cell| cell.event = Some(0));
    mesh.cells[9].event = Some(3);
    let mut edited = node(&bms);
    assert_eq!(
        edited.set.classes.iter().map(Class::label).collect::<Vec<_>>(),
        ["65536 floor event 0", "262144 floor event 3"]
    );
    edited.set.triangles[2].class = edited.set.triangles[9].class;
    let (after, report) = apply(&bms, &edited).expect("an edit");
    assert_eq!(report.matched.repainted, [2]);
    let mut expected = bms.nav_mesh.clone().expect("a floor");
    expected.cells[2].event = Some(3);
    assert_eq!(after, expected);
}

#[test]
fn a_mark_makes_a_door_and_a_missing_one_a_wall() {
    let Some(bms) = hall() else { return };
    let before = bms.nav_mesh.clone().expect("a floor");
    let (wall, edge) = before.outline.iter().enumerate().rev().find(|(_, edge)| edge.flag == 3).expect("a wall");
    let [a, b] = edge.vertices.map(|vertex| <[f32; 3]>::from(before.vertices[usize::from(vertex)].position));
    let mut edited = node(&bms);
    assert_eq!(edited.set.marks.len(), 2);
    edited.set.marks.remove(0);
    let point = std::array::from_fn(|axis| (a[axis] + b[axis]) / 2.0 + 0.25);
    edited.set.marks.push(Mark { name: "door.003".into(), point });
    edited.set.marks.push(Mark { name: "Camera".into(), point });
    let (after, report) = apply(&bms, &edited).expect("an edit");
    assert_eq!((report.marks_placed, report.mark_edits.len(), report.marks_not_placed.len()), (2, 2, 1));
    assert!(!report.is_unchanged() && report.matched.is_unchanged());
    let mut expected = before.clone();
    (expected.outline[0].flag, expected.outline[wall].flag) = (3, 8);
    assert_eq!(after, expected);

    // A format without marks keeps the doors.
    edited.set.marks.clear();
    let mut kept = bms.clone();
    let options = MatchOptions::default().with_keep_marks(true);
    let report = apply_edited_bms(&mut kept, Placement::default(), &edited, &options).expect("no edit");
    assert!(report.is_unchanged() && kept == bms && report.notes.is_empty(), "{:?}", report.notes);

    // In any other format, all of them are missing by mistake.
    let report = apply_edited_bms(&mut kept, Placement::default(), &edited, &MatchOptions::default()).expect("no edit");
    assert!(kept == bms && report.notes.len() == 1 && report.marks_placed == 2, "{:?}", report.notes);
}
