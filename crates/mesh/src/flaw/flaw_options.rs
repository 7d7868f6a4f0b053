//! [`FlawOptions`]: the thresholds for flaws in the geometry of a floor.

use crate::setters;

/// The thresholds above which a deviation is a flaw.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FlawOptions {
    /// The widest gap between two sides that counts as a crack, in metres. Default: 0.03. A gap must also be at most a quarter of the
    /// shorter side, so that the sides of small faces are not confused.
    pub crack: f32,
    /// The area in the plan view below which a part without an exit is a pocket, in square metres. Default: 1.
    pub pocket: f64,
    /// The height of a walker: the room that it needs above the floor, in metres. Default: none, because it depends on the
    /// creature.
    pub height: Option<f32>,
    /// The greatest slope that a walker can climb, as the rise over a metre of the plan view. Default: none.
    pub slope: Option<f64>,
    /// The height of a step that a walker climbs, in metres: a side that lies at most this far above another side is reported. Default:
    /// none.
    pub step: Option<f32>,
    /// The radius of a walker, in metres: a corridor must be twice as wide. Default: none.
    pub radius: Option<f64>,
    /// The angle of the floor between two walls, in degrees, below which a corner is sharp. Default: none, because no source states at
    /// which angle a game's creatures get stuck.
    pub corner: Option<f64>,
}

impl Default for FlawOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl FlawOptions {
    /// The defaults.
    pub const DEFAULT: Self =
        Self { crack: 0.03, pocket: 1.0, height: None, slope: None, step: None, radius: None, corner: None };
}

setters! { impl FlawOptions {
    with_crack(crack: f32);
    with_pocket(pocket: f64);
    with_height(height: Option<f32>);
    with_slope(slope: Option<f64>);
    with_step(step: Option<f32>);
    with_radius(radius: Option<f64>);
    with_corner(corner: Option<f64>);
} }
