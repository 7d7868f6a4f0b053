//! [`Perimeter`]: an index of the edges at which walking ends, by their midpoints and by their starts.

use std::collections::{BTreeSet, HashMap};

use walkmesh_formats::bwm::Face;

use crate::geometry::weld::place;
use crate::kotor::adjacency::Sharing;
use crate::kotor::{EdgeId, FaceId, RoomId, Walkmesh};

/// Maximum distance of a new or moved transition mark from the midpoint of its edge: half a metre.
pub const MARK_REACH: f32 = 0.5;

/// Maximum distance of a corner of a piece from the edge that was cut: a millimetre, more than the rounding of programs.
const CUT_REACH: f64 = 1e-3;
/// Maximum number of pieces of one edge, and of edges examined for each. They bound the work on walkmeshes designed to be slow.
const MAX_PIECES: usize = 64;
const MAX_AT_A_POINT: usize = 16;
/// Maximum number of edges that are examined to find the nearest one.
const MAX_NEARBY: usize = 4096;

/// The boundary edges.
pub(super) struct Perimeter {
    edges: Vec<(EdgeId, [[f32; 3]; 2])>,
    ids: BTreeSet<EdgeId>,
    by_cell: HashMap<[i64; 3], Vec<u32>>,
    by_start: HashMap<[u32; 3], Vec<u32>>,
}

/// The reason why there is no nearest edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoEdge {
    /// No midpoint of an edge is near enough.
    TooFar,
    /// Too many edges are near.
    TooMany,
}

impl Perimeter {
    /// The edges of a walkmesh.
    pub(super) fn new(walkmesh: &Walkmesh) -> Self {
        let ids = edges_of(walkmesh);
        let edges: Vec<_> = with_ends(walkmesh, &ids).collect();
        let (mut by_cell, mut by_start) = (HashMap::<_, Vec<u32>>::new(), HashMap::<_, Vec<u32>>::new());
        for (at, (_, ends)) in (0..).zip(&edges) {
            by_cell.entry(cell_of(middle(*ends))).or_default().push(at);
            by_start.entry(place(ends[0])).or_default().push(at);
        }
        Self { edges, ids, by_cell, by_start }
    }

    /// Returns whether an edge is a boundary.
    pub(super) fn has(&self, edge: EdgeId) -> bool {
        self.ids.contains(&edge)
    }

    /// The edge whose midpoint is nearest to a point, and the distance. The lowest edge wins ties.
    pub(super) fn nearest(&self, point: [f32; 3]) -> Result<(EdgeId, f64), NoEdge> {
        let row = |cell| self.by_cell.get(&cell).map_or(&[][..], Vec::as_slice).iter();
        nearest(point, |cell| row(cell).map(|&at| self.edges[at as usize]), |_| true)
    }

    /// The consecutive edges on a line from its start: the pieces into which an edge was cut.
    pub(super) fn pieces(&self, [start, end]: [[f32; 3]; 2]) -> Vec<EdgeId> {
        let line = Line::new(start, end);
        let (mut pieces, mut from, mut along) = (Vec::new(), start, 0.0);
        while pieces.len() < MAX_PIECES && along < 1.0 {
            let row = self.by_start.get(&place(from)).map_or(&[][..], Vec::as_slice);
            let ahead = row.iter().take(MAX_AT_A_POINT).filter_map(|&at| {
                let (edge, ends) = self.edges[at as usize];
                let to = line.along(ends[1]).filter(|to| *to > along)?;
                Some((to, edge, ends[1]))
            });
            let Some((to, edge, point)) = ahead.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))) else { break };
            pieces.push(edge);
            (from, along) = (point, to);
        }
        pieces
    }
}

/// The perimeter edges of the rooms of several nodes.
pub(super) struct PerimeterEdges {
    /// The edges by the cells of their midpoints, in the order of the nodes.
    by_cell: HashMap<[i64; 3], Vec<EdgeWithEnds>>,
    /// The room of each node.
    rooms: Vec<Option<RoomId>>,
}

/// An edge of the room of a node.
type NodeEdge = (usize, EdgeId);

/// An edge and its ends.
type EdgeWithEnds = (NodeEdge, [[f32; 3]; 2]);

impl PerimeterEdges {
    pub(super) fn new(rooms: &[Option<(RoomId, &Walkmesh)>]) -> Self {
        let mut by_cell = HashMap::<_, Vec<_>>::new();
        for (node, room) in rooms.iter().enumerate() {
            let Some((_, walkmesh)) = room else { continue };
            for (edge, ends) in with_ends(walkmesh, &edges_of(walkmesh)) {
                by_cell.entry(cell_of(middle(ends))).or_default().push(((node, edge), ends));
            }
        }
        Self { by_cell, rooms: rooms.iter().map(|room| room.map(|(id, _)| id)).collect() }
    }

    /// The node whose room has the edge with the midpoint nearest to a point; the first node wins ties. Edges of the room `except` are
    /// ignored.
    pub(super) fn nearest(&self, point: [f32; 3], except: RoomId) -> Result<usize, NoEdge> {
        let row = |cell| self.by_cell.get(&cell).map_or(&[][..], Vec::as_slice).iter();
        let is_other = |(node, _): NodeEdge| self.rooms[node] != Some(except);
        nearest(point, |cell| row(cell).copied(), is_other).map(|((node, _), _)| node)
    }
}

/// The wanted edge whose midpoint is nearest to a point, and the distance. `edges` returns the edges in a cell. The lowest edge wins ties.
fn nearest<E: Copy + Ord, I: Iterator<Item = (E, [[f32; 3]; 2])>>(
    point: [f32; 3],
    edges: impl Fn([i64; 3]) -> I,
    is_wanted: impl Fn(E) -> bool,
) -> Result<(E, f64), NoEdge> {
    let [x, y, z] = cell_of(point);
    let mut best: Option<(f64, E)> = None;
    let mut looked_at = 0;
    for step in 0..27 {
        let cell = [x + step % 3 - 1, y + step / 3 % 3 - 1, z + step / 9 - 1];
        for (edge, ends) in edges(cell) {
            looked_at += 1;
            if looked_at > MAX_NEARBY {
                return Err(NoEdge::TooMany);
            }
            let candidate = (distance(middle(ends), point), edge);
            let is_better = candidate.0 <= f64::from(MARK_REACH) && best.is_none_or(|best| candidate < best);
            if is_better && is_wanted(edge) {
                best = Some(candidate);
            }
        }
    }
    best.map(|(distance, edge)| (edge, distance)).ok_or(NoEdge::TooFar)
}

/// The boundary edges of a walkmesh: the stored list, or if it is stale, the list that a bake would store.
fn edges_of(walkmesh: &Walkmesh) -> BTreeSet<EdgeId> {
    if walkmesh.stale.perimeters {
        computed(walkmesh)
    } else {
        walkmesh.raw.edges.iter().filter_map(|row| EdgeId::from_raw(row.edge)).collect()
    }
}

/// The edges whose ends are finite, with their ends.
fn with_ends<'w>(
    walkmesh: &'w Walkmesh,
    edges: &'w BTreeSet<EdgeId>,
) -> impl Iterator<Item = (EdgeId, [[f32; 3]; 2])> + 'w {
    let is_finite = |ends: &[[f32; 3]; 2]| ends.iter().flatten().all(|value| value.is_finite());
    edges.iter().filter_map(move |&edge| Some((edge, walkmesh.edge_points(edge).filter(is_finite)?)))
}

/// A line between two points.
struct Line {
    start: [f64; 3],
    direction: [f64; 3],
    square: f64,
}

impl Line {
    fn new(start: [f32; 3], end: [f32; 3]) -> Self {
        let (start, end) = (start.map(f64::from), end.map(f64::from));
        let direction: [f64; 3] = std::array::from_fn(|axis| end[axis] - start[axis]);
        Self { start, direction, square: direction.iter().map(|value| value * value).sum() }
    }

    /// The parameter of a point along the line, from 0 to 1; `None` if the point does not lie on the line.
    fn along(&self, point: [f32; 3]) -> Option<f64> {
        let to: [f64; 3] = std::array::from_fn(|axis| f64::from(point[axis]) - self.start[axis]);
        let part = (0..3).map(|axis| to[axis] * self.direction[axis]).sum::<f64>() / self.square;
        let off = (0..3).map(|axis| (to[axis] - part * self.direction[axis]).powi(2)).sum::<f64>().sqrt();
        let beyond = (part - 1.0) * self.square.sqrt();
        (off <= CUT_REACH && beyond <= CUT_REACH).then_some(part.min(1.0))
    }
}

/// The edges that a bake would store.
fn computed(walkmesh: &Walkmesh) -> BTreeSet<EdgeId> {
    let vertices = walkmesh.vertex_count();
    let is_whole = |face: &Face| face.vertices.iter().all(|vertex| (*vertex as usize) < vertices);
    let walkable = (0..).map(FaceId).zip(&walkmesh.raw.faces);
    let walkable = walkable.filter(|(id, face)| walkmesh.is_walkable(*id) && is_whole(face));
    let (ids, faces): (Vec<FaceId>, Vec<Face>) = walkable.map(|(id, face)| (id, *face)).unzip();
    let rows = Sharing::new(&faces, vertices).adjacencies();
    let open = |(id, row): (&FaceId, &walkmesh_formats::bwm::Adjacency)| {
        let edges = (0..3).filter(|side| row.edges[*side] < 0).filter_map(|side| EdgeId::new(*id, side));
        edges.collect::<Vec<_>>()
    };
    ids.iter().zip(&rows).flat_map(open).collect()
}

/// The midpoint of an edge, computed in f64 and rounded once.
pub(super) fn middle([from, to]: [[f32; 3]; 2]) -> [f32; 3] {
    std::array::from_fn(|axis| ((f64::from(from[axis]) + f64::from(to[axis])) / 2.0) as f32)
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    (0..3).map(|axis| (f64::from(a[axis]) - f64::from(b[axis])).powi(2)).sum::<f64>().sqrt()
}

/// Far from the origin, cells are clamped to a range that keeps their neighbours within an i64.
fn cell_of(point: [f32; 3]) -> [i64; 3] {
    point.map(|value| (f64::from(value) / f64::from(MARK_REACH)).floor().clamp(-1e18, 1e18) as i64)
}
