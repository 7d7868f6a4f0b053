//! [`LearnReport`]: the learned footprints, and their reliability.

use crate::nwn2::{Agreement, Footprint, FootprintError, Footprints, Gain};

/// The learned footprints.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
#[non_exhaustive]
pub struct LearnReport {
    /// The footprints, by ascending appearance.
    pub learned: Vec<LearnedFootprint>,
    /// The appearances that cut, but for which no footprint was learned, ascending.
    pub unlearned: Vec<UnlearnedAppearance>,
    /// The areas, in the order of the input.
    pub areas: Vec<AreaTrial>,
}

/// The effect of an appearance's model on the floor, as measured in areas.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LearnedFootprint {
    /// The row of `placeables.2da`.
    pub appearance: u32,
    /// Its footprint.
    pub footprint: Footprint,
    /// The corners of its outline in metres, in the model's coordinates, counter-clockwise in the plan view.
    pub outline: Vec<[f32; 2]>,
    /// Number of distinct placements in the areas.
    pub placings: usize,
    /// Number of areas that contain it.
    pub areas: usize,
    /// Number of placements at which its outline was seen.
    pub seen: usize,
    /// Maximum distance between a corner of these outlines and the polygon's corner, in millimetres.
    pub spread: f32,
    /// The share of the samples inside that are not floor of the TRN, from 0 to 1.
    pub inside: f32,
    /// The share of the samples just outside that are floor of the TRN, from 0 to 1.
    pub outside: f32,
    /// The share of the corners that are vertices of the TRX, from 0 to 1.
    pub corners: f32,
    /// Walkable floor near its placements that is still wrong in bakes with all learned footprints, in square metres.
    pub wrong_floor: f32,
    /// Its gain over all areas. Where a table was [known before](crate::nwn2::LearnOptions::onto), it is compared with that table.
    pub gain: Gain,
    /// The gain in held-out areas, with the footprint learned from the others. `None` if no areas were held out, or it cannot be learned
    /// from the others.
    pub held_out: Option<Gain>,
    /// The gain of the area with the minimum gain, over the whole area, when it alone is applied. Only if a table was known before. Its floor
    /// includes the [split](Agreement::split_floor) floor.
    pub least_gain: Option<Gain>,
}

/// An appearance without a learned footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UnlearnedAppearance {
    /// The row of `placeables.2da`.
    pub appearance: u32,
    /// Number of placements in the areas.
    pub placings: usize,
    /// The reason.
    pub reason: UnlearnedReason,
}

/// The reason why no footprint of an appearance was learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum UnlearnedReason {
    /// No polygon passed the score, or the floor inside is walkable and its triangles differ from placement to placement.
    NoOutline,
    /// The polygons that passed gained no triangle in the trial, or lost some.
    NoGain,
}

/// The result for an area.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AreaTrial {
    /// Its name.
    pub name: String,
    /// Number of triangles of its TRX.
    pub triangles: usize,
    /// The bake without the learned footprints, or `None` if the area could not be baked.
    pub without: Option<Agreement>,
    /// The bake with the learned footprints.
    pub with: Option<Agreement>,
    /// The bake with the footprints from other areas that are neither copies of it nor of its world.
    pub left_out: Option<Agreement>,
}

impl LearnedFootprint {
    /// Returns whether it is reliable enough to replace a known footprint: it has a [gain](Gain::value) in areas from which it was not
    /// learned or, if only copies of one area have it, three placements show it; and no area as a whole is worse with it.
    pub fn is_proven(&self) -> bool {
        /// Minimum number of placements of one area that must show it.
        const SEEN: usize = 3;
        let is_worse_somewhere = self.least_gain.is_some_and(|gain| gain.value() < 0.0);
        let is_gain = |gain: Gain| gain.value() > 0.0;
        is_gain(self.gain) && !is_worse_somewhere && self.held_out.map_or(self.seen >= SEEN, is_gain)
    }
}

impl LearnReport {
    /// A table in which [proven](LearnedFootprint::is_proven) learned footprints replace the old ones.
    ///
    /// # Errors
    /// [`FootprintError::TooManyPoints`].
    pub fn footprints_onto(&self, table: &Footprints) -> Result<Footprints, FootprintError> {
        let mut footprints = table.clone();
        for learned in self.learned.iter().filter(|learned| learned.is_proven()) {
            let name = table.get(learned.appearance).and_then(|known| known.name.clone());
            let footprint = learned.footprint.clone();
            let name = name.or_else(|| footprint.name.clone());
            footprints.insert(learned.appearance, footprint.with_name(name))?;
        }
        Ok(footprints)
    }

    /// The learned footprints, for a bake.
    ///
    /// # Errors
    /// [`FootprintError::TooManyPoints`].
    pub fn footprints(&self) -> Result<Footprints, FootprintError> {
        let mut footprints = Footprints::default();
        for learned in &self.learned {
            footprints.insert(learned.appearance, learned.footprint.clone())?;
        }
        Ok(footprints)
    }
}
