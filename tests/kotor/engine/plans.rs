//! The engine's plans: each attempt and each reason in a room made for it, and graphs of damaged files.

use proptest::prelude::*;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::kotor::engine::choices::{Choices, EXPANSIONS, GridNeighbours};
use walkmesh::kotor::engine::{
    Attempt, Creature, Engine, Graph, GraphSearchError, Plan, PlanOptions, Stuck, StuckReason, WalkCode, Walker,
};
use walkmesh::kotor::{Kind, PathPoints, PlacedObject};

use super::queries::{area, object, outline, slab, wall};
use crate::made_up::Tile;

/// Path points with their links, as one list of links for each.
fn path(points: &[([f32; 2], &[u32])]) -> PathPoints {
    let mut first = 0;
    let rows = points.iter().map(|(at, links)| {
        first += links.len() as u32;
        (*at, first - links.len() as u32, links.len() as u32)
    });
    let rows: Vec<_> = rows.collect();
    let links: Vec<u32> = points.iter().flat_map(|(_, links)| links.iter().copied()).collect();
    path_of(&rows, &links)
}

/// Path points with the number of their first link and how many they have.
fn path_of(points: &[([f32; 2], u32, u32)], links: &[u32]) -> PathPoints {
    let point = |&([x, y], first, count): &([f32; 2], u32, u32)| {
        let point = Tree::new(2).with("Conections", TreeValue::Dword(count));
        let point = point.with("First_Conection", TreeValue::Dword(first));
        point.with("X", TreeValue::Float(x)).with("Y", TreeValue::Float(y))
    };
    let link = |to: &u32| Tree::new(3).with("Destination", TreeValue::Dword(*to));
    let root = Tree::root()
        .with("Path_Points", TreeValue::List(points.iter().map(point).collect()))
        .with("Path_Conections", TreeValue::List(links.iter().map(link).collect()));
    PathPoints::from_raw(Gff::from_tree(*b"PTH ", &root).unwrap())
}

/// A floor of 20 m by 20 m, with walls on lines between two points.
fn hall(walls: &[[[f32; 2]; 2]]) -> Vec<Tile> {
    let walls = walls.iter().flat_map(|[from, to]| wall(*from, *to, [0.0, 3.0], 7));
    slab([0.0, 0.0], [20.0, 20.0], 0.0).into_iter().chain(walls).collect()
}

/// A wall across most of the hall: one can go around it in the north.
const PARTITION: [[f32; 2]; 2] = [[10.0, 0.0], [10.0, 15.0]];
/// A wall across the whole hall.
const CLOSED: [[f32; 2]; 2] = [[10.0, 0.0], [10.0, 20.0]];

fn engine(tiles: Vec<Tile>) -> Engine {
    Engine::new(area([Some(tiles)])).unwrap()
}

fn around() -> PathPoints {
    path(&[([5.0, 6.0], &[1]), ([9.0, 17.0], &[0, 2]), ([11.0, 17.0], &[1, 3]), ([15.0, 6.0], &[2])])
}

fn human() -> Walker {
    Walker::new(0.35).with_height(1.6)
}

fn plan(engine: &Engine, from: [f32; 2], to: [f32; 2]) -> Result<Plan, Stuck> {
    engine.plan(from, to, &human(), &PlanOptions::default().with_falls_back(false))
}

/// The reason why no path leads from the west of the hall to the east.
fn reason(engine: &Engine) -> StuckReason {
    plan(engine, [5.0, 5.0], [15.0, 5.0]).unwrap_err().reason
}

fn assert_walkable(engine: &Engine, plan: &Plan) {
    for leg in plan.points.windows(2) {
        assert_eq!(engine.straight_walk(leg[0], leg[1], &human()).code, WalkCode::Clear, "{leg:?} of {plan:?}");
    }
    assert_eq!(plan.through_walls, [[0.0; 2]; 0]);
}

#[test]
fn each_attempt_is_made_where_the_ones_before_it_fail() {
    let open = engine(hall(&[]));
    let straight = plan(&open, [5.0, 5.0], [15.0, 5.0]).unwrap();
    assert_eq!((straight.attempt, straight.points), (Attempt::Straight, vec![[5.0, 5.0], [15.0, 5.0]]));

    let parted = engine(hall(&[PARTITION])).with_path_points(&around());
    let found = plan(&parted, [5.0, 5.0], [15.0, 5.0]).unwrap();
    assert_eq!(
        (found.attempt, &*found.path_points, found.depends_on_clock),
        (Attempt::Graph, &[0, 1, 2, 3][..], false)
    );
    assert_eq!((found.points.first(), found.points.last()), (Some(&[5.0, 5.0]), Some(&[15.0, 5.0])));
    assert_walkable(&parted, &found);

    // Without path points, around the end of the wall.
    let alone = engine(hall(&[PARTITION]));
    let found = plan(&alone, [9.3, 14.7], [10.7, 14.7]).unwrap();
    assert_eq!((found.attempt, &*found.path_points), (Attempt::Grid, &[][..]));
    assert_walkable(&alone, &found);
    assert_eq!(reason(&alone), StuckReason::LegFailed, "12 m around the wall are too far for the grid");

    // Where a room is missing, as far as the straight walk leads.
    let gap =
        Engine::new(area([Some(slab([0.0, 0.0], [10.0, 20.0], 0.0)), Some(slab([12.0, 0.0], [20.0, 20.0], 0.0))]))
            .unwrap();
    let found = gap.plan([5.0, 5.0], [15.0, 5.0], &human(), &PlanOptions::default()).unwrap();
    assert_eq!(
        (found.attempt, found.instead_of.map(|stuck| stuck.reason)),
        (Attempt::Fallback, Some(StuckReason::BlindEdge))
    );
    let [x, y] = found.points[1];
    assert!((9.9..=10.0).contains(&x) && y == 5.0, "{found:?}");
    // Behind a wall of the same room a creature stays.
    let walled = engine(hall(&[CLOSED])).plan([5.0, 5.0], [15.0, 5.0], &human(), &PlanOptions::default());
    assert_eq!(walled.unwrap_err().reason, StuckReason::LegFailed);
}

#[test]
fn each_reason_has_a_hall_in_which_nobody_gets_through_for_it() {
    let parted = || engine(hall(&[PARTITION]));
    let with = |points: &[([f32; 2], &[u32])]| reason(&parted().with_path_points(&path(points)));
    assert_eq!(plan(&parted(), [5.0, 5.0], [50.0, 5.0]).unwrap_err().reason, StuckReason::NoFloor);
    assert_eq!(
        plan(&parted().with_path_points(&around()), [5.0, 5.0], [50.0, 5.0]).unwrap_err().reason,
        StuckReason::NoFloor
    );
    let block =
        slab([-4.0, -4.0], [4.0, 4.0], 0.0).into_iter().map(|(corners, _)| (corners, walkmesh::kotor::MaterialId(7)));
    let buried =
        parted().with_path_points(&around()).with_objects(&[object(Kind::Pwk, block.collect(), [15.0, 5.0])], &[]);
    assert_eq!(plan(&buried, [5.0, 5.0], [15.0, 5.0]).unwrap_err(), stuck(StuckReason::Unsafe, [15.0, 5.0], None));

    assert_eq!(with(&[([15.0, 6.0], &[])]), StuckReason::NoGraphPoint);
    // 500 m are the largest square. Only the first point is beyond it.
    assert_eq!(with(&[([600.0, 6.0], &[1]), ([5.0, 6.0], &[0])]), StuckReason::PointsNotSorted);
    assert_eq!(with(&[([5.0, 6.0], &[]), ([15.0, 6.0], &[])]), StuckReason::GraphParts);
    let blocked = |fixed: &[PlacedObject], doors: &[PlacedObject]| {
        parted().with_path_points(&around()).with_objects(fixed, doors)
    };
    let crate_on_link = outline([10.0, 17.0], 7);
    assert_eq!(
        plan(&blocked(std::slice::from_ref(&crate_on_link), &[]), [5.0, 5.0], [15.0, 5.0]).unwrap_err(),
        stuck(StuckReason::LinkBlocked, [5.0, 6.0], Some(0))
    );
    // A door that opens is no reason to drop a link; a grid takes it for a wall.
    let through_door = plan(&blocked(&[], &[crate_on_link]), [5.0, 5.0], [15.0, 5.0]).unwrap();
    assert_eq!(through_door.path_points, [0, 1, 2, 3]);

    let narrow = [[[10.0, 0.0], [10.0, 4.8]], [[10.0, 5.2], [10.0, 20.0]]];
    assert_eq!(reason(&engine(hall(&narrow))), StuckReason::TooNarrow);
    assert_eq!(reason(&engine(hall(&[CLOSED]))), StuckReason::LegFailed);
    let gap =
        Engine::new(area([Some(slab([0.0, 0.0], [10.0, 20.0], 0.0)), Some(slab([12.0, 0.0], [20.0, 20.0], 0.0))]))
            .unwrap();
    let blind = plan(&gap, [5.0, 5.0], [15.0, 5.0]).unwrap_err();
    assert_eq!(blind, stuck(StuckReason::BlindEdge, [10.0, 5.0], None));
    assert_eq!(blind.to_string(), "blind-edge at (10, 5): an edge that leads to no room with a walkmesh is in the way");
}

fn stuck(reason: StuckReason, at: [f32; 2], path_point: Option<u32>) -> Stuck {
    let mut stuck = reason_of_nothing();
    (stuck.reason, stuck.at, stuck.path_point) = (reason, at, path_point);
    stuck
}

fn reason_of_nothing() -> Stuck {
    plan(&engine(hall(&[])), [50.0, 5.0], [60.0, 5.0]).unwrap_err()
}

/// The search does not test links for walls: the path leads through a wall, and the plan says where.
#[test]
fn a_link_through_a_wall_is_taken_and_named() {
    let through = path(&[([6.0, 5.0], &[1]), ([14.0, 5.0], &[0])]);
    let found = plan(&engine(hall(&[CLOSED])).with_path_points(&through), [5.0, 5.0], [15.0, 5.0]).unwrap();
    assert_eq!(found.attempt, Attempt::Graph);
    assert!(!found.through_walls.is_empty());
    assert!(found.through_walls.iter().all(|[x, _]| (9.0..=11.0).contains(x)), "{found:?}");
}

#[test]
fn a_start_in_the_wall_moves_to_a_safe_spot() {
    let parted = engine(hall(&[PARTITION])).with_path_points(&around());
    let found = plan(&parted, [9.9, 5.0], [15.0, 5.0]).unwrap();
    assert!(parted.is_safe([found.points[0][0], found.points[0][1], 0.0], &human()), "{found:?}");
}

#[test]
fn a_move_may_end_short_of_its_goal_and_an_attack_asks_the_grid_only() {
    let open = engine(hall(&[]));
    let options = PlanOptions::default().with_range(2.0);
    let found = open.plan([5.0, 5.0], [15.0, 5.0], &human(), &options).unwrap();
    assert_eq!(found.points[1], [13.001, 5.0]);
    let parted = engine(hall(&[PARTITION])).with_path_points(&around());
    let attempt = |attacks| {
        let options = PlanOptions::default().with_attacks(attacks);
        parted.plan([9.3, 14.7], [10.7, 14.7], &human(), &options).unwrap().attempt
    };
    assert_eq!([attempt(false), attempt(true)], [Attempt::Graph, Attempt::Grid]);
}

#[test]
fn a_creature_on_a_link_makes_it_longer_and_no_reason_to_stay() {
    let two_ways =
        path(&[([5.0, 5.0], &[1, 2]), ([10.0, 17.0], &[0, 3]), ([10.0, 18.0], &[0, 3]), ([15.0, 5.0], &[1, 2])]);
    let points = |creatures: Vec<Creature>| {
        let engine = engine(hall(&[PARTITION])).with_path_points(&two_ways).with_creatures(creatures);
        plan(&engine, [5.0, 4.9], [15.0, 4.9]).unwrap().path_points
    };
    assert_eq!(points(Vec::new()), [0, 1, 3]);
    assert!(points(vec![Creature { position: [7.5, 11.0], radius: 0.4 }]).len() == 3);
}

#[test]
fn both_kinds_of_grid_neighbours_lead_around_a_wall() {
    for choice in [GridNeighbours::Four, GridNeighbours::Eight] {
        let choices = Choices::default().with_grid_neighbours(choice);
        let engine = Engine::with_choices(area([Some(hall(&[PARTITION]))]), choices).unwrap();
        let found = plan(&engine, [9.3, 14.7], [10.7, 14.7]).unwrap();
        assert_eq!(found.attempt, Attempt::Grid, "{choice:?}");
        assert_walkable(&engine, &found);
    }
}

#[test]
fn a_search_ends_at_4096_points_and_after_a_hundred_calls() {
    // A row of points 0.1 m apart.
    let links: Vec<Vec<u32>> = (0..5000_u32)
        .map(|at| [at.checked_sub(1), Some(at + 1).filter(|it| *it < 5000)].into_iter().flatten().collect())
        .collect();
    let row: Vec<([f32; 2], &[u32])> =
        links.iter().enumerate().map(|(at, links)| ([at as f32 * 0.1, 0.0], &**links)).collect();
    let graph = Graph::new(&path(&row));
    assert_eq!(graph.route(0, 4999, 8), Err(GraphSearchError::TooLong));
    assert_eq!(graph.route(0, EXPANSIONS - 1, 8).map(|route| route.points.len()), Ok(4096));
    assert_eq!(
        (graph.route(0, 5000, 8), graph.route(3, 3, 8).unwrap().points),
        (Err(GraphSearchError::NoSuchPoint), vec![3])
    );
    // Two coincident points, and a path of 200 m between them: the bound does not grow.
    let detour = path(&[([0.0, 0.0], &[1]), ([0.0, 100.0], &[0, 2]), ([0.0, 0.0], &[1])]);
    assert_eq!(Graph::new(&detour).route(0, 2, 8), Err(GraphSearchError::TooLong));
    assert_eq!(Graph::new(&path(&[([0.0, 0.0], &[]), ([1.0, 0.0], &[])])).route(0, 1, 8), Err(GraphSearchError::NoWay));
}

#[test]
fn a_creature_before_the_only_path_point_is_walked_around_on_the_grid() {
    let at_the_gap = path(&[([10.0, 17.0], &[])]);
    let [from, to] = [[8.0, 14.0], [12.0, 14.0]];
    let among = |creatures: Vec<Creature>| {
        plan(&engine(hall(&[PARTITION])).with_path_points(&at_the_gap).with_creatures(creatures), from, to)
    };
    let creature = |x| Creature { position: [x, 15.5], radius: 0.3 };
    let (free, around) = (among(Vec::new()).unwrap(), among(vec![creature(9.0)]).unwrap());
    for plan in [&free, &around] {
        assert_eq!((plan.attempt, &*plan.path_points), (Attempt::Graph, &[0][..]));
        assert_eq!((plan.points.first(), plan.points.last()), (Some(&from), Some(&to)));
        assert!(!plan.depends_on_clock);
    }
    let engine = engine(hall(&[PARTITION])).with_creatures(vec![creature(9.0)]);
    assert_walkable(&engine, &around);
    assert!(engine.straight_walk(from, [10.0, 17.0], &human()).code == WalkCode::Creature);
    // A row of them blocks every creature.
    let row = (0..14).map(|number| creature(0.35 + 0.7 * number as f32)).collect();
    assert_eq!(among(row).unwrap_err(), stuck(StuckReason::LegFailed, from, Some(0)));
}

#[test]
fn reasons_and_attempts_are_called_alike_in_reports_and_in_json() {
    use StuckReason::{
        BlindEdge, GraphParts, LegFailed, LinkBlocked, NoFloor, NoGraphPoint, PointsNotSorted, SearchTooLong,
        TooNarrow, Unsafe,
    };
    let reasons = [
        NoFloor,
        Unsafe,
        NoGraphPoint,
        PointsNotSorted,
        GraphParts,
        LinkBlocked,
        SearchTooLong,
        LegFailed,
        BlindEdge,
        TooNarrow,
    ];
    let mut sentences = std::collections::BTreeSet::new();
    for reason in reasons {
        assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
        let text = stuck(reason, [1.0, 2.5], Some(7)).to_string();
        let sentence = text.strip_prefix(&format!("{} at (1, 2.5), path point 7: ", reason.name()));
        assert!(sentences.insert(sentence.expect(&text).to_owned()), "{text}");
    }
    for attempt in [Attempt::Straight, Attempt::Graph, Attempt::Grid, Attempt::Fallback] {
        assert_eq!(serde_json::to_value(attempt).unwrap(), attempt.name());
    }
}

/// Bounds grow by a quarter of the distance for each pass, and once more for each call.
#[test]
fn fewer_passes_in_a_call_make_larger_steps() {
    let detour = path(&[([0.0, 0.0], &[1]), ([10.0, 40.0], &[0, 2]), ([20.0, 0.0], &[1])]);
    let route = |passes| Graph::new(&detour).route(0, 2, passes).unwrap();
    // 82.46 m: from 20 m in steps of 5 m the 14th pass; in steps of 10 m the 8th.
    assert_eq!((route(100).passes, route(100).bound), (14, 85.0));
    assert_eq!((route(1).passes, route(1).bound), (8, 90.0));
}

/// Half of the distance and 10 m more are 20 m here: only what is longer waits for the next pass.
#[test]
fn a_way_exactly_as_long_as_the_bound_is_found_in_its_pass() {
    let direct = path(&[([0.0, 0.0], &[1]), ([20.0, 0.0], &[0])]);
    let route = Graph::new(&direct).route(0, 1, 8).unwrap();
    assert_eq!((route.passes, route.bound, route.cost), (1, 20.0, 20.0));
}

fn any_coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![8 => -5.0..25.0_f32, 1 => Just(f32::NAN), 1 => Just(f32::INFINITY), 1 => Just(-3e38_f32), 1 => Just(700.0_f32)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever a file says, a plan ends, and begins and ends where it should.
    #[test]
    fn damaged_path_points_are_survived(
        points in prop::collection::vec(([any_coordinate(), any_coordinate()], 0..40_u32, 0..60_u32), 0..40),
        links in prop::collection::vec(0..45_u32, 0..60),
        from in [0.0..20.0_f32, 0.0..20.0],
        to in [0.0..20.0_f32, 0.0..20.0],
        radius in prop_oneof![Just(0.0_f32), Just(0.35), Just(1.0), Just(f32::NAN), Just(1e30)],
    ) {
        let engine = engine(hall(&[PARTITION, [[3.0, 3.0], [17.0, 12.0]]])).with_path_points(&path_of(&points, &links));
        let walker = Walker::new(radius);
        if let Ok(found) = engine.plan(from, to, &walker, &PlanOptions::default()) {
            prop_assert!(found.points.iter().flatten().all(|value| value.is_finite()));
            let goes_there = matches!(found.attempt, Attempt::Straight | Attempt::Grid);
            prop_assert!(!goes_there || (found.points[0] == from && found.points.last() == Some(&to)), "{:?}", found);
        }
    }

    /// A way that a search finds is one of links, within its bound.
    #[test]
    fn a_route_is_one_of_links(
        points in prop::collection::vec(([any_coordinate(), any_coordinate()], 0..40_u32, 0..6_u32), 1..40),
        links in prop::collection::vec(0..45_u32, 0..60),
        ends in [0..40_u32, 0..40],
    ) {
        let path = path_of(&points, &links);
        if let Ok(route) = Graph::new(&path).route(ends[0], ends[1], 8) {
            prop_assert!(route.points.windows(2).all(|link| path.links_of(link[0] as usize).contains(&link[1])));
            prop_assert!(route.points.len() == 1 || route.cost <= route.bound);
        }
    }
}
