//! A place in a file as JSON: a list of parts, from the outermost to the innermost.

use serde::Serialize;
use walkmesh::finding::{PartKind, Place, PlacePart};

use crate::file_name::FileName;

/// A part of a place, such as `{"kind": "face", "index": 203}` or `{"kind": "room", "index": 2, "name": "m01aa"}`.
#[derive(Clone, Serialize)]
pub struct Part {
    kind: PartKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<FileName>,
}

impl From<&PlacePart> for Part {
    fn from(PlacePart { kind, index, name }: &PlacePart) -> Self {
        Self { kind: *kind, index: *index, name: name.as_ref().map(FileName::from) }
    }
}

/// The parts of a place. An empty list means the whole file.
pub fn of(place: &Place) -> Vec<Part> {
    place.parts().iter().map(Part::from).collect()
}
