//! What a bake of NWN2 walkmeshes costs, beside inflating them, and how it grows with the area.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench nwn2`; zlib-rs inflates, which is the fastest zlib. The corpus is read from `WALKMESH_CORPUS` or `../shared/corpus` beside the checkout; without it
//! only generated areas are measured, by the cells of their tables: tiles · n² and islands². With `WALKMESH_BENCH_LARGE`
//! set, one of them has a million triangles, whose 18,151 islands take 2.5 GB for their routes alone; a bake of it took
//! 35 s and no more memory than its output.

use std::hint::black_box;
use std::path::PathBuf;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use walkmesh::formats::Limits;
use walkmesh::formats::aswm::{self, Aswm, Comp, NodeToLocal, Packet as WalkmeshPacket};
use walkmesh::formats::trn::Packet;
use walkmesh::mesh::{PathScratch, Position};
use walkmesh::nwn2::{BakeOptions, LineOfSight, Navigator, Terrain, TriangleId, Walkmesh};

#[path = "support/nwn2_area.rs"]
mod nwn2_area;

use nwn2_area::generated;

/// Does something on one thread.
fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "parallel")]
    {
        rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread").install(work)
    }
    #[cfg(not(feature = "parallel"))]
    work()
}

/// The walkmeshes of the corpus' TRX, deflated.
fn corpus() -> Vec<Comp> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus");
    let corpus = std::env::var_os("WALKMESH_CORPUS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let Ok(entries) = std::fs::read_dir(corpus.join("nwn2/trx")) else {
        println!("no corpus at {}", corpus.display());
        return Vec::new();
    };
    let packets = entries.flat_map(|entry| {
        let bytes = std::fs::read(entry.expect("a file").path()).expect("readable");
        Terrain::from_bytes(&bytes).expect("an area").into_raw().packets
    });
    packets
        .filter_map(|packet| match packet {
            Packet::Aswm(WalkmeshPacket::Comp(comp)) => Some(comp),
            _ => None,
        })
        .collect()
}

/// The walkmesh that a bake makes of another one, whose copy is measured with it: it takes a few per mille of the time.
fn baked(walkmesh: &Walkmesh, options: &BakeOptions) -> Walkmesh {
    let mut baked = walkmesh.clone();
    baked.bake(options).expect("a bake");
    baked
}

fn real_areas(criterion: &mut Criterion) {
    let packets = corpus();
    if packets.is_empty() {
        return;
    }
    let inflate = |comp: &Comp| comp.inflate(&Limits::default()).expect("a whole stream");
    let walkmeshes: Vec<_> =
        packets.iter().map(|comp| Walkmesh::from_bytes(&inflate(comp)).expect("a walkmesh")).collect();
    let mut group = criterion.benchmark_group("nwn2 corpus");
    group.sample_size(10);
    let bytes = packets.iter().map(|comp| u64::from(comp.uncomp_length)).sum();
    group.throughput(Throughput::Bytes(bytes));
    group.bench_function("inflate", |bencher| {
        bencher.iter(|| packets.iter().map(|comp| black_box(inflate(comp)).len()).sum::<usize>());
    });
    for (name, line_of_sight) in [("bake", LineOfSight::Off), ("bake with lines of sight", LineOfSight::Game)] {
        let options = BakeOptions::default().with_line_of_sight(line_of_sight);
        let bake = |walkmesh: &Walkmesh| drop(black_box(baked(walkmesh, &options)));
        let bake = || walkmeshes.iter().for_each(bake);
        group.bench_function(name, |bencher| on_one_thread(|| bencher.iter(bake)));
    }
    group.finish();
}

fn generated_areas(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nwn2 generated, bake");
    group.sample_size(10);
    let large = std::env::var_os("WALKMESH_BENCH_LARGE").map(|_| 1_000_000);
    for triangles in [10_000, 100_000].into_iter().chain(large) {
        let walkmesh = generated(triangles);
        let options = BakeOptions::default().with_line_of_sight(LineOfSight::Off).with_limits(Limits::NONE);
        let bake = || baked(black_box(&walkmesh), &options);
        group.throughput(Throughput::Elements(cells(&bake())));
        group.bench_function(triangles.to_string(), |bencher| on_one_thread(|| bencher.iter(bake)));
    }
    group.finish();
}

/// The number of cells in the tables of a baked walkmesh.
fn cells(walkmesh: &Walkmesh) -> u64 {
    let steps: usize = walkmesh.tiles().map(|tile| tile.as_raw().path_table.nodes.len()).sum();
    (steps + walkmesh.as_raw().islands_path_nodes.len()) as u64
}

/// The stored tables, read by a plain loop that does not check them.
struct RawTables<'a> {
    raw: &'a Aswm,
    rows: &'a [aswm::Triangle],
    tile_of: Vec<usize>,
}

impl<'a> RawTables<'a> {
    fn new(walkmesh: &'a Walkmesh) -> Self {
        let (raw, rows) = (walkmesh.as_raw(), walkmesh.triangle_rows());
        let mut tile_of = vec![0; rows.len()];
        for (index, tile) in raw.tiles.iter().enumerate() {
            let start = tile.header.triangles_offset as usize;
            tile_of[start..start + tile.header.triangles_count as usize].fill(index);
        }
        Self { raw, rows, tile_of }
    }

    /// Each triangle of a route with its island; nothing if there is no route.
    fn route(&self, mut at: u32, to: u32) -> Vec<(u32, u16)> {
        let [mut island, goal] = [at, to].map(|triangle| self.rows[triangle as usize].island);
        let mut route = vec![(at, island)];
        while island != goal {
            let from = &self.raw.islands[usize::from(island)];
            let next =
                self.raw.islands_path_nodes[usize::from(island) * self.raw.islands.len() + usize::from(goal)].next;
            let Some(link) = from.linked_islands.iter().position(|to| *to == u32::from(next)) else {
                return Vec::new();
            };
            let exit = from.linked_islands_exit[link];
            self.walk(at, exit, island, &mut route);
            let mut neighbours = self.rows[exit as usize].linked_triangles.into_iter();
            let leads_in = |triangle: &u32| self.rows.get(*triangle as usize).is_some_and(|row| row.island == next);
            at = neighbours.find(leads_in).expect("a triangle of the next island");
            island = next;
            route.push((at, island));
        }
        self.walk(at, to, island, &mut route);
        route
    }

    fn walk(&self, at: u32, to: u32, island: u16, route: &mut Vec<(u32, u16)>) {
        let tile = &self.raw.tiles[self.tile_of[at as usize]];
        let (offset, table) = (tile.header.triangles_offset, &tile.path_table);
        let NodeToLocal::Words(triangles) = &table.node_to_local else { return };
        let [mut node, goal] = [at, to].map(|triangle| usize::from(table.local_to_node[(triangle - offset) as usize]));
        while node != goal {
            node = usize::from(table.nodes[node * triangles.len() + goal].0 & 0x7F);
            route.push((offset + triangles[node], island));
        }
    }
}

fn ways(criterion: &mut Criterion) {
    let walkmesh = baked(&generated(10_000), &BakeOptions::default());
    let navigator = Navigator::new(walkmesh);
    let walkmesh = navigator.walkmesh();
    let walkable: Vec<TriangleId> =
        walkmesh.triangles().filter(|triangle| triangle.is_walkable()).map(|triangle| triangle.id()).collect();
    let center = |id: &TriangleId| {
        let [x, y] = walkmesh.triangle(*id).expect("a triangle").as_raw().center;
        Position::new([x, y, 0.0], *id)
    };
    let (starts, goals) = (walkable.iter().step_by(97), walkable.iter().rev().step_by(89));
    let pairs: Vec<_> = starts.map(center).zip(goals.map(center)).collect();
    let tables = RawTables::new(walkmesh);
    let steps = |(from, to): &(Position<TriangleId>, Position<TriangleId>)| tables.route(from.face.0, to.face.0).len();
    let mut group = criterion.benchmark_group("nwn2 way, of 10,000 triangles");
    group.throughput(Throughput::Elements(pairs.iter().map(steps).sum::<usize>() as u64));
    group.bench_function("plain loop over the game's tables", |bencher| {
        bencher.iter(|| pairs.iter().map(|pair| black_box(steps(pair))).sum::<usize>());
    });
    let by_tables = || pairs.iter().filter(|(from, to)| black_box(navigator.stored_route(*from, *to)).is_ok()).count();
    group.bench_function("by the game's tables", |bencher| bencher.iter(by_tables));
    let mut scratch = PathScratch::default();
    group.bench_function("shortest, in the plane", |bencher| {
        bencher.iter(|| {
            let mut path = |from, to| black_box(navigator.shortest_path_with(&mut scratch, from, to)).is_ok();
            pairs.iter().filter(|(from, to)| path(*from, *to)).count()
        });
    });
    group.finish();
}

criterion_group!(benches, real_areas, generated_areas, ways);
criterion_main!(benches);
