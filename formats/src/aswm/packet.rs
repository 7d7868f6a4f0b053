//! The `ASWM` packet around a walkmesh. It is deflated in every real file that was measured; some official campaigns are reported to store
//! it undeflated (`docs/formats/trn-aswm.md#aswm-packet`).

use std::borrow::Cow;

use binrw::{BinRead, BinResult, binrw};
use flate2::{Compression, Decompress, FlushDecompress, Status};

use super::Version;
use crate::error::{Error, Wrong, bytes};
use crate::rows::{count, literal, rows, write_rows};
use crate::{Format, Limits};

/// Magic of a deflated walkmesh.
const MAGIC: [u8; 4] = *b"COMP";

/// The greatest trusted ratio of declared to deflated size: the 71 files that were measured have at most 3.7. Up to this ratio, the memory
/// is allocated at once. Beyond it the memory grows with the inflated bytes.
const USUAL_RATIO: usize = 4;

/// The maximum number of bytes to which one byte of a zlib stream can inflate, including a little more for the stream's start.
const MAX_INFLATED: u64 = 1032;

/// The body of an `ASWM` packet.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Packet {
    /// Deflated, as in every real file that was measured.
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

    /// The bytes of the walkmesh, inflated if necessary.
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

/// A deflated walkmesh. The deflated bytes are kept as they were read, since only the game's own zlib could reproduce them.
#[binrw]
#[brw(little)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Comp {
    /// `COMP`.
    #[br(temp, parse_with = literal, args(MAGIC))]
    #[bw(calc = MAGIC)]
    data_type: [u8; 4],
    /// The number of bytes of the zlib stream.
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
    /// [`Error::OverLimit`] when the packet declares more than the limit. [`Error::Malformed`] when the stream is damaged, or its inflated
    /// size differs from the declared size.
    pub fn inflate(&self, limits: &Limits) -> Result<Vec<u8>, Error> {
        let at = |wrong: Wrong| wrong.at(Format::Trn, "ASWM.compressed_data".to_owned(), 0);
        self.within(limits).map_err(at)?;
        let declared = u64::from(self.uncomp_length);
        let most = (self.compressed_data.len() as u64).saturating_mul(MAX_INFLATED);
        if declared > most {
            return Err(at(Wrong::new(format_args!("at most {}, by zlib's ratio", bytes(most)), bytes(declared))));
        }
        inflate(&self.compressed_data, self.uncomp_length as usize).map_err(at)
    }

    /// Rejects a packet that declares more bytes than the limits allow.
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
    #[cfg(feature = "libdeflate")]
    if let Some(payload) = inflate_at_once(stream, declared) {
        return Ok(payload);
    }
    inflate_by_zlib(stream, declared)
}

/// Inflates a whole zlib stream to exactly `declared` bytes with libdeflate, which needs the memory for all of them at once. `None`
/// if the declared size is not trusted that far, or if the stream is damaged: then zlib reports the error. 62 real areas are read in
/// 94 ms with libdeflate, and in 144 ms with zlib-rs.
#[cfg(feature = "libdeflate")]
fn inflate_at_once(stream: &[u8], declared: usize) -> Option<Vec<u8>> {
    if declared > stream.len().saturating_mul(USUAL_RATIO) {
        return None;
    }
    let mut payload = vec![0; declared];
    let found = libdeflater::Decompressor::new().zlib_decompress(stream, &mut payload).ok()?;
    (found == declared).then_some(payload)
}

/// Inflates a zlib stream to exactly `declared` bytes, in memory that grows with them if they are unusually many.
fn inflate_by_zlib(stream: &[u8], declared: usize) -> Result<Vec<u8>, Wrong> {
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
            // The end of the stream may still have to be read, with no room for output.
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
    // The declared size is after the magic and the deflated size.
    comp.within(&limits).map_err(|wrong| wrong.here(here + 8))?;
    let packet = Packet::Comp(comp);
    if packet.size() == size {
        Ok(packet)
    } else {
        Err(Wrong::new(format_args!("a COMP block of {}", bytes(size)), bytes(packet.size())).here(here))
    }
}

#[cfg(all(test, feature = "libdeflate"))]
mod tests {
    use super::*;

    /// Streams of several blocks, a stored one, and an empty one.
    fn payloads() -> [Vec<u8>; 4] {
        let mut state = 1_u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        let random: Vec<u8> = (0..300).map(|_| noise()).collect();
        let text = b"walk the mesh, mesh the walk. ".repeat(20);
        let mixed = (0..900_u32).flat_map(|n| [(n / 7) as u8, (n % 5) as u8, 0]).collect();
        [random, text, mixed, Vec::new()]
    }

    fn told(inflated: Result<Vec<u8>, Wrong>) -> Result<Vec<u8>, Error> {
        inflated.map_err(|wrong| wrong.at(Format::Trn, String::new(), 0))
    }

    fn check(stream: &[u8], declared: usize) {
        let [ours, zlibs] = [inflate(stream, declared), inflate_by_zlib(stream, declared)].map(told);
        assert_eq!(ours, zlibs, "{declared} bytes of {stream:?}");
    }

    #[test]
    fn libdeflate_inflates_as_zlib_does_and_finds_the_same_damage() {
        for payload in payloads() {
            let stream = Comp::deflate(&payload).unwrap().compressed_data;
            let size = payload.len();
            assert_eq!(told(inflate(&stream, size)).as_ref(), Ok(&payload));
            for declared in [0, 1, size.saturating_sub(1), size + 1, 2 * size, 1 << 20] {
                check(&stream, declared);
            }
            for cut in 0..stream.len() {
                check(&stream[..cut], size);
            }
            for (at, bit) in (0..stream.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
                let mut damaged = stream.clone();
                damaged[at] ^= 1 << bit;
                check(&damaged, size);
            }
            check(&[stream.as_slice(), b"behind"].concat(), size);
        }
    }

    #[test]
    fn usual_packets_are_inflated_at_once_and_unusual_ones_are_not() {
        let usual = &payloads()[0];
        let stream = Comp::deflate(usual).unwrap().compressed_data;
        assert_eq!(inflate_at_once(&stream, usual.len()).as_ref(), Some(usual));
        let unusual = vec![0; 1 << 16];
        let stream = Comp::deflate(&unusual).unwrap().compressed_data;
        assert!(inflate_at_once(&stream, unusual.len()).is_none());
        assert_eq!(told(inflate(&stream, unusual.len())), Ok(unusual));
    }
}
