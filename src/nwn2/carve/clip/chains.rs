//! The growing contours of the result.
//!
//! A contour grows from a local minimum. Points on its left bound are added in front, points on its right bound behind;
//! at a local maximum two ends are joined.

use super::Point;

/// A chain of points that grows at both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChainId(u32);

/// An end of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The end on a left bound: the result is on its right.
    Front,
    /// The end on a right bound.
    Back,
}

impl End {
    /// The end on a line that has the result on its right, or on its left.
    pub(super) fn with_result_on_right(is_on_right: bool) -> Self {
        if is_on_right { Self::Front } else { Self::Back }
    }
}

#[derive(Debug)]
struct Node {
    point: Point,
    /// The next node toward the front of the chain.
    next: Option<u32>,
}

#[derive(Debug)]
struct Chain {
    front: u32,
    back: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// A contour of the result, or of one of its holes.
    Closed {
        is_hole: bool,
    },
    /// A part of another chain.
    JoinedTo(ChainId),
}

/// All chains of a sweep.
#[derive(Debug, Default)]
pub(super) struct Chains {
    nodes: Vec<Node>,
    chains: Vec<Chain>,
}

impl Chains {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.chains.clear();
    }

    /// A new chain, from a local minimum.
    pub(super) fn start(&mut self, point: Point) -> ChainId {
        let node = self.node(point);
        self.chains.push(Chain { front: node, back: node, state: State::Open });
        ChainId(self.chains.len() as u32 - 1)
    }

    /// Adds a point at an end.
    pub(super) fn add(&mut self, chain: ChainId, end: End, point: Point) {
        let node = self.node(point);
        let chain = self.resolve(chain);
        let chain = &mut self.chains[chain.0 as usize];
        match end {
            End::Front => {
                self.nodes[chain.front as usize].next = Some(node);
                chain.front = node;
            }
            End::Back => {
                self.nodes[node as usize].next = Some(chain.back);
                chain.back = node;
            }
        }
    }

    /// Joins the front of a chain to the back of a chain at a local maximum. If both ends are of one chain, it is closed; otherwise the
    /// first keeps its place in the order of the chains.
    pub(super) fn join(&mut self, front_of: ChainId, back_of: ChainId, point: Point, is_hole: bool) {
        self.add(front_of, End::Front, point);
        let (one, other) = (self.resolve(front_of), self.resolve(back_of));
        if one == other {
            self.chains[one.0 as usize].state = State::Closed { is_hole };
            return;
        }
        let [front, back] = [one, other].map(|chain| chain.0 as usize);
        self.nodes[self.chains[front].front as usize].next = Some(self.chains[back].back);
        self.chains[front].front = self.chains[back].front;
        self.chains[back].state = State::JoinedTo(one);
    }

    /// The chain into which a chain was joined.
    fn resolve(&mut self, chain: ChainId) -> ChainId {
        let mut at = chain;
        while let State::JoinedTo(next) = self.chains[at.0 as usize].state {
            // Path halving, for later calls.
            if let State::JoinedTo(after) = self.chains[next.0 as usize].state {
                self.chains[at.0 as usize].state = State::JoinedTo(after);
            }
            at = next;
        }
        at
    }

    fn node(&mut self, point: Point) -> u32 {
        self.nodes.push(Node { point, next: None });
        self.nodes.len() as u32 - 1
    }

    /// Writes the closed contours, the newest local minimum first, each from its last point behind to its last point in
    /// front. Equal consecutive points are merged, and a contour of less than three points is left out.
    pub(super) fn write(&self, contours: &mut Contours) {
        contours.clear();
        for chain in self.chains.iter().rev() {
            let State::Closed { is_hole } = chain.state else { continue };
            let start = contours.points.len();
            let mut at = Some(chain.back);
            while let Some(node) = at {
                let Node { point, next } = self.nodes[node as usize];
                if contours.points.len() == start || contours.points.last() != Some(&point) {
                    contours.points.push(point);
                }
                at = next;
            }
            while contours.points.len() > start + 1 && contours.points.last() == contours.points.get(start) {
                contours.points.pop();
            }
            if contours.points.len() < start + 3 {
                contours.points.truncate(start);
            } else {
                contours.ends.push((contours.points.len(), is_hole));
            }
        }
    }
}

/// Contours, each with a mark whether it is a hole.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::nwn2::carve) struct Contours {
    points: Vec<Point>,
    /// The end of each contour's points, and whether it is a hole.
    ends: Vec<(usize, bool)>,
}

impl Contours {
    pub(in crate::nwn2::carve) fn clear(&mut self) {
        self.points.clear();
        self.ends.clear();
    }

    /// Returns whether a contour is a hole.
    pub(in crate::nwn2::carve) fn has_holes(&self) -> bool {
        self.ends.iter().any(|(_, is_hole)| *is_hole)
    }

    /// Each contour, clockwise, or counter-clockwise for a hole, and whether it is a hole.
    pub(in crate::nwn2::carve) fn iter(&self) -> impl ExactSizeIterator<Item = (&[Point], bool)> {
        (0..self.ends.len()).map(|index| {
            let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0);
            let (end, is_hole) = self.ends[index];
            (&self.points[start..end], is_hole)
        })
    }
}
