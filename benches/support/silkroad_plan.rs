//! A block of Silkroad Online to measure on, the same on every machine.

use walkmesh::silkroad::{FloorPlan, Plan};

const WIDTH: u32 = 46;
const DEPTH: u32 = 25;
/// Cells of the block.
#[allow(dead_code, reason = "each program that includes this file takes what it needs")]
pub const CELLS: u32 = 2 * WIDTH * DEPTH;

/// A block of [`CELLS`] cells.
#[allow(dead_code, reason = "each program that includes this file takes what it needs")]
pub fn plan() -> Plan {
    plan_of(WIDTH, DEPTH)
}

/// A floor with this number of squares, each of two cells, whose corners are moved slightly, so that few routes are equally long.
pub fn plan_of(width: u32, depth: u32) -> Plan {
    let moved = |at: u32, by: u32| (at * 20) as f32 + (at.wrapping_mul(by) % 7) as f32;
    let corner = |z: u32, x: u32| [moved(x, 31 + z), 0.0, moved(z, 17 + x)];
    let vertices = (0..=depth).flat_map(|z| (0..=width).map(move |x| corner(z, x))).collect();
    let square = |at: u32| {
        let a = at / width * (width + 1) + at % width;
        let (b, c, d) = (a + 1, a + width + 2, a + width + 1);
        if at.is_multiple_of(3) { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] }
    };
    let triangles = (0..width * depth).flat_map(square).collect();
    Plan::of_floors(32999, &[FloorPlan { vertices, triangles, ..FloorPlan::default() }]).expect("a floor").0
}
