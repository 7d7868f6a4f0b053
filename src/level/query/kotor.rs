//! Queries about a KotOR walkmesh, or about the rooms of an area with the doors and placeables in them.

use crate::counted;
use crate::flaw::FlawOptions;
use crate::kotor::{
    Area, AreaFace, FaceId, FaceName, MaterialMask, Navigable, Navigator, Part, PlacedObject, Walkmesh,
};
use crate::mesh::{FloorHit, MeshError, PartOverview, PathError, Position, Ray, SnapHit, WalkerSize};

use super::super::Kind;
use super::super::view::{PartOf, View};
use super::{
    At, CutOff, Faces, FloorAt, Hit, Location, Nearest, NearestGaps, NoAnswer, Path, Point, Queries, QueryError, Reach,
    ReachOf, Sight, both, walkers,
};
use crate::finding::{PartKind, PlacePart};

/// How far above or below a point its floor may lie, in metres.
const REACH: f32 = 1000.0;
/// Floors that are at most this far apart count as the same floor, in metres.
const SAME_FLOOR: f32 = 0.01;

/// How far the eyes are above the floor, in metres. The game does not store it; it is about a person's.
const EYES: f32 = 1.7;

/// The faces that queries run on, and how answers name them.
pub(in crate::level) trait Ground {
    type Floors: Navigable;

    fn navigator(&self) -> &Navigator<Self::Floors>;

    /// How an answer names a face.
    fn at(&self, face: Face<Self>) -> At;

    /// The face with a number in a part of a view.
    fn face(of: PartOf, number: u32) -> Option<Face<Self>>;

    /// The centre of the face with a number.
    fn middle(&self, face: u32) -> Result<Position<Face<Self>>, QueryError>;

    /// For each connected part the name of the door or placeable that closes it off from a position, if one does.
    fn closed_by(&self, from: Position<Face<Self>>) -> Result<Vec<Option<String>>, MeshError>;
}

/// The type with which the navigator of a ground names a face.
type Face<G> = <<G as Ground>::Floors as Navigable>::Face;

/// One walkmesh.
#[derive(Clone, Debug)]
pub(in crate::level) struct OneWalkmesh(Navigator);

impl OneWalkmesh {
    pub fn new(walkmesh: Walkmesh) -> Self {
        Self(Navigator::new(walkmesh))
    }
}

impl Ground for OneWalkmesh {
    type Floors = Walkmesh;

    fn navigator(&self) -> &Navigator {
        &self.0
    }

    fn at(&self, face: FaceId) -> At {
        At::Face { face: face.0, material: material(&self.0, face) }
    }

    fn face(of: PartOf, number: u32) -> Option<FaceId> {
        (of == PartOf::File).then_some(FaceId(number))
    }

    fn middle(&self, face: u32) -> Result<Position<FaceId>, QueryError> {
        let corners = self.0.walkmesh().face(FaceId(face)).and_then(|face| face.points());
        let [a, b, c] = corners.ok_or(QueryError::NoSuchFace { face })?;
        Ok(Position::new([0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0), FaceId(face)))
    }

    /// No object stands in a single walkmesh.
    fn closed_by(&self, _: Position<FaceId>) -> Result<Vec<Option<String>>, MeshError> {
        Ok(Vec::new())
    }
}

/// The rooms of an area, with its named doors and placeables.
#[derive(Clone, Debug)]
pub(in crate::level) struct AreaWithObjects {
    names: Vec<String>,
    navigator: Navigator<Area>,
}

impl AreaWithObjects {
    pub fn new(area: Area, objects: Vec<(String, PlacedObject)>) -> Self {
        let (names, placed) = objects.into_iter().unzip();
        Self { names, navigator: Navigator::of_area_with(area, placed) }
    }
}

impl Ground for AreaWithObjects {
    type Floors = Area;

    fn navigator(&self) -> &Navigator<Area> {
        &self.navigator
    }

    fn at(&self, name: AreaFace) -> At {
        let material = material(&self.navigator, name);
        let AreaFace { part, face } = name;
        match part {
            Part::Room(room) => {
                let room = self.navigator.area().layout().room(room);
                At::RoomFace { room: room.map_or_else(String::new, |room| room.name.clone()), face: face.0, material }
            }
            Part::Object(number) => At::ObjectFace { object: self.names.get(number).cloned(), face: face.0, material },
        }
    }

    fn face(of: PartOf, number: u32) -> Option<AreaFace> {
        let PartOf::Room(room) = of else { return None };
        Some(AreaFace { part: Part::Room(room), face: FaceId(number) })
    }

    fn middle(&self, face: u32) -> Result<Position<AreaFace>, QueryError> {
        Err(QueryError::wrong(Location::Face(face), "in an area of rooms, a position is X,Y or X,Y,Z"))
    }

    fn closed_by(&self, from: Position<AreaFace>) -> Result<Vec<Option<String>>, MeshError> {
        let objects = self.navigator.objects_that_close(from)?;
        Ok(objects.into_iter().map(|object| self.names.get(object?).cloned()).collect())
    }
}

fn material<N: Navigable>(navigator: &Navigator<N>, face: N::Face) -> u32 {
    navigator.material(face).map_or(0, |material| material.0)
}

impl<G: Ground> Queries for G {
    const KIND: Kind = Kind::Bwm;

    /// The shortest path over walkable faces.
    fn path(&self, from: Location, to: Location) -> Result<Path, QueryError> {
        let (from, to) = both(position(self, from), position(self, to))?;
        let path = self.navigator().shortest_path(from, to).map_err(|reason| no_path(self, [from, to], &reason))?;
        Ok(Path::over_faces(path, |face| self.at(face)))
    }

    fn path_of(&self, walker: WalkerSize, from: Location, to: Location) -> Result<Path, QueryError> {
        let (from, to) = both(position(self, from), position(self, to))?;
        let path = self.navigator().shortest_path_of(walker, from, to);
        let path = path.map_err(|error| walkers::no_path(error, |face| self.at(face)))?;
        Ok(Path::over_faces(path, |face| self.at(face)))
    }

    fn reach_of(&self, walker: WalkerSize, goal: Location) -> Result<Reach, QueryError> {
        let found = self.navigator().overview_of(walker, position(self, goal)?);
        let (overview, part) = found.map_err(|error| walkers::no_path(error, |face| self.at(face)))?;
        Ok(walkers::reach(&overview, part, |face| self.at(face)))
    }

    fn floors_at(&self, point: Point, faces: Faces) -> Result<Vec<FloorAt>, QueryError> {
        let (navigator, at) = (self.navigator(), [point.x, point.y]);
        let mut floors = match faces {
            Faces::All => navigator.faces_at(at, MaterialMask::ALL),
            Faces::Walkable => navigator.floors_at(at, navigator.walk_mask()),
            Faces::Sight => navigator.floors_at(at, MaterialMask::ALL),
        };
        if faces == Faces::Sight {
            floors.retain(|floor| navigator.hides(floor.face));
        }
        Ok(floors.into_iter().map(|floor| named(self, floor)).collect())
    }

    fn nearest(&self, point: Point) -> Result<Option<Nearest>, QueryError> {
        nearest(self, point)
    }

    /// The connected parts from which nobody can reach a location, or why this is unknown.
    fn reach(&self, goal: Location) -> Result<Reach, QueryError> {
        let goal = position(self, goal)?;
        let navigator = self.navigator();
        let Some(there) = navigator.connected_part(goal)? else {
            return Err(NoAnswer::because(format_args!("{} is not walkable", goal.face.face())).into());
        };
        let parts = navigator.overview()?.parts;
        let others = (0..).zip(&parts).filter(|(part, _)| *part != there);
        let mut gaps = NearestGaps::of(others.clone().map(|(_, part)| part.faces));
        let closed_by = self.closed_by(goal)?;
        let cut_off = others.map(|(part, PartOverview { faces, area, sample: Position { point, face }, .. })| {
            let gap = gaps.next(|| {
                let gap =
                    navigator.nearest_gap(goal, Position::new(*point, *face), &FlawOptions::DEFAULT).ok().flatten()?;
                Some(gap.map(|face| self.at(face)))
            });
            let [x, y, z] = point;
            let area = (area * 1000.0).round() / 1000.0;
            let closed_by = closed_by.get(part as usize).cloned().flatten();
            CutOff {
                place: PlacePart::new(PartKind::ConnectedPart, part).into(),
                size: *faces,
                point: Some(point.to_vec()),
                text: format!(
                    "connected part {part}, {}, {area} m², such as {x},{y},{z}, {}",
                    counted(*faces as usize, "face"),
                    self.at(*face)
                ),
                closed_by,
                gap,
            }
        });
        Ok(Reach { of: ReachOf::ConnectedParts, total: parts.len(), cut_off: cut_off.collect() })
    }

    fn sight(&self, from: Location, to: Location) -> Result<Sight, QueryError> {
        sight(self, from, to)
    }

    fn raycast(&self, from: [f32; 3], to: [f32; 3], faces: Faces) -> Result<Option<Hit>, QueryError> {
        ray(self, from, to, faces)
    }

    fn engine_floor(&self, point: Point) -> Option<Option<FloorAt>> {
        Some(self.navigator().engine_floor([point.x, point.y]).map(|floor| named(self, floor)))
    }

    fn connected_part(&self, of: PartOf, number: u32, point: [f32; 3]) -> Option<u32> {
        self.navigator().connected_part(Position::new(point, Self::face(of, number)?)).ok()?
    }

    fn seen_from(&self, view: &View, triangle: usize) -> Option<Vec<Option<bool>>> {
        let eye = |triangle| {
            let [x, y, z] = view.middle(triangle)?;
            Some([x, y, z + EYES].into())
        };
        let start = eye(triangle)?;
        let is_seen = |triangle: usize| {
            view.class(triangle).filter(|class| class.walkable)?;
            Some(sight(self, start, eye(triangle)?).ok()?.by_geometry)
        };
        Some((0..view.triangles.len()).map(is_seen).collect())
    }
}

/// Why there is no path, what closes it, and where it breaks off.
fn no_path<G: Ground>(ground: &G, [from, to]: [Position<Face<G>>; 2], reason: &PathError) -> NoAnswer {
    let gap = ground.navigator().nearest_gap(from, to, &FlawOptions::DEFAULT).ok().flatten();
    let part = ground.navigator().connected_part(to).ok().flatten();
    let closed_by = part.and_then(|part| ground.closed_by(from).ok()?.into_iter().nth(part as usize)?);
    let gap = gap.map(|gap| gap.map(|face| ground.at(face)));
    match closed_by {
        Some(object) => NoAnswer::over(format_args!("{reason}; {object} stands in the way"), gap),
        None => NoAnswer::over(reason, gap),
    }
}

fn named<G: Ground>(ground: &G, FloorHit { face, height, faces_up }: FloorHit<Face<G>>) -> FloorAt {
    FloorAt { height, faces_down: !faces_up, at: ground.at(face) }
}

/// The first face that a ray from point to point meets.
fn ray<G: Ground>(ground: &G, from: [f32; 3], to: [f32; 3], faces: Faces) -> Result<Option<Hit>, QueryError> {
    let (navigator, ray) = (ground.navigator(), Ray::between(from, to)?);
    let hit = match faces {
        Faces::All => navigator.raycast(&ray, MaterialMask::ALL),
        Faces::Walkable => navigator.raycast(&ray, navigator.walk_mask()),
        Faces::Sight => navigator.raycast_sight(&ray),
    };
    Ok(hit.map(|hit| Hit { distance: hit.distance, point: hit.point, at: ground.at(hit.face) }))
}

/// The walkable point that is nearest to another point; in the plan view if that has no height.
fn nearest<G: Ground>(ground: &G, Point { x, y, z }: Point) -> Result<Option<Nearest>, QueryError> {
    let navigator = ground.navigator();
    let found = match z {
        Some(z) => navigator.snap([x, y, z], f64::INFINITY)?,
        None => navigator.snap_in_plan([x, y], f64::INFINITY)?,
    };
    Ok(found.map(|SnapHit { position: Position { point, face }, distance }| Nearest {
        point,
        distance,
        at: ground.at(face),
    }))
}

/// Whether no face that blocks the view is between two points.
fn sight<G: Ground>(ground: &G, from: Location, to: Location) -> Result<Sight, QueryError> {
    let point = |location| match location {
        Location::Point(Point { x, y, z: Some(z) }) => Ok([x, y, z]),
        other => {
            let expected =
                "in KotOR, a line of sight runs between two points, X,Y,Z each, because the heights of the eyes count";
            Err(QueryError::wrong(other, expected))
        }
    };
    let (from, to) = (point(from)?, point(to)?);
    let blocked_by = if from == to { None } else { ray(ground, from, to, Faces::Sight)? };
    Ok(Sight { has_table: false, lacks_table: false, by_table: None, by_geometry: blocked_by.is_none(), blocked_by })
}

/// The position on the mesh, or why there is none.
fn position<G: Ground>(ground: &G, location: Location) -> Result<Position<Face<G>>, QueryError> {
    let navigator = ground.navigator();
    let off_mesh = |point| -> QueryError {
        let reason = format!("there is no walkable face at {location}");
        nearest(ground, point)
            .map_or_else(Into::into, |nearest| NoAnswer { nearest, ..NoAnswer::because(reason) }.into())
    };
    match location {
        Location::Face(face) => ground.middle(face),
        Location::Point(point @ Point { x, y, z: Some(z) }) => {
            navigator.position_at([x, y, z], REACH)?.ok_or_else(|| off_mesh(point))
        }
        Location::Point(point @ Point { x, y, z: None }) => {
            match navigator.floors_at([x, y], navigator.walk_mask()).as_slice() {
                [] => Err(off_mesh(point)),
                // On a shared edge, each face has the same floor.
                [floor, .., highest] if highest.height - floor.height > SAME_FLOOR => {
                    Err(QueryError::wrong(location, "there is more than one floor; give the height, too, as X,Y,Z"))
                }
                [floor, ..] => navigator.position_at([x, y, floor.height], SAME_FLOOR)?.ok_or_else(|| off_mesh(point)),
            }
        }
        Location::Cell { .. } => {
            Err(QueryError::wrong(location, "in a room, a position is X,Y or X,Y,Z or the number of a face"))
        }
    }
}
