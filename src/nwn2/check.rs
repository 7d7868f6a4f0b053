//! The check of an area: it applies every rule on which the game or another reader relies, and compares every table with the geometry.
//! [`RULES`] lists the rules.
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

pub(super) mod carving;
mod floor;
pub(super) mod ground;
pub(super) mod islands;
pub(super) mod packets;
pub(super) mod routes;
#[cfg(test)]
pub(crate) mod sample;
pub(super) mod tables;
mod things;
pub(super) mod tiles;
pub(super) mod triangles;

use std::collections::BTreeMap;
use std::path::Path;

use crate::finding::{CheckOptions, Findings, PartKind, Place, Severity, rules};
use crate::formats;

use super::{Terrain, TerrainError, Walkmesh, tiling};

rules! { of sample, AreaFile;
    WALKMESH_OVER_LIMIT: Error = "walkmesh-over-limit", "The walkmesh exceeds the limit of this reader" {
        /// The decompressed walkmesh is larger than the limit of this reader, so it was not checked. The limit is not
        /// the game's.
        remedy
        /// If you trust the file, raise the limit `max-inflated`.
        bad "walkmesh": |file| {
            let huge = Comp { uncomp_length: u32::MAX, compressed_data: Vec::new() };
            file.packets[1] = Packet::Aswm(WalkmeshPacket::Comp(huge));
        },
    }
    WALKMESH_UNREADABLE: Fatal = "walkmesh-unreadable", "The walkmesh cannot be read" {
        /// The file has no ASWM packet, or the packet is damaged. The game may fail on it too.
        remedy
        /// Restore the file from a backup, or bake the area again in the toolset.
        bad "": |file| {
            file.packets[1] = Packet::Aswm(WalkmeshPacket::Uncompressed(vec![0; 9]));
        },
    }
    WALKMESH_NOT_BAKED: Error = "walkmesh-not-baked", "The walkmesh is not baked" {
        /// The walkmesh has no path tables, islands or routes, so the game cannot use it. This is normal in a TRN,
        /// which only the toolset opens.
        remedy
        /// Bake the area to a TRX.
        bad "walkmesh": |file| file.change(|raw| raw.tiles_header.flags.0 = 15),
    }
    TABLES_OF_EARLIER_BAKE: Info = "tables-of-earlier-bake", "A TRN contains tables of an earlier bake" {
        /// While the terrain is edited, the toolset keeps the tiles, links and path tables of an earlier bake in the
        /// TRN. They no longer match the triangles. Only the toolset opens a TRN, and its bake cuts the triangles at
        /// the tile borders and rebuilds every table.
        remedy
        /// No action is needed before the next bake. Check the TRX, which the game reads.
        bad "walkmesh": damages::save_without_bake,
    }
}

impl Walkmesh {
    /// Checks the walkmesh by every rule. An unbaked walkmesh is an error, because the game cannot use it. Only those tables of a bake that
    /// exist are checked.
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

    /// Checks the whole file by its name: a `.trn` was saved by the toolset, and need not be baked.
    pub fn check_file(&self, name: &str, options: &CheckOptions) -> Findings {
        let extension = Path::new(name).extension().unwrap_or_default();
        let is_trn = extension.eq_ignore_ascii_case("trn");
        self.check_at(if is_trn { Stage::BeforeTheBake } else { Stage::Finished }, options)
    }

    fn check_at(&self, stage: Stage, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        packets::check(self, &mut findings);
        match self.walkmesh() {
            Ok(walkmesh) => {
                check(walkmesh, stage, &mut findings);
                if !walkmesh.is_baked() {
                    ground::check(self, walkmesh, &mut findings);
                }
            }
            Err(TerrainError::Format(error @ formats::Error::OverLimit(_))) => {
                let meaning = || format!("It was not checked, and this limit is not the game's: {error}.");
                findings.add(&WALKMESH_OVER_LIMIT, PartKind::Walkmesh, meaning);
            }
            Err(error) => {
                let meaning = || format!("It cannot be read, so the game may fail on it too: {error}.");
                findings.add(&WALKMESH_UNREADABLE, Place::FILE, meaning);
            }
        }
        findings
    }
}

/// The stage of an area; a finished one must be baked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    BeforeTheBake,
    Finished,
}

fn check(walkmesh: &Walkmesh, stage: Stage, findings: &mut Findings) {
    if !walkmesh.is_baked() {
        let severity = if stage == Stage::Finished { Severity::Error } else { Severity::Info };
        findings.add_as(
            &WALKMESH_NOT_BAKED,
            severity,
            PartKind::Walkmesh,
            || "It has no path tables, no islands and no routes, so the game cannot use it. Bake it to a TRX.",
        );
    }
    triangles::check(walkmesh, stage, findings);
    floor::check(walkmesh, findings);
    tiles::check_grid(walkmesh, findings);
    let mut tables = findings.empty();
    triangles::check_links(walkmesh, &mut tables);
    tiles::check(walkmesh, &mut tables);
    // If tiles overlap or refer to missing triangles, nothing valid exists to compare their tables with.
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

/// Reports the errors in the tables of a file before the toolset's bake as one finding. The bake cuts the triangles at the
/// borders of tiles and rebuilds every table, so leftovers of an earlier save are harmless. Infos are reported as always.
fn of_earlier_bake(mut tables: Findings, findings: &mut Findings) {
    let mut counts = BTreeMap::<&str, usize>::new();
    let wrong = tables.rules().filter(|rule| rule.severity > Severity::Info);
    wrong.for_each(|rule| *counts.entry(rule.code()).or_default() += rule.count);
    tables.retain(|severity| severity == Severity::Info);
    findings.append(tables, None);
    if !counts.is_empty() {
        let each = || counts.iter().map(|(code, count)| format!("{code} ({count})")).collect::<Vec<_>>().join(", ");
        findings.add(&TABLES_OF_EARLIER_BAKE, PartKind::Walkmesh, || {
            format!("The TRN contains tables of an earlier bake, which do not match its triangles: {}. The next bake replaces them.", each())
        });
    }
}

/// Returns whether the triangles have centres, planes and links. Before a bake they may be missing.
fn is_linked(walkmesh: &Walkmesh) -> bool {
    walkmesh.is_baked() || !walkmesh.edges().is_empty()
}

#[cfg(test)]
mod damages {
    use super::sample::AreaFile;
    use crate::formats::aswm::{PathNode, TileFlags};

    /// Saves the area as a TRN with the tiles and path tables of an earlier bake.
    pub(super) fn save_without_bake(area: &mut AreaFile) {
        area.name = "area.trn";
        area.change(|raw| {
            raw.tiles_header.flags = TileFlags::TRN;
            raw.tiles.iter_mut().for_each(|tile| tile.flags = TileFlags::TRN);
            raw.vertices[0].x = 30.0;
            raw.vertices[1].x = -0.5;
            raw.tiles[0].path_table.nodes.fill(PathNode(255));
        });
    }
}
