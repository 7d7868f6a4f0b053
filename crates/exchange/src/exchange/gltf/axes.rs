//! Conversion of placements between the axes of a scene and of glTF, where y is up and the view is along -z.

use crate::exchange::{Transform, Up};

impl Up {
    /// Converts a placement from axes with y up to axes with this axis up.
    pub(super) fn placement_from_y_up(self, placement: &Transform) -> Transform {
        match self {
            Self::Y => *placement,
            Self::Z => turned(placement, [(0, 1.0), (2, -1.0), (1, 1.0)]),
        }
    }

    /// Converts a placement with this axis up to the axes with y up.
    pub(super) fn placement_to_y_up(self, placement: &Transform) -> Transform {
        match self {
            Self::Y => *placement,
            Self::Z => turned(placement, [(0, 1.0), (2, 1.0), (1, -1.0)]),
        }
    }
}

/// Converts a placement to other axes: `axes` gives for each new axis the old one, and its sign.
fn turned(placement: &Transform, axes: [(usize, f64); 3]) -> Transform {
    let rows = axes.map(|(row, sign)| {
        let old = placement.rows[row];
        let [x, y, z] = axes.map(|(column, other)| positive_zero(sign * other * old[column]));
        [x, y, z, positive_zero(sign * old[3])]
    });
    Transform { rows }
}

fn positive_zero(value: f64) -> f64 {
    value + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_turn_there_and_back_exactly() {
        let point = [1.5, -2.25, 1e-30];
        let placement = Transform { rows: [[0.0, -1.0, 0.0, 4.0], [1.0, 0.0, 0.0, -3.0], [0.0, 0.0, 1.0, 0.5]] };
        for up in [Up::Y, Up::Z] {
            assert_eq!(up.point_from_y_up(up.point_to_y_up(point)), point);
            let there = up.placement_to_y_up(&placement);
            assert_eq!(up.placement_from_y_up(&there), placement);
            assert_eq!(up.point_from_y_up(there.apply(up.point_to_y_up(point))), placement.apply(point));
        }
    }
}
