//! [`Walker`]: the sizes of a creature that walks.

use crate::setters;

/// The sizes of a creature that walks, in metres, as in a row of `appearance.2da`.
///
/// **Reported** for the first game: `docs/formats/bwm.md#engine`. A typical humanoid has a radius of 0.35, a creature radius of
/// 0.36 to 0.4 and a height of 1.0 to 1.6. No step height and no limit for slopes is known.
///
/// ```
/// use walkmesh::kotor::engine::Walker;
///
/// assert_eq!(Walker::default(), Walker::new(0.6));
/// let human = Walker::new(0.35).with_height(1.6);
/// assert_eq!((human.radius, human.creature_radius, human.height), (0.35, 0.35, 1.6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Walker {
    /// Distance that it keeps from walls, placeables and doors (column `PERSPACE`; 0.6 if that is empty).
    pub radius: f32,
    /// Distance that it keeps from the circles of other creatures (column `CREPERSPACE`; the radius if that is empty).
    pub creature_radius: f32,
    /// Its height (column `HEIGHT`; 1.0 if that is empty).
    pub height: f32,
}

impl Walker {
    /// A person of typical size: a radius of 0.35 m and 1.6 m tall.
    pub const PERSON: Self = Self { radius: 0.35, creature_radius: 0.35, height: 1.6 };

    /// A walker with one radius for everything, 1 m tall.
    #[must_use]
    pub fn new(radius: f32) -> Self {
        Self { radius, creature_radius: radius, height: 1.0 }
    }
}

/// The sizes of a row whose columns are empty.
impl Default for Walker {
    fn default() -> Self {
        Self::new(0.6)
    }
}

setters! { impl Walker {
    with_radius(radius: f32);
    with_creature_radius(creature_radius: f32);
    with_height(height: f32);
} }
