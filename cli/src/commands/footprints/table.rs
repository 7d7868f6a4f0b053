//! [`Table`]: the file of footprints that was learned, which `walkmesh bake --footprints` reads.

use std::collections::BTreeMap;

use serde::Serialize;
use walkmesh::nwn2::{FootprintKind, LearnReport, LearnedFootprint};

/// The document.
#[derive(Serialize)]
pub struct Table<'a> {
    placeables: BTreeMap<u32, Model<'a>>,
}

/// What a model does to a walkmesh. Lengths are in metres, in the model's own coordinates.
#[derive(Serialize)]
struct Model<'a> {
    kind: FootprintKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    polygons: Option<[&'a [[f32; 2]]; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vertices: Option<&'a [[f32; 3]]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<&'a [[u32; 3]]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<&'a [u16]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<&'a [u32]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    linked_sides: Option<&'a [(u32, u8)]>,
    instances: usize,
    corners_found: f32,
    evidence: Evidence,
}

/// How sure a footprint is.
#[derive(Serialize)]
struct Evidence {
    areas: usize,
    seen: usize,
    spread: f32,
    inside: f32,
    outside: f32,
    gain: i64,
}

impl<'a> Table<'a> {
    pub fn of(report: &'a LearnReport) -> Self {
        Self { placeables: report.learned.iter().map(|learned| (learned.appearance, Model::of(learned))).collect() }
    }

    /// The document as text, one model a line.
    pub fn to_text(&self) -> serde_json::Result<String> {
        let mut text = "{\n  \"placeables\": {".to_owned();
        for (index, (appearance, model)) in self.placeables.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            text += &format!("{comma}\n    \"{appearance}\": {}", serde_json::to_string(model)?);
        }
        Ok(text + "\n  }\n}\n")
    }
}

impl<'a> Model<'a> {
    fn of(learned: &'a LearnedFootprint) -> Self {
        let mesh = learned.mesh.as_ref();
        Self {
            kind: learned.kind,
            polygons: mesh.is_none().then(|| [&learned.polygon[..]]),
            vertices: mesh.map(|mesh| &mesh.vertices[..]),
            faces: mesh.map(|mesh| &mesh.faces[..]),
            flags: mesh.map(|mesh| &mesh.flags[..]),
            links: mesh.map(|mesh| &mesh.links[..]),
            linked_sides: mesh.map(|mesh| &mesh.linked_sides[..]),
            instances: learned.placings,
            corners_found: learned.corners,
            evidence: Evidence {
                areas: learned.areas,
                seen: learned.seen,
                spread: learned.spread,
                inside: learned.inside,
                outside: learned.outside,
                gain: learned.gain,
            },
        }
    }
}
