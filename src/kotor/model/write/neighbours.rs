//! The neighbours of the faces in a model: over edges between the same two positions.

use std::collections::HashMap;

use walkmesh_formats::Vector3;
use walkmesh_formats::mdl::Face;

/// For each side of each face, the first other face that has an edge between the same two positions. Source:
/// `docs/formats/mdl.md#faces`, exact for 9,375 of 9,375 sides.
pub(super) fn neighbours(vertices: &[Vector3], faces: &[[u16; 3]]) -> Vec<[u16; 3]> {
    let mut places = HashMap::new();
    let places: Vec<usize> = vertices
        .iter()
        .map(|vertex| {
            // Both zeros are the same coordinate.
            let bits = <[f32; 3]>::from(*vertex).map(|value| (value + 0.0).to_bits());
            let next = places.len();
            *places.entry(bits).or_insert(next)
        })
        .collect();
    let edge = |face: &[u16; 3], side: usize| {
        let [from, to] = [face[side], face[(side + 1) % 3]].map(|vertex| places[usize::from(vertex)]);
        (from.min(to), from.max(to))
    };
    // The first two faces of each edge.
    let mut first = HashMap::<_, [Option<u16>; 2]>::new();
    for (number, face) in (0_u16..).zip(faces) {
        for side in 0..3 {
            let known = first.entry(edge(face, side)).or_default();
            if !known.contains(&Some(number))
                && let Some(free) = known.iter_mut().find(|face| face.is_none())
            {
                *free = Some(number);
            }
        }
    }
    let other = |number: u16, face: &[u16; 3], side: usize| {
        let known = first.get(&edge(face, side)).copied().unwrap_or_default();
        known.into_iter().flatten().find(|known| *known != number).unwrap_or(Face::NONE)
    };
    let sides = |(number, face): (u16, &[u16; 3])| std::array::from_fn(|side| other(number, face, side));
    (0_u16..).zip(faces).map(sides).collect()
}
