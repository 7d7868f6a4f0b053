//! [`TileMeshes`]: the floors of tile models, from the TRN files of areas, with which the missing tiles of a TRN are filled.

use std::collections::{BTreeMap, HashMap};

use crate::formats::Vector3;
use crate::formats::aswm::{
    Aswm, Edges, Tile, TileFlags, TileHeader, TilesHeader, Triangle, TriangleFlags, Triangles, Version,
};
use crate::geometry::triangle::doubled_area;

use super::are::INTERIOR_TILE;
use super::bake::{unbaked, vertices_per_tile};
use super::floor::is_walkable;
use super::{Are, AreTile, BuildError, MAX_BUILD_TILES, TileKey, TilingError, Walkmesh, tiling};

/// The floors of tile models. The toolset makes the floor of an interior from the models of its tiles; a model has the same floor in
/// every area, so another area's TRN has it.
///
/// Source: docs/formats/trn-aswm.md#tiles-of-the-are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileMeshes {
    of_keys: BTreeMap<TileKey, HashMap<Shape, (usize, TileMesh)>>,
}

/// Maximum number of triangles with which an area is filled: 20 times the size of a city. Any further tiles stay empty.
const MAX_FILLED: usize = 1 << 20;

/// The floor of a tile model, in metres from its centre.
#[derive(Clone, Debug, Default, PartialEq)]
struct TileMesh {
    triangles: Vec<([[f32; 3]; 3], TriangleFlags)>,
}

/// The triangles of a floor, sorted and rounded to a millimetre: equal floors have equal shapes.
type Shape = Vec<([[i32; 3]; 3], u16)>;

impl TileMeshes {
    /// Adds the tiles of an area. Each is a vote for its floor.
    pub fn add_area(&mut self, are: &Are, trn: &Walkmesh) {
        if are.size() != Some(trn.grid()) {
            return;
        }
        are.tiles().iter().for_each(|tile| self.add_tile(tile, trn));
    }

    /// Adds a tile of an area, unless it has no floor there.
    pub(in crate::nwn2) fn add_tile(&mut self, tile: &AreTile, trn: &Walkmesh) {
        let mesh = TileMesh::of(tile, trn);
        if !mesh.triangles.is_empty() {
            let votes = self.of_keys.entry(tile.key).or_default();
            votes.entry(mesh.shape()).or_insert((0, mesh)).0 += 1;
        }
    }

    /// Number of tile models with a known floor.
    #[must_use]
    pub fn len(&self) -> usize {
        self.of_keys.len()
    }

    /// Returns whether no floor is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.of_keys.is_empty()
    }

    /// The walkable floor of a tile model, in square metres of the plan view; `None` if the model is not known.
    #[must_use]
    pub fn walkable_area(&self, key: TileKey) -> Option<f64> {
        let walkable = self.get(key)?.triangles.iter().filter(|(_, flags)| is_walkable(*flags));
        Some(walkable.map(|(corners, _)| doubled_area(corners)[2].abs() / 2.0).sum())
    }

    /// The floor with the largest number of votes; on a tie, the first in the order of the shapes.
    fn get(&self, key: TileKey) -> Option<&TileMesh> {
        let votes = self.of_keys.get(&key)?.iter();
        votes
            .max_by(|(a, (votes_a, _)), (b, (votes_b, _))| votes_a.cmp(votes_b).then_with(|| b.cmp(a)))
            .map(|(_, (_, mesh))| mesh)
    }
}

impl TileMesh {
    /// The floor of a tile of an area.
    fn of(tile: &AreTile, trn: &Walkmesh) -> Self {
        let triangles = trn.tile(tile.tile).into_iter().flat_map(|tile| tile.triangles());
        let placed = triangles
            .filter_map(|triangle| Some((triangle.points()?.map(|point| tile.to_model(point)), triangle.flags())));
        Self { triangles: placed.collect() }
    }

    fn shape(&self) -> Shape {
        let round = |at: f32| (at * 1000.0).round() as i32;
        let row = |(corners, flags): &([[f32; 3]; 3], TriangleFlags)| {
            let mut corners = corners.map(|corner| corner.map(round));
            corners.sort_unstable();
            (corners, flags.0)
        };
        let mut shape: Shape = self.triangles.iter().map(row).collect();
        shape.sort_unstable();
        shape
    }
}

impl AreTile {
    /// Moves a point of the area into the coordinates of the model.
    fn to_model(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let [x0, y0, z0] = self.position;
        let ([x, y], z) = ([x - x0, y - y0], z - z0);
        match self.turns {
            0 => [x, y, z],
            1 => [-y, x, z],
            2 => [-x, -y, z],
            _ => [y, -x, z],
        }
    }

    /// Moves a point of the model into the area, by the toolset's arithmetic: the model is moved and then turned about its centre.
    fn place(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let [x0, y0, z0] = self.position;
        let [x, y, z] = [x0 + x, y0 + y, z0 + z];
        let [dx, dy] = [x - x0, y - y0];
        match self.turns {
            0 => [x, y, z],
            1 => [x0 + dy, y0 - dx, z],
            2 => [x0 - dx, y0 - dy, z],
            _ => [x0 - dy, y0 + dx, z],
        }
    }
}

impl Walkmesh {
    /// The walkmesh of a new interior, without any floor.
    ///
    /// # Errors
    /// [`BuildError::GridTooLarge`]: the grid has more than [`MAX_BUILD_TILES`] tiles.
    pub fn new_interior([columns, rows]: [u32; 2]) -> Result<Self, BuildError> {
        if u64::from(columns) * u64::from(rows) > MAX_BUILD_TILES {
            return Err(BuildError::GridTooLarge { grid: [columns.into(), rows.into()] });
        }
        let tile = Tile { flags: TileFlags::TRN, ..Default::default() };
        let tiles = vec![tile; columns as usize * rows as usize];
        let tiles_header =
            TilesHeader { flags: TileFlags::TRN, width: INTERIOR_TILE, grid_height: rows, grid_width: columns };
        Ok(Self::from_raw(Aswm {
            owns_data: 1,
            tiles_header,
            tiles,
            triangles: Triangles::V6B(Vec::new()),
            ..Default::default()
        }))
    }

    /// The tiles of an ARE at which this walkmesh is empty, although their model has a floor or may have one. Empty if the ARE has another
    /// size.
    #[must_use]
    pub fn tiles_without_floor(&self, are: &Are) -> Vec<AreTile> {
        if are.size() != Some(self.grid()) {
            return Vec::new();
        }
        let is_empty = |tile: &AreTile| self.tile(tile.tile).is_some_and(|tile| tile.range().is_empty());
        are.tiles().into_iter().filter(is_empty).collect()
    }

    /// Gives empty tiles of this unbaked walkmesh the floors of their models. Tiles that have a floor or an unknown model are left
    /// unchanged. All other triangles keep their planes, with every bit. Returns the tiles that were filled.
    ///
    /// # Errors
    /// [`TilingError`]: the triangles are not divided among the tiles.
    pub fn fill_tiles(&mut self, tiles: &[AreTile], meshes: &TileMeshes) -> Result<Vec<AreTile>, TilingError> {
        let ranges = tiling::ranges(self.as_raw())?;
        let new: BTreeMap<usize, (&AreTile, &TileMesh)> = (tiles.iter())
            .filter_map(|tile| Some((tile.tile.0 as usize, (tile, meshes.get(tile.key)?))))
            .filter(|(tile, _)| ranges.get(*tile).is_some_and(|range| range.is_empty()))
            .scan(0, |triangles, (tile, (placed, mesh))| {
                *triangles += mesh.triangles.len();
                (*triangles <= MAX_FILLED).then_some((tile, (placed, mesh)))
            })
            .collect();
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let mut vertices = Vertices::new(self.vertices().to_vec());
        let (mut rows, mut planes, mut new_ranges) = (Vec::new(), Vec::new(), Vec::with_capacity(ranges.len()));
        for (tile, range) in ranges.into_iter().enumerate() {
            let start = rows.len();
            for row in &self.triangle_rows()[range] {
                planes.push(Some((row.normal, row.dot)));
                rows.push(*row);
            }
            for &(corners, flags) in new.get(&tile).map_or(&[][..], |(_, mesh)| &mesh.triangles) {
                let corners = corners.map(|corner| vertices.add(new[&tile].0.place(corner)));
                planes.push(None);
                rows.push(Triangle { vertices: corners, flags, ..Default::default() });
            }
            new_ranges.push(start..rows.len());
        }
        let vertices = vertices.all;
        let edges = unbaked::fill_tables(&mut rows, &vertices, &new_ranges);
        for (row, plane) in rows.iter_mut().zip(planes) {
            (row.normal, row.dot) = plane.unwrap_or((row.normal, row.dot));
        }
        let counts = vertices_per_tile(vertices.len(), &rows, &new_ranges);
        let filled = new.into_values().map(|(tile, _)| *tile).collect();
        let mut raw = std::mem::take(self).into_raw();
        for (tile, range) in new_ranges.iter().enumerate() {
            let header = TileHeader {
                vertices_count: counts[tile],
                edges_count: edges.of_tile[tile],
                triangles_count: range.len() as u32,
                triangles_offset: range.start as u32,
                size_x: raw.tiles_header.width,
                size_y: raw.tiles_header.width,
                ..raw.tiles[tile].header
            };
            if !range.is_empty() {
                raw.tiles[tile].header = header;
            }
        }
        // Planes and links of the newest layout.
        raw.version = Version::V6C;
        (raw.vertices, raw.edges, raw.triangles) = (vertices, Edges::V6A(edges.records), Triangles::V6B(rows));
        *self = Self::from_raw(raw);
        Ok(filled)
    }
}

/// The vertices of a walkmesh, to which others are added, each position once.
struct Vertices {
    all: Vec<Vector3>,
    numbers: HashMap<[u32; 3], u32>,
}

impl Vertices {
    fn new(all: Vec<Vector3>) -> Self {
        let numbers =
            (0..).zip(&all).map(|(number, &Vector3 { x, y, z })| ([x, y, z].map(f32::to_bits), number)).collect();
        Self { all, numbers }
    }

    fn add(&mut self, point: [f32; 3]) -> u32 {
        *self.numbers.entry(point.map(f32::to_bits)).or_insert_with(|| {
            self.all.push(point.into());
            self.all.len() as u32 - 1
        })
    }
}
