//! [`Table`]: the file of footprints that was learned, which `walkmesh bake --footprints` reads.

use std::collections::BTreeMap;

use serde::Serialize;
use walkmesh::nwn2::{Footprint, Footprints, LearnReport, LearnedFootprint};

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
    /// Both only of what was learned now.
    #[serde(skip_serializing_if = "Option::is_none")]
    corners_found: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Evidence>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<i64>,
}

impl<'a> Table<'a> {
    /// The table of footprints, with the evidence of those that were learned.
    pub fn new(footprints: &'a Footprints, report: &LearnReport) -> Self {
        let learned: BTreeMap<u32, &LearnedFootprint> =
            report.learned.iter().map(|learned| (learned.appearance, learned)).collect();
        let model = |(appearance, footprint)| (appearance, Model::new(footprint, learned.get(&appearance).copied()));
        Self { placeables: footprints.iter().map(model).collect() }
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
    fn new(footprint: &'a Footprint, learned: Option<&LearnedFootprint>) -> Self {
        let evidence = |learned: &LearnedFootprint| {
            let &LearnedFootprint { areas, seen, spread, inside, outside, gain, held_out, .. } = learned;
            Evidence { areas, seen, spread, inside, outside, gain, held_out }
        };
        Self { footprint, corners_found: learned.map(|learned| learned.corners), evidence: learned.map(evidence) }
    }
}
