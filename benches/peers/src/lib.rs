//! Libraries in C++ with which `walkmesh` is compared, behind safe types. Debian's packages `librecast-dev` and `libembree-dev` have them;
//! `benches/run` installs both and builds this package with its feature `native`.
//!
//! No other package of the project has `unsafe` code. Here it consists of calls through the shims in `shims/`, each of which takes pointers
//! to data that the caller owns during the call.

#[cfg(not(feature = "native"))]
mod absent;
#[cfg(feature = "native")]
mod detour;
#[cfg(feature = "native")]
mod embree;

use std::fmt;

#[cfg(not(feature = "native"))]
pub use absent::{Detour, Embree};
#[cfg(feature = "native")]
pub use detour::Detour;
#[cfg(feature = "native")]
pub use embree::Embree;

/// Why a peer cannot be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerError {
    /// This was built without the feature `native`.
    NotBuilt,
    /// A tile of Detour holds at most 65,534 vertices.
    TooManyVertices(usize),
    /// A tile of Detour numbers neighbours below 32,768.
    TooManyFaces(usize),
    /// The library itself refused.
    Refused,
}

impl fmt::Display for PeerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBuilt => f.write_str("built without librecast-dev and libembree-dev; see benches/run"),
            Self::TooManyVertices(count) => write!(f, "{count} vertices; a tile of Detour holds 65,534"),
            Self::TooManyFaces(count) => write!(f, "{count} faces; a tile of Detour joins 32,767"),
            Self::Refused => f.write_str("the peer refuses this mesh"),
        }
    }
}

/// The first hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub triangle: u32,
    /// In lengths of the direction.
    pub distance: f32,
}
