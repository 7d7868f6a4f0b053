//! [`Link`]: the link across a side of a face. Joins faces.

use super::{Face, Ground, WallCounts};
use crate::geometry::{HalfEdge, Vec2, ends_of_side, plan};

/// The link across one edge of a face: a wall, or an edge of another face, perhaps folded back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link(u32);

/// The other side of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Across {
    pub face: u32,
    /// The other face's edge, 0 to 2.
    pub edge: u8,
    /// True if the other face lies on the same side of the edge in the plan view. Then both edges run in the same
    /// direction.
    pub fold: bool,
}

impl Across {
    pub fn half_edge(self) -> HalfEdge {
        HalfEdge::new(self.face, self.edge)
    }
}

impl Link {
    pub const WALL: Self = Self(u32::MAX);
    const FOLD: u32 = 1 << 31;

    fn to(face: u32, edge: u8, fold: bool) -> Self {
        Self(HalfEdge::new(face, edge).id() | if fold { Self::FOLD } else { 0 })
    }

    pub fn get(self) -> Option<Across> {
        let twin = HalfEdge::from_id(self.0 & !Self::FOLD);
        let across = Across { face: twin.face(), edge: twin.corner(), fold: self.0 & Self::FOLD != 0 };
        (self != Self::WALL).then_some(across)
    }
}

/// Joins the edges that both faces name and that have the same ends in the plan view, and counts those that only one of
/// them names. `neighbours` uses the caller's order of edges, and all its indices are faces.
pub fn link(vertices: &[[f32; 3]], faces: &mut [Face], neighbours: &[[Option<u32>; 3]], made: &mut WallCounts) {
    let pairs = pair_edges(vertices, faces, neighbours, made);
    let places = |face: &Face| face.corners.map(|corner| plan(vertices[corner as usize]));
    wind_vertical_faces(faces, &pairs, &places);
    for face in 0..faces.len() {
        let here = places(&faces[face]);
        for edge in 0..3_u8 {
            let Some((other, others_edge)) = pairs[face][usize::from(faces[face].callers_edge(edge))] else { continue };
            let across = &faces[other as usize];
            let others_edge = across.callers_edge(others_edge);
            let fold = is_fold(ends_of_side(&here, edge), ends_of_side(&places(across), others_edge));
            faces[face].links[usize::from(edge)] = Link::to(other, others_edge, fold);
        }
    }
}

/// The other face and its edge for each edge that is joined, all in the callers' order of edges.
type Pairs = Vec<[Option<(u32, u8)>; 3]>;

fn pair_edges(vertices: &[[f32; 3]], faces: &[Face], neighbours: &[[Option<u32>; 3]], made: &mut WallCounts) -> Pairs {
    let mut pairs: Pairs = vec![[None; 3]; faces.len()];
    let ends = |face: usize, edge: u8| {
        let face = &faces[face];
        ends_of_side(&face.corners.map(|corner| plan(vertices[corner as usize])), face.callers_edge(edge))
    };
    for (face, row) in neighbours.iter().enumerate() {
        for (edge, &neighbour) in (0..3_u8).zip(row) {
            let Some(other) = neighbour.map(|neighbour| neighbour as usize) else { continue };
            let open = faces[face].ground != Ground::Closed && faces[other].ground != Ground::Closed;
            if !open || pairs[face][usize::from(edge)].is_some() {
                continue;
            }
            let back = |candidate: &u8| neighbours[other][usize::from(*candidate)] == Some(face as u32);
            if other == face || !(0..3).any(|candidate| back(&candidate)) {
                made.one_way += 1;
                continue;
            }
            let [from, to] = ends(face, edge);
            let same_place = |candidate: &u8| [[from, to], [to, from]].contains(&ends(other, *candidate));
            let free = |candidate: &u8| pairs[other][usize::from(*candidate)].is_none();
            match (0..3).filter(back).filter(free).find(same_place) {
                Some(partner) => {
                    pairs[face][usize::from(edge)] = Some((other as u32, partner));
                    pairs[other][usize::from(partner)] = Some((face as u32, edge));
                }
                None => made.apart += 1,
            }
        }
    }
    pairs
}

/// Chooses a winding for the vertical faces, which could have either. Starting from the faces with an area (the highest
/// index first), each vertical face is wound so that it makes no fold with the face from which it is first reached.
fn wind_vertical_faces(faces: &mut [Face], pairs: &Pairs, places: &impl Fn(&Face) -> [Vec2; 3]) {
    if faces.iter().all(|face| face.ground != Ground::Vertical) {
        return;
    }
    let mut settled: Vec<bool> = faces.iter().map(|face| face.ground != Ground::Vertical).collect();
    let mut waiting: Vec<usize> = (0..faces.len()).filter(|&face| faces[face].ground == Ground::Open).collect();
    for first in 0..=faces.len() {
        // Vertical faces that no face with an area reaches are wound starting from the lowest index.
        while let Some(face) = waiting.pop() {
            let here = places(&faces[face]);
            for edge in 0..3_u8 {
                let pair = pairs[face][usize::from(faces[face].callers_edge(edge))];
                let ends = ends_of_side(&here, edge);
                let Some((other, others_edge)) = pair.filter(|_| ends[0] != ends[1]) else { continue };
                if std::mem::replace(&mut settled[other as usize], true) {
                    continue;
                }
                let across = &mut faces[other as usize];
                if is_fold(ends, ends_of_side(&places(across), across.callers_edge(others_edge))) {
                    across.corners.swap(1, 2);
                    across.turned = !across.turned;
                }
                waiting.push(other as usize);
            }
        }
        if settled.get(first) == Some(&false) {
            settled[first] = true;
            waiting.push(first);
        }
    }
}

fn is_fold(edge: [Vec2; 2], across: [Vec2; 2]) -> bool {
    edge == across && edge[0] != edge[1]
}
