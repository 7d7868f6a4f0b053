//! Stored routes: the path that the game takes through its tables, triangle by triangle.
//!
//! The route table leads from island to island, the path table of each tile leads to the exit of an island, and the link of
//! the exit triangle leads into the next island. Nothing is searched, so a wrong table yields a wrong route or an error that names the
//! table. Source: docs/formats/trn-aswm.md#tile-step and docs/formats/trn-aswm.md#island-step.

use crate::mesh::{Position, PositionError, Route};
use crate::nwn2::{IslandId, RouteError, TableError, TriangleId, Walkmesh};
use crate::parallel::map_indices;

use super::route_tables::{RouteTables, next_island};
use super::tile_of::TileOf;
use super::{Navigator, RouteStep};

impl RouteStep {
    /// Each island on a route, in order.
    pub fn islands(route: &Route<Self>) -> impl Iterator<Item = IslandId> {
        route.steps.chunk_by(|a, b| a.island == b.island).map(|steps| steps[0].island)
    }
}

impl Navigator {
    /// The length of the polyline through the centres of a route's triangles, in metres. The tables minimise it within a
    /// tile.
    #[must_use]
    pub fn route_length(&self, route: &Route<RouteStep>) -> f32 {
        let center = |step: &RouteStep| self.walkmesh().triangle(step.face).map(|triangle| triangle.as_raw().center);
        let length = |pair: &[RouteStep]| match (center(&pair[0]), center(&pair[1])) {
            (Some(from), Some(to)) => {
                let [x, y] = [0, 1].map(|axis| f64::from(from[axis] - to[axis]));
                // A square root is the same on every platform; `hypot` may differ.
                (x * x + y * y).sqrt() as f32
            }
            _ => 0.0,
        };
        // An empty sum is -0 in Rust.
        0.0 + route.steps.windows(2).map(length).sum::<f32>()
    }

    /// The route that the game would take from one position to another, by the stored tables: from triangle to triangle,
    /// regardless of the points within them.
    ///
    /// # Errors
    /// [`RouteError`], with the reason.
    pub fn stored_route(
        &self,
        from: Position<TriangleId>,
        to: Position<TriangleId>,
    ) -> Result<Route<RouteStep>, RouteError> {
        route(self.walkmesh(), self.route_tables(), from.face, to.face)
    }

    /// [`stored_route`](Self::stored_route) for each of many pairs; on all cores with the feature `parallel`.
    pub fn stored_route_many(
        &self,
        pairs: &[(Position<TriangleId>, Position<TriangleId>)],
    ) -> Vec<Result<Route<RouteStep>, RouteError>> {
        map_indices(pairs.len(), |index| self.stored_route(pairs[index].0, pairs[index].1))
    }

    /// The islands from which no stored route leads to a triangle's island. A creature on one of them cannot get there.
    ///
    /// # Errors
    /// When the triangle is missing, not walkable, or in no island.
    pub fn islands_cut_off_from(&self, goal: TriangleId) -> Result<Vec<IslandId>, RouteError> {
        check_walkable(self.walkmesh(), goal).map_err(RouteError::Goal)?;
        if self.walkmesh().as_raw().islands.is_empty() {
            return Err(RouteError::NotBaked);
        }
        let there = island_of(self.walkmesh(), goal)?;
        let is_cut_off = |from: &IslandId| *from != there && next_island(self.walkmesh(), *from, there).is_none();
        Ok(self.walkmesh().islands().map(|island| island.id()).filter(is_cut_off).collect())
    }
}

/// Returns an error for a triangle that is missing or not walkable.
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
    tables: &RouteTables,
    from: TriangleId,
    to: TriangleId,
) -> Result<Route<RouteStep>, RouteError> {
    let (from, to) = ends(walkmesh, from, to)?;
    let steps = match tables.route(walkmesh, from, to) {
        Some(steps) => steps,
        None => checked_route(walkmesh, &tables.tile_of, from, to)?,
    };
    Ok(Route { steps })
}

/// The start and the goal of a route.
fn ends(walkmesh: &Walkmesh, from: TriangleId, to: TriangleId) -> Result<(RouteStep, RouteStep), RouteError> {
    check_walkable(walkmesh, from).map_err(RouteError::Start)?;
    check_walkable(walkmesh, to).map_err(RouteError::Goal)?;
    if walkmesh.as_raw().islands.is_empty() {
        return Err(RouteError::NotBaked);
    }
    let end = |face| island_of(walkmesh, face).map(|island| RouteStep { face, island });
    Ok((end(from)?, end(to)?))
}

/// The same route with a check at each step, which finds the fault.
fn checked_route(
    walkmesh: &Walkmesh,
    tiles: &TileOf,
    from: RouteStep,
    to: RouteStep,
) -> Result<Vec<RouteStep>, RouteError> {
    let mut steps = vec![from];
    let (RouteStep { face: mut triangle, mut island }, goal, mut islands) = (from, to.island, 1);
    while island != goal {
        let next = next_island(walkmesh, island, goal).ok_or(RouteError::OtherPart { from: island, to: goal })?;
        if islands > walkmesh.as_raw().islands.len() {
            return Err(TableError::RoutesLoop { from: from.island, to: goal }.into());
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
    walk_tile(walkmesh, tiles, RouteStep { face: triangle, island }, to.face, &mut steps)?;
    Ok(steps)
}

/// The island that is stored in a walkable triangle.
fn island_of(walkmesh: &Walkmesh, id: TriangleId) -> Result<IslandId, TableError> {
    let island = walkmesh.triangle(id).and_then(|triangle| triangle.island());
    island.filter(|island| walkmesh.island(*island).is_some()).ok_or(TableError::Unplaced(id))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::aswm::{Aswm, NodeToLocal, Triangles};
    use crate::nwn2::{self, BakeOptions, BuildFace, BuildOptions};
    use proptest::prelude::*;
    use proptest::sample::Index;

    /// Two by two tiles of squares, some of them not walkable.
    fn area() -> Aswm {
        const SIDE: u32 = 8;
        let corners: Vec<_> =
            (0..=SIDE).flat_map(|y| (0..=SIDE).map(move |x| [x, y, 0].map(|at| at as f32 * 2.25))).collect();
        let faces: Vec<_> = (0..SIDE * SIDE)
            .flat_map(|square| {
                let (at, walkable) = (square / SIDE * (SIDE + 1) + square % SIDE, square % 5 != 2);
                [[at, at + 1, at + SIDE + 2], [at, at + SIDE + 2, at + SIDE + 1]].map(|corners| BuildFace {
                    corners,
                    walkable,
                    floor: None,
                })
            })
            .collect();
        let mut area = nwn2::build(&corners, &faces, &BuildOptions::default()).unwrap().walkmesh;
        area.bake(&BakeOptions::default()).unwrap();
        area.into_raw()
    }

    /// Overwrites an entry of one of the tables that routes use.
    fn damage(raw: &mut Aswm, (table, at, entry, value): (u8, Index, Index, u8)) {
        let value = u32::from(value);
        let Triangles::V6B(rows) = &mut raw.triangles else { unreachable!("a bake writes the newest version") };
        let row = &mut rows[at.index(256 / 2)];
        let (tiles, islands) = (raw.tiles.len(), raw.islands.len());
        let tile = &mut raw.tiles[at.index(tiles)];
        let island = &mut raw.islands[at.index(islands)];
        let tables = &mut tile.path_table;
        match table {
            0 => {
                let steps = tables.nodes.len();
                tables.nodes.get_mut(entry.index(steps.max(1))).into_iter().for_each(|step| step.0 = value as u8);
            }
            1 => tables.local_to_node[entry.index(20)] = value as u8,
            2 => match &mut tables.node_to_local {
                NodeToLocal::Words(words) => words[entry.index(20)] = value % 32,
                NodeToLocal::Bytes(_) | NodeToLocal::Absent => {}
            },
            3 => row.linked_triangles[entry.index(3)] = value / 2,
            4 => row.island = (value % 8) as u16,
            5 => tile.header.triangles_offset = value / 2,
            6 => tile.header.triangles_count = value / 4,
            7 => raw.islands_path_nodes[entry.index(islands * islands)].next = (value % 8) as u16,
            8 => island.linked_islands.iter_mut().for_each(|to| *to = value % 8),
            9 => island.linked_islands_exit.iter_mut().for_each(|exit| *exit = value / 2),
            _ => tables.nodes.truncate(value as usize),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_route_without_checks_is_the_checked_route(
            damages in proptest::collection::vec((0..11_u8, any::<Index>(), any::<Index>(), any::<u8>()), 0..4),
        ) {
            let mut raw = area();
            for entry in damages {
                damage(&mut raw, entry);
            }
            let navigator = Navigator::new(Walkmesh::from_raw(raw));
            let walkmesh = navigator.walkmesh();
            let faces = || (0..walkmesh.triangles().len() as u32).step_by(3).map(TriangleId);
            for (from, to) in faces().flat_map(|from| faces().map(move |to| (from, to))) {
                let checked = ends(walkmesh, from, to)
                    .and_then(|(from, to)| checked_route(walkmesh, &navigator.route_tables().tile_of, from, to));
                let [start, goal] = [from, to].map(|face| Position::new([0.0; 3], face));
                prop_assert_eq!(navigator.stored_route(start, goal).map(|route| route.steps), checked);
            }
        }
    }

    #[test]
    fn sound_tables_need_no_checks() {
        let navigator = Navigator::new(Walkmesh::from_raw(area()));
        let last = TriangleId(navigator.walkmesh().triangles().len() as u32 - 1);
        let (from, to) = ends(navigator.walkmesh(), TriangleId(0), last).unwrap();
        assert!(navigator.route_tables().route(navigator.walkmesh(), from, to).is_some());
    }
}
