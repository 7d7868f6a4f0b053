//! The library `walkmesh` for JavaScript engines: walkmeshes opened by their content, drawn, questioned, checked and
//! painted.
//!
//! [`Walkmesh`] is the class that users start from. It stands on `walkmesh::any`, so that every game has the same methods.
//! Numbers of many triangles leave as typed arrays; answers leave as plain objects with the fields of the command's JSON.

mod answers;
mod area;
mod check;
mod class_object;
mod connected_parts;
mod edit;
mod error;
mod face_info;
mod files;
mod lines;
mod locate;
mod location;
mod model;
mod sight;
mod source;
mod typescript;
mod walkmesh;

pub use self::check::check;
pub use self::files::Files;
pub use self::walkmesh::Walkmesh;
