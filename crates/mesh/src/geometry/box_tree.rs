//! [`BoxTree`]: finds the boxes among many that meet a box.

use std::ops::ControlFlow;

use super::Aabb;
use crate::work::round;

/// The maximum number of boxes in a leaf.
const LEAF: usize = 4;
/// The maximum number of pending nodes in a search: one per level of the deepest tree, plus one.
const WAITING: usize = 34;

/// The maximum number of nodes that a search for the boxes near a given box visits. On real floors, a search visits about a hundred. Where
/// long boxes lie among short ones, as the sides of a torn fan do, a search may visit nearly all nodes and find hardly any boxes.
pub const NODES: usize = 1 << 10;

/// A balanced tree over boxes, for finding all boxes that intersect a given box. It is the same on every machine.
#[derive(Clone, Debug)]
pub struct BoxTree {
    /// The boxes in the order of the leaves, and their numbers.
    items: Vec<(Aabb, u32)>,
    /// The bounding box of each node. The children of node `n` are `2n + 1` and `2n + 2`.
    nodes: Vec<Aabb>,
}

impl BoxTree {
    /// The tree over boxes, which are numbered from 0. There must be fewer than 2³² of them.
    pub fn new(boxes: impl IntoIterator<Item = Aabb>) -> Self {
        let mut items: Vec<(Aabb, u32)> = boxes.into_iter().zip(0..).collect();
        let leaves = items.len().div_ceil(LEAF).next_power_of_two();
        let mut nodes = vec![Aabb::EMPTY; 2 * leaves - 1];
        build(&mut items, &mut nodes, 0);
        Self { items, nodes }
    }

    /// Calls `found` with the number of each box that intersects a box, including borders, in an order that depends only on the boxes. It
    /// stops when `found` asks it to, and after `most` nodes. Returns the number of nodes that it visited.
    pub fn meeting(&self, bounds: &Aabb, most: usize, mut found: impl FnMut(u32) -> ControlFlow<()>) -> usize {
        self.leaves(bounds, 0, most, |from, to| {
            for (item, number) in &self.items[from..to] {
                if meet(item, bounds) && found(*number).is_break() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Calls `found` with the number of each box for which `meets` is true, until `found` asks to stop. The child with the smaller
    /// `measure` comes first in each node. `meets` must also be true for each box that contains such a box.
    pub fn meeting_first(
        &self,
        meets: impl Fn(&Aabb) -> bool,
        measure: impl Fn(&Aabb) -> f64,
        mut found: impl FnMut(u32) -> ControlFlow<()>,
    ) {
        let mut waiting = [(0, 0, 0); WAITING];
        waiting[0] = (0, 0, self.items.len());
        let mut count = 1;
        while count > 0 {
            round();
            count -= 1;
            let (node, from, to) = waiting[count];
            if from == to || !meets(&self.nodes[node]) {
                continue;
            }
            if 2 * node + 1 >= self.nodes.len() {
                for (item, number) in &self.items[from..to] {
                    if meets(item) && found(*number).is_break() {
                        return;
                    }
                }
                continue;
            }
            let middle = from + (to - from) / 2;
            let children = [(2 * node + 1, from, middle), (2 * node + 2, middle, to)];
            let [first, second] = children.map(|(child, ..)| measure(&self.nodes[child]));
            let [next, last] = if first <= second { children } else { [children[1], children[0]] };
            (waiting[count], waiting[count + 1]) = (last, next);
            count += 2;
        }
    }

    /// Calls `found` with each pair of boxes that intersect after one is enlarged by `reach` along each axis. In a pair the lower number
    /// comes first; the order of pairs depends only on the boxes. A box is in at most `most` pairs, and a search visits at most [`NODES`]
    /// nodes for each box.
    pub fn pairs(&self, reach: [f32; 3], most: usize, mut found: impl FnMut(u32, u32)) {
        let enlarged = |bounds: &Aabb| Aabb {
            min: std::array::from_fn(|axis| bounds.min[axis] - reach[axis]),
            max: std::array::from_fn(|axis| bounds.max[axis] + reach[axis]),
        };
        // Searches for all boxes of a leaf together, among the later items in the tree.
        self.leaves(&Aabb::EVERYTHING, 0, usize::MAX, |first, end| {
            let own = &self.items[first..end];
            let (mut boxes, mut met) = ([Aabb::EMPTY; LEAF], [0; LEAF]);
            own.iter().zip(&mut boxes).for_each(|((item, _), bounds)| *bounds = enlarged(item));
            let bounds: Aabb = boxes.into_iter().collect();
            self.leaves(&bounds, first, NODES * LEAF, |from, to| {
                let mut is_open = false;
                for (at, (_, number)) in own.iter().enumerate() {
                    for (item, other) in &self.items[from.max(first + at + 1)..to] {
                        if met[at] < most && meet(item, &boxes[at]) {
                            met[at] += 1;
                            found(*number.min(other), *number.max(other));
                        }
                    }
                    is_open |= met[at] < most;
                }
                if is_open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            ControlFlow::Continue(())
        });
    }

    /// Calls `found` with the range of items of each leaf whose box intersects a box, starting at the leaf with the item `first`, until it
    /// has visited `most` nodes. Returns the number of nodes that it visited.
    fn leaves(
        &self,
        bounds: &Aabb,
        first: usize,
        most: usize,
        mut found: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> usize {
        let mut looked = 0;
        let mut waiting = [(0, 0, 0); WAITING];
        waiting[0] = (0, 0, self.items.len() as u32);
        let mut count = 1;
        while count > 0 && looked < most {
            round();
            (count, looked) = (count - 1, looked + 1);
            let (node, from, to) = waiting[count];
            if from == to || to as usize <= first || !meet(&self.nodes[node as usize], bounds) {
                continue;
            }
            if 2 * node as usize + 1 >= self.nodes.len() {
                if found(from as usize, to as usize).is_break() {
                    break;
                }
                continue;
            }
            let middle = from + (to - from) / 2;
            waiting[count] = (2 * node + 2, middle, to);
            waiting[count + 1] = (2 * node + 1, from, middle);
            count += 2;
        }
        looked
    }

    /// Finds the nearest box by the caller's measure. Returns its number and its measure, if that is less than `least`. The
    /// measure of a box must be at least its squared distance from `bounds`. The search visits at most `most` nodes.
    pub fn nearest(
        &self,
        bounds: &Aabb,
        mut least: f64,
        most: usize,
        mut measure: impl FnMut(u32) -> f64,
    ) -> Option<(u32, f64)> {
        let (mut best, mut looked) = (None, 0);
        let mut waiting = vec![(0, 0, self.items.len())];
        while let Some((node, from, to)) = waiting.pop().filter(|_| looked < most) {
            round();
            looked += 1;
            if from == to || distance_squared(&self.nodes[node], bounds) >= least {
                continue;
            }
            if 2 * node + 1 >= self.nodes.len() {
                for (item, number) in &self.items[from..to] {
                    if distance_squared(item, bounds) < least {
                        let found = measure(*number);
                        if found < least {
                            (least, best) = (found, Some((*number, found)));
                        }
                    }
                }
                continue;
            }
            let middle = from + (to - from) / 2;
            let children = [(2 * node + 1, from, middle), (2 * node + 2, middle, to)];
            let [first, second] = children.map(|(child, ..)| distance_squared(&self.nodes[child], bounds));
            // The nearer child is searched first.
            waiting.extend(if first <= second { [children[1], children[0]] } else { children });
        }
        best
    }
}

/// Sorts the boxes of a node into its children by their centres along the longest side.
fn build(items: &mut [(Aabb, u32)], nodes: &mut [Aabb], node: usize) {
    nodes[node] = items.iter().map(|(item, _)| *item).collect();
    if 2 * node + 1 >= nodes.len() || items.is_empty() {
        return;
    }
    let sides = nodes[node].sides();
    let longest = (0..3).reduce(|best, axis| if sides[axis] > sides[best] { axis } else { best }).unwrap_or(0);
    let middle = items.len() / 2;
    let centre = |item: &Aabb| f64::from(item.min[longest]) + f64::from(item.max[longest]);
    items.select_nth_unstable_by(middle, |a, b| centre(&a.0).total_cmp(&centre(&b.0)).then(a.1.cmp(&b.1)));
    let (low, high) = items.split_at_mut(middle);
    build(low, nodes, 2 * node + 1);
    build(high, nodes, 2 * node + 2);
}

/// The squared distance between two boxes; infinite for an empty one. It is a loop, because tests without inlining spend much time here.
fn distance_squared(a: &Aabb, b: &Aabb) -> f64 {
    let mut square = 0.0;
    for axis in 0..3 {
        let (below, above) =
            (f64::from(a.min[axis]) - f64::from(b.max[axis]), f64::from(b.min[axis]) - f64::from(a.max[axis]));
        let apart = below.max(above).max(0.0);
        square += apart * apart;
    }
    square
}

/// Returns whether two boxes intersect. It has no early exit, because the branches would be unpredictable.
#[inline]
pub fn meet(a: &Aabb, b: &Aabb) -> bool {
    (0..3).fold(true, |meet, axis| meet & (a.min[axis] <= b.max[axis]) & (b.min[axis] <= a.max[axis]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_box() -> impl Strategy<Value = Aabb> {
        (prop::array::uniform3(-8..8_i8), prop::array::uniform3(0..5_i8)).prop_map(|(min, size)| Aabb {
            min: min.map(f32::from),
            max: std::array::from_fn(|axis| f32::from(min[axis] + size[axis])),
        })
    }

    proptest! {
        #[test]
        fn every_box_that_meets_is_found_once(boxes in prop::collection::vec(any_box(), 0..60), bounds in any_box()) {
            let mut found = Vec::new();
            BoxTree::new(boxes.iter().copied()).meeting(&bounds, usize::MAX, |number| {
                found.push(number);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            let expected = (0..).zip(&boxes).filter(|(_, item)| meet(item, &bounds)).map(|(number, _)| number);
            prop_assert_eq!(found, expected.collect::<Vec<u32>>());
        }

        #[test]
        fn every_pair_of_boxes_that_meet_is_found_once(
            boxes in prop::collection::vec(any_box(), 0..60),
            reach in prop::array::uniform3(0..3_u8),
        ) {
            let reach = reach.map(f32::from);
            let mut found = Vec::new();
            BoxTree::new(boxes.iter().copied()).pairs(reach, usize::MAX, |a, b| found.push((a, b)));
            found.sort_unstable();
            let mut expected = Vec::new();
            for (a, one) in (0..).zip(&boxes) {
                let near = Aabb {
                    min: std::array::from_fn(|axis| one.min[axis] - reach[axis]),
                    max: std::array::from_fn(|axis| one.max[axis] + reach[axis]),
                };
                expected.extend((0..).zip(&boxes).filter(|(b, other)| a < *b && meet(other, &near)).map(|(b, _)| (a, b)));
            }
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn the_nearest_box_is_found(boxes in prop::collection::vec(any_box(), 0..60), bounds in any_box(), least in 0.0..40.0_f64) {
            let nearest = BoxTree::new(boxes.iter().copied())
                .nearest(&bounds, least, usize::MAX, |number| distance_squared(&boxes[number as usize], &bounds));
            let distances = boxes.iter().map(|item| distance_squared(item, &bounds)).filter(|distance| *distance < least);
            prop_assert_eq!(nearest.map(|(_, distance)| distance), distances.reduce(f64::min));
        }
    }

    #[test]
    fn a_search_ends_where_it_is_told_to() {
        let point = Aabb { min: [0.0; 3], max: [0.0; 3] };
        let mut found = 0;
        BoxTree::new([point; 100]).meeting(&point, NODES, |_| {
            found += 1;
            if found == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(found, 7);
    }

    #[test]
    fn boxes_in_one_place_make_a_bounded_number_of_pairs() {
        let point = Aabb { min: [0.0; 3], max: [0.0; 3] };
        let mut pairs = 0;
        BoxTree::new([point; 1000]).pairs([0.0; 3], 7, |_, _| pairs += 1);
        assert!((6 * 1000..=7 * 1000).contains(&pairs), "{pairs}");
    }
}
