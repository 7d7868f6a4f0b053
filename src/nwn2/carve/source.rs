//! [`SourceTriangle`]: a triangle of the floor before it is cut.

use crate::formats::Vector3;
use crate::formats::aswm::{Triangle, TriangleFlags};
use crate::nwn2::bake::planes;
use crate::nwn2::{TriangleId, Walkmesh};

use super::clip::{Bounds, Point};

/// A triangle of the floor before it is cut: a triangle of the TRN, the rest of one beside a walk mesh, or a face of a walk mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceTriangle {
    pub(super) corners: [[f32; 3]; 3],
    pub(super) normal: [f32; 3],
    pub(super) dot: f32,
    pub(super) flags: TriangleFlags,
    /// Its index in the list of the input's triangles, followed by the faces of walk meshes.
    pub(super) source: TriangleId,
}

impl SourceTriangle {
    /// A triangle of a TRN, with its stored plane.
    pub(super) fn new(walkmesh: &Walkmesh, source: TriangleId) -> Self {
        let row = &walkmesh.triangle_rows()[source.index()];
        let corner = |vertex: u32| {
            let Vector3 { x, y, z } = walkmesh.as_raw().vertices[vertex as usize];
            [x, y, z]
        };
        Self { corners: row.vertices.map(corner), normal: row.normal, dot: row.dot, flags: row.flags, source }
    }

    /// A triangle with the plane of its corners.
    pub(super) fn spanned(corners: [[f32; 3]; 3], flags: TriangleFlags, source: TriangleId) -> Self {
        let mut row = Triangle { flags, ..Default::default() };
        planes::fill_one(&mut row, corners.map(Vector3::from));
        Self { corners, normal: row.normal, dot: row.dot, flags, source }
    }

    /// Its corners in the plan view.
    pub(super) fn plan(&self) -> [Point; 3] {
        self.corners.map(|[x, y, _]| [x, y])
    }

    pub(super) fn bounds(&self) -> Bounds {
        Bounds::new(&self.plan())
    }

    /// Returns whether its plane is finite.
    pub(super) fn has_plane(&self) -> bool {
        self.normal.iter().all(|at| at.is_finite()) && self.dot.is_finite()
    }
}
