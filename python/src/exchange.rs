//! Walkmeshes as arrays, and as files of other programs.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use walkmesh::counted;
use walkmesh::exchange::{
    Class, ClassedTriangle, GltfScene, MatchOptions, MatchReport, NodeReport, ObjScene, Scene, SceneNode, TriangleSet,
    Up,
};
use walkmesh::level::{self, ApplyOptions, ApplyReport, OpenOptions};

use crate::arrays::{Points, Triples, from_rows};
use crate::error::{ExchangeError, raise, wrong};
use crate::level::Level;

/// Makes a walkmesh of arrays, or puts them onto one that has all that arrays do not say.
#[pyfunction]
#[pyo3(signature = (vertices, faces, materials, *, name="room.wok", onto=None))]
pub fn from_arrays(
    py: Python<'_>,
    vertices: Points<'_>,
    faces: Triples<'_>,
    materials: Vec<u32>,
    name: &str,
    onto: Option<PyRef<'_, Level>>,
) -> PyResult<Level> {
    let corners: Vec<[u32; 3]> = from_rows(&faces, "faces")?;
    if corners.len() != materials.len() {
        return Err(wrong(format_args!("there are {} faces and {} materials", corners.len(), materials.len())));
    }
    let points: Vec<[f32; 3]> = from_rows(&vertices, "vertices")?;
    if let Some(missing) = corners.iter().flatten().find(|corner| **corner as usize >= points.len()) {
        return Err(wrong(format_args!("a face has vertex {missing}, and there are {}", points.len())));
    }
    let known = onto.as_ref().map(|onto| onto.level.paints()).unwrap_or_default();
    let class = |number: u32| {
        known.iter().find(|class| class.number == number).cloned().unwrap_or(Class { number, ..Class::default() })
    };
    let mut numbers = materials.clone();
    numbers.sort_unstable();
    numbers.dedup();
    let triangles = corners.into_iter().zip(materials).map(|(corners, class)| ClassedTriangle { corners, class });
    let set = TriangleSet {
        points,
        triangles: triangles.collect(),
        classes: numbers.into_iter().map(class).collect(),
        marks: Vec::new(),
    };
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    match onto {
        None => {
            let scene = Scene {
                nodes: vec![SceneNode { name: stem.to_owned(), set, ..SceneNode::default() }],
                ..Scene::default()
            };
            made(py, name, &scene)
        }
        Some(onto) => {
            let mut level = onto.level.clone();
            let node = level.to_scene().map_err(raise!(ExchangeError))?.scene.nodes.into_iter().next();
            let named = node.map_or_else(|| stem.to_owned(), |node| node.name);
            let scene = Scene {
                nodes: vec![SceneNode { name: named, set, ..SceneNode::default() }],
                up: level.kind().up(),
                ..Scene::default()
            };
            let options = ApplyOptions::new(MatchOptions::default().with_keep_marks(true));
            py.detach(|| level.apply_scene(&scene, &options)).map_err(raise!(ExchangeError))?;
            Ok(Level::of(level, onto.folder.clone()))
        }
    }
}

/// A new level of a scene.
fn made(py: Python<'_>, name: &str, scene: &Scene) -> PyResult<Level> {
    let made = py.detach(|| level::Level::from_scene(name, scene, &OpenOptions::default()));
    made.map(|(level, _)| Level::from(level)).map_err(raise!(ExchangeError))
}

/// The axis that is up in files of a name.
fn up_of(name: &str) -> Up {
    level::Kind::promised_by(name).map_or(Up::Z, level::Kind::up)
}

/// Makes a level of a GLB or a glTF with its buffers inside. The name says what it becomes.
#[pyfunction]
pub fn from_glb(py: Python<'_>, glb: &[u8], name: &str) -> PyResult<Level> {
    let read = GltfScene::from_bytes(glb, up_of(name)).map_err(raise!(ExchangeError))?;
    made(py, name, &read.scene)
}

/// Makes a level of an OBJ. The name says what it becomes.
#[pyfunction]
pub fn from_obj(py: Python<'_>, obj: &[u8], name: &str) -> PyResult<Level> {
    let read = ObjScene::from_bytes(obj, up_of(name)).map_err(raise!(ExchangeError))?;
    made(py, name, &read.scene)
}

/// What was taken back, in sentences.
fn sentences(report: &ApplyReport) -> Vec<String> {
    let nodes = report.nodes.iter().filter(|node| !node.is_unchanged());
    nodes.flat_map(of_node).chain(report.notes.iter().map(|note| note.message.clone())).collect()
}

/// What was taken back of a node.
fn of_node(report: &NodeReport) -> Vec<String> {
    let MatchReport { added, removed, moved, repainted, flipped, .. } = &report.matched;
    let counts =
        [(moved, "moved"), (added, "added"), (removed, "removed"), (repainted, "repainted"), (flipped, "turned over")];
    let changed = counts.into_iter().filter(|(faces, _)| !faces.is_empty());
    let faces = changed.map(|(faces, how)| format!("{}: {} {how}", report.node, counted(faces.len(), "face")));
    let marks =
        report.marks_not_placed.iter().map(|lost| format!("{}: {}: {}", report.node, lost.mark.name, lost.reason));
    faces.chain(marks).chain(report.notes.iter().map(|note| note.message.clone())).collect()
}

/// How an edited scene is taken back.
fn options(matching: MatchOptions, new_rooms: bool, drop_rooms: bool, accept_mismatch: bool) -> ApplyOptions {
    let mut options = ApplyOptions::new(matching);
    (options.new_rooms, options.drop_rooms, options.accept_mismatch) = (new_rooms, drop_rooms, accept_mismatch);
    options
}

#[pymethods]
impl Level {
    /// The level as a GLB.
    fn to_glb<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let scene = self.level.to_scene().map_err(raise!(ExchangeError))?.scene;
        let glb = scene.to_glb().ok_or_else(|| ExchangeError::new_err("the level is too large for a GLB"))?;
        Ok(PyBytes::new(py, &glb))
    }

    /// The level as an OBJ, and its MTL, which is to be written under the name that the OBJ has for it.
    #[pyo3(signature = (mtl_name="walkmesh.mtl"))]
    fn to_obj(&self, mtl_name: &str) -> PyResult<(String, String)> {
        let files = self.level.to_scene().map_err(raise!(ExchangeError))?.scene.to_obj(mtl_name);
        Ok((files.obj, files.mtl))
    }

    /// Takes the edits of a GLB back, which was made of this level.
    #[pyo3(signature = (glb, *, weld=false, new_rooms=false, drop_rooms=false, accept_mismatch=false))]
    fn apply_glb(
        &mut self,
        py: Python<'_>,
        glb: &[u8],
        weld: bool,
        new_rooms: bool,
        drop_rooms: bool,
        accept_mismatch: bool,
    ) -> PyResult<Vec<String>> {
        let read = GltfScene::from_bytes(glb, self.level.kind().up()).map_err(raise!(ExchangeError))?;
        let options = options(MatchOptions::default().with_weld(weld), new_rooms, drop_rooms, accept_mismatch);
        self.apply(py, &read.scene, &options)
    }

    /// Takes the edits of an OBJ back, which was made of this level.
    #[pyo3(signature = (obj, *, weld=false, new_rooms=false, drop_rooms=false, accept_mismatch=false))]
    fn apply_obj(
        &mut self,
        py: Python<'_>,
        obj: &[u8],
        weld: bool,
        new_rooms: bool,
        drop_rooms: bool,
        accept_mismatch: bool,
    ) -> PyResult<Vec<String>> {
        /// Programs write six decimals.
        const ROUNDING: f32 = 1e-4;
        let read = ObjScene::from_bytes(obj, self.level.kind().up()).map_err(raise!(ExchangeError))?;
        let matching = MatchOptions::default().with_weld(weld).with_snap(ROUNDING).with_keep_marks(true);
        self.apply(py, &read.scene, &options(matching, new_rooms, drop_rooms, accept_mismatch))
    }
}

impl Level {
    fn apply(&mut self, py: Python<'_>, scene: &Scene, options: &ApplyOptions) -> PyResult<Vec<String>> {
        let done = py.detach(|| self.change(|level| level.apply_scene(scene, options)));
        done.map(|report| sentences(&report)).map_err(raise!(ExchangeError))
    }
}
