//! [`MapNavigator`]: the answers about a map, which all come from its mesh.

use crate::finding::{PartKind, PlacePart};
use crate::mesh::{FloorHit, Mesh, SnapHit};

use super::super::Kind;
use super::super::query::{
    At, CutOff, Faces, FloorAt, Location, Nearest, NoAnswer, Path, Point, Queries, QueryError, Reach, ReachOf,
};

/// A map is flat, so a point is on its floor at this height.
const FLOOR: f32 = 0.0;
/// How far from a point of a query its floor may be, in metres.
const REACH: f64 = 0.001;

/// What answers queries about a map.
#[derive(Clone, Debug)]
pub(in crate::level) struct MapNavigator(Mesh);

impl MapNavigator {
    pub(super) fn new(mesh: Mesh) -> Self {
        Self(mesh)
    }

    fn position(&self, location: Location) -> Result<SnapHit, QueryError> {
        let Location::Point(Point { x, y, .. }) = location else {
            return Err(QueryError::WrongLocation { location, expected: "on a map, a position is X,Y" });
        };
        let reason = || NoAnswer::because(format_args!("there is a wall at {location}"));
        Ok(self.0.snap([x, y, FLOOR], REACH).ok_or_else(reason)?)
    }
}

/// How answers name a triangle.
fn at(face: u32) -> At {
    At::Triangle { triangle: face, island: None }
}

impl Queries for MapNavigator {
    const KIND: Kind = Kind::Toy;

    fn path(&self, from: Location, to: Location) -> Result<Path, QueryError> {
        let (from, to) = (self.position(from)?.position, self.position(to)?.position);
        let path = self.0.shortest_path(from, to).map_err(NoAnswer::because)?;
        Ok(Path::over_faces(path, at))
    }

    fn floors_at(&self, Point { x, y, .. }: Point, _: Faces) -> Result<Vec<FloorAt>, QueryError> {
        let named = |FloorHit { face, height, faces_up }| FloorAt { height, faces_down: !faces_up, at: at(face) };
        Ok(self.0.floors_at([x, y]).into_iter().map(named).collect())
    }

    fn nearest(&self, Point { x, y, .. }: Point) -> Result<Option<Nearest>, QueryError> {
        let found = self.0.snap([x, y, FLOOR], f64::INFINITY);
        Ok(found.map(|SnapHit { position, distance }| Nearest {
            point: position.point,
            distance,
            at: at(position.face),
        }))
    }

    fn reach(&self, goal: Location) -> Result<Reach, QueryError> {
        let here = self.0.nav_mesh().connected_part(self.position(goal)?.position.face);
        let parts = self.0.overview().parts;
        let others = (0..).zip(&parts).filter(|(part, _)| Some(*part) != here);
        let cut_off = others.map(|(part, of)| CutOff {
            place: PlacePart::new(PartKind::ConnectedPart, part).into(),
            size: of.faces,
            point: Some(of.sample.point.to_vec()),
            text: format!("connected part {part}"),
            closed_by: None,
            gap: None,
        });
        Ok(Reach { of: ReachOf::ConnectedParts, total: parts.len(), cut_off: cut_off.collect() })
    }
}
