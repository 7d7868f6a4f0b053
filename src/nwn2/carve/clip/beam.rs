//! The sweep between two levels: edges swap where they cross.

use super::chains::{ChainId, Chains, End};
use super::{Clipper, Operation, Point, Sides, Steps, TooManySteps};
use crate::geometry::triangle::is_usable;

/// The edges that coincide in a beam; only the last of them bounds the result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// The index of its first and last edge among the active ones.
    first: u32,
    last: u32,
    x: f32,
    top_x: f32,
    slope: f32,
    toggles: Sides,
    chain: Option<ChainId>,
    /// The sets that contain the area to its left.
    left: Sides,
    /// Its index in the order from left to right.
    place: u32,
}

/// A crossing, at which two units swap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// The unit on the left below the crossing.
    left: u32,
    right: u32,
    point: Point,
}

/// Cost of a crossing in steps: it is stored, sorted with all others of its beam, and adds points to contours. So the steps also bound the
/// memory for cutters that cross in many places.
const STEPS_PER_CROSSING: usize = 32;

impl Clipper {
    /// Swaps the edges of a beam, from the lowest crossing to the highest.
    pub(super) fn cross(
        &mut self,
        operation: Operation,
        y: f32,
        top: f32,
        steps: &mut Steps<'_>,
    ) -> Result<(), TooManySteps> {
        self.find_units();
        self.find_crossings(y, top, steps)?;
        if self.crossings.is_empty() {
            return Ok(());
        }
        self.crossings.sort_by(|a, b| a.point[1].total_cmp(&b.point[1]));
        self.order.clear();
        self.order.extend(0..self.units.len() as u32);
        for at in 0..self.crossings.len() {
            // Rounding may put two crossings in the wrong order.
            let is_next = |crossing: &Crossing| {
                self.units[crossing.left as usize].place + 1 == self.units[crossing.right as usize].place
            };
            let Some(next) = self.crossings[at..].iter().position(is_next) else { break };
            self.crossings[at..=at + next].rotate_right(1);
            self.swap(operation, self.crossings[at]);
            steps.take(1 + next)?;
        }
        self.reorder();
        Ok(())
    }

    fn find_units(&mut self) {
        self.units.clear();
        let (mut inside, mut first) = (0, 0);
        for (index, active) in (0..).zip(&self.active) {
            let slope = self.edges[active.edge].slope;
            let is_last = match self.active.get(index as usize + 1) {
                Some(next) => next.x != active.x || self.edges[next.edge].slope != slope,
                None => true,
            };
            if is_last {
                let (toggles, chain) = (active.above.toggles, active.above.chain);
                let (x, top_x, place) = (active.x, active.top_x, self.units.len() as u32);
                self.units.push(Unit { first, last: index, x, top_x, slope, toggles, chain, left: inside, place });
                inside ^= toggles;
                first = index + 1;
            }
        }
    }

    /// Sorts the units by their upper ends, by insertion. Each unit crosses those that it passes.
    fn find_crossings(&mut self, y: f32, top: f32, steps: &mut Steps<'_>) -> Result<(), TooManySteps> {
        let height = top - y;
        self.crossings.clear();
        self.order.clear();
        for right in 0..self.units.len() as u32 {
            let unit = self.units[right as usize];
            let mut at = self.order.len();
            while let Some(&left) = at.checked_sub(1).and_then(|before| self.order.get(before)) {
                let other = self.units[left as usize];
                let ways = [other.top_x - other.x, unit.top_x - unit.x];
                if unit.top_x >= other.top_x || unit.slope == other.slope || ways[0] == ways[1] {
                    break;
                }
                let part = (unit.x - other.x) / (ways[0] - ways[1]);
                let point_at = |part: f32| [other.x + part * ways[0], y + part * height];
                let mut point = point_at(part);
                // Rounding may have put nearly level edges in the wrong order. Then their lines may meet anywhere.
                if !is_usable(&[point[0], point[1], 0.0]) {
                    point = point_at(part.clamp(0.0, 1.0));
                }
                self.crossings.push(Crossing { left, right, point });
                at -= 1;
            }
            steps.take(STEPS_PER_CROSSING * (self.order.len() - at))?;
            self.order.insert(at, right);
        }
        Ok(())
    }

    /// Swaps two neighbours.
    fn swap(&mut self, operation: Operation, Crossing { left, right, point }: Crossing) {
        let [mut one, mut other] = [left, right].map(|unit| self.units[unit as usize]);
        let around = Around {
            left: operation.keeps(one.left),
            below: operation.keeps(one.left ^ one.toggles),
            above: operation.keeps(one.left ^ other.toggles),
            right: operation.keeps(one.left ^ one.toggles ^ other.toggles),
        };
        (one.chain, other.chain) = pass(&mut self.chains, around, one.chain, other.chain, point);
        other.left = one.left;
        one.left ^= other.toggles;
        std::mem::swap(&mut one.place, &mut other.place);
        self.order[one.place as usize] = left;
        self.order[other.place as usize] = right;
        self.units[left as usize] = one;
        self.units[right as usize] = other;
    }

    /// Puts the active edges in the order of their units.
    fn reorder(&mut self) {
        self.reordered.clear();
        for unit in &self.order {
            let Unit { first, last, chain, .. } = self.units[*unit as usize];
            self.reordered.extend_from_slice(&self.active[first as usize..=last as usize]);
            if let Some(active) = self.reordered.last_mut() {
                active.above.chain = chain;
            }
        }
        std::mem::swap(&mut self.active, &mut self.reordered);
    }
}

/// The four parts around a crossing, each with whether it is in the result.
#[derive(Clone, Copy, Debug)]
struct Around {
    left: bool,
    below: bool,
    above: bool,
    right: bool,
}

/// Leads the ends of chains through a crossing. `one` is on the left below and on the right above; the result has the chains above
/// of both.
fn pass(
    chains: &mut Chains,
    around: Around,
    one: Option<ChainId>,
    other: Option<ChainId>,
    point: Point,
) -> (Option<ChainId>, Option<ChainId>) {
    let Around { left, below, above, right } = around;
    let opens = left != above && above != right;
    match (one.filter(|_| left != below), other.filter(|_| below != right)) {
        (None, None) if opens => {
            let chain = chains.start(point);
            (Some(chain), Some(chain))
        }
        (None, None) => (None, None),
        (Some(one), Some(other)) => {
            if below {
                chains.join(one, other, point, false);
            } else {
                chains.join(other, one, point, true);
            }
            if !opens {
                return (None, None);
            }
            let chain = chains.start(point);
            (Some(chain), Some(chain))
        }
        // The chain continues along the same edge, and the crossing edge bounds nothing.
        (Some(one), None) if above != right => (Some(one), None),
        (None, Some(other)) if left != above => (None, Some(other)),
        (Some(one), None) => {
            chains.add(one, End::with_result_on_right(below), point);
            (None, Some(one))
        }
        (None, Some(other)) => {
            chains.add(other, End::with_result_on_right(right), point);
            (Some(other), None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::carve::steps::Budget;

    #[test]
    fn edges_in_the_wrong_order_cross_within_their_beam() {
        // The second one is to the left of the first one, and hardly moves.
        let unit = |x: f32, top_x: f32| Unit {
            first: 0,
            last: 0,
            x,
            top_x,
            slope: top_x - x,
            toggles: 0,
            chain: None,
            left: 0,
            place: 0,
        };
        let mut clipper = Clipper { units: vec![unit(1.0, 1.0), unit(0.0, 1e-40)], ..Clipper::default() };
        clipper.find_crossings(2.0, 5.0, &mut Budget::default().counter()).expect("few steps");
        let [crossing] = clipper.crossings[..] else { panic!("one crossing") };
        assert_eq!(crossing.point[0], 1.0);
        assert!((2.0..=5.0).contains(&crossing.point[1]), "{crossing:?}");
    }
}
