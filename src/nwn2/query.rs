//! Questions to a walkmesh: what the game's tables answer, and what the triangles themselves say.

use super::parallel::map;
use super::route::{self, Tiled};
use super::{Broken, IslandId, NoRoute, Route, TileId, TriangleId, Walkmesh};

/// A walkmesh with what it takes to answer questions. Each index is built when the first question needs it.
#[derive(Clone, Debug)]
pub struct Navigator<'a> {
    walkmesh: &'a Walkmesh,
    tiled: Tiled,
}

impl<'a> Navigator<'a> {
    /// A navigator on a walkmesh, which may be any that reads.
    pub fn new(walkmesh: &'a Walkmesh) -> Self {
        Self { walkmesh, tiled: Tiled::of(walkmesh) }
    }

    /// The walkmesh that is asked.
    pub fn walkmesh(&self) -> &'a Walkmesh {
        self.walkmesh
    }

    /// The tile that holds a triangle.
    pub fn tile_of(&self, triangle: TriangleId) -> Option<TileId> {
        self.tiled.tile(triangle)
    }

    /// The way that the game would take from one triangle to another, by the stored tables.
    ///
    /// # Errors
    /// Why there is none: see [`NoRoute`].
    pub fn route(&self, from: TriangleId, to: TriangleId) -> Result<Route, NoRoute> {
        route::route(self.walkmesh, &self.tiled, from, to)
    }

    /// [`route`](Self::route) for each of many pairs; on all cores with the feature `parallel`.
    pub fn routes(&self, pairs: &[(TriangleId, TriangleId)]) -> Vec<Result<Route, NoRoute>> {
        map(pairs.len(), |index| self.route(pairs[index].0, pairs[index].1))
    }

    /// Whether the tables say that two triangles see each other; `None` where they say nothing, since the two are not
    /// nodes of one tile with a way between them. A triangle sees itself.
    ///
    /// Where the answer is `false`, the game finds out at run time: it means "not known to be clear".
    pub fn sees_by_table(&self, from: TriangleId, to: TriangleId) -> Option<bool> {
        let tile = self.tile_of(from).filter(|tile| self.tile_of(to) == Some(*tile))?;
        let tile = self.walkmesh.tile(tile)?;
        let (from, to) = (tile.node(from)?, tile.node(to)?);
        if from == to {
            return Some(true);
        }
        let step = tile.step(from, to)?;
        step.next().map(|_| step.bits().line_of_sight())
    }

    /// The islands to which no stored route leads from a triangle's.
    ///
    /// # Errors
    /// When the triangle is not there, not walkable, or in no island.
    pub fn unreachable_islands(&self, from: TriangleId) -> Result<Vec<IslandId>, NoRoute> {
        let triangle = self.walkmesh.triangle(from).ok_or(NoRoute::NoTriangle(from))?;
        if !triangle.is_walkable() {
            return Err(NoRoute::NotWalkable(from));
        }
        if self.walkmesh.as_raw().islands.is_empty() {
            return Err(NoRoute::NotBaked);
        }
        let here = triangle.island().filter(|island| self.walkmesh.island(*island).is_some());
        let here = here.ok_or(Broken::Unplaced(from))?;
        let is_out_of_reach = |to: &IslandId| *to != here && route::next_island(self.walkmesh, here, *to).is_none();
        Ok(self.walkmesh.islands().map(|island| island.id()).filter(is_out_of_reach).collect())
    }
}
