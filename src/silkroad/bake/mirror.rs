//! Fills in the return edges of a cell table: each record's edge back is the first edge of its mirror.

use crate::formats::ainav::CellLookup;
use crate::parallel;

/// Side of the square tiles that are written, with their mirrors, while they are in cache.
const TILE: usize = 64;

/// Copies the first edge of each record into its mirror's edge back. The table is square.
pub(super) fn mirror(table: &mut [CellLookup], cells: usize) {
    if cells > 0 {
        within(Rows { first: 0, records: table }, cells);
    }
}

/// A range of a table's rows.
struct Rows<'a> {
    first: usize,
    records: &'a mut [CellLookup],
}

impl Rows<'_> {
    fn count(&self, cells: usize) -> usize {
        self.records.len() / cells
    }

    fn halves(&mut self, cells: usize) -> [Rows<'_>; 2] {
        let half = self.count(cells) / 2;
        let (a, b) = self.records.split_at_mut(half * cells);
        [Rows { first: self.first, records: a }, Rows { first: self.first + half, records: b }]
    }
}

/// Mirrors a square on the diagonal.
fn within(mut rows: Rows<'_>, cells: usize) {
    let Rows { first, .. } = rows;
    let count = rows.count(cells);
    if count > TILE {
        let [mut a, mut b] = rows.halves(cells);
        let again = |rows: &mut Rows<'_>| within(Rows { first: rows.first, records: &mut *rows.records }, cells);
        parallel::join(|| again(&mut a), || again(&mut b));
        return across(a, b, cells);
    }
    for (row, column) in (0..count).flat_map(|row| (0..row).map(move |column| (row, column))) {
        let (there, back) = (row * cells + first + column, column * cells + first + row);
        let edges = [rows.records[there].ref_edge_index0, rows.records[back].ref_edge_index0];
        rows.records[there].ref_edge_index1 = edges[1];
        rows.records[back].ref_edge_index1 = edges[0];
    }
}

/// Mirrors two rectangles into each other: the rows `a` in the columns of `b`, and the rows `b` in the columns of `a`.
fn across(mut a: Rows<'_>, mut b: Rows<'_>, cells: usize) {
    if a.count(cells).max(b.count(cells)) > TILE {
        // The two tasks of a pair share no rows.
        for swap in [false, true] {
            let ([a0, a1], [b0, b1]) = (a.halves(cells), b.halves(cells));
            let (b0, b1) = if swap { (b1, b0) } else { (b0, b1) };
            parallel::join(|| across(a0, b0, cells), || across(a1, b1, cells));
        }
        return;
    }
    for (row_a, a_records) in (a.first..).zip(a.records.chunks_exact_mut(cells)) {
        for (there, b_records) in a_records[b.first..].iter_mut().zip(b.records.chunks_exact_mut(cells)) {
            let back = &mut b_records[row_a];
            there.ref_edge_index1 = back.ref_edge_index0;
            back.ref_edge_index1 = there.ref_edge_index0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_is_the_mirrors_way_there() {
        for cells in [0, 1, 2, TILE - 1, TILE, TILE + 1, 3 * TILE + 7] {
            let edge = |goal: usize, start: usize| ((goal * 7 + start * 31) & 0x7FFF) as i16;
            let record = |at: usize| CellLookup { ref_edge_index0: edge(at / cells, at % cells), ref_edge_index1: -1 };
            let mut table: Vec<_> = (0..cells * cells).map(record).collect();
            mirror(&mut table, cells);
            for (at, record) in table.iter().enumerate() {
                let (goal, start) = (at / cells, at % cells);
                let back = if goal == start { -1 } else { edge(start, goal) };
                assert_eq!((record.ref_edge_index0, record.ref_edge_index1), (edge(goal, start), back), "of {cells}");
            }
        }
    }
}
