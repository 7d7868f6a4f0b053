//! [`Node`] and [`Leaf`] of a ray BVH: eight boxes in a node, eight faces in a leaf.
//!
//! Both store their numbers side by side, as [`super::lanes`] tests them.

use fearless_simd::{Simd, f32x8};

use super::Ray;
use super::lanes::{self, Boxes, Faces};
use crate::geometry::Aabb;
use crate::geometry::triangle::Triangle;

pub(super) use super::lanes::WIDTH;

/// From this depth on, parts are halved by count, without regard to cost. A tree over a terrain of 1 M faces is 7
/// deep.
pub(super) const CAREFUL_DEPTH: usize = 16;

/// The maximum number of nodes on a path from the root: below [`CAREFUL_DEPTH`], each node has at most half of the
/// faces of its parent.
pub(super) const MAX_NODES_DEEP: usize = CAREFUL_DEPTH + MAX_FACES.ilog2() as usize;

/// The maximum number of faces that a tree can address.
pub(super) const MAX_FACES: usize = 1 << 31;

/// A reference to a subtree: the index of a node, or of a leaf if the highest bit is set.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodePlace(u32);

impl NodePlace {
    const LEAF: u32 = 1 << 31;

    pub(super) fn node(index: usize) -> Self {
        Self(index as u32)
    }

    pub(super) fn leaf(index: usize) -> Self {
        Self(index as u32 | Self::LEAF)
    }

    /// The same reference after the given numbers of nodes and leaves have been inserted before it.
    #[cfg(feature = "parallel")]
    pub(super) fn moved(self, nodes: usize, leaves: usize) -> Self {
        match self.leaf_index() {
            Some(leaf) => Self::leaf(leaf + leaves),
            None => Self::node(self.node_index() + nodes),
        }
    }

    #[inline]
    pub(super) fn leaf_index(self) -> Option<usize> {
        (self.0 & Self::LEAF != 0).then_some((self.0 & !Self::LEAF) as usize)
    }

    #[inline]
    pub(super) fn node_index(self) -> usize {
        self.0 as usize
    }
}

/// Up to eight subtrees. Unused lanes come last, with a mask of 0.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    boxes: Boxes,
    pub(super) masks: [u32; WIDTH],
    pub(super) children: [NodePlace; WIDTH],
}

impl Node {
    pub(super) fn new() -> Self {
        Self { boxes: [[[0.0; WIDTH]; 3]; 2], masks: [0; WIDTH], children: [NodePlace::node(0); WIDTH] }
    }

    pub(super) fn set(&mut self, lane: usize, bounds: &Aabb, mask: u32, child: NodePlace) {
        for axis in 0..3 {
            self.boxes[0][axis][lane] = bounds.min[axis];
            self.boxes[1][axis][lane] = bounds.max[axis];
        }
        self.masks[lane] = mask;
        self.children[lane] = child;
    }

    /// The distances at which the ray enters the boxes, and a bit for each box that has a face of these classes and
    /// that it enters no farther than `farthest`.
    #[inline(always)]
    pub(super) fn entered<S: Simd>(&self, simd: S, ray: &Ray, farthest: f32, mask: u32) -> (f32x8<S>, u32) {
        let (enter, hits) = lanes::entered(simd, ray, &self.boxes, farthest);
        (enter, hits & lanes::wanted(simd, &self.masks, mask))
    }
}

/// Up to eight faces, by ascending index. Unused lanes have a mask of 0.
#[derive(Clone, Debug)]
#[repr(align(32))]
pub(super) struct Leaf {
    corners: Faces,
    masks: [u32; WIDTH],
    pub(super) faces: [u32; WIDTH],
}

impl Leaf {
    pub(super) fn new() -> Self {
        Self { corners: [[[0.0; WIDTH]; 3]; 3], masks: [0; WIDTH], faces: [0; WIDTH] }
    }

    pub(super) fn set(&mut self, lane: usize, triangle: &Triangle, mask: u32, face: u32) {
        for (corners, corner) in self.corners.iter_mut().zip(triangle) {
            for (axis, value) in corners.iter_mut().zip(corner) {
                axis[lane] = *value;
            }
        }
        self.masks[lane] = mask;
        self.faces[lane] = face;
    }

    /// The distances at which the ray hits the faces, and a bit for each face of these classes that it hits no farther
    /// than `farthest`.
    #[inline(always)]
    pub(super) fn met<S: Simd>(&self, simd: S, ray: &Ray, farthest: f32, mask: u32) -> (f32x8<S>, u32) {
        let (distances, hits) = lanes::met(simd, ray, &self.corners, farthest);
        let hits = hits & lanes::wanted(simd, &self.masks, mask);
        if hits == 0 {
            return (distances, 0);
        }
        let (distances, settled) = lanes::settled(simd, ray, &self.corners, distances);
        (distances, hits & settled)
    }
}

/// The lanes of a set of bits, lowest first.
#[inline(always)]
pub(super) fn lanes_of(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        let is_left = bits != 0;
        bits &= bits.wrapping_sub(1);
        is_left.then_some(lane)
    })
}
