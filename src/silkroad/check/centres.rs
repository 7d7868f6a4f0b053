//! Checks the midpoints of edges: whether each lies near the others, and where the adjacent triangles imply it.

use crate::finding::{Findings, rules};
use crate::silkroad::choices::{SAME_EDGE, VOXEL};
use crate::silkroad::{Block, BlockGraph, BlockId, CellId, Dungeon, EdgeId, Graph};

use super::{At, Report};

rules! { of super::sample, TablesFile;
    CENTRE_FAR_OFF: Warning = "centre-far-off", "The midpoint of an edge is an outlier" {
        /// The distance of this midpoint from the bounding box of all others in the dungeon exceeds the size of that box. Monsters that are
        /// sent to this edge leave the floor of the dungeon.
        remedy
        /// Correct the position, or build the file again from the dungeon's floors.
        bad "block 0, edge 2": |raw| raw.simple_dungeon_data.blocks[0].edge_centers[2].x = 5000.0,
    }
    CENTRE_MISPLACED: Warning = "centre-misplaced", "The midpoint of an edge does not fit the adjacent triangles" {
        /// The midpoints of the three edges of a triangle determine its corners, so adjacent triangles determine the
        /// same ends of their common edge. Around this edge they do not, although they do in most of the block.
        /// Monsters cross the edge at a wrong point.
        remedy
        /// Correct the position of this edge or of an adjacent one, or build the file again from the dungeon's floors.
        bad "block 0, edge 5": damages::move_centre,
    }
}

pub(super) fn check(dungeon: &Dungeon, graph: &Graph, findings: &mut Findings) {
    check_extent(dungeon, findings);
    for (block, joins) in dungeon.blocks().zip(graph.blocks()) {
        check_triangles(Halves { block, joins }, findings);
    }
}

/// Compares each middle with the bounding box of all others.
fn check_extent(dungeon: &Dungeon, findings: &mut Findings) {
    let all = dungeon.blocks().flat_map(|block| (0..).map(EdgeId).zip(block.centres()).map(move |it| (block.id(), it)));
    let centre = |(block, (edge, &centre)): (BlockId, (EdgeId, &_))| (block, edge, <[f32; 3]>::from(centre));
    let centres: Vec<_> = all.map(centre).filter(|(.., centre)| centre.iter().all(|value| value.is_finite())).collect();
    let sorted = [0, 1, 2].map(|axis| {
        let mut values: Vec<f32> = centres.iter().map(|(.., centre)| centre[axis]).collect();
        values.sort_unstable_by(f32::total_cmp);
        values
    });
    // Below three others a bounding box is not meaningful.
    if centres.len() < 4 {
        return;
    }
    for (block, edge, centre) in centres {
        let (mut beyond, mut size) = (0.0, 0.0);
        for (at, values) in centre.into_iter().zip(&sorted) {
            let (first, last) = (usize::from(at == values[0]), values.len() - 1);
            let [low, at, high] = [values[first], at, values[last - usize::from(at == values[last])]].map(f64::from);
            beyond += (low - at).max(at - high).max(0.0).powi(2);
            size += (high - low).powi(2);
        }
        let (beyond, size) = (f64::sqrt(beyond), f64::sqrt(size));
        if beyond > size.max(VOXEL) {
            Report::at(findings, At::Edge(block, edge)).add(&CENTRE_FAR_OFF, || {
                format!("The midpoint is {beyond:.0} units away from the bounding box of all others, which is {size:.0} units large.")
            });
        }
    }
}

/// Finds the edge that contradicts the largest number of triangles, if the majority of the block is consistent. If cells are not triangles,
/// nothing fits, and nothing can be concluded.
fn check_triangles(halves: Halves<'_>, findings: &mut Findings) {
    let (mut fitting, mut misfits) = (0_usize, 0_usize);
    let mut votes = vec![0_i32; halves.joins.edge_count() as usize];
    for edge in (0..halves.joins.edge_count()).map(EdgeId) {
        let Some((fits, by)) = halves.fit(edge) else { continue };
        *(if fits { &mut fitting } else { &mut misfits }) += 1;
        by.iter().for_each(|edge| votes[edge.index()] += if fits { -1 } else { 1 });
    }
    let worst = (0..).map(EdgeId).zip(votes).max_by_key(|&(edge, votes)| (votes, std::cmp::Reverse(edge)));
    let Some((edge, _)) = worst.filter(|_| misfits > 0 && misfits < fitting) else { return };
    Report::at(findings, At::Edge(halves.block.id(), edge)).add(&CENTRE_MISPLACED, || {
        let compared = misfits + fitting;
        format!(
            "The triangles beside {misfits} of {compared} edges do not fit together, most of them around this edge."
        )
    });
}

/// The vector from the midpoint of an edge to one of its ends. The vector to the other end is its negative.
type Half = [f64; 3];

/// The halves of a block's edges, as the adjacent triangles imply them.
#[derive(Clone, Copy)]
struct Halves<'a> {
    block: Block<'a>,
    joins: &'a BlockGraph,
}

impl Halves<'_> {
    /// Maximum number of triangles with two known edges that are crossed to reach one with three. The number of candidates doubles at each.
    const STEPS: u32 = 5;

    /// Returns whether the two triangles at an edge agree about its half, and the edges from which this follows.
    fn fit(&self, edge: EdgeId) -> Option<(bool, Vec<EdgeId>)> {
        let mut by = Vec::new();
        let [here, there] = self.joins.sides(edge)?.map(|cell| self.seen_from(cell, edge, Self::STEPS, &mut by));
        let (here, there) = (here?, there?);
        by.sort_unstable();
        by.dedup();
        let is_near = |a: &Half, b: &Half| [1.0, -1.0].iter().any(|sign| length(along(*a, *sign, *b)) < SAME_EDGE);
        Some((here.iter().any(|a| there.iter().any(|b| is_near(a, b))), by))
    }

    /// The candidates for the half of an edge as a triangle at it implies them; adds the edges from which they follow to `by`.
    fn seen_from(&self, cell: CellId, edge: EdgeId, steps: u32, by: &mut Vec<EdgeId>) -> Option<Vec<Half>> {
        let mut others = self.joins.edges(cell).filter(|other| *other != edge);
        let (first, second, None) = (others.next()?, others.next(), others.next()) else { return None };
        let middle = |edge| self.block.centre(edge).map(|centre| centre.map(f64::from));
        by.push(first);
        if let Some(second) = second {
            by.push(second);
            return Some(vec![along(middle(first)?, -1.0, middle(second)?)]);
        }
        by.push(edge);
        // Two edges of a triangle have one end in common.
        let beyond = self.joins.across(cell, first).filter(|_| steps > 0)?;
        let between = along(middle(first)?, -1.0, middle(edge)?);
        let halves = self.seen_from(beyond, first, steps - 1, by)?;
        Some(halves.into_iter().flat_map(|half| [1.0, -1.0].map(|sign| along(between, sign, half))).collect())
    }
}

/// `a + factor · b`.
fn along(a: Half, factor: f64, b: Half) -> Half {
    std::array::from_fn(|axis| a[axis] + factor * b[axis])
}

fn length(of: Half) -> f64 {
    of.iter().map(|value| value * value).sum::<f64>().sqrt()
}

#[cfg(test)]
mod damages {
    use super::super::sample::TablesFile;
    use crate::silkroad::{BakeOptions, FloorPlan, Plan};

    /// Makes the file a floor of 18 triangles, and moves the midpoint of an edge by 30 units.
    pub(super) fn move_centre(tables: &mut TablesFile) {
        let vertices = (0..16).map(|at| [(at % 4) as f32 * 50.0, 0.0, (at / 4) as f32 * 50.0]).collect();
        let squares = (0..12).filter(|at| at % 4 < 3);
        let triangles = squares.flat_map(|at| [[at, at + 1, at + 5], [at, at + 5, at + 4]]).collect();
        let floor = FloorPlan { vertices, triangles, ..FloorPlan::default() };
        let (plan, _) = Plan::of_floors(32999, &[floor]).unwrap();
        **tables = plan.bake(&BakeOptions::default()).unwrap().into_raw();
        tables.simple_dungeon_data.blocks[0].edge_centers[5].x += 30.0;
    }
}
