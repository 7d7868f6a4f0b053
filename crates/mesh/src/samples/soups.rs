//! Triangle soups for properties: from tidy to hostile.

use proptest::prelude::*;

pub type Triangle = [[f32; 3]; 3];

/// A triangle and its class mask.
pub type Face = (Triangle, u32);

/// A whole number as coordinate, so that corners, edges and planes are shared, and degenerate faces occur.
fn lattice() -> impl Strategy<Value = f32> {
    (-4..=4_i8).prop_map(f32::from)
}

/// Any position in a mesh, and sometimes values that no mesh should have.
fn wild() -> impl Strategy<Value = f32> {
    prop_oneof![
        12 => -100.0_f32..100.0,
        2 => lattice(),
        1 => prop::sample::select(vec![0.0, -0.0, 1e-30, 1e4, -3e7, 9e10, 1e30, f32::NAN, f32::INFINITY, f32::MIN]),
    ]
}

/// A point whose coordinates each come from one of two points.
pub fn point() -> impl Strategy<Value = [f32; 3]> {
    prop_oneof![3 => prop::array::uniform3(lattice()), 1 => prop::array::uniform3(-5.0_f32..5.0)]
}

fn triangle() -> impl Strategy<Value = Triangle> {
    let point = || prop::array::uniform3(lattice());
    prop_oneof![
        6 => prop::array::uniform3(point()),
        2 => prop::array::uniform3(prop::array::uniform3(-5.0_f32..5.0)),
        1 => prop::array::uniform3(prop::array::uniform3(wild())),
        // A needle: two corners that almost coincide.
        1 => (point(), point(), -1e-3_f32..1e-3).prop_map(|(a, b, by)| [a, b, [b[0] + by, b[1] - by, b[2] + by]]),
        // A level face, as stacked floors are.
        3 => (prop::array::uniform3(point()), lattice()).prop_map(|(corners, z)| corners.map(|[x, y, _]| [x, y, z])),
    ]
}

pub fn soup(most: usize) -> impl Strategy<Value = Vec<Face>> {
    prop::collection::vec((triangle(), 1..8_u32), 0..most)
}

/// The parts of a soup, as the library expects them.
pub fn parts(soup: &[Face]) -> (Vec<Triangle>, Vec<u32>) {
    soup.iter().copied().unzip()
}

/// Faces on which a careless tree or grid becomes deep, large or quadratic.
pub fn traps() -> Vec<(&'static str, Vec<Triangle>)> {
    let level = |x: f32, y: f32, z: f32, side: f32| [[x, y, z], [x + side, y, z], [x, y + side, z]];
    vec![
        ("one face many times", vec![level(0.0, 0.0, 0.0, 1.0); 3000]),
        ("a pile", (0..3000).map(|i| level(0.0, 0.0, i as f32, 1.0)).collect()),
        ("each twice the one before", (0..60).map(|i| level(-1.0, -1.0, 0.5, f32::powi(2.0, i - 24))).collect()),
        (
            "a swarm and a face that reaches far",
            (0..3000)
                .map(|i| level((i % 50) as f32, (i / 50) as f32, 0.0, 1.0))
                .chain([[[0.0, 0.0, 1.0], [9e10, 0.0, 1.0], [0.0, 9e10, 1.0]]])
                .collect(),
        ),
        (
            "two swarms far apart",
            (0..3000)
                .map(|i| level((i / 2 % 50) as f32 * 0.1 + (i % 2) as f32 * 1e4, (i / 100) as f32 * 0.1, 0.0, 0.1))
                .collect(),
        ),
        (
            "needles across everything",
            (0..1500)
                .map(|i| {
                    let turn = i as f32 * 0.004;
                    let (x, y) = (50.0 * turn.cos(), 50.0 * turn.sin());
                    [[-x, -y, 0.0], [x, y, i as f32 * 0.01], [x + 0.01, y, 0.0]]
                })
                .collect(),
        ),
        ("a row of specks", (0..3000).map(|i| level(i as f32, 0.0, 0.0, 0.01)).collect()),
    ]
}
