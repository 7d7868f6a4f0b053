//! Questions to a KotOR walkmesh.

use anyhow::{anyhow, bail};
use walkmesh::kotor::{ENGINE_REACH, FaceId, FloorHit, MaterialMask, Questions, Spot, Walkmesh};
use walkmesh::mesh::Ray;

use super::{At, Faces, Floor, Hit, Step, Way};
use crate::place::{Place, Point};

/// How far apart floors are the same floor, in metres.
const SAME_FLOOR: f32 = 0.01;

/// The shortest way over walkable faces.
pub fn way(walkmesh: &Walkmesh, from: Place, to: Place) -> anyhow::Result<Way> {
    let questions = Questions::of_walkmesh(walkmesh)?;
    let (from, to) = match (spot(walkmesh, &questions, from)?, spot(walkmesh, &questions, to)?) {
        (Ok(from), Ok(to)) => (from, to),
        (Err(reason), _) | (_, Err(reason)) => return Ok(Err(reason)),
    };
    Ok(match questions.path(from, to) {
        Err(reason) => Err(reason.to_string()),
        Ok(route) => {
            let step = |spot: &Spot<FaceId>| Step { point: spot.point, at: at(walkmesh, spot.face) };
            Ok((route.length, route.spots.iter().map(step).collect()))
        }
    })
}

/// All floors at a place, by ascending height.
pub fn floors(walkmesh: &Walkmesh, point: Point, faces: Faces) -> anyhow::Result<Vec<Floor>> {
    let questions = Questions::of_walkmesh(walkmesh)?;
    let floors = questions.floors(point.x, point.y, mask(walkmesh, faces));
    let floor = |FloorHit { face, height, .. }| Floor { height, at: at(walkmesh, face) };
    Ok(floors.into_iter().map(floor).collect())
}

/// What a ray from point to point meets first.
pub fn ray(walkmesh: &Walkmesh, from: [f32; 3], to: [f32; 3], faces: Faces) -> anyhow::Result<Option<Hit>> {
    let questions = Questions::of_walkmesh(walkmesh)?;
    let hit = questions.hits(&[Ray::between(from, to)?], mask(walkmesh, faces)).pop().flatten();
    Ok(hit.map(|hit| Hit { distance: hit.distance, point: hit.point, at: at(walkmesh, hit.face) }))
}

fn mask(walkmesh: &Walkmesh, faces: Faces) -> MaterialMask {
    match faces {
        Faces::Walkable => walkmesh.materials().walk_mask(),
        Faces::Sight => walkmesh.materials().sight_mask(),
        Faces::All => MaterialMask(u32::MAX),
    }
}

fn at(walkmesh: &Walkmesh, face: FaceId) -> At {
    let material = walkmesh.face(face).map_or(0, |face| face.material().0);
    At::Face { face: face.0, material }
}

/// Where one stands, or why one does not.
fn spot(
    walkmesh: &Walkmesh,
    questions: &Questions<FaceId>,
    place: Place,
) -> anyhow::Result<Result<Spot<FaceId>, String>> {
    match place {
        Place::Face(face) => {
            let face = FaceId(face);
            let corners = walkmesh.face(face).and_then(|face| face.points());
            let [a, b, c] = corners.ok_or_else(|| anyhow!("has no face {place}"))?;
            Ok(Ok(Spot { point: [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0), face }))
        }
        Place::Point(Point { x, y, z: Some(z) }) => {
            let spot = questions.stand([x, y, z], ENGINE_REACH);
            Ok(spot.ok_or_else(|| format!("{place} is over no walkable face")))
        }
        Place::Point(Point { x, y, z: None }) => {
            match questions.floors(x, y, walkmesh.materials().walk_mask()).as_slice() {
                [] => Ok(Err(format!("{place} is over no walkable face"))),
                // Where faces meet, one floor is on each of them.
                [floor, .., highest] if highest.height - floor.height > SAME_FLOOR => {
                    bail!("{place}: there is more than one floor; say which with X,Y,Z")
                }
                [floor, ..] => Ok(Ok(Spot { point: [x, y, floor.height], face: floor.face })),
            }
        }
        Place::Cell { .. } => bail!("{place}: a place in a room is X,Y, X,Y,Z or the number of a face"),
    }
}
