//! What the command says of itself: its version, its help, and how it was used wrongly.

use crate::run::{run, walkmesh};

/// The names of all commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = run(&["help"]).out;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let name =
        |line: &str| Some(line.strip_prefix("  ")?.split_once(' ')?.0.to_owned()).filter(|name| !name.is_empty());
    let names: Vec<String> = lines.filter_map(name).filter(|name| name != "help").collect();
    assert!(names.len() > 15 && names.iter().any(|name| name == "convert"), "{help}");
    names
}

#[test]
fn the_version_names_the_command() {
    assert_eq!(run(&["--version"]).out, concat!("walkmesh ", env!("CARGO_PKG_VERSION"), "\n"));
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
