//! The way that the game takes: through the stored tables, triangle by triangle.
//!
//! From island to island by the route table, within each tile by its path table, and from an island to the next over
//! the exit triangle's link. Nothing is searched: a table that is wrong gives the wrong way, or none, and this says
//! which (source: the document's section on the path tables, and facts `trn-aswm.md` section 3).

use crate::formats::aswm::NO_ISLAND;

use super::{IslandId, TileId, TriangleId, Walkmesh};

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

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoRoute {
    /// A position is over no triangle.
    #[error("({}, {}) is off the mesh", .0[0], .0[1])]
    OffMesh([f32; 2]),
    /// There is no such triangle.
    #[error("{0} is not there")]
    NoTriangle(TriangleId),
    /// Nobody walks there.
    #[error("{0} is not walkable")]
    NotWalkable(TriangleId),
    /// The two islands belong to different groups, and no way leads from one to the other.
    #[error("no way leads from {from} to {to}")]
    OtherGroup {
        /// The island at the start.
        from: IslandId,
        /// The island at the end.
        to: IslandId,
    },
    /// The walkmesh has no tables yet: a TRN.
    #[error("the walkmesh is not baked")]
    NotBaked,
    /// A table of the file is wrong.
    #[error("broken table: {0}")]
    Broken(#[from] Broken),
}

/// What is wrong with a table that a way leads through; whoever baked the file is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Broken {
    /// A walkable triangle has no tile, node or island.
    #[error("{0} has no tile, node or island")]
    Unplaced(TriangleId),
    /// A path table has no step where there has to be a way.
    #[error("{tile} has no step from node {from} to {to}")]
    NoStep {
        /// The tile.
        tile: TileId,
        /// The node that the step is from.
        from: u8,
        /// The node that it should lead towards.
        to: u8,
    },
    /// A step leads to a triangle that is not next to the one before.
    #[error("{from} is not next to {to}")]
    NotAdjacent {
        /// The triangle before the step.
        from: TriangleId,
        /// The triangle behind it.
        to: TriangleId,
    },
    /// The steps of a tile go round without arriving.
    #[error("the steps of {tile} go round")]
    StepsLoop {
        /// The tile.
        tile: TileId,
    },
    /// The routes of the islands go round without arriving.
    #[error("the routes from {from} to {to} go round")]
    RoutesLoop {
        /// The island at the start.
        from: IslandId,
        /// The island at the end.
        to: IslandId,
    },
    /// An island has no exit to the next one of a route, or the exit does not lead there.
    #[error("{from} has no exit to {to}")]
    NoExit {
        /// The island.
        from: IslandId,
        /// The next one.
        to: IslandId,
    },
}

/// Which tile each triangle is in.
#[derive(Clone, Debug)]
pub(super) struct Tiled(Vec<u32>);

impl Tiled {
    const NONE: u32 = u32::MAX;

    /// The first tile that holds each triangle.
    pub(super) fn of(walkmesh: &Walkmesh) -> Self {
        let mut tile_of = vec![Self::NONE; walkmesh.triangle_rows().len()];
        // Tiles by their starts: where ranges overlap, only what is behind the one before is new, so that each
        // triangle is touched once.
        let mut tiles: Vec<_> = walkmesh.tiles().map(|tile| (tile.range(), tile.id().0)).collect();
        tiles.sort_by_key(|(range, id)| (range.start, *id));
        let mut free = 0;
        for (range, id) in tiles {
            let end = range.end.min(tile_of.len() as u64);
            let start = range.start.max(free);
            if start < end {
                tile_of[start as usize..end as usize].fill(id);
                free = end;
            }
        }
        Self(tile_of)
    }

    pub(super) fn tile(&self, triangle: TriangleId) -> Option<TileId> {
        self.0.get(triangle.index()).copied().filter(|tile| *tile != Self::NONE).map(TileId)
    }
}

/// The way from a triangle to another by the tables.
pub(super) fn route(walkmesh: &Walkmesh, tiled: &Tiled, from: TriangleId, to: TriangleId) -> Result<Route, NoRoute> {
    for id in [from, to] {
        let triangle = walkmesh.triangle(id).ok_or(NoRoute::NoTriangle(id))?;
        if !triangle.is_walkable() {
            return Err(NoRoute::NotWalkable(id));
        }
    }
    if walkmesh.as_raw().islands.is_empty() {
        return Err(NoRoute::NotBaked);
    }
    let (start, goal) = (island_of(walkmesh, from)?, island_of(walkmesh, to)?);
    let mut route = Route { triangles: vec![from], islands: vec![start] };
    let (mut island, mut triangle) = (start, from);
    while island != goal {
        let next = next_island(walkmesh, island, goal).ok_or(NoRoute::OtherGroup { from: island, to: goal })?;
        if route.islands.len() > walkmesh.as_raw().islands.len() {
            return Err(Broken::RoutesLoop { from: start, to: goal }.into());
        }
        let dead_end = Broken::NoExit { from: island, to: next };
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
fn island_of(walkmesh: &Walkmesh, id: TriangleId) -> Result<IslandId, Broken> {
    let island = walkmesh.triangle(id).and_then(|triangle| triangle.island());
    island.filter(|island| walkmesh.island(*island).is_some()).ok_or(Broken::Unplaced(id))
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
) -> Result<(), Broken> {
    if from == to {
        return Ok(());
    }
    let tile = tiled.tile(from).and_then(|tile| walkmesh.tile(tile)).ok_or(Broken::Unplaced(from))?;
    let (mut node, goal) = (tile.node(from).ok_or(Broken::Unplaced(from))?, tile.node(to).ok_or(Broken::Unplaced(to))?);
    let mut triangle = from;
    for _ in 0..tile.nodes() {
        let no_step = Broken::NoStep { tile: tile.id(), from: node, to: goal };
        node = tile.step(node, goal).and_then(|step| step.next()).ok_or(no_step)?;
        let next = tile.triangle(node).ok_or(no_step)?;
        let is_next = walkmesh.triangle(triangle).is_some_and(|at| at.neighbours().contains(&Some(next)));
        if !is_next {
            return Err(Broken::NotAdjacent { from: triangle, to: next });
        }
        triangles.push(next);
        triangle = next;
        if node == goal {
            return Ok(());
        }
    }
    Err(Broken::StepsLoop { tile: tile.id() })
}
