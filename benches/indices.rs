//! The building of a ray BVH and of a height grid, compared with `obvhs`'s fastest BVH and a plain grid over the same triangles.
//! `benches/run rays heights` measures the cost of their queries.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench indices -- 'cave/100000'`

use std::cell::LazyCell;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use glam::Vec3A;
use obvhs::BvhBuildParams;
use obvhs::cwbvh::builder::build_cwbvh_from_tris;
use walkmesh::mesh::{HeightGrid, RayBvh};

#[expect(dead_code, reason = "only building is measured here")]
#[path = "support/plain_grid.rs"]
mod plain_grid;

use plain_grid::PlainGrid;
use walkmesh_mesh::samples::shapes::{self, Shape};

/// The name of a kind of shape, and the function that makes one with a number of faces.
type Maker = (&'static str, fn(usize) -> Shape);

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

fn obvhs_triangles(shape: &Shape) -> Vec<obvhs::triangle::Triangle> {
    let triangle = |corners: &shapes::Triangle| {
        let [v0, v1, v2] = corners.map(Vec3A::from);
        obvhs::triangle::Triangle { v0, v1, v2 }
    };
    shape.triangles.iter().map(triangle).collect()
}

fn builds(criterion: &mut Criterion) {
    let makers: [Maker; 2] = [("terrain", shapes::terrain), ("cave", shapes::cave)];
    for (size, (name, make)) in SIZES.into_iter().flat_map(|size| makers.map(|maker| (size, maker))) {
        // Each shape is made when its first line is run.
        let shape = LazyCell::new(|| make(size));
        let triangles = LazyCell::new(|| obvhs_triangles(&shape));
        let mut group = criterion.benchmark_group(format!("{name}/{size}"));
        group.sample_size(10);
        group.bench_function("ray BVH", |bencher| {
            let shape = &*shape;
            bencher.iter(|| RayBvh::new(&shape.triangles, |face| shape.masks[face]));
        });
        group.bench_function("obvhs fastest", |bencher| {
            let triangles = &*triangles;
            bencher
                .iter(|| build_cwbvh_from_tris(triangles, BvhBuildParams::fastest_build(), &mut Duration::default()));
        });
        group.bench_function("height grid", |bencher| {
            let shape = &*shape;
            bencher.iter(|| HeightGrid::new(&shape.triangles, |face| shape.masks[face]));
        });
        group.bench_function("plain grid", |bencher| {
            let shape = &*shape;
            bencher.iter(|| PlainGrid::new(&shape.triangles, &shape.masks));
        });
    }
}

criterion_group!(benches, builds);
criterion_main!(benches);
