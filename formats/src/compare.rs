//! [`Comparison`]: a writer that compares the written bytes with the expected bytes, and stores nothing.

use std::io::{self, Seek, SeekFrom, Write};

use crate::position::Position;

/// Compares what a document writes with the bytes that it should write.
pub(crate) struct Comparison<'a> {
    expected: &'a [u8],
    position: Position,
    /// True if each byte written so far is the expected one.
    equal: bool,
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(expected: &'a [u8]) -> Self {
        Self { expected, position: Position::default(), equal: true }
    }

    /// The size in bytes of a file with the written contents.
    pub(crate) fn written(&self) -> u64 {
        self.position.end
    }

    /// Returns whether exactly the expected bytes were written. It can be false even then, if a byte was first skipped or first written
    /// with another value.
    pub(crate) fn is_equal(&self) -> bool {
        self.equal && self.position.end == self.expected.len() as u64
    }
}

impl Write for Comparison<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.equal {
            let Position { at, end } = self.position;
            let rest = usize::try_from(at).ok().and_then(|at| self.expected.get(at..));
            self.equal = at <= end && rest.is_some_and(|rest| rest.starts_with(bytes));
        }
        self.position.write(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Comparison<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the result with a cursor after the same calls.
    fn check(expected: &[u8], calls: &[(u64, &[u8])]) -> bool {
        let mut comparison = Comparison::new(expected);
        let mut written = io::Cursor::new(Vec::new());
        for &(at, bytes) in calls {
            comparison.seek(SeekFrom::Start(at)).unwrap();
            comparison.write_all(bytes).unwrap();
            written.seek(SeekFrom::Start(at)).unwrap();
            written.write_all(bytes).unwrap();
        }
        let equal = comparison.is_equal();
        assert!(!equal || written.into_inner() == expected, "{calls:?}");
        equal
    }

    #[test]
    fn only_the_expected_bytes_are_equal() {
        assert!(check(b"", &[]));
        assert!(check(b"abcdef", &[(0, b"abc"), (3, b"def")]));
        assert!(check(b"abcdef", &[(0, b"abc"), (3, b"def"), (1, b"bc")]));
        assert!(!check(b"abcdef", &[(0, b"abc")]), "too few");
        assert!(!check(b"abcdef", &[(0, b"abc"), (3, b"defg")]), "too many");
        assert!(!check(b"abcdef", &[(0, b"abX"), (3, b"def")]));
        assert!(!check(b"ab\0def", &[(0, b"ab"), (3, b"def")]), "a gap");
        assert!(!check(b"abcdef", &[(0, b"abcdef"), (2, b"X")]));
        assert!(!check(b"abcdef", &[(0, b"abcdef"), (9, b"X")]));
    }
}
