//! The way that the game takes: through the stored tables, triangle by triangle.
//!
//! From island to island by the route table, within each tile by its path table, and from an island to the next over
//! the exit triangle's link. Nothing is searched: a table that is wrong gives the wrong way, or none, and this says
//! which (source: the document's section on the path tables, and facts `trn-aswm.md` section 3).

use crate::formats::aswm::NO_ISLAND;

use crate::nwn2::{IslandId, RouteError, TableError, TriangleId, Walkmesh};

use super::tile_of::Tiled;

/// The way from one triangle to another by the tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// Each triangle on the way, the first and the last included.
    pub triangles: Vec<TriangleId>,
    /// Each island on the way.
    pub islands: Vec<IslandId>,
}

impl Route {
    /// Length of the line through the triangles' centres, in metres: what the tables minimise within a tile.
    pub fn length(&self, walkmesh: &Walkmesh) -> f32 {
        let center = |id: &TriangleId| walkmesh.triangle(*id).map(|triangle| triangle.as_raw().center);
        let step = |pair: &[TriangleId]| match (center(&pair[0]), center(&pair[1])) {
            (Some(from), Some(to)) => (from[0] - to[0]).hypot(from[1] - to[1]),
            _ => 0.0,
        };
        self.triangles.windows(2).map(step).sum()
    }
}

/// The way from a triangle to another by the tables.
pub(super) fn route(walkmesh: &Walkmesh, tiled: &Tiled, from: TriangleId, to: TriangleId) -> Result<Route, RouteError> {
    for id in [from, to] {
        let triangle = walkmesh.triangle(id).ok_or(RouteError::NoSuchFace(id))?;
        if !triangle.is_walkable() {
            return Err(RouteError::NotWalkable(id));
        }
    }
    if walkmesh.as_raw().islands.is_empty() {
        return Err(RouteError::NotBaked);
    }
    let (start, goal) = (island_of(walkmesh, from)?, island_of(walkmesh, to)?);
    let mut route = Route { triangles: vec![from], islands: vec![start] };
    let (mut island, mut triangle) = (start, from);
    while island != goal {
        let next = next_island(walkmesh, island, goal).ok_or(RouteError::OtherPart { from: island, to: goal })?;
        if route.islands.len() > walkmesh.as_raw().islands.len() {
            return Err(TableError::RoutesLoop { from: start, to: goal }.into());
        }
        let dead_end = TableError::NoExit { from: island, to: next };
        let links = walkmesh.island(island).into_iter().flat_map(|island| island.links());
        let exit = links.into_iter().find(|link| link.to == next).ok_or(dead_end)?.exit;
        walk_tile(walkmesh, tiled, triangle, exit, &mut route.triangles)?;
        let exit = walkmesh.triangle(exit).ok_or(dead_end)?;
        let mut entrances = exit.neighbours().into_iter().flatten();
        let leads_in = |id: &TriangleId| walkmesh.triangle(*id).is_some_and(|other| other.island() == Some(next));
        triangle = entrances.find(leads_in).ok_or(dead_end)?;
        route.triangles.push(triangle);
        route.islands.push(next);
        island = next;
    }
    walk_tile(walkmesh, tiled, triangle, to, &mut route.triangles)?;
    Ok(route)
}

/// The island that a walkable triangle says it is in.
fn island_of(walkmesh: &Walkmesh, id: TriangleId) -> Result<IslandId, TableError> {
    let island = walkmesh.triangle(id).and_then(|triangle| triangle.island());
    island.filter(|island| walkmesh.island(*island).is_some()).ok_or(TableError::Unplaced(id))
}

/// The next island on the stored route.
pub(super) fn next_island(walkmesh: &Walkmesh, from: IslandId, to: IslandId) -> Option<IslandId> {
    let next = walkmesh.island_route(from, to)?.next;
    (next != NO_ISLAND).then_some(IslandId(next.into()))
}

/// Appends the triangles behind `from`, up to `to`, which must be in the same tile.
fn walk_tile(
    walkmesh: &Walkmesh,
    tiled: &Tiled,
    from: TriangleId,
    to: TriangleId,
    triangles: &mut Vec<TriangleId>,
) -> Result<(), TableError> {
    if from == to {
        return Ok(());
    }
    let tile = tiled.tile(from).and_then(|tile| walkmesh.tile(tile)).ok_or(TableError::Unplaced(from))?;
    let (mut node, goal) =
        (tile.node(from).ok_or(TableError::Unplaced(from))?, tile.node(to).ok_or(TableError::Unplaced(to))?);
    let mut triangle = from;
    for _ in 0..tile.nodes() {
        let no_step = TableError::NoStep { tile: tile.id(), from: node, to: goal };
        node = tile.step(node, goal).and_then(|step| step.next()).ok_or(no_step)?;
        let next = tile.triangle(node).ok_or(no_step)?;
        let is_next = walkmesh.triangle(triangle).is_some_and(|at| at.neighbours().contains(&Some(next)));
        if !is_next {
            return Err(TableError::NotAdjacent { from: triangle, to: next });
        }
        triangles.push(next);
        triangle = next;
        if node == goal {
            return Ok(());
        }
    }
    Err(TableError::StepsLoop { tile: tile.id() })
}
