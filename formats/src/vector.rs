//! [`Vector3`]: a point or a direction, as every format here stores it.

use binrw::binrw;
use bytemuck::{Pod, Zeroable};

/// A point or a direction in three dimensions: 12 bytes.
///
/// The axes are the game's. KotOR and NWN2 measure in metres, and z is up. Silkroad measures in game units, and y is up.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Vector3 {
    /// East.
    pub x: f32,
    /// North in KotOR and NWN2, up in Silkroad.
    pub y: f32,
    /// Up in KotOR and NWN2, north in Silkroad.
    pub z: f32,
}

impl From<[f32; 3]> for Vector3 {
    fn from([x, y, z]: [f32; 3]) -> Self {
        Self { x, y, z }
    }
}

impl From<Vector3> for [f32; 3] {
    fn from(Vector3 { x, y, z }: Vector3) -> Self {
        [x, y, z]
    }
}
