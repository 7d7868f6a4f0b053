//! Repairs: in any room, they cut off no floor and lose no transition without reporting it.

use std::collections::BTreeMap;

use walkmesh::flaw::{RepairKind, Repairs};
use walkmesh::kotor::{BakeOptions, EdgeId, FaceId, Kind, MaterialId, RoomId, VertexId, Walkmesh};

use super::lattice::Bytes;

/// Options, a room and its transitions.
pub fn repairs(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let asked = bytes.next();
    let tolerance = bytes.length();
    let mut options = Repairs::default();
    options.cracks = (asked & 1 != 0).then_some(tolerance);
    options.t_junctions = (asked & 2 != 0).then_some(tolerance);
    options.faces_down = asked & 4 != 0;
    options.degenerate = asked & 8 != 0;
    options.duplicates = asked & 16 != 0;
    let (points, rows) = bytes.mesh(32);
    let material = |number: u8| MaterialId(if number.is_multiple_of(4) { 7 } else { 4 });
    let faces = rows.iter().map(|(corners, number)| (corners.map(VertexId), material(*number)));
    let mut room = Walkmesh::from_indexed(Kind::Wok, points, faces).expect("points of a lattice");
    bake(&mut room);
    for (face, (_, number)) in (0..).zip(&rows) {
        let edge = EdgeId::new(FaceId(face), usize::from(number % 3)).expect("a side");
        // Only an edge at a border can lead to a room.
        let _ = (number % 5 == 0).then(|| room.set_transition(edge, Some(RoomId(u32::from(*number)))));
    }
    let (before, led) = (parts(&room), room.transitions().count());
    let Ok(done) = room.repair(&options) else { return };
    bake(&mut room);
    let dropped = done.iter().filter(|repair| repair.kind == RepairKind::TransitionRemoved).count();
    assert!(room.transitions().count() + dropped >= led, "a transition is lost: {done:?}");
    assert!(!is_torn(&before, &parts(&room)), "floor is cut off: {done:?}");
}

fn bake(room: &mut Walkmesh) {
    room.bake(&BakeOptions::default()).expect("a room of a lattice can be baked");
}

/// The corners of a face with an area, in order, and the part of the floor to which it belongs by the stored neighbours.
/// Duplicate faces are left out.
fn parts(room: &Walkmesh) -> BTreeMap<[[u32; 3]; 3], usize> {
    let mut part: Vec<usize> = (0..room.face_count()).collect();
    loop {
        let mut has_changed = false;
        for face in room.faces().filter(|face| face.is_walkable()) {
            for other in face.neighbours().iter().flatten() {
                let [a, b] = [face.id().index(), other.face().index()];
                let least = part[a].min(part[b]);
                has_changed |= part[a] != part[b];
                (part[a], part[b]) = (least, least);
            }
        }
        if !has_changed {
            break;
        }
    }
    let mut known: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for face in room.faces().filter(|face| face.is_walkable()) {
        let Some(points) = face.points().filter(has_area) else { continue };
        let mut key = points.map(|point| point.map(|value| (value + 0.0).to_bits()));
        key.sort_unstable();
        known.entry(key).or_default().push(part[face.id().index()]);
    }
    known.into_iter().filter_map(|(key, parts)| Some((key, *parts.first().filter(|_| parts.len() == 1)?))).collect()
}

fn has_area([a, b, c]: &[[f32; 3]; 3]) -> bool {
    let side = |to: &[f32; 3]| [0, 1, 2].map(|axis| f64::from(to[axis]) - f64::from(a[axis]));
    let (ab, ac) = (side(b), side(c));
    (0..3).any(|axis| {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        ab[i] * ac[j] != ab[j] * ac[i]
    })
}

/// Returns whether two remaining faces belonged to one part before, and belong to two now.
fn is_torn(before: &BTreeMap<[[u32; 3]; 3], usize>, after: &BTreeMap<[[u32; 3]; 3], usize>) -> bool {
    let mut became = BTreeMap::new();
    before.iter().any(|(key, part)| after.get(key).is_some_and(|now| became.entry(*part).or_insert(*now) != now))
}
