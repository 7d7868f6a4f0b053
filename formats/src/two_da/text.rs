//! The text form of a `.2da`, `V2.0`.
//!
//! Words are separated by spaces and TABs; a word with spaces is in double quotes. The first line is the
//! version. A line `DEFAULT: word` may follow. The next line with words has the labels of the columns, and each later line is a row: its
//! label, which is ignored, and then its cells. `****` is a cell without a value. Empty lines are ignored, and lines end in LF or CR LF.

use std::fmt;

use crate::error::Wrong;
use crate::rows::quoted;
use crate::{Error, Format};

/// A table over the bytes of its text; nothing is copied.
///
/// ```
/// use walkmesh_formats::two_da::Text;
///
/// let table = Text::from_bytes(b"2DA V2.0\r\n\r\n   Label  Walk\r\n0  \"Deep Water\" 0\r\n1  Dirt  ****\r\n")?;
/// assert_eq!(table.column("walk"), Some(1));
/// let rows: Vec<_> = table.rows().map(|row| (row.cell(0), row.cell(1))).collect();
/// assert_eq!(rows, [(&b"Deep Water"[..], &b"0"[..]), (b"Dirt", b"")]);
/// # Ok::<(), walkmesh_formats::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    default: &'a [u8],
    header: &'a [u8],
    /// The lines after the header.
    rows: &'a [u8],
}

/// A row of a [`Text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    line: &'a [u8],
    default: &'a [u8],
}

impl<'a> Text<'a> {
    /// Returns whether bytes start like a text table, of any version except the binary one.
    pub fn could_be(bytes: &[u8]) -> bool {
        let mut words = Words(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default());
        let is_table = words.next().is_some_and(|word| word.text.eq_ignore_ascii_case(b"2da"));
        is_table && words.next().is_some_and(|word| !word.text.starts_with(b"V2.b"))
    }

    /// Reads a table.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the number of the line, if the first line is not `2DA V2.0`, if no line has labels of
    /// columns, or if a quote does not end on its line.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut lines = Lines { bytes, at: 0 }.zip(1_usize..).filter(|(line, _)| !is_blank(line.text));
        let version = |line: &Line<'_>| {
            let mut words = Words(line.text).map(|word| word.text);
            let found = [words.next(), words.next()].map(Option::unwrap_or_default);
            found[0].eq_ignore_ascii_case(b"2da") && found[1].eq_ignore_ascii_case(b"v2.0") && words.next().is_none()
        };
        match lines.next() {
            Some((line, 1)) if version(&line) => {}
            Some((line, 1)) => return Err(wrong(1, 0, "2DA V2.0", quoted(&line.text[..line.text.len().min(20)]))),
            _ => return Err(wrong(1, 0, "2DA V2.0", "an empty line")),
        }
        let mut found = lines.next();
        let mut default: &[u8] = b"";
        if let Some((line, number)) = found {
            let mut words = Words(line.text);
            if words.next().is_some_and(|word| word.text.eq_ignore_ascii_case(b"default:")) {
                check_quotes(&line, number)?;
                default = words.next().map_or(b"", Word::value);
                found = lines.next();
            }
        }
        let Some((header, number)) = found else {
            return Err(wrong(2, bytes.len(), "a line with the labels of the columns", "the end"));
        };
        check_quotes(&header, number)?;
        lines.try_for_each(|(line, number)| check_quotes(&line, number))?;
        let rows = bytes.get(header.start + header.text.len()..).unwrap_or_default();
        Ok(Self { default, header: header.text, rows })
    }

    /// The labels of the columns.
    pub fn column_labels(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        Words(self.header).map(|word| word.text)
    }

    /// The column with a label, ignoring case; the first if several match.
    pub fn column(&self, label: &str) -> Option<usize> {
        self.column_labels().position(|known| known.eq_ignore_ascii_case(label.as_bytes()))
    }

    /// The rows. Their numbers follow their order in the file; their labels are ignored.
    pub fn rows(&self) -> impl Iterator<Item = Row<'a>> + use<'a> {
        let default = self.default;
        let lines = Lines { bytes: self.rows, at: 0 }.filter(|line| !is_blank(line.text));
        lines.map(move |line| Row { line: line.text, default })
    }
}

impl<'a> Row<'a> {
    /// The text of a cell: empty for `****`; the table's default, or empty, if the row ends before it.
    pub fn cell(&self, column: usize) -> &'a [u8] {
        Words(self.line).nth(column.saturating_add(1)).map_or(self.default, Word::value)
    }
}

/// A line without its line end, and its offset.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a [u8],
    start: usize,
}

struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let start = self.at;
        let rest = self.bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        self.at = start + length + 1;
        Some(Line { text: &rest[..length], start })
    }
}

/// Returns whether a byte separates words.
fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(is_space)
}

/// The words of a line.
struct Words<'a>(&'a [u8]);

/// A word: the text between spaces, or in quotes.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a [u8],
    /// True if it starts with a quote that is not closed.
    is_open: bool,
}

impl<'a> Word<'a> {
    /// The text as a cell: empty for four stars.
    fn value(self) -> &'a [u8] {
        if self.text == b"****" { b"" } else { self.text }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let start = self.0.iter().position(|byte| !is_space(byte))?;
        let rest = &self.0[start..];
        if let Some(inside) = rest.strip_prefix(b"\"") {
            let end = inside.iter().position(|&byte| byte == b'"');
            let text = &inside[..end.unwrap_or(inside.len())];
            self.0 = inside.get(text.len() + 1..).unwrap_or_default();
            return Some(Word { text, is_open: end.is_none() });
        }
        let (text, rest) = rest.split_at(rest.iter().position(is_space).unwrap_or(rest.len()));
        self.0 = rest;
        Some(Word { text, is_open: false })
    }
}

fn check_quotes(line: &Line<'_>, number: usize) -> Result<(), Error> {
    match Words(line.text).any(|word| word.is_open) {
        true => Err(wrong(number, line.start, "a quote that ends on its line", "the line's end")),
        false => Ok(()),
    }
}

fn wrong(line: usize, offset: usize, expected: impl fmt::Display, found: impl fmt::Display) -> Error {
    Wrong::new(expected, found).at(Format::TwoDa, format!("line {line}"), offset as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str, columns: usize) -> Vec<Vec<String>> {
        let table = Text::from_bytes(text.as_bytes()).expect("a table");
        let cell = |row: &Row<'_>, column| String::from_utf8_lossy(row.cell(column)).into_owned();
        table.rows().map(|row| (0..columns).map(|column| cell(&row, column)).collect()).collect()
    }

    #[test]
    fn words_are_parted_by_spaces_and_tabs_and_held_together_by_quotes() {
        let text = "2DA\tV2.0  \n\n\n\tLabel\tWalk Name\n0 \"Deep Water\" 1 \"\"\n\n 7\tDirt\t\t\"1\" ****\n";
        assert_eq!(cells(text, 3), [["Deep Water", "1", ""], ["Dirt", "1", ""]]);
        let table = Text::from_bytes(text.as_bytes()).expect("a table");
        assert_eq!(table.column_labels().collect::<Vec<_>>(), [&b"Label"[..], b"Walk", b"Name"]);
        assert_eq!((table.column("NAME"), table.column("none")), (Some(2), None));
    }

    #[test]
    fn lines_may_end_as_in_windows_and_the_last_may_not_end() {
        assert_eq!(cells("2DA V2.0\r\n\r\n  Label Walk\r\n0 Dirt 1\r\n1 Mud 0", 2), [["Dirt", "1"], ["Mud", "0"]]);
        assert_eq!(cells("2DA V2.0\n  Label\n", 1), Vec::<Vec<String>>::new());
    }

    #[test]
    fn the_default_is_for_cells_that_a_row_does_not_have() {
        let text = "2da v2.0\nDefault: \"of old\"\n A B C\n0 x ****\n1\n";
        assert_eq!(cells(text, 3), [["x", "", "of old"], ["of old", "of old", "of old"]]);
        assert_eq!(cells("2DA V2.0\nDEFAULT: ****\n A B\n0 x\n", 2), [["x", ""]]);
    }

    #[test]
    fn what_is_no_table_is_told_by_its_line() {
        let error = |text: &str| Text::from_bytes(text.as_bytes()).expect_err("no table").to_string();
        assert_eq!(error(""), "2DA: line 1 at offset 0x0: expected 2DA V2.0, found an empty line");
        assert_eq!(error("2DA V1.0\n"), "2DA: line 1 at offset 0x0: expected 2DA V2.0, found \"2DA V1.0\"");
        assert_eq!(
            error("2DA V2.0\n\n"),
            "2DA: line 2 at offset 0xa: expected a line with the labels of the columns, found the end"
        );
        assert_eq!(
            error("2DA V2.0\n\n A\n0 \"x\n"),
            "2DA: line 4 at offset 0xd: expected a quote that ends on its line, found the line's end"
        );
    }

    #[test]
    fn a_text_table_is_told_from_a_binary_one_by_its_first_line() {
        assert!(Text::could_be(b"2DA V2.0\n"));
        assert!(Text::could_be(b"2DA\tV2.0"));
        assert!(!Text::could_be(b"2DA V2.b\nlabel\t\0"));
        assert!(!Text::could_be(b"GFF V3.2"));
    }
}
