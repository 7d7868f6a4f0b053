//! Dungeons through another program and back: onto their floors, and as new ones.

use std::fs;

use walkmesh::exchange::{ClassedTriangle, Mark, MatchOptions, Scene, SceneNode, Transform, Up};
use walkmesh::formats::Document;
use walkmesh::formats::bms::Bms;
use walkmesh::formats::dof::Dof;
use walkmesh::silkroad::{BakeOptions, Floors, ImportError, Navigator, Placement, Plan, apply_edited_bms};

use crate::corpus::folder;
use crate::editor::through_an_editor;

/// The dungeon of the corpus, its floors, and the name of each block's `.bms`.
fn dungeon() -> Option<(Dof, Vec<Bms>)> {
    let folder = folder()?;
    let dof = Dof::from_bytes(&fs::read(folder.join("sample.dof")).expect("readable")).expect("reads");
    let mesh = |block: &walkmesh::formats::dof::Block| {
        let path = String::from_utf8(block.path.bytes.clone()).expect("ASCII");
        Bms::from_bytes(&fs::read(folder.join(path)).expect("readable")).expect("reads")
    };
    let meshes = dof.blocks.blocks.iter().map(mesh).collect();
    Some((dof, meshes))
}

fn floors(dof: &Dof, meshes: &[Bms]) -> Floors {
    Floors::new(dof, meshes.iter().map(|bms| bms.nav_mesh.clone()).collect())
}

#[test]
fn the_blocks_of_a_dungeon_come_back_onto_their_floors() {
    let Some((dof, meshes)) = dungeon() else { return };
    let export = floors(&dof, &meshes).to_scene(&dof);
    assert_eq!((export.scene.up, export.scene.nodes.len(), export.notes.len()), (Up::Y, 7, 0));
    for ((node, bms), block) in export.scene.nodes.iter().zip(&meshes).zip(&dof.blocks.blocks) {
        let at = Placement { position: block.position.into(), yaw_radians: block.yaw };
        let mut edited = through_an_editor(node);
        // Programs store a placement in f32.
        edited.placement =
            Transform { rows: node.placement.rows.map(|row| row.map(|value| f64::from(value as f32 + 1e-6))) };
        let mut after = bms.clone();
        let report = apply_edited_bms(&mut after, at, &edited, &MatchOptions::default()).expect("no edit");
        assert!(report.is_unchanged(), "{}: {report:?}", node.name);
        assert_eq!(&after, bms);
    }
}

#[test]
fn a_dungeon_is_made_anew_of_its_scene() {
    let Some((dof, meshes)) = dungeon() else { return };
    let floors = floors(&dof, &meshes);
    let scene = floors.to_scene(&dof).scene;
    let (by_floors, _) = Plan::of_floors(32999, &floors.to_plans(&dof)).expect("floors");
    let old = by_floors.bake(&BakeOptions::default()).expect("fits");
    let places: Vec<_> = old.cells().collect();
    let old = Navigator::new(old);

    // Another order of nodes, z up, and no marks.
    let mut shuffled = scene.clone();
    shuffled.nodes.reverse();
    let mut upright = scene.clone();
    upright.up = Up::Z;
    for node in &mut upright.nodes {
        node.set = node.placed_set().into_owned();
        node.placement = Transform::IDENTITY;
        let marks = node.set.marks.iter_mut().map(|mark| &mut mark.point);
        node.set.points.iter_mut().chain(marks).for_each(|point| *point = [point[0], -point[2], point[1]]);
    }
    let mut unmarked = scene.clone();
    unmarked.nodes.iter_mut().for_each(|node| node.set.marks.clear());
    for scene in [&scene, &shuffled, &upright, &unmarked] {
        let (plan, reports) = Plan::from_scene(32999, scene).expect("a plan");
        assert_eq!((plan.blocks.len(), plan.doors.len(), reports.len()), (7, 4, 7));
        assert!(
            reports.iter().all(|report| report.marks_not_placed.is_empty() && report.notes.is_empty()),
            "{reports:?}"
        );
        let new = Navigator::new(plan.bake(&BakeOptions::default()).expect("fits"));
        for from in places.iter().step_by(3) {
            for to in &places {
                assert_eq!(
                    old.stored_route(*from, *to).is_ok(),
                    new.stored_route(*from, *to).is_ok(),
                    "{from} -> {to}"
                );
            }
        }
    }
}

#[test]
fn marks_say_where_the_doors_of_a_new_dungeon_are() {
    let square = |name: &str, x: f32| {
        let points = [[0.0, 0.0], [60.0, 0.0], [60.0, 60.0], [0.0, 60.0]].map(|[x, z]| [x, 0.0, z]).into();
        let triangles = [[0, 1, 2], [0, 2, 3]].map(|corners| ClassedTriangle { corners, class: 0 }).into();
        let set = walkmesh::exchange::TriangleSet { points, triangles, ..Default::default() };
        SceneNode { name: name.into(), set, placement: Transform::of_offset([x, 0.0, 0.0]) }
    };
    let mark = |name: &str, point| Mark { name: name.into(), point };
    let mut scene = Scene { up: Up::Y, nodes: vec![square("a", 0.0), square("b", 60.0)], marks: Vec::new() };
    let doors = |scene: &Scene| Plan::from_scene(32999, scene).expect("a plan").0.doors.len();
    assert_eq!(doors(&scene), 1, "the floors touch");
    // A mark at the outer wall: the touching walls are no longer doors, and the door leads nowhere.
    scene.nodes[0].set.marks = vec![mark("Door.001", [0.0, 0.5, 30.0]), mark("Lamp", [0.0; 3])];
    let (plan, reports) = Plan::from_scene(32999, &scene).expect("a plan");
    assert_eq!((plan.doors.len(), reports[0].marks_placed, reports[0].marks_not_placed.len()), (0, 1, 1));
    assert!(reports[0].notes[0].message.contains("leads nowhere"), "{:?}", reports[0].notes);
    // A mark of the scene is a door of both blocks.
    scene.marks = vec![mark("door east", [60.0, 0.0, 29.0]), mark("door nowhere", [0.0, 900.0, 0.0])];
    let (plan, reports) = Plan::from_scene(32999, &scene).expect("a plan");
    assert_eq!((plan.doors.len(), reports[0].marks_not_placed.len()), (1, 2));
    // Numbers of blocks are kept, and missing numbers become blocks without cells.
    (scene.nodes[0].name, scene.nodes[1].name) = ("003 hall".into(), "001 porch".into());
    let (plan, _) = Plan::from_scene(32999, &scene).expect("a plan");
    assert_eq!(plan.blocks.iter().map(|block| block.cells).collect::<Vec<_>>(), [0, 2, 0, 2]);
    scene.nodes[0].set.triangles[1].corners[0] = 99;
    assert!(matches!(Plan::from_scene(32999, &scene), Err(ImportError::NoSuchPoint { triangle: 1, point: 99, .. })));
}
