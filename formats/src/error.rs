//! [`Error`]: a fault and its place: the format, the path of the field, the byte offset, and the expected and the found
//! value.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

use binrw::error::BacktraceFrame;

use crate::Format;

/// An error of reading bytes or of writing a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes contradict the format: the file is damaged.
    /// Cause: the file.
    #[error("{0}")]
    Malformed(Box<Detail>),
    /// The file may be valid, but uses an undocumented encoding. This crate does not guess.
    /// Cause: nobody.
    #[error("unsupported: {0}")]
    Unsupported(Box<Detail>),
    /// The file requires more than the caller's [`Limits`](crate::Limits) allow. The file may be valid, and a game may read it: raise the
    /// limits if it is trusted.
    /// Cause: the limits.
    #[error("over this reader's limit: {0}; raise the limit `max-inflated` if the file is trusted")]
    OverLimit(Box<Detail>),
    /// The value cannot be written, because its tables contradict each other.
    /// Cause: the caller.
    #[error("cannot be written: {0}")]
    Unwritable(Box<Detail>),
}

/// The place of an [`Error`], and the fault there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Detail {
    /// The format that was read or written.
    pub format: Format,
    /// The path of the field, such as `tiles[3].path_table.nodes`.
    pub field: String,
    /// The byte offset of the wrong value from the start of the given bytes. For an array it is the offset of the element,
    /// and for a table that does not fit, of the table. On writing it is the number of bytes written so far.
    pub offset: u64,
    /// The value that the format requires.
    pub expected: String,
    /// The value found instead.
    pub found: String,
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, field, offset, expected, found } = self;
        write!(f, "{format}: {field} at offset {offset:#x}: expected {expected}, found {found}")
    }
}

impl Error {
    /// The place of the error, and the fault there.
    pub fn detail(&self) -> &Detail {
        match self {
            Self::Malformed(detail)
            | Self::Unsupported(detail)
            | Self::OverLimit(detail)
            | Self::Unwritable(detail) => detail,
        }
    }

    /// The error of a read that failed in binrw, located by the reader.
    pub(crate) fn from_read<R: Read + Seek>(format: Format, error: &binrw::Error, reader: &mut Witness<R>) -> Self {
        let field = field_path(error);
        match error.root_cause() {
            binrw::Error::Custom { pos, err } if err.is::<Wrong>() => {
                let wrong = err.downcast_ref::<Wrong>().expect("was asked in the guard");
                wrong.clone().at(format, field, *pos)
            }
            binrw::Error::NoVariantMatch { pos } => {
                Wrong::new("a value that the format knows", unknown_value(error)).at(format, field, *pos)
            }
            eof if eof.is_eof() => {
                let (start, wanted) = reader.last_read;
                let left = reader.len().saturating_sub(start);
                Wrong::new(bytes(wanted), format_args!("{} before the end", bytes(left))).at(format, field, start)
            }
            other => Wrong::new("a readable value", other).at(format, field, reader.last_read.0),
        }
    }

    /// The error of a write that failed in binrw.
    pub(crate) fn from_write(format: Format, error: &binrw::Error, written: u64) -> Self {
        let wrong = match error.root_cause() {
            binrw::Error::Custom { err, .. } => err.downcast_ref::<Wrong>().cloned(),
            _ => None,
        };
        let wrong = wrong.unwrap_or_else(|| Wrong::unwritable("", "a writable value", error));
        let field = wrong.field.to_owned();
        wrong.at(format, field, written)
    }
}

/// A fault before its place is known, as passed to binrw by the parsers and writers of this crate.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    kind: fn(Box<Detail>) -> Error,
    /// The field's name, for writing, because binrw then names no fields.
    field: &'static str,
    expected: String,
    found: String,
}

impl Wrong {
    pub(crate) fn new(expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self { kind: Error::Malformed, field: "", expected: expected.to_string(), found: found.to_string() }
    }

    pub(crate) fn unsupported(expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self { kind: Error::Unsupported, ..Self::new(expected, found) }
    }

    pub(crate) fn over_limit(expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self { kind: Error::OverLimit, ..Self::new(expected, found) }
    }

    pub(crate) fn unwritable(field: &'static str, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self { kind: Error::Unwritable, field, ..Self::new(expected, found) }
    }

    /// Converts to binrw's error, at a byte offset.
    pub(crate) fn here(self, pos: u64) -> binrw::Error {
        binrw::Error::Custom { pos, err: Box::new(self) }
    }

    pub(crate) fn at(self, format: Format, field: String, offset: u64) -> Error {
        let Self { kind, expected, found, .. } = self;
        kind(Box::new(Detail { format, field, offset, expected, found }))
    }
}

/// For `?` in values that a field computes on writing; the offset is then the position of the writer.
impl From<Wrong> for binrw::Error {
    fn from(wrong: Wrong) -> Self {
        wrong.here(0)
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

/// `1 byte`, `2 bytes`.
pub(crate) fn bytes(count: u64) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}

/// The path of the field in which an error occurred, from the frames that binrw's derive (`While parsing field
/// 'x' in T`) and [`items`](crate::rows::items) (`[3]`) leave, innermost first.
pub(crate) fn field_path(error: &binrw::Error) -> String {
    let binrw::Error::Backtrace(trace) = error else { return String::new() };
    let mut path = String::new();
    for frame in trace.frames.iter().rev() {
        match frame {
            BacktraceFrame::Full { message, .. } => {
                let name = message.split('\'').nth(1).unwrap_or(message);
                // The only field of a newtype has no name.
                if name.starts_with("self_") {
                    continue;
                }
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            BacktraceFrame::Message(index) if index.starts_with('[') => path.push_str(index),
            BacktraceFrame::Message(_) | BacktraceFrame::Custom(_) => {}
        }
    }
    path
}

/// The value of an enum that matches no variant, as binrw's derive reports it.
fn unknown_value(error: &binrw::Error) -> &str {
    let binrw::Error::Backtrace(trace) = error else { return "another" };
    let value = trace.frames.iter().find_map(|frame| match frame {
        BacktraceFrame::Message(message) => message.strip_prefix("Unexpected value for enum: "),
        _ => None,
    });
    value.unwrap_or("another")
}

/// A reader that remembers its last read: binrw rewinds a reader when it fails, and end-of-file errors carry no offset.
#[derive(Debug)]
pub(crate) struct Witness<R> {
    reader: R,
    /// The position of the reader.
    position: u64,
    /// The position at which the last read began, and the number of bytes requested.
    last_read: (u64, u64),
}

impl<'a> Witness<io::Cursor<&'a [u8]>> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self::over(io::Cursor::new(bytes))
    }
}

impl<R: Read + Seek> Witness<R> {
    /// Witnesses a reader that is at its start.
    pub(crate) fn over(reader: R) -> Self {
        Self { reader, position: 0, last_read: (0, 0) }
    }

    fn len(&mut self) -> u64 {
        self.reader.seek(SeekFrom::End(0)).unwrap_or_default()
    }
}

impl<R: Read> Read for Witness<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.last_read = (self.position, buffer.len() as u64);
        let read = self.reader.read(buffer)?;
        self.position += read as u64;
        Ok(read)
    }

    fn read_exact(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        self.last_read = (self.position, buffer.len() as u64);
        self.reader.read_exact(buffer)?;
        self.position += buffer.len() as u64;
        Ok(())
    }
}

impl<R: Seek> Seek for Witness<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = self.reader.seek(to)?;
        Ok(self.position)
    }

    /// binrw asks for the position for each field; the default implementation is a whole seek.
    fn stream_position(&mut self) -> io::Result<u64> {
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_witness_stands_where_its_reader_does() {
        let mut witness = Witness::new(b"0123456789");
        for wanted in [3, 4, 7] {
            let read = witness.read(&mut [0; 8][..wanted]).unwrap();
            assert_eq!(read, wanted.min(10 - witness.last_read.0 as usize), "the last read is short");
            assert_eq!(witness.position, witness.reader.position());
        }
        assert_eq!(witness.last_read, (7, 7));
        witness.seek(SeekFrom::Start(2)).unwrap();
        witness.read_exact(&mut [0; 5]).unwrap();
        assert_eq!((witness.position, witness.last_read), (7, (2, 5)));
        assert!(witness.read_exact(&mut [0; 5]).is_err());
        assert_eq!(witness.last_read, (7, 5), "what could not be read, and where it began");
    }
}
