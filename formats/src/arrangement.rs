//! [`Arrangement`]: the order of a file's parts, which may be anywhere, and the bytes that belong to no part.

use std::io::{Read, Seek, SeekFrom};

use binrw::{BinResult, Endian};

use crate::rows::{Span, rest, rows};

/// The order of a file's parts, and the bytes between and behind them.
///
/// The default is the arrangement of every real file: the parts in the order of the file's directory, without a byte
/// between them. Any other arrangement is kept, so that the file is written as it was read. When a part grows, everything after it shifts.
/// A part is named by its index in the directory, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Arrangement {
    /// The parts in the order of the file; empty for the directory's own order. Parts that are missing here follow in the
    /// directory's order. Invalid indices are ignored.
    pub order: Vec<u32>,
    /// The gaps in front of parts, in the order of the file.
    pub gaps: Vec<Gap>,
    /// The bytes of all gaps, one after another, and then the bytes behind the last part.
    pub bytes: Vec<u8>,
}

/// Consecutive bytes that belong to no part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Gap {
    /// The part after the gap. If that part no longer exists, the gap is where the part would have been.
    pub before: u32,
    /// Its length in bytes.
    pub size: u32,
}

/// The next piece of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// The part with this index.
    Part(usize),
    /// Bytes that belong to no part.
    Gap(&'a [u8]),
}

impl Arrangement {
    /// Reads the bytes around `count` parts, of which the first may start at `first`. The parts do not overlap; empty
    /// parts have no position.
    pub(crate) fn read<R: Read + Seek>(
        count: usize,
        part: impl Fn(usize) -> Span,
        first: u64,
        reader: &mut R,
        endian: Endian,
    ) -> BinResult<Self> {
        let parts = || (0..count as u32).filter(|&at| part(at as usize).size > 0);
        let start = |at: u32| part(at as usize).start;
        let mut order = Vec::new();
        if !parts().is_sorted_by_key(start) {
            order.extend(parts());
            order.sort_unstable_by_key(|&at| start(at));
        }
        // Each gap and its start; counted first, so that the tables have no spare capacity.
        let found = || {
            let in_order = order.iter().copied().chain(parts().filter(|_| order.is_empty()));
            let gap = |free: &mut u64, before: u32| {
                let Span { start, size } = part(before as usize);
                let (from, gap) = (*free, u64::from(start).saturating_sub(*free));
                *free = u64::from(start) + size;
                Some((from, Gap { before, size: gap as u32 }))
            };
            in_order.scan(first, gap).filter(|(_, gap)| gap.size > 0)
        };
        let size = found().map(|(_, gap)| gap.size as usize).sum();
        let (mut gaps, mut bytes) = (Vec::with_capacity(found().count()), Vec::with_capacity(size));
        for (from, gap) in found() {
            reader.seek(SeekFrom::Start(from))?;
            bytes.append(&mut rows(reader, endian, (gap.size.into(),))?);
            gaps.push(gap);
        }
        let end = |at: u32| u64::from(start(at)) + part(at as usize).size;
        reader.seek(SeekFrom::Start(parts().map(end).max().unwrap_or(first)))?;
        let mut rest = rest(reader, endian, ())?;
        if bytes.is_empty() {
            bytes = rest;
        } else {
            bytes.append(&mut rest);
        }
        Ok(Self { order, gaps, bytes })
    }

    /// Calls a function for everything after the directory of a file with this number of parts, in the order of the
    /// file.
    pub(crate) fn try_each<E>(&self, parts: usize, mut tell: impl FnMut(Piece<'_>) -> Result<(), E>) -> Result<(), E> {
        let (mut gaps, mut bytes) = (self.gaps.iter().peekable(), &self.bytes[..]);
        let mut part = |part: usize| {
            let stands_here = |gap: &&Gap| gap.before as usize == part || gap.before as usize >= parts;
            while let Some(gap) = gaps.next_if(stands_here) {
                let (gap, rest) = bytes.split_at(bytes.len().min(gap.size as usize));
                bytes = rest;
                tell(Piece::Gap(gap))?;
            }
            tell(Piece::Part(part))
        };
        if self.order.is_empty() {
            (0..parts).try_for_each(part)?;
        } else {
            let mut placed = vec![false; parts];
            let all = self.order.iter().map(|&part| part as usize).chain(0..parts);
            let mut once =
                all.filter(|&part| placed.get_mut(part).is_some_and(|placed| !std::mem::replace(placed, true)));
            once.try_for_each(&mut part)?;
        }
        tell(Piece::Gap(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(arrangement: &Arrangement, parts: usize) -> String {
        let mut shown = Vec::new();
        let told: Result<(), ()> = arrangement.try_each(parts, |piece| {
            shown.push(match piece {
                Piece::Part(part) => part.to_string(),
                Piece::Gap(bytes) => format!("{bytes:?}"),
            });
            Ok(())
        });
        told.expect("nothing fails");
        shown.join(" ")
    }

    #[test]
    fn each_part_and_each_byte_stands_once() {
        assert_eq!(shown(&Arrangement::default(), 2), "0 1 []");
        let gap = |before, size| Gap { before, size };
        let gaps = vec![gap(1, 1), gap(7, 2), gap(0, 1)];
        let arrangement = Arrangement { order: vec![2, 9, 2, 1], gaps, bytes: vec![1, 2, 3, 4, 5] };
        assert_eq!(shown(&arrangement, 3), "2 [1] [2, 3] 1 [4] 0 [5]");
        assert_eq!(shown(&Arrangement { order: Vec::new(), ..arrangement }, 2), "0 [1] [2, 3] 1 [4, 5]");
        let short = Arrangement { gaps: vec![gap(0, 9)], bytes: vec![1], ..Arrangement::default() };
        assert_eq!(shown(&short, 1), "[1] 0 []");
    }
}
