//! Planted faults: each is found, named by its rule, and nothing else is reported.

use walkmesh::finding::{PartKind, Severity};
use walkmesh::formats::gff::{Tree, TreeValue};
use walkmesh::kotor::{Navigator, Walkmesh};
use walkmesh::level::Level;
use walkmesh_testing::{corpus, files};

use super::builder::{Game, floor, name, numbers, situated, stand, table, text};
use super::packing::set;
use super::{check, codes, everywhere, island, open};

/// A fault: the rule that names it, how bad it is, and how it gets into the game.
type Fault = (&'static str, Severity, fn(&mut Game));

const FAULTS: &[Fault] = &[
    ("template-missing", Severity::Info, |game| drop(game.files.remove("gate.utd"))),
    ("object-file-unreadable", Severity::Warning, |game| game.add("chest.utp", b"damaged".to_vec())),
    ("object-file-unreadable", Severity::Warning, |game| game.add("plc_chest.pwk", b"BWM V1.0".to_vec())),
    ("model-table-missing", Severity::Info, |game| drop(game.files.remove("placeables.2da"))),
    ("object-file-unreadable", Severity::Warning, |game| game.add("placeables.2da", b"2DA V2.0\n\n a b\n".to_vec())),
    ("appearance-unknown", Severity::Warning, |game| game.add("genericdoors.2da", table(&["****"]))),
    ("object-without-model", Severity::Info, |game| game.add("genericdoors.2da", table(&["****", "****"]))),
    ("object-walkmesh-missing", Severity::Info, |game| drop(game.files.remove("plc_chest.pwk"))),
    ("instance-without-coordinates", Severity::Warning, |game| {
        set(game.first("WaypointList"), "XPosition", TreeValue::Float(f32::NAN));
        set(game.first("Door List"), "LinkedToFlags", TreeValue::Byte(0));
    }),
    ("entry-area-unknown", Severity::Error, |game| set(&mut game.module, "Mod_Entry_Area", name("garden"))),
    ("entry-off-floor", Severity::Error, |game| set(&mut game.module, "Mod_Entry_Y", TreeValue::Float(9.0))),
    ("entry-cut-off", Severity::Warning, |game| {
        island(game);
        set(&mut game.module, "Mod_Entry_X", TreeValue::Float(31.0));
        // Nothing else is disconnected from the entry.
        game.things.retain(|list, _| list.ends_with("Point"));
        game.points.clear();
        game.links.clear();
    }),
    ("creature-off-floor", Severity::Warning, |game| {
        set(game.first("Creature List"), "YPosition", TreeValue::Float(6.5));
    }),
    ("store-off-floor", Severity::Info, |game| set(game.first("StoreList"), "YPosition", TreeValue::Float(6.5))),
    ("way-point-off-floor", Severity::Info, |game| {
        set(game.first("WaypointList"), "YPosition", TreeValue::Float(-1.0))
    }),
    ("spawn-point-off-floor", Severity::Warning, |game| {
        let spawn = numbers(Tree::new(0), [("X", 5.0), ("Y", 40.0), ("Z", 0.0)]);
        set(game.first("Encounter List"), "SpawnPointList", TreeValue::List(vec![spawn]));
    }),
    ("trigger-without-outline", Severity::Info, |game| {
        set(game.first("TriggerList"), "Geometry", TreeValue::List(Vec::new()));
    }),
    ("trigger-off-floor", Severity::Warning, |game| {
        set(game.first("TriggerList"), "YPosition", TreeValue::Float(7.0));
    }),
    ("trigger-off-floor", Severity::Warning, |game| {
        set(game.first("Encounter List"), "XPosition", TreeValue::Float(-7.0));
    }),
    ("instance-cut-off", Severity::Info, |game| {
        island(game);
        game.things.get_mut("Creature List").unwrap().push(stand(31.0, 3.0).with("TemplateResRef", name("ghost")));
    }),
    ("way-blocked", Severity::Warning, |game| {
        // A wall across the eastern room, on this side of the creature.
        game.add_object(
            "plc_chest.pwk",
            [[-0.1, -9.0, 0.0], [0.1, -9.0, 0.0], [0.0, 9.0, 0.0]],
            [[-1.0, 0.0, 0.0], [0.0; 3]],
        );
        *game.first("Placeable List") = situated("chest", [13.0, 3.0], 0.0);
    }),
    ("instance-under-object", Severity::Info, |game| {
        *game.first("Placeable List") = situated("chest", [14.0, 3.0], 0.0);
    }),
    ("transition-target-missing", Severity::Error, |game| set(game.first("Door List"), "LinkedTo", text("nowhere"))),
    ("transition-target-missing", Severity::Error, |game| {
        let trigger = game.first("TriggerList");
        set(trigger, "LinkedToFlags", TreeValue::Byte(1));
        set(trigger, "LinkedTo", text("nowhere"));
    }),
    ("transition-without-target", Severity::Info, |game| {
        set(game.first("Door List"), "LinkedTo", text(""));
        set(game.first("Door List"), "LinkedToModule", name("south"));
    }),
    ("path-points-unsorted", Severity::Error, |game| game.points[1].0 = 1.0),
    ("path-links-out-of-order", Severity::Error, |game| game.points[2].2 = 0),
    ("path-links-out-of-order", Severity::Error, |game| game.points[2].3 = 1000),
    ("path-link-out-of-range", Severity::Error, |game| {
        game.points.push((18.0, 1.0, 4, 1));
        game.points[1].3 = 3;
        game.points[2].2 = 4;
        game.points[3].2 = 5;
        game.links = vec![1, 0, 2, 3, 1, 1, 77];
        game.points[3].3 = 2;
    }),
    ("path-link-one-way", Severity::Info, |game| {
        game.points[2].3 = 0;
        game.links.pop();
    }),
    ("path-points-apart", Severity::Warning, |game| game.points.push((18.0, 1.0, 4, 0))),
    ("path-point-off-floor", Severity::Warning, |game| game.points[2].1 = 8.0),
    ("path-link-blocked", Severity::Error, |game| {
        island(game);
        game.points.push((31.0, 1.0, 5, 1));
        game.points[2].3 = 2;
        game.links = vec![1, 0, 2, 1, 3, 2];
    }),
    ("visibility-room-unknown", Severity::Info, |game| game.seen = game.seen.replace("  east", "  attic")),
    ("visibility-room-missing", Severity::Info, |game| game.seen = "west 1\n  east\n".to_owned()),
    ("visibility-count-wrong", Severity::Warning, |game| game.seen = game.seen.replace("west 1", "west 2")),
    ("hook-unreachable", Severity::Warning, |game| {
        *game.first("Placeable List") = situated("chest", [6.0, 30.0], 0.0);
    }),
    ("file-without-room", Severity::Info, |game| game.add("attic.wok", floor(50.0).to_bytes().unwrap())),
    ("room-without-file", Severity::Info, |game| game.without.push("east.wok")),
    ("room-duplicate", Severity::Warning, |game| {
        let west = game.rooms[0].clone();
        game.rooms.push(west);
    }),
    ("transition-target-missing", Severity::Error, |game| {
        // The way point is renamed, and the door still leads to its old name.
        set(game.first("WaypointList"), "Tag", text("departure"));
    }),
];

/// Faults that block a way, so that creatures go round about.
const WITH_DETOUR: [&str; 3] = ["instance-cut-off", "instance-under-object", "path-link-blocked"];

#[test]
fn each_planted_fault_is_named_and_nothing_else_above_info() {
    let mut wrong = String::new();
    for (number, (code, severity, plant)) in FAULTS.iter().enumerate() {
        let mut game = Game::sound();
        plant(&mut game);
        let level = open(&game);
        let findings = check(&level);
        let found = codes(&findings);
        // The contents of the area are shown at their positions, unless the position is missing.
        let things = [PartKind::Creature, PartKind::Door, PartKind::Placeable, PartKind::WayPoint, PartKind::PathPoint];
        for finding in findings.iter().filter(|finding| finding.code() != "instance-without-coordinates") {
            if finding.place.parts().first().is_some_and(|part| things.contains(&part.kind)) {
                assert!(level.locate(&finding.place).is_some(), "{number}: {}", finding.place);
            }
        }
        let follows = |other: &str| other == "path-detour" && WITH_DETOUR.contains(code);
        let is_other = |other: &str| other != *code && !follows(other);
        let others = found.iter().filter(|(other, found)| is_other(other) && **found > Severity::Info).count();
        if found.get(code) != Some(severity) || others > 0 {
            wrong += &format!("{number} {code} {severity}: {found:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    println!(
        "{} planted faults, {} rules",
        FAULTS.len(),
        FAULTS.iter().map(|it| it.0).collect::<std::collections::BTreeSet<_>>().len()
    );
}

/// Areas of one real room each, with all contents of the faultless game on its floor.
fn areas_of_rooms() -> Option<Vec<(String, Game)>> {
    let mut areas = Vec::new();
    for path in files(&corpus("kotor")?.join("vanilla"), "wok") {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let room = Walkmesh::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
        let overview = Navigator::new(room.clone()).overview().unwrap();
        if let Some((_, part)) = overview.largest().filter(|(_, part)| part.area > 40.0) {
            areas.push((name, Game::sound().in_room(room, part.sample.point)));
        }
    }
    Some(areas)
}

/// The faults that can be planted on any floor.
const ANYWHERE: &[Fault] = &[
    ("template-missing", Severity::Info, |game| drop(game.files.remove("chest.utp"))),
    ("object-file-unreadable", Severity::Warning, |game| game.add("plc_chest.pwk", b"BWM V1.0".to_vec())),
    ("model-table-missing", Severity::Info, |game| drop(game.files.remove("genericdoors.2da"))),
    ("entry-off-floor", Severity::Error, |game| set(&mut game.module, "Mod_Entry_Y", TreeValue::Float(900.0))),
    ("creature-off-floor", Severity::Warning, |game| away(game, "Creature List")),
    ("store-off-floor", Severity::Info, |game| away(game, "StoreList")),
    ("way-point-off-floor", Severity::Info, |game| away(game, "WaypointList")),
    ("trigger-off-floor", Severity::Warning, |game| away(game, "TriggerList")),
    ("transition-target-missing", Severity::Error, |game| set(game.first("Door List"), "LinkedTo", text("nowhere"))),
    ("path-point-off-floor", Severity::Warning, |game| game.points[0].1 = 900.0),
    ("visibility-room-unknown", Severity::Info, |game| game.seen = "west 1\n  attic\n".to_owned()),
];

/// Moves the first thing of a list off every floor.
fn away(game: &mut Game, list: &str) {
    set(game.first(list), "YPosition", TreeValue::Float(900.0));
}

#[test]
fn areas_of_real_rooms_are_the_same_wherever_their_files_are_and_planted_faults_are_named() {
    let Some(areas) = areas_of_rooms() else { return };
    assert!(areas.len() >= 20, "{} areas", areas.len());
    let mut planted = 0;
    for (area, game) in areas {
        let answers = |level: &Level| {
            let contents = level.kotor().contents.unwrap();
            format!("{:?}\n{:?}\n{}", contents.instances, contents.missing, check(level))
        };
        let level = open(&game);
        let expected = answers(&level);
        for (place, answers) in everywhere(&game, answers) {
            assert_eq!(answers, expected, "{area}: {place}");
        }
        let before = codes(&check(&level));
        assert_eq!(level.kotor().contents.unwrap().missing, [], "{area}");
        for (code, severity, plant) in ANYWHERE {
            assert!(!before.contains_key(code), "{area}: {code} without a fault");
            let mut game = game.clone();
            plant(&mut game);
            let found = codes(&check(&open(&game)));
            assert_eq!(found.get(code), Some(severity), "{area}: {code}: {found:?}");
            planted += 1;
        }
    }
    println!("{planted} planted faults");
}
