//! Changes to a walkmesh: edits, repairs, bakes and doors; undo and redo. Each is an [`Operation`], and each returns
//! its [`Change`].

use js_sys::Uint32Array;
use walkmesh::flaw::Repairs;
use walkmesh::kotor::engine::{PathPointsOptions, Walker};
use walkmesh::kotor::{DoorState, Layout, RoomId};
use walkmesh::level::{Edit, MirrorAxis, RepairOptions, Selection, Turn, difference_picture};
use walkmesh::nwn2::{AreaReader, OptimiseOptions};
use walkmesh::picture::{PageOptions, Theme};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::Walkmesh;
use crate::answers::object;
use crate::change::Change;
use crate::class_object::class_objects;
use crate::error::{Thrown, throw, thrown};
use crate::history::History;
use crate::location::{in_plan, items, point, point_in_space};
use crate::operation::{Operation, State};
use crate::options::Options;
use crate::pick::Shown;

impl Walkmesh {
    /// Performs an operation, and records it.
    pub(crate) fn operate(&mut self, operation: Operation) -> Result<Change, Thrown> {
        self.shown();
        let before = self.state.clone();
        if self.history.is_none() {
            self.history = Some(History::new(&before)?);
        }
        let notes = operation.apply(&mut self.state)?;
        let shown = self.shown.take().unwrap_or_else(|| Shown::new(&before.level));
        self.forget();
        let change = Change::between(notes, (&before.level, &shown.view), (&self.state.level, &self.shown().view));
        if let Some(history) = &mut self.history {
            history.record(before, &self.state)?;
        }
        Ok(change)
    }

    fn edit(&mut self, edit: Edit) -> Result<JsValue, Thrown> {
        self.operate(Operation::Edit(edit))?.to_object()
    }

    /// An edit of a room, if the caller names one.
    fn of_room(&self, room: Option<&str>, edit: Edit) -> Result<Edit, Thrown> {
        let Some(room) = room else { return Ok(edit) };
        let found = self.state.level.kotor().area.and_then(|area| area.layout().find(room));
        let room: RoomId = found.ok_or_else(|| thrown("EditError", format_args!("there is no room {room}")))?;
        Ok(Edit::InRoom { room, edit: Box::new(edit) })
    }

    /// An edit of faces: of triangles by their indices in the level, or of the faces that a text names.
    fn of_faces(
        &self,
        faces: &JsValue,
        room: Option<&str>,
        edit: impl FnOnce(Selection) -> Edit,
    ) -> Result<Edit, Thrown> {
        if let Some(text) = faces.as_string() {
            return self.of_room(room, edit(text.parse().map_err(throw("EditError"))?));
        }
        let triangles: Vec<u32> = match faces.dyn_ref::<Uint32Array>() {
            Some(array) => array.to_vec(),
            None => items(faces)?.into_iter().map(whole).collect::<Result<_, _>>()?,
        };
        self.shown().view.edit_of(&triangles, edit).map_err(throw("EditError"))
    }

    /// Goes to another state of the history. Doors stay as they are.
    fn go(&mut self, step: fn(&mut History, &mut State) -> Result<bool, Thrown>) -> Result<bool, Thrown> {
        let doors: Vec<Option<DoorState>> =
            self.state.level.kotor().objects.iter().map(|object| object.state()).collect();
        let Some(history) = &mut self.history else { return Ok(false) };
        if !step(history, &mut self.state)? {
            return Ok(false);
        }
        for (object, state) in doors.into_iter().enumerate() {
            // The object was in this state a moment ago.
            let _ = state.map(|state| self.state.level.set_door(object, state));
        }
        self.forget();
        Ok(true)
    }

    /// Discards values derived from the level before it changed.
    fn forget(&mut self) {
        self.shown.take();
        self.navigator.take();
    }
}

/// A number of JavaScript as the index of a triangle.
fn whole(value: JsValue) -> Result<u32, Thrown> {
    let number =
        value.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0 && *number <= f64::from(u32::MAX));
    number.map(|number| number as u32).ok_or_else(|| thrown("EditError", "expected the indices of triangles"))
}

#[wasm_bindgen]
impl Walkmesh {
    /// Sets the state of a door of an area: `closed`, `open1` or `open2`. No file is changed.
    #[wasm_bindgen(js_name = setDoor)]
    pub fn set_door(&mut self, door: u32, state: &str) -> Result<(), Thrown> {
        let state = DoorState::of_name(state)
            .ok_or_else(|| thrown("Error", "the state of a door is closed, open1 or open2"))?;
        self.state.level.set_door(door as usize, state).map_err(throw("Error"))?;
        self.forget();
        Ok(())
    }

    /// The classes available to `paint`; none in games without edits.
    #[wasm_bindgen(unchecked_return_type = "TriangleClass[]")]
    pub fn paints(&self) -> Result<JsValue, Thrown> {
        object(&class_objects(&self.state.level.paints()))
    }

    /// Sets the class of triangles of one file, by name or number.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn paint(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "FaceSelection")] faces: &JsValue,
        with: &str,
        room: Option<String>,
    ) -> Result<JsValue, Thrown> {
        let with = with.parse().map_err(throw("EditError"))?;
        let edit = self.of_faces(faces, room.as_deref(), |what| Edit::Paint { what, with })?;
        self.edit(edit)
    }

    /// Removes triangles of one file. In KotOR the faces that follow are renumbered.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn remove(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "FaceSelection")] faces: &JsValue,
        room: Option<String>,
    ) -> Result<JsValue, Thrown> {
        let edit = self.of_faces(faces, room.as_deref(), Edit::Remove)?;
        self.edit(edit)
    }

    /// Flips triangles of one file.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn flip(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "FaceSelection")] faces: &JsValue,
        room: Option<String>,
    ) -> Result<JsValue, Thrown> {
        let edit = self.of_faces(faces, room.as_deref(), Edit::Flip)?;
        self.edit(edit)
    }

    /// Moves everything by an offset in metres.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn translate(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Point")] offset: &JsValue,
    ) -> Result<JsValue, Thrown> {
        self.edit(Edit::Move(point_in_space(offset)?))
    }

    /// Rotates everything around a vertical axis through the point `about`, by default the origin, counter-clockwise
    /// seen from above.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn rotate(
        &mut self,
        radians: f32,
        #[wasm_bindgen(unchecked_optional_param_type = "Point")] about: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let about = if about.is_undefined() { [0.0; 2] } else { in_plan(point(about)?) };
        self.edit(Edit::Rotate(Turn { radians, about }))
    }

    /// Mirrors everything: `x` swaps left and right at x = `at`, `y` front and back at y = `at`.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn mirror(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "\"x\" | \"y\"")] axis: &str,
        at: Option<f32>,
    ) -> Result<JsValue, Thrown> {
        let axis = match axis {
            "x" => MirrorAxis::X,
            "y" => MirrorAxis::Y,
            _ => return Err(thrown("EditError", "the axis is x or y")),
        };
        self.edit(Edit::Mirror { axis, at: at.unwrap_or_default() })
    }

    /// Adds the faces of another walkmesh of the same game. Vertices at the same position become one.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn merge(&mut self, other: &Walkmesh) -> Result<JsValue, Thrown> {
        self.edit(Edit::Merge(Box::new(other.state.level.clone())))
    }

    /// KotOR: sets the transition of a face's side (0 to 2) to a room of the layout, by index, or to none. `face` is
    /// the index in its file, and `room` the room of an area that contains the face.
    #[wasm_bindgen(js_name = setTransition, unchecked_return_type = "Change")]
    pub fn set_transition(
        &mut self,
        face: u32,
        side: u32,
        #[wasm_bindgen(unchecked_param_type = "number | null | undefined")] leads_to: Option<u32>,
        room: Option<String>,
    ) -> Result<JsValue, Thrown> {
        let edit = self.of_room(room.as_deref(), Edit::Transition { face, side, room: leads_to })?;
        self.edit(edit)
    }

    /// KotOR: sets the two use hooks of a placeable or door, relative to the walkmesh's position.
    #[wasm_bindgen(js_name = setHooks, unchecked_return_type = "Change")]
    pub fn set_hooks(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "[Point, Point]")] hooks: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let hooks = items(hooks)?.iter().map(point_in_space).collect::<Result<Vec<_>, _>>()?;
        let hooks =
            hooks.try_into().map_err(|_| thrown("EditError", "a walkmesh has two hooks: expected two points"))?;
        self.edit(Edit::Hooks(hooks))
    }

    /// KotOR: the two use hooks of a placeable or door, relative to the walkmesh's position; other levels have none.
    #[wasm_bindgen(unchecked_return_type = "[number, number, number][]")]
    pub fn hooks(&self) -> Result<JsValue, Thrown> {
        let hooks = self.state.level.kotor().walkmesh.map(|walkmesh| walkmesh.hooks().map(|hook| hook.relative));
        object(&hooks.as_ref().map_or(&[][..], |hooks| hooks))
    }

    /// Moves the vertices at a point to another point, in all rooms of an area.
    #[wasm_bindgen(js_name = moveVertex, unchecked_return_type = "Change")]
    pub fn move_vertex(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Point")] from: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] to: &JsValue,
    ) -> Result<JsValue, Thrown> {
        self.edit(Edit::MoveVertex { from: point_in_space(from)?, to: point_in_space(to)? })
    }

    /// The nearest vertex to a point, in the units of the game; `undefined` if none is within `reach`.
    #[wasm_bindgen(js_name = vertexNear, unchecked_return_type = "[number, number, number] | undefined")]
    pub fn vertex_near(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] to: &JsValue,
        reach: f32,
    ) -> Result<JsValue, Thrown> {
        let vertex = self.shown().view.vertex_near(point_in_space(to)?, reach);
        vertex.as_ref().map_or(Ok(JsValue::UNDEFINED), object)
    }

    /// Cuts a hole into every floor inside an outline of points, seen from above.
    #[wasm_bindgen(js_name = cutHole, unchecked_return_type = "Change")]
    pub fn cut_hole(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Point[]")] outline: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let points = items(outline)?;
        let points = points.iter().map(|corner| Ok(in_plan(point(corner)?)));
        self.edit(Edit::CutHole(points.collect::<Result<_, Thrown>>()?))
    }

    /// NWN2: makes the floor of a region unwalkable: `tile:X,Y`, `box:X,Y:X,Y` or `polygon:X,Y:X,Y:X,Y`. Triangles on the
    /// border of a box or a polygon are divided there.
    #[wasm_bindgen(js_name = makeUnwalkable, unchecked_return_type = "Change")]
    pub fn make_unwalkable(&mut self, region: &str) -> Result<JsValue, Thrown> {
        self.edit(Edit::Unwalkable(region.parse().map_err(throw("EditError"))?))
    }

    /// KotOR areas: moves vertices on the seams between rooms by at most `tolerance` metres.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn weld(&mut self, tolerance: f32) -> Result<JsValue, Thrown> {
        self.edit(Edit::Weld(tolerance))
    }

    /// KotOR areas: adds the rooms of another area, moved by an offset in metres, and renumbers their transitions. The rooms keep
    /// the names of their files.
    #[wasm_bindgen(js_name = joinArea, unchecked_return_type = "Change")]
    pub fn join_area(
        &mut self,
        other: &Walkmesh,
        #[wasm_bindgen(unchecked_param_type = "Point")] offset: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let area = Box::new(other.state.level.clone());
        self.edit(Edit::JoinArea { area, offset: point_in_space(offset)? })
    }

    /// KotOR areas: renumbers the transitions from an earlier layout, given as the bytes of a `.lyt`.
    #[wasm_bindgen(js_name = renumberRooms, unchecked_return_type = "Change")]
    pub fn renumber_rooms(&mut self, before: &[u8]) -> Result<JsValue, Thrown> {
        let layout = Layout::from_bytes(before).map_err(throw("EditError"))?;
        self.edit(Edit::RenumberRooms(Box::new(layout)))
    }

    /// NWN2 areas: removes data that the game does not need, as `walkmesh optimise` does. The sentences list the
    /// savings.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn optimise(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "OptimiseOptions | undefined")] options: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let options = Options::new(options);
        let is_on = |name| options.flag(name).unwrap_or(false);
        let reader = if is_on("server") { AreaReader::Server } else { AreaReader::Client };
        let options = OptimiseOptions::default().with_reader(reader).with_strip(!is_on("keepUnwalkable"));
        self.operate(Operation::Optimise(options))?.to_object()
    }

    /// KotOR areas: computes every transition from the shared edges of the rooms.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn link(&mut self) -> Result<JsValue, Thrown> {
        self.edit(Edit::Link)
    }

    /// Repairs the floor, as `walkmesh repair` does, and bakes the affected tables.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn repair(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "RepairOptions | undefined")] options: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let options = Options::new(options);
        let tolerance = options.number("tolerance")?.map_or(Repairs::TOLERANCE, |metres| metres as f32);
        if !(0.0..f32::INFINITY).contains(&tolerance) {
            return Err(thrown("EditError", "the tolerance must be a length of 0 m or more"));
        }
        let is_on = |name| options.flag(name).unwrap_or(true);
        let mut flaws = Repairs::default();
        flaws.cracks = is_on("cracks").then_some(tolerance);
        flaws.t_junctions = is_on("tJunctions").then_some(tolerance);
        flaws.faces_down = is_on("facesDown");
        flaws.degenerate = is_on("degenerate");
        flaws.duplicates = is_on("duplicates");
        flaws.pockets = options.number("pockets")?;
        let transitions = options.flag("transitions").unwrap_or(false);
        let options = RepairOptions::default().with_flaws(flaws).with_transitions(transitions);
        self.operate(Operation::Repair(options))?.to_object()
    }

    /// Rebuilds all derived data from the geometry, by the game's own rules.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn bake(&mut self) -> Result<JsValue, Thrown> {
        self.operate(Operation::Bake)?.to_object()
    }

    /// Repairs and bakes the faults that a check finds, as `walkmesh LEVEL --fix` does: it keeps every change that
    /// leaves fewer findings of the worst severities. A level without a warning keeps every bit.
    #[wasm_bindgen(unchecked_return_type = "Change")]
    pub fn mend(&mut self) -> Result<JsValue, Thrown> {
        self.operate(Operation::Mend)?.to_object()
    }

    /// Generates the path points (PTH) of a KotOR area, as `walkmesh pth` does. They become a file of
    /// [`changed`](Self::changed).
    #[wasm_bindgen(js_name = makePathPoints, unchecked_return_type = "Change")]
    pub fn make_path_points(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "PathPointsOptions | undefined")] options: &JsValue,
    ) -> Result<JsValue, Thrown> {
        let options = Options::new(options);
        let (person, defaults) = (Walker::PERSON, PathPointsOptions::default());
        let size = |name, default: f32| -> Result<f32, Thrown> {
            let size = options.number(name)?.map_or(default, |size| size as f32);
            let is_size = size.is_finite() && size >= 0.0;
            is_size.then_some(size).ok_or_else(|| thrown("EditError", format_args!("{name} is a number of 0 or more")))
        };
        let radius = size("radius", person.radius)?;
        if radius == 0.0 {
            return Err(thrown("EditError", "a walker that needs path points has a radius of more than 0"));
        }
        let walker = Walker::new(radius).with_height(size("height", person.height)?);
        let options = defaults.with_margin(size("margin", defaults.margin)?);
        self.operate(Operation::PathPoints { walker, options })?.to_object()
    }

    /// Undoes the last change. Returns whether there was one.
    pub fn undo(&mut self) -> Result<bool, Thrown> {
        self.go(History::undo)
    }

    /// Redoes the change that was undone last. Returns whether there was one.
    pub fn redo(&mut self) -> Result<bool, Thrown> {
        self.go(History::redo)
    }

    /// The number of changes that can be undone.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn undoable(&self) -> usize {
        self.history.as_ref().map_or(0, |history| history.counts()[0])
    }

    /// The number of changes that can be redone.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn redoable(&self) -> usize {
        self.history.as_ref().map_or(0, |history| history.counts()[1])
    }

    /// The differences between this walkmesh and a later one, as an SVG: triangles that were removed, added, moved,
    /// repainted or flipped.
    #[wasm_bindgen(js_name = differencePicture)]
    pub fn difference_picture(&self, after: &Walkmesh, dark: Option<bool>) -> Result<String, Thrown> {
        let scene = |level: &walkmesh::level::Level| level.to_scene().map_err(throw("ExchangeError"));
        let (before, after) = (scene(&self.state.level)?.scene, scene(&after.state.level)?.scene);
        let (picture, _) =
            difference_picture(self.state.level.title(), &before, &after).map_err(throw("ExchangeError"))?;
        let theme = if dark == Some(true) { Theme::Dark } else { Theme::Light };
        picture.to_svg(&PageOptions::default().with_theme(theme)).map_err(throw("ExchangeError"))
    }
}
