//! The sizes of a walker, as arguments.

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
}
