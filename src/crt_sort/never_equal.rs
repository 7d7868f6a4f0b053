//! The same sort by keys, with a comparison that never returns equal, like KotOR's.
//!
//! With such a comparison the result of a partition is known before anything moves. All elements less than the middle
//! one, and the middle one itself, belong to the left. The first misplaced element from the left is exchanged with the
//! first misplaced one from the right, and so on. So each element is compared once, without a branch that the processor
//! could mispredict, and ties cost no more than other numbers.

use std::hint::select_unpredictable;

use super::misplaced::Misplaced;
use super::{Partition, budget, quicksort};

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
    let mut budget = budget(items.len());
    let mut misplaced = Misplaced::default();
    quicksort(items, &mut budget, &mut selection_sort, &mut |items| partition(items, &mut misplaced))
}

/// Selection sort: moves the last of the greatest elements to the end, then repeats with the rest.
fn selection_sort<K: Copy + Ord>(items: &mut [(K, u32)]) {
    for end in (1..items.len()).rev() {
        let mut greatest = (items[0].0, 0);
        for (&(key, _), at) in items[..=end].iter().zip(0..) {
            greatest = if key < greatest.0 { greatest } else { (key, at) };
        }
        items.swap(greatest.1, end);
    }
}

/// Partitions around the median of the first, middle and last element.
fn partition<K: Copy + Ord>(items: &mut [(K, u32)], misplaced: &mut Misplaced) -> Partition {
    let (middle, last) = (items.len() / 2, items.len() - 1);
    for (a, b) in [(0, middle), (0, last), (middle, last)] {
        // Equal elements are exchanged, too. Nothing foretells which are, so a branch would cost more than two moves.
        let (first, second) = (items[a], items[b]);
        let is_exchanged = first.0 >= second.0;
        items[a] = select_unpredictable(is_exchanged, second, first);
        items[b] = select_unpredictable(is_exchanged, first, second);
    }
    let pivot = items[middle].0;
    // The first and the last are in place. The middle one counts as less than itself.
    let (on_the_left, middle) = misplaced.exchange(&mut items[1..last], middle - 1, |&(key, _)| key < pivot);
    // Of the elements equal to the middle one, the runtime skips only the middle one itself, if it came to be the last
    // on its side.
    let steps_over = middle + 1 == on_the_left;
    Partition {
        left_end: on_the_left + usize::from(!steps_over),
        right_start: on_the_left + 1,
        comparisons: items.len(),
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::super::qsort;
    use super::*;
    use proptest::prelude::*;

    /// From all equal to hardly a tie.
    fn numbers() -> impl Strategy<Value = Vec<(u16, u32)>> {
        (0..5000_u16, 0..1000_usize).prop_flat_map(|(most, len)| {
            let numbers = prop::collection::vec(0..=most, len);
            numbers.prop_map(|numbers| numbers.into_iter().zip(0..).collect())
        })
    }

    proptest! {
        #[test]
        fn each_element_stands_where_qsort_puts_it(items in numbers(), ascending: bool) {
            let mut items = items;
            if ascending {
                items.sort_by_key(|item| item.0);
            }
            let mut expected = items.clone();
            let never_equal = |a: &(u16, u32), b: &(u16, u32)| if a.0 < b.0 { Ordering::Less } else { Ordering::Greater };
            prop_assert!(qsort(&mut expected, never_equal));
            prop_assert!(qsort_never_equal(&mut items));
            prop_assert_eq!(items, expected);
        }
    }
}
