//! Joins the vertices of all tiles.

use super::square::TOLERANCE;
use super::tile::Tile;
use super::weld::BoxWelder;

/// The vertices of the area, and for each vertex of each tile its index among them.
pub(super) struct VertexJoins {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) of_tiles: Vec<Vec<u32>>,
}

/// Joins vertices that are close to one another. The [border points](super::border) of all tiles come first, within a tile by
/// their distance from its border, so that other vertices are merged into them.
pub(super) fn join(tiles: &[Tile]) -> VertexJoins {
    let mut welder = BoxWelder::new(TOLERANCE);
    let borders: Vec<Vec<u32>> = tiles.iter().map(|tile| weld_border(&mut welder, tile)).collect();
    let of_tiles = tiles.iter().zip(&borders).map(|(tile, border)| {
        let weld = |(vertex, &point)| match tile.border.of_vertex(vertex) {
            Some(number) => border[number],
            None => welder.weld(point),
        };
        tile.vertices.iter().enumerate().map(weld).collect()
    });
    let of_tiles = of_tiles.collect();
    VertexJoins { vertices: welder.into_vertices(), of_tiles }
}

/// Welds the border points of a tile, the nearest to the border first, and returns the resulting vertex of each.
fn weld_border(welder: &mut BoxWelder, tile: &Tile) -> Vec<u32> {
    let points = tile.border.points();
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| points[*a].to_border().total_cmp(&points[*b].to_border()));
    let mut became = vec![0; points.len()];
    for index in order {
        became[index] = welder.weld(points[index].position);
    }
    became
}

#[cfg(test)]
mod tests {
    use super::super::square::Square;
    use super::*;

    /// A tile whose vertices are all separate corners, in the square at the origin.
    fn tile(vertices: &[[f32; 3]]) -> Tile {
        let mut tile = Tile { vertices: vertices.to_vec(), ..Default::default() };
        (0..).zip(vertices).for_each(|(vertex, point)| tile.border.add(*point, vertex, Square::new([0, 0], 9.0)));
        tile
    }

    #[test]
    fn the_border_points_of_a_tile_come_by_how_near_they_are_to_the_border() {
        let [inside, far, on] = [[8.95, 4.0, 0.0], [5.0, 5.0, 0.0], [9.0, 7.0, 0.0]];
        let joined = join(&[tile(&[inside, far, on])]);
        assert_eq!(joined.vertices, [on, inside, far]);
        assert_eq!(joined.of_tiles, [[1, 2, 0]]);
    }

    #[test]
    fn a_vertex_goes_where_its_border_point_went() {
        // The second point is nearer to the border, so the first one moves there, together with its vertex.
        let [inside, on] = [[8.95, 4.0, 0.0], [9.0, 4.05, 0.0]];
        let joined = join(&[tile(&[inside, on])]);
        assert_eq!((joined.vertices, &joined.of_tiles[0]), (vec![on], &vec![0, 0]));
    }

    #[test]
    fn border_points_of_all_tiles_come_before_other_vertices() {
        let [inside, on] = [[8.85, 4.0, 0.0], [8.92, 4.0, 0.0]];
        let joined = join(&[tile(&[inside]), tile(&[on])]);
        assert_eq!((joined.vertices, joined.of_tiles), (vec![on], vec![vec![0], vec![0]]));
    }

    #[test]
    fn what_is_far_from_a_border_keeps_its_place_in_the_list() {
        let joined = join(&[tile(&[[1.0, 1.0, 0.0], [2.0, 2.0, 0.0]]), tile(&[[1.05, 1.0, 0.0]])]);
        assert_eq!(joined.of_tiles, [vec![0, 1], vec![0]]);
    }
}
