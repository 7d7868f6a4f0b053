//! The buffers of a glTF: the binary chunk, data in the JSON, and files beside it.

use std::borrow::Cow;
use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use gltf_json::Root;
use gltf_json::buffer::View;

use super::error::{GltfError, GltfFault};

/// Reads a file that a glTF names: the bytes, or why they cannot be had.
pub(super) type Files<'f> = &'f mut dyn FnMut(&str) -> Result<Vec<u8>, String>;

/// The bytes of each buffer.
pub(super) struct Buffers<'b> {
    /// For each buffer its bytes, as an index into `loaded`: several buffers may name one file.
    buffers: Vec<usize>,
    loaded: Vec<Cow<'b, [u8]>>,
}

impl<'b> Buffers<'b> {
    pub(super) fn of(root: &Root, binary: Option<&'b [u8]>, files: Files<'_>) -> Result<Self, GltfError> {
        let mut all = Self { buffers: Vec::with_capacity(root.buffers.len()), loaded: Vec::new() };
        let mut known = HashMap::new();
        for (index, buffer) in root.buffers.iter().enumerate() {
            let place = || format!("buffers[{index}]");
            let uri = buffer.uri.as_deref();
            let at = match uri.and_then(|uri| known.get(uri)) {
                Some(at) => *at,
                None => {
                    all.loaded.push(match (uri, binary) {
                        (None, Some(binary)) if index == 0 => Cow::Borrowed(binary),
                        (None, _) => {
                            let fault = "a buffer without a name is the binary chunk of a GLB";
                            return Err(GltfFault::Invalid(fault).at(place()));
                        }
                        (Some(uri), _) => Cow::Owned(load(uri, files).map_err(|fault| fault.at(place()))?),
                    });
                    known.extend(uri.map(|uri| (uri, all.loaded.len() - 1)));
                    all.loaded.len() - 1
                }
            };
            let (expected, found) = (buffer.byte_length.0, all.loaded[at].len() as u64);
            if found < expected {
                return Err(GltfFault::TooShort { expected, found }.at(place()));
            }
            all.buffers.push(at);
        }
        Ok(all)
    }

    /// The number of all bytes together.
    pub(super) fn total(&self) -> u64 {
        self.loaded.iter().map(|bytes| bytes.len() as u64).sum()
    }

    /// The bytes of a view.
    pub(super) fn view(&self, view: &View) -> Result<&[u8], GltfFault> {
        let index = view.buffer.value();
        let no_such = GltfFault::NoSuch { name: "buffers", index, count: self.buffers.len() };
        let buffer = &self.loaded[*self.buffers.get(index).ok_or(no_such)?];
        let start = view.byte_offset.map_or(0, |offset| offset.0);
        let too_short =
            GltfFault::TooShort { expected: view.byte_length.0, found: (buffer.len() as u64).saturating_sub(start) };
        let end = start.checked_add(view.byte_length.0).and_then(|end| usize::try_from(end).ok());
        end.and_then(|end| buffer.get(start as usize..end)).ok_or(too_short)
    }
}

fn load(uri: &str, files: Files<'_>) -> Result<Vec<u8>, GltfFault> {
    let Some(data) = uri.strip_prefix("data:") else {
        return files(uri).map_err(|reason| GltfFault::File { uri: uri.to_owned(), reason });
    };
    let invalid = GltfFault::Invalid("a buffer inside the JSON must be in base64");
    let Some((_, text)) = data.split_once(";base64,") else { return Err(invalid) };
    STANDARD.decode(text).or_else(|_| STANDARD_NO_PAD.decode(text)).map_err(|_| invalid)
}
