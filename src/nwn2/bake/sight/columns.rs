//! The walkable triangles of a tile, eight side by side.

use super::face::{Corner, Face};

/// How many triangles stand side by side.
pub(super) const LANES: usize = 8;

/// The vertex of a corner and its slot in the triangle, in one word, so that both move with the corner from lane to lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tag(pub(super) u32);

impl Tag {
    /// How many bits the slot has; the vertex is above them.
    pub(super) const SLOT_BITS: u32 = 2;

    fn of(corner: &Corner, slot: usize) -> Self {
        Self(u32::from(corner.vertex) << Self::SLOT_BITS | slot as u32)
    }

    #[inline(always)]
    pub(super) fn slot(self) -> u32 {
        self.0 & ((1 << Self::SLOT_BITS) - 1)
    }

    #[inline(always)]
    pub(super) fn vertex(self) -> usize {
        (self.0 >> Self::SLOT_BITS) as usize
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
}

impl Column {
    /// The columns of all walkable triangles.
    pub(super) fn all(faces: &[Face]) -> Vec<Self> {
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
                column.tags[lane] = Tag::of(corner, slot).0;
            }
        }
        columns
    }
}
