//! The examples of the READMEs: each works after cloning.

use std::fs;

use crate::run::{clone_with_samples, walkmesh};

/// Lines that prepare the others. They build the project, which the test itself is part of.
const PREPARATIONS: [&str; 3] = ["cargo test --workspace", "cargo install --path cli", "cargo install walkmesh-cli"];

fn text(file: &str) -> String {
    fs::read_to_string(walkmesh_testing::root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// What stands in the fences of one language.
fn fenced(text: &str, language: &str) -> Vec<String> {
    let fences = text.split("```").skip(1).step_by(2);
    fences.filter_map(|fence| fence.strip_prefix(language)?.strip_prefix('\n')).map(str::to_owned).collect()
}

/// The command lines of a README, each as the arguments of `walkmesh`.
fn commands(readme: &str) -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    for line in fenced(&text(readme), "sh").iter().flat_map(|fence| fence.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let cargo_run = ["cargo", "run", "--profile", "quick", "-p", "walkmesh-cli", "--"];
        if words.first().is_some_and(|word| word == "walkmesh") {
            commands.push(words[1..].to_vec());
        } else if words.len() > cargo_run.len() && words.iter().zip(cargo_run).all(|(word, known)| word == known) {
            commands.push(words[cargo_run.len()..].to_vec());
        } else {
            assert!(line.is_empty() || PREPARATIONS.contains(&line), "{readme}: no test knows `{line}`");
        }
    }
    commands
}

#[test]
fn every_command_of_a_readme_runs_as_pasted() {
    for (readme, fewest) in [("README.md", 14), ("cli/README.md", 2), ("docs/cookbook.md", 25)] {
        let (clone, state) = (clone_with_samples(), tempfile::tempdir().expect("a folder"));
        let commands = commands(readme);
        assert!(commands.len() >= fewest, "{readme} has only {} commands", commands.len());
        for arguments in commands {
            let mut command = walkmesh(&arguments);
            // `undo` takes back what these lines wrote, and not what another test did.
            command.current_dir(clone.path()).env("WALKMESH_STATE", state.path());
            let output = command.output().expect("the command starts");
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!((output.status.code(), &*err), (Some(0), ""), "{readme}: walkmesh {}", arguments.join(" "));
            assert!(!output.stdout.is_empty(), "{readme}: walkmesh {} says nothing", arguments.join(" "));
        }
    }
}

#[test]
fn the_json_of_the_readme_is_the_sample() {
    assert_eq!(fenced(&text("README.md"), "json"), [text("cli/samples/dungeon.json")]);
}
