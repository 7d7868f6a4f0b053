//! [`Parts`]: the connected parts of a mesh.

use super::{Face, Ground};

/// The connected sets of walkable faces.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// The part of each face; [`Parts::NONE`] if the face is not walkable.
    pub of_face: Vec<u32>,
    /// The number of faces of each part.
    pub sizes: Vec<u32>,
}

impl Parts {
    pub const NONE: u32 = u32::MAX;

    /// Finds the parts. They are numbered in the order of their lowest faces.
    pub fn new(faces: &[Face]) -> Self {
        let mut parts = Self { of_face: vec![Self::NONE; faces.len()], sizes: Vec::new() };
        let mut waiting = Vec::new();
        for (first, face) in faces.iter().enumerate() {
            if face.ground == Ground::Closed || parts.of_face[first] != Self::NONE {
                continue;
            }
            let part = parts.sizes.len() as u32;
            let mut size = 0;
            parts.of_face[first] = part;
            waiting.push(first);
            while let Some(face) = waiting.pop() {
                size += 1;
                for across in faces[face].links.iter().filter_map(|link| link.get()) {
                    let next = across.face as usize;
                    if parts.of_face[next] == Self::NONE {
                        parts.of_face[next] = part;
                        waiting.push(next);
                    }
                }
            }
            parts.sizes.push(size);
        }
        parts
    }
}
