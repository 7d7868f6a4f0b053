//! [`GltfScene`]: reads a scene from a glTF.

use std::collections::{HashMap, HashSet};

use gltf_json::Root;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;

use super::accessor::Accessors;
use super::buffers::{Buffers, Files};
use super::container::parts;
use super::error::{GltfError, GltfFault};
use super::nodes::placed_nodes;
use crate::exchange::{Class, ClassedTriangle, Mark, Note, Scene, SceneNode, TriangleSet, Up};

/// The maximum number of points and triangles of a scene beyond the bytes of its file, because nodes share meshes, and meshes share
/// accessors.
const MAX_COPIED: u64 = 1 << 20;

/// The cost of a class description without its name, in points or triangles that take about as much memory.
const OF_A_CLASS: usize = 8;

/// A scene that was read, and notes on omitted data.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct GltfScene {
    /// The scene.
    pub scene: Scene,
    /// The parts of the file that the scene cannot hold and that were left out.
    pub notes: Vec<Note>,
}

impl GltfScene {
    /// Reads a GLB, or a glTF whose bytes are in its JSON, into axes with `up` up.
    ///
    /// ```
    /// # use walkmesh_exchange as walkmesh;
    /// use walkmesh::exchange::{ClassedTriangle, GltfScene, Scene, SceneNode, TriangleSet, Up};
    ///
    /// let set = TriangleSet {
    ///     points: vec![[0.0, 0.0, 0.1], [4.0, 0.0, 0.2], [4.0, 4.0, 0.3]],
    ///     triangles: vec![ClassedTriangle { corners: [0, 1, 2], class: 4 }],
    ///     ..TriangleSet::default()
    /// };
    /// let scene = Scene { nodes: vec![SceneNode { name: "room".into(), set, ..SceneNode::default() }], ..Scene::default() };
    /// let read = GltfScene::from_bytes(&scene.to_glb().unwrap(), Up::Z)?.scene;
    /// assert_eq!(read.nodes[0].set.points, scene.nodes[0].set.points);
    /// assert_eq!(read.nodes[0].set.triangles, scene.nodes[0].set.triangles);
    /// # Ok::<(), walkmesh::exchange::GltfError>(())
    /// ```
    ///
    /// # Errors
    /// [`GltfError`]. A file that the glTF names is an error: see [`from_bytes_with`](Self::from_bytes_with).
    pub fn from_bytes(bytes: &[u8], up: Up) -> Result<Self, GltfError> {
        Self::from_bytes_with(bytes, up, &mut |_| Err("files are not looked for here".into()))
    }

    /// Reads a GLB or a glTF. `files` reads a file that the glTF names, by its path within the folder of the glTF; it never
    /// gets names that lead out of the folder.
    ///
    /// # Errors
    /// [`GltfError`].
    pub fn from_bytes_with(
        bytes: &[u8],
        up: Up,
        files: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Self, GltfError> {
        let parts = parts(bytes)?;
        let root = root(parts.json).map_err(|error| GltfFault::Json(error.to_string()).at("JSON"))?;
        read(&root, parts.binary, bytes.len() as u64, up, files)
    }
}

/// The JSON of a file. A scene may have no nodes, but `gltf-json` wants a list of them.
fn root(json: &[u8]) -> Result<Root, gltf_json::Error> {
    let error = match gltf_json::deserialize::from_slice(json) {
        Ok(root) => return Ok(root),
        Err(error) => error,
    };
    let mut value: gltf_json::Value = gltf_json::deserialize::from_slice(json)?;
    let mut is_changed = false;
    for scene in value.get_mut("scenes").and_then(|scenes| scenes.as_array_mut()).into_iter().flatten() {
        if let Some(scene) = scene.as_object_mut().filter(|scene| !scene.contains_key("nodes")) {
            scene.insert("nodes".into(), gltf_json::Value::Array(Vec::new()));
            is_changed = true;
        }
    }
    // The first error has the line.
    if is_changed { gltf_json::deserialize::from_value(value) } else { Err(error) }
}

fn read(root: &Root, binary: Option<&[u8]>, size: u64, up: Up, files: Files<'_>) -> Result<GltfScene, GltfError> {
    if !root.asset.version.starts_with("2.") {
        return Err(GltfFault::Invalid("only glTF of version 2 can be read").at("asset"));
    }
    if let Some(name) = root.extensions_required.iter().find(|name| !is_harmless(name)) {
        return Err(GltfFault::Extension { name: name.clone() }.at("extensionsRequired"));
    }
    let buffers = Buffers::new(root, binary, files)?;
    // Each point and triangle is counted where it is read and where a node uses it.
    let most = 2 * (size + buffers.total()) + MAX_COPIED;
    let mut reader = Reader {
        root,
        accessors: Accessors { root, buffers: &buffers },
        up,
        notes: Vec::new(),
        meshes: HashMap::new(),
        most,
        left: most,
    };
    let mut scene = Scene { up, ..Scene::default() };
    let placed = placed_nodes(root)?;
    // For each placed node with a mesh, its triangle set.
    let mut set_of = HashMap::new();
    for (at, node) in placed.iter().enumerate() {
        let row = &root.nodes[node.index];
        let name = row.name.clone().unwrap_or_default();
        match (row.mesh, &node.mesh_above) {
            (Some(mesh), _) => {
                let set = reader.mesh(mesh.value())?;
                let classes: usize = set.classes.iter().map(|class| OF_A_CLASS + class.name.len()).sum();
                let used = set.points.len() + set.triangles.len() + classes;
                let set = set.clone();
                reader.spend(used).map_err(|fault| fault.at(format!("nodes[{}]", node.index)))?;
                if row.skin.is_some() {
                    let message = "The mesh is bent by a skeleton; it was read as it is before that.";
                    reader.notes.push(Note::of_node(name.as_str(), message));
                }
                set_of.insert(at, scene.nodes.len());
                let placement = up.placement_from_y_up(&node.placement);
                scene.nodes.push(SceneNode { name, placement, set });
            }
            (None, _) if !is_mark(row) => {}
            (None, Some((mesh, within))) => {
                let point = up.placement_from_y_up(within).apply([0.0; 3]);
                if let Some(set) = set_of.get(mesh) {
                    scene.nodes[*set].set.marks.push(Mark { name, point });
                }
            }
            (None, None) => {
                let point = up.placement_from_y_up(&node.placement).apply([0.0; 3]);
                scene.marks.push(Mark { name, point });
            }
        }
    }
    Ok(GltfScene { scene, notes: reader.notes })
}

/// Returns whether a node is an empty one, which marks a point.
fn is_mark(node: &gltf_json::scene::Node) -> bool {
    node.camera.is_none() && node.skin.is_none() && node.children.as_ref().is_none_or(|children| children.is_empty())
}

/// Returns whether a file that needs an extension can be read without supporting it: it affects only appearance.
fn is_harmless(name: &str) -> bool {
    let prefixes = ["KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "KHR_lights_", "KHR_xmp"];
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

struct Reader<'r> {
    root: &'r Root,
    accessors: Accessors<'r>,
    up: Up,
    notes: Vec<Note>,
    /// The meshes that were read already.
    meshes: HashMap<usize, TriangleSet>,
    /// The maximum number of points, triangles and characters of class names to which the file may expand, and the remaining number.
    most: u64,
    left: u64,
}

impl Reader<'_> {
    fn mesh(&mut self, index: usize) -> Result<&TriangleSet, GltfError> {
        if !self.meshes.contains_key(&index) {
            let set = self.read_mesh(index)?;
            self.meshes.insert(index, set);
        }
        Ok(&self.meshes[&index])
    }

    /// Counts the items to which the file expands.
    fn spend(&mut self, count: usize) -> Result<(), GltfFault> {
        self.left = self.left.checked_sub(count as u64).ok_or(GltfFault::TooManyFaces(self.most))?;
        Ok(())
    }

    fn read_mesh(&mut self, index: usize) -> Result<TriangleSet, GltfError> {
        let count = self.root.meshes.len();
        let no_such = || GltfFault::NoSuch { name: "meshes", index, count }.at("nodes");
        let mesh = self.root.meshes.get(index).ok_or_else(no_such)?;
        let mut set = TriangleSet::default();
        // The start of each accessor's points, which several primitives may share.
        let mut starts = HashMap::new();
        let mut class_of = HashMap::new();
        let mut numbers = HashSet::new();
        let (mut has_others, mut has_targets) = (false, false);
        for (at, primitive) in mesh.primitives.iter().enumerate() {
            let place = || format!("meshes[{index}].primitives[{at}]");
            has_targets |= primitive.targets.is_some();
            let Some(mode) = triangle_mode(primitive).map_err(|fault| fault.at(place()))? else {
                has_others = true;
                continue;
            };
            let positions = primitive.attributes.get(&Checked::Valid(Semantic::Positions));
            let positions =
                positions.ok_or_else(|| GltfFault::Invalid("a primitive has no positions").at(place()))?.value();
            let (start, points) = match starts.get(&positions) {
                Some(known) => *known,
                None => {
                    let points = self.accessors.points(positions)?;
                    self.spend(points.len()).map_err(|fault| fault.at(place()))?;
                    let known = (set.points.len() as u32, points.len());
                    set.points.extend(points.into_iter().map(|point| self.up.point_from_y_up(point)));
                    starts.insert(positions, known);
                    known
                }
            };
            let indices = match primitive.indices {
                Some(indices) => self.accessors.indices(indices.value())?,
                None => (0..points as u32).collect(),
            };
            if let Some(&vertex) = indices.iter().find(|vertex| **vertex as usize >= points) {
                return Err(GltfFault::NoSuchVertex { vertex, vertices: points }.at(place()));
            }
            self.spend(indices.len()).map_err(|fault| fault.at(place()))?;
            let material = primitive.material.map(|material| material.value());
            let class = match class_of.get(&material) {
                Some(known) => *known,
                None => {
                    let class = self.class(material).map_err(|fault| fault.at(place()))?;
                    let number = class.number;
                    class_of.insert(material, number);
                    if numbers.insert(number) {
                        set.classes.push(class);
                    }
                    number
                }
            };
            let row = |corners: [u32; 3]| ClassedTriangle { corners: corners.map(|corner| start + corner), class };
            set.triangles.extend(triangles(mode, &indices).map(row));
        }
        for (is_so, message) in [
            (has_targets, "The mesh has shapes to change into (morph targets); only its basic shape was read."),
            (has_others, "A part of the mesh consists of points or lines, not of triangles, and was left out."),
        ] {
            if is_so {
                self.notes.push(Note::of_node(mesh.name.clone().unwrap_or_default(), message));
            }
        }
        Ok(set)
    }

    /// The class that the name of a material denotes.
    fn class(&mut self, material: Option<usize>) -> Result<Class, GltfFault> {
        self.spend(OF_A_CLASS)?;
        let Some(index) = material else { return Ok(Class::of_label("", Class::UNNUMBERED)) };
        let (root, count) = (self.root, self.root.materials.len());
        let material = root.materials.get(index).ok_or(GltfFault::NoSuch { name: "materials", index, count })?;
        let label = material.name.as_deref().unwrap_or_default();
        self.spend(label.len())?;
        Ok(Class::of_label(label, Class::UNNUMBERED.saturating_add(index as u32 + 1)))
    }
}

/// The arrangement of a primitive's triangles; `None` if it lists points or lines.
fn triangle_mode(primitive: &Primitive) -> Result<Option<Mode>, GltfFault> {
    match primitive.mode {
        Checked::Valid(mode @ (Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan)) => Ok(Some(mode)),
        Checked::Valid(_) => Ok(None),
        Checked::Invalid => Err(GltfFault::Invalid("the mode of a primitive must be 0 to 6")),
    }
}

/// The triangles that indices list.
fn triangles(mode: Mode, indices: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let step = if mode == Mode::Triangles { 3 } else { 1 };
    let count = match mode {
        Mode::Triangles => indices.len() / 3,
        _ => indices.len().saturating_sub(2),
    };
    (0..count).map(move |triangle| {
        let at = step * triangle;
        match mode {
            Mode::TriangleFan => [indices[0], indices[at + 1], indices[at + 2]],
            Mode::TriangleStrip if triangle % 2 == 1 => [indices[at + 1], indices[at], indices[at + 2]],
            _ => [indices[at], indices[at + 1], indices[at + 2]],
        }
    })
}
