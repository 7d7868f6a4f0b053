//! The `ASWM` packet around a walkmesh. It is deflated in every real file at hand; some official campaigns are reported
//! to have it bare (`docs/formats/trn-aswm.md#aswm-packet`).

use std::borrow::Cow;

use binrw::{BinRead, BinResult, binrw};
use flate2::{Compression, Decompress, FlushDecompress, Status};

use super::Version;
use crate::error::{Error, Wrong, bytes};
use crate::rows::{count, literal, rows, write_rows};
use crate::{Format, Limits};

/// Magic of a deflated walkmesh.
const MAGIC: [u8; 4] = *b"COMP";

/// The largest ratio of declared to deflated size that is trusted: the 71 files at hand have at most 3.7. Up to this ratio
/// the memory is allocated at once. Beyond it the memory grows with what is really inflated.
const USUAL_RATIO: usize = 4;

/// The most bytes that one byte of a zlib stream can inflate to, a little more for the stream's start included.
const MOST_INFLATED: u64 = 1032;

/// The body of an `ASWM` packet.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Packet {
    /// Deflated: every real file at hand.
    Comp(Comp),
    /// The walkmesh itself.
    Uncompressed(Vec<u8>),
}

impl Packet {
    /// Bytes of the packet without its header.
    pub fn size(&self) -> u64 {
        match self {
            Self::Comp(comp) => 12 + comp.compressed_data.len() as u64,
            Self::Uncompressed(data) => data.len() as u64,
        }
    }

    /// Bytes of the walkmesh when inflated, as the packet declares them.
    pub fn payload_size(&self) -> u64 {
        match self {
            Self::Comp(comp) => comp.uncomp_length.into(),
            Self::Uncompressed(data) => data.len() as u64,
        }
    }

    /// The bytes of the walkmesh, inflated where they must be.
    ///
    /// # Errors
    /// As [`Comp::inflate`].
    pub fn payload(&self, limits: &Limits) -> Result<Cow<'_, [u8]>, Error> {
        match self {
            Self::Comp(comp) => comp.inflate(limits).map(Cow::Owned),
            Self::Uncompressed(data) => Ok(Cow::Borrowed(data)),
        }
    }
}

/// A deflated walkmesh. The deflated bytes are kept as they were read, since only the game's own zlib would make the
/// same ones again.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Comp {
    #[br(temp, parse_with = literal, args(MAGIC))]
    #[bw(calc = MAGIC)]
    data_type: [u8; 4],
    #[br(temp)]
    #[bw(calc = count("compressed_data", compressed_data)?)]
    compressed_data_size: u32,
    /// Bytes of the walkmesh when inflated.
    pub uncomp_length: u32,
    /// A zlib stream.
    #[br(parse_with = rows, args(compressed_data_size.into()))]
    #[bw(write_with = write_rows)]
    pub compressed_data: Vec<u8>,
}

impl Comp {
    /// Inflates the walkmesh.
    ///
    /// # Errors
    /// [`Error::OverLimit`] when the packet declares more than the limit. [`Error::Malformed`] when the stream is damaged,
    /// or inflates to another size than the packet declares.
    pub fn inflate(&self, limits: &Limits) -> Result<Vec<u8>, Error> {
        let at = |wrong: Wrong| wrong.at(Format::Trn, "ASWM.compressed_data".to_owned(), 0);
        self.within(limits).map_err(at)?;
        let declared = u64::from(self.uncomp_length);
        let most = (self.compressed_data.len() as u64).saturating_mul(MOST_INFLATED);
        if declared > most {
            return Err(at(Wrong::new(format_args!("at most {}, by zlib's ratio", bytes(most)), bytes(declared))));
        }
        inflate(&self.compressed_data, self.uncomp_length as usize).map_err(at)
    }

    /// Refuses a packet that declares more bytes than the limits allow.
    fn within(&self, limits: &Limits) -> Result<(), Wrong> {
        let declared = u64::from(self.uncomp_length);
        if declared <= limits.inflated {
            return Ok(());
        }
        Err(Wrong::over_limit(
            format_args!("a walkmesh of at most {} when inflated", bytes(limits.inflated)),
            bytes(declared),
        ))
    }

    /// Deflates a walkmesh at zlib's level 6, as the game does. With the feature `stock-zlib` the bytes are the game's own.
    ///
    /// # Errors
    /// [`Error::Unwritable`] when the walkmesh is longer than 4 GiB.
    pub fn deflate(payload: &[u8]) -> Result<Self, Error> {
        let unwritable = |found: String| {
            Wrong::unwritable("", "a walkmesh that deflates", found).at(Format::Trn, "ASWM".to_owned(), 0)
        };
        let uncomp_length = u32::try_from(payload.len()).map_err(|_| unwritable(bytes(payload.len() as u64)))?;
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), Compression::new(6));
        let compressed = std::io::Write::write_all(&mut encoder, payload).and_then(|()| encoder.finish());
        let compressed_data = compressed.map_err(|error| unwritable(error.to_string()))?;
        Ok(Self { uncomp_length, compressed_data })
    }
}

/// Inflates a zlib stream to exactly `declared` bytes.
fn inflate(stream: &[u8], declared: usize) -> Result<Vec<u8>, Wrong> {
    let sizes = |found: &dyn std::fmt::Display| Wrong::new(bytes(declared as u64), found);
    let usual = stream.len().saturating_mul(USUAL_RATIO);
    let mut payload = Vec::with_capacity(declared.min(usual));
    let mut zlib = Decompress::new(true);
    let mode = if declared <= usual { FlushDecompress::Finish } else { FlushDecompress::None };
    loop {
        let rest = &stream[zlib.total_in() as usize..];
        let before = (zlib.total_in(), payload.len());
        let status =
            zlib.decompress_vec(rest, &mut payload, mode).map_err(|error| Wrong::new("a zlib stream", error))?;
        if status == Status::StreamEnd {
            let found = payload.len();
            return if found == declared { Ok(payload) } else { Err(sizes(&bytes(found as u64))) };
        }
        if payload.len() >= declared && payload.len() == payload.capacity() {
            // The stream's end may still have to be read, into no room at all.
            let mut none = [0];
            let rest = &stream[zlib.total_in() as usize..];
            let status = zlib.decompress(rest, &mut none, FlushDecompress::Finish);
            let ended = status.is_ok_and(|status| status == Status::StreamEnd) && zlib.total_out() as usize == declared;
            return if ended { Ok(payload) } else { Err(sizes(&"more")) };
        }
        if payload.len() == payload.capacity() {
            payload.reserve_exact(payload.len().min(declared - payload.len()).max(1));
        } else if before == (zlib.total_in(), payload.len()) {
            return Err(Wrong::new("a whole zlib stream", "one that is cut off"));
        }
    }
}

/// Reads the body of an `ASWM` packet of `size` bytes, unless it declares more than the limits allow.
#[binrw::parser(reader, endian)]
pub(crate) fn packet(size: u64, limits: Limits) -> BinResult<Packet> {
    let here = reader.stream_position()?;
    if size >= 4 {
        let first = <[u8; 4]>::read_options(reader, endian, ())?;
        reader.seek(std::io::SeekFrom::Start(here))?;
        if Version::from_number(u32::from_le_bytes(first)).is_some() {
            return Ok(Packet::Uncompressed(rows(reader, endian, (size,))?));
        }
    }
    let comp = Comp::read_options(reader, endian, ())?;
    // Behind the magic and the deflated size.
    comp.within(&limits).map_err(|wrong| wrong.here(here + 8))?;
    let packet = Packet::Comp(comp);
    if packet.size() == size {
        Ok(packet)
    } else {
        Err(Wrong::new(format_args!("a COMP block of {}", bytes(size)), bytes(packet.size())).here(here))
    }
}
