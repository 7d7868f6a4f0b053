//! Silkroad Online's dungeons: reads, checks, bakes and writes AINavData, and finds routes by its tables.
//!
//! An AINavData file leads a monster from any cell of a dungeon to any other. It consists of next-hop tables. Each
//! block (a room) has one, with the first edge to cross for each pair of its cells. Another table has, for each pair of blocks, the cell
//! through whose door to leave. The file has hardly any geometry: it stores only the midpoint of each edge. It does not even store which
//! cells touch, but this can be [recovered](Graph). A face is a cell here, named by its block and its number ([`CellRef`]).
//!
//! Coordinates are game units with y up. The plan view of a point is (x, z).
//!
//! | I have … and want … | use |
//! |---|---|
//! | a file: what is in it | [`Dungeon`], [`Block`] |
//! | a file: what is wrong with it | [`Dungeon::check`], [`check_bytes`], [`RULES`] |
//! | two files: how they differ | [`Dungeon::diff`], [`diff_dof`], [`diff_bms`] |
//! | a file: its tables rebuilt | [`Dungeon::bake`] |
//! | cells, edges and doors: a file | [`Plan::bake`] |
//! | floors of triangles: a file | [`Plan::of_floors`] |
//! | a dungeon for an editor such as Blender | [`Floors::to_scene`] |
//! | a scene of an editor: a file | [`Plan::from_scene`] |
//! | a `.bms`: its floor edited by an editor | [`bms_to_scene_node`], [`apply_edited_bms`] |
//! | a dungeon: which cells touch, which doors belong together | [`Navigator::graph`], [`Graph`] |
//! | two cells: their route by the tables, or why it does not exist | [`Navigator::stored_route`], [`RouteError`] |
//! | a cell: from where the tables do not lead to it | [`Navigator::cut_off_from`] |
//! | a point, no floors: the nearest cell | [`Navigator::nearest_cell`] |
//! | a `.dof` and its `.bms` files: floors, heights, snaps | [`Floors`], [`Navigator::with_floors`] |
//! | a route and floors: the shortest path along the route | [`Navigator::pull_string`] |
//! | a `.bms`: is it the floor that tables were made from? | [`Navigator::floor_fits`], [`research::fit()`] |
//!
//! This project has seen no real file, and no public source describes how the game itself follows the tables. The known facts are in
//! `docs/formats/ainav.md`. The guesses are in [`research::choices`], each in one place, so that it can be changed when a real file shows
//! otherwise.

mod bake;
mod check;
mod choices;
mod diff;
mod dungeon;
mod error;
mod exchange;
mod fit;
mod floors;
mod graph;
mod ids;
#[cfg(feature = "picture")]
mod picture;
mod place;
mod placement;
mod plan;
mod query;
pub mod research;
mod views;

pub use bake::{BakeOptions, BakeReport};
pub use check::{check_bytes, undo_squared};
pub use diff::{diff_bms, diff_dof};
pub use dungeon::{Dungeon, region_of_file_name};
pub use error::{BakeError, FloorError, RouteError};
pub use exchange::{ImportError, apply_edited_bms, bms_to_scene_node};
pub use floors::{Floor, Floors};
pub use graph::{BlockGraph, ConnectedPart, Door, Graph};
pub use ids::{BlockId, CellId, CellRef, DoorSide, EdgeId};
#[cfg(feature = "picture")]
pub use picture::bms_to_picture;
pub use placement::Placement;
pub use plan::{BlockPlan, DoorPlan, EdgePlan, FloorPlan, LoneDoor, LostLink, Plan};
pub use query::{CutOff, Navigator, NearestCell, NearestEdge, PulledRoute, RouteStep, RouteSteps};
pub use views::Block;

crate::finding::rule_table!(
    check,
    check::file,
    check::centres,
    check::links,
    check::cells,
    check::detours,
    check::cut_off,
    check::exits
);
