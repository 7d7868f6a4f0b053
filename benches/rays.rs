//! Rays beside `obvhs`'s CwBvh on the same triangles, floors beside a plain grid, and what building each costs.
//!
//! Read the ratio of the two lines of a group; nanoseconds are for all questions of a batch, 16,384 distinct ones, so that
//! no processor can learn their branches by heart. Both sides run on one thread; only builds use as many as there are.
//! `obvhs` walks its best tree (`very_slow_build`) over triangles in the tree's order, with the mask tested before the
//! triangle. Rooms of Knights of the Old Republic are measured where the corpus is (`WALKMESH_CORPUS`, or
//! `../shared/corpus` beside the checkout).
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench rays -- 'rays/.*/100000'`

use std::cell::LazyCell;
use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};
use glam::Vec3A;
use obvhs::BvhBuildParams;
use obvhs::cwbvh::{CwBvh, builder::build_cwbvh_from_tris};
use obvhs::rt_triangle::RtTriangle;
use walkmesh::mesh::{HeightGrid, Ray, RayBvh};

#[path = "support/plain_grid.rs"]
mod plain_grid;
#[path = "support/rooms.rs"]
mod rooms;

use plain_grid::PlainGrid;
use walkmesh_mesh::samples::shapes::{self, Dice, Shape};

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];
const QUESTIONS: usize = 16_384;

/// All classes, which spares the tree nothing, and half of the classes of floors.
const MASKS: [(&str, u32); 2] = [("all", !0), ("some", 0x0f)];

/// Origin, direction, greatest distance.
type Shot = ([f32; 3], [f32; 3], f32);

struct Peer {
    tree: CwBvh,
    triangles: Vec<RtTriangle>,
    masks: Vec<u32>,
}

fn obvhs_triangles(shape: &Shape) -> Vec<obvhs::triangle::Triangle> {
    let triangle = |corners: &shapes::Triangle| {
        let [v0, v1, v2] = corners.map(Vec3A::from);
        obvhs::triangle::Triangle { v0, v1, v2 }
    };
    shape.triangles.iter().map(triangle).collect()
}

impl Peer {
    fn new(shape: &Shape) -> Self {
        let triangles = obvhs_triangles(shape);
        let tree = build_cwbvh_from_tris(&triangles, BvhBuildParams::very_slow_build(), &mut Duration::default());
        let order = || tree.primitive_indices.iter().map(|&face| face as usize);
        let masks = order().map(|face| shape.masks[face]).collect();
        Self { triangles: order().map(|face| RtTriangle::from(&triangles[face])).collect(), masks, tree }
    }

    fn nearest(&self, (origin, direction, most): Shot, mask: u32) -> Option<(u32, f32)> {
        let ray = obvhs::ray::Ray::new(origin.into(), direction.into(), 0.0, most);
        let mut hit = obvhs::ray::RayHit::none();
        let is_hit = self.tree.ray_traverse(ray, &mut hit, |ray, at| {
            if self.masks[at] & mask != 0 { self.triangles[at].intersect(ray) } else { f32::INFINITY }
        });
        is_hit.then(|| (self.tree.primitive_indices[hit.primitive_id as usize], hit.t))
    }
}

fn bounds(shape: &Shape) -> [[f32; 3]; 2] {
    shape.triangles.iter().flatten().fold([[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]], |[min, max], corner| {
        [0, 1].map(|side| {
            std::array::from_fn(
                |axis| {
                    if side == 0 { min[axis].min(corner[axis]) } else { max[axis].max(corner[axis]) }
                },
            )
        })
    })
}

/// Vertical, short and long: down from above the mesh; and from about head height over its corners in any direction, 5 m
/// far or without bound.
fn shots(shape: &Shape) -> [Vec<Shot>; 3] {
    let [min, max] = bounds(shape);
    let mut dice = Dice(7);
    let above = (0..QUESTIONS)
        .map(|_| {
            let origin = [dice.between(min[0], max[0]), dice.between(min[1], max[1]), max[2] + 1.0];
            (origin, [0.0, 0.0, -1.0], f32::INFINITY)
        })
        .collect();
    let mut from_corners = |most| {
        (0..QUESTIONS)
            .map(|_| {
                let [x, y, z] = shape.triangles[dice.index(shape.triangles.len())][0];
                ([x + 0.01, y + 0.02, z + 1.5], dice.direction(), most)
            })
            .collect()
    };
    [above, from_corners(5.0), from_corners(f32::INFINITY)]
}

type Maker = fn(usize) -> Shape;

/// A mesh that is made, or read, when the first bench that a filter lets through asks for it.
struct Subject {
    name: String,
    faces: usize,
    make: Box<dyn Fn() -> Shape>,
}

/// Rooms of the corpus, and generated shapes of each size.
fn subjects() -> Vec<Subject> {
    let mut subjects: Vec<Subject> = rooms::some_of_the_corpus()
        .into_iter()
        .map(|(name, shape)| Subject {
            name: format!("room {name}"),
            faces: shape.triangles.len(),
            make: Box::new(move || Shape { triangles: shape.triangles.clone(), masks: shape.masks.clone() }),
        })
        .collect();
    let makers: [(&str, Maker); 2] = [("terrain", shapes::terrain), ("cave", shapes::cave)];
    for faces in SIZES {
        for (name, make) in makers {
            subjects.push(Subject { name: name.to_owned(), faces, make: Box::new(move || make(faces)) });
        }
    }
    subjects
}

fn group<'a>(criterion: &'a mut Criterion, name: String, size: usize) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(if size >= 1_000_000 { 10 } else { 20 });
    group
}

fn rays(criterion: &mut Criterion) {
    for Subject { name, faces: size, make } in subjects() {
        let shape = LazyCell::new(make);
        let tree = LazyCell::new(|| RayBvh::new(&shape.triangles, |face| shape.masks[face]));
        let peer = LazyCell::new(|| Peer::new(&shape));
        let all_shots = LazyCell::new(|| shots(&shape));
        for (at, kind) in ["vertical", "short", "long"].into_iter().enumerate() {
            for (masked, mask) in MASKS {
                let mut group = group(criterion, format!("rays/{name}/{size}/{kind}"), size);
                group.bench_function(BenchmarkId::new("walkmesh", masked), |bencher| {
                    let (tree, shots) = (&*tree, &all_shots[at]);
                    bencher.iter(|| {
                        for &(origin, direction, most) in shots {
                            let ray = Ray::new(origin, direction, most).expect("a good ray");
                            black_box(tree.raycast(&ray, mask));
                        }
                    });
                });
                group.bench_function(BenchmarkId::new("obvhs", masked), |bencher| {
                    let (peer, shots) = (&*peer, &all_shots[at]);
                    bencher.iter(|| {
                        for &shot in shots {
                            black_box(peer.nearest(shot, mask));
                        }
                    });
                });
            }
        }
    }
}

fn floors(criterion: &mut Criterion) {
    for Subject { name, faces: size, make } in subjects() {
        let shape = LazyCell::new(make);
        let grid = LazyCell::new(|| HeightGrid::new(&shape.triangles, |face| shape.masks[face]));
        let plain = LazyCell::new(|| PlainGrid::new(&shape.triangles, &shape.masks));
        let points = LazyCell::new(|| {
            let [min, max] = bounds(&shape);
            let mut dice = Dice(9);
            let mut point = || std::array::from_fn(|axis| dice.between(min[axis], max[axis]));
            (0..QUESTIONS).map(|_| point()).collect::<Vec<[f32; 3]>>()
        });
        for (masked, mask) in MASKS {
            let mut group = group(criterion, format!("floors/{name}/{size}"), size);
            group.bench_function(BenchmarkId::new("walkmesh", masked), |bencher| {
                let (grid, points) = (&*grid, &*points);
                bencher.iter(|| {
                    for &point in points {
                        black_box(grid.floor_below(point, f32::INFINITY, mask));
                    }
                });
            });
            group.bench_function(BenchmarkId::new("plain", masked), |bencher| {
                let (plain, points) = (&*plain, &*points);
                bencher.iter(|| {
                    for &point in points {
                        black_box(plain.below(point, mask));
                    }
                });
            });
        }
    }
}

fn build(criterion: &mut Criterion) {
    for Subject { name, faces: size, make } in subjects() {
        let shape = LazyCell::new(make);
        let triangles = LazyCell::new(|| obvhs_triangles(&shape));
        let mut group = group(criterion, format!("build/{name}/{size}"), size);
        group.sample_size(10);
        group.bench_function("ray tree", |bencher| {
            let shape = &*shape;
            bencher.iter(|| RayBvh::new(&shape.triangles, |face| shape.masks[face]));
        });
        group.bench_function("obvhs fastest", |bencher| {
            let triangles = &*triangles;
            bencher
                .iter(|| build_cwbvh_from_tris(triangles, BvhBuildParams::fastest_build(), &mut Duration::default()));
        });
        group.bench_function("floor grid", |bencher| {
            let shape = &*shape;
            bencher.iter(|| HeightGrid::new(&shape.triangles, |face| shape.masks[face]));
        });
        group.bench_function("plain grid", |bencher| {
            let shape = &*shape;
            bencher.iter(|| PlainGrid::new(&shape.triangles, &shape.masks));
        });
    }
}

criterion_group!(benches, rays, floors, build);
criterion_main!(benches);
