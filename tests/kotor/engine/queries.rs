//! The engine's queries, in rooms made for each of their answers.

use proptest::prelude::*;
use walkmesh::kotor::engine::choices::{Choices, FaceOfSeveral, ObjectsInSight, WallMaterials};
use walkmesh::kotor::engine::{Creature, Engine, StraightWalk, WalkCode, Walker};
use walkmesh::kotor::{Area, Kind, Layout, LayoutRoom, MaterialId, PlacedObject, RoomId, Walkmesh};

use crate::made_up::{Tile, floor};

/// Rooms in the order of the layout, with the transitions that their edges imply; `None` is a room without a walkmesh.
pub fn area(rooms: impl IntoIterator<Item = Option<Vec<Tile>>>) -> Area {
    let rooms: Vec<_> = rooms.into_iter().collect();
    let mut layout = Layout::new();
    for number in 0..rooms.len() {
        layout.push(LayoutRoom { name: format!("room{number}"), position: [0.0; 3] }).unwrap();
    }
    let mut area = Area::new(layout);
    for (number, tiles) in (0..).zip(rooms) {
        if let Some(tiles) = tiles {
            area.insert(RoomId(number), Walkmesh::from_triangles(Kind::Wok, tiles).unwrap()).unwrap();
        }
    }
    area.link().unwrap();
    area
}

/// A level floor from one corner to another.
pub fn slab([x0, y0]: [f32; 2], [x1, y1]: [f32; 2], z: f32) -> Vec<Tile> {
    let [a, b, c, d] = [[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]];
    vec![([a, b, c], MaterialId(4)), ([a, c, d], MaterialId(4))]
}

/// A wall on the line between two points of the plan view, between two heights.
pub fn wall([x0, y0]: [f32; 2], [x1, y1]: [f32; 2], [low, high]: [f32; 2], material: u32) -> Vec<Tile> {
    let [a, b, c, d] = [[x0, y0, low], [x1, y1, low], [x1, y1, high], [x0, y0, high]];
    vec![([a, b, c], MaterialId(material)), ([a, c, d], MaterialId(material))]
}

pub fn object(kind: Kind, tiles: Vec<Tile>, at: [f32; 2]) -> PlacedObject {
    PlacedObject::new(Walkmesh::from_triangles(kind, tiles).unwrap(), [at[0], at[1], 0.0], 0.0)
}

/// A flat outline of 1 m by 1 m around a point.
pub fn outline(at: [f32; 2], material: u32) -> PlacedObject {
    let tiles = slab([-0.5, -0.5], [0.5, 0.5], 0.0).into_iter().map(|(corners, _)| (corners, MaterialId(material)));
    object(Kind::Pwk, tiles.collect(), at)
}

fn human() -> Walker {
    Walker::new(0.35).with_height(1.6)
}

fn code(engine: &Engine, from: [f32; 2], to: [f32; 2]) -> i32 {
    engine.straight_walk(from, to, &human()).code.code()
}

#[test]
fn each_code_has_a_room_in_which_a_walk_comes_to_it() {
    // Three rooms in a row; the third has no walkmesh, and a wall stands at y = 10.
    let west = [slab([0.0, 0.0], [10.0, 10.0], 0.0), wall([0.0, 10.0], [10.0, 10.0], [0.0, 3.0], 7)].concat();
    let mut area = area([Some(west), Some(slab([10.0, 0.0], [20.0, 10.0], 0.0)), None]);
    let east = area.room(RoomId(1)).unwrap();
    let into_nowhere = east
        .faces()
        .flat_map(|face| face.edges())
        .flatten()
        .find(|edge| east.edge_points(*edge).unwrap().iter().all(|point| point[0] == 20.0));
    area.room_mut(RoomId(1)).unwrap().set_transition(into_nowhere.unwrap(), Some(RoomId(2))).unwrap();
    let placeable = outline([5.0, 3.0], 7);
    let engine = Engine::new(area)
        .unwrap()
        .with_objects(&[placeable], &[])
        .with_creatures([Creature { position: [15.0, 5.0], radius: 0.4 }]);

    assert_eq!(code(&engine, [1.0, 8.0], [19.0, 8.0]), 1, "through a transition");
    assert_eq!(code(&engine, [-1.0, 1.0], [5.0, 1.0]), 0, "from outside");
    assert_eq!(code(&engine, [5.0, 1.0], [5.0, -1.0]), 0, "an edge that leads nowhere, without a wall");
    assert_eq!(code(&engine, [15.0, 1.0], [25.0, 1.0]), 0, "a room without a walkmesh");
    assert_eq!(code(&engine, [1.0, 5.0], [1.0, 9.7]), -1, "0.3 m from a wall");
    assert_eq!(code(&engine, [1.0, 5.0], [1.0, 9.6]), 1, "0.4 m from a wall");
    assert_eq!(code(&engine, [5.0, 1.0], [5.0, 6.0]), -2);
    assert_eq!(code(&engine, [4.2, 1.0], [4.2, 6.0]), -2, "0.3 m beside an outline");
    assert_eq!(code(&engine, [4.1, 1.0], [4.1, 6.0]), 1, "0.4 m beside it");
    assert_eq!(code(&engine, [12.0, 5.0], [18.0, 5.0]), -3);
    assert_eq!(code(&engine, [12.0, 5.75], [18.0, 5.75]), -3, "0.35 + 0.01 + 0.4 are more than 0.75");
    assert_eq!(code(&engine, [12.0, 5.77], [18.0, 5.77]), 1);
    assert_eq!(code(&engine, [12.0, 5.0], [12.0, 5.0]), 1, "no way at all");
    let without_size = engine.straight_walk([1.0, 8.0], [2.0, 8.0], &Walker::new(0.0));
    assert_eq!(without_size.code, WalkCode::Creature, "a walker without a radius, where creatures are asked for");
    assert_eq!(code(&engine, [5.0, 5.0], [f32::NAN, 5.0]), -1);
    assert_eq!(code(&engine, [f32::INFINITY, 5.0], [5.0, 5.0]), 0);
}

#[test]
fn who_walks_and_whom_it_walks_to_are_not_in_the_way_and_the_others_keep_their_numbers() {
    let creatures = [[2.0, 5.0], [5.0, 5.0], [8.0, 5.0]].map(|position| Creature { position, radius: 0.4 });
    let engine = || Engine::new(area([Some(slab([0.0, 0.0], [10.0, 10.0], 0.0))])).unwrap().with_creatures(creatures);
    let number =
        |engine: &Engine| engine.straight_walk([2.1, 5.0], [8.0, 5.3], &human()).hit.and_then(|hit| hit.number);
    assert_eq!(number(&engine()), Some(0));
    assert_eq!(number(&engine().without_creatures_at(&[[2.1, 5.0]])), Some(1));
    let ends = [[2.1, 5.0], [8.0, 5.3]];
    assert_eq!(number(&engine().without_creatures_at(&ends)), Some(1));
    assert_eq!(number(&engine().without_creatures_at(&[ends[0], [5.0, 5.0]])), Some(2));
    assert_eq!(
        number(&engine().without_creatures_at(&[ends[0], [5.0, 5.0], [8.0, 5.41]])),
        Some(2),
        "beside its circle"
    );
    assert_eq!(number(&engine().without_creatures_at(&[ends[0], [5.0, 5.0], ends[1]])), None);
}

#[test]
fn a_hit_says_where_the_walker_stands_and_what_it_touches() {
    let tiles = [slab([0.0, 0.0], [10.0, 10.0], 0.0), wall([10.0, 2.0], [10.0, 6.0], [0.0, 3.0], 7)].concat();
    let engine =
        Engine::new(area([Some(tiles)])).unwrap().with_objects(&[outline([5.0, 8.0], 7)], &[outline([2.0, 8.0], 7)]);
    let hit = |from, to| engine.straight_walk(from, to, &Walker::new(0.5)).hit.unwrap();
    let side = hit([5.0, 4.0], [9.9, 4.0]);
    assert_eq!((side.point, side.corner, side.number), ([9.5, 4.0], false, None));
    assert_eq!(side.edge.map(|[x, _]| x), [10.0; 2]);
    // The wall's upper end is at (10, 6); a line 0.3 m beside it comes to it 0.4 m before.
    let end = hit([5.0, 6.3], [10.0, 6.3]);
    assert!((end.point[0] - 9.6).abs() < 1e-5 && end.corner, "{end:?}");
    let [first, second] = [hit([5.0, 6.0], [5.0, 8.0]), hit([2.0, 6.0], [2.0, 8.0])];
    assert_eq!((first.point, first.number, second.number), ([5.0, 7.0], Some(0), Some(1)));
    let open = hit([5.0, 5.0], [-5.0, 5.0]);
    assert_eq!((open.point, open.edge.map(|[x, _]| x)), ([0.0, 5.0], [0.0; 2]));
    assert_eq!(hit([9.8, 4.0], [5.0, 4.0]).point, [9.8, 4.0], "one that begins too near does not go at all");
}

#[test]
fn walls_count_from_a_tenth_of_a_metre_below_the_feet_to_one_above_the_head() {
    let with_wall = |heights, material| {
        let tiles = [slab([0.0, 0.0], [10.0, 10.0], 0.0), wall([5.0, -1.0], [5.0, 11.0], heights, material)].concat();
        let code_by = |choices: Choices| {
            code(&Engine::with_choices(area([Some(tiles.clone())]), choices).unwrap(), [1.0, 5.0], [9.0, 5.0])
        };
        [Choices::default(), Choices::default().with_wall_materials(WallMaterials::WalkChecked)].map(code_by)
    };
    assert_eq!(with_wall([1.71, 3.0], 7), [1, 1], "above 1.6 + 0.1");
    assert_eq!(with_wall([1.69, 3.0], 7), [-1, -1]);
    assert_eq!(with_wall([-2.0, -0.11], 7), [1, 1]);
    assert_eq!(with_wall([-2.0, -0.09], 7), [-1, -1]);
    assert_eq!(with_wall([0.0, 3.0], 2), [-1, 1], "Obscuring has no walk check");
}

/// Only the part of a leaning wall at the body's height blocks.
#[test]
fn a_wall_that_leans_stops_where_it_is_as_high_as_the_body() {
    // From height 0 at x = 4 to height 10 at x = 14: 1.7 m high at x = 5.7.
    let slope = vec![([[4.0, -20.0, 0.0], [4.0, 30.0, 0.0], [14.0, 5.0, 10.0]], MaterialId(7))];
    let engine = Engine::new(area([Some([slab([0.0, 0.0], [20.0, 10.0], 0.0), slope].concat())])).unwrap();
    let walk = |from, to| engine.straight_walk(from, to, &human());
    assert_eq!(walk([6.1, 5.0], [13.0, 5.0]).code, WalkCode::Clear, "the slope is above the head");
    assert_eq!(walk([13.0, 5.0], [5.0, 5.0]).code, WalkCode::Wall);
    let [x, _] = walk([13.0, 5.0], [5.0, 5.0]).hit.unwrap().point;
    assert!((x - 6.05).abs() < 1e-4, "{x}");
}

#[test]
fn objects_count_at_all_heights_and_only_by_faces_that_nobody_can_walk_on() {
    let engine = |object: PlacedObject| {
        Engine::new(area([Some(slab([0.0, 0.0], [10.0, 10.0], 0.0))])).unwrap().with_objects(&[object], &[])
    };
    let high = object(Kind::Pwk, wall([0.0, -1.0], [0.0, 1.0], [50.0, 60.0], 2), [5.0, 5.0]);
    assert_eq!(code(&engine(high), [1.0, 5.0], [9.0, 5.0]), -2);
    assert_eq!(code(&engine(outline([5.0, 5.0], 1)), [1.0, 5.0], [9.0, 5.0]), 1, "an outline of dirt");
    assert_eq!(code(&engine(outline([5.0, 5.0], 7)), [5.0, 5.0], [5.0, 5.0]), -2, "from inside");
}

/// Stacked rooms: the first of the layout is that of every point, so that a walk on the other one is one on the first.
#[test]
fn the_first_room_of_the_layout_is_the_room_at_a_point() {
    let [low, high] = [0.0, 6.0].map(|z| slab([0.0, 0.0], [4.0, 4.0], z));
    let of = |rooms: [&Vec<Tile>; 2]| Engine::new(area(rooms.map(|tiles| Some(tiles.clone())))).unwrap();
    assert_eq!((of([&low, &high]).height([1.0, 2.0]), of([&high, &low]).height([1.0, 2.0])), (Some(0.0), Some(6.0)));
    assert_eq!(of([&high, &low]).room_at([1.0, 2.0]), Some(RoomId(0)));
    assert!(of([&low, &high]).is_safe([1.0, 2.0, 6.0], &human()), "a safe position may be on any room");
    assert!(!of([&low, &high]).is_safe([1.0, 2.0, 3.0], &human()));
}

#[test]
fn a_safe_position_may_be_a_hundredth_of_a_metre_off_the_floor_along_both_axes() {
    let engine = Engine::new(area([Some(slab([0.0, 0.0], [4.0, 4.0], 0.0))])).unwrap();
    // Diagonally beyond each corner, where the floor lies in one direction only.
    let beyond = |off: f32| {
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
            .map(|side: [f32; 2]| side.map(|sign| 2.0 + sign * (2.0 + off)))
            .map(|[x, y]| engine.is_safe([x, y, 0.0], &human()))
    };
    assert_eq!([0.008, 0.012].map(beyond), [[true; 4], [false; 4]]);
}

#[test]
fn a_position_is_safe_from_a_creature_beyond_both_radii() {
    let creature = Creature { position: [5.0, 5.0], radius: 0.4 };
    let engine = Engine::new(area([Some(slab([0.0, 0.0], [10.0, 10.0], 0.0))])).unwrap().with_creatures([creature]);
    let is_safe = |x: f32| engine.is_safe([x, 5.0, 0.0], &human());
    assert_eq!([5.75, 5.77].map(is_safe), [false, true], "0.35 + 0.01 + 0.4 are 0.76");
}

#[test]
fn a_room_is_asked_once_more_to_the_north_east_and_a_walk_begins_there() {
    let engine = Engine::new(area([Some(slab([0.0, 0.0], [4.0, 4.0], 0.0))])).unwrap();
    let walk = |from| engine.straight_walk(from, [2.0, 2.0], &human()).code.code();
    assert_eq!([[-0.0005, 2.0], [2.0, -0.0005], [4.0005, 2.0], [-0.0008, 2.0]].map(walk), [1, 1, 0, 0]);
    assert!(engine.is_walkable([-0.0005, 2.0]) && !engine.is_walkable([4.0005, 2.0]));
    assert_eq!((engine.normal([2.0, 2.0]), engine.normal([9.0, 2.0])), ([0.0, 0.0, 1.0], [0.0, 0.0, 1.0]));
}

/// The stored tree is the floor: a leaf whose box misses its face loses it. Heights come from the stored planes.
#[test]
fn damaged_trees_and_planes_are_believed() {
    let engine = |damage: &dyn Fn(&mut walkmesh::formats::bwm::Bwm)| {
        let mut area = area([Some(slab([0.0, 0.0], [4.0, 4.0], 0.0))]);
        let mut raw = area.room(RoomId(0)).unwrap().clone().into_raw();
        damage(&mut raw);
        area.insert(RoomId(0), Walkmesh::from_raw(raw)).unwrap();
        Engine::new(area).unwrap()
    };
    assert_eq!(engine(&|_| ()).height([3.0, 1.0]), Some(0.0));
    assert_eq!(engine(&|raw| raw.distances.fill(-2.5)).height([3.0, 1.0]), Some(2.5));
    assert_eq!(engine(&|raw| raw.normals.fill([0.0; 3].into())).height([3.0, 1.0]), Some(0.0), "no plane at all");
    let small_box = engine(&|raw| raw.aabb_nodes.iter_mut().for_each(|node| node.max = [2.0, 9.0, 9.0].into()));
    assert_eq!((small_box.height([3.0, 1.0]), small_box.height([1.0, 0.5])), (None, Some(0.0)));
    assert_eq!(engine(&|raw| raw.aabb_nodes.clear()).room_at([3.0, 1.0]), None);
    let circle = engine(&|raw| {
        for node in &mut raw.aabb_nodes {
            (node.face, node.left, node.right) = (-1, 0, 0);
        }
    });
    assert_eq!(circle.room_at([3.0, 1.0]), None, "a tree that goes in circles");
}

#[test]
fn the_choice_among_several_floors_of_a_room_is_one() {
    let tiles = [slab([0.0, 0.0], [4.0, 4.0], 3.0), slab([0.0, 0.0], [4.0, 4.0], 0.0)].concat();
    let height = |choice| {
        Engine::with_choices(area([Some(tiles.clone())]), Choices::default().with_face_of_several(choice))
            .unwrap()
            .height([1.0, 0.5])
    };
    assert_eq!([FaceOfSeveral::Highest, FaceOfSeveral::Lowest].map(height), [Some(3.0), Some(0.0)]);
}

#[test]
fn a_line_through_the_corner_of_a_transition_follows_it() {
    let quarters =
        [[0.0, 0.0], [5.0, 0.0], [0.0, 5.0], [5.0, 5.0]].map(|[x, y]| Some(slab([x, y], [x + 5.0, y + 5.0], 0.0)));
    let engine = Engine::new(area(quarters)).unwrap();
    for (from, to) in
        [([1.0, 1.0], [9.0, 9.0]), ([9.0, 9.0], [1.0, 1.0]), ([1.0, 5.0], [9.0, 5.0]), ([5.0, 9.0], [5.0, 1.0])]
    {
        let walk = engine.straight_walk(from, to, &human());
        // Diagonally there is no transition: only past one of the other two rooms.
        assert_eq!(walk.code, WalkCode::Clear, "{from:?} {to:?} {walk:?}");
    }
}

#[test]
fn the_nearest_safe_spot_is_the_first_of_rims_in_the_engines_order() {
    let tiles = slab([-10.0, -10.0], [10.0, 10.0], 0.0);
    let of = |objects: &[PlacedObject]| Engine::new(area([Some(tiles.clone())])).unwrap().with_objects(objects, &[]);
    let walker = Walker::new(0.5);
    let near = |engine: &Engine, at, reach, in_line| engine.nearest_safe(at, reach, in_line, &walker);
    let block = |at: [f32; 2], half: f32| {
        object(
            Kind::Pwk,
            slab([-half; 2], [half; 2], 0.0).into_iter().map(|(corners, _)| (corners, MaterialId(7))).collect(),
            at,
        )
    };

    assert_eq!(near(&of(&[]), [1.0, 2.0], 2.0, true), Some([1.0, 2.0, 0.0]), "itself");
    let small = block([0.0; 2], 0.3);
    assert_eq!(
        near(&of(std::slice::from_ref(&small)), [0.0; 2], 2.0, false),
        Some([-1.0, -1.0, 0.0]),
        "the south-west corner first"
    );
    assert_eq!(
        near(&of(std::slice::from_ref(&small)), [0.0; 2], 1.0, false),
        None,
        "a reach of 1 m tries the point only"
    );
    // The corner is taken: then the one above it in the upper row.
    let corner = block([-1.0, -1.0], 0.1);
    assert_eq!(near(&of(&[small.clone(), corner.clone()]), [0.0; 2], 2.0, false), Some([-1.0, 1.0, 0.0]));
    // In the lower row the next spot, half a metre further east, is too near to the corner, and the one after it is not.
    let rows = [small, corner, block([-1.0, 1.0], 0.1)];
    assert_eq!(near(&of(&rows), [0.0; 2], 2.0, false), Some([0.0, -1.0, 0.0]));
    // Both rows are taken: the columns from south to north, the west one first.
    let strip = |y: f32| {
        object(
            Kind::Pwk,
            slab([-1.5, -0.1], [1.5, 0.1], 0.0).into_iter().map(|(corners, _)| (corners, MaterialId(7))).collect(),
            [0.0, y],
        )
    };
    let point = block([0.0; 2], 0.01);
    assert_eq!(near(&of(&[point.clone(), strip(-1.2), strip(1.2)]), [0.0; 2], 1.2, false), Some([-1.0, -0.5, 0.0]));
    // Everything within 1 m is taken: the next rim is a radius larger.
    assert_eq!(near(&of(&[block([0.0; 2], 0.8)]), [0.0; 2], 2.0, false), Some([-1.5, -1.5, 0.0]));
}

#[test]
fn a_safe_spot_in_line_is_one_to_which_nothing_is_in_between() {
    // The walker's own spot is too near to a wall; another wall stands to the south.
    let tiles = [
        slab([-10.0, -10.0], [10.0, 10.0], 0.0),
        wall([0.0, 0.2], [1.0, 0.2], [0.0, 3.0], 7),
        wall([-9.0, -0.5], [9.0, -0.5], [0.0, 3.0], 7),
    ];
    let engine = Engine::new(area([Some(tiles.concat())])).unwrap();
    let walker = Walker::new(0.3);
    assert_eq!(engine.nearest_safe([0.5, 0.0], 2.0, false, &walker), Some([-0.5, -1.0, 0.0]));
    // No row is in line, as a walk that begins too near to a wall gets nowhere; of columns the engine only asks for rooms.
    let found = engine.nearest_safe([0.5, 0.0], 2.0, true, &walker).unwrap();
    assert_eq!(found[0], -0.5, "{found:?}");
    assert!(found[1] > -1.0);
    assert_eq!(
        engine.nearest_safe([0.5, 0.0], 1.0e9, false, &Walker::new(0.0)),
        engine.nearest_safe([0.5, 0.0], 0.5, false, &Walker::new(0.0))
    );
}

#[test]
fn creatures_see_over_low_walls_and_through_doors_of_dirt_and_not_through_their_other_faces() {
    let room = |heights, material| {
        [slab([0.0, 0.0], [10.0, 10.0], 0.0), wall([5.0, 0.0], [5.0, 10.0], heights, material)].concat()
    };
    let sees = |engine: &Engine, parties: &[usize]| engine.sees([1.0, 5.0, 0.0], [9.0, 5.0, 0.0], parties).unwrap();
    let in_room = |heights, material| sees(&Engine::new(area([Some(room(heights, material))])).unwrap(), &[]);
    assert_eq!((in_room([0.0, 1.4], 7), in_room([0.0, 1.6], 7)), (true, false));
    assert_eq!([2, 8, 18, 30].map(|material| in_room([0.0, 3.0], material)), [false, true, true, true]);

    let empty = || area([Some(slab([0.0, 0.0], [10.0, 10.0], 0.0))]);
    let door = |material| object(Kind::Dwk, wall([0.0, -1.0], [0.0, 1.0], [0.0, 3.0], material), [5.0, 5.0]);
    let with =
        |choices, object: PlacedObject| Engine::with_choices(empty(), choices).unwrap().with_objects(&[], &[object]);
    let default = Choices::default();
    assert_eq!(
        [8, 7, 1].map(|material| sees(&with(default, door(material)), &[])),
        [false, false, true],
        "any face that nobody can walk on"
    );
    assert!(sees(&with(default, door(7)), &[0]), "the door itself is looked at");
    let all = default.with_objects_in_sight(ObjectsInSight::AllHeights);
    assert_eq!([default, all].map(|choices| sees(&with(choices, outline([5.0, 5.0], 7)), &[])), [true, false]);
}

#[test]
fn a_creature_that_is_steered_into_a_wall_slides_along_it() {
    let tiles = [slab([0.0, 0.0], [10.0, 10.0], 0.0), wall([0.0, 10.0], [10.0, 10.0], [0.0, 3.0], 7)].concat();
    let engine = Engine::new(area([Some(tiles)])).unwrap();
    let (target, walk) = engine.slide([5.0, 9.5], [6.0, 10.5], &human());
    assert_eq!((target, walk.code), (Some([6.0, 9.5]), WalkCode::Clear));
    assert_eq!(engine.slide([5.0, 5.0], [6.0, 6.0], &human()).0, Some([6.0, 6.0]), "nothing is in the way");
    let (target, walk) = engine.slide([0.5, 5.0], [-1.0, 6.0], &human());
    assert_eq!((target, walk.code), (None, WalkCode::NoRoom), "an edge without a room does not slide");
    // In a notch between two walls the slide along one ends at the other, and turns back there.
    let walls =
        [wall([0.0, 10.0], [10.0, 10.0], [0.0, 3.0], 7), wall([10.0, 0.0], [10.0, 10.0], [0.0, 3.0], 7)].concat();
    let notch = Engine::new(area([Some([slab([0.0, 0.0], [10.0, 10.0], 0.0), walls].concat())])).unwrap();
    let (target, _) = notch.slide([9.6, 9.6], [10.6, 10.2], &human());
    assert!(target.is_none_or(|[x, y]| x <= 9.65 + 1e-4 && y <= 9.65 + 1e-4), "{target:?}");
}

#[test]
fn a_creature_that_is_steered_into_the_end_of_a_wall_is_pushed_past_it() {
    let hall = |walls: &[[[f32; 2]; 2]]| {
        let walls = walls.iter().flat_map(|[from, to]| wall(*from, *to, [0.0, 3.0], 7));
        Engine::new(area([Some(slab([0.0, 0.0], [10.0, 10.0], 0.0).into_iter().chain(walls).collect())])).unwrap()
    };
    let slide =
        |engine: &Engine, from, to| engine.slide(from, to, &human()).0.map(|at| at.map(|x| (x * 1e4).round() / 1e4));
    // The wall begins 0.2 m beside the way, no part of which is along the wall.
    let end = hall(&[[[5.0, 5.0], [5.0, 9.0]]]);
    assert_eq!(slide(&end, [3.0, 4.8], [7.0, 4.8]), Some([3.0, 4.74]));
    assert_eq!(slide(&end, [3.0, 4.5], [7.0, 5.0]), Some([3.0, 4.94]), "along the wall, less the push");
    // The slide along the upper wall leads down, to the end of the lower one, along which it would lead up again.
    let upper = [[4.0, 8.0], [6.0, 4.54]];
    let notch = hall(&[upper, [[2.4, 1.5], [3.9, 4.1]]]);
    assert_eq!(slide(&notch, [3.0, 5.5], [8.0, 5.5]), Some([3.015, 5.526]), "3 cm past the end");
    let longer = hall(&[upper, [[2.4, 1.5], [4.9, 5.8]]]);
    assert_eq!(slide(&longer, [3.0, 5.5], [8.0, 5.5]), None);
}

proptest! {
    /// With a tiny radius, a walk over generated faces equals a walk of the navigator.
    #[test]
    fn without_a_size_a_walk_is_that_of_the_geometry(tiles in crate::made_up::tiles(), from in [0.0..5.0_f32, 0.0..5.0], to in [-1.0..6.0_f32, -1.0..6.0]) {
        let room = Walkmesh::from_triangles(Kind::Wok, tiles.clone()).unwrap();
        let engine = Engine::new(area([Some(tiles)])).unwrap();
        let StraightWalk { code, .. } = engine.straight_walk(from, to, &Walker::new(0.0).with_height(-0.2));
        let navigator = walkmesh::kotor::Navigator::new(room);
        let floor = navigator.engine_floor(from);
        prop_assert_eq!(floor.map(|floor| floor.height).is_some(), engine.height(from).is_some());
        let Some(floor) = floor else {
            prop_assert_eq!(code, WalkCode::NoRoom);
            return Ok(());
        };
        let walked = navigator.walk_straight(walkmesh::mesh::Position::new([from[0], from[1], floor.height], floor.face), [to[0], to[1], 0.0]);
        if let Ok(walked) = walked {
            let arrives = walked.end == walkmesh::mesh::WalkEnd::Arrived;
            prop_assert!(!(code == WalkCode::Clear) || arrives, "{:?} {:?}", code, walked);
        }
    }

    /// A clear walk is clear the other way round, and for every smaller walker.
    #[test]
    fn a_smaller_walker_gets_through_where_a_larger_one_does(tiles in crate::made_up::tiles(), from in [0.0..5.0_f32, 0.0..5.0], to in [0.0..5.0_f32, 0.0..5.0], radius in 0.01..1.0_f32) {
        let engine = Engine::new(area([Some(tiles)])).unwrap();
        let code = |radius| engine.straight_walk(from, to, &Walker::new(radius)).code;
        if code(radius) == WalkCode::Clear {
            prop_assert_eq!(code(radius / 2.0), WalkCode::Clear);
        }
    }
}

#[test]
fn a_floor_of_many_faces_is_walked_over_its_corners() {
    let engine = Engine::new(area([Some(floor(20, 20, 4))])).unwrap();
    for to in [[19.0, 19.0], [19.0, 1.0], [1.0, 19.0], [10.0, 1.0]] {
        assert_eq!(code(&engine, [1.0, 1.0], to), 1, "{to:?}");
    }
}
