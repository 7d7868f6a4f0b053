//! What changes a level: edits, repairs and bakes. Each returns what it did, in sentences.

use pyo3::prelude::*;
use walkmesh::flaw::Repairs;
use walkmesh::kotor::{Layout, RoomId};
use walkmesh::level::{BakeOptions, Edit, MirrorAxis, RepairOptions, Selection, Turn};
use walkmesh::nwn2::{AreaReader, OptimiseOptions};

use crate::error::{EditError, raise, wrong};
use crate::level::Level;

// The signature of `repair` names it, because a reader of the stubs wants to see the number.
const _: () = assert!(Repairs::TOLERANCE == 0.03);

/// Whole numbers in an array or a list.
fn numbers(values: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    values.call_method0("tolist").unwrap_or_else(|_| values.clone()).extract()
}

/// Faces, as a text such as `3,7-9`, `box:0,0:4,4` or `material:Stone`, or as numbers.
fn selection(faces: &Bound<'_, PyAny>) -> PyResult<Selection> {
    match faces.extract::<String>() {
        Ok(text) => text.parse().map_err(wrong),
        Err(_) => Ok(Selection::Faces(numbers(faces)?.into_iter().map(|number| number..=number).collect())),
    }
}

impl Level {
    fn edit(&mut self, py: Python<'_>, edit: Edit) -> PyResult<Vec<String>> {
        let done = py.detach(|| self.change(|level| level.edit(&[edit], &BakeOptions::default())));
        let done = done.map_err(raise!(EditError))?;
        Ok(done.notes.iter().map(ToString::to_string).collect())
    }

    /// An edit of a room, where the caller names one.
    fn of_room(&self, room: Option<&str>, edit: Edit) -> PyResult<Edit> {
        let Some(room) = room else { return Ok(edit) };
        let found = self.level.as_kotor_area().and_then(|area| area.layout().find(room));
        let room: RoomId = found.ok_or_else(|| EditError::new_err(format!("there is no room {room}")))?;
        Ok(Edit::InRoom { room, edit: Box::new(edit) })
    }
}

#[pymethods]
impl Level {
    /// Gives triangles, by their indices among those of the level, another class.
    fn paint(&mut self, py: Python<'_>, triangles: &Bound<'_, PyAny>, material: &str) -> PyResult<Vec<String>> {
        let with = material.parse().map_err(wrong)?;
        let paint = self.view().paint(&numbers(triangles)?, with).map_err(raise!(EditError))?;
        self.edit(py, paint)
    }

    #[pyo3(signature = (faces, *, room=None))]
    fn remove(&mut self, py: Python<'_>, faces: &Bound<'_, PyAny>, room: Option<&str>) -> PyResult<Vec<String>> {
        let edit = self.of_room(room, Edit::Remove(selection(faces)?))?;
        self.edit(py, edit)
    }

    #[pyo3(signature = (faces, *, room=None))]
    fn flip(&mut self, py: Python<'_>, faces: &Bound<'_, PyAny>, room: Option<&str>) -> PyResult<Vec<String>> {
        let edit = self.of_room(room, Edit::Flip(selection(faces)?))?;
        self.edit(py, edit)
    }

    fn translate(&mut self, py: Python<'_>, offset: [f32; 3]) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Move(offset))
    }

    #[pyo3(signature = (radians, about=None))]
    fn rotate(&mut self, py: Python<'_>, radians: f32, about: Option<[f32; 2]>) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Rotate(Turn { radians, about: about.unwrap_or_default() }))
    }

    #[pyo3(signature = (axis, at=0.0))]
    fn mirror(&mut self, py: Python<'_>, axis: &str, at: f32) -> PyResult<Vec<String>> {
        let axis = match axis {
            "x" => MirrorAxis::X,
            "y" => MirrorAxis::Y,
            _ => return Err(wrong("the axis is x or y")),
        };
        self.edit(py, Edit::Mirror { axis, at })
    }

    /// Adds the faces of another walkmesh of the same game.
    fn merge(&mut self, py: Python<'_>, other: PyRef<'_, Self>) -> PyResult<Vec<String>> {
        let other = Box::new(other.level.clone());
        self.edit(py, Edit::Merge(other))
    }

    #[pyo3(signature = (face, side, leads_to, *, room=None))]
    fn set_transition(
        &mut self,
        py: Python<'_>,
        face: u32,
        side: u32,
        leads_to: Option<u32>,
        room: Option<&str>,
    ) -> PyResult<Vec<String>> {
        let edit = self.of_room(room, Edit::Transition { face, side, room: leads_to })?;
        self.edit(py, edit)
    }

    /// Sets the two points from which a placeable or door of KotOR is used.
    fn set_hooks(&mut self, py: Python<'_>, hooks: [[f32; 3]; 2]) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Hooks(hooks))
    }

    /// Moves the vertices at a point to another one.
    fn move_vertex(&mut self, py: Python<'_>, from_point: [f32; 3], to: [f32; 3]) -> PyResult<Vec<String>> {
        self.edit(py, Edit::MoveVertex { from: from_point, to })
    }

    /// Cuts a hole into every floor inside an outline of the plan view.
    fn cut_hole(&mut self, py: Python<'_>, outline: Vec<[f32; 2]>) -> PyResult<Vec<String>> {
        self.edit(py, Edit::CutHole(outline))
    }

    fn make_unwalkable(&mut self, py: Python<'_>, region: &str) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Unwalkable(region.parse().map_err(wrong)?))
    }

    fn weld(&mut self, py: Python<'_>, tolerance: f32) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Weld(tolerance))
    }

    /// Adds the rooms of another area of KotOR, moved by an offset.
    fn join_area(&mut self, py: Python<'_>, other: &Self, offset: [f32; 3]) -> PyResult<Vec<String>> {
        self.edit(py, Edit::JoinArea { area: Box::new(other.level.clone()), offset })
    }

    /// Leads every transition to the room that had its number in an earlier layout.
    fn renumber_rooms(&mut self, py: Python<'_>, before: &[u8]) -> PyResult<Vec<String>> {
        let layout = Layout::from_bytes(before).map_err(raise!(EditError))?;
        self.edit(py, Edit::RenumberRooms(Box::new(layout)))
    }

    /// Leaves out of an NWN2 area what the game does not need.
    #[pyo3(signature = (*, server=false, keep_unwalkable=false))]
    fn optimise(&mut self, py: Python<'_>, server: bool, keep_unwalkable: bool) -> PyResult<Vec<String>> {
        let reader = if server { AreaReader::Server } else { AreaReader::Client };
        let options = OptimiseOptions::default().with_reader(reader).with_strip(!keep_unwalkable);
        let saved = py.detach(|| self.change(|level| level.optimise(&options))).map_err(raise!(EditError))?;
        Ok(saved.to_string().lines().map(str::to_owned).collect())
    }

    fn link(&mut self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.edit(py, Edit::Link)
    }

    #[pyo3(signature = (*, cracks=true, t_junctions=true, faces_down=true, degenerate=true, duplicates=true, pockets=None, transitions=false, tolerance=0.03))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn repair(
        &mut self,
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
        let mut flaws = Repairs::default();
        flaws.cracks = cracks.then_some(tolerance);
        flaws.t_junctions = t_junctions.then_some(tolerance);
        (flaws.faces_down, flaws.degenerate, flaws.duplicates) = (faces_down, degenerate, duplicates);
        flaws.pockets = pockets;
        let options = RepairOptions::default().with_flaws(flaws).with_transitions(transitions);
        let done = py.detach(|| self.change(|level| level.repair(&options))).map_err(raise!(EditError))?;
        Ok(done.sentences(&self.level))
    }

    fn bake(&mut self, py: Python<'_>) -> PyResult<Vec<String>> {
        let done = py.detach(|| self.change(|level| level.bake(&BakeOptions::default()))).map_err(raise!(EditError))?;
        Ok(done.sentences())
    }
}
