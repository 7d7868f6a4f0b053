//! The scan of a level: edges start, end, and are replaced by others, and level edges connect them.

use super::chains::{ChainId, Chains, End};
use super::{Clipper, Operation, Point};

/// The quarters around a point that are in the result.
#[derive(Clone, Copy, Debug)]
struct Quarters {
    below_left: bool,
    below_right: bool,
    above_left: bool,
    above_right: bool,
}

impl Clipper {
    /// Visits the active edges from left to right, and grows the chains where they turn.
    pub(super) fn scan(&mut self, operation: Operation, y: f32) {
        let (mut below, mut above) = (0, 0);
        // The chain with an end on the level edge to the left.
        let mut level = None;
        for active in &mut self.active {
            if active.below.toggles | active.above.toggles == 0 {
                continue;
            }
            let left = [below, above];
            below ^= active.below.toggles;
            above ^= active.above.toggles;
            let [below_left, above_left] = left.map(|inside| operation.keeps(inside));
            let [below_right, above_right] = [below, above].map(|inside| operation.keeps(inside));
            let quarters = Quarters { below_left, below_right, above_left, above_right };
            let starts = self.edges[active.edge].bottom[1] == y;
            let point = [active.x, y];
            active.above.chain = turn(&mut self.chains, quarters, active.below.chain, &mut level, point, starts);
        }
    }
}

/// Leads the ends of chains through a point, and returns the chain above it. `level` is the chain on the level edge that
/// comes from the left, and becomes the chain on the level edge to the right.
fn turn(
    chains: &mut Chains,
    quarters: Quarters,
    from_below: Option<ChainId>,
    level: &mut Option<ChainId>,
    point: Point,
    starts: bool,
) -> Option<ChainId> {
    let Quarters { below_left, below_right, above_left, above_right } = quarters;
    let from_left = level.take();
    let goes_up = above_left != above_right;
    let goes_right = below_right != above_right;
    match (from_below.filter(|_| below_left != below_right), from_left.filter(|_| below_left != above_left)) {
        (None, None) => {
            if !(goes_up && goes_right) {
                return None;
            }
            let chain = chains.start(point);
            *level = Some(chain);
            Some(chain)
        }
        (Some(bottom), Some(left)) => {
            if below_left {
                chains.join(left, bottom, point, false);
            } else {
                chains.join(bottom, left, point, true);
            }
            if !(goes_up && goes_right) {
                return None;
            }
            let chain = chains.start(point);
            *level = Some(chain);
            Some(chain)
        }
        (Some(chain), None) if goes_up => {
            if starts {
                chains.add(chain, End::with_result_on_right(above_right), point);
            }
            Some(chain)
        }
        (Some(chain), None) => {
            chains.add(chain, End::with_result_on_right(below_right), point);
            *level = Some(chain);
            None
        }
        (None, Some(chain)) if goes_up => {
            chains.add(chain, End::with_result_on_right(above_right), point);
            Some(chain)
        }
        (None, Some(chain)) => {
            *level = Some(chain);
            None
        }
    }
}
