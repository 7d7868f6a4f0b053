//! [`Node`]: a part of a level as an object of an editor, out and back.

use std::collections::HashMap;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use walkmesh::counted;
use walkmesh::exchange::{Class, Mark, MatchOptions, Scene, SceneNode, Transform, TriangleSet};
use walkmesh::level::{self, OpenOptions};

use crate::arrays::{Indices, Points, Triples, rows};
use crate::error::{raise, wrong};
use crate::exchange::{options, triangle_set};
use crate::level::Level;

/// A part of a level as an object of an editor: a file, a room, or a block. A node without a name and triangles has
/// only marks. `origins` gives for each face its original index in the level's own node, or -1 if unknown: a transition
/// follows its face, however that was moved.
#[pyclass(frozen, module = "walkmesh", from_py_object)]
#[derive(Clone)]
pub struct Node {
    /// The name, such as the room's.
    #[pyo3(get)]
    name: String,
    placement: Transform,
    set: TriangleSet,
}

/// A point, in Python.
type PyPoint = (f32, f32, f32);

#[pymethods]
impl Node {
    #[new]
    #[pyo3(signature = (name, vertices, faces, materials, *, placement=None, marks=Vec::new(), origins=Vec::new()))]
    fn new(
        name: String,
        vertices: Points<'_>,
        faces: Triples<'_>,
        materials: Indices<'_>,
        placement: Option<[[f64; 4]; 3]>,
        marks: Vec<(String, [f32; 3])>,
        origins: Vec<i64>,
    ) -> PyResult<Self> {
        let mut set = triangle_set(&vertices, &faces, &materials, &[])?;
        set.marks = marks.into_iter().map(|(name, point)| Mark { name, point }).collect();
        if !origins.is_empty() && origins.len() != set.triangles.len() {
            return Err(wrong(format_args!("there are {} faces and {} origins", set.triangles.len(), origins.len())));
        }
        set.origins = origins.into_iter().map(|origin| u32::try_from(origin).ok()).collect();
        let placement = placement.map_or(Transform::IDENTITY, |rows| Transform { rows });
        if !placement.is_finite() {
            return Err(wrong("the placement is not finite"));
        }
        Ok(Self { name, placement, set })
    }

    /// Shape (n, 3): the points, in the coordinates of the node.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        rows(py, &self.set.points)
    }

    /// Shape (m, 3): the corners of each triangle.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        rows(py, &self.set.triangles.iter().map(|row| row.corners).collect::<Vec<_>>())
    }

    /// Shape (m,): the class number of each triangle.
    #[getter]
    fn materials<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.set.triangles.iter().map(|row| row.class).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Shape (3, 4): the affine transform from the node to the level.
    #[getter]
    fn placement<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        self.placement.rows.as_flattened().to_vec().into_pyarray(py).reshape([3, 4])
    }

    /// The named points, such as transitions and hooks, in the coordinates of the node.
    #[getter]
    fn marks(&self) -> Vec<(String, PyPoint)> {
        self.set.marks.iter().map(|mark| (mark.name.clone(), mark.point.into())).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Node {}: {}>", self.name, counted(self.set.triangles.len(), "triangle"))
    }
}

/// The scene of nodes, with class names that a level recognises.
fn scene(level: &level::Level, nodes: Vec<Node>) -> Scene {
    let known: HashMap<u32, Class> = level.paints().into_iter().map(|class| (class.number, class)).collect();
    let nodes = nodes.into_iter().map(|Node { name, placement, mut set }| {
        for class in &mut set.classes {
            if let Some(known) = known.get(&class.number) {
                *class = known.clone();
            }
        }
        SceneNode { name, placement, set }
    });
    Scene { nodes: nodes.collect(), up: level.kind().up(), ..Scene::default() }
}

/// Makes a level from nodes. The name gives the kind, such as ``area.lyt`` with one room per node.
#[pyfunction]
pub fn from_nodes(py: Python<'_>, nodes: Vec<Node>, name: &str) -> PyResult<Level> {
    let nodes = nodes.into_iter().map(|Node { name, placement, set }| SceneNode { name, placement, set });
    let up = level::Kind::promised_by(name).map_or_else(Default::default, level::Kind::up);
    let scene = Scene { nodes: nodes.collect(), up, ..Scene::default() };
    let made = py.detach(|| level::Level::from_scene(name, &scene, &OpenOptions::default()));
    made.map(|(level, _)| Level::from(level)).map_err(raise!(ExchangeError))
}

#[pymethods]
impl Level {
    /// The level as nodes for an editor. They include triangles that editors cannot show.
    fn to_nodes(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        let scene = py.detach(|| self.now().level.to_scene()).map_err(raise!(ExchangeError))?.scene;
        let mut nodes: Vec<Node> =
            scene.nodes.into_iter().map(|SceneNode { name, placement, set }| Node { name, placement, set }).collect();
        if !scene.marks.is_empty() {
            // Points that belong to no part, as a node without triangles.
            let set = TriangleSet { marks: scene.marks, ..TriangleSet::default() };
            nodes.push(Node { name: String::new(), placement: Transform::IDENTITY, set });
        }
        Ok(nodes)
    }

    /// Applies the edits that an editor made to the nodes of this level, as `apply_glb` does.
    ///
    /// Vertices may have moved by `snap`, in the units of the game. With `keep_marks`, transitions and hooks are
    /// unchanged.
    #[pyo3(signature = (nodes, *, weld=false, snap=0.0, keep_marks=false, new_rooms=false, drop_rooms=false, accept_mismatch=false))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn apply_nodes(
        &self,
        py: Python<'_>,
        nodes: Vec<Node>,
        weld: bool,
        snap: f32,
        keep_marks: bool,
        new_rooms: bool,
        drop_rooms: bool,
        accept_mismatch: bool,
    ) -> PyResult<Vec<String>> {
        let (loose, nodes): (Vec<_>, Vec<_>) =
            nodes.into_iter().partition(|node| node.name.is_empty() && node.set.triangles.is_empty());
        let mut scene = scene(&self.now().level, nodes);
        scene.marks = loose.into_iter().flat_map(|node| node.set.marks).collect();
        let matching = MatchOptions::default().with_weld(weld).with_snap(snap).with_keep_marks(keep_marks);
        self.apply(py, &scene, &options(matching, new_rooms, drop_rooms, accept_mismatch))
    }
}
