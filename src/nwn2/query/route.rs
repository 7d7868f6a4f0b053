//! Stored routes: the way that the game takes through its tables, triangle by triangle.
//!
//! The route table leads from island to island, the path table of each tile leads to the exit of an island, and the link of
//! the exit triangle leads into the next island. Nothing is searched, so a wrong table gives a wrong route or an error that
//! names the table. Source: docs/formats/trn-aswm.md#tile-step and docs/formats/trn-aswm.md#island-step.

use crate::formats::aswm::NO_ISLAND;
use crate::mesh::{Position, PositionError, Route};
use crate::nwn2::{IslandId, RouteError, TableError, TriangleId, Walkmesh};
use crate::parallel::map_indices;

use super::Navigator;
use super::tile_of::TileOf;

/// A step of a stored route: a triangle, and the island that the route is in there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RouteStep {
    /// The triangle.
    pub face: TriangleId,
    /// The island.
    pub island: IslandId,
}

impl Route<RouteStep> {
    /// Length of the line through the triangles' centres, in metres: what the tables minimise within a tile.
    pub fn length(&self, walkmesh: &Walkmesh) -> f32 {
        let center = |step: &RouteStep| walkmesh.triangle(step.face).map(|triangle| triangle.as_raw().center);
        let length = |pair: &[RouteStep]| match (center(&pair[0]), center(&pair[1])) {
            (Some(from), Some(to)) => (from[0] - to[0]).hypot(from[1] - to[1]),
            _ => 0.0,
        };
        self.steps.windows(2).map(length).sum()
    }

    /// Each island on the route, in order.
    pub fn islands(&self) -> impl Iterator<Item = IslandId> {
        self.steps.chunk_by(|a, b| a.island == b.island).map(|steps| steps[0].island)
    }
}

impl Navigator {
    /// The route that the game would take from one position to another, by the stored tables: from triangle to triangle,
    /// wherever on them the positions are.
    ///
    /// # Errors
    /// Why there is none: see [`RouteError`].
    pub fn stored_route(
        &self,
        from: Position<TriangleId>,
        to: Position<TriangleId>,
    ) -> Result<Route<RouteStep>, RouteError> {
        route(&self.walkmesh, self.tiles(), from.face, to.face)
    }

    /// [`stored_route`](Self::stored_route) for each of many pairs; on all cores with the feature `parallel`.
    pub fn stored_route_many(
        &self,
        pairs: &[(Position<TriangleId>, Position<TriangleId>)],
    ) -> Vec<Result<Route<RouteStep>, RouteError>> {
        map_indices(pairs.len(), |index| self.stored_route(pairs[index].0, pairs[index].1))
    }

    /// The islands from which no stored route leads to a triangle's: whoever is on one of them cannot get there.
    ///
    /// # Errors
    /// When the triangle is missing, not walkable, or in no island.
    pub fn islands_cut_off_from(&self, goal: TriangleId) -> Result<Vec<IslandId>, RouteError> {
        check_walkable(&self.walkmesh, goal).map_err(RouteError::Goal)?;
        if self.walkmesh.as_raw().islands.is_empty() {
            return Err(RouteError::NotBaked);
        }
        let there = island_of(&self.walkmesh, goal)?;
        let is_cut_off = |from: &IslandId| *from != there && next_island(&self.walkmesh, *from, there).is_none();
        Ok(self.walkmesh.islands().map(|island| island.id()).filter(is_cut_off).collect())
    }
}

/// Refuses a triangle that is missing or not walkable.
fn check_walkable(walkmesh: &Walkmesh, id: TriangleId) -> Result<(), PositionError> {
    match walkmesh.triangle(id) {
        None => Err(PositionError::NoSuchFace { face: id.0 }),
        Some(triangle) if !triangle.is_walkable() => Err(PositionError::NotWalkable { face: id.0 }),
        Some(_) => Ok(()),
    }
}

/// The route from a triangle to another by the tables.
fn route(
    walkmesh: &Walkmesh,
    tiles: &TileOf,
    from: TriangleId,
    to: TriangleId,
) -> Result<Route<RouteStep>, RouteError> {
    check_walkable(walkmesh, from).map_err(RouteError::Start)?;
    check_walkable(walkmesh, to).map_err(RouteError::Goal)?;
    if walkmesh.as_raw().islands.is_empty() {
        return Err(RouteError::NotBaked);
    }
    let (start, goal) = (island_of(walkmesh, from)?, island_of(walkmesh, to)?);
    let mut steps = vec![RouteStep { face: from, island: start }];
    let (mut island, mut triangle, mut islands) = (start, from, 1);
    while island != goal {
        let next = next_island(walkmesh, island, goal).ok_or(RouteError::OtherPart { from: island, to: goal })?;
        if islands > walkmesh.as_raw().islands.len() {
            return Err(TableError::RoutesLoop { from: start, to: goal }.into());
        }
        let dead_end = TableError::NoExit { from: island, to: next };
        let links = walkmesh.island(island).into_iter().flat_map(|island| island.links());
        let exit = links.into_iter().find(|link| link.to == next).ok_or(dead_end)?.exit;
        walk_tile(walkmesh, tiles, RouteStep { face: triangle, island }, exit, &mut steps)?;
        let exit = walkmesh.triangle(exit).ok_or(dead_end)?;
        let mut entrances = exit.neighbours().into_iter().flatten();
        let leads_in = |id: &TriangleId| walkmesh.triangle(*id).is_some_and(|other| other.island() == Some(next));
        triangle = entrances.find(leads_in).ok_or(dead_end)?;
        steps.push(RouteStep { face: triangle, island: next });
        island = next;
        islands += 1;
    }
    walk_tile(walkmesh, tiles, RouteStep { face: triangle, island }, to, &mut steps)?;
    Ok(Route { steps })
}

/// The island that a walkable triangle says it is in.
fn island_of(walkmesh: &Walkmesh, id: TriangleId) -> Result<IslandId, TableError> {
    let island = walkmesh.triangle(id).and_then(|triangle| triangle.island());
    island.filter(|island| walkmesh.island(*island).is_some()).ok_or(TableError::Unplaced(id))
}

/// The next island on the stored route.
fn next_island(walkmesh: &Walkmesh, from: IslandId, to: IslandId) -> Option<IslandId> {
    let next = walkmesh.island_route(from, to)?.next;
    (next != NO_ISLAND).then_some(IslandId(next.into()))
}

/// Appends the steps after `from`, up to `to`, which must be in the same tile.
fn walk_tile(
    walkmesh: &Walkmesh,
    tiles: &TileOf,
    RouteStep { face: from, island }: RouteStep,
    to: TriangleId,
    steps: &mut Vec<RouteStep>,
) -> Result<(), TableError> {
    if from == to {
        return Ok(());
    }
    let tile = tiles.tile(from).and_then(|tile| walkmesh.tile(tile)).ok_or(TableError::Unplaced(from))?;
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
        steps.push(RouteStep { face: next, island });
        triangle = next;
        if node == goal {
            return Ok(());
        }
    }
    Err(TableError::StepsLoop { tile: tile.id() })
}
