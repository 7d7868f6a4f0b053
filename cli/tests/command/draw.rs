//! `walkmesh draw`: pictures of files, areas, dungeons and differences.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::PathBuf;

use walkmesh::kotor::{FaceId, Kind, MaterialId, Walkmesh};

use crate::run::{Run, root, run};

fn draw(arguments: &[&dyn AsRef<OsStr>]) -> Run {
    let mut all: Vec<OsString> = vec!["draw".into()];
    all.extend(arguments.iter().map(|argument| argument.as_ref().to_owned()));
    run(&all)
}

fn sample(name: &str) -> PathBuf {
    root().join("samples").join(name)
}

/// A picture drawn with these arguments, which must succeed.
fn drawn(name: &str, arguments: &[&dyn AsRef<OsStr>]) -> (Run, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join(name);
    let mut all = arguments.to_vec();
    all.extend([&"-o" as &dyn AsRef<OsStr>, &output]);
    let run = draw(&all);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    (run, fs::read(output).expect("the picture"))
}

#[test]
fn every_sample_has_a_picture() {
    for name in [
        "room.wok",
        "chest.pwk",
        "door0.dwk",
        "yard.trn",
        "yard.trx",
        "ainavdata_32769.dat",
        "court.bms",
        "dungeon.dof",
    ] {
        let (run, svg) = drawn("out.svg", &[&sample(name)]);
        assert!(run.out.contains(": drawn to "), "{}", run.out);
        let text = String::from_utf8(svg).expect("text");
        assert!(
            text.starts_with("<svg xmlns=") && text.contains(name) && text.contains("</svg>\n<!-- made by walkmesh"),
            "{name}"
        );
        let (_, again) = drawn("out.svg", &[&sample(name)]);
        assert_eq!(text.into_bytes(), again, "{name}");
    }
}

#[test]
fn a_png_has_the_size_that_was_asked_for() {
    let (_, png) = drawn("out.PNG", &[&sample("room.wok"), &"--size", &"640x480", &"--dark", &"--title", &"A room"]);
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!([side(16), side(20)], [640, 480]);
}

#[test]
fn an_area_has_its_rooms_objects_path_and_findings() {
    let place = "door0.dwk,6,3,0,1.5708";
    let arguments: [&dyn AsRef<OsStr>; 9] =
        [&sample("manor.lyt"), &"--place", &place, &"--path", &"1,1", &"7,3", &"--findings", &"--severity", &"info"];
    let (run, svg) = drawn("out.svg", &arguments);
    let svg = String::from_utf8(svg).expect("text");
    for id in ["objects-walls", "path-line", "borders-transitions"] {
        assert!(svg.contains(&format!("id=\"{id}\"")), "{id}: {}", run.out);
    }
    assert!(svg.contains("aria-label=\"porch\""));
}

#[test]
fn a_path_that_is_not_there_is_a_note_and_an_exit_status() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("out.svg");
    let run = draw(&[&sample("room.wok"), &"--path", &"1,1", &"3,3", &"-o", &output]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert!(run.out.contains("There is no path from 1,1 to 3,3"), "{}", run.out);
    assert!(output.exists());
}

#[test]
fn a_difference_is_counted_in_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let painted = folder.path().join("painted.wok");
    let room = sample("room.wok");
    let edit: [&OsStr; 6] =
        ["edit".as_ref(), room.as_ref(), "--paint".as_ref(), "0-2=7".as_ref(), "-o".as_ref(), painted.as_ref()];
    assert_eq!(run(&edit).status, 0);
    let (run, _) = drawn("diff.svg", &[&"--diff", &sample("room.wok"), &painted, &"--triangles", &"--json"]);
    let groups = run.json()["results"][0]["layers"][0]["groups"].clone();
    let titles: Vec<&str> =
        groups.as_array().expect("groups").iter().filter_map(|group| group["title"].as_str()).collect();
    assert!(titles.contains(&"repainted (3)"), "{titles:?}");
}

#[test]
fn a_face_that_was_flipped_is_not_called_repainted() {
    let folder = tempfile::tempdir().expect("a folder");
    let flipped = folder.path().join("flipped.wok");
    let room = sample("room.wok");
    let edit: [&OsStr; 8] = [
        "edit".as_ref(),
        room.as_ref(),
        "--flip".as_ref(),
        "0,1".as_ref(),
        "--paint".as_ref(),
        "1-3=7".as_ref(),
        "-o".as_ref(),
        flipped.as_ref(),
    ];
    assert_eq!(run(&edit).status, 0);
    let (run, svg) = drawn("diff.svg", &[&"--diff", &room, &flipped, &"--triangles"]);
    assert!(run.out.contains("20 unchanged (20), 3 repainted (3), 2 flipped (2)"), "{}", run.out);
    assert!(String::from_utf8(svg).expect("text").contains("id=\"difference-flipped\""));
}

/// The lines of the legend.
fn legend(svg: Vec<u8>) -> Vec<String> {
    let svg = String::from_utf8(svg).expect("text");
    let legend = svg.split_once("id=\"legend\"").expect("a legend").1;
    let lines = legend.split("aria-label=\"").skip(1).filter_map(|line| line.split_once('"'));
    lines.map(|(line, _)| line.to_owned()).collect()
}

#[test]
fn the_legend_has_findings_beside_many_materials() {
    let folder = tempfile::tempdir().expect("a folder");
    let painted = folder.path().join("painted.wok");
    let mut room = Walkmesh::from_bytes(&fs::read(sample("room.wok")).expect("a sample")).expect("a room");
    for (face, material) in (0..).map(FaceId).zip([1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 16]) {
        room.set_material(face, MaterialId(material)).expect("a face");
    }
    room.bake(&Default::default()).expect("a room");
    let mut raw = room.as_raw().clone();
    raw.vertices.resize(raw.vertices.len() + 3, [9.0, 9.0, 9.0].into());
    raw.adjacencies[2].edges = [-1; 3];
    raw.normals[1] = [0.0; 3].into();
    fs::write(&painted, Walkmesh::from_raw(raw).to_bytes().expect("bytes")).expect("a file");
    let findings: [&dyn AsRef<OsStr>; 4] = [&painted, &"--findings", &"--severity", &"info"];
    let (run, svg) = drawn("high.svg", &findings);
    let groups = run.out.lines().find_map(|line| line.trim_start().strip_prefix("findings: ")).expect("findings");
    let whole = legend(svg);
    let numbered = |lines: &[String]| lines.iter().filter(|line| line.contains(": ") && line.ends_with(')')).count();
    assert!(groups.split(", ").count() >= 5, "{groups}");
    assert_eq!(numbered(&whole), groups.split(", ").count(), "{whole:?}");
    assert!(!whole.iter().any(|line| line.starts_with("and ")), "{whole:?}");
    // A page of a fixed size cannot show everything: each part of the legend is shortened.
    let (_, svg) = drawn("low.svg", &[&findings[..], &[&"--size", &"1200x450"]].concat());
    let shortened = legend(svg);
    assert!(numbered(&shortened) >= 2, "{shortened:?}");
    assert!(shortened.iter().filter(|line| line.starts_with("and ")).count() >= 2, "{shortened:?}");
}

#[test]
fn what_lies_beside_the_map_has_an_arrow_and_a_note() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("out.svg");
    let far = [&sample("room.wok") as &dyn AsRef<OsStr>, &"--path", &"1,1", &"90,2", &"-o", &output];
    let run = draw(&far);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert!(run.out.contains("Beside the map, where arrows point: 1 of goal."), "{}", run.out);
    let svg = fs::read_to_string(&output).expect("the picture");
    let goal = svg.split_once("id=\"path-goal\"").expect("the goal").1.split_once("d=\"").expect("a path").1;
    assert!(goal.starts_with('m') && svg.contains("aria-label=\"goal\""), "it is drawn and named");
    let cropped = draw(&[&far[..], &[&"--force", &"--crop", &"0,0,5,5"]].concat());
    assert!(!cropped.out.contains("Beside the map"), "{}", cropped.out);
}

#[test]
fn a_dungeon_is_drawn_on_its_floors() {
    let dof = sample("dungeon.dof");
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().join("ainavdata_32770.dat");
    let plan = sample("dungeon.json");
    let bake: [&OsStr; 4] = ["bake".as_ref(), plan.as_ref(), "-o".as_ref(), tables.as_ref()];
    assert_eq!(run(&bake).status, 0);
    let (_, svg) = drawn("out.svg", &[&tables, &"--dof", &dof, &"--colour", &"part"]);
    let svg = String::from_utf8(svg).expect("text");
    assert!(svg.contains("id=\"surface-0\"") && svg.contains("id=\"doors-doors\""));
}

#[test]
fn wrong_uses_are_refused_and_write_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let [svg, text] = ["out.svg", "out.txt"].map(|name| folder.path().join(name));
    let room = sample("room.wok");
    let wrong: [(&[&dyn AsRef<OsStr>], &str); 9] = [
        (&[&room, &"-o", &text], "must end in .svg or .png"),
        (&[&room, &"-o", &svg, &"--exits"], "a table of exits is in NWN2 areas only"),
        (&[&room, &"-o", &svg, &"--tree", &"40"], "the stored tree has no level 40"),
        (&[&room, &"-o", &svg, &"--size", &"10x10"], "from 200 to 8192 pixels"),
        (&[&room, &"-o", &svg, &"--crop", &"1,1,1,5"], "two corners"),
        (&[&room, &"-o", &svg, &"--dof", &sample("dungeon.dof")], "the file is not a Silkroad dungeon"),
        (&[&sample("dungeon.dof"), &"-o", &svg, &"--findings"], "`check` works on"),
        (&[&"missing.wok", &"-o", &svg], "cannot be read"),
        (&[&sample("manor.lyt"), &"-o", &svg, &"--tree", &"1"], "a stored tree is in KotOR walkmeshes only"),
    ];
    for (arguments, expected) in wrong {
        let run = draw(arguments);
        assert_eq!(run.status, 2, "{expected}");
        assert!(run.err.contains(expected), "{expected}: {}", run.err);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn only_pictures_are_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("out.svg");
    let room = sample("room.wok");
    assert_eq!(draw(&[&room, &"-o", &output]).status, 0);
    assert_eq!(draw(&[&room, &"-o", &output, &"--dark"]).status, 0);
    fs::write(&output, "notes").expect("a file");
    let run = draw(&[&room, &"-o", &output]);
    assert!(run.status == 2 && run.err.contains("use --force"), "{}", run.err);
    assert_eq!(draw(&[&room, &"-o", &output, &"--force"]).status, 0);
}

/// Findings count hooks from 1, as files do.
#[test]
fn a_finding_on_a_hook_is_drawn_at_that_hook() {
    let door =
        Walkmesh::from_bytes(&fs::read(sample("door0.dwk")).expect("a sample")).expect("a door").with_kind(Kind::Dwk);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("door0.dwk");
    let around =
        [[-1.0, -2.0, 1.0, -0.5], [-1.0, 0.5, 1.0, 2.0]].map(|crop| crop.map(|value: f32| value.to_string()).join(","));
    for stale in [0, 1] {
        let mut raw = door.as_raw().clone();
        *[&mut raw.absolute_use_position_1, &mut raw.absolute_use_position_2][stale] = [9.0, 9.0, 9.0].into();
        fs::write(&path, Walkmesh::from_raw(raw).to_bytes().expect("bytes")).expect("a file");
        for (hook, crop) in around.iter().enumerate() {
            let (_, svg) = drawn("hook.svg", &[&path, &"--findings", &"--crop", crop]);
            let svg = String::from_utf8(svg).expect("text");
            assert_eq!(svg.contains("id=\"findings-hook-stale-warning\""), hook == stale, "hook {}, {crop}", stale + 1);
        }
    }
}

#[test]
fn a_part_beside_the_map_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("empty.svg");
    let beside = draw(&[&sample("room.wok"), &"-o", &output, &"--crop", &"100,100,120,120"]);
    assert_eq!((beside.status, output.exists()), (2, false));
    assert!(
        beside.err.contains("the part to show lies beside the map, which reaches from 0,0 to 6,6"),
        "{}",
        beside.err
    );
}

#[test]
fn the_difference_of_two_games_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("difference.svg");
    for other in ["yard.trx", "court.bms"] {
        let refused = draw(&[&"--diff", &sample("room.wok"), &sample(other), &"-o", &output]);
        assert_eq!((refused.status, output.exists()), (2, false));
        assert!(refused.err.contains("only levels of one game can be compared"), "{}", refused.err);
    }
}

#[test]
fn the_floor_from_which_no_path_point_is_reached_is_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["manor.lyt", "room.wok", "porch.wok"] {
        fs::copy(sample(name), folder.path().join(name)).expect("a sample");
    }
    let (run, picture) = drawn("coverage.svg", &[&folder.path(), &"--coverage"]);
    let line = run.out.lines().find(|line| line.starts_with("  coverage: ")).expect("a layer");
    // The folder has neither a GIT nor path points.
    assert!(line.ends_with(" no path point is reached: 100.0 % of the floor"), "{line}");
    let picture = String::from_utf8(picture).expect("text");
    assert!(picture.contains("Floor without path points (reported)"));

    // Beside the longest way over the path points is the shortest.
    fs::copy(sample("manor.pth"), folder.path().join("manor.pth")).expect("a sample");
    let (run, picture) = drawn("coverage.svg", &[&folder.path(), &"--coverage"]);
    assert!(run.out.contains("  detour: 1 way: 8.0 m, 1 shortest: 4.0 m\n"), "{}", run.out);
    let picture = String::from_utf8(picture).expect("text");
    assert!(picture.contains("Longest detour over path points (reported)"));
}
