//! The library `walkmesh` for Python: the module `walkmesh._walkmesh`, from which the package `walkmesh` takes its names.
//!
//! [`Level`] is the class that users start from. It is a `walkmesh::level::Level`: the level knows, for every game, which files belong
//! together and what is shown, queried and edited; this package converts that to Python values. Large results are returned as NumPy arrays;
//! NumPy is imported when the first one is made. The comments of classes and methods are the documentation for users: Python exposes them
//! as `__doc__`, and `tests/test_documentation.py` writes them into the stubs (`walkmesh/_walkmesh.pyi`).

mod arrays;
mod change;
mod error;
mod exchange;
mod finding;
mod level;
mod navigator;
mod node;
mod obstacle;
mod open;
mod place;
mod save;

use std::ffi::OsString;

use pyo3::prelude::*;

use finding::{Finding, Table};
use level::{Class, Level, Mark, Part};
use navigator::{Navigator, Path};
use node::Node;
use obstacle::Obstacle;
use open::{Archive, Game};

/// Runs the command with its arguments, the first of which is the name of the program, and returns its exit status.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| walkmesh_cli::run(arguments))
}

#[pymodule]
mod _walkmesh {
    use super::*;

    #[pymodule_export]
    use super::{Archive, Class, Finding, Game, Level, Mark, Navigator, Node, Obstacle, Part, Path, Table, run};
    #[pymodule_export]
    use crate::exchange::{from_arrays, from_glb, from_obj};
    #[pymodule_export]
    use crate::node::from_nodes;
    #[pymodule_export]
    use crate::open::open;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        crate::error::add_to(module)
    }
}
