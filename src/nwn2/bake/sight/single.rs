//! Step 6 where both sight lines end in the same corner of a triangle: the quad has no side between two extremes there.

use super::face::{Corner, Point};

/// The corner that gives the quad's side its direction: the side is the line through the single extreme corner and this one.
/// It is the one of the other two that is farther out to the left, seen from the left corner of the other triangle, and of
/// equal ones that which was an extreme before the tangents. `side` is 1 for the far triangle, and -1 for the near one,
/// of which all is mirrored.
///
/// This rule is fitted. The sides of the quad and the order of the two corners were found on one half of 62 real areas, and
/// decide the other half as well; which corner is first where both are on one line was found on all of them (about 280
/// pairs). It is right for 38,698 of 38,985 pairs. Its test has the arithmetic of the tangents.
///
/// Source: docs/formats/trn-aswm.md#line-of-sight-single-corner.
pub(super) fn other(corners: &[Corner; 3], extremes: [usize; 2], single: usize, seen_from: Point, side: f32) -> Corner {
    let first = extremes.into_iter().find(|extreme| *extreme != single).unwrap_or((single + 2) % 3);
    let (first, second) = (corners[first], corners[3 - single - first]);
    let (dx, dy) = (first.at[0] - seen_from[0], first.at[1] - seen_from[1]);
    let turn = (dx * second.at[1] - dy * second.at[0]) - (dx * seen_from[1] - dy * seen_from[0]);
    if side * turn > 0.0 { second } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(places: [Point; 3]) -> [Corner; 3] {
        [0, 1, 2].map(|at| Corner { vertex: at as u16, at: places[at] })
    }

    #[test]
    fn the_corner_farther_out_gives_the_direction() {
        let far = corners([[9.0, 0.0], [6.0, 0.5], [6.0, -0.5]]);
        assert_eq!(other(&far, [1, 2], 0, [0.0, 3.0], 1.0).vertex, 1);
        assert_eq!(other(&far, [2, 1], 0, [0.0, 3.0], 1.0).vertex, 1);
        assert_eq!(other(&far, [1, 2], 0, [0.0, 3.0], -1.0).vertex, 2, "mirrored");
    }

    #[test]
    fn of_equal_corners_a_former_extreme_is_taken_the_left_one_first() {
        let far = corners([[9.0, 0.0], [4.0, 2.0], [6.0, 1.0]]);
        let seen = |extremes| other(&far, extremes, 0, [2.0, 3.0], 1.0).vertex;
        assert_eq!([seen([1, 2]), seen([2, 1]), seen([0, 1]), seen([0, 2]), seen([0, 0])], [1, 2, 1, 2, 2]);
    }
}
