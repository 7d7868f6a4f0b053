//! The contents of an area of KotOR: its GIT, in a folder, an archive and a game.

use std::fs;
use std::path::Path;

use serde_json::Value;
use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};

use crate::builder::{Game, name, stand, text};
use crate::packing::{module, rim, set, write_key};
use crate::run::{Run, run};

/// A game whose door closes the only way.
fn closed() -> Game {
    let mut game = Game::sound();
    let hooks = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    game.add_object("dor_gate0.dwk", [[0.0, -4.0, 0.0], [0.0, 4.0, 0.0], [0.0, 4.0, 2.0]], hooks);
    game
}

fn folder(game: &Game) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, bytes) in game.all() {
        fs::write(folder.path().join(file), bytes).expect("a file");
    }
    folder
}

/// The result of the area among those of the other files.
fn of_area(report: &Value) -> &Value {
    let results = report["results"].as_array().expect("results");
    let is_area = |result: &&Value| result["file"].as_str().is_some_and(|file| file.ends_with("manor.lyt"));
    results.iter().find(is_area).expect("the area")
}

fn command(name: &str, place: &Path, arguments: &[&str]) -> Run {
    let place = place.to_str().expect("a path");
    run(&[&[name, place], arguments].concat())
}

#[test]
fn the_report_of_an_area_counts_what_stands_there_and_what_was_not_placed() {
    let mut game = Game::sound();
    let sound = command("info", &folder(&game).path().join("manor.lyt"), &["--json"]).json()["results"][0].clone();
    assert_eq!(
        (&sound["things"]["way_point"], &sound["placed"], &sound["path_points"]),
        (&2.into(), &2.into(), &3.into()),
        "{sound}"
    );

    game.files.remove("chest.utp");
    set(game.first("Door List"), "LinkedTo", text("nowhere"));
    let place = folder(&game);
    let faulty = command("check", place.path(), &["--json", "--severity", "info"]);
    let report: Value = serde_json::from_str(&faulty.out).expect("JSON");
    let result = of_area(&report);
    assert_eq!(faulty.status, 1, "a door that leads nowhere is an error");
    let info = command("info", &place.path().join("manor.lyt"), &["--json"]).json()["results"][0].clone();
    assert_eq!(info["placed"], 1);
    assert_eq!(info["not_placed"][0]["name"], "chest");
    assert_eq!(info["not_placed"][0]["reason"]["kind"], "template");
    let codes: Vec<&str> =
        result["rules"].as_array().expect("a list").iter().filter_map(|rule| rule["code"].as_str()).collect();
    assert_eq!(codes, ["transition-target-missing", "template-missing"]);
}

/// A module without its rooms is a place by its GIT and PTH. The check says which comparisons with the floor it leaves out.
#[test]
fn an_area_without_its_rooms_is_listed_checked_and_drawn() {
    let mut game = Game::sound();
    game.without = vec!["manor.lyt", "west.wok", "east.wok"];
    set(game.first("Door List"), "LinkedTo", text("nowhere"));
    let place = folder(&game);
    let git = place.path().join("manor.git");

    let info = command("info", &git, &["--json"]).json()["results"][0].clone();
    assert_eq!((&info["rooms_found"], &info["path_points"]), (&0.into(), &3.into()), "{info}");
    assert_eq!((&info["holds"], &info["things"]["way_point"]), (&"GIT".into(), &2.into()), "{info}");

    for at in [place.path(), &*git] {
        let checked = command("check", at, &["--json", "--severity", "info"]);
        let report: Value = serde_json::from_str(&checked.out).expect("JSON");
        let results = report["results"].as_array().expect("results").iter();
        let area =
            results.into_iter().find(|result| result["file"].as_str().is_some_and(|file| file.ends_with("manor.git")));
        let rules = area.expect("the area")["rules"].as_array().expect("a list").iter();
        let codes: Vec<&str> = rules.filter_map(|rule| rule["code"].as_str()).collect();
        assert_eq!(codes, ["transition-target-missing", "area-without-floor"], "{report}");
        assert_eq!(checked.status, 1, "{checked:?}");
    }

    let picture = place.path().join("manor.svg");
    let drawn = command("draw", place.path(), &["-o", picture.to_str().expect("a path")]);
    let svg = fs::read_to_string(&picture).expect("a picture");
    assert_eq!((drawn.status, svg.contains("path links"), svg.contains("alarm")), (0, true, true), "{drawn:?}");

    let path = command("path", place.path(), &["1,1", "19,1", "--engine"]);
    assert_eq!(path.status, 2, "{path:?}");
    assert!(path.err.contains("this is the objects of an area"), "{}", path.err);

    // With the layout, both files open the same place.
    game.without.clear();
    let place = folder(&game);
    let findings = ["manor.git", "manor.lyt"].map(|file| {
        let checked = command("check", &place.path().join(file), &["--json", "--severity", "info"]);
        checked.json()["results"][0]["rules"].clone()
    });
    assert_eq!(findings[0], findings[1]);
    assert!(findings[0].as_array().is_some_and(|rules| rules.len() == 1), "{findings:?}");
}

#[test]
fn queries_and_pictures_have_the_doors_and_placeables_wherever_the_files_are() {
    let game = closed();
    let loose = folder(&game);
    let packed = loose.path().join("manor.mod");
    fs::write(&packed, module(&game.all())).expect("a file");
    let places = [loose.path().to_owned(), packed];
    for (number, place) in places.into_iter().enumerate() {
        let path = command("path", &place, &["1,1", "19,1"]);
        assert!((path.out + &path.err).contains("Gate dor_gate0.dwk stands in the way"), "{}", place.display());
        let reach = command("reach", &place, &["1,1"]);
        assert!(reach.out.contains("Gate dor_gate0.dwk"), "{}: {}{}", place.display(), reach.out, reach.err);
        let picture = loose.path().join(format!("manor{number}.svg"));
        let drawn = command("draw", &place, &["-o", picture.to_str().expect("a path")]);
        assert_eq!(drawn.status, 0, "{}", drawn.err);
        let picture = fs::read_to_string(picture).expect("a picture");
        for label in ["arrival", "entry", "Gate dor_gate0.dwk"] {
            assert!(picture.contains(label), "{label} in {}", place.display());
        }
    }
}

#[test]
fn doors_are_closed_until_the_user_opens_them() {
    let folder = folder(&closed());
    let path = |arguments: &[&str]| command("path", folder.path(), &[&["1,1", "19,1"], arguments].concat());
    assert_eq!(path(&[]).status, 1);
    let open = path(&["--doors", "open1"]);
    assert_eq!((open.status, &*open.err), (0, ""), "{}", open.out);
    assert_eq!(path(&["--doors", "closed"]).status, 1);
    assert!(path(&["--doors", "ajar"]).err.contains("expected closed, open1, open2"));
    let mut without = closed();
    without.files.remove("dor_gate2.dwk");
    let folder = self::folder(&without);
    let missing = command("path", folder.path(), &["1,1", "19,1", "--doors", "open2"]);
    assert!(missing.err.contains("no door that opens has a walkmesh of the state open2"), "{}", missing.err);
}

#[test]
fn a_module_in_two_archives_is_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = Game::sound().all();
    let (second, first): (Vec<_>, Vec<_>) = all.iter().partition(|(file, _)| file.ends_with(".utd"));
    fs::write(folder.path().join("manor.rim"), rim(first)).expect("a file");
    let alone = command("check", &folder.path().join("manor.rim"), &["--json", "--severity", "info"]);
    assert!(alone.out.contains("template-missing"), "{}", alone.out);
    fs::write(folder.path().join("manor_s.rim"), rim(second)).expect("a file");
    let both = command("check", &folder.path().join("manor.rim"), &["--json", "--severity", "info"]);
    assert_eq!((both.status, both.out.contains("template-missing")), (0, false), "{}", both.out);
    let report = command("check", folder.path(), &["--by-level"]);
    assert!(report.out.contains("manor.rim/manor.lyt (a KotOR area with 2 rooms): clean"), "{}", report.out);
}

#[test]
fn levels_of_a_game_lead_to_its_modules_only() {
    let game = tempfile::tempdir().expect("a folder");
    let mut area = Game::sound();
    set(area.first("Door List"), "LinkedToModule", name("south"));
    let [own, of_game] = area.parts();
    write_key(game.path(), &of_game);
    let modules = game.path().join("modules");
    fs::create_dir_all(&modules).expect("a folder");
    fs::write(modules.join("manor.mod"), module(&own)).expect("a file");
    let missing = |arguments: &[&str]| command("check", Path::new("manor"), arguments).out;
    let at = ["--by-level", "--json", "--game", game.path().to_str().expect("a path")];
    let report = missing(&at);
    assert!(report.contains("transition-module-missing"), "{report}");
    // The existing module has no place with this tag.
    fs::write(modules.join("south.mod"), module(&own)).expect("a file");
    let report = missing(&at);
    assert!(report.contains("manor.lyt") && !report.contains("transition-module-missing"), "{report}");
}

#[test]
fn a_module_of_a_game_has_its_things_too() {
    let game = tempfile::tempdir().expect("a folder");
    let [own, of_game] = closed().parts();
    write_key(game.path(), &of_game);
    let modules = game.path().join("modules");
    fs::create_dir_all(&modules).expect("a folder");
    fs::write(modules.join("manor.mod"), module(&own)).expect("a file");
    let reach = run(&["reach", "manor", "1,1", "--game", game.path().to_str().expect("a path")]);
    assert!(reach.out.contains("Gate dor_gate0.dwk"), "{}{}", reach.out, reach.err);
}

/// The findings of a rule in an area: severities and meanings.
fn found(game: &Game, arguments: &[&str], code: &str) -> Vec<(String, String)> {
    let run = command("check", folder(game).path(), &[&["--json", "--severity", "info"], arguments].concat());
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    let found = of_area(&report)["findings"].as_array().unwrap_or_else(|| panic!("{}{}", run.out, run.err));
    let words = |value: &Value| value.as_str().expect("a text").to_owned();
    let of_rule = found.iter().filter(|finding| finding["code"] == code);
    of_rule.map(|finding| (words(&finding["severity"]), words(&finding["meaning"]))).collect()
}

/// A chest stands 0.6 to 0.7 m from the guard.
#[test]
fn a_creature_is_unsafe_by_its_own_size() {
    let unsafe_as = |game: &Game, arguments: &[&str]| found(game, arguments, "creature-unsafe");
    let template = |row| {
        let root = Tree::root().with("Appearance_Type", TreeValue::Word(row));
        Gff::from_tree(*b"UTC ", &root).expect("a template").to_bytes().expect("bytes")
    };
    let table = b"2DA V2.0\n\n label perspace creperspace height\n0 Man 0.35 0.4 1.6\n1 Ogre 0.9 1 3\n".to_vec();
    let guard = |x| {
        let mut game = Game::sound();
        game.things.insert("Creature List", vec![stand(x, 4.0).with("TemplateResRef", name("guard"))]);
        game
    };
    let touches = [("info".to_owned(), "With its radius of 0.90 m it touches a wall or placeable there.".to_owned())];

    let mut game = guard(6.0);
    assert_eq!(unsafe_as(&game, &[]), [], "a person has room there");
    for (row, expected) in [(0, &[][..]), (1, &touches[..])] {
        game.add("guard.utc", template(row));
        game.add("appearance.2da", table.clone());
        assert_eq!(unsafe_as(&game, &[]), expected, "by the folder");
    }
    // A table from the command line overrides the folder's; the game's is used if neither exists.
    let elsewhere = tempfile::tempdir().expect("a folder");
    let path = elsewhere.path().join("mine.2da");
    fs::write(&path, String::from_utf8(table.clone()).expect("a text").replace("0.9", "0.3")).expect("a file");
    assert_eq!(unsafe_as(&game, &["--appearances", path.to_str().expect("a path")]), []);
    game.files.remove("appearance.2da");
    assert_eq!(unsafe_as(&game, &[]), [], "without a table it is taken for a person");
    write_key(elsewhere.path(), &[("appearance.2da".to_owned(), table.clone())].into());
    assert_eq!(unsafe_as(&game, &["--game", elsewhere.path().to_str().expect("a path")]), touches);
    // The GIT of a saved game has the appearance itself.
    let mut saved = guard(6.0);
    saved.add("appearance.2da", table);
    set(saved.first("Creature List"), "Appearance_Type", TreeValue::Word(1));
    assert_eq!(unsafe_as(&saved, &[]), touches);

    let reason = "With its radius of 0.35 m it touches a wall or placeable there. Its size is not known, because its template \
                  guard.utc is not among the files, so a person's size is assumed.";
    let mut near = guard(6.0);
    set(near.first("Creature List"), "YPosition", TreeValue::Float(4.6));
    assert_eq!(unsafe_as(&near, &[]), [("info".to_owned(), reason.to_owned())]);
}

#[test]
fn a_placeable_far_above_or_below_every_floor_is_found() {
    let at = |height: f32, thickness: f32| {
        let mut game = Game::sound();
        set(game.first("Placeable List"), "Z", TreeValue::Float(height));
        let face = [[-0.3, -0.3, 0.0], [0.3, -0.3, 0.0], [0.0, 0.3, thickness]];
        game.add_object("plc_chest.pwk", face, [[0.0, -1.0, 0.0], [0.0; 3]]);
        found(&game, &[], "placeable-off-floor")
    };
    let finding = |meaning: &str| [("warning".to_owned(), meaning.to_owned())];
    // A flat outline is as tall as a person.
    for (height, thickness) in [(0.0, 0.0), (1.5, 0.0), (-1.5, 0.0), (3.9, 4.0), (-7.9, 4.0)] {
        assert_eq!(at(height, thickness), [], "{height} {thickness}");
    }
    assert_eq!(at(1.7, 0.0), finding("It is 1.70 m above the nearest floor, and 1.60 m tall."));
    assert_eq!(at(-1.7, 0.0), finding("It is 1.70 m below the nearest floor, and 1.60 m tall."));
    assert_eq!(at(0.6, 0.5), finding("It is 0.60 m above the nearest floor, and 0.50 m tall."));
    assert_eq!(at(-8.5, 4.0), finding("It is 4.50 m below the nearest floor, and 4.00 m tall."));
}
