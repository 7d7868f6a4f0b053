//! Builds a [`HeightGrid`].
//!
//! The faces are first arranged in blocks (see [`super::arrange`]). A region (at first the whole mesh) gets a uniform
//! grid. Its cells are slightly smaller than its blocks. Two cases that such a grid cannot handle are treated
//! separately, so that neither memory nor time depends on the sizes of faces and the distances between them:
//!
//! - A block that would lie in more than [`MAX_CELLS`] cells goes to a layer with a sixteenth of the cells, and so on.
//!   The last layer has one cell and accepts every block.
//! - A cell with more than [`CROWDED`] blocks becomes a separate region, if that helps.
//!
//! [`SPENDING`] bounds the total size of all regions. When it is used up, cells stay crowded, which only slows queries
//! there.

use super::Faces;
use super::arrange::arrange;
use super::grid::{Cell, Content, Entry, HeightGrid, Layer, WIDTH};
use crate::geometry::triangle::Triangle;
use crate::geometry::{Aabb, Csr};

type Face = Faces<1>;
type Block = Faces<WIDTH>;

/// The maximum number of cells that a block may lie in. A block of typical size lies in 6 to 9.
const MAX_CELLS: usize = 24;

/// A cell with more blocks than this becomes a separate region.
const CROWDED: usize = 24;

/// The side of a cell, relative to the side of a typical block. Smaller cells take more memory; with larger cells
/// queries test more blocks without a hit.
const CELL: f64 = 0.4;

/// The maximum nesting depth of regions.
const MAX_REGIONS_DEEP: usize = 8;

/// The maximum number of cells and entries in total, per block.
const SPENDING: usize = 4 * MAX_CELLS;

/// The maximum number of faces that are used, and of cells and entries that indices can address.
const MAX_NAMED: usize = 1 << 30;

impl HeightGrid {
    /// Builds the grid in O(n log n) time and O(n) memory from triangles and the class mask of each, given its index.
    /// Neither depends on the sizes of faces or the distances between them. A real mesh takes 51 to 56 bytes per face,
    /// of which 44 are the face itself.
    ///
    /// At most 2³⁰ triangles are used.
    pub fn new(triangles: &[Triangle], mask: impl Fn(usize) -> u32) -> Self {
        let faces: Vec<Face> = triangles
            .iter()
            .take(MAX_NAMED)
            .enumerate()
            .filter_map(|(index, triangle)| Face::new(triangle, mask(index), index as u32))
            // A face without a class takes part in no query.
            .filter(|face| face.mask() != 0)
            .collect();
        let blocks: Vec<Block> = arrange(&faces).chunks(WIDTH).map(|chunk| block_of(&faces, chunk)).collect();
        let budget = blocks.len().saturating_mul(SPENDING).min(MAX_NAMED);
        let grid = HeightGrid { layers: Vec::new(), cells: Vec::new(), lists: Vec::new(), blocks };
        let mut builder = Builder { grid, budget };
        if !faces.is_empty() {
            let all = 0..builder.grid.blocks.len() as u32;
            builder.add_region(all.collect(), Area::EVERYTHING, 0);
        }
        builder.grid.layers.shrink_to_fit();
        builder.grid.cells.shrink_to_fit();
        builder.grid.lists.shrink_to_fit();
        builder.grid
    }
}

fn block_of(faces: &[Face], chunk: &[u32]) -> Block {
    let mut block = Faces::NONE;
    for (lane, &at) in chunk.iter().enumerate() {
        block.set(lane, &faces[at as usize]);
    }
    block
}

/// A rectangle in the plan view.
type Area = Aabb<2>;

/// The rectangle around a face of a block.
fn area_of(block: &Block, lane: usize) -> Area {
    let ((west, east), (south, north)) = (block.range(lane, 0), block.range(lane, 1));
    Area { min: [west, south], max: [east, north] }
}

/// The rectangle around a block.
fn area_of_all(block: &Block) -> Area {
    block.lanes().map(|lane| area_of(block, lane)).collect()
}

/// The result of adding a region.
struct Region {
    first_layer: u32,
    /// The maximum number of blocks that a query in the region has to test.
    worst: usize,
}

struct Builder {
    grid: HeightGrid,
    /// The number of cells and entries that may still be created.
    budget: usize,
}

impl Builder {
    /// Adds the layers of a region with at least one block.
    fn add_region(&mut self, mut blocks: Vec<u32>, area: Area, depth: usize) -> Region {
        let areas = blocks.iter().map(|&at| area_of_all(&self.grid.blocks[at as usize]));
        let area = area.intersection(areas.clone().collect());
        let mut cells = usual_cells(area, areas).min(self.budget / 16).min(WIDTH * blocks.len());
        let most_cells = (self.budget / (2 * blocks.len())).min(MAX_CELLS);
        let mut region = Region { first_layer: self.grid.layers.len() as u32, worst: 0 };
        let mut last_layer: Option<usize> = None;
        while !blocks.is_empty() {
            let mut layer = Layer::new(area, cells);
            let (entries, too_large) = self.spread(&layer, &blocks, most_cells);
            if !entries.is_empty() {
                if let Some(last) = last_layer {
                    self.grid.layers[last].coarser = Some(self.grid.layers.len() as u32);
                }
                last_layer = Some(self.grid.layers.len());
                layer.first_cell = self.grid.cells.len() as u32;
                self.grid.layers.push(layer.clone());
                region.worst += self.add_cells(&layer, &entries, depth);
            }
            blocks = too_large;
            cells = (cells / 16).min(WIDTH * blocks.len());
        }
        region
    }

    /// The pairs of cell and block of a layer, and the blocks that are too large for it.
    fn spread(&mut self, layer: &Layer, blocks: &[u32], most_cells: usize) -> (Vec<(u32, u32)>, Vec<u32>) {
        let mut entries = Vec::with_capacity(blocks.len());
        let mut too_large = Vec::new();
        let mut cells = Vec::new();
        let room = if layer.count() == 1 { 1 } else { most_cells };
        for &at in blocks {
            if layer.cover(&self.grid.blocks[at as usize], room, &mut cells) {
                entries.extend(cells.iter().map(|&cell| (cell, at)));
            } else {
                too_large.push(at);
            }
        }
        self.budget = self.budget.saturating_sub(entries.len());
        (entries, too_large)
    }

    /// Adds the cells of a layer; crowded ones become regions. Returns the number of blocks in the fullest cell.
    fn add_cells(&mut self, layer: &Layer, entries: &[(u32, u32)], depth: usize) -> usize {
        let count = layer.count();
        self.budget = self.budget.saturating_sub(count);
        let lists = Csr::group(count, || entries.iter().map(|&(cell, block)| (cell as usize, block)));
        let mut worst = 0;
        let first = self.grid.cells.len();
        self.grid.cells.resize(first + count, Cell::new(Content::Nothing));
        for at in 0..count {
            let list = lists.row(at);
            let is_crowded = list.len() > CROWDED && count > 1 && depth < MAX_REGIONS_DEEP;
            let region = is_crowded.then(|| self.try_region(list.to_vec(), layer.area(at as u32), depth + 1)).flatten();
            worst = worst.max(region.as_ref().map_or(list.len(), |region| region.worst));
            self.grid.cells[first + at] = Cell::new(match region {
                Some(region) => Content::Region(region.first_layer),
                None => self.add_list(list),
            });
        }
        worst
    }

    /// Adds the list of a cell, unless it equals the list of the previous cell.
    fn add_list(&mut self, list: &[u32]) -> Content {
        let Some((last, others)) = list.split_last() else { return Content::Nothing };
        if others.is_empty() {
            return Content::Block(*last as usize);
        }
        let entries = others.iter().map(|&block| Entry::new(block, false)).chain([Entry::new(*last, true)]);
        let first = self.grid.lists.len();
        if let Some(before) = first.checked_sub(list.len())
            && self.grid.lists[before..].iter().copied().eq(entries.clone())
        {
            return Content::Blocks(before);
        }
        self.grid.lists.extend(entries);
        Content::Blocks(first)
    }

    /// Adds a region for a crowded cell, unless queries would still test more than half of the blocks.
    fn try_region(&mut self, blocks: Vec<u32>, area: Area, depth: usize) -> Option<Region> {
        let count = blocks.len();
        if self.budget < count.checked_mul(2 * MAX_CELLS)? {
            return None;
        }
        let (layers, cells, lists) = (self.grid.layers.len(), self.grid.cells.len(), self.grid.lists.len());
        let region = self.add_region(blocks, area, depth);
        if region.worst <= count / 2 {
            return Some(region);
        }
        self.grid.layers.truncate(layers);
        self.grid.cells.truncate(cells);
        self.grid.lists.truncate(lists);
        None
    }
}

/// The number of cells for an area. The side of a cell is [`CELL`] of the side of the square around the median block.
fn usual_cells(area: Area, blocks: impl Iterator<Item = Area>) -> usize {
    let mut sides: Vec<f64> = blocks.map(|block| block.sides().into_iter().fold(0.0, f64::max)).collect();
    let middle = sides.len() / 2;
    let (_, median, _) = sides.select_nth_unstable_by(middle, f64::total_cmp);
    let [columns, rows] = area.sides().map(|side| (side / (CELL * *median)).ceil());
    (columns * rows) as usize
}

impl Layer {
    /// A grid over an area with about `cells` cells, at most `4 * cells`.
    fn new(area: Area, cells: usize) -> Self {
        let cells = cells.max(1) as f64;
        let extent = area.sides();
        // The cells are square, unless the area is so narrow that a row would have more than `cells` of them.
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

    /// Lists the cells in which a query may hit a face of the block. Returns false if these are more than `room`.
    fn cover(&self, block: &Block, room: usize, cells: &mut Vec<u32>) -> bool {
        cells.clear();
        for lane in block.lanes() {
            if !self.cover_face(block, lane, room, cells) {
                return false;
            }
            cells.sort_unstable();
            cells.dedup();
        }
        cells.len() <= room
    }

    /// Adds the cells in which a query may hit a face. Returns false if these are more than `room`.
    fn cover_face(&self, block: &Block, lane: usize, room: usize, cells: &mut Vec<u32>) -> bool {
        let Area { min, max } = area_of(block, lane);
        let ([left, bottom], [right, top]) = (self.place(min), self.place(max));
        let outline = Outline::new(self, block.plan(lane));
        let is_small = right - left <= 1 || top == bottom;
        let before = cells.len();
        for row in bottom..=top {
            let (from, to) = if is_small { (left, right) } else { outline.columns(self, row, left, right) };
            for column in from..=to {
                if cells.len() - before == room {
                    return false;
                }
                cells.push(row * self.size[0] + column);
            }
        }
        true
    }
}

/// A face in a layer's frame, where cells are squares of side 1.
struct Outline {
    corners: [[f64; 2]; 3],
    /// The tolerance, in cells, within which a point counts as on a face or in a cell.
    slack: f64,
}

impl Outline {
    fn new(layer: &Layer, corners: [[f32; 2]; 3]) -> Self {
        const ULP: f64 = f32::EPSILON as f64;
        let corners = corners.map(|corner| {
            [0, 1]
                .map(|axis| (f64::from(corner[axis]) - f64::from(layer.corner[axis])) * f64::from(layer.density[axis]))
        });
        let reach = corners.iter().flatten().fold(0.0, |most: f64, value| most.max(value.abs()));
        // The offset of a corner from a point is off by half an ulp of their distance, and a point in the layer's frame
        // by two.
        let cells = f64::from(layer.size[0].max(layer.size[1]));
        Self { corners, slack: 4.0 * ULP * (2.0 * reach + cells) + 1e-3 }
    }

    /// The columns of the cells that the face touches in a row, within the columns of its bounding box. The rows at the
    /// border extend outwards indefinitely, because points outside belong to them.
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
    use crate::samples::soups;

    #[test]
    fn traps_make_no_large_grids() {
        for (name, triangles) in soups::traps() {
            let grid = HeightGrid::new(&triangles, |_| 1);
            let made = grid.cells.len() + grid.lists.len();
            assert!(made <= (SPENDING + 4) * grid.blocks.len(), "{name}: {made} cells and entries");
            assert_eq!(grid.blocks.len(), triangles.len().div_ceil(WIDTH), "{name}");
            assert!(grid.layers.len() <= triangles.len(), "{name}: {} layers", grid.layers.len());
        }
    }

    #[test]
    fn a_crowded_cell_becomes_a_region_unless_it_is_the_only_one_of_its_layer() {
        // A row of 80 blocks, each of one face.
        let face = |x: f32| Face::new(&[[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0]], 1, 0).unwrap();
        let blocks: Vec<Block> = (0..80).map(|at| block_of(&[face(at as f32)], &[0])).collect();
        let add = |cells: usize| {
            let grid = HeightGrid { layers: Vec::new(), cells: Vec::new(), lists: Vec::new(), blocks: blocks.clone() };
            let mut builder = Builder { grid, budget: MAX_NAMED };
            let layer = Layer::new(Area { min: [0.0, 0.0], max: [80.0, 1.0] }, cells);
            let (entries, _) = builder.spread(&layer, &(0..80).collect::<Vec<u32>>(), MAX_CELLS);
            (builder.add_cells(&layer, &entries, 0), builder.grid.layers.len())
        };
        assert_eq!(add(1), (80, 0));
        let (worst, layers) = add(2);
        assert!(worst < CROWDED && layers == 2, "{worst} {layers}");
    }
}
