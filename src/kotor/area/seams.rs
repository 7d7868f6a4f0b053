//! [`Exact`] and [`Near`]: indices of perimeter edges by the positions of their ends.

use std::ops::ControlFlow;

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::geometry::weld::place;
use crate::geometry::{Aabb, BoxTree, NODES, ends_of_side};
use crate::kotor::{Area, EdgeId, RoomId, VertexId, Walkmesh};

impl Area {
    /// The edges on both sides of mutual transitions that match bit for bit: each pair twice, once from each side.
    pub(in crate::kotor) fn joined_edges(&self) -> Vec<[SeamEdge; 2]> {
        let edges = || self.rooms().flat_map(|(room, walkmesh)| edges_of(room, walkmesh));
        let exact = Exact::new(edges());
        let mut joined = Vec::new();
        for edge in edges() {
            let facing = edge.leads_to.and_then(|room| exact.facing_room(&edge, room));
            if let Some(facing) = facing.filter(|facing| facing.leads_to == Some(edge.room)) {
                joined.push([edge, *facing]);
            }
        }
        joined
    }
}

/// A perimeter edge of a room.
#[derive(Clone, Copy, Debug)]
pub(in crate::kotor) struct SeamEdge {
    pub(in crate::kotor) room: RoomId,
    pub(in crate::kotor) edge: EdgeId,
    /// The room to which it leads according to the edge list.
    pub(super) leads_to: Option<RoomId>,
    pub(super) vertices: [VertexId; 2],
    pub(super) points: [[f32; 3]; 2],
}

impl SeamEdge {
    /// The point half-way between its ends.
    pub(super) fn middle(&self) -> [f32; 3] {
        let [a, b] = self.points;
        std::array::from_fn(|axis| ((f64::from(a[axis]) + f64::from(b[axis])) / 2.0) as f32)
    }

    /// Its length in metres.
    pub(super) fn length(&self) -> f64 {
        distance(self.points[0], self.points[1])
    }

    /// The distance between two edges that run in opposite directions, in metres: the distance of the farther pair of ends.
    pub(super) fn gap(&self, other: &Self) -> f64 {
        let [[a, b], [d, c]] = [self.points, other.points];
        distance(a, c).max(distance(b, d))
    }
}

/// The perimeter edges of a room whose ends are finite.
pub(super) fn edges_of(room: RoomId, walkmesh: &Walkmesh) -> impl Iterator<Item = SeamEdge> + '_ {
    walkmesh.as_raw().edges.iter().filter_map(move |row| {
        let edge = EdgeId::from_raw(row.edge)?;
        let corners = walkmesh.face(edge.face())?.corners();
        let points = walkmesh.edge_points(edge)?;
        points.iter().flatten().all(|value| value.is_finite()).then_some(SeamEdge {
            room,
            edge,
            leads_to: u32::try_from(row.transition).ok().map(RoomId),
            vertices: ends_of_side(&corners, edge.side()),
            points,
        })
    })
}

/// Edges by the exact positions of their ends. If several edges of a room join the same two points, only the first is kept, so that a query
/// takes few steps regardless of their number.
pub(super) struct Exact(HashMap<[[u32; 3]; 2], BTreeMap<RoomId, SeamEdge>>);

impl Exact {
    pub(super) fn new(edges: impl IntoIterator<Item = SeamEdge>) -> Self {
        let mut all = HashMap::<_, BTreeMap<_, _>>::new();
        for edge in edges {
            all.entry(edge.points.map(place)).or_default().entry(edge.room).or_insert(edge);
        }
        Self(all)
    }

    /// The edge of the first other room between the same two points in the opposite direction.
    pub(super) fn facing(&self, edge: &SeamEdge) -> Option<&SeamEdge> {
        self.opposite(edge)?.values().find(|other| other.room != edge.room)
    }

    /// The edge of another room between the same two points in the opposite direction.
    pub(super) fn facing_room(&self, edge: &SeamEdge, room: RoomId) -> Option<&SeamEdge> {
        self.opposite(edge)?.get(&room).filter(|other| other.room != edge.room)
    }

    fn opposite(&self, edge: &SeamEdge) -> Option<&BTreeMap<RoomId, SeamEdge>> {
        let [a, b] = edge.points.map(place);
        self.0.get(&[b, a])
    }
}

/// Edges by the positions of their ends, within a tolerance. If several edges of a room join the same two points, only the first is kept.
#[derive(Default)]
pub(super) struct Near {
    /// Each tree has more edges than all later trees together, so there are few trees, and edges rarely move between trees.
    trees: Vec<EdgeTree>,
    /// The room and the ends of each edge.
    known: HashSet<(RoomId, [[u32; 3]; 2])>,
}

/// The nearest edge that a search has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest<'e> {
    /// Its distance, and the edge.
    pub(super) edge: Option<(f64, &'e SeamEdge)>,
    /// True if the search was aborted, so that a nearer one may exist.
    pub(super) is_cut_short: bool,
}

impl Near {
    /// Adds the edges of a room, or of several.
    pub(super) fn add(&mut self, edges: impl IntoIterator<Item = SeamEdge>) {
        let is_new = |edge: &SeamEdge| self.known.insert((edge.room, edge.points.map(place)));
        let mut all: Vec<SeamEdge> = edges.into_iter().filter(is_new).collect();
        while let Some(last) = self.trees.pop_if(|last| last.edges.len() <= all.len()) {
            all.extend(last.edges);
        }
        if !all.is_empty() {
            self.trees.push(EdgeTree::new(all));
        }
    }

    /// The nearest edge of another room in the opposite direction, both ends at most `tolerance` away. In a tie, the first edge of the
    /// first room wins.
    pub(super) fn facing(&self, edge: &SeamEdge, tolerance: f32) -> Nearest<'_> {
        let mut nearest = Nearest { edge: None, is_cut_short: false };
        let [start, end] = edge.points;
        let around_end = Aabb {
            min: end.map(|value| (value - tolerance).next_down()),
            max: end.map(|value| (value + tolerance).next_up()),
        };
        for EdgeTree { edges, starts } in &self.trees {
            let looked = starts.meeting(&around_end, NODES, |number| {
                let other = &edges[number as usize];
                if other.room != edge.room && distance(start, other.points[1]) <= f64::from(tolerance) {
                    nearest.offer(edge.gap(other), tolerance, other);
                }
                ControlFlow::Continue(())
            });
            nearest.is_cut_short |= looked >= NODES;
        }
        nearest
    }
}

impl<'e> Nearest<'e> {
    fn offer(&mut self, gap: f64, tolerance: f32, other: &'e SeamEdge) {
        let is_better =
            self.edge.is_none_or(|(least, best)| (gap, other.room, other.edge) < (least, best.room, best.edge));
        if gap <= f64::from(tolerance) && is_better {
            self.edge = Some((gap, other));
        }
    }
}

/// Edges in a tree of the points where they start.
struct EdgeTree {
    edges: Vec<SeamEdge>,
    starts: BoxTree,
}

impl EdgeTree {
    fn new(edges: Vec<SeamEdge>) -> Self {
        let starts = BoxTree::new(edges.iter().map(|edge| Aabb { min: edge.points[0], max: edge.points[0] }));
        Self { edges, starts }
    }
}

pub(super) fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    let square = |axis: usize| (f64::from(a[axis]) - f64::from(b[axis])).powi(2);
    (square(0) + square(1) + square(2)).sqrt()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::work::rounds_of;

    /// `count` edges of a room between the same two points, in both directions.
    fn edges(room: u32, count: u32) -> impl Iterator<Item = SeamEdge> {
        let ends = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
        (0..count).map(move |number| SeamEdge {
            room: RoomId(room),
            edge: EdgeId(number),
            leads_to: None,
            vertices: [VertexId(0), VertexId(1)],
            points: if number % 2 == 0 { ends } else { [ends[1], ends[0]] },
        })
    }

    /// A query examines one edge of each room, so its cost does not grow with the number of edges in a room.
    #[test]
    fn of_many_edges_of_a_room_between_two_points_the_indices_have_the_first() {
        let counts = [4, 4000].map(|count| {
            let all = || (0..3).flat_map(|room| edges(room, count));
            let exact = Exact::new(all());
            let mut near = Near::default();
            near.add(all());
            let here = all().next().unwrap();
            assert_eq!(exact.facing(&here).map(|edge| (edge.room, edge.edge)), Some((RoomId(1), EdgeId(1))));
            let other = exact.facing_room(&here, RoomId(2)).map(|edge| (edge.room, edge.edge));
            assert_eq!((other, exact.facing_room(&here, here.room).is_none()), (Some((RoomId(2), EdgeId(1))), true));
            assert_eq!(near.facing(&here, 0.1).edge.map(|(gap, edge)| (gap, edge.room)), Some((0.0, RoomId(1))));
            (
                exact.0.values().map(BTreeMap::len).sum::<usize>(),
                near.trees.iter().map(|tree| tree.edges.len()).sum::<usize>(),
            )
        });
        assert_eq!(counts, [(6, 6); 2]);
    }

    /// An edge of a room. `shift` moves its first end.
    fn edge(room: u32, number: u32, shift: [f32; 3], is_reversed: bool) -> SeamEdge {
        let [from, to] = [shift, [1.0, 0.0, 0.0]];
        let points = if is_reversed { [to, from] } else { [from, to] };
        SeamEdge { points, ..edges(room, number + 1).last().unwrap() }
    }

    proptest! {
        #[test]
        fn the_nearest_edge_is_that_of_a_search_through_all(
            all in prop::collection::vec((0..4_u32, prop::array::uniform3(0..4_i8), any::<bool>()), 1..80),
            tolerance in 0..5_u8,
        ) {
            let number = |(number, (room, shift, is_reversed)): (u32, (u32, [i8; 3], bool))| {
                edge(room, number, shift.map(f32::from), is_reversed)
            };
            let mut all: Vec<SeamEdge> = (0..).zip(all).map(number).collect();
            all.sort_by_key(|edge| edge.room);
            let tolerance = f32::from(tolerance);
            let mut near = Near::default();
            all.chunk_by(|a, b| a.room == b.room).for_each(|room| near.add(room.iter().copied()));
            for here in &all {
                let others = all.iter().filter(|other| other.room != here.room);
                let gaps = others.map(|other| (here.gap(other), other.room, other.edge));
                let expected = gaps.filter(|(gap, ..)| *gap <= f64::from(tolerance)).min_by(|a, b| {
                    a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2)))
                });
                let found = near.facing(here, tolerance);
                prop_assert_eq!(found.edge.map(|(gap, edge)| (gap, edge.room, edge.edge)), expected);
                prop_assert!(!found.is_cut_short);
            }
        }
    }

    /// Edges of two rooms that nearly meet, all at one position.
    fn in_one_place(count: u32) -> Vec<SeamEdge> {
        let part = |number: u32, step: f32| (number as f32 * step).fract() * 0.05;
        let shift = |number| [part(number, 0.819_172_5), part(number, 0.671_043_6), part(number, 0.549_700_5)];
        (0..count).map(|number| edge(number % 2, number, shift(number), number % 2 == 0)).collect()
    }

    #[test]
    fn searches_among_many_edges_in_one_place_are_bounded() {
        let rounds = [2000, 4000].map(|count| {
            let all = in_one_place(count);
            rounds_of(|| {
                let mut near = Near::default();
                near.add(all.iter().copied());
                assert!(all.iter().all(|edge| near.facing(edge, 0.1).edge.is_some()));
            })
        });
        let of_a_search = |rounds: u64, count: u64| rounds <= count * (NODES as u64 + 1);
        assert!(of_a_search(rounds[0], 2000) && of_a_search(rounds[1], 4000), "{rounds:?}");
    }

    /// Edges whose ends are all equally far away, just beyond the tolerance.
    #[test]
    fn a_search_that_is_cut_short_says_so() {
        let here = edge(0, 0, [0.0; 3], false);
        let found = [100, 40_000].map(|count| {
            let around = |number: u32| {
                // A spiral on a sphere.
                let height = (2.0 * number as f32 + 1.0) / count as f32 - 1.0;
                let (angle, radius) = (number as f32 * 2.4, (1.0 - height * height).sqrt());
                [radius * angle.cos(), radius * angle.sin(), height].map(|value| value * 0.100_001)
            };
            let mut near = Near::default();
            near.add((0..count).map(|number| edge(1, number, around(number), true)));
            let found = near.facing(&here, 0.1);
            (found.edge.is_some(), found.is_cut_short)
        });
        assert_eq!(found, [(false, false), (false, true)]);
    }
}
