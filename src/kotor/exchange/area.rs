//! Areas as scenes: a node for each room.

use std::collections::{HashMap, VecDeque};

use super::missing::{MissingRooms, Strangers, without};
use super::strays::{Strays, with_marks};
use super::{ImportError, ImportOptions, new_rooms};
use crate::exchange::{
    Export, MatchOptions, MatchReport, NodeReport, Note, Scene, SceneNode, Up, rounding, without_copy_number,
};
use crate::kotor::{Area, AreaError, EdgeId, Kind, Layout, LayoutRoom, RoomId, Walkmesh};
use walkmesh_mesh::counted::{agreeing, are, counted};

/// Rooms that were removed from an area, because a scene has no nodes for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DroppedRooms {
    /// Their names.
    pub names: Vec<String>,
    /// The edges whose transitions led to one of them and now lead nowhere, with the new numbers of their own rooms.
    pub lost_transitions: Vec<(RoomId, EdgeId)>,
}

impl Area {
    /// The area as a scene for other programs: a node for each room that is present and has faces, named as in the layout, all in area
    /// space. See [`Walkmesh::to_scene_node`].
    pub fn to_scene(&self) -> Export {
        let mut export = Export { scene: Scene { up: Up::Z, ..Scene::default() }, notes: Vec::new() };
        let mut absent = Vec::new();
        for (id, place) in (0..).map(RoomId).zip(self.layout().rooms()) {
            let Some(room) = self.room(id) else {
                absent.push(place.name.as_str());
                continue;
            };
            let (node, notes) = room.to_scene_node(&place.name);
            export.notes.extend(notes);
            if !node.is_shown() {
                let message =
                    "The room has no faces that programs show, so the scene has no node for it. It stays as it is.";
                export.notes.push(Note::of_node(&place.name, message));
                continue;
            }
            export.scene.nodes.push(node);
        }
        if !absent.is_empty() {
            let rooms = agreeing(absent.len(), "room", ["has", "have"]);
            let message = format!("{rooms} no walkmesh among the files: {}.", absent.join(", "));
            export.notes.push(Note::of_scene(message));
        }
        export
    }

    /// Applies the nodes of an edited scene to the rooms of the same names, as [`Walkmesh::apply_edited`] does. Case does not
    /// matter, and neither does the `.001` that programs append to names. If a mark `layout position` was moved, the layout gets the new
    /// position, and the room's points stay.
    ///
    /// There is a report for each node and for each room without one: a room without a node stays as it is, and a node without a
    /// room changes nothing. Its triangles are [unused](NodeReport::unused), and so are triangles in a node that belong to a room without a
    /// node, because the two were joined. [`take_new_rooms`](Self::take_new_rooms) and [`drop_missing_rooms`](Self::drop_missing_rooms) add
    /// and remove rooms accordingly.
    ///
    /// A mark of a transition that is in no node belongs to the room whose edge is nearest; if there is none, it is in a report
    /// called `scene`.
    ///
    /// # Errors
    /// [`ImportError`]. On error, nothing is changed.
    pub fn apply_scene(&mut self, scene: &Scene, options: &MatchOptions) -> Result<Vec<NodeReport>, ImportError> {
        if scene.up != Up::Z {
            return Err(ImportError::UpIsNotZ);
        }
        let rooms = self.rooms_of_nodes(scene);
        let missing = self.missing(&rooms);
        let strangers = self.strangers(scene, &missing, options);
        let mut reports = Vec::with_capacity(scene.nodes.len());
        let present = rooms.iter().map(|room| room.and_then(|room| Some((room, self.room(room)?))));
        let marks = if options.keep_marks { &[][..] } else { &scene.marks[..] };
        let strays = Strays::new(marks, &present.collect::<Vec<_>>());
        let mut edited = self.clone();
        for (at, node) in scene.nodes.iter().enumerate() {
            let Some(room) = rooms[at] else {
                reports.push(self.unused(node, &strangers[at]));
                continue;
            };
            let own = without(node, &strangers[at]);
            let own = with_marks(&own, &strays.by_node[at]);
            let mut report = edited.apply_node(room, &own, options).map_err(|error| error.of(node))?;
            self.note_strangers(&strangers[at], &mut report);
            reports.push(report);
        }
        let missing = missing.into_iter().map(|(_, node)| node);
        reports.extend(missing.map(|node| {
            let mut report = NodeReport::new(node.name, MatchReport::default());
            report.note("The scene has no node of this name, so the room stays as it was.");
            report
        }));
        reports.extend(strays.report());
        *self = edited;
        Ok(reports)
    }

    /// Makes a new baked room at the end of the layout from each node without a room, as [`from_scene`](Self::from_scene) does. Call
    /// it after [`apply_scene`](Self::apply_scene), which leaves these nodes out; `before` is the area before that call. There is a report
    /// for each new room.
    ///
    /// A node that was copied from a room's node, such as `hall.001`, becomes the room `hall_001`. Its position in the layout is the
    /// position of `hall`, moved like the copy.
    ///
    /// # Errors
    /// [`ImportError`], for example if a node is not a copy of the room of the same name, but a piece of it. On error, nothing is changed.
    pub fn take_new_rooms(
        &mut self,
        before: &Self,
        scene: &Scene,
        options: &ImportOptions,
    ) -> Result<Vec<(RoomId, NodeReport)>, ImportError> {
        if scene.up != Up::Z {
            return Err(ImportError::UpIsNotZ);
        }
        let rooms = self.rooms_of_nodes(scene);
        let with_rooms: Vec<_> =
            rooms.iter().zip(&scene.nodes).filter_map(|(room, node)| Some(((*room)?, node))).collect();
        let mut grown = self.clone();
        let mut reports = Vec::new();
        for (node, _) in scene.nodes.iter().zip(&rooms).filter(|(node, room)| room.is_none() && node.is_shown()) {
            let source = new_rooms::source(before, node, &with_rooms).map_err(|error| error.of(node))?;
            let position = new_rooms::layout_position(node, source.as_ref());
            let options = ImportOptions { kind: Kind::Wok, ..options.clone() }.with_layout_position(position);
            let (room, report) = Walkmesh::from_scene_node(node, &options).map_err(|error| error.of(node))?;
            let name = new_rooms::free_name(node, grown.layout());
            let id = grown.push(name, room).map_err(|error| ImportError::from(error).of(node))?;
            reports.push((id, report));
        }
        *self = grown;
        Ok(reports)
    }

    /// Removes from the area and its layout the displayable rooms without a node in a scene, and renumbers the transitions of the others.
    ///
    /// # Errors
    /// [`ImportError::UpIsNotZ`]. On error, nothing is changed.
    pub fn drop_missing_rooms(&mut self, scene: &Scene) -> Result<DroppedRooms, ImportError> {
        if scene.up != Up::Z {
            return Err(ImportError::UpIsNotZ);
        }
        let missing = self.missing(&self.rooms_of_nodes(scene));
        let is_left = |room: &usize| missing.iter().all(|(id, _)| id.index() != *room);
        let order: Vec<usize> = (0..self.layout().rooms().len()).filter(is_left).collect();
        let names = missing.iter().map(|(_, node)| node.name.clone()).collect();
        if missing.is_empty() {
            return Ok(DroppedRooms::default());
        }
        let lost_transitions = self.reorder(&order)?;
        Ok(DroppedRooms { names, lost_transitions })
    }

    /// Makes an area from a scene, without an original area: a baked room for each node, in their order, as [`Walkmesh::from_scene_node`]
    /// does. A room's position in the layout is its mark `layout position`, or else the node's position if the node is only moved, or else
    /// 0. [`link`](Self::link) finds transitions where rooms meet.
    ///
    /// # Errors
    /// [`ImportError`].
    pub fn from_scene(scene: &Scene, options: &ImportOptions) -> Result<(Self, Vec<NodeReport>), ImportError> {
        if scene.up != Up::Z {
            return Err(ImportError::UpIsNotZ);
        }
        let options = ImportOptions { kind: Kind::Wok, ..options.clone() };
        let build = |node: &SceneNode| {
            let options = options.clone().with_layout_position(new_rooms::layout_position(node, None));
            Walkmesh::from_scene_node(node, &options).map_err(|error| error.of(node))
        };
        let mut built = scene.nodes.iter().map(build).collect::<Result<Vec<_>, _>>()?;
        let mut layout = Layout::new();
        for (node, (room, _)) in scene.nodes.iter().zip(&built) {
            let position = room.layout_position().unwrap_or_default();
            // Editors number repeated names; otherwise equal names differ only in the number.
            let plain = without_copy_number(&node.name);
            let name = if layout.find(plain).is_none() { plain } else { &node.name };
            let room = LayoutRoom { name: name.to_owned(), position };
            layout.push(room).map_err(|error| ImportError::from(AreaError::from(error)).of(node))?;
        }
        let rooms: Vec<_> = (0..).map(RoomId).zip(&built).map(|(id, (room, _))| Some((id, room))).collect();
        let strays = Strays::new(&scene.marks, &rooms);
        for ((node, marks), built) in scene.nodes.iter().zip(&strays.by_node).zip(&mut built) {
            if !marks.is_empty() {
                *built = build(&with_marks(node, marks))?;
            }
        }
        let mut area = Self::new(layout);
        let mut reports = Vec::with_capacity(built.len());
        for (id, (room, report)) in (0..).map(RoomId).zip(built) {
            area.insert(id, room)?;
            reports.push(report);
        }
        reports.extend(strays.report());
        Ok((area, reports))
    }

    /// The room of each node, if its walkmesh was read: matched by the whole name, or else by the name without the number of a copy.
    fn rooms_of_nodes(&self, scene: &Scene) -> Vec<Option<RoomId>> {
        let mut by_name = HashMap::<String, VecDeque<RoomId>>::new();
        for (id, place) in (0..).map(RoomId).zip(self.layout().rooms()).filter(|(id, _)| self.room(*id).is_some()) {
            by_name.entry(place.name.to_ascii_lowercase()).or_default().push_back(id);
        }
        let mut rooms = vec![None; scene.nodes.len()];
        for is_whole in [true, false] {
            for (node, room) in scene.nodes.iter().zip(&mut rooms).filter(|(_, room)| room.is_none()) {
                let name = if is_whole { &node.name } else { without_copy_number(&node.name) };
                *room = by_name.get_mut(&name.to_ascii_lowercase()).and_then(VecDeque::pop_front);
            }
        }
        rooms
    }

    fn apply_node(
        &mut self,
        room: RoomId,
        node: &SceneNode,
        options: &MatchOptions,
    ) -> Result<NodeReport, ImportError> {
        let walkmesh = self.room_mut(room).ok_or(AreaError::NoSuchRoom(room))?;
        let report = walkmesh.apply_edited(node, options)?;
        let position = walkmesh.layout_position();
        let place = self.layout().room(room).ok_or(AreaError::NoSuchRoom(room))?;
        if let Some(position) = position.filter(|position| *position != place.position) {
            let place = LayoutRoom { position, ..place.clone() };
            self.layout_mut().set(room, place).map_err(AreaError::from)?;
        }
        Ok(report)
    }

    /// The displayable rooms that are present but have no node.
    fn missing(&self, rooms: &[Option<RoomId>]) -> Vec<(RoomId, SceneNode)> {
        let mut is_there = vec![false; self.layout().rooms().len()];
        rooms.iter().flatten().for_each(|room| is_there[room.index()] = true);
        let missing = self.rooms().filter(|(id, _)| !is_there[id.index()]);
        let missing = missing.map(|(id, room)| (id, room.to_scene_node(&self.layout().rooms()[id.index()].name).0));
        missing.filter(|(_, node)| node.is_shown()).collect()
    }

    /// For each node, its faces that belong to rooms without a node.
    fn strangers(&self, scene: &Scene, missing: &[(RoomId, SceneNode)], options: &MatchOptions) -> Vec<Vec<Strangers>> {
        let sets = missing.iter().map(|(id, node)| (*id, node.set.clone()));
        let reach = options.snap.max(rounding(missing.iter().map(|(_, node)| &node.set)));
        MissingRooms::new(sets).in_nodes(&scene.nodes, reach)
    }

    fn name(&self, room: RoomId) -> &str {
        self.layout().room(room).map_or("", |place| &place.name)
    }

    /// The report on a node without a room.
    fn unused(&self, node: &SceneNode, strangers: &[Strangers]) -> NodeReport {
        let mut report = NodeReport::new(&node.name, MatchReport::default());
        report.unused = node.set.triangles.len();
        report.note("The area has no walkmesh of a room of this name, so the node changed nothing.");
        for row in strangers {
            let name = self.name(row.room);
            let faces = counted(row.triangles.len(), "face");
            report.note(format!("It has {faces} of the room `{name}`: give the object that name."));
        }
        let own = without_copy_number(&node.name);
        if let Some(room) = self.layout().find(own).filter(|_| strangers.is_empty()) {
            report.note(format!(
                "Another node is the room `{}`. If this one is a piece of it, join both objects; if it is a room of its \
                 own, give it another name.",
                self.name(room)
            ));
        }
        report
    }

    /// Reports which faces of a node belong to other rooms.
    fn note_strangers(&self, strangers: &[Strangers], report: &mut NodeReport) {
        for row in strangers {
            let (name, count) = (self.name(row.room), row.triangles.len());
            report.unused += count;
            report.note(format!(
                "{} of the room `{name}`, which has no node of its own: both objects were joined. These faces were not \
                 taken; separate them, and call the object `{name}`.",
                are(count, "face")
            ));
        }
    }
}
