//! [`TileOf`]: the tile that holds each triangle.

use crate::nwn2::{TileId, TriangleId, Walkmesh};

/// The tile of each triangle.
#[derive(Clone, Debug)]
pub(super) struct TileOf(Vec<u32>);

impl TileOf {
    const NONE: u32 = u32::MAX;

    /// The first tile that holds each triangle.
    pub(super) fn new(walkmesh: &Walkmesh) -> Self {
        let mut tile_of = vec![Self::NONE; walkmesh.triangle_rows().len()];
        // Tiles by their starts. Where ranges overlap, only the part after the previous range is new, so each triangle
        // is visited once.
        let mut tiles: Vec<_> = walkmesh.tiles().map(|tile| (tile.range(), tile.id().0)).collect();
        tiles.sort_by_key(|(range, id)| (range.start, *id));
        let mut free = 0;
        for (range, id) in tiles {
            let end = range.end.min(tile_of.len() as u64);
            let start = range.start.max(free);
            if start < end {
                tile_of[start as usize..end as usize].fill(id);
                free = end;
            }
        }
        Self(tile_of)
    }

    pub(super) fn tile(&self, triangle: TriangleId) -> Option<TileId> {
        self.0.get(triangle.index()).copied().filter(|tile| *tile != Self::NONE).map(TileId)
    }
}
