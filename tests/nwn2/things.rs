//! The contents of real areas, compared with the floors of their TRX.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use walkmesh::finding::{CheckOptions, Severity};
use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::instances::InstanceKind;
use walkmesh::level::{Level, Memory, OpenOptions, Summary};
use walkmesh::nwn2::{BakeOptions, BuildFace, BuildOptions, FloorMaterial, Navigator, Terrain, build};
use walkmesh_testing::snapshot;

use crate::carve::{alfa, pairs};

#[test]
fn things_of_real_areas_stand_on_floors_but_for_those_that_are_listed() {
    let (Some(pairs), Some(alfa)) = (pairs(), alfa()) else { return };
    let (mut things, mut found) = (BTreeMap::<InstanceKind, usize>::new(), BTreeMap::<String, usize>::new());
    let mut areas = 0;
    for area in pairs.into_iter().chain(alfa) {
        let instances = area.git.instances();
        instances.counts().into_iter().for_each(|(kind, count)| *things.entry(kind).or_default() += count);
        let findings = Navigator::new(area.trx).check_instances(&instances, &CheckOptions::all()).unwrap();
        for finding in &findings {
            let what = finding.place.parts().first().map_or_else(String::new, |part| part.kind.to_string());
            *found.entry(format!("{} of a {what}", finding.rule.code)).or_default() += 1;
        }
        areas += 1;
    }
    assert_eq!(areas, 84);
    let mut text = format!("{areas} areas with TRX and GIT\n\nthings\n");
    things.iter().for_each(|(kind, count)| writeln!(text, "  {}: {count}", kind.noun()).unwrap());
    text.push_str("\nfindings\n");
    found.iter().for_each(|(what, count)| writeln!(text, "  {what}: {count}").unwrap());
    snapshot("nwn2_things", &text);
}

/// A level floor of 20 by 20 m and a smaller, separate one, as a TRX.
fn floors() -> Vec<u8> {
    let (mut points, mut faces) = (Vec::new(), Vec::new());
    for (x, size) in [(10.0_f32, 20.0_f32), (34.0, 4.0)] {
        let first = points.len() as u32;
        points.extend([[x, 10.0, 0.0], [x + size, 10.0, 0.0], [x + size, 10.0 + size, 0.0], [x, 10.0 + size, 0.0]]);
        let face = |corners| BuildFace { corners, walkable: true, floor: Some(FloorMaterial::Stone) };
        faces.extend([[0, 1, 2], [0, 2, 3]].map(|corners: [u32; 3]| face(corners.map(|corner| first + corner))));
    }
    let mut area =
        Terrain::new_unbaked([1, 1], build(&points, &faces, &BuildOptions::default()).unwrap().walkmesh).unwrap();
    area.bake(&BakeOptions::default()).unwrap();
    area.to_bytes().unwrap()
}

fn thing(x: f32, y: f32) -> Tree {
    [("XPosition", x), ("YPosition", y), ("ZPosition", 0.0)]
        .into_iter()
        .fold(Tree::new(0), |tree, (label, value)| tree.with(label, TreeValue::Float(value)))
}

fn outline(labels: [&str; 3], size: f32) -> TreeValue {
    let corner = |[x, y]: [f32; 2]| {
        let fields = labels.into_iter().zip([x, y, 0.0]);
        fields.fold(Tree::new(3), |tree, (label, value)| tree.with(label, TreeValue::Float(value)))
    };
    TreeValue::List([[0.0, 0.0], [size, 0.0], [size, size]].map(corner).into())
}

/// The area with one thing.
fn area_with(list: &str, thing: Tree) -> Level {
    let git = Tree::root().with(list, TreeValue::List(vec![thing]));
    let git = Gff::from_tree(*b"GIT ", &git).unwrap().to_bytes().unwrap();
    let files: Memory = [("field.trx".to_owned(), floors()), ("field.git".to_owned(), git)].into_iter().collect();
    Level::open(&files, "field.trx", &OpenOptions::default()).unwrap()
}

/// The list of a thing, the thing, and its findings.
type Case = (&'static str, Tree, Option<(&'static str, Severity)>);

#[test]
fn each_planted_fault_of_a_thing_is_named_and_nothing_else() {
    let trigger = |x, y| thing(x, y).with("Geometry", outline(["PointX", "PointY", "PointZ"], 2.0));
    let encounter = |spawn| {
        let spawn = ["X", "Y", "Z"].into_iter().zip([spawn, 15.0, 0.0]);
        let spawn = spawn.fold(Tree::new(0), |tree, (label, value)| tree.with(label, TreeValue::Float(value)));
        let outlined = thing(15.0, 15.0).with("Geometry", outline(["X", "Y", "Z"], 2.0));
        outlined.with("SpawnPointList", TreeValue::List(vec![spawn]))
    };
    let cutter = trigger(80.0, 80.0).with("Type", TreeValue::Int(3));
    let cases: [Case; 14] = [
        ("Creature List", thing(15.0, 15.0), None),
        ("Creature List", thing(5.0, 15.0), Some(("creature-off-floor", Severity::Warning))),
        ("Creature List", thing(35.0, 11.0), Some(("instance-cut-off", Severity::Info))),
        ("Creature List", thing(f32::NAN, 11.0), Some(("instance-without-coordinates", Severity::Warning))),
        ("WaypointList", thing(15.0, 15.0), None),
        ("WaypointList", thing(15.0, 40.0), Some(("way-point-off-floor", Severity::Info))),
        ("WaypointList", thing(35.0, 12.0), Some(("instance-cut-off", Severity::Info))),
        ("StoreList", thing(15.0, 40.0), Some(("store-off-floor", Severity::Info))),
        ("TriggerList", trigger(15.0, 15.0), None),
        ("TriggerList", trigger(15.0, 40.0), Some(("trigger-off-floor", Severity::Warning))),
        ("TriggerList", thing(15.0, 15.0), Some(("trigger-without-outline", Severity::Info))),
        ("Encounter List", encounter(15.0), None),
        ("Encounter List", encounter(50.0), Some(("spawn-point-off-floor", Severity::Warning))),
        // A walkmesh cutter is listed among the triggers, but creatures never enter it.
        ("TriggerList", cutter, None),
    ];
    // The findings on the floor itself, one part of which is disconnected.
    let of_floor = area_with("SoundList", thing(15.0, 15.0)).check(&CheckOptions::default()).unwrap();
    let of_floor: Vec<&str> = of_floor.rules().map(|rule| rule.code()).collect();
    for (number, (list, thing, expected)) in cases.into_iter().enumerate() {
        let findings = area_with(list, thing).check(&CheckOptions::default()).unwrap();
        let own = findings.rules().filter(|rule| !of_floor.contains(&rule.code()));
        let found: Vec<_> = own.map(|rule| (rule.code(), rule.severity)).collect();
        assert_eq!(found, Vec::from_iter(expected), "case {number}: {findings}");
    }
}

#[test]
fn a_thing_off_the_floor_has_the_distance_of_the_nearest_floor() {
    let findings = area_with("Creature List", thing(5.0, 15.0)).check(&CheckOptions::default()).unwrap();
    let said = "The nearest floor is 5.00 m away, at (10.000, 15.000, 0.000).";
    assert!(findings.iter().any(|finding| finding.to_string().contains(said)), "{findings}");
}

#[test]
fn things_are_counted_and_shown() {
    let level = area_with("Creature List", thing(15.0, 15.0).with("Tag", TreeValue::String(b"guard".into())));
    let Summary::Trn(summary) = level.summary().unwrap() else { panic!("an area") };
    assert_eq!(summary.things, BTreeMap::from([(InstanceKind::Creature, 1)]));
    assert!(level.view().marks.iter().any(|mark| mark.label == "guard"));
    let trigger = thing(15.0, 15.0).with("Geometry", outline(["PointX", "PointY", "PointZ"], 2.0));
    assert!(area_with("TriggerList", trigger).lines().iter().any(|lines| lines.kind.name() == "outline"));
}
