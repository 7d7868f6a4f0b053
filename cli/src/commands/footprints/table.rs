//! [`Table`]: the file of footprints that was learned, which `walkmesh bake --footprints` reads.

use std::collections::BTreeMap;

use serde::Serialize;
use walkmesh::nwn2::{Footprint, LearnReport, LearnedFootprint};

/// The document.
#[derive(Serialize)]
pub struct Table<'a> {
    placeables: BTreeMap<u32, Model<'a>>,
}

/// What a model does to a walkmesh. Lengths are in metres, in the model's own coordinates.
#[derive(Serialize)]
struct Model<'a> {
    #[serde(flatten)]
    footprint: &'a Footprint,
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
        let &LearnedFootprint { areas, seen, spread, inside, outside, gain, .. } = learned;
        Self {
            footprint: &learned.footprint,
            corners_found: learned.corners,
            evidence: Evidence { areas, seen, spread, inside, outside, gain },
        }
    }
}
