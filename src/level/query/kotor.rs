//! Queries about a KotOR walkmesh, or about the rooms of an area with the doors and placeables in them.

use crate::kotor::{
    Area, FaceId, FaceName, MaterialMask, Navigable, Navigator, Part, PlacedGround, PlacedObject, Walkmesh,
};
use crate::mesh::{self, MeshError, Position};

use super::super::Kind;
use super::super::view::{PartOf, View};
use super::floor_queries::{FloorQueries, named, nearest};
use super::{At, Faces, FloorAt, Location, NoAnswer, Point, Queries, QueryError, Sight};

/// Maximum vertical distance between a point and its floor, in metres.
const FLOOR_DISTANCE: f32 = 1000.0;
/// Floors that are at most this far apart count as the same floor, in metres.
const SAME_FLOOR: f32 = 0.01;

/// Height of the eyes above the floor, in metres. The game does not store it; this is approximately a person's.
const EYES: f32 = 1.7;

/// A walkmesh, or the rooms of an area with its named doors and placeables.
#[derive(Clone, Debug)]
pub(in crate::level) struct Rooms<N: Navigable> {
    names: Vec<String>,
    navigator: Navigator<N>,
}

impl Rooms<Walkmesh> {
    pub fn new(walkmesh: Walkmesh) -> Self {
        Self { names: Vec::new(), navigator: Navigator::new(walkmesh) }
    }
}

impl Rooms<Area> {
    pub fn of_area(area: Area, objects: Vec<(String, PlacedObject)>) -> Self {
        let (names, placed) = objects.into_iter().unzip();
        Self { names, navigator: Navigator::of_area_with(area, placed) }
    }
}

impl<N: Navigable> Rooms<N> {
    /// The centre of a face of the only walkmesh.
    fn middle(&self, number: u32) -> Result<Position<N::Face>, QueryError> {
        let Some((walkmesh, name)) = self.navigator.face_of_part(None, FaceId(number)) else {
            let expected = "in an area of rooms, a position is X,Y or X,Y,Z";
            return Err(QueryError::wrong(Location::Face(number), expected));
        };
        let corners = walkmesh.face(FaceId(number)).and_then(|face| face.points());
        let [a, b, c] = corners.ok_or(QueryError::NoSuchFace { face: number })?;
        Ok(Position::new([0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0), name))
    }
}

impl<N: Navigable> FloorQueries for Rooms<N> {
    type Ground = PlacedGround<N>;

    const KIND: Kind = Kind::Bwm;
    const HIDES: bool = true;

    fn mesh(&self) -> &mesh::Navigator<PlacedGround<N>> {
        &self.navigator
    }

    fn masks(&self) -> [MaterialMask; 2] {
        [MaterialMask::ALL, self.navigator.walk_mask()]
    }

    fn at(&self, name: N::Face) -> At {
        let (face, material) = (name.face().0, self.navigator.material(name).map_or(0, |material| material.0));
        match name.part() {
            None => At::Face { face, material },
            Some(Part::Room(room)) => {
                At::RoomFace { room: self.navigator.navigated().room_name(room).unwrap_or_default(), face, material }
            }
            Some(Part::Object(number)) => At::ObjectFace { object: self.names.get(number).cloned(), face, material },
        }
    }

    fn face(&self, of: PartOf, number: u32) -> Option<N::Face> {
        let part = match of {
            PartOf::File => None,
            PartOf::Room(room) => Some(Part::Room(room)),
            _ => return None,
        };
        self.navigator.face_of_part(part, FaceId(number)).map(|(_, name)| name)
    }

    fn closed_by(&self, from: Position<N::Face>) -> Result<Vec<Option<String>>, MeshError> {
        let objects = self.navigator.objects_that_close(from)?;
        Ok(objects.into_iter().map(|object| self.names.get(object?).cloned()).collect())
    }

    fn position(&self, location: Location) -> Result<Position<N::Face>, QueryError> {
        let navigator = &self.navigator;
        let off_mesh = |point| -> QueryError {
            let reason = format!("there is no walkable face at {location}");
            nearest(self, point)
                .map_or_else(Into::into, |nearest| NoAnswer { nearest, ..NoAnswer::because(reason) }.into())
        };
        match location {
            Location::Face(face) => self.middle(face),
            Location::Point(point @ Point { x, y, z: Some(z) }) => {
                navigator.position_at([x, y, z], FLOOR_DISTANCE)?.ok_or_else(|| off_mesh(point))
            }
            Location::Point(point @ Point { x, y, z: None }) => {
                match navigator.floors_at([x, y], navigator.walk_mask()).as_slice() {
                    [] => Err(off_mesh(point)),
                    // On a shared edge, each face has the same floor.
                    [floor, .., highest] if highest.height - floor.height > SAME_FLOOR => {
                        Err(QueryError::wrong(location, "there is more than one floor; give the height, too, as X,Y,Z"))
                    }
                    [floor, ..] => {
                        navigator.position_at([x, y, floor.height], SAME_FLOOR)?.ok_or_else(|| off_mesh(point))
                    }
                }
            }
            Location::Cell { .. } => {
                Err(QueryError::wrong(location, "in a room, a position is X,Y or X,Y,Z or the number of a face"))
            }
        }
    }

    /// Returns whether no face that blocks the view is between two points.
    fn sight(&self, from: Location, to: Location) -> Result<Sight, QueryError> {
        let point = |location| match location {
            Location::Point(Point { x, y, z: Some(z) }) => Ok([x, y, z]),
            other => {
                let expected = "in KotOR, a line of sight runs between two points, X,Y,Z each, because the heights of the eyes count";
                Err(QueryError::wrong(other, expected))
            }
        };
        let (from, to) = (point(from)?, point(to)?);
        let blocked_by = if from == to { None } else { self.raycast(from, to, Faces::Sight)? };
        Ok(Sight {
            has_table: false,
            lacks_table: false,
            by_table: None,
            by_geometry: blocked_by.is_none(),
            blocked_by,
        })
    }

    fn engine_floor(&self, point: Point) -> Option<Option<FloorAt>> {
        Some(self.navigator.engine_floor([point.x, point.y]).map(|floor| named(self, floor)))
    }

    fn seen_from(&self, view: &View, triangle: usize) -> Option<Vec<Option<bool>>> {
        let eye = |triangle| {
            let [x, y, z] = view.middle(triangle)?;
            Some([x, y, z + EYES].into())
        };
        let start = eye(triangle)?;
        let is_seen = |triangle: usize| {
            view.class(triangle).filter(|class| class.walkable)?;
            Some(FloorQueries::sight(self, start, eye(triangle)?).ok()?.by_geometry)
        };
        Some((0..view.triangles.len()).map(is_seen).collect())
    }
}
