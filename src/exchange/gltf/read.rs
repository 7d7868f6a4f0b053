//! [`GltfScene`]: reads a scene from a glTF.

use std::collections::HashMap;

use gltf_json::Root;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked;

use super::accessor::Accessors;
use super::buffers::{Buffers, Files};
use super::container::parts;
use super::error::{GltfError, GltfFault};
use super::nodes::placed_nodes;
use crate::exchange::{Class, ClassedTriangle, Mark, Scene, SceneNode, TriangleSet, Up};

/// How many triangles a scene may have beyond what its file has, because nodes share meshes.
const MOST_COPIED: u64 = 1 << 20;

/// A scene that was read, and what was left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GltfScene {
    /// The scene.
    pub scene: Scene,
    /// What the file has beyond the scene.
    pub notes: Vec<GltfNote>,
}

/// Something in a file that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GltfNote {
    /// A part of a mesh consists of points or lines, not of triangles.
    NotTriangles {
        /// The name of the mesh.
        mesh: String,
    },
    /// A mesh has shapes to change into; only its basic shape was read.
    MorphTargets {
        /// The name of the mesh.
        mesh: String,
    },
}

impl GltfScene {
    /// Reads a GLB, or a glTF whose bytes are in its JSON, into axes of which one points up.
    ///
    /// ```
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

    /// Reads a GLB or a glTF. `files` reads a file that the glTF names, and must take care that the name does not lead out of
    /// the folder.
    ///
    /// # Errors
    /// [`GltfError`].
    pub fn from_bytes_with(
        bytes: &[u8],
        up: Up,
        files: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Self, GltfError> {
        let parts = parts(bytes)?;
        let root: Root = gltf_json::deserialize::from_slice(parts.json)
            .map_err(|error| GltfFault::Json(error.to_string()).at("JSON"))?;
        read(&root, parts.binary, bytes.len() as u64, up, files)
    }
}

fn read(root: &Root, binary: Option<&[u8]>, size: u64, up: Up, files: Files<'_>) -> Result<GltfScene, GltfError> {
    if let Some(name) = root.extensions_required.iter().find(|name| !is_harmless(name)) {
        return Err(GltfFault::Extension { name: name.clone() }.at("extensionsRequired"));
    }
    let buffers = Buffers::of(root, binary, files)?;
    let mut reader = Reader {
        root,
        accessors: Accessors { root, buffers: &buffers },
        up,
        notes: Vec::new(),
        meshes: HashMap::new(),
    };
    let mut scene = Scene { up, ..Scene::default() };
    let placed = placed_nodes(root)?;
    let most = size + buffers.total() + MOST_COPIED;
    let mut triangles = 0;
    // For each placed node with a mesh its triangle set.
    let mut set_of = HashMap::new();
    for (at, node) in placed.iter().enumerate() {
        let row = &root.nodes[node.index];
        let name = row.name.clone().unwrap_or_default();
        match (row.mesh, &node.mesh_above) {
            (Some(mesh), _) => {
                let set = reader.mesh(mesh.value())?.clone();
                triangles += set.triangles.len() as u64;
                if triangles > most {
                    return Err(GltfFault::TooManyFaces(most).at(format!("nodes[{}]", node.index)));
                }
                set_of.insert(at, scene.nodes.len());
                let placement = up.placement_from_gltf(&node.placement);
                scene.nodes.push(SceneNode { name, placement, set });
            }
            (None, _) if !is_mark(row) => {}
            (None, Some((mesh, within))) => {
                let point = up.placement_from_gltf(within).apply([0.0; 3]);
                if let Some(set) = set_of.get(mesh) {
                    scene.nodes[*set].set.marks.push(Mark { name, point });
                }
            }
            (None, None) => {
                let point = up.placement_from_gltf(&node.placement).apply([0.0; 3]);
                scene.marks.push(Mark { name, point });
            }
        }
    }
    Ok(GltfScene { scene, notes: reader.notes })
}

/// Whether a node is an empty one, which marks a point.
fn is_mark(node: &gltf_json::scene::Node) -> bool {
    node.camera.is_none() && node.skin.is_none() && node.children.as_ref().is_none_or(|children| children.is_empty())
}

/// Whether a file that needs an extension can be read without knowing it: it concerns only how surfaces look.
fn is_harmless(name: &str) -> bool {
    name.starts_with("KHR_materials_") || name.starts_with("KHR_texture_") || name.starts_with("KHR_lights_")
}

struct Reader<'r> {
    root: &'r Root,
    accessors: Accessors<'r>,
    up: Up,
    notes: Vec<GltfNote>,
    /// The meshes that were read already.
    meshes: HashMap<usize, TriangleSet>,
}

impl Reader<'_> {
    fn mesh(&mut self, index: usize) -> Result<&TriangleSet, GltfError> {
        if !self.meshes.contains_key(&index) {
            let set = self.read_mesh(index)?;
            self.meshes.insert(index, set);
        }
        Ok(&self.meshes[&index])
    }

    fn read_mesh(&mut self, index: usize) -> Result<TriangleSet, GltfError> {
        let count = self.root.meshes.len();
        let no_such = || GltfFault::NoSuch { name: "meshes", index, count }.at("nodes");
        let mesh = self.root.meshes.get(index).ok_or_else(no_such)?;
        let name = || mesh.name.clone().unwrap_or_default();
        let mut set = TriangleSet::default();
        // Where the points of each accessor begin, which several primitives may share.
        let mut starts = HashMap::new();
        for (at, primitive) in mesh.primitives.iter().enumerate() {
            let place = || format!("meshes[{index}].primitives[{at}]");
            if primitive.targets.is_some() {
                self.notes.push(GltfNote::MorphTargets { mesh: name() });
            }
            let Some(mode) = triangle_mode(primitive).map_err(|fault| fault.at(place()))? else {
                self.notes.push(GltfNote::NotTriangles { mesh: name() });
                continue;
            };
            let positions = primitive.attributes.get(&Checked::Valid(Semantic::Positions));
            let positions =
                positions.ok_or_else(|| GltfFault::Invalid("a primitive has no positions").at(place()))?.value();
            let (start, points) = match starts.get(&positions) {
                Some(known) => *known,
                None => {
                    let points = self.accessors.points(positions)?;
                    let known = (set.points.len() as u32, points.len());
                    set.points.extend(points.into_iter().map(|point| self.up.point_from_gltf(point)));
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
            let class = self.class(primitive, &mut set.classes).map_err(|fault| fault.at(place()))?;
            let row = |corners: [u32; 3]| ClassedTriangle { corners: corners.map(|corner| start + corner), class };
            set.triangles.extend(triangles(mode, &indices).map(row));
        }
        Ok(set)
    }

    /// The number of a primitive's class, by the name of its material; the class is added to those of the set.
    fn class(&self, primitive: &Primitive, classes: &mut Vec<Class>) -> Result<u32, GltfFault> {
        let class = match primitive.material {
            None => Class::of_label("", Class::UNNUMBERED),
            Some(material) => {
                let (index, count) = (material.value(), self.root.materials.len());
                let material =
                    self.root.materials.get(index).ok_or(GltfFault::NoSuch { name: "materials", index, count })?;
                let label = material.name.as_deref().unwrap_or_default();
                Class::of_label(label, Class::UNNUMBERED.saturating_add(index as u32 + 1))
            }
        };
        let number = class.number;
        if classes.iter().all(|known| known.number != number) {
            classes.push(class);
        }
        Ok(number)
    }
}

/// How a primitive lists triangles; `None` if it lists points or lines.
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
