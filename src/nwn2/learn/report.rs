//! [`LearnReport`]: what was learned, and how sure it is.

use crate::nwn2::{Footprint, FootprintError, Footprints};

/// What was learned.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
#[non_exhaustive]
pub struct LearnReport {
    /// The footprints, by ascending appearance.
    pub learned: Vec<LearnedFootprint>,
    /// The appearances that cut, and of which no footprint was learned, ascending.
    pub unlearned: Vec<UnlearnedAppearance>,
    /// The areas, in the order in which they were given.
    pub areas: Vec<AreaTrial>,
}

/// What the model of an appearance does to the floor, as far as areas show it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LearnedFootprint {
    /// The row of `placeables.2da`.
    pub appearance: u32,
    /// What its model does.
    pub footprint: Footprint,
    /// The corners of its outline in metres, in the model's coordinates, counter-clockwise seen from above.
    pub outline: Vec<[f32; 2]>,
    /// How many placings the areas have, each counted once.
    pub placings: usize,
    /// In how many areas it stands.
    pub areas: usize,
    /// At how many placings its outline was seen.
    pub seen: usize,
    /// How far a corner of these outlines is from that of the polygon at most, in millimetres.
    pub spread: f32,
    /// The share of the samples inside that are not floor of the TRN, from 0 to 1.
    pub inside: f32,
    /// The share of the samples just outside that are floor of the TRN, from 0 to 1.
    pub outside: f32,
    /// The share of the corners that are vertices of the TRX, from 0 to 1.
    pub corners: f32,
    /// How many triangles of the TRX come out more with it than without it, over all areas. Where a table was
    /// [known before](crate::nwn2::LearnOptions::onto), without it means with that table.
    pub gain: i64,
    /// How many come out more in areas that are left out, with what the others teach of this appearance. `None` if the areas were not
    /// left out, or no others teach it.
    pub held_out: Option<i64>,
    /// How many triangles more come out with it alone in the area where that is least; negative where it costs some. Only where a
    /// table was known before.
    pub least_gain: Option<i64>,
}

/// An appearance of which no footprint was learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UnlearnedAppearance {
    /// The row of `placeables.2da`.
    pub appearance: u32,
    /// How many placings the areas have.
    pub placings: usize,
    /// Why.
    pub reason: UnlearnedReason,
}

/// Why no footprint of an appearance was learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum UnlearnedReason {
    /// No polygon passed the score, or creatures walk on what lies inside and its triangles differ from placing to placing.
    NoOutline,
    /// Those that passed brought no triangle in the trial, or cost some.
    NoGain,
}

/// How an area comes out. Triangles are counted that have the corners of one of the TRX, to a millimetre.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AreaTrial {
    /// Its name.
    pub name: String,
    /// The triangles of its TRX.
    pub triangles: usize,
    /// Those that come out without what was learned, or `None` if the area could not be baked.
    pub without: Option<usize>,
    /// Those that come out with what was learned.
    pub with: Option<usize>,
    /// Those that come out with what the other areas teach that are no copies of it.
    pub left_out: Option<usize>,
}

impl LearnedFootprint {
    /// Whether it is sure enough to take the place of a footprint that is known: it brings triangles in areas that did not teach it, or,
    /// where copies of one area alone have it, three placings show it; and no area as a whole comes out worse with it.
    pub fn is_proven(&self) -> bool {
        /// How many placings of one area must show it.
        const SEEN: usize = 3;
        let is_worse_somewhere = self.least_gain.is_some_and(|gain| gain < 0);
        self.gain > 0 && !is_worse_somewhere && self.held_out.map_or(self.seen >= SEEN, |gain| gain > 0)
    }
}

impl LearnReport {
    /// A table with what was learned in the place of what it had, where that [is proven](LearnedFootprint::is_proven).
    ///
    /// # Errors
    /// [`FootprintError::TooManyPoints`].
    pub fn footprints_onto(&self, table: &Footprints) -> Result<Footprints, FootprintError> {
        let mut footprints = table.clone();
        for learned in self.learned.iter().filter(|learned| learned.is_proven()) {
            let name = table.get(learned.appearance).and_then(|known| known.name.clone());
            footprints.insert(learned.appearance, learned.footprint.clone().with_name(name))?;
        }
        Ok(footprints)
    }

    /// What was learned, for a bake.
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
