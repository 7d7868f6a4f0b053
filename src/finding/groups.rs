//! [`groups`]: groups findings by the faults that cause them.

use std::collections::HashMap;

use super::{Finding, PartKind, Place, PlacePart};

/// The rules about a broken face, which makes other rules object to the same face.
const CAUSES: [&str; 5] =
    ["face-vertex-out-of-range", "face-repeats-corner", "face-degenerate", "face-duplicate", "face-faces-down"];

/// A finding, and the others that it explains: one repair fixes them all.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Group<'f> {
    /// The fault.
    pub cause: &'f Finding,
    /// The findings at the same face that result from this one.
    pub explained: Vec<&'f Finding>,
}

/// Groups findings by their causes, in the order of the causes. A broken face, such as one that faces down, is the cause of all other
/// findings on that face, and on the sides of its neighbours towards it. Any other finding is a separate group.
///
/// ```
/// use walkmesh::finding::{CheckOptions, groups};
/// use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
///
/// let [a, b, c, d] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
/// let stone = MaterialId(4);
/// let room = Walkmesh::from_triangles(Kind::Wok, [([a, b, c], stone), ([a, d, c], stone)])?;
/// let findings = room.check(&CheckOptions::default());
/// let groups = groups(findings.iter());
/// let group = groups.iter().find(|group| group.cause.code() == "face-faces-down").unwrap();
/// assert!(group.explained.iter().any(|finding| finding.code() == "edge-winding"));
/// # Ok::<(), walkmesh::kotor::EditError>(())
/// ```
#[must_use]
pub fn groups<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<Group<'f>> {
    let all: Vec<&Finding> = findings.into_iter().collect();
    let mut causes = HashMap::new();
    for (at, finding) in all.iter().enumerate().filter(|(_, finding)| is_cause(finding)) {
        face_of(&finding.place).into_iter().for_each(|face| _ = causes.entry(face).or_insert(at));
    }
    let cause_of = |at: usize| {
        let places = [Some(&all[at].place), all[at].other.as_ref()];
        let faces = places.into_iter().flatten().filter_map(face_of);
        faces.filter(|_| !is_cause(all[at])).find_map(|face| causes.get(face).copied()).unwrap_or(at)
    };
    let mut explained = vec![Vec::new(); all.len()];
    (0..all.len()).for_each(|at| explained[cause_of(at)].push((at, all[at])));
    let groups = explained.into_iter().enumerate().filter(|(_, group)| !group.is_empty());
    let group = |(cause, group): (usize, Vec<(usize, &'f Finding)>)| Group {
        cause: all[cause],
        explained: group.into_iter().filter(|(at, _)| *at != cause).map(|(_, finding)| finding).collect(),
    };
    groups.map(group).collect()
}

fn is_cause(finding: &Finding) -> bool {
    CAUSES.contains(&finding.code()) && face_of(&finding.place).is_some()
}

/// The parts of a place down to its face.
fn face_of(place: &Place) -> Option<&[PlacePart]> {
    let parts = place.parts();
    let is_face = |part: &PlacePart| matches!(part.kind, PartKind::Face | PartKind::Triangle);
    parts.iter().position(is_face).map(|face| &parts[..=face])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::rules;

    #[test]
    fn every_cause_is_a_rule() {
        for code in CAUSES {
            assert!(rules().iter().any(|table| table.get(code).is_some()), "{code}");
        }
    }
}
