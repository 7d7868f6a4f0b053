//! Assigns each triangle of an edit to a tile, and cuts those that lie in several.
//!
//! A triangle that was not reshaped stays in its tile, even if it reaches over the border. A reshaped one stays there if
//! it fits, moves to another tile if it fits there, and is cut at the borders otherwise.

use std::collections::HashMap;

use crate::formats::aswm::TriangleFlags;
use crate::nwn2::bake::prepare::tile_of_centre;
use crate::nwn2::build::cut::{Cutter, Tiles};
use crate::nwn2::{BakeError, EditError, MAX_BUILD_TRIANGLES, TilingError, TriangleId};

use super::report::EditReport;
use super::walkmesh_edit::{EditedFace, WalkmeshEdit};

/// Maximum overhang of a triangle over the border of its tile, in metres. Real files have up to 0.0955 m
/// (docs/formats/trn-aswm.md#tile). Cutting such triangles would leave slivers.
const SLACK: f32 = 0.1;

/// The triangles of an edit in their tiles.
pub(super) struct Placement {
    /// Sorted by tile. Within a tile, the triangles that were in it before come first.
    pub(super) faces: Vec<TilePiece>,
    /// The vertices, with those at which triangles were cut.
    pub(super) vertices: Vec<[f32; 3]>,
}

/// A triangle, or a piece of one, in its tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TilePiece {
    pub(super) tile: u32,
    pub(super) corners: [u32; 3],
    pub(super) flags: TriangleFlags,
    /// The triangle itself, or the triangle that it was cut from.
    pub(super) source: TriangleId,
    /// True if an edit gave it its shape.
    pub(super) is_reshaped: bool,
    /// True if it was in another tile before, or in no tile.
    pub(super) is_from_elsewhere: bool,
}

impl TilePiece {
    /// The sort key: by tile; within a tile, triangles that were already in it come first.
    fn order(&self) -> (u32, bool) {
        (self.tile, self.is_from_elsewhere)
    }
}

/// A triangle of an edit before it has its tile.
struct Whole {
    id: TriangleId,
    face: EditedFace,
    is_reshaped: bool,
}

/// Assigns the triangles of an edit to tiles. If no triangle was reshaped, each stays in its own tile.
pub(super) fn place(edit: WalkmeshEdit<'_>, report: &mut EditReport) -> Result<Placement, EditError> {
    if edit.reshapes() { anew(edit, report) } else { in_place(edit) }
}

/// Keeps every triangle of an edit in its tile.
fn in_place(edit: WalkmeshEdit<'_>) -> Result<Placement, EditError> {
    let grid = Grid::new(&edit);
    let placed = |(id, face): (TriangleId, &EditedFace)| {
        let points = face.corners.map(|corner| edit.vertices()[corner as usize]);
        let tile = grid.tile_of(id, face, points)?;
        let EditedFace { corners, flags, .. } = *face;
        let is_from_elsewhere = face.tile != Some(tile);
        Ok(TilePiece { tile, corners, flags, source: id, is_reshaped: false, is_from_elsewhere })
    };
    let mut faces = edit.faces().map(placed).collect::<Result<Vec<_>, EditError>>()?;
    if faces.len() > MAX_BUILD_TRIANGLES {
        return Err(EditError::TooManyFaces);
    }
    faces.sort_by_key(TilePiece::order);
    Ok(Placement { faces, vertices: edit.into_vertices() })
}

/// Assigns every triangle of an edit to tiles again, and cuts reshaped triangles at the borders of tiles.
fn anew(edit: WalkmeshEdit<'_>, report: &mut EditReport) -> Result<Placement, EditError> {
    let grid = Grid::new(&edit);
    let whole = |(id, face): (TriangleId, &EditedFace)| Whole { id, face: *face, is_reshaped: edit.is_reshaped(face) };
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
    placement.faces.sort_by_key(TilePiece::order);
    Ok(placement)
}

/// Assigns triangles to tiles in which they fit, and cuts the others.
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
            faces.push(TilePiece { tile, corners, flags: face.flags, source: *id, is_reshaped, is_from_elsewhere });
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
    fn new(edit: &WalkmeshEdit<'_>) -> Self {
        Self { width: edit.base().tile_width(), tiles: edit.base().grid() }
    }

    /// The tile of a triangle that was not reshaped: its own, or the tile of its centre if it has none.
    fn tile_of(&self, id: TriangleId, face: &EditedFace, points: [[f32; 3]; 3]) -> Result<u32, EditError> {
        let by_centre = || self.tile_of_centre(points).ok_or(TilingError::Outside { triangle: id });
        Ok(face.tile.map_or_else(by_centre, Ok)?)
    }

    /// The tile of a triangle; `None` if it has to be cut.
    fn home(&self, cutter: &Cutter, whole: &Whole) -> Result<Option<u32>, EditError> {
        let Whole { id, face, is_reshaped } = whole;
        let corners = face.corners;
        if !is_reshaped {
            return Ok(Some(self.tile_of(*id, face, cutter.points(corners))?));
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
            let tile = self.tile_of_centre(cutter.points(corners));
            Ok(Some(tile.ok_or(TilingError::Outside { triangle: *id })?))
        } else {
            Ok(None)
        }
    }

    fn tile_of_centre(&self, points: [[f32; 3]; 3]) -> Option<u32> {
        let has_tiles = self.tiles.into_iter().all(|tiles| tiles > 0);
        has_tiles.then(|| tile_of_centre(points.map(Into::into), self.width, self.tiles))
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

/// Also cuts the triangles that share a side that is cut there, because they would otherwise lose the link. In real files no triangle
/// extends far enough over the border to need this.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nwn2::{self, BuildFace, BuildOptions, Selection, VertexId, Walkmesh};

    /// A floor over several tiles, whose triangles lie in tiles or, as after an import, in none.
    fn floor(is_tiled: bool) -> Walkmesh {
        let corners = [[0.0, 0.0, 0.0], [35.0, 0.0, 0.0], [35.0, 25.0, 0.0], [0.0, 25.0, 2.0]];
        let face = |corners| BuildFace { corners, walkable: true, floor: None };
        let faces = [face([0, 1, 2]), face([0, 2, 3])];
        let mut raw = nwn2::build(&corners, &faces, &BuildOptions::default()).unwrap().walkmesh.into_raw();
        if !is_tiled {
            raw.tiles.iter_mut().for_each(|tile| tile.header.triangles_count = 0);
        }
        Walkmesh::from_raw(raw)
    }

    #[test]
    fn where_nothing_is_reshaped_no_triangle_has_to_be_placed_anew() {
        for is_tiled in [true, false] {
            let walkmesh = floor(is_tiled);
            let mut edit = walkmesh.edit().unwrap();
            edit.paint(&Selection::Triangles([TriangleId(1), TriangleId(6)].into()), TriangleFlags(0)).unwrap();
            edit.remove(&Selection::Triangles([TriangleId(3)].into())).unwrap();
            assert!(!edit.reshapes());
            let mut report = EditReport::default();
            let mut anew = anew(edit.clone(), &mut report).unwrap();
            assert_eq!(report, EditReport::default());
            let mut stay = in_place(edit).unwrap();
            assert!(stay.faces.len() > 12, "{} triangles", stay.faces.len());
            assert_eq!(stay.faces, anew.faces, "tiled: {is_tiled}");
            let bits = |placement: &mut Placement| {
                placement.vertices.drain(..).map(|at| at.map(f32::to_bits)).collect::<Vec<_>>()
            };
            assert_eq!(bits(&mut stay), bits(&mut anew));
        }
    }

    #[test]
    fn what_reshapes_a_triangle_places_it_anew() {
        let walkmesh = floor(true);
        let reshapes: [fn(&mut WalkmeshEdit<'_>); 3] = [
            |edit| edit.move_vertex(VertexId(0), [-9.0, 0.0, 0.0]).unwrap(),
            |edit| _ = edit.add_triangle([0, 1, 2].map(VertexId), TriangleFlags(1)).unwrap(),
            |edit| edit.set_corners(TriangleId(0), [5, 6, 7].map(VertexId)).unwrap(),
        ];
        for reshape in reshapes {
            let mut edit = walkmesh.edit().unwrap();
            assert!(!edit.reshapes());
            reshape(&mut edit);
            assert!(edit.reshapes());
        }
    }
}
