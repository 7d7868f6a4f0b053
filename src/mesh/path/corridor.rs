//! [`Corridor`]: finds a path where the search for the shortest one gives up.
//!
//! A* runs over the joined edges, from the middle of one to the middle of the next. It reaches each edge once, so it
//! always ends, and it finds a path wherever there is one. That path leads through a corridor of faces, which is unfolded
//! into one plane, face after face. String pulling then gives the shortest path through this corridor; another corridor
//! may have a shorter one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::{Path, Position};
use crate::geometry::{HalfEdge, Vec2, distance, dot, lerp, sub};
use crate::mesh::resolve::ResolvedPosition;
use crate::mesh::string_pulling::{Ends, shares, tighten};
use crate::mesh::topology::Topology;

/// How much longer, in parts of itself, a way may be that still runs straight: rounding.
const STRAIGHT: f64 = 1e-14;

/// A way through a corridor, and the memory of the search for it.
#[derive(Clone, Debug, Default)]
pub struct Corridor {
    /// The least cost of each edge that was reached, by the lower name of its two sides.
    reached: HashMap<HalfEdge, Reached>,
    /// A bound for the whole way, the cost so far, and the side that is left, of each edge that waits.
    waiting: BinaryHeap<Reverse<(u64, u64, HalfEdge)>>,
    /// Where the way crosses an edge, in order.
    crossings: Vec<Crossing>,
}

/// How an edge was reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    cost: f64,
    /// The edge before: the side that was left, unless it is the first.
    before: Option<HalfEdge>,
}

/// Where a way crosses an edge.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// The half-edge that is left.
    edge: HalfEdge,
    at: Vec2,
    /// Whether the way is told with this point: it bends there, or the surface folds.
    told: bool,
}

impl Corridor {
    /// Finds a way between two places of one part, and gives its length.
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
        // Where rounding led astray, the way over the middles of the edges is still one.
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

    /// Finds the shortest way over the middles of edges.
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

    /// Offers the way over a point of a face to the middles of its edges.
    fn reach(&mut self, topology: &Topology, face: u32, from: Vec2, so_far: f64, before: Option<HalfEdge>, goal: Vec2) {
        for edge in HalfEdge::of_face(face) {
            if topology.across(edge).is_none() {
                continue;
            }
            let there = middle(topology, edge);
            let cost = so_far + distance(from, there);
            let name = name(topology, edge);
            if self.reached.get(&name).is_none_or(|reached| cost < reached.cost) {
                self.reached.insert(name, Reached { cost, before });
                // Of numbers that are not negative, bits are in order.
                self.waiting.push(Reverse(((cost + distance(there, goal)).to_bits(), cost.to_bits(), edge)));
            }
        }
    }

    /// Notes the edges that were crossed up to one, each at its middle.
    fn collect(&mut self, topology: &Topology, last: HalfEdge) {
        let mut next = Some(last);
        while let Some(edge) = next {
            self.crossings.push(Crossing { edge, at: middle(topology, edge), told: true });
            next = self.reached.get(&name(topology, edge)).and_then(|reached| reached.before);
        }
        self.crossings.reverse();
    }
}

/// The shortest way through the edges that another way crosses.
fn pull_tight(topology: &Topology, crossings: &[Crossing], start: Vec2, goal: Vec2) -> Vec<Crossing> {
    let mut frame = Frame::default();
    let mut portals = Vec::with_capacity(crossings.len());
    // Two corners of each face are ends of the edge through which it is entered, and lie where they lay: rounding must
    // not make two points of one.
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

/// Decides which crossings a way is told with: all but those where it runs straight on within a surface without folds,
/// and those in the place of the one told before.
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

/// How the plan view of a face is turned, moved and mirrored so that it lies behind the faces before it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Where the directions of x and y lead to.
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

    /// Mirrors what is still to come at the line through two points, which are not in one place.
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

/// One name for both sides of a joined edge.
fn name(topology: &Topology, edge: HalfEdge) -> HalfEdge {
    topology.across(edge).map_or(edge, |across| edge.min(across.half_edge()))
}

/// The middle of an edge.
fn middle(topology: &Topology, edge: HalfEdge) -> Vec2 {
    let [a, b] = topology.edge_ends(edge);
    lerp(a, b, 0.5)
}
