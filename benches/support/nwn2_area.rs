//! Areas of Neverwinter Nights 2 to measure on, of any size and the same on every machine.

use walkmesh::nwn2::{self, BuildFace, BuildOptions, Walkmesh};

/// A square with about this number of triangles, 98 per tile, nine in ten of them walkable.
pub fn generated(triangles: u32) -> Walkmesh {
    const SQUARES: u32 = 7;
    let side = (triangles / 2).isqrt().next_multiple_of(SQUARES);
    let at = |number: u32| (f64::from(number) * 9.0 / f64::from(SQUARES)) as f32;
    let point = |x: u32, y: u32| [at(x), at(y), ((x * 7 + y * 13) % 5) as f32 / 8.0];
    let vertices: Vec<_> = (0..=side).flat_map(|y| (0..=side).map(move |x| point(x, y))).collect();
    let faces: Vec<_> = (0..side * side)
        .flat_map(|square| {
            let lower = square / side * (side + 1) + square % side;
            let upper = lower + side + 1;
            let walkable = square.wrapping_mul(2_654_435_761) >> 16 & 0xFF > 25;
            [[lower, lower + 1, upper + 1], [lower, upper + 1, upper]].map(|corners| BuildFace {
                corners,
                walkable,
                floor: None,
            })
        })
        .collect();
    nwn2::build(&vertices, &faces, &BuildOptions::default()).expect("a mesh").walkmesh
}
