//! Checks whether placeables are at the height of a floor.

use super::check::Ground;
use crate::finding::{Findings, Measure, PartKind, PlacePart, Severity, Spot, rules};
use crate::instances::floor::Floor;
use crate::kotor::engine::Walker;
use crate::kotor::{Kind, PlacedObject};

rules! { of crate::kotor::check::sample, Furnished;
    PLACEABLE_OFF_FLOOR: Warning = "placeable-off-floor", "A placeable is far above or below every floor" {
        /// The distance between the placeable's walkmesh and the nearest floor exceeds the placeable's height. The game
        /// is reported to stop straight walks at a placeable at every height, so creatures stop there for no visible
        /// reason. Most walkmeshes of placeables are flat outlines; these count as tall as a person, 1.6 m.
        remedy
        /// Set the height of the placeable to the height of the floor. If it should be up there, give it a model
        /// without a walkmesh.
        bad "object (lamp.pwk)": |files| files.fix("lamp.pwk", [[3.2, 1.2, 2.0], [3.4, 1.2, 2.0], [3.3, 1.4, 2.0]]),
    }
}

/// Maximum height of a flat outline, in metres.
const FLAT: f32 = 0.01;
/// Maximum number of placeables, and of vertices of each, that are compared with floors. Real ones have a few dozen.
const MOST: usize = 1 << 10;

impl Ground<'_> {
    /// Reports placeables that are farther from every floor above or below them by more than their own height. Placeables without any floor
    /// above or below them are left out.
    pub(super) fn check_heights(&self, fixed: &[(String, PlacedObject)], findings: &mut Findings) {
        let floors = self.navigator.area().materials().walk_mask();
        for (name, object) in fixed.iter().filter(|(_, object)| object.walkmesh().kind() == Kind::Pwk).take(MOST) {
            let corners: Vec<[f32; 3]> = object.walkmesh().vertices().take(MOST).map(|at| object.to_area(at)).collect();
            let heights = || corners.iter().map(|corner| corner[2]);
            let (Some(low), Some(high)) = (heights().reduce(f32::min), heights().reduce(f32::max)) else { continue };
            let height = if high - low > FLAT { high - low } else { Walker::PERSON.height };
            // Positive above a floor, negative below it.
            let above = |floor: f32| if floor < low { low - floor } else { (high - floor).min(0.0) };
            let points = corners.iter().copied().chain([object.position()]);
            let under = points.flat_map(|[x, y, _]| self.navigator.floors_at([x, y], floors));
            let nearest = under.map(|floor| above(floor.height)).min_by(|a, b| a.abs().total_cmp(&b.abs()));
            let Some(gap) = nearest.filter(|gap| gap.abs() > height) else { continue };
            let spot = Spot { point: object.position(), measure: Measure::Length(gap.abs().into()) };
            let place = PlacePart::from(PartKind::Object).named(name);
            findings.add_spot(&PLACEABLE_OFF_FLOOR, self.severity(Severity::Warning), place, Some(spot), || {
                let (side, tall) = (if gap > 0.0 { "above" } else { "below" }, Measure::Length(height.into()));
                format!("It is {} {side} the nearest floor, and {tall} tall.{}", spot.measure, self.caveat())
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Sample;
    use crate::kotor::check::sample::Furnished;

    /// Returns whether a placeable of one face between two heights, on a floor at height 0, is reported.
    fn is_reported(low: f32, high: f32) -> bool {
        let mut files = Furnished::sound();
        files.fix("lamp.pwk", [[3.2, 1.2, low], [3.4, 1.2, low], [3.3, 1.4, high]]);
        files.findings().iter().any(|finding| finding.rule.code == PLACEABLE_OFF_FLOOR.code)
    }

    #[test]
    fn a_placeable_may_hang_as_high_as_it_is_tall_and_a_flat_one_as_high_as_a_person() {
        assert_eq!(
            [[0.4, 0.8], [0.5, 0.9], [-0.8, -0.4], [-0.9, -0.5]].map(|[low, high]| is_reported(low, high)),
            [false, true, false, true]
        );
        assert_eq!([1.5, 1.7, -1.5, -1.7].map(|height| is_reported(height, height)), [false, true, false, true]);
        // Exactly as tall as a flat one may be, and a little taller.
        let low = 0.015_625;
        assert_eq!((low + FLAT) - low, FLAT);
        assert!(!is_reported(low, low + FLAT) && is_reported(low, low + 1.2 * FLAT));
    }
}
