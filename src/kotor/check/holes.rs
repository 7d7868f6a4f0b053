//! Checks the floor for what does not follow from its connections: holes, and faces above each other.

use walkmesh_formats::bwm::Bwm;

use super::{EdgePlace, Expected, rules};
use crate::counted::counted;
use crate::finding::{Findings, Measure, PlacePart, Spot};
use crate::flaw::{Cover, Floor, covers};
use crate::geometry::ends_of_side;
use crate::geometry::triangle::is_usable;
use crate::kotor::bake::perimeters::perimeters;
use crate::kotor::{EdgeId, FaceId};

/// The area below which an inner border is a slit, in square metres. Cracks and T-junctions make such borders.
const LEAST_AREA: f64 = 1e-3;

/// Reports the inner borders of the floor. Walkable faces run counter-clockwise seen from above, so a border with floor around
/// it runs clockwise.
pub(super) fn check(raw: &Bwm, expected: &Expected, findings: &mut Findings) {
    let (order, ends) = perimeters(&expected.adjacencies);
    let mut start = 0;
    for end in ends.into_iter().map(|end| end as usize) {
        let border = &order[start..end];
        start = end;
        let Some((area, point)) = enclosed(raw, border).filter(|(area, _)| *area <= -LEAST_AREA) else { continue };
        let spot = Spot { point, measure: Measure::Area(-area) };
        let place = EdgePlace::of(raw, border[0].0.cast_signed());
        findings.add_spot(&rules::FLOOR_HOLE, rules::FLOOR_HOLE.severity, place, Some(spot), || {
            format!("The hole is {} large, and its border has {}.", spot.measure, counted(border.len(), "side"))
        });
    }
}

/// The area that a border encloses in the plan view, negative if it runs clockwise, and a point in its middle. `None` if a
/// corner is missing or not finite.
fn enclosed(raw: &Bwm, border: &[EdgeId]) -> Option<(f64, [f32; 3])> {
    let starts = border.iter().map(|edge| {
        let [from, _] = ends_of_side(&raw.faces.get(edge.face().index())?.vertices, edge.side());
        let point: [f32; 3] = (*raw.vertices.get(from as usize)?).into();
        is_usable(&point).then(|| point.map(f64::from))
    });
    let points: Vec<[f64; 3]> = starts.collect::<Option<_>>()?;
    let first = *points.first()?;
    let (mut doubled, mut weighted) = (0.0, [0.0; 2]);
    for pair in points.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|point| [point[0] - first[0], point[1] - first[1]]);
        let cross = a[0] * b[1] - a[1] * b[0];
        doubled += cross;
        (0..2).for_each(|axis| weighted[axis] += cross * (a[axis] + b[axis]));
    }
    let height = points.iter().map(|point| point[2]).sum::<f64>() / points.len() as f64;
    let middle = |axis: usize| (first[axis] + weighted[axis] / (3.0 * doubled)) as f32;
    (doubled != 0.0).then(|| (doubled / 2.0, [middle(0), middle(1), height as f32]))
}

/// Reports faces above each other of which only one is walkable.
pub(super) fn check_covers(floor: &Floor<'_>, findings: &mut Findings) {
    for Cover { upper, lower, point, gap } in covers(floor) {
        let spot = Spot { point, measure: Measure::Length(gap) };
        let is_floor = floor.walkable[upper as usize];
        let rule = if is_floor { &rules::FLOOR_COVERS_FACE } else { &rules::FACE_COVERS_FLOOR };
        findings.add_spot(rule, rule.severity, FaceId(upper), Some(spot), || {
            let (what, lower) = (if is_floor { "not walkable" } else { "walkable" }, PlacePart::from(FaceId(lower)));
            if gap == 0.0 {
                format!("It lies upon {lower}, which is {what}.")
            } else {
                format!("It lies {} above {lower}, which is {what}.", spot.measure)
            }
        });
    }
}
