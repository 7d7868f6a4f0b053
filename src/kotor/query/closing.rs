//! Finds the door or placeable that closes off a connected part.

use std::collections::{HashMap, VecDeque};

use super::pieces::{Behind, Pieces};
use super::{Navigable, Navigator};
use crate::mesh::{MeshError, NavMesh, Position};

impl<N: Navigable> Navigator<N> {
    /// For each connected part, numbered as in the [overview](crate::mesh::Navigator::overview), the door or placeable that closes it off:
    /// the last one on the path there from a position that passes under the fewest of them. `None` for the part of the position, and for a
    /// part that is unreachable even without the objects.
    ///
    /// # Errors
    /// [`MeshError::TooManyFaces`] and [`MeshError::TooManyPieces`].
    pub fn objects_that_close(&self, from: Position<N::Face>) -> Result<Vec<Option<usize>>, MeshError> {
        let start = self.connected_part(from)?;
        let (nav, pieces) = self.surface()?;
        let mut closed_by = vec![None; nav.connected_part_count()];
        let Some(start) = start else { return Ok(closed_by) };
        for (place, object) in last_objects(nav, pieces, ObjectPlace::Part(start)) {
            if let (ObjectPlace::Part(part), Some(object)) = (place, object) {
                closed_by[part as usize] = Some(object);
            }
        }
        Ok(closed_by)
    }
}

/// The piece of floor on which a creature could be if objects did not block it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ObjectPlace {
    /// A connected part.
    Part(u32),
    /// A piece of floor under an object.
    Under(u32),
}

/// For each piece that can be reached through objects, the object passed last. A breadth-first search, in which the distance is the number
/// of object sides passed.
fn last_objects(nav: &NavMesh, pieces: &Pieces, start: ObjectPlace) -> HashMap<ObjectPlace, Option<usize>> {
    let place = |piece| nav.connected_part(piece).map_or(ObjectPlace::Under(piece), ObjectPlace::Part);
    let mut beside = HashMap::<ObjectPlace, Vec<(ObjectPlace, Option<usize>)>>::new();
    for Behind { pieces: [here, there], object } in &pieces.behind {
        beside.entry(place(*here)).or_default().push((place(*there), *object));
    }
    let mut last = HashMap::new();
    let mut open = VecDeque::from([(start, None)]);
    while let Some((at, object)) = open.pop_front() {
        if last.contains_key(&at) {
            continue;
        }
        last.insert(at, object);
        for &(next, through) in beside.get(&at).into_iter().flatten() {
            match through {
                Some(_) => open.push_back((next, through)),
                None => open.push_front((next, object)),
            }
        }
    }
    last
}
