//! [`figure`]: compares the figures that tests measure with docs/figures.json, the source of the figures in the documents.

use std::fs;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::{is_own_corpus, root};

static FILE: Mutex<()> = Mutex::new(());

/// Compares a measured figure with the one of the same name in docs/figures.json. With `WALKMESH_WRITE_FIGURES` in the environment, as
/// `benches/run --write` sets it, the file gets the figure, the day and the commit. Figures of another corpus are not compared.
///
/// # Panics
/// When the figure is missing or differs.
#[track_caller]
pub fn figure(name: &str, measured: &str) {
    if !is_own_corpus() {
        return;
    }
    // A panic of another test cannot leave the file half written: it is written in one step, at the end.
    let _alone = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = root().join("docs/figures.json");
    let text = fs::read_to_string(&path).expect("docs/figures.json");
    let at = text.find(&format!("      \"{name}\": \"")).unwrap_or_else(|| panic!("docs/figures.json has no {name}"));
    if std::env::var_os("WALKMESH_WRITE_FIGURES").is_none() {
        let known = value_at(&text, at + 6 + name.len());
        assert_eq!(known, measured, "docs/figures.json, {name}: see CONTRIBUTING.md, \"Figures\"");
        return;
    }
    let group = text[..at].rfind("\n  {").expect("a group");
    let mut text = replaced(&text, at, name, measured);
    for (key, command) in [("date", &["date", "+%F"][..]), ("commit", &["git", "rev-parse", "--short=10", "HEAD"])] {
        let at = group + text[group..].find(&format!("    \"{key}\": ")).expect("a key of a group");
        text = replaced(&text, at, key, &printed(command));
    }
    fs::write(path, text).expect("docs/figures.json");
}

/// The text between the quotes after a key that ends at an offset.
fn value_at(text: &str, end_of_key: usize) -> &str {
    text[end_of_key..].split('"').nth(2).expect("a value")
}

/// The text with another value of a key on the line that starts at an offset.
fn replaced(text: &str, at: usize, key: &str, value: &str) -> String {
    let from = at + text[at..].find(&format!("\"{key}\": \"")).expect("the key") + key.len() + 5;
    let to = from + text[from..].find('"').expect("the end of a value");
    format!("{}{value}{}", &text[..from], &text[to..])
}

fn printed(command: &[&str]) -> String {
    let output =
        Command::new(command[0]).args(&command[1..]).current_dir(root()).output().expect("a command that runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A number with commas between thousands, as in the documents.
#[must_use]
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(",")
}
