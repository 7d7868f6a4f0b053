//! Slow and simple versions of the library's fast queries. They examine every face and every edge in f64, and share no code with the
//! library.

use std::collections::BTreeSet;

use super::world::World;

pub type Flat = [f64; 2];

/// Points nearer than this coincide. The worlds consist of 256ths and small numbers, so distinct points are further apart.
const NEAR: f64 = 1e-9;

pub struct Oracle {
    pub corners: Vec<[Flat; 3]>,
    pub walkable: Vec<bool>,
    /// The faces joined to each face, each with their common edge.
    pub joined: Vec<Vec<(usize, [Flat; 2])>>,
    /// The corners of faces that are joined around one point: where a path may bend.
    pub fans: Vec<(Flat, BTreeSet<usize>)>,
}

impl Oracle {
    pub fn new(world: &World) -> Self {
        let mut oracle = Self::joined(world);
        oracle.find_fans();
        oracle
    }

    /// Only the faces across the edges, without the fans.
    pub fn joined(world: &World) -> Self {
        let flat = |corner: u32| world.vertices[corner as usize].map(f64::from);
        let corners: Vec<[Flat; 3]> =
            world.faces.iter().map(|face| face.map(|corner| [flat(corner)[0], flat(corner)[1]])).collect();
        let mut oracle = Self { corners, walkable: world.walkable.clone(), joined: Vec::new(), fans: Vec::new() };
        oracle.join(world);
        oracle
    }

    fn edge(&self, face: usize, edge: usize) -> [Flat; 2] {
        [self.corners[face][edge], self.corners[face][(edge + 1) % 3]]
    }

    /// The two faces name each other across coincident edges; each edge is used once.
    fn join(&mut self, world: &World) {
        let faces = self.corners.len();
        self.joined = vec![Vec::new(); faces];
        let mut used = vec![[false; 3]; faces];
        for face in 0..faces {
            for edge in 0..3 {
                let Some(other) = world.neighbours[face][edge].map(|other| other as usize) else { continue };
                if used[face][edge] || other == face || !self.walkable[face] || !self.walkable[other] {
                    continue;
                }
                let here = self.edge(face, edge);
                let partner = (0..3).find(|&back| {
                    let there = self.edge(other, back);
                    world.neighbours[other][back] == Some(face as u32)
                        && !used[other][back]
                        && (there == here || there == [here[1], here[0]])
                });
                if let Some(back) = partner {
                    (used[face][edge], used[other][back]) = (true, true);
                    self.joined[face].push((other, here));
                    self.joined[other].push((face, here));
                }
            }
        }
    }

    fn find_fans(&mut self) {
        for face in (0..self.corners.len()).filter(|&face| self.walkable[face]) {
            for at in self.corners[face] {
                let known = self.fans.iter().any(|(place, faces)| *place == at && faces.contains(&face));
                if !known {
                    self.fans.push((at, self.around(&[face].into(), at)));
                }
            }
        }
    }

    /// Whether all faces have an area, and joined faces lie on opposite sides of their edge.
    pub fn is_plain(&self) -> bool {
        let has_area = |face: usize| {
            let [a, b, c] = self.corners[face];
            cross(a, b, c) != 0.0
        };
        let off = |face: usize, [a, b]: [Flat; 2]| {
            self.corners[face].map(|corner| cross(a, b, corner)).into_iter().sum::<f64>()
        };
        let lies_flat =
            |face: usize| self.joined[face].iter().all(|&(other, edge)| off(face, edge) * off(other, edge) < 0.0);
        (0..self.corners.len()).filter(|&face| self.walkable[face]).all(|face| has_area(face) && lies_flat(face))
    }

    /// The faces that can be reached from the faces `from` over edges through a point.
    pub fn around(&self, from: &BTreeSet<usize>, at: Flat) -> BTreeSet<usize> {
        let mut reached = from.clone();
        let mut waiting: Vec<usize> = from.iter().copied().collect();
        while let Some(face) = waiting.pop() {
            for &(other, [a, b]) in &self.joined[face] {
                if distance_to_segment(at, a, b) < NEAR && reached.insert(other) {
                    waiting.push(other);
                }
            }
        }
        reached
    }

    fn contains(&self, face: usize, at: Flat) -> bool {
        let [a, b, c] = self.corners[face];
        let turns = [cross(a, b, at), cross(b, c, at), cross(c, a, at)];
        turns.iter().all(|&turn| turn > -NEAR) || turns.iter().all(|&turn| turn < NEAR)
    }

    /// Follows the straight line from `from`, in one of `faces`, to `to`: the share of it that can be walked, and the
    /// faces around its end. Only for worlds whose faces all have an area and do not fold.
    pub fn straight(&self, from: Flat, to: Flat, faces: &BTreeSet<usize>) -> (f64, BTreeSet<usize>) {
        let mut stops = vec![0.0, 1.0];
        for face in (0..self.corners.len()).filter(|&face| self.walkable[face]) {
            for edge in 0..3 {
                let [a, b] = self.edge(face, edge);
                let (side_a, side_b) = (cross(from, to, a), cross(from, to, b));
                if (side_a > NEAR && side_b > NEAR) || (side_a < -NEAR && side_b < -NEAR) {
                    continue;
                }
                // Where edge and line cross, and both ends of an edge on the line.
                let share = if (side_a - side_b).abs() < NEAR { [0.0, 1.0] } else { [side_a / (side_a - side_b); 2] };
                stops.extend(share.map(|share| {
                    let at = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
                    let along = [to[0] - from[0], to[1] - from[1]];
                    let length = along[0] * along[0] + along[1] * along[1];
                    ((at[0] - from[0]) * along[0] + (at[1] - from[1]) * along[1]) / length
                }));
            }
        }
        stops.retain(|stop| (0.0..=1.0).contains(stop));
        stops.sort_by(f64::total_cmp);
        stops.dedup_by(|b, a| *b - *a < NEAR);
        let point = |share: f64| [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
        let mut faces = self.around(faces, from);
        if distance(from, to) < NEAR {
            return (1.0, faces);
        }
        for stop in stops.windows(2) {
            let middle = point((stop[0] + stop[1]) / 2.0);
            let ahead: BTreeSet<usize> =
                self.around(&faces, point(stop[0])).into_iter().filter(|&face| self.contains(face, middle)).collect();
            if ahead.is_empty() {
                return (stop[0], faces);
            }
            faces = self.around(&self.around(&ahead, middle), point(stop[1]));
        }
        (1.0, faces)
    }

    /// The length of the shortest path that bends at vertices, if any.
    pub fn shortest(&self, from: (Flat, usize), to: (Flat, usize)) -> Option<f64> {
        let mut nodes = vec![(from.0, BTreeSet::from([from.1])), (to.0, BTreeSet::from([to.1]))];
        nodes.extend(self.fans.iter().cloned());
        let mut lengths = vec![f64::INFINITY; nodes.len()];
        let mut done = vec![false; nodes.len()];
        lengths[0] = 0.0;
        let at_least = |lengths: &[f64], node: usize| lengths[node] + distance(nodes[node].0, to.0);
        loop {
            let waiting = (0..nodes.len()).filter(|&node| !done[node]);
            let next = waiting.min_by(|&a, &b| at_least(&lengths, a).total_cmp(&at_least(&lengths, b)))?;
            if lengths[next] == f64::INFINITY {
                return None;
            }
            if next == 1 {
                return Some(lengths[1]);
            }
            done[next] = true;
            for node in 0..nodes.len() {
                let length = lengths[next] + distance(nodes[next].0, nodes[node].0);
                if done[node] || length >= lengths[node] {
                    continue;
                }
                let (share, faces) = self.straight(nodes[next].0, nodes[node].0, &nodes[next].1);
                if share == 1.0 && !faces.is_disjoint(&self.around(&nodes[node].1, nodes[node].0)) {
                    lengths[node] = length;
                }
            }
        }
    }

    /// The length of the shortest path over sampled points of edges, with each face crossed in a straight line: never shorter than the
    /// shortest path, and only slightly longer. For all worlds, including folds and vertical faces.
    pub fn shortest_over_points(&self, from: (Flat, usize), to: (Flat, usize)) -> Option<f64> {
        // The number of parts of an edge, and their greatest length: if points are farther apart than the width of strips, the path
        // zigzags.
        const PARTS: usize = 40;
        const LENGTH: f64 = 0.05;
        // A node is a point and the faces that it joins.
        let mut nodes: Vec<(Flat, BTreeSet<usize>)> = vec![(from.0, [from.1].into()), (to.0, [to.1].into())];
        nodes.extend(self.fans.iter().cloned());
        for face in 0..self.corners.len() {
            for &(other, [a, b]) in self.joined[face].iter().filter(|joined| face < joined.0) {
                let parts = PARTS.max((distance(a, b) / LENGTH).ceil() as usize);
                nodes.extend((1..parts).map(|part| {
                    let share = part as f64 / parts as f64;
                    ([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share], BTreeSet::from([face, other]))
                }));
            }
        }
        let mut on_face = vec![Vec::new(); self.corners.len()];
        for (node, (_, faces)) in nodes.iter().enumerate() {
            for &face in faces {
                on_face[face].push(node);
            }
        }
        let mut lengths = vec![f64::INFINITY; nodes.len()];
        lengths[0] = 0.0;
        let mut waiting = std::collections::BinaryHeap::from([(std::cmp::Reverse(0_u64), 0_usize)]);
        while let Some((std::cmp::Reverse(length), node)) = waiting.pop() {
            let length = f64::from_bits(length);
            if node == 1 {
                return Some(length);
            }
            if length > lengths[node] {
                continue;
            }
            for &next in nodes[node].1.iter().flat_map(|&face| &on_face[face]) {
                let sum = length + distance(nodes[node].0, nodes[next].0);
                if sum < lengths[next] {
                    lengths[next] = sum;
                    waiting.push((std::cmp::Reverse(sum.to_bits()), next));
                }
            }
        }
        None
    }
}

pub fn distance(a: Flat, b: Flat) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn cross(a: Flat, b: Flat, c: Flat) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn distance_to_segment(at: Flat, a: Flat, b: Flat) -> f64 {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let share = if length > 0.0 {
        (((at[0] - a[0]) * along[0] + (at[1] - a[1]) * along[1]) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    distance(at, [a[0] + along[0] * share, a[1] + along[1] * share])
}
