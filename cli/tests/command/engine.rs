//! `walkmesh path --engine`: plans as KotOR's engine is reported to make them.

use std::fs;

use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};

use crate::builder::Game;
use crate::run::{Run, run};

/// Two rooms side by side with a closed door between them, around which three path points lead.
fn plan(game: &Game, arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, bytes) in game.all() {
        fs::write(folder.path().join(file), bytes).expect("a file");
    }
    let place = folder.path().to_str().expect("a path");
    run(&[&["path", place], arguments, &["--engine"]].concat())
}

#[test]
fn a_way_is_straight_where_nothing_stands() {
    let straight = plan(&Game::sound(), &["1,1", "18,1"]);
    assert_eq!((straight.status, &*straight.err), (0, ""));
    assert_eq!(
        straight.out,
        "2 points from 1,1 to 18,1 by the engine (reported): straight, length 17.000 in the plan\n  1, 1, 0  in west\n  18, \
         1, 0  in east\n"
    );
}

#[test]
fn a_way_leads_over_path_points_and_says_which() {
    let graph = plan(&Game::sound(), &["9,3", "11,3"]);
    assert_eq!((graph.status, &*graph.err), (0, ""), "{}", graph.out);
    let lines: Vec<&str> = graph.out.lines().collect();
    assert!(
        lines[0].contains("(reported): graph, length ") && lines[0].ends_with(", over path points 1 2"),
        "{graph:?}"
    );
    let last = "  a straight walk ends with -2: a placeable or door is in the way at (9.65, 3)";
    assert_eq!(lines.last(), Some(&last));

    let json = plan(&Game::sound(), &["9,3", "11,3,0", "--json"]).json();
    let answer = &json["results"][0];
    assert_eq!((answer["reported"].as_bool(), answer["no_path"].is_null()), (Some(true), true));
    assert_eq!(
        (answer["straight_walk"]["number"].as_i64(), answer["straight_walk"]["code"].as_str()),
        (Some(-2), Some("object"))
    );
    assert_eq!(
        (answer["plan"]["attempt"].as_str(), answer["plan"]["path_points"][1].as_u64()),
        (Some("graph"), Some(2))
    );
    assert_eq!(answer["steps"][0]["room"], "west");
    assert_eq!(answer["steps"].as_array().map(Vec::len), answer["plan"]["points"].as_array().map(Vec::len));
}

#[test]
fn a_creature_that_is_stuck_is_told_why_and_where() {
    let chest = ["9,3", "11,3", "--place", "plc_chest.pwk,10,1,0,0"];
    let blocked = plan(&Game::sound(), &chest);
    assert_eq!((blocked.status, &*blocked.err), (1, ""), "{}", blocked.out);
    // A door is not a wall of the room, so the engine plans a path that ends at it.
    assert!(blocked.out.contains("(reported): fallback, length 0.625 in the plan\n"), "{}", blocked.out);
    let why = "  the goal is not reached: link-blocked at (8, 1), path point 1: a placeable or a door that never opens stands on the links";
    assert!(blocked.out.contains(why), "{}", blocked.out);
    let json = plan(&Game::sound(), &[&chest[..], &["--json"]].concat()).json();
    assert_eq!(json["results"][0]["plan"]["instead_of"]["reason"], "link-blocked");
    let nowhere = plan(&Game::sound(), &["30,3", "11,3", "--json"]);
    let answer = &nowhere.json()["results"][0];
    assert_eq!((nowhere.status, answer["stuck"]["reason"].as_str()), (1, Some("no-floor")));
    assert!(answer["no_path"].as_str().is_some_and(|reason| reason.starts_with("no-floor at (30, 3): ")), "{answer}");
    // A walker as wide as the room touches the door at any position.
    assert_eq!(plan(&Game::sound(), &["9,3", "11,3", "--radius", "5"]).status, 1);
    // The floor ends at x = 20: the engine falls back to the farthest point that it reaches.
    let outside = plan(&Game::sound(), &["15,1", "25,1"]);
    assert_eq!(outside.status, 1);
    assert!(
        outside.out.contains("(reported): fallback, ")
            && outside.out.contains("the goal is not reached: no-floor at (25, 1)"),
        "{}",
        outside.out
    );
}

#[test]
fn an_end_off_the_floor_and_objects_that_are_nowhere_are_said() {
    let nowhere = plan(&Game::sound(), &["30,3", "11,3"]);
    let lines: Vec<&str> = nowhere.out.lines().collect();
    let off = "  no room here: the start is off the floor of every room";
    assert!(lines.contains(&off) && lines.contains(&"  a straight walk ends with 0: no room here"), "{nowhere:?}");
    assert!(!nowhere.out.contains("not placed"), "{nowhere:?}");

    let mut game = Game::sound();
    game.without = vec!["genericdoors.2da", "placeables.2da"];
    let answer = plan(&game, &["9,3", "11,3", "--json"]).json()["results"][0].clone();
    let missing = answer["not_placed"].as_u64().expect("a count");
    assert!(missing > 0 && answer["on_floor"] == serde_json::json!([true, true]), "{answer}");
    let text = plan(&game, &["9,3", "11,3"]).out;
    assert!(
        text.contains(&format!("\n  {missing} object")) && text.contains(" of the GIT not placed, because "),
        "{text}"
    );
}

/// Path points need no GIT, but without a GIT the contents of the area are unknown.
#[test]
fn a_way_leads_over_path_points_of_an_area_without_a_git() {
    // Without the GIT there is no door, so something else blocks the path.
    let between = ["9,3", "11,3", "--place", "plc_chest.pwk,10,3,0,0"];
    let mut game = Game::sound();
    game.without = vec!["manor.git", "module.ifo"];
    let graph = plan(&game, &between);
    assert_eq!((graph.status, &*graph.err), (0, ""), "{}", graph.out);
    assert!(
        graph.out.contains("(reported): graph, length ") && graph.out.contains("over path points 1 2"),
        "{graph:?}"
    );
    assert_eq!(plan(&game, &[&between[..], &["--json"]].concat()).json()["results"][0]["path_points"], 3);

    // The only PTH beside the only layout belongs to the area, whatever its name.
    let path = game.all().remove("manor.pth").expect("a PTH");
    game.without.push("manor.pth");
    game.add("m01aa.pth", path.clone());
    assert!(plan(&game, &between).out.contains("over path points 1 2"));
    let folder = tempfile::tempdir().expect("a folder");
    for (file, bytes) in game.all() {
        fs::write(folder.path().join(file), bytes).expect("a file");
    }
    let area = run(&["info", folder.path().join("manor.lyt").to_str().expect("a path")]);
    assert!(area.out.contains("path points  3"), "{area:?}");
    // If there are two, the area's PTH is unknown; without a PTH, only the grid remains.
    game.add("m02aa.pth", path);
    for game in [game.clone(), {
        let mut game = game;
        game.files.retain(|name, _| !name.ends_with(".pth"));
        game
    }] {
        let grid = plan(&game, &between);
        assert!(grid.out.contains("no path points (PTH) of the area are among the files"), "{grid:?}");
    }
}

/// The creatures of the GIT block each other, except the walker and its target.
#[test]
fn a_creature_in_the_way_is_named_with_its_size() {
    let past = plan(&Game::sound(), &["12,3", "16,3"]);
    assert_eq!(past.status, 0, "{}", past.out);
    let blocked = "  a straight walk ends with -3: a creature is in the way at (13.28, 3): creature 0 (guard), of radius 0.36; \
                   this is a default, because its template guard.utc is not among the files";
    assert_eq!(past.out.lines().last(), Some(blocked));
    let mut game = Game::sound();
    let template = Tree::root().with("Appearance_Type", TreeValue::Word(0));
    game.add("guard.utc", Gff::from_tree(*b"UTC ", &template).expect("a template").to_bytes().expect("bytes"));
    game.add("appearance.2da", b"2DA V2.0\n\n label perspace creperspace height\n0 Man 0.35 0.5 1.6\n".to_vec());
    let answer = &plan(&game, &["12,3", "16,3", "--json"]).json()["results"][0];
    assert_eq!(answer["straight_walk"]["number"], -3);
    let place = serde_json::json!([{ "kind": "creature", "index": 0, "name": "guard" }]);
    let expected = serde_json::json!({ "place": place, "radius": 0.5, "default_radius": null });
    assert_eq!(answer["blocked_by"], expected);
    for (ends, there) in [(["14.2,3", "16,3"], ""), (["12,3", "14,3.2"], "\n  at the goal: creature 0 (guard)\n")] {
        let straight = plan(&game, &ends);
        assert!(straight.status == 0 && straight.out.contains("(reported): straight, "), "{}", straight.out);
        assert!(straight.out.ends_with(there), "{}", straight.out);
        assert_eq!(straight.out.contains("creature"), !there.is_empty(), "{}", straight.out);
    }
}

#[test]
fn what_the_git_puts_at_the_goal_is_named() {
    let mut game = Game::sound();
    let at_goal =
        |game: &Game, goal: &str| plan(game, &["3,3", goal, "--json"]).json()["results"][0]["at_goal"].clone();
    let named = |kind: &str, name: &str| serde_json::json!([[{ "kind": kind, "index": 0, "name": name }]]);
    assert_eq!(at_goal(&game, "2,2"), serde_json::json!([]));
    assert_eq!(at_goal(&game, "6,5"), named("placeable", "chest"));
    assert_eq!(at_goal(&game, "9.8,3"), named("door", "Gate"));
    assert_eq!(at_goal(&game, "14,3"), named("creature", "guard"));
    let text = plan(&game, &["3,3", "6,5"]).out;
    assert!(text.contains("\n  at the goal: placeable 0 (chest)\n"), "{text}");
    // Where its walkmesh is not found, only its centre is known.
    game.files.remove("plc_chest.pwk");
    assert_eq!(at_goal(&game, "6.2,5"), named("placeable", "chest"));
    assert_eq!(at_goal(&game, "6.5,5"), serde_json::json!([]));
}

/// Doors that can open stop a straight walk, but not a path over path points.
#[test]
fn a_way_leads_through_a_door_that_opens() {
    let mut game = Game::sound();
    game.add_object(
        "dor_gate0.dwk",
        [[0.0, -4.0, 0.0], [0.0, 4.0, 0.0], [0.0, 4.0, 2.0]],
        [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
    );
    let through = plan(&game, &["1,3", "18,3"]);
    assert_eq!(through.status, 0, "{}", through.out);
    assert!(
        through.out.contains("over path points 0 1 2\n") || through.out.contains("over path points 1 2\n"),
        "{}",
        through.out
    );
    // Without path points the door is a wall.
    (game.points, game.links) = (Vec::new(), Vec::new());
    assert_eq!(plan(&game, &["9,3", "11,3"]).status, 1);
}

#[test]
fn the_engine_plans_in_areas_and_takes_points_and_sizes() {
    let refused = |arguments: &[&str], reason: &str| {
        let run = run(arguments);
        assert!(run.status == 2 && run.err.contains(reason), "{run:?}");
    };
    refused(
        &["path", "samples/room.wok", "1,1", "2,2", "--engine"],
        "a plan of the engine works on KotOR layouts (.lyt)",
    );
    refused(&["path", "samples/manor.lyt", "0", "2,2", "--engine"], "a position is X,Y or X,Y,Z");
    let sizes = "the sizes of a walker are numbers of metres of 0 or more";
    refused(&["path", "samples/manor.lyt", "1,1", "2,2", "--engine", "--radius", "NaN"], sizes);
    refused(&["path", "samples/manor.lyt", "1,1", "2,2", "--engine", "--height=-1"], sizes);
    refused(&["path", "samples/manor.lyt", "1,1", "2,2", "--engine", "--shortest"], "--shortest");
}
