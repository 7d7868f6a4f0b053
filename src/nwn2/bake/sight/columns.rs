//! The walkable triangles of a tile, eight side by side.

use super::face::Face;
use super::fronts::Fronts;
use super::hinges::Hinge;

/// How many triangles stand side by side.
pub(super) const LANES: usize = 8;

/// What is known of a corner, in one word, so that all of it moves with the corner from lane to lane.
///
/// From the lowest bits up: two for the slot of the corner in its triangle, one that is set where a flood from the triangle
/// finds a wall at the corner, one that is set where a flood to the triangle does, and from bit 8 on the vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tag(pub(super) u32);

impl Tag {
    pub(super) const SLOT: u32 = 0b11;
    pub(super) const WALL_FROM_HERE: u32 = 1 << 2;
    pub(super) const WALL_ON_ARRIVAL: u32 = 1 << 3;
    pub(super) const VERTEX: u32 = 8;

    /// The corner of a face, which is a set of one, in a slot.
    fn of(vertex: u16, slot: usize, face: u128, hinge: &Hinge) -> Self {
        let bit = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
        let (others, own) = (hinge.others & face != 0, hinge.own & face != 0);
        let walls = bit(others, Self::WALL_FROM_HERE) | bit(others | own, Self::WALL_ON_ARRIVAL);
        Self(u32::from(vertex) << Self::VERTEX | walls | slot as u32)
    }

    pub(super) fn vertex(self) -> usize {
        (self.0 >> Self::VERTEX) as usize
    }
}

/// A corner of each of eight triangles.
#[derive(Clone, Copy, Default)]
pub(super) struct CornerColumn {
    pub(super) at: [[f32; LANES]; 2],
    pub(super) tags: [u32; LANES],
}

/// Eight triangles. Where there are fewer, the others are zero.
#[derive(Clone, Copy, Default)]
pub(super) struct Column {
    pub(super) centers: [[f32; LANES]; 2],
    pub(super) corners: [CornerColumn; 3],
    /// Walls in front, if the triangle is the far one: see [`Fronts`].
    pub(super) behind: [u32; LANES],
}

impl Column {
    /// The columns of all walkable triangles.
    pub(super) fn all(faces: &[Face], hinges: &[Hinge], fronts: &[Fronts]) -> Vec<Self> {
        let mut columns = vec![Self::default(); faces.len().div_ceil(LANES)];
        for (at, face) in faces.iter().enumerate() {
            let (column, lane) = (&mut columns[at / LANES], at % LANES);
            for axis in 0..2 {
                column.centers[axis][lane] = face.center[axis];
            }
            for (slot, (corner, column)) in face.corners.iter().zip(&mut column.corners).enumerate() {
                for axis in 0..2 {
                    column.at[axis][lane] = corner.at[axis];
                }
                column.tags[lane] = Tag::of(corner.vertex, slot, 1 << at, &hinges[usize::from(corner.vertex)]).0;
            }
            column.behind[lane] = fronts[at].behind.into();
        }
        columns
    }
}
