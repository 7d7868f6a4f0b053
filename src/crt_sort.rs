//! The `qsort` of Visual Studio 2005's C runtime, which both BioWare bakers used. It is unstable, and the order of ties
//! in KotOR's trees and of the triangles on an NWN2 edge depends on its exact steps.
//!
//! Source: docs/formats/crt-qsort.md#rule. It takes the median of three, and sorts eight elements or fewer by
//! selection.
//!
//! The two games' comparisons differ: for equal keys NWN2's toolset returns equal, and KotOR's exporter returns greater. With
//! either of them the result of a partition is known before anything moves. The elements that are not greater than the middle
//! one belong to the left, as the middle one does. The first misplaced element from the left is swapped with the first
//! misplaced one from the right, and so on. So each element is compared once, without a branch that the processor could
//! mispredict.
//!
//! Hostile input can make such a quicksort quadratic. So the sorts here have a budget of `64 · n · (log2 n + 1)` comparisons,
//! which real files never approach. If it is exceeded, they return `false`: the slice holds the same elements in some order,
//! and the caller sorts in another way. The exact order of ties is then lost.

mod left_bits;
#[cfg(test)]
mod runtime;

use std::hint::select_unpredictable;

use left_bits::LeftBits;

/// Maximum number of elements for which the runtime uses selection sort: it repeatedly moves the greatest to the end.
const CUTOFF: usize = 8;

/// Sorts by a key, with a comparison that returns less, equal or greater, like the one in NWN2's toolset. Returns `false` if
/// the budget is exceeded.
#[must_use]
pub(crate) fn qsort_by_key<T: Copy, K: Copy + Ord>(items: &mut [T], key: impl Fn(&T) -> K) -> bool {
    Sort::<true, _>::new(items.len(), key).quicksort(items, None)
}

/// Sorts by a key, with a comparison that returns less for less and greater for everything else, like KotOR's. Returns
/// `false` if the budget is exceeded.
///
/// Ties of the middle element go to the right, so the runtime's cost is quadratic in the length of a run of ties. Here it is
/// linear: all elements on the right are known to be at least the middle one, and where the next middle one is equal to that,
/// nothing is compared.
#[must_use]
pub(crate) fn qsort_never_equal<T: Copy, K: Copy + Ord>(items: &mut [T], key: impl Fn(&T) -> K) -> bool {
    Sort::<false, _>::new(items.len(), key).quicksort(items, None)
}

/// The budget of comparisons for `n` elements.
fn budget(n: usize) -> usize {
    64_usize.saturating_mul(n).saturating_mul(n.max(1).ilog2() as usize + 1)
}

/// A sort by a key, with a comparison that may return equal.
struct Sort<const SAYS_EQUAL: bool, F> {
    key: F,
    /// The remaining budget.
    budget: usize,
    /// Memory for partitions.
    misplaced: LeftBits,
}

impl<const SAYS_EQUAL: bool, F> Sort<SAYS_EQUAL, F> {
    fn new(n: usize, key: F) -> Self {
        Self { key, budget: budget(n), misplaced: LeftBits::default() }
    }

    /// Returns whether the comparison orders `a` after `b`.
    fn is_greater<K: Ord>(a: K, b: K) -> bool {
        if SAYS_EQUAL { a > b } else { a >= b }
    }

    /// Partitions until few elements are left. The two sides are independent: the shorter one is sorted recursively and the
    /// longer one in this loop, so the recursion is at most log2 n deep. No key is less than `least`.
    fn quicksort<T: Copy, K: Copy + Ord>(&mut self, mut items: &mut [T], mut least: Option<K>) -> bool
    where
        F: Fn(&T) -> K,
    {
        while items.len() > CUTOFF {
            let middle = self.median_of_three(items);
            let pivot = (self.key)(&items[middle]);
            if !SAYS_EQUAL && least == Some(pivot) {
                // The first and the middle element are the left side, and all others belong to the right.
                items.swap(1, middle);
                items = &mut items[2..];
                continue;
            }
            let Some(rest) = self.budget.checked_sub(items.len()) else { return false };
            self.budget = rest;
            let (left_end, right_start) = self.partition(items, middle);
            let (left, right) = items.split_at_mut(right_start);
            let (left, right) = ((&mut left[..left_end], least), (right, Some(pivot)));
            let (shorter, longer) = if left.0.len() < right.0.len() { (left, right) } else { (right, left) };
            if !self.quicksort(shorter.0, shorter.1) {
                return false;
            }
            (items, least) = longer;
        }
        self.selection_sort(items);
        true
    }

    /// Selection sort: moves the greatest element to the end, then repeats with the rest. On ties it takes the first, or the
    /// last if the comparison never returns equal.
    fn selection_sort<T, K: Copy + Ord>(&self, items: &mut [T])
    where
        F: Fn(&T) -> K,
    {
        for end in (1..items.len()).rev() {
            let mut greatest = ((self.key)(&items[0]), 0);
            for (item, at) in items[1..=end].iter().zip(1..) {
                let key = (self.key)(item);
                greatest = if Self::is_greater(key, greatest.0) { (key, at) } else { greatest };
            }
            items.swap(greatest.1, end);
        }
    }

    /// Sorts the first, the middle and the last element, and returns the index of the middle one.
    fn median_of_three<T: Copy, K: Ord>(&self, items: &mut [T]) -> usize
    where
        F: Fn(&T) -> K,
    {
        let (middle, last) = (items.len() / 2, items.len() - 1);
        for (a, b) in [(0, middle), (0, last), (middle, last)] {
            // The swaps are unpredictable, so a branch would cost more than two moves.
            let (first, second) = (items[a], items[b]);
            let is_exchanged = Self::is_greater((self.key)(&first), (self.key)(&second));
            items[a] = select_unpredictable(is_exchanged, second, first);
            items[b] = select_unpredictable(is_exchanged, first, second);
        }
        middle
    }

    /// Partitions around the element at `middle`. Returns the end of the left range and the start of the right one.
    fn partition<T, K: Copy + Ord>(&mut self, items: &mut [T], middle: usize) -> (usize, usize)
    where
        F: Fn(&T) -> K,
    {
        let (key, last) = (&self.key, items.len() - 1);
        let pivot = key(&items[middle]);
        // The first and the last are in place, even if the last equals the middle one.
        let inner = &mut items[1..last];
        let (high, tracked) = self.misplaced.exchange(inner, middle - 1, |item| !Self::is_greater(key(item), pivot));
        let middle = tracked + 1;
        // Elements that compare equal to the middle one and are next to it or to the border are in place.
        let is_equal = |at: usize| SAYS_EQUAL && key(&items[at]) == pivot;
        let right_start = if high + 1 == last && is_equal(last) { items.len() } else { high + 1 };
        let mut left_last = high;
        while left_last > middle && is_equal(left_last) {
            left_last -= 1;
        }
        if left_last == middle {
            left_last -= 1;
            while left_last > 0 && is_equal(left_last) {
                left_last -= 1;
            }
        }
        (left_last + 1, right_start)
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::runtime;
    use super::*;
    use proptest::prelude::*;

    /// Inputs from all ties to almost none.
    fn numbers() -> impl Strategy<Value = Vec<(u16, u32)>> {
        (0..5000_u16, 0..1000_usize).prop_flat_map(|(most, len)| {
            let numbers = prop::collection::vec(0..=most, len);
            numbers.prop_map(|numbers| numbers.into_iter().zip(0..).collect())
        })
    }

    fn never_equal<K: Ord>(a: &(K, u32), b: &(K, u32)) -> Ordering {
        if a.0 < b.0 { Ordering::Less } else { Ordering::Greater }
    }

    proptest! {
        #[test]
        fn each_element_stands_where_the_runtime_puts_it(items in numbers(), ascending: bool) {
            let mut items = items;
            if ascending {
                items.sort_by_key(|item| item.0);
            }
            let (mut sorted, mut expected) = (items.clone(), items.clone());
            runtime::qsort(&mut expected, &|a, b| a.0.cmp(&b.0));
            prop_assert!(qsort_by_key(&mut sorted, |item| item.0));
            prop_assert_eq!(sorted, expected);

            let mut expected = items.clone();
            runtime::qsort(&mut expected, &never_equal);
            prop_assert!(qsort_never_equal(&mut items, |item| item.0));
            prop_assert_eq!(items, expected);
        }
    }

    #[test]
    fn up_to_eight_ties_follow_the_selection_sort() {
        // Each round moves the first of the greatest to the end, and the swap reorders the rest.
        let mut items = [(1, 'a'), (1, 'b'), (0, 'c')];
        assert!(qsort_by_key(&mut items, |item| item.0));
        assert_eq!(items, [(0, 'c'), (1, 'b'), (1, 'a')]);
        let mut items = [(1, 0), (1, 1), (0, 2)];
        assert!(qsort_never_equal(&mut items, |item| item.0));
        assert_eq!(items, [(0, 2), (1, 0), (1, 1)]);
    }

    #[test]
    fn any_number_of_ties_stands_where_the_runtime_puts_it() {
        let mut ties: Vec<(u8, u32)> = (0..10_000).map(|at| (u8::from(at % 5 == 0), at)).collect();
        let mut expected = ties.clone();
        runtime::qsort(&mut expected, &never_equal);
        assert!(qsort_never_equal(&mut ties, |item| item.0));
        assert_eq!(ties, expected);
    }

    /// "Median of three killer": ascending odd positions first, so that every partition splits off two elements.
    fn quadratic(n: u32) -> Vec<u32> {
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
        assert!(!qsort_by_key(&mut quadratic(200_000), |number| *number));
        assert!(!qsort_never_equal(&mut quadratic(200_000), |number| *number));
    }
}
