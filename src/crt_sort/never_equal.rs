//! The same sort for numbers, with a comparison that never returns equal, like KotOR's.
//!
//! With such a comparison the result of a partition is known before anything moves. All elements less than the middle
//! one, and the middle one itself, belong to the left. The first misplaced element from the left is exchanged with the
//! first misplaced one from the right, and so on. So each element is compared once, without a branch that the processor
//! could mispredict, and ties cost no more than other numbers.

use super::{Partition, budget, quicksort};

/// A finite sort key, and the value that belongs to it.
type Numbered = (f64, u32);

const BITS: usize = u64::BITS as usize;

/// [`qsort`](super::qsort) by the numbers, with a comparison that returns `Less` for less and `Greater` for everything
/// else, many times faster. The numbers must be finite, otherwise the order differs. Returns `false` if the budget is
/// exceeded.
///
/// ```
/// let mut items = [(1.0, 0), (1.0, 1), (0.0, 2)];
/// assert!(walkmesh::crt_sort::qsort_never_equal(&mut items));
/// assert_eq!(items, [(0.0, 2), (1.0, 0), (1.0, 1)]);
/// ```
#[must_use]
pub fn qsort_never_equal(items: &mut [(f64, u32)]) -> bool {
    let mut budget = budget(items.len());
    let mut belong_left = Vec::new();
    quicksort(items, &mut budget, &mut selection_sort, &mut |items| partition(items, &mut belong_left))
}

/// Selection sort: moves the last of the greatest elements to the end, then repeats with the rest.
fn selection_sort(items: &mut [Numbered]) {
    for end in (1..items.len()).rev() {
        let mut greatest = (items[0].0, 0);
        for (&(number, _), at) in items[..=end].iter().zip(0..) {
            greatest = if number < greatest.0 { greatest } else { (number, at) };
        }
        items.swap(greatest.1, end);
    }
}

/// Partitions around the median of the first, middle and last element. `belong_left` is memory for one bit per element.
fn partition(items: &mut [Numbered], belong_left: &mut Vec<u64>) -> Partition {
    let (middle, last) = (items.len() / 2, items.len() - 1);
    for (a, b) in [(0, middle), (0, last), (middle, last)] {
        // Equal elements are exchanged, too.
        if items[a].0 >= items[b].0 {
            items.swap(a, b);
        }
    }
    let pivot = items[middle].0;
    // The first and the last are in place. The middle one counts as less than itself.
    items[middle].0 = f64::NEG_INFINITY;
    let between = &mut items[1..last];
    belong_left.clear();
    belong_left.extend(
        between
            .chunks(BITS)
            .map(|block| block.iter().rev().fold(0, |bits, &(number, _)| bits << 1 | u64::from(number < pivot))),
    );
    let on_the_left = belong_left.iter().map(|bits| bits.count_ones() as usize).sum();
    let middle = exchange(between, belong_left, on_the_left, middle - 1);
    between[middle].0 = pivot;
    // Of the elements equal to the middle one, the runtime skips only the middle one itself, if it came to be the last
    // on its side.
    let steps_over = middle + 1 == on_the_left;
    Partition {
        left_end: on_the_left + usize::from(!steps_over),
        right_start: on_the_left + 1,
        comparisons: items.len(),
    }
}

/// Exchanges the misplaced elements among the first `on_the_left`, from their start, with the misplaced ones among the
/// rest, from their end. Returns the new index of the element `tracked`, which belongs to the left.
fn exchange(items: &mut [Numbered], belong_left: &[u64], on_the_left: usize, tracked: usize) -> usize {
    // The mask of a word's bits that belong to the left part.
    let on_left = |word: usize| match on_the_left.saturating_sub(word * BITS) {
        all if all >= BITS => u64::MAX,
        some => (1 << some) - 1,
    };
    let (mut left_word, mut right_word) = (0, belong_left.len());
    let (mut wrong_left, mut wrong_right) = (0_u64, 0_u64);
    let mut now = tracked;
    loop {
        while wrong_right == 0 {
            let Some(word) = right_word.checked_sub(1) else { return now };
            right_word = word;
            wrong_right = belong_left[word] & !on_left(word);
        }
        while wrong_left == 0 {
            wrong_left = !belong_left[left_word] & on_left(left_word);
            left_word += 1;
        }
        while wrong_left != 0 && wrong_right != 0 {
            let left = (left_word - 1) * BITS + wrong_left.trailing_zeros() as usize;
            let right = right_word * BITS + wrong_right.ilog2() as usize;
            items.swap(left, right);
            if right == tracked {
                now = left;
            }
            wrong_left &= wrong_left - 1;
            wrong_right ^= 1 << wrong_right.ilog2();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::super::qsort;
    use super::*;
    use proptest::prelude::*;

    /// From all equal to hardly a tie.
    fn numbers() -> impl Strategy<Value = Vec<Numbered>> {
        (0..5000_u16, 0..1000_usize).prop_flat_map(|(most, len)| {
            let numbers = prop::collection::vec(0..=most, len);
            numbers.prop_map(|numbers| numbers.into_iter().map(f64::from).zip(0..).collect())
        })
    }

    proptest! {
        #[test]
        fn each_element_stands_where_qsort_puts_it(items in numbers(), ascending: bool) {
            let mut items = items;
            if ascending {
                items.sort_by(|a, b| a.0.total_cmp(&b.0));
            }
            let mut expected = items.clone();
            let never_equal = |a: &Numbered, b: &Numbered| if a.0 < b.0 { Ordering::Less } else { Ordering::Greater };
            prop_assert!(qsort(&mut expected, never_equal));
            prop_assert!(qsort_never_equal(&mut items));
            prop_assert_eq!(items, expected);
        }
    }
}
