//! The mesh that a bake starts from: every corner exists, each triangle is in a tile, the border is removed, and the
//! winding is clockwise.

use std::ops::Range;

use crate::formats::Vector3;
use crate::formats::aswm::{Triangle, TriangleFlags};
use crate::geometry::triangle::is_usable;
use crate::nwn2::floor::CLOCKWISE;
use crate::nwn2::{BakeError, TilingError, TriangleId, VertexId, Walkmesh, tiling};

use super::options::{BakeOptions, Border, Tiling};
use super::planes::center;

/// The vertices, and the triangles of each tile. Only the corners and flags of a triangle are used.
pub(super) struct Mesh {
    pub(super) vertices: Vec<Vector3>,
    pub(super) triangles: Vec<Triangle>,
    pub(super) ranges: Vec<Range<usize>>,
}

impl Mesh {
    /// The mesh of a walkmesh, ready to bake.
    pub(super) fn new(walkmesh: &Walkmesh, options: &BakeOptions) -> Result<Self, BakeError> {
        let raw = walkmesh.as_raw();
        check(walkmesh)?;
        let bare = |row: &Triangle| Triangle { vertices: row.vertices, flags: row.flags, ..Default::default() };
        let triangles = walkmesh.triangle_rows().iter().map(bare).collect();
        let mut mesh = Self { vertices: raw.vertices.clone(), triangles, ranges: Vec::new() };
        if options.tiling == Tiling::ByCentre || tiling::is_untiled(raw) {
            mesh.assign(walkmesh)?;
        } else {
            mesh.ranges = tiling::ranges(raw)?;
        }
        if options.border == Border::Trim && raw.tiles_border_size > 0 {
            if tiling::is_all_border(raw.tiles_border_size, walkmesh.grid()) {
                return Err(BakeError::AllBorder { border: raw.tiles_border_size, grid: walkmesh.grid() });
            }
            mesh.trim(walkmesh);
        }
        if !walkmesh.is_baked() {
            mesh.turn();
            mesh.number_by_first_use();
        }
        Ok(mesh)
    }

    /// Assigns the triangles to tiles by their centres. A triangle outside the grid goes to the nearest tile.
    fn assign(&mut self, walkmesh: &Walkmesh) -> Result<(), BakeError> {
        let (width, grid) = (walkmesh.tile_width(), walkmesh.grid());
        let tiles = walkmesh.as_raw().tiles.len();
        if tiles == 0 {
            self.ranges.clear();
            let outside = TilingError::Outside { triangle: TriangleId(0) };
            return if self.triangles.is_empty() { Ok(()) } else { Err(outside.into()) };
        }
        if !(width > 0.0 && width.is_finite()) {
            return Err(BakeError::TileWidth { width });
        }
        let corners = |triangle: &Triangle| triangle.vertices.map(|vertex| self.vertices[vertex as usize]);
        let tile_of = |triangle: &Triangle| tile_of_centre(corners(triangle), width, grid);
        // Triangles keep their order within a tile.
        let mut tiled: Vec<(u32, u32)> = (0..).zip(&self.triangles).map(|(index, row)| (tile_of(row), index)).collect();
        tiled.sort_unstable();
        self.ranges = vec![0..0; tiles];
        for (index, (tile, _)) in tiled.iter().enumerate() {
            let range = &mut self.ranges[*tile as usize];
            let start = if range.start == range.end { index } else { range.start };
            *range = start..index + 1;
        }
        self.triangles = tiled.into_iter().map(|(_, row)| self.triangles[row as usize]).collect();
        Ok(())
    }

    /// Removes the triangles in the tiles of the border, and the vertices that only they use.
    fn trim(&mut self, walkmesh: &Walkmesh) {
        let [columns, _] = walkmesh.grid();
        let mut kept = Vec::with_capacity(self.triangles.len());
        for (tile, range) in self.ranges.iter_mut().enumerate() {
            let (x, y) = (tile as u32 % columns.max(1), tile as u32 / columns.max(1));
            let start = kept.len();
            if !walkmesh.is_border([x, y]) {
                kept.extend_from_slice(&self.triangles[range.clone()]);
            }
            *range = start..kept.len();
        }
        if kept.len() < self.triangles.len() {
            self.triangles = kept;
            let mut used = vec![false; self.vertices.len()];
            self.triangles.iter().flat_map(|row| row.vertices).for_each(|vertex| used[vertex as usize] = true);
            self.number((0..).zip(used).filter_map(|(vertex, used)| used.then_some(vertex)).collect());
        }
    }

    /// Winds every triangle clockwise in the plan view, and sets the clockwise flag, as in all baked files.
    fn turn(&mut self) {
        for triangle in &mut self.triangles {
            let [a, b, c] = triangle.vertices.map(|vertex| self.vertices[vertex as usize]);
            if is_counter_clockwise(a, b, c) {
                triangle.vertices.swap(1, 2);
            }
            triangle.flags = TriangleFlags(triangle.flags.0 | CLOCKWISE);
        }
    }

    /// Numbers the vertices in order of first use by the triangles, as the game's bake does, and removes unused ones.
    fn number_by_first_use(&mut self) {
        let mut used = vec![false; self.vertices.len()];
        let mut order = Vec::with_capacity(self.vertices.len());
        for vertex in self.triangles.iter().flat_map(|row| row.vertices) {
            if !std::mem::replace(&mut used[vertex as usize], true) {
                order.push(vertex);
            }
        }
        self.number(order);
    }

    /// Keeps the vertices of `order`, in that order.
    fn number(&mut self, order: Vec<u32>) {
        let mut number = vec![0; self.vertices.len()];
        for (new, old) in (0..).zip(&order) {
            number[*old as usize] = new;
        }
        for triangle in &mut self.triangles {
            triangle.vertices = triangle.vertices.map(|vertex| number[vertex as usize]);
        }
        self.vertices = order.into_iter().map(|vertex| self.vertices[vertex as usize]).collect();
    }
}

/// The tile in which the centre of a triangle lies, or the nearest one if it lies outside the grid. The grid must have
/// tiles.
pub(in crate::nwn2) fn tile_of_centre([a, b, c]: [Vector3; 3], width: f32, [columns, rows]: [u32; 2]) -> u32 {
    let [x, y] = center(a, b, c);
    // Casts saturate, also for infinity.
    let column = ((x / width).floor() as u32).min(columns - 1);
    let row = ((y / width).floor() as u32).min(rows - 1);
    row * columns + column
}

/// Returns whether three corners run counter-clockwise in the plan view.
pub(in crate::nwn2) fn is_counter_clockwise(a: Vector3, b: Vector3, c: Vector3) -> bool {
    let [ax, ay, bx, by, cx, cy] = [a.x, a.y, b.x, b.y, c.x, c.y].map(f64::from);
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0.0
}

/// Returns an error for a walkmesh for which no tables can be built.
pub(in crate::nwn2) fn check(walkmesh: &Walkmesh) -> Result<(), BakeError> {
    let raw = walkmesh.as_raw();
    if raw.tiles.len() as u64 != raw.tiles_header.tiles() {
        return Err(BakeError::Grid { tiles: raw.tiles.len(), grid: walkmesh.grid() });
    }
    if u32::try_from(raw.triangles.len().saturating_mul(3)).is_err() {
        return Err(BakeError::TooManyFaces { triangles: raw.triangles.len() });
    }
    if let Some(tile) = walkmesh.tiles().find(|tile| tile.as_raw().header.owns_data != 0) {
        return Err(BakeError::TileOwnsData { tile: tile.id() });
    }
    if let Some(vertex) = raw.vertices.iter().position(|v| !is_usable(&[v.x, v.y, v.z])) {
        return Err(BakeError::NotFinite { vertex: VertexId(vertex as u32) });
    }
    for triangle in walkmesh.triangles() {
        let missing = triangle.corners().into_iter().find(|vertex| vertex.index() >= raw.vertices.len());
        if let Some(vertex) = missing {
            return Err(BakeError::NoSuchVertex { triangle: triangle.id(), vertex, vertices: raw.vertices.len() });
        }
    }
    Ok(())
}
