//! Sharp corners: two walls enclose so narrow an angle of floor that a creature gets stuck in it.

use super::outline::{Outline, Rim, plan_of};
use super::{Flaw, FlawKind, FlawList};
use crate::flaw::Measure;
use crate::geometry::{cross, dot, sub};

/// Finds the corners of the border at which the floor takes up less than `least` degrees in the plan view. A corner beside
/// a side over which a creature can leave the floor is not reported, because the floor continues there.
pub(super) fn find(outline: &Outline, least: f64, found: &mut FlawList) {
    for around in &outline.loops {
        for at in 0..around.len() {
            let [here, last] = [at, (at + around.len() - 1) % around.len()].map(|at| &outline.rims[around.first + at]);
            let Some(angle) = angle(last, here).filter(|angle| *angle < least) else { continue };
            found.push(Flaw {
                kind: FlawKind::SharpCorner,
                face: here.edge.face(),
                side: Some(here.edge.corner()),
                other: Some((last.edge.face(), Some(last.edge.corner()))),
                point: here.ends[0].map(|value| value as f32),
                measure: Measure::Angle(angle),
                separates: false,
            });
        }
    }
}

/// The angle of the floor between two consecutive rims, in degrees; `None` if one of them is an exit, or if they do not meet.
fn angle(last: &Rim, here: &Rim) -> Option<f64> {
    let [(from, end), (start, to)] = [last, here].map(|rim| (plan_of(rim.ends[0]), plan_of(rim.ends[1])));
    if last.is_exit || here.is_exit || end != start {
        return None;
    }
    // Neither vector is zero, because the face of a rim has an area in the plan view.
    let (back, away) = (sub(from, start), sub(to, start));
    // The floor is counter-clockwise from the next rim to the last one.
    let angle = cross(away, back).atan2(dot(away, back)).to_degrees();
    let angle = if angle < 0.0 { angle + 360.0 } else { angle };
    // Results of platforms differ in the last bits.
    Some((angle * 1e6).round() / 1e6)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::flaw::Measure;
    use crate::flaw::{Flaw, FlawKind, FlawOptions, FloorFaces, flaws_with_exits};
    use crate::geometry::distance;
    use crate::mesh::neighbours_by_shared_vertices;

    fn sharp(vertices: &[[f32; 3]], faces: &[[u32; 3]], least: f64, exits: impl Fn(u32, u8) -> bool) -> Vec<Flaw> {
        let neighbours = neighbours_by_shared_vertices(faces, |_| true);
        let walkable = vec![true; faces.len()];
        let floor = FloorFaces { vertices, faces, walkable: &walkable, neighbours: &neighbours };
        let mut found = flaws_with_exits(&floor, &FlawOptions::default().with_corner(Some(least)), exits);
        found.retain(|flaw| flaw.kind == FlawKind::SharpCorner);
        found
    }

    fn degrees(flaw: &Flaw) -> f64 {
        if let Measure::Angle(degrees) = flaw.measure { degrees } else { f64::NAN }
    }

    /// A square with a thorn of 3 m at a side of 1 m.
    const THORN: ([[f32; 3]; 6], [[u32; 3]; 4]) = (
        [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [3.0, 4.0, 0.0], [3.5, 7.0, 0.0], [0.0, 4.0, 0.0]],
        [[0, 1, 2], [0, 2, 3], [0, 3, 5], [3, 2, 4]],
    );

    #[test]
    fn the_tip_of_a_thorn_is_sharp_and_a_hollow_corner_is_not() {
        let found = sharp(&THORN.0, &THORN.1, 60.0, |_, _| false);
        let [tip] = &found[..] else { panic!("{found:?}") };
        assert_eq!(tip.point, [3.5, 7.0, 0.0]);
        let expected = 2.0 * (0.5_f64 / 3.0).atan().to_degrees();
        assert!((degrees(tip) - expected).abs() < 1e-5, "{tip:?}");
        assert!(sharp(&THORN.0, &THORN.1, 18.0, |_, _| false).is_empty());

        // The corners of a square are right angles.
        let square = ([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]], [[0, 1, 2], [0, 2, 3]]);
        let corners = |least| sharp(&square.0, &square.1, least, |_, _| false).len();
        assert_eq!([90.0, 90.01].map(corners), [0, 4]);
    }

    #[test]
    fn a_corner_at_a_way_out_is_none() {
        for way in [1, 2] {
            assert!(sharp(&THORN.0, &THORN.1, 60.0, |face, side| (face, side) == (3, way)).is_empty(), "{way}");
        }
        assert_eq!(sharp(&THORN.0, &THORN.1, 60.0, |face, _| face == 0).len(), 1, "another side leads out");
    }

    #[test]
    fn the_tip_is_found_where_the_border_cannot_be_followed() {
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, -3.0, 0.0], [0.5, 1.0, 0.0]];
        // The thorn has the opposite winding, and the face at its foot does not list it as a neighbour.
        let (faces, neighbours) = ([[0, 1, 2], [0, 1, 3]], [[Some(1), None, None], [None; 3]]);
        let floor = FloorFaces { vertices: &vertices, faces: &faces, walkable: &[true; 2], neighbours: &neighbours };
        let found = flaws_with_exits(&floor, &FlawOptions::default().with_corner(Some(30.0)), |_, _| false);
        assert!(found.iter().any(|flaw| flaw.kind == FlawKind::SharpCorner && flaw.point == vertices[2]), "{found:?}");
    }

    #[test]
    fn without_the_option_no_corner_is_reported() {
        let faces = THORN.1;
        let neighbours = neighbours_by_shared_vertices(&faces, |_| true);
        let floor = FloorFaces { vertices: &THORN.0, faces: &faces, walkable: &[true; 4], neighbours: &neighbours };
        let found = flaws_with_exits(&floor, &FlawOptions::default(), |_, _| false);
        assert!(found.iter().all(|flaw| flaw.kind != FlawKind::SharpCorner), "{found:?}");
    }

    proptest! {
        /// For both windings of a triangle, the angles follow the law of cosines.
        #[test]
        fn the_angles_of_a_triangle_are_found(
            points in prop::array::uniform3(prop::array::uniform3(-9.0..9.0_f32)),
            least in 0.0..180.0_f64,
        ) {
            let [a, b, c] = points.map(|[x, y, _]| [f64::from(x), f64::from(y)]);
            let doubled = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            prop_assume!(doubled.abs() > 0.1);
            let mut expected = Vec::new();
            for [at, next, last] in [[a, b, c], [b, c, a], [c, a, b]] {
                let [p, q, across] = [distance(at, next), distance(at, last), distance(next, last)];
                let degrees = ((p * p + q * q - across * across) / (2.0 * p * q)).clamp(-1.0, 1.0).acos().to_degrees();
                prop_assume!((degrees - least).abs() > 1e-3);
                if degrees < least {
                    expected.push(degrees);
                }
            }
            let mut found: Vec<f64> = sharp(&points, &[[0, 1, 2]], least, |_, _| false).iter().map(degrees).collect();
            found.sort_by(f64::total_cmp);
            expected.sort_by(f64::total_cmp);
            prop_assert_eq!(found.len(), expected.len());
            prop_assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-3), "{:?} {:?}", found, expected);
        }
    }
}
