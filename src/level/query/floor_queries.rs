//! [`FloorQueries`]: the queries about a level with a floor, from a few functions of each game.

use std::fmt;

use crate::counted;
use crate::flaw::FlawOptions;
use crate::mesh::{self, FloorHit, Ground, MeshError, Position, Ray, SnapHit, WalkerSize};

use super::super::Kind;
use super::super::view::{PartOf, View};
use super::{
    At, CutOff, Faces, FloorAt, Hit, Location, Nearest, NearestGaps, NoAnswer, Operation, Path, Point, Queries,
    QueryError, Reach, ReachOf, Sight, Unsupported, both, walkers,
};

/// The name of a face in the answers of a navigator.
pub(in crate::level) type Face<N> = <<N as FloorQueries>::Ground as Ground>::Face;
/// The faces that a query of a navigator considers.
type Mask<N> = <<N as FloorQueries>::Ground as Ground>::Mask;

/// A navigator of a game whose levels have a floor. It provides all [`Queries`]; a game can override them.
pub(in crate::level) trait FloorQueries: Sized {
    type Ground: Ground;

    /// The kind of the levels.
    const KIND: Kind;
    /// True if paths follow tables that the file stores.
    const FOLLOWS_TABLES: bool = false;
    /// True if some faces block sight, and others do not.
    const HIDES: bool = false;

    fn mesh(&self) -> &mesh::Navigator<Self::Ground>;

    /// All faces, and those that creatures walk on.
    fn masks(&self) -> [Mask<Self>; 2];

    /// Returns the name of a face in answers.
    fn at(&self, face: Face<Self>) -> At;

    /// The face with a number in a part of a view.
    fn face(&self, of: PartOf, number: u32) -> Option<Face<Self>>;

    /// A location's position on the floor, or the reason why it has no position.
    fn position(&self, location: Location) -> Result<Position<Face<Self>>, QueryError>;

    /// For each connected part, the name of the object that closes it off from a position, if any.
    fn closed_by(&self, _: Position<Face<Self>>) -> Result<Vec<Option<String>>, MeshError> {
        Ok(Vec::new())
    }

    /// The path that creatures take: the shortest one, unless they follow tables.
    fn path(&self, from: Location, to: Location) -> Result<Path, QueryError> {
        shortest_path(self, from, to)
    }

    /// The parts from which a location cannot be reached: connected parts, unless creatures follow tables.
    fn reach(&self, goal: Location) -> Result<Reach, QueryError> {
        reach(self, goal)
    }

    fn sight(&self, _: Location, _: Location) -> Result<Sight, QueryError> {
        Err(Unsupported { operation: Operation::LineOfSight, found: Self::KIND }.into())
    }

    fn engine_floor(&self, _: Point) -> Option<Option<FloorAt>> {
        None
    }

    fn seen_from(&self, _: &View, _: usize) -> Option<Vec<Option<bool>>> {
        None
    }
}

impl<N: FloorQueries> Queries for N {
    const KIND: Kind = N::KIND;
    const FOLLOWS_TABLES: bool = N::FOLLOWS_TABLES;

    fn path(&self, from: Location, to: Location) -> Result<Path, QueryError> {
        FloorQueries::path(self, from, to)
    }

    fn shortest_path(&self, from: Location, to: Location) -> Result<Option<Path>, QueryError> {
        shortest_path(self, from, to).map(Some)
    }

    fn path_of(&self, walker: WalkerSize, from: Location, to: Location) -> Result<Path, QueryError> {
        let (from, to) = both(self.position(from), self.position(to))?;
        let path = self.mesh().shortest_path_of(walker, from, to);
        let path = path.map_err(|error| walkers::no_path(error, |face| self.at(face)))?;
        Ok(Path::over_faces(path, |face| self.at(face)))
    }

    fn reach_of(&self, walker: WalkerSize, goal: Location) -> Result<Reach, QueryError> {
        let found = self.mesh().overview_of(walker, self.position(goal)?);
        let (overview, part) = found.map_err(|error| walkers::no_path(error, |face| self.at(face)))?;
        Ok(walkers::reach(&overview, part, |face| self.at(face)))
    }

    fn floors_at(&self, point: Point, faces: Faces) -> Result<Vec<FloorAt>, QueryError> {
        let (mesh, at, [all, walkable]) = (self.mesh(), [point.x, point.y], self.masks());
        let mut floors = match faces {
            Faces::All => mesh.faces_at(at, all),
            Faces::Walkable => mesh.floors_at(at, walkable),
            Faces::Sight => mesh.floors_at(at, all),
        };
        if faces == Faces::Sight {
            ensure_hides::<N>()?;
            floors.retain(|floor| mesh.ground().hides(floor.face));
        }
        Ok(floors.into_iter().map(|floor| named(self, floor)).collect())
    }

    fn nearest(&self, point: Point) -> Result<Option<Nearest>, QueryError> {
        nearest(self, point)
    }

    fn reach(&self, goal: Location) -> Result<Reach, QueryError> {
        FloorQueries::reach(self, goal)
    }

    fn sight(&self, from: Location, to: Location) -> Result<Sight, QueryError> {
        FloorQueries::sight(self, from, to)
    }

    fn raycast(&self, from: [f32; 3], to: [f32; 3], faces: Faces) -> Result<Option<Hit>, QueryError> {
        let ([all, walkable], ray) = (self.masks(), Ray::between(from, to)?);
        let hit = match faces {
            Faces::All => self.mesh().raycast(&ray, all),
            Faces::Walkable => self.mesh().raycast(&ray, walkable),
            Faces::Sight => {
                ensure_hides::<N>()?;
                self.mesh().raycast_sight(&ray)
            }
        };
        Ok(hit.map(|hit| Hit { distance: hit.distance, point: hit.point, at: self.at(hit.face) }))
    }

    fn engine_floor(&self, point: Point) -> Option<Option<FloorAt>> {
        FloorQueries::engine_floor(self, point)
    }

    fn connected_part(&self, of: PartOf, number: u32, point: [f32; 3]) -> Option<u32> {
        self.mesh().connected_part(Position::new(point, self.face(of, number)?)).ok()?
    }

    fn seen_from(&self, view: &View, triangle: usize) -> Option<Vec<Option<bool>>> {
        FloorQueries::seen_from(self, view, triangle)
    }
}

fn ensure_hides<N: FloorQueries>() -> Result<(), QueryError> {
    if N::HIDES { Ok(()) } else { Err(QueryError::NothingHides) }
}

pub(super) fn named<N: FloorQueries>(queries: &N, floor: FloorHit<Face<N>>) -> FloorAt {
    FloorAt { height: floor.height, faces_down: !floor.faces_up, at: queries.at(floor.face) }
}

fn shortest_path<N: FloorQueries>(queries: &N, from: Location, to: Location) -> Result<Path, QueryError> {
    let (from, to) = both(queries.position(from), queries.position(to))?;
    let path = queries.mesh().shortest_path(from, to).map_err(|reason| no_path(queries, [from, to], reason))?;
    Ok(Path::over_faces(path, |face| queries.at(face)))
}

/// Builds the error for a missing path: the obstacle, and the gap if the two locations are not connected.
pub(super) fn no_path<N: FloorQueries>(
    queries: &N,
    [from, to]: [Position<Face<N>>; 2],
    reason: impl fmt::Display,
) -> NoAnswer {
    let mesh = queries.mesh();
    let gap = mesh.nearest_gap(from, to, &FlawOptions::DEFAULT).ok().flatten();
    let part = mesh.connected_part(to).ok().flatten();
    let closed_by = part.and_then(|part| queries.closed_by(from).ok()?.into_iter().nth(part as usize)?);
    let gap = gap.map(|gap| gap.map(|face| queries.at(face)));
    match closed_by {
        Some(object) => NoAnswer::over(format_args!("{reason}; {object} stands in the way"), gap),
        None => NoAnswer::over(reason, gap),
    }
}

/// The walkable point nearest to a point; nearest in the plan view if the given point has no height.
pub(super) fn nearest<N: FloorQueries>(queries: &N, Point { x, y, z }: Point) -> Result<Option<Nearest>, QueryError> {
    let found = match z {
        Some(z) => queries.mesh().snap([x, y, z], f64::INFINITY)?,
        None => queries.mesh().snap_in_plan([x, y], f64::INFINITY)?,
    };
    Ok(found.map(|SnapHit { position: Position { point, face }, distance }| Nearest {
        point,
        distance,
        at: queries.at(face),
    }))
}

/// The connected parts from which a location cannot be reached, or why this is unknown.
fn reach<N: FloorQueries>(queries: &N, goal: Location) -> Result<Reach, QueryError> {
    let (mesh, goal) = (queries.mesh(), queries.position(goal)?);
    let Some(there) = mesh.connected_part(goal)? else {
        let face = mesh.ground().number(goal.face).unwrap_or(u32::MAX);
        return Err(NoAnswer::because(format_args!("face {face} is not walkable")).into());
    };
    let parts = mesh.overview()?.parts;
    let others = (0..).zip(&parts).filter(|(part, _)| *part != there);
    let mut gaps = NearestGaps::new(others.clone().map(|(_, part)| part.faces));
    let closed_by = queries.closed_by(goal)?;
    let cut_off = others.map(|(part, of)| {
        let gap = gaps.next(|| {
            let gap = mesh.nearest_gap(goal, of.sample, &FlawOptions::DEFAULT).ok().flatten()?;
            Some(gap.map(|face| queries.at(face)))
        });
        let title = format!("connected part {part}, {}", counted(of.faces as usize, "face"));
        let closed_by = closed_by.get(part as usize).cloned().flatten();
        CutOff { closed_by, gap, ..walkers::cut_off(part, &title, of, |face| queries.at(face)) }
    });
    Ok(Reach { of: ReachOf::ConnectedParts, total: parts.len(), cut_off: cut_off.collect() })
}
