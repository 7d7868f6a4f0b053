//! The library `walkmesh` for JavaScript engines: walkmeshes opened by their content, drawn, queried, checked, repaired and edited.
//!
//! [`Walkmesh`] is the class that users start from. It is a `walkmesh::level::Level`: the level knows, for every game, which files belong
//! together and what is shown, queried and edited; this package converts that to JavaScript values. Numbers of many triangles are returned
//! as typed arrays, answers as plain objects with the fields of the command's JSON.

mod answers;
mod change;
mod check;
mod class_object;
mod difference;
mod error;
mod files;
mod history;
mod location;
mod operation;
mod options;
mod panic;
mod pick;
mod typescript;
mod walkmesh;

pub use self::check::check;
pub use self::files::Files;
pub use self::panic::{last_panic, start};
pub use self::walkmesh::Walkmesh;
