//! Exchange with other programs: triangles, scenes and marks in a game-independent form.
//!
//! A [`TriangleSet`] holds the triangles of one walkmesh, and a [`Scene`] several of them. An edited set is matched onto the
//! one that it was made from with [`match_onto`], because editors keep neither order nor numbers. The game's own module
//! decides what the triangles become, such as `walkmesh::silkroad::Plan::of_floors`.
//!
//! The notes of an [`Export`] list the data that a scene cannot hold, and a [`NodeReport`] lists the effects of an import on a node.

mod axes;
mod beside;
mod detour;
mod floor;
mod floor_diff;
#[cfg(feature = "gltf")]
mod gltf;
mod godot;
#[doc(hidden)]
pub mod marks;
mod matching;
mod obj;
mod report;
mod scene;
#[doc(hidden)]
pub mod text;
mod triangle_set;

pub use detour::{DetourError, DetourTile};
pub use floor::{Floor, FloorTriangle};
pub use floor_diff::{FloorDiff, FloorDiffError, FloorPatch, FloorWay};
#[cfg(feature = "gltf")]
pub use gltf::{GltfError, GltfFault, GltfScene};
pub use godot::GodotMesh;
pub use matching::{
    MatchError, MatchOptions, MatchReport, Matched, MatchedTriangle, PointMove, SnappedPoint, TornPoint, match_onto,
};
#[doc(hidden)]
pub use matching::{pair, rounding};
pub use obj::{Obj, ObjError, ObjFault, ObjFiles, ObjScene};
pub use report::{Export, LostMark, MarkEdit, NodeReport, Note};
pub use scene::{Scene, SceneNode, Transform, Up};
#[doc(hidden)]
pub use triangle_set::without_copy_number;
pub use triangle_set::{Class, ClassedTriangle, Mark, TriangleSet};
