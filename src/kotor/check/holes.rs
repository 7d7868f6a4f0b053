//! Checks the floor for flaws that do not follow from its connections: holes, and faces above each other.

use walkmesh_formats::bwm::Bwm;

use super::{EdgePlace, ImpliedTables};
use crate::finding::{Findings, Measure, Place, PlacePart, Spot, rules};
use crate::flaw::{Cover, FloorFaces, covers};
use crate::geometry::ends_of_side;
use crate::geometry::triangle::is_usable;
use crate::kotor::bake::perimeters::perimeters;
use crate::kotor::{EdgeId, FaceId};
use walkmesh_mesh::counted::counted;

rules! { of super::sample, RoomFile;
    FLOOR_HOLE: Info = "floor-hole", "The floor has a hole" {
        /// The hole is an inner boundary of the floor: a closed loop of edges with floor around it. Holes are intended
        /// around pillars and furniture, where non-walkable faces fill them. In a hole that nothing fills, the game
        /// finds no floor, and rays pass through. Holes smaller than 10 cm² are not reported.
        remedy
        /// If creatures should walk there, fill the hole with walkable faces in a modelling program, then bake.
        bad "face 3, side 1": |room| room.rebuild(|faces| *faces = damages::ring()),
    }
    FACE_COVERS_FLOOR: Info = "face-covers-floor", "A non-walkable face lies above walkable floor" {
        /// The game is reported to stop walkers at non-walkable faces from 0.1 m below the feet to 0.1 m above the
        /// head. Floor that continues below such a face looks open on a map but is blocked. A higher face, such as a
        /// roof, only stops rays.
        remedy
        /// If creatures should not walk below it, cut the floor out there. Otherwise raise the face or remove it.
        bad "face 8": |room| room.rebuild(|faces| faces.extend(damages::square([0.5, 0.5], 0.75, 7))),
    }
    FLOOR_COVERS_FACE: Info = "floor-covers-face", "Walkable floor lies above a non-walkable face" {
        /// The game searches for the floor along a vertical line through the whole room. Its choice between several faces is not known, so
        /// it may not find a bridge over such a face everywhere.
        remedy
        /// Remove the lower face if nothing needs it. Otherwise test the place in the game.
        bad "face 0": |room| room.rebuild(|faces| {
            faces.iter_mut().for_each(|(_, material)| *material = MaterialId(7));
            faces.extend(damages::square([0.5, 0.5], 0.75, 4));
        }),
    }
}

/// Area below which an inner border is a slit, in square metres. Cracks and T-junctions make such borders.
const MIN_AREA: f64 = 1e-3;

/// Reports the inner borders of the floor. Walkable faces run counter-clockwise seen from above, so a border with floor around
/// it runs clockwise.
pub(super) fn check(raw: &Bwm, expected: &ImpliedTables, findings: &mut Findings) {
    let (order, ends) = perimeters(&expected.adjacencies);
    let mut start = 0;
    for end in ends.into_iter().map(|end| end as usize) {
        let border = &order[start..end];
        start = end;
        let Some((area, point)) = enclosed(raw, border).filter(|(area, _)| *area <= -MIN_AREA) else { continue };
        let spot = Spot { point, measure: Measure::Area(-area) };
        let place = EdgePlace::new(raw, border[0].0.cast_signed());
        findings.add_spot(&FLOOR_HOLE, FLOOR_HOLE.severity, place, Some(spot), || {
            format!("The hole has an area of {} and a boundary of {}.", spot.measure, counted(border.len(), "side"))
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

/// Reports faces above each other if only one is walkable.
pub(super) fn check_covers(floor: &FloorFaces<'_>, findings: &mut Findings) {
    for Cover { upper, lower, point, gap } in covers(floor) {
        let spot = Spot { point, measure: Measure::Length(gap) };
        let is_floor = floor.walkable[upper as usize];
        let rule = if is_floor { &FLOOR_COVERS_FACE } else { &FACE_COVERS_FLOOR };
        let lower = PlacePart::from(FaceId(lower));
        let other = || Some(Place::from(&lower));
        findings.add_between(rule, rule.severity, FaceId(upper), other, Some(spot), || {
            let what = if is_floor { "not walkable" } else { "walkable" };
            if gap == 0.0 {
                format!("It coincides with {lower}, which is {what}.")
            } else {
                format!("It lies {} above {lower}, which is {what}.", spot.measure)
            }
        });
    }
}

#[cfg(test)]
mod damages {
    use crate::kotor::MaterialId;

    type Face = ([[f32; 3]; 3], MaterialId);

    /// A level square as two triangles, 1 m high: its minimum corner, its size and its material.
    pub(super) fn square([x, y]: [f32; 2], size: f32, material: u32) -> [Face; 2] {
        let corner = |right: f32, up: f32| [x + size * right, y + size * up, 0.75];
        let [a, b, c, d] = [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)];
        [[a, b, c], [a, c, d]].map(|corners| (corners, MaterialId(material)))
    }

    /// Eight squares around a hole of one square metre.
    pub(super) fn ring() -> Vec<Face> {
        let squares = (0_u8..9).filter(|at| *at != 4).map(|at| [at % 3, at / 3].map(f32::from));
        squares.flat_map(|at| square(at, 1.0, 4)).collect()
    }
}
