//! [`PathScratch`]: the memory of a path search, for reuse by later searches.

use std::collections::{BinaryHeap, HashMap};

use super::corridor::Corridor;
use super::funnels::Funnels;
use super::node::{Node, QueueEntry};
use super::polygon_graph::PolygonGraph;
use super::unfolded::Cone;
use crate::geometry::Vec2;

/// The memory of a path search. Reuse it to avoid allocations; one scratch fits any mesh.
///
/// ```
/// # use walkmesh_mesh as walkmesh;
/// use walkmesh::mesh::{NavMesh, PathScratch, Position};
///
/// let vertices = vec![[0., 0., 0.], [4., 0., 0.], [4., 4., 0.], [0., 4., 0.]];
/// let mesh = NavMesh::from_shared_vertices(vertices, &[[0, 1, 2], [0, 2, 3]], |_| true)?;
/// let mut scratch = PathScratch::new();
/// for x in [1., 2., 3.] {
///     let length = mesh.distance_with(&mut scratch, Position::new([x, 0., 0.], 0), Position::new([x, 4., 0.], 1));
///     assert_eq!(length, Ok(4.0));
/// }
/// # Ok::<(), walkmesh::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PathScratch {
    pub(super) nodes: Vec<Node>,
    /// The exact cones of the nodes that needed one.
    pub(super) cones: Vec<Cone>,
    /// Nodes whose cones are being computed.
    pub(super) ancestors: Vec<u32>,
    pub(super) heap: BinaryHeap<QueueEntry>,
    /// The length of the shortest known path to each corner point.
    best: Vec<Best>,
    /// The last search in which each biconnected component was allowed.
    allowed: Vec<u32>,
    /// The last root that was taken around each end of each portal.
    rounds: Vec<[Best; 2]>,
    /// The lowest cost at which each root (a corner point and its coordinates in the current frame) passed each portal
    /// collinear with it.
    grazed: HashMap<(u32, u32, [u64; 2]), f64>,
    /// The number of the current search. Entries with another number are outdated.
    search: u32,
    /// The maximum number of nodes of a search, if the caller sets one.
    pub(super) step_limit: Option<usize>,
    /// The memory of a search with funnels.
    pub(super) funnels: Funnels,
    /// The fallback for a search that gives up.
    pub(super) corridor: Corridor,
}

#[derive(Clone, Copy, Debug, Default)]
struct Best {
    cost: f64,
    search: u32,
    corner_point: u32,
}

impl PathScratch {
    /// Creates an empty scratch.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty scratch whose searches give up after about `steps` steps, each of some ten to a hundred
    /// nanoseconds. The path is then [not proven to be the shortest](super::Path::proven_shortest). Without this, the
    /// limit grows with the mesh, and is reached only on meshes with very many overlapping folds.
    pub fn with_step_limit(steps: usize) -> Self {
        Self { step_limit: Some(steps), ..Self::default() }
    }

    /// Prepares for a new search.
    pub(super) fn begin(&mut self, graph: &PolygonGraph) {
        self.nodes.clear();
        self.cones.clear();
        self.heap.clear();
        self.grazed.clear();
        grow(&mut self.best, graph.corner_points.len());
        grow(&mut self.rounds, graph.portals.len());
        grow(&mut self.allowed, graph.components.count());
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            // The search number wraps around after 2³² searches, so old entries are cleared.
            self.best.fill(Best::default());
            self.rounds.fill([Best::default(); 2]);
            self.allowed.fill(0);
            self.search = 1;
        }
    }

    pub(super) fn allow(&mut self, component: u32) {
        self.allowed[component as usize] = self.search;
    }

    pub(super) fn is_allowed(&self, component: u32) -> bool {
        self.allowed[component as usize] == self.search
    }

    /// Returns whether no lower cost of a corner point is known.
    pub(super) fn is_best(&self, corner_point: u32, cost: f64) -> bool {
        let best = &self.best[corner_point as usize];
        best.search != self.search || cost <= best.cost
    }

    /// Records the cost of a corner point, and returns whether no cost below `least` is known.
    pub(super) fn improve(&mut self, corner_point: u32, cost: f64, least: f64) -> bool {
        let good = self.is_best(corner_point, least);
        if self.is_best(corner_point, cost) {
            self.best[corner_point as usize] = Best { cost, search: self.search, corner_point };
        }
        good
    }

    /// Records the length of a path to a corner point, if there is one, and returns whether no shorter path than `least`
    /// is known to lead there.
    #[inline]
    pub(super) fn reach(&mut self, corner_point: u32, length: Option<f64>, least: f64) -> bool {
        let best = &mut self.best[corner_point as usize];
        if best.search != self.search {
            *best = Best { cost: f64::INFINITY, search: self.search, corner_point };
        }
        best.cost = best.cost.min(length.unwrap_or(f64::INFINITY));
        best.cost >= least
    }

    /// The length of the shortest known path to a corner point.
    pub(super) fn reached(&self, corner_point: u32) -> f64 {
        let best = &self.best[corner_point as usize];
        if best.search == self.search { best.cost } else { f64::INFINITY }
    }

    /// Returns whether a root at an end of a portal passes that portal for the first time at this cost. Without this
    /// check a search could circle around the root forever.
    pub(super) fn first_round(&mut self, portal: u32, end: usize, corner_point: u32, cost: f64) -> bool {
        let last = &mut self.rounds[portal as usize][end];
        let again = last.search == self.search && last.corner_point == corner_point && last.cost <= cost;
        if !again {
            *last = Best { cost, search: self.search, corner_point };
        }
        !again
    }

    /// Like [`first_round`](Self::first_round), for a root in line with a portal but not at its end, because vertical
    /// faces may lead through the same portals repeatedly. A root that a fold mirrors to another point counts as
    /// another root.
    pub(super) fn first_graze(&mut self, portal: u32, corner_point: u32, root: Vec2, cost: f64) -> bool {
        let last = self.grazed.entry((portal, corner_point, root.map(f64::to_bits))).or_insert(f64::INFINITY);
        let again = *last <= cost;
        *last = last.min(cost);
        !again
    }

    /// Queues a new node. It becomes `next` if no other waiting node is better.
    pub(super) fn offer(&mut self, new: QueueEntry, next: &mut Option<QueueEntry>) {
        let worse = match next {
            Some(best) if new > *best => next.replace(new),
            None if self.heap.peek().is_none_or(|best| new > *best) => next.replace(new),
            _ => Some(new),
        };
        if let Some(worse) = worse {
            self.heap.push(worse);
        }
    }
}

fn grow<T: Clone + Default>(items: &mut Vec<T>, len: usize) {
    if items.len() < len {
        items.resize(len, T::default());
    }
}
