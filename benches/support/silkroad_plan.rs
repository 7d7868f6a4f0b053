//! A block of Silkroad Online to measure on, the same on every machine.

use walkmesh::silkroad::{FloorPlan, Plan};

const WIDTH: u32 = 46;
const DEPTH: u32 = 25;
/// Cells of the block.
pub const CELLS: u32 = 2 * WIDTH * DEPTH;

/// A floor of 46 by 25 squares, whose corners are moved about a little, so that few ways are equally long.
pub fn plan() -> Plan {
    let moved = |at: u32, by: u32| (at * 20) as f32 + (at.wrapping_mul(by) % 7) as f32;
    let corner = |z: u32, x: u32| [moved(x, 31 + z), 0.0, moved(z, 17 + x)];
    let vertices = (0..=DEPTH).flat_map(|z| (0..=WIDTH).map(move |x| corner(z, x))).collect();
    let square = |at: u32| {
        let a = at / WIDTH * (WIDTH + 1) + at % WIDTH;
        let (b, c, d) = (a + 1, a + WIDTH + 2, a + WIDTH + 1);
        if at.is_multiple_of(3) { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] }
    };
    let triangles = (0..WIDTH * DEPTH).flat_map(square).collect();
    Plan::of_floors(32999, &[FloorPlan { vertices, triangles, ..FloorPlan::default() }]).expect("a floor").0
}
