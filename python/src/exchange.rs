//! Walkmeshes as arrays, and as files of other programs.

use std::collections::{BTreeSet, HashMap};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use walkmesh::counted;
use walkmesh::exchange::{
    Class, ClassedTriangle, GltfScene, MatchOptions, MatchReport, NodeReport, ObjScene, Scene, SceneNode, TriangleSet,
    Up,
};
use walkmesh::formats::Document;
use walkmesh::kotor::{EdgeId, FaceId, Walkmesh};
use walkmesh::level::{self, ApplyOptions, ApplyReport, BakeOptions, Edit, OpenOptions};

use crate::arrays::{Indices, Points, Triples};
use crate::error::{ExchangeError, raise, wrong};
use crate::level::Level;

/// Makes a walkmesh from vertices (n, 3), faces (m, 3) and a class number for each face (m,), and bakes it.
///
/// The name gives the kind: ``.wok``, ``.pwk`` and ``.dwk`` of KotOR, ``.trn`` and ``.trx`` of NWN2. With `onto`, a
/// level with one part, faces are matched by the positions of their corners, and data that is not in the arrays, such
/// as transitions and hooks, is taken from there; unchanged data keeps every bit. `transitions`, `hooks` and `position`
/// have the form of the attributes of a KotOR `Level`; omitted ones are unchanged.
#[pyfunction]
#[pyo3(signature = (vertices, faces, materials, *, name="room.wok", transitions=None, hooks=None, position=None, onto=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn from_arrays(
    py: Python<'_>,
    vertices: Points<'_>,
    faces: Triples<'_>,
    materials: Indices<'_>,
    name: &str,
    transitions: Option<Triples<'_>>,
    hooks: Option<Points<'_>>,
    position: Option<[f32; 3]>,
    onto: Option<PyRef<'_, Level>>,
) -> PyResult<Level> {
    let known = onto.as_ref().map(|onto| onto.now().level.paints()).unwrap_or_default();
    let set = triangle_set(&vertices, &faces, &materials, &known)?;
    let ways = transitions.map(|transitions| {
        let rows: Vec<[u32; 3]> = transitions.of("transitions")?;
        rows.into_iter().map(|row| Way::new(&set, row)).collect::<PyResult<Vec<_>>>()
    });
    let ways = ways.transpose()?;
    let hooks = hooks.map(|hooks| hooks.of("hooks")).transpose()?;
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let (mut level, folder) = match onto {
        None => {
            let node = SceneNode { name: stem.to_owned(), set, ..SceneNode::default() };
            (made(py, name, &Scene { nodes: vec![node], ..Scene::default() })?.now().level.clone(), None)
        }
        Some(onto) => {
            let mut level = onto.now().level.clone();
            let node = level.to_scene().map_err(raise!(ExchangeError))?.scene.nodes.into_iter().next();
            let name = node.map_or_else(|| stem.to_owned(), |node| node.name);
            let node = SceneNode { name, set, ..SceneNode::default() };
            let scene = Scene { nodes: vec![node], up: level.kind().up(), ..Scene::default() };
            let options = ApplyOptions::new(MatchOptions::default().with_keep_marks(true));
            py.detach(|| level.apply_scene(&scene, &options)).map_err(raise!(ExchangeError))?;
            (level, onto.folder.clone())
        }
    };
    place(&mut level, hooks.as_deref(), position)?;
    if let Some(ways) = ways {
        lead(&mut level, &ways)?;
    }
    Ok(Level::new(level, folder))
}

/// The triangles of arrays.
pub fn triangle_set(
    vertices: &Points<'_>,
    faces: &Triples<'_>,
    materials: &Indices<'_>,
    known: &[Class],
) -> PyResult<TriangleSet> {
    let points: Vec<[f32; 3]> = vertices.of("vertices")?;
    let corners: Vec<[u32; 3]> = faces.of("faces")?;
    let materials = materials.as_array();
    if corners.len() != materials.len() {
        return Err(wrong(format_args!("there are {} faces and {} materials", corners.len(), materials.len())));
    }
    if let Some(missing) = corners.iter().flatten().find(|corner| **corner as usize >= points.len()) {
        return Err(wrong(format_args!("a face has vertex {missing}, and there are {}", points.len())));
    }
    let numbers: BTreeSet<u32> = materials.iter().copied().collect();
    let class = |number: u32| {
        known.iter().find(|class| class.number == number).cloned().unwrap_or(Class { number, ..Class::default() })
    };
    let triangles = corners.into_iter().zip(materials).map(|(corners, &class)| ClassedTriangle { corners, class });
    let (triangles, classes) = (triangles.collect(), numbers.into_iter().map(class).collect());
    Ok(TriangleSet { points, triangles, classes, ..TriangleSet::default() })
}

/// The bits of the ends of an edge, by which it is found again even if its vertices and face are renumbered.
type Ends = [[u32; 3]; 2];

fn ends(points: [[f32; 3]; 2]) -> Ends {
    // -0 is 0.
    points.map(|point| point.map(|value| (value + 0.0).to_bits()))
}

/// An edge that leads to a room.
struct Way {
    ends: Ends,
    room: u32,
}

impl Way {
    /// Made from a row with a triangle, a side and a room.
    fn new(set: &TriangleSet, [triangle, side, room]: [u32; 3]) -> PyResult<Self> {
        let row = set.triangles.get(triangle as usize).filter(|_| side < 3);
        let row = row.ok_or_else(|| wrong(format_args!("there is no side {side} of a face {triangle}")))?;
        let corner = |at: u32| set.points[row.corners[at as usize % 3] as usize];
        Ok(Self { ends: ends([corner(side), corner(side + 1)]), room })
    }
}

/// Sets the transitions of a walkmesh of KotOR to a list. Existing transitions are not touched.
fn lead(level: &mut level::Level, ways: &[Way]) -> PyResult<()> {
    let walkmesh = kotor_only(level)?;
    let wanted: HashMap<Ends, u32> = ways.iter().map(|way| (way.ends, way.room)).collect();
    let stored = walkmesh.transitions().filter_map(|(edge, room)| Some((ends(walkmesh.edge_points(edge)?), room.0)));
    let stored: HashMap<Ends, u32> = stored.collect();
    let edges = (0..walkmesh.face_count()).flat_map(|face| (0..3).map(move |side| (face as u32, side)));
    // Duplicate faces have the same edges; one of these edges has the transition.
    let edits = edges.filter_map(|(face, side)| {
        let ends = ends(walkmesh.edge_points(EdgeId::new(FaceId(face), side as usize)?)?);
        let room = wanted.get(&ends).copied();
        (room != stored.get(&ends).copied()).then_some(Edit::Transition { face, side, room })
    });
    let edits: Vec<Edit> = edits.collect();
    if edits.is_empty() {
        return Ok(());
    }
    level.edit(&edits, &BakeOptions::default()).map(drop).map_err(raise!(ExchangeError))
}

/// Sets the hooks of a walkmesh of KotOR, relative to its position, and the position.
fn place(level: &mut level::Level, hooks: Option<&[[f32; 3]]>, position: Option<[f32; 3]>) -> PyResult<()> {
    if hooks.is_none() && position.is_none() {
        return Ok(());
    }
    let mut walkmesh = kotor_only(level)?.clone();
    if let Some(position) = position.filter(|position| *position != walkmesh.position()) {
        walkmesh.set_position(position).map_err(raise!(ExchangeError))?;
    }
    let stored = walkmesh.hooks().map(|hook| hook.relative);
    if let Some(hooks) = hooks.filter(|hooks| *hooks != stored) {
        let hooks = <[_; 2]>::try_from(hooks).map_err(|_| wrong("a walkmesh has two hooks"))?;
        walkmesh.set_hooks(hooks).map_err(raise!(ExchangeError))?;
    }
    if walkmesh.as_raw() != kotor_only(level)?.as_raw() {
        *level = level::Level::from(walkmesh);
    }
    Ok(())
}

fn kotor_only(level: &level::Level) -> PyResult<&Walkmesh> {
    level.kotor().walkmesh.ok_or_else(|| wrong("transitions, hooks and a position are those of one walkmesh of KotOR"))
}

/// A new level from a scene.
fn made(py: Python<'_>, name: &str, scene: &Scene) -> PyResult<Level> {
    let made = py.detach(|| level::Level::from_scene(name, scene, &OpenOptions::default()));
    made.map(|(level, _)| Level::from(level)).map_err(raise!(ExchangeError))
}

/// The up axis of files with a given name.
fn up_of(name: &str) -> Up {
    level::Kind::promised_by(name).map_or(Up::Z, level::Kind::up)
}

/// Makes a level from a GLB whose materials have numbered names, such as ``04 Stone``. The name gives the kind.
#[pyfunction]
pub fn from_glb(py: Python<'_>, glb: &[u8], name: &str) -> PyResult<Level> {
    let read = GltfScene::from_bytes(glb, up_of(name)).map_err(raise!(ExchangeError))?;
    made(py, name, &read.scene)
}

/// Makes a level from an OBJ. The name gives the kind.
#[pyfunction]
pub fn from_obj(py: Python<'_>, obj: &[u8], name: &str) -> PyResult<Level> {
    let read = ObjScene::from_bytes(obj, up_of(name)).map_err(raise!(ExchangeError))?;
    made(py, name, &read.scene)
}

/// Describes the applied edits in sentences.
fn sentences(report: &ApplyReport) -> Vec<String> {
    let nodes = report.nodes.iter().filter(|node| !node.is_unchanged());
    nodes.flat_map(of_node).chain(report.notes.iter().map(|note| note.message.clone())).collect()
}

/// Describes the applied edits of a node.
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

/// Options for applying an edited scene.
pub fn options(matching: MatchOptions, new_rooms: bool, drop_rooms: bool, accept_mismatch: bool) -> ApplyOptions {
    let mut options = ApplyOptions::new(matching);
    (options.new_rooms, options.drop_rooms, options.accept_mismatch) = (new_rooms, drop_rooms, accept_mismatch);
    options
}

#[pymethods]
impl Level {
    /// The level as a binary glTF, for Blender and other programs.
    fn to_glb<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let scene = self.now().level.to_scene().map_err(raise!(ExchangeError))?.scene;
        let glb = scene.to_glb().ok_or_else(|| ExchangeError::new_err("the level is too large for a GLB"))?;
        Ok(PyBytes::new(py, &glb))
    }

    /// The level as an OBJ and its MTL.
    #[pyo3(signature = (mtl_name="walkmesh.mtl"))]
    fn to_obj(&self, mtl_name: &str) -> PyResult<(String, String)> {
        let files = self.now().level.to_scene().map_err(raise!(ExchangeError))?.scene.to_obj(mtl_name);
        Ok((files.obj, files.mtl))
    }

    /// The floor as a Detour tile for ``dtNavMesh::init``, with y up.
    fn to_detour<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let floor = py.detach(|| self.now().level.to_floor()).map_err(raise!(ExchangeError))?;
        let tile = floor.to_detour().map_err(raise!(ExchangeError))?.tile;
        Ok(PyBytes::new(py, &tile.to_bytes().map_err(raise!(ExchangeError))?))
    }

    /// The floor as the text of a ``NavigationMesh`` of Godot 4 (``.tres``), with y up.
    fn to_godot(&self, py: Python<'_>) -> PyResult<String> {
        let floor = py.detach(|| self.now().level.to_floor()).map_err(raise!(ExchangeError))?;
        Ok(floor.to_godot().text)
    }

    /// Applies the edits that another program made in the GLB of this level. Unedited data keeps every bit.
    ///
    /// `weld` joins vertices of which only some copies moved; `new_rooms` and `drop_rooms` add rooms for new objects
    /// and remove missing ones; `accept_mismatch` accepts a file that seems to be of another level.
    #[pyo3(signature = (glb, *, weld=false, new_rooms=false, drop_rooms=false, accept_mismatch=false))]
    fn apply_glb(
        &self,
        py: Python<'_>,
        glb: &[u8],
        weld: bool,
        new_rooms: bool,
        drop_rooms: bool,
        accept_mismatch: bool,
    ) -> PyResult<Vec<String>> {
        let read = GltfScene::from_bytes(glb, self.now().level.kind().up()).map_err(raise!(ExchangeError))?;
        let options = options(MatchOptions::default().with_weld(weld), new_rooms, drop_rooms, accept_mismatch);
        self.apply(py, &read.scene, &options)
    }

    /// Like `apply_glb`, for an OBJ.
    #[pyo3(signature = (obj, *, weld=false, new_rooms=false, drop_rooms=false, accept_mismatch=false))]
    fn apply_obj(
        &self,
        py: Python<'_>,
        obj: &[u8],
        weld: bool,
        new_rooms: bool,
        drop_rooms: bool,
        accept_mismatch: bool,
    ) -> PyResult<Vec<String>> {
        /// Programs write six decimals.
        const ROUNDING: f32 = 1e-4;
        let read = ObjScene::from_bytes(obj, self.now().level.kind().up()).map_err(raise!(ExchangeError))?;
        let matching = MatchOptions::default().with_weld(weld).with_snap(ROUNDING).with_keep_marks(true);
        self.apply(py, &read.scene, &options(matching, new_rooms, drop_rooms, accept_mismatch))
    }
}

impl Level {
    pub fn apply(&self, py: Python<'_>, scene: &Scene, options: &ApplyOptions) -> PyResult<Vec<String>> {
        let done = self.change(py, |level| level.apply_scene(scene, options));
        done.map(|report| sentences(&report)).map_err(raise!(ExchangeError))
    }
}
