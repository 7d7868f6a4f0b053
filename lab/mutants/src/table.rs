//! The table of `docs/coverage.md`: written, and checked for its age.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::rooms::{ROOMS, Room};

const PAGE: &str = "docs/coverage.md";
const MARKS: [&str; 2] = ["<!-- planted: start -->\n", "<!-- planted: end -->"];
const HEAD: &str = "\
| room | commit | planted | do not compile | not tried | viable | caught | |
|---|---|---:|---:|---:|---:|---:|---:|
";
/// The number of commits to the files of a room after which its row must be made again.
const OLDEST: usize = 200;

/// Writes the rows of some rooms between the table's marks, and keeps the others.
pub fn write(root: &Path, new: &[(&Room, String)]) -> Result<()> {
    let text = fs::read_to_string(root.join(PAGE))?;
    let (before, rest) = text.split_once(MARKS[0]).context("no mark of the table's start")?;
    let (table, after) = rest.split_once(MARKS[1]).context("no mark of the table's end")?;
    let mut rows = String::new();
    for room in ROOMS {
        if let Some((_, cells)) = new.iter().find(|(of, _)| of.name == room.name) {
            // A rebase of the commits since then leaves this one as it is.
            let commit = git(root, &["log", "-1", "--abbrev=10", "--format=%h", "HEAD", "--"], room)?;
            rows += &format!("| {} | {} | {cells} |\n", room.name, commit.context("git log")?);
        } else if let Some(row) = row(table, room) {
            rows += &format!("{row}\n");
        }
    }
    Ok(fs::write(root.join(PAGE), [before, MARKS[0], HEAD, &rows, MARKS[1], after].concat())?)
}

/// Returns whether each room has a row that is not too old, and prints the rooms for which this is false.
pub fn is_fresh(root: &Path) -> Result<bool> {
    let is_shallow = git(root, &["rev-parse", "--is-shallow-repository"], None)?;
    let text = fs::read_to_string(root.join(PAGE))?;
    let mut is_fresh = true;
    for room in ROOMS {
        let Some(commit) = row(&text, room).and_then(|row| row.split(" | ").nth(1)) else {
            println!("{}: no row in {PAGE}; lab/mutants/run --write {}", room.name, room.name);
            is_fresh = false;
            continue;
        };
        let range = format!("{commit}..HEAD");
        match git(root, &["rev-list", "--count", &range, "--"], room)? {
            Some(commits) => {
                let is_old = commits.parse::<usize>()? > OLDEST;
                println!("{}: {commits} commits{}", room.name, if is_old { ": too many" } else { "" });
                is_fresh &= !is_old;
            }
            None if is_shallow.as_deref() == Some("false") => {
                println!("{}: the commit {commit} of its row is not in this repository", room.name);
                is_fresh = false;
            }
            None => {
                println!("NOT RUN: the age of the planted bugs of {}: this clone lacks the commit {commit}", room.name)
            }
        }
    }
    Ok(is_fresh)
}

/// The row of a room.
fn row<'a>(table: &'a str, room: &Room) -> Option<&'a str> {
    table.lines().find(|line| line.starts_with(&format!("| {} | ", room.name)))
}

/// The output of git for the files of a room; `None` if git fails.
fn git<'a>(root: &Path, arguments: &[&str], room: impl Into<Option<&'a Room>>) -> Result<Option<String>> {
    let mut command = Command::new("git");
    command.args(arguments).args(room.into().into_iter().flat_map(Room::pathspecs));
    let output = command.current_dir(root).output().context("git")?;
    let text = String::from_utf8(output.stdout)?.trim().to_owned();
    Ok(output.status.success().then_some(text))
}
