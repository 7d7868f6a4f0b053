//! The shortest path, found without any table: Dijkstra from edge to edge over the whole dungeon.
//!
//! A table is queried by the current cell, not by the edge that was crossed last, and the block table has one exit for all cells of a
//! block. So tables cannot always express the shortest path. [`Oracle::expressible`] says whether they can.

use std::collections::{BTreeMap, BTreeSet};

use walkmesh::silkroad::{CellId, CellRef, Dungeon, Plan};

/// Lengths that differ by less are equal.
pub const SAME: f64 = 0.01;

/// A crossing: from a cell by an edge to another cell. A door's two edges are one crossing in each direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    pub from: CellRef,
    pub to: CellRef,
    pub point: [f32; 3],
}

pub struct Oracle {
    crossings: Vec<Crossing>,
    /// For each place, the crossings from it and to it.
    out: BTreeMap<CellRef, Vec<usize>>,
    into: BTreeMap<CellRef, Vec<usize>>,
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    (0..3).map(|axis| (f64::from(a[axis]) - f64::from(b[axis])).powi(2)).sum::<f64>().sqrt()
}

impl Oracle {
    pub fn new(plan: &Plan) -> Self {
        let mut crossings = Vec::new();
        for (block, at) in plan.blocks.iter().zip(0..) {
            for edge in &block.edges {
                let Some([CellId(a), CellId(b)]) = edge.joins else { continue };
                let (a, b, point) = (CellRef::new(at, a), CellRef::new(at, b), edge.centre);
                crossings.extend([Crossing { from: a, to: b, point }, Crossing { from: b, to: a, point }]);
            }
        }
        for door in &plan.doors {
            let [a, b] = door.sides;
            let place = |side: walkmesh::silkroad::DoorSide| CellRef { block: side.block, cell: side.cell };
            for (near, far) in [(a, b), (b, a)] {
                let point = plan.blocks[far.block.index()].edges[far.edge.index()].centre;
                crossings.push(Crossing { from: place(near), to: place(far), point });
            }
        }
        let (mut out, mut into) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        for (at, crossing) in crossings.iter().enumerate() {
            out.entry(crossing.from).or_default().push(at);
            into.entry(crossing.to).or_default().push(at);
        }
        Self { crossings, out, into }
    }

    /// The length of the shortest path from each crossing to the goal; infinite without a path. With `within`, doors are closed.
    pub fn lengths(&self, goal: CellRef, within: bool) -> Vec<f64> {
        let open = |at: usize| !within || self.crossings[at].from.block == self.crossings[at].to.block;
        let mut lengths = vec![f64::INFINITY; self.crossings.len()];
        let mut queue = BTreeSet::new();
        for &at in self.into.get(&goal).into_iter().flatten().filter(|&&at| open(at)) {
            lengths[at] = 0.0;
            queue.insert((0_u64, at));
        }
        // The bits of non-negative numbers sort like the numbers.
        while let Some((bits, at)) = queue.pop_first() {
            let (crossing, length) = (self.crossings[at], f64::from_bits(bits));
            if length > lengths[at] || crossing.from == goal {
                continue;
            }
            for &before in self.into.get(&crossing.from).into_iter().flatten().filter(|&&at| open(at)) {
                let longer = length + distance(self.crossings[before].point, crossing.point);
                if longer < lengths[before] {
                    lengths[before] = longer;
                    queue.insert((longer.to_bits(), before));
                }
            }
        }
        lengths
    }

    fn out(&self, place: CellRef) -> impl Iterator<Item = usize> + '_ {
        self.out.get(&place).into_iter().flatten().copied()
    }

    /// The length of the shortest path, if any.
    pub fn shortest(&self, lengths: &[f64], from: CellRef, goal: CellRef) -> Option<f64> {
        if from == goal {
            return Some(0.0);
        }
        self.out(from).map(|at| lengths[at]).min_by(f64::total_cmp).filter(|length| length.is_finite())
    }

    /// The crossing from `place` with the smallest `length`, if it is unique.
    fn only_best(&self, place: CellRef, length: impl Fn(usize) -> f64) -> Option<usize> {
        let mut ranked: Vec<_> =
            self.out(place).map(|at| (length(at), at)).filter(|(length, _)| length.is_finite()).collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        match ranked[..] {
            [] => None,
            [(_, only)] => Some(only),
            [(best, at), (next, _), ..] => (next - best > SAME).then_some(at),
        }
    }

    /// Whether tables can express the shortest path: at each cell it continues like the shortest path from that cell to the goal, or to the
    /// block's single exit, regardless of the last edge; and it is unique.
    pub fn expressible(&self, dungeon: &Dungeon, lengths: &[f64], from: CellRef, goal: CellRef) -> bool {
        let mut within = BTreeMap::new();
        let mut at = from;
        let mut came_by: Option<usize> = None;
        while at != goal {
            let on = |next: usize| match came_by.map(|by| self.crossings[by]) {
                // Crossing an edge back and forth costs nothing, and is not a second path.
                Some(by) if by.from == self.crossings[next].to && by.point == self.crossings[next].point => {
                    f64::INFINITY
                }
                Some(by) => lengths[next] + distance(by.point, self.crossings[next].point),
                None => lengths[next],
            };
            let Some(next) = self.only_best(at, on) else { return false };
            let target = if at.block == goal.block { Some(goal.cell) } else { dungeon.exit(at.block, goal.block) };
            let Some(target) = target.map(|cell| CellRef { block: at.block, cell }) else { return false };
            let leaves = self.crossings[next].to.block != at.block;
            if leaves != (at == target) {
                return false;
            }
            if !leaves {
                let lengths = within.entry(target).or_insert_with(|| self.lengths(target, true));
                let inside = |next: usize| {
                    if self.crossings[next].to.block == at.block { lengths[next] } else { f64::INFINITY }
                };
                if self.only_best(at, inside) != Some(next) {
                    return false;
                }
                // The shortest path that led here would continue differently because it starts at the crossed edge; the tree of cells
                // starts at the cell.
                let came_inside = came_by.filter(|&by| self.crossings[by].from.block == at.block);
                let on = |by: usize| distance(self.crossings[by].point, self.crossings[next].point) + lengths[next];
                if came_inside.is_some_and(|by| on(by) > lengths[by] + SAME / 1000.0) {
                    return false;
                }
            }
            at = self.crossings[next].to;
            came_by = Some(next);
        }
        true
    }
}
