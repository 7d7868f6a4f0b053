//! What is wrong with an area, and what it means for the game: every rule that a reader, the game's own or another's,
//! relies on, and every table against what the geometry implies.
//!
//! ```
//! use walkmesh::nwn2::{self, BakeOptions, Walkmesh};
//!
//! let baked = nwn2::bake(&Walkmesh::default(), &BakeOptions::default())?;
//! assert_eq!(nwn2::check(&baked), []);
//! # Ok::<(), nwn2::BakeError>(())
//! ```

mod islands;
mod packets;
mod routes;
mod tables;
mod tiles;
mod triangles;

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::finding::{Finding, Severity};

use super::{Terrain, Walkmesh, tiling};

/// How many findings of one code are listed; of the rest only the number is given.
pub const LISTED: usize = 100;

/// Checks a walkmesh. The findings of one code stand together, in the file's order; behind the first [`LISTED`] one
/// more says how many were left out.
pub fn check(walkmesh: &Walkmesh) -> Vec<Finding> {
    let mut findings = Findings::default();
    check_into(walkmesh, &mut findings);
    findings.finish()
}

/// Checks a whole file: its packets, and the walkmesh in it.
pub fn check_terrain(terrain: &Terrain) -> Vec<Finding> {
    let mut findings = Findings::default();
    packets::check(terrain, &mut findings);
    match terrain.walkmesh() {
        Ok(walkmesh) => check_into(walkmesh, &mut findings),
        Err(error) => {
            let meaning = format!("the game cannot load the area: {error}");
            findings.add("walkmesh-unreadable", Severity::Fatal, "", || meaning);
        }
    }
    findings.finish()
}

fn check_into(walkmesh: &Walkmesh, findings: &mut Findings) {
    triangles::check(walkmesh, findings);
    tiles::check(walkmesh, findings);
    // Tables of overlapping tiles, or of triangles that are not there, have no right content to compare with.
    if let Ok(ranges) = tiling::ranges(walkmesh.as_raw()) {
        let expected = tables::check(walkmesh, &ranges, findings);
        islands::check(walkmesh, &expected, findings);
    }
    routes::check(walkmesh, findings);
}

/// The findings by their codes.
#[derive(Default)]
struct Findings(BTreeMap<&'static str, Found>);

#[derive(Default)]
struct Found {
    listed: Vec<Finding>,
    more: usize,
}

impl Findings {
    fn add<M: Into<String>>(
        &mut self,
        code: &'static str,
        severity: Severity,
        place: impl Display,
        meaning: impl FnOnce() -> M,
    ) {
        let found = self.0.entry(code).or_default();
        if found.listed.len() < LISTED {
            found.listed.push(Finding { code, severity, place: place.to_string(), meaning: meaning().into() });
        } else {
            found.more += 1;
        }
    }

    fn finish(self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (code, Found { listed, more }) in self.0 {
            let severity = listed.first().map_or(Severity::Info, |finding| finding.severity);
            findings.extend(listed);
            if more > 0 {
                let meaning = "The same in other places.".to_owned();
                findings.push(Finding { code, severity, place: format!("{more} more"), meaning });
            }
        }
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_findings_of_a_code_are_counted() {
        let mut findings = Findings::default();
        for triangle in 0..250 {
            findings.add("code", Severity::Warning, format_args!("triangle {triangle}"), || "meaning");
        }
        let list = findings.finish();
        assert_eq!(list.len(), LISTED + 1);
        assert_eq!(list[LISTED].to_string(), "warning [code] 150 more: The same in other places.");
    }
}
