//! KotOR: whatever reads can be checked, queried and saved, and baked or refused; what was baked reads, writes and bakes
//! to the same bytes.

use std::hint::black_box;

use walkmesh::finding::CheckOptions;
use walkmesh::kotor::{BakeOptions, MaterialMask, Navigator, Walkmesh};
use walkmesh::mesh::Ray;

/// A KotOR walkmesh.
pub fn kotor(bytes: &[u8]) {
    let Ok(walkmesh) = Walkmesh::from_bytes(bytes) else { return };
    let _ = black_box(walkmesh.check(&CheckOptions::default()));
    walkmesh.to_bytes().expect("what was read can be written");
    ask(&walkmesh);
    let mut baked = walkmesh.clone();
    if baked.bake(&BakeOptions::default()).is_err() {
        return;
    }
    black_box(walkmesh.diff(&baked));
    ask(&baked);
    let written = baked.to_bytes().expect("what was baked can be written");
    let mut again = Walkmesh::from_bytes(&written).expect("and reads").with_kind(baked.kind());
    again.bake(&BakeOptions::default()).expect("and bakes");
    assert_eq!(again.to_bytes().expect("and writes"), written, "a bake of a bake changes nothing");
}

fn ask(walkmesh: &Walkmesh) {
    let navigator = Navigator::new(walkmesh.clone());
    let _ = black_box(navigator.overview());
    let mask = walkmesh.materials().walk_mask();
    let points: Vec<[f32; 3]> = walkmesh.vertices().take(4).collect();
    for &from in &points {
        black_box(navigator.floors_at([from[0], from[1]], mask));
        black_box(navigator.engine_floor([from[0], from[1]]));
        let _ = black_box(navigator.snap(from, f64::INFINITY));
        if let Ok(ray) = Ray::new(from, [0.1, 0.2, -1.0], 1000.0) {
            black_box(navigator.raycast(&ray, MaterialMask::ALL));
        }
        for &to in &points {
            let _ = navigator.line_of_sight(from, to);
            let (Ok(Some(from)), Ok(Some(goal))) = (navigator.position_at(from, 1.0), navigator.position_at(to, 1.0))
            else {
                continue;
            };
            let _ = black_box(navigator.walk_straight(from, to));
            let _ = navigator.shortest_path(from, goal);
        }
    }
}
