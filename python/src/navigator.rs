//! [`Navigator`]: questions about where creatures walk, one at a time or many at once on all cores.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use walkmesh::counted;
use walkmesh::kotor::engine::Walker;
use walkmesh::level::{self, Faces, Location, QueryError, View};
use walkmesh::mesh::WalkerSize;

use crate::arrays::{Points, rows};
use crate::error::{unasked, wrong};
use crate::place::{location, point, points, triangle};

/// A query interface to a level, in the state in which the navigator was made.
///
/// Queries about many points run on all cores, without the lock of the interpreter. A location is a point with two or
/// three coordinates, an index of `Level.faces`, or a text such as ``0:12``, a cell of a Silkroad block. With two
/// coordinates, the floor is found in the plan view. Walkers with a radius and a height in metres are supported in
/// KotOR and NWN2.
#[pyclass(frozen, module = "walkmesh")]
pub struct Navigator {
    navigator: level::Navigator,
    view: Arc<View>,
}

/// A path from one location to another.
#[pyclass(frozen, module = "walkmesh")]
pub struct Path {
    /// The length in the plan view, in the units of the game.
    #[pyo3(get)]
    length: f64,
    /// True if the path is proven to be the shortest over the faces; None for a route through stored tables.
    #[pyo3(get)]
    proven_shortest: Option<bool>,
    points: Vec<[f32; 3]>,
    triangles: Vec<i64>,
    /// A description of the location of each point.
    #[pyo3(get)]
    places: Vec<String>,
}

#[pymethods]
impl Path {
    /// Shape (n, 3): the points, from start to goal. Between them a stored route of NWN2 leads through the centres of
    /// the triangles that its tables name, so it may be longer than the path that a creature walks.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        rows(py, &self.points)
    }

    /// Shape (n,): for each point the index in `Level.faces` of the face on which the path continues; -1 for none.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.triangles.clone().into_pyarray(py)
    }

    fn __len__(&self) -> usize {
        self.points.len()
    }

    fn __repr__(&self) -> String {
        format!("<Path of length {} through {}>", self.length, counted(self.points.len(), "point"))
    }
}

/// Distances, points and indices of triangles.
type Hits<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<i64>>);

fn faces_named(name: &str) -> PyResult<Faces> {
    match name {
        "walkable" => Ok(Faces::Walkable),
        "sight" => Ok(Faces::Sight),
        "all" => Ok(Faces::All),
        _ => Err(wrong("faces are walkable, sight or all")),
    }
}

/// The sizes of a walker, if the caller names one.
fn walker(radius: Option<f32>, height: Option<f32>) -> Option<WalkerSize> {
    let size = WalkerSize::new(radius.unwrap_or_default());
    match height {
        Some(height) => Some(size.with_height(height)),
        None => radius.map(|_| size),
    }
}

impl Navigator {
    pub fn new(navigator: level::Navigator, view: Arc<View>) -> Self {
        Self { navigator, view }
    }

    fn path_between(
        &self,
        from: Location,
        to: Location,
        walker: Option<WalkerSize>,
        shortest: bool,
    ) -> Result<level::Path, QueryError> {
        match walker {
            Some(walker) => self.navigator.path_of(walker, from, to),
            None if shortest => match self.navigator.shortest_path(from, to)? {
                Some(path) => Ok(path),
                None => self.navigator.path(from, to),
            },
            None => self.navigator.path(from, to),
        }
    }

    fn named(&self, path: level::Path) -> Path {
        Path {
            length: path.length,
            proven_shortest: path.proven_shortest,
            points: path.points,
            triangles: path.faces.iter().map(|at| triangle(&self.view, at)).collect(),
            places: path.faces.iter().map(ToString::to_string).collect(),
        }
    }

    /// Answers a query for each pair of rows, on all cores.
    fn each_pair<T: Send>(
        &self,
        py: Python<'_>,
        [from, to]: [&Points<'_>; 2],
        ask: impl Fn(Location, Location) -> Result<T, QueryError> + Sync,
    ) -> PyResult<Vec<Option<T>>> {
        let [from, to] = [points(from)?, points(to)?];
        if from.len() != to.len() {
            return Err(wrong(format_args!("there are {} starts and {} goals", from.len(), to.len())));
        }
        let answer = |(from, to): (level::Point, level::Point)| answered(ask(from.into(), to.into()));
        let answers: Result<_, _> = py.detach(|| from.into_par_iter().zip(to).map(answer).collect());
        answers.map_err(|error| unasked(py, &error))
    }
}

/// `None` for a query without an answer.
fn answered<T>(answer: Result<T, QueryError>) -> Result<Option<T>, QueryError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(QueryError::NoAnswer(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

#[pymethods]
impl Navigator {
    /// True if paths follow stored tables, as in NWN2 and Silkroad.
    #[getter]
    fn follows_tables(&self) -> bool {
        self.navigator.follows_tables()
    }

    /// The path of the game: the shortest one in KotOR, the stored route in NWN2 and Silkroad.
    ///
    /// With `shortest`, the shortest one in NWN2, too. With a radius or a height, the shortest path of such a walker.
    ///
    /// Raises `NoAnswer` with the reason if there is none.
    #[pyo3(signature = (start, goal, *, radius=None, height=None, shortest=false))]
    fn path(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        radius: Option<f32>,
        height: Option<f32>,
        shortest: bool,
    ) -> PyResult<Path> {
        let (from, to) = (location(start, &self.view)?, location(goal, &self.view)?);
        let walker = walker(radius, height);
        let path = py.detach(|| self.path_between(from, to, walker, shortest));
        path.map(|path| self.named(path)).map_err(|error| unasked(py, &error))
    }

    /// The paths between the rows of two arrays of shape (n, 2) or (n, 3); None where there is no path.
    #[pyo3(signature = (starts, goals, *, radius=None, height=None, shortest=false))]
    fn paths(
        &self,
        py: Python<'_>,
        starts: Points<'_>,
        goals: Points<'_>,
        radius: Option<f32>,
        height: Option<f32>,
        shortest: bool,
    ) -> PyResult<Vec<Option<Path>>> {
        let walker = walker(radius, height);
        self.each_pair(py, [&starts, &goals], |from, to| {
            self.path_between(from, to, walker, shortest).map(|path| self.named(path))
        })
    }

    /// Shape (n,): the lengths of these paths; NaN where there is no path.
    #[pyo3(signature = (starts, goals, *, radius=None, height=None, shortest=false))]
    fn lengths<'py>(
        &self,
        py: Python<'py>,
        starts: Points<'py>,
        goals: Points<'py>,
        radius: Option<f32>,
        height: Option<f32>,
        shortest: bool,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let walker = walker(radius, height);
        let lengths = self.each_pair(py, [&starts, &goals], |from, to| {
            self.path_between(from, to, walker, shortest).map(|path| path.length)
        })?;
        Ok(lengths.into_iter().map(|length| length.unwrap_or(f64::NAN)).collect::<Vec<_>>().into_pyarray(py))
    }

    /// The heights of all floors at a point of the plan view, with their indices in `Level.faces`, in ascending order.
    #[pyo3(signature = (at, *, faces="walkable"))]
    fn floors(&self, py: Python<'_>, at: &Bound<'_, PyAny>, faces: &str) -> PyResult<Vec<(f32, i64)>> {
        let (at, faces) = (point(at)?, faces_named(faces)?);
        let floors = self.navigator.floors_at(at, faces).map_err(|error| unasked(py, &error))?;
        let mut floors: Vec<_> = floors.iter().map(|floor| (floor.height, triangle(&self.view, &floor.at))).collect();
        floors.sort_by(|a, b| a.0.total_cmp(&b.0));
        Ok(floors)
    }

    /// Shape (n,): the height of the floor at each point: the floor nearest to its height, or the highest for a point
    /// without a height; NaN where there is no floor.
    fn heights<'py>(&self, py: Python<'py>, at: Points<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let at = points(&at)?;
        let height = |point| {
            let floors = self.navigator.floors_at(point, Faces::Walkable)?;
            let off = |height: f32| self.navigator.height(point).map_or(-height, |at| (height - at).abs());
            let nearest = floors.iter().map(|floor| floor.height).min_by(|a, b| off(*a).total_cmp(&off(*b)));
            Ok(nearest.unwrap_or(f32::NAN))
        };
        let heights: Result<Vec<f32>, _> = py.detach(|| at.into_par_iter().map(height).collect());
        Ok(heights.map_err(|error| unasked(py, &error))?.into_pyarray(py))
    }

    /// The nearest walkable point to each point: distances (n,), points (n, 3), indices in `Level.faces` (n,).
    fn nearest<'py>(&self, py: Python<'py>, at: Points<'py>) -> PyResult<Hits<'py>> {
        let at = points(&at)?;
        let one = |point| {
            self.navigator
                .nearest(point)
                .map(|hit| hit.map(|hit| (hit.distance as f32, hit.point, triangle(&self.view, &hit.at))))
        };
        let found: Result<Vec<_>, _> = py.detach(|| at.into_par_iter().map(one).collect());
        hits(py, found)
    }

    /// The first face that each segment hits: distances (n,), points (n, 3), indices in `Level.faces` (n,).
    #[pyo3(signature = (starts, ends, *, faces="all"))]
    fn raycast<'py>(
        &self,
        py: Python<'py>,
        starts: Points<'py>,
        ends: Points<'py>,
        faces: &str,
    ) -> PyResult<Hits<'py>> {
        let faces = faces_named(faces)?;
        let [from, to]: [Vec<[f32; 3]>; 2] = [starts.of("starts")?, ends.of("ends")?];
        if from.len() != to.len() {
            return Err(wrong(format_args!("there are {} starts and {} ends", from.len(), to.len())));
        }
        let one = |(from, to)| {
            self.navigator
                .raycast(from, to, faces)
                .map(|hit| hit.map(|hit| (hit.distance, hit.point, triangle(&self.view, &hit.at))))
        };
        let found: Result<Vec<_>, _> = py.detach(|| from.into_par_iter().zip(to).map(one).collect());
        hits(py, found)
    }

    /// Shape (n,): True if the points see each other, by the game's table if it has one, otherwise by the faces.
    fn sight<'py>(
        &self,
        py: Python<'py>,
        starts: Points<'py>,
        goals: Points<'py>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let seen = self.each_pair(py, [&starts, &goals], |from, to| {
            self.navigator.sight(from, to).map(|sight| sight.by_table.unwrap_or(sight.by_geometry))
        })?;
        Ok(seen.into_iter().map(|seen| seen.unwrap_or(false)).collect::<Vec<_>>().into_pyarray(py))
    }

    /// Descriptions of the parts of the floor from which a location cannot be reached.
    #[pyo3(signature = (goal, *, radius=None, height=None))]
    fn cut_off(
        &self,
        py: Python<'_>,
        goal: &Bound<'_, PyAny>,
        radius: Option<f32>,
        height: Option<f32>,
    ) -> PyResult<Vec<String>> {
        let goal = location(goal, &self.view)?;
        let walker = walker(radius, height);
        let reach = py.detach(|| match walker {
            Some(walker) => self.navigator.reach_of(walker, goal),
            None => self.navigator.reach(goal),
        });
        let reach = reach.map_err(|error| unasked(py, &error))?;
        Ok(reach.cut_off.into_iter().map(|part| part.text).collect())
    }

    fn __repr__(&self) -> String {
        format!("<Navigator of {}>", counted(self.view.triangles.len(), "triangle"))
    }

    /// The radius and the height of a person, as reported for KotOR's engine, in metres.
    #[classattr]
    const PERSON: (f32, f32) = (Walker::PERSON.radius, 1.6);
}

/// A distance, a point and the index of a triangle.
type Hit = (f32, [f32; 3], i64);

fn hits<'py>(py: Python<'py>, found: Result<Vec<Option<Hit>>, QueryError>) -> PyResult<Hits<'py>> {
    let found = found.map_err(|error| unasked(py, &error))?;
    let found = found.into_iter().map(|hit| hit.unwrap_or((f32::NAN, [f32::NAN; 3], -1)));
    let (distances, rest): (Vec<_>, Vec<_>) = found.map(|(distance, point, at)| (distance, (point, at))).unzip();
    let (points, triangles): (Vec<_>, Vec<_>) = rest.into_iter().unzip();
    Ok((distances.into_pyarray(py), rows(py, &points)?, triangles.into_pyarray(py)))
}
