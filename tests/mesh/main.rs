//! Queries of triangle meshes without a game.

mod floors;
mod folds;
#[path = "../support/oracle.rs"]
mod oracle;
mod own_mesh;
mod paths;
mod rays;
mod real;
mod seams;
mod snap;
mod tangles;
mod walkers;
#[path = "../support/world.rs"]
mod world;
mod worlds;
