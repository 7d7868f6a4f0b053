//! Carves and bakes an area in one step.

use crate::nwn2::{BakeError, BakeOptions, BakeReport, CarveError, Terrain, TileCounts, Tiling, Walkmesh};

use super::{CarveOptions, CarveReport, CarveResult, Obstacles, carve};

impl Walkmesh {
    /// Makes the walkmesh of a TRX from the walkmesh of a TRN as the toolset does: [carves](carve) it and fills in the tables. Each
    /// triangle stays in the tile whose square it was cut to, and tiles get the toolset's own counts, regardless of the bake options.
    ///
    /// # Errors
    /// [`CarveError`], which includes the errors of the [bake](Self::bake). The walkmesh is then unchanged.
    pub fn carve_and_bake<'o>(
        &mut self,
        obstacles: impl Into<Obstacles<'o>>,
        carving: &CarveOptions,
        options: &BakeOptions,
    ) -> Result<(CarveReport, BakeReport), CarveError> {
        let (walkmesh, carved, baked) = carve_and_bake(self, obstacles.into(), carving, options)?;
        *self = walkmesh;
        Ok((carved, baked))
    }
}

impl Terrain {
    /// Makes the TRX of a TRN as [`Walkmesh::carve_and_bake`] does. The result respects the limits of the options and of the
    /// area.
    ///
    /// # Errors
    /// As [`Walkmesh::carve_and_bake`]; [`BakeError::Terrain`] when the walkmesh is missing, or the new one cannot be written.
    /// The area is then unchanged.
    pub fn carve_and_bake<'o>(
        &mut self,
        obstacles: impl Into<Obstacles<'o>>,
        carving: &CarveOptions,
        options: &BakeOptions,
    ) -> Result<(CarveReport, BakeReport), CarveError> {
        let inflated = options.limits.inflated.min(self.limits().inflated);
        let options = options.clone().with_limits(options.limits.with_inflated(inflated));
        let before = self.walkmesh().map_err(BakeError::from)?;
        let (walkmesh, carved, baked) = carve_and_bake(before, obstacles.into(), carving, &options)?;
        self.set_walkmesh(walkmesh).map_err(BakeError::from)?;
        Ok((carved, baked))
    }
}

/// Carves a mesh and fills in its tables.
pub(crate) fn carve_and_bake(
    before: &Walkmesh,
    obstacles: Obstacles<'_>,
    carving: &CarveOptions,
    options: &BakeOptions,
) -> Result<(Walkmesh, CarveReport, BakeReport), CarveError> {
    let CarveResult { mut walkmesh, report } = carve(before, obstacles, carving)?;
    let mut baked = BakeReport::new(before);
    baked.left_undone.clear();
    let options = options.clone().with_tile_counts(TileCounts::Keep).with_tiling(Tiling::Keep);
    match walkmesh.bake(&options) {
        Ok(_) => Ok((walkmesh, report, baked)),
        Err(BakeError::CrowdedTiles(tiles)) => {
            let is_crowded = |tile: &super::Crowding| tiles.contains(&tile.tile);
            Err(CarveError::CrowdedTiles(report.crowded.into_iter().filter(is_crowded).collect()))
        }
        Err(error) => Err(error.into()),
    }
}
