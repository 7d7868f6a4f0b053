//! The library `walkmesh` for JavaScript engines: walkmeshes opened by their content, drawn, questioned, checked,
//! mended and edited.
//!
//! [`Walkmesh`] is the class that users start from. It is a `walkmesh::level::Level`: which files belong together, what is shown,
//! asked and edited is known there, for every game, and this package makes values of JavaScript of it.
//! Numbers of many triangles leave as typed arrays; answers leave as plain objects with the fields of the command's JSON.

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
