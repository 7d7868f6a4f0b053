//! The C runtime's `qsort` of Visual Studio 2005, which both BioWare bakers used. It is unstable, and the files
//! show exactly in which way: the order of ties in KotOR's trees and of the triangles on an NWN2 edge comes from it.
//!
//! Source: the measured facts (`bwm-exact.md` section 2, `trn-aswm-exact.md` section B): median of three, and a
//! selection sort from eight elements down.

use std::cmp::Ordering;

/// At or below this many elements, the runtime sorts by moving the greatest to the end, again and again.
const CUTOFF: usize = 8;

/// Sorts as the runtime does, with a comparison that may not be a strict weak order (KotOR's never says equal).
///
/// A quicksort that takes the middle can be made quadratic, and the input may be hostile: past a budget of
/// `64 · n · (log2 n + 1)` comparisons, which no order of real files comes near, `false` is returned, the slice holds
/// the same elements in some order, and the caller sorts in another way (the exact order of ties is then lost).
#[must_use]
pub fn qsort<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) -> bool {
    let n = items.len();
    let mut budget = 64_usize.saturating_mul(n).saturating_mul(n.max(1).ilog2() as usize + 1);
    let mut ranges = vec![(0, n)];
    while let Some((lo, end)) = ranges.pop() {
        if end - lo <= CUTOFF {
            selection_sort(&mut items[lo..end], &mut compare);
            continue;
        }
        let spent = partition(&mut items[lo..end], &mut compare);
        let (left, right) = spent.ranges;
        let Some(rest) = budget.checked_sub(spent.comparisons) else { return false };
        budget = rest;
        // A range of one element is in place; the two sides are independent, so their order does not matter.
        ranges.extend(
            [left, right].into_iter().filter(|(from, to)| to - from > 1).map(|(from, to)| (lo + from, lo + to)),
        );
    }
    true
}

/// Moves the last greatest element to the end, then does the same with the rest.
fn selection_sort<T>(items: &mut [T], compare: &mut impl FnMut(&T, &T) -> Ordering) {
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

/// What one partition leaves to do, as half-open ranges, and what it cost.
struct Partition {
    ranges: ((usize, usize), (usize, usize)),
    comparisons: usize,
}

/// Splits around the median of the first, middle and last element; `middle` follows that element as it moves.
fn partition<T>(items: &mut [T], compare: &mut impl FnMut(&T, &T) -> Ordering) -> Partition {
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

    // `low` and `high` walk towards each other past what is already on its side. `low` may step one past the end.
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

    // Elements equal to the middle one are in place already: step over them.
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
    Partition { ranges: ((0, high + 1), (low.min(items.len()), items.len())), comparisons }
}

#[cfg(test)]
mod tests {
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
        // The first of the greatest goes to the end at each turn, and the swap shuffles the rest.
        let mut items = [(1, 'a'), (1, 'b'), (0, 'c')];
        assert!(qsort(&mut items, |a, b| a.0.cmp(&b.0)));
        assert_eq!(items, [(0, 'c'), (1, 'b'), (1, 'a')]);
    }

    #[test]
    fn an_order_made_to_be_quadratic_gives_up() {
        // "Median of three killer": ascending odd positions first, so that every partition splits off two elements.
        let n = 200_000_u32;
        let mut killer: Vec<u32> = (0..n).collect();
        let half = killer.len() / 2;
        for i in 0..half {
            killer[i] = if i % 2 == 0 { i as u32 + 1 } else { (half + i + i % 2) as u32 - 1 };
            killer[half + i] = 2 * (i as u32 + 1);
        }
        let mut comparisons = 0_u64;
        let sorted = qsort(&mut killer, |a, b| {
            comparisons += 1;
            a.cmp(b)
        });
        assert!(!sorted);
        assert!(comparisons < 64 * u64::from(n) * 19, "{comparisons} comparisons for {n} elements");
    }
}
