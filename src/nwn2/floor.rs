//! [`FloorMaterial`]: the material of a triangle, for footstep sounds.

use crate::formats::aswm::{TriangleBits, TriangleFlags};

/// The material of a triangle, for footstep sounds: one bit of [`TriangleFlags`].
///
/// Real baked files use none, dirt, stone, wood, metal and mud. Source: docs/formats/trn-aswm.md#triangle-flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloorMaterial {
    /// 0x0008.
    Dirt,
    /// 0x0010.
    Grass,
    /// 0x0020.
    Stone,
    /// 0x0040.
    Wood,
    /// 0x0080.
    Carpet,
    /// 0x0100.
    Metal,
    /// 0x0200.
    Swamp,
    /// 0x0400.
    Mud,
    /// 0x0800.
    Leaves,
    /// 0x1000.
    Water,
    /// 0x2000.
    Puddles,
}

impl FloorMaterial {
    /// All floors, in the order of their bits.
    pub const ALL: [Self; 11] = [
        Self::Dirt,
        Self::Grass,
        Self::Stone,
        Self::Wood,
        Self::Carpet,
        Self::Metal,
        Self::Swamp,
        Self::Mud,
        Self::Leaves,
        Self::Water,
        Self::Puddles,
    ];

    /// The first floor among the flags, lowest bit first.
    pub fn new(flags: TriangleFlags) -> Option<Self> {
        Self::ALL.into_iter().find(|floor| flags.0 & floor.bit() != 0)
    }

    /// The flag bit of this floor.
    pub fn bit(self) -> u16 {
        0x0008 << self as u16
    }
}

/// The bit of a walkable triangle.
pub(super) const WALKABLE: u16 = 0x0001;
/// The bit of a triangle whose corners run clockwise in the plan view.
pub(super) const CLOCKWISE: u16 = 0x0004;

/// Returns whether the flags are walkable.
pub(super) fn is_walkable(flags: TriangleFlags) -> bool {
    flags.0 & WALKABLE != 0
}

/// The flags of a new, unbaked triangle.
pub fn flags(walkable: bool, floor: Option<FloorMaterial>) -> TriangleFlags {
    let bits = TriangleFlags::from(TriangleBits::new().with_walkable(walkable));
    TriangleFlags(bits.0 | floor.map_or(0, FloorMaterial::bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_the_format() {
        let named = TriangleBits::new().with_walkable(true).with_clockwise(true).with_puddles(true);
        assert_eq!(TriangleFlags::from(named).0, WALKABLE | CLOCKWISE | FloorMaterial::Puddles.bit());
        assert_eq!(
            flags(true, Some(FloorMaterial::Dirt)),
            TriangleFlags::from(TriangleBits::new().with_walkable(true).with_dirt(true))
        );
    }

    #[test]
    fn the_lowest_floor_wins() {
        assert_eq!(FloorMaterial::new(TriangleFlags(0x0025)), Some(FloorMaterial::Stone));
        assert_eq!(FloorMaterial::new(TriangleFlags(0x0060)), Some(FloorMaterial::Stone));
        assert_eq!(FloorMaterial::new(TriangleFlags(0x0005)), None);
    }
}
