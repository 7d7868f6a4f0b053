//! The queue of a tree's ways: the least first.
//!
//! A way that is offered costs at most one turn more than the one that was taken out last, so all that wait lie within
//! one turn of each other. They are kept in 64 buckets by cost, and only the first bucket is kept in order: a few
//! ways, where a heap of all would hold a hundred. The order is the same.

use super::tree::Way;

const BUCKETS: u64 = u64::BITS as u64;

pub(super) struct Queue {
    /// The ways of the bucket that was opened last, the least at the end.
    first: Vec<Way>,
    /// Which bucket that is.
    opened: u64,
    buckets: [Vec<Way>; BUCKETS as usize],
    /// Which buckets have ways, as bits.
    filled: u64,
    /// A bucket is as many low bits of a cost as this wide.
    width: u32,
}

impl Queue {
    /// A queue for ways that cost at most `turn` more than the one taken out last.
    pub fn new(turn: u64) -> Self {
        let bits = u64::BITS - turn.leading_zeros();
        Self {
            first: Vec::new(),
            opened: 0,
            buckets: std::array::from_fn(|_| Vec::new()),
            filled: 0,
            // The turn spans 32 buckets at most, one more where it starts in the middle of one.
            width: bits.saturating_sub(BUCKETS.trailing_zeros() - 1),
        }
    }

    /// Empties the queue for the next tree.
    pub fn clear(&mut self) {
        self.first.clear();
        self.opened = 0;
        self.buckets.iter_mut().for_each(Vec::clear);
        self.filled = 0;
    }

    #[inline]
    pub fn push(&mut self, way: Way) {
        let bucket = ((way >> 64) as u64) >> self.width;
        if bucket <= self.opened {
            let at = self.first.iter().rposition(|&other| other > way).map_or(0, |greater| greater + 1);
            self.first.insert(at, way);
        } else {
            let slot = bucket % BUCKETS;
            self.buckets[slot as usize].push(way);
            self.filled |= 1 << slot;
        }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Way> {
        loop {
            if let Some(way) = self.first.pop() {
                return Some(way);
            }
            if self.filled == 0 {
                return None;
            }
            let ahead = self.filled.rotate_right((self.opened % BUCKETS) as u32).trailing_zeros();
            self.opened += u64::from(ahead);
            let slot = self.opened % BUCKETS;
            self.filled &= !(1 << slot);
            std::mem::swap(&mut self.first, &mut self.buckets[slot as usize]);
            self.first.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn gives_what_a_heap_gives(turn in prop_oneof![0..3_u64, 0..5000_u64, any::<u32>().prop_map(u64::from)], steps: Vec<(u64, bool)>) {
            let mut queue = Queue::new(turn);
            let mut heap = BinaryHeap::new();
            for _ in 0..2 {
                let mut last = 0;
                queue.clear();
                heap.clear();
                for &(add, take) in &steps {
                    if take {
                        let way = queue.pop();
                        prop_assert_eq!(way, heap.pop().map(|Reverse(way)| way));
                        last = way.map_or(last, |way| (way >> 64) as u64);
                    } else {
                        let way = Way::from(last + add % (turn + 1)) << 64 | Way::from(add >> 32);
                        queue.push(way);
                        heap.push(Reverse(way));
                    }
                }
                while let Some(Reverse(way)) = heap.pop() {
                    prop_assert_eq!(queue.pop(), Some(way));
                }
                prop_assert_eq!(queue.pop(), None);
            }
        }
    }
}
