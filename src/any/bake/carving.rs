//! What is told of an area that was carved.

use crate::nwn2::{self, CarveOptions, CarveReport, Git, GitCutters, Part};

use super::BakeError;

/// Makes the TRX of a TRN with the area's objects, and tells what was done.
pub(super) fn carve(
    terrain: &mut nwn2::Terrain,
    objects: &Git,
    options: &nwn2::BakeOptions,
) -> Result<Vec<String>, BakeError> {
    let cutters = objects.cutters();
    let (report, _) = terrain.carve_and_bake(&cutters.cutters, &CarveOptions::default(), options)?;
    let mut notes = cutter_notes(&cutters, &report);
    notes.extend(objects.objects().filter(nwn2::GitObject::cuts).map(|object| {
        let [x, y, _] = object.position;
        let (tag, appearance) = (object.tag, object.appearance.unwrap_or_default());
        format!(
            "the placeable {tag} at ({x}, {y}) is not cut out, because the footprint of its appearance {appearance} is not \
             known: where the toolset's bake would make a hole, creatures can still walk"
        )
    }));
    Ok(notes)
}

fn cutter_notes(cutters: &GitCutters, report: &CarveReport) -> Vec<String> {
    let count = |count: usize, what: &str| if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") };
    let mut notes = vec![format!(
        "{}: {} cut, {} welded, {} dropped because they collapsed",
        count(cutters.cutters.len() - report.skipped.len(), "walkmesh cutter"),
        count(report.cut.len(), "triangle"),
        count(report.welded, "corner"),
        count(report.collapsed, "triangle"),
    )];
    notes.extend(cutters.notes.iter().map(ToString::to_string));
    notes.extend(report.skipped.iter().map(|skipped| {
        format!(
            "the walkmesh cutter that is trigger {} has unusable coordinates and was left out",
            cutters.triggers[skipped.cutter]
        )
    }));
    if !report.upright.is_empty() {
        let what = count(report.upright.len(), "triangle");
        notes.push(format!(
            "left out because they stand upright or have no area: {what}, the first {}",
            report.upright[0]
        ));
    }
    let at = |part: &Part| format!("{} at ({}, {})", part.triangle, part.at[0], part.at[1]);
    notes.extend(report.bridged.iter().map(|part| {
        format!("a walkmesh cutter lies inside {}: what is around it was cut by a rule of our own, because that of the toolset is not known", at(part))
    }));
    notes.extend(report.without_ear.iter().map(|part| {
        format!("{:.3} m² of {} were lost, because they cannot be cut into triangles: move a corner of the walkmesh cutters there", part.area, at(part))
    }));
    notes
}
