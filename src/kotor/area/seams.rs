//! [`Exact`] and [`Near`]: indices of perimeter edges by the positions of their ends.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::geometry::ends_of_side;
use crate::geometry::weld::place;
use crate::kotor::{Area, EdgeId, RoomId, VertexId, Walkmesh};

impl Area {
    /// The edges on both sides of transitions that lead to each other, bit for bit: each pair from both sides.
    pub(in crate::kotor) fn joined_edges(&self) -> Vec<[SeamEdge; 2]> {
        let edges = || self.rooms().flat_map(|(room, walkmesh)| edges_of(room, walkmesh));
        let exact = Exact::of(edges());
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
    /// The room to which it leads by the edge list.
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

    /// The distance between two edges that run in opposite directions: that of the farther pair of ends, in metres.
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

/// Edges by the exact positions of their ends. Of several edges of a room between the same two points, it has the first,
/// so that a query takes few steps however many edges there are.
pub(super) struct Exact(HashMap<[[u32; 3]; 2], BTreeMap<RoomId, SeamEdge>>);

impl Exact {
    pub(super) fn of(edges: impl IntoIterator<Item = SeamEdge>) -> Self {
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

/// A cell of a grid in space.
type Cell = [i64; 3];

/// Edges by the positions of their ends, within a tolerance. Of several edges of a room between the same two points, it has
/// the first.
pub(super) struct Near {
    cell: f64,
    /// By the cell of the end, and then by that of the start: many edges may end at one vertex.
    cells: HashMap<Cell, HashMap<Cell, Vec<SeamEdge>>>,
    /// The room and the ends of each edge.
    known: HashSet<(RoomId, [[u32; 3]; 2])>,
}

impl Near {
    pub(super) fn new(tolerance: f32) -> Self {
        // A cell no smaller than the tolerance, so that the cells around a point are all that can matter.
        Self { cell: f64::from(tolerance).max(1e-3), cells: HashMap::new(), known: HashSet::new() }
    }

    pub(super) fn insert(&mut self, edge: SeamEdge) {
        if self.known.insert((edge.room, edge.points.map(place))) {
            let [start, end] = edge.points.map(|point| self.cell_of(point));
            self.cells.entry(end).or_default().entry(start).or_default().push(edge);
        }
    }

    /// The nearest edge of another room in the opposite direction, both ends at most `tolerance` away.
    pub(super) fn facing(&self, edge: &SeamEdge, tolerance: f32) -> Option<(f64, &SeamEdge)> {
        self.facing_where(edge, tolerance, |other| other.room != edge.room)
    }

    /// The distance to the nearest edge of a room in the opposite direction, at most `tolerance`.
    pub(super) fn facing_room(&self, edge: &SeamEdge, room: RoomId, tolerance: f32) -> Option<f64> {
        self.facing_where(edge, tolerance, |other| other.room == room).map(|(gap, _)| gap)
    }

    /// Of several edges at the same distance, the first edge of the first room wins.
    fn facing_where(
        &self,
        edge: &SeamEdge,
        tolerance: f32,
        wanted: impl Fn(&SeamEdge) -> bool,
    ) -> Option<(f64, &SeamEdge)> {
        let [start, end] = edge.points.map(|point| self.cell_of(point));
        let mut best: Option<(f64, &SeamEdge)> = None;
        let by_start = around(start).into_iter().filter_map(|cell| self.cells.get(&cell));
        for other in by_start.flat_map(|by_start| near_starts(by_start, end)).filter(|other| wanted(other)) {
            let gap = edge.gap(other);
            let is_better =
                best.is_none_or(|(least, best)| (gap, other.room, other.edge) < (least, best.room, best.edge));
            if gap <= f64::from(tolerance) && is_better {
                best = Some((gap, other));
            }
        }
        best
    }

    /// Far from the origin, cells are clamped to what an i64 holds with room for their neighbours.
    fn cell_of(&self, point: [f32; 3]) -> Cell {
        point.map(|value| (f64::from(value) / self.cell).floor().clamp(-1e18, 1e18) as i64)
    }
}

/// A cell and those around it.
fn around([x, y, z]: Cell) -> [Cell; 27] {
    std::array::from_fn(|step| {
        let step = step as i64;
        [x + step % 3 - 1, y + step / 3 % 3 - 1, z + step / 9 - 1]
    })
}

/// The edges that start near a cell, and perhaps others, if these are few.
fn near_starts(by_start: &HashMap<Cell, Vec<SeamEdge>>, cell: Cell) -> Vec<&SeamEdge> {
    if by_start.len() <= 27 {
        return by_start.values().flatten().collect();
    }
    around(cell).into_iter().filter_map(|cell| by_start.get(&cell)).flatten().collect()
}

pub(super) fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    let square = |axis: usize| (f64::from(a[axis]) - f64::from(b[axis])).powi(2);
    (square(0) + square(1) + square(2)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// A query looks at one edge of each room, so its steps do not grow with the edges of a room.
    #[test]
    fn of_many_edges_of_a_room_between_two_points_the_indices_have_the_first() {
        let counts = [4, 4000].map(|count| {
            let all = || (0..3).flat_map(|room| edges(room, count));
            let exact = Exact::of(all());
            let mut near = Near::new(0.1);
            all().for_each(|edge| near.insert(edge));
            let here = all().next().unwrap();
            assert_eq!(exact.facing(&here).map(|edge| (edge.room, edge.edge)), Some((RoomId(1), EdgeId(1))));
            let other = exact.facing_room(&here, RoomId(2)).map(|edge| (edge.room, edge.edge));
            assert_eq!((other, exact.facing_room(&here, here.room).is_none()), (Some((RoomId(2), EdgeId(1))), true));
            assert_eq!(near.facing(&here, 0.1).map(|(gap, edge)| (gap, edge.room)), Some((0.0, RoomId(1))));
            (
                exact.0.values().map(BTreeMap::len).sum::<usize>(),
                near.cells.values().flat_map(HashMap::values).map(Vec::len).sum::<usize>(),
            )
        });
        assert_eq!(counts, [(6, 6); 2]);
    }
}
