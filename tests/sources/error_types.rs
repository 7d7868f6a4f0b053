//! All public error types have the form that CONTRIBUTING.md defines: they name the cause of each error, and can be extended.

use std::fs;
use std::path::{Path, PathBuf};

/// The possible causes.
const CAUSES: [&str; 6] = ["the file", "the caller", "the file or the caller", "the limits", "the system", "nobody"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let of = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    paths.flat_map(of).filter(|path| path.extension().is_some_and(|it| it == "rs")).collect()
}

/// Whether a documentation, given as the lines above an item, ends by naming a cause.
fn has_cause(above: &[&str]) -> bool {
    let last = above.iter().rev().find_map(|line| line.trim_start().strip_prefix("/// "));
    last.and_then(|line| line.strip_prefix("Cause: ")?.strip_suffix('.')).is_some_and(|cause| CAUSES.contains(&cause))
}

/// The lines of documentation and attributes above a line, down from the end of the previous item.
fn above<'l, 't>(lines: &'l [&'t str], at: usize) -> &'l [&'t str] {
    let ends_other =
        |line: &&str| line.is_empty() || line.ends_with("},") || line.ends_with('{') || line.ends_with("),");
    let is_end =
        |line: &&str| ends_other(line) || (line.ends_with(',') && line.starts_with("    ") && is_variant(line));
    let first = lines[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
    &lines[first..at]
}

fn is_variant(line: &str) -> bool {
    line.strip_prefix("    ").is_some_and(|name| name.starts_with(|letter: char| letter.is_ascii_uppercase()))
}

/// The requirements that an error type does not meet.
fn faults(lines: &[&str], at: usize) -> Vec<String> {
    let attributes = above(lines, at);
    let text = attributes.join(" ");
    let mut faults: Vec<String> = ["Clone", "Debug", "PartialEq", "#[non_exhaustive]"]
        .iter()
        .filter(|wanted| !text.contains(**wanted))
        .map(|wanted| format!("{wanted} is missing"))
        .collect();
    if has_cause(attributes) {
        return faults;
    }
    let end = lines[at..].iter().position(|line| *line == "}").map_or(lines.len(), |end| at + end);
    let variants: Vec<usize> = (at + 1..end).filter(|variant| is_variant(lines[*variant])).collect();
    if !lines[at].starts_with("pub enum") || variants.is_empty() {
        faults.push("no cause".to_owned());
    }
    for variant in variants {
        let attributes = above(lines, variant);
        // The inner error has the cause.
        let is_transparent = attributes.iter().any(|line| line.contains("#[error(transparent)]"));
        if !is_transparent && !has_cause(attributes) {
            faults.push(format!("{} has no cause", lines[variant].trim()));
        }
    }
    faults
}

/// The name of a public type that is declared in a line.
fn declared(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub enum ").or_else(|| line.strip_prefix("pub struct "))?;
    rest.split(|letter: char| !letter.is_alphanumeric()).next()
}

#[test]
fn every_error_type_says_whose_fault_its_errors_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut count, mut wrong) = (0, Vec::new());
    for path in ["src", "crates/exchange/src", "crates/mesh/src", "formats/src"]
        .map(|folder| root.join(folder))
        .iter()
        .filter(|it| it.exists())
        .flat_map(|it| sources(it))
    {
        let text = fs::read_to_string(&path).expect("a source");
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some(name) = declared(line) else { continue };
            let is_error = |attributes: &[&str]| attributes.iter().any(|line| line.contains("thiserror::Error"));
            if is_error(above(&lines, at)) || text.contains(&format!("Error for {name} ")) {
                count += 1;
                let faults = faults(&lines, at).into_iter();
                wrong.extend(faults.map(|fault| format!("{}: {name}: {fault}", path.display())));
            }
        }
    }
    assert!(count > 40, "only {count} error types were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_error_type_without_a_cause_is_found() {
    let derive = "#[derive(Clone, Debug, PartialEq, thiserror::Error)]";
    let one = |last| ["/// Why.", last, derive, "#[non_exhaustive]", "pub struct AnError {", "}"];
    assert_eq!(faults(&one("/// Cause: the file."), 4), [""; 0]);
    assert_eq!(faults(&one("/// Cause: the weather."), 4), ["no cause"]);
    let several = [
        "/// Why.",
        derive,
        "#[non_exhaustive]",
        "pub enum AnError {",
        "    /// One.",
        "    /// Cause: nobody.",
        "    #[error(\"one\")]",
        "    One,",
        "    /// Two.",
        "    #[error(\"two\")]",
        "    Two,",
        "}",
    ];
    assert_eq!(faults(&several, 3), ["Two, has no cause"]);
}

#[test]
fn messages_of_errors_are_clauses_without_a_full_stop() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut count, mut wrong) = (0, Vec::new());
    for path in ["src", "crates/exchange/src", "crates/mesh/src"].iter().flat_map(|folder| sources(&root.join(folder)))
    {
        let text = fs::read_to_string(&path).expect("a source");
        for (start, _) in text.match_indices("#[error(") {
            let message = text[start..].split_once("]\n").map_or("", |(message, _)| message);
            count += 1;
            if message.contains(".\")") || message.contains(".\"\n") {
                wrong.push(format!("{}: {message}", path.display()));
            }
        }
    }
    assert!(count > 200, "only {count} messages were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
