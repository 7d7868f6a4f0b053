//! Changes to a level: edits, repairs and bakes. Each returns sentences about what it did.

use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyIterator};
use walkmesh::counted;
use walkmesh::flaw::Repairs;
use walkmesh::kotor::{Layout, RoomId};
use walkmesh::level::{BakeOptions, Edit, MirrorAxis, RepairOptions, Selection, Turn};
use walkmesh::nwn2::{AreaReader, OptimiseOptions};

use crate::error::{EditError, Whole, ensure_measures, in_range, raise, wrong};
use crate::level::Level;

// The signature of `repair` names it, so that readers of the stubs see the number.
const _: () = assert!(Repairs::TOLERANCE == 0.03);

/// Faces, as a caller gives them.
enum Faces {
    /// A text such as `3,7-9`, `box:0,0:4,4` or `material:Stone`.
    Text(String),
    /// Whole numbers in an array or a list.
    Numbers(Vec<u32>),
    /// For each triangle of the level, whether it is chosen.
    Mask(Vec<bool>),
}

impl FromPyObject<'_, '_> for Faces {
    type Error = PyErr;

    fn extract(faces: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = faces.extract() {
            return Ok(Self::Text(text));
        }
        let listed = faces.call_method0("tolist").unwrap_or_else(|_| faces.to_owned());
        // In Python, a boolean is also a number.
        if let Some(mask) = listed.extract::<Vec<bool>>().ok().filter(|mask| !mask.is_empty()) {
            return Ok(Self::Mask(mask));
        }
        let is_mixed = |mut values: Bound<'_, PyIterator>| {
            values.any(|value| value.is_ok_and(|value| value.is_instance_of::<PyBool>()))
        };
        if listed.try_iter().is_ok_and(is_mixed) {
            return Err(PyTypeError::new_err("faces are numbers, or a mask of booleans, and not both"));
        }
        listed.extract::<Vec<u32>>().map(Self::Numbers).map_err(|error| in_range(faces.py(), error))
    }
}

impl Level {
    fn edit(&self, py: Python<'_>, edit: Edit) -> PyResult<Vec<String>> {
        let done = self.change(py, |level| level.edit(&[edit], &BakeOptions::default()));
        let done = done.map_err(raise!(EditError))?;
        Ok(done.notes.iter().map(ToString::to_string).collect())
    }

    /// The triangles that a mask chooses, by their indices.
    fn chosen(&self, mask: &[bool]) -> PyResult<Vec<u32>> {
        let triangles = self.view().triangles.len();
        if mask.len() != triangles {
            return Err(wrong(format_args!(
                "a mask chooses among all faces of the level: it needs {}, and has {}",
                counted(triangles, "value"),
                mask.len()
            )));
        }
        Ok((0..).zip(mask).filter_map(|(triangle, is_chosen)| is_chosen.then_some(triangle)).collect())
    }

    fn room(&self, name: &str) -> PyResult<RoomId> {
        let now = self.now();
        let found = now.level.kotor().area.and_then(|area| area.layout().find(name));
        found.ok_or_else(|| EditError::new_err(format!("there is no room {name}")))
    }

    /// An edit of a room, if the caller names one.
    fn of_room(&self, room: Option<&str>, edit: Edit) -> PyResult<Edit> {
        let Some(room) = room else { return Ok(edit) };
        Ok(Edit::InRoom { room: self.room(room)?, edit: Box::new(edit) })
    }

    /// An edit of faces, of a room if the caller names one. A mask itself determines the room of its triangles.
    fn of_faces(&self, faces: Faces, room: Option<&str>, edit: impl FnOnce(Selection) -> Edit) -> PyResult<Edit> {
        let selection = match faces {
            Faces::Text(text) => text.parse::<Selection>().map_err(wrong)?,
            Faces::Numbers(numbers) => Selection::Faces(numbers.into_iter().map(|number| number..=number).collect()),
            Faces::Mask(mask) => {
                let edit = self.view().edit_of(&self.chosen(&mask)?, edit).map_err(raise!(EditError))?;
                if let (Some(name), Edit::InRoom { room, .. }) = (room, &edit)
                    && *room != self.room(name)?
                {
                    return Err(wrong(format_args!("the mask chooses faces of another room than {name}")));
                }
                return Ok(edit);
            }
        };
        self.of_room(room, edit(selection))
    }
}

#[pymethods]
impl Level {
    /// Sets the class of triangles of one file, given as indices of `faces`, by name or number, and bakes.
    ///
    /// A mask has one value for each row of `faces`.
    fn paint(&self, py: Python<'_>, triangles: Faces, material: &str) -> PyResult<Vec<String>> {
        let with = material.parse().map_err(wrong)?;
        let triangles = match triangles {
            Faces::Text(_) => return Err(PyTypeError::new_err("triangles are numbers or a mask, and not a text")),
            Faces::Numbers(numbers) => numbers,
            Faces::Mask(mask) => self.chosen(&mask)?,
        };
        let paint = self.view().paint(&triangles, with).map_err(raise!(EditError))?;
        self.edit(py, paint)
    }

    /// Removes faces, given by their indices in the file, and bakes. In an area, `room` names the room.
    ///
    /// A mask has one value for each row of `faces`, and selects faces of one file.
    #[pyo3(signature = (faces, *, room=None))]
    fn remove(&self, py: Python<'_>, faces: Faces, room: Option<&str>) -> PyResult<Vec<String>> {
        let edit = self.of_faces(faces, room, Edit::Remove)?;
        self.edit(py, edit)
    }

    /// Flips faces, selected as in `remove`, and bakes.
    #[pyo3(signature = (faces, *, room=None))]
    fn flip(&self, py: Python<'_>, faces: Faces, room: Option<&str>) -> PyResult<Vec<String>> {
        let edit = self.of_faces(faces, room, Edit::Flip)?;
        self.edit(py, edit)
    }

    /// Moves everything by an offset in metres, and bakes.
    fn translate(&self, py: Python<'_>, offset: [f32; 3]) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Move(offset))
    }

    /// Rotates everything around a vertical axis, counter-clockwise seen from above, and bakes. Default: the axis at x
    /// and y 0.
    #[pyo3(signature = (radians, about=None))]
    fn rotate(&self, py: Python<'_>, radians: f32, about: Option<[f32; 2]>) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Rotate(Turn { radians, about: about.unwrap_or_default() }))
    }

    /// Mirrors everything along an axis, at a plane in metres, and bakes.
    #[pyo3(signature = (axis, at=0.0))]
    fn mirror(&self, py: Python<'_>, axis: &str, at: f32) -> PyResult<Vec<String>> {
        let axis = match axis {
            "x" => MirrorAxis::X,
            "y" => MirrorAxis::Y,
            _ => return Err(wrong("the axis is x or y")),
        };
        self.edit(py, Edit::Mirror { axis, at })
    }

    /// Adds the faces of another walkmesh of the same game. Vertices at the same position become one.
    fn merge(&self, py: Python<'_>, other: &Self) -> PyResult<Vec<String>> {
        let other = Box::new(other.now().level.clone());
        self.edit(py, Edit::Merge(other))
    }

    /// Sets the transition of a face's side (0 to 2) to a room of the layout, by index, or to none. KotOR.
    #[pyo3(signature = (face, side, leads_to, *, room=None))]
    fn set_transition(
        &self,
        py: Python<'_>,
        face: Whole,
        side: Whole,
        leads_to: Option<Whole>,
        room: Option<&str>,
    ) -> PyResult<Vec<String>> {
        let (face, side, leads_to) = (face.0, side.0, leads_to.map(|room| room.0));
        let edit = self.of_room(room, Edit::Transition { face, side, room: leads_to })?;
        self.edit(py, edit)
    }

    /// Sets the two use hooks of a placeable or door of KotOR, relative to its position, in metres.
    fn set_hooks(&self, py: Python<'_>, hooks: [[f32; 3]; 2]) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Hooks(hooks))
    }

    /// Moves the vertices at exactly this point to another one, in all rooms of a KotOR area.
    fn move_vertex(&self, py: Python<'_>, from_point: [f32; 3], to: [f32; 3]) -> PyResult<Vec<String>> {
        self.edit(py, Edit::MoveVertex { from: from_point, to })
    }

    /// Cuts a hole into every floor inside an outline of at least three points of the plan view, in metres.
    fn cut_hole(&self, py: Python<'_>, outline: Vec<[f32; 2]>) -> PyResult<Vec<String>> {
        self.edit(py, Edit::CutHole(outline))
    }

    /// Makes the floor of a region of an NWN2 area unwalkable: ``tile:X,Y``, ``box:X,Y:X,Y`` or
    /// ``polygon:X,Y:X,Y:X,Y``. Triangles on the border of a box or a polygon are divided there.
    fn make_unwalkable(&self, py: Python<'_>, region: &str) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Unwalkable(region.parse().map_err(wrong)?))
    }

    /// Moves vertices on the seams between the rooms of a KotOR area by at most this many metres.
    fn weld(&self, py: Python<'_>, tolerance: f32) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Weld(tolerance))
    }

    /// Adds the rooms of another KotOR area, moved by an offset in metres, and renumbers their transitions.
    fn join_area(&self, py: Python<'_>, other: &Self, offset: [f32; 3]) -> PyResult<Vec<String>> {
        self.edit(py, Edit::JoinArea { area: Box::new(other.now().level.clone()), offset })
    }

    /// Renumbers the transitions of a KotOR area from an earlier layout, given as the bytes of a .lyt.
    fn renumber_rooms(&self, py: Python<'_>, before: &[u8]) -> PyResult<Vec<String>> {
        let layout = Layout::from_bytes(before).map_err(raise!(EditError))?;
        self.edit(py, Edit::RenumberRooms(Box::new(layout)))
    }

    /// Strips an NWN2 area of data that the game does not need, and for a server of terrain and water. Returns the
    /// savings.
    #[pyo3(signature = (*, server=false, keep_unwalkable=false))]
    fn optimise(&self, py: Python<'_>, server: bool, keep_unwalkable: bool) -> PyResult<Vec<String>> {
        let reader = if server { AreaReader::Server } else { AreaReader::Client };
        let options = OptimiseOptions::default().with_reader(reader).with_strip(!keep_unwalkable);
        let saved = self.change(py, |level| level.optimise(&options)).map_err(raise!(EditError))?;
        Ok(saved.to_string().lines().map(str::to_owned).collect())
    }

    /// Computes every transition of a KotOR area from the shared edges of its rooms.
    fn link(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Link)
    }

    /// Repairs flaws of the floor, and bakes the affected tables. Data that no repair affects keeps every bit.
    ///
    /// `pockets` removes closed parts smaller than this, in square metres; `tolerance` is the maximum distance of sides
    /// and vertices to join, in metres.
    #[pyo3(signature = (*, cracks=true, t_junctions=true, faces_down=true, degenerate=true, duplicates=true, pockets=None, transitions=false, tolerance=0.03))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn repair(
        &self,
        py: Python<'_>,
        cracks: bool,
        t_junctions: bool,
        faces_down: bool,
        degenerate: bool,
        duplicates: bool,
        pockets: Option<f64>,
        transitions: bool,
        tolerance: f32,
    ) -> PyResult<Vec<String>> {
        ensure_measures(&[("tolerance", Some(tolerance.into())), ("pockets", pockets)])?;
        let mut flaws = Repairs::default();
        flaws.cracks = cracks.then_some(tolerance);
        flaws.t_junctions = t_junctions.then_some(tolerance);
        (flaws.faces_down, flaws.degenerate, flaws.duplicates) = (faces_down, degenerate, duplicates);
        flaws.pockets = pockets;
        let options = RepairOptions::default().with_flaws(flaws).with_transitions(transitions);
        // Another thread may edit the level as soon as this one is done.
        self.change(py, |level| level.repair(&options).map(|done| done.sentences())).map_err(raise!(EditError))
    }

    /// Computes all derived tables by the game's own rules. A TRN becomes the TRX that the toolset writes.
    fn bake(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let done = self.change(py, |level| level.bake(&BakeOptions::default())).map_err(raise!(EditError))?;
        Ok(done.sentences())
    }
}
