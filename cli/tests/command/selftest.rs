//! `walkmesh selftest`: the test of all files of an installed game.

mod installs;
mod plants;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::builder::Game;
use crate::run::{Run, run, walkmesh};

use installs::write;

fn selftest(folder: &Path, arguments: &[&str]) -> Run {
    let game = folder.to_str().expect("a path");
    run(&[&["selftest", "--game", game], arguments].concat())
}

/// The report of a run with `--json`.
fn report(run: &Run) -> Value {
    run.json()["results"][0].clone()
}

/// The three installs: without a fault, or with all planted ones.
fn installs(planted: bool) -> [tempfile::TempDir; 3] {
    let folders = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let [kotor, nwn2, silkroad] = folders.each_ref().map(tempfile::TempDir::path);
    let mut game = Game::sound();
    if planted {
        plants::in_contents(&mut game);
    }
    installs::kotor(kotor, &game);
    installs::nwn2(nwn2);
    installs::silkroad(silkroad);
    if planted {
        plants::in_kotor(kotor);
        plants::in_nwn2(nwn2);
        plants::in_silkroad(silkroad);
    }
    folders
}

#[test]
fn nothing_deviates_in_sound_installs() {
    for (folder, game) in installs(false).iter().zip(["kotor", "nwn2", "none"]) {
        let found = selftest(folder.path(), &["--json"]);
        let report = report(&found);
        assert_eq!((found.status, &report["deviations"]), (0, &serde_json::json!({})), "{report}");
        assert_eq!((&report["game"], found.err.as_str()), (&Value::from(game), ""));
        let text = selftest(folder.path(), &[]);
        assert_eq!((text.status, text.out.lines().count()), (0, 10), "{}", text.out);
        assert!(text.out.contains("\ndeviations: none\n"), "{}", text.out);
    }
}

#[test]
fn every_planted_deviation_is_found_under_its_rule() {
    let [sound, planted] = [false, true].map(|planted| {
        installs(planted).map(|folder| {
            let found = selftest(folder.path(), &["--json", "--names"]);
            assert_eq!(found.status, i32::from(planted), "{found:?}");
            report(&found)
        })
    });
    let count = |report: &Value, pointer: &str| report.pointer(pointer).and_then(Value::as_u64).unwrap_or_default();
    let mut missed = Vec::new();
    for (game, what, pointer) in plants::EXPECTED {
        let [before, after] = [&sound, &planted].map(|reports| count(&reports[*game], pointer));
        if after <= before {
            missed.push((what, pointer, before, after));
        }
    }
    let reports: Vec<String> = planted.iter().map(|report| format!("{report:#}")).collect();
    assert!(missed.is_empty(), "{missed:#?}\n{}", reports.join("\n"));
    assert!(plants::EXPECTED.len() >= 20);
}

#[test]
fn a_report_depends_neither_on_the_run_nor_on_the_threads_nor_on_the_place() {
    for (folder, again) in installs(true).iter().zip(&installs(true)) {
        let written = |folder: &Path, threads: &str| {
            let out = tempfile::tempdir().expect("a folder");
            let report = out.path().join("report.json");
            let arguments = ["selftest".as_ref(), "--names".as_ref(), "--game".as_ref(), folder.as_os_str()];
            let mut command = walkmesh(&arguments);
            command.args(["-o".as_ref(), report.as_os_str()]).env("RAYON_NUM_THREADS", threads);
            let output = command.output().expect("the command starts");
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            (fs::read(&report).expect("a report"), output.stdout)
        };
        let first = written(folder.path(), "4");
        assert!(first.0.len() < 1 << 20);
        assert!(first == written(folder.path(), "1"), "one thread");
        assert!(first == written(again.path(), "4"), "another folder");
    }
}

#[test]
fn a_report_has_no_content_and_names_only_if_they_are_wanted() {
    let names = ["manor", "town", "yard", "west", "crypt", "notes", "chest", "hall", "my"];
    for folder in installs(true) {
        let at = folder.path().to_str().expect("a path");
        for arguments in [&["--json"][..], &[]] {
            let found = selftest(folder.path(), arguments);
            let words: Vec<&str> = found.out.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
            for name in names {
                assert!(!words.contains(&name), "{name} in {}", found.out);
            }
            assert!(!found.out.contains(at) && !found.out.contains("secret"), "{}", found.out);
        }
        let named = selftest(folder.path(), &["--json", "--names"]);
        let listed = report(&named)["names"]["listed"].as_array().expect("a list").clone();
        assert!(listed.len() > 3 && !named.out.contains(at), "{}", named.out);
        for file in listed.iter().map(|one| one["file"].as_str().expect("a name")) {
            assert!(!file.is_empty() && !file.starts_with('/'), "{file}");
        }
    }
}

#[test]
fn the_names_of_very_many_files_are_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |number: usize| format!("{number}{}.wok", "x".repeat(180));
    (0..5000).for_each(|number| write(folder.path(), &name(number), b"BWM V1.0"));
    let found = selftest(folder.path(), &["--json", "--names"]);
    let names = &report(&found)["names"];
    let listed = names["listed"].as_array().expect("a list").len() as u64;
    // Each is refused as a file and as a level.
    assert_eq!(listed + names["left_out"].as_u64().expect("a number"), 2 * 5000);
    assert!(listed > 1000 && found.out.len() < 1 << 20, "{listed} {}", found.out.len());
}

/// An archive and a file of 10 GB, which are holes, and a thousand small files.
#[cfg(target_os = "linux")]
#[test]
fn large_files_are_reported_and_not_loaded() {
    const MOST: usize = 700 << 20;
    let folder = tempfile::tempdir().expect("a folder");
    installs::kotor(folder.path(), &Game::sound());
    let sparse = |name: &str, start: &[u8]| {
        write(folder.path(), name, start);
        let file = fs::File::options().write(true).open(folder.path().join(name)).expect("the file");
        file.set_len(10 << 30).expect("a sparse file");
    };
    sparse("override/huge.wok", b"BWM V1.0");
    sparse("movies/intro.bik", b"BIKi");
    sparse("data/other.bif", b"BIFFV1  ");
    sparse("texturepacks/huge.erf", &fs::read(folder.path().join("modules/manor.mod")).expect("the module"));
    let script = r#"ulimit -v "$1"; shift; exec "$@""#;
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script, "sh", &(MOST >> 10).to_string(), env!("CARGO_BIN_EXE_walkmesh")]);
    command.args(["selftest", "--json", "--game"]).arg(folder.path());
    command.env("RAYON_NUM_THREADS", "4").env("MALLOC_ARENA_MAX", "1").env("WALKMESH_STATE", crate::run::STATE);
    let output = command.output().expect("the command starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let report = &report["results"][0];
    assert_eq!(
        report["deviations"],
        serde_json::json!({ "refused files": 1, "refused levels, or files of levels": 1 })
    );
    for tested in ["files", "levels"] {
        assert_eq!(report[tested]["BWM"]["refused"]["over the limit max-inflated"], 1, "{report}");
    }
    assert_eq!(report["archives_in_parts"], 2, "{report}");
}

#[test]
fn a_report_is_written_over_an_unmodified_report_only() {
    let folder = tempfile::tempdir().expect("a folder");
    installs::silkroad(folder.path());
    let out = folder.path().join("report.json");
    let out = out.to_str().expect("a path");
    let first = selftest(folder.path(), &["-o", out]);
    assert_eq!((first.status, first.err.as_str()), (0, ""));
    let document: Value = serde_json::from_slice(&fs::read(out).expect("the report")).expect("JSON");
    assert_eq!((&document["report"], &document["version"]), (&Value::from("walkmesh selftest"), &Value::from(1)));
    assert_eq!(selftest(folder.path(), &["-o", out]).status, 0);
    fs::write(out, "mine").expect("a file");
    let refused = selftest(folder.path(), &["-o", out]);
    assert!(refused.status == 2 && refused.err.contains("--force"), "{refused:?}");
    assert_eq!(selftest(folder.path(), &["-o", out, "--force"]).status, 0);
}

#[test]
fn a_folder_is_needed_and_must_have_a_known_file() {
    let missing = run(&["selftest"]);
    assert!(missing.status == 2 && missing.err.contains("--game DIR"), "{missing:?}");
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(selftest(&folder.path().join("nowhere"), &[]).status, 2);
    write(folder.path(), "notes.txt", b"notes");
    assert_eq!(selftest(folder.path(), &[]).status, 3);
}
