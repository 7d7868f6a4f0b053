//! [`Csr`]: lists of items by key, stored one after another.

use std::ops::Range;

/// A list of items for each key from 0 on, one list after another (compressed sparse rows).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Csr<T> {
    /// The start of each key's list, and the end of the last one.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Csr<T> {
    /// Groups items by key with a counting sort that keeps the order of the entries. `entries` is called twice and must
    /// return the same entries both times. Keys are less than `keys`, and there are fewer than 2³² entries.
    pub fn group<I: Iterator<Item = (usize, T)>>(keys: usize, entries: impl Fn() -> I) -> Self {
        // During the fill `starts[key + 1]` is the next free index of a key; at the end it is the end of the key's
        // list.
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
    /// The list of a key, which must be in range.
    #[inline]
    pub fn row(&self, key: usize) -> &[T] {
        &self.items[self.range(key)]
    }

    /// The list of a key, mutable.
    #[inline]
    pub fn row_mut(&mut self, key: usize) -> &mut [T] {
        let range = self.range(key);
        &mut self.items[range]
    }

    /// The list of a key, or `None` if the key is out of range.
    #[inline]
    pub fn get(&self, key: usize) -> Option<&[T]> {
        let end = key.checked_add(1)?;
        (end < self.starts.len()).then(|| self.row(key))
    }

    /// The range of a key's list among all items.
    #[inline]
    pub fn range(&self, key: usize) -> Range<usize> {
        self.starts[key] as usize..self.starts[key + 1] as usize
    }

    /// All items, by ascending keys.
    #[inline]
    pub fn into_items(self) -> Vec<T> {
        self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_grouped_by_key_in_their_original_order() {
        let entries = [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd'), (2, 'e')];
        let lists = Csr::group(5, || entries.into_iter());
        let rows: Vec<&[char]> = (0..5).map(|key| lists.row(key)).collect();
        assert_eq!(rows, [&['b'][..], &[], &['a', 'c', 'e'], &['d'], &[]]);
        assert_eq!((lists.get(3), lists.get(5), lists.get(usize::MAX)), (Some(&['d'][..]), None, None));
        assert_eq!(Csr::<u8>::group(0, std::iter::empty).get(0), None);
    }
}
