//! [`Sharing`]: neighbours by shared vertices.
//!
//! Two walkable faces are neighbours where they share the same pair of vertex *ids*. Duplicate vertices separate faces,
//! and the games rely on that. Source: `docs/formats/bwm.md#adjacency`, exact on every file of the games' tools.

use walkmesh_formats::bwm::{Adjacency, Face};

use crate::geometry::{Csr, HalfEdge};
use crate::kotor::EdgeId;

/// A half-edge: its vertex with the greater id, its number, and its direction.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Half {
    greater: u32,
    edge: HalfEdge,
    ascending: bool,
}

/// Half-edges, grouped by the pair of vertices that they share. In a manifold, each group has one or two half-edges.
pub(in crate::kotor) struct Sharing {
    halves: Vec<Half>,
    /// Start of each pair of vertices in `halves`.
    starts: Vec<usize>,
}

impl Sharing {
    /// Groups the half-edges of faces whose corners are less than `vertices`. The cost is linear in both, except where
    /// many edges start at one vertex.
    pub(in crate::kotor) fn new(faces: &[Face], vertices: usize) -> Self {
        let edges = || {
            faces.iter().zip(0_u32..).flat_map(|(face, number)| {
                let ([a, b, c], [ab, bc, ca]) = (face.vertices, HalfEdge::of_face(number));
                [(a, b, ab), (b, c, bc), (c, a, ca)]
            })
        };
        // A counting sort by the lesser vertex, then by the rest within the few edges that share it.
        let mut halves = Csr::group(vertices, || {
            edges().map(|(a, b, edge)| (a.min(b) as usize, Half { greater: a.max(b), edge, ascending: a < b }))
        });
        let mut starts = Vec::with_capacity(faces.len() * 3 / 2 + 1);
        for vertex in 0..vertices {
            let start = halves.range(vertex).start;
            let bucket = halves.row_mut(vertex);
            bucket.sort_unstable();
            let first = |at: usize| at == 0 || bucket[at - 1].greater != bucket[at].greater;
            starts.extend((0..bucket.len()).filter(|&at| first(at)).map(|at| start + at));
        }
        let halves = halves.into_items();
        starts.push(halves.len());
        Self { halves, starts }
    }

    /// The neighbour of each face across each edge.
    ///
    /// In every file of the games' tools, two faces share an edge and run along it in opposite directions. If more faces share an edge, the
    /// game's rule is unknown. Here the n-th edge in one direction is joined with the n-th in the other direction, and the rest have no
    /// neighbour. So every neighbour's neighbour is the face itself, and perimeters close.
    pub(in crate::kotor) fn adjacencies(&self) -> Vec<Adjacency> {
        let mut rows = vec![Adjacency { edges: [-1; 3] }; self.halves.len() / 3];
        let mut meet = |a: &Half, b: &Half| {
            if a.edge.face() != b.edge.face() && a.ascending != b.ascending {
                for (here, there) in [(a.edge, b.edge), (b.edge, a.edge)] {
                    rows[here.face() as usize].edges[usize::from(here.corner())] = there.id().cast_signed();
                }
            }
        };
        for group in self.groups() {
            match group {
                [_] => {}
                [a, b] => meet(a, b),
                many => {
                    let (up, down): (Vec<&Half>, Vec<&Half>) = many.iter().partition(|half| half.ascending);
                    up.iter().zip(&down).for_each(|(a, b)| meet(a, b));
                }
            }
        }
        rows
    }

    /// The non-manifold edges: shared by three or more faces, by one face twice, or by two in the same direction. The
    /// ids of each group are ascending.
    pub(in crate::kotor) fn odd(&self) -> impl Iterator<Item = Vec<EdgeId>> + '_ {
        let surface = |group: &&[Half]| match group {
            [_] => true,
            [a, b] => a.edge.face() != b.edge.face() && a.ascending != b.ascending,
            _ => false,
        };
        self.groups()
            .filter(move |group| !surface(group))
            .map(|group| group.iter().map(|half| half.edge.into()).collect())
    }

    fn groups(&self) -> impl Iterator<Item = &[Half]> {
        self.starts.windows(2).map(|window| &self.halves[window[0]..window[1]])
    }
}

/// Returns whether every neighbour is an edge of another face of these rows and leads back, as perimeters require.
pub(in crate::kotor) fn are_mutual(rows: &[Adjacency]) -> bool {
    let edges = rows.iter().flat_map(|row| row.edges);
    (0..).map(EdgeId).zip(edges).all(|(edge, neighbour)| match EdgeId::from_raw(neighbour) {
        Some(there) => there.face() != edge.face() && across(rows, there).and_then(EdgeId::from_raw) == Some(edge),
        None => true,
    })
}

/// The row's entry for an edge: its neighbour or a negative number. `None` if no row has the edge.
pub(in crate::kotor) fn across(rows: &[Adjacency], edge: EdgeId) -> Option<i32> {
    rows.get(edge.face().index()).map(|row| row.edges[edge.side()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(faces: &[[u32; 3]]) -> Vec<[i32; 3]> {
        let faces: Vec<Face> = faces.iter().map(|&vertices| Face { vertices }).collect();
        let vertices = faces.iter().flat_map(|face| face.vertices).max().map_or(0, |most| most as usize + 1);
        Sharing::new(&faces, vertices).adjacencies().iter().map(|row| row.edges).collect()
    }

    #[test]
    fn a_shared_pair_of_vertices_makes_neighbours() {
        assert_eq!(rows(&[[0, 1, 2], [0, 2, 3]]), [[-1, -1, 3], [2, -1, -1]]);
        assert_eq!(rows(&[[0, 1, 2], [4, 5, 3]]), [[-1; 3]; 2], "vertices at one place are still two");
        assert_eq!(rows(&[]), [[0; 3]; 0]);
    }

    #[test]
    fn an_edge_of_three_faces_joins_two_of_them_and_each_the_other() {
        let fan = rows(&[[0, 1, 2], [0, 1, 3], [1, 0, 4]]);
        assert_eq!(fan, [[6, -1, -1], [-1; 3], [0, -1, -1]]);
    }

    #[test]
    fn faces_that_run_along_an_edge_the_same_way_are_no_neighbours() {
        assert_eq!(rows(&[[0, 1, 2], [0, 1, 3]]), [[-1; 3]; 2]);
    }

    #[test]
    fn a_face_is_never_its_own_neighbour() {
        assert_eq!(rows(&[[0, 1, 0]]), [[-1; 3]]);
    }
}
