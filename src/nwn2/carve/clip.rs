//! The polygon clipper: a sweep after B. R. Vatti, "A generic solution to polygon clipping", CACM 35(7), 1992.
//!
//! Two sets of contours are swept upward in beams between neighbouring levels, the y coordinates of their points. Inside
//! follows the even-odd rule for each set. Every operation is rounded to `f32` on its own, in the order of this code, because
//! only this reproduces the walkmesh cutters of the game's toolset bit for bit.
//!
//! Source: docs/formats/trn-aswm.md#clipper, which gives the arithmetic and the order of the contours.

mod beam;
mod bounds;
mod chains;
mod edges;
mod scanline;

pub(super) use bounds::Bounds;
pub(super) use chains::Contours;

use beam::Unit;
use chains::{ChainId, Chains};
use edges::Edges;

use super::steps::{Steps, TooManySteps};

/// A point of the plan view, in metres.
pub(super) type Point = [f32; 2];

/// The operation on two sets of contours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// The inside of the first set without the second.
    Difference,
    /// The common inside of both sets.
    Intersection,
    /// The inside of either set.
    Union,
}

/// One bit for each of the two sets: whether a point is inside it, or whether crossing a line changes that.
type Sides = u8;

/// The bit of the first set.
const SUBJECT: Sides = 1;
/// The bit of the second set.
const CLIP: Sides = 2;

impl Operation {
    /// Returns whether points inside exactly these sets belong to the result.
    fn keeps(self, inside: Sides) -> bool {
        match self {
            Self::Difference => inside == SUBJECT,
            Self::Intersection => inside == SUBJECT | CLIP,
            Self::Union => inside != 0,
        }
    }
}

/// A line that bounds the result, or may bound it higher up: its effect, and the end of a chain on it.
#[derive(Clone, Copy, Debug, Default)]
struct Strand {
    /// The sets that contain exactly one of its two sides. A bit is 0 where coinciding lines cancel each other.
    toggles: Sides,
    /// The chain that ends on it, where it bounds the result.
    chain: Option<ChainId>,
}

/// An edge that the sweep has reached, in the order from left to right.
#[derive(Clone, Copy, Debug)]
struct Active {
    edge: u32,
    /// x on the current level.
    x: f32,
    /// x on the next level.
    top_x: f32,
    /// Below the current level.
    below: Strand,
    /// Above the current level.
    above: Strand,
    /// True if the edge ends on the current level, and no edge continues it upward.
    ended: bool,
}

/// The sweep, with memory that it reuses.
#[derive(Debug, Default)]
pub(super) struct Clipper {
    edges: Edges,
    levels: Vec<f32>,
    active: Vec<Active>,
    reordered: Vec<Active>,
    units: Vec<Unit>,
    order: Vec<u32>,
    crossings: Vec<beam::Crossing>,
    chains: Chains,
}

impl Clipper {
    /// Starts again, without contours.
    pub(super) fn clear(&mut self) {
        self.edges.clear();
        self.levels.clear();
    }

    /// Adds a contour of the first set, in either direction.
    pub(super) fn add_subject(&mut self, contour: &[Point]) {
        self.edges.add(contour, SUBJECT, &Bounds::EVERYWHERE, &mut self.levels);
    }

    /// Adds a contour of the second set, in either direction.
    pub(super) fn add_clip(&mut self, contour: &[Point]) {
        self.edges.add(contour, CLIP, &Bounds::EVERYWHERE, &mut self.levels);
    }

    /// Adds the edges of a contour of the second set that can change a result within a box. For a difference or an intersection, this is
    /// the box of all subjects.
    pub(super) fn add_clip_within(&mut self, contour: &[Point], within: &Bounds) {
        self.edges.add(contour, CLIP, within, &mut self.levels);
    }

    /// Adds levels at which beams end, in addition to the levels of the points.
    pub(super) fn add_levels(&mut self, levels: impl IntoIterator<Item = f32>) {
        self.levels.extend(levels);
    }

    /// Sweeps over all added contours, and writes the contours of the result.
    pub(super) fn run(
        &mut self,
        operation: Operation,
        result: &mut Contours,
        steps: &mut Steps<'_>,
    ) -> Result<(), TooManySteps> {
        self.chains.clear();
        self.active.clear();
        self.levels.sort_unstable_by(f32::total_cmp);
        self.levels.dedup();
        self.edges.sort_starts();
        let mut started = 0;
        for level in 0..self.levels.len() {
            let (y, top) = (self.levels[level], self.levels.get(level + 1).copied());
            steps.take(1 + self.active.len())?;
            started = self.start_edges(y, started, steps)?;
            if let Some(top) = top {
                self.bundle(top);
            }
            self.scan(operation, y);
            self.active.retain(|active| !active.ended);
            if let Some(top) = top {
                self.cross(operation, y, top, steps)?;
                self.climb(top);
            }
        }
        self.chains.write(result);
        Ok(())
    }

    /// Inserts the edges that start on a level, or below the first one, into the active ones, by x and then by slope.
    fn start_edges(&mut self, y: f32, mut started: usize, steps: &mut Steps<'_>) -> Result<usize, TooManySteps> {
        while let Some(&edge) = self.edges.starts().get(started) {
            if self.edges[edge].bottom[1] > y {
                break;
            }
            steps.take(self.active.len())?;
            let (x, slope) = (self.edges[edge].x_at(y), self.edges[edge].slope);
            let is_right = |active: &Active| active.x > x || (active.x == x && self.edges[active.edge].slope > slope);
            let at = self.active.iter().position(is_right).unwrap_or(self.active.len());
            let none = Strand::default();
            self.active.insert(at, Active { edge, x, top_x: x, below: none, above: none, ended: false });
            started += 1;
        }
        Ok(started)
    }

    /// Computes the x of each edge on the next level, and passes the effect of coinciding edges to the last of them.
    fn bundle(&mut self, top: f32) {
        let mut last: Option<usize> = None;
        for index in 0..self.active.len() {
            let mut active = self.active[index];
            active.above = Strand::default();
            if !active.ended {
                let edge = &self.edges[active.edge];
                active.top_x = edge.x_at(top);
                active.above.toggles = edge.set;
                if let Some(last) = last {
                    let other = &mut self.active[last];
                    if other.x == active.x && self.edges[other.edge].slope == edge.slope {
                        active.above.toggles ^= std::mem::take(&mut other.above.toggles);
                    }
                }
                last = Some(index);
            }
            self.active[index] = active;
        }
    }

    /// Moves up to the next level: edges that end there are replaced by their successors.
    fn climb(&mut self, top: f32) {
        for active in &mut self.active {
            active.x = active.top_x;
            active.below = std::mem::take(&mut active.above);
            let edge = &self.edges[active.edge];
            if edge.top[1] <= top {
                match edge.next {
                    Some(next) => active.edge = next,
                    None => active.ended = true,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
