//! The runtime's sort step by step, with any comparison: the reference for the sorts by key.

use std::cmp::Ordering;

use super::CUTOFF;

/// Sorts like the runtime, with a comparison that may not be a strict weak order.
pub(super) fn qsort<T>(mut items: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    while items.len() > CUTOFF {
        let (left_end, right_start) = partition(items, compare);
        let (left, right) = items.split_at_mut(right_start);
        let left = &mut left[..left_end];
        let (shorter, longer) = if left.len() < right.len() { (left, right) } else { (right, left) };
        qsort(shorter, compare);
        items = longer;
    }
    selection_sort(items, compare);
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

/// Partitions around the median of the first, middle and last element. `middle` follows that element as it moves. Returns the
/// end of the left range and the start of the right one.
fn partition<T>(items: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> (usize, usize) {
    let last = items.len() - 1;
    let compare = |items: &[T], a: usize, b: usize| compare(&items[a], &items[b]);
    let mut middle = items.len() / 2;
    for (a, b) in [(0, middle), (0, last), (middle, last)] {
        if compare(items, a, b).is_gt() {
            items.swap(a, b);
        }
    }

    // `low` and `high` move towards each other past elements that are already on the correct side. `low` may go one past
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
    (high + 1, low.min(items.len()))
}
