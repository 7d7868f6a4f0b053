//! [`Are`]: the tiles of an interior of Neverwinter Nights 2, from which the toolset makes its floor.

use crate::formats::gff::{Gff, View};
use crate::formats::{Document, Error as FormatError};
use crate::instances::{References, vector};

use super::TileId;

/// The `.are` of an area. For an interior it lists the tiles, each a model in a cell of the grid.
///
/// Source: docs/formats/gff.md#are.
///
/// ```
/// use walkmesh::formats::gff::{Gff, Tree, TreeValue};
/// use walkmesh::nwn2::{Are, TileId, TileKey};
///
/// let position = [("x", 13.5), ("y", 4.5), ("z", 0.0)];
/// let position = position.into_iter().fold(Tree::new(1), |tree, (axis, at)| tree.with(axis, TreeValue::Float(at)));
/// let tile = Tree::new(1)
///     .with("Appearance", TreeValue::Int(24))
///     .with("Variation", TreeValue::Int(1))
///     .with("Orientation", TreeValue::Int(3))
///     .with("Position", TreeValue::Struct(position));
/// let area = Tree::root()
///     .with("Width", TreeValue::Int(2))
///     .with("Height", TreeValue::Int(1))
///     .with("TileList", TreeValue::List(vec![tile]));
///
/// let are = Are::from_raw(Gff::from_tree(*b"ARE ", &area)?);
/// let [tile] = are.tiles()[..] else { panic!("one tile") };
/// assert_eq!((tile.tile, tile.key), (TileId(1), TileKey { appearance: 24, variation: 1 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Are {
    raw: Gff,
}

/// The width of a tile in interiors, in metres.
pub(super) const INTERIOR_TILE: f32 = 9.0;

/// The appearance of the tile without a model.
const EMPTY_TILE: u32 = 39;

/// The model of a tile: a row of `tiles.2da`, and the number of a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TileKey {
    /// The row.
    pub appearance: u32,
    /// The variation.
    pub variation: u32,
}

/// A tile of an interior: a model in a cell of the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AreTile {
    /// The cell.
    pub tile: TileId,
    /// The model.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub key: TileKey,
    /// Number of quarter turns clockwise, 0 to 3.
    pub turns: u8,
    /// The centre of the model, in metres.
    pub position: [f32; 3],
}

impl Are {
    /// The name of the file of an area.
    #[must_use]
    pub fn file(area: &str) -> String {
        format!("{area}.are")
    }

    /// Reads an ARE.
    ///
    /// # Errors
    /// When the bytes are not a GFF. The error names the field and the offset.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        Gff::from_bytes(bytes).map(Self::from_raw)
    }

    /// Takes the on-disk struct.
    pub fn from_raw(raw: Gff) -> Self {
        Self { raw }
    }

    /// The on-disk struct.
    pub fn as_raw(&self) -> &Gff {
        &self.raw
    }

    /// Number of columns and rows of tiles; `None` if a field is missing.
    #[must_use]
    pub fn size(&self) -> Option<[u32; 2]> {
        let root = self.raw.root()?;
        let [width, height] = ["Width", "Height"].map(|label| root.integer(label)?.try_into().ok());
        Some([width?, height?])
    }

    /// The tiles that have a model, at most one for each cell: the last one if there are several. An exterior has none. Tiles without a
    /// position in the grid are left out.
    #[must_use]
    pub fn tiles(&self) -> Vec<AreTile> {
        let Some((size, list)) = self.size().zip(self.raw.root().and_then(|root| root.list("TileList"))) else {
            return Vec::new();
        };
        if References::new(&self.raw).charge(list).is_none() {
            return Vec::new();
        }
        let tiles = list.iter().filter_map(|view| AreTile::new(view, size));
        let of_cells: std::collections::BTreeMap<u32, AreTile> = tiles.map(|tile| (tile.tile.0, tile)).collect();
        of_cells.into_values().filter(|tile| tile.key.appearance != EMPTY_TILE).collect()
    }
}

#[cfg(test)]
impl AreTile {
    /// A tile in the first column of a grid, for tests.
    pub(super) fn sample(tile: TileId) -> Self {
        let position = [4.5, 9.0 * tile.0 as f32 + 4.5, 0.0];
        Self { tile, key: TileKey { appearance: 24, variation: 0 }, turns: 0, position }
    }
}

impl AreTile {
    fn new(view: View<'_>, [columns, rows]: [u32; 2]) -> Option<Self> {
        let number = |label| u32::try_from(view.integer(label)?).ok();
        let position = vector(view.child("Position")?, ["x", "y", "z"])?;
        // Casts saturate.
        let [column, row] = [0, 1].map(|axis| (position[axis] / INTERIOR_TILE).floor() as i64);
        let is_inside = (0..i64::from(columns)).contains(&column) && (0..i64::from(rows)).contains(&row);
        Some(Self {
            tile: is_inside.then_some(TileId((row * i64::from(columns) + column).try_into().ok()?))?,
            key: TileKey { appearance: number("Appearance")?, variation: number("Variation").unwrap_or_default() },
            turns: (number("Orientation").unwrap_or_default() % 4) as u8,
            position,
        })
    }
}
