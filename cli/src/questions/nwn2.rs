//! Questions to an NWN2 walkmesh.

use anyhow::{bail, ensure};
use walkmesh::mesh::Ray;
use walkmesh::nwn2::{Navigator, Triangle, TriangleId, Walkmesh};

use super::{At, Faces, Floor, Hit, Step, Way};
use crate::place::{Place, Point};

/// The way that the game takes, by its tables.
pub fn way(walkmesh: &Walkmesh, from: Place, to: Place) -> anyhow::Result<Way> {
    let navigator = Navigator::new(walkmesh);
    let (from, to) = match (triangle(&navigator, from)?, triangle(&navigator, to)?) {
        (Some(from), Some(to)) => (from, to),
        (None, _) => return Ok(Err(format!("{from} is over no triangle"))),
        (_, None) => return Ok(Err(format!("{to} is over no triangle"))),
    };
    Ok(match navigator.route(from, to) {
        Err(reason) => Err(reason.to_string()),
        Ok(route) => {
            let steps = route.triangles.iter().filter_map(|id| walkmesh.triangle(*id)).map(step);
            Ok((route.length(walkmesh).into(), steps.collect()))
        }
    })
}

/// All floors at a place, by ascending height.
pub fn floors(walkmesh: &Walkmesh, point: Point, faces: Faces) -> anyhow::Result<Vec<Floor>> {
    ensure!(faces != Faces::Sight, "no triangle of an area is said to hide anything; say --faces walkable or all");
    let floors = Navigator::new(walkmesh).floors_at(point.x, point.y).into_iter();
    let counts = |id| faces == Faces::All || walkmesh.triangle(id).is_some_and(|triangle| triangle.is_walkable());
    let floors = floors.filter(|floor| counts(floor.triangle));
    Ok(floors.map(|floor| Floor { height: floor.height, at: at(walkmesh, floor.triangle) }).collect())
}

/// What a ray from point to point meets first.
pub fn ray(walkmesh: &Walkmesh, from: [f32; 3], to: [f32; 3], faces: Faces) -> anyhow::Result<Option<Hit>> {
    ensure!(faces == Faces::All, "a ray through an area meets all triangles; leave --faces out");
    let hit = Navigator::new(walkmesh).cast(&Ray::between(from, to)?);
    Ok(hit.map(|hit| Hit { distance: hit.distance, point: hit.point, at: at(walkmesh, hit.triangle) }))
}

/// The triangle that is meant: without a height the one that the game would find.
fn triangle(navigator: &Navigator<'_>, place: Place) -> anyhow::Result<Option<TriangleId>> {
    Ok(match place {
        Place::Face(triangle) => Some(TriangleId(triangle)),
        Place::Point(Point { x, y, z: None }) => navigator.triangle_by_the_games_rule(x, y),
        Place::Point(Point { x, y, z: Some(z) }) => navigator.floor([x, y, z]).map(|floor| floor.triangle),
        Place::Cell { .. } => bail!("{place}: a place in an area is X,Y, X,Y,Z or the number of a triangle"),
    })
}

fn step(triangle: Triangle<'_>) -> Step {
    let [x, y] = triangle.as_raw().center;
    let at = At::Triangle { triangle: triangle.id().0, island: triangle.island().map(|island| island.0) };
    // Plus zero: on a floor at height 0 no minus is wanted.
    Step { point: [x, y, triangle.height([x, y]).unwrap_or(0.0) + 0.0], at }
}

fn at(walkmesh: &Walkmesh, id: TriangleId) -> At {
    let island = walkmesh.triangle(id).and_then(|triangle| triangle.island());
    At::Triangle { triangle: id.0, island: island.map(|island| island.0) }
}
