//! The bounding volume tree of a tile: boxes on a 16-bit grid, in pre-order, each with the number of boxes
//! to skip.

use crate::exchange::Floor;
use crate::geometry::Aabb;
use walkmesh_formats::detour::BoxNode;

/// The grid on which boxes lie.
pub(super) struct Grid {
    min: [f32; 3],
    /// Number of steps per unit of length.
    pub(super) steps: f32,
}

/// The box of a triangle, on the grid.
#[derive(Clone, Copy)]
struct Leaf {
    min: [u16; 3],
    max: [u16; 3],
    polygon: i32,
}

impl Grid {
    /// A grid over bounds as fine as 16 bits allow, but no finer than 1/1000.
    pub(super) fn new(bounds: &Aabb) -> Self {
        let sizes = [0, 1, 2].map(|axis| bounds.max[axis] - bounds.min[axis]);
        let largest = sizes.into_iter().fold(0.0, f32::max);
        Self { min: bounds.min, steps: (65_534.0 / largest).min(1000.0) }
    }

    /// The tree over the triangles of a floor.
    pub(super) fn boxes(&self, floor: &Floor) -> Vec<BoxNode> {
        let leaf = |(polygon, row)| {
            let corners = floor.corners_of(row).map(|point| self.place(point));
            let bound = |choose: fn(u16, u16) -> u16| {
                [0, 1, 2].map(|axis| choose(choose(corners[0][axis], corners[1][axis]), corners[2][axis]))
            };
            Leaf { min: bound(Ord::min), max: bound(Ord::max), polygon }
        };
        let mut leaves: Vec<Leaf> = (0..).zip(&floor.triangles).map(leaf).collect();
        let mut boxes = Vec::with_capacity(2 * leaves.len());
        subdivide(&mut leaves, &mut boxes);
        boxes
    }

    /// Quantizes a point as Detour does for the box of a query, so that no box is missed: towards the tile's
    /// corner, in `f32`.
    fn place(&self, point: [f32; 3]) -> [u16; 3] {
        [0, 1, 2].map(|axis| ((point[axis] - self.min[axis]) * self.steps) as u16)
    }
}

/// Adds the tree over some leaves. It halves them, so the depth is logarithmic.
fn subdivide(leaves: &mut [Leaf], boxes: &mut Vec<BoxNode>) {
    let Some(around) = leaves.iter().copied().reduce(|a, b| Leaf {
        min: [0, 1, 2].map(|axis| a.min[axis].min(b.min[axis])),
        max: [0, 1, 2].map(|axis| a.max[axis].max(b.max[axis])),
        ..a
    }) else {
        return;
    };
    let at = boxes.len();
    boxes.push(BoxNode { min: around.min, max: around.max, index: around.polygon });
    if leaves.len() == 1 {
        return;
    }
    let size = |axis: &usize| around.max[*axis] - around.min[*axis];
    // The first of equal axes wins, as in Detour.
    let axis = (0..3).rev().max_by_key(size).unwrap_or_default();
    leaves.sort_unstable_by_key(|leaf| (leaf.min[axis], leaf.polygon));
    let (left, right) = leaves.split_at_mut(leaves.len() / 2);
    subdivide(left, boxes);
    subdivide(right, boxes);
    boxes[at].index = -((boxes.len() - at) as i32);
}
