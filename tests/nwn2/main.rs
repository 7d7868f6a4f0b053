//! NWN2 walkmeshes: the baker's promises on real files, and invariants on generated ones.

mod allocations;
mod carve;
mod carve_stages;
mod corpus;
mod damage;
#[path = "../support/editor.rs"]
mod editor;
mod edits;
mod exchange;
mod exchange_real;
mod exterior;
mod generated;
#[path = "../support/git.rs"]
mod git;
mod learn;
mod memory;
mod planted;
mod things;
mod tiles;
mod versions;

use walkmesh::mesh::Position;
use walkmesh::nwn2::{BakeError, BakeOptions, TriangleId, Walkmesh};

/// The bake of a walkmesh.
fn baked(walkmesh: &Walkmesh, options: &BakeOptions) -> Result<Walkmesh, BakeError> {
    let mut baked = walkmesh.clone();
    baked.bake(options)?;
    Ok(baked)
}

/// A position on a triangle, for routes, which ignore its point.
fn on(face: TriangleId) -> Position<TriangleId> {
    Position::new([0.0; 3], face)
}
