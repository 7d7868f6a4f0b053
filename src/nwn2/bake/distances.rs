//! The approximate distances between all nodes of a tile, at a fraction of the cost of searching from each node.
//!
//! Nodes are eliminated one after another. Each is replaced by links between its neighbours, with the lengths of the paths through it
//! (Gaussian elimination, with minima for sums and sums for products). Then, in reverse order, the distances of a node follow from the
//! distances of the neighbours that it had when it was eliminated. Triangles have few neighbours, so a node had two on average in 61 real
//! areas.

use super::graph::{Links, MAX_NODES};

/// Number of columns of a row that are computed at once.
pub(super) const LANES: usize = 16;

/// Number of columns of a row. A power of two would put the cells of a column into few sets of the processor's cache.
pub(super) const WIDTH: usize = (MAX_NODES + 1).next_multiple_of(LANES) + LANES;

/// A row of distances: one to each node, padded with infinity to a multiple of [`LANES`].
pub(super) type Row = [f32; WIDTH];

/// A bit set of nodes.
type Nodes = u128;

/// The distances between all nodes of a tile; the memory is reused for each tile.
pub(super) struct Distances {
    /// Row *from*, column *to*; infinity where no path exists. During the elimination: the lengths of the links.
    rows: Vec<Row>,
    /// The neighbours of each node that are not eliminated yet.
    neighbours: [Nodes; MAX_NODES],
    /// The nodes by their number of neighbours.
    by_neighbours: [Nodes; MAX_NODES],
    /// The nodes in the order of their elimination, and the ends of their links.
    eliminated: Vec<(u8, usize)>,
    /// The links of the nodes at their elimination, one node after another.
    links: Vec<(u8, f32)>,
}

impl Distances {
    pub(super) fn new() -> Self {
        Self {
            rows: vec![[f32::INFINITY; WIDTH]; MAX_NODES],
            neighbours: [0; MAX_NODES],
            by_neighbours: [0; MAX_NODES],
            eliminated: Vec::with_capacity(MAX_NODES),
            links: Vec::new(),
        }
    }

    /// Computes the distances. The links must be symmetric, and their sum must not overflow.
    ///
    /// A distance is the minimum of some sums of lengths, each rounded after each addition. Each length goes through at most
    /// two additions per node, so the relative error of a distance is at most `2 n / 2^24`.
    #[inline(always)]
    pub(super) fn compute(&mut self, links: &[Links]) {
        self.start(links);
        for _ in links {
            self.eliminate();
        }
        self.substitute(links.len());
    }

    /// The distances from each node.
    pub(super) fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.rows
    }

    /// The leaves: nodes with at most one neighbour once earlier leaves are removed, each with that neighbour.
    pub(super) fn leaves(&self) -> impl DoubleEndedIterator<Item = (u8, Option<u8>)> {
        // They are eliminated first.
        let starts = std::iter::once(0).chain(self.eliminated.iter().map(|(_, end)| *end));
        let links = self.eliminated.iter().zip(starts).map(|(&(node, end), start)| (node, &self.links[start..end]));
        let leaves = links.take_while(|(_, links)| links.len() <= 1);
        let leaves: Vec<_> = leaves.map(|(node, links)| (node, links.first().map(|(to, _)| *to))).collect();
        leaves.into_iter()
    }

    fn start(&mut self, links: &[Links]) {
        self.eliminated.clear();
        self.links.clear();
        self.by_neighbours.fill(0);
        for (node, links) in links.iter().enumerate() {
            self.neighbours[node] = 0;
            for (to, distance) in links.neighbours(node as u8) {
                self.rows[node][usize::from(to)] = distance;
                self.neighbours[node] |= 1 << to;
            }
            self.by_neighbours[self.neighbours[node].count_ones() as usize] |= 1 << node;
        }
    }

    /// Eliminates the node with the fewest neighbours.
    fn eliminate(&mut self) {
        let Some(fewest) = self.by_neighbours.iter_mut().find(|nodes| **nodes != 0) else { return };
        let node = fewest.trailing_zeros() as usize;
        *fewest &= !(1 << node);
        let (start, neighbours) = (self.links.len(), self.neighbours[node]);
        self.links.extend(ones(neighbours).map(|to| (to, self.rows[node][usize::from(to)])));
        let links = &self.links[start..];
        for (index, &(a, to_a)) in links.iter().enumerate() {
            let a = usize::from(a);
            let before = self.neighbours[a];
            for &(b, to_b) in &links[index + 1..] {
                let through = to_a + to_b;
                let is_linked = before >> b & 1 != 0;
                let b = usize::from(b);
                let length = if is_linked { through.min(self.rows[a][b]) } else { through };
                (self.rows[a][b], self.rows[b][a]) = (length, length);
            }
            let after = (before | neighbours) & !(1 << node | 1 << a);
            self.neighbours[a] = after;
            self.by_neighbours[before.count_ones() as usize] &= !(1 << a);
            self.by_neighbours[after.count_ones() as usize] |= 1 << a;
        }
        self.eliminated.push((node as u8, self.links.len()));
    }

    /// Computes the distances of each node from the distances of its links, the last eliminated node first. Columns of nodes
    /// that are not computed yet hold infinity.
    #[inline(always)]
    fn substitute(&mut self, nodes: usize) {
        let mut links = &self.links[..];
        for (index, &(node, _)) in self.eliminated.iter().enumerate().rev() {
            let start = index.checked_sub(1).map_or(0, |before| self.eliminated[before].1);
            let node = usize::from(node);
            let mut row = [f32::INFINITY; WIDTH];
            for (block, cells) in row.chunks_exact_mut(LANES).take(nodes.div_ceil(LANES)).enumerate() {
                let mut least = [f32::INFINITY; LANES];
                for &(to, length) in &links[start..] {
                    let other = &self.rows[usize::from(to)][block * LANES..][..LANES];
                    for lane in 0..LANES {
                        let through = other[lane] + length;
                        least[lane] = if through < least[lane] { through } else { least[lane] };
                    }
                }
                cells.copy_from_slice(&least);
            }
            row[node] = 0.0;
            for (rows, distance) in self.rows[..nodes].iter_mut().zip(&row) {
                rows[node] = *distance;
            }
            let cells = nodes.next_multiple_of(LANES);
            self.rows[node][..cells].copy_from_slice(&row[..cells]);
            links = &links[..start];
        }
    }
}

/// The nodes of a set, ascending.
fn ones(mut nodes: Nodes) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = nodes.trailing_zeros() as u8;
        (nodes != 0).then(|| {
            nodes &= nodes - 1;
            first
        })
    })
}
