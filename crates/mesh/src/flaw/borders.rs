//! [`Borders`]: the impassable sides of walkable faces.

use super::parts::Parts;
use super::{Flaw, FlawKind, FloorFaces};
use crate::flaw::Measure;
use crate::geometry::vec3::Vec3;
use crate::geometry::weld::weld_all;
use crate::geometry::{Csr, HalfEdge, Vec2, cross, ends_of_side, plan, previous_corner, sub};
use crate::work::round;

/// A side of a walkable face without any face on the other side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Border {
    pub(super) edge: HalfEdge,
    /// The vertices at its ends.
    pub(super) vertices: [u32; 2],
    /// Its ends. Seen from above, the face lies to the left of the direction from the first to the second.
    pub(super) ends: [Vec3; 2],
    /// The distance of the face's third corner from the line of the side, in the plan view.
    pub(super) height: f64,
    /// The connected part of its face.
    pub(super) part: u32,
}

/// The impassable sides, except those with an unwalkable face beyond them, which are walls.
pub(super) struct Borders {
    /// Sides with nothing on the other side.
    pub(super) free: Vec<Border>,
    /// Pairs of sides at the same position that the game does not join.
    pub(super) unjoined: Vec<[Border; 2]>,
}

impl Borders {
    pub(super) fn new(floor: &FloorFaces<'_>, parts: &Parts) -> Self {
        let (mut free, mut unjoined) = (Vec::new(), Vec::new());
        each_with_same_ends(floor, |same| {
            let is_wall = same.iter().any(|edge| !floor.walkable[edge.face() as usize]);
            if is_wall {
                return;
            }
            let is_open = |edge: &HalfEdge| floor.neighbour(edge.face(), edge.corner()).is_none();
            let mut open = same.iter().copied().filter(is_open).filter_map(|edge| border(floor, parts, edge));
            let Some(first) = open.next() else { return };
            // Faces on the same side of their common side overlap, which is another flaw.
            match open.find(|other| other.ends[0] != first.ends[0]) {
                Some(other) => unjoined.push([first, other]),
                None if same.len() == 1 => free.push(first),
                None => {}
            }
        });
        free.sort_unstable_by_key(|border| border.edge);
        Self { free, unjoined }
    }
}

/// For each pair of positions that an open side of a walkable face connects, calls `found` with the sides of all faces between these two.
fn each_with_same_ends(floor: &FloorFaces<'_>, mut found: impl FnMut(&[HalfEdge])) {
    let (places, place_of) = weld_all(floor.vertices);
    let ends_of = |face: u32, side: u8| {
        let ends = ends_of_side(&floor.faces[face as usize], side);
        let [from, to] = ends.map(|vertex| place_of.get(vertex as usize).copied());
        let (from, to) = (from?, to?);
        (from != to).then(|| (from.min(to) as usize, from.max(to)))
    };
    let mut open = Vec::new();
    for (face, _) in floor.walkable_faces() {
        let sides = (0..3).filter(|side| floor.neighbour(face, *side).is_none());
        open.extend(sides.filter_map(|side| ends_of(face, side)));
    }
    // The higher of the two positions, keyed by the lower one. All sides of a fan may have the same lower position.
    let mut open = Csr::group(places.len(), || open.iter().copied());
    (0..places.len()).for_each(|lesser| open.row_mut(lesser).sort_unstable());
    let mut sides = Vec::new();
    for face in 0..floor.faces.len() as u32 {
        let mut is_usable = None;
        for edge in HalfEdge::of_face(face) {
            let Some((lesser, greater)) = ends_of(face, edge.corner()) else { continue };
            let row = open.row(lesser);
            let at = row.partition_point(|other| {
                round();
                *other < greater
            });
            if row.get(at) != Some(&greater) {
                continue;
            }
            if *is_usable.get_or_insert_with(|| floor.corners(face).is_some()) {
                sides.push((open.range(lesser).start + at, edge));
            }
        }
    }
    let count = open.into_items().len();
    let same = Csr::group(count, || sides.iter().copied());
    (0..count).map(|open| same.row(open)).filter(|same| !same.is_empty()).for_each(&mut found);
}

/// A side as a border; `None` if its face is degenerate in the plan view.
fn border(floor: &FloorFaces<'_>, parts: &Parts, edge: HalfEdge) -> Option<Border> {
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

/// The flaw of two sides at the same position that are not joined.
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
