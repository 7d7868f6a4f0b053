//! Carving: the toolset's changes to the triangles of a TRN before it fills in the tables of a TRX.
//!
//! Cutters make holes, triangles are cut at the borders of tiles, and vertices close to one another are merged. The result
//! has the toolset's vertices, triangles, indices and order, bit for bit; docs/formats/trn-aswm.md#cut-and-tile has the
//! rules and their accuracy. The [bake](super::Walkmesh::bake) then fills in the tables.
//!
//! [`build`](super::build()) is different: it makes a new mesh from any triangles, and its cut keeps neighbours together
//! without moving a vertex.

mod area;
mod assemble;
mod clip;
mod corners;
mod cut;
mod ears;
mod holes;
mod join;
mod losses;
mod merge;
mod near;
mod options;
#[cfg(test)]
mod oracle;
mod order;
mod overlaps;
mod report;
#[cfg(test)]
mod robustness;
mod source;
mod square;
pub(super) mod stages;
mod steps;
mod tile;
mod tile_vertices;
mod touched;
mod union;
mod weld;

use crate::geometry::triangle::is_usable;
use crate::parallel::map_indices_with;

pub(crate) use area::carve_and_bake;
pub use options::{CarveOptions, Cutter, Obstacles};
pub use report::{
    CarveReport, CarveResult, Crowding, EmptiedTile, FloorLoss, FloorLossCause, Part, SkipReason, SkippedCutter,
};

use ears::Rule;
use merge::Floor;
use overlaps::Overlaps;
use source::SourceTriangle;
use square::Square;
use steps::{Budget, TooManySteps};
use tile::Scratch;
use touched::Polygons;
use union::Union;

use super::bake::{MAX_NODES, check_mesh};
use super::{CarveError, CrowdedTile, PlacedWalkMesh, TileId, TriangleId, Walkmesh};

/// Cuts the mesh of a TRN as the toolset does before it fills in the tables: with cutters, at the borders of tiles, and
/// joined.
///
/// ```
/// use walkmesh::nwn2::{self, BakeOptions, BuildFace, BuildOptions, CarveOptions, Cutter, TileCounts};
///
/// let corners = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [9.0, 9.0, 0.0], [0.0, 9.0, 0.0]];
/// let face = |corners| BuildFace { corners, walkable: true, floor: None };
/// let trn = nwn2::build(&corners, &[face([0, 1, 2]), face([0, 2, 3])], &BuildOptions::default())?.walkmesh;
///
/// // A table stands across both triangles.
/// let table = Cutter { points: vec![[3.0, 2.0], [6.0, 2.0], [6.0, 7.0], [3.0, 7.0]] };
/// let mut carved = nwn2::carve(&trn, &[table], &CarveOptions::default())?;
/// assert_eq!(carved.report.cut.len(), 2);
///
/// carved.walkmesh.bake(&BakeOptions::default().with_tile_counts(TileCounts::Keep))?;
/// let on_table = |triangle: &nwn2::Triangle| triangle.contains([4.0, 5.0]);
/// assert!(!carved.walkmesh.triangles().any(|triangle| on_table(&triangle)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The result is the same on every machine and with any number of threads.
///
/// # Errors
/// See [`CarveError`].
pub fn carve<'o>(
    walkmesh: &Walkmesh,
    obstacles: impl Into<Obstacles<'o>>,
    options: &CarveOptions,
) -> Result<CarveResult, CarveError> {
    let Passes { tiles, mut report, polygons, budget, .. } = passes(walkmesh, obstacles.into(), options, false)?;
    let joined = join::join(&tiles);
    let walkmesh = assemble::assemble(walkmesh, &tiles, &joined, &mut report);
    touched::find_crowded(&walkmesh, &polygons, &budget, &mut report)?;
    Ok(CarveResult { walkmesh, report })
}

/// The results of the two passes, before tiles are joined.
struct Passes<'c> {
    /// The triangles without the parts that cutters cover. Their contours are kept only on demand.
    cut: cut::Cut,
    /// The tiles, each clipped at its square.
    tiles: Vec<tile::Tile>,
    report: CarveReport,
    polygons: Polygons<'c>,
    budget: Budget,
}

/// Cuts the triangles of a TRN, and clips them at the squares of the tiles.
fn passes<'c>(
    walkmesh: &Walkmesh,
    Obstacles { cutters, walk_meshes }: Obstacles<'c>,
    options: &CarveOptions,
    keeps_contours: bool,
) -> Result<Passes<'c>, CarveError> {
    let is_usable = |placed: &PlacedWalkMesh| placed.mesh.vertices().iter().all(is_usable);
    if walkmesh.is_baked() {
        return Err(CarveError::Baked);
    }
    check_mesh(walkmesh)?;
    let in_order = order::tiles(walkmesh, options.tiling, options.border)?;
    let (grid, width) = (walkmesh.grid(), walkmesh.tile_width());
    let of_meshes = walk_meshes.iter().map(|placed| placed.mesh.vertices().len() + placed.mesh.faces().len());
    let corners: usize = cutters.iter().map(|cutter| cutter.points.len()).chain(of_meshes).sum();
    let items = corners + walkmesh.triangle_rows().len() + walkmesh.as_raw().tiles.len();
    let (mut report, budget) =
        (CarveReport { grid, ..CarveReport::default() }, Budget::of_steps(options.limits.steps, items));
    let polygons = Polygons::new(cutters, &mut report.skipped);
    let union = Union::new(polygons.points(), &budget)?;
    let rule = Rule::new(options);
    report.skipped_meshes = (0..walk_meshes.len()).filter(|mesh| !is_usable(&walk_meshes[*mesh])).collect();
    let walk_meshes = walk_meshes.iter().filter(|placed| is_usable(placed));
    let sources = sources(walkmesh, &in_order, walk_meshes, rule, &budget)?;
    let mut cut = cut::cut(&sources, &union, rule, keeps_contours, &budget, &mut report)?;
    report.cut.retain(|triangle| triangle.index() < walkmesh.triangle_rows().len());
    touched::count_cut(walkmesh, &polygons, &budget, &mut report)?;
    report.outside = outside(&cut.faces, grid, width);
    let overlaps = Overlaps::new(&cut.faces, grid, width)?;
    let square = |tile: usize| Square::new([tile as u32 % grid[0].max(1), tile as u32 / grid[0].max(1)], width);
    let tiles = map_indices_with(
        walkmesh.as_raw().tiles.len(),
        || Scratch::by(rule),
        |scratch, tile| {
            let faces = overlaps.of_tile(tile).iter().map(|index| &cut.faces[*index as usize]);
            scratch.tile(square(tile), faces, &budget)
        },
    );
    let mut tiles: Vec<tile::Tile> = tiles.into_iter().collect::<Result<_, _>>()?;
    let of_tiles = tiles.iter_mut().map(|tile| std::mem::take(&mut tile.losses));
    let losses: Vec<_> = std::mem::take(&mut cut.losses).into_iter().chain(of_tiles).collect();
    let mut steps = budget.counter();
    let tile_of = |at: clip::Point| coordinates_of(at, grid, width);
    losses.into_iter().try_for_each(|losses| losses.report(&polygons, tile_of, &mut steps, &mut report))?;
    if !options.keep_floor {
        for (number, tile) in (0..).zip(&mut tiles).filter(|(_, tile)| tile.walkable() > MAX_NODES) {
            let coordinates = [number % grid[0].max(1), number / grid[0].max(1)];
            let crowded = CrowdedTile { tile: TileId(number), coordinates, walkable: tile.walkable() };
            let crowding = touched::crowding(crowded, square(number as usize), &polygons, &mut steps)?;
            report.emptied.push(EmptiedTile { crowding, lost: tile.plan_area() });
            *tile = tile::Tile::default();
        }
    }
    steps.settle()?;
    Ok(Passes { cut, tiles, report, polygons, budget })
}

/// The triangles of each tile, column by column, followed by the triangles of walk meshes.
fn sources<'m>(
    walkmesh: &Walkmesh,
    in_order: &[Vec<TriangleId>],
    mut walk_meshes: impl Iterator<Item = &'m PlacedWalkMesh>,
    rule: Rule,
    budget: &Budget,
) -> Result<Vec<Vec<SourceTriangle>>, TooManySteps> {
    let mut steps = budget.counter();
    let of_tile = |tile: &Vec<TriangleId>| tile.iter().map(|source| SourceTriangle::new(walkmesh, *source)).collect();
    let tiles: Vec<Vec<SourceTriangle>> = in_order.iter().map(of_tile).collect();
    let is_tiled = tiles.len() == walkmesh.as_raw().tiles.len();
    let mut floor = Floor::new(tiles, walkmesh.triangle_rows().len(), rule);
    walk_meshes.try_for_each(|placed| floor.merge(placed, &mut steps))?;
    steps.settle()?;
    let (tiles, faces) = floor.into_parts();
    let mut sources = if is_tiled { order::by_columns(tiles, walkmesh.grid()[0] as usize) } else { tiles };
    sources.push(faces);
    Ok(sources)
}

/// The column and the row of the tile in which a point lies, or of the nearest one.
fn coordinates_of(at: clip::Point, grid: [u32; 2], width: f32) -> [u32; 2] {
    // Casts saturate.
    [0, 1].map(|axis| ((at[axis] / width) as u32).min(grid[axis].saturating_sub(1)))
}

/// Maximum overhang of a triangle beyond the grid that is not reported, in metres: rounding error.
const STICKS_OUT: f32 = 1e-3;

/// The triangles of the input that reach beyond the grid of tiles.
fn outside(faces: &[cut::Face], grid: [u32; 2], width: f32) -> Vec<TriangleId> {
    let most = grid.map(|tiles| tiles as f32 * width + STICKS_OUT);
    let is_outside = |[x, y]: [f32; 2]| x < -STICKS_OUT || y < -STICKS_OUT || x > most[0] || y > most[1];
    let mut outside: Vec<TriangleId> =
        faces.iter().filter(|face| face.corners.into_iter().any(is_outside)).map(|face| face.source).collect();
    outside.sort_unstable();
    outside.dedup();
    outside
}

#[cfg(test)]
mod tests;
