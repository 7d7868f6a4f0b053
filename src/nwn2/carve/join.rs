//! Joins the vertices of all tiles.

use super::square::TOLERANCE;
use super::tile::Tile;
use super::weld::BoxWelder;

/// The vertices of the area, and for each vertex of each tile its index among them.
pub(super) struct VertexJoins {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) of_tiles: Vec<Vec<u32>>,
}

/// Joins vertices that are close to one another, tile by tile: the first one stays where it is, and the others are merged into it.
pub(super) fn join(tiles: &[Tile]) -> VertexJoins {
    let mut welder = BoxWelder::new(TOLERANCE);
    let mut weld = |tile: &Tile| tile.vertices.iter().map(|&point| welder.weld(point)).collect();
    let of_tiles = tiles.iter().map(&mut weld).collect();
    VertexJoins { vertices: welder.into_vertices(), of_tiles }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_close_vertices_stays_whichever_tile_it_is_of() {
        let tile = |vertices: &[[f32; 3]]| Tile { vertices: vertices.to_vec(), ..Default::default() };
        let [inside, far, on, beside] = [[8.95, 4.0, 0.0], [5.0, 5.0, 0.0], [9.0, 7.0, 0.0], [9.0, 4.05, 0.0]];
        let joined = join(&[tile(&[inside, far, on]), tile(&[beside])]);
        assert_eq!(joined.vertices, [inside, far, on]);
        assert_eq!(joined.of_tiles, [vec![0, 1, 2], vec![0]]);
    }
}
