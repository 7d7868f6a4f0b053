//! The engine's queries on real rooms, with the path points and creatures of their areas. Without the corpus nothing is tested.

use std::collections::{BTreeMap, BinaryHeap};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use walkmesh::instances::InstanceKind;
use walkmesh::kotor::engine::choices::EXPANSIONS;
use walkmesh::kotor::engine::{Engine, Graph, Walker};
use walkmesh::kotor::{Area, Git, Layout, LayoutRoom, Navigator, PathPoints, Walkmesh};
use walkmesh::level::{Archive, Files};
use walkmesh_testing::{corpus, files, snapshot, stem};

/// The modules of the corpus.
pub fn modules() -> Option<Vec<Archive>> {
    Some(files(&corpus("kotor/mod")?, "mod").iter().map(|path| Archive::open(path).unwrap()).collect())
}

/// The files of a module with an extension: their names without it, and their bytes.
pub fn members(module: &Archive, extension: &str) -> Vec<(String, Vec<u8>)> {
    let names = module.names().unwrap().into_iter().map(|name| name.to_ascii_lowercase());
    let named = names.filter_map(|name| Some((name.strip_suffix(extension)?.to_owned(), name)));
    named.map(|(stem, name)| (stem, module.read(&name).unwrap())).collect()
}

/// The rooms of an area that are in the corpus.
pub fn rooms_of(area: &str, rooms: &Path) -> Vec<PathBuf> {
    let of_area = |path: &PathBuf| stem(path).to_ascii_lowercase().split_once('_').is_some_and(|(own, _)| own == area);
    ["vanilla", "mdledit"].into_iter().flat_map(|folder| files(&rooms.join(folder), "wok")).filter(of_area).collect()
}

pub fn engine_of(rooms: &[PathBuf]) -> Engine {
    let mut layout = Layout::new();
    for room in rooms {
        layout.push(LayoutRoom { name: stem(room), position: [0.0; 3] }).unwrap();
    }
    let mut area = Area::new(layout);
    for room in rooms {
        area.insert_named(&stem(room), Walkmesh::from_bytes(&std::fs::read(room).unwrap()).unwrap()).unwrap();
    }
    // The transitions lead to rooms by their numbers in the real layout, which is not there.
    area.link().unwrap();
    Engine::new(area).unwrap()
}

/// All links of real graphs between two points on one of these rooms are clear for a humanoid, and all creatures stand on a
/// safe spot.
#[test]
fn real_links_are_clear_and_real_creatures_are_safe() {
    let (Some(modules), Some(rooms)) = (modules(), corpus("kotor")) else { return };
    let human = Walker::new(0.35).with_height(1.6);
    let mut areas = BTreeMap::<String, (Vec<String>, Vec<String>)>::new();
    let mut text = String::new();
    for module in &modules {
        for (area, bytes) in members(module, ".git") {
            let own = rooms_of(&area, &rooms);
            if own.is_empty() || areas.contains_key(&area) {
                continue;
            }
            let engine = engine_of(&own);
            let (mut creatures, mut links, mut ends) = (BTreeMap::new(), BTreeMap::new(), 0);
            let (mut unsafe_ones, mut stopped) = (Vec::new(), Vec::new());
            for it in Git::from_bytes(&bytes)
                .unwrap()
                .instances()
                .complete
                .iter()
                .filter(|it| it.kind == InstanceKind::Creature)
            {
                let [x, y, z] = it.position;
                let Some(height) = engine.height([x, y]) else { continue };
                assert!((height - z).abs() < 0.1, "{area}: {it:?}");
                let is_safe = engine.is_safe([x, y, height], &human);
                *creatures.entry(is_safe).or_insert(0) += 1;
                if !is_safe {
                    unsafe_ones.push(format!("creature {} ({})", it.index, it.name()));
                }
            }
            let Some((_, path)) = members(module, ".pth").into_iter().find(|(name, _)| *name == area) else { continue };
            let path = PathPoints::from_bytes(&path).unwrap();
            let is_on = |at: [f32; 2]| engine.room_at(at).is_some();
            let points = path.points();
            for (number, point) in points.iter().enumerate().filter(|(_, point)| is_on(point.position)) {
                ends += usize::from(engine.nearest_safe(point.position, 0.0, false, &human).is_some());
                for &to in path.links_of(number).iter().filter(|to| number < **to as usize) {
                    let goal = points[to as usize].position;
                    if !is_on(goal) {
                        continue;
                    }
                    let walk = engine.straight_walk(point.position, goal, &human);
                    *links.entry(walk.code.code()).or_insert(0) += 1;
                    if !walk.code.is_free() {
                        stopped.push(format!("link {number} {to}: {}", walk.code.code()));
                    }
                }
            }
            let on: usize = points.iter().filter(|point| is_on(point.position)).count();
            writeln!(text, "{area}: {} rooms, {on} points on them, {ends} safe; links by code {links:?}; creatures by safety {creatures:?}", own.len()).unwrap();
            areas.insert(area, (stopped, unsafe_ones));
        }
    }
    for (area, (stopped, unsafe_ones)) in areas {
        stopped.iter().chain(&unsafe_ones).for_each(|line| writeln!(text, "{area}: {line}").unwrap());
    }
    snapshot("kotor_engine", &text);
}

/// For the walkable faces of real rooms: the number with another walkable face of their room above or below their centre, and the share of
/// their area on which people are too near to a wall.
#[test]
fn floors_of_real_rooms_hardly_lie_above_each_other() {
    let Some(rooms) = corpus("kotor/vanilla") else { return };
    let human = Walker::new(0.35).with_height(1.6);
    let (mut faces, mut stacked, mut whole, mut narrow) = (0, 0, 0.0, 0.0);
    for path in files(&rooms, "wok") {
        let room = Walkmesh::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
        let navigator = Navigator::new(room.clone());
        let engine = engine_of(&[path]);
        for corners in room.faces().filter(|face| face.is_walkable()).filter_map(|face| face.points()) {
            let at =
                |shares: [f32; 3]| [0, 1, 2].map(|axis| (0..3).map(|it| shares[it] * corners[it][axis]).sum::<f32>());
            let [x, y, _] = at([1.0 / 3.0; 3]);
            faces += 1;
            stacked += usize::from(navigator.floors_at([x, y], navigator.walk_mask()).len() > 1);
            let [a, b, c] = corners.map(|[x, y, _]| [f64::from(x), f64::from(y)]);
            let area = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() / 2.0;
            // Ten points all over the face.
            for (row, part) in (0..4_u8).flat_map(|row| (0..=row).map(move |part| (row, part))) {
                let [row, part] = [row, part].map(f32::from);
                let [second, third] = [row - part, part].map(|share| (share + 1.0 / 3.0) / 4.0);
                whole += area / 10.0;
                narrow +=
                    if engine.is_safe(at([1.0 - second - third, second, third]), &human) { 0.0 } else { area / 10.0 };
            }
        }
    }
    let share = 100.0 * narrow / whole;
    snapshot(
        "kotor_engine_floors",
        &format!(
            "{faces} walkable faces, {stacked} with another one above or below; too near to a wall: {share:.1} % of the area\n"
        ),
    );
}

/// The lengths of the shortest paths from one point to all others.
fn shortest(path: &PathPoints, from: usize) -> Vec<f64> {
    let at = |point: usize| path.points()[point].position.map(f64::from);
    let mut lengths = vec![f64::INFINITY; path.points().len()];
    lengths[from] = 0.0;
    // A length that is not negative is ordered as its bits are.
    let mut waiting = BinaryHeap::from([(std::cmp::Reverse(0_u64), from)]);
    while let Some((std::cmp::Reverse(bits), point)) = waiting.pop() {
        if f64::from_bits(bits) > lengths[point] {
            continue;
        }
        for &to in path.links_of(point) {
            let to = to as usize;
            let ([ax, ay], [bx, by]) = (at(point), at(to));
            let length = lengths[point] + ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).sqrt();
            if length < lengths[to] {
                lengths[to] = length;
                waiting.push((std::cmp::Reverse(length.to_bits()), to));
            }
        }
    }
    lengths
}

/// The search over the points of real graphs, compared with the shortest paths: 100,000 pairs.
#[test]
fn the_search_over_real_graphs_finds_a_way_where_there_is_one_within_its_bound() {
    let Some(modules) = modules() else { return };
    let graphs = modules
        .iter()
        .flat_map(|module| members(module, ".pth"))
        .map(|(_, bytes)| PathPoints::from_bytes(&bytes).unwrap());
    let graphs: Vec<PathPoints> = graphs.filter(|path| path.points().len() > 1).collect();
    let per_graph = 100_000_usize.div_ceil(graphs.len());
    let (mut pairs, mut connected, mut optimal, mut worst, mut most_passes, mut most_expansions) =
        (0_u32, 0_u32, 0_u32, 1.0_f64, 0, 0);
    for (number, path) in graphs.iter().enumerate() {
        let graph = Graph::new(path);
        let count = path.points().len();
        // The least standard generator of Park and Miller.
        let mut random = number as u64 + 1;
        let mut next = || {
            random = random * 48_271 % 2_147_483_647;
            random as usize % count
        };
        let mut lengths: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for _ in 0..per_graph {
            let (from, to) = (next(), next());
            let best = lengths.entry(from).or_insert_with(|| shortest(path, from))[to];
            pairs += 1;
            // All passes in one call, so that the bound grows by a quarter.
            let route = graph.route(from as u32, to as u32, u32::MAX);
            assert_eq!(route.is_ok(), best.is_finite(), "{number}: {from} to {to}: {route:?}, {best}");
            let Ok(route) = route else { continue };
            connected += 1;
            assert!(route.cost >= best - 1e-6 && route.cost <= route.bound + 1e-9, "{number}: {route:?} {best}");
            assert_eq!((route.points.first(), route.points.last()), (Some(&(from as u32)), Some(&(to as u32))));
            assert!(route.points.windows(2).all(|link| path.links_of(link[0] as usize).contains(&link[1])));
            assert!(route.expansions < EXPANSIONS);
            optimal += u32::from(route.cost <= best + 1e-6);
            worst = worst.max(if best > 0.0 { route.cost / best } else { 1.0 });
            most_passes = most_passes.max(route.passes);
            most_expansions = most_expansions.max(route.expansions);
        }
    }
    let share = f64::from(optimal) / f64::from(connected);
    let text = format!(
        "{} graphs, {pairs} pairs, {connected} connected, all of them found\nshortest: {:.1} %; longest beside the shortest: {worst:.3}\nat most {most_passes} passes, and {most_expansions} points looked at in one\n",
        graphs.len(),
        share * 100.0
    );
    snapshot("kotor_engine_graphs", &text);
}
