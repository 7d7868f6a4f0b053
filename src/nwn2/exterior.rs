//! The ground of an exterior: surfaces by its textures, and a floor from its terrain.
//!
//! Source: docs/formats/trn-aswm.md#exteriors.

use std::collections::{BTreeMap, HashMap};

use crate::formats::aswm::{
    Aswm, Edges, Tile, TileFlags, TileHeader, TilesHeader, Triangle, TriangleFlags, Triangles, Version,
};
use crate::formats::trn::{Dds, DdsHeader, Packet, Trrn};
use crate::formats::{Document, Vector3};

use super::bake::prepare::is_counter_clockwise;
use super::bake::{planes, unbaked};
use super::floor::{CLOCKWISE, WALKABLE};
use super::two_da::columns;
use super::{FloorMaterial, ModelError, Terrain, TerrainError, Walkmesh};

/// Number of tiles of the walkmesh in a megatile, along each axis.
pub(super) const TILES_IN_MEGATILE: u32 = 4;

/// The width of a tile, in metres.
pub(super) const EXTERIOR_TILE: f32 = 10.0;

/// The width of a megatile, in metres.
const MEGATILE: f32 = 40.0;

/// Number of squares of the ground in a tile, along each axis. A square is two triangles.
const SQUARES: u32 = 6;

/// Width of the border that nobody enters, in tiles.
const BORDER: u32 = 8;

/// Minimum z of the normal of walkable ground: 45°.
const MIN_WALKABLE_NORMAL: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// The surfaces of the textures of terrain, by their lower-case names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerrainMaterials {
    floors: BTreeMap<String, FloorMaterial>,
}

impl TerrainMaterials {
    /// The name of the table's file.
    pub const FILE: &str = "terrainmaterials.2da";

    /// The textures of the game.
    #[must_use]
    pub fn stock() -> Self {
        let lines = include_str!("exterior/terrain_materials.txt").lines().filter_map(|line| line.split_once(": "));
        Self::of_rows(lines.flat_map(|(material, names)| {
            names.split(' ').map(move |name| (format!("TT_{name}"), material.to_owned()))
        }))
    }

    /// Reads `terrainmaterials.2da`, text or binary: the texture in the column `Terrain`, its surface in `Material`.
    ///
    /// # Errors
    /// [`ModelError::Format`], [`ModelError::NoColumn`].
    pub fn from_2da(bytes: &[u8]) -> Result<Self, ModelError> {
        let rows = columns(bytes, ["Terrain", "Material"])?.into_iter();
        Ok(Self::of_rows(rows.filter_map(|[texture, material]| texture.zip(material))))
    }

    fn of_rows(rows: impl Iterator<Item = (String, String)>) -> Self {
        let floor = |material: &str| {
            FloorMaterial::ALL.into_iter().find(|floor| format!("{floor:?}").eq_ignore_ascii_case(material))
        };
        Self {
            floors: rows.filter_map(|(texture, material)| Some((texture.to_lowercase(), floor(&material)?))).collect(),
        }
    }

    /// The surface of a texture by its zero-terminated name.
    fn of_texture(&self, name: &[u8]) -> Option<FloorMaterial> {
        self.floors.get(&String::from_utf8_lossy(until_zero(name)).to_lowercase()).copied()
    }
}

fn until_zero(name: &[u8]) -> &[u8] {
    name.split(|byte| *byte == 0).next().unwrap_or_default()
}

impl Terrain {
    /// A walkmesh of this exterior with the surfaces of the ground's textures, as the toolset paints it before it cuts. Below a texture
    /// that the table lacks, the surface is unchanged. `None` if the area has no ground.
    ///
    /// # Errors
    /// [`TerrainError::Format`]: a packet of the ground cannot be read.
    pub fn painted(&self, walkmesh: &Walkmesh, materials: &TerrainMaterials) -> Result<Option<Walkmesh>, TerrainError> {
        let Some(ground) = Ground::new(self)? else { return Ok(None) };
        let surfaces: Vec<Option<Surfaces<'_>>> =
            ground.megatiles.iter().map(|megatile| Surfaces::new(megatile, materials)).collect();
        let mut rows = walkmesh.triangle_rows().to_vec();
        let all = FloorMaterial::ALL.into_iter().fold(0, |bits, floor| bits | floor.bit());
        for row in &mut rows {
            let floor = ground.megatile_at(row.center).and_then(|megatile| surfaces[megatile].as_ref()?.at(row.center));
            if let Some(floor) = floor {
                row.flags = TriangleFlags(row.flags.0 & !all | floor.bit());
            }
        }
        let mut raw = walkmesh.as_raw().clone();
        (raw.version, raw.triangles) = (Version::V6C, Triangles::V6B(rows));
        Ok(Some(Walkmesh::from_raw(raw)))
    }

    /// The walkmesh that the toolset makes from the ground of an exterior before any bake. It has each triangle of the ground, walkable up
    /// to 45° except in the border of the map, and no tables. `None` if the area has no ground.
    ///
    /// # Errors
    /// [`TerrainError::Format`]: a packet of the ground cannot be read. [`TerrainError::Ground`]: it is not the regular grid of the toolset.
    pub fn walkmesh_of_ground(&self) -> Result<Option<Walkmesh>, TerrainError> {
        let Some(ground) = Ground::new(self)? else { return Ok(None) };
        ground.walkmesh().map(Some)
    }
}

/// The ground of an exterior: its megatiles, row by row.
struct Ground {
    /// Number of columns and rows of megatiles.
    size: [u32; 2],
    megatiles: Vec<Trrn>,
}

impl Ground {
    fn new(terrain: &Terrain) -> Result<Option<Self>, TerrainError> {
        let packets = terrain.packets().iter().filter_map(|packet| match packet {
            Packet::Other { packet_type: Trrn::PACKET_TYPE, data } => Some(data),
            _ => None,
        });
        let megatiles: Vec<Trrn> = packets.map(|data| Trrn::from_bytes(data)).collect::<Result<_, _>>()?;
        let size = terrain.size().unwrap_or_default();
        Ok((!megatiles.is_empty()).then_some(Self { size, megatiles }))
    }

    /// The number of the megatile at a place.
    fn megatile_at(&self, at: [f32; 2]) -> Option<usize> {
        let [column, row] = at.map(|at| (at / MEGATILE).floor());
        let [columns, rows] = self.size.map(|megatiles| megatiles as f32);
        let is_inside = (0.0..columns).contains(&column) && (0.0..rows).contains(&row);
        let before = is_inside.then_some(row as usize)?.checked_mul(self.size[0] as usize)?;
        before.checked_add(column as usize).filter(|number| *number < self.megatiles.len())
    }

    fn walkmesh(&self) -> Result<Walkmesh, TerrainError> {
        let grid = self.size.map(|megatiles| megatiles.saturating_mul(TILES_IN_MEGATILE));
        let lattice = Lattice::new(self, grid)?;
        let (vertices, numbers) = lattice.vertices(grid);
        let (mut rows, mut ranges) = (Vec::new(), Vec::new());
        for triangles in &lattice.triangles {
            let start = rows.len();
            for corners in triangles {
                rows.push(Triangle { vertices: corners.map(|corner| numbers[&corner]), ..Default::default() });
            }
            ranges.push(start..rows.len());
        }
        for row in &mut rows {
            let [a, b, c] = row.vertices.map(|vertex| vertices[vertex as usize]);
            row.flags = if is_counter_clockwise(a, b, c) { TriangleFlags(0) } else { TriangleFlags(CLOCKWISE) };
        }
        let edges = unbaked::fill_tables(&mut rows, &vertices, &ranges);
        for row in &mut rows {
            row.dot = planes::ground_dot(row.normal, vertices[row.vertices[0] as usize]);
        }
        let mut walkmesh = Aswm {
            owns_data: 1,
            tiles_header: TilesHeader {
                flags: TileFlags::TERRAIN,
                width: EXTERIOR_TILE,
                grid_height: grid[1],
                grid_width: grid[0],
            },
            tiles_border_size: BORDER,
            ..Default::default()
        };
        let empty = Walkmesh::from_raw(walkmesh.clone());
        for (tile, range) in (0..).zip(&ranges) {
            let is_border = empty.is_border([tile % grid[0], tile / grid[0]]);
            for row in rows[range.clone()].iter_mut().filter(|row| !is_border && row.normal[2] >= MIN_WALKABLE_NORMAL) {
                row.flags.0 |= WALKABLE;
            }
            let header = TileHeader {
                vertices_count: vertices.len() as u32,
                edges_count: edges.records.len() as u32,
                triangles_count: range.len() as u32,
                triangles_offset: range.start as u32,
                size_x: EXTERIOR_TILE,
                size_y: EXTERIOR_TILE,
                ..Default::default()
            };
            walkmesh.tiles.push(Tile { header, flags: TileFlags::TRX, ..Default::default() });
        }
        (walkmesh.vertices, walkmesh.edges, walkmesh.triangles) =
            (vertices, Edges::V6A(edges.records), Triangles::V6B(rows));
        Ok(Walkmesh::from_raw(walkmesh))
    }
}

/// The ground as a regular grid of points: the height of each point by its column and row, and the triangles of each tile by the points of
/// their corners.
struct Lattice {
    heights: HashMap<[u32; 2], f32>,
    triangles: Vec<Vec<[[u32; 2]; 3]>>,
}

impl Lattice {
    fn new(ground: &Ground, grid: [u32; 2]) -> Result<Self, TerrainError> {
        let tiles = u64::from(grid[0]) * u64::from(grid[1]);
        let mut lattice = Self { heights: HashMap::new(), triangles: Vec::new() };
        let megatiles = u64::from(ground.size[0]) * u64::from(ground.size[1]);
        if megatiles != ground.megatiles.len() as u64 {
            return Err(TerrainError::Ground { megatile: 0 });
        }
        lattice.triangles.resize(tiles as usize, Vec::new());
        for (number, megatile) in ground.megatiles.iter().enumerate() {
            lattice.add(megatile, grid).ok_or(TerrainError::Ground { megatile: number })?;
        }
        Ok(lattice)
    }

    /// Adds the triangles of a megatile; `None` if one is not half of a square of the grid.
    fn add(&mut self, megatile: &Trrn, grid: [u32; 2]) -> Option<()> {
        const PER_MEGATILE: f32 = (TILES_IN_MEGATILE * SQUARES) as f32;
        let limit = grid.map(|tiles| tiles * SQUARES);
        let point = |vertex: u16| {
            let [x, y, z] = megatile.vertices.get(usize::from(vertex))?.position;
            // Casts saturate, and NaN becomes 0.
            let at = [x, y].map(|at| (at / MEGATILE * PER_MEGATILE).round() as u32);
            (at[0] <= limit[0] && at[1] <= limit[1] && z.is_finite()).then_some((at, z))
        };
        for triangle in &megatile.triangles {
            let [a, b, c] = triangle.vertices.map(point);
            let corners = [a?, b?, c?];
            corners.iter().for_each(|(at, z)| {
                self.heights.entry(*at).or_insert(*z);
            });
            let corners = corners.map(|(at, _)| at);
            let has = |parity: [u32; 2]| corners.iter().position(|at| [at[0] % 2, at[1] % 2] == parity);
            let (even, odd) = (has([0, 0])?, has([1, 1])?);
            let other = 3 - even - odd;
            let [low, high] = [u32::min, u32::max].map(|pick: fn(u32, u32) -> u32| {
                [0, 1].map(|axis| corners.iter().map(|at| at[axis]).reduce(pick).unwrap_or_default())
            });
            let is_square = high[0] == low[0] + 1 && high[1] == low[1] + 1;
            let tile = low[1] / SQUARES * grid[0] + low[0] / SQUARES;
            let triangles = self.triangles.get_mut(tile as usize).filter(|_| is_square)?;
            triangles.push([corners[even], corners[odd], corners[other]]);
        }
        Some(())
    }

    /// The vertices, tile by tile and row by row, each once, and the number of each point.
    fn vertices(&self, grid: [u32; 2]) -> (Vec<Vector3>, HashMap<[u32; 2], u32>) {
        let line = |tile: u32, at: u32| EXTERIOR_TILE * tile as f32 + at as f32 * (EXTERIOR_TILE / SQUARES as f32);
        let (mut vertices, mut numbers) = (Vec::new(), HashMap::new());
        for (tile_y, tile_x) in (0..grid[1]).flat_map(|y| (0..grid[0]).map(move |x| (y, x))) {
            for (row, column) in (0..=SQUARES).flat_map(|row| (0..=SQUARES).map(move |column| (row, column))) {
                let at = [tile_x * SQUARES + column, tile_y * SQUARES + row];
                let Some(&z) = self.heights.get(&at) else { continue };
                numbers.entry(at).or_insert_with(|| {
                    vertices.push(Vector3 { x: line(tile_x, column), y: line(tile_y, row), z });
                    vertices.len() as u32 - 1
                });
            }
        }
        (vertices, numbers)
    }
}

/// The surfaces of a megatile by the weights of its textures.
struct Surfaces<'t> {
    floors: [Option<FloorMaterial>; 6],
    has_name: [bool; 6],
    pictures: [Picture<'t>; 2],
}

impl<'t> Surfaces<'t> {
    fn new(megatile: &'t Trrn, materials: &TerrainMaterials) -> Option<Self> {
        let first = Picture::new(&megatile.weights_of_first_four)?;
        let last = Picture::new(&megatile.weights_of_last_two)?;
        Some(Self {
            floors: megatile.textures.map(|name| materials.of_texture(&name)),
            has_name: megatile.textures.map(|name| !until_zero(&name).is_empty()),
            pictures: [first, last],
        })
    }

    /// The surface of the texture with the greatest weight at a place; the first one in a tie.
    fn at(&self, at: [f32; 2]) -> Option<FloorMaterial> {
        let fraction = at.map(|at| at / MEGATILE - (at / MEGATILE).floor());
        let weight = |texture: usize| self.pictures[texture / 4].weight(fraction, texture % 4);
        let named = (0..6).filter(|texture| self.has_name[*texture]).map(|texture| (weight(texture), texture));
        let (_, texture) = named.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        self.floors[texture]
    }
}

/// The weights of up to four textures as the channels of a picture.
struct Picture<'t> {
    size: [u32; 2],
    masks: [u32; 4],
    pixels: &'t [[u8; 4]],
}

impl<'t> Picture<'t> {
    /// A picture without compression, of 32 bits a pixel.
    fn new(dds: &'t Dds) -> Option<Self> {
        let DdsHeader { width, height, four_cc, pixel_bits, masks, .. } = dds.header()?;
        let (pixels, _) = dds.pixels().as_chunks();
        let is_whole = pixels.len() as u64 >= u64::from(width) * u64::from(height);
        (four_cc == [0; 4] && pixel_bits == 32 && width > 0 && height > 0 && is_whole).then_some(Self {
            size: [width, height],
            masks,
            pixels,
        })
    }

    /// The weight of a channel, by the fractions of the width and of the height.
    fn weight(&self, fraction: [f32; 2], channel: usize) -> u32 {
        let pixel = |axis: usize| {
            let size = self.size[axis];
            // Casts saturate.
            ((fraction[axis] * size as f32 + 0.5).floor() as u32).min(size - 1)
        };
        let bits = u32::from_le_bytes(self.pixels[pixel(1) as usize * self.size[0] as usize + pixel(0) as usize]);
        let mask = self.masks[channel];
        if mask == 0 { 0 } else { (bits & mask) >> mask.trailing_zeros() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_outside_the_map_are_in_no_megatile() {
        let ground = Ground { size: [2, 1], megatiles: vec![Trrn::default(); 2] };
        assert_eq!(ground.megatile_at([MEGATILE + 1.0, 1.0]), Some(1));
        let far = [f32::MAX, f32::MIN, f32::NAN, f32::INFINITY, -0.5, 2.0 * MEGATILE];
        for at in far.into_iter().flat_map(|far| [[far, 1.0], [1.0, far]]) {
            assert_eq!(ground.megatile_at(at), None, "{at:?}");
        }
        // The size is of another map.
        let ground = Ground { size: [u32::MAX; 2], ..ground };
        assert_eq!(ground.megatile_at([1.0, 1e11]), None);
    }
}
