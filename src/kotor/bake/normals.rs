//! Computes normals and distances with the arithmetic of the games' own compilers.
//!
//! Source: `docs/formats/bwm.md#normals` (8,065 of 8,065 normals to the bit) and `docs/formats/bwm.md#distances`. The
//! compilers ran on the x87, whose registers are wider than memory. The two games differ in which differences of
//! coordinates went through memory, and so were rounded to f32, before the cross product.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::{Bwm, Face};

use crate::kotor::Kind;
use crate::kotor::point::same;
use crate::parallel;

/// The rounding of a face's edges before its normal is computed. The two games differ in this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NormalRounding {
    /// Like the first game's compiler: x and z of `v1 - v0`, and z of `v2 - v1`, are rounded to f32.
    Kotor1,
    /// Like the second game's compiler: x and y of `v1 - v0` are rounded to f32.
    Kotor2,
}

impl NormalRounding {
    /// The rounding that reproduces more of the stored normals to the bit. On a tie, as in small files and in files of
    /// modding tools, it is the second game's.
    #[must_use]
    pub fn new(raw: &Bwm) -> Self {
        let equal = |rounding: Self| {
            let normals = raw.faces.iter().zip(&raw.normals);
            normals
                .filter(|(face, stored)| corners(raw, face).is_some_and(|c| same(rounding.normal(c), **stored)))
                .count()
        };
        Self::closer(raw.faces.len(), equal, |equal| *equal).0
    }

    /// The rounding that reproduces more of the stored values, and the values computed with it.
    fn closer<T>(faces: usize, make: impl Fn(Self) -> T, equal: impl Fn(&T) -> usize) -> (Self, T) {
        let kotor2 = make(Self::Kotor2);
        let as_kotor2 = equal(&kotor2);
        if as_kotor2 == faces {
            return (Self::Kotor2, kotor2);
        }
        let kotor1 = make(Self::Kotor1);
        if equal(&kotor1) > as_kotor2 { (Self::Kotor1, kotor1) } else { (Self::Kotor2, kotor2) }
    }

    /// The unit normal of a triangle. It points to the side from which the corners appear counter-clockwise. The normal
    /// of a degenerate triangle is (1, 0, 0).
    #[inline]
    pub(in crate::kotor) fn normal(self, corners: [Vector3; 3]) -> Vector3 {
        let cross = self.cross(corners);
        let length = length(cross);
        if length == 0.0 {
            return Vector3 { x: 1.0, y: 0.0, z: 0.0 };
        }
        cross.map(|value| (value / length) as f32).into()
    }

    /// Twice the area of a triangle; a triangle with area 0 is degenerate and has no normal.
    pub(in crate::kotor) fn area(self, corners: [Vector3; 3]) -> f64 {
        length(self.cross(corners))
    }

    /// The cross product of two edges, rounded to f32.
    #[inline]
    fn cross(self, [v0, v1, v2]: [Vector3; 3]) -> [f64; 3] {
        let exact = |from: f32, to: f32| f64::from(to) - f64::from(from);
        let rounded = |from: f32, to: f32| f64::from(exact(from, to) as f32);
        let (u, w) = match self {
            Self::Kotor1 => (
                [rounded(v0.x, v1.x), exact(v0.y, v1.y), rounded(v0.z, v1.z)],
                [exact(v1.x, v2.x), exact(v1.y, v2.y), rounded(v1.z, v2.z)],
            ),
            Self::Kotor2 => (
                [rounded(v0.x, v1.x), rounded(v0.y, v1.y), exact(v0.z, v1.z)],
                [exact(v1.x, v2.x), exact(v1.y, v2.y), exact(v1.z, v2.z)],
            ),
        };
        let cross = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
        cross.map(|value| f64::from(value as f32))
    }
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

/// The plane distance that belongs to a stored normal: `d` of `n · p + d = 0`, summed from left to right in f64.
pub(in crate::kotor) fn distance(normal: Vector3, v0: Vector3) -> f32 {
    let product = |a: f32, b: f32| f64::from(a) * f64::from(b);
    -(product(normal.x, v0.x) + product(normal.y, v0.y) + product(normal.z, v0.z)) as f32
}

/// The corners of a face; `None` where one is not a vertex.
#[inline]
pub(in crate::kotor) fn corners(raw: &Bwm, face: &walkmesh_formats::bwm::Face) -> Option<[Vector3; 3]> {
    let [a, b, c] = face.vertices.map(|vertex| raw.vertices.get(vertex as usize).copied());
    Some([a?, b?, c?])
}

/// Returns whether a walkmesh of this kind stores the normals of its faces. Rooms and doors do, and so do placeables
/// with nonzero normals: in the games' own placeables all are zero, but a modding tool may write valid ones. Source:
/// `docs/formats/bwm.md#objects`.
pub(in crate::kotor) fn has_normals(kind: Kind, normals: &[Vector3]) -> bool {
    kind != Kind::Pwk || normals.iter().any(|normal| <[f32; 3]>::from(*normal) != [0.0; 3])
}

/// The normal and distance of a face whose file stores none.
pub(super) const NO_PLANE: (Vector3, f32) = (Vector3 { x: 0.0, y: 0.0, z: 0.0 }, 0.0);

/// The normal and distance of one face.
#[inline]
pub(in crate::kotor) fn plane(vertices: &[Vector3], rounding: NormalRounding, face: &Face) -> (Vector3, f32) {
    let corners = face.vertices.map(|vertex| vertices[vertex as usize]);
    let normal = rounding.normal(corners);
    (normal, distance(normal, corners[0]))
}

/// The normals and distances of all faces, by this rounding or by the stored normals' own.
pub(super) fn planes(raw: &Bwm, rounding: Option<NormalRounding>) -> (Vec<Vector3>, Vec<f32>) {
    let planes = |rounding| parallel::map_tiny(&raw.faces, |face| plane(&raw.vertices, rounding, face));
    let equal = |planes: &Vec<(Vector3, f32)>| {
        planes.iter().zip(&raw.normals).filter(|((normal, _), stored)| same(*normal, **stored)).count()
    };
    let planes = match rounding {
        Some(rounding) => planes(rounding),
        None => NormalRounding::closer(raw.faces.len(), planes, equal).1,
    };
    planes.into_iter().unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_normal_points_to_the_side_from_which_the_corners_run_counter_clockwise() {
        let [a, b, c] = [[0.0, 0.0, 2.0], [1.0, 0.0, 2.0], [0.0, 1.0, 2.0]].map(Vector3::from);
        for rounding in [NormalRounding::Kotor1, NormalRounding::Kotor2] {
            let up = rounding.normal([a, b, c]);
            assert_eq!(<[f32; 3]>::from(up), [0.0, 0.0, 1.0]);
            assert_eq!(<[f32; 3]>::from(rounding.normal([a, c, b])), [0.0, 0.0, -1.0]);
            assert_eq!(distance(up, a), -2.0);
            assert_eq!(<[f32; 3]>::from(rounding.normal([a, a, b])), [1.0, 0.0, 0.0]);
        }
    }

    #[test]
    fn the_games_round_differently() {
        let triangle = [[0.1, 0.2, 0.3], [100.7, 0.4, 3.3], [7.3, 90.1, -5.9]].map(Vector3::from);
        let normal = |rounding: NormalRounding| <[f32; 3]>::from(rounding.normal(triangle));
        let (one, two) = (normal(NormalRounding::Kotor1), normal(NormalRounding::Kotor2));
        assert!(one != two && one.iter().zip(&two).all(|(a, b)| (a - b).abs() < 1e-6));
    }
}
