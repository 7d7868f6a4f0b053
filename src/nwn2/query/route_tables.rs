//! [`RouteTables`]: the tables that stored routes follow, checked once, so that a route needs no check at each step.

use std::sync::OnceLock;

use crate::formats::aswm::{self, NO_ISLAND, NO_NODE, PathNode};
use crate::nwn2::{IslandId, Tile, TriangleId, Walkmesh};

use super::route_step::RouteStep;
use super::tile_of::TileOf;

/// Number of nodes that a step of seven bits can address.
const NAMES: usize = 128;

/// The tables that stored routes follow. The path tables are not copied. Each is checked when the first route enters its
/// tile.
#[derive(Clone, Debug)]
pub(super) struct RouteTables {
    /// The tile of each triangle.
    pub(super) tile_of: TileOf,
    /// The triangle of each node of a tile, or `None` if a table of the tile is damaged.
    tiles: Vec<OnceLock<Option<Box<[TriangleId]>>>>,
    /// The start of each island's hops, and the end of the last ones.
    starts: Vec<usize>,
    hops: Vec<Hop>,
}

/// The link from an island into a neighbouring one.
#[derive(Clone, Debug)]
struct Hop {
    to: IslandId,
    /// The last triangle of the island.
    exit: TriangleId,
    /// The first triangle of the next island; `None` if the exit does not lead there.
    entrance: Option<TriangleId>,
}

impl RouteTables {
    pub(super) fn new(walkmesh: &Walkmesh) -> Self {
        let entrance = |exit, to| {
            let mut neighbours = walkmesh.triangle(exit)?.neighbours().into_iter().flatten();
            neighbours.find(|id| walkmesh.triangle(*id).is_some_and(|other| other.island() == Some(to)))
        };
        let mut starts = vec![0];
        let mut hops = Vec::new();
        for island in walkmesh.islands() {
            hops.extend(island.links().map(|link| Hop {
                to: link.to,
                exit: link.exit,
                entrance: entrance(link.exit, link.to),
            }));
            starts.push(hops.len());
        }
        let tiles = walkmesh.tiles().map(|_| OnceLock::new()).collect();
        Self { tile_of: TileOf::new(walkmesh), tiles, starts, hops }
    }

    /// The route between two triangles and their islands. `None` if it passes a damaged table or does not arrive;
    /// `checked_route` then reports the reason.
    pub(super) fn route(&self, walkmesh: &Walkmesh, from: RouteStep, to: RouteStep) -> Option<Vec<RouteStep>> {
        let mut steps = vec![from];
        let mut at = from;
        for _ in 0..=walkmesh.as_raw().islands.len() {
            if at.island == to.island {
                self.walk_tile(walkmesh, at, to.face, &mut steps)?;
                return Some(steps);
            }
            let hop = self.hop(at.island, next_island(walkmesh, at.island, to.island)?)?;
            self.walk_tile(walkmesh, at, hop.exit, &mut steps)?;
            at = RouteStep { face: hop.entrance?, island: hop.to };
            steps.push(at);
        }
        None
    }

    /// The first hop from an island to a neighbouring one.
    fn hop(&self, from: IslandId, to: IslandId) -> Option<&Hop> {
        let range = *self.starts.get(from.index())?..*self.starts.get(from.index() + 1)?;
        self.hops[range].iter().find(|hop| hop.to == to)
    }

    /// Appends the steps after `from`, up to `to`, which must be in the same tile.
    fn walk_tile(
        &self,
        walkmesh: &Walkmesh,
        RouteStep { face: from, island }: RouteStep,
        to: TriangleId,
        steps: &mut Vec<RouteStep>,
    ) -> Option<()> {
        if from == to {
            return Some(());
        }
        let id = self.tile_of.tile(from)?;
        let tile = walkmesh.tile(id)?;
        let triangles = self.tiles.get(id.index())?.get_or_init(|| sound_nodes(walkmesh, tile)).as_deref()?;
        let (mut node, goal) = (usize::from(tile.node(from)?), usize::from(tile.node(to)?));
        // The column of the goal.
        let column = tile.as_raw().path_table.nodes.get(goal..)?;
        for _ in triangles {
            node = column.get(node * triangles.len()).and_then(|step| next(*step))?;
            steps.push(RouteStep { face: *triangles.get(node)?, island });
            if node == goal {
                return Some(());
            }
        }
        None
    }
}

/// The next island on the stored route.
pub(super) fn next_island(walkmesh: &Walkmesh, from: IslandId, to: IslandId) -> Option<IslandId> {
    let next = walkmesh.island_route(from, to)?.next;
    (next != NO_ISLAND).then_some(IslandId(next.into()))
}

/// The node that a step leads to.
fn next(step: PathNode) -> Option<usize> {
    step.next().map(usize::from)
}

/// The triangle of each node of a tile, if the tables of nodes are inverse to each other and each step leads to a neighbour.
fn sound_nodes(walkmesh: &Walkmesh, tile: Tile<'_>) -> Option<Box<[TriangleId]>> {
    let aswm::PathTable { nodes: steps, local_to_node, .. } = &tile.as_raw().path_table;
    let nodes = tile.nodes();
    if usize::from(nodes) >= NAMES || steps.len() != usize::from(nodes) * usize::from(nodes) {
        return None;
    }
    let triangles: Box<[TriangleId]> = (0..nodes).map(|node| tile.triangle(node)).collect::<Option<_>>()?;
    let offset = tile.as_raw().header.triangles_offset;
    let are_inverse = (0..).zip(local_to_node).filter(|(_, node)| **node != NO_NODE).all(|(local, node)| {
        let triangle = triangles.get(usize::from(*node));
        triangle.is_some_and(|triangle| Some(triangle.0) == offset.checked_add(local))
    });
    let mut rows = triangles.iter().zip(steps.chunks_exact(usize::from(nodes.max(1))));
    let is_sound = are_inverse
        && rows.all(|(triangle, row)| {
            let neighbours = walkmesh.triangle(*triangle).into_iter().flat_map(|triangle| triangle.neighbours());
            let mut is_neighbour = [false; NAMES];
            for node in neighbours.flatten().filter_map(|neighbour| tile.node(neighbour)) {
                // Since the tables are inverse, the node is below 127.
                is_neighbour[usize::from(node) % NAMES] = true;
            }
            row.iter().all(|step| next(*step).is_none_or(|node| is_neighbour[node % NAMES]))
        });
    is_sound.then_some(triangles)
}
