//! The same plan gives the same bytes, on any number of threads, and without the feature `parallel`.

use std::fmt::Write;
use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use walkmesh::finding::CheckOptions;
use walkmesh::silkroad::{BakeOptions, CellRef, Navigator, Plan};

use crate::generate::{Recipe, floors};

/// A large block, whose goals are distributed over threads, and dungeons of many blocks.
const RECIPES: [Recipe; 4] = [
    Recipe { rooms: [1, 1], squares: [24, 20], islands: false, seed: 1 },
    Recipe { rooms: [1, 1], squares: [17, 17], islands: true, seed: 2 },
    Recipe { rooms: [4, 3], squares: [5, 4], islands: false, seed: 3 },
    Recipe { rooms: [10, 6], squares: [2, 3], islands: true, seed: 4 },
];

/// The results of a recipe: a file's bytes, its findings, and some routes.
fn made(recipe: Recipe) -> (Vec<u8>, String) {
    let dungeon = Plan::of_floors(32999, &floors(recipe))
        .expect("floors")
        .0
        .bake(&BakeOptions::default())
        .expect("fits the format");
    let places: Vec<_> = dungeon.cells().collect();
    let pairs: Vec<(CellRef, CellRef)> =
        (0..500).map(|at| (places[at * 31 % places.len()], places[at * 17 % places.len()])).collect();
    let routes = Navigator::new(dungeon.clone()).stored_route_many(&pairs);
    (dungeon.to_bytes().expect("fits"), format!("{:?} {routes:?}", dungeon.check(&CheckOptions::all())))
}

/// FNV-1a, because a snapshot of all bytes would be too large.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[test]
fn any_number_of_threads_makes_the_same_bytes() {
    let on = |threads: usize, recipe: Recipe| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| made(recipe))
    };
    for recipe in RECIPES {
        let alone = on(1, recipe);
        for threads in [2, 7] {
            assert!(on(threads, recipe) == alone, "{recipe:?} on {threads} threads");
        }
    }
}

/// The first queries of a navigator make its graph. A thread that built it with others once started the next query while it waited for
/// them, and so waited for itself.
#[test]
fn the_first_queries_of_a_navigator_may_be_asked_by_many_threads() {
    let recipe = Recipe { rooms: [4, 4], squares: [12, 12], islands: true, seed: 4 };
    let dungeon = Plan::of_floors(32999, &floors(recipe)).expect("floors").0.bake(&BakeOptions::default());
    let dungeon = Arc::new(dungeon.expect("fits the format"));
    let places: Vec<_> = dungeon.cells().collect();
    let pairs: Vec<_> = places.iter().copied().zip(places.iter().rev().copied()).take(24).collect();
    let pool = ThreadPoolBuilder::new().num_threads(16).build().expect("threads");
    let expected = Navigator::new(Arc::clone(&dungeon)).stored_route_many(&pairs);
    for _ in 0..300 {
        let navigator = Navigator::new(Arc::clone(&dungeon));
        assert!(pool.install(|| navigator.stored_route_many(&pairs)) == expected);
    }
}

/// Tests are run with the feature `parallel` and without it, and both have this snapshot.
#[test]
fn bytes_do_not_depend_on_features() {
    let mut text = String::new();
    for recipe in RECIPES {
        let (bytes, _) = made(recipe);
        let Recipe { rooms, squares, islands, seed } = recipe;
        let what = format!("rooms {rooms:?}, squares {squares:?}, islands {islands}, seed {seed}");
        writeln!(text, "{what}: {} bytes, FNV-1a {:016x}", bytes.len(), hash(&bytes)).expect("a string");
    }
    walkmesh_testing::snapshot("silkroad_bake", &text);
}
