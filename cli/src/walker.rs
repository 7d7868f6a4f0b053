//! The sizes of a walker, as arguments.

use anyhow::ensure;
use walkmesh::kotor::engine;
use walkmesh::mesh::WalkerSize;

/// The sizes of a walker. Without them it is a point.
#[derive(clap::Args)]
pub struct Walker {
    /// The radius of the walker, in metres: its centre keeps so far from walls, in the plan view. KotOR and NWN2
    #[arg(long, value_name = "METRES")]
    radius: Option<f32>,
    /// How tall the walker is, in metres: floor under another floor nearer than this is closed to it. KotOR and NWN2
    #[arg(long, value_name = "METRES")]
    height: Option<f32>,
}

impl Walker {
    /// The sizes, if there are any.
    pub fn size(&self) -> Option<WalkerSize> {
        let given = self.radius.or(self.height).is_some();
        given.then(|| WalkerSize::new(self.radius.unwrap_or(0.0)).with_height(self.height.unwrap_or(0.0)))
    }

    /// The walker of KotOR's engine; by default a person of a usual size.
    pub fn of_engine(&self) -> anyhow::Result<engine::Walker> {
        let (radius, height) = (self.radius.unwrap_or(0.35), self.height.unwrap_or(1.6));
        let is_size = |size: f32| size.is_finite() && size >= 0.0;
        ensure!(is_size(radius) && is_size(height), "the sizes of a walker are numbers of metres of 0 or more");
        Ok(engine::Walker::new(radius).with_height(height))
    }
}
