//! Floors of Knights of the Old Republic to measure on, of any size and the same on every machine.

use walkmesh::formats::Vector3;
use walkmesh::formats::bwm::{Bwm, Face};
use walkmesh::kotor::{BakeOptions, Walkmesh};

/// A square floor with about this number of faces, a tenth of them unwalkable; `rough` moves each vertex by up to 0.3 m.
pub fn floor(faces: usize, rough: bool) -> Walkmesh {
    let side = (faces as f64 / 2.0).sqrt().round() as u32;
    let noise = |x: u32, y: u32, salt: u32| {
        let mixed =
            (u64::from(x) << 32 | u64::from(y)).wrapping_add(u64::from(salt) << 60).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 40) as f32 / (1 << 24) as f32
    };
    let moved = |x: u32, y: u32, salt: u32| if rough { (noise(x, y, salt) - 0.5) * 0.6 } else { 0.0 };
    let mut raw = Bwm { walkmesh_type: 1, ..Bwm::default() };
    for (y, x) in (0..=side).flat_map(|y| (0..=side).map(move |x| (y, x))) {
        let point = [x as f32 + moved(x, y, 1), y as f32 + moved(x, y, 2), moved(x, y, 3)];
        raw.vertices.push(Vector3::from(point));
    }
    for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
        let a = y * (side + 1) + x;
        let (b, c, d) = (a + 1, a + side + 2, a + side + 1);
        raw.faces.extend([[a, b, c], [a, c, d]].map(|vertices| Face { vertices }));
        raw.materials.extend([0, 1].map(|half| if noise(x, y, 4 + half) < 0.1 { 7 } else { 4 }));
    }
    raw.normals = vec![Vector3::default(); raw.faces.len()];
    raw.distances = vec![0.0; raw.faces.len()];
    let mut walkmesh = Walkmesh::from_raw(raw);
    walkmesh.bake(&BakeOptions::default()).expect("a floor can be baked");
    walkmesh
}
