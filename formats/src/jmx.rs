//! The strings, lists of indices and boxes of Silkroad's JMX files.

use binrw::{BinResult, binrw};
use bytemuck::{Pod, Zeroable};

use crate::Vector3;
use crate::error::Wrong;
use crate::rows::{count, quoted, rows, write_rows};

/// Reads a signature: eight bytes that name the format, and four digits of its version. Another version is reported as
/// unsupported, since such files exist.
#[binrw::parser(reader)]
pub(crate) fn signature(expected: [u8; 12]) -> BinResult<[u8; 12]> {
    let here = reader.stream_position()?;
    let mut found = [0; 12];
    reader.read_exact(&mut found)?;
    let (name, version) = found.split_at(8);
    if found == expected {
        Ok(found)
    } else if *name == expected[..8] {
        let expected = format!("version {}", quoted(&expected[8..]));
        Err(Wrong::unsupported(expected, format_args!("version {}", quoted(version))).here(here))
    } else {
        Err(Wrong::new(quoted(&expected), quoted(&found)).here(here))
    }
}

/// A string: its bytes in code page 949 (Korean), which includes ASCII.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Text {
    #[br(temp)]
    #[bw(calc = count("text", bytes)?)]
    length: u32,
    /// The bytes.
    #[br(parse_with = rows, args(length.into()))]
    #[bw(write_with = write_rows)]
    pub bytes: Vec<u8>,
}

impl Text {
    /// The minimum size of a string: an empty one.
    pub(crate) const SMALLEST: usize = 4;
}

impl From<&str> for Text {
    /// Accepts ASCII. Other characters would have to be encoded in code page 949.
    fn from(text: &str) -> Self {
        Self { bytes: text.into() }
    }
}

/// A list of indices.
#[binrw]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Indices {
    #[br(temp)]
    #[bw(calc = count("indices", indices)?)]
    length: u32,
    /// The indices.
    #[br(parse_with = rows, args(length.into()))]
    #[bw(write_with = write_rows)]
    pub indices: Vec<u32>,
}

impl Indices {
    /// The minimum size of a list: an empty one.
    pub(crate) const SMALLEST: usize = 4;
}

/// An axis-aligned box: 24 bytes.
#[binrw]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct BoundingBox {
    /// The corner with the smallest coordinates.
    pub min: Vector3,
    /// The corner with the largest.
    pub max: Vector3,
}
