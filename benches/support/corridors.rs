//! The common method with which shortest paths are compared: A* over the faces, and string pulling through the edges between the faces that
//! it found. The result is the shortest path through *these* faces, not through all.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use walkmesh::mesh::{Portal, PulledString, neighbours_by_shared_vertices, pull_string};

use walkmesh_mesh::samples::shapes::Cave;

/// A face in the queue.
#[derive(Clone, Copy, PartialEq)]
struct Waiting {
    bound: f32,
    face: u32,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(self.face.cmp(&other.face))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The state of a face during a search.
#[derive(Clone, Copy, Default)]
struct Known {
    search: u32,
    cost: f32,
    /// The point where the path enters the face: the midpoint of an edge.
    at: [f32; 2],
    /// The previous face, and its edge that leads here.
    from: (u32, u8),
    done: bool,
}

/// A search over the faces of a cave, with memory that is used again.
pub struct Corridors<'a> {
    cave: &'a Cave,
    neighbours: Vec<[Option<u32>; 3]>,
    known: Vec<Known>,
    waiting: BinaryHeap<Waiting>,
    portals: Vec<Portal>,
    search: u32,
}

impl<'a> Corridors<'a> {
    pub fn new(cave: &'a Cave) -> Self {
        let neighbours = neighbours_by_shared_vertices(&cave.faces, |_| true);
        let known = vec![Known::default(); cave.faces.len()];
        Self { cave, neighbours, known, waiting: BinaryHeap::new(), portals: Vec::new(), search: 0 }
    }

    /// The pulled string through the faces that A* finds. Costs are distances between the midpoints of edges.
    pub fn path(&mut self, (from, start): ([f32; 3], u32), (to, goal): ([f32; 3], u32)) -> Option<PulledString> {
        self.search += 1;
        self.waiting.clear();
        let flat = |point: [f32; 3]| [point[0], point[1]];
        self.reach(start, 0.0, flat(from), (start, 3), flat(to));
        while let Some(Waiting { face, .. }) = self.waiting.pop() {
            if std::mem::replace(&mut self.known[face as usize].done, true) {
                continue;
            }
            if face == goal {
                self.collect_gates(start, goal);
                return Some(pull_string(from, to, &self.portals));
            }
            let known = self.known[face as usize];
            for edge in 0..3_u8 {
                let Some(next) = self.neighbours[face as usize][usize::from(edge)] else { continue };
                let [a, b] = self.edge(face, edge).map(flat);
                let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
                self.reach(next, known.cost + distance(known.at, middle), middle, (face, edge), flat(to));
            }
        }
        None
    }

    fn reach(&mut self, face: u32, cost: f32, at: [f32; 2], from: (u32, u8), goal: [f32; 2]) {
        let known = &mut self.known[face as usize];
        if known.search != self.search || (cost < known.cost && !known.done) {
            *known = Known { search: self.search, cost, at, from, done: false };
            self.waiting.push(Waiting { bound: cost + distance(at, goal), face });
        }
    }

    fn edge(&self, face: u32, edge: u8) -> [[f32; 3]; 2] {
        let corners = self.cave.faces[face as usize];
        let edge = usize::from(edge);
        [corners[edge], corners[(edge + 1) % 3]].map(|corner| self.cave.vertices[corner as usize])
    }

    fn collect_gates(&mut self, start: u32, goal: u32) {
        self.portals.clear();
        let mut face = goal;
        while face != start {
            let (before, edge) = self.known[face as usize].from;
            let [right, left] = self.edge(before, edge);
            self.portals.push(Portal { left, right });
            face = before;
        }
        self.portals.reverse();
    }
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    (x * x + y * y).sqrt()
}
