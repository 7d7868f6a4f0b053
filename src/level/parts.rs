//! [`Parts`]: a large file of which only some byte ranges are in memory, as a browser reads it.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Error, ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;

/// Minimum number of bytes requested at a time.
const PIECE: u64 = 1 << 16;

/// A file of which some byte ranges are in memory. Reading any other range is an error, and [`take_missing`](Self::take_missing) then
/// says which range is needed.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    length: u64,
    at: u64,
    /// Sorted by their starts. No part lies inside another.
    parts: BTreeMap<u64, Vec<u8>>,
    /// The last requested range that was missing.
    missing: Option<Range<u64>>,
}

impl Parts {
    /// A file of a known size, without any of its bytes yet.
    pub(super) fn of_size(length: u64) -> Self {
        Self { length, ..Self::default() }
    }

    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Adds a part. Bytes past the end of the file are ignored.
    pub(super) fn add(&mut self, from: u64, mut bytes: Vec<u8>) {
        let most = usize::try_from(self.length.saturating_sub(from)).unwrap_or(usize::MAX);
        bytes.truncate(most);
        let part = from..from.saturating_add(bytes.len() as u64);
        if !self.has(&part) {
            self.parts.retain(|start, bytes| *start < part.start || start + bytes.len() as u64 > part.end);
            self.parts.insert(from, bytes);
        }
    }

    /// Returns whether one part has all of these bytes.
    pub(super) fn has(&self, range: &Range<u64>) -> bool {
        range.is_empty()
            || self.part_at(range.start).is_some_and(|(start, part)| start + part.len() as u64 >= range.end)
    }

    /// The part that has the byte at an offset: of those that start before it, the last one reaches farthest.
    fn part_at(&self, at: u64) -> Option<(u64, &[u8])> {
        let (start, part) = self.parts.range(..=at).next_back()?;
        (at - start < part.len() as u64).then_some((*start, part))
    }

    /// Takes the last range that was requested and is missing.
    pub(super) fn take_missing(&mut self) -> Option<Range<u64>> {
        self.missing.take()
    }

    /// All bytes, if one part has them.
    pub(super) fn into_whole(mut self) -> Vec<u8> {
        self.parts.remove(&0).unwrap_or_default()
    }
}

impl Read for Parts {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.length || into.is_empty() {
            return Ok(0);
        }
        let Some((start, part)) = self.part_at(self.at) else {
            let end = self.at.saturating_add(PIECE.max(into.len() as u64)).min(self.length);
            self.missing = Some(self.at..end);
            return Err(Error::other("this part of the file was not read"));
        };
        let rest = &part[(self.at - start) as usize..];
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Parts {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let to = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = to.ok_or_else(|| Error::from(ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

/// Ranges in order, with nearly touching ones merged.
pub(super) fn joined(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_unstable_by(|left, right| match left.start.cmp(&right.start) {
        Ordering::Equal => left.end.cmp(&right.end),
        other => other,
    });
    let mut joined: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end.saturating_add(PIECE) => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_there_or_is_asked_for() {
        let whole: Vec<u8> = (0..=255).cycle().take(300_000).collect();
        let mut parts = Parts::of_size(whole.len() as u64);
        let mut asked = Vec::new();
        let read = loop {
            let mut read = Vec::new();
            parts.seek(SeekFrom::Start(90_000)).unwrap();
            match parts.read_to_end(&mut read) {
                Ok(_) => break read,
                Err(_) => {
                    let missing = parts.take_missing().expect("a part that is not there");
                    parts.add(missing.start, whole[missing.start as usize..missing.end as usize].to_vec());
                    asked.push(missing);
                }
            }
        };
        assert_eq!(read, whole[90_000..]);
        assert_eq!(asked[0].start, 90_000, "what lies before is never asked for");
        assert_eq!(asked.last().unwrap().end, 300_000);
    }

    #[test]
    fn a_part_inside_another_one_does_not_hide_it() {
        let mut parts = Parts::of_size(100);
        parts.add(0, vec![1; 80]);
        parts.add(20, vec![2; 10]);
        assert!(parts.has(&(40..80)) && !parts.has(&(40..81)));
        parts.add(40, vec![3; 500]);
        assert!(parts.has(&(60..100)) && parts.has(&(0..80)));
        parts.add(0, vec![4; 100]);
        assert!(parts.has(&(0..100)));
        assert_eq!(parts.into_whole(), [4; 100]);
    }

    #[test]
    fn ranges_that_nearly_touch_are_one() {
        assert_eq!(joined(vec![500_000..500_001, 10..20, 0..5, 3..4]), [0..20, 500_000..500_001]);
    }
}
