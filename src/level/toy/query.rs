//! [`MapNavigator`]: the answers about a map, all from its mesh.

use crate::mesh::{self, Mesh, Position};

use super::super::Kind;
use super::super::query::floor_queries::FloorQueries;
use super::super::query::{At, Location, NoAnswer, Point, QueryError};
use super::super::view::PartOf;

/// A map is flat, so a point is on its floor at this height.
const FLOOR: f32 = 0.0;
/// Maximum distance between a point of a query and its floor, in metres.
const FLOOR_DISTANCE: f64 = 0.001;

/// The navigator of a map.
#[derive(Clone, Debug)]
pub(in crate::level) struct MapNavigator(mesh::Navigator<Mesh>);

impl MapNavigator {
    pub(super) fn new(mesh: Mesh) -> Self {
        Self(mesh::Navigator::new(mesh))
    }
}

impl FloorQueries for MapNavigator {
    type Ground = Mesh;

    const KIND: Kind = Kind::Toy;

    fn mesh(&self) -> &mesh::Navigator<Mesh> {
        &self.0
    }

    fn masks(&self) -> [u32; 2] {
        [Mesh::ALL, Mesh::WALKABLE]
    }

    fn at(&self, face: u32) -> At {
        At::Triangle { triangle: face, island: None }
    }

    fn face(&self, of: PartOf, number: u32) -> Option<u32> {
        (of == PartOf::File).then_some(number)
    }

    fn position(&self, location: Location) -> Result<Position, QueryError> {
        let Location::Point(Point { x, y, .. }) = location else {
            return Err(QueryError::WrongLocation { location, expected: "on a map, a position is X,Y" });
        };
        let reason = || NoAnswer::because(format_args!("there is a wall at {location}"));
        Ok(self.0.snap([x, y, FLOOR], FLOOR_DISTANCE)?.ok_or_else(reason)?.position)
    }
}
