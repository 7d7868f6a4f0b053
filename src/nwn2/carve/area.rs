//! An area that is carved and baked in one step.

use crate::nwn2::{BakeError, BakeOptions, BakeReport, CarveError, LeftUndone, Terrain, TileCounts};

use super::{CarveOptions, CarveReport, Carved, Cutter, carve};

impl Terrain {
    /// Makes the TRX of a TRN as the toolset does: [carves](carve) the walkmesh and fills in the tables. The result keeps to
    /// the limits of the options and to those of the area. Tiles get the toolset's own counts, whatever the options say.
    ///
    /// # Errors
    /// [`CarveError`]; the errors of the [bake](Self::bake) are among them. Nothing is changed then.
    pub fn carve_and_bake(
        &mut self,
        cutters: &[Cutter],
        carving: &CarveOptions,
        options: &BakeOptions,
    ) -> Result<(CarveReport, BakeReport), CarveError> {
        let inflated = options.limits.inflated.min(self.limits().inflated);
        let options = options.clone().with_limits(options.limits.with_inflated(inflated));
        let before = self.walkmesh().map_err(BakeError::from)?;
        let Carved { mut walkmesh, report } = carve(before, cutters, carving)?;
        let mut baked = BakeReport::of(before);
        baked.left_undone.retain(|what| *what != LeftUndone::WalkmeshCutters);
        walkmesh.bake(&options.with_tile_counts(TileCounts::Keep))?;
        self.set_walkmesh(walkmesh).map_err(BakeError::from)?;
        Ok((report, baked))
    }
}
