//! Which walkable faces can be reached from which?

use super::{Face, Ground};

/// The connected sets of walkable faces.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    /// Of each face; [`Islands::NONE`] where it cannot be walked.
    pub of_face: Vec<u32>,
    /// Faces of each island.
    pub sizes: Vec<u32>,
}

impl Islands {
    pub const NONE: u32 = u32::MAX;

    /// Numbered in the order of their lowest faces.
    pub fn of(faces: &[Face]) -> Self {
        let mut islands = Self { of_face: vec![Self::NONE; faces.len()], sizes: Vec::new() };
        let mut waiting = Vec::new();
        for (first, face) in faces.iter().enumerate() {
            if face.ground == Ground::Closed || islands.of_face[first] != Self::NONE {
                continue;
            }
            let island = islands.sizes.len() as u32;
            let mut size = 0;
            islands.of_face[first] = island;
            waiting.push(first);
            while let Some(face) = waiting.pop() {
                size += 1;
                for across in faces[face].links.iter().filter_map(|link| link.get()) {
                    let next = across.face as usize;
                    if islands.of_face[next] == Self::NONE {
                        islands.of_face[next] = island;
                        waiting.push(next);
                    }
                }
            }
            islands.sizes.push(size);
        }
        islands
    }
}
