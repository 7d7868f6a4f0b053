//! [`WalkMesh`]: the floor that a placeable's model adds, such as a bridge.

use std::collections::HashMap;

use crate::formats::aswm::TriangleFlags;
use crate::geometry::triangulate;
use crate::nwn2::FootprintError;
use crate::nwn2::floor::CLOCKWISE;

use super::footprint::check_mesh;

/// The floor that a placeable's model adds, such as a bridge.
///
/// Coordinates are in metres: in the coordinates of the model, or of the area once it is placed. Its indices are in range and its
/// coordinates finite.
///
/// Source: docs/formats/trn-aswm.md#walk-meshes.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WalkMesh {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) faces: Vec<[u32; 3]>,
    /// The flags of each face.
    pub(super) flags: Vec<TriangleFlags>,
    /// The link vertices, ascending.
    pub(super) links: Vec<u32>,
    pub(super) linked_sides: Vec<(u32, u8)>,
}

impl WalkMesh {
    /// The z of a link vertex in the files of models, in metres.
    pub const LINK_Z: f32 = -1_000_000.0;

    /// Makes a mesh from faces, each with its flags. It has no link vertices.
    ///
    /// # Errors
    /// [`FootprintError::PointNotFinite`], [`FootprintError::NoSuchVertex`], [`FootprintError::FlagsOfOtherFaces`].
    pub fn new(
        vertices: Vec<[f32; 3]>,
        faces: Vec<[u32; 3]>,
        flags: Vec<TriangleFlags>,
    ) -> Result<Self, FootprintError> {
        check_mesh(&vertices, &faces)?;
        if flags.len() != faces.len() {
            return Err(FootprintError::FlagsOfOtherFaces { flags: flags.len(), faces: faces.len() });
        }
        Ok(Self { vertices, faces, flags, links: Vec::new(), linked_sides: Vec::new() })
    }

    /// The floor of a patch: it is unwalkable, each of its vertices is a link vertex, and its outline is linked. A
    /// polygon that crosses or touches itself has no faces.
    pub(super) fn patch(polygon: &[[f32; 2]]) -> Self {
        let vertices: Vec<[f32; 3]> = polygon.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
        let faces: Vec<[u32; 3]> =
            triangulate(&vertices).unwrap_or_default().into_iter().map(|face| face.map(|at| at as u32)).collect();
        let flags = vec![TriangleFlags(CLOCKWISE); faces.len()];
        let links = (0..vertices.len() as u32).collect();
        Self { vertices, faces, flags, links, linked_sides: Vec::new() }.with_linked_outline()
    }

    /// Links the sides of the outline between two link vertices, as the toolset does: at most one per face. Its choice is not known; this
    /// function takes the first.
    pub(super) fn with_linked_outline(self) -> Self {
        let side = |corners: &[u32; 3], side: usize| {
            let [from, to] = [corners[side], corners[(side + 1) % 3]];
            [from.min(to), from.max(to)]
        };
        let mut uses = HashMap::<[u32; 2], usize>::new();
        self.faces.iter().for_each(|corners| (0..3).for_each(|at| *uses.entry(side(corners, at)).or_default() += 1));
        let is_linked = |corners: &[u32; 3], at: usize| {
            let ends = side(corners, at);
            uses[&ends] == 1 && ends.into_iter().all(|vertex| self.is_link(vertex))
        };
        let of_face = |corners: &[u32; 3]| (0..3).find(|at| is_linked(corners, *at));
        let linked = (0..).zip(&self.faces).filter_map(|(face, corners)| Some((face, of_face(corners)? as u8)));
        let linked_sides = linked.collect();
        Self { linked_sides, ..self }
    }

    /// Sets the link vertices, which take the height of the area's floor below them, so their own z does not matter.
    ///
    /// # Errors
    /// [`FootprintError::NoSuchLink`].
    pub fn with_links(self, links: impl IntoIterator<Item = u32>) -> Result<Self, FootprintError> {
        let mut links: Vec<u32> = links.into_iter().collect();
        if let Some(&vertex) = links.iter().find(|vertex| **vertex as usize >= self.vertices.len()) {
            return Err(FootprintError::NoSuchLink { vertex, points: self.vertices.len() });
        }
        links.sort_unstable();
        links.dedup();
        Ok(Self { links, ..self })
    }

    /// Sets the linked sides, each a face and its side 0, 1 or 2, which runs from that corner to the next: where the floor of the
    /// area has a corner on such a side, the face is cut there.
    ///
    /// # Errors
    /// [`FootprintError::NoSuchSide`].
    pub fn with_linked_sides(self, sides: impl IntoIterator<Item = (u32, u8)>) -> Result<Self, FootprintError> {
        let linked_sides: Vec<_> = sides.into_iter().collect();
        let is_missing = |&&(face, side): &&(u32, u8)| face as usize >= self.faces.len() || side > 2;
        if let Some(&(face, side)) = linked_sides.iter().find(is_missing) {
            return Err(FootprintError::NoSuchSide { face, side, faces: self.faces.len() });
        }
        Ok(Self { linked_sides, ..self })
    }

    /// The vertices.
    pub fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    /// The corners of the faces, as indices into [`vertices`](Self::vertices).
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// The flags of each face.
    pub fn flags(&self) -> &[TriangleFlags] {
        &self.flags
    }

    /// The link vertices, in ascending order.
    pub fn links(&self) -> &[u32] {
        &self.links
    }

    /// Returns whether a vertex takes the height of the floor below it.
    pub fn is_link(&self, vertex: u32) -> bool {
        self.links.binary_search(&vertex).is_ok()
    }

    /// The sides in which corners of the area's floor are inserted: a face, and its side 0, 1 or 2, which runs from that corner
    /// to the next.
    pub fn linked_sides(&self) -> &[(u32, u8)] {
        &self.linked_sides
    }

    /// Returns this mesh with its vertices moved.
    pub(super) fn moved(&self, to: impl FnMut((u32, [f32; 3])) -> [f32; 3]) -> Self {
        let vertices = (0..).zip(self.vertices.iter().copied()).map(to).collect();
        Self { vertices, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle() -> WalkMesh {
        let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        WalkMesh::new(corners, vec![[0, 1, 2]], vec![TriangleFlags(0x21)]).unwrap()
    }

    #[test]
    fn what_names_nothing_is_refused() {
        let flags = || vec![TriangleFlags(1)];
        let vertex = WalkMesh::new(vec![[0.0; 3]], vec![[0, 0, 1]], flags());
        assert_eq!(vertex, Err(FootprintError::NoSuchVertex { triangle: 0, vertex: 1, points: 1 }));
        let far = WalkMesh::new(vec![[0.0, f32::INFINITY, 0.0]], vec![[0, 0, 0]], flags());
        assert_eq!(far, Err(FootprintError::PointNotFinite { point: 0 }));
        let more = WalkMesh::new(vec![[0.0; 3]], vec![[0, 0, 0]; 2], flags());
        assert_eq!(more, Err(FootprintError::FlagsOfOtherFaces { flags: 1, faces: 2 }));
        assert_eq!(triangle().with_links([0, 3]), Err(FootprintError::NoSuchLink { vertex: 3, points: 3 }));
        for (face, side) in [(1, 0), (0, 3)] {
            let refused = triangle().with_linked_sides([(0, 2), (face, side)]);
            assert_eq!(refused, Err(FootprintError::NoSuchSide { face, side, faces: 1 }));
        }
    }

    #[test]
    fn link_vertices_are_known_whatever_their_order_was() {
        let mesh = triangle().with_links([2, 0, 2]).unwrap();
        assert_eq!(mesh.links(), [0, 2]);
        assert_eq!([0, 1, 2, 3].map(|vertex| mesh.is_link(vertex)), [true, false, true, false]);
    }

    #[test]
    fn each_face_of_a_patch_has_one_linked_side_whichever_way_it_runs() {
        let mut outline = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 5.0], [0.0, 4.0]];
        for _ in 0..2 {
            let patch = WalkMesh::patch(&outline);
            assert_eq!((patch.faces.len(), patch.linked_sides.len(), patch.links.len()), (3, 3, 5));
            outline.reverse();
        }
    }
}
