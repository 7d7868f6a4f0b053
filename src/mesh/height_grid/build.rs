//! Builds a [`HeightGrid`].
//!
//! A region (at first the whole mesh) gets a uniform grid. Its cells are about as large as its faces, and there is at
//! most one cell per face. Two cases that such a grid cannot handle are treated separately, so that neither memory nor
//! time depend on how large the faces are and how far apart:
//!
//! - A face that would lie in more than [`MOST_CELLS`] cells goes to a layer with a sixteenth of the cells, and so on.
//!   The last layer has one cell and accepts every face.
//! - A cell with more than [`CROWDED`] faces becomes a region of its own, if that helps.
//!
//! [`SPENDING`] bounds the total size of all regions. When it is used up, cells stay crowded, which only slows queries
//! there.

use super::Faces;
use super::grid::{Cell, HeightGrid, Layer, WIDTH};
use crate::geometry::triangle::Triangle;
use crate::geometry::{Aabb, Csr};

type Face = Faces<1>;

/// The most cells that a face may lie in. A face of the usual size lies in 3 or 4.
const MOST_CELLS: usize = 16;

/// A cell with more faces than this becomes a region of its own.
const CROWDED: usize = 96;

/// The greatest nesting depth of regions.
const MOST_REGIONS_DEEP: usize = 8;

/// The most cells and entries in total, per face.
const SPENDING: usize = 4 * MOST_CELLS;

/// The most faces, cells and blocks that indices can address.
const MOST_NAMED: usize = u32::MAX as usize / 2;

impl HeightGrid {
    /// Builds the grid in O(n log n) time and O(n) memory (150 to 230 bytes a face) from triangles and the class mask
    /// of each, given its index. Neither depends on how large the faces are or how far apart.
    ///
    /// At most 2³¹ triangles are used.
    pub fn new(triangles: &[Triangle], mask: impl Fn(usize) -> u32) -> Self {
        let faces: Vec<Face> = triangles
            .iter()
            .take(MOST_NAMED)
            .enumerate()
            .filter_map(|(index, triangle)| Face::new(triangle, mask(index), index as u32))
            // A face without a class takes part in no query.
            .filter(|face| face.mask() != 0)
            .collect();
        let grid = HeightGrid { layers: Vec::new(), cells: Vec::new(), blocks: Vec::new() };
        let mut builder = Builder { faces: &faces, grid, budget: faces.len().saturating_mul(SPENDING).min(MOST_NAMED) };
        if !faces.is_empty() {
            let all = 0..faces.len() as u32;
            builder.add_region(all.collect(), Area::EVERYTHING, 0);
        }
        builder.grid
    }
}

/// A rectangle in the plan view.
type Area = Aabb<2>;

/// The rectangle around a face.
fn area_of(face: &Face) -> Area {
    let ((west, east), (south, north)) = (face.range(0, 0), face.range(0, 1));
    Area { min: [west, south], max: [east, north] }
}

/// The result of adding a region.
struct Region {
    first_layer: u32,
    /// The most faces that a query in it has to test.
    worst: usize,
}

struct Builder<'a> {
    faces: &'a [Face],
    grid: HeightGrid,
    /// The number of cells and entries that may still be made.
    budget: usize,
}

impl Builder<'_> {
    /// Adds the layers of a region with at least one face.
    fn add_region(&mut self, mut faces: Vec<u32>, area: Area, depth: usize) -> Region {
        let areas = faces.iter().map(|&at| area_of(&self.faces[at as usize]));
        let area = area.intersection(areas.clone().collect());
        let mut cells = usual_cells(area, areas).min(self.budget / 16).min(faces.len());
        let most_cells = (self.budget / (2 * faces.len())).min(MOST_CELLS);
        let mut region = Region { first_layer: self.grid.layers.len() as u32, worst: 0 };
        let mut last_layer: Option<usize> = None;
        while !faces.is_empty() {
            let mut layer = Layer::new(area, cells);
            let (entries, too_large) = self.spread(&layer, &faces, most_cells);
            if !entries.is_empty() {
                if let Some(last) = last_layer {
                    self.grid.layers[last].coarser = Some(self.grid.layers.len() as u32);
                }
                last_layer = Some(self.grid.layers.len());
                layer.first_cell = self.grid.cells.len() as u32;
                self.grid.layers.push(layer.clone());
                region.worst += self.add_cells(&layer, &entries, depth);
            }
            faces = too_large;
            cells = (cells / 16).min(faces.len());
        }
        region
    }

    /// The pairs of cell and face of a layer, and the faces that are too large for it.
    fn spread(&mut self, layer: &Layer, faces: &[u32], most_cells: usize) -> (Vec<(u32, u32)>, Vec<u32>) {
        let mut entries = Vec::with_capacity(faces.len());
        let mut too_large = Vec::new();
        let room = if layer.count() == 1 { 1 } else { most_cells };
        for &at in faces {
            let before = entries.len();
            let fits = layer.cover(&self.faces[at as usize], |cell| {
                entries.push((cell, at));
                entries.len() - before <= room
            });
            if !fits {
                entries.truncate(before);
                too_large.push(at);
            }
        }
        self.budget = self.budget.saturating_sub(entries.len());
        (entries, too_large)
    }

    /// Adds the cells of a layer; crowded ones become regions. Returns the number of faces in the fullest cell.
    fn add_cells(&mut self, layer: &Layer, entries: &[(u32, u32)], depth: usize) -> usize {
        let count = layer.count();
        self.budget = self.budget.saturating_sub(count);
        let mut lists = Csr::group(count, || entries.iter().map(|&(cell, face)| (cell as usize, face)));
        let mut worst = 0;
        let first = self.grid.cells.len();
        self.grid.cells.resize(first + count, Cell::blocks(0, 0));
        for at in 0..count {
            let list = lists.row_mut(at);
            // Faces of one class are stored together, so that a query for few classes skips whole blocks.
            list.sort_by_key(|&face| self.faces[face as usize].mask());
            let region = (list.len() > CROWDED && count > 1 && depth < MOST_REGIONS_DEEP)
                .then(|| self.try_region(list.to_vec(), layer.area(at as u32), depth + 1))
                .flatten();
            if let Some(region) = region {
                self.grid.cells[first + at] = Cell::region(region.first_layer);
                worst = worst.max(region.worst);
            } else {
                self.grid.cells[first + at] = self.add_blocks(list);
                worst = worst.max(list.len());
            }
        }
        worst
    }

    fn add_blocks(&mut self, list: &[u32]) -> Cell {
        let first = self.grid.blocks.len();
        for chunk in list.chunks(WIDTH) {
            let mut block = Faces::NONE;
            for (lane, &at) in chunk.iter().enumerate() {
                block.set(lane, &self.faces[at as usize]);
            }
            self.grid.blocks.push(block);
        }
        Cell::blocks(first, self.grid.blocks.len())
    }

    /// Adds a region for a crowded cell, unless queries would still test more than half of the faces.
    fn try_region(&mut self, faces: Vec<u32>, area: Area, depth: usize) -> Option<Region> {
        let count = faces.len();
        if self.budget < count.checked_mul(2 * MOST_CELLS)? {
            return None;
        }
        let (layers, cells, blocks) = (self.grid.layers.len(), self.grid.cells.len(), self.grid.blocks.len());
        let region = self.add_region(faces, area, depth);
        if region.worst <= count / 2 {
            return Some(region);
        }
        self.grid.layers.truncate(layers);
        self.grid.cells.truncate(cells);
        self.grid.blocks.truncate(blocks);
        None
    }
}

/// The number of cells for an area. The side of a cell is three quarters of the side of the square around the median
/// face. Measured: smaller cells are no faster and take more memory; larger cells make queries test more faces in vain.
fn usual_cells(area: Area, faces: impl Iterator<Item = Area>) -> usize {
    let mut sides: Vec<f64> = faces.map(|face| face.sides().into_iter().fold(0.0, f64::max)).collect();
    let middle = sides.len() / 2;
    let (_, median, _) = sides.select_nth_unstable_by(middle, f64::total_cmp);
    let [columns, rows] = area.sides().map(|side| (side / (0.75 * *median)).ceil());
    (columns * rows) as usize
}

impl Layer {
    /// A grid over an area with about `cells` cells, at most four times as many.
    fn new(area: Area, cells: usize) -> Self {
        let cells = cells.max(1) as f64;
        let extent = area.sides();
        // The cells are square, unless the area is so narrow that more than `cells` of them would lie in a row.
        let side = (extent[0] * extent[1] / cells).sqrt().max(extent[0] / cells).max(extent[1] / cells);
        let size = extent.map(|extent| if side > 0.0 { (extent / side).ceil().clamp(1.0, cells) } else { 1.0 });
        let density = [0, 1].map(|axis| ((size[axis] / extent[axis]) as f32).min(f32::MAX));
        Self { corner: area.min, density, size: size.map(|size| size as u32), first_cell: 0, coarser: None }
    }

    fn count(&self) -> usize {
        self.size[0] as usize * self.size[1] as usize
    }

    /// The area of a cell.
    fn area(&self, cell: u32) -> Area {
        let at = [cell % self.size[0], cell / self.size[0]];
        let edge = |axis: usize, at: u32| self.corner[axis] + at as f32 / self.density[axis];
        Area { min: [edge(0, at[0]), edge(1, at[1])], max: [edge(0, at[0] + 1), edge(1, at[1] + 1)] }
    }

    /// Visits every cell in which a query may meet the face, until `visit` returns false. Returns whether all were
    /// visited.
    fn cover(&self, face: &Face, mut visit: impl FnMut(u32) -> bool) -> bool {
        let Area { min, max } = area_of(face);
        let ([left, bottom], [right, top]) = (self.place(min), self.place(max));
        let outline = Outline::new(self, face);
        let is_small = right - left <= 1 || top == bottom;
        for row in bottom..=top {
            let (from, to) = if is_small { (left, right) } else { outline.columns(self, row, left, right) };
            for column in from..=to {
                if !visit(row * self.size[0] + column) {
                    return false;
                }
            }
        }
        true
    }
}

/// A face in a layer's frame, where cells are squares of side 1.
struct Outline {
    corners: [[f64; 2]; 3],
    /// The tolerance, in cells, for points beside the face that count as on it, and beside a cell that count as in it.
    slack: f64,
}

impl Outline {
    fn new(layer: &Layer, face: &Face) -> Self {
        const ULP: f64 = f32::EPSILON as f64;
        let corners = face.plan().map(|corner| {
            [0, 1]
                .map(|axis| (f64::from(corner[axis]) - f64::from(layer.corner[axis])) * f64::from(layer.density[axis]))
        });
        let reach = corners.iter().flatten().fold(0.0, |most: f64, value| most.max(value.abs()));
        // The offset of a corner from a point is off by half an ulp of their distance, and a point in the layer's frame
        // by two.
        let cells = f64::from(layer.size[0].max(layer.size[1]));
        Self { corners, slack: 4.0 * ULP * (2.0 * reach + cells) + 1e-3 }
    }

    /// The columns of the cells that the face touches in a row, within those of its box. The rows at the border extend
    /// outwards without end, because points outside belong to them.
    fn columns(&self, layer: &Layer, row: u32, left: u32, right: u32) -> (u32, u32) {
        let low = if row == 0 { f64::NEG_INFINITY } else { f64::from(row) - self.slack };
        let high = if row + 1 == layer.size[1] { f64::INFINITY } else { f64::from(row) + 1.0 + self.slack };
        let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut take = |x: f64| {
            from = from.min(x);
            to = to.max(x);
        };
        for i in 0..3 {
            let ([ax, ay], [bx, by]) = (self.corners[i], self.corners[(i + 1) % 3]);
            if (low..=high).contains(&ay) {
                take(ax);
            }
            for line in [low, high] {
                if (ay < line) != (by < line) {
                    take(ax + (line - ay) / (by - ay) * (bx - ax));
                }
            }
        }
        let column = |x: f64| (x.max(f64::from(left)) as u32).clamp(left, right);
        (column(from - self.slack), column(to + self.slack))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::soups;

    #[test]
    fn traps_make_no_large_grids() {
        for (name, triangles) in soups::traps() {
            let grid = HeightGrid::new(&triangles, |_| 1);
            let made = grid.cells.len() + grid.blocks.len();
            assert!(made <= (SPENDING + 4) * triangles.len(), "{name}: {made} cells and blocks");
            assert!(grid.layers.len() <= triangles.len(), "{name}: {} layers", grid.layers.len());
        }
    }
}
