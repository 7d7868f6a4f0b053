//! The check of an area: it applies every rule that a reader relies on, the game's own or another one, and compares every
//! table with what the geometry implies. [`RULES`] lists what is looked for.
//!
//! ```
//! use walkmesh::finding::CheckOptions;
//! use walkmesh::nwn2::{BakeOptions, Walkmesh};
//!
//! let mut walkmesh = Walkmesh::default();
//! walkmesh.bake(&BakeOptions::default())?;
//! assert!(walkmesh.check(&CheckOptions::default()).is_clean());
//! # Ok::<(), walkmesh::nwn2::BakeError>(())
//! ```

mod floor;
mod islands;
mod packets;
mod routes;
mod rules;
mod tables;
mod tiles;
mod triangles;

use std::collections::BTreeMap;
use std::path::Path;

use crate::finding::{CheckOptions, Findings, PartKind, Place, Severity};
use crate::formats;

use super::{Terrain, TerrainError, Walkmesh, tiling};

pub use rules::RULES;

impl Walkmesh {
    /// Checks the walkmesh by every rule. A walkmesh that is not baked is an error, because the game cannot use it. Of the
    /// tables that a bake would make, only the existing ones are checked.
    pub fn check(&self, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        check(self, Stage::Finished, &mut findings);
        findings
    }
}

impl Terrain {
    /// Checks the whole file as the game loads it: its packets and its walkmesh.
    pub fn check(&self, options: &CheckOptions) -> Findings {
        self.check_at(Stage::Finished, options)
    }

    /// Checks the whole file by its name: a `.trn` was saved by the toolset, and does not have to be baked.
    pub fn check_file(&self, name: &str, options: &CheckOptions) -> Findings {
        let extension = Path::new(name).extension().unwrap_or_default();
        let is_trn = extension.eq_ignore_ascii_case("trn");
        self.check_at(if is_trn { Stage::BeforeTheBake } else { Stage::Finished }, options)
    }

    fn check_at(&self, stage: Stage, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        packets::check(self, &mut findings);
        match self.walkmesh() {
            Ok(walkmesh) => check(walkmesh, stage, &mut findings),
            Err(TerrainError::Format(error @ formats::Error::OverLimit(_))) => {
                let meaning = || format!("It was not checked, which says nothing about the game: {error}.");
                findings.add(&rules::WALKMESH_OVER_LIMIT, PartKind::Walkmesh, meaning);
            }
            Err(error) => {
                let meaning = || format!("It cannot be read, so the game may fail on it too: {error}.");
                findings.add(&rules::WALKMESH_UNREADABLE, Place::FILE, meaning);
            }
        }
        findings
    }
}

/// Whether an area is finished, and so must be baked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    BeforeTheBake,
    Finished,
}

fn check(walkmesh: &Walkmesh, stage: Stage, findings: &mut Findings) {
    if !walkmesh.is_baked() {
        let severity = if stage == Stage::Finished { Severity::Error } else { Severity::Info };
        findings.add_as(
            &rules::WALKMESH_NOT_BAKED,
            severity,
            PartKind::Walkmesh,
            || "It has no path tables, no islands and no routes, so the game cannot use it. Bake it to a TRX.",
        );
    }
    triangles::check(walkmesh, findings);
    floor::check(walkmesh, findings);
    tiles::check_grid(walkmesh, findings);
    let mut tables = findings.empty();
    triangles::check_links(walkmesh, &mut tables);
    tiles::check(walkmesh, &mut tables);
    // If tiles overlap or hold missing triangles, there is no right content to compare their tables with.
    if let Ok(ranges) = tiling::ranges(walkmesh.as_raw()) {
        let expected = tables::check(walkmesh, &ranges, &mut tables);
        islands::check(walkmesh, &expected, &mut tables);
    }
    routes::check(walkmesh, &mut tables);
    match stage {
        Stage::Finished => findings.append(tables, None),
        Stage::BeforeTheBake => of_earlier_bake(tables, findings),
    }
}

/// Reports what is wrong with the tables of a file that the toolset is going to bake as one finding. The bake cuts the
/// triangles at the borders of tiles and makes every table anew, so what an earlier save left there harms nobody. What is an
/// info anyway is reported as always.
fn of_earlier_bake(mut tables: Findings, findings: &mut Findings) {
    let mut counts = BTreeMap::<&str, usize>::new();
    let wrong = tables.rules().filter(|rule| rule.severity > Severity::Info);
    wrong.for_each(|rule| *counts.entry(rule.code()).or_default() += rule.count);
    tables.retain(|severity| severity == Severity::Info);
    findings.append(tables, None);
    if !counts.is_empty() {
        let each = || counts.iter().map(|(code, count)| format!("{code} ({count})")).collect::<Vec<_>>().join(", ");
        findings.add(&rules::TABLES_OF_EARLIER_BAKE, PartKind::Walkmesh, || {
            format!("The TRN holds tables of an earlier bake, which do not fit its triangles: {}. The next bake makes them anew.", each())
        });
    }
}

/// Whether the triangles have centres, planes and links. Before a bake they may have none yet.
fn is_linked(walkmesh: &Walkmesh) -> bool {
    walkmesh.is_baked() || !walkmesh.edges().is_empty()
}
