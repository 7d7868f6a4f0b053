//! The walkmesh helpers of the game, which need no model.
//!
//! Source: docs/formats/trn-aswm.md#helpers.

use crate::formats::aswm::TriangleFlags;
use crate::nwn2::Footprint;

use super::{FootprintSource, Footprints, WalkMesh};

/// The appearances of the helpers, with the flags of their faces: walkable stone and walkable wood.
const HELPERS: [(u32, &str, u16); 2] = [(1999, "walkmesh helper, stone", 0x21), (2000, "walkmesh helper, wood", 0x41)];

/// Half of the side of the inner square, in metres.
const INNER: f32 = 0.508;

/// Half the side length of the surrounding square of link vertices, in metres.
const OUTER: f32 = 0.5588;

/// The corners of the faces: the inner square, and a ring of two triangles at each of its sides. Vertices 0 to 3 are the inner
/// square, counter-clockwise, and 4 to 7 the outer one. Some faces run clockwise.
const FACES: [[u32; 3]; 10] =
    [[0, 1, 2], [0, 2, 3], [5, 1, 2], [6, 5, 2], [4, 0, 1], [4, 5, 1], [6, 2, 3], [7, 6, 3], [7, 3, 0], [7, 4, 0]];

/// The sides of the ring that join the floor around it.
const LINKED_SIDES: [(u32, u8); 4] = [(3, 0), (5, 0), (7, 0), (9, 0)];

impl Footprints {
    /// The walkmesh helpers of the game, appearances 1999 and 2000.
    ///
    /// The squares, the flags, the faces with their order, and the linked sides were measured in real areas.
    pub fn built_in() -> Self {
        let mut footprints = Self::default();
        for (appearance, name, flags) in HELPERS {
            let footprint = Footprint::walk_mesh(helper(TriangleFlags(flags))).with_name(name.to_owned());
            footprints.put(FootprintSource::BuiltIn, appearance, footprint);
        }
        footprints
    }
}

fn helper(flags: TriangleFlags) -> WalkMesh {
    let square = |half: f32, z| [[-half, -half, z], [half, -half, z], [half, half, z], [-half, half, z]];
    WalkMesh {
        vertices: [square(INNER, 0.0), square(OUTER, WalkMesh::LINK_Z)].concat(),
        faces: FACES.to_vec(),
        flags: vec![flags; FACES.len()],
        links: vec![4, 5, 6, 7],
        linked_sides: LINKED_SIDES.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::FootprintShape;

    #[test]
    fn a_helper_is_a_square_and_a_ring_of_link_vertices_around_it() {
        let helpers = Footprints::built_in();
        assert_eq!(helpers.appearances().collect::<Vec<_>>(), [1999, 2000]);
        for (appearance, flags) in [(1999, 0x21), (2000, 0x41)] {
            let Some(FootprintShape::WalkMesh(mesh)) = helpers.get(appearance).map(Footprint::shape) else { panic!() };
            assert_eq!((mesh.vertices().len(), mesh.faces().len(), mesh.links()), (8, 10, &[4, 5, 6, 7][..]));
            assert_eq!(mesh.flags(), [TriangleFlags(flags); 10]);
            let point = |vertex: u32| mesh.vertices()[vertex as usize].map(f64::from);
            // Its faces do not overlap, and cover the outer square.
            let areas = mesh.faces().iter().map(|&[a, b, c]| {
                let [[ax, ay, _], [bx, by, _], [cx, cy, _]] = [a, b, c].map(point);
                (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
            });
            let areas: Vec<f64> = areas.map(f64::abs).collect();
            assert!(areas.iter().all(|area| *area > 0.0));
            assert!((areas.iter().sum::<f64>() / 2.0 - (2.0 * f64::from(OUTER)).powi(2)).abs() < 1e-9);
            for &(face, side) in mesh.linked_sides() {
                let corners = mesh.faces()[face as usize];
                assert!(mesh.is_link(corners[side as usize]) && mesh.is_link(corners[(side as usize + 1) % 3]));
            }
        }
    }
}
