//! Queries about an NWN2 walkmesh.

use std::collections::BTreeMap;

use crate::counted;
use crate::finding::{PartKind, PlacePart};
use crate::flaw::FlawOptions;
use crate::mesh::{self, Position};
use crate::nwn2::{FaceMask, Navigator, RouteStep, Triangle, TriangleId, Walkmesh, research};

use super::super::Kind;
use super::super::view::{PartOf, View};
use super::floor_queries::{FloorQueries, nearest, no_path};
use super::{At, CutOff, Location, NearestGaps, NoAnswer, Path, Point, QueryError, Reach, ReachOf, Sight, both};

impl FloorQueries for Navigator {
    type Ground = Walkmesh;

    const KIND: Kind = Kind::Trn;
    const FOLLOWS_TABLES: bool = true;

    fn mesh(&self) -> &mesh::Navigator<Walkmesh> {
        self
    }

    fn masks(&self) -> [FaceMask; 2] {
        [FaceMask::ALL, FaceMask::WALKABLE]
    }

    fn at(&self, id: TriangleId) -> At {
        let island = self.walkmesh().triangle(id).and_then(|triangle| triangle.island());
        At::Triangle { triangle: id.0, island: island.map(|island| island.0) }
    }

    fn face(&self, of: PartOf, number: u32) -> Option<TriangleId> {
        (of == PartOf::File).then_some(TriangleId(number))
    }

    /// For a named triangle, its centre on exactly that triangle; for a point without a height, the point on the triangle that the game
    /// would find.
    fn position(&self, location: Location) -> Result<Position<TriangleId>, QueryError> {
        if let Location::Point(Point { x, y, z: Some(z) }) = location
            && let Some(position) = self.position_at([x, y, z], f32::INFINITY)?
        {
            return Ok(position);
        }
        let id = triangle(self, location)?;
        let Some(triangle) = self.walkmesh().triangle(id) else {
            return Err(NoAnswer::because(format_args!("there is no {id}")).into());
        };
        if !triangle.is_walkable() {
            return Err(NoAnswer::because(format_args!("{id} is not walkable")).into());
        }
        let point = match location {
            Location::Point(Point { x, y, .. }) => {
                let point = [x, y, triangle.height([x, y]).unwrap_or(0.0)];
                let position = self.position_at(point, f32::INFINITY)?;
                return Ok(position.unwrap_or(Position::new(point, id)));
            }
            // The centre that the file stores may be wrong.
            Location::Face(_) | Location::Cell { .. } => triangle.points().map(middle),
        };
        let point = point.ok_or_else(|| NoAnswer::because(format_args!("{id} has a corner that is not a vertex")))?;
        Ok(Position::new(point, id))
    }

    /// The route that the game takes, through its tables: from the start through the centres of the intermediate triangles to the goal.
    fn path(&self, start: Location, goal: Location) -> Result<Path, QueryError> {
        let walkmesh = self.walkmesh();
        let (from, to) = both(triangle(self, start), triangle(self, goal))?;
        // The tables only know triangles, so the position within a triangle does not matter.
        let ends = [from, to].map(on_face);
        let route = self.stored_route(ends[0], ends[1]).map_err(|reason| no_path(self, ends, reason))?;
        let end = |id: TriangleId, location: Location| match location {
            Location::Point(Point { x, y, .. }) => walkmesh.triangle(id).map(|triangle| on(triangle, [x, y])),
            Location::Face(_) | Location::Cell { .. } => walkmesh.triangle(id).map(centre),
        };
        let between = route.steps.get(1..route.steps.len().saturating_sub(1)).unwrap_or_default();
        let between = between.iter().filter_map(|step: &RouteStep| walkmesh.triangle(step.face)).map(centre);
        let points: Vec<([f32; 3], At)> = end(from, start).into_iter().chain(between).chain(end(to, goal)).collect();
        let leg = |pair: &[([f32; 3], At)]| {
            let [x, y] = [0, 1].map(|axis| f64::from(pair[1].0[axis]) - f64::from(pair[0].0[axis]));
            // A square root is the same on every platform; `hypot` may differ.
            (x * x + y * y).sqrt()
        };
        Ok(Path::by_tables(points.windows(2).map(leg).fold(0.0, |sum, leg| sum + leg), points))
    }

    /// The islands from which no stored route leads to a location, or why this is unknown.
    fn reach(&self, goal: Location) -> Result<Reach, QueryError> {
        let walkmesh = self.walkmesh();
        let goal = triangle(self, goal)?;
        let islands = self.islands_cut_off_from(goal).map_err(NoAnswer::because)?;
        let sizes = islands.iter().filter_map(|id| Some(walkmesh.island(*id)?.as_raw().header.triangles_count));
        let mut gaps = NearestGaps::new(sizes.collect::<Vec<_>>().into_iter());
        let mut samples = BTreeMap::new();
        for triangle in walkmesh.triangles() {
            if let Some(island) = triangle.island() {
                samples.entry(island).or_insert(triangle.id());
            }
        }
        let cut_off = islands.into_iter().filter_map(|id| {
            let island = walkmesh.island(id)?;
            let (size, [x, y]) = (island.as_raw().header.triangles_count, island.center());
            Some(CutOff {
                place: PlacePart::new(PartKind::StoredIsland, id.0).into(),
                size,
                point: Some(vec![x, y]),
                text: format!("stored island {}, {} around {x},{y}", id.0, counted(size as usize, "triangle")),
                closed_by: None,
                gap: gaps.next(|| {
                    let gap = self
                        .nearest_gap(on_face(goal), on_face(*samples.get(&id)?), &FlawOptions::DEFAULT)
                        .ok()
                        .flatten()?;
                    Some(gap.map(|face| self.at(face)))
                }),
            })
        });
        Ok(Reach { of: ReachOf::StoredIslands, total: walkmesh.islands().len(), cut_off: cut_off.collect() })
    }

    /// The sight between two triangles: by the tile's table, if any, and by the triangles. Otherwise the reason why this is unknown.
    fn sight(&self, from: Location, to: Location) -> Result<Sight, QueryError> {
        let (from, to) = both(triangle(self, from), triangle(self, to))?;
        if let Some(missing) = [from, to].into_iter().find(|id| self.walkmesh().triangle(*id).is_none()) {
            return Err(NoAnswer::because(format_args!("there is no {missing}")).into());
        }
        let is_walkable =
            |id: &TriangleId| self.walkmesh().triangle(*id).is_some_and(|triangle| triangle.is_walkable());
        if let Some(wall) = [from, to].into_iter().find(|id| !is_walkable(id)) {
            return Err(NoAnswer::because(format_args!("{wall} is not walkable")).into());
        }
        let by_geometry = research::sees_over_the_floor(self, from, to).map_err(NoAnswer::because)?;
        let by_table = self.stored_line_of_sight(from, to);
        let is_baked = self.walkmesh().is_baked();
        Ok(Sight { has_table: is_baked, lacks_table: !is_baked, by_table, by_geometry, blocked_by: None })
    }

    fn seen_from(&self, view: &View, triangle: usize) -> Option<Vec<Option<bool>>> {
        if !self.walkmesh().is_baked() {
            return None;
        }
        let from = TriangleId(*view.numbers.get(triangle)?);
        let tile = self.walkmesh().tile(self.tile_of(from)?)?;
        let mut seen = vec![None; view.triangles.len()];
        for triangle in tile.triangles() {
            if let Some(at) = view.find(PartOf::File, triangle.id().0).and_then(|at| seen.get_mut(at)) {
                *at = self.stored_line_of_sight(from, triangle.id());
            }
        }
        Some(seen)
    }
}

/// An arbitrary position on a triangle.
fn on_face(face: TriangleId) -> Position<TriangleId> {
    Position::new([0.0; 3], face)
}

/// The triangle of a location, or the reason why it is missing. Without a height, it is the triangle that the game would find. A triangle
/// named by its number need not be walkable.
fn triangle(navigator: &Navigator, location: Location) -> Result<TriangleId, QueryError> {
    let (point, found) = match location {
        Location::Face(triangle) => return Ok(TriangleId(triangle)),
        Location::Point(point @ Point { x, y, z: None }) => {
            (point, research::triangle_by_the_games_rule(navigator.walkmesh(), [x, y]))
        }
        Location::Point(point @ Point { x, y, z: Some(z) }) => {
            (point, navigator.floor_nearest([x, y, z], f32::INFINITY, FaceMask::ALL).map(|floor| floor.face))
        }
        Location::Cell { .. } => {
            return Err(QueryError::wrong(
                location,
                "in an NWN2 area, a position is X,Y or X,Y,Z or the number of a triangle",
            ));
        }
    };
    let is_walkable = |id| navigator.walkmesh().triangle(id).is_some_and(|triangle| triangle.is_walkable());
    let reason = match found {
        Some(id) if is_walkable(id) => return Ok(id),
        Some(id) => format!("{location} is over {id}, which is not walkable"),
        None => format!("there is no triangle at {location}"),
    };
    Err(NoAnswer { nearest: nearest(navigator, point)?, ..NoAnswer::because(reason) }.into())
}

/// The centre of a triangle.
fn middle([a, b, c]: [[f32; 3]; 3]) -> [f32; 3] {
    [0, 1, 2].map(|axis| ((f64::from(a[axis]) + f64::from(b[axis]) + f64::from(c[axis])) / 3.0) as f32)
}

/// The centre that the file stores for a triangle, on the triangle.
fn centre(triangle: Triangle<'_>) -> ([f32; 3], At) {
    on(triangle, triangle.as_raw().center)
}

/// A point of the plan view, on a triangle.
fn on(triangle: Triangle<'_>, [x, y]: [f32; 2]) -> ([f32; 3], At) {
    let at = At::Triangle { triangle: triangle.id().0, island: triangle.island().map(|island| island.0) };
    // Adding zero turns -0 into 0, because a floor at height 0 is shown without a minus sign.
    ([x, y, triangle.height([x, y]).unwrap_or(0.0)].map(|value| value + 0.0), at)
}
