//! Joins the vertices of all tiles.

use super::tile::{Square, TOLERANCE, Tile};
use super::weld::BoxWelder;

/// The vertices of the area, and for each vertex of each tile the one that it becomes.
pub(super) struct VertexJoins {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) of_tiles: Vec<Vec<u32>>,
}

/// Joins vertices that are close to one another. Those at the corners and borders of tiles come first, so that others
/// become them.
pub(super) fn join(tiles: &[Tile], square: impl Fn(usize) -> Square) -> VertexJoins {
    let mut welder = BoxWelder::new(TOLERANCE);
    for (index, tile) in tiles.iter().enumerate() {
        weld_border(&mut welder, tile, square(index));
    }
    let of_tiles = tiles.iter().map(|tile| tile.vertices.iter().map(|&point| welder.weld(point)).collect()).collect();
    VertexJoins { vertices: welder.into_vertices(), of_tiles }
}

/// Welds the points near the corners of a tile, and then all points near its borders, the nearest first.
fn weld_border(welder: &mut BoxWelder, tile: &Tile, square: Square) {
    let mut points: Vec<_> = tile.near_border.iter().map(|&point| (square.to_borders(point), point)).collect();
    let mut at_corners = points.clone();
    at_corners.retain(|([x, y], _)| *x < TOLERANCE && *y < TOLERANCE);
    at_corners.sort_by(|([ax, ay], _), ([bx, by], _)| (ax + ay).total_cmp(&(bx + by)));
    points.sort_by(|([ax, ay], _), ([bx, by], _)| ax.min(*ay).total_cmp(&bx.min(*by)));
    for (_, point) in at_corners.into_iter().chain(points) {
        welder.weld(point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(vertices: &[[f32; 3]], near_border: &[[f32; 3]]) -> Tile {
        Tile { vertices: vertices.to_vec(), near_border: near_border.to_vec(), ..Default::default() }
    }

    fn joined(tiles: &[Tile]) -> VertexJoins {
        join(tiles, |tile| Square::of([tile as u32, 0], 9.0))
    }

    #[test]
    fn a_point_near_a_border_becomes_the_one_nearest_to_it() {
        let [inside, on] = [[8.95, 4.0, 0.0], [9.0, 4.05, 0.0]];
        let joined = joined(&[tile(&[inside], &[inside]), tile(&[on], &[on])]);
        assert_eq!(joined.of_tiles, [[0], [0]]);
        assert_eq!(joined.vertices, [inside], "tile by tile");

        let same_tile = join(&[tile(&[inside, on], &[inside, on])], |_| Square::of([0, 0], 9.0));
        assert_eq!((same_tile.vertices, &same_tile.of_tiles[0]), (vec![on], &vec![0, 0]));
    }

    #[test]
    fn a_point_near_a_corner_comes_before_those_that_are_nearer_to_a_border() {
        let [corner, border] = [[8.98, 8.98, 0.0], [8.905, 9.0, 0.0]];
        let at_corner = joined(&[tile(&[border, corner], &[border, corner])]);
        assert_eq!(at_corner.vertices[0], corner);
    }

    #[test]
    fn what_is_far_from_a_border_keeps_its_place_in_the_list() {
        let joined = joined(&[tile(&[[1.0, 1.0, 0.0], [2.0, 2.0, 0.0]], &[]), tile(&[[1.05, 1.0, 0.0]], &[])]);
        assert_eq!(joined.of_tiles, [vec![0, 1], vec![0]]);
    }
}
