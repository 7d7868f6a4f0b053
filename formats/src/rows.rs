//! Tables: rows of one size are read and written in one block, items of varying size one by one, and neither allocates before it has
//! compared the count with the remaining bytes.
//!
//! A block read yields the same as the derive's row-by-row reads: tests generated for every on-disk type compare them on random bytes. It
//! is 10 to 25 times faster, since binrw's derive asks the reader once per field.

use std::io::{self, Read, Seek, SeekFrom};

use binrw::error::{BacktraceFrame, ContextExt};
use binrw::{BinRead, BinResult, BinWrite, Endian};
use bytemuck::Pod;

use crate::Source;
use crate::error::{Wrong, bytes};

/// A row of a table: every bit pattern is a value, and its bytes in memory are its bytes in a little-endian file.
pub trait Row: Pod + for<'a> BinRead<Args<'a> = ()> + for<'a> BinWrite<Args<'a> = ()> {}

impl<T: Pod + for<'a> BinRead<Args<'a> = ()> + for<'a> BinWrite<Args<'a> = ()>> Row for T {}

/// Returns whether the bytes of a file in this order are the bytes of this machine.
fn is_native(endian: Endian) -> bool {
    endian == if cfg!(target_endian = "little") { Endian::Little } else { Endian::Big }
}

/// The bytes between the reader's position and its end.
pub(crate) fn bytes_left<R: Read + Seek>(reader: &mut R) -> BinResult<u64> {
    let here = reader.stream_position()?;
    let end = reader.seek(SeekFrom::End(0))?;
    reader.seek(SeekFrom::Start(here))?;
    Ok(end.saturating_sub(here))
}

/// The count as a length. Fails if fewer bytes are left than `count` items of at least `size` bytes need.
pub(crate) fn affordable<R: Read + Seek>(reader: &mut R, count: u64, size: usize) -> BinResult<usize> {
    let left = bytes_left(reader)?;
    let needed = u128::from(count) * size as u128;
    match usize::try_from(count) {
        Ok(length) if needed <= u128::from(left) => Ok(length),
        _ => {
            let here = reader.stream_position()?;
            let expected = format!("{needed} bytes for {count} entries");
            Err(Wrong::new(expected, format_args!("{} before the end", bytes(left))).here(here))
        }
    }
}

/// Reads `count` rows in one block, or in few.
///
/// # Errors
/// When fewer bytes are left than the rows need; nothing is allocated in that case.
#[binrw::parser(reader, endian)]
pub fn rows<T: Row>(count: u64) -> BinResult<Vec<T>> {
    let length = affordable(reader, count, size_of::<T>())?;
    if !is_native(endian) {
        return one_by_one(reader, endian, (length,));
    }
    let here = reader.stream_position()?;
    match in_blocks(reader, length) {
        Ok(rows) => Ok(rows),
        Err(error) => {
            // The bytes exist, so the reader itself refused them, as the reader of `Document::field_at` does. Row by row the error
            // names the row and its field.
            reader.seek(SeekFrom::Start(here))?;
            one_by_one::<T, _>(reader, endian, (length,))?;
            Err(error.into())
        }
    }
}

/// Reads `count` rows that start at an offset of the file.
#[binrw::parser(reader, endian)]
pub(crate) fn rows_at<T: Row>(offset: u32, count: u32) -> BinResult<Vec<T>> {
    reader.seek(SeekFrom::Start(offset.into()))?;
    rows(reader, endian, (count.into(),))
}

/// Reads rows whose bytes are known to exist: in one block or, if they are many, in cache-sized blocks, into a table that
/// is not zeroed first.
fn in_blocks<T: Row, R: Read>(reader: &mut R, length: usize) -> io::Result<Vec<T>> {
    const BLOCK: usize = 1 << 16;
    let most = (BLOCK / size_of::<T>().max(1)).max(1);
    let mut block = bytemuck::zeroed_vec::<T>(length.min(most));
    if length <= most {
        reader.read_exact(bytemuck::cast_slice_mut(&mut block))?;
        return Ok(block);
    }
    let mut rows = Vec::with_capacity(length);
    while rows.len() < length {
        let part = &mut block[..most.min(length - rows.len())];
        reader.read_exact(bytemuck::cast_slice_mut(part))?;
        rows.extend_from_slice(part);
    }
    Ok(rows)
}

/// Copies rows out of bytes in memory. `None` if the bytes are not in memory, are too few, or have the other byte order.
pub(crate) fn rows_in<T: Row>(source: Source<'_>, offset: u64, count: usize, endian: Endian) -> Option<Vec<T>> {
    let bytes = source.get(offset, count.checked_mul(size_of::<T>())?)?;
    if !is_native(endian) {
        return None;
    }
    Some(match bytemuck::try_cast_slice(bytes) {
        Ok(rows) => rows.to_vec(),
        Err(_) => bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect(),
    })
}

/// Reads rows as the derive does; an error inside one names its index.
#[binrw::parser(reader, endian)]
fn one_by_one<T: Row>(length: usize) -> BinResult<Vec<T>> {
    let row = |index| T::read_options(reader, endian, ()).map_err(|error| at_index(error, index));
    (0..length).map(row).collect()
}

/// Writes rows in one block.
///
/// # Errors
/// When the writer fails.
#[expect(clippy::ptr_arg, reason = "binrw hands over the field as it is declared")]
#[binrw::writer(writer, endian)]
pub fn write_rows<T: Row>(rows: &Vec<T>) -> BinResult<()> {
    if is_native(endian) {
        writer.write_all(bytemuck::cast_slice(rows))?;
    } else {
        rows.iter().try_for_each(|row| row.write_options(writer, endian, ()))?;
    }
    Ok(())
}

/// Reads one record in one block; if that fails, field by field, so that the error names the field.
#[binrw::parser(reader, endian)]
pub(crate) fn row<T: Row>() -> BinResult<T> {
    if !is_native(endian) {
        return T::read_options(reader, endian, ());
    }
    let here = reader.stream_position()?;
    let mut row = T::zeroed();
    if let Err(error) = reader.read_exact(bytemuck::bytes_of_mut(&mut row)) {
        reader.seek(SeekFrom::Start(here))?;
        T::read_options(reader, endian, ())?;
        return Err(error.into());
    }
    Ok(row)
}

/// Writes one record in one block.
#[binrw::writer(writer, endian)]
pub(crate) fn write_row<T: Row>(row: &T) -> BinResult<()> {
    if is_native(endian) {
        writer.write_all(bytemuck::bytes_of(row))?;
        Ok(())
    } else {
        row.write_options(writer, endian, ())
    }
}

/// Reads `count` items of varying size, each at least `smallest` bytes long; an error inside one names its index.
#[binrw::parser(reader, endian)]
pub(crate) fn items<T, A>(count: u64, smallest: usize, args: A) -> BinResult<Vec<T>>
where
    T: for<'a> BinRead<Args<'a> = A>,
    A: Clone,
{
    let length = affordable(reader, count, smallest)?;
    let mut items = Vec::with_capacity(length);
    for index in 0..length {
        let item = T::read_options(reader, endian, args.clone());
        items.push(item.map_err(|error| at_index(error, index))?);
    }
    Ok(items)
}

/// An error inside an item, with the item's index on the path.
pub(crate) fn at_index(error: binrw::Error, index: usize) -> binrw::Error {
    error.with_context(BacktraceFrame::Message(format!("[{index}]").into()))
}

/// Reads bytes that must be `expected`, such as a magic.
#[binrw::parser(reader)]
pub(crate) fn literal<const N: usize>(expected: [u8; N]) -> BinResult<[u8; N]> {
    let here = reader.stream_position()?;
    let mut found = [0; N];
    reader.read_exact(&mut found)?;
    if found == expected { Ok(found) } else { Err(Wrong::new(quoted(&expected), quoted(&found)).here(here)) }
}

/// Reads nothing, and fails if bytes remain; for the last field of a format whose parts follow one another.
#[binrw::parser(reader)]
pub(crate) fn end() -> BinResult<()> {
    match bytes_left(reader)? {
        0 => Ok(()),
        left => Err(Wrong::new("the end", format_args!("{} more", bytes(left))).here(reader.stream_position()?)),
    }
}

/// Reads all remaining bytes, after the last known part.
#[binrw::parser(reader, endian)]
pub(crate) fn rest() -> BinResult<Vec<u8>> {
    let left = bytes_left(reader)?;
    rows(reader, endian, (left,))
}

/// A span of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) size: u64,
}

/// Rejects spans that start before `first` or overlap: otherwise a small file could be read into many times its size. A span without size
/// has no position. It sorts the spans. The read of a span detects whether it ends past the end of the file.
pub(crate) fn check_apart(spans: &mut [Span], first: u64) -> Result<(), Wrong> {
    spans.sort_unstable();
    let mut free = first;
    for &Span { start, size } in spans.iter().filter(|span| span.size > 0) {
        if u64::from(start) < free {
            let expected = format!("the part at {start:#x} to start at {free:#x} or later");
            return Err(Wrong::new(expected, format_args!("{size} bytes that overlap other data")));
        }
        free = u64::from(start) + size;
    }
    Ok(())
}

/// The length of a table as the count that a file stores.
pub(crate) fn count<T, N: TryFrom<usize>>(field: &'static str, table: &[T]) -> Result<N, Wrong> {
    let limit = || format!("at most {} entries", (1_u128 << (8 * size_of::<N>())) - 1);
    N::try_from(table.len()).map_err(|_| Wrong::unwritable(field, limit(), table.len()))
}

/// Returns whether a table is square, with `side` rows.
pub(crate) fn is_square_of<T>(table: &[T], side: usize) -> bool {
    side.checked_mul(side) == Some(table.len())
}

/// The side of a square table, whose length the file stores as that side.
pub(crate) fn square_side<T, N: TryFrom<usize>>(field: &'static str, table: &[T]) -> Result<N, Wrong> {
    let side = table.len().isqrt();
    let wrong = || Wrong::unwritable(field, "a square number of entries", table.len());
    if side * side == table.len() { N::try_from(side).map_err(|_| wrong()) } else { Err(wrong()) }
}

/// Bytes as text in quotes; characters outside ASCII are escaped.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}
