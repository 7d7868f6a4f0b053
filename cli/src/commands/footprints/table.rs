//! The file of footprints that was learned, which `walkmesh bake --footprints` reads.

use std::collections::BTreeMap;

use serde_json::Value;
use walkmesh::nwn2::{Footprints, LearnReport};

use crate::output::to_value;

/// The fields of a learned footprint that state its reliability.
const EVIDENCE: [&str; 8] = ["areas", "seen", "spread", "inside", "outside", "wrong_floor", "gain", "held_out"];

/// The document as text, one model a line, with the evidence for those learned in this run. Lengths are in metres, in the model's own
/// coordinates.
pub fn to_text(footprints: &Footprints, report: &LearnReport) -> serde_json::Result<String> {
    let learned: BTreeMap<u32, _> = report.learned.iter().map(|learned| (learned.appearance, learned)).collect();
    let mut text = "{\n  \"placeables\": {".to_owned();
    for (index, (appearance, footprint)) in footprints.iter().enumerate() {
        let mut model = to_value(footprint)?;
        if let Some(learned) = learned.get(&appearance) {
            let mut learned = to_value(learned)?;
            model["corners_found"] = learned["corners"].take();
            let evidence = EVIDENCE.map(|field| (field, learned[field].take()));
            model["evidence"] = evidence.into_iter().filter(|(_, value)| *value != Value::Null).collect();
        }
        let comma = if index == 0 { "" } else { "," };
        text += &format!("{comma}\n    \"{appearance}\": {model}");
    }
    Ok(text + "\n  }\n}\n")
}
