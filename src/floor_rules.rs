//! The rules of geometry, and the conversion of a flaw into a finding.

use crate::finding::Severity::Info;
use crate::finding::{Findings, PartKind, Place, PlacePart, Rule, Severity, Spot, rules};
use crate::flaw::{Flaw, FlawKind, FlawList, Measure};

rules! { of crate::kotor::sample, RoomFile;
    SIDE_NOT_JOINED: Warning = "side-not-joined", "Two faces share a side but are not joined" {
        /// Both faces end at the same two points, but their corners there are different vertices, or the faces are not
        /// linked as neighbours. A creature on one of them stops at the side as if at a wall. The severity is warning
        /// where the side separates parts that are not otherwise connected, and info where another route leads around.
        remedy
        /// Join the vertices, then bake: vertices at the same position become one.
        bad "face 1, side 1": |room| tear(room, [0.0; 3]),
    }
    FLOOR_CRACKED: Warning = "floor-cracked", "The floor has a crack" {
        /// Two sides face each other across a gap too small to see, or overlap by as little, so the game does not join
        /// the faces. Creatures stop there as if at a wall. The severity is warning where no other route leads around.
        /// Elsewhere it is info: creatures take a detour that players cannot explain.
        remedy
        /// Move the vertices of one side onto the vertices of the other, then bake. The fix for cracks does both.
        bad "face 1, side 1": |room| tear(room, [0.0, 0.01, 0.0]),
    }
    FLOOR_T_JUNCTION: Warning = "floor-t-junction", "A vertex lies on the side of another face" {
        /// One side meets two or more shorter sides. Games join faces only where they share both ends of a side, so
        /// creatures cannot pass, although the floor has no gap. The severity is warning where no other route leads
        /// around, and info elsewhere.
        remedy
        /// Split the face with the long side at the vertex, then bake. The fix for T-junctions does both.
        bad "face 8, side 2": |room| room.add([[2.0, 0.0, 0.0], [4.0, 1.0, 0.0], [2.0, 2.0, 0.0]]),
    }
    FLOOR_STEP: Info = "floor-step", "A step that a walker could climb separates two floors" {
        /// Two sides coincide in the plan view, and their heights differ by no more than a walker can climb. Games join
        /// faces only where they share a side, so creatures stop at the step as if at a wall.
        remedy
        /// If creatures should pass, bring the sides to the same height, or add a ramp between them. Otherwise ignore
        /// the finding.
        bad "face 1, side 1": |room| tear(room, [0.0, 0.0, 0.25]),
    }
    PART_CUT_OFF: Info = "part-cut-off", "A part of the floor is cut off" {
        /// No path leads from this part to the largest part or to an exit. A creature that is placed there or jumps
        /// there cannot leave. This is intended for decorative ledges, and a fault where creatures should get there.
        remedy
        /// If creatures should get there, close the gap to the nearest part. Otherwise make this part non-walkable.
        bad "face 8": |room| room.add([[4.0, 0.0, 0.0], [6.0, 0.0, 0.0], [4.0, 2.0, 0.0]]),
    }
    PART_POCKET: Info = "part-pocket", "A part of the floor is a pocket" {
        /// A part that is hardly larger than a creature has no exit. Creatures that get in, for example by a jump or a
        /// fall, search for a path forever, and the search costs time.
        remedy
        /// Remove its faces, or make them non-walkable. The fix for pockets removes them.
        bad "face 8": |room| room.add([[4.0, 0.0, 0.0], [4.5, 0.0, 0.0], [4.0, 0.5, 0.0]]),
    }
    FACE_SLIVER: Info = "face-sliver", "A face is thinner than the precision of the file" {
        /// The face is so thin that rounding decides on which side of it a point lies. Creatures stop at it, and height
        /// queries miss it.
        remedy
        /// Remove the face, and move the vertices of the neighbouring faces so that they share a side.
        bad "face 8": |room| room.add([[2.0, 0.0, 0.0], [2.0_f32.next_up(), 0.5, 0.0], [2.0, 1.0, 0.0]]),
    }
    FACE_OVERLAP: Info = "face-overlap", "Two walkable faces overlap" {
        /// Both faces have the same height where they overlap. Which one the game finds below a creature is arbitrary.
        /// If they belong to parts that are not connected, the creature gets stuck.
        remedy
        /// Remove one of the faces, or cut them so that they meet at a side.
        bad "face 0": |room| room.add([[0.2, 0.2, 0.0], [0.8, 0.2, 0.0], [0.8, 0.6, 0.0]]),
    }
    CEILING_LOW: Info = "ceiling-low", "The headroom between two floors is too low for a walker" {
        /// Two walkable faces lie above each other with less space between them than a walker needs. Games that search
        /// for the floor near a creature may choose the wrong face and put the party on a roof.
        remedy
        /// Make the upper or the lower face non-walkable, or move them apart.
        bad "face 0": |room| room.add([[0.2, 0.2, 1.5], [0.8, 0.2, 1.5], [0.8, 0.6, 1.5]]),
    }
    FACE_STEEP: Info = "face-steep", "A face is too steep for a walker" {
        /// The face is walkable but exceeds the given slope.
        remedy
        /// Make the face non-walkable, or make the slope longer.
        bad "face 8": |room| room.add([[2.0, 0.0, 0.0], [3.0, 0.0, 3.0], [2.0, 1.0, 0.0]]),
    }
    CORRIDOR_NARROW: Warning = "corridor-narrow", "The only route is too narrow for a walker" {
        /// The floor between these two walls is narrower than twice the given radius, and no wider route leads around.
        /// A creature that needs more space stops here or gets stuck.
        remedy
        /// Move the walls apart.
        bad "face 9, side 2": corridor,
    }
    CORNER_SHARP: Info = "corner-sharp", "A creature may get stuck in a sharp corner" {
        /// Two walls meet at less than the given angle, seen from above. A creature that is pushed into such a corner,
        /// or follows another creature into it, cannot turn there and blocks others. The angle at which this happens
        /// depends on the game and the creature.
        remedy
        /// Cut off the corner: make its tip non-walkable, or move the vertex back.
        bad "face 8, side 1": |room| room.add([[2.0, 0.0, 0.0], [8.0, 0.5, 0.0], [2.0, 1.0, 0.0]]),
    }
}

/// Adds the findings of flaws. `place_of` maps a face to its place.
pub(crate) fn report<P: Into<Place>>(found: FlawList, place_of: impl Fn(u32) -> P, findings: &mut Findings) {
    for kept in found.into_kinds() {
        if let Some(first) = kept.flaws.first() {
            let (rule, severity) = rule(first);
            findings.add_unlisted(rule, severity, kept.count - kept.flaws.len());
        }
        listed(&kept.flaws, &place_of, findings);
    }
}

fn listed<P: Into<Place>>(flaws: &[Flaw], place_of: &impl Fn(u32) -> P, findings: &mut Findings) {
    for flaw in flaws {
        let (rule, severity) = rule(flaw);
        let place = |(face, side): (u32, Option<u8>)| match side {
            Some(side) => place_of(face).into().with(PlacePart::new(PartKind::Side, side)),
            None => place_of(face).into(),
        };
        let spot = Spot { point: flaw.point, measure: flaw.measure };
        let words = || flaw.other.map_or_else(String::new, |(other, _)| place_of(other).into().to_string());
        let other = || flaw.other.map(place);
        findings
            .add_between(rule, severity, place((flaw.face, flaw.side)), other, Some(spot), || meaning(flaw, &words()));
    }
}

/// The rule that a flaw breaks, and its severity.
fn rule(flaw: &Flaw) -> (&'static Rule, Severity) {
    let rule = match flaw.kind {
        FlawKind::Unjoined => &SIDE_NOT_JOINED,
        FlawKind::Crack => &FLOOR_CRACKED,
        FlawKind::TJunction => &FLOOR_T_JUNCTION,
        FlawKind::Step => &FLOOR_STEP,
        FlawKind::PartCutOff => &PART_CUT_OFF,
        FlawKind::Pocket => &PART_POCKET,
        FlawKind::Sliver => &FACE_SLIVER,
        FlawKind::Overlap => &FACE_OVERLAP,
        FlawKind::LowCeiling => &CEILING_LOW,
        FlawKind::Steep => &FACE_STEEP,
        FlawKind::Narrow => &CORRIDOR_NARROW,
        FlawKind::SharpCorner => &CORNER_SHARP,
    };
    (rule, if flaw.separates { rule.severity } else { Info })
}

fn meaning(flaw: &Flaw, other: &str) -> String {
    let measure = flaw.measure;
    let way = if flaw.separates { "no other route leads around" } else { "another route leads around" };
    match flaw.kind {
        FlawKind::Unjoined => format!("It shares the side with {other}, but the two are not joined, and {way}."),
        FlawKind::Crack => format!("The side of {other} is {measure} away, so the two are not joined, and {way}."),
        FlawKind::TJunction if measure == Measure::Length(0.0) => {
            format!("A vertex of {other} lies on the side, so the two are not joined, and {way}.")
        }
        FlawKind::TJunction => {
            format!("A vertex of {other} lies {measure} from the side, so the two are not joined, and {way}.")
        }
        FlawKind::Step => format!("The side of {other} is {measure} higher or lower, and {way}."),
        FlawKind::PartCutOff => {
            format!(
                "No path leads from here to the largest part or to an exit: {measure} are cut off.{}",
                nearest(other)
            )
        }
        FlawKind::Pocket => format!("No path leads out of {measure} of floor.{}", nearest(other)),
        FlawKind::Sliver => format!("The face is {measure} wide."),
        FlawKind::Overlap => format!("It overlaps {other} by {measure}."),
        FlawKind::LowCeiling => format!("The headroom below {other} is {measure}."),
        FlawKind::Steep => format!("The face rises {measure}."),
        FlawKind::SharpCorner => format!("The walls meet at {measure} here."),
        FlawKind::Narrow => {
            format!(
                "The floor is {measure} wide between here and the wall of {other}, and no wider route leads around."
            )
        }
    }
}

/// The text about the nearest point between a disconnected part and its counterpart.
fn nearest(other: &str) -> String {
    if other.is_empty() { String::new() } else { format!(" The nearest connected floor is {other}.") }
}

/// Gives the upper squares of a room separate vertices, moved by an offset.
#[cfg(test)]
fn tear(room: &mut crate::kotor::sample::RoomFile, offset: [f32; 3]) {
    let count = room.vertices.len() as u32;
    let mut moved = room.vertices.clone();
    moved.iter_mut().for_each(|point| {
        (point.x, point.y, point.z) = (point.x + offset[0], point.y + offset[1], point.z + offset[2]);
    });
    room.vertices.extend(moved);
    room.faces[4..].iter_mut().for_each(|face| face.vertices.iter_mut().for_each(|vertex| *vertex += count));
}

/// Adds a floor behind the room whose waist is 20 cm wide.
#[cfg(test)]
fn corridor(room: &mut crate::kotor::sample::RoomFile) {
    let [a, b, left, right] = [[2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [3.0, 0.6, 0.0], [3.0, 0.4, 0.0]];
    let (far_left, far_right) = ([5.0, 2.0, 0.0], [5.0, -1.0, 0.0]);
    let faces = [[a, right, b], [b, right, left], [right, far_right, left], [left, far_right, far_left]];
    faces.into_iter().for_each(|face| room.add(face));
}
