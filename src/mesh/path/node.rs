//! [`Node`]: what a path search expands, and the order in which nodes wait.

use std::cmp::Ordering;

use super::portal::Portal;
use crate::geometry::Vec2;

/// Stands for the start of the path where a bend's number is expected.
pub const START: u32 = u32::MAX;

/// The number of no cone: f64 names the points of a node as they are.
pub const EXACT: u32 = u32::MAX;

/// A part of a portal that a root sees.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The length of the path to the root.
    pub cost: f64,
    /// Where the path bent last, seen in the frame of the polygon ahead.
    pub root: Vec2,
    /// What limits the sight to the left: the portal's own end, or something passed before.
    pub left: Vec2,
    pub right: Vec2,
    /// The root: an index into the graph's corner points, or [`START`].
    pub corner_point: u32,
    /// The portal's other side: the portal of the polygon ahead that leads back.
    pub entry: u32,
    /// The polygon ahead.
    pub polygon: u32,
    /// The node that this one was made from.
    pub parent: u32,
    /// Whether the path can bend at the left and at the right end of the part: both are ends of the portal then.
    pub turns: [bool; 2],
    /// Whether a fold mirrored the root or what limits the sight.
    pub mirrored: bool,
    /// Where root or limits are rounded: which of the scratch's cones has them exactly. Otherwise [`EXACT`].
    pub cone: u32,
}

impl Node {
    /// The node made from this one where the path bends at a corner, which sees the whole of a portal.
    pub fn bent_at(&self, corner: Vec2, corner_point: u32, cost: f64, parent: u32, portal: &Portal) -> Self {
        let turns = [portal.turns[1], portal.turns[0]];
        let (left, right) = (portal.end(), portal.begin());
        Self { cost, root: corner, left, right, corner_point, parent, turns, mirrored: false, cone: EXACT, ..*self }
    }
}

/// A node that waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// No path through the node is shorter.
    pub bound: f64,
    pub node: u32,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    /// The least bound comes first, and of equal ones the youngest node.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(self.node.cmp(&other.node))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
