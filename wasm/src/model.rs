//! [`Model`]: what is drawn and picked: the triangles of all parts in one list, with what they are called in their files.

mod marks;

use std::collections::BTreeMap;

use walkmesh::exchange::{Class, SceneNode, TriangleSet};
use walkmesh::kotor::RoomId;
use walkmesh::level::AnyFile;
use walkmesh::mesh::{Ray, RayBvh, Triangle};
use walkmesh::silkroad::BlockId;

use crate::source::Source;

pub use self::marks::Mark;

/// The part of a model that triangles belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOf {
    /// The only one.
    File,
    /// A room of a KotOR area.
    Room(RoomId),
    /// A door or placeable in the area.
    Object(usize),
    /// A block of a Silkroad dungeon.
    Block(BlockId),
}

/// A part: triangles that follow one another in the list.
#[derive(Clone, Debug)]
pub struct Part {
    pub of: PartOf,
    pub name: String,
    pub first: usize,
    pub count: usize,
}

/// The triangles, in the order of the parts.
#[derive(Default)]
pub struct Model {
    pub parts: Vec<Part>,
    pub points: Vec<[f32; 3]>,
    pub corners: Vec<[u32; 3]>,
    /// For each triangle the place of its class in `classes`.
    pub class_of: Vec<u32>,
    pub classes: Vec<Class>,
    /// For each triangle its number in its file.
    pub numbers: Vec<u32>,
    pub marks: Vec<Mark>,
    bvh: std::cell::OnceCell<RayBvh>,
}

impl Model {
    /// The model of what was opened. A file without triangles has an empty one.
    pub fn of(source: &Source) -> Self {
        let mut model = Self::default();
        let mut numbers_of_classes = BTreeMap::new();
        match source {
            Source::File { name, file } => {
                let stem = name.rsplit_once('.').map_or(&**name, |(stem, _)| stem);
                if let Ok(export) = file.to_scene(stem) {
                    for node in export.scene.nodes {
                        model.push(PartOf::File, node, own_numbers(file), &mut numbers_of_classes);
                    }
                }
            }
            Source::Area { files, .. } => {
                for (room, walkmesh) in files.area.rooms() {
                    let name = files.area.layout().room(room).map_or("", |room| &room.name);
                    let (node, _) = walkmesh.to_scene_node(name);
                    model.push(PartOf::Room(room), node, None, &mut numbers_of_classes);
                }
                for (number, object) in files.objects.iter().enumerate() {
                    let placed = object.placed();
                    let (mut node, _) = placed.walkmesh().to_scene_node(&object.states[object.state].file);
                    node.set.points.iter_mut().for_each(|point| *point = placed.to_area(*point));
                    node.set.marks.clear();
                    model.push(PartOf::Object(number), node, None, &mut numbers_of_classes);
                }
            }
            Source::Dungeon(dungeon) => {
                let mut nodes = dungeon.floors.to_scene(&dungeon.dof).scene.nodes.into_iter();
                let blocks = (0..dungeon.dof.blocks.blocks.len() as u32).map(BlockId);
                for (id, floor) in blocks.filter_map(|id| Some((id, dungeon.floors.floor(id)?))) {
                    let Some(node) = nodes.next() else { break };
                    let mesh = floor.mesh();
                    let cells = mesh.cells.iter().map(|cell| cell.vertices.map(u32::from));
                    let numbers = whole(cells, mesh.vertices.len());
                    model.push(PartOf::Block(id), node, Some(numbers), &mut numbers_of_classes);
                }
            }
        }
        marks::add_marks(&mut model, source);
        model
    }

    fn push(&mut self, of: PartOf, node: SceneNode, numbers: Option<Vec<u32>>, known: &mut BTreeMap<u32, u32>) {
        let set: TriangleSet = node.placed_set().into_owned();
        let (first, first_point) = (self.corners.len(), self.points.len() as u32);
        for class in &set.classes {
            known.entry(class.number).or_insert_with(|| {
                self.classes.push(class.clone());
                self.classes.len() as u32 - 1
            });
        }
        for (triangle, row) in set.triangles.iter().enumerate() {
            // A corner that does not exist, or is not finite, would tear the picture: such a triangle has no area.
            let corners = if set.can_be_carried(triangle) { row.corners } else { [0; 3] };
            self.corners.push(corners.map(|corner| first_point + corner));
            self.class_of.push(known.get(&row.class).copied().unwrap_or_default());
        }
        let count = set.triangles.len();
        match numbers {
            Some(numbers) if numbers.len() == count => self.numbers.extend(numbers),
            _ => self.numbers.extend(0..count as u32),
        }
        self.marks.extend(set.marks.iter().map(|mark| Mark::of(of, &node.name, mark)));
        self.points
            .extend(set.points.iter().map(|point| point.map(|value| if value.is_finite() { value } else { 0.0 })));
        if self.points.len() as u32 == first_point {
            // So that a triangle without corners has a point to stand on.
            self.points.push([0.0; 3]);
        }
        self.parts.push(Part { of, name: node.name, first, count });
    }

    /// The part that a triangle belongs to.
    pub fn part_of(&self, triangle: usize) -> Option<&Part> {
        let at = self.parts.partition_point(|part| part.first + part.count <= triangle);
        self.parts.get(at).filter(|part| part.first <= triangle)
    }

    /// The triangle with a number of a part.
    pub fn find(&self, of: PartOf, number: u32) -> Option<usize> {
        let part = self.parts.iter().find(|part| part.of == of)?;
        let numbers = &self.numbers[part.first..part.first + part.count];
        numbers.binary_search(&number).ok().map(|at| part.first + at)
    }

    /// The corners of a triangle.
    pub fn points_of(&self, triangle: usize) -> Option<Triangle> {
        Some(self.corners.get(triangle)?.map(|corner| self.points[corner as usize]))
    }

    /// The middle of a triangle.
    pub fn middle(&self, triangle: usize) -> Option<[f32; 3]> {
        let [a, b, c] = self.points_of(triangle)?;
        Some([0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0))
    }

    /// The first triangle that a ray meets and how far away, whatever can be walked on. Only parts count that are shown.
    pub fn pick(&self, ray: &Ray) -> Option<(usize, f32)> {
        let bvh = self.bvh.get_or_init(|| {
            let triangles: Vec<Triangle> = (0..self.corners.len()).filter_map(|id| self.points_of(id)).collect();
            RayBvh::new(&triangles, |_| 1)
        });
        bvh.raycast(ray, 1).map(|hit| (hit.face as usize, hit.distance))
    }
}

/// The numbers of the triangles that a scene shows; `None` if these are all.
fn own_numbers(file: &AnyFile) -> Option<Vec<u32>> {
    let walkmesh = match file {
        AnyFile::Trn(terrain) => terrain.walkmesh().ok()?,
        AnyFile::Aswm(walkmesh) => walkmesh,
        AnyFile::Bms(bms) => {
            let mesh = bms.nav_mesh.as_ref()?;
            return Some(whole(mesh.cells.iter().map(|cell| cell.vertices.map(u32::from)), mesh.vertices.len()));
        }
        _ => return None,
    };
    Some(whole(walkmesh.triangle_rows().iter().map(|row| row.vertices), walkmesh.vertices().len()))
}

/// The numbers of the rows whose corners exist.
fn whole(rows: impl Iterator<Item = [u32; 3]>, points: usize) -> Vec<u32> {
    let exists = |corner: &u32| (*corner as usize) < points;
    (0..).zip(rows).filter(|(_, corners)| corners.iter().all(exists)).map(|(number, _)| number).collect()
}
