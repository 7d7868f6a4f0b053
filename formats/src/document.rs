//! [`Document`]: a whole file, read from and written to bytes in memory.

use std::io::Cursor;

use binrw::{BinRead, BinWrite};

use crate::compare::Comparison;
use crate::error::Witness;
use crate::{Error, FieldAt, Format, field};

/// Limits on the cost of reading a file and working on it, beyond the size of its bytes.
///
/// ```
/// use walkmesh_formats::Limits;
///
/// let limits = Limits::default().with_inflated(1 << 30);
/// assert!(limits.inflated > Limits::default().inflated);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The largest inflated size of a packet, in bytes. The default is 128 MiB, far more than any of 188 real files needs.
    /// Errors and the command call this limit `max-inflated`.
    pub inflated: u64,
    /// The maximum number of steps of an operation whose cost depends on more than the size of its input, such as the carving of an area
    /// with cutters that cross each other. A step takes some ten nanoseconds. The default, `None`, leaves it to the operation: at most
    /// 2^29. Errors and the command call this limit `max-steps`.
    pub steps: Option<u64>,
}

impl Limits {
    /// No limits, for trusted files.
    pub const NONE: Self = Self { inflated: u64::MAX, steps: Some(u64::MAX) };

    /// The same limits, with another maximum inflated size of a packet, in bytes.
    #[must_use]
    pub const fn with_inflated(self, inflated: u64) -> Self {
        Self { inflated, ..self }
    }

    /// The same limits, with another number of steps that an operation may take; `None` leaves it to the operation.
    #[must_use]
    pub const fn with_steps(self, steps: Option<u64>) -> Self {
        Self { steps, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { inflated: 128 << 20, steps: None }
    }
}

/// The source of the bytes, for binrw's `read_options` of a document: there is nothing to build, since by default everything
/// goes through the reader, without limits.
///
/// Documents that are read by [`Document::from_bytes`] have all their bytes in memory. Tables are then copied straight out of them, whereas
/// a reader can only fill memory that was zeroed first.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    bytes: Option<&'a [u8]>,
    limits: Limits,
}

impl Default for Source<'_> {
    fn default() -> Self {
        Self { bytes: None, limits: Limits::NONE }
    }
}

impl<'a> Source<'a> {
    /// The limits of the reading.
    pub(crate) fn limits(self) -> Limits {
        self.limits
    }

    /// The `size` bytes at `offset`, if they exist.
    pub(crate) fn get(self, offset: u64, size: usize) -> Option<&'a [u8]> {
        let start = usize::try_from(offset).ok()?;
        self.bytes?.get(start..start.checked_add(size)?)
    }
}

/// For documents that need only a reader.
impl From<Source<'_>> for () {
    fn from(_: Source<'_>) -> Self {}
}

/// A whole file, or a packet's payload.
///
/// The trait is sealed: only this crate implements it. The declaration of documents is not part of it.
pub trait Document: OnDisk {
    /// The format, for messages.
    const FORMAT: Format;

    /// Reads the document, with the default limits.
    ///
    /// # Errors
    /// The errors of [`from_bytes_with`](Self::from_bytes_with).
    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_bytes_with(bytes, &Limits::default())
    }

    /// Reads the document, unless it exceeds the limits.
    ///
    /// # Errors
    /// [`Error::Malformed`], [`Error::Unsupported`] or [`Error::OverLimit`], with the field and the offset of the first fault.
    fn from_bytes_with(bytes: &[u8], limits: &Limits) -> Result<Self, Error> {
        let mut reader = Witness::new(bytes);
        let source = Source { bytes: Some(bytes), limits: *limits };
        Self::read_le_args(&mut reader, source.into())
            .map_err(|error| Error::from_read(Self::FORMAT, &error, &mut reader))
    }

    /// The field to which the byte at `offset` belongs, such as the field in which two files differ.
    ///
    /// `None` where the byte is past the end, or after the fault that makes the bytes unreadable. In WebAssembly a byte of a table yields
    /// only the table, without the row and its field.
    fn field_at(bytes: &[u8], offset: u64) -> Option<FieldAt> {
        field::field_at(bytes, offset, |reader| Self::read_le_args(reader, Source::default().into()).err())
    }

    /// Returns whether [`to_bytes`](Self::to_bytes) returns exactly these bytes. It compares while it writes, and stores nothing.
    ///
    /// # Errors
    /// The errors of [`to_bytes`](Self::to_bytes).
    fn is_written_as(&self, bytes: &[u8]) -> Result<bool, Error> {
        let mut writer = Comparison::new(bytes);
        match self.write_le(&mut writer) {
            Ok(()) if writer.is_equal() => Ok(true),
            // The bytes may still be equal, if one of them was written twice.
            _ => Ok(self.to_bytes()? == bytes),
        }
    }

    /// Writes the document.
    ///
    /// # Errors
    /// [`Error::Unwritable`] when tables that belong together differ in length, or one is longer than its count can say.
    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut writer = Cursor::new(Vec::with_capacity(self.size_hint()));
        match self.write_le(&mut writer) {
            Ok(()) => Ok(writer.into_inner()),
            Err(error) => Err(Error::from_write(Self::FORMAT, &error, writer.position())),
        }
    }
}

/// The declaration of a document. The trait is public in a private module, so that no other crate can implement [`Document`], and binrw
/// does not appear in its users' code.
pub trait OnDisk: for<'a> BinRead<Args<'a>: From<Source<'a>>> + for<'a> BinWrite<Args<'a> = ()> {
    /// An estimate of the written size, so that the bytes are allocated once. By default, this counts the bytes of a dry run.
    fn size_hint(&self) -> usize {
        let mut writer = Comparison::new(&[]);
        // An error is reported by the real write.
        let _ = self.write_le(&mut writer);
        usize::try_from(writer.written()).unwrap_or_default()
    }
}
