//! Step 1 for one triangle and eight others at a time.

use super::face::Face;
use super::lanes::{Floats, LANES, Words};
use super::tangents::Tangents;

/// Centres and corners of the walkable triangles, column by column.
pub(super) struct Columns {
    centers: Vec<[Floats; 2]>,
    corners: Vec<[[Floats; 2]; 3]>,
}

impl Columns {
    pub(super) fn of(faces: &[Face]) -> Self {
        let center = |faces: &[Face]| [0, 1].map(|axis| Floats::of(faces, |face| face.center[axis]));
        let corners = |faces: &[Face]| {
            [0, 1, 2].map(|corner| [0, 1].map(|axis| Floats::of(faces, |face| face.corners[corner].at[axis])))
        };
        Self { centers: faces.chunks(LANES).map(center).collect(), corners: faces.chunks(LANES).map(corners).collect() }
    }

    /// The corners of the triangles, eight at a time.
    pub(super) fn corners(&self) -> &[[[Floats; 2]; 3]] {
        &self.corners
    }

    /// The extremes of the triangle `a` and of each triangle, from the chunk that has `first` on. They are equal to the bit to
    /// those of [`extremes`](super::extremes::extremes).
    #[inline(always)]
    pub(super) fn extremes(&self, a: &Face, first: usize, found: &mut Vec<[u32; LANES]>) {
        found.clear();
        let (x, y) = (Floats::all(a.center[0]), Floats::all(a.center[1]));
        let corner = |corner: usize| [Floats::all(a.corners[corner].at[0]), Floats::all(a.corners[corner].at[1])];
        let of_a = [corner(0), corner(1), corner(2)];
        let others = self.centers.iter().zip(&self.corners).skip(first / LANES);
        for (center, corners) in others {
            let (dx, dy) = (center[0] - x, center[1] - y);
            let scale = (dx * dx + dy * dy).one_over_root();
            let along = [dx * scale, dy * scale];
            found.push((extremes(along, &of_a) | extremes(along, corners).shifted(4)).0);
        }
    }
}

/// The left corner in two bits, and the right one in two bits; of equal ones the last.
#[inline(always)]
fn extremes([x, y]: [Floats; 2], corners: &[[Floats; 2]; 3]) -> Words {
    let key = |corner: &[Floats; 2]| x * corner[1] - y * corner[0];
    let (k0, k1, k2) = (key(&corners[0]), key(&corners[1]), key(&corners[2]));
    let (up, down) = (k1.is_at_least(k0), k0.is_at_least(k1));
    let (two, one) = (Words::all(2), Words::all(1));
    let left = k2.is_at_least(up.select_floats(k1, k0)).select(two, up & one);
    let right = down.select_floats(k1, k0).is_at_least(k2).select(two, down & one);
    left | right.shifted(2)
}

/// The extremes of a pair, from [`Columns::extremes`].
#[inline(always)]
pub(super) fn unpack(packed: u32) -> Tangents {
    let corner = |at: u32| (packed >> (2 * at) & 3) as usize;
    Tangents { a: [corner(0), corner(1)], b: [corner(2), corner(3)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::bake::sight::extremes;
    use crate::nwn2::bake::sight::face::{Across, Corner, Edge};
    use proptest::prelude::*;

    fn faces() -> impl Strategy<Value = Vec<Face>> {
        let number = prop_oneof![(0_u8..4).prop_map(f32::from), 0.0_f32..4.0];
        let place = [number.clone(), number];
        let face = ([place.clone(), place.clone(), place.clone()], place).prop_map(|(places, center)| {
            let corners = places.map(|at| Corner { vertex: 0, at });
            Face { center, corners, edges: [Edge { id: 0, ends: [0; 2], across: Across::Nothing }; 3] }
        });
        proptest::collection::vec(face, 1..30)
    }

    proptest! {
        #[test]
        fn eight_at_a_time_are_as_one_by_one(faces in faces(), first in 0_usize..30) {
            let mut found = Vec::new();
            Columns::of(&faces).extremes(&faces[0], first, &mut found);
            let start = first / LANES * LANES;
            for (face, packed) in faces.iter().skip(start).zip(found.as_flattened()) {
                let along = extremes::direction(faces[0].center, face.center);
                let of = |face: &Face| extremes::extremes(face.corners.map(|corner| corner.at), along);
                prop_assert_eq!(unpack(*packed), Tangents { a: of(&faces[0]), b: of(face) });
            }
        }
    }
}
