//! `NearFirst`: sorts cells by their distance.

/// Number of buckets of the counting sort by distance.
const STEPS: usize = 1024;

/// Sorts cells by their distance, nearest first, in one counting sort. Cells whose distances are nearly equal keep
/// their order.
#[derive(Default)]
pub(super) struct NearFirst {
    /// The cells before they are sorted, with the bucket of each.
    before: Vec<(u16, u16)>,
    starts: Vec<u16>,
}

impl NearFirst {
    /// `distances` has the distance of every cell. Cells at an infinite distance come last.
    pub fn sort(&mut self, cells: &mut [u16], distances: &[f64]) {
        let Self { before, starts } = self;
        let distance = |cell: u16| distances[usize::from(cell)];
        let finite = cells.iter().map(|&cell| distance(cell)).filter(|distance| distance.is_finite());
        let scale = (STEPS - 1) as f64 / finite.fold(1.0, f64::max);
        before.clear();
        // The cast saturates.
        before.extend(cells.iter().map(|&cell| (cell, ((distance(cell) * scale) as usize).min(STEPS - 1) as u16)));
        starts.clear();
        starts.resize(STEPS + 1, 0);
        before.iter().for_each(|&(_, step)| starts[usize::from(step) + 1] += 1);
        (0..STEPS).for_each(|step| starts[step + 1] += starts[step]);
        for &(cell, step) in &*before {
            let start = &mut starts[usize::from(step)];
            cells[usize::from(*start)] = cell;
            *start += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_cell_comes_first() {
        let distances = [5.0, f64::INFINITY, 0.0, 7e9, 9e9, 9e9];
        let mut cells = [1, 5, 3, 4, 2, 0];
        NearFirst::default().sort(&mut cells, &distances);
        assert_eq!(cells, [2, 0, 3, 1, 5, 4], "those in the last step keep their order");
    }
}
