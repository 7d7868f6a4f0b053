//! [`neighbours_by_shared_vertices`]: finds the neighbours of faces by their shared vertices, for meshes without a
//! table.

/// The neighbour across each edge of each face, found by the pair of vertex indices at the ends of the edge. Edge `k`
/// runs from corner `k` to the next one. Only walkable faces have neighbours, and only they are neighbours.
///
/// Where two walkable faces share a pair, each is the other's neighbour, whatever their winding. If more faces share it (a non-manifold
/// edge), they are paired in the order of their indices. First, faces whose edges run in opposite directions are paired, as between two
/// faces of one sheet. The rest, which all run in the same direction, are then paired two by two. An odd face has no neighbour. Vertices
/// with different indices are different even if they have the same coordinates; weld them first if that is not intended.
///
/// A face that names a corner twice has no neighbours. Indices are only compared, so any value is valid.
///
/// ```
/// # use walkmesh_mesh as walkmesh;
/// use walkmesh::mesh::neighbours_by_shared_vertices;
///
/// let neighbours = neighbours_by_shared_vertices(&[[0, 1, 2], [2, 1, 3]], |_| true);
/// assert_eq!(neighbours, [[None, Some(1), None], [Some(0), None, None]]);
/// ```
pub fn neighbours_by_shared_vertices(faces: &[[u32; 3]], walkable: impl Fn(usize) -> bool) -> Vec<[Option<u32>; 3]> {
    let mut edges = Vec::with_capacity(3 * faces.len());
    for (index, &[a, b, c]) in faces.iter().enumerate() {
        let Ok(face) = u32::try_from(index) else { break };
        if walkable(index) && a != b && b != c && c != a {
            edges.extend([(a, b), (b, c), (c, a)].into_iter().zip(0..3).map(|((from, to), edge)| Edge {
                pair: [from.min(to), from.max(to)],
                face,
                edge,
                upward: from < to,
            }));
        }
    }
    edges.sort_unstable_by_key(|edge| (edge.pair, edge.face));
    let mut neighbours = vec![[None; 3]; faces.len()];
    for sharing in edges.chunk_by(|a, b| a.pair == b.pair) {
        if let [a, b] = sharing {
            join(&mut neighbours, a, b);
            continue;
        }
        let (up, down): (Vec<_>, Vec<_>) = sharing.iter().partition(|edge| edge.upward);
        let opposite = up.len().min(down.len());
        for (a, b) in up.iter().zip(&down) {
            join(&mut neighbours, a, b);
        }
        for rest in [&up[opposite..], &down[opposite..]] {
            for pair in rest.chunks_exact(2) {
                join(&mut neighbours, pair[0], pair[1]);
            }
        }
    }
    neighbours
}

/// An edge of a face.
struct Edge {
    /// The vertices that it joins, the lower index first.
    pair: [u32; 2],
    face: u32,
    edge: usize,
    /// True if it runs from the lower vertex index to the higher.
    upward: bool,
}

fn join(neighbours: &mut [[Option<u32>; 3]], a: &Edge, b: &Edge) {
    neighbours[a.face as usize][a.edge] = Some(b.face);
    neighbours[b.face as usize][b.edge] = Some(a.face);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_faces_of_one_sheet_are_neighbours_however_they_are_wound() {
        for second in [[2, 1, 3], [1, 2, 3]] {
            let neighbours = neighbours_by_shared_vertices(&[[0, 1, 2], second], |_| true);
            assert_eq!(neighbours[0], [None, Some(1), None]);
            assert_eq!(neighbours[1].iter().flatten().collect::<Vec<_>>(), [&0]);
        }
    }

    #[test]
    fn on_an_edge_of_four_faces_opposite_edges_pair_off_in_order() {
        // Faces 0 and 3 run 0 -> 1 along the edge, faces 1 and 2 run 1 -> 0.
        let neighbours = neighbours_by_shared_vertices(&[[0, 1, 2], [1, 0, 3], [1, 0, 4], [0, 1, 5]], |_| true);
        assert_eq!(neighbours.map_first_edges(), [Some(1), Some(0), Some(3), Some(2)]);
    }

    #[test]
    fn on_an_edge_of_three_faces_one_stays_alone() {
        let neighbours = neighbours_by_shared_vertices(&[[0, 1, 2], [0, 1, 3], [0, 1, 4]], |_| true);
        assert_eq!(neighbours.map_first_edges(), [Some(1), Some(0), None]);
    }

    #[test]
    fn faces_that_cannot_be_walked_have_no_neighbours_and_take_none() {
        let neighbours = neighbours_by_shared_vertices(&[[0, 1, 2], [1, 0, 3], [1, 0, 4]], |face| face != 1);
        assert_eq!(neighbours.map_first_edges(), [Some(2), None, Some(0)]);
    }

    #[test]
    fn a_face_that_names_a_corner_twice_is_not_its_own_neighbour() {
        assert_eq!(neighbours_by_shared_vertices(&[[0, 1, 0], [5, 5, 5]], |_| true), [[None; 3]; 2]);
    }

    trait FirstEdges {
        fn map_first_edges(&self) -> Vec<Option<u32>>;
    }

    impl FirstEdges for Vec<[Option<u32>; 3]> {
        fn map_first_edges(&self) -> Vec<Option<u32>> {
            self.iter().map(|edges| edges[0]).collect()
        }
    }
}
