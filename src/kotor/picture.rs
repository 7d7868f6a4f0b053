//! Pictures of walkmeshes and areas, as the layers of a [`Picture`].

use std::collections::{BTreeMap, HashSet};

use super::{
    Area, AreaFace, EdgeId, FaceId, Kind, LayoutRoom, Navigable, Navigator, NodeId, Part, PlacedObject, RoomId,
    Walkmesh,
};
use crate::counted;
use crate::exchange::Up;
use crate::finding::Finding;
use crate::geometry::Aabb;
use crate::mesh::Position;
use crate::picture::{ColorBy, Group, Ink, Layer, Paint, Paths, Picture, Shapes, Site, Surface, Symbol};

impl Walkmesh {
    /// The plan view: faces, perimeters, transitions and hooks.
    #[must_use]
    pub fn to_picture(&self, title: &str, color: ColorBy) -> Picture {
        let mut scene = Picture::new(title);
        scene.subtitle = format!("{} of KotOR, {}", what_it_is(self.kind()), counted(self.face_count(), "face"));
        let navigator = (color == ColorBy::Part).then(|| Navigator::new(self.clone()));
        let mut surface = Surface::new(Up::Z, "m");
        let (node, _) = self.to_scene_node(title);
        surface.add(&node, |face| {
            part_of(navigator.as_ref()?, FaceId(face as u32), &node.set.points, node.set.triangles[face].corners)
        });
        scene.focus = surface.focus();
        scene.layers.push(surface.layer(color));
        let mut borders = Borders::default();
        borders.add(self, |room| format!("to room {}", room.0));
        borders.add_to(&mut scene);
        scene.layers.extend(hooks(self.hooks().map(|hook| hook.relative), self.kind()));
        scene
    }

    /// The boxes of one level of the stored tree, where the root is level 0, as a layer; `None` if the tree is not that deep. A
    /// damaged tree is followed until a node repeats.
    #[must_use]
    pub fn tree_layer(&self, level: u32) -> Option<Layer> {
        let mut nodes: Vec<NodeId> = self.root().into_iter().collect();
        let mut met: HashSet<NodeId> = nodes.iter().copied().collect();
        for _ in 0..level {
            let below = nodes.iter().filter_map(|node| self.node(*node)).flat_map(|node| node.children).flatten();
            nodes = below.filter(|node| met.insert(*node)).collect();
            if nodes.is_empty() {
                break;
            }
        }
        let boxes: Paths =
            nodes.iter().filter_map(|node| self.node(*node)).map(|node| plan_box(&node.bounds)).collect();
        let mut layer = Layer::new("tree", "Stored tree");
        let title = format!("level {level}: {}", counted(boxes.iter().len(), "box"));
        layer.push(Group::new("boxes", title, Paint::line(Ink::Info, 160), Shapes::Polygons(boxes)));
        (!layer.is_empty()).then_some(layer)
    }

    /// The location of a finding of this walkmesh in the plan view: its spot, or else its place.
    #[must_use]
    pub fn site(&self, finding: &Finding) -> Option<Site> {
        Site::of_finding(finding, Up::Z, |place| self.locate(place))
    }
}

impl Area {
    /// The plan view of all rooms that are present, with their names, perimeters, transitions and door hooks, and of doors and placeables
    /// with their names.
    #[must_use]
    pub fn to_picture(&self, title: &str, color: ColorBy, objects: &[(String, PlacedObject)]) -> Picture {
        let mut scene = Picture::new(title);
        let faces: usize = self.rooms().map(|(_, room)| room.face_count()).sum();
        scene.subtitle =
            format!("area of KotOR, {}, {}", counted(self.rooms().count(), "room"), counted(faces, "face"));
        let navigator = (color == ColorBy::Part)
            .then(|| Navigator::of_area_with(self.clone(), objects.iter().map(|(_, object)| object.clone()).collect()));
        let mut surface = Surface::new(Up::Z, "m");
        let mut names = Layer { is_framed: false, ..Layer::new("rooms", "Rooms") };
        let mut borders = Borders::default();
        let name_of = |id: RoomId| {
            let room = self.layout().room(id).filter(|room| room.name != LayoutRoom::NO_MODEL);
            room.map_or_else(|| format!("room {}", id.0), |room| room.name.clone())
        };
        for (id, room) in self.rooms() {
            let (node, _) = room.to_scene_node("");
            surface.add(&node, |face| {
                let name = AreaFace { part: Part::Room(id), face: FaceId(face as u32) };
                part_of(navigator.as_ref()?, name, &node.set.points, node.set.triangles[face].corners)
            });
            if let Some(bounds) = room.bounds() {
                let middle = [0, 1].map(|axis| bounds.min[axis] / 2.0 + bounds.max[axis] / 2.0);
                names.label_on(name_of(id), middle, 30);
            }
            borders.add(room, |to| format!("{} to {}", name_of(id), name_of(to)));
        }
        // The picture of an area shows where a transition leads.
        borders
            .transitions
            .values_mut()
            .for_each(|transition| transition.is_labelled = self.room(transition.to).is_none());
        scene.focus = surface.focus();
        scene.layers.push(surface.layer(color));
        borders.add_to(&mut scene);
        scene.layers.push(names);
        scene.layers.extend(self.door_hooks());
        scene.layers.extend(objects_layer(objects));
        scene
    }

    /// The location of a finding of [`check`](Self::check) in the plan view: its spot, or else its place.
    #[must_use]
    pub fn site(&self, finding: &Finding) -> Option<Site> {
        Site::of_finding(finding, Up::Z, |place| self.locate(place))
    }

    /// The layer of the layout's door hooks.
    fn door_hooks(&self) -> Option<Layer> {
        let mut layer = Layer { is_framed: false, ..Layer::new("door-hooks", "Layout") };
        let points: Vec<_> = self.layout().door_hooks().iter().map(|hook| plan(hook.position)).collect();
        for (hook, point) in self.layout().door_hooks().iter().zip(&points) {
            layer.label(&hook.name, *point, 10);
        }
        let paint = Paint::filled(Ink::Object).with_border(Ink::Page, 100);
        layer.push(Group::new("hooks", "door hooks", paint, Shapes::Marks(Symbol::Diamond, points)));
        (!layer.is_empty()).then_some(layer)
    }
}

fn what_it_is(kind: Kind) -> &'static str {
    match kind {
        Kind::Wok => "room",
        Kind::Pwk => "placeable",
        Kind::Dwk => "door",
    }
}

fn plan([x, y, _]: [f32; 3]) -> [f32; 2] {
    [x, y]
}

fn plan_box(Aabb { min, max }: &Aabb) -> [[f32; 2]; 4] {
    [[min[0], min[1]], [max[0], min[1]], [max[0], max[1]], [min[0], max[1]]]
}

/// The connected part of a face with these corners.
fn part_of<N: Navigable>(
    navigator: &Navigator<N>,
    face: N::Face,
    points: &[[f32; 3]],
    corners: [u32; 3],
) -> Option<u32> {
    let [a, b, c] = corners.map(|corner| points.get(corner as usize).copied());
    let (a, b, c) = (a?, b?, c?);
    let middle = [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
    navigator.connected_part(Position::new(middle, face)).ok()?
}

/// The borders of the walkable floor.
#[derive(Default)]
struct Borders {
    edges: Paths,
    /// By their labels.
    transitions: BTreeMap<String, Transition>,
}

/// The edges that lead from one room to another.
struct Transition {
    to: RoomId,
    edges: Vec<[[f32; 2]; 2]>,
    is_labelled: bool,
}

impl Borders {
    /// Adds the perimeters of a room. `name` gives the name of a transition to a room.
    fn add(&mut self, room: &Walkmesh, name: impl Fn(RoomId) -> String) {
        for row in room.perimeters().flatten() {
            let Some(ends) = EdgeId::from_raw(row.edge).and_then(|edge| room.edge_points(edge)) else { continue };
            let ends = ends.map(plan);
            match u32::try_from(row.transition) {
                Err(_) => self.edges.push(ends),
                Ok(to) => {
                    let new = || Transition { to: RoomId(to), edges: Vec::new(), is_labelled: true };
                    self.transitions.entry(name(RoomId(to))).or_insert_with(new).edges.push(ends);
                }
            }
        }
    }

    fn add_to(self, scene: &mut Picture) {
        let mut layer = Layer { is_framed: false, ..Layer::new("borders", "Borders") };
        let edges = Paint::line(Ink::Border, 140);
        layer.push(Group::new("perimeters", "perimeters", edges, Shapes::Lines(self.edges)));
        let all: Paths = self.transitions.values().flat_map(|transition| transition.edges.iter().copied()).collect();
        layer.push(Group::new("transitions", "transitions", Paint::line(Ink::Exit, 350), Shapes::Lines(all)));
        for (name, Transition { edges, .. }) in self.transitions.into_iter().filter(|(_, it)| it.is_labelled) {
            let [a, b] = edges[edges.len() / 2];
            layer.label(name, [0, 1].map(|axis| a[axis] / 2.0 + b[axis] / 2.0), 20);
        }
        scene.layers.push(layer);
    }
}

/// The layer of the points from which a creature uses an object. An all-zero hook is not used.
fn hooks(hooks: [[f32; 3]; 2], kind: Kind) -> Option<Layer> {
    let mut layer = Layer::new("hooks", "Hooks");
    let hooks: Vec<_> = (1..).zip(hooks).filter(|(_, hook)| !kind.is_room() && *hook != [0.0; 3]).collect();
    for (number, hook) in &hooks {
        layer.label(format!("hook {number}"), plan(*hook), 40);
    }
    let points = hooks.iter().map(|(_, hook)| plan(*hook)).collect();
    let paint = Paint::filled(Ink::Exit).with_border(Ink::Page, 100);
    layer.push(Group::new("use", "use hooks", paint, Shapes::Marks(Symbol::Triangle, points)));
    (!layer.is_empty()).then_some(layer)
}

/// The layer of doors and placeables at their positions.
fn objects_layer(objects: &[(String, PlacedObject)]) -> Option<Layer> {
    let mut layer = Layer { is_framed: false, ..Layer::new("objects", "Objects") };
    let (mut flat, mut upright, mut points) = (Vec::new(), Paths::default(), Vec::new());
    for (name, object) in objects {
        for face in object.walkmesh().faces() {
            let Some([a, b, c]) = face.points().map(|points| points.map(|point| plan(object.to_area(point)))) else {
                continue;
            };
            flat.push([a, b, c]);
            // A vertical face is a line in the plan view.
            upright.push([a, b, c, a]);
        }
        let zero = object.to_area([0.0; 3]);
        points.extend(object.hooks().into_iter().filter(|hook| *hook != zero).map(plan));
        layer.label(name.rsplit(['/', '\\']).next().unwrap_or(name), plan(zero), 25);
    }
    let body = Paint::filled(Ink::Object).with_opacity(60);
    layer.push(Group::new("bodies", "doors and placeables", body, Shapes::Triangles(flat)));
    let lines = Paint::line(Ink::Object, 200);
    layer.push(Group::new("walls", "", lines, Shapes::Lines(upright)).without_legend());
    let paint = Paint::filled(Ink::Exit).with_border(Ink::Page, 100);
    layer.push(Group::new("use", "use hooks", paint, Shapes::Marks(Symbol::Triangle, points)));
    (!layer.is_empty()).then_some(layer)
}
