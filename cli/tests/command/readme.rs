//! The examples of the documents: each works after cloning, and prints what the document shows.

use std::fs;

use crate::run::{clone_with_samples, walkmesh};

/// Preparatory lines. They build the project, as the test itself has done.
const PREPARATIONS: [&str; 3] = ["cargo test --workspace", "cargo install --path cli", "cargo install walkmesh-cli"];

fn text(file: &str) -> String {
    fs::read_to_string(walkmesh_testing::root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The fences of a document: the text before each, its language and its lines.
fn fences(text: &str) -> Vec<[&str; 3]> {
    let parts: Vec<&str> = text.split("```").collect();
    let pairs = parts.chunks_exact(2).filter_map(|pair| Some((pair[0], pair[1].split_once('\n')?)));
    pairs.map(|(before, (language, body))| [before, language, body]).collect()
}

/// The command of a line as the arguments of `walkmesh`, if it is one.
fn arguments<'a>(document: &str, line: &'a str) -> Option<Vec<&'a str>> {
    const RUN: [&str; 7] = ["cargo", "run", "--profile", "quick", "-p", "walkmesh-cli", "--"];
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.first() == Some(&"walkmesh") {
        return Some(words[1..].to_vec());
    } else if words.starts_with(&RUN) {
        return Some(words[RUN.len()..].to_vec());
    }
    let is_comment = line.is_empty() || line.starts_with('#');
    assert!(is_comment || PREPARATIONS.contains(&line), "{document}: no test knows `{line}`");
    None
}

/// Fails if the lines in a document are not printed in this order. `…` stands for any lines, and for the rest of a line.
fn assert_printed(document: &str, shown: &str, printed: &str) {
    let (mut lines, mut skips) = (printed.lines(), false);
    for shown in shown.lines() {
        if shown == "…" {
            skips = true;
            continue;
        }
        let is_shown = |line: &str| match shown.strip_suffix('…') {
            Some(start) => line.starts_with(start),
            None => line == shown,
        };
        let is_printed = if skips { lines.any(is_shown) } else { lines.next().is_some_and(is_shown) };
        assert!(is_printed, "{document} shows\n{shown}\nand the command prints\n{printed}");
        skips = false;
    }
    assert!(skips || lines.next().is_none(), "{document} does not show the end of\n{printed}");
}

#[test]
fn every_command_of_a_document_runs_as_pasted_and_prints_what_is_shown() {
    for (document, fewest) in [
        ("README.md", 3),
        ("cli/README.md", 2),
        ("docs/command.md", 30),
        ("docs/cookbook.md", 45),
        ("docs/install.md", 1),
    ] {
        let (clone, state) = (clone_with_samples(), tempfile::tempdir().expect("a folder"));
        let (mut commands, mut printed) = (0, String::new());
        for [before, language, body] in fences(&text(document)) {
            // A text directly after commands is the output of the last of them.
            if language == "text" && before.trim().is_empty() {
                assert_printed(document, body, &printed);
            }
            for line in body.lines().filter(|_| language == "sh") {
                let Some(arguments) = arguments(document, line) else { continue };
                let mut command = walkmesh(&arguments);
                // `undo` reverts these lines, not the commands of another test.
                command.current_dir(clone.path()).env("WALKMESH_STATE", state.path());
                let output = command.output().expect("the command starts");
                let err = String::from_utf8_lossy(&output.stderr);
                assert_eq!((output.status.code(), &*err), (Some(0), ""), "{document}: {line}");
                printed = String::from_utf8(output.stdout).expect("text");
                assert!(!printed.is_empty(), "{document}: {line} says nothing");
                commands += 1;
            }
        }
        assert!(commands >= fewest, "{document} has only {commands} commands");
    }
}

#[test]
fn the_json_of_the_page_on_the_command_is_the_sample() {
    let page = text("docs/command.md");
    let json: Vec<_> =
        fences(&page).into_iter().filter(|[_, language, _]| *language == "json").map(|[.., body]| body).collect();
    assert_eq!(json, [text("cli/samples/dungeon.json")]);
}
