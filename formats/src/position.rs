//! [`Position`]: the position of a writer that stores nothing.

use std::io::{self, SeekFrom};

/// The position of a writer, and the end of the bytes written so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) at: u64,
    pub(crate) end: u64,
}

impl Position {
    /// Advances by the number of written bytes.
    pub(crate) fn write(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes as u64);
        self.end = self.end.max(self.at);
    }

    /// Moves as a cursor does.
    pub(crate) fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.end.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = target.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Seek, Write};

    use super::*;

    #[test]
    fn it_is_where_a_cursor_is() {
        let (mut position, mut cursor) = (Position::default(), Cursor::new(Vec::new()));
        let seeks =
            [SeekFrom::Start(3), SeekFrom::Current(-1), SeekFrom::Current(-9), SeekFrom::End(-2), SeekFrom::End(4)];
        for to in seeks {
            assert_eq!(position.seek(to).ok(), cursor.seek(to).ok(), "{to:?}");
            position.write(5);
            cursor.write_all(&[1; 5]).unwrap();
            assert_eq!((position.at, position.end), (cursor.position(), cursor.get_ref().len() as u64), "{to:?}");
        }
    }
}
