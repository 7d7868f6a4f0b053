//! The `qsort` of Visual Studio 2005's C runtime, which both BioWare bakers used. It is unstable, and the order of ties
//! in KotOR's trees and of the triangles on an NWN2 edge depends on its exact steps.
//!
//! Source: docs/formats/crt-qsort.md#rule. It takes the median of three, and sorts eight elements or fewer by
//! selection.
//!
//! Hostile input can make such a quicksort quadratic. So the sorts here have a budget of `64 · n · (log2 n + 1)`
//! comparisons, which real files never come near. If it is exceeded, they return `false`: the slice holds the same
//! elements in some order, and the caller sorts in another way. The exact order of ties is then lost.

mod by_key;
mod misplaced;
mod never_equal;

use std::cmp::Ordering;

pub use by_key::qsort_by_key;
pub use never_equal::qsort_never_equal;

/// Up to this many elements the runtime uses selection sort: it repeatedly moves the greatest to the end.
const CUTOFF: usize = 8;

/// Sorts like the runtime, with a comparison that may not be a strict weak order. Returns `false` if the budget is
/// exceeded.
#[must_use]
pub fn qsort<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) -> bool {
    let mut budget = budget(items.len());
    quicksort(items, &mut budget, &mut |few| selection_sort(few, &compare), &mut |many| partition(many, &compare))
}

/// The budget of comparisons for `n` elements.
fn budget(n: usize) -> usize {
    64_usize.saturating_mul(n).saturating_mul(n.max(1).ilog2() as usize + 1)
}

/// The two ranges that remain after a partition: before `left_end`, and from `right_start` on.
struct Partition {
    left_end: usize,
    right_start: usize,
    comparisons: usize,
}

/// Partitions until few elements are left. The two sides are independent: the shorter one is sorted recursively and the
/// longer one in this loop, so the recursion is at most log2 n deep.
fn quicksort<T>(
    mut items: &mut [T],
    budget: &mut usize,
    sort_few: &mut impl FnMut(&mut [T]),
    partition: &mut impl FnMut(&mut [T]) -> Partition,
) -> bool {
    while items.len() > CUTOFF {
        let Partition { left_end, right_start, comparisons } = partition(items);
        let Some(rest) = budget.checked_sub(comparisons) else { return false };
        *budget = rest;
        let (left, right) = items.split_at_mut(right_start);
        let left = &mut left[..left_end];
        let (shorter, longer) = if left.len() < right.len() { (left, right) } else { (right, left) };
        if !quicksort(shorter, budget, sort_few, partition) {
            return false;
        }
        items = longer;
    }
    sort_few(items);
    true
}

/// Selection sort: moves the last of the greatest elements to the end, then repeats with the rest.
fn selection_sort<T>(items: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    for end in (1..items.len()).rev() {
        let mut greatest = 0;
        for candidate in 1..=end {
            if compare(&items[candidate], &items[greatest]).is_gt() {
                greatest = candidate;
            }
        }
        items.swap(greatest, end);
    }
}

/// Partitions around the median of the first, middle and last element. `middle` follows that element as it moves.
fn partition<T>(items: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> Partition {
    let last = items.len() - 1;
    let mut comparisons = 0;
    let mut compare = |items: &[T], a: usize, b: usize| {
        comparisons += 1;
        compare(&items[a], &items[b])
    };
    let mut middle = items.len() / 2;
    for (a, b) in [(0, middle), (0, last), (middle, last)] {
        if compare(items, a, b).is_gt() {
            items.swap(a, b);
        }
    }

    // `low` and `high` move towards each other past elements that are already on the right side. `low` may go one past
    // the end.
    let (mut low, mut high) = (0, last);
    loop {
        if middle > low {
            loop {
                low += 1;
                if low >= middle || compare(items, low, middle).is_gt() {
                    break;
                }
            }
        }
        if middle <= low {
            loop {
                low += 1;
                if low > last || compare(items, low, middle).is_gt() {
                    break;
                }
            }
        }
        loop {
            high -= 1;
            if high <= middle || compare(items, high, middle).is_le() {
                break;
            }
        }
        if high < low {
            break;
        }
        items.swap(low, high);
        if middle == high {
            middle = low;
        }
    }

    // Elements equal to the middle one are already in place: skip them.
    high += 1;
    if middle < high {
        loop {
            high -= 1;
            if high <= middle || compare(items, high, middle).is_ne() {
                break;
            }
        }
    }
    if middle >= high {
        loop {
            high -= 1;
            if high == 0 || compare(items, high, middle).is_ne() {
                break;
            }
        }
    }
    Partition { left_end: high + 1, right_start: low.min(items.len()), comparisons }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts(mut items: Vec<u8>) {
            let mut expected = items.clone();
            expected.sort();
            prop_assert!(qsort(&mut items, u8::cmp));
            prop_assert_eq!(items, expected);
        }

        #[test]
        fn a_comparison_that_never_says_equal_still_sorts(mut items: Vec<u8>) {
            let mut expected = items.clone();
            expected.sort();
            let sorted = qsort(&mut items, |a, b| if a < b { Ordering::Less } else { Ordering::Greater });
            prop_assert!(sorted);
            prop_assert_eq!(items, expected);
        }
    }

    #[test]
    fn up_to_eight_ties_follow_the_selection_sort() {
        // Each round moves the first of the greatest to the end, and the swap reorders the rest.
        let mut items = [(1, 'a'), (1, 'b'), (0, 'c')];
        assert!(qsort(&mut items, |a, b| a.0.cmp(&b.0)));
        assert_eq!(items, [(0, 'c'), (1, 'b'), (1, 'a')]);
    }

    /// "Median of three killer": ascending odd positions first, so that every partition splits off two elements.
    pub(super) fn quadratic(n: u32) -> Vec<u32> {
        let mut killer: Vec<u32> = (0..n).collect();
        let half = killer.len() / 2;
        for i in 0..half {
            killer[i] = if i % 2 == 0 { i as u32 + 1 } else { (half + i + i % 2) as u32 - 1 };
            killer[half + i] = 2 * (i as u32 + 1);
        }
        killer
    }

    #[test]
    fn an_order_made_to_be_quadratic_gives_up() {
        let n = 200_000;
        let mut killer = quadratic(n);
        let comparisons = Cell::new(0_u64);
        let sorted = qsort(&mut killer, |a, b| {
            comparisons.set(comparisons.get() + 1);
            a.cmp(b)
        });
        assert!(!sorted);
        let comparisons = comparisons.get();
        assert!(comparisons < 64 * u64::from(n) * 19, "{comparisons} comparisons for {n} elements");
    }
}
