//! [`TableDiff`]: the comparison of one table in two files. It counts the entries and the equal ones, and lists the first
//! that differ.
//!
//! Every game's `diff` returns a list of [`TableDiff`]s, so that one command and one report serve all games. Together the
//! tables hold every byte that the library keeps of a file: files without a difference have the same bytes. The [`Group`] of
//! a table decides whether a difference in it matters.

mod value;

use std::fmt;

use crate::finding::{PartKind, Place, PlacePart};
use crate::formats::Arrangement;

pub(crate) use value::{Hex, Text, Value, text_and_rest};

/// The kind of data in a table, and with it the meaning of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Group {
    /// Data that the game or the toolset can see.
    Content,
    /// Bytes that the game's tools left uninitialised and no reader uses, and bytes in gaps between the parts of a file.
    Uninitialised,
    /// The packing of the content, and data that is kept as raw bytes without being read: the deflated stream of a
    /// walkmesh, packets of unknown types, the order of the parts.
    Packaging,
}

impl Group {
    /// All groups, in descending order of importance.
    pub const ALL: [Self; 3] = [Self::Content, Self::Uninitialised, Self::Packaging];
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Content => "content",
            Self::Uninitialised => "uninitialised or gap bytes",
            Self::Packaging => "packaging",
        })
    }
}

/// One table of two files, compared entry by entry and bit by bit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TableDiff {
    /// The name of the table, with the field if that is compared separately, such as `triangles.normal`.
    pub table: &'static str,
    /// The kind of data in the table.
    pub group: Group,
    /// Number of entries in the longer of the two tables.
    pub entries: usize,
    /// Number of entries that are equal in every bit.
    pub equal: usize,
    /// The first entries that differ, at most [`TableDiff::SHOWN`].
    pub first: Vec<Difference>,
}

/// One differing entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Difference {
    /// The name of the entry.
    pub place: Place,
    /// The value in the first file; `None` if it has no such entry.
    pub left: Option<String>,
    /// The value in the second file; `None` if it has no such entry.
    pub right: Option<String>,
}

impl TableDiff {
    /// Maximum number of differing entries that a table lists.
    pub const SHOWN: usize = 3;

    /// A table without entries.
    pub(crate) const fn new(table: &'static str, group: Group) -> Self {
        Self { table, group, entries: 0, equal: 0, first: Vec::new() }
    }

    /// Compares one field of each row of two tables. `kind` is the kind of a row, such as a face.
    pub(crate) fn rows<'a, T, U: Value>(
        mut self,
        kind: PartKind,
        left: &'a [T],
        right: &'a [T],
        field: impl Fn(&'a T) -> U,
    ) -> Self {
        for at in 0..left.len().max(right.len()) {
            self.entry(part(kind, at), left.get(at).map(&field), right.get(at).map(&field));
        }
        self
    }

    /// Compares one field of each row of nested tables: each row of an outer table has one.
    pub(crate) fn nested<'a, O, T: 'a, U: Value>(
        mut self,
        [outer, kind]: [PartKind; 2],
        left: &'a [O],
        right: &'a [O],
        list: impl Fn(&'a O) -> &'a [T],
        field: impl Fn(&'a T) -> U,
    ) -> Self {
        for at in 0..left.len().max(right.len()) {
            let [l, r] = [left, right].map(|rows| rows.get(at).map_or(&[][..], &list));
            for inner in 0..l.len().max(r.len()) {
                self.entry([part(outer, at), part(kind, inner)], l.get(inner).map(&field), r.get(inner).map(&field));
            }
        }
        self
    }

    /// Compares raw bytes; each byte is an entry.
    pub(crate) fn bytes(self, left: &[u8], right: &[u8]) -> Self {
        self.rows(PartKind::Byte, left, right, |byte| Hex([*byte]))
    }

    /// Compares the order of the parts of two files, and the bytes between the parts.
    pub(crate) fn arrangements(left: &Arrangement, right: &Arrangement) -> [Self; 3] {
        [
            Self::new("arrangement.order", Group::Packaging).rows(
                PartKind::Position,
                &left.order,
                &right.order,
                |part| *part,
            ),
            Self::new("arrangement.gaps", Group::Packaging)
                .rows(PartKind::Gap, &left.gaps, &right.gaps, |gap| [gap.before, gap.size]),
            Self::new("gap_bytes", Group::Uninitialised).bytes(&left.bytes, &right.bytes),
        ]
    }

    /// Compares a value that occurs once in each file, by the name of its field.
    pub(crate) fn field<T: Value>(&mut self, name: &'static str, left: T, right: T) {
        debug_assert_eq!(PartKind::from_name(name), None, "a kind of its own");
        self.entry(PartKind::HeaderField(name), Some(left), Some(right));
    }

    /// Compares one entry. It is not counted if neither file has it.
    pub(crate) fn entry<T: Value>(&mut self, place: impl Into<Place>, left: Option<T>, right: Option<T>) {
        let same = match (&left, &right) {
            (None, None) => return,
            (Some(left), Some(right)) => left.same(right),
            (Some(_), None) | (None, Some(_)) => false,
        };
        self.verdict(place, same, || [&left, &right].map(|value| value.as_ref().map(Value::show)));
    }

    /// Counts one entry that the caller has compared.
    pub(crate) fn verdict(&mut self, place: impl Into<Place>, same: bool, show: impl FnOnce() -> [Option<String>; 2]) {
        if self.counted(same) {
            let [left, right] = show();
            self.list(place.into(), left, right);
        }
    }

    /// Counts an entry. Returns whether it differs and should be listed.
    fn counted(&mut self, same: bool) -> bool {
        self.entries += 1;
        self.equal += usize::from(same);
        !same && self.first.len() < Self::SHOWN
    }

    fn list(&mut self, place: Place, left: Option<String>, right: Option<String>) {
        self.first.push(Difference { place, left, right });
    }

    /// Adds a table of a part, such as a room, to the totals of all parts: it is counted in the table of the same name, and its listed
    /// entries get the part as a prefix.
    pub(crate) fn add_within(tables: &mut Vec<Self>, table: Self, part: &PlacePart) {
        let listed = table.first.into_iter();
        let listed = listed.map(|one| Difference { place: one.place.within(part.clone()), ..one });
        let at = tables.iter().position(|known| known.table == table.table && known.group == table.group);
        let at = at.unwrap_or_else(|| {
            tables.push(Self::new(table.table, table.group));
            tables.len() - 1
        });
        let all = &mut tables[at];
        all.entries += table.entries;
        all.equal += table.equal;
        let room = Self::SHOWN.saturating_sub(all.first.len());
        all.first.extend(listed.take(room));
    }

    /// Returns whether the two tables are equal in every bit.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.equal == self.entries
    }
}

/// The name of a row.
pub(crate) fn part(kind: PartKind, at: usize) -> PlacePart {
    PlacePart::new(kind, at as i64)
}

impl fmt::Display for TableDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<32} {:>9} of {:>9} equal", self.table, self.equal, self.entries)?;
        for Difference { place, left, right } in &self.first {
            let [left, right] = [left, right].map(|value| value.as_deref().unwrap_or("nothing"));
            write!(f, "\n  {place}: {left} -> {right}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare<T: Value>(left: &[T], right: &[T]) -> TableDiff
    where
        for<'a> &'a T: Value,
    {
        TableDiff::new("faces", Group::Content).rows(PartKind::Face, left, right, |value| value)
    }

    #[test]
    fn counts_what_is_equal_and_shows_the_first_that_differ() {
        let diff = compare(&[1_u32, 2, 3, 4, 5, 6], &[1, 9, 9, 9, 9]);
        assert_eq!((diff.entries, diff.equal, diff.first.len()), (6, 1, 3));
        let place = Place::from(PlacePart::new(PartKind::Face, 1));
        assert_eq!(diff.first[0], Difference { place, left: Some("2".into()), right: Some("9".into()) });
        assert!(!diff.is_equal());
    }

    #[test]
    fn an_entry_that_only_one_file_has_differs() {
        let diff = compare(&[1_u32], &[]);
        assert_eq!((diff.entries, diff.equal), (1, 0));
        assert_eq!(diff.first[0].right, None);
        assert!(diff.to_string().ends_with("face 0: 1 -> nothing"), "{diff}");
    }

    #[test]
    fn negative_zero_and_nan_are_compared_as_bits() {
        assert!(!compare(&[0.0_f32], &[-0.0]).is_equal());
        assert!(compare(&[f32::NAN], &[f32::NAN]).is_equal());
    }

    #[test]
    fn rows_of_rows_are_compared_by_both_numbers() {
        let (left, right) = ([vec![1_u8, 2], vec![3]], [vec![1, 7]]);
        let diff = TableDiff::new("cells", Group::Packaging).nested(
            [PartKind::Block, PartKind::Cell],
            &left,
            &right,
            |row| row,
            |value| *value,
        );
        assert_eq!((diff.entries, diff.equal), (3, 1));
        let places: Vec<_> = diff.first.iter().map(|first| first.place.to_string()).collect();
        assert_eq!(places, ["block 0, cell 1", "block 1, cell 0"]);
    }
}
