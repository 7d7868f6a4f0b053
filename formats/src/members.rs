//! The members of archives with one table, which has an entry for each member: RIM and BIFF.

use binrw::BinResult;

use crate::Arrangement;
use crate::arrangement::Piece;
use crate::error::Wrong;
use crate::parts::{self, EmptyPart, Parts, bytes_of};
use crate::rows::{Row, Span, write_rows};

/// Parts before the members: the table.
const TABLES: usize = 1;

/// A file in an archive.
pub(crate) trait Member: Sized {
    /// The row of the table.
    type Entry: Row;

    /// A member with these bytes.
    fn new(entry: &Self::Entry, data: Vec<u8>) -> Self;

    /// The entry of the member, whose bytes start at an offset.
    fn entry(&self, offset: u32) -> Self::Entry;

    /// The position of the bytes.
    fn span(entry: &Self::Entry) -> Span;

    /// The bytes.
    fn data(&self) -> &[u8];
}

/// The positions of a table that starts at `offset`, and of its members, after a header of the given size.
pub(crate) fn parts<M: Member>(header: u32, offset: u32, entries: &[M::Entry]) -> Result<Parts, Wrong> {
    let table = Span { start: offset, size: size_of_val(entries) as u64 };
    Parts::new(header, [table].into_iter().chain(entries.iter().map(M::span)).collect())
}

/// The offsets of the table and of the members.
pub(crate) fn offsets<M: Member>(
    header: u32,
    members: &[M],
    empty: &[EmptyPart],
    arrangement: &Arrangement,
) -> Result<Vec<u32>, Wrong> {
    let table = (members.len() * size_of::<M::Entry>()) as u64;
    let sizes = [table].into_iter().chain(members.iter().map(|member| member.data().len() as u64));
    parts::offsets(header, &sizes.collect::<Vec<_>>(), empty, arrangement)
}

/// The approximate size of an archive in bytes.
pub(crate) fn size_hint<M: Member>(header: u32, members: &[M], arrangement: &Arrangement) -> usize {
    let member = |member: &M| size_of::<M::Entry>() + member.data().len();
    header as usize + members.iter().map(member).sum::<usize>() + arrangement.bytes.len()
}

/// Reads the members.
#[binrw::parser(reader, endian)]
pub(crate) fn members<M: Member>(parts: &Parts, entries: &[M::Entry]) -> BinResult<Vec<M>> {
    let bytes = bytes_of(reader, endian, (parts, TABLES))?;
    Ok(entries.iter().zip(bytes).map(|(entry, data)| M::new(entry, data)).collect())
}

/// Writes everything after a header of the given size.
#[expect(clippy::ptr_arg, reason = "binrw hands over the field as it is declared")]
#[binrw::writer(writer, endian)]
pub(crate) fn write_members<M: Member>(
    members: &Vec<M>,
    header: u32,
    empty: &[EmptyPart],
    arrangement: &Arrangement,
) -> BinResult<()> {
    let offsets = offsets(header, members, empty, arrangement)?;
    arrangement.try_each(TABLES + members.len(), |piece| match piece {
        Piece::Gap(bytes) => Ok(writer.write_all(bytes)?),
        Piece::Part(0) => {
            let entries = members.iter().zip(&offsets[TABLES..]).map(|(member, &offset)| member.entry(offset));
            write_rows(&entries.collect(), writer, endian, ())
        }
        Piece::Part(part) => Ok(writer.write_all(members[part - TABLES].data())?),
    })
}
