//! The same sort by keys, with a comparison that never returns equal, like KotOR's.
//!
//! With such a comparison the result of a partition is known before anything moves. All elements less than the middle
//! one, and the middle one itself, belong to the left. The first misplaced element from the left is exchanged with the
//! first misplaced one from the right, and so on. So each element is compared once, without a branch that the processor
//! could mispredict.
//!
//! Ties of the middle one go to the right, so the runtime's cost is quadratic in the length of a run of ties. Here it is
//! linear: all elements on the right are known to be at least the middle one, and where the next middle one is equal to
//! that, nothing is compared.

use std::hint::select_unpredictable;

use super::misplaced::Misplaced;
use super::{CUTOFF, budget};

/// [`qsort`](super::qsort) by keys, with a comparison that returns `Less` for less and `Greater` for everything else, many
/// times faster. Each element is a key and the value that belongs to it. Returns `false` if the budget is exceeded.
///
/// ```
/// let mut items = [(1, 0), (1, 1), (0, 2)];
/// assert!(walkmesh::crt_sort::qsort_never_equal(&mut items));
/// assert_eq!(items, [(0, 2), (1, 0), (1, 1)]);
/// ```
#[must_use]
pub fn qsort_never_equal<K: Copy + Ord>(items: &mut [(K, u32)]) -> bool {
    Sort { budget: budget(items.len()), misplaced: Misplaced::default() }.quicksort(items, None)
}

/// What remains of the budget, and memory for partitions.
struct Sort {
    budget: usize,
    misplaced: Misplaced,
}

impl Sort {
    /// Partitions until few elements are left, like the [function](super::quicksort) of this name. No key is less than
    /// `least`.
    fn quicksort<K: Copy + Ord>(&mut self, mut items: &mut [(K, u32)], mut least: Option<K>) -> bool {
        while items.len() > CUTOFF {
            let middle = median_of_three(items);
            let pivot = items[middle].0;
            if least == Some(pivot) {
                // The first and the middle element are the left side, and all others belong to the right.
                items.swap(1, middle);
                items = &mut items[2..];
                continue;
            }
            let Some(rest) = self.budget.checked_sub(items.len()) else { return false };
            self.budget = rest;
            let (left_end, right_start) = partition(items, middle, &mut self.misplaced);
            let (left, right) = items.split_at_mut(right_start);
            let (left, right) = ((&mut left[..left_end], least), (right, Some(pivot)));
            let (shorter, longer) = if left.0.len() < right.0.len() { (left, right) } else { (right, left) };
            if !self.quicksort(shorter.0, shorter.1) {
                return false;
            }
            (items, least) = longer;
        }
        selection_sort(items);
        true
    }
}

/// Selection sort: moves the last of the greatest elements to the end, then repeats with the rest.
fn selection_sort<K: Copy + Ord>(items: &mut [(K, u32)]) {
    for end in (1..items.len()).rev() {
        let mut greatest = (items[0].0, 0);
        for (&(key, _), at) in items[1..=end].iter().zip(1..) {
            greatest = if key < greatest.0 { greatest } else { (key, at) };
        }
        items.swap(greatest.1, end);
    }
}

/// Sorts the first, the middle and the last element, and returns the index of the middle one.
fn median_of_three<K: Copy + Ord>(items: &mut [(K, u32)]) -> usize {
    let (middle, last) = (items.len() / 2, items.len() - 1);
    for (a, b) in [(0, middle), (0, last), (middle, last)] {
        // Equal elements are exchanged, too. Nothing foretells which are, so a branch would cost more than two moves.
        let (first, second) = (items[a], items[b]);
        let is_exchanged = first.0 >= second.0;
        items[a] = select_unpredictable(is_exchanged, second, first);
        items[b] = select_unpredictable(is_exchanged, first, second);
    }
    middle
}

/// Partitions around the element at `middle`. Returns the end of the left range and the start of the right one.
fn partition<K: Copy + Ord>(items: &mut [(K, u32)], middle: usize, misplaced: &mut Misplaced) -> (usize, usize) {
    let pivot = items[middle].0;
    // The first and the last are in place. The middle one counts as less than itself.
    let last = items.len() - 1;
    let (on_the_left, middle) = misplaced.exchange(&mut items[1..last], middle - 1, |&(key, _)| key < pivot);
    // Of the elements equal to the middle one, the runtime skips only the middle one itself, if it came to be the last
    // on its side.
    let steps_over = middle + 1 == on_the_left;
    (on_the_left + usize::from(!steps_over), on_the_left + 1)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::super::{partition, qsort, quicksort, selection_sort, tests::quadratic};
    use super::qsort_never_equal;
    use proptest::prelude::*;

    /// From all equal to hardly a tie.
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
        fn each_element_stands_where_qsort_puts_it(items in numbers(), ascending: bool) {
            let mut items = items;
            if ascending {
                items.sort_by_key(|item| item.0);
            }
            let mut expected = items.clone();
            prop_assert!(qsort(&mut expected, never_equal));
            prop_assert!(qsort_never_equal(&mut items));
            prop_assert_eq!(items, expected);
        }
    }

    #[test]
    fn any_number_of_ties_stands_where_the_runtime_puts_it() {
        let mut ties: Vec<(u8, u32)> = (0..10_000).map(|at| (u8::from(at % 5 == 0), at)).collect();
        let mut expected = ties.clone();
        let mut sort_few = |few: &mut [_]| selection_sort(few, &never_equal);
        let mut partition = |many: &mut [_]| partition(many, &never_equal);
        assert!(quicksort(&mut expected, &mut { usize::MAX }, &mut sort_few, &mut partition));
        assert!(qsort_never_equal(&mut ties));
        assert_eq!(ties, expected);
    }

    #[test]
    fn an_order_made_to_be_quadratic_gives_up() {
        let mut killer: Vec<(u32, u32)> = quadratic(200_000).into_iter().zip(0..).collect();
        assert!(!qsort_never_equal(&mut killer));
    }
}
