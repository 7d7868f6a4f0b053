//! [`Funnels`]: the memory of a [`FunnelSearch`](super::funnel_search::FunnelSearch).

pub mod funnel;

use crate::geometry::Vec2;

use funnel::{Funnel, Kept};

/// A corner point with the shortest path to it through a corridor.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    pub at: Vec2,
    /// The length of the path, or NaN as long as it is not needed.
    pub cost: f64,
    /// An index into the graph's corner points, or [`START`](super::node::START).
    pub corner_point: u32,
    /// The index of the point before.
    pub parent: u32,
    /// True if a path can bend here and, once the length is known, the point is not dead.
    pub alive: bool,
}

/// A portal, and the corridor that leads there.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    Portal {
        /// The polygon behind the portal.
        polygon: u32,
        /// The portal in that polygon.
        entry: u32,
        funnel: Kept,
    },
    /// A path to the goal whose last bend is at this point.
    Goal(u32),
}

/// The memory of the search.
#[derive(Clone, Debug, Default)]
pub struct Funnels {
    pub reached: Vec<Reached>,
    pub nodes: Vec<Node>,
    /// The funnels of the nodes, one after the other.
    pub kept: Vec<funnel::Point>,
    /// The funnel of the current corridor.
    pub funnel: Funnel,
    /// The points whose lengths are being computed.
    pub waiting: Vec<u32>,
}

impl Funnels {
    pub fn take_up(&mut self, funnel: Kept) {
        self.funnel.take_up(&self.kept, funnel);
    }

    pub fn keep(&mut self) -> Kept {
        self.funnel.keep(&mut self.kept)
    }
}
