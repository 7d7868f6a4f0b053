//! An edit of a KotOR walkmesh, compared with a full bake. `benches/run bakes` compares a bake with `obvhs`.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench kotor`

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use walkmesh::kotor::{BakeOptions, EdgeId, FaceId, MaterialId, RoomId};

#[path = "support/kotor_floor.rs"]
mod kotor_floor;

use kotor_floor::floor;

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

criterion_group!(benches, edits);
criterion_main!(benches);
