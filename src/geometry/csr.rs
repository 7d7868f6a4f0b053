//! [`Csr`]: lists of things by a number, one after another in memory.

use std::ops::Range;

/// A list of things for each key from 0 on, one list after another (compressed sparse rows).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Csr<T> {
    /// Where the list of each key starts, and where the last one ends.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Csr<T> {
    /// Gathers things by their keys, each list in the order of the entries: a counting sort. `entries` is asked for twice
    /// and must tell the same both times; keys are less than `keys`, and there are fewer than 2³² entries.
    pub(crate) fn group<I: Iterator<Item = (usize, T)>>(keys: usize, entries: impl Fn() -> I) -> Self {
        // While items are put down, `starts[key + 1]` is where the next one of a key goes, and at last where they end.
        let mut starts = vec![0_u32; keys + 2];
        for (key, _) in entries() {
            starts[key + 2] += 1;
        }
        for key in 2..starts.len() {
            starts[key] += starts[key - 1];
        }
        let mut items = vec![T::default(); starts[keys + 1] as usize];
        for (key, item) in entries() {
            let next = &mut starts[key + 1];
            items[*next as usize] = item;
            *next += 1;
        }
        starts.truncate(keys + 1);
        Self { starts, items }
    }
}

impl<T> Csr<T> {
    /// The list of a key, which is less than their count.
    pub(crate) fn row(&self, key: usize) -> &[T] {
        &self.items[self.range(key)]
    }

    /// The list of a key, to be changed.
    pub(crate) fn row_mut(&mut self, key: usize) -> &mut [T] {
        let range = self.range(key);
        &mut self.items[range]
    }

    /// The list of a key, unless there is no such key.
    pub(crate) fn get(&self, key: usize) -> Option<&[T]> {
        (key + 1 < self.starts.len()).then(|| self.row(key))
    }

    /// Where the list of a key stands among all things.
    pub(crate) fn range(&self, key: usize) -> Range<usize> {
        self.starts[key] as usize..self.starts[key + 1] as usize
    }

    /// All things, by ascending keys.
    pub(crate) fn into_items(self) -> Vec<T> {
        self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_stand_with_their_keys_in_the_order_in_which_they_came() {
        let entries = [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd'), (2, 'e')];
        let lists = Csr::group(5, || entries.into_iter());
        let rows: Vec<&[char]> = (0..5).map(|key| lists.row(key)).collect();
        assert_eq!(rows, [&['b'][..], &[], &['a', 'c', 'e'], &['d'], &[]]);
        assert_eq!((lists.get(3), lists.get(5)), (Some(&['d'][..]), None));
        assert_eq!(Csr::<u8>::group(0, std::iter::empty).get(0), None);
    }
}
