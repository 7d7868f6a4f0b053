//! [`Welder`]: merges vertices at the same point into one.

use foldhash::{HashMap, HashMapExt};

/// The key of a point: every bit of its coordinates, except for the sign of zero.
pub fn place(point: [f32; 3]) -> [u32; 3] {
    point.map(|value| if value == 0.0 { 0 } else { value.to_bits() })
}

/// The first vertex at each point. `V` is the type that names vertices.
#[derive(Clone, Debug)]
pub struct Welder<V = u32> {
    first: HashMap<[u32; 3], V>,
}

impl<V: Copy> Welder<V> {
    pub fn with_capacity(vertices: usize) -> Self {
        Self { first: HashMap::with_capacity(vertices) }
    }

    /// The first vertex at a point: `vertex` itself, if it is the first.
    pub fn weld(&mut self, point: [f32; 3], vertex: V) -> V {
        *self.first.entry(place(point)).or_insert(vertex)
    }

    /// Returns the vertex at a point, or else a new one from the caller.
    pub fn weld_or<E>(&mut self, point: [f32; 3], new: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        let key = place(point);
        if let Some(&vertex) = self.first.get(&key) {
            return Ok(vertex);
        }
        let vertex = new()?;
        self.first.insert(key, vertex);
        Ok(vertex)
    }
}

/// The distinct points, and for each input point the index of the distinct point that it became.
pub fn weld_all<P: Copy + Into<[f32; 3]>>(points: &[P]) -> (Vec<P>, Vec<u32>) {
    let mut welder = Welder::with_capacity(points.len());
    let mut kept = Vec::with_capacity(points.len());
    let weld = |&point: &P| {
        let new = kept.len() as u32;
        let id = welder.weld(point.into(), new);
        if id == new {
            kept.push(point);
        }
        id
    };
    let became = points.iter().map(weld).collect();
    (kept, became)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_of_either_sign_are_one_place_and_neighbouring_numbers_are_two() {
        let points = [[0.0, 1.0, 2.0], [0.0, 1.0_f32.next_up(), 2.0], [-0.0, 1.0, 2.0]];
        assert_eq!(weld_all(&points), (points[..2].to_vec(), vec![0, 1, 0]));
    }
}
