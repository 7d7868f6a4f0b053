//! Random small meshes.

use proptest::prelude::*;

pub use crate::world::{Grid, World, ramp};

/// Grids of up to 5 by 5 cells whose vertices are shifted by at most `shift` sixteenths, with holes and pillars.
pub fn grids(shift: i32) -> impl Strategy<Value = Grid> {
    grids_up_to(5, shift)
}

/// Like [`grids`], with up to this number of cells along a side.
pub fn grids_up_to(most: usize, shift: i32) -> impl Strategy<Value = Grid> {
    (1..=most, 1..=most, 0..10_u8).prop_flat_map(move |(width, height, walls)| {
        let cells = width * height;
        let walkable = prop::bool::weighted(1.0 - f64::from(walls) / 20.0);
        // One third of the worlds have all vertices on lines.
        let shifts = prop_oneof![
            1 => Just(vec![[0, 0]; (width + 1) * (height + 1)]),
            2 => prop::collection::vec(prop::array::uniform2(-shift..=shift), (width + 1) * (height + 1)),
        ];
        (shifts, prop::collection::vec((0..6_u8, walkable), 2 * cells), prop::collection::vec(any::<bool>(), cells))
            .prop_map(move |(shifts, faces, diagonals)| Grid { size: [width, height], shifts, faces, diagonals })
    })
}
