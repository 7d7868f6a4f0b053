//! The parts of an archive: any number of tables and members, which may be anywhere after the header.

use std::io::SeekFrom;

use binrw::BinResult;

use crate::Arrangement;
use crate::arrangement::Piece;
use crate::error::Wrong;
use crate::rows::{Row, Span, at_index, check_apart, quoted, row, rows};

/// The stored offset of a part without bytes, where it differs from the offset at which the part would be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EmptyPart {
    /// Index of the part: the tables come first, in the order of the header, and then the members.
    pub part: u32,
    /// The offset that the file stores for it.
    pub offset: u32,
}

/// Bytes without a meaning at the end of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserved<const N: usize>(pub [u8; N]);

impl<const N: usize> Default for Reserved<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

#[cfg(feature = "serde")]
impl<const N: usize> serde::Serialize for Reserved<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(serializer)
    }
}

/// A name up to its first NUL.
pub(crate) fn up_to_nul(name: &[u8]) -> &[u8] {
    name.split(|&byte| byte == 0).next().unwrap_or_default()
}

/// The positions of an archive's parts, in the order of its directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    header: u32,
    spans: Vec<Span>,
}

impl Parts {
    /// Parts after a header of this size.
    ///
    /// # Errors
    /// A part starts inside the header, or two parts overlap. A member that two entries share would be read twice.
    pub(crate) fn new(header: u32, spans: Vec<Span>) -> Result<Self, Wrong> {
        check_apart(&mut spans.clone(), header.into())?;
        Ok(Self { header, spans })
    }

    /// Returns the offsets of parts without bytes that cannot be derived.
    pub(crate) fn empty(&self) -> Vec<EmptyPart> {
        let mut running = u64::from(self.header);
        let mut empty = Vec::new();
        for (part, &Span { start, size }) in self.spans.iter().enumerate() {
            if size > 0 {
                running = u64::from(start) + size;
            } else if u64::from(start) != running {
                empty.push(EmptyPart { part: part as u32, offset: start });
            }
        }
        empty
    }
}

/// The offsets of parts of these sizes in bytes, arranged from the end of the header on.
pub(crate) fn offsets(
    header: u32,
    sizes: &[u64],
    empty: &[EmptyPart],
    arrangement: &Arrangement,
) -> Result<Vec<u32>, Wrong> {
    let beyond = || Wrong::unwritable("directory", "parts that end within 4 GiB", "one beyond");
    let mut next = u64::from(header);
    let mut offsets = vec![0; sizes.len()];
    arrangement.try_each(sizes.len(), |piece| {
        match piece {
            Piece::Part(part) => {
                offsets[part] = u32::try_from(next).map_err(|_| beyond())?;
                next += sizes[part];
            }
            Piece::Gap(bytes) => next += bytes.len() as u64,
        }
        u32::try_from(next).map(drop).map_err(|_| beyond())
    })?;
    let mut running = header;
    let mut empty = empty.iter().peekable();
    for (part, (offset, &size)) in offsets.iter_mut().zip(sizes).enumerate() {
        let stored = empty.next_if(|empty| empty.part as usize == part);
        if size > 0 {
            // A part that ends beyond it was already rejected.
            running = *offset + size as u32;
        } else {
            *offset = stored.map_or(running, |empty| empty.offset);
        }
    }
    Ok(offsets)
}

/// Reads a header that starts with a magic and a version, and rejects unknown versions.
#[binrw::parser(reader, endian)]
pub(crate) fn header<T: Row>(magic: [u8; 4], version: [u8; 4]) -> BinResult<T> {
    let here = reader.stream_position()?;
    let header: T = row(reader, endian, ())?;
    let start = bytemuck::bytes_of(&header);
    if start[..4] != magic {
        return Err(Wrong::new(quoted(&magic), quoted(&start[..4])).here(here));
    }
    if start[4..8] != version {
        return Err(Wrong::unsupported(quoted(&version), quoted(&start[4..8])).here(here + 4));
    }
    Ok(header)
}

/// Reads the bytes of members, starting with the part `first`.
#[binrw::parser(reader, endian)]
pub(crate) fn bytes_of(parts: &Parts, first: usize) -> BinResult<Vec<Vec<u8>>> {
    let spans = parts.spans.get(first..).unwrap_or_default();
    let mut members = Vec::with_capacity(spans.len());
    for (index, span) in spans.iter().enumerate() {
        if span.size > 0 {
            reader.seek(SeekFrom::Start(span.start.into()))?;
        }
        members.push(rows(reader, endian, (span.size,)).map_err(|error| at_index(error, index))?);
    }
    Ok(members)
}

/// Reads the bytes around the parts.
#[binrw::parser(reader, endian)]
pub(crate) fn around(parts: &Parts) -> BinResult<Arrangement> {
    Arrangement::read(parts.spans.len(), |part| parts.spans[part], parts.header.into(), reader, endian)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_parts_keep_offsets_that_nothing_else_tells() {
        let span = |start, size| Span { start, size };
        let parts = Parts::new(8, vec![span(8, 0), span(12, 4), span(0, 0), span(16, 0)]).expect("parts apart");
        let empty = parts.empty();
        assert_eq!(empty, [EmptyPart { part: 2, offset: 0 }]);
        let gap =
            Arrangement { gaps: vec![crate::Gap { before: 1, size: 4 }], bytes: vec![7; 4], ..Arrangement::default() };
        assert_eq!(offsets(8, &[0, 4, 0, 0], &empty, &gap).expect("within 4 GiB"), [8, 12, 0, 16]);
        assert!(Parts::new(8, vec![span(8, 4), span(10, 4)]).is_err());
        assert!(Parts::new(8, vec![span(4, 4)]).is_err());
        assert!(offsets(8, &[u64::from(u32::MAX)], &[], &Arrangement::default()).is_err());
    }
}
