//! Checks normals and distances against the faces.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::Bwm;

use crate::finding::{Findings, PartKind, Rule, Severity, rules};
use crate::kotor::FaceId;
use crate::kotor::bake::normals::{NormalRounding, corners, distance};
use crate::kotor::point::{is_usable_point, same};
use walkmesh_mesh::counted::{are, counted};

rules! { of super::sample, RoomFile;
    NORMAL_STALE: Error = "normal-stale", "A stored normal does not match its face" {
        /// The stored normal differs from the normal of the corners. The game computes slopes and heights from it, so
        /// creatures are too high or too low. It is harmless on a sliver so thin that no height changes by a
        /// millimetre.
        remedy
        /// Bake the walkmesh.
        bad "face 0": |raw| raw.normals[0].z = -1.0,
        bad "face 0": |raw| raw.normals[0].z = f32::NAN,
        bad "face 0": |raw| raw.normals[0] = [0.0, 0.6, 0.8].into(),
        bad Info "face 0": damages::turned_normal_of_a_sliver,
        bad Info "face 0": damages::flipped_normal_of_a_sliver,
        bad "face 0": damages::no_unit_normal_of_a_sliver,
        bad "face 0": damages::steep_normal_of_a_sliver,
        bad "face 0": damages::no_normal_of_no_area,
    }
    DISTANCE_STALE: Error = "distance-stale", "A stored plane distance does not match its face" {
        /// The stored distance of the face's plane from the origin differs from the distance computed from the corners. Heights on the face
        /// are off by the same amount.
        remedy
        /// Bake the walkmesh.
        bad "face 0": |raw| raw.distances[0] = 1.0,
        bad "face 0": |raw| raw.distances[0] = f32::NAN,
    }
    NORMAL_ROUNDING: Info = "normal-rounding", "Normals are rounded differently than by the games" {
        /// Some tools round normals differently than the games' own compilers. The last digits differ, with no effect
        /// in the game.
        remedy
        /// No action is needed. Baking writes the last digits of the games.
        bad "normals": |raw| raw.normals[0].x = 1e-9,
    }
    DISTANCE_ROUNDING: Info = "distance-rounding", "Plane distances are rounded differently than by the games" {
        /// Some tools round plane distances differently than the games' own compilers. The last digits differ, with no
        /// effect in the game.
        remedy
        /// No action is needed. Baking writes the last digits of the games.
        bad "distances": |raw| raw.distances[0] = 1e-9,
    }
}

/// A normal is wrong, and not just rounded, where a coordinate differs by more than this.
const NORMAL_TOLERANCE: f32 = 1e-3;
/// Maximum harmless distance of a corner of a face from its stored plane, in metres.
const LEAVES: f64 = 1e-3;
/// A distance is wrong, and not just rounded, where it differs by more than this, as a fraction of the greatest
/// coordinate (in metres near the origin).
const DISTANCE_TOLERANCE: f32 = 1e-4;

pub(super) fn check(raw: &Bwm, report: &mut Findings) {
    let rounding = NormalRounding::new(raw);
    let mut normal_rounding = Rounding::default();
    let mut distance_rounding = Rounding::default();
    let rows = raw.faces.iter().zip(&raw.normals).zip(&raw.distances);
    for (face, ((row, &normal), &stored)) in (0..).map(FaceId).zip(rows) {
        let Some(points) = corners(raw, row).filter(|points| points.iter().all(|&point| is_usable_point(point))) else {
            continue;
        };
        let expected = rounding.normal(points);
        // Nearly all are bit-identical, so usually nothing else needs to be computed.
        let is_equal = same(normal, expected);
        let off = !is_equal && pairs(normal, expected).any(|(a, b)| is_off(a, b, NORMAL_TOLERANCE));
        // A degenerate face has no normal of its own; any value will do.
        if off && (rounding.area(points) > 0.0 || !numbers(normal).iter().all(|value| value.is_finite())) {
            let meaning =
                || format!("The normal is {:?}, but the corners give {:?}", numbers(normal), numbers(expected));
            if leaves(normal, expected, points).is_some_and(|leaves| leaves <= LEAVES) {
                let harmless = "the face is so thin that no height differs by more than a millimetre";
                report.add_as(&NORMAL_STALE, Severity::Info, face, || format!("{}: {harmless}.", meaning()));
            } else {
                report
                    .add(&NORMAL_STALE, face, || format!("{}: the game computes wrong slopes and heights.", meaning()));
            }
        } else if !off && !is_equal {
            normal_rounding.add(pairs(normal, expected).map(|(a, b)| ulps(a, b)).max().unwrap_or(0));
        }
        let expected = distance(normal, points[0]);
        if stored.to_bits() == expected.to_bits() && stored.is_finite() {
            continue;
        }
        let size = points.iter().flat_map(|&point| numbers(point)).fold(1.0, |most: f32, value| most.max(value.abs()));
        if is_off(stored, expected, DISTANCE_TOLERANCE * size) {
            let meaning = || {
                format!(
                    "The plane distance is {stored}, but the corners give {expected}: heights are off by the difference."
                )
            };
            report.add(&DISTANCE_STALE, face, meaning);
        } else {
            distance_rounding.add(ulps(stored, expected));
        }
    }
    normal_rounding.report(&NORMAL_ROUNDING, (PartKind::Normals, "normal"), report);
    distance_rounding.report(&DISTANCE_ROUNDING, (PartKind::Distances, "distance"), report);
}

/// Maximum distance of a corner of a face from the plane through its first corner with the stored normal, in metres.
/// `None` for a vector whose length is not 1, and for one that faces the other way.
///
/// The normal of a sliver depends on digits that the file does not have. It may differ greatly from the face's own, and
/// where the sliver is thinner than [`LEAVES`] even face the other way, without making any height wrong.
fn leaves(stored: Vector3, own: Vector3, points: [Vector3; 3]) -> Option<f64> {
    let [stored, own] = [stored, own].map(|normal| numbers(normal).map(f64::from));
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let [a, b, c] = points.map(|point| numbers(point).map(f64::from));
    let side = |from: [f64; 3], to: [f64; 3]| std::array::from_fn::<f64, 3, _>(|axis| to[axis] - from[axis]);
    let sides = [side(a, b), side(b, c), side(c, a)];
    let longest = sides.map(|side| dot(side, side).sqrt()).into_iter().fold(0.0, f64::max);
    let is_unit = (dot(stored, stored) - 1.0).abs() <= f64::from(NORMAL_TOLERANCE);
    let faces_away = dot(stored, own) <= 0.0 && NormalRounding::Kotor2.area(points) > LEAVES * longest;
    let away = [sides[0], sides[2]].map(|side| dot(stored, side).abs());
    (is_unit && !faces_away).then(|| away[0].max(away[1]))
}

/// Number of values that are not rounded as the games do, and the largest difference.
#[derive(Default)]
struct Rounding {
    count: usize,
    most: u32,
}

impl Rounding {
    fn add(&mut self, ulps: u32) {
        self.count += usize::from(ulps > 0);
        self.most = self.most.max(ulps);
    }

    fn report(&self, rule: &'static Rule, (table, what): (PartKind, &str), report: &mut Findings) {
        if self.count > 0 {
            let meaning = || {
                format!(
                    "{} rounded differently than by the games, by {} at most.",
                    are(self.count, what),
                    counted(self.most as usize, "ulp")
                )
            };
            report.add(rule, table, meaning);
        }
    }
}

/// Returns whether two numbers differ by more than `most`, or one is NaN.
fn is_off(a: f32, b: f32, most: f32) -> bool {
    let difference = (a - b).abs();
    difference.is_nan() || difference > most
}

fn numbers(point: Vector3) -> [f32; 3] {
    point.into()
}

fn pairs(a: Vector3, b: Vector3) -> impl Iterator<Item = (f32, f32)> {
    numbers(a).into_iter().zip(numbers(b))
}

/// The distance between two floats in ulps: the difference of their bits in the order of their values. 0 for the two
/// zeros.
fn ulps(a: f32, b: f32) -> u32 {
    let ordered = |value: f32| {
        let bits = value.to_bits().cast_signed();
        if bits < 0 { i32::MIN - bits } else { bits }
    };
    ordered(a).abs_diff(ordered(b))
}

#[cfg(test)]
mod damages {
    use super::super::sample::RoomFile;

    /// Makes the first face 1.4 m long and 0.06 mm high: 4e-5 m².
    pub(super) fn sliver(raw: &mut RoomFile, normal: [f32; 3]) {
        let [from, thin, to] = [[0.0, 0.0, 0.0], [0.5, 0.499_92, 0.0], [1.0, 1.0, 0.0]];
        let face = raw.faces[0].vertices;
        for (vertex, point) in face.into_iter().zip([from, thin, to]) {
            raw.vertices[vertex as usize] = point.into();
        }
        raw.normals[0] = normal.into();
    }

    pub(super) fn turned_normal_of_a_sliver(raw: &mut RoomFile) {
        sliver(raw, [0.5, -0.5, 0.5_f32.sqrt()]);
    }

    pub(super) fn flipped_normal_of_a_sliver(raw: &mut RoomFile) {
        sliver(raw, [0.0, 0.0, -1.0]);
    }

    pub(super) fn no_unit_normal_of_a_sliver(raw: &mut RoomFile) {
        sliver(raw, [0.0; 3]);
    }

    /// Tilted along the sliver, so that its far end would be a metre higher.
    pub(super) fn steep_normal_of_a_sliver(raw: &mut RoomFile) {
        sliver(raw, [-0.5, -0.5, 0.5_f32.sqrt()]);
    }

    pub(super) fn no_normal_of_no_area(raw: &mut RoomFile) {
        raw.vertices[0] = [1.0, 2.0, 0.0].into();
        raw.normals[0].x = f32::NAN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ulps_count_the_floats_between() {
        assert_eq!(ulps(1.0, 1.0), 0);
        assert_eq!(ulps(0.0, -0.0), 0);
        assert_eq!(ulps(1.0, 1.0 + f32::EPSILON), 1);
        assert_eq!(ulps(-f32::from_bits(1), f32::from_bits(1)), 2);
    }
}
