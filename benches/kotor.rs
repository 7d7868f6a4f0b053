//! A bake beside `obvhs`'s fastest BVH over the same triangles, how it grows, and what an edit costs beside it.
//!
//! Read the ratio of two lines of one run: a bake makes a tree and everything else; it shall cost at most ten times
//! obvhs's tree, and grow no faster than n log n. A `level` floor is full of ties, which the games' sort must take one by
//! one; a `rough` one has none.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench kotor -- 'bake/.*/10000'`

use std::cell::LazyCell;
use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glam::Vec3A;
use obvhs::BvhBuildParams;
use obvhs::bvh2::builder::build_bvh2_from_tris;
use walkmesh::formats::Vector3;
use walkmesh::formats::bwm::{Bwm, Face};
use walkmesh::kotor::{BakeOptions, EdgeId, FaceId, MaterialId, RoomId, Walkmesh};

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// A square floor of about as many faces, a tenth of them not walkable; `rough` moves each vertex by up to 0.3 m.
fn floor(faces: usize, rough: bool) -> Walkmesh {
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

fn triangles(walkmesh: &Walkmesh) -> Vec<obvhs::triangle::Triangle> {
    let triangle = |points: [[f32; 3]; 3]| {
        let [v0, v1, v2] = points.map(Vec3A::from);
        obvhs::triangle::Triangle { v0, v1, v2 }
    };
    walkmesh.faces().filter_map(|face| face.points().map(triangle)).collect()
}

fn bakes(criterion: &mut Criterion) {
    for (shape, rough) in [("rough", true), ("level", false)] {
        for size in SIZES {
            // A floor is made when the first line of it is run.
            let room = LazyCell::new(|| floor(size, rough));
            let peer = LazyCell::new(|| triangles(&room));
            let mut group = criterion.benchmark_group(format!("bake/{shape}/{size}"));
            group.sample_size(10).throughput(Throughput::Elements(size as u64));
            group.bench_function(BenchmarkId::from_parameter("bake"), |bencher| {
                let room = &*room;
                bencher.iter_batched_ref(
                    || room.clone(),
                    |room| room.bake(&BakeOptions::default()),
                    BatchSize::PerIteration,
                );
            });
            group.bench_function(BenchmarkId::from_parameter("obvhs fastest"), |bencher| {
                let peer = &*peer;
                bencher.iter(|| {
                    build_bvh2_from_tris(black_box(peer), BvhBuildParams::fastest_build(), &mut Duration::default())
                });
            });
            group.finish();
        }
    }
}

fn edits(criterion: &mut Criterion) {
    let mut room = floor(100_000, true);
    let edge = room.as_raw().edges.last().expect("a perimeter").edge;
    let edge = EdgeId::from_raw(edge).expect("an edge");
    let mut group = criterion.benchmark_group("edit/100000");
    group.sample_size(10);
    group.bench_function("material, as walkable", |bencher| {
        bencher.iter(|| {
            room.set_material(FaceId(7), MaterialId(10)).expect("a face");
            room.bake_stale().expect("nothing to bake");
            room.set_material(FaceId(7), MaterialId(4)).expect("a face");
            room.bake_stale().expect("nothing to bake")
        });
    });
    group.bench_function("transition", |bencher| {
        bencher.iter(|| {
            room.set_transition(edge, Some(RoomId(3))).expect("a perimeter edge");
            room.bake_stale().expect("nothing to bake");
        });
    });
    group.bench_function("material, no longer walkable", |bencher| {
        bencher.iter_batched_ref(
            || room.clone(),
            |room| {
                room.set_material(FaceId(7), MaterialId(7)).expect("a face");
                room.bake_stale().map(drop)
            },
            BatchSize::PerIteration,
        );
    });
    group.bench_function("bake", |bencher| {
        bencher.iter_batched_ref(
            || room.clone(),
            |room| room.bake(&BakeOptions::default()).map(drop),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, bakes, edits);
criterion_main!(benches);
