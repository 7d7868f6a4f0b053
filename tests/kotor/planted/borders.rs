//! Faults at the border of a room, and at the seams of an area.

use walkmesh::kotor::{Area, FaceId, Kind, Layout, LayoutRoom, MaterialId, RoomId, VertexId, Walkmesh};

use super::faults::{distance, middle};
use super::{Ground, Planted, planted};

/// A side of a face at a border: its ends, the floor to the left, and the direction away from the floor. With `open`, there is no wall;
/// without `exits`, the face has no exit.
pub fn border(room: &Walkmesh, face: FaceId, open: bool, exits: bool) -> Option<([[f32; 3]; 2], [f32; 2])> {
    let row = room.face(face)?;
    let (points, ids) = (row.points()?, room.as_raw().faces[face.index()].vertices);
    if !row.faces_up() || (!exits && room.transitions().any(|(edge, _)| edge.face() == face)) {
        return None;
    }
    (0..3).find_map(|side| {
        let [from, to] = [points[side], points[(side + 1) % 3]];
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let is_shared = || {
            let mut others = room.as_raw().faces.iter().enumerate().filter(|(other, _)| *other != face.index());
            others.any(|(_, other)| [ids[side], ids[(side + 1) % 3]].iter().all(|end| other.vertices.contains(end)))
        };
        if row.neighbours()[side].is_some() || !(0.8..6.0).contains(&length) || (open && is_shared()) {
            return None;
        }
        Some(([from, to], [(to[1] - from[1]) / length, (from[0] - to[0]) / length]))
    })
}

/// Adds a floor behind a border that is 0.4 m wide at its waist and 3 m at its end.
pub fn corridor(room: &Walkmesh, face: FaceId) -> Option<Planted> {
    let ([a, b], [x, y]) = border(room, face, false, false)?;
    let [cx, cy, cz] = middle(&[a, b]);
    // Beside the line from the middle of the side outwards: to the left and to the right.
    let beside =
        |away: f32, half: f32| [1.0, -1.0].map(|s| [cx + x * away - s * y * half, cy + y * away + s * x * half, cz]);
    let ([left, right], [far_left, far_right]) = (beside(1.0, 0.2), beside(3.0, 1.5));
    let [from, to] = if distance(a, left) < distance(a, right) { [a, b] } else { [b, a] };
    let mut wide = room.clone();
    let material = room.face(face)?.material();
    let ids = [from, to, left, right, far_left, far_right].map(|point| {
        let known = room.vertices().position(|vertex| vertex == point);
        known.map_or_else(|| wide.add_vertex(point).unwrap(), |vertex| VertexId(vertex as u32))
    });
    for [i, j, k] in [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]] {
        let corners = [ids[i], ids[j], ids[k]];
        let points = [i, j, k].map(|at| [from, to, left, right, far_left, far_right][at]);
        let [a, b, c] = points;
        let is_up = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0;
        wide.add_face(if is_up { corners } else { [corners[1], corners[0], corners[2]] }, material).ok()?;
    }
    wide.bake_stale().ok()?;
    Some(planted(wide, middle(&[left, right])))
}

/// An area of the room, a second room behind one of its borders, with its side `gap` metres away, and a third one far away,
/// linked before the gap opens.
pub fn seam(room: &Walkmesh, face: FaceId, gap: f32, harm: fn(&mut Area)) -> Option<Planted> {
    let ([a, b], [x, y]) = border(room, face, false, true)?;
    let [cx, cy, cz] = middle(&[a, b]);
    let porch = [[b, a, [cx + 2.0 * x, cy + 2.0 * y, cz]]];
    let whole = linked_area(room, &porch)?;
    let mut area = whole.clone();
    if gap > 0.0 {
        let porch = area.room_mut(RoomId(1))?;
        for end in [a, b] {
            let vertex = porch.vertices().position(|vertex| vertex == end)?;
            let [px, py, pz] = end;
            porch.move_vertex(VertexId(vertex as u32), [px + gap * x, py + gap * y, pz]).ok()?;
        }
    }
    harm(&mut area);
    area.bake_stale().ok()?;
    Some(Planted {
        place: Ground::Area(Box::new(area)),
        whole: Some(Ground::Area(Box::new(whole))),
        at: middle(&[a, b]),
    })
}

/// An area whose second room has two sides where the first has one.
pub fn seam_junction(room: &Walkmesh, face: FaceId) -> Option<Planted> {
    let ([a, b], [x, y]) = border(room, face, true, true)?;
    let (at, far) = (middle(&[a, b]), |[px, py, pz]: [f32; 3]| [px + 2.0 * x, py + 2.0 * y, pz]);
    let area = linked_area(room, &[[at, a, far(at)], [b, at, far(at)]])?;
    let whole = linked_area(room, &[[b, a, far(at)]])?;
    Some(Planted { place: Ground::Area(Box::new(area)), whole: Some(Ground::Area(Box::new(whole))), at })
}

pub fn linked_area(room: &Walkmesh, porch: &[[[f32; 3]; 3]]) -> Option<Area> {
    let mut layout = Layout::new();
    for name in ["hall", "porch", "shed"] {
        layout.push(LayoutRoom { name: name.into(), position: [0.0; 3] }).unwrap();
    }
    let far = room.bounds()?.max.map(|value| value + 50.0);
    let shed = [[far, [far[0] + 9.0, far[1], far[2]], [far[0], far[1] + 9.0, far[2]]]];
    let made = |faces: &[[[f32; 3]; 3]]| {
        Walkmesh::from_triangles(Kind::Wok, faces.iter().map(|corners| (*corners, MaterialId(4)))).ok()
    };
    let mut area = Area::new(layout);
    let mut hall = room.clone();
    let edges: Vec<_> = hall.transitions().map(|(edge, _)| edge).collect();
    edges.into_iter().for_each(|edge| hall.set_transition(edge, None).unwrap());
    area.insert(RoomId(0), hall).ok()?;
    area.insert(RoomId(1), made(porch)?).ok()?;
    area.insert(RoomId(2), made(&shed)?).ok()?;
    area.bake_stale().ok()?;
    area.link().ok()?;
    Some(area)
}

/// Removes the transitions of all rooms.
pub fn unlink(area: &mut Area) {
    [0, 1].map(RoomId).into_iter().for_each(|room| lead(area, room, None));
}

/// Redirects the transitions of a room.
pub fn lead(area: &mut Area, room: RoomId, to: Option<RoomId>) {
    let room = area.room_mut(room).unwrap();
    let edges: Vec<_> = room.transitions().map(|(edge, _)| edge).collect();
    edges.into_iter().for_each(|edge| room.set_transition(edge, to).unwrap());
}
