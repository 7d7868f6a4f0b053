//! Compares the place of a finding with the fault, and a repaired room with the original.

use std::collections::BTreeMap;

use walkmesh::finding::{Finding, PartKind};
use walkmesh::kotor::{EdgeId, FaceId, RoomId, Walkmesh};

use super::Ground;
use super::faults::is_near;

/// Whether a finding is at a place.
pub fn is_at(place: &Ground, finding: &Finding, at: [f32; 3]) -> bool {
    let face = finding.place.parts().iter().find(|part| part.kind == PartKind::Face).and_then(|part| part.index);
    let points = match place {
        Ground::Room(room) => face.and_then(|face| room.face(FaceId(face as u32))?.points()),
        Ground::Area(_) => None,
    };
    is_near(finding, points, at)
}

/// The corners and materials of all faces, whatever their order and the numbers of vertices.
pub fn geometry(room: &Walkmesh) -> Vec<([[i64; 3]; 3], u32)> {
    let rounded = |value: f32| (f64::from(value) * 1e3).round() as i64;
    let mut faces: Vec<_> = room
        .faces()
        .filter_map(|face| {
            let mut corners = face.points()?.map(|point| point.map(rounded));
            let least = (0..3).min_by_key(|corner| corners[*corner]).unwrap_or(0);
            corners.rotate_left(least);
            Some((corners, face.material().0))
        })
        .collect();
    faces.sort_unstable();
    faces
}

/// A face: the bits of its corners, its material, and the targets of its sides, starting at the lowest corner.
type ExactFace = ([[u32; 3]; 3], u32, [Option<RoomId>; 3]);

/// The faces of a room, bit for bit.
pub fn exact(room: &Walkmesh) -> BTreeMap<ExactFace, [[f32; 3]; 3]> {
    let led: BTreeMap<EdgeId, RoomId> = room.transitions().collect();
    let faces = room.faces().filter_map(|face| {
        let points = face.points()?;
        let mut corners = points.map(|point| point.map(f32::to_bits));
        let mut ways = [0, 1, 2].map(|side| led.get(&EdgeId::new(face.id(), side).unwrap()).copied());
        let least = (0..3).min_by_key(|corner| corners[*corner]).unwrap_or(0);
        corners.rotate_left(least);
        ways.rotate_left(least);
        Some(((corners, face.material().0, ways), points))
    });
    faces.collect()
}

/// Whether all faces away from the fault are unchanged, bit for bit.
pub fn is_kept(repaired: &Walkmesh, expected: &Walkmesh, at: [f32; 3]) -> bool {
    let now = exact(repaired);
    let is_around = |points: &[[f32; 3]; 3]| {
        (0..2).all(|axis| {
            let values = points.map(|point| point[axis]);
            let (least, most) =
                values.iter().fold((f32::MAX, f32::MIN), |(a, b), value| (a.min(*value), b.max(*value)));
            least - 0.1 <= at[axis] && at[axis] <= most + 0.1
        })
    };
    exact(expected).iter().all(|(face, points)| now.contains_key(face) || is_around(points))
}
