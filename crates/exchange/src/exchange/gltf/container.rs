//! The container of a GLB: a header, a chunk of JSON and a chunk of bytes.

use super::error::{GltfError, GltfFault};

const MAGIC: &[u8; 4] = b"glTF";
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");
/// Bytes of the header, and of the header of a chunk.
const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;

/// The parts of a glTF file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parts<'b> {
    pub(super) json: &'b [u8],
    /// The binary chunk, if there is one.
    pub(super) binary: Option<&'b [u8]>,
}

/// Splits a GLB into its parts; other bytes are taken as JSON.
pub(super) fn parts(bytes: &[u8]) -> Result<Parts<'_>, GltfError> {
    if !bytes.starts_with(MAGIC) {
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        let json = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        return match first {
            Some(b'{' | 0xEF) => Ok(Parts { json, binary: None }),
            _ => Err(GltfFault::NotGltf.at("file")),
        };
    }
    let version = word(bytes, 4)?;
    if version != 2 {
        return Err(GltfFault::Version(version).at("header"));
    }
    let length = word(bytes, 8)? as usize;
    let bytes = bytes.get(..length).ok_or_else(|| too_short("header", length, bytes.len()))?;
    let (kind, json, next) = chunk(bytes, HEADER)?;
    if kind != JSON {
        return Err(GltfFault::Invalid("the first chunk of a GLB must be JSON").at("chunk 0"));
    }
    // Chunks of other kinds belong to extensions.
    let binary = match chunk(bytes, next) {
        Ok((BIN, binary, _)) => Some(binary),
        Ok(_) => None,
        Err(_) if next >= bytes.len() => None,
        Err(error) => return Err(error),
    };
    Ok(Parts { json, binary })
}

/// Assembles a GLB. The chunks are padded to a multiple of four bytes, as the format demands.
pub(super) fn glb(mut json: Vec<u8>, mut binary: Vec<u8>) -> Option<Vec<u8>> {
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let length = HEADER + CHUNK_HEADER + json.len() + if binary.is_empty() { 0 } else { CHUNK_HEADER + binary.len() };
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend(u32::try_from(length).ok()?.to_le_bytes());
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(JSON.to_le_bytes());
    bytes.extend(json);
    if !binary.is_empty() {
        bytes.extend((binary.len() as u32).to_le_bytes());
        bytes.extend(BIN.to_le_bytes());
        bytes.extend(binary);
    }
    Some(bytes)
}

/// A chunk's kind, its bytes and the offset of the next one.
fn chunk(bytes: &[u8], at: usize) -> Result<(u32, &[u8], usize), GltfError> {
    let length = word(bytes, at)? as usize;
    let kind = word(bytes, at + 4)?;
    let start = at + CHUNK_HEADER;
    let rest = bytes.len().saturating_sub(start);
    let chunk = bytes.get(start..).and_then(|rest| rest.get(..length));
    let chunk = chunk.ok_or_else(|| too_short(&format!("chunk at offset {at}"), length, rest))?;
    Ok((kind, chunk, start + length))
}

fn word(bytes: &[u8], at: usize) -> Result<u32, GltfError> {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk());
    word.map(|word| u32::from_le_bytes(*word)).ok_or_else(|| too_short("header", at + 4, bytes.len()))
}

fn too_short(place: &str, expected: usize, found: usize) -> GltfError {
    GltfFault::TooShort { expected: expected as u64, found: found as u64 }.at(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glb_is_taken_apart_as_it_was_put_together() {
        for (json, binary) in [(&b"{}"[..], &b"12345"[..]), (b"{ }  ", b"")] {
            let bytes = glb(json.to_vec(), binary.to_vec()).expect("small");
            assert!(bytes.len().is_multiple_of(4));
            let parts = parts(&bytes).expect("parts");
            assert!(parts.json.starts_with(json) && parts.json[json.len()..].iter().all(|byte| *byte == b' '));
            assert_eq!(parts.binary.is_some(), !binary.is_empty());
            assert!(parts.binary.is_none_or(|bytes| bytes.starts_with(binary)));
        }
        assert_eq!(parts(b" {}").expect("JSON").json, b" {}");
    }

    #[test]
    fn every_truncated_glb_is_an_error_with_a_place() {
        let bytes = glb(b"{}".to_vec(), b"12345678".to_vec()).expect("small");
        for length in 0..bytes.len() {
            parts(&bytes[..length]).expect_err("truncated");
            let mut named = bytes[..length].to_vec();
            if let Some(word) = named.get_mut(8..12) {
                word.copy_from_slice(&(length as u32).to_le_bytes());
                let cut = parts(&named);
                assert!(cut.is_err() || length == 24, "{length}");
            }
        }
        assert_eq!(parts(b"solid").expect_err("STL").to_string(), "file: this is neither a GLB nor a glTF in JSON");
    }
}
