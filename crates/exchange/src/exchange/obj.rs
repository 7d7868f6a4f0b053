//! Wavefront OBJ with its MTL, which nearly every 3-D program reads and writes.
//!
//! An [`Obj`] is a file in its own numbering and axes. An [`ObjScene`] is the same file as a [`Scene`](super::Scene), and
//! [`Scene::to_obj`](super::Scene::to_obj) writes one.
//!
//! | OBJ | scene |
//! |---|---|
//! | `o` | a node; in a file without `o` each `g` is one. Parts of one name are one node |
//! | `usemtl` | the class of the faces that follow, by the number that its name begins with, such as `04 Stone`. It is used even if the MTL
//! is missing |
//! | `f` with more than three corners | triangles that have all of its corners and no others, even if it is concave |
//! | `Kd` in the MTL | the colour of a class |
//!
//! OBJ does not say which axis is up. Programs assume y up and look along -z, as Blender does by default on import and export. So a scene
//! in which z is up is written as (x, z, -y) and read as (x, -z, y), which involves no rounding. Each number is written with the fewest
//! digits that read back to the same `f32`; many programs write six decimals.
//!
//! OBJ has neither marks nor placements. Points are written in the coordinates of the scene, and everything that cannot be carried is
//! reported.

mod error;
mod lines;
mod mtl;
mod read;
mod scene;
mod write;

pub use error::{ObjError, ObjFault};
pub use read::Obj;
pub use scene::ObjScene;
pub use write::ObjFiles;
