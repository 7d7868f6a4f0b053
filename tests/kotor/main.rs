//! Tests of KotOR, on generated walkmeshes and on the corpus.

mod allocations;
mod areas;
mod ascii;
#[path = "../support/blender.rs"]
mod blender;
mod check;
mod corpus;
mod corpus_queries;
mod editor;
mod edits;
mod engine;
mod exchange;
mod exchange_area;
mod exchange_corpus;
mod exchange_generated;
mod footprints;
mod game;
mod generated;
mod made_up;
mod models;
mod planted;
mod queries;

use walkmesh::finding::CheckOptions;
use walkmesh::kotor::{Kind, Walkmesh};

/// The findings on generated triangles that no bake can repair.
const OF_THE_FACES: [&str; 7] = [
    "edge-non-manifold",
    "edge-winding",
    "face-duplicate",
    "face-degenerate",
    "vertex-duplicate",
    "vertex-unused",
    "face-faces-down",
];

/// The codes of the findings, except those on the triangles themselves.
fn codes(walkmesh: &Walkmesh) -> Vec<&'static str> {
    walkmesh
        .check(&CheckOptions::all().without_flaws())
        .iter()
        .map(|finding| finding.code())
        .filter(|code| !OF_THE_FACES.contains(code))
        .collect()
}

/// A level room of stone.
fn room(width: u32, depth: u32) -> Walkmesh {
    Walkmesh::from_triangles(Kind::Wok, made_up::floor(width, depth, 4)).unwrap()
}
