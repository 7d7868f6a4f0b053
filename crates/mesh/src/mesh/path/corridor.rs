//! [`Corridor`]: finds a path when the search for the shortest one gives up.
//!
//! A* runs over the joined edges, from midpoint to midpoint. It reaches each edge once, so it always ends, and it finds
//! a path wherever one exists. That path leads through a corridor of faces, which is unfolded into one plane, face
//! after face. String pulling then gives the shortest path through this corridor. Another corridor may have a shorter
//! one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::{Path, Position};
use crate::geometry::{HalfEdge, Vec2, distance, dot, lerp, sub};
use crate::mesh::resolve::ResolvedPosition;
use crate::mesh::string_pulling::{Ends, shares, tighten};
use crate::mesh::topology::Topology;

/// The maximum relative excess over the straight line at which a path counts as straight, because rounding may cause it.
const STRAIGHT: f64 = 1e-14;

/// A path through a corridor, and the memory of the search for it.
#[derive(Clone, Debug, Default)]
pub struct Corridor {
    /// The lowest known cost of each edge that was reached. The key is the lower of its two half-edges.
    reached: HashMap<HalfEdge, Arrival>,
    /// The queue of edges: a lower bound for the whole path, the cost so far, and the half-edge through which the path
    /// leaves.
    waiting: BinaryHeap<Reverse<(u64, u64, HalfEdge)>>,
    /// The points where the path crosses edges, in order.
    crossings: Vec<Crossing>,
}

/// The way in which an edge was reached.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    cost: f64,
    /// The half-edge crossed before this edge, or `None` for the first.
    before: Option<HalfEdge>,
}

/// A point where the path crosses an edge.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// The half-edge of the face that the path leaves.
    edge: HalfEdge,
    at: Vec2,
    /// True if this point is part of the answer: the path bends there, or the surface folds.
    told: bool,
}

impl Corridor {
    /// Finds a path between two positions of one connected part, and returns its length.
    pub fn find(&mut self, topology: &Topology, start: ResolvedPosition, goal: ResolvedPosition) -> f64 {
        self.crossings.clear();
        if start.face == goal.face {
            return distance(start.point, goal.point);
        }
        self.search(topology, start, goal);
        let over_middles = self.length(start.point, goal.point);
        let tight =
            Self { crossings: pull_tight(topology, &self.crossings, start.point, goal.point), ..Self::default() };
        let length = tight.length(start.point, goal.point);
        // If rounding spoiled the pulled string, the path over the edge midpoints is still valid.
        if length <= over_middles {
            self.crossings = tight.crossings;
            return length;
        }
        over_middles
    }

    /// Adds the points between start and goal to a path.
    pub fn tell(&self, topology: &Topology, path: &mut Path) {
        for &Crossing { edge, at, .. } in self.crossings.iter().filter(|crossing| crossing.told) {
            path.crossings.push((path.points.len(), edge));
            path.points.push(Position { point: topology.on_edge(edge, at), face: edge.face() });
        }
    }

    fn length(&self, start: Vec2, goal: Vec2) -> f64 {
        let points = self.crossings.iter().map(|crossing| crossing.at).chain([goal]);
        points.fold((0.0, start), |(length, from), to| (length + distance(from, to), to)).0
    }

    /// Finds the shortest path over edge midpoints.
    fn search(&mut self, topology: &Topology, start: ResolvedPosition, goal: ResolvedPosition) {
        self.reached.clear();
        self.waiting.clear();
        self.reach(topology, start.face, start.point, 0.0, None, goal.point);
        while let Some(Reverse((_, cost, edge))) = self.waiting.pop() {
            let cost = f64::from_bits(cost);
            let is_least = self.reached.get(&name(topology, edge)).is_some_and(|reached| reached.cost == cost);
            let Some(across) = topology.across(edge).filter(|_| is_least) else { continue };
            if across.face == goal.face {
                return self.collect(topology, edge);
            }
            self.reach(topology, across.face, middle(topology, edge), cost, Some(edge), goal.point);
        }
    }

    /// Relaxes the edges of a face: the cost of each midpoint is the cost of `from` plus the distance.
    fn reach(&mut self, topology: &Topology, face: u32, from: Vec2, so_far: f64, before: Option<HalfEdge>, goal: Vec2) {
        for edge in HalfEdge::of_face(face) {
            if topology.across(edge).is_none() {
                continue;
            }
            let there = middle(topology, edge);
            let cost = so_far + distance(from, there);
            let name = name(topology, edge);
            if self.reached.get(&name).is_none_or(|reached| cost < reached.cost) {
                self.reached.insert(name, Arrival { cost, before });
                // The bit patterns of non-negative floats are ordered like the floats.
                self.waiting.push(Reverse(((cost + distance(there, goal)).to_bits(), cost.to_bits(), edge)));
            }
        }
    }

    /// Collects the edges crossed up to `last`, each at its midpoint.
    fn collect(&mut self, topology: &Topology, last: HalfEdge) {
        let mut next = Some(last);
        while let Some(edge) = next {
            self.crossings.push(Crossing { edge, at: middle(topology, edge), told: true });
            next = self.reached.get(&name(topology, edge)).and_then(|reached| reached.before);
        }
        self.crossings.reverse();
    }
}

/// The shortest path through the edges that another path crosses.
fn pull_tight(topology: &Topology, crossings: &[Crossing], start: Vec2, goal: Vec2) -> Vec<Crossing> {
    let mut frame = Frame::default();
    let mut portals = Vec::with_capacity(crossings.len());
    // Two corners of each face are ends of the edge through which the path enters it. Their unfolded coordinates are
    // reused, because rounding must not turn one point into two.
    let mut placed = [None; 3];
    for crossing in crossings {
        let ends = topology.edge_ends(crossing.edge);
        let corner = usize::from(crossing.edge.corner());
        let [a, b] = [0, 1].map(|end| placed[(corner + end) % 3].unwrap_or_else(|| frame.apply(ends[end])));
        portals.push(if frame.mirrored { Ends { left: a, right: b } } else { Ends { left: b, right: a } });
        let Some(across) = topology.across(crossing.edge) else { continue };
        placed = [None; 3];
        let twin = across.half_edge();
        placed[usize::from(twin.corner())] = Some(if across.fold { a } else { b });
        placed[usize::from(twin.next().corner())] = Some(if across.fold { b } else { a });
        if across.fold {
            frame.mirror(ends);
        }
    }
    let corner_points = tighten(start, frame.apply(goal), &portals);
    let mut mirrored = false;
    let mut tight = Vec::with_capacity(crossings.len());
    for (crossing, share) in crossings.iter().zip(shares(&corner_points, &portals)) {
        let [a, b] = topology.edge_ends(crossing.edge);
        let [left, right] = if mirrored { [a, b] } else { [b, a] };
        let at = if share >= 1.0 { right } else { lerp(left, right, share.max(0.0)) };
        mirrored ^= topology.across(crossing.edge).is_some_and(|across| across.fold);
        tight.push(Crossing { at, ..*crossing });
    }
    mark_told(topology, &mut tight, start, goal);
    tight
}

/// Marks the crossings that are part of the answer. It omits points where the path continues straight across an unfolded edge, and points
/// equal to the last marked one.
fn mark_told(topology: &Topology, crossings: &mut [Crossing], start: Vec2, goal: Vec2) {
    let mut from = start;
    for index in 0..crossings.len() {
        let to = crossings.get(index + 1).map_or(goal, |next| next.at);
        let Crossing { edge, at, told } = &mut crossings[index];
        let fold = topology.across(*edge).is_some_and(|across| across.fold);
        *told =
            fold || (*at != from && distance(from, *at) + distance(*at, to) > distance(from, to) * (1.0 + STRAIGHT));
        if *told {
            from = *at;
        }
    }
}

/// The rotation, translation and reflection of a face's plan view that continues it from the previous faces.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The images of the x and y axes.
    axes: [Vec2; 2],
    origin: Vec2,
    mirrored: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Self { axes: [[1.0, 0.0], [0.0, 1.0]], origin: [0.0; 2], mirrored: false }
    }
}

impl Frame {
    fn turn(&self, [x, y]: Vec2) -> Vec2 {
        [0, 1].map(|axis| self.axes[0][axis] * x + self.axes[1][axis] * y)
    }

    fn apply(&self, at: Vec2) -> Vec2 {
        let turned = self.turn(at);
        [self.origin[0] + turned[0], self.origin[1] + turned[1]]
    }

    /// Mirrors the following faces in the line through two different points.
    fn mirror(&mut self, [a, b]: [Vec2; 2]) {
        let fixed = self.apply(a);
        let [x, y] = sub(b, a);
        let length = dot([x, y], [x, y]);
        let (cos, sin) = ((x * x - y * y) / length, 2.0 * x * y / length);
        self.axes = [self.turn([cos, sin]), self.turn([sin, -cos])];
        self.mirrored = !self.mirrored;
        self.origin = sub(fixed, self.turn(a));
    }
}

/// One name for both half-edges of a joined edge.
fn name(topology: &Topology, edge: HalfEdge) -> HalfEdge {
    topology.across(edge).map_or(edge, |across| edge.min(across.half_edge()))
}

/// The midpoint of an edge.
fn middle(topology: &Topology, edge: HalfEdge) -> Vec2 {
    let [a, b] = topology.edge_ends(edge);
    lerp(a, b, 0.5)
}
