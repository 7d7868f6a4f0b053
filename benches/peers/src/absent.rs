//! Stand-ins for peers that are not built: types without values.

use super::{Hit, PeerError};

/// No mesh of Detour.
pub enum Detour {}

impl Detour {
    /// # Errors
    /// Always.
    pub fn new(_: &[[f32; 3]], _: &[[u32; 3]], _: &[[Option<u32>; 3]]) -> Result<Self, PeerError> {
        Err(PeerError::NotBuilt)
    }

    pub fn path(&mut self, _: (u32, [f32; 3]), _: (u32, [f32; 3])) -> Option<usize> {
        match *self {}
    }

    pub fn length(&self, _: usize) -> f64 {
        match *self {}
    }
}

/// No scene of Embree.
pub enum Embree {}

impl Embree {
    /// # Errors
    /// Always.
    pub fn new(_: &[[[f32; 3]; 3]]) -> Result<Self, PeerError> {
        Err(PeerError::NotBuilt)
    }

    #[must_use]
    pub fn nearest(&self, _: [f32; 3], _: [f32; 3], _: f32) -> Option<Hit> {
        match *self {}
    }
}
