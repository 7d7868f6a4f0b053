//! The queue of a tree's ways: the best first.
//!
//! A way that is offered costs at most one turn more than the one that was taken out last, so all that wait lie within
//! one turn of each other. They are kept in 256 buckets by cost, and only the first bucket is kept in order: one way
//! or two, where a heap of all would hold a hundred. The order is the same.

use super::tree::Rank;

const BUCKETS: u32 = 256;

/// A way that waits: how good it is, and where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting {
    pub rank: Rank,
    /// The cell, and the arc by which the way leaves it.
    pub cell: u16,
    pub arc: u16,
}

pub(super) struct Queue {
    /// The ways of the bucket that was opened last, the best at the end.
    first: Vec<Waiting>,
    /// Which bucket that is.
    opened: u32,
    buckets: Vec<Vec<Waiting>>,
    /// Which buckets have ways, as bits.
    filled: [u64; (BUCKETS / u64::BITS) as usize],
    /// A bucket is as many low bits of a cost as this wide.
    width: u32,
}

impl Queue {
    /// A queue for ways that cost at most `turn` more than the one taken out last.
    pub fn new(turn: u32) -> Self {
        let bits = u32::BITS - turn.leading_zeros();
        Self {
            first: Vec::new(),
            opened: 0,
            buckets: vec![Vec::new(); BUCKETS as usize],
            filled: [0; (BUCKETS / u64::BITS) as usize],
            // The turn spans 128 buckets at most, one more where it starts in the middle of one.
            width: bits.saturating_sub(BUCKETS.trailing_zeros() - 1),
        }
    }

    /// Empties the queue for the next tree.
    pub fn clear(&mut self) {
        self.first.clear();
        self.opened = 0;
        self.buckets.iter_mut().for_each(Vec::clear);
        self.filled.fill(0);
    }

    #[inline]
    pub fn push(&mut self, way: Waiting) {
        let bucket = way.rank.cost() >> self.width;
        if bucket <= self.opened {
            let at = self.first.iter().rposition(|&other| other > way).map_or(0, |worse| worse + 1);
            self.first.insert(at, way);
        } else {
            let slot = bucket % BUCKETS;
            self.buckets[slot as usize].push(way);
            self.filled[(slot / u64::BITS) as usize] |= 1 << (slot % u64::BITS);
        }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Waiting> {
        if let Some(way) = self.first.pop() {
            return Some(way);
        }
        self.open()?;
        self.first.pop()
    }

    /// Opens the next bucket that has ways.
    #[inline]
    fn open(&mut self) -> Option<()> {
        const WORDS: usize = (BUCKETS / u64::BITS) as usize;
        let here = self.opened % BUCKETS;
        let (word, bit) = ((here / u64::BITS) as usize, here % u64::BITS);
        // The bucket's own word comes first with what is behind it, and last with what is before it.
        let masks = [u64::MAX << bit, u64::MAX, u64::MAX, u64::MAX, !(u64::MAX << bit)];
        let (word, bits) = (word..=word + WORDS).zip(masks).find_map(|(word, mask)| {
            let bits = self.filled[word % WORDS] & mask;
            (bits != 0).then_some((word % WORDS, bits))
        })?;
        let slot = word as u32 * u64::BITS + bits.trailing_zeros();
        self.opened += slot.wrapping_sub(here) % BUCKETS;
        self.filled[word] &= !(1 << (slot % u64::BITS));
        std::mem::swap(&mut self.first, &mut self.buckets[slot as usize]);
        if self.first.len() > 1 {
            self.first.sort_unstable_by(|a, b| b.cmp(a));
        }
        Some(())
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
        fn gives_what_a_heap_gives(
            turn in prop_oneof![0..3_u32, 0..5000_u32, 0..1_u32 << 24],
            steps: Vec<(u32, bool)>,
        ) {
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
                        last = way.map_or(last, |way| way.rank.cost());
                    } else {
                        let cost = last + add % (turn + 1);
                        let way = Waiting { rank: Rank::new(cost, 1, (add >> 16) as u16), cell: add as u16, arc: 3 };
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
