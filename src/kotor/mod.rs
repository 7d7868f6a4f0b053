//! Knights of the Old Republic: the walkmeshes of rooms, placeables and doors (`.wok`, `.pwk`, `.dwk`), and the areas
//! that rooms make up.
//!
//! - [`Walkmesh`] is one file with readable names: faces, materials, neighbours, perimeters, transitions, hooks.
//! - [`Walkmesh::bake`] rebuilds the derived data by the games' own rules, to the bit. [`Walkmesh::check`] says what is
//!   wrong with a file, and [`Walkmesh::diff`] where two files differ.
//! - [`Area`] is the rooms of a [`Layout`]. [`MaterialTable`] says what the materials of the faces mean.
//! - [`Navigator`] answers queries about a walkmesh or an area: ray casts, heights, walks and shortest paths.
//! - [`research`] has tools for research into the games' files.
//!
//! A file that is opened and saved keeps its bytes. Saving after an edit bakes only what the edit made stale:
//!
//! ```
//! use walkmesh::kotor::{FaceId, Kind, MaterialId, Walkmesh};
//!
//! let square = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
//! let stone = MaterialId(4);
//! let mut room = Walkmesh::from_triangles(Kind::Wok, [
//!     ([square[0], square[1], square[2]], stone),
//!     ([square[0], square[2], square[3]], stone),
//! ])?;
//! assert_eq!(room.perimeters().map(|edges| edges.len()).collect::<Vec<_>>(), [4]);
//!
//! let saved = room.to_bytes()?;
//! assert_eq!(Walkmesh::from_bytes(&saved)?.to_bytes()?, saved);
//!
//! room.set_material(FaceId(0), MaterialId(7))?;
//! room.bake_stale()?;
//! assert_eq!(room.perimeters().map(|edges| edges.len()).collect::<Vec<_>>(), [3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjacency;
mod appearance;
mod area;
mod ascii;
mod bake;
mod check;
mod contents;
mod diff;
mod edit;
pub mod engine;
mod error;
mod exchange;
mod floor;
mod git;
mod ids;
mod kind;
mod layout;
mod material;
mod model;
mod model_table;
mod module_info;
mod object;
mod path_points;
#[cfg(feature = "picture")]
mod picture;
mod place;
mod point;
mod query;
mod repair;
pub mod research;
mod stale;
mod table;
mod tables;
mod template;
mod views;
mod visibility;
mod walkmesh;

pub use appearance::{AppearanceError, AppearanceTable};
pub use area::{
    Area, AreaError, AreaRepairs, JoinReport, LayoutRecovery, LinkChange, RecoveredRoom, UnplacedRoom, Weld,
};
pub use ascii::{AsciiContent, AsciiError, AsciiFault, AsciiFile, AsciiText};
pub use bake::{BakeOptions, BakeReport, NormalRounding, TreeOrigin};
#[cfg(test)]
pub(crate) use check::sample;
pub(crate) use contents::linked::is_target;
pub use contents::{AreaContents, AreaCreature, MissingObject, MissingReason};
pub use error::{BakeError, EditError, SaveError};
pub(crate) use exchange::class_of;
pub use exchange::{DroppedRooms, ImportError, ImportOptions, MARK_REACH};
pub use git::Git;
pub use ids::{EdgeId, FaceId, NodeId, RoomId, VertexId};
pub use kind::Kind;
pub use layout::{DoorHook, Layout, LayoutError, LayoutRoom};
pub use material::{Material, MaterialConflict, MaterialId, MaterialMask, MaterialTable, MaterialTableError};
pub use model::{Model, ModelDifference, ModelError, ModelTreeFault};
pub use model_table::{ModelTable, ModelTableError};
pub use module_info::ModuleInfo;
pub use object::{Door, DoorState, PlacedObject};
pub use path_points::{PathPoint, PathPoints};
pub use query::{AreaFace, FaceName, Navigable, Navigator, Part};
pub(crate) use query::{PlacedGround, overview};
pub(crate) use template::ModelRow;
pub use template::Template;
pub use views::{Face, Hook, Node};
pub use visibility::{SeenRooms, Visibility};
pub use walkmesh::Walkmesh;

crate::finding::rule_table!(
    check::header,
    check::faces,
    check::duplicates,
    check::materials,
    check::planes,
    check::adjacency,
    check::holes,
    check::perimeters,
    check::tree,
    check::model,
    layout::check,
    area::check,
    area::objects,
    contents::check,
    contents::looked_for,
    contents::linked,
    contents::entry,
    contents::path,
    contents::seen,
    contents::blocked,
    contents::off_floor,
    contents::walks
);
