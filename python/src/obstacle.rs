//! [`Obstacle`]: a shape that the toolset of NWN2 cuts out of the floor of an area.

use std::path::Path;

use numpy::PyArray2;
use pyo3::prelude::*;
use walkmesh::counted;
use walkmesh::level;
use walkmesh::nwn2::{Cutter, Footprints, Git};

use crate::arrays::rows;
use crate::error::raise;
use crate::level::Level;

/// A polygon that the NWN2 toolset cuts out of the floor of an area: a walkmesh cutter, or a hole of a placeable's
/// footprint.
#[pyclass(frozen, module = "walkmesh")]
pub struct Obstacle {
    /// ``cutter`` or ``footprint``.
    #[pyo3(get)]
    kind: &'static str,
    /// The index of the trigger in the GIT, such as ``trigger 3``, or the tag of the placeable.
    #[pyo3(get)]
    name: String,
    points: Vec<[f32; 3]>,
}

#[pymethods]
impl Obstacle {
    /// Shape (n, 3): the polygon, in metres. Cutters have no height; theirs is 0.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        rows(py, &self.points)
    }

    fn __repr__(&self) -> String {
        format!("<{} {} of {}>", self.kind, self.name, counted(self.points.len(), "point"))
    }
}

/// The objects of the area, if they were read with it.
fn git_of(level: &level::Level) -> PyResult<Option<Git>> {
    let is_git = |name: &str| Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case("git"));
    let file = level.files_read().find(|(name, _)| level.nwn2().walkmesh.is_some() && is_git(name));
    file.map(|(_, bytes)| Git::from_bytes(bytes)).transpose().map_err(raise!(OpenError))
}

#[pymethods]
impl Level {
    /// The walkmesh cutters of an NWN2 area that was opened with its GIT, and the holes of its placeables with known
    /// footprints; empty for other levels.
    #[getter]
    fn obstacles(&self) -> PyResult<Vec<Obstacle>> {
        let Some(git) = git_of(&self.now().level)? else { return Ok(Vec::new()) };
        let cutters = git.cutters();
        let cutter = |(trigger, cutter): (&usize, Cutter)| Obstacle {
            kind: "cutter",
            name: format!("trigger {trigger}"),
            points: cutter.points.into_iter().map(|[x, y]| [x, y, 0.0]).collect(),
        };
        let mut found: Vec<_> = cutters.triggers.iter().zip(cutters.cutters).map(cutter).collect();
        let placed = Footprints::known().placed(git.objects()).map_err(raise!(OpenError))?;
        for (cutter, &at) in placed.cutters.iter().zip(&placed.cutter_objects) {
            let object = &placed.objects[at].object;
            let points = cutter.points.iter().map(|[x, y]| [*x, *y, object.position[2]]).collect();
            found.push(Obstacle { kind: "footprint", name: object.tag.clone(), points });
        }
        Ok(found)
    }
}
