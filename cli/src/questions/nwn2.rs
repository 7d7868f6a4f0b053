//! Questions to an NWN2 walkmesh.

use anyhow::bail;
use walkmesh::mesh::{FloorHit, Position, Ray, Snapped};
use walkmesh::nwn2::{FaceMask, Navigator, RouteStep, Triangle, TriangleId, Walkmesh, research};

use super::{At, CutOff, Faces, Floor, FoundWay, Hit, Nearest, NoAnswer, Reach, Sight, Step, Way};
use crate::parts::Part;
use crate::place::{Place, Point};

/// Both ends of a question, or why there is none at the first that has none.
fn both<T>(from: Result<T, NoAnswer>, to: Result<T, NoAnswer>) -> Result<(T, T), NoAnswer> {
    Ok((from?, to?))
}

/// The way that the game takes, by its tables.
pub fn way(navigator: &Navigator, from: Place, to: Place) -> anyhow::Result<Way> {
    let walkmesh = navigator.walkmesh();
    let (from, to) = match both(triangle(navigator, from)?, triangle(navigator, to)?) {
        Ok(ends) => ends,
        Err(reason) => return Ok(Err(reason)),
    };
    // The tables know only triangles, wherever on them one is.
    let [from, to] = [from, to].map(|id| Position::new([0.0; 3], id));
    Ok(match navigator.stored_route(from, to) {
        Err(reason) => Err(reason.to_string().into()),
        Ok(route) => {
            let triangle = |step: &RouteStep| walkmesh.triangle(step.face);
            let steps = route.steps.iter().filter_map(triangle).map(step);
            Ok(FoundWay::by_tables(route.length(walkmesh).into(), steps.collect()))
        }
    })
}

/// The shortest way over the walkable triangles.
pub fn shortest_way(navigator: &Navigator, from: Place, to: Place) -> anyhow::Result<Way> {
    let (from, to) = match both(position(navigator, from)?, position(navigator, to)?) {
        Ok(ends) => ends,
        Err(reason) => return Ok(Err(reason)),
    };
    Ok(match navigator.shortest_path(from, to) {
        Err(reason) => Err(reason.to_string().into()),
        Ok(path) => {
            let step =
                |step: &Position<TriangleId>| Step { point: step.point, at: at(navigator.walkmesh(), step.face) };
            let steps = path.points.iter().map(step).collect();
            Ok(FoundWay::over_faces(path.length, path.proven_shortest, steps))
        }
    })
}

/// All floors at a place, by ascending height; triangles that face down are among them only where all count.
pub fn floors(navigator: &Navigator, Point { x, y, .. }: Point, faces: Faces) -> anyhow::Result<Vec<Floor>> {
    let floors = match mask(faces)? {
        FaceMask::ALL => navigator.faces_at([x, y], FaceMask::ALL),
        mask => navigator.floors_at([x, y], mask),
    };
    let named = |FloorHit { face, height, faces_up }| Floor {
        height,
        faces_down: !faces_up,
        at: at(navigator.walkmesh(), face),
    };
    Ok(floors.into_iter().map(named).collect())
}

/// What a ray from point to point meets first.
pub fn ray(navigator: &Navigator, from: [f32; 3], to: [f32; 3], faces: Faces) -> anyhow::Result<Option<Hit>> {
    let hit = navigator.raycast(&Ray::between(from, to)?, mask(faces)?);
    Ok(hit.map(|hit| Hit { distance: hit.distance, point: hit.point, at: at(navigator.walkmesh(), hit.face) }))
}

/// Whether two triangles see each other: what the tile's table says, if anything, and what the triangles say. Or why
/// it cannot be said.
pub fn sight(navigator: &Navigator, from: Place, to: Place) -> anyhow::Result<Result<Sight, NoAnswer>> {
    let (from, to) = match both(triangle(navigator, from)?, triangle(navigator, to)?) {
        Ok(ends) => ends,
        Err(reason) => return Ok(Err(reason)),
    };
    if let Some(missing) = [from, to].into_iter().find(|id| navigator.walkmesh().triangle(*id).is_none()) {
        return Ok(Err(format!("{missing} is not there").into()));
    }
    let is_walkable =
        |id: &TriangleId| navigator.walkmesh().triangle(*id).is_some_and(|triangle| triangle.is_walkable());
    if let Some(wall) = [from, to].into_iter().find(|id| !is_walkable(id)) {
        return Ok(Err(format!("{wall} is not walkable").into()));
    }
    let by_geometry = research::sees_over_the_floor(navigator, from, to).map_err(|reason| reason.to_string().into());
    let by_table = navigator.stored_line_of_sight(from, to);
    Ok(by_geometry.map(|by_geometry| Sight { has_table: true, by_table, by_geometry, blocked_by: None }))
}

/// The islands from which no stored route leads to a place, or why it cannot be said.
pub fn cut_off(navigator: &Navigator, goal: Place) -> anyhow::Result<Result<Reach, NoAnswer>> {
    let walkmesh = navigator.walkmesh();
    let goal = match triangle(navigator, goal)? {
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
pub fn nearest(navigator: &Navigator, Point { x, y, z }: Point) -> anyhow::Result<Option<Nearest>> {
    let found = match z {
        Some(z) => navigator.snap([x, y, z], f64::INFINITY)?,
        None => navigator.snap_in_plan([x, y], f64::INFINITY)?,
    };
    Ok(found.map(|Snapped { position, distance }| {
        let at = at(navigator.walkmesh(), position.face);
        Nearest { point: position.point, distance, at }
    }))
}

/// Which triangles count.
fn mask(faces: Faces) -> anyhow::Result<FaceMask> {
    match faces {
        Faces::Walkable => Ok(FaceMask::WALKABLE),
        Faces::All => Ok(FaceMask::ALL),
        Faces::Sight => bail!("no triangle of an area is said to hide anything; say --faces walkable or all"),
    }
}

/// The triangle that is meant, or why none is: without a height the one that the game would find. One that was named by
/// its number may be any.
fn triangle(navigator: &Navigator, place: Place) -> anyhow::Result<Result<TriangleId, NoAnswer>> {
    let (point, found) = match place {
        Place::Face(triangle) => return Ok(Ok(TriangleId(triangle))),
        Place::Point(point @ Point { x, y, z: None }) => {
            (point, research::triangle_by_the_games_rule(navigator.walkmesh(), [x, y]))
        }
        Place::Point(point @ Point { x, y, z: Some(z) }) => {
            (point, navigator.floor_nearest([x, y, z], f32::INFINITY, FaceMask::ALL).map(|floor| floor.face))
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
fn position(navigator: &Navigator, place: Place) -> anyhow::Result<Result<Position<TriangleId>, NoAnswer>> {
    let stand = |point| navigator.stand(point, f32::INFINITY);
    if let Place::Point(Point { x, y, z: Some(z) }) = place
        && let Some(position) = stand([x, y, z])
    {
        return Ok(Ok(position));
    }
    let id = match triangle(navigator, place)? {
        Ok(id) => id,
        Err(reason) => return Ok(Err(reason)),
    };
    let Some(triangle) = navigator.walkmesh().triangle(id) else {
        return Ok(Err(format!("{id} is not there").into()));
    };
    if !triangle.is_walkable() {
        return Ok(Err(format!("{id} is not walkable").into()));
    }
    let [x, y] = match place {
        Place::Point(Point { x, y, .. }) => [x, y],
        Place::Face(_) | Place::Cell { .. } => triangle.as_raw().center,
    };
    let position = stand([x, y, triangle.height([x, y]).unwrap_or(0.0)]);
    Ok(position.ok_or_else(|| format!("({x}, {y}) is off the walkable mesh").into()))
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
