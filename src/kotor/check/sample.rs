//! What the examples of KotOR's rules damage: a room's file, and an area.

use std::ops::{Deref, DerefMut};

pub(crate) use walkmesh_formats::bwm::{AabbNode, Bwm};
use walkmesh_testing::RoomModel;

use crate::finding::{CheckOptions, Findings, Sample};
use crate::flaw::FlawOptions;
use crate::kotor::Model;
pub(crate) use crate::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, PlacedObject, RoomId, Walkmesh};
use crate::level::Level;

/// The file of a level room of four squares of 1 m, each two triangles.
#[derive(Clone)]
pub(crate) struct RoomFile {
    bwm: Bwm,
    /// The kind that the name of the file promises; `None` if the file has no name.
    pub(crate) kind: Option<Kind>,
}

impl Deref for RoomFile {
    type Target = Bwm;

    fn deref(&self) -> &Bwm {
        &self.bwm
    }
}

impl DerefMut for RoomFile {
    fn deref_mut(&mut self) -> &mut Bwm {
        &mut self.bwm
    }
}

impl RoomFile {
    /// Makes the room again of other faces.
    pub(crate) fn rebuild(&mut self, change: impl FnOnce(&mut Vec<([[f32; 3]; 3], MaterialId)>)) {
        let room = self.walkmesh();
        let mut faces = room.faces().map(|face| (face.points().unwrap(), face.material())).collect();
        change(&mut faces);
        self.bwm = Walkmesh::from_triangles(Kind::Wok, faces).unwrap().into_raw();
    }

    /// Adds a face of stone.
    pub(crate) fn add(&mut self, corners: [[f32; 3]; 3]) {
        self.rebuild(|faces| faces.push((corners, MaterialId(4))));
    }

    fn walkmesh(&self) -> Walkmesh {
        let walkmesh = Walkmesh::from_raw(self.bwm.clone());
        match self.kind {
            Some(kind) => walkmesh.with_kind(kind),
            None => walkmesh,
        }
    }
}

impl Sample for RoomFile {
    fn sound() -> Self {
        Self { bwm: room([0.0; 3]).into_raw(), kind: None }
    }

    fn findings(&self) -> Findings {
        self.walkmesh().check(&every_rule())
    }

    fn level(&self) -> Option<Level> {
        Some(self.walkmesh().into())
    }
}

/// A room that fits its model. The damages are of the model.
#[derive(Clone)]
pub(crate) struct RoomWithModel {
    /// The faces of the model and their materials.
    pub(crate) model: Vec<([[f32; 3]; 3], u32)>,
    room: Walkmesh,
}

impl Sample for RoomWithModel {
    fn sound() -> Self {
        let room = room([0.0; 3]).with_layout_position([3.0, 2.0, 1.0]);
        let model = room.faces().map(|face| (face.points().unwrap(), face.material().0)).collect();
        Self { model, room }
    }

    fn findings(&self) -> Findings {
        let model = RoomModel::of_triangles(&self.model, [3.0, 2.0, 1.0]).to_mdl();
        self.room.check_model(&Model::from_raw(model).unwrap(), &every_rule())
    }

    fn level(&self) -> Option<Level> {
        Some(self.room.clone().into())
    }
}

/// Two rooms side by side that lead to each other, a file, and no objects.
#[derive(Clone)]
pub(crate) struct AreaFiles {
    pub(crate) area: Area,
    /// The name of a file beside the layout.
    pub(crate) file: &'static str,
    pub(crate) objects: Vec<(String, PlacedObject)>,
}

impl Sample for AreaFiles {
    fn sound() -> Self {
        let mut area = area_of([("west", room([0.0; 3])), ("east", room([2.0, 0.0, 0.0]))]);
        area.link().unwrap();
        Self { area, file: "west.wok", objects: Vec::new() }
    }

    fn findings(&self) -> Findings {
        let mut findings = self.area.check(&every_rule());
        self.area.check_file_name(self.file).into_iter().for_each(|finding| findings.push(finding));
        findings.append(self.area.check_objects(&self.objects, &every_rule()).unwrap(), None);
        findings
    }

    fn level(&self) -> Option<Level> {
        Some(self.area.clone().into())
    }
}

/// The options with which every rule is applied.
fn every_rule() -> CheckOptions {
    let walker = FlawOptions::DEFAULT.with_headroom(Some(2.0)).with_slope(Some(1.0)).with_step(Some(0.3));
    CheckOptions::all().with_flaws(walker.with_width(Some(0.5)).with_corner(Some(20.0)))
}

/// A level floor of two by two squares, of stone.
pub(crate) fn room(at: [f32; 3]) -> Walkmesh {
    let square = |x: f32, y: f32| {
        let corner = |right: f32, up: f32| [at[0] + x + right, at[1] + y + up, at[2]];
        let [a, b, c, d] = [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)];
        [[a, b, c], [a, c, d]]
    };
    let faces = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].into_iter().flat_map(|[x, y]| square(x, y));
    Walkmesh::from_triangles(Kind::Wok, faces.map(|face| (face, MaterialId(4)))).unwrap()
}

/// An area of rooms with these names.
pub(crate) fn area_of<const N: usize>(rooms: [(&str, Walkmesh); N]) -> Area {
    let mut layout = Layout::new();
    for (name, room) in &rooms {
        let position = room.bounds().map_or([0.0; 3], |bounds| bounds.min);
        layout.push(LayoutRoom { name: (*name).into(), position }).unwrap();
    }
    let mut area = Area::new(layout);
    for (id, (_, room)) in (0..).map(RoomId).zip(rooms) {
        area.insert(id, room).unwrap();
    }
    area.bake_stale().unwrap();
    area
}
