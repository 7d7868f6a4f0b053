//! The place of a finding or of a difference as JSON.

use serde::Serialize;
use walkmesh::finding::{Place, PlacePart};

/// A [`Place`]: its parts from the outermost to the innermost; none for the whole file.
#[derive(Serialize)]
#[serde(transparent)]
pub struct PlaceJson(Vec<Part>);

/// A [`PlacePart`], such as `{"kind":"face","index":203}`.
#[derive(Serialize)]
struct Part {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl From<&Place> for PlaceJson {
    fn from(place: &Place) -> Self {
        let part = |PlacePart { kind, index, name }: &PlacePart| Part { kind, index: *index, name: name.clone() };
        Self(place.parts().iter().map(part).collect())
    }
}
