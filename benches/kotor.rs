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
use walkmesh::kotor::{BakeOptions, EdgeId, FaceId, MaterialId, RoomId, Walkmesh};

#[path = "support/kotor_floor.rs"]
mod kotor_floor;

use kotor_floor::floor;

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

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
                    |room| room.bake(&BakeOptions::default().with_rebuild_tree(true)),
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
            |room| room.bake(&BakeOptions::default().with_rebuild_tree(true)).map(drop),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, bakes, edits);
criterion_main!(benches);
