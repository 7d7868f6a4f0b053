//! [`Level`]: the class that users start from, and its view.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use walkmesh::exchange::Up;
use walkmesh::finding::CheckOptions;
use walkmesh::level::{self, PartOf, PictureOptions, SaveError, View};
use walkmesh::picture::{ColorBy, PageOptions, Theme};

use crate::arrays::rows;
use crate::error::{Whole, ensure_measures, raise, unsaved, wrong};
use crate::finding::{Finding, Table, findings};
use crate::navigator::Navigator;

/// A level of any game: an area or a single walkmesh of KotOR, an area of NWN2, a dungeon of Silkroad, or another file.
///
/// The triangles of all parts form one list. Arrays are copies: changing them does not change the level. Edits return
/// sentences about what they did; if one fails, the level is unchanged. Levels can be copied and pickled, as the bytes
/// of their files.
///
/// Several threads may use one level: edits wait for each other, and everything else sees the level after the last
/// edit.
#[pyclass(frozen, module = "walkmesh")]
pub struct Level {
    state: Mutex<Arc<State>>,
    /// Held by the edit that is being made.
    editing: Mutex<()>,
    /// The folder or the archive of its files.
    pub folder: Option<PathBuf>,
}

/// A level between two edits, and its view.
pub struct State {
    pub level: level::Level,
    view: OnceLock<Arc<View>>,
}

impl State {
    fn new(level: level::Level) -> Arc<Self> {
        Arc::new(Self { level, view: OnceLock::new() })
    }

    /// The view of the level.
    pub fn view(&self) -> &Arc<View> {
        self.view.get_or_init(|| Arc::new(self.level.view()))
    }
}

/// A contiguous range of triangles that belong to one file.
#[pyclass(frozen, get_all, module = "walkmesh")]
pub struct Part {
    /// ``file``, ``room``, ``object`` or ``block``.
    kind: &'static str,
    /// The name, such as the room's.
    name: String,
    /// The file of its triangles.
    file: String,
    /// The index of its first triangle.
    first: usize,
    /// The number of triangles.
    count: usize,
}

/// A material of KotOR, the flags of NWN2 triangles, or the event of Silkroad cells.
#[pyclass(frozen, get_all, module = "walkmesh")]
pub struct Class {
    /// The number in the file.
    number: u32,
    /// The name, such as ``Stone``.
    name: String,
    /// Red, green and blue, from 0 to 255.
    color: (u8, u8, u8),
    /// True if creatures can walk on it.
    walkable: bool,
}

/// A named point, such as a transition, a hook or a creature.
#[pyclass(frozen, get_all, module = "walkmesh")]
pub struct Mark {
    /// The kind, such as ``transition`` or ``hook``.
    kind: String,
    /// The name in the file.
    name: String,
    /// The name of its part; empty for the level.
    part: String,
    /// The position, in the units of the game.
    point: (f32, f32, f32),
}

#[pymethods]
impl Part {
    fn __repr__(&self) -> String {
        let Self { kind, name, first, count, .. } = self;
        format!("<{kind} {name}: triangles {first} to {}>", first + count)
    }
}

#[pymethods]
impl Class {
    fn __repr__(&self) -> String {
        format!("<{} {}>", self.number, self.name)
    }
}

#[pymethods]
impl Mark {
    fn __repr__(&self) -> String {
        let (x, y, z) = self.point;
        format!("<{} {} at {x}, {y}, {z}>", self.kind, self.name)
    }
}

impl From<&walkmesh::exchange::Class> for Class {
    fn from(class: &walkmesh::exchange::Class) -> Self {
        Self { number: class.number, name: class.name.clone(), color: class.color.into(), walkable: class.walkable }
    }
}

impl From<level::Level> for Level {
    fn from(level: level::Level) -> Self {
        Self::new(level, None)
    }
}

impl Level {
    /// A level, and the folder or the archive of its files.
    pub fn new(level: level::Level, folder: Option<PathBuf>) -> Self {
        Self { state: Mutex::new(State::new(level)), editing: Mutex::new(()), folder }
    }

    /// The level as it is now.
    pub fn now(&self) -> Arc<State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The view of the level.
    pub fn view(&self) -> Arc<View> {
        self.now().view().clone()
    }

    /// Changes the level, unless that fails.
    pub fn change<T: Send, E: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut level::Level) -> Result<T, E> + Send,
    ) -> Result<T, E> {
        py.detach(|| {
            let _turn = self.editing.lock().unwrap_or_else(PoisonError::into_inner);
            let mut level = self.now().level.clone();
            let done = change(&mut level)?;
            *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::new(level);
            Ok(done)
        })
    }

    fn picture(&self, color: &str) -> PyResult<walkmesh::picture::Picture> {
        let mut options = PictureOptions::default();
        options.color = ColorBy::named(color).ok_or_else(|| {
            wrong(format_args!(
                "there is no coloring by {color}; there are {}",
                ColorBy::ALL.map(ColorBy::name).join(", ")
            ))
        })?;
        let now = self.now();
        now.level.to_picture(now.level.title(), &options).map_err(raise!(ExchangeError))
    }
}

/// The page of a picture.
fn page(size: Option<[u32; 2]>, dark: bool) -> PageOptions {
    PageOptions::default().with_size(size).with_theme(if dark { Theme::Dark } else { Theme::Light })
}

#[pymethods]
impl Level {
    /// The name of the file that identifies the level.
    #[getter]
    fn name(&self) -> String {
        self.now().level.title().to_owned()
    }

    /// A description of the level.
    #[getter]
    fn description(&self) -> String {
        self.now().level.description()
    }

    /// The short name of its format, such as ``TRX``.
    #[getter]
    fn format(&self) -> &'static str {
        self.now().level.format_name()
    }

    /// The name of its game; None for files of several games.
    #[getter]
    fn game(&self) -> Option<&'static str> {
        self.now().level.kind().game()
    }

    /// The axis that points up.
    #[getter]
    fn up(&self) -> &'static str {
        if self.now().level.kind().up() == Up::Y { "y" } else { "z" }
    }

    /// The files that were read, first the one by which the level was opened; empty if it was opened from bytes.
    #[getter]
    fn files(&self) -> Vec<String> {
        self.now().level.files().map(str::to_owned).collect()
    }

    /// The folder or the archive of these files.
    #[getter]
    fn folder(&self) -> Option<&PathBuf> {
        self.folder.as_ref()
    }

    /// The reasons why files were skipped.
    #[getter]
    fn unread(&self) -> Vec<String> {
        self.now().level.unread().iter().map(ToString::to_string).collect()
    }

    /// Shape (n, 3): the points, in the units and axes of the game.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        rows(py, &self.view().points)
    }

    /// Shape (m, 3): the corners of each triangle, as indices of vertices. A triangle that cannot be shown repeats one
    /// corner three times.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        rows(py, &self.view().triangles)
    }

    /// Shape (m,): the class number of each triangle.
    #[getter]
    fn materials<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let view = self.view();
        let number = |class: &u32| view.classes.get(*class as usize).map_or(0, |class| class.number);
        view.class_of.iter().map(number).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Shape (m,): True for each walkable triangle.
    #[getter]
    fn walkable<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let view = self.view();
        let walkable = |class: &u32| view.classes.get(*class as usize).is_some_and(|class| class.walkable);
        view.class_of.iter().map(walkable).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Shape (m,): the index of each triangle in its file.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.view().numbers.clone().into_pyarray(py)
    }

    /// Shape (m, 3): the stored neighbours, as indices in the file; -1 for none.
    #[getter]
    fn neighbours<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let now = self.now();
        let view = now.view();
        let stored = (0..view.triangles.len()).map(|triangle| {
            let info = now.level.face_info(view, triangle);
            info.map_or([-1; 3], |info| info.neighbours.map(|it| it.and_then(|it| it.try_into().ok()).unwrap_or(-1)))
        });
        rows(py, &stored.collect::<Vec<_>>())
    }

    /// Shape (k, 3): triangle, side (0 to 2), and index of the target room. KotOR.
    #[getter]
    fn transitions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let now = self.now();
        let view = now.view();
        let of_part = |part: PartOf, walkmesh: &walkmesh::kotor::Walkmesh| {
            let one = |(edge, room): (walkmesh::kotor::EdgeId, walkmesh::kotor::RoomId)| {
                Some([view.find(part, edge.face().0)? as u32, edge.side() as u32, room.0])
            };
            walkmesh.transitions().filter_map(one).collect::<Vec<_>>()
        };
        let stored = match (now.level.kotor().walkmesh, now.level.kotor().area) {
            (Some(walkmesh), _) => of_part(PartOf::File, walkmesh),
            (_, Some(area)) => {
                area.rooms().flat_map(|(room, walkmesh)| of_part(PartOf::Room(room), walkmesh)).collect()
            }
            _ => Vec::new(),
        };
        rows(py, &stored)
    }

    /// The position of a KotOR walkmesh in its model, in metres.
    #[getter]
    fn position(&self) -> Option<(f32, f32, f32)> {
        self.now().level.kotor().walkmesh.map(|walkmesh| walkmesh.position().into())
    }

    /// Shape (2, 3): the use hooks of a door or placeable of KotOR, relative to its position; shape (0, 3) for others.
    #[getter]
    fn hooks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let hooks = self.now().level.kotor().walkmesh.map(|walkmesh| walkmesh.hooks().map(|hook| hook.relative));
        rows(py, hooks.as_ref().map_or(&[], |hooks| hooks.as_slice()))
    }

    /// Shape (m,): the computed connected part of each walkable triangle; -1 for others.
    #[getter]
    fn connected_parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let now = self.now();
        let view = now.view();
        let navigator = py.detach(|| now.level.navigator()).map_err(|error| crate::error::unasked(py, &error))?;
        let part = |part: Option<u32>| part.map_or(-1, |part| part as i32);
        Ok(navigator.connected_parts(view).into_iter().map(part).collect::<Vec<_>>().into_pyarray(py))
    }

    /// The files, rooms, objects or blocks of the triangles, in the order of `faces`.
    #[getter]
    fn parts(&self) -> Vec<Part> {
        let kind = |of| match of {
            PartOf::Room(_) => "room",
            PartOf::Object(_) => "object",
            PartOf::Block(_) => "block",
            _ => "file",
        };
        let view = self.view();
        let parts = view.parts.iter().map(|part| Part {
            kind: kind(part.of),
            name: part.name.clone(),
            file: part.file.clone(),
            first: part.first,
            count: part.count,
        });
        parts.collect()
    }

    /// The classes of the triangles.
    #[getter]
    fn classes(&self) -> Vec<Class> {
        self.view().classes.iter().map(Class::from).collect()
    }

    /// The classes available to `paint`; empty in games without edits.
    #[getter]
    fn paints(&self) -> Vec<Class> {
        self.now().level.paints().iter().map(Class::from).collect()
    }

    /// The named points.
    #[getter]
    fn marks(&self) -> Vec<Mark> {
        let view = self.view();
        let marks = view.marks.iter().map(|mark| Mark {
            kind: format!("{:?}", mark.kind).to_lowercase(),
            name: mark.name.clone(),
            part: mark.part.clone(),
            point: mark.point.into(),
        });
        marks.collect()
    }

    /// Line segments by kind, such as ``border`` and ``transition``, each an array of shape (k, 2, 3).
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for lines in self.now().level.lines() {
            let segments: Bound<'py, PyArray3<f32>> =
                lines.points.as_flattened().to_vec().into_pyarray(py).reshape([lines.points.len() / 2, 2, 3])?;
            dict.set_item(lines.kind.name(), segments)?;
        }
        Ok(dict)
    }

    /// Counts, versions and sizes, as in ``walkmesh info --json``.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let summary = py.detach(|| self.now().level.summary()).map_err(raise!(OpenError))?;
        Ok(pythonize::pythonize(py, &summary)?)
    }

    /// Checks the level by all rules of its game. The worst findings come first.
    ///
    /// At most `per_rule` findings of each rule are listed; by default all. Without `flaws`, only the tables are
    /// checked, not the geometry of the floor. The other arguments report passages narrower than twice `radius`,
    /// ceilings lower than `height`, steps higher than `step` (all in metres), floors steeper than `slope` (in metres
    /// per metre), and corners sharper than `corner` (in degrees).
    #[pyo3(signature = (*, per_rule=None, flaws=true, radius=None, height=None, slope=None, step=None, corner=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn check(
        &self,
        py: Python<'_>,
        per_rule: Option<Whole>,
        flaws: bool,
        radius: Option<f64>,
        height: Option<f32>,
        slope: Option<f64>,
        step: Option<f32>,
        corner: Option<f64>,
    ) -> PyResult<Vec<Finding>> {
        let (tall, high) = (height.map(f64::from), step.map(f64::from));
        ensure_measures(&[("radius", radius), ("height", tall), ("slope", slope), ("step", high), ("corner", corner)])?;
        let mut options = CheckOptions::all();
        options.per_rule = per_rule.map_or(options.per_rule, |most| most.0 as usize);
        options.flaws = options.flaws.filter(|_| flaws).map(|flaws| {
            flaws.with_radius(radius).with_height(height).with_slope(slope).with_step(step).with_corner(corner)
        });
        py.detach(|| {
            let now = self.now();
            let found = now.level.check(&options).map_err(raise!(CheckError))?;
            Ok(findings(&now.level, now.view(), &found))
        })
    }

    /// Compares this level with another one of the same kind, table by table.
    fn diff(&self, py: Python<'_>, other: &Self) -> PyResult<Vec<Table>> {
        let tables = py.detach(|| self.now().level.diff(&other.now().level)).map_err(raise!(CheckError))?;
        Ok(tables.iter().map(Table::from).collect())
    }

    /// A navigator, which answers queries about the level in its present state.
    fn navigator(&self, py: Python<'_>) -> PyResult<Navigator> {
        let now = self.now();
        let view = now.view().clone();
        let navigator = py.detach(|| now.level.navigator()).map_err(|error| crate::error::unasked(py, &error))?;
        Ok(Navigator::new(navigator, view))
    }

    /// The bytes of the file by which the level was opened; unchanged files keep every byte.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.now().level.to_bytes()).map_err(|error| unsaved(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// All files that an operation can change, in their present state.
    fn to_files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let files = py.detach(|| self.now().level.to_files()).map_err(|error| unsaved(py, &error))?;
        by_name(py, files)
    }

    /// The files whose bytes changed since they were read, with the new bytes.
    fn changed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let files = py.detach(|| self.now().level.changed()).map_err(|error| unsaved(py, &error))?;
        by_name(py, files)
    }

    /// A picture of the plan view as SVG. `size` is in pixels, each from 200 to 8192.
    #[pyo3(signature = (*, color="material", size=None, dark=false))]
    fn to_svg(&self, color: &str, size: Option<[Whole; 2]>, dark: bool) -> PyResult<String> {
        self.picture(color)?.to_svg(&page(size.map(|size| size.map(|it| it.0)), dark)).map_err(raise!(ExchangeError))
    }

    /// The picture as PNG.
    #[pyo3(signature = (*, color="material", size=None, dark=false))]
    fn to_png<'py>(
        &self,
        py: Python<'py>,
        color: &str,
        size: Option<[Whole; 2]>,
        dark: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let png = self
            .picture(color)?
            .to_png(&page(size.map(|size| size.map(|it| it.0)), dark))
            .map_err(raise!(ExchangeError))?;
        Ok(PyBytes::new(py, &png))
    }

    /// A notebook shows this picture; none for files that cannot be drawn.
    fn _repr_svg_(&self) -> Option<String> {
        self.to_svg("material", None, false).ok()
    }

    fn __repr__(&self) -> String {
        format!("<Level {}: {}>", self.name(), self.description())
    }

    fn __copy__(&self) -> Self {
        Self { state: Mutex::new(self.now()), editing: Mutex::new(()), folder: self.folder.clone() }
    }

    /// Levels are equal if they are of the same kind and would write the same files.
    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let (one, two) = (self.now(), other.now());
        let same = py.detach(|| -> Result<bool, SaveError> {
            Ok(one.level.kind() == two.level.kind() && one.level.to_files()? == two.level.to_files()?)
        });
        same.map_err(|error| unsaved(py, &error))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    /// Levels are pickled as the bytes of their files.
    fn __reduce__<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (files, now) = (PyDict::new(py), slf.now());
        for (name, bytes) in now.level.files_read() {
            files.set_item(name, PyBytes::new(py, bytes))?;
        }
        for (name, bytes) in now.level.to_files().map_err(|error| unsaved(py, &error))? {
            files.set_item(name, PyBytes::new(py, &bytes))?;
        }
        let module = py.import("walkmesh._walkmesh")?;
        let restore = module.getattr("Level")?.getattr("_of_files")?;
        (restore, (files, now.level.name(), slf.folder.clone())).into_pyobject(py).map(Bound::into_any)
    }
}

/// Files by their names.
fn by_name<'py>(py: Python<'py>, files: Vec<(String, Vec<u8>)>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, bytes) in files {
        dict.set_item(name, PyBytes::new(py, &bytes))?;
    }
    Ok(dict)
}
