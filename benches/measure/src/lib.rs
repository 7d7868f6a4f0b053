//! The measurements of `walkmesh` and its peers. Both sides of a row work on the same inputs, in turn, in one run on one thread. The CPU
//! time of this thread is measured, so other programs on the machine matter little.

pub mod bakes;
mod carving;
pub mod checks;
pub mod clock;
pub mod corpus;
pub mod exchange;
pub mod files;
pub mod heights;
pub mod page;
pub mod paths;
pub mod pictures;
pub mod rays;
pub mod routes;
pub mod table;
pub mod walkers;

#[path = "../../support/kotor_floor.rs"]
mod kotor_floor;
#[path = "../../support/plain_grid.rs"]
pub mod plain_grid;
#[path = "../../support/polyanya_peer.rs"]
mod polyanya_peer;
#[path = "../../support/silkroad_plan.rs"]
mod silkroad_plan;

use walkmesh_mesh::samples::shapes::{self, Shape, Triangle};

/// The amount of measurement.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of runs of each side of a row, whose median is reported.
    pub rounds: usize,
    /// Pairs of positions on each mesh for paths.
    pub pairs: usize,
    /// Faces of the largest generated mesh.
    pub largest: usize,
    /// Maximum number of real areas and rooms that are measured separately.
    pub files: usize,
}

impl Effort {
    /// For the page.
    pub const FULL: Self = Self { rounds: 7, pairs: 1000, largest: 1_000_000, files: usize::MAX };
    /// To check that everything runs.
    pub const SHORT: Self = Self { rounds: 1, pairs: 50, largest: 10_000, files: 5 };
}

/// Generated meshes of all sizes, with their names.
fn generated(effort: &Effort) -> Vec<(String, Vec<Triangle>)> {
    let made = |name: &str, Shape { triangles, .. }| (format!("{name}, {} faces", triangles.len()), triangles);
    let sizes = [1_000, 10_000, 100_000, 1_000_000].into_iter().filter(|&faces| faces <= effort.largest);
    sizes.flat_map(|faces| [made("terrain", shapes::terrain(faces)), made("cave", shapes::cave(faces))]).collect()
}

/// The minimum and maximum coordinates of a mesh with faces.
fn bounds(triangles: &[Triangle]) -> [[f32; 3]; 2] {
    let corners = || triangles.iter().flatten();
    let bound = |axis: usize, pick| corners().map(|corner| corner[axis]).reduce(pick).expect("a mesh has faces");
    [f32::min, f32::max].map(|pick| [0, 1, 2].map(|axis| bound(axis, pick)))
}
