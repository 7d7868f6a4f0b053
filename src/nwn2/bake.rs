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
//! cutting holes where walkmesh cutters and placeables stand, is not done here yet; [`left_undone`] says so.
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
mod size;
pub(super) mod unbaked;

use std::ops::Range;

use crate::formats::aswm::{
    self, Aswm, NO_ISLAND, PathTable, TileFlags, TileHeader, TilesHeader, Triangle, Triangles, Version,
};

use super::tiling::{self, BadTiling};
use super::{TileId, TriangleId, VertexId, Walkmesh};
use crate::formats::Limits;
use crate::parallel::map_indices;

pub(super) use paths::MOST_NODES;
use prepare::Mesh;

/// How to bake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which pairs of triangles see each other.
    pub line_of_sight: LineOfSight,
    /// What stands where the game writes uninitialised memory.
    pub uninitialised: Uninitialised,
    /// Which tile a triangle belongs to.
    pub tiling: Tiling,
    /// What becomes of the triangles in the map's border, where one is set.
    pub border: Border,
    /// What the readers of the result will allow: a walkmesh that they would refuse is not baked. By default its payload
    /// may have 128 MiB, of which the route table takes 8 bytes for each pair of islands: that is room for somewhat
    /// fewer than 4,096 islands. Whoever raises the limits here has to raise them where the file is read, too.
    pub limits: Limits,
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
    /// A coordinate of a vertex is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT); whoever
    /// made the mesh is at fault.
    #[error("a coordinate of {vertex} is NaN, infinite or beyond 1e11")]
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
    /// The map's border is so wide that no tile is left inside it; whoever set it is at fault. [`Border::Keep`] bakes
    /// the mesh nevertheless.
    #[error("{}", tiling::all_border(*.border, *.grid))]
    AllBorder {
        /// Width of the border on each side, in tiles.
        border: u32,
        /// Tiles along x and y.
        grid: [u32; 2],
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
    /// The mesh is in more pieces than a file can number.
    #[error("{islands} islands, where a file can number 65,534: the mesh has to be joined into fewer pieces")]
    TooManyIslands {
        /// Number of islands.
        islands: usize,
    },
    /// Readers with the same limits would refuse the result. Whether the game reads it is not known: raise the limits
    /// if it is wanted.
    #[error(
        "over this baker's limit: the walkmesh would have {bytes} bytes or more, of at most {most}; the route table of its \
         {islands} islands alone has {route_bytes}, 8 for each pair of islands. To bake and read it nevertheless, raise \
         `Limits::inflated`, or `--max-inflated` of the command"
    )]
    OverLimit {
        /// Bytes of the walkmesh's payload; without the links of its islands if it is over the limit without them.
        bytes: u64,
        /// The most by [`Options::limits`].
        most: u64,
        /// Number of islands.
        islands: usize,
        /// Bytes of the route table, which are part of `bytes`.
        route_bytes: u64,
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

    let tile_of = tile_of(triangles.len(), &ranges);
    let edges = edges::link(&mut triangles, &tile_of, ranges.len());
    let graphs = tile_graphs(walkmesh, &triangles, &ranges)?;
    let size = size::Payload::of(vertices.len(), edges.records.len(), &graphs);
    size.check(&[], &options.limits)?;
    let mesh = sight::Around { vertices: &vertices, triangles: &triangles, edges: &edges.records };
    let tables = path_tables(mesh, &ranges, &graphs, options.line_of_sight);
    let islands = number_islands(&mut triangles, &ranges, &graphs);
    size.check(&islands, &options.limits)?;
    drop(graphs);
    let routes = routes::table(&islands);

    let vertex_counts = vertices_per_tile(vertices.len(), &triangles, &ranges);
    let mut next = 0;
    let mut tiles = Vec::with_capacity(ranges.len());
    for (index, (path_table, range)) in tables.into_iter().zip(&ranges).enumerate() {
        let triangles_offset = if range.is_empty() { next } else { range.start as u32 };
        next = triangles_offset + range.len() as u32;
        let header = TileHeader {
            vertices_count: vertex_counts[index],
            edges_count: edges.of_tile[index],
            triangles_count: range.len() as u32,
            triangles_offset,
            ..Default::default()
        };
        tiles.push(aswm::Tile { header, owned: None, path_table, flags: TileFlags::TRX });
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

/// What the toolset's own bake does to the triangles of a TRN and this one does not do yet, as sentences for whoever
/// bakes one. Nothing for a mesh that is baked already: there the toolset has done it.
pub fn left_undone(walkmesh: &Walkmesh) -> &'static [&'static str] {
    const OF_A_TRN: [&str; 2] = [
        "walkmesh cutters are not cut out yet: where the toolset's bake would make a hole, creatures can still walk",
        "placeables are not cut out yet: creatures can walk through those that should block them",
    ];
    if walkmesh.is_baked() { &[] } else { &OF_A_TRN }
}

/// For each triangle its tile.
fn tile_of(triangles: usize, ranges: &[Range<usize>]) -> Vec<u32> {
    let mut tile_of = vec![0; triangles];
    for (tile, range) in (0..).zip(ranges) {
        tile_of[range.clone()].fill(tile);
    }
    tile_of
}

/// The nodes of a tile, and the parts that they hang together in.
struct TileGraph {
    graph: paths::Graph,
    /// For each node its component.
    components: Vec<u8>,
    count: usize,
}

/// The graph of each tile, tiles in parallel.
fn tile_graphs(walkmesh: &Walkmesh, triangles: &[Triangle], ranges: &[Range<usize>]) -> Result<Vec<TileGraph>, Error> {
    let outcomes = map_indices(ranges.len(), |tile| {
        let graph = paths::Graph::of(triangles, ranges[tile].clone())?;
        let (components, count) = graph.components();
        Ok(TileGraph { graph, components, count })
    });
    let columns = walkmesh.grid()[0].max(1);
    let crowded = (0..).zip(&outcomes).filter_map(|(index, outcome)| {
        let coordinates = [index % columns, index / columns];
        outcome.as_ref().err().map(|&walkable| CrowdedTile { tile: TileId(index), coordinates, walkable })
    });
    let crowded: Vec<_> = crowded.collect();
    // The graphs stay in the memory that the outcomes have.
    if crowded.is_empty() {
        Ok(outcomes.into_iter().filter_map(Result::ok).collect())
    } else {
        Err(Error::CrowdedTiles(crowded))
    }
}

/// The path table of each tile, tiles in parallel.
fn path_tables(
    mesh: sight::Around<'_>,
    ranges: &[Range<usize>],
    graphs: &[TileGraph],
    line_of_sight: LineOfSight,
) -> Vec<PathTable> {
    map_indices(ranges.len(), |tile| {
        let graph = &graphs[tile].graph;
        let mut steps = graph.steps();
        sight::mark(&mut steps, mesh, &ranges[tile], graph, line_of_sight);
        graph.table(steps)
    })
}

/// Numbers the islands, of which there are no more than can be.
fn number_islands(triangles: &mut [Triangle], ranges: &[Range<usize>], graphs: &[TileGraph]) -> Vec<aswm::Island> {
    let tiles = graphs.iter().zip(ranges).map(|(tile, range)| islands::TileIslands {
        range: range.clone(),
        local_to_node: &tile.graph.local_to_node,
        components: &tile.components,
        count: tile.count,
    });
    islands::build(triangles, tiles)
}

/// Distinct vertices of each tile's triangles.
pub(super) fn vertices_per_tile(vertices: usize, triangles: &[Triangle], ranges: &[Range<usize>]) -> Vec<u32> {
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
