//! The bugs of cargo-mutants, and the choice of the bugs to plant.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::rooms::{PACKAGES, Room};

/// One bug, as `cargo mutants --list --json` lists it.
#[derive(Clone, Debug, Deserialize)]
pub struct Mutant {
    pub file: String,
    pub genre: Genre,
    /// With the line and the column.
    pub name: String,
    pub replacement: String,
    pub span: Span,
    /// Without the line and the column, and with a number that distinguishes equal names of one file.
    #[serde(default)]
    pub id: String,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub enum Genre {
    BinaryOperator,
    FnValue,
    MatchArm,
    MatchArmGuard,
    StructField,
    UnaryOperator,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Span {
    pub start: Position,
}

/// Both count from 1.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// All bugs that cargo-mutants can plant in the packages. It mistakes tests of a feature for code of the library; these are left out.
pub fn list(root: &Path) -> Result<Vec<Mutant>> {
    let mut command = Command::new("cargo");
    command.args(["mutants", "--list", "--json", "--no-config"]);
    command.args(PACKAGES.iter().flat_map(|package| ["-p", package.name]));
    let output = command.current_dir(root).output().context("cargo mutants")?;
    ensure!(output.status.success(), "cargo mutants --list: {}", String::from_utf8_lossy(&output.stderr));
    let mut mutants: Vec<Mutant> = serde_json::from_slice(&output.stdout)?;
    mutants.retain(|mutant| !mutant.name.contains(" tests::"));
    let mut seen = HashMap::<String, usize>::new();
    for mutant in &mut mutants {
        let at = format!("{}:{}:{}: ", mutant.file, mutant.span.start.line, mutant.span.start.column);
        let what = mutant.name.strip_prefix(&at).context("a name without its place")?;
        let name = format!("{}: {what}", mutant.file);
        let number = seen.entry(name.clone()).or_default();
        *number += 1;
        mutant.id = format!("{name} #{number}");
    }
    Ok(mutants)
}

/// The seed of the choice: the version of the workspace, so each release draws other bugs.
pub fn seed(root: &Path) -> Result<String> {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    Ok(format!("walkmesh {}", version.context("Cargo.toml has no version")?))
}

/// The first bugs of a room in the order of the hashes of seed and name, so that changes of other code do not affect the choice.
pub fn draw(mutants: &[Mutant], room: &Room, seed: &str, count: usize) -> Vec<Mutant> {
    let mut drawn: Vec<_> = mutants.iter().filter(|mutant| room.has(&mutant.file)).collect();
    drawn.sort_by_cached_key(|mutant| Sha256::digest(format!("{seed}\n{}", mutant.id)));
    drawn.into_iter().take(count).cloned().collect()
}
