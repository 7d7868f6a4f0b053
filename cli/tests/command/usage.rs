//! The command's version, its help, and its messages about wrong usage.

use std::fs;
use std::process::Command;

use crate::run::{root, run, walkmesh};

/// The names of all commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = run(&["help"]).out;
    let lines = help.lines().skip_while(|line| *line != "Look:").skip(1).take_while(|line| !line.is_empty());
    let name =
        |line: &str| Some(line.strip_prefix("  ")?.split_once(' ')?.0.to_owned()).filter(|name| !name.is_empty());
    let names: Vec<String> = lines.filter_map(name).filter(|name| name != "help").collect();
    assert!(names.len() > 15 && names.iter().any(|name| name == "convert"), "{help}");
    names
}

#[test]
fn the_version_names_the_command_and_the_commit() {
    assert_eq!(run(&["-V"]).out, concat!("walkmesh ", env!("CARGO_PKG_VERSION"), "\n"));
    let start = concat!("walkmesh ", env!("CARGO_PKG_VERSION"), " (commit ");
    let version = run(&["--version"]).out;
    let commit = version.strip_prefix(start).and_then(|rest| rest.strip_suffix(")\n")).expect(&version);
    assert_eq!(commit, of_this_clone().as_deref().unwrap_or(commit), "{version}");
    assert!(commit == "unknown" || commit.len() == 12 && commit.bytes().all(|it| it.is_ascii_hexdigit()), "{version}");
}

#[test]
fn a_verbose_version_has_the_features_and_the_zlib() {
    let verbose = run(&["--version", "--verbose"]);
    assert_eq!((verbose.status, verbose.err.as_str()), (0, ""));
    assert!(verbose.out.starts_with(&run(&["--version"]).out), "{}", verbose.out);
    let line = |start: &str| verbose.out.lines().find_map(|line| line.strip_prefix(start)).expect(start).to_owned();
    let features = line("features: ");
    for feature in ["gltf", "png", "serde", "zip"] {
        assert!(features.split(", ").any(|known| known == feature), "{features}");
    }
    assert!(features.contains(&line("zlib: ")), "{features}");
    assert!(line("system: ").starts_with(std::env::consts::OS));
    assert_eq!(run(&["--verbose", "--version"]).out, verbose.out);
}

/// The first digits of the commit that is checked out, if the tests run in a clone of the repository.
fn of_this_clone() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(root()).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    };
    (git(&["rev-parse", "--show-prefix"])? == "cli/" && !git(&["ls-files", "Cargo.toml"])?.is_empty())
        .then(|| git(&["rev-parse", "--short=12", "HEAD"]))?
}

#[test]
fn every_command_has_a_manual_page_and_is_completed() {
    let folder = tempfile::tempdir().expect("a folder");
    let usr = folder.path().join("usr");
    let written = run(&["manual", "-o", usr.to_str().expect("a name")]);
    assert_eq!((written.status, written.err.as_str()), (0, ""));
    let read = |path: &str| fs::read_to_string(usr.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let completions = [
        "share/bash-completion/completions/walkmesh",
        "share/zsh/site-functions/_walkmesh",
        "share/fish/vendor_completions.d/walkmesh.fish",
        "share/powershell/walkmesh.ps1",
    ]
    .map(read);
    let first = read("share/man/man1/walkmesh.1");
    for command in commands() {
        let page = read(&format!("share/man/man1/walkmesh-{command}.1"));
        assert!(page.contains(&format!("walkmesh\\-{command}")), "{page}");
        assert!(page.contains(concat!("walkmesh ", env!("CARGO_PKG_VERSION"))), "{page}");
        assert!(first.contains(&format!("walkmesh\\-{command}(1)")), "the first page lists {command}: {first}");
        for completion in &completions {
            assert!(completion.contains(&command), "{command} is completed: {completion}");
        }
    }
    assert!(read("share/man/man1/walkmesh-footprints-learn.1").contains("learn"));
    // Writing the same files again is allowed, but others are not replaced.
    assert_eq!(run(&["manual", "-o", usr.to_str().expect("a name")]).status, 0);
    fs::write(usr.join("share/man/man1/walkmesh.1"), "mine").expect("a page");
    assert_eq!(run(&["manual", "-o", usr.to_str().expect("a name")]).status, 2);
    assert_eq!(read("share/man/man1/walkmesh.1"), "mine");
}

/// The words of a help text, however it is wrapped.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn help_is_wrapped_at_words() {
    for command in &commands() {
        let help = |columns: &str| {
            let output =
                walkmesh(&["help", command.as_str()]).env("COLUMNS", columns).output().expect("the command starts");
            String::from_utf8(output.stdout).expect("text")
        };
        let (narrow, wide) = (help("60"), help("300"));
        assert!(wide.lines().any(|line| line.len() > 60), "there is something to wrap: {wide}");
        assert_eq!(words(&narrow), words(&wide), "no word is cut");
        let long: Vec<_> = narrow.lines().filter(|line| line.len() > 60 && !line.starts_with("Usage:")).collect();
        assert!(long.is_empty(), "{command}: {long:#?}");
    }
}

#[test]
fn help_states_units_and_axes() {
    for command in ["floor", "path", "raycast", "reach", "sight"] {
        let help = run(&["help", command]).out;
        let help = words(&help).join(" ");
        assert!(help.contains("in metres, z up"), "{help}");
    }
    for command in ["floor", "path"] {
        let help = run(&["help", command]).out;
        let help = words(&help).join(" ");
        assert!(help.contains("in game units, y up"), "{help}");
    }
}

#[test]
fn other_spellings_are_the_same_commands() {
    for (other, one) in [("optimize", "optimise"), ("validate", "check")] {
        assert_eq!(run(&[other, "--help"]).out, run(&[one, "--help"]).out);
        assert!(run(&["--help"]).out.contains(other), "{other}");
    }
}

#[test]
fn wrong_usage_is_json_where_json_is_asked_for() {
    for arguments in [
        &["bake", "samples/room.wok", "--json"][..],
        &["check", "--json"],
        &["info", "--json", "--no-such-option", "samples"],
        &["path", "samples/room.wok", "here", "there", "--json"],
        &["--json"],
    ] {
        let run = run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        let json = run.json();
        assert_eq!((&json["schema_version"], &json["results"]), (&1.into(), &serde_json::json!([])), "{arguments:?}");
        let error = json["error"].as_str().expect("an error");
        assert!(error.starts_with("error: ") && run.err.contains(error.lines().next().unwrap_or("?")), "{error}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("one.wok");
    let run = run(&["bake".as_ref(), "samples".as_ref(), "-o".as_ref(), out.as_os_str(), "--json".as_ref()]);
    assert!(run.json()["error"].as_str().is_some_and(|error| error.contains("several files")), "{}", run.out);
    let text = crate::run::run(&["check", "--", "--json"]);
    assert_eq!((text.status, text.err.is_empty()), (2, false));
    assert!(!text.out.starts_with('{'), "a file of that name is meant");
}
