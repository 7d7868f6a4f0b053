//! Shortest paths in generated caves, compared with the `polyanya` crate on the same faces and the same pairs of points, and with A* over
//! the faces with a funnel. Every measurement covers all pairs of a cave.
//!
//! Before the measurement, the lengths are compared: those of `polyanya` must equal ours, and the extra length through A*'s corridors is
//! printed.

#[path = "support/corridors.rs"]
mod corridors;
#[path = "support/polyanya_peer.rs"]
mod polyanya_peer;

use std::hint::black_box;

use corridors::Corridors;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use polyanya_peer::{located, peer_mesh};
use walkmesh::mesh::{NavMesh, Path, PathScratch, Position};
use walkmesh_mesh::samples::shapes::{Cave, Dice, Rock};

/// Pairs of random places in each cave.
const PAIRS: usize = 50;
/// Lengths of two optimal paths differ by rounding only; `polyanya` computes in f32.
const SAME: f64 = 1e-5;
/// In larger caves, `polyanya` takes too long for repeated measurements.
const MAX_FACES_FOR_POLYANYA: usize = 30_000;

fn paths(criterion: &mut Criterion) {
    for (name, faces, rock) in [
        ("1k rough", 1_000, Rock::Rough),
        ("17k rough", 15_000, Rock::Rough),
        ("17k hewn", 15_000, Rock::Hewn),
        ("100k rough", 83_000, Rock::Rough),
    ] {
        let cave = Cave::new(faces, rock, 7);
        let mesh = nav_mesh(&cave);
        let mut dice = Dice(99);
        let pairs: Vec<_> = (0..PAIRS).map(|_| [cave.place(&mut dice), cave.place(&mut dice)]).collect();
        let places: Vec<_> = pairs
            .iter()
            .map(|ends| ends.map(|(point, face)| Position::new(point, face)))
            .map(|[a, b]| (a, b))
            .collect();
        let lengths: Vec<f64> = mesh.distance_many(&places).into_iter().map(|length| length.unwrap()).collect();
        let mean = lengths.iter().sum::<f64>() / PAIRS as f64;
        println!("\n{name}: {} faces, paths of {mean:.0} m on average", cave.faces.len());

        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(PAIRS as u64));
        let (mut scratch, mut path) = (PathScratch::new(), Path::default());
        group.bench_function("walkmesh", |bencher| {
            bencher.iter(|| {
                for &(from, to) in &places {
                    let _ = black_box(mesh.shortest_path_into(&mut scratch, from, to, &mut path));
                }
            });
        });
        group.bench_function("walkmesh, one thread, nothing kept", |bencher| {
            bencher.iter(|| places.iter().filter(|&&(from, to)| mesh.shortest_path(from, to).is_ok()).count());
        });

        let routes: Vec<Path> = places.iter().map(|&(from, to)| mesh.shortest_path(from, to).unwrap()).collect();
        let crossed = routes.iter().map(|path| mesh.trace(path).len()).sum::<usize>() / PAIRS;
        println!("traces of {crossed} points on average");
        group.bench_function("traces", |bencher| {
            bencher.iter(|| routes.iter().map(|path| mesh.trace(path).len()).sum::<usize>());
        });

        let mut corridors = Corridors::new(&cave);
        let excess: Vec<f64> = pairs
            .iter()
            .zip(&lengths)
            .map(|(&[from, to], length)| corridors.path(from, to).unwrap().length() / length - 1.0)
            .collect();
        let worst = excess.iter().copied().fold(0.0, f64::max);
        println!(
            "A* and funnel: {:.2} % too long on average, {:.1} % at worst",
            mean_of(&excess) * 100.0,
            worst * 100.0
        );
        group.bench_function("A* over faces and funnel", |bencher| {
            bencher
                .iter(|| pairs.iter().map(|&[from, to]| corridors.path(from, to).unwrap().points.len()).sum::<usize>());
        });

        if cave.faces.len() <= MAX_FACES_FOR_POLYANYA {
            let mut peer = peer_mesh(&cave);
            for kind in ["polyanya", "polyanya, polygons merged"] {
                if kind != "polyanya" {
                    while peer.layers[0].merge_polygons() {}
                    peer.bake();
                }
                // The peer does not search the polygons of the points again for each path, and neither do we.
                let ends: Vec<_> = pairs.iter().map(|ends| ends.map(|(point, _)| located(&peer, point))).collect();
                let theirs: Vec<_> = ends.iter().map(|&[from, to]| peer.path(from, to)).collect();
                let found = theirs.iter().zip(&lengths).filter_map(|(path, length)| Some((path.as_ref()?, length)));
                let worst =
                    found.map(|(path, length)| (f64::from(path.length) / length - 1.0).abs()).fold(0.0, f64::max);
                let missing = theirs.iter().filter(|path| path.is_none()).count();
                assert!(worst < SAME, "lengths differ by {worst}");
                println!("{kind}: lengths differ by {worst:.1e} at worst; {missing} paths not found");
                group.bench_function(kind, |bencher| {
                    bencher.iter(|| ends.iter().filter(|&&[from, to]| peer.path(from, to).is_some()).count());
                });
            }
        }
        group.finish();

        let mut group = criterion.benchmark_group(format!("{name}, once for each mesh"));
        group.throughput(Throughput::Elements(cave.faces.len() as u64));
        group.bench_function("mesh from faces", |bencher| bencher.iter(|| nav_mesh(&cave)));
        group.bench_function("what paths need", |bencher| {
            bencher.iter_batched(|| nav_mesh(&cave), |mesh| mesh.prepare_paths(), criterion::BatchSize::LargeInput);
        });
        group.finish();
    }
}

fn nav_mesh(cave: &Cave) -> NavMesh {
    NavMesh::from_shared_vertices(cave.vertices.clone(), &cave.faces, |_| true).unwrap()
}

fn mean_of(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(500))
        .measurement_time(std::time::Duration::from_secs(1));
    targets = paths
}
criterion_main!(benches);
