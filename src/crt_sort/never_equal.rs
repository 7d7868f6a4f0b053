//! The same sort for numbers and a comparison that never says equal, as KotOR's did.
//!
//! With such a comparison it is known before anything moves what a partition does: all that is less than the middle
//! element, and the middle element itself, belongs to the left; the first that stands wrong from the left is exchanged
//! with the first that stands wrong from the right, and so on. So the elements are looked at in blocks, without a branch
//! that a processor could guess wrongly, and ties cost no more than other numbers.

use super::{Partition, budget, quicksort};

/// A number to sort by, which is no NaN, and an id that no other element of the list has.
type Numbered = (f64, u32);

/// How many elements are looked at before any of them moves: one bit for each.
const BLOCK: usize = u64::BITS as usize;

/// [`qsort`](super::qsort) by the numbers, with a comparison that says `Less` for less and `Greater` for all else, many
/// times faster. Returns `false` past the budget. The ids tell the elements of one list apart.
///
/// ```
/// let mut items = [(1.0, 0), (1.0, 1), (0.0, 2)];
/// assert!(walkmesh::crt_sort::qsort_never_equal(&mut items));
/// assert_eq!(items, [(0.0, 2), (1.0, 0), (1.0, 1)]);
/// ```
#[must_use]
pub fn qsort_never_equal(items: &mut [(f64, u32)]) -> bool {
    let mut budget = budget(items.len());
    quicksort(items, &mut budget, &selection_sort, &partition)
}

/// Moves the last greatest element to the end, then does the same with the rest.
fn selection_sort(items: &mut [Numbered]) {
    for end in (1..items.len()).rev() {
        let mut greatest = (items[0].0, 0);
        for (&(number, _), at) in items[..=end].iter().zip(0..) {
            greatest = if number < greatest.0 { greatest } else { (number, at) };
        }
        items.swap(greatest.1, end);
    }
}

/// Splits around the median of the first, middle and last element.
fn partition(items: &mut [Numbered]) -> Partition {
    let (middle, last) = (items.len() / 2, items.len() - 1);
    for (a, b) in [(0, middle), (0, last), (middle, last)] {
        // Not `>=`: the runtime swaps equal ones.
        if !(items[a].0 < items[b].0) {
            items.swap(a, b);
        }
    }
    let pivot = items[middle];
    let belongs_left = |&(number, id): &Numbered| (number < pivot.0) | (id == pivot.1);
    let between = &mut items[1..last];
    let on_the_left = between.iter().filter(|item| belongs_left(item)).count();
    let (left, right) = between.split_at_mut(on_the_left);
    exchange(left, right, belongs_left);
    // Of elements that are equal to the middle one the runtime steps over one only: the middle one, where it came to
    // stand last on its side.
    let steps_over = items[on_the_left].1 == pivot.1;
    Partition {
        left_end: on_the_left + usize::from(!steps_over),
        right_start: on_the_left + 1,
        comparisons: items.len(),
    }
}

/// Exchanges what stands wrong on the left, from its start, with what stands wrong on the right, from its end.
fn exchange(left: &mut [Numbered], right: &mut [Numbered], belongs_left: impl Fn(&Numbered) -> bool) {
    let (mut lefts, mut rights) = (left.chunks_mut(BLOCK), right.rchunks_mut(BLOCK));
    let (mut left, mut right): (&mut [Numbered], &mut [Numbered]) = (&mut [], &mut []);
    let (mut wrong_left, mut wrong_right) = (0, 0);
    loop {
        while wrong_left == 0 {
            let Some(block) = lefts.next() else { return };
            left = block;
            wrong_left = bits(left, |item| !belongs_left(item));
        }
        while wrong_right == 0 {
            let Some(block) = rights.next() else { return };
            right = block;
            wrong_right = bits(right, &belongs_left);
        }
        while wrong_left != 0 && wrong_right != 0 {
            let (from_left, from_right) = (wrong_left.trailing_zeros(), wrong_right.ilog2());
            std::mem::swap(&mut left[from_left as usize], &mut right[from_right as usize]);
            wrong_left &= wrong_left - 1;
            wrong_right ^= 1 << from_right;
        }
    }
}

/// One bit for each element of a block, set where the question is answered with yes.
fn bits(block: &[Numbered], question: impl Fn(&Numbered) -> bool) -> u64 {
    block.iter().zip(0..).fold(0, |bits, (item, at)| bits | u64::from(question(item)) << at)
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
