//! Faults inside a room.

use walkmesh::formats::bwm::Bwm;
use walkmesh::kotor::{BakeOptions, FaceId, Kind, VertexId, Walkmesh};

use super::{Planted, planted};

pub fn corners(room: &Walkmesh, face: FaceId) -> Option<[[f32; 3]; 3]> {
    room.face(face)?.points()
}

pub fn middle(points: &[[f32; 3]]) -> [f32; 3] {
    std::array::from_fn(|axis| points.iter().map(|point| point[axis]).sum::<f32>() / points.len() as f32)
}

pub fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f32>().sqrt()
}

/// The room with other corners of faces, baked.
pub fn rebuilt(room: &Walkmesh, edit: impl FnOnce(&mut Bwm)) -> Option<Walkmesh> {
    let mut raw = room.as_raw().clone();
    edit(&mut raw);
    let mut room = Walkmesh::from_raw(raw).with_kind(Kind::Wok).with_materials_as_stored();
    room.bake(&BakeOptions::default()).ok()?;
    Some(room)
}

/// The room with a face more, of the material of another one, baked. A corner is a vertex, or a new one.
pub fn with_face(room: &Walkmesh, corners: [Corner; 3], like: FaceId) -> Option<Walkmesh> {
    let mut room = room.clone();
    let material = room.face(like)?.material();
    let corners = corners.map(|corner| match corner {
        Corner::Old(vertex) => VertexId(vertex),
        Corner::New(point) => room.add_vertex(point).unwrap(),
    });
    room.add_face(corners, material).ok()?;
    room.bake_stale().ok()?;
    Some(room)
}

#[derive(Clone, Copy)]
pub enum Corner {
    Old(u32),
    New([f32; 3]),
}

/// A side of a face that is joined to another face, long enough for a fault; both faces are broad enough, too.
pub fn inner_side(room: &Walkmesh, face: FaceId) -> Option<(usize, FaceId)> {
    let broad = |face: FaceId| {
        let points = corners(room, face)?;
        let [a, b, c] = points.map(|[x, y, _]| [f64::from(x), f64::from(y)]);
        let area = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs();
        let sides = [[0, 1], [1, 2], [2, 0]].map(|[from, to]: [usize; 2]| distance(points[from], points[to]));
        let [least, most] = [sides.into_iter().reduce(f32::min)?, sides.into_iter().reduce(f32::max)?];
        (least > 0.3 && area / f64::from(most) > 0.15).then_some(())
    };
    broad(face)?;
    let row = room.face(face)?;
    let others = row.neighbours();
    (0..3).find_map(|side| {
        let other = others[side]?.face();
        broad(other)?;
        Some((side, other))
    })
}

/// Gives the face vertices of its own at a side, away from the other face by `width`.
pub fn crack(room: &Walkmesh, face: FaceId, width: f32) -> Option<Planted> {
    let (side, _) = inner_side(room, face)?;
    let points = corners(room, face)?;
    let (from, to, third) = (points[side], points[(side + 1) % 3], points[(side + 2) % 3]);
    let middle_of_side = middle(&[from, to]);
    // Towards the third corner, at right angles to the side.
    let along: [f32; 3] = std::array::from_fn(|axis| to[axis] - from[axis]);
    let share = (0..3).map(|axis| (third[axis] - from[axis]) * along[axis]).sum::<f32>()
        / along.iter().map(|value| value * value).sum::<f32>();
    let foot: [f32; 3] = std::array::from_fn(|axis| from[axis] + along[axis] * share);
    let height = distance(foot, third);
    let offset: [f32; 3] = std::array::from_fn(|axis| (third[axis] - foot[axis]) / height * width);
    torn(room, face, side, offset, middle_of_side)
}

/// Gives the face vertices of its own at a side, lower by `height`.
pub fn step(room: &Walkmesh, face: FaceId, height: f32) -> Option<Planted> {
    let (side, _) = inner_side(room, face)?;
    let points = corners(room, face)?;
    torn(room, face, side, [0.0, 0.0, -height], middle(&[points[side], points[(side + 1) % 3]]))
}

pub fn torn(room: &Walkmesh, face: FaceId, side: usize, offset: [f32; 3], at: [f32; 3]) -> Option<Planted> {
    let room = rebuilt(room, |raw| {
        for corner in [side, (side + 1) % 3] {
            let vertex = raw.faces[face.index()].vertices[corner] as usize;
            let point: [f32; 3] = raw.vertices[vertex].into();
            let moved: [f32; 3] = std::array::from_fn(|axis| point[axis] + offset[axis]);
            raw.faces[face.index()].vertices[corner] = raw.vertices.len() as u32;
            raw.vertices.push(moved.into());
        }
    })?;
    Some(planted(room, at))
}

/// Splits the face at the middle of a side, but not the face beyond it.
pub fn junction(room: &Walkmesh, face: FaceId, beside: f32) -> Option<Planted> {
    let (side, _) = inner_side(room, face)?;
    let points = corners(room, face)?;
    let (from, to, third) = (points[side], points[(side + 1) % 3], points[(side + 2) % 3]);
    let centre = middle(&[from, to]);
    let reach = distance(centre, third);
    let vertex: [f32; 3] = std::array::from_fn(|axis| centre[axis] + (third[axis] - centre[axis]) / reach * beside);
    let old = room.as_raw().faces[face.index()].vertices;
    let new = room.vertex_count() as u32;
    let mut split = room.clone();
    split.add_vertex(vertex).ok()?;
    let mut raw = split.into_raw();
    raw.faces[face.index()].vertices[(side + 1) % 3] = new;
    let split = Walkmesh::from_raw(raw).with_kind(Kind::Wok).with_materials_as_stored();
    let mut half = old.map(Corner::Old);
    half[side] = Corner::Old(new);
    let mut room = with_face(&split, half, face)?;
    room.bake(&BakeOptions::default()).ok()?;
    Some(planted(room, vertex))
}

pub fn turned(room: &Walkmesh, face: FaceId) -> Option<Planted> {
    let points = corners(room, face)?;
    if !room.face(face)?.faces_up() {
        return None;
    }
    let room = rebuilt(room, |raw| raw.faces[face.index()].vertices.swap(1, 2))?;
    Some(planted(room, middle(&points)))
}

pub fn degenerate(room: &Walkmesh, face: FaceId) -> Option<Planted> {
    let [a, b, _] = room.as_raw().faces[face.index()].vertices;
    let at = corners(room, face)?[0];
    let room = with_face(room, [Corner::Old(a), Corner::Old(b), Corner::New(at)], face)?;
    Some(planted(room, at))
}

pub fn duplicate(room: &Walkmesh, face: FaceId) -> Option<Planted> {
    let [a, b, c] = room.as_raw().faces[face.index()].vertices.map(Corner::Old);
    let at = middle(&corners(room, face)?);
    Some(planted(with_face(room, [b, c, a], face)?, at))
}

/// Adds a triangle of a size far from everything.
pub fn island(room: &Walkmesh, like: FaceId, size: f32) -> Option<Planted> {
    let bounds = room.bounds()?;
    // In a small room, the triangle would be the largest part.
    if bounds.max[0] - bounds.min[0] < 4.0 * size || bounds.max[1] - bounds.min[1] < 4.0 * size {
        return None;
    }
    let far = bounds.max.map(|value| value + 20.0);
    let points = [far, [far[0] + size, far[1], far[2]], [far[0], far[1] + size, far[2]]];
    Some(planted(with_face(room, points.map(Corner::New), like)?, middle(&points)))
}

/// Adds a smaller triangle above the middle of a face.
pub fn above(room: &Walkmesh, face: FaceId, height: f32) -> Option<Planted> {
    inner_side(room, face)?;
    let points = corners(room, face)?;
    let at = middle(&points);
    let small = points.map(|point| {
        let [x, y, z]: [f32; 3] = std::array::from_fn(|axis| at[axis] + (point[axis] - at[axis]) / 2.0);
        Corner::New([x, y, z + height])
    });
    Some(planted(with_face(room, small, face)?, at))
}
