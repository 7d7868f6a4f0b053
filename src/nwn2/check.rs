//! What is wrong with an area, and what it means for the game: every rule that a reader, the game's own or another's,
//! relies on, and every table against what the geometry implies.
//!
//! ```
//! use walkmesh::finding::CheckOptions;
//! use walkmesh::nwn2::{self, BakeOptions, Walkmesh};
//!
//! let baked = nwn2::bake(&Walkmesh::default(), &BakeOptions::default())?;
//! assert!(baked.check(&CheckOptions::default()).is_clean());
//! # Ok::<(), nwn2::BakeError>(())
//! ```

mod islands;
mod packets;
mod routes;
mod tables;
mod tiles;
mod triangles;

use crate::finding::{CheckOptions, Findings, Place, Severity};

use super::{Terrain, Walkmesh, tiling};

impl Walkmesh {
    /// Checks the walkmesh by every rule.
    pub fn check(&self, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        check(self, &mut findings);
        findings
    }
}

impl Terrain {
    /// Checks the whole file: its packets, and the walkmesh in it.
    pub fn check(&self, options: &CheckOptions) -> Findings {
        let mut findings = Findings::new(options);
        packets::check(self, &mut findings);
        match self.walkmesh() {
            Ok(walkmesh) => check(walkmesh, &mut findings),
            Err(error) => {
                let meaning = || format!("the game cannot load the area: {error}");
                findings.add("walkmesh-unreadable", Severity::Fatal, Place::FILE, meaning);
            }
        }
        findings
    }
}

fn check(walkmesh: &Walkmesh, findings: &mut Findings) {
    triangles::check(walkmesh, findings);
    tiles::check(walkmesh, findings);
    // Tables of overlapping tiles, or of triangles that are not there, have no right content to compare with.
    if let Ok(ranges) = tiling::ranges(walkmesh.as_raw()) {
        let expected = tables::check(walkmesh, &ranges, findings);
        islands::check(walkmesh, &expected, findings);
    }
    routes::check(walkmesh, findings);
}
