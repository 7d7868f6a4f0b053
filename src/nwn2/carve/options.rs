//! What to carve with, and how.

/// A polygon that cuts a hole into the walkmesh of an area: a walkmesh cutter of the toolset, or the footprint of an
/// object. It cuts at every height.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cutter {
    /// Its corners in the plan view, in metres, in either direction. The polygon may be concave, and where it crosses itself,
    /// what lies inside is told by parity.
    pub points: Vec<[f32; 2]>,
}

/// How to carve.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CarveOptions {
    /// How many steps the carving may take before it gives up. A step takes some ten nanoseconds. The default is 2^29; of the
    /// real areas at hand none takes more than three million.
    pub steps: u64,
}

impl Default for CarveOptions {
    fn default() -> Self {
        Self { steps: 1 << 29 }
    }
}

impl CarveOptions {
    /// The same options with other [`steps`](Self::steps).
    #[must_use]
    pub const fn with_steps(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }
}
