//! The name of a new room and its position in the layout.

use super::ImportError;
use super::marks::Meaning;
use crate::exchange::{SceneNode, Transform, TriangleSet, without_copy_number};
use crate::kotor::{Area, Kind, Layout, RoomId};

/// Maximum number of characters in the name of a file that the games find.
const LONGEST: usize = 16;

/// The room that a node was copied from.
pub(super) struct Source {
    position: [f32; 3],
    set: TriangleSet,
}

/// The room from which a node without a room was copied: the room of its name without `.001`, or else the room with the same
/// faces.
///
/// # Errors
/// [`ImportError::NameTaken`]: the node is a piece of the room of its name, whose node lacks these faces.
pub(super) fn source(
    area: &Area,
    node: &SceneNode,
    with_rooms: &[(RoomId, &SceneNode)],
) -> Result<Option<Source>, ImportError> {
    let source = |id: RoomId| {
        let place = area.layout().room(id)?;
        Some(Source { position: place.position, set: area.room(id)?.to_scene_node(&place.name).0.set })
    };
    let plain = without_copy_number(&node.name);
    let faces = keys(&node.set);
    let Some(named) = area.layout().find(plain) else {
        return Ok(area.rooms().filter_map(|(id, _)| source(id)).find(|source| are_half_of(&faces, &source.set)));
    };
    let Some(source) = source(named) else { return Ok(None) };
    let named = with_rooms.iter().find(|(id, _)| *id == named).map(|(_, node)| &node.set);
    let left = named.map_or(0, |set| set.triangles.len());
    let (before, own) = (source.set.triangles.len(), node.set.triangles.len());
    let is_copy = 2 * (left + own) > 2 * before + own || named.is_some_and(|set| are_half_of(&faces, set));
    if is_copy { Ok(Some(source)) } else { Err(ImportError::NameTaken(plain.to_owned())) }
}

/// Returns whether at least half of a room's faces are among the keys of others.
fn are_half_of(there: &[[[u32; 3]; 3]], room: &TriangleSet) -> bool {
    let faces = keys(room);
    !faces.is_empty() && 2 * faces.iter().filter(|face| there.binary_search(face).is_ok()).count() >= faces.len()
}

/// The corners of each triangle by their bits, all in ascending order.
fn keys(set: &TriangleSet) -> Vec<[[u32; 3]; 3]> {
    let corner = |corner: u32| set.points.get(corner as usize).map(|point| point.map(|value| (value + 0.0).to_bits()));
    let triangle = |corners: [u32; 3]| {
        let [a, b, c] = corners.map(corner);
        let mut key = [a?, b?, c?];
        key.sort_unstable();
        Some(key)
    };
    let mut keys: Vec<_> = set.triangles.iter().filter_map(|row| triangle(row.corners)).collect();
    keys.sort_unstable();
    keys
}

/// The position in the layout: for a copy, its source's position moved as the copy was; otherwise the offset of the node.
/// `None` if a mark defines it.
pub(super) fn layout_position(node: &SceneNode, source: Option<&Source>) -> Option<[f32; 3]> {
    let is_marked =
        node.set.marks.iter().any(|mark| Meaning::new(&mark.name, Kind::Wok) == Some(Meaning::LayoutPosition));
    if is_marked {
        return None;
    }
    let Some(Source { position, set: before }) = source else {
        let offset = node.placement.rows.map(|row| row[3] as f32);
        return Some(if node.placement == Transform::of_offset(offset) { offset } else { [0.0; 3] });
    };
    if node.placement != Transform::IDENTITY {
        return Some(node.placement.apply(*position));
    }
    let offset = offset(before, &node.set).unwrap_or_default();
    Some([0, 1, 2].map(|axis| position[axis] + offset[axis]))
}

/// The offset between two sets that differ only by a translation, rounded to the decimals of a layout.
fn offset(before: &TriangleSet, after: &TriangleSet) -> Option<[f32; 3]> {
    const DECIMALS: f32 = 1e4;
    let bounds = |set: &TriangleSet| {
        let far = |fold: fn(f32, f32) -> f32, start: f32| {
            [0, 1, 2].map(|axis| set.points.iter().map(|point| point[axis]).fold(start, fold))
        };
        [far(f32::min, f32::INFINITY), far(f32::max, f32::NEG_INFINITY)]
    };
    let ([low, high], [new_low, new_high]) = (bounds(before), bounds(after));
    let moved = [0, 1, 2].map(|axis| [new_low[axis] - low[axis], new_high[axis] - high[axis]]);
    let is_alike = moved.iter().all(|[low, high]| (low - high).abs() < 1e-3);
    is_alike.then(|| moved.map(|[low, _]| (low * DECIMALS).round() / DECIMALS))
}

/// The name of a new room: the node's name without `.001` if no room has it. Names in a layout have no spaces or dots.
pub(super) fn free_name(node: &SceneNode, layout: &Layout) -> String {
    let plain = without_copy_number(&node.name);
    let is_free = layout.find(plain).is_none();
    let clean = |character: char| if character.is_ascii_alphanumeric() { character } else { '_' };
    let name = if is_free { plain } else { &node.name };
    let name: String = name.chars().map(clean).collect();
    let with_number = |number: usize| {
        let end = if number == 0 { String::new() } else { format!("_{number}") };
        format!("{}{end}", &name[..name.len().min(LONGEST - end.len())])
    };
    (0..).map(with_number).find(|name| layout.find(name).is_none()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kotor::check::sample::{area_of, room};

    /// An area with a room of eight faces, and the node of that room.
    fn hall() -> (Area, SceneNode) {
        let area = area_of([("hall", room([0.0; 3]))]);
        let node = area.room(RoomId(0)).expect("a room").to_scene_node("hall").0;
        (area, node)
    }

    #[test]
    fn a_node_of_a_rooms_name_is_a_copy_if_it_is_more_than_what_the_room_lost() {
        let (area, node) = hall();
        let part = |count: usize, offset: f32| {
            let mut part = SceneNode { name: "hall.001".into(), ..node.clone() };
            part.set.triangles.truncate(count);
            part.set.points.iter_mut().for_each(|point| point[2] += offset);
            part
        };
        let is_copy = |left: usize, own: usize, offset: f32| {
            let found = source(&area, &part(own, offset), &[(RoomId(0), &part(left, 0.0))]);
            match found {
                Ok(found) => found.is_some(),
                Err(error) => {
                    assert_eq!(error, ImportError::NameTaken("hall".into()));
                    false
                }
            }
        };
        for (left, own, expected) in [(8, 8, true), (8, 1, true), (7, 3, true), (7, 2, false), (4, 4, false)] {
            assert_eq!(is_copy(left, own, 9.0), expected, "{left} faces are left, {own} are elsewhere");
        }
        assert!(is_copy(4, 4, 0.0), "the faces that are left have a copy each");
        assert!(is_copy(4, 2, 0.0), "half of them have");
        assert!(!is_copy(4, 1, 0.0));
        let without_room = |own| source(&area, &part(own, 9.0), &[]).map(|found| found.is_some());
        assert_eq!(without_room(8), Err(ImportError::NameTaken("hall".into())));
    }
}
