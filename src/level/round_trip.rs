//! Reads a file, writes it in memory, and compares: every byte should be equal.

use std::fmt;

use crate::formats::{Document, Error, FieldAt, Format, Limits, trn};
use crate::kotor::Layout;

use super::{Kind, OpenError};

/// The result of reading and writing a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
#[non_exhaustive]
pub struct RoundTrip {
    /// The size in bytes of the inflated walkmesh inside the file, if there is one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub walkmesh_bytes: Option<usize>,
    /// The first byte that was not kept, if any.
    pub difference: Option<ByteDifference>,
}

/// The first byte that was not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ByteDifference {
    /// The bytes to which the offset refers: the `file`, or the inflated `walkmesh` inside it.
    pub part: &'static str,
    /// The offset of the byte.
    pub offset: usize,
    /// The field that the byte belongs to. `None` between two parts of a file, or past its end.
    pub field: Option<String>,
    /// The bytes of the field as read, at most 8; empty past the end. Serialized in hex, as is `written`.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_hex"))]
    pub read: Vec<u8>,
    /// The bytes of the field as written, at most 8; empty past the end.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_hex"))]
    pub written: Vec<u8>,
}

impl fmt::Display for ByteDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, offset, field, read, written } = self;
        let field = field.as_ref().map_or_else(String::new, |field| format!(", {field}"));
        let [read, written] = [read, written].map(|it| if it.is_empty() { "the end".to_owned() } else { hex(it) });
        write!(f, "{part} at {offset:#x}{field}: read {read}, written {written}")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

#[cfg(feature = "serde")]
fn serialize_hex<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&hex(bytes))
}

/// Reads and writes the bytes of a file, and the walkmesh inside it.
///
/// # Errors
/// [`OpenError`]: the file cannot be read or written.
///
/// ```
/// use walkmesh::level::{Kind, round_trip};
/// use walkmesh::formats::{Document, Limits, bwm::Bwm};
///
/// let bytes = Bwm::default().to_bytes()?;
/// assert_eq!(round_trip(Kind::Bwm, &bytes, &Limits::default())?.difference, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn round_trip(kind: Kind, bytes: &[u8], limits: &Limits) -> Result<RoundTrip, OpenError> {
    let Some(format) = kind.format() else {
        let written = Layout::from_bytes(bytes)?.to_bytes();
        let difference = ByteDifference::first("file", bytes, &written, |_| None);
        return Ok(RoundTrip { walkmesh_bytes: None, difference });
    };
    if kind == Kind::Trn { area(bytes, limits) } else { one(format, bytes, limits) }
}

/// A file that is one document.
fn one(format: Format, bytes: &[u8], limits: &Limits) -> Result<RoundTrip, OpenError> {
    let difference = if format.keeps(bytes, limits)? { None } else { difference("file", format, bytes, limits)? };
    Ok(RoundTrip { walkmesh_bytes: None, difference })
}

/// An area, and the walkmesh inside it.
fn area(bytes: &[u8], limits: &Limits) -> Result<RoundTrip, OpenError> {
    let area = trn::Trn::from_bytes_with(bytes, limits)?;
    let kept = area.is_written_as(bytes)?;
    let difference_of_file = if kept { None } else { difference("file", Format::Trn, bytes, limits)? };
    let mut trip = RoundTrip { walkmesh_bytes: None, difference: difference_of_file };
    for packet in &area.packets {
        if let trn::Packet::Aswm(packet) = packet {
            let payload = packet.payload(limits)?;
            trip.walkmesh_bytes = Some(payload.len());
            if !Format::Aswm.keeps(&payload, limits)? && trip.difference.is_none() {
                trip.difference = difference("walkmesh", Format::Aswm, &payload, limits)?;
            }
        }
    }
    Ok(trip)
}

/// The first byte that a document does not keep.
fn difference(
    part: &'static str,
    format: Format,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Option<ByteDifference>, Error> {
    let written = format.rewrite(bytes, limits)?;
    Ok(ByteDifference::first(part, bytes, &written, |offset| format.field_at(bytes, offset)))
}

impl ByteDifference {
    fn first(
        part: &'static str,
        read: &[u8],
        written: &[u8],
        field_at: impl FnOnce(u64) -> Option<FieldAt>,
    ) -> Option<Self> {
        if read == written {
            return None;
        }
        let equal = read.iter().zip(written).take_while(|(r, w)| r == w).count();
        let at = field_at(equal as u64);
        // A long field such as a name is shown from the first byte that differs, and only as much of it as fits a line.
        let start = at.as_ref().map_or(equal, |at| if at.size <= 8 { at.start as usize } else { equal });
        let size = at.as_ref().map_or(4, |at| at.size.min(8) as usize);
        let shown = |bytes: &[u8]| bytes.iter().skip(start).take(size).copied().collect();
        let field = at.map(|FieldAt { field, .. }| field);
        Some(Self { part, offset: equal, field, read: shown(read), written: shown(written) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::bwm;

    /// Every document that can be read is written as it was read, so this test changes two bytes itself.
    #[test]
    fn what_differs_is_named_with_its_offset_and_field() {
        let read = bwm::Bwm::default().to_bytes().unwrap();
        let mut written = read.clone();
        let first = |written: &[u8]| {
            ByteDifference::first("file", &read, written, |offset| Format::Bwm.field_at(&read, offset))
        };
        assert_eq!(first(&written), None);
        written[0x4D] = 7;
        let expected = ByteDifference {
            part: "file",
            offset: 0x4D,
            field: Some("directory.vertex_offset".to_owned()),
            read: vec![0x88, 0, 0, 0],
            written: vec![0x88, 7, 0, 0],
        };
        let text = "file at 0x4d, directory.vertex_offset: read 88 00 00 00, written 88 07 00 00";
        assert_eq!((expected.to_string(), first(&written)), (text.to_owned(), Some(expected)));
        let cut = first(&read[..0x80]).unwrap();
        assert!(cut.to_string().ends_with(", written the end"), "{cut}");
        assert!(cut.written.is_empty());
    }
}
