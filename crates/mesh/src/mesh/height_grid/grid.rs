//! [`HeightGrid`]: the index that answers height queries, a grid over the plan view.
//!
//! [`super::build`] builds the grid; this file queries it. Compared with a uniform grid with one cell per face, a
//! query takes 0.63 to 0.71 of the time on walkmeshes of Neverwinter Nights 2, 0.7 to 1.1 in rooms of Knights of the
//! Old Republic, and 0.6 to 1.06 on generated terrains and caves of 1 k to 1 M faces (`benches/run heights`).

use super::{Faces, FloorHit};
use crate::parallel::answers;

/// Faces in a block.
pub(super) const WIDTH: usize = 4;

/// An index of triangles with class masks for height queries. z is up: for a game with another axis up, permute the
/// coordinates.
///
/// - A face takes part in a query when its mask and the query's have a bit in common, such as `1 << material`.
/// - Faces count whichever way they face. In a game a face that faces down is not a floor: the caller gives it a
///   separate class, or none (a mask of 0). Edges and corners belong to faces, so every point on a shared edge has its
///   floor.
/// - Tie-break: of floors at the same height, the face with the lowest index wins. The answer to every query is the one
///   that a loop over all faces would give, to the bit; it depends on neither the grid nor the threads.
/// - Faces that cannot be floors are skipped: vertical ones (the z of the unit normal at most 10⁻⁶), degenerate ones,
///   and those with a corner that is NaN, infinite or beyond ±1e11.
/// - A query with NaN finds no floor.
///
/// ```
/// # use walkmesh_mesh as walkmesh;
/// use walkmesh::mesh::{FloorHit, HeightGrid};
///
/// // A ramp from 0 to 8 m along x, below a level floor at 10 m.
/// let ramp = [[0.0, 0.0, 0.0], [8.0, 0.0, 8.0], [0.0, 8.0, 0.0]];
/// let level = ramp.map(|[x, y, _]| [x, y, 10.0]);
/// let grid = HeightGrid::new(&[ramp, level], |_| 1);
///
/// let lower = FloorHit { face: 0, height: 2.0, faces_up: true };
/// let upper = FloorHit { face: 1, height: 10.0, faces_up: true };
/// assert_eq!(grid.floors_at([2.0, 2.0], 1), [lower, upper]);
/// assert_eq!(grid.floor_below([2.0, 2.0, 9.0], f32::INFINITY, 1), Some(lower));
/// assert_eq!(grid.floor_above([2.0, 2.0, 9.0], 5.0, 1), Some(upper));
/// assert_eq!(grid.floor_nearest([2.0, 2.0, 9.0], 0.5, 1), None);
/// ```
#[derive(Clone, Debug)]
pub struct HeightGrid {
    /// The layers; the first one covers the whole mesh. Empty for a mesh without floors.
    pub(super) layers: Vec<Layer>,
    /// The cells of each layer, row by row.
    pub(super) cells: Vec<Cell>,
    /// The lists of the cells that have several blocks.
    pub(super) lists: Vec<Entry>,
    /// The faces, each in one block. A block lies in cells of one layer, or of regions that such cells became.
    pub(super) blocks: Vec<Faces<WIDTH>>,
}

impl HeightGrid {
    /// All floors at a point of the plan view, by ascending height and then face. On a shared edge or corner, each
    /// adjacent face counts.
    pub fn floors_at(&self, at: [f32; 2], mask: u32) -> Vec<FloorHit> {
        let mut floors = Vec::new();
        self.visit(at, mask, |floor| floors.push(floor));
        floors.sort_unstable_by(|a, b| a.height.total_cmp(&b.height).then(a.face.cmp(&b.face)));
        floors
    }

    /// The highest floor at or below a point, at most `reach` below it (infinity: no bound).
    pub fn floor_below(&self, point: impl Into<[f32; 3]>, reach: f32, mask: u32) -> Option<FloorHit> {
        let [x, y, z] = point.into();
        self.least([x, y], mask, |height| (height <= z && z - height <= reach).then_some(-height))
    }

    /// The lowest floor at or above a point, at most `reach` above it (infinity: no bound).
    pub fn floor_above(&self, point: impl Into<[f32; 3]>, reach: f32, mask: u32) -> Option<FloorHit> {
        let [x, y, z] = point.into();
        self.least([x, y], mask, |height| (height >= z && height - z <= reach).then_some(height))
    }

    /// The floor whose height is nearest to a point's, at most `reach` away (infinity: no bound); the lower one in a
    /// tie.
    pub fn floor_nearest(&self, point: impl Into<[f32; 3]>, reach: f32, mask: u32) -> Option<FloorHit> {
        let [x, y, z] = point.into();
        self.least([x, y], mask, |height| {
            let distance = (height - z).abs();
            (distance <= reach).then_some(distance)
        })
    }

    /// [`floor_below`](Self::floor_below) for each of many points; on all cores with the feature `parallel`.
    pub fn floor_below_many(&self, points: &[[f32; 3]], reach: f32, mask: u32) -> Vec<Option<FloorHit>> {
        answers(points, |point| self.floor_below(*point, reach, mask))
    }

    /// [`floor_above`](Self::floor_above) for each of many points; on all cores with the feature `parallel`.
    pub fn floor_above_many(&self, points: &[[f32; 3]], reach: f32, mask: u32) -> Vec<Option<FloorHit>> {
        answers(points, |point| self.floor_above(*point, reach, mask))
    }

    /// [`floor_nearest`](Self::floor_nearest) for each of many points; on all cores with the feature `parallel`.
    pub fn floor_nearest_many(&self, points: &[[f32; 3]], reach: f32, mask: u32) -> Vec<Option<FloorHit>> {
        answers(points, |point| self.floor_nearest(*point, reach, mask))
    }

    /// The floor with the lowest rank, then height, then face. Floors without a rank are ignored.
    #[inline(always)]
    fn least(&self, at: [f32; 2], mask: u32, rank: impl Fn(f32) -> Option<f32>) -> Option<FloorHit> {
        let mut best: Option<(f32, FloorHit)> = None;
        self.visit(at, mask, |floor| {
            let Some(rank) = rank(floor.height) else { return };
            let is_better = best.is_none_or(|(least, best)| {
                (rank, floor.height) < (least, best.height)
                    || ((rank, floor.height) == (least, best.height) && floor.face < best.face)
            });
            if is_better {
                best = Some((rank, floor));
            }
        });
        best.map(|(_, floor)| floor)
    }

    /// Visits the floors at a point of the plan view, in no order.
    #[inline(always)]
    fn visit(&self, at: [f32; 2], mask: u32, mut visit: impl FnMut(FloorHit)) {
        if !self.layers.is_empty() {
            self.visit_region(0, at, mask, &mut visit);
        }
    }

    fn visit_region<V: FnMut(FloorHit)>(&self, first_layer: u32, at: [f32; 2], mask: u32, visit: &mut V) {
        let mut next = Some(first_layer);
        while let Some(layer) = next {
            let layer = &self.layers[layer as usize];
            match self.cells[layer.cell(at)].content() {
                Content::Nothing => {}
                Content::Block(block) => self.blocks[block].visit(at, mask, &mut *visit),
                Content::Blocks(first) => {
                    for entry in &self.lists[first..] {
                        self.blocks[entry.block()].visit(at, mask, &mut *visit);
                        if entry.is_last() {
                            break;
                        }
                    }
                }
                Content::Region(first_layer) => self.visit_region(first_layer, at, mask, visit),
            }
            next = layer.coarser;
        }
    }
}

/// A uniform grid over some of the faces of a region.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Minimum x and y.
    pub(super) corner: [f32; 2],
    /// Cells per unit.
    pub(super) density: [f32; 2],
    /// Columns and rows, at least one each.
    pub(super) size: [u32; 2],
    pub(super) first_cell: u32,
    /// The layer with the faces that were too large for this one.
    pub(super) coarser: Option<u32>,
}

impl Layer {
    /// Column and row of a point of the plan view; outside of the grid, the nearest ones. Both are monotone in the
    /// coordinates, so a face can only lie in the cells from its minimum to its maximum coordinates.
    #[inline(always)]
    pub(super) fn place(&self, [x, y]: [f32; 2]) -> [u32; 2] {
        let column = ((x - self.corner[0]) * self.density[0]) as u32;
        let row = ((y - self.corner[1]) * self.density[1]) as u32;
        [column.min(self.size[0] - 1), row.min(self.size[1] - 1)]
    }

    #[inline(always)]
    fn cell(&self, at: [f32; 2]) -> usize {
        let [column, row] = self.place(at);
        (self.first_cell + row * self.size[0] + column) as usize
    }
}

/// The contents of a cell: 30 bits, and two more for their kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell(u32);

/// The contents of a cell, decoded.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    Nothing,
    Block(usize),
    /// The start of the list of blocks.
    Blocks(usize),
    /// The first layer of a separate region.
    Region(u32),
}

impl Cell {
    const KIND: u32 = 3 << 30;
    const BLOCK: u32 = 1 << 30;
    const REGION: u32 = 2 << 30;
    const NOTHING: u32 = 3 << 30;

    pub(super) fn new(content: Content) -> Self {
        match content {
            Content::Nothing => Self(Self::NOTHING),
            Content::Block(block) => Self(Self::BLOCK | block as u32),
            Content::Blocks(first) => Self(first as u32),
            Content::Region(first_layer) => Self(Self::REGION | first_layer),
        }
    }

    #[inline(always)]
    fn content(self) -> Content {
        let value = self.0 & !Self::KIND;
        match self.0 & Self::KIND {
            Self::BLOCK => Content::Block(value as usize),
            Self::REGION => Content::Region(value),
            Self::NOTHING => Content::Nothing,
            _ => Content::Blocks(value as usize),
        }
    }
}

/// A block in the list of a cell, with a bit for the last one of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(u32);

impl Entry {
    const LAST: u32 = 1 << 31;

    pub(super) fn new(block: u32, is_last: bool) -> Self {
        Self(if is_last { block | Self::LAST } else { block })
    }

    #[inline(always)]
    fn block(self) -> usize {
        (self.0 & !Self::LAST) as usize
    }

    #[inline(always)]
    fn is_last(self) -> bool {
        self.0 & Self::LAST != 0
    }
}
