//! What is wrong with a walkmesh as it stands in its file, and what that means for the game.
//!
//! Any struct that reads can be checked. Each rule has a stable code, and the rules stand in one file per group:
//! header words, vertices and faces, materials, planes, neighbours, perimeters and the tree.
//!
//! ```
//! use walkmesh::kotor::{Kind, MaterialId, Walkmesh, check};
//!
//! let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
//! let room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
//! assert!(check(&room).is_empty());
//!
//! let mut raw = room.into_raw();
//! raw.aabb_nodes[0].face = 7;
//! let codes: Vec<_> = check(&Walkmesh::new(raw)).iter().map(|finding| finding.code).collect();
//! assert_eq!(codes, ["leaf-face-out-of-range", "face-not-in-tree"]);
//! # Ok::<(), walkmesh::kotor::EditError>(())
//! ```

mod adjacency;
mod faces;
mod header;
mod materials;
mod perimeters;
mod planes;
mod tree;

use std::collections::HashSet;
use std::fmt::Display;

use walkmesh_formats::bwm::{Adjacency, Bwm};

use super::bake::adjacency::Sharing;
use super::{Kind, MaterialId, Walkmesh};
use crate::finding::{Finding, Severity};

/// Checks a walkmesh by every rule. Tables that edits have made stale are held against the edited faces:
/// [`settle`](Walkmesh::settle) first.
#[must_use]
pub fn check(walkmesh: &Walkmesh) -> Vec<Finding> {
    let raw = &walkmesh.raw;
    let mut report = Report::default();
    header::check(walkmesh, &mut report);
    let intact = faces::check(raw, &mut report);
    let sorted = materials::check(walkmesh, &mut report);
    if walkmesh.kind != Kind::Pwk {
        planes::check(raw, &mut report);
    }
    if walkmesh.kind.is_room() {
        // Neighbours follow from the faces only where every corner is a vertex, and rows are faces only where the
        // walkable ones come first.
        let expected = (intact && sorted).then(|| Expected::of(walkmesh));
        adjacency::check(raw, expected.as_ref(), &mut report);
        perimeters::check(raw, expected.as_ref(), &mut report);
        tree::check(raw, &mut report);
    }
    report.0
}

/// The findings so far.
#[derive(Default)]
struct Report(Vec<Finding>);

impl Report {
    fn add(&mut self, severity: Severity, code: &'static str, place: impl Display, meaning: impl Into<String>) {
        self.0.push(Finding { code, severity, place: place.to_string(), meaning: meaning.into() });
    }

    fn info(&mut self, code: &'static str, place: impl Display, meaning: impl Into<String>) {
        self.add(Severity::Info, code, place, meaning);
    }

    fn warning(&mut self, code: &'static str, place: impl Display, meaning: impl Into<String>) {
        self.add(Severity::Warning, code, place, meaning);
    }

    fn error(&mut self, code: &'static str, place: impl Display, meaning: impl Into<String>) {
        self.add(Severity::Error, code, place, meaning);
    }

    fn fatal(&mut self, code: &'static str, place: impl Display, meaning: impl Into<String>) {
        self.add(Severity::Fatal, code, place, meaning);
    }
}

/// What the faces imply.
struct Expected {
    adjacencies: Vec<Adjacency>,
    /// Edges that are not shared by two walkable faces in opposite ways.
    odd: Vec<Vec<u32>>,
    odd_edges: HashSet<u32>,
}

impl Expected {
    fn of(walkmesh: &Walkmesh) -> Self {
        let raw = &walkmesh.raw;
        let walkable = raw.materials.iter().take_while(|&&id| walkmesh.materials.is_walkable(MaterialId(id))).count();
        let sharing = Sharing::of(&raw.faces[..walkable.min(raw.faces.len())], raw.vertices.len());
        let odd: Vec<Vec<u32>> = sharing.odd().collect();
        let odd_edges = odd.iter().flatten().copied().collect();
        Self { adjacencies: sharing.adjacencies(), odd, odd_edges }
    }

    fn is_odd(&self, edge: u32) -> bool {
        self.odd_edges.contains(&edge)
    }
}

/// An edge in words; a number that is none of a face of this walkmesh is given as it stands.
fn edge_name(raw: &Bwm, edge: i32) -> String {
    match u32::try_from(edge) {
        Ok(id) if (id as usize) < raw.faces.len().saturating_mul(3) => format!("face {}, side {}", id / 3, id % 3),
        _ => format!("edge {edge}"),
    }
}
