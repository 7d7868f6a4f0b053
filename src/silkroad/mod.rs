//! Silkroad Online's dungeons: AINavData read, checked, asked for routes, and baked.
//!
//! An AINavData file leads a monster from any cell of a dungeon to any other. Each block (a room) has a table that
//! says, for each pair of its cells, which edge to cross first; a further table says, for each pair of blocks, through
//! which cell's door to leave. Geometry is next to absent: the file knows where the middle of each edge is, and
//! nothing else. Even which cells touch is not in it, but can be [recovered](Graph).
//!
//! | question | where |
//! |---|---|
//! | What is in the file? | [`Dungeon`], [`Block`] |
//! | Which cells touch, which doors belong together? | [`Graph`] |
//! | How does one get from here to there, and why not? | [`Graph::route`], [`NoRoute`] |
//! | Which cell is nearest to a point? | [`Graph::nearest_cell`] |
//! | Which cell is a point in, on which floor? | [`Floors::locate`] |
//! | From where does nobody get to a place? | [`Graph::cut_off_from`] |
//! | What is the shortest way along a route? | [`Openings::pull_tight`] |
//! | Is a `.bms` the floor that tables were made from? | [`research::fit()`] |
//! | What is wrong with a file? | [`Dungeon::check`], [`check_bytes`] |
//! | How do two files differ? | [`Dungeon::diff`], [`diff_dof`], [`diff_bms`] |
//! | How are the tables made? | [`Plan`], [`Plan::of_floors`], [`bake()`] |
//!
//! No real file could be had, and no public source contains the game's own walk along the tables. What is known is in
//! facts `ainav.md`; what is guessed is in [`research::choices`], each guess once, so that it can be changed in one place when a
//! real file shows otherwise.

mod bake;
mod check;
mod choices;
mod diff;
mod dungeon;
mod error;
mod fit;
mod floors;
mod graph;
mod ids;
mod placement;
mod plan;
mod query;
pub mod research;
mod views;

pub use bake::{BakeOptions, bake};
pub use check::{RULES, check_bytes, undo_squared};
pub use diff::{diff_bms, diff_dof};
pub use dungeon::{Dungeon, region_of_file_name};
pub use error::{BakeError, FloorError, NoRoute};
pub use floors::{Floor, Floors, Located};
pub use graph::{BlockGraph, Door, Graph};
pub use ids::{BlockId, CellId, DoorSide, EdgeId, Place};
pub use placement::Placement;
pub use plan::{BlockPlan, DoorPlan, EdgePlan, FloorPlan, LoneDoor, LostLink, Plan};
pub use query::{ConnectedPart, CutOff, NearestCell, NearestEdge, Openings, Route, Step, TautRoute, Walk};
pub use views::Block;
