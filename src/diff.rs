//! Two walkmeshes compared table by table: how many entries, how many equal, and the first that differ.
//!
//! Every game's `diff` returns a list of [`TableDiff`]s, so that one command and one report serve all.

use std::fmt;

/// One table of two files, compared entry by entry and bit by bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDiff {
    /// The table, and the field of its rows where that is compared by itself, such as `triangles.normal`.
    pub table: &'static str,
    /// Entries of the longer of the two tables.
    pub entries: usize,
    /// Entries that are equal in every bit.
    pub equal: usize,
    /// The first entries that differ, at most [`TableDiff::SHOWN`].
    pub first: Vec<Difference>,
}

/// One entry that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The entry and the field, such as `[12].normal`.
    pub place: String,
    /// What stands in the first file; empty where it has no such entry.
    pub left: String,
    /// What stands in the second file; empty where it has no such entry.
    pub right: String,
}

impl TableDiff {
    /// How many differing entries a table shows.
    pub const SHOWN: usize = 3;

    /// Compares two tables entry by entry with `same`, and shows the first differing ones with `show`.
    pub fn of<T>(
        table: &'static str,
        left: &[T],
        right: &[T],
        same: impl Fn(&T, &T) -> bool,
        show: impl Fn(&T) -> String,
    ) -> Self {
        let entries = left.len().max(right.len());
        let mut diff = Self { table, entries, equal: 0, first: Vec::new() };
        for index in 0..entries {
            match (left.get(index), right.get(index)) {
                (Some(l), Some(r)) if same(l, r) => diff.equal += 1,
                (l, r) if diff.first.len() < Self::SHOWN => diff.first.push(Difference {
                    place: format!("[{index}]"),
                    left: l.map(&show).unwrap_or_default(),
                    right: r.map(&show).unwrap_or_default(),
                }),
                _ => {}
            }
        }
        diff
    }

    /// Compares two tables of plain records by their bytes, and shows them with [`Debug`](fmt::Debug).
    pub fn of_bytes<T: bytemuck::NoUninit + fmt::Debug>(table: &'static str, left: &[T], right: &[T]) -> Self {
        let same = |l: &T, r: &T| bytemuck::bytes_of(l) == bytemuck::bytes_of(r);
        Self::of(table, left, right, same, |row| format!("{row:?}"))
    }

    /// Whether the two tables are equal in every bit.
    pub fn is_equal(&self) -> bool {
        self.equal == self.entries
    }
}

impl fmt::Display for TableDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<24} {:>9} of {:>9} equal", self.table, self.equal, self.entries)?;
        for Difference { place, left, right } in &self.first {
            write!(f, "\n  {place}: {left} -> {right}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_is_equal_and_shows_the_first_that_differ() {
        let diff = TableDiff::of_bytes("faces", &[1_u32, 2, 3, 4, 5, 6], &[1, 9, 9, 9, 9]);
        assert_eq!((diff.entries, diff.equal, diff.first.len()), (6, 1, 3));
        assert_eq!(diff.first[0], Difference { place: "[1]".into(), left: "2".into(), right: "9".into() });
        assert!(!diff.is_equal());
    }

    #[test]
    fn an_entry_that_only_one_file_has_differs() {
        let diff = TableDiff::of_bytes("faces", &[1_u32], &[]);
        assert_eq!((diff.entries, diff.equal), (1, 0));
        assert_eq!(diff.first[0].right, "");
    }

    #[test]
    fn negative_zero_and_nan_are_compared_as_bits() {
        assert!(!TableDiff::of_bytes("z", &[0.0_f32], &[-0.0]).is_equal());
        assert!(TableDiff::of_bytes("z", &[f32::NAN], &[f32::NAN]).is_equal());
    }
}
