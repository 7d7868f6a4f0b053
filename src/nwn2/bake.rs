//! The bake: builds all tables of a walkmesh from its vertices and triangles, bit for bit as the game's own toolset does.
//!
//! | table | equal to the game's, over 173 real TRX |
//! |---|---|
//! | centre, normal, dot; edges and links; tile ranges, nodes and steps; islands and their routes | every bit |
//! | a tile's edge count | 99.4 % of the tiles that have triangles; in the others the game counts edges that it welds later |
//! | a tile's vertex count | cannot be computed: the game counts vertices that it welds later; only a [carving](super::carve()) knows them |
//! | line of sight | see [`LineOfSight`] |
//!
//! A mesh that is already baked (a TRX, by the flags of the tiles) keeps its winding and its vertex indices. In any other mesh (a TRN, or a
//! newly [built](super::build()) one), the bake first winds each triangle clockwise, sets the clockwise flag, and numbers the vertices by
//! first use. Before that the toolset changes the mesh itself: it clips triangles at the borders of tiles, and cuts the holes of walkmesh
//! cutters and placeables. This bake does not, and [`BakeReport::left_undone`] says so; [`carve`](super::carve()) does it.
//!
//! Source: docs/formats/trn-aswm.md#bake.

mod distances;
pub(super) mod edges;
pub(super) mod graph;
pub(super) mod islands;
mod options;
mod paths;
pub(super) mod planes;
pub(super) mod prepare;
mod report;
mod routes;
mod search;
mod sight;
mod size;
mod tile_graph;
pub(super) mod unbaked;
mod uninitialised;
mod vertices;

use std::ops::Range;

use crate::formats::aswm::{self, Aswm, PathTable, TileFlags, TileHeader, TilesHeader, Triangle, Triangles, Version};
use crate::parallel::map_indices_with;

use super::{BakeError, Terrain, Walkmesh, tiling};

pub(super) use graph::{MAX_NODES, NEARLY_CROWDED};
pub use options::{BakeOptions, Border, LineOfSight, TileCounts, Tiling, Uninitialised};
use paths::PathScratch;
use prepare::Mesh;
pub(super) use prepare::check as check_mesh;
pub use report::{BakeReport, LeftUndone};
use sight::SightScratch;
pub use sight::{SightDecision, SightStep, lines_of_sight};
use tile_graph::{TileGraph, tile_graphs};
pub(super) use vertices::vertices_per_tile;

impl Walkmesh {
    /// Bakes the walkmesh in place: a TRX again, or a TRN into a TRX.
    ///
    /// The result has version 0x6C, even if the input is older. All real files have this version and every reader
    /// supports it, while the meaning of older tables rests on a single implementation.
    ///
    /// The same input gives the same bytes on every machine and with any number of threads, and the bake is idempotent.
    ///
    /// ```
    /// use walkmesh::nwn2::{BakeOptions, Walkmesh};
    ///
    /// let mut walkmesh = Walkmesh::default();
    /// let report = walkmesh.bake(&BakeOptions::default())?;
    /// assert!(walkmesh.is_baked());
    /// for what in report.left_undone {
    ///     println!("{what}");
    /// }
    /// # Ok::<(), walkmesh::nwn2::BakeError>(())
    /// ```
    ///
    /// # Errors
    /// When the mesh is not valid, or a table does not fit the format; see [`BakeError`]. The walkmesh is then unchanged.
    pub fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        let baked = bake(self, options)?;
        Ok(BakeReport::new(&std::mem::replace(self, baked)))
    }
}

impl Terrain {
    /// Bakes the area's walkmesh as [`Walkmesh::bake`] does: a TRN becomes a TRX. The result respects the limits of
    /// the options and of the area, so the area can be read again with the same limits.
    ///
    /// # Errors
    /// The errors of [`Walkmesh::bake`]; [`BakeError::Terrain`] when the walkmesh is missing, or the new one cannot be written. Nothing is
    /// changed then.
    pub fn bake(&mut self, options: &BakeOptions) -> Result<BakeReport, BakeError> {
        let inflated = options.limits.inflated.min(self.limits().inflated);
        let options = options.clone().with_limits(options.limits.with_inflated(inflated));
        let before = self.walkmesh()?;
        let (baked, report) = (bake(before, &options)?, BakeReport::new(before));
        self.set_walkmesh(baked)?;
        Ok(report)
    }
}

/// Bakes a walkmesh into a new one.
pub(super) fn bake(walkmesh: &Walkmesh, options: &BakeOptions) -> Result<Walkmesh, BakeError> {
    let raw = walkmesh.as_raw();
    let Mesh { vertices, mut triangles, ranges } = Mesh::new(walkmesh, options)?;
    planes::fill(&mut triangles, &vertices);

    let tile_of = tiling::tile_of(triangles.len(), &ranges);
    let edges = edges::link(&mut triangles, &tile_of, ranges.len());
    let graphs = tile_graphs(walkmesh, &triangles, &ranges)?;
    let size = size::Payload::new(vertices.len(), edges.records.len(), &graphs);
    size.check(&[], &options.limits)?;
    let mesh = sight::Around { vertices: &vertices, triangles: &triangles };
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
        let [vertices_count, edges_count] = match options.tile_counts {
            TileCounts::Count => [vertex_counts[index], edges.of_tile[index]],
            TileCounts::Keep => [raw.tiles[index].header.vertices_count, raw.tiles[index].header.edges_count],
        };
        let header = TileHeader {
            vertices_count,
            edges_count,
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
        uninitialised::keep(&mut baked, raw);
    }
    Ok(Walkmesh::from_raw(baked))
}

/// The path table of each tile, tiles in parallel.
fn path_tables(
    mesh: sight::Around<'_>,
    ranges: &[Range<usize>],
    graphs: &[TileGraph],
    line_of_sight: LineOfSight,
) -> Vec<PathTable> {
    let scratch = || (PathScratch::new(), SightScratch::default());
    map_indices_with(ranges.len(), scratch, |(paths, sights), tile| {
        let graph = &graphs[tile].graph;
        let mut steps = graph.steps(paths);
        sight::mark(&mut steps, mesh, &ranges[tile], graph, line_of_sight, sights);
        graph.table(steps)
    })
}

/// Numbers the islands. Their number was already checked against the limit.
fn number_islands(triangles: &mut [Triangle], ranges: &[Range<usize>], graphs: &[TileGraph]) -> Vec<aswm::Island> {
    let tiles = graphs.iter().zip(ranges).map(|(tile, range)| islands::TileIslands {
        range: range.clone(),
        local_to_node: &tile.graph.local_to_node,
        components: &tile.components,
        count: tile.count,
    });
    islands::build(triangles, tiles)
}
