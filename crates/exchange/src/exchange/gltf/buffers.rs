//! The buffers of a glTF: the binary chunk, data in the JSON, and files beside it.

use std::borrow::Cow;
use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use gltf_json::Root;
use gltf_json::buffer::View;

use super::error::{GltfError, GltfFault, used};
use crate::exchange::beside::{beside, percent_decoded};

/// Reads a file that a glTF names, by its path within the folder of the glTF: the bytes, or the reason of the
/// failure.
pub(super) type Files<'f> = &'f mut dyn FnMut(&str) -> Result<Vec<u8>, String>;

/// The bytes of each buffer.
pub(super) struct Buffers<'b> {
    /// For each buffer, its bytes, as an index into `loaded`: several buffers may name one file.
    buffers: Vec<usize>,
    loaded: Vec<Cow<'b, [u8]>>,
}

impl<'b> Buffers<'b> {
    pub(super) fn new(root: &Root, binary: Option<&'b [u8]>, files: Files<'_>) -> Result<Self, GltfError> {
        let mut all = Self { buffers: Vec::with_capacity(root.buffers.len()), loaded: Vec::new() };
        let mut known = HashMap::new();
        for (index, buffer) in root.buffers.iter().enumerate() {
            let place = || format!("buffers[{index}]");
            let source = Source::new(index, buffer.uri.as_deref(), root).map_err(|fault| fault.at(place()))?;
            let at = match known.get(&source) {
                Some(at) => *at,
                None => {
                    let bytes = source.load(binary, files).map_err(|fault| fault.at(place()))?;
                    all.loaded.push(bytes);
                    known.insert(source, all.loaded.len() - 1);
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

    /// The total number of bytes.
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

/// The location of a buffer's bytes.
#[derive(PartialEq, Eq, Hash)]
enum Source<'u> {
    /// In the binary chunk of a GLB, if this is the first buffer.
    Chunk(usize),
    /// In the JSON, as base64.
    Json(&'u str),
    /// In a file, by its path within the folder.
    File(String),
}

impl<'u> Source<'u> {
    fn new(index: usize, uri: Option<&'u str>, root: &Root) -> Result<Self, GltfFault> {
        let Some(uri) = uri else {
            // A placeholder buffer for compressed bytes has no name either.
            let fault = used(root, |name| name.ends_with("_meshopt_compression"));
            return fault.filter(|_| index > 0).map_or(Ok(Self::Chunk(index)), Err);
        };
        if let Some(data) = uri.strip_prefix("data:") {
            return Ok(Self::Json(data));
        }
        let refused = |reason: &str| GltfFault::File { uri: uri.to_owned(), reason: reason.to_owned() };
        let name = percent_decoded(uri).ok_or_else(|| refused("the name is not in UTF-8"))?;
        beside(&name).map(Self::File).map_err(refused)
    }

    fn load<'b>(&self, binary: Option<&'b [u8]>, files: Files<'_>) -> Result<Cow<'b, [u8]>, GltfFault> {
        match self {
            Self::Chunk(index) => {
                let fault = GltfFault::Invalid("a buffer without a name is the binary chunk of a GLB");
                binary.filter(|_| *index == 0).map(Cow::Borrowed).ok_or(fault)
            }
            Self::Json(data) => {
                let invalid = GltfFault::Invalid("a buffer inside the JSON must be in base64");
                let Some((_, text)) = data.split_once(";base64,") else { return Err(invalid) };
                let bytes = STANDARD.decode(text).or_else(|_| STANDARD_NO_PAD.decode(text));
                bytes.map(Cow::Owned).map_err(|_| invalid)
            }
            Self::File(path) => {
                let fault = |reason| GltfFault::File { uri: path.clone(), reason };
                files(path).map(Cow::Owned).map_err(fault)
            }
        }
    }
}
