//! [`Selection`]: the triangles to edit.

use crate::formats::aswm::TriangleFlags;
use crate::geometry::polygon_contains;
use crate::geometry::triangle::is_usable;
use crate::nwn2::floor::CLOCKWISE;
use crate::nwn2::{EditError, TileId, TriangleId};

use super::walkmesh_edit::{EditedFace, WalkmeshEdit};

/// The triangles to edit.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Selection {
    /// All triangles.
    All,
    /// These triangles.
    Triangles(Vec<TriangleId>),
    /// The triangles with exactly these flags, ignoring the clockwise flag, which is set in every triangle of a TRX and unset in a TRN.
    Flags(TriangleFlags),
    /// The triangles of a tile, without added ones, which get a tile when the edit is finished.
    Tile(TileId),
    /// The triangles whose centre lies in an axis-aligned box, or on its border. With infinite z it is a box of the plan
    /// view.
    Box {
        /// The minimum, in metres.
        least: [f32; 3],
        /// The maximum, in metres.
        greatest: [f32; 3],
    },
    /// The triangles whose centre lies in a polygon of the plan view, at any height, by the even-odd rule.
    Polygon(Vec<[f32; 2]>),
}

impl WalkmeshEdit<'_> {
    /// The triangles of a selection, ascending and each once.
    ///
    /// # Errors
    /// [`EditError::NoSuchFace`], [`EditError::NoSuchTile`] and [`EditError::NotAPolygon`].
    pub fn select(&self, selection: &Selection) -> Result<Vec<TriangleId>, EditError> {
        match selection {
            Selection::All => Ok(self.matching(|_| true)),
            Selection::Triangles(triangles) => {
                triangles.iter().try_for_each(|triangle| self.face(*triangle).map(drop))?;
                let mut triangles = triangles.clone();
                triangles.sort_unstable();
                triangles.dedup();
                Ok(triangles)
            }
            Selection::Flags(flags) => Ok(self.matching(|face| (face.flags.0 ^ flags.0) & !CLOCKWISE == 0)),
            Selection::Tile(tile) => {
                let grid = self.base().grid();
                if tile.index() >= self.base().as_raw().tiles.len() {
                    return Err(EditError::NoSuchTile { tile: *tile, grid });
                }
                Ok(self.matching(|face| face.tile == Some(tile.0)))
            }
            Selection::Box { least, greatest } => Ok(self.matching(|face| {
                let centre = self.centre(face);
                (0..3).all(|axis| centre[axis] >= least[axis].into() && centre[axis] <= greatest[axis].into())
            })),
            Selection::Polygon(outline) => {
                if outline.len() < 3 || !outline.iter().all(|[x, y]| is_usable(&[*x, *y, 0.0])) {
                    return Err(EditError::NotAPolygon);
                }
                let outline: Vec<_> = outline.iter().map(|point| point.map(f64::from)).collect();
                Ok(self.matching(|face| {
                    let [x, y, _] = self.centre(face);
                    polygon_contains(&outline, [x, y])
                }))
            }
        }
    }

    fn matching(&self, is_selected: impl Fn(&EditedFace) -> bool) -> Vec<TriangleId> {
        self.faces().filter(|(_, face)| is_selected(face)).map(|(id, _)| id).collect()
    }

    /// The mean of a triangle's corners, in metres.
    fn centre(&self, face: &EditedFace) -> [f64; 3] {
        let [a, b, c] = face.corners.map(|corner| self.vertices()[corner as usize].map(f64::from));
        [0, 1, 2].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0)
    }
}
