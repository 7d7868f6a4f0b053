//! Whole games made by this project: the contents of an area are found wherever its files are, and faults are reported.

mod builder;
mod faults;
mod packing;

use std::collections::BTreeMap;
use std::sync::Arc;

use walkmesh::finding::{CheckOptions, Findings, PartKind, PlacePart, Severity, Shape};
use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::instances::InstanceKind;
use walkmesh::kotor::engine::Walker;
use walkmesh::kotor::{DoorState, Git, Layout, LayoutRoom, PathPoints, Template};
use walkmesh::level::{Archive, Files, Folder, GameFolder, Kind, LayeredFiles, Level, Memory, OpenOptions, Summary};

use builder::{Game, floor, name, text};
use packing::{module, rim, set, write_key};

/// The level of a game whose files are in memory.
fn open(game: &Game) -> Level {
    let files: Memory = game.all().into_iter().collect();
    Level::open(&files, "manor.lyt", &OpenOptions::default()).unwrap()
}

fn check(level: &Level) -> Findings {
    level.check(&CheckOptions::default()).unwrap()
}

/// Adds a room of its own.
fn island(game: &mut Game) {
    game.rooms.push(("island", floor(30.0)));
    game.seen.push_str("island 0\n");
}

/// The codes that are found, each once, with the worst severity.
fn codes(findings: &Findings) -> BTreeMap<&'static str, Severity> {
    let mut codes = BTreeMap::new();
    for rule in findings.rules() {
        codes.entry(rule.code()).or_insert(rule.severity);
    }
    codes
}

/// The contents of a level, in words.
fn answers(level: &Level) -> String {
    let contents = level.kotor().contents.unwrap();
    let objects: Vec<_> =
        level.kotor().objects.iter().map(|object| (object.label(), object.placed().position())).collect();
    let navigator = level.navigator().unwrap();
    let reach = navigator.reach([1.0, 1.0]).unwrap();
    let path = navigator.path([1.0, 1.0], [19.0, 1.0]);
    format!(
        "{:?}\n{:?}\n{objects:?}\n{:?}\n{reach:?}\n{path:?}\n{}",
        contents.instances.counts(),
        contents.missing,
        contents.entry(),
        check(level)
    )
}

#[test]
fn a_sound_area_has_its_door_its_chest_and_everything_else_and_no_finding_above_info() {
    let level = open(&Game::sound());
    let contents = level.kotor().contents.unwrap();
    assert_eq!(contents.missing, []);
    assert_eq!(contents.entry(), Some([1.0, 1.0, 0.0]));
    assert_eq!(contents.instances.counts().values().sum::<usize>(), 9);
    assert_eq!(level.locate(&PartKind::EntryPoint.into()), Some(Shape::Point([1.0, 1.0, 0.0])));
    let objects: Vec<_> =
        level.kotor().objects.iter().map(|object| (object.label(), object.states().count())).collect();
    assert_eq!(objects, [("Gate dor_gate0.dwk".to_owned(), 3), ("chest plc_chest.pwk".to_owned(), 0)]);
    assert_eq!(check(&level).worst(), None, "{}", check(&level));
}

/// The size of a creature comes from its row of appearance.2da, if its template and the table exist.
#[test]
fn creatures_have_the_size_of_their_appearance_or_a_default_and_the_reason() {
    let sizes = |row: Option<u16>, table: Option<&[u8]>| {
        let mut game = Game::sound();
        if let Some(row) = row {
            let root = Tree::root().with("Appearance_Type", TreeValue::Word(row));
            game.add("guard.utc", Gff::from_tree(*b"UTC ", &root).unwrap().to_bytes().unwrap());
        }
        table.iter().for_each(|table| game.add("appearance.2da", table.to_vec()));
        let level = open(&game);
        let [creature] = &level.kotor().contents.unwrap().creatures[..] else { panic!("one creature") };
        assert_eq!((creature.place().to_string(), creature.position), ("creature 0 (guard)".into(), [14.0, 3.0, 0.0]));
        assert_eq!(level.kotor().contents.unwrap().missing, []);
        // The engine keeps 0.35 m plus this distance from the creature.
        let keeps = 0.35 + 0.01 + creature.walker.creature_radius;
        let code = |y| level.engine().unwrap().straight_walk([12.0, y], [16.0, y], &Walker::new(0.35)).code.code();
        assert_eq!([3.0 + keeps - 0.01, 3.0 + keeps + 0.01].map(code), [-3, 1]);
        (creature.walker.creature_radius, creature.default_size.as_ref().map(ToString::to_string))
    };
    let table = Some(&b"2DA V2.0\n\n label perspace creperspace height\n0 Man 0.35 0.5 1.6\n1 Rat 0.3 **** ****\n"[..]);
    assert_eq!([0, 1].map(|row| sizes(Some(row), table)), [(0.5, None), (0.3, None)]);
    let reason = |found: (f32, Option<String>)| {
        assert_eq!(found.0, 0.36);
        found.1.unwrap()
    };
    assert_eq!(reason(sizes(None, table)), "its template guard.utc is not among the files");
    assert_eq!(reason(sizes(Some(9), table)), "the table appearance.2da has no row 9, which should be its appearance");
    let without = "the table appearance.2da, in which its appearance is a row, is not among the files";
    assert_eq!(reason(sizes(Some(0), None)), without);
    let wrong = reason(sizes(Some(0), Some(b"2DA V2.0\n\n label\n0 Man\n")));
    assert!(wrong.starts_with("appearance.2da cannot be read: the table has no column perspace, "), "{wrong}");
}

/// The answers of an area in each form that a game or a user keeps it in.
fn everywhere(game: &Game, answers: impl Fn(&Level) -> String) -> Vec<(&'static str, String)> {
    let all = game.all();
    let [own, of_game] = game.parts();
    let mut found = Vec::new();
    let of = |files: &dyn Files| answers(&Level::open(files, "manor.lyt", &OpenOptions::default()).unwrap());

    found.push(("one MOD", of(&Archive::from_bytes("manor.mod", module(&all)).unwrap())));
    let (first, second): (Vec<_>, Vec<_>) = all.iter().partition(|(file, _)| file.ends_with(".git"));
    let pair = [rim(second), rim(first)].map(|bytes| Archive::from_bytes("manor.rim", bytes).unwrap());
    found.push(("two RIMs", of(&LayeredFiles::new(vec![&pair[0], &pair[1]]).unwrap())));

    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, bytes: &[u8]| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    write_key(folder.path(), &of_game);
    write("modules/manor.mod", &module(&own));
    found.push(("a game", of(&GameFolder::open(folder.path()).unwrap().module("manor").unwrap().files)));

    // The templates in the archive are damaged, and the folder `override` hides them.
    let damaged = own.iter().map(|(file, bytes)| {
        let is_template = file.ends_with(".utd") || file.ends_with(".utp");
        (file.clone(), if is_template { b"damaged".to_vec() } else { bytes.clone() })
    });
    write("modules/manor.mod", &module(&damaged.collect()));
    for (file, bytes) in own.iter().filter(|(file, _)| file.ends_with(".utd") || file.ends_with(".utp")) {
        write(&format!("override/{}", file.to_uppercase()), bytes);
    }
    found.push(("override", of(&GameFolder::open(folder.path()).unwrap().module("manor").unwrap().files)));

    let loose = tempfile::tempdir().unwrap();
    all.iter().for_each(|(file, bytes)| std::fs::write(loose.path().join(file), bytes).unwrap());
    found.push(("a folder", of(&Folder::new(loose.path()))));
    let dropped: Memory = all.into_iter().collect();
    found.push(("dropped files", answers(&Level::open_all(&dropped, &OpenOptions::default()).unwrap())));
    found
}

#[test]
fn the_answers_are_the_same_wherever_the_files_are() {
    let game = Game::sound();
    let expected = answers(&open(&game));
    for (place, answers) in everywhere(&game, answers) {
        assert_eq!(answers, expected, "{place}");
    }
}

#[test]
fn a_closed_door_is_in_the_way_and_an_open_one_is_not() {
    let mut game = Game::sound();
    // The wall between the rooms has a gap of 2 m, which the door closes.
    game.add_object(
        "dor_gate0.dwk",
        [[0.0, -4.0, 0.0], [0.0, 4.0, 0.0], [0.0, 4.0, 2.0]],
        [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
    );
    let mut level = open(&game);
    let path = |level: &Level| {
        let path = level.navigator().unwrap().path([1.0, 1.0], [19.0, 1.0]);
        path.map(|path| path.length).map_err(|error| error.to_string())
    };
    let closed = path(&level).unwrap_err();
    assert!(closed.contains("Gate dor_gate0.dwk stands in the way"), "{closed}");
    level.set_door(0, DoorState::Open1).unwrap();
    assert_eq!(path(&level), Ok(18.0));
}

#[test]
fn a_creature_off_the_floor_is_told_the_nearest_floor() {
    let mut game = Game::sound();
    set(game.first("Creature List"), "YPosition", TreeValue::Float(9.0));
    let text = check(&open(&game)).to_string();
    assert!(text.contains("The nearest floor is 3.00 m away, at (14.000, 6.000, 0.000)."), "{text}");
}

#[test]
fn a_transition_leads_to_a_door_or_way_point_and_not_to_a_creature() {
    let mut game = Game::sound();
    set(game.first("Creature List"), "Tag", text("lurker"));
    set(game.first("Door List"), "LinkedTo", text("lurker"));
    let findings = check(&open(&game)).to_string();
    assert!(findings.contains("`lurker`, but this area has no door or waypoint with this tag."), "{findings}");
}

/// The links of a damaged file may overlap: 128 points may have 128 links each in a list of 128.
#[test]
fn links_are_walked_up_to_a_number_of_them() {
    let is_walked = |more: u32| {
        let mut game = Game::sound();
        island(&mut game);
        game.points = vec![(2.0, 1.0, 0, 128); 127];
        game.points.push((31.0, 1.0, 0, 128));
        game.points.push((8.0, 1.0, 0, more));
        game.links = (0..128).collect();
        check(&open(&game)).to_string().contains("No straight walk leads to point 127.")
    };
    assert_eq!([0, 1].map(is_walked), [true, false]);
}

#[test]
fn the_template_of_a_door_gives_its_initial_state() {
    let state = |fields: &[(&str, u8)]| {
        let root = fields.iter().fold(Tree::root(), |root, (label, value)| root.with(*label, TreeValue::Byte(*value)));
        Template::from_bytes(&Gff::from_tree(*b"UTD ", &root).unwrap().to_bytes().unwrap()).unwrap().state
    };
    assert_eq!(state(&[("OpenState", 1), ("AnimationState", 2)]), Some(DoorState::Open1));
    assert_eq!(state(&[("AnimationState", 2)]), Some(DoorState::Open2));
    assert_eq!(state(&[("OpenState", 3)]), Some(DoorState::Closed));
    assert_eq!(state(&[]), Some(DoorState::Closed));
}

#[test]
fn a_git_alone_is_of_the_game_whose_labels_it_has() {
    let has_files_of_kotor = |labels: &[&str]| {
        let root = labels.iter().fold(Tree::root(), |root, label| root.with(*label, TreeValue::Byte(0)));
        let bytes = Gff::from_tree(*b"GIT ", &root).unwrap().to_bytes().unwrap();
        let level = Level::from_bytes(&bytes, &OpenOptions::default().with_name("manor.git")).unwrap();
        let Summary::Git(summary) = level.summary().unwrap() else { panic!("a GIT") };
        summary.files.is_some()
    };
    assert!(has_files_of_kotor(&[]));
    assert!(has_files_of_kotor(&["CameraList", "Static", "EnvironmentList"]));
    for labels in [&["EnvironmentList"] as &[&str], &["Static"], &["Static", "EnvironmentList"]] {
        assert!(!has_files_of_kotor(labels), "{labels:?}");
    }
}

#[test]
fn without_a_git_an_area_is_as_before() {
    let mut files = Game::sound().all();
    files.remove("manor.git");
    let level = Level::open(&files.into_iter().collect::<Memory>(), "manor.lyt", &OpenOptions::default()).unwrap();
    // The path points of the area are read, too, with the files that they need.
    assert_eq!((level.kotor().contents, level.kotor().objects.len(), level.files().len()), (None, 0, 6));
}

#[test]
fn a_git_of_another_name_counts_only_where_it_is_the_only_one() {
    let rename = |extra: Option<&str>| {
        let mut files = Game::sound().all();
        let git = files.remove("manor.git").unwrap();
        files.insert("inside.git".to_owned(), git.clone());
        extra.into_iter().for_each(|file| drop(files.insert(file.to_owned(), git.clone())));
        let files: Memory = files.into_iter().collect();
        Level::open(&files, "manor.lyt", &OpenOptions::default()).unwrap().kotor().contents.is_some()
    };
    assert!(rename(None));
    assert!(!rename(Some("other.git")));
}

#[test]
fn a_damaged_git_is_an_error_and_is_left_out_only_on_demand() {
    let mut game = Game::sound();
    let mut files = game.all();
    files.insert("manor.git".into(), b"GIT V3.2 cut off".to_vec());
    let files: Memory = files.into_iter().collect();
    let error = Level::open(&files, "manor.lyt", &OpenOptions::default()).unwrap_err();
    assert!(error.to_string().starts_with("manor.git: "), "{error}");
    let level = Level::open(&files, "manor.lyt", &OpenOptions::default().with_skip_unreadable(true)).unwrap();
    assert_eq!((level.unread().len(), level.kotor().contents), (1, None));

    // A damaged template removes only the objects that use it.
    game.add("gate.utd", b"cut off".to_vec());
    assert_eq!(open(&game).kotor().objects.len(), 1);
}

#[test]
fn things_are_drawn_and_shown() {
    let level = open(&Game::sound());
    let marks: Vec<String> = level.view().marks.into_iter().map(|mark| mark.label).collect();
    for label in ["entry", "guard", "arrival", "alarm", "Gate (closed)", "chest"] {
        assert!(marks.iter().any(|mark| mark == label), "{label}: {marks:?}");
    }
    assert!(level.lines().iter().any(|lines| lines.kind.name() == "outline"));
}

#[test]
#[cfg(feature = "picture")]
fn a_picture_has_a_layer_of_each_sort_of_things() {
    let picture = open(&Game::sound()).to_picture("manor", &walkmesh::level::PictureOptions::default()).unwrap();
    for layer in ["objects", "triggers", "path-points", "things"] {
        assert!(picture.layer(layer).is_some_and(|layer| !layer.is_empty()), "{layer}");
    }
    let names: Vec<&str> = picture.layer("things").unwrap().labels.iter().map(|label| &*label.text).collect();
    assert_eq!(names, ["guard", "arrival", "home", "shop", "entry"]);
}

#[test]
fn where_a_room_is_missing_findings_of_the_floor_are_infos() {
    let mut game = Game::sound();
    set(game.first("Creature List"), "YPosition", TreeValue::Float(6.5));
    let mut files = game.all();
    let layout = String::from_utf8(files["manor.lyt"].clone()).unwrap();
    let layout =
        layout.replace("roomcount 2", "roomcount 3").replace("   trackcount", "      sky 0 0 0\n   trackcount");
    files.insert("manor.lyt".into(), layout.into_bytes());
    let level = Level::open(&files.into_iter().collect::<Memory>(), "manor.lyt", &OpenOptions::default()).unwrap();
    let findings = check(&level);
    assert_eq!(codes(&findings).get("creature-off-floor"), Some(&Severity::Info), "{findings}");
}

#[test]
fn a_transition_to_another_module_is_followed_into_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let [_, of_game] = Game::sound().parts();
    write_key(folder.path(), &of_game);
    let modules = folder.path().join("modules");
    std::fs::create_dir_all(&modules).unwrap();
    let mut south = Game::sound();
    south.things.retain(|list, _| *list == "WaypointList");
    std::fs::write(modules.join("south.mod"), module(&south.parts()[0])).unwrap();
    for (to, tag, expected) in [
        ("SOUTH", "Home", None),
        ("south", "nowhere", Some("transition-target-missing")),
        ("north", "home", Some("transition-module-missing")),
    ] {
        let mut game = Game::sound();
        set(game.first("Door List"), "LinkedToModule", name(to));
        set(game.first("Door List"), "LinkedTo", text(tag));
        std::fs::write(modules.join("manor.mod"), module(&game.parts()[0])).unwrap();
        let folder = GameFolder::open(folder.path()).unwrap();
        let files = folder.module("manor").unwrap().files;
        let level = Level::open(&files, "manor.lyt", &OpenOptions::default().with_game(Arc::new(folder))).unwrap();
        assert_eq!(codes(&check(&level)).into_keys().next(), expected, "{to} {tag}");
    }
}

#[test]
fn a_level_with_many_doors_is_bounded() {
    let mut game = Game::sound();
    let door = game.first("Placeable List").clone();
    game.things.insert("Placeable List", vec![door; 5000]);
    let level = open(&game);
    assert!(level.kotor().objects.len() <= 4096);
    assert_eq!(level.kotor().objects.len() + level.kotor().contents.unwrap().missing.len(), 5001);
}

/// The modules of the corpus whose rooms are in it, too. Things off these rooms are in rooms that the corpus lacks.
#[test]
fn real_things_stand_on_the_floors_of_real_rooms() {
    let (Some(modules), Some(rooms)) = (walkmesh_testing::corpus("kotor/mod"), walkmesh_testing::corpus("kotor"))
    else {
        return;
    };
    let (mut areas, mut things) = (0, 0);
    for path in walkmesh_testing::files(&modules, "mod") {
        let archive = Archive::open(&path).unwrap();
        let names = archive.names().unwrap();
        let git = names.iter().find(|name| name.ends_with(".git")).unwrap();
        let area = git.trim_end_matches(".git").to_ascii_lowercase();
        let of_area = |path: &std::path::PathBuf| {
            let stem = walkmesh_testing::stem(path).to_ascii_lowercase();
            stem.split_once('_').is_some_and(|(own, _)| own == area)
        };
        let own: Vec<_> = ["vanilla", "mdledit"]
            .into_iter()
            .flat_map(|folder| walkmesh_testing::files(&rooms.join(folder), "wok"))
            .filter(of_area)
            .collect();
        if own.is_empty() {
            continue;
        }
        areas += 1;
        let mut layout = Layout::new();
        let mut files = Memory::new();
        for room in own {
            let name = walkmesh_testing::stem(&room).to_ascii_lowercase();
            layout.push(LayoutRoom { name: name.clone(), position: [0.0; 3] }).unwrap();
            files.insert(format!("{name}.wok"), std::fs::read(room).unwrap());
        }
        // A room without a walkmesh, for the other rooms of the area.
        layout.push(LayoutRoom { name: "others".to_owned(), position: [0.0; 3] }).unwrap();
        files.insert(format!("{area}.lyt"), layout.to_bytes());
        let all = LayeredFiles::new(vec![&files, &archive]).unwrap();
        let level = Level::open(&all, &format!("{area}.lyt"), &OpenOptions::default()).unwrap();
        let contents = level.kotor().contents.unwrap();
        things += contents.instances.complete.len();
        assert!(contents.missing.iter().all(|missing| !missing.to_string().is_empty()));
        let mut contents_alone = level.kotor().area.unwrap().check_contents(contents, &[], &CheckOptions::all());
        let findings = contents_alone.as_mut().unwrap();
        assert!(findings.worst() <= Some(Severity::Info), "{area}: {findings}");
    }
    assert!(areas >= 3 && things > 300, "{areas} areas with {things} things");
}

/// Every module of the corpus; `docs/formats/kotor-area.md` describes the fields.
#[test]
fn every_real_module_is_read_whole() {
    let Some(corpus) = walkmesh_testing::corpus("kotor/mod") else { return };
    let (mut modules, mut things, mut points, mut creatures) = (0, BTreeMap::new(), 0, 0);
    for path in walkmesh_testing::files(&corpus, "mod") {
        let archive = Archive::open(&path).unwrap();
        modules += 1;
        for file in archive.names().unwrap() {
            let bytes = archive.read(&file).unwrap();
            if file.ends_with(".git") {
                let instances = Git::from_bytes(&bytes).unwrap().instances();
                assert_eq!(instances.incomplete, [], "{}", path.display());
                instances.complete.iter().for_each(|it| *things.entry(it.kind.noun()).or_insert(0) += 1);
                assert!(instances.complete.iter().all(|it| it.kind == InstanceKind::Camera || !it.template.is_empty()));
            } else if file.ends_with(".utc") {
                assert!(Template::from_bytes(&bytes).unwrap().appearance.is_some(), "{file}");
                creatures += 1;
            } else if file.ends_with(".pth") {
                points += PathPoints::from_bytes(&bytes).unwrap().points().len();
            }
        }
    }
    assert_eq!((modules, points, creatures), (48, 3435, 865));
    let counts: Vec<_> = things.into_iter().collect();
    assert_eq!(
        counts,
        [
            ("camera", 612),
            ("creature", 743),
            ("door", 362),
            ("encounter", 22),
            ("item", 49),
            ("placeable", 1639),
            ("sound", 536),
            ("store", 16),
            ("trigger", 491),
            ("waypoint", 2170),
        ]
    );
}

/// The PTH of all modules: rebuilt from points and links, each has the bytes of the game's own file.
#[test]
fn real_path_points_are_written_as_the_game_has_them() {
    let Some(modules) = walkmesh_testing::corpus("kotor/mod") else { return };
    let (mut files, mut points, mut links, mut apart) = (0, 0, 0, Vec::new());
    for path in walkmesh_testing::files(&modules, "mod") {
        let archive = Archive::open(&path).unwrap();
        for name in archive.names().unwrap().iter().filter(|name| name.ends_with(".pth")) {
            let bytes = archive.read(name).unwrap();
            let read = PathPoints::from_bytes(&bytes).unwrap();
            let typed: Vec<_> = read
                .points()
                .iter()
                .enumerate()
                .map(|(number, point)| (point.position, read.links_of(number)))
                .collect();
            assert!(PathPoints::new(&typed).to_bytes().unwrap() == bytes, "{}: {name}", path.display());
            assert!(read.is_sorted());
            let findings = read.check(&CheckOptions::default());
            let bad = findings.rules().filter(|rule| rule.severity > Severity::Info);
            apart.extend(bad.map(|rule| (name.clone(), rule.code())));
            assert!(read.diff(&read).iter().all(|table| table.is_equal()));
            (files, points, links) = (files + 1, points + read.points().len(), links + read.links().len());
        }
    }
    assert_eq!((files, points, links), (58, 3435, 7351));
    println!("{apart:?}");
    assert!(apart.iter().all(|(_, code)| *code == "path-points-apart") && apart.len() <= 3, "{apart:?}");
}

#[test]
fn path_points_by_themselves_are_a_level() {
    let path = PathPoints::new(&[([0.0, 0.0], vec![1, 0]), ([4.0, 1.0], vec![0]), ([3.0, 0.0], vec![])]);
    let bytes = path.to_bytes().unwrap();
    assert_eq!(Kind::detect(&bytes), Some(Kind::Pth));
    let level = Level::from_bytes(&bytes, &OpenOptions::default().with_name("manor.pth")).unwrap();
    assert_eq!(level.to_bytes().unwrap(), bytes);
    let Summary::Pth(summary) = level.summary().unwrap() else { panic!("path points") };
    let counts = [summary.points, summary.links, summary.parts, summary.self_links];
    assert_eq!((counts, summary.sorted), ([3, 3, 2, 1], false));
    let found: Vec<_> = codes(&check(&level)).into_keys().collect();
    assert_eq!(found, ["path-link-to-itself", "path-points-apart", "path-points-unsorted"]);
    assert_eq!((level.view().marks.len(), level.lines().len()), (3, 1));
    assert_eq!(level.locate(&PlacePart::new(PartKind::PathPoint, 1).into()), Some(Shape::Point([4.0, 1.0, 0.0])));
    assert_eq!(level.locate(&PlacePart::new(PartKind::PathPoint, 3).into()), None);
    assert_eq!(level.name(), "manor.pth");
    let other = PathPoints::new(&[([0.0, 0.0], vec![1]), ([4.0, 1.0], vec![0])]).to_bytes().unwrap();
    let other = Level::from_bytes(&other, &OpenOptions::default()).unwrap();
    let tables = level.diff(&other).unwrap();
    let equal: Vec<_> = tables.iter().take(3).map(|table| (table.table, table.entries, table.equal)).collect();
    assert_eq!(equal, [("points.position", 3, 2), ("points.links", 3, 0), ("links", 3, 2)]);
}
