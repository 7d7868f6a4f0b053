//! All tables of a walkmesh from its vertices and triangles, as the game's own toolset builds them, bit for bit.
//!
//! | table | equal to the game's, over 173 real TRX |
//! |---|---|
//! | centre, normal, dot; edges and links; tile ranges, nodes and steps; islands and their routes | every bit |
//! | a tile's edge count | 99.4 % of the tiles that have triangles; the game's others are larger, by what it welds later |
//! | a tile's vertex count | not recomputable: the game counts vertices that it welds later |
//! | line of sight | see [`LineOfSight`] |
//!
//! A mesh that is baked already (a TRX, by the tiles' flags) keeps its winding and its vertices' numbers; another one
//! (a TRN, or one that was just [built](super::build)) is first wound clockwise and flagged so, and its vertices are
//! numbered by first use. What the toolset does to the mesh itself before that, clipping it at tile borders and
//! cutting holes where walkmesh cutters stand, is not done here: it belongs between the two.
//!
//! ```
//! use walkmesh::nwn2::{self, Walkmesh};
//!
//! let baked = nwn2::bake(&Walkmesh::default(), &nwn2::BakeOptions::default())?;
//! assert!(baked.is_baked());
//! # Ok::<(), nwn2::BakeError>(())
//! ```

mod edges;
pub(super) mod islands;
pub(super) mod paths;
pub(super) mod planes;
mod prepare;
mod routes;
mod sight;

use std::ops::Range;

use crate::formats::aswm::{
    self, Aswm, NO_ISLAND, PathTable, TileFlags, TileHeader, TilesHeader, Triangle, Triangles, Version,
};

use super::tiling::BadTiling;
use super::{TileId, TriangleId, VertexId, Walkmesh};
use crate::parallel::map_indices;

pub(super) use paths::MOST_NODES;
use prepare::Mesh;

/// How to bake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which pairs of triangles see each other.
    pub line_of_sight: LineOfSight,
    /// What stands where the game writes uninitialised memory.
    pub uninitialised: Uninitialised,
    /// Which tile a triangle belongs to.
    pub tiling: Tiling,
    /// What becomes of the triangles in the map's border, where one is set.
    pub border: Border,
    /// The largest table of island routes to build, in bytes: islands² × 8. 128 MiB by default, which is 4,096 islands
    /// and as much as readers inflate.
    pub most_route_bytes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            line_of_sight: LineOfSight::default(),
            uninitialised: Uninitialised::default(),
            tiling: Tiling::default(),
            border: Border::default(),
            most_route_bytes: 128 << 20,
        }
    }
}

/// Which pairs of a tile's triangles are stored as seeing each other.
///
/// Where the bit is not set, the game finds out at run time; where it is set wrongly, creatures cut through corners.
/// The game's exact rule is not known (facts `trn-aswm-exact.md` section A has the model). Agreement was
/// measured over the 5,826,292 reachable pairs of 61 real TRX.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineOfSight {
    /// None: always safe.
    Off,
    /// As the game, but none across a triangle that spans the whole view, where the game's rule is open: 99.23 % agree,
    /// and 0.026 % are set where the game sets none.
    #[default]
    Conservative,
    /// As the game, and across spanning triangles too, where the game sets more than half: 99.43 % agree,
    /// and 0.37 % are set where the game sets none.
    LikeTheGame,
}

/// What stands where the game writes uninitialised memory: names, padding, an island's tile, and weights of routes
/// that do not exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Uninitialised {
    /// Zero, so that equal meshes give equal bytes.
    #[default]
    Zero,
    /// What the input has in the same place, as far as it has one.
    Keep,
}

/// Which tile a triangle belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tiling {
    /// As the input has it; by centre where no tile claims a triangle. In real files 20 centres of 1.14 million lie
    /// outside the square of their tile, so that a tiled mesh has to keep its tiles.
    #[default]
    Keep,
    /// The tile that its centre lies in, or the nearest one outside the grid.
    ByCentre,
}

/// What becomes of the triangles in the map's border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Border {
    /// They are removed, as the toolset does; nothing where no border is set.
    #[default]
    Trim,
    /// They stay.
    Keep,
}

/// A tile with more walkable triangles than its path table can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrowdedTile {
    /// The tile.
    pub tile: TileId,
    /// Its column and row in the grid.
    pub coordinates: [u32; 2],
    /// Its walkable triangles; at most 127 can be.
    pub walkable: usize,
}

/// Why a mesh cannot be baked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A triangle names a vertex that is not there; whoever made the mesh is at fault.
    #[error("{triangle} has {vertex}, of {vertices}")]
    VertexMissing {
        /// The triangle.
        triangle: TriangleId,
        /// The vertex.
        vertex: VertexId,
        /// Number of vertices.
        vertices: usize,
    },
    /// A vertex is at infinity, or nowhere; whoever made the mesh is at fault.
    #[error("{vertex} is not finite")]
    NotFinite {
        /// The vertex.
        vertex: VertexId,
    },
    /// The tiles are not those of the grid; whoever built the raw struct is at fault.
    #[error("{tiles} tiles in a grid of {} by {}", grid[0], grid[1])]
    Grid {
        /// Number of tiles.
        tiles: usize,
        /// Tiles along x and y.
        grid: [u32; 2],
    },
    /// Tiles need a width to part triangles by; whoever made the mesh is at fault.
    #[error("tiles are {width} m wide")]
    TileWidth {
        /// The width.
        width: f32,
    },
    /// The tiles do not part the triangles; [`Tiling::ByCentre`] parts them anew.
    #[error(transparent)]
    Tiling(#[from] BadTiling),
    /// A tile stores vertices itself, which no real file does, and which the game's bake is not known to do.
    #[error("{tile} owns data")]
    TileOwnsData {
        /// The tile.
        tile: TileId,
    },
    /// Edge numbers would not fit the file.
    #[error("{triangles} triangles are more than a file can link")]
    TooManyTriangles {
        /// Number of triangles.
        triangles: usize,
    },
    /// Tiles have more walkable triangles than a path table can number: the mesh has to be simplified there.
    #[error("{} tiles have more than 127 walkable triangles: {}", .0.len(), listed(.0))]
    CrowdedTiles(Vec<CrowdedTile>),
    /// The islands' route table would be too large, or cannot number them: the mesh is in too many pieces.
    #[error("{islands} islands need a route table of {bytes} bytes, of at most {most}")]
    TooManyIslands {
        /// Number of islands.
        islands: usize,
        /// What their route table would take.
        bytes: u64,
        /// The most by [`Options::most_route_bytes`].
        most: u64,
    },
}

fn listed(tiles: &[CrowdedTile]) -> String {
    let one = |CrowdedTile { coordinates: [x, y], walkable, .. }: &CrowdedTile| format!("({x}, {y}) has {walkable}");
    tiles.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Bakes a walkmesh: a TRX's anew, or a TRN's into a TRX's.
///
/// The result has version 0x6C, also where the input is older: all real files have it, every reader reads it, and what
/// the tables of the older ones mean rests on a single implementation.
///
/// The same input gives the same bytes on every machine and with any number of threads, and baking the result again
/// changes nothing.
///
/// # Errors
/// When the mesh is not one, or a table cannot be as the format wants it; see [`Error`].
pub fn bake(walkmesh: &Walkmesh, options: &Options) -> Result<Walkmesh, Error> {
    let raw = walkmesh.as_raw();
    let Mesh { vertices, mut triangles, ranges } = Mesh::of(walkmesh, options)?;
    planes::fill(&mut triangles, &vertices);

    let mut tile_of = vec![0_u32; triangles.len()];
    for (tile, range) in (0..).zip(&ranges) {
        tile_of[range.clone()].fill(tile);
    }
    let edges = edges::link(&mut triangles, &tile_of, ranges.len());
    let mesh = sight::Around { vertices: &vertices, triangles: &triangles, edges: &edges.records };
    let tables = tile_tables(walkmesh, mesh, &ranges, options.line_of_sight)?;
    let islands = number_islands(&mut triangles, &ranges, &tables, options)?;
    let routes = routes::table(&islands);

    let vertex_counts = vertices_per_tile(vertices.len(), &triangles, &ranges);
    let mut next = 0;
    let mut tiles = Vec::with_capacity(ranges.len());
    for (index, (table, range)) in tables.into_iter().zip(&ranges).enumerate() {
        let triangles_offset = if range.is_empty() { next } else { range.start as u32 };
        next = triangles_offset + range.len() as u32;
        let header = TileHeader {
            vertices_count: vertex_counts[index],
            edges_count: edges.of_tile[index],
            triangles_count: range.len() as u32,
            triangles_offset,
            ..Default::default()
        };
        tiles.push(aswm::Tile { header, owned: None, path_table: table.path_table, flags: TileFlags::TRX });
    }
    let mut baked = Aswm {
        version: Version::V6C,
        name: [0; 32],
        owns_data: 1,
        triangles_offset: 0,
        vertices,
        edges: aswm::Edges::V6A(edges.records),
        triangles: Triangles::V6B(triangles),
        tiles_header: TilesHeader { flags: TileFlags::TRX, ..raw.tiles_header },
        tiles,
        tiles_border_size: raw.tiles_border_size,
        islands,
        islands_path_nodes: routes,
    };
    if options.uninitialised == Uninitialised::Keep {
        keep_uninitialised(&mut baked, raw);
    }
    Ok(Walkmesh::from_raw(baked))
}

/// What one tile contributes.
struct TileTables {
    path_table: PathTable,
    /// For each node its component.
    components: Vec<u8>,
    count: usize,
}

/// The path table of each tile, tiles in parallel.
fn tile_tables(
    walkmesh: &Walkmesh,
    mesh: sight::Around<'_>,
    ranges: &[Range<usize>],
    line_of_sight: LineOfSight,
) -> Result<Vec<TileTables>, Error> {
    let outcomes = map_indices(ranges.len(), |tile| {
        let graph = paths::Graph::of(mesh.triangles, ranges[tile].clone())?;
        let (components, count) = graph.components();
        let mut steps = graph.steps();
        sight::mark(&mut steps, mesh, &ranges[tile], &graph, line_of_sight);
        Ok(TileTables { path_table: graph.into_table(steps), components, count })
    });
    let mut tables = Vec::with_capacity(outcomes.len());
    let mut crowded = Vec::new();
    for (index, outcome) in (0..).zip(outcomes) {
        match outcome {
            Ok(table) => tables.push(table),
            Err(walkable) => {
                let columns = walkmesh.grid()[0].max(1);
                let coordinates = [index % columns, index / columns];
                crowded.push(CrowdedTile { tile: TileId(index), coordinates, walkable });
            }
        }
    }
    if crowded.is_empty() { Ok(tables) } else { Err(Error::CrowdedTiles(crowded)) }
}

/// Numbers the islands, unless their route table would be too large.
fn number_islands(
    triangles: &mut [Triangle],
    ranges: &[Range<usize>],
    tables: &[TileTables],
    options: &Options,
) -> Result<Vec<aswm::Island>, Error> {
    let islands: usize = tables.iter().map(|table| table.count).sum();
    let bytes = (islands as u64).saturating_pow(2).saturating_mul(size_of::<aswm::IslandPathNode>() as u64);
    if islands >= usize::from(NO_ISLAND) || bytes > options.most_route_bytes {
        return Err(Error::TooManyIslands { islands, bytes, most: options.most_route_bytes });
    }
    let tiles = tables.iter().zip(ranges).map(|(table, range)| islands::TileIslands {
        range: range.clone(),
        local_to_node: &table.path_table.local_to_node,
        components: &table.components,
        count: table.count,
    });
    Ok(islands::build(triangles, tiles))
}

/// Distinct vertices of each tile's triangles.
fn vertices_per_tile(vertices: usize, triangles: &[Triangle], ranges: &[Range<usize>]) -> Vec<u32> {
    let mut last_tile = vec![u32::MAX; vertices];
    let count = |(tile, range): (u32, &Range<usize>)| {
        let corners = triangles[range.clone()].iter().flat_map(|row| row.vertices);
        corners.filter(|vertex| std::mem::replace(&mut last_tile[*vertex as usize], tile) != tile).count() as u32
    };
    (0..).zip(ranges).map(count).collect()
}

/// Takes over what the input has where the game left memory uninitialised.
fn keep_uninitialised(baked: &mut Aswm, input: &Aswm) {
    baked.name = input.name;
    for (tile, before) in baked.tiles.iter_mut().zip(&input.tiles) {
        tile.header.name = before.header.name;
    }
    for (island, before) in baked.islands.iter_mut().zip(&input.islands) {
        island.header.tile = before.header.tile;
    }
    if baked.islands.len() == input.islands.len() {
        for (node, before) in baked.islands_path_nodes.iter_mut().zip(&input.islands_path_nodes) {
            node.padding = before.padding;
            if node.next == NO_ISLAND {
                node.weight_bits = before.weight_bits;
            }
        }
    }
}
