//! [`polygon_contains`]: point in polygon, in the plan view.

/// Returns whether a polygon contains a point, by the even-odd rule with a ray along x.
pub fn polygon_contains(outline: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let crosses = |([ax, ay], [bx, by]): &(&[f64; 2], &[f64; 2])| {
        (*ay > y) != (*by > y) && x < ax + (bx - ax) * ((y - ay) / (by - ay))
    };
    sides.filter(crosses).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::polygon_contains;

    #[test]
    fn a_polygon_contains_what_is_inside_its_notch_not() {
        let arrow = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]];
        for (point, is_inside) in [([2.0, 0.5], true), ([2.0, 2.0], false), ([0.5, 2.0], true), ([5.0, 1.0], false)] {
            assert_eq!(polygon_contains(&arrow, point), is_inside, "{point:?}");
        }
    }
}
