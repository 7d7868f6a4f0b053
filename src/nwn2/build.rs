//! A walkmesh from any triangles: cut at the borders of the tiles, sorted by tile, ready to bake.
//!
//! ```
//! use walkmesh::nwn2::{self, BakeOptions, Floor};
//! use walkmesh::nwn2::build::{self, Face, Options};
//!
//! // A floor of 18 by 9 metres, over two tiles.
//! let corners = [[0.0, 0.0, 0.0], [18.0, 0.0, 0.0], [18.0, 9.0, 0.0], [0.0, 9.0, 0.0]];
//! let wood = |corners| Face { corners, walkable: true, floor: Some(Floor::Wood) };
//! let built = build::build(&corners, &[wood([0, 1, 2]), wood([0, 2, 3])], &Options::default())?;
//! assert_eq!(built.report.cut.len(), 2);
//!
//! let baked = nwn2::bake(&built.walkmesh, &BakeOptions::default())?;
//! assert_eq!((baked.tiles().len(), baked.islands().len()), (2, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cut;

use crate::formats::Vector3;
use crate::formats::aswm::{Aswm, Edges, Tile, TileFlags, TileHeader, TilesHeader, Triangle, Triangles};
use std::collections::HashMap;
use std::ops::Range;

use super::bake::{self, CrowdedTile};
use super::floor::{self, Floor};
use super::{TileId, Walkmesh, tiling};
use crate::mesh::triangle::is_usable;

use cut::Cutter;

/// A triangle to build from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// Its vertices, in either direction.
    pub corners: [u32; 3],
    /// Whether creatures walk on it.
    pub walkable: bool,
    /// What a step on it sounds like.
    pub floor: Option<Floor>,
}

/// How to build.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Width of a tile in metres: 9 in interiors (the default), 10 in exteriors.
    pub tile_width: f32,
    /// Tiles along x and y; by default as many as the triangles need. The grid starts at the origin.
    pub grid: Option<[u32; 2]>,
    /// Tiles of border on each side, which a bake removes: 0 by default, 8 in exteriors.
    pub border: u32,
    /// What becomes of a triangle that lies in several tiles.
    pub spanning: Spanning,
}

impl Default for Options {
    fn default() -> Self {
        Self { tile_width: 9.0, grid: None, border: 0, spanning: Spanning::default() }
    }
}

/// What becomes of a triangle that lies in several tiles: in the game's files each belongs to one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spanning {
    /// It is cut at the tiles' borders.
    #[default]
    Cut,
    /// It is an error that names all such triangles.
    Refuse,
}

/// Why nothing was built; whoever made the triangles or chose the options is at fault.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} has vertex {vertex}, of {vertices}")]
    VertexMissing {
        /// The triangle.
        triangle: usize,
        /// The vertex.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// A coordinate of a vertex is NaN, infinite or beyond ±[`COORDINATE_LIMIT`](crate::mesh::COORDINATE_LIMIT).
    #[error("a coordinate of vertex {vertex} is NaN, infinite or beyond 1e11")]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// Tiles need a width.
    #[error("tiles are {width} m wide")]
    TileWidth {
        /// The width.
        width: f32,
    },
    /// A triangle lies outside the grid, which starts at the origin.
    #[error("triangle {triangle} reaches out of the grid of {} by {} tiles", grid[0], grid[1])]
    OutsideGrid {
        /// The triangle.
        triangle: usize,
        /// Tiles along x and y.
        grid: [u64; 2],
    },
    /// The grid has more tiles than any area: [`MOST_TILES`].
    #[error("a grid of {} by {} tiles", grid[0], grid[1])]
    GridTooLarge {
        /// Tiles along x and y.
        grid: [u64; 2],
    },
    /// The border would leave no tile inside: a bake would remove every triangle.
    #[error("{}", tiling::all_border(*.border, *.grid))]
    AllBorder {
        /// Width of the border on each side, in tiles.
        border: u32,
        /// Tiles along x and y.
        grid: [u32; 2],
    },
    /// These triangles lie in several tiles, and were not to be cut.
    #[error("{} triangles lie in several tiles; the first is {}", .0.len(), .0.first().unwrap_or(&0))]
    SpanTiles(Vec<usize>),
    /// Cutting made more triangles than [`MOST_TRIANGLES`].
    #[error("more than {MOST_TRIANGLES} triangles")]
    TooManyTriangles,
}

/// The most tiles of a grid: a thousand by a thousand, where the largest areas have some 130 by 130.
pub const MOST_TILES: u64 = 1 << 20;

/// The most triangles to cut into.
pub const MOST_TRIANGLES: usize = 1 << 24;

/// What was built, and what had to be done for it.
#[derive(Clone, Debug)]
pub struct Built {
    /// The walkmesh as the toolset saves it in a TRN: with planes and links, and without path tables and islands, which
    /// the [bake](super::bake()) makes. The game cannot use it before that, so that
    /// [`Terrain::new`](super::Terrain::new) refuses it; [`Terrain::new_unbaked`](super::Terrain::new_unbaked) makes a
    /// TRN of it.
    pub walkmesh: Walkmesh,
    /// What was done.
    pub report: Report,
}

/// What building did to the triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// For each triangle of the walkmesh the one that it was, or was cut from.
    pub sources: Vec<u32>,
    /// The triangles that were cut at tile borders.
    pub cut: Vec<usize>,
    /// The triangles that have no area seen from above, and were left out.
    pub flat: Vec<usize>,
    /// Vertices that stood where another one stands already, and became that one.
    pub welded: usize,
    /// The tiles with too many walkable triangles: a bake will refuse them.
    pub crowded: Vec<CrowdedTile>,
}

/// Builds a walkmesh from triangles. Vertices in one place become one; triangles keep their order within a tile.
///
/// # Errors
/// See [`Error`].
pub fn build(vertices: &[[f32; 3]], faces: &[Face], options: &Options) -> Result<Built, Error> {
    check(vertices, faces, options)?;
    let mut report = Report::default();
    let (vertices, representative) = weld(vertices, &mut report);
    let corners = |face: &Face| face.corners.map(|corner| representative[corner as usize]);
    let grid = grid(&vertices, faces.iter().map(corners), options)?;

    let mut cutter = Cutter::new(vertices, options.tile_width);
    let mut pieces = Vec::with_capacity(faces.len());
    let mut spanning = Vec::new();
    for (index, face) in faces.iter().enumerate() {
        let corners = corners(face);
        if cutter.is_flat(corners) {
            report.flat.push(index);
            continue;
        }
        let tiles = cutter.tiles(corners);
        if [tiles.x.end, tiles.y.end].into_iter().zip(grid).any(|(end, tiles)| u64::from(end) > u64::from(tiles)) {
            return Err(Error::OutsideGrid { triangle: index, grid: grid.map(u64::from) });
        }
        let before = pieces.len();
        if tiles.is_one() {
            pieces.push(Piece { tile: tiles.y.start * grid[0] + tiles.x.start, corners, source: index as u32 });
        } else if options.spanning == Spanning::Refuse {
            spanning.push(index);
        } else {
            cutter.cut(corners, &tiles, |[x, y], corners| {
                pieces.push(Piece { tile: y * grid[0] + x, corners, source: index as u32 });
            });
            // A triangle that only touches a border stays whole.
            if pieces.len() - before > 1 {
                report.cut.push(index);
            }
        }
        if pieces.len() > MOST_TRIANGLES {
            return Err(Error::TooManyTriangles);
        }
    }
    if !spanning.is_empty() {
        return Err(Error::SpanTiles(spanning));
    }
    pieces.sort_by_key(|piece| piece.tile);
    Ok(assemble(cutter, &pieces, faces, grid, options, report))
}

/// A triangle of the walkmesh to be.
struct Piece {
    tile: u32,
    corners: [u32; 3],
    source: u32,
}

fn check(vertices: &[[f32; 3]], faces: &[Face], options: &Options) -> Result<(), Error> {
    let width = options.tile_width;
    if !(width.is_finite() && width > 0.0) {
        return Err(Error::TileWidth { width });
    }
    if let Some(vertex) = vertices.iter().position(|vertex| !is_usable(vertex)) {
        return Err(Error::NotFinite { vertex });
    }
    for (triangle, face) in faces.iter().enumerate() {
        if let Some(vertex) = face.corners.into_iter().find(|corner| *corner as usize >= vertices.len()) {
            return Err(Error::VertexMissing { triangle, vertex, vertices: vertices.len() });
        }
    }
    if faces.len() > MOST_TRIANGLES { Err(Error::TooManyTriangles) } else { Ok(()) }
}

/// The vertices without those that stand where an earlier one does, and for each vertex the one that it became.
fn weld(vertices: &[[f32; 3]], report: &mut Report) -> (Vec<[f32; 3]>, Vec<u32>) {
    let mut places = HashMap::with_capacity(vertices.len());
    let mut kept = Vec::with_capacity(vertices.len());
    let representative = vertices.iter().map(|vertex| {
        // Adding zero makes one zero of both.
        *places.entry(vertex.map(|at| (at + 0.0).to_bits())).or_insert_with(|| {
            kept.push(*vertex);
            kept.len() as u32 - 1
        })
    });
    let representative = representative.collect();
    report.welded = vertices.len() - kept.len();
    (kept, representative)
}

/// The grid that was asked for, or that the triangles need.
fn grid(vertices: &[[f32; 3]], corners: impl Iterator<Item = [u32; 3]>, options: &Options) -> Result<[u32; 2], Error> {
    let mut most = [0_f32; 2];
    for (triangle, corners) in corners.enumerate() {
        for [x, y, _] in corners.map(|corner| vertices[corner as usize]) {
            if x < 0.0 || y < 0.0 {
                let grid = options.grid.unwrap_or_default().map(u64::from);
                return Err(Error::OutsideGrid { triangle, grid });
            }
            most = [most[0].max(x), most[1].max(y)];
        }
    }
    // The cast saturates.
    let needed = most.map(|at| (f64::from(at) / f64::from(options.tile_width)).ceil().max(1.0) as u64);
    let grid = options.grid.map_or(needed, |grid| grid.map(u64::from));
    if grid[0].saturating_mul(grid[1]) > MOST_TILES {
        return Err(Error::GridTooLarge { grid });
    }
    let (grid, border) = (grid.map(|tiles| tiles as u32), options.border);
    if tiling::is_all_border(border, grid) { Err(Error::AllBorder { border, grid }) } else { Ok(grid) }
}

fn assemble(
    cutter: Cutter,
    pieces: &[Piece],
    faces: &[Face],
    grid: [u32; 2],
    options: &Options,
    mut report: Report,
) -> Built {
    report.sources = pieces.iter().map(|piece| piece.source).collect();
    let face = |piece: &Piece| &faces[piece.source as usize];
    let row = |piece: &Piece| Triangle {
        vertices: piece.corners,
        flags: floor::flags(face(piece).walkable, face(piece).floor),
        ..Default::default()
    };
    let mut triangles: Vec<Triangle> = pieces.iter().map(row).collect();
    let vertices: Vec<Vector3> = cutter.into_vertices().into_iter().map(Into::into).collect();
    let ranges = ranges(pieces, grid);
    let edges = bake::unbaked::fill(&mut triangles, &vertices, &ranges);
    let vertex_counts = bake::vertices_per_tile(vertices.len(), &triangles, &ranges);

    let mut tiles = Vec::with_capacity(ranges.len());
    for (tile, range) in (0..).zip(&ranges) {
        let size = if range.is_empty() { 0.0 } else { options.tile_width };
        let header = TileHeader {
            vertices_count: vertex_counts[tile as usize],
            edges_count: edges.of_tile[tile as usize],
            triangles_count: range.len() as u32,
            triangles_offset: range.start as u32,
            size_x: size,
            size_y: size,
            ..Default::default()
        };
        let walkable = pieces[range.clone()].iter().filter(|piece| face(piece).walkable).count();
        if walkable > bake::MOST_NODES {
            let coordinates = [tile % grid[0], tile / grid[0]];
            report.crowded.push(CrowdedTile { tile: TileId(tile), coordinates, walkable });
        }
        tiles.push(Tile { header, flags: TileFlags::TRN, ..Default::default() });
    }
    let raw = Aswm {
        owns_data: 1,
        vertices,
        edges: Edges::V6A(edges.records),
        triangles: Triangles::V6B(triangles),
        tiles_header: TilesHeader {
            flags: TileFlags::TRN,
            width: options.tile_width,
            grid_height: grid[1],
            grid_width: grid[0],
        },
        tiles,
        tiles_border_size: options.border,
        ..Default::default()
    };
    Built { walkmesh: Walkmesh::from_raw(raw), report }
}

/// The pieces of each tile, which are sorted by their tiles.
fn ranges(pieces: &[Piece], grid: [u32; 2]) -> Vec<Range<usize>> {
    let mut start = 0;
    let range = |tile| {
        let end = start + pieces[start..].partition_point(|piece| piece.tile <= tile);
        std::mem::replace(&mut start, end)..end
    };
    (0..grid[0] * grid[1]).map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{CheckOptions, Findings, Severity};
    use crate::nwn2::{self, BakeOptions, Terrain, TerrainError};

    const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [18.0, 0.0, 0.0], [18.0, 18.0, 3.0], [0.0, 18.0, 3.0]];

    fn face(corners: [u32; 3]) -> Face {
        Face { corners, walkable: true, floor: Some(Floor::Stone) }
    }

    #[test]
    fn a_square_over_four_tiles_is_cut_without_gaps() {
        let built = build(&SQUARE, &[face([0, 1, 2]), face([0, 2, 3])], &Options::default()).unwrap();
        assert_eq!(built.report.cut, [0, 1]);
        let baked = nwn2::bake(&built.walkmesh, &BakeOptions::default()).unwrap();
        assert_eq!(baked.grid(), [2, 2]);
        // Nine points: the corners, the middles of the sides, and the centre, which both triangles cut into one.
        assert_eq!(baked.vertices().len(), 9);
        assert_eq!(baked.islands().len(), 4);
        let findings = baked.check(&CheckOptions::default());
        assert!(findings.is_clean(), "{findings}");
        let area: f32 = baked
            .triangles()
            .map(|triangle| {
                let [a, b, c] = triangle.corners().unwrap();
                ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / 2.0
            })
            .sum();
        assert_eq!(area, 18.0 * 18.0);
        assert!(baked.triangles().all(|triangle| triangle.floor() == Some(Floor::Stone)));
    }

    #[test]
    fn what_is_built_is_a_trn_and_does_not_pass_for_a_finished_area() {
        let wall = Face { walkable: false, ..face([0, 2, 3]) };
        let built = build(&SQUARE, &[face([0, 1, 2]), wall], &Options::default()).unwrap().walkmesh;
        assert_eq!(Terrain::new([2, 2], &built).unwrap_err(), TerrainError::NotBaked);

        let bytes = Terrain::new_unbaked([2, 2], &built).unwrap().to_bytes().unwrap();
        let area = Terrain::from_bytes(&bytes).unwrap();
        assert_eq!(area.walkmesh().unwrap(), &built);
        assert_eq!(area.to_bytes().unwrap(), bytes);
        let options = CheckOptions::default();
        let found = |findings: Findings| -> Vec<_> {
            findings.rules().map(|rule| (rule.code, rule.severity, rule.count)).collect()
        };
        assert_eq!(found(area.check(&options)), [("not-baked", Severity::Error, 1)]);
        assert_eq!(found(area.check_file("area.trx", &options)), [("not-baked", Severity::Error, 1)]);
        assert_eq!(found(area.check_file("AREA.TRN", &options)), [("not-baked", Severity::Info, 1)]);

        // One that has its triangles and nothing else, as others may make it, says no more than that either.
        let mut bare = built.into_raw();
        bare.edges = Edges::default();
        if let Triangles::V6B(rows) = &mut bare.triangles {
            let bare = |row: &Triangle| Triangle { vertices: row.vertices, flags: row.flags, ..Default::default() };
            *rows = rows.iter().map(bare).collect();
        }
        let bare = Walkmesh::from_raw(bare);
        assert_eq!(found(bare.check(&options)), [("not-baked", Severity::Error, 1)]);
        let baked = |walkmesh| nwn2::bake(walkmesh, &BakeOptions::default()).unwrap();
        assert_eq!(baked(&bare), baked(area.walkmesh().unwrap()));
    }

    /// As in a TRN of the toolset: counter-clockwise, with planes that point up, links, and parts that are numbered.
    #[test]
    fn what_is_built_has_the_tables_of_a_trn() {
        let built = build(&SQUARE, &[face([0, 2, 1]), face([0, 2, 3])], &Options::default()).unwrap().walkmesh;
        let baked = nwn2::bake(&built, &BakeOptions::default()).unwrap();
        assert!(built.triangles().all(|triangle| triangle.as_raw().normal[2] > 0.0));
        assert_eq!(built.edges().len(), baked.edges().len());
        for (before, after) in built.triangles().zip(baked.triangles()) {
            let sorted = |triangle: nwn2::Triangle<'_>| {
                let mut neighbours = triangle.neighbours();
                neighbours.sort();
                neighbours
            };
            assert_eq!((sorted(before), before.island()), (sorted(after), after.island()));
        }
        let counts = |walkmesh: &Walkmesh| -> Vec<_> {
            walkmesh
                .tiles()
                .map(|tile| (tile.as_raw().header.vertices_count, tile.as_raw().header.edges_count))
                .collect()
        };
        assert_eq!(counts(&built), counts(&baked));
    }

    #[test]
    fn what_spans_can_be_refused() {
        let options = Options { spanning: Spanning::Refuse, ..Default::default() };
        assert_eq!(build(&SQUARE, &[face([0, 1, 2])], &options).unwrap_err(), Error::SpanTiles(vec![0]));
    }

    #[test]
    fn bad_triangles_are_errors() {
        let built =
            |vertices: &[[f32; 3]], options: &Options| build(vertices, &[face([0, 1, 2])], options).unwrap_err();
        let default = Options::default();
        assert_eq!(built(&SQUARE[..2], &default), Error::VertexMissing { triangle: 0, vertex: 2, vertices: 2 });
        assert_eq!(built(&[[f32::NAN; 3]; 3], &default), Error::NotFinite { vertex: 0 });
        let below = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        assert_eq!(built(&below, &default), Error::OutsideGrid { triangle: 0, grid: [0, 0] });
        let one = Options { grid: Some([1, 1]), ..default.clone() };
        assert_eq!(built(&SQUARE, &one), Error::OutsideGrid { triangle: 0, grid: [1, 1] });
        assert_eq!(built(&SQUARE, &Options { tile_width: -1.0, ..default.clone() }), Error::TileWidth { width: -1.0 });
        let bordered = Options { border: 1, ..default.clone() };
        let error = built(&SQUARE, &bordered);
        assert_eq!(error, Error::AllBorder { border: 1, grid: [2, 2] });
        let text = "a border of width 1 on each side of a grid of 2 by 2 tiles leaves no tile inside it, and so nothing of the area";
        assert_eq!(error.to_string(), text);
        let far = |away: f32| [[0.0; 3], [away, 0.0, 0.0], [0.0, away, 0.0]];
        assert!(matches!(built(&far(9e10), &default), Error::GridTooLarge { .. }));
        assert_eq!(built(&far(3e38), &default), Error::NotFinite { vertex: 1 });
    }

    #[test]
    fn equal_vertices_weld_and_flat_triangles_go() {
        let vertices = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -0.0, 0.0]];
        let built = build(&vertices, &[face([0, 1, 2]), face([3, 1, 0])], &Options::default()).unwrap();
        assert_eq!((built.report.welded, built.report.flat), (1, vec![1]));
        assert_eq!(built.report.sources, [0]);
    }

    #[test]
    fn crowded_tiles_are_reported_and_refused_by_the_bake() {
        let rim = (0..=130).map(|at| [4.0 + 3.0 * (at as f32 / 30.0).cos(), 4.0 + 3.0 * (at as f32 / 30.0).sin(), 0.0]);
        let vertices: Vec<_> = std::iter::once([4.0, 4.0, 0.0]).chain(rim).collect();
        let faces: Vec<_> = (1..=130).map(|at| face([0, at, at + 1])).collect();
        let built = build(&vertices, &faces, &Options::default()).unwrap();
        let crowded = nwn2::bake::CrowdedTile { tile: TileId(0), coordinates: [0, 0], walkable: 130 };
        assert_eq!(built.report.crowded, [crowded]);
        let error = nwn2::bake(&built.walkmesh, &BakeOptions::default()).unwrap_err();
        assert_eq!(error.to_string(), "1 tiles have more than 127 walkable triangles: (0, 0) has 130");
    }
}
