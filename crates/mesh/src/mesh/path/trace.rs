//! Traces a path: finds the faces that it crosses, and its heights there.
//!
//! A leg of a path is straight in the plan view, and the faces at both of its ends are known. Between them the trace
//! follows joined edges only. It crosses each edge where the leg crosses it, within rounding, and no earlier along the
//! leg than the edge before. Among all such chains of faces it takes the one found by Dijkstra's algorithm with the
//! distance along the leg as the cost. So a trace never leaves joined faces, even on stacked floors, and it crosses
//! slivers that are thinner than f32 can resolve.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::{Path, Position};
use crate::geometry::{HalfEdge, Vec2, cross, dot, lerp, plan, sub};
use crate::mesh::topology::Topology;

/// The maximum distance of an edge from a leg that crosses it, as a fraction of the leg's greatest coordinate: two ulps
/// of f32, because both ends of a leg may be rounded.
const ROUNDING: f64 = 1.0 / (1 << 22) as f64;

/// The points of [`NavMesh::trace`](crate::mesh::NavMesh::trace).
pub fn trace(topology: &Topology, path: &Path) -> Vec<Position> {
    let Some(&first) = path.points.first() else { return Vec::new() };
    let mut trace = Trace { topology, points: vec![first], chains: Chains::default() };
    let mut crossings = path.crossings.iter().peekable();
    let mut face = first.face;
    for (ends, index) in path.points.windows(2).zip(1..) {
        trace.follow(Leg::new(plan(ends[0].point), plan(ends[1].point)), face, ends[1].face);
        trace.tell(ends[1]);
        face = ends[1].face;
        if let Some(&(_, edge)) = crossings.next_if(|crossing| crossing.0 == index) {
            let at = plan(ends[1].point);
            face = trace.cross(edge, at).unwrap_or(face);
        }
    }
    trace.points
}

/// A path that is being traced.
struct Trace<'m> {
    topology: &'m Topology,
    points: Vec<Position>,
    chains: Chains,
}

impl Trace<'_> {
    /// Follows a leg from one face to another.
    fn follow(&mut self, leg: Leg, from: u32, to: u32) {
        self.chains.search(self.topology, &leg, from, to);
        while let Some((edge, at)) = self.chains.found.pop() {
            self.cross(edge, at);
        }
    }

    /// Crosses an edge at one of its points, and returns the face behind the edge.
    fn cross(&mut self, edge: HalfEdge, at: Vec2) -> Option<u32> {
        let across = self.topology.across(edge)?;
        let leaves = self.topology.on_edge(edge, at);
        let enters = self.topology.on_edge(across.half_edge(), at);
        if is_climb(leaves, enters) {
            self.tell(Position { point: leaves, face: edge.face() });
        }
        self.tell(Position { point: enters, face: across.face });
        Some(across.face)
    }

    /// Adds a point. If the last point is the same, only its face changes.
    fn tell(&mut self, point: Position) {
        match self.points.last_mut() {
            Some(last) if last.point == point.point => last.face = point.face,
            _ => self.points.push(point),
        }
    }
}

/// Returns whether the heights of two points with the same plan view differ by more than rounding explains.
fn is_climb(a: [f32; 3], b: [f32; 3]) -> bool {
    let size = a.iter().chain(&b).fold(0.0, |size: f64, value| size.max(f64::from(value.abs())));
    f64::from((a[2] - b[2]).abs()) > size * ROUNDING
}

/// One straight line of a path.
struct Leg {
    from: Vec2,
    /// Its direction, of length 1.
    along: Vec2,
    length: f64,
    /// The maximum distance of an edge that it crosses from the leg.
    rounding: f64,
}

impl Leg {
    fn new(from: Vec2, to: Vec2) -> Self {
        let way = sub(to, from);
        let length = dot(way, way).sqrt();
        // A leg along a vertical edge has no length in the plan view, so any direction works.
        let along = if length > 0.0 { way.map(|value| value / length) } else { [1.0, 0.0] };
        let size = from.iter().chain(&to).fold(0.0, |size: f64, value| size.max(value.abs()));
        Self { from, along, length, rounding: size * ROUNDING }
    }

    /// Intersects the leg with an edge, given that it has come as far as `past`: the distance along the leg, and the
    /// point of the edge. A leg that runs along the edge crosses it as early as possible.
    fn crosses(&self, [a, b]: [Vec2; 2], past: f64) -> Option<(f64, Vec2)> {
        let [to_a, to_b] = [sub(a, self.from), sub(b, self.from)];
        let [way_a, way_b] = [dot(self.along, to_a), dot(self.along, to_b)];
        let [off_a, off_b] = [cross(self.along, to_a), cross(self.along, to_b)];
        let share_at = |way: f64| if way_a == way_b { 0.0 } else { ((way - way_a) / (way_b - way_a)).clamp(0.0, 1.0) };
        let is_along = off_a.abs().max(off_b.abs()) <= self.rounding;
        let share = if is_along {
            share_at(past)
        } else if (off_a > 0.0) != (off_b > 0.0) {
            off_a / (off_a - off_b)
        } else {
            // The leg misses the edge, possibly only by rounding: take the nearer end.
            f64::from(off_b.abs() < off_a.abs())
        };
        let way = way_a + share * (way_b - way_a);
        // Where leg and edge meet at a small angle, rounding may move their intersection far along both, so a nearby
        // point in range is taken instead. At a right angle this changes nothing, and the distance test below decides.
        let (share, way) = if (past - self.rounding..=self.length + self.rounding).contains(&way) {
            (share, way)
        } else {
            let share = share_at(way.clamp(past, self.length.max(past)));
            (share, way_a + share * (way_b - way_a))
        };
        let off = off_a + share * (off_b - off_a);
        let is_met = off.abs() <= self.rounding && way >= past - self.rounding && way <= self.length + self.rounding;
        // Adding zero turns -0 into 0, because the bits of distances are compared.
        is_met.then(|| (way.max(past) + 0.0, lerp(a, b, share)))
    }
}

/// The search for a chain of faces along a leg, with reusable memory.
#[derive(Default)]
struct Chains {
    /// For each face that was reached: the edge by which it was entered, and where.
    reached: HashMap<u32, Visit>,
    /// The queue: the distance along the leg, the number of edges, and the face.
    waiting: BinaryHeap<Reverse<(u64, u32, u32)>>,
    /// The edges crossed and the points there, the last one first.
    found: Vec<(HalfEdge, Vec2)>,
}

#[derive(Clone, Copy)]
struct Visit {
    /// The distance along the leg, and the number of edges.
    cost: (u64, u32),
    edge: HalfEdge,
    at: Vec2,
}

impl Chains {
    /// Finds the edges that a leg crosses from one face to another. `found` stays empty without such a chain.
    fn search(&mut self, topology: &Topology, leg: &Leg, from: u32, to: u32) {
        self.reached.clear();
        self.waiting.clear();
        self.found.clear();
        self.waiting.push(Reverse((0.0_f64.to_bits(), 0, from)));
        while let Some(Reverse((past, edges, face))) = self.waiting.pop() {
            if face == to {
                return self.tell(from, to);
            }
            if self.reached.get(&face).is_some_and(|reached| reached.cost < (past, edges)) {
                continue;
            }
            let row = &topology.faces()[face as usize];
            let corners = topology.plan_corners(row);
            for (k, link) in row.links.iter().enumerate() {
                let Some(across) = link.get().filter(|across| across.face != from) else { continue };
                let ends = [corners[k], corners[(k + 1) % 3]];
                let Some((way, at)) = leg.crosses(ends, f64::from_bits(past)) else { continue };
                // The bit patterns of non-negative floats are ordered like the floats.
                let cost = (way.to_bits(), edges + 1);
                if self.reached.get(&across.face).is_none_or(|reached| cost < reached.cost) {
                    self.reached.insert(across.face, Visit { cost, edge: HalfEdge::new(face, k as u8), at });
                    self.waiting.push(Reverse((cost.0, cost.1, across.face)));
                }
            }
        }
    }

    /// Collects the chain that led to a face.
    fn tell(&mut self, from: u32, to: u32) {
        let mut face = to;
        while let Some(reached) = self.reached.get(&face).filter(|_| face != from) {
            self.found.push((reached.edge, reached.at));
            face = reached.edge.face();
        }
    }
}
