//! Questions to an NWN2 walkmesh.

use anyhow::bail;
use walkmesh::mesh::{PathPoint, Ray};
use walkmesh::nwn2::{FloorHit, IslandId, Navigator, Triangle, TriangleId, Walkmesh};

use super::{At, Faces, Floor, FoundWay, Hit, Step, Way};
use crate::place::{Place, Point};

/// Both ends of a question, or why there is none at the first that has none.
fn both<T>(from: Result<T, String>, to: Result<T, String>) -> Result<(T, T), String> {
    Ok((from?, to?))
}

/// The way that the game takes, by its tables.
pub fn way(walkmesh: &Walkmesh, from: Place, to: Place) -> anyhow::Result<Way> {
    let navigator = Navigator::new(walkmesh);
    let (from, to) = match both(triangle(&navigator, from)?, triangle(&navigator, to)?) {
        Ok(ends) => ends,
        Err(reason) => return Ok(Err(reason)),
    };
    Ok(match navigator.route(from, to) {
        Err(reason) => Err(reason.to_string()),
        Ok(route) => {
            let steps = route.triangles.iter().filter_map(|id| walkmesh.triangle(*id)).map(step);
            Ok(FoundWay::by_tables(route.length(walkmesh).into(), steps.collect()))
        }
    })
}

/// The shortest way over the walkable triangles.
pub fn shortest_way(walkmesh: &Walkmesh, from: Place, to: Place) -> anyhow::Result<Way> {
    let navigator = Navigator::new(walkmesh);
    let (from, to) = match both(position(&navigator, from)?, position(&navigator, to)?) {
        Ok(ends) => ends,
        Err(reason) => return Ok(Err(reason)),
    };
    Ok(match navigator.shortest_path(from, to) {
        Err(reason) => Err(reason.to_string()),
        Ok(path) => {
            let step = |step: &PathPoint| Step { point: step.point, at: at(walkmesh, TriangleId(step.face)) };
            let steps = path.points.iter().map(step).collect();
            Ok(FoundWay { length: path.length, proven_shortest: Some(path.proven_shortest), steps })
        }
    })
}

/// All floors at a place, by ascending height; triangles that face down are among them only where all count.
pub fn floors(walkmesh: &Walkmesh, point: Point, faces: Faces) -> anyhow::Result<Vec<Floor>> {
    let navigator = Navigator::new(walkmesh);
    let triangle = |floor: &FloorHit| walkmesh.triangle(floor.triangle);
    let mut floors = if only_walkable(faces)? {
        navigator.floors_at(point.x, point.y)
    } else {
        navigator.faces_at(point.x, point.y)
    };
    floors.retain(|floor| faces == Faces::All || triangle(floor).is_some_and(|triangle| triangle.is_walkable()));
    let named = |floor: FloorHit| Floor {
        height: floor.height,
        faces_down: !triangle(&floor).is_some_and(|triangle| triangle.faces_up()),
        at: at(walkmesh, floor.triangle),
    };
    Ok(floors.into_iter().map(named).collect())
}

/// What a ray from point to point meets first.
pub fn ray(walkmesh: &Walkmesh, from: [f32; 3], to: [f32; 3], faces: Faces) -> anyhow::Result<Option<Hit>> {
    let (navigator, ray) = (Navigator::new(walkmesh), Ray::between(from, to)?);
    let hit = if only_walkable(faces)? { navigator.cast_to_walkable(&ray) } else { navigator.cast(&ray) };
    Ok(hit.map(|hit| Hit { distance: hit.distance, point: hit.point, at: at(walkmesh, hit.triangle) }))
}

/// Whether two triangles see each other: what the tile's table says, if anything, and what the triangles say. Or why
/// it cannot be said.
pub fn sight(walkmesh: &Walkmesh, from: Place, to: Place) -> anyhow::Result<Result<(Option<bool>, bool), String>> {
    let navigator = Navigator::new(walkmesh);
    let (from, to) = match both(triangle(&navigator, from)?, triangle(&navigator, to)?) {
        Ok(ends) => ends,
        Err(reason) => return Ok(Err(reason)),
    };
    if let Some(missing) = [from, to].into_iter().find(|id| walkmesh.triangle(*id).is_none()) {
        return Ok(Err(format!("{missing} is not there")));
    }
    let by_geometry = navigator.sees_by_geometry(from, to).map_err(|reason| reason.to_string());
    Ok(by_geometry.map(|by_geometry| (navigator.sees_by_table(from, to), by_geometry)))
}

/// The islands from which no stored route leads to a place, or why it cannot be said.
pub fn cut_off(walkmesh: &Walkmesh, goal: Place) -> anyhow::Result<Result<Vec<IslandId>, String>> {
    let navigator = Navigator::new(walkmesh);
    Ok(match triangle(&navigator, goal)? {
        Ok(goal) => navigator.islands_cut_off_from(goal).map_err(|reason| reason.to_string()),
        Err(reason) => Err(reason),
    })
}

/// Whether only walkable triangles count, or all.
fn only_walkable(faces: Faces) -> anyhow::Result<bool> {
    match faces {
        Faces::Walkable => Ok(true),
        Faces::All => Ok(false),
        Faces::Sight => bail!("no triangle of an area is said to hide anything; say --faces walkable or all"),
    }
}

/// The triangle that is meant, or why none is: without a height the one that the game would find.
fn triangle(navigator: &Navigator<'_>, place: Place) -> anyhow::Result<Result<TriangleId, String>> {
    let triangle = match place {
        Place::Face(triangle) => Some(TriangleId(triangle)),
        Place::Point(Point { x, y, z: None }) => navigator.triangle_by_the_games_rule(x, y),
        Place::Point(Point { x, y, z: Some(z) }) => navigator.floor([x, y, z]).map(|floor| floor.triangle),
        Place::Cell { .. } => bail!("{place}: a place in an area is X,Y, X,Y,Z or the number of a triangle"),
    };
    Ok(triangle.ok_or_else(|| format!("{place} is over no triangle")))
}

/// The position that is meant: of a triangle its centre, and without a height the one on the triangle that the game
/// would find.
fn position(navigator: &Navigator<'_>, place: Place) -> anyhow::Result<Result<[f32; 3], String>> {
    if let Place::Point(Point { x, y, z: Some(z) }) = place {
        return Ok(Ok([x, y, z]));
    }
    let id = match triangle(navigator, place)? {
        Ok(id) => id,
        Err(reason) => return Ok(Err(reason)),
    };
    let Some(triangle) = navigator.walkmesh().triangle(id) else { return Ok(Err(format!("{id} is not there"))) };
    let [x, y] = match place {
        Place::Point(Point { x, y, .. }) => [x, y],
        Place::Face(_) | Place::Cell { .. } => triangle.as_raw().center,
    };
    Ok(if triangle.is_walkable() {
        Ok([x, y, triangle.height([x, y]).unwrap_or(0.0)])
    } else {
        Err(format!("{id} is not walkable"))
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
