//! Questions to an NWN2 walkmesh.

use anyhow::bail;
use walkmesh::mesh::{Position, Ray, Snapped};
use walkmesh::nwn2::{FloorHit, Navigator, Triangle, TriangleId, Walkmesh};

use super::{At, CutOff, Faces, Floor, FoundWay, Hit, Nearest, NoAnswer, Reach, Sight, Step, Way};
use crate::parts::Part;
use crate::place::{Place, Point};

/// Both ends of a question, or why there is none at the first that has none.
fn both<T>(from: Result<T, NoAnswer>, to: Result<T, NoAnswer>) -> Result<(T, T), NoAnswer> {
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
        Err(reason) => Err(reason.to_string().into()),
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
        Err(reason) => Err(reason.to_string().into()),
        Ok(path) => {
            let step = |step: &Position| Step { point: step.point, at: at(walkmesh, TriangleId(step.face)) };
            let steps = path.points.iter().map(step).collect();
            Ok(FoundWay::over_faces(path.length, path.proven_shortest, steps))
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
pub fn sight(walkmesh: &Walkmesh, from: Place, to: Place) -> anyhow::Result<Result<Sight, NoAnswer>> {
    let navigator = Navigator::new(walkmesh);
    let (from, to) = match both(triangle(&navigator, from)?, triangle(&navigator, to)?) {
        Ok(ends) => ends,
        Err(reason) => return Ok(Err(reason)),
    };
    if let Some(missing) = [from, to].into_iter().find(|id| walkmesh.triangle(*id).is_none()) {
        return Ok(Err(format!("{missing} is not there").into()));
    }
    let by_geometry = navigator.sees_by_geometry(from, to).map_err(|reason| reason.to_string().into());
    let by_table = navigator.sees_by_table(from, to);
    Ok(by_geometry.map(|by_geometry| Sight { has_table: true, by_table, by_geometry, blocked_by: None }))
}

/// The islands from which no stored route leads to a place, or why it cannot be said.
pub fn cut_off(walkmesh: &Walkmesh, goal: Place) -> anyhow::Result<Result<Reach, NoAnswer>> {
    let navigator = Navigator::new(walkmesh);
    let goal = match triangle(&navigator, goal)? {
        Ok(goal) => goal,
        Err(reason) => return Ok(Err(reason)),
    };
    let islands = match navigator.islands_cut_off_from(goal) {
        Ok(islands) => islands,
        Err(reason) => return Ok(Err(reason.to_string().into())),
    };
    let cut_off = islands.into_iter().filter_map(|id| {
        let island = walkmesh.island(id)?;
        let (size, [x, y]) = (island.as_raw().header.triangles_count, island.center());
        let plural = if size == 1 { "" } else { "s" };
        Some(CutOff {
            place: vec![Part::new("stored_island", id.0)],
            size,
            point: Some(vec![x, y]),
            text: format!("stored island {}, {size} triangle{plural} around {x},{y}", id.0),
        })
    });
    Ok(Ok(Reach { of: "stored_islands", total: walkmesh.islands().len(), cut_off: cut_off.collect() }))
}

/// The walkable point that is nearest to another one, in the plan view where that has no height.
pub fn nearest(navigator: &Navigator<'_>, Point { x, y, z }: Point) -> anyhow::Result<Option<Nearest>> {
    let found = match z {
        Some(z) => navigator.snap([x, y, z], f64::INFINITY)?,
        None => navigator.snap_in_plan(x, y, f64::INFINITY)?,
    };
    Ok(found.map(|Snapped { position: place, distance }| {
        let at = at(navigator.walkmesh(), TriangleId(place.face));
        Nearest { point: place.point, distance, at }
    }))
}

/// Whether only walkable triangles count, or all.
fn only_walkable(faces: Faces) -> anyhow::Result<bool> {
    match faces {
        Faces::Walkable => Ok(true),
        Faces::All => Ok(false),
        Faces::Sight => bail!("no triangle of an area is said to hide anything; say --faces walkable or all"),
    }
}

/// The triangle that is meant, or why none is: without a height the one that the game would find. One that was named by
/// its number may be any.
fn triangle(navigator: &Navigator<'_>, place: Place) -> anyhow::Result<Result<TriangleId, NoAnswer>> {
    let (point, found) = match place {
        Place::Face(triangle) => return Ok(Ok(TriangleId(triangle))),
        Place::Point(point @ Point { x, y, z: None }) => (point, navigator.triangle_by_the_games_rule(x, y)),
        Place::Point(point @ Point { x, y, z: Some(z) }) => {
            (point, navigator.floor([x, y, z]).map(|floor| floor.triangle))
        }
        Place::Cell { .. } => bail!("{place}: a place in an area is X,Y, X,Y,Z or the number of a triangle"),
    };
    let is_walkable = |id| navigator.walkmesh().triangle(id).is_some_and(|triangle| triangle.is_walkable());
    let reason = match found {
        Some(id) if is_walkable(id) => return Ok(Ok(id)),
        Some(id) => format!("{place} is over {id}, which is not walkable"),
        None => format!("{place} is over no triangle"),
    };
    Ok(Err(NoAnswer { reason, nearest: nearest(navigator, point)? }))
}

/// The position that is meant: of a triangle its centre, and without a height the one on the triangle that the game
/// would find.
fn position(navigator: &Navigator<'_>, place: Place) -> anyhow::Result<Result<[f32; 3], NoAnswer>> {
    if let Place::Point(Point { x, y, z: Some(z) }) = place
        && navigator.walkable_floor([x, y, z]).is_some()
    {
        return Ok(Ok([x, y, z]));
    }
    let id = match triangle(navigator, place)? {
        Ok(id) => id,
        Err(reason) => return Ok(Err(reason)),
    };
    let Some(triangle) = navigator.walkmesh().triangle(id) else {
        return Ok(Err(format!("{id} is not there").into()));
    };
    let [x, y] = match place {
        Place::Point(Point { x, y, .. }) => [x, y],
        Place::Face(_) | Place::Cell { .. } => triangle.as_raw().center,
    };
    Ok(if triangle.is_walkable() {
        Ok([x, y, triangle.height([x, y]).unwrap_or(0.0)])
    } else {
        Err(format!("{id} is not walkable").into())
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
