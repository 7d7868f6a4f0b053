//! Generated path points, compared with the games' own.

use std::collections::BTreeSet;
use std::fmt::Write;

use proptest::prelude::*;
use walkmesh::finding::{CheckOptions, Measure};
use walkmesh::kotor::engine::{Detour, Engine, PathPointsOptions, PlanOptions, Walker};
use walkmesh::kotor::{
    Area, BakeOptions, Kind, Layout, LayoutRoom, MaterialId, Navigator, PathPoints, PlacedObject, RoomId, Walkmesh,
};
use walkmesh::level::{Level, Memory, OpenOptions};
use walkmesh::mesh::WalkerSize;
use walkmesh_testing::{corpus, snapshot};

use super::corpus::{engine_of, members, modules, rooms_of};
use crate::made_up;

fn human() -> Walker {
    Walker::new(0.35).with_height(1.6)
}

fn area_of(room: Walkmesh) -> Area {
    let mut layout = Layout::new();
    layout.push(LayoutRoom { name: "room".into(), position: [0.0; 3] }).unwrap();
    let mut area = Area::new(layout);
    area.insert(RoomId(0), room).unwrap();
    area
}

/// Spots on which a walker can stand, by a generator of numbers and so not in rows.
fn spots(engine: &Engine, walker: &Walker, count: usize) -> Vec<[f32; 2]> {
    let corners: Vec<[f32; 3]> = engine
        .area()
        .rooms()
        .filter_map(|(_, room)| room.bounds())
        .flat_map(|bounds| [bounds.min, bounds.max])
        .collect();
    let bound =
        |axis: usize, pick: fn(f32, f32) -> f32| corners.iter().map(|corner| corner[axis]).reduce(pick).unwrap_or(0.0);
    let (min, max) = ([0, 1].map(|axis| bound(axis, f32::min)), [0, 1].map(|axis| bound(axis, f32::max)));
    let mut random = 1_u64;
    let mut next = || {
        random = random * 48_271 % 2_147_483_647;
        random as f32 / 2_147_483_647.0
    };
    let mut spots = Vec::new();
    for _ in 0..100 * count {
        let at = [0, 1].map(|axis| min[axis] + (max[axis] - min[axis]) * next());
        let height = engine.height(at);
        if height.is_some_and(|z| engine.is_safe([at[0], at[1], z], walker)) {
            spots.push(at);
        }
        if spots.len() == count {
            break;
        }
    }
    spots
}

/// The number of spots from which a straight walk leads to one of the points.
fn served(engine: &Engine, path: &PathPoints, spots: &[[f32; 2]], walker: &Walker) -> usize {
    let reaches = |at: [f32; 2]| {
        path.points().iter().any(|point| engine.straight_walk(at, point.position, walker).code.is_free())
    };
    spots.iter().filter(|at| reaches(**at)).count()
}

/// The links along which a walker is stopped.
fn stopped(engine: &Engine, path: &PathPoints, walker: &Walker) -> usize {
    let at = |point: usize| path.points()[point].position;
    let links =
        (0..path.points().len()).flat_map(|from| path.links_of(from).iter().map(move |to| (from, *to as usize)));
    links.filter(|(from, to)| !engine.straight_walk(at(*from), at(*to), walker).code.is_free()).count()
}

/// The total length of the plans between consecutive spots of a list, and their number.
fn lengths(engine: &Engine, spots: &[[f32; 2]], walker: &Walker) -> Vec<Option<f64>> {
    let length = |points: &[[f32; 2]]| {
        let leg = |leg: &[[f32; 2]]| f64::from((leg[1][0] - leg[0][0]).hypot(leg[1][1] - leg[0][1]));
        points.windows(2).map(leg).sum::<f64>()
    };
    let options = PlanOptions::default().with_falls_back(false);
    let plans = spots.chunks_exact(2).map(|ends| engine.plan(ends[0], ends[1], walker, &options));
    plans.map(|plan| plan.ok().map(|plan| length(&plan.points))).collect()
}

/// Without a limit, one point would serve all of a straight corridor.
#[test]
fn each_spot_of_a_corridor_has_a_point_within_forty_metres() {
    let [a, b, c, d] = [[0.0; 3], [200.0, 0.0, 0.0], [200.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
    let faces = [([a, b, c], MaterialId(4)), ([a, c, d], MaterialId(4))];
    let engine = Engine::new(area_of(Walkmesh::from_triangles(Kind::Wok, faces).unwrap())).unwrap();
    let path = engine.generate_path_points(&human(), None, &PathPointsOptions::default()).path;
    for [x, y] in spots(&engine, &human(), 500) {
        let apart = |[to_x, to_y]: [f32; 2]| (to_x - x).hypot(to_y - y);
        assert!(path.points().iter().any(|point| apart(point.position) < 40.0), "({x}, {y})");
    }
    assert!((3..8).contains(&path.points().len()), "{}", path.points().len());
}

#[test]
fn real_areas_are_served_with_fewer_points_and_no_longer_ways_than_by_the_makers() {
    let (Some(modules), Some(rooms)) = (modules(), corpus("kotor")) else { return };
    let walker = human();
    let (mut text, mut done) = (String::new(), BTreeSet::new());
    for module in &modules {
        for (area, bytes) in members(module, ".pth") {
            let own = rooms_of(&area, &rooms);
            if own.is_empty() || !done.insert(area.clone()) {
                continue;
            }
            let makers = PathPoints::from_bytes(&bytes).unwrap();
            let engine = engine_of(&own);
            let spots = spots(&engine, &walker, 4000);
            let on = makers.points().iter().filter(|point| engine.room_at(point.position).is_some()).count();
            let options = PathPointsOptions::default();
            let made = engine.generate_path_points(&walker, None, &options).path;
            let theirs = served(&engine, &makers, &spots, &walker);
            let ours = served(&engine, &made, &spots, &walker);
            assert_eq!(ours, spots.len(), "{area}");
            assert_eq!(stopped(&engine, &made, &walker), 0, "{area}");
            let share = theirs as f64 / spots.len() as f64;
            let same = engine.generate_path_points(&walker, None, &options.with_coverage(share)).path;
            writeln!(
                text,
                "{area}: {} rooms, {on} of {} points of the makers on them serve {:.2} % of {} spots; {} made serve all, {} as \
                 many, over {} links",
                own.len(),
                makers.points().len(),
                100.0 * share,
                spots.len(),
                made.points().len(),
                same.points().len(),
                made.links().len() / 2,
            )
            .unwrap();
            if on == 0 || on < makers.points().len() {
                continue;
            }
            assert!(same.points().len() <= on, "{area}");
            let (by_makers, by_ours) = (
                lengths(&engine_of(&own).with_path_points(&makers), &spots, &walker),
                lengths(&engine_of(&own).with_path_points(&made), &spots, &walker),
            );
            let both: Vec<(f64, f64)> =
                by_makers.iter().zip(&by_ours).filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect();
            let [a, b] = [both.iter().map(|it| it.0).sum::<f64>(), both.iter().map(|it| it.1).sum::<f64>()];
            let longer = both.iter().filter(|it| it.1 > it.0 + 1e-3).count();
            let worst = both.iter().map(|it| it.1 / it.0).fold(0.0, f64::max);
            let plans = [&by_makers, &by_ours].map(|plans| plans.iter().flatten().count());
            for (whose, path) in [("makers'", &makers), ("ours", &made)] {
                let ways = engine_of(&own).with_path_points(path).detours(&walker, 600);
                let worst = ways.worst.as_ref().map_or(1.0, Detour::ratio);
                writeln!(
                    text,
                    "  ways over {whose} between {} pairs: {:.2} times the shortest on average, at most {worst:.2}",
                    ways.pairs, ways.mean
                )
                .unwrap();
            }
            writeln!(text, "  plans between {} pairs: {plans:?}; mean length {:.3} by the makers, {:.3} by ours; {longer} longer, at most {worst:.3} times", by_makers.len(), a / both.len() as f64, b / both.len() as f64).unwrap();
        }
    }
    snapshot("kotor_engine_generated", &text);
}

/// Two rooms of 4 m by 4 m, joined by a corridor of 1 m with walls, and a floor apart.
fn dumbbell() -> Walkmesh {
    let floor = |low: [f32; 2], high: [f32; 2]| {
        let [[x0, y0], [x1, y1]] = [low, high];
        let [a, b, c, d] = [[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]];
        [([a, b, c], MaterialId(4)), ([a, c, d], MaterialId(4))]
    };
    let wall = |from: [f32; 2], to: [f32; 2]| {
        let [a, b] = [from, to].map(|[x, y]| [x, y, 0.0]);
        ([a, b, [b[0], b[1], 3.0]], MaterialId(7))
    };
    let rows = [[0.0, 1.5], [1.5, 2.5], [2.5, 4.0]];
    let rooms = [0.0, 8.0].into_iter().flat_map(|x| rows.map(|[low, high]| ([x, low], [x + 4.0, high])));
    let floors = rooms.chain([([4.0, 1.5], [8.0, 2.5]), ([20.0, 0.0], [22.0, 2.0])]);
    let walls = [
        ([4.0, 0.0], [4.0, 1.5]),
        ([4.0, 1.5], [8.0, 1.5]),
        ([8.0, 1.5], [8.0, 0.0]),
        ([4.0, 4.0], [4.0, 2.5]),
        ([4.0, 2.5], [8.0, 2.5]),
        ([8.0, 2.5], [8.0, 4.0]),
    ];
    let tiles = floors.flat_map(|(low, high)| floor(low, high));
    Walkmesh::from_triangles(Kind::Wok, tiles.chain(walls.map(|(from, to)| wall(from, to)))).unwrap()
}

#[test]
fn made_points_are_linked_as_the_floor_is_and_keep_their_margin() {
    let engine = Engine::new(area_of(dumbbell())).unwrap();
    let made = engine.generate_path_points(&human(), None, &PathPointsOptions::default().with_margin(0.05));
    let path = &made.path;
    assert_eq!((made.coverage.missed.len(), made.narrow, made.kept), (0, 0, 0));
    assert_eq!(stopped(&engine, path, &human().with_radius(0.4)), 0);
    let parts: BTreeSet<u32> = path.parts().into_iter().collect();
    assert_eq!(parts.len(), 2, "{:?}", path.points());
    // The corridor has 0.3 m for the centre of a person, so more margin is impossible.
    let narrow = engine.generate_path_points(&human(), None, &PathPointsOptions::default().with_margin(0.3));
    assert!(narrow.narrow > 0, "{narrow:?}");
    assert_eq!((stopped(&engine, &narrow.path, &human()), narrow.coverage.missed.len()), (0, 0));
    // Who does not fit into the corridor has three floors.
    let wide = human().with_radius(0.6);
    let with_pockets = PathPointsOptions::default().with_pocket(0.0);
    let parts = engine.generate_path_points(&wide, None, &with_pockets).path.parts();
    assert_eq!(parts.into_iter().collect::<BTreeSet<u32>>().len(), 3);
}

#[test]
fn points_that_are_given_stay_where_a_walker_can_stand() {
    let engine = Engine::new(area_of(dumbbell())).unwrap();
    let given = PathPoints::new(&[
        ([0.1, 0.1], vec![1]),
        ([2.0, 3.0], vec![0, 2]),
        ([3.95, 0.5], vec![1]),
        ([10.0, 1.0], vec![]),
    ]);
    let made = engine.generate_path_points(&human(), Some(&given), &PathPointsOptions::default());
    let has = |at: [f32; 2]| made.path.points().iter().any(|point| point.position == at);
    // The floor ends at the first one without a wall, and the third is at a wall.
    assert_eq!(
        (made.kept, has([0.1, 0.1]), has([2.0, 3.0]), has([3.95, 0.5]), has([10.0, 1.0])),
        (3, true, true, false, true)
    );
    assert_eq!(made.coverage.missed.len(), 0);
}

#[test]
fn floors_behind_closed_doors_have_points_of_their_own_and_links_through_the_doors() {
    let door = [[6.0, 1.5, 0.0], [6.0, 2.5, 0.0], [6.1, 2.0, 0.0]];
    let door = Walkmesh::from_triangles(Kind::Dwk, [(door, MaterialId(7))]).unwrap();
    let door = PlacedObject::new(door, [0.0; 3], 0.0);
    let engine = Engine::new(area_of(dumbbell())).unwrap();
    let closed = Engine::new(area_of(dumbbell())).unwrap().with_objects(&[], std::slice::from_ref(&door));
    let made = closed.generate_path_points(&human(), None, &PathPointsOptions::default());
    assert_eq!(made.coverage.missed.len(), 0);
    let closed = closed.with_path_points(&made.path);
    assert!(closed.coverage(&human(), 1000).missed.is_empty());
    let parts: BTreeSet<u32> = made.path.parts().into_iter().collect();
    assert_eq!((parts.len(), stopped(&engine, &made.path, &human())), (2, 0));
    // A door that never opens is a wall.
    let shut = Engine::new(area_of(dumbbell())).unwrap().with_objects(&[door], &[]);
    let made = shut.generate_path_points(&human(), None, &PathPointsOptions::default());
    assert_eq!(made.path.parts().into_iter().collect::<BTreeSet<u32>>().len(), 3);
}

/// A room of rectangles of floor with walls around them, each from its south-west to its north-east corner.
fn rectangles(floors: &[[f32; 4]]) -> Walkmesh {
    let lines = |axis: usize| {
        let mut lines: Vec<f32> = floors.iter().flat_map(|floor| [floor[axis], floor[axis + 2]]).collect();
        lines.sort_by(f32::total_cmp);
        lines.dedup();
        lines
    };
    let (x, y) = (lines(0), lines(1));
    let is_floor = |column: usize, row: usize| {
        let middle = |lines: &[f32], at: usize| Some((lines.get(at)? + lines.get(at.checked_add(1)?)?) / 2.0);
        let (Some(x), Some(y)) = (middle(&x, column), middle(&y, row)) else { return false };
        floors.iter().any(|[west, south, east, north]| *west < x && x < *east && *south < y && y < *north)
    };
    let mut faces = Vec::new();
    let mut square = |[a, b, c, d]: [[f32; 3]; 4], material| {
        faces.extend([([a, b, c], MaterialId(material)), ([a, c, d], MaterialId(material))]);
    };
    for (column, row) in (0..x.len()).flat_map(|column| (0..y.len()).map(move |row| (column, row))) {
        if !is_floor(column, row) {
            continue;
        }
        let [west, south, east, north] = [x[column], y[row], x[column + 1], y[row + 1]];
        square([[west, south, 0.0], [east, south, 0.0], [east, north, 0.0], [west, north, 0.0]], 4);
        let sides = [
            (column.wrapping_sub(1), row, [[west, north], [west, south]]),
            (column + 1, row, [[east, south], [east, north]]),
            (column, row.wrapping_sub(1), [[west, south], [east, south]]),
            (column, row + 1, [[east, north], [west, north]]),
        ];
        for (_, _, [[ax, ay], [bx, by]]) in sides.into_iter().filter(|(column, row, _)| !is_floor(*column, *row)) {
            square([[ax, ay, 0.0], [bx, by, 0.0], [bx, by, 3.0], [ax, ay, 3.0]], 7);
        }
    }
    let mut room = Walkmesh::from_triangles(Kind::Wok, faces).unwrap();
    room.bake(&BakeOptions::default()).unwrap();
    room
}

/// Four rooms in a ring, with corridors of 2 m between them.
const RING: [[f32; 4]; 10] = [
    [0.0, 0.0, 12.0, 12.0],
    [20.0, 0.0, 32.0, 12.0],
    [0.0, 20.0, 12.0, 32.0],
    [20.0, 20.0, 32.0, 32.0],
    [12.0, 2.0, 20.0, 4.0],
    [12.0, 8.0, 20.0, 10.0],
    [12.0, 22.0, 20.0, 24.0],
    [2.0, 12.0, 4.0, 20.0],
    [8.0, 12.0, 10.0, 20.0],
    [22.0, 12.0, 24.0, 20.0],
];

#[test]
fn loops_close_so_that_no_way_is_a_detour() {
    let engine = Engine::new(area_of(rectangles(&RING))).unwrap();
    let made = engine.generate_path_points(&human(), None, &PathPointsOptions::default());
    assert_eq!((made.coverage.missed.len(), stopped(&engine, &made.path, &human())), (0, 0));
    let parts: BTreeSet<u32> = made.path.parts().into_iter().collect();
    let engine = engine.with_path_points(&made.path);
    let between = lengths(&engine, &[[1.0, 5.0], [1.0, 27.0]], &human())[0].unwrap();
    assert!(parts.len() == 1 && between < 23.0, "{between}");
    let detours = engine.detours(&human(), 300);
    assert_eq!((detours.pairs, detours.without_path), (300, 0));
    let worst = detours.worst.as_ref().unwrap().ratio();
    assert!(detours.mean < 1.06 && detours.percentile_95 < 1.15 && worst < 1.6, "{detours:?}");
    // Without the links through the western corridors the loop is open.
    let open = made.path.points().iter().enumerate().map(|(number, point)| {
        let crosses = |to: &u32| {
            let [from, to] = [point.position, made.path.points()[*to as usize].position];
            from[0] < 14.0 && to[0] < 14.0 && (from[1] < 16.0) != (to[1] < 16.0)
        };
        (point.position, made.path.links_of(number).iter().copied().filter(|to| !crosses(to)).collect::<Vec<_>>())
    });
    let open = PathPoints::new(&open.collect::<Vec<_>>());
    let worst = engine.with_path_points(&open).detours(&human(), 300).worst.unwrap();
    assert!(worst.ratio() > 2.0, "{worst:?}");
}

#[test]
fn the_measure_of_floor_without_points_is_its_area() {
    let room = rectangles(&[[0.0, 0.0, 8.0, 8.0], [8.0, 0.0, 16.0, 8.0], [8.0, 8.0, 16.0, 16.0]]);
    let path = PathPoints::new(&[([2.0, 6.0], vec![1]), ([4.0, 6.0], vec![0])]);
    let area = area_of(room);
    let files: Memory = [
        ("hall.lyt", area.layout().to_bytes()),
        ("room.wok", area.room(RoomId(0)).unwrap().to_bytes().unwrap()),
        ("hall.pth", path.to_bytes().unwrap()),
    ]
    .into_iter()
    .collect();
    let level = Level::open(&files, "hall.lyt", &OpenOptions::default()).unwrap();
    let findings = level.check(&CheckOptions::default()).unwrap();
    let found =
        findings.iter().find(|finding| finding.rule.code == "path-not-covering").expect("a corner without points");
    let coverage = Engine::new(area).unwrap().with_path_points(&path).coverage(&Walker::PERSON, 4000);
    let missed = coverage.missed.len() as f64 * coverage.step * coverage.step;
    assert!((30.0..64.0).contains(&missed), "{missed} m² of the third square");
    let spot = found.spot.as_ref().expect("a spot");
    assert_eq!(spot.measure, Measure::Area(missed));
}

#[test]
fn pockets_get_no_points() {
    let floors = [[0.0, 0.0, 8.0, 8.0], [10.0, 0.0, 11.5, 1.5], [12.0, 0.0, 14.0, 2.0]];
    let engine = Engine::new(area_of(rectangles(&floors))).unwrap();
    let parts = |pocket: f32| {
        let options = PathPointsOptions::default().with_pocket(pocket);
        let made = engine.generate_path_points(&human(), None, &options);
        assert_eq!(made.coverage.missed.len(), 0);
        made.path.parts().into_iter().collect::<BTreeSet<u32>>().len()
    };
    // For the centre of a person, the small rooms have 0.64 m² and 1.69 m².
    assert_eq!([0.0, 1.0, 2.0, 1000.0].map(parts), [3, 2, 1, 1]);
}

#[test]
fn one_thread_makes_the_same_points() {
    let engine = Engine::new(area_of(rectangles(&RING))).unwrap();
    let make = || engine.generate_path_points(&human(), None, &PathPointsOptions::default()).path.to_bytes().unwrap();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(one.install(make), make());
}

/// Number of random areas with a corridor.
const CORRIDORS: usize = 10;

/// Two rooms with a bent corridor between them, in an area of some size: its parts for a person, and those of its points.
#[test]
fn made_points_have_as_many_parts_as_the_floor() {
    let mut random = 7_u64;
    let mut next = |low: f32, high: f32| {
        random = random * 48_271 % 2_147_483_647;
        low + (high - low) * (random % 10_000) as f32 / 10_000.0
    };
    for _ in 0..CORRIDORS {
        let (size, width, bend) = (next(20.0, 200.0), next(0.75, 2.0), next(3.0, 8.0));
        let south = next(1.0, size - width - 1.0);
        let (east, north) = (size + bend, south + bend);
        let mut floors = vec![
            [0.0, 0.0, size, size],
            [size, south, east, south + width],
            [east, south, east + width, north + width],
        ];
        // Some corridors bend once more.
        let (x, y) = (east + width, north);
        if next(0.0, 1.0) < 0.5 {
            floors.push([x - 3.0, y + width, x + 9.0, y + width + 12.0]);
        } else {
            floors.extend([[x, y, x + bend, y + width], [x + bend, y - 5.0, x + bend + 12.0, y + 7.0]]);
        }
        let room = rectangles(&floors);
        let navigator = Navigator::new(room.clone());
        let start = navigator.position_at([1.0, 1.0, 0.0], 1.0).unwrap().unwrap();
        let (floor, _) = navigator.overview_of(WalkerSize::new(0.35), start).unwrap();
        let engine = Engine::new(area_of(room)).unwrap();
        let made = engine.generate_path_points(&human(), None, &PathPointsOptions::default());
        let parts: BTreeSet<u32> = made.path.parts().into_iter().collect();
        assert_eq!(parts.len(), floor.parts.len(), "{size} m, {width} m wide from {south}: {floors:?}");
        assert_eq!((stopped(&engine, &made.path, &human()), made.coverage.missed.len()), (0, 0), "{floors:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn made_points_serve_the_whole_floor(room in made_up::rooms()) {
        let walker = Walker::new(0.1);
        let engine = Engine::new(area_of(room)).unwrap();
        let options = PathPointsOptions::default().with_pocket(0.0);
        let made = engine.generate_path_points(&walker, None, &options);
        let path = &made.path;
        prop_assert!(path.is_sorted());
        prop_assert_eq!(made.coverage.missed.len(), 0);
        prop_assert_eq!(stopped(&engine, path, &walker), 0);
        let mut spots = spots(&engine, &walker, 2_000);
        // On very steep floors a walk may be stopped where it starts.
        spots.retain(|at| engine.straight_walk(*at, *at, &walker).code.is_free());
        let missed = spots.len() - served(&engine, path, &spots, &walker);
        prop_assert!(missed <= 8, "{missed} of {}", spots.len());
        prop_assert_eq!(&PathPoints::from_bytes(&path.to_bytes().unwrap()).unwrap(), path);
        let kept = engine.generate_path_points(&walker, Some(path), &options);
        prop_assert_eq!(kept.kept, path.points().len());
        let has = |at: [f32; 2]| kept.path.points().iter().any(|point| point.position == at);
        prop_assert!(path.points().iter().all(|point| has(point.position)));
        prop_assert_eq!((kept.coverage.missed.len(), stopped(&engine, &kept.path, &walker)), (0, 0));
    }
}
