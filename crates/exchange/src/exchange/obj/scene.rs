//! [`ObjScene`]: an OBJ with its MTL as a scene.

use std::collections::{HashMap, HashSet};

use super::error::ObjError;
use super::mtl::read_colors;
use super::read::{Obj, Run};
use crate::counted::agreeing;
use crate::exchange::beside::beside;
use crate::exchange::{Class, ClassedTriangle, Note, Scene, SceneNode, TriangleSet, Up};

/// A scene that was read from an OBJ, and notes on omitted data.
///
/// ```
/// # use walkmesh_exchange as walkmesh;
/// use walkmesh::exchange::{ObjScene, Up};
///
/// // Blender exports the square from (0, 0, 1) to (4, 4, 1) like this: y is up.
/// let text = "o room\nv 0 1 0\nv 4 1 0\nv 4 1 -4\nv 0 1 -4\nusemtl 04_Stone\nf 1 2 3 4\n";
/// let scene = ObjScene::from_bytes(text.as_bytes(), Up::Z)?.scene;
/// let room = &scene.nodes[0];
/// assert_eq!((room.name.as_str(), room.set.triangles.len()), ("room", 2));
/// assert_eq!((room.set.points[2], room.set.triangles[0].class), ([4.0, 4.0, 1.0], 4));
/// # Ok::<(), walkmesh::exchange::ObjError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ObjScene {
    /// The scene. No node has a placement, and neither nodes nor scene have marks: an OBJ cannot have them, so their
    /// absence is not meaningful.
    pub scene: Scene,
    /// The parts that were left out.
    pub notes: Vec<Note>,
}

impl ObjScene {
    /// Reads an OBJ without its MTL, into axes with `up` up. Classes have no colours then.
    ///
    /// # Errors
    /// [`ObjError`].
    pub fn from_bytes(bytes: &[u8], up: Up) -> Result<Self, ObjError> {
        Ok(Obj::from_bytes(bytes)?.into_scene(up, &HashMap::new()))
    }

    /// Reads an OBJ and its MTL, into axes with `up` up. `files` reads an MTL that the OBJ names, by its path
    /// within the folder of the OBJ; it never gets names that lead out of the folder. An MTL that cannot be read is
    /// reported as a note.
    ///
    /// # Errors
    /// [`ObjError`].
    pub fn from_bytes_with(
        bytes: &[u8],
        up: Up,
        files: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Self, ObjError> {
        let obj = Obj::from_bytes(bytes)?;
        let mut colors = HashMap::new();
        let mut missing = Vec::new();
        // Names that differ in `./` denote the same file.
        let mut read_already = HashSet::new();
        for library in &obj.libraries {
            let path = beside(library).map_err(str::to_owned);
            if path.as_ref().is_ok_and(|path| !read_already.insert(path.clone())) {
                continue;
            }
            match path.and_then(|path| files(&path)) {
                Ok(bytes) => read_colors(&bytes, &mut colors),
                Err(reason) => missing.push((library, reason)),
            }
        }
        let note = |(library, reason)| {
            Note::of_scene(format!(
                "The material library {library} cannot be read ({reason}), so that classes have no colours; their names \
                 are in the OBJ itself."
            ))
        };
        let notes: Vec<_> = missing.into_iter().map(note).collect();
        let mut read = obj.into_scene(up, &colors);
        read.notes.extend(notes);
        Ok(read)
    }
}

impl Obj {
    fn into_scene(self, up: Up, colors: &HashMap<String, [u8; 3]>) -> ObjScene {
        let classes = self.classes(colors);
        let mut builder = NodeBuilder {
            obj: &self,
            up,
            classes: &classes,
            local: vec![u32::MAX; self.vertices.len()],
            is_used: vec![false; self.vertices.len()],
        };
        let nodes = self.runs_of_nodes().into_iter().map(|(name, runs)| builder.node(name, &runs)).collect();
        let loose = builder.is_used.iter().filter(|is_used| !**is_used).count();
        let mut notes = Vec::new();
        let were = ["was", "were"];
        for (count, what, why) in
            [(loose, "vertex", "in no face"), (self.others, "element", "a point, line, curve or surface and no face")]
        {
            if count > 0 {
                notes.push(Note::of_scene(format!("{} left out: {why}.", agreeing(count, what, were))));
            }
        }
        ObjScene { scene: Scene { up, nodes, marks: Vec::new() }, notes }
    }

    /// The class of each name that is used as a material.
    fn classes(&self, colors: &HashMap<String, [u8; 3]>) -> HashMap<Option<usize>, Class> {
        let class = |material: Option<usize>| {
            let label = material.map_or("", |index| self.names[index].as_str());
            let unnumbered = Class::UNNUMBERED.saturating_add(material.map_or(0, |index| index as u32 + 1));
            Class { color: colors.get(label).copied().unwrap_or_default(), ..Class::of_label(label, unnumbered) }
        };
        let materials: HashSet<_> = self.runs.iter().map(|run| run.owner.material).collect();
        materials.into_iter().map(|material| (material, class(material))).collect()
    }

    /// The runs of each node, in the order in which the nodes have their first triangle.
    fn runs_of_nodes(&self) -> Vec<(&str, Vec<usize>)> {
        let has_objects = self.runs.iter().any(|run| run.owner.object.is_some());
        let mut nodes: Vec<(&str, Vec<usize>)> = Vec::new();
        let mut node_of = HashMap::new();
        for (at, Run { owner, .. }) in self.runs.iter().enumerate() {
            let name = if has_objects { owner.object } else { owner.group };
            // Equal names have equal numbers. An empty name counts as missing.
            let name = name.filter(|index| !self.names[*index].is_empty());
            let node = *node_of.entry(name).or_insert(nodes.len());
            if node == nodes.len() {
                nodes.push((name.map_or("", |index| self.names[index].as_str()), Vec::new()));
            }
            nodes[node].1.push(at);
        }
        nodes
    }

    fn triangles_of(&self, run: usize) -> &[[u32; 3]] {
        let end = self.runs.get(run + 1).map_or(self.triangles.len(), |next| next.first);
        &self.triangles[self.runs[run].first..end]
    }
}

struct NodeBuilder<'o> {
    obj: &'o Obj,
    up: Up,
    classes: &'o HashMap<Option<usize>, Class>,
    /// The index in the current node of each of its vertices; leftovers of earlier nodes are never read.
    local: Vec<u32>,
    /// True if any node uses the vertex.
    is_used: Vec<bool>,
}

impl NodeBuilder<'_> {
    /// The node of some runs. Its points are in the order of the file.
    fn node(&mut self, name: &str, runs: &[usize]) -> SceneNode {
        let obj = self.obj;
        let mut used: Vec<u32> = runs.iter().flat_map(|run| obj.triangles_of(*run)).flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let mut set = TriangleSet::default();
        for (index, vertex) in (0..).zip(used) {
            self.local[vertex as usize] = index;
            self.is_used[vertex as usize] = true;
            set.points.push(self.up.point_from_y_up(obj.vertices[vertex as usize]));
        }
        let mut numbers = HashSet::new();
        for run in runs {
            let class = &self.classes[&obj.runs[*run].owner.material];
            if numbers.insert(class.number) {
                set.classes.push(class.clone());
            }
            let local = |corners: &[u32; 3]| corners.map(|corner| self.local[corner as usize]);
            let row = |corners| ClassedTriangle { corners: local(corners), class: class.number };
            set.triangles.extend(obj.triangles_of(*run).iter().map(row));
        }
        SceneNode { name: name.to_owned(), set, ..SceneNode::default() }
    }
}
