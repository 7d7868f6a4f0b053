//! [`Node`]: the state that a path search expands, and the order of its priority queue.

use std::cmp::Ordering;

use super::portal::Portal;
use crate::geometry::Vec2;

/// The start of the path, where the index of a corner point is expected.
pub const START: u32 = u32::MAX;

/// A node needs no [`Cone`](super::unfolded::Cone): its f64 points are exact.
pub const EXACT: u32 = u32::MAX;

/// The exact cone of a node has not been needed so far.
pub const UNKNOWN: u32 = u32::MAX - 1;

/// The origin of a limit of a node's cone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// It is the parent's limit on the same side.
    Parent,
    /// It is the end of the portal.
    Portal,
    /// It lies on the line from the parent's root past the corner at which the path bends.
    Border,
}

/// The part of a portal that a root sees.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The length of the path to the root.
    pub cost: f64,
    /// The root: the last point where the path bends, in the frame of the polygon ahead.
    pub root: Vec2,
    /// The left limit of the cone of sight: the portal's own end, or a corner passed before.
    pub left: Vec2,
    pub right: Vec2,
    /// The root: an index into the graph's corner points, or [`START`].
    pub corner_point: u32,
    /// The portal's twin, by which the polygon ahead is entered.
    pub entry: u32,
    /// The polygon ahead.
    pub polygon: u32,
    /// The node from which this one was expanded.
    pub parent: u32,
    /// True if the path can bend at the left and at the right end of the part. Such an end is an end of the portal.
    pub turns: [bool; 2],
    /// True if a fold mirrored the root or a limit of the cone.
    pub mirrored: bool,
    /// The end of the parent's entry at which the path bends, if it does.
    pub bend: Option<u8>,
    /// The origins of the left and the right limit, before the portal mirrors them.
    pub limits: [Limit; 2],
    /// True if the left and the right limit, respectively, are exactly ends of portals.
    pub exact_limits: [bool; 2],
    /// The number of times that the root and the limits may have been rounded.
    pub roundings: u16,
    /// The index of the exact cone in the scratch; [`UNKNOWN`]; or [`EXACT`].
    pub cone: u32,
}

impl Node {
    /// The node in which the path bends at an end of the entry from which a whole portal is visible.
    pub fn bent_at(
        &self,
        end: usize,
        (at, corner_point): (Vec2, u32),
        cost: f64,
        parent: u32,
        portal: &Portal,
    ) -> Self {
        Self {
            cost,
            root: at,
            left: portal.end(),
            right: portal.begin(),
            corner_point,
            parent,
            turns: [portal.turns[1], portal.turns[0]],
            mirrored: false,
            bend: Some(end as u8),
            limits: [Limit::Portal; 2],
            exact_limits: [true; 2],
            roundings: 0,
            cone: EXACT,
            ..*self
        }
    }
}

/// A node in the priority queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueueEntry {
    /// A lower bound: no path through the node is shorter.
    pub bound: f64,
    pub node: u32,
}

impl Eq for QueueEntry {}

impl Ord for QueueEntry {
    /// The lowest bound comes first; among equal bounds, the newest node.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(self.node.cmp(&other.node))
    }
}

impl PartialOrd for QueueEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
