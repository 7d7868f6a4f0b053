//! [`WalkerSize`]: the radius and the height of a walker.

use crate::setters;

/// The size of a walker, in the mesh's units. Without a size it is a point.
///
/// ```
/// # use walkmesh_mesh as walkmesh;
/// use walkmesh::mesh::WalkerSize;
///
/// let size = WalkerSize::new(0.35).with_height(1.6);
/// assert_eq!((size.radius, size.height), (0.35, 1.6));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct WalkerSize {
    /// The minimum distance of its centre from walls in the plan view, not negative.
    pub radius: f32,
    /// The headroom that it needs, not negative.
    pub height: f32,
}

impl WalkerSize {
    /// A walker with a radius. Its height does not matter.
    #[must_use]
    pub fn new(radius: f32) -> Self {
        Self { radius, height: 0.0 }
    }
}

setters! { impl WalkerSize {
    with_radius(radius: f32);
    with_height(height: f32);
} }
