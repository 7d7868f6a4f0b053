//! The samples for the examples of KotOR's rules, which damage them: a room's file, and an area.

#[path = "../../../tests/support/room_model.rs"]
mod room_model;

use std::ops::{Deref, DerefMut};

pub(crate) use walkmesh_formats::bwm::{AabbNode, Bwm};

use crate::finding::{CheckOptions, Findings, Sample};
use crate::flaw::FlawOptions;
use crate::formats::gff::{Gff, Tree, TreeValue};
use crate::formats::mdl::AabbNode as ModelNode;
pub(crate) use crate::instances::{Instance, InstanceKind, Instances, Transition, TransitionTarget};
use crate::kotor::Model;
pub(crate) use crate::kotor::{
    Area, AreaContents, Git, Kind, Layout, LayoutRoom, MaterialId, MissingObject, MissingReason, ModuleInfo,
    PathPoints, PlacedObject, RoomId, Visibility, Walkmesh,
};
use crate::level::Level;
use room_model::RoomModel;

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
    /// Rebuilds the room from other faces.
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

/// A room that matches its model. The examples damage the model.
#[derive(Clone)]
pub(crate) struct RoomWithModel {
    /// The faces of the model and their materials.
    pub(crate) model: Vec<([[f32; 3]; 3], u32)>,
    /// The fault of the model's tree.
    pub(crate) tree: fn(&mut [ModelNode]),
    room: Walkmesh,
}

impl Sample for RoomWithModel {
    fn sound() -> Self {
        let room = room([0.0; 3]).with_layout_position([3.0, 2.0, 1.0]);
        let model = room.faces().map(|face| (face.points().unwrap(), face.material().0)).collect();
        Self { model, tree: |_| {}, room }
    }

    fn findings(&self) -> Findings {
        let mut model = RoomModel::of_triangles(&self.model, [3.0, 2.0, 1.0]).to_mdl();
        let root = model.walkmesh().unwrap().unwrap().root;
        let mut tree = model.table_at(root, 2 * self.model.len() as u32 - 1, "tree").unwrap();
        (self.tree)(&mut tree);
        model.put(root, &tree, "tree").unwrap();
        self.room.check_model(&Model::from_raw(model).unwrap(), &every_rule())
    }

    fn level(&self) -> Option<Level> {
        Some(self.room.clone().into())
    }
}

/// Two adjacent rooms that lead to each other, one extra file, and no objects.
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

/// Two adjacent rooms with one object of each kind, a module that starts there, path points and a VIS.
#[derive(Clone)]
pub(crate) struct Furnished {
    area: Area,
    pub(crate) contents: AreaContents,
    fixed: Vec<(String, PlacedObject)>,
}

impl Furnished {
    /// The first object of a kind.
    pub(crate) fn thing(&mut self, kind: InstanceKind) -> &mut Instance {
        self.contents.instances.complete.iter_mut().find(|instance| instance.kind == kind).unwrap()
    }

    pub(crate) fn module(&mut self) -> &mut ModuleInfo {
        self.contents.module.as_mut().unwrap()
    }

    /// Marks the first object of a kind as missing a file.
    pub(crate) fn miss(&mut self, kind: InstanceKind, reason: MissingReason) {
        let missing = MissingObject::new(self.thing(kind), reason);
        self.contents.missing.push(missing);
    }

    /// Makes the door lead to a module and a tag.
    pub(crate) fn lead(&mut self, module: &str, tag: &str) {
        let transition = Transition { module: module.into(), tag: tag.into(), target: TransitionTarget::WayPoint };
        self.thing(InstanceKind::Door).transition = Some(transition);
    }

    pub(crate) fn seen(&mut self, text: &str) {
        self.contents.visibility = Visibility::from_bytes(text.as_bytes());
    }

    /// Sets the path points, each with its links.
    pub(crate) fn path(&mut self, points: &[([f32; 2], &[u32])]) {
        self.contents.path_points = Some(PathPoints::new(points));
    }

    /// Sets the path points, each with the number of its first link and the number of its links.
    pub(crate) fn path_links(&mut self, points: &[([f32; 2], u32, u32)], links: &[u32]) {
        let point = |&([x, y], first, count): &([f32; 2], u32, u32)| {
            let links = Tree::new(2).with("Conections", TreeValue::Dword(count));
            let links = links.with("First_Conection", TreeValue::Dword(first));
            links.with("X", TreeValue::Float(x)).with("Y", TreeValue::Float(y))
        };
        let link = |&to: &u32| Tree::new(3).with("Destination", TreeValue::Dword(to));
        let root = Tree::root()
            .with("Path_Points", TreeValue::List(points.iter().map(point).collect()))
            .with("Path_Conections", TreeValue::List(links.iter().map(link).collect()));
        self.contents.path_points = Some(PathPoints::from_raw(Gff::from_tree(*b"PTH ", &root).unwrap()));
    }

    /// Moves the eastern room a little, so that a gap separates the two.
    pub(crate) fn part_rooms(&mut self, gap: f32) {
        self.area = area_of([("west", room([0.0; 3])), ("east", room([2.0 + gap, 0.0, 0.0]))]);
        // The west room gets more floor, so that it is the largest part.
        let mut west = self.area.room(RoomId(0)).unwrap().clone();
        let more = [[-4.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let faces: Vec<_> = west.faces().map(|face| (face.points().unwrap(), face.material())).collect();
        west = Walkmesh::from_triangles(Kind::Wok, faces.into_iter().chain([(more, MaterialId(4))])).unwrap();
        self.area.insert(RoomId(0), west).unwrap();
    }

    pub(crate) fn remove_rooms(&mut self) {
        self.area = Area::new(self.area.layout().clone());
    }

    /// Replaces the rooms by one of 12 m by 12 m.
    pub(crate) fn widen(&mut self) {
        let room = room([0.0; 3]);
        let wide =
            room.faces().map(|face| (face.points().unwrap().map(|corner| corner.map(|it| 6.0 * it)), face.material()));
        let wide = Walkmesh::from_triangles(Kind::Wok, wide.collect::<Vec<_>>()).unwrap();
        self.area = area_of([("west", wide)]);
    }

    /// Puts an unwalkable object of one face into the area.
    pub(crate) fn fix(&mut self, name: &str, face: [[f32; 3]; 3]) {
        let object = Walkmesh::from_triangles(Kind::Pwk, [(face, MaterialId(7))]).unwrap();
        self.fixed.push((name.to_owned(), PlacedObject::new(object, [0.0; 3], 0.0)));
    }
}

impl Sample for Furnished {
    fn sound() -> Self {
        let AreaFiles { area, .. } = AreaFiles::sound();
        let contents = AreaContents {
            area: "manor".into(),
            instances: furniture(),
            module: Some(ModuleInfo {
                areas: vec!["manor".into()],
                entry_area: "Manor".into(),
                entry: Some([0.5, 0.5, 0.0]),
            }),
            ..AreaContents::default()
        };
        let mut furnished = Self { area, contents, fixed: Vec::new() };
        furnished.seen("west 1\n  east\neast 1\n  west\n");
        furnished.path(&[([0.5, 0.5], &[1]), ([3.5, 0.5], &[0])]);
        furnished.lead("", "EXIT");
        furnished
    }

    fn findings(&self) -> Findings {
        self.area.check_contents(&self.contents, &self.fixed, &every_rule()).unwrap()
    }

    fn level(&self) -> Option<Level> {
        let mut level = Level::from(self.area.clone());
        for (name, object) in &self.fixed {
            level.place(name.as_str(), object.clone()).unwrap();
        }
        Some(level)
    }
}

/// An object of each kind that is checked.
fn furniture() -> Instances {
    let list = |label: &str, fields: &[(&str, f32)], name: &str| {
        let own = fields.iter().fold(Tree::new(0), |own, (label, value)| own.with(*label, TreeValue::Float(*value)));
        let own =
            own.with("Tag", TreeValue::String(name.into())).with("TemplateResRef", TreeValue::ResRef(name.into()));
        (label.to_owned(), own)
    };
    let situated = [("X", 1.0), ("Y", 1.5), ("Z", 0.0)];
    let standing = [("XPosition", 1.0), ("YPosition", 0.5), ("ZPosition", 0.0)];
    let corners = |labels: [&str; 3]| {
        let corner = |x: f32, y: f32| {
            let values = labels.iter().zip([x, y, 0.0]);
            values.fold(Tree::new(3), |corner, (label, value)| corner.with(*label, TreeValue::Float(value)))
        };
        TreeValue::List(vec![corner(0.0, 0.0), corner(0.5, 0.0), corner(0.0, 0.5)])
    };
    let lists = [
        list("Creature List", &standing, "guard"),
        list("Door List", &situated, "gate"),
        list("Placeable List", &situated, "chest"),
        list("TriggerList", &standing, "alarm"),
        list("Encounter List", &standing, "ambush"),
        list("WaypointList", &standing, "exit"),
        list("StoreList", &standing, "shop"),
    ];
    let root = lists.into_iter().fold(Tree::root(), |root, (label, own)| {
        let own = match &*label {
            "TriggerList" => own.with("Geometry", corners(["PointX", "PointY", "PointZ"])),
            "Encounter List" => {
                let spawn = [("X", 1.5), ("Y", 0.5), ("Z", 0.0)].iter();
                let spawn =
                    spawn.fold(Tree::new(0), |spawn, (label, value)| spawn.with(*label, TreeValue::Float(*value)));
                own.with("Geometry", corners(["X", "Y", "Z"])).with("SpawnPointList", TreeValue::List(vec![spawn]))
            }
            _ => own,
        };
        root.with(label, TreeValue::List(vec![own]))
    });
    Git::from_raw(Gff::from_tree(*b"GIT ", &root).unwrap()).instances()
}

/// The options that enable every rule.
fn every_rule() -> CheckOptions {
    let walker = FlawOptions::DEFAULT.with_height(Some(2.0)).with_slope(Some(1.0)).with_step(Some(0.3));
    CheckOptions::all().with_flaws(walker.with_radius(Some(0.25)).with_corner(Some(20.0)))
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

/// An area with rooms of these names.
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
