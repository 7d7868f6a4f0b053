//! [`paired`]: pairs the vertices of two meshes that are merged.

use std::collections::VecDeque;

use foldhash::{HashMap, HashMapExt, HashSet};

use super::weld::place;

/// The vertices of a mesh, and the faces that should become neighbours of another mesh's faces, counter-clockwise seen from above.
pub struct Patch<'m, P> {
    pub points: &'m [P],
    pub faces: Vec<[u32; 3]>,
}

impl<P: Copy + Into<[f32; 3]>> Patch<'_, P> {
    fn place(&self, vertex: u32) -> [u32; 3] {
        place(self.points[vertex as usize].into())
    }

    /// The sides of faces without a face on the other side.
    fn open_sides(&self) -> impl Iterator<Item = [u32; 2]> {
        let sides = || self.faces.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        let all: HashSet<[u32; 2]> = sides().collect();
        sides().filter(move |[a, b]| !all.contains(&[*b, *a]))
    }
}

/// Returns, for each vertex of `other`, the vertex of `own` at the same position with which it is merged, if any. No two are merged with
/// the same vertex: a mesh has copies of a vertex to separate its faces, and these stay separate.
///
/// First the ends of coincident open sides are paired. Then each remaining vertex without a face is paired with the next remaining copy,
/// and each vertex of a face with a copy that has no face. So no face gets a second neighbour across a side. Every corner must be a vertex.
pub fn paired<P: Copy + Into<[f32; 3]>>(own: &Patch<'_, P>, other: &Patch<'_, P>) -> Vec<Option<u32>> {
    let mut pairs = Pairs { of_other: vec![None; other.points.len()], is_taken: vec![false; own.points.len()] };
    let mut open = HashMap::new();
    for [a, b] in own.open_sides() {
        open.entry([own.place(a), own.place(b)]).or_insert([a, b]);
    }
    for [a, b] in other.open_sides() {
        if let Some(&[from, to]) = open.get(&[other.place(b), other.place(a)])
            && pairs.can_be([b, a], [from, to])
        {
            pairs.set(b, from);
            pairs.set(a, to);
        }
    }
    let is_corner = |patch: &Patch<'_, P>| {
        let mut is_corner = vec![false; patch.points.len()];
        patch.faces.iter().flatten().for_each(|corner| is_corner[*corner as usize] = true);
        is_corner
    };
    let [own_corners, other_corners] = [is_corner(own), is_corner(other)];
    // By position: the vertices without a face, and the vertices of faces.
    let mut left: HashMap<[u32; 3], [VecDeque<u32>; 2]> = HashMap::new();
    for vertex in (0..own.points.len() as u32).filter(|vertex| !pairs.is_taken[*vertex as usize]) {
        left.entry(own.place(vertex)).or_default()[usize::from(own_corners[vertex as usize])].push_back(vertex);
    }
    for vertex in 0..other.points.len() as u32 {
        if pairs.of_other[vertex as usize].is_some() {
            continue;
        }
        let Some([loose, corners]) = left.get_mut(&other.place(vertex)) else { continue };
        let corner = if other_corners[vertex as usize] { None } else { corners.pop_front() };
        if let Some(own) = corner.or_else(|| loose.pop_front()) {
            pairs.set(vertex, own);
        }
    }
    pairs.of_other
}

struct Pairs {
    of_other: Vec<Option<u32>>,
    is_taken: Vec<bool>,
}

impl Pairs {
    /// Returns whether each pair of vertices is already paired, or entirely unpaired.
    fn can_be(&self, others: [u32; 2], owns: [u32; 2]) -> bool {
        others.into_iter().zip(owns).all(|(other, own)| match self.of_other[other as usize] {
            Some(paired) => paired == own,
            None => !self.is_taken[own as usize],
        })
    }

    fn set(&mut self, other: u32, own: u32) {
        self.of_other[other as usize] = Some(own);
        self.is_taken[own as usize] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square from x to x + 1 of two faces.
    fn square(x: f32) -> ([[f32; 3]; 4], Vec<[u32; 3]>) {
        ([[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x + 1.0, 1.0, 0.0], [x, 1.0, 0.0]], vec![[0, 1, 2], [0, 2, 3]])
    }

    fn of(own: &(Vec<[f32; 3]>, Vec<[u32; 3]>), other: &(Vec<[f32; 3]>, Vec<[u32; 3]>)) -> Vec<Option<u32>> {
        let patch = |(points, faces): &(Vec<[f32; 3]>, Vec<[u32; 3]>)| (points.clone(), faces.clone());
        let [own, other] = [own, other].map(patch);
        paired(&Patch { points: &own.0, faces: own.1 }, &Patch { points: &other.0, faces: other.1 })
    }

    #[test]
    fn the_ends_of_open_sides_are_paired_whichever_copy_comes_first() {
        let (points, faces) = square(0.0);
        // A copy of a corner of the seam, used by a separate face, comes before the one at the open side.
        let mut own = (vec![points[1], [0.5, -1.0, 0.0], [1.0, -1.0, 0.0]], vec![[0, 1, 2]]);
        own.0.extend(points);
        own.1.extend(faces.iter().map(|face| face.map(|corner| corner + 3)));
        let (points, faces) = square(1.0);
        assert_eq!(of(&own, &(points.to_vec(), faces)), [Some(4), None, None, Some(5)]);
    }

    #[test]
    fn copies_stay_apart_and_faces_that_lie_upon_each_other_are_not_joined() {
        let (points, faces) = square(0.0);
        let one = (points.to_vec(), faces);
        assert_eq!(of(&one, &one), [None; 4], "the open sides run the same way");
        // Without faces, each copy of one mesh has its own copy of the other one.
        let two = (vec![points[0]; 2], Vec::new());
        let three = (vec![points[0]; 3], Vec::new());
        assert_eq!(of(&two, &three), [Some(0), Some(1), None]);
        // A vertex without a face is joined with a vertex of a face.
        assert_eq!(of(&one, &two), [Some(0), None]);
        assert_eq!(of(&two, &one), [Some(0), None, None, None]);
    }
}
