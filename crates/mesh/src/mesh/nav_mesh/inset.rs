//! [`Inset`]: the floor on which the centre of a walker with a size can be.
//!
//! Walls are moved inwards by the radius of the walker, and floor under a ceiling lower than the walker is closed. A shortest path of the
//! centre over the remaining floor is a path of the disc. [`obstacle`] defines the polygons to cut off and proves how good such a path is,
//! and [`Cells`] cuts them.
//!
//! A wall affects only the floor joined around it: walls of floors above or below affect a disc only where they are closer than its height.
//! Coordinates are f32. So the radius is reduced by four of their rounding errors: a passage exactly as wide as the walker stays open.

mod cells;
mod low_ceilings;
mod obstacle;
mod triangulate;

use crate::budget::{Budget, OverLimit};
use crate::geometry::plan_triangle::{contains, nearest_between, nearest_on_border};
use crate::geometry::{Csr, HalfEdge, Vec2, distance, orient2d, plan};

use super::NavMesh;
use crate::mesh::overview::Overview;
use crate::mesh::path::{Path, PathError, PathScratch};
use crate::mesh::position::Position;
use crate::mesh::snap::SnapHit;
use crate::mesh::topology::{MeshError, Topology};
use crate::mesh::walker::WalkerSize;
use cells::Cells;
use obstacle::{LONGER, Obstacle};

/// Four times the rounding error of f32 coordinates, as a fraction of the greatest one.
const ROUNDING: f64 = 1.0 / (1 << 22) as f64;

/// The reason why there is no path for a walker with a size.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WalkerPathError<F = u32> {
    /// The walker does not fit at the start.
    /// Cause: the caller.
    #[error("no path from there: {0}")]
    StartTooNear(TooNear<F>),
    /// The walker does not fit at the goal.
    /// Cause: the caller.
    #[error("no path to there: {0}")]
    GoalTooNear(TooNear<F>),
    /// There is no path, as for a walker without a size. Connected parts are counted on the floor left for the walker.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The floor of the walker cannot be made.
    #[error(transparent)]
    Inset(#[from] InsetError),
}

/// The reason why the floor for a walker with a size cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InsetError {
    /// A size is negative or not finite.
    /// Cause: the caller.
    #[error("the radius and the height of a walker are finite numbers that are not negative")]
    NotASize,
    /// The cut floor has too many faces.
    /// Cause: the file or the caller.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The radius covers too many faces.
    /// Cause: the file or the caller.
    #[error("the radius reaches over too many faces: {0}")]
    OverLimit(OverLimit),
}

/// A position at which a walker does not fit.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TooNear<F = u32> {
    /// The walker.
    pub walker: WalkerSize,
    /// The distance of the nearest wall, if it is less than the radius; `None` under a ceiling that is too low, or next to one.
    pub clearance: Option<f64>,
    /// The nearest position at which the walker fits, if any.
    pub nearest: Option<SnapHit<F>>,
}

impl<F> WalkerPathError<F> {
    /// The same error, with its face renamed.
    pub fn map<G>(self, name: impl FnOnce(F) -> G) -> WalkerPathError<G> {
        let too_near = |TooNear { walker, clearance, nearest }: TooNear<F>| TooNear {
            walker,
            clearance,
            nearest: nearest.map(|hit| hit.map(name)),
        };
        match self {
            Self::StartTooNear(error) => WalkerPathError::StartTooNear(too_near(error)),
            Self::GoalTooNear(error) => WalkerPathError::GoalTooNear(too_near(error)),
            Self::Path(error) => WalkerPathError::Path(error),
            Self::Inset(error) => WalkerPathError::Inset(error),
        }
    }
}

impl<F> std::fmt::Display for TooNear<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let WalkerSize { radius, height } = self.walker;
        match self.clearance {
            Some(clearance) => write!(f, "a wall is {clearance:.3} away, and the walker has a radius of {radius}")?,
            None => write!(f, "the ceiling is lower than the walker, which has a height of {height}")?,
        }
        match &self.nearest {
            Some(SnapHit { position: Position { point: [x, y, z], .. }, .. }) => {
                write!(f, "; the nearest valid position is {x}, {y}, {z}")
            }
            None => write!(f, "; it fits nowhere"),
        }
    }
}

/// The floor on which the centre of a walker can be: triangles within the faces of a mesh.
#[derive(Clone, Debug)]
pub struct Inset {
    walker: WalkerSize,
    nav: NavMesh,
    /// The face that each triangle is part of.
    faces: Vec<u32>,
    /// The triangles of each face.
    triangles: Csr<u32>,
    /// The maximum distance of a position from the triangles: the polygons extend beyond the circle by that much.
    reach: f64,
    /// The maximum distance by which rounding moves a point.
    rounding: f64,
}

impl Inset {
    /// Cuts the floor.
    pub(super) fn new(topology: &Topology, walker: WalkerSize) -> Result<Self, InsetError> {
        let [radius, height] = [walker.radius, walker.height].map(f64::from);
        if !(radius.is_finite() && height.is_finite() && radius >= 0.0 && height >= 0.0) {
            return Err(InsetError::NotASize);
        }
        let open = (0..topology.faces().len() as u32).filter_map(|face| topology.open_face(face));
        let size =
            open.flat_map(|face| topology.plan_corners(face)).flatten().fold(0.0_f64, |most, at| most.max(at.abs()));
        let rounding = size * ROUNDING;
        let kept = (radius - rounding).max(0.0);

        let budget = Budget::of_steps(None, topology.faces().len());
        let mut counter = budget.counter();
        let mut cells = Cells::new(topology, rounding / 4.0);
        let mut seen = vec![0; topology.faces().len()];
        let low = low_ceilings::find(topology, height, kept);
        let walls = if kept > 0.0 { obstacle::of_walls(topology, kept) } else { Vec::new() };
        for (number, obstacle) in (1..).zip(low.iter().chain(&walls)) {
            for face in around(topology, obstacle, kept, number, &mut seen) {
                let before = cells.steps;
                cells.close(face, &obstacle.outline);
                counter.take((cells.steps - before) as usize + 10).map_err(InsetError::OverLimit)?;
            }
        }
        counter.settle().map_err(InsetError::OverLimit)?;
        cells.close_slivers(rounding);
        let (nav, faces) = triangulate::triangulate(topology, &cells)?;
        let triangles = Csr::group(topology.faces().len(), || faces.iter().map(|&face| face as usize).zip(0..));
        let reach = radius * (LONGER - 1.0) + 2.0 * rounding;
        Ok(Self { walker, nav, faces, triangles, reach, rounding })
    }

    /// The remaining triangles, with their neighbours.
    #[must_use]
    pub fn nav_mesh(&self) -> &NavMesh {
        &self.nav
    }

    /// The face of the mesh that a triangle is part of.
    #[must_use]
    pub fn face(&self, triangle: u32) -> Option<u32> {
        self.faces.get(triangle as usize).copied()
    }

    /// The position on the triangles for a position on the mesh.
    ///
    /// # Errors
    /// [`TooNear`] if the walker does not fit there.
    pub(super) fn locate(&self, topology: &Topology, position: Position) -> Result<Position, TooNear> {
        let at = plan(position.point);
        let mut best: Option<(f64, Vec2, u32)> = None;
        let triangles_of = |face: u32| {
            let triangles = self.triangles.get(face as usize).into_iter().flatten();
            triangles.filter_map(|&triangle| {
                let row = self.nav.topology().open_face(triangle)?;
                Some((triangle, self.nav.topology().plan_corners(row)))
            })
        };
        // The position is nearly always on a triangle of its own face.
        if let Some((triangle, _)) = triangles_of(position.face).find(|(_, corners)| contains(corners, at)) {
            return Ok(Position::new(self.nav.topology().lifted(triangle, at), triangle));
        }
        for (triangle, corners) in
            faces_near(topology, position.face, at, self.reach).into_iter().flat_map(triangles_of)
        {
            let near = if contains(&corners, at) { at } else { nearest_on_border(&corners, at) };
            let off = distance(near, at);
            if best.is_none_or(|best| off < best.0) {
                best = Some((off, near, triangle));
            }
        }
        let radius = f64::from(self.walker.radius);
        let clearance = || {
            let walls = faces_near(topology, position.face, at, radius).into_iter().flat_map(HalfEdge::of_face);
            let walls = walls.filter(|&edge| topology.across(edge).is_none());
            let clearance = walls.map(|wall| distance(nearest_between(topology.edge_ends(wall), at), at));
            clearance.min_by(f64::total_cmp).filter(|&clearance| clearance < radius)
        };
        // The reach covers points between a circle and its polygon, and also points slightly too close to a wall.
        let rounding = 2.0 * self.rounding;
        let fits = |off: f64| {
            off <= rounding || off <= self.reach && clearance().is_none_or(|clearance| clearance >= radius - rounding)
        };
        if let Some((_, near, triangle)) = best.filter(|best| fits(best.0)) {
            return Ok(Position::new(self.nav.topology().lifted(triangle, near), triangle));
        }
        let nearest = self.nav.snap(position.point, f64::INFINITY);
        let nearest = nearest.map(|hit| hit.map(|triangle| self.faces[triangle as usize]));
        Err(TooNear { walker: self.walker, clearance: clearance(), nearest })
    }

    /// The overview of the walker's floor, and the connected part of a position in it.
    pub(super) fn overview(&self, topology: &Topology, goal: Position) -> Result<(Overview, u32), WalkerPathError> {
        topology.resolve(goal).map_err(PathError::Goal)?;
        let goal = self.locate(topology, goal).map_err(WalkerPathError::GoalTooNear)?;
        let part = self.nav.connected_part(goal.face).unwrap_or_default();
        Ok((self.nav.overview().map(|sample| sample.map(|triangle| self.faces[triangle as usize])), part))
    }

    /// The shortest path of the walker's centre.
    pub(super) fn shortest_path(
        &self,
        topology: &Topology,
        scratch: &mut PathScratch,
        [from, to]: [Position; 2],
    ) -> Result<Path, WalkerPathError> {
        let [from, to] =
            [topology.resolve(from).map_err(PathError::Start), topology.resolve(to).map_err(PathError::Goal)];
        let [from, to] = [from?, to?].map(|end| Position::new(topology.lifted(end.face, end.point), end.face));
        let start = self.locate(topology, from).map_err(WalkerPathError::StartTooNear)?;
        let goal = self.locate(topology, to).map_err(WalkerPathError::GoalTooNear)?;
        let mut path = self.nav.shortest_path_by_funnels(scratch, start, goal)?;
        path.crossings.clear();
        let mut path = path.map(|triangle| self.faces[triangle as usize]);
        // Corners of polygons may be so close together that they are equal in f32.
        path.points.dedup_by_key(|position| position.point);
        // A start between the circle and its polygon walks to the polygon first.
        for (end, at) in [(from, 0), (to, path.points.len() - 1)] {
            let moved = distance(plan(end.point), plan(path.points[at].point));
            if moved <= self.rounding {
                path.points[at] = end;
            } else {
                path.length += moved;
                path.points.insert(if at == 0 { 0 } else { path.points.len() }, end);
            }
        }
        Ok(path)
    }
}

/// The faces that an obstacle may touch: the faces of its core, and all faces reached from there over sides nearer to it than the radius.
/// `seen` holds the number of the last obstacle that reached each face.
fn around(topology: &Topology, obstacle: &Obstacle, radius: f64, number: u32, seen: &mut [u32]) -> Vec<u32> {
    let mut found = obstacle.faces.clone();
    found.retain(|&face| std::mem::replace(&mut seen[face as usize], number) != number);
    let mut next = 0;
    while let Some(&face) = found.get(next) {
        next += 1;
        for edge in HalfEdge::of_face(face) {
            let Some(across) = topology.across(edge).filter(|across| seen[across.face as usize] != number) else {
                continue;
            };
            if is_nearer(&obstacle.core, topology.edge_ends(edge), radius) {
                seen[across.face as usize] = number;
                found.push(across.face);
            }
        }
    }
    found
}

/// The faces around a point, from one face over sides that are within reach of it.
fn faces_near(topology: &Topology, face: u32, at: Vec2, reach: f64) -> Vec<u32> {
    let mut found = vec![face];
    // Far from sides nothing is inserted, and an empty set takes no memory.
    let mut seen = foldhash::HashSet::default();
    let mut next = 0;
    while let Some(&near) = found.get(next) {
        next += 1;
        for edge in HalfEdge::of_face(near) {
            let Some(across) = topology.across(edge).filter(|across| across.face != face) else { continue };
            if distance(nearest_between(topology.edge_ends(edge), at), at) <= reach && seen.insert(across.face) {
                found.push(across.face);
            }
        }
    }
    found
}

/// Returns whether a segment is nearer to a convex polygon, a segment or a point than a radius, or crosses it.
fn is_nearer(core: &[Vec2], segment: [Vec2; 2], radius: f64) -> bool {
    let [from, to] = segment;
    let sides = || core.iter().zip(core.iter().cycle().skip(1)).map(|(&a, &b)| [a, b]);
    let near = |[a, b]: [Vec2; 2]| {
        [a, b].iter().any(|&end| distance(nearest_between(segment, end), end) < radius)
            || segment.iter().any(|&end| distance(nearest_between([a, b], end), end) < radius)
            || (orient2d(a, b, from) > 0.0) != (orient2d(a, b, to) > 0.0)
                && (orient2d(from, to, a) > 0.0) != (orient2d(from, to, b) > 0.0)
    };
    sides().any(near) || (core.len() > 2 && sides().all(|[a, b]| orient2d(a, b, from) >= 0.0))
}
