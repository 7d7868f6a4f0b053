//! Tables that may be anywhere after a header: their positions, reading and writing them, and the bytes around them.

use std::fmt::Debug;
use std::io::SeekFrom;

use binrw::BinResult;

use crate::arrangement::Piece;
use crate::error::Wrong;
use crate::rows::{Row, Span, check_apart, rows_at, rows_in, write_rows};
use crate::{Arrangement, Source};

/// The position of a table in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    count: u32,
    offset: u32,
    size: u64,
}

impl Place {
    /// The position of a table of `count` rows of a size.
    pub(crate) fn new(count: u32, offset: u32, row_size: u32) -> Self {
        Self { count, offset, size: u64::from(count) * u64::from(row_size) }
    }
}

/// The positions of all tables behind a header, in the order of the directory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places<const N: usize> {
    /// The size of the header in bytes.
    pub(crate) header: u32,
    pub(crate) tables: [Place; N],
}

impl<const N: usize> Places<N> {
    /// For each table without rows, its offset, unless it is the place where the table would be.
    pub(crate) fn empty_offsets(&self) -> [Option<u32>; N] {
        let mut running = u64::from(self.header);
        self.tables.map(|Place { count, offset, size }| {
            if count > 0 {
                running = u64::from(offset) + size;
                return None;
            }
            (u64::from(offset) != running).then_some(offset)
        })
    }

    /// Rejects tables that start inside the header or overlap.
    pub(crate) fn check_apart(&self) -> Result<(), Wrong> {
        check_apart(&mut self.spans(), self.header.into())
    }

    fn spans(&self) -> [Span; N] {
        self.tables.map(|Place { offset, size, .. }| Span { start: offset, size })
    }
}

/// The offsets of tables of these sizes in bytes (`None`: too large for the file), arranged from the header on. `empty` has
/// the offsets of tables without rows.
pub(crate) fn offsets<T: Debug, const N: usize>(
    header: u32,
    tables: &[T; N],
    sizes: [Option<u32>; N],
    empty: &[Option<u32>; N],
    arrangement: &Arrangement,
) -> Result<[u32; N], Wrong> {
    let mut next = header;
    let mut offsets = [0; N];
    arrangement.try_each(N, |piece| {
        let size = match piece {
            Piece::Part(part) => {
                offsets[part] = next;
                sizes[part]
            }
            Piece::Gap(bytes) => u32::try_from(bytes.len()).ok(),
        };
        next = size.and_then(|size| next.checked_add(size)).ok_or_else(|| {
            let beyond = match piece {
                Piece::Part(part) => format!("{:?} beyond", tables[part]),
                Piece::Gap(_) => "a gap beyond".to_owned(),
            };
            Wrong::unwritable("directory", "tables that end within 4 GiB", beyond)
        })?;
        Ok(())
    })?;
    let mut running = header;
    for ((offset, size), empty) in offsets.iter_mut().zip(sizes).zip(empty) {
        match size.unwrap_or_default() {
            0 => *offset = empty.unwrap_or(running),
            size => running = *offset + size,
        }
    }
    Ok(offsets)
}

/// Reads a table from its position. A table without rows has no position.
#[binrw::parser(reader, endian)]
pub(crate) fn table<T: Row>(place: Place, source: Source<'_>) -> BinResult<Vec<T>> {
    if place.count == 0 {
        return Ok(Vec::new());
    }
    if let Some(rows) = rows_in(source, place.offset.into(), place.count as usize, endian) {
        return Ok(rows);
    }
    rows_at(reader, endian, (place.offset, place.count))
}

/// Writes a table at its position.
#[binrw::writer(writer, endian)]
pub(crate) fn write_table<T: Row>(table: &Vec<T>, place: Place) -> BinResult<()> {
    if place.count == 0 {
        return Ok(());
    }
    writer.seek(SeekFrom::Start(place.offset.into()))?;
    write_rows(table, writer, endian, ())
}

/// Reads the bytes around the tables.
#[binrw::parser(reader, endian)]
pub(crate) fn arrangement<const N: usize>(places: Places<N>) -> BinResult<Arrangement> {
    let spans = places.spans();
    Arrangement::read(N, |table| spans[table], places.header.into(), reader, endian)
}

/// Writes the bytes around the tables.
#[binrw::writer(writer)]
pub(crate) fn write_gaps<const N: usize>(arrangement: &Arrangement, places: Places<N>) -> BinResult<()> {
    let mut next = u64::from(places.header);
    arrangement.try_each(N, |piece| {
        match piece {
            Piece::Part(part) => next += places.tables[part].size,
            Piece::Gap(bytes) => {
                writer.seek(SeekFrom::Start(next))?;
                writer.write_all(bytes)?;
                next += bytes.len() as u64;
            }
        }
        Ok(())
    })
}
