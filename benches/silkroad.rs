//! What Silkroad's tables cost: baking a block of 2,300 cells against writing its 21 MB (to memory, which is one copy,
//! and to a file), a route's step against the table look-up that it needs, reading against copying. Only ratios within
//! one run mean anything.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use walkmesh::finding::CheckOptions;
use walkmesh::silkroad::{BakeOptions, CellId, CellRef, Dungeon, EdgeId, Graph, Navigator};

#[path = "support/silkroad_plan.rs"]
mod silkroad_plan;

use silkroad_plan::{CELLS, plan};

fn tables(c: &mut Criterion) {
    let plan = plan();
    let dungeon = plan.bake(&BakeOptions::default()).expect("fits the format");
    assert_eq!(dungeon.cells().count(), CELLS as usize);
    let bytes = dungeon.to_bytes().expect("fits the format");

    let mut group = c.benchmark_group("2300 cells");
    group.sample_size(10).throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("to_vec", |b| b.iter(|| black_box(&bytes).to_vec()));
    group.bench_function("read", |b| b.iter(|| Dungeon::from_bytes(black_box(&bytes)).expect("reads")));
    group.bench_function("write to memory", |b| b.iter(|| black_box(&dungeon).to_bytes().expect("writes")));
    let file = std::env::temp_dir().join(format!("walkmesh-bench-{}.dat", std::process::id()));
    group.bench_function("write to a file", |b| {
        b.iter(|| std::fs::write(&file, black_box(&dungeon).to_bytes().expect("writes")).expect("a folder for files"));
    });
    // It was not written if this bench was not asked for.
    drop(std::fs::remove_file(&file));
    group.bench_function("bake", |b| {
        b.iter(|| black_box(&plan).bake(&BakeOptions::default()).expect("fits the format"))
    });
    group.bench_function("graph", |b| b.iter(|| Graph::new(black_box(&dungeon))));
    group.bench_function("check", |b| b.iter(|| black_box(&dungeon).check(&CheckOptions::default())));
    group.finish();
}

fn routes(c: &mut Criterion) {
    let dungeon = plan().bake(&BakeOptions::default()).expect("fits the format");
    let navigator = Navigator::new(dungeon);
    let dungeon = navigator.dungeon();
    let wanted: Vec<_> = (0..500_u32)
        .map(|at| (CellRef::new(0, at.wrapping_mul(733) % CELLS), CellRef::new(0, at.wrapping_mul(1201) % CELLS)))
        .collect();
    let steps: usize =
        wanted.iter().map(|&(from, to)| navigator.stored_route(from, to).expect("one floor").steps.len()).sum();

    // The least that following a table takes: the record, and the cell on the other side of its edge.
    let table = &dungeon.as_raw().ref_dungeon.blocks[0].cell_lookup_table;
    let block = &navigator.graph().blocks()[0];
    let sides: Vec<_> = (0..block.edge_count())
        .map(|edge| block.sides(EdgeId(edge)).map_or(0, |[CellId(a), CellId(b)]| a ^ b))
        .collect();
    let look_up = |from: u32, to: u32| {
        let (mut at, mut sum) = (from, 0);
        while at != to {
            let edge = table[(to * CELLS + at) as usize].ref_edge_index0 as usize;
            at ^= sides[edge];
            sum += edge;
        }
        sum
    };

    let mut group = c.benchmark_group("500 routes");
    group.throughput(Throughput::Elements(steps as u64));
    group.bench_function("look-up", |b| {
        b.iter(|| wanted.iter().map(|&(from, to)| look_up(from.cell.0, to.cell.0)).sum::<usize>());
    });
    group.bench_function("walk", |b| {
        b.iter(|| {
            wanted
                .iter()
                .map(|&(from, to)| navigator.stored_route_steps(from, to).expect("both exist").count())
                .sum::<usize>()
        });
    });
    group.bench_function("route", |b| {
        b.iter(|| {
            wanted
                .iter()
                .map(|&(from, to)| navigator.stored_route(from, to).expect("one floor").steps.len())
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, tables, routes);
criterion_main!(benches);
