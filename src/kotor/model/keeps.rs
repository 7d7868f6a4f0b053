//! Tests whether a room still matches its model (MDL), which has a copy of the room's faces and a tree over them for the camera.

use walkmesh_formats::Vector3;
use walkmesh_formats::bwm::AabbNode;

use crate::kotor::Walkmesh;

/// Maximum distance of a vertex from its former point at which it counts as the same, in metres, and as a fraction of its
/// coordinate.
const ROUNDING: [f32; 2] = [1e-4, 1e-6];

impl Walkmesh {
    /// Returns whether the model (MDL) of a room still matches it as it matched an earlier version. A model has a second copy of the room's
    /// faces and tree, in its own coordinates, and the games use that copy for the camera. The copy is stale as soon as faces, materials,
    /// the tree or a vertex position of the room differ. `moved` is the offset by which the layout has moved the model itself, in metres.
    /// Transitions are not in a model, and placeables and doors have no such copy.
    ///
    /// ```
    /// use walkmesh::kotor::{Kind, MaterialId, VertexId, Walkmesh};
    ///
    /// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let before = Walkmesh::from_triangles(Kind::Wok, [(triangle, MaterialId(4))])?;
    /// let mut room = before.clone();
    /// room.translate([5.0, 0.0, 0.0])?;
    /// assert!(room.keeps_model_of(&before, [5.0, 0.0, 0.0]) && !room.keeps_model_of(&before, [0.0; 3]));
    /// # Ok::<(), walkmesh::kotor::EditError>(())
    /// ```
    #[must_use]
    pub fn keeps_model_of(&self, before: &Self, moved: [f32; 3]) -> bool {
        let (raw, earlier) = (&self.raw, &before.raw);
        let links = |node: &AabbNode| (node.face, node.left, node.right);
        !self.kind.is_room()
            || raw.faces == earlier.faces
                && raw.materials == earlier.materials
                && raw.vertices.len() == earlier.vertices.len()
                && raw.vertices.iter().zip(&earlier.vertices).all(|(now, then)| is_moved(*now, *then, moved))
                && raw.aabb_nodes.iter().map(links).eq(earlier.aabb_nodes.iter().map(links))
    }
}

/// Returns whether a vertex moved by an offset, within rounding.
fn is_moved(now: Vector3, then: Vector3, moved: [f32; 3]) -> bool {
    let [now, then] = [now, then].map(<[f32; 3]>::from);
    let [least, share] = ROUNDING;
    (0..3).all(|axis| {
        let (now, expected) = (now[axis], then[axis] + moved[axis]);
        now.to_bits() == expected.to_bits() || (now - expected).abs() <= least + share * expected.abs()
    })
}
