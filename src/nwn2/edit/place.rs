//! Puts each triangle of an edit into a tile, and cuts those that lie in several.
//!
//! A triangle that was not reshaped stays in its tile, even if it reaches over the border. One that was stays there if it
//! fits, goes to another tile if it fits there, and is cut at the borders otherwise.

use std::collections::HashMap;

use crate::formats::aswm::TriangleFlags;
use crate::nwn2::bake::prepare::tile_of_centre;
use crate::nwn2::build::cut::{Cutter, Tiles};
use crate::nwn2::{BakeError, EditError, MAX_BUILD_TRIANGLES, TilingError, TriangleId};

use super::report::EditReport;
use super::walkmesh_edit::{Face, WalkmeshEdit};

/// How far a triangle may reach over the border of its tile, in metres. In real files some do, at most by 0.0955 m
/// (docs/formats/trn-aswm.md#tile). To cut such triangles would leave slivers.
const SLACK: f32 = 0.1;

/// The triangles of an edit in their tiles.
pub(super) struct Placement {
    /// Sorted by tile. In a tile those come first that were in it before.
    pub(super) faces: Vec<Placed>,
    /// The vertices, with those at which triangles were cut.
    pub(super) vertices: Vec<[f32; 3]>,
}

/// A triangle, or a piece of one, in its tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) tile: u32,
    pub(super) corners: [u32; 3],
    pub(super) flags: TriangleFlags,
    /// The triangle that it is, or was cut from.
    pub(super) source: TriangleId,
    /// Whether its shape is that of an edit.
    pub(super) is_reshaped: bool,
    /// Whether it was in another tile before, or in none.
    is_from_elsewhere: bool,
}

/// A triangle of an edit before it has its tile.
struct Whole {
    id: TriangleId,
    face: Face,
    is_reshaped: bool,
}

/// Puts all triangles of an edit into tiles.
pub(super) fn place(edit: WalkmeshEdit<'_>, report: &mut EditReport) -> Result<Placement, EditError> {
    let grid = Grid { width: edit.base().tile_width(), tiles: edit.base().grid() };
    let whole = |(id, face): (TriangleId, &Face)| Whole { id, face: *face, is_reshaped: edit.is_reshaped(face) };
    let mut wholes: Vec<Whole> = edit.faces().map(whole).collect();
    let cutter = Cutter::new(edit.into_vertices(), grid.width).with_slack(SLACK);
    wholes.retain(|whole| {
        let is_left_out = whole.face.is_new && cutter.is_degenerate(whole.face.corners);
        if is_left_out {
            report.degenerate.push(whole.id);
        }
        !is_left_out
    });
    let mut homes = wholes.iter().map(|whole| grid.home(&cutter, whole)).collect::<Result<Vec<_>, _>>()?;
    cut_neighbours(&cutter, &wholes, &mut homes, &grid);
    let mut placement = divide(cutter, &wholes, &homes, &grid, report)?;
    placement.faces.sort_by_key(|face| (face.tile, face.is_from_elsewhere));
    Ok(placement)
}

/// Puts the triangles with a home there, and cuts the others.
fn divide(
    mut cutter: Cutter,
    wholes: &[Whole],
    homes: &[Option<u32>],
    grid: &Grid,
    report: &mut EditReport,
) -> Result<Placement, EditError> {
    let mut faces = Vec::with_capacity(wholes.len());
    for (Whole { id, face, is_reshaped }, home) in wholes.iter().zip(homes) {
        let mut put = |tile: u32, corners: [u32; 3], is_reshaped: bool| {
            let is_from_elsewhere = face.tile != Some(tile);
            faces.push(Placed { tile, corners, flags: face.flags, source: *id, is_reshaped, is_from_elsewhere });
        };
        match home {
            Some(tile) => put(*tile, face.corners, *is_reshaped),
            None => {
                let tiles = cutter.tiles(face.corners);
                cutter.cut(face.corners, &tiles, |[x, y], corners| put(y * grid.tiles[0] + x, corners, true));
                report.cut.push(*id);
            }
        }
        if faces.len() > MAX_BUILD_TRIANGLES {
            return Err(EditError::TooManyFaces);
        }
    }
    Ok(Placement { faces, vertices: cutter.into_vertices() })
}

/// The grid of the tiles.
struct Grid {
    width: f32,
    tiles: [u32; 2],
}

impl Grid {
    /// The tile of a triangle; `None` if it has to be cut.
    fn home(&self, cutter: &Cutter, whole: &Whole) -> Result<Option<u32>, EditError> {
        let Whole { id, face, is_reshaped } = whole;
        let corners = face.corners;
        let by_centre = || self.tile_of_centre(cutter, corners).ok_or(TilingError::Outside { triangle: *id });
        if !is_reshaped {
            return Ok(Some(face.tile.map_or_else(by_centre, Ok)?));
        }
        if !(self.width > 0.0 && self.width.is_finite()) {
            return Err(BakeError::TileWidth { width: self.width }.into());
        }
        if !self.holds(cutter, corners) {
            return Err(EditError::OutsideGrid { triangle: *id, grid: self.tiles, width: self.width });
        }
        if let Some(tile) = face.tile.filter(|tile| cutter.fits(corners, &self.one(*tile))) {
            return Ok(Some(tile));
        }
        let tiles = cutter.tiles(corners);
        if tiles.is_one() {
            Ok(Some(tiles.y.start * self.tiles[0] + tiles.x.start))
        } else if cutter.is_degenerate(corners) {
            Ok(Some(by_centre()?))
        } else {
            Ok(None)
        }
    }

    fn tile_of_centre(&self, cutter: &Cutter, corners: [u32; 3]) -> Option<u32> {
        let has_tiles = self.tiles.into_iter().all(|tiles| tiles > 0);
        has_tiles.then(|| tile_of_centre(cutter.points(corners).map(Into::into), self.width, self.tiles))
    }

    fn holds(&self, cutter: &Cutter, corners: [u32; 3]) -> bool {
        let [columns, rows] = self.tiles;
        columns > 0 && rows > 0 && cutter.fits(corners, &Tiles { x: 0..columns, y: 0..rows })
    }

    /// A tile, which exists, as columns and rows.
    fn one(&self, tile: u32) -> Tiles {
        let [x, y] = [tile % self.tiles[0], tile / self.tiles[0]];
        Tiles { x: x..x + 1, y: y..y + 1 }
    }
}

/// Cuts also the triangles that share a side with one that is cut there: they would lose the link otherwise. In real files
/// no triangle reaches so far over the border that this happens.
fn cut_neighbours(cutter: &Cutter, wholes: &[Whole], homes: &mut [Option<u32>], grid: &Grid) {
    let mut open: Vec<usize> = (0..homes.len()).filter(|at| homes[*at].is_none()).collect();
    if open.is_empty() {
        return;
    }
    let crossing_sides = |at: usize| {
        let [a, b, c] = wholes[at].face.corners;
        let sides = [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]);
        sides.into_iter().filter(|side| !cutter.tiles(*side).is_one())
    };
    let mut at_side: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
    for (at, whole) in wholes.iter().enumerate().filter(|(at, _)| homes[*at].is_some()) {
        let corners = whole.face.corners;
        if !cutter.tiles(corners).is_one() && grid.holds(cutter, corners) && !cutter.is_degenerate(corners) {
            crossing_sides(at).for_each(|side| at_side.entry(side).or_default().push(at));
        }
    }
    while let Some(at) = open.pop() {
        let beside = crossing_sides(at).filter_map(|side| at_side.remove(&side)).flatten();
        for other in beside.collect::<Vec<_>>() {
            if homes[other].take().is_some() {
                open.push(other);
            }
        }
    }
}
