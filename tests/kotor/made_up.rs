//! Generated walkmeshes for the tests of KotOR.

use proptest::prelude::*;
use walkmesh::kotor::{Kind, MaterialId, Walkmesh};

/// A triangle with its material.
pub type Tile = ([[f32; 3]; 3], MaterialId);

/// Triangles on a grid of one metre, with random heights and materials, and holes; a second floor above the first
/// where `stacked`.
pub fn tiles() -> impl Strategy<Value = Vec<Tile>> {
    let size = (1..6_usize, 1..6_usize);
    size.prop_flat_map(|(width, depth)| {
        let heights = prop::collection::vec(prop_oneof![Just(0.0_f32), -1.0..1.0_f32], (width + 1) * (depth + 1));
        let jitter = prop::collection::vec((-0.3..0.3_f32, -0.3..0.3_f32), (width + 1) * (depth + 1));
        let materials =
            prop::collection::vec(prop_oneof![4 => Just(4_u32), 1 => Just(7), 1 => Just(1)], width * depth * 2);
        let kept = prop::collection::vec(prop::bool::weighted(0.85), width * depth * 2);
        (heights, jitter, materials, kept, any::<bool>()).prop_map(
            move |(heights, jitter, materials, kept, stacked)| {
                let point = |x: usize, y: usize| {
                    let at = y * (width + 1) + x;
                    [x as f32 + jitter[at].0, y as f32 + jitter[at].1, heights[at]]
                };
                let mut tiles = Vec::new();
                for (cell, (x, y)) in (0..depth).flat_map(|y| (0..width).map(move |x| (x, y))).enumerate() {
                    let [a, b, c, d] = [point(x, y), point(x + 1, y), point(x + 1, y + 1), point(x, y + 1)];
                    for (half, corners) in [[a, b, c], [a, c, d]].into_iter().enumerate() {
                        if kept[2 * cell + half] {
                            tiles.push((corners, MaterialId(materials[2 * cell + half])));
                        }
                    }
                }
                if stacked {
                    let above: Vec<Tile> =
                        tiles.iter().map(|&(corners, id)| (corners.map(|[x, y, z]| [x, y, z + 5.0]), id)).collect();
                    tiles.extend(above);
                }
                tiles
            },
        )
    })
}

/// Rooms made of such triangles, baked.
pub fn rooms() -> impl Strategy<Value = Walkmesh> {
    tiles().prop_map(|tiles| Walkmesh::from_triangles(Kind::Wok, tiles).unwrap())
}

/// A level floor of `width` by `depth` squares of one metre, two triangles each.
pub fn floor(width: u32, depth: u32, material: u32) -> Vec<Tile> {
    let cells = (0..depth).flat_map(|y| (0..width).map(move |x| (x as f32, y as f32)));
    let cells = cells.map(|(x, y)| [[x, y, 0.0], [x + 1.0, y, 0.0], [x + 1.0, y + 1.0, 0.0], [x, y + 1.0, 0.0]]);
    cells.flat_map(|[a, b, c, d]| [([a, b, c], MaterialId(material)), ([a, c, d], MaterialId(material))]).collect()
}
