//! Checks a walkmesh for faults of its file, and explains their effects in the game.
//!
//! Every struct that can be read can be checked. [`RULES`] lists the rules, and each group of them is checked in a
//! separate file: header, vertices and faces, materials, planes, neighbours, perimeters, and the tree.
//!
//! ```
//! use walkmesh::finding::CheckOptions;
//! use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
//!
//! let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
//! let room = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
//! assert!(room.check(&CheckOptions::default()).is_clean());
//!
//! let mut raw = room.into_raw();
//! raw.aabb_nodes[0].face = 7;
//! let findings = Walkmesh::from_raw(raw).check(&CheckOptions::default());
//! let codes: Vec<_> = findings.iter().map(|finding| finding.code()).collect();
//! assert_eq!(codes, ["leaf-face-out-of-range", "face-not-in-tree"]);
//! # Ok::<(), walkmesh::kotor::EditError>(())
//! ```

pub(super) mod adjacency;
pub(super) mod duplicates;
pub(super) mod faces;
mod floor;
pub(super) mod header;
pub(super) mod holes;
pub(super) mod materials;
pub(super) mod model;
pub(super) mod perimeters;
pub(super) mod planes;
#[cfg(test)]
pub(crate) mod sample;
pub(super) mod tree;

use std::collections::HashSet;
use std::fmt;

use walkmesh_formats::bwm::{Adjacency, Bwm};

use super::adjacency::Sharing;
use super::{EdgeId, Face, Kind, Walkmesh};
use crate::finding::{CheckOptions, Findings, PartKind, Place, PlacePart};

impl Walkmesh {
    /// Checks the walkmesh by every rule. Stale tables are compared with the edited faces, so call
    /// [`bake_stale`](Self::bake_stale) first.
    pub fn check(&self, options: &CheckOptions) -> Findings {
        let (raw, mut findings) = (&self.raw, Findings::new(options));
        header::check(self, &mut findings);
        let (intact, first_vertices) = faces::check(raw, &mut findings);
        let walkable = materials::check(self, &mut findings);
        let is_walkable =
            |face: &Face<'_>| walkable.map_or_else(|| face.is_walkable(), |walkable| face.id().index() < walkable);
        let copies = duplicates::check(self, &first_vertices, is_walkable, &mut findings);
        if self.kind != Kind::Pwk {
            planes::check(raw, &mut findings);
        }
        if self.kind.is_room() {
            // Neighbours can be computed only if every corner is a vertex, and rows correspond to faces only if the
            // walkable ones come first.
            let expected = walkable.filter(|_| intact).map(|walkable| ImpliedTables::new(raw, walkable));
            adjacency::check(raw, expected.as_ref(), &copies, &mut findings);
            floor::check(self, expected.as_ref(), &mut findings);
            perimeters::check(raw, expected.as_ref(), &mut findings);
            tree::check(raw, &mut findings);
        }
        findings
    }
}

/// The tables that the walkable faces imply. These faces are the first ones.
struct ImpliedTables {
    adjacencies: Vec<Adjacency>,
    /// Non-manifold edges: edges that two walkable faces do not share in opposite directions.
    odd: Vec<Vec<EdgeId>>,
    odd_edges: HashSet<EdgeId>,
}

impl ImpliedTables {
    fn new(raw: &Bwm, walkable: usize) -> Self {
        let sharing = Sharing::new(&raw.faces[..walkable.min(raw.faces.len())], raw.vertices.len());
        let odd: Vec<Vec<EdgeId>> = sharing.odd().collect();
        let odd_edges = odd.iter().flatten().copied().collect();
        Self { adjacencies: sharing.adjacencies(), odd, odd_edges }
    }

    fn is_odd(&self, edge: EdgeId) -> bool {
        self.odd_edges.contains(&edge)
    }
}

/// The place of an edge: its face and side, or only its number if no face has it.
#[derive(Clone, Copy)]
struct EdgePlace {
    faces: usize,
    edge: i32,
}

impl EdgePlace {
    fn new(raw: &Bwm, edge: i32) -> Self {
        Self { faces: raw.faces.len(), edge }
    }

    fn edge(self) -> Option<EdgeId> {
        EdgeId::from_raw(self.edge).filter(|edge| edge.face().index() < self.faces)
    }
}

/// The parts of the place of an edge.
pub(super) fn side_of_face(edge: EdgeId) -> [PlacePart; 2] {
    [edge.face().into(), PlacePart::new(PartKind::Side, u32::from(edge.half_edge().corner()))]
}

impl From<EdgePlace> for Place {
    fn from(place: EdgePlace) -> Self {
        match place.edge() {
            Some(edge) => side_of_face(edge).into(),
            None => PlacePart::new(PartKind::Edge, place.edge).into(),
        }
    }
}

impl fmt::Display for EdgePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Place::from(*self).fmt(f)
    }
}
