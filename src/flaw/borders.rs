//! [`Borders`]: the sides of walkable faces over which nobody can pass.

use super::parts::Parts;
use super::{Flaw, FlawKind, Floor};
use crate::finding::Measure;
use crate::geometry::vec3::Vec3;
use crate::geometry::weld::weld_all;
use crate::geometry::{HalfEdge, Vec2, cross, ends_of_side, plan, previous_corner, sub};

/// A side of a walkable face beyond which there is no face at all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Border {
    pub(super) edge: HalfEdge,
    /// The vertices at its ends.
    pub(super) vertices: [u32; 2],
    /// Its ends. Seen from above, the face lies to the left of the way from the first to the second.
    pub(super) ends: [Vec3; 2],
    /// The distance of the face's third corner from the line of the side, in the plan view.
    pub(super) height: f64,
    /// The connected part to which its face belongs.
    pub(super) part: u32,
}

/// The sides over which nobody can pass, without those at which a face lies that is not walkable: these are walls.
pub(super) struct Borders {
    /// Sides with nothing beyond them.
    pub(super) free: Vec<Border>,
    /// Pairs of sides at the same place that the game does not join.
    pub(super) unjoined: Vec<[Border; 2]>,
}

impl Borders {
    pub(super) fn of(floor: &Floor<'_>, parts: &Parts) -> Self {
        let (mut free, mut unjoined) = (Vec::new(), Vec::new());
        let sides = sides_by_ends(floor);
        for same in sides.chunk_by(|a, b| a.0 == b.0) {
            let is_wall = same.iter().any(|(_, edge)| !floor.walkable[edge.face() as usize]);
            if is_wall {
                continue;
            }
            let is_open = |edge: &HalfEdge| floor.neighbour(edge.face(), edge.corner()).is_none();
            let mut open =
                same.iter().map(|(_, edge)| *edge).filter(is_open).filter_map(|edge| border(floor, parts, edge));
            let Some(first) = open.next() else { continue };
            // Faces on the same side of their common side lie upon each other, which is another flaw.
            match open.find(|other| other.ends[0] != first.ends[0]) {
                Some(other) => unjoined.push([first, other]),
                None if same.len() == 1 => free.push(first),
                None => {}
            }
        }
        free.sort_unstable_by_key(|border| border.edge);
        Self { free, unjoined }
    }
}

/// The sides of all faces between places where open sides of walkable faces end, those between the same two places one
/// after the other. Most sides of a floor are inside it, and are left out.
fn sides_by_ends(floor: &Floor<'_>) -> Vec<([u32; 2], HalfEdge)> {
    let (places, place_of) = weld_all(floor.vertices);
    let mut is_end = vec![false; places.len()];
    for (face, _) in floor.walkable_faces() {
        let places = floor.faces[face as usize].map(|vertex| place_of[vertex as usize]);
        for side in (0..3).filter(|side| floor.neighbour(face, *side).is_none()) {
            for place in ends_of_side(&places, side) {
                is_end[place as usize] = true;
            }
        }
    }
    let mut sides = Vec::new();
    for (face, corners) in (0..).zip(floor.faces) {
        if floor.corners(face).is_none() {
            continue;
        }
        let places = corners.map(|vertex| place_of[vertex as usize]);
        for (side, edge) in HalfEdge::of_face(face).into_iter().enumerate() {
            let [from, to] = ends_of_side(&places, side);
            if from != to && is_end[from as usize] && is_end[to as usize] {
                sides.push(([from.min(to), from.max(to)], edge));
            }
        }
    }
    sides.sort_unstable();
    sides
}

/// A side as a border; `None` if its face has no area in the plan view.
fn border(floor: &Floor<'_>, parts: &Parts, edge: HalfEdge) -> Option<Border> {
    let corners = floor.corners(edge.face())?;
    let side = usize::from(edge.corner());
    let [from, to] = ends_of_side(&corners, side);
    let third = corners[previous_corner(side)];
    let (along, across): (Vec2, Vec2) = (sub(plan(to), plan(from)), sub(plan(third), plan(from)));
    let (area, length) = (cross(along, across), (along[0] * along[0] + along[1] * along[1]).sqrt());
    let vertices = ends_of_side(&floor.faces[edge.face() as usize], side);
    let is_left = area > 0.0;
    let ends = if is_left { [from, to] } else { [to, from] };
    (area != 0.0 && length > 0.0).then(|| Border {
        edge,
        vertices: if is_left { vertices } else { [vertices[1], vertices[0]] },
        ends: ends.map(|end| end.map(f64::from)),
        height: area.abs() / length,
        part: parts.of_face(edge.face()),
    })
}

/// The flaw of two sides at the same place that are not joined.
pub(super) fn unjoined([a, b]: &[Border; 2]) -> Flaw {
    Flaw {
        kind: FlawKind::Unjoined,
        face: a.edge.face(),
        side: Some(a.edge.corner()),
        other: Some((b.edge.face(), Some(b.edge.corner()))),
        point: middle(a.ends),
        measure: Measure::Length(0.0),
        separates: a.part != b.part,
    }
}

/// The point half-way between two others.
pub(super) fn middle([a, b]: [Vec3; 2]) -> [f32; 3] {
    std::array::from_fn(|axis| ((a[axis] + b[axis]) / 2.0) as f32)
}
