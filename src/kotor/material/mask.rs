//! [`MaterialMask`]: a set of materials.

use std::ops::{BitAnd, BitOr, Not};

use super::MaterialId;

/// A set of materials as the engine stores it: bit `1 << material`. Materials from 32 on are in no set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MaterialMask(pub u32);

impl From<MaterialMask> for u32 {
    fn from(mask: MaterialMask) -> Self {
        mask.0
    }
}

impl MaterialMask {
    /// Every material that a mask can hold.
    pub const ALL: Self = Self(u32::MAX);
    /// No material.
    pub const NONE: Self = Self(0);

    /// The set of one material; empty for a number that the engine's masks cannot hold.
    #[must_use]
    pub fn new(material: MaterialId) -> Self {
        Self(1_u32.checked_shl(material.0).unwrap_or(0))
    }

    /// Returns whether the material is in the set.
    #[must_use]
    pub fn contains(self, material: MaterialId) -> bool {
        self.0 & Self::new(material).0 != 0
    }
}

impl FromIterator<MaterialId> for MaterialMask {
    fn from_iter<I: IntoIterator<Item = MaterialId>>(materials: I) -> Self {
        materials.into_iter().fold(Self::NONE, |mask, material| mask | Self::new(material))
    }
}

impl BitOr for MaterialMask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for MaterialMask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for MaterialMask {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mask_holds_a_material_beyond_31() {
        assert_eq!(MaterialMask::new(MaterialId(32)), MaterialMask::NONE);
        assert!(!MaterialMask::ALL.contains(MaterialId(u32::MAX)));
        assert!(MaterialMask::ALL.contains(MaterialId(31)));
    }

    #[test]
    fn sets_are_joined_cut_and_turned_over() {
        let [stone, wood, mud] = [4, 5, 13].map(MaterialId);
        let mask = |materials: &[MaterialId]| materials.iter().copied().collect::<MaterialMask>();
        assert_eq!(mask(&[stone, wood]) & mask(&[wood, mud]), mask(&[wood]));
        assert_eq!(mask(&[stone, wood]) & !mask(&[wood]), mask(&[stone]));
        assert_eq!(!MaterialMask::NONE, MaterialMask::ALL);
        assert_eq!(mask(&[stone]) | mask(&[mud]), mask(&[mud, stone]));
    }
}
