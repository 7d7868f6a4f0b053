//! Queries to rooms and areas, compared with a loop over every face.

use std::sync::Arc;

use proptest::prelude::*;
use walkmesh::finding::CheckOptions;
use walkmesh::kotor::{
    Area, AreaFace, EdgeId, FaceId, Kind, Layout, LayoutRoom, MaterialId, MaterialMask, Navigator, Part, PlacedObject,
    RoomId, Walkmesh,
};
use walkmesh::mesh::{FloorHit, PathError, Position, Ray, WalkEnd};

use crate::made_up::{self, floor, rooms, tiles};

/// An area of rooms, numbered as given, linked.
fn area(rooms: impl IntoIterator<Item = Walkmesh>) -> Area {
    let rooms: Vec<Walkmesh> = rooms.into_iter().collect();
    let mut layout = Layout::new();
    for number in 0..rooms.len() {
        layout.push(LayoutRoom { name: format!("room{number}"), position: [0.0; 3] }).unwrap();
    }
    let mut area = Area::new(layout);
    for (room, walkmesh) in (0..).map(RoomId).zip(rooms) {
        area.insert(room, walkmesh).unwrap();
    }
    area.link().unwrap();
    area
}

fn at(area: &Navigator<Area>, x: f32, y: f32) -> Position<AreaFace> {
    area.position_at([x, y, 0.0], 10.0).unwrap().unwrap()
}

fn room_of(spot: &Position<AreaFace>) -> u32 {
    match spot.face.part {
        Part::Room(room) => room.0,
        Part::Object(_) => panic!("one does not stand on objects"),
    }
}

/// A box of 12 faces with its middle at the origin, standing on the floor.
fn boxed(kind: Kind, [width, depth, height]: [f32; 3], material: u32) -> Walkmesh {
    let (x, y) = (width / 2.0, depth / 2.0);
    let corner = |at: usize| {
        [if at & 1 == 0 { -x } else { x }, if at & 2 == 0 { -y } else { y }, if at & 4 == 0 { 0.0 } else { height }]
    };
    let sides = [[0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6], [4, 5, 7, 6], [2, 3, 1, 0]];
    let faces = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    Walkmesh::from_triangles(kind, faces.map(|face| (face.map(corner), MaterialId(material)))).unwrap()
}

proptest! {
    // A failure prints its minimal input; nothing is written beside the tests.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rays_floors_and_sight_are_those_of_a_look_at_every_face(
        room in rooms(), from in prop::array::uniform3(-1.0..7.0_f32), to in prop::array::uniform3(-1.0..7.0_f32),
        materials in prop::sample::subsequence(vec![1_u32, 4, 7], 0..=3),
    ) {
        let navigator = Navigator::new(room.clone());
        let mask: MaterialMask = materials.into_iter().map(MaterialId).collect();
        let ray = Ray::between(from, to).unwrap();
        let triangles = || room.faces().filter(|face| mask.contains(face.material()));
        let nearest = triangles()
            .filter_map(|face| Some((ray.meets(&face.points().unwrap())?, face.id())))
            .min_by(|a, b| a.partial_cmp(b).unwrap());
        let hit = navigator.raycast(&ray, mask);
        prop_assert_eq!(hit.map(|hit| (hit.distance, hit.face)), nearest);

        let sight = room.materials().sight_mask();
        prop_assert_eq!(navigator.sight_mask(), sight);
        let hides = room.faces().any(|face| sight.contains(face.material()) && ray.meets(&face.points().unwrap()).is_some());
        prop_assert_eq!(navigator.line_of_sight(from, to).unwrap(), !hides);

        // A vertical ray meets the same faces, except for rounding; floors are the faces that face up.
        let faces = navigator.faces_at([from[0], from[1]], mask);
        let floors = navigator.floors_at([from[0], from[1]], mask);
        let facing_up: Vec<_> = faces.iter().filter(|hit| room.face(hit.face).unwrap().faces_up()).copied().collect();
        prop_assert_eq!(&floors, &facing_up);
        let down = Ray::new([from[0], from[1], 50.0], [0.0, 0.0, -1.0], 100.0).unwrap();
        let mut met: Vec<f32> = triangles().filter_map(|face| Some(50.0 - down.meets(&face.points().unwrap())?)).collect();
        met.sort_unstable_by(f32::total_cmp);
        prop_assert_eq!(faces.len(), met.len());
        for (floor, height) in faces.iter().zip(&met) {
            prop_assert!((floor.height - height).abs() < 1e-4);
            prop_assert!(mask.contains(navigator.material(floor.face).unwrap()));
        }
        let below = floors.iter().rev().find(|floor| floor.height <= from[2]).map(|floor| floor.height);
        prop_assert_eq!(navigator.floor_below(from, f32::INFINITY, mask).map(|floor| floor.height), below);
        let above = floors.iter().find(|floor| floor.height >= from[2]).map(|floor| floor.height);
        prop_assert_eq!(navigator.floor_above(from, f32::INFINITY, mask).map(|floor| floor.height), above);
        let alone = [from, to].map(|point| navigator.floor_nearest(point, 2.0, mask));
        prop_assert_eq!(navigator.floor_nearest_many(&[from, to], 2.0, mask), alone);
    }

    #[test]
    fn a_room_cut_in_two_has_the_same_paths_through_its_transitions(
        tiles in tiles(), at in 0.0..5.0_f32, pairs in prop::collection::vec(prop::array::uniform4(0.0..5.0_f32), 8),
    ) {
        let whole = Navigator::new(Walkmesh::from_triangles(Kind::Wok, tiles.clone()).unwrap());
        let middle = |tile: &made_up::Tile| tile.0.iter().map(|corner| corner[0]).sum::<f32>() / 3.0;
        let (west, east): (Vec<_>, Vec<_>) = tiles.into_iter().partition(|tile| middle(tile) < at);
        let halves = [west, east].map(|tiles| Walkmesh::from_triangles(Kind::Wok, tiles).unwrap());
        let area = Navigator::of_area(area(halves));
        prop_assert_eq!(area.connected_part_count().unwrap(), whole.connected_part_count().unwrap());
        for [x, y, tx, ty] in pairs {
            let ends = [[x, y, 0.0], [tx, ty, 0.0]];
            let in_whole = ends.map(|end| whole.position_at(end, 2.0).unwrap());
            let in_area = ends.map(|end| area.position_at(end, 2.0).unwrap());
            prop_assert_eq!(in_whole.map(|spot| spot.map(|spot| spot.point)), in_area.map(|spot| spot.map(|spot| spot.point)));
            if let ([Some(a), Some(b)], [Some(c), Some(d)]) = (in_whole, in_area) {
                let (distance, in_halves) = (whole.distance(a, b), area.distance(c, d));
                prop_assert_eq!(distance.is_ok(), in_halves.is_ok());
                if let (Ok(distance), Ok(in_halves)) = (distance, in_halves) {
                    prop_assert!((distance - in_halves).abs() <= 1e-4 * (1.0 + distance), "{distance} {in_halves}");
                    let straight = f64::from(tx - x).hypot(f64::from(ty - y));
                    prop_assert!(distance >= straight - 1e-5);
                    let walked = area.walk_straight(c, d.point).unwrap();
                    prop_assert!(walked.end != WalkEnd::Arrived || walked.position.point[2] != d.point[2] || distance <= straight + 1e-5);
                }
            }
        }
    }

    #[test]
    fn a_path_leads_around_a_placeable_by_its_corners(
        x in 3.0..7.0_f32, y in 3.0..7.0_f32, width in 0.2..3.0_f32, depth in 0.2..3.0_f32, bearing in -4.0..4.0_f32,
        ends in prop::array::uniform4(0.05..9.95_f32),
    ) {
        let area = area([Walkmesh::from_triangles(Kind::Wok, floor(10, 10, 4)).unwrap()]);
        let placed = PlacedObject::new(boxed(Kind::Pwk, [width, depth, 1.0], 7), [x, y, 0.0], bearing);
        let navigator = Navigator::of_area_with(area.clone(), vec![placed]);
        let [from, to] = [[ends[0], ends[1]], [ends[2], ends[3]]].map(|place| place.map(f64::from));

        // A point in the coordinates of the box.
        let (sin, cos) = f64::from(bearing).sin_cos();
        let [half_width, half_depth] = [width, depth].map(|size| f64::from(size) / 2.0);
        let local = |[px, py]: [f64; 2]| {
            let (dx, dy) = (px - f64::from(x), py - f64::from(y));
            [dx * cos + dy * sin, dy * cos - dx * sin]
        };
        let depth_in_box = |place| {
            let [lx, ly] = local(place);
            (half_width - lx.abs()).min(half_depth - ly.abs())
        };
        prop_assume!(depth_in_box(from).abs() > 1e-3 && depth_in_box(to).abs() > 1e-3);
        let [start, goal] = [[ends[0], ends[1], 0.0], [ends[2], ends[3], 0.0]].map(|point| navigator.position_at(point, 1.0).unwrap());
        prop_assert_eq!((start.is_none(), goal.is_none()), (depth_in_box(from) > 0.0, depth_in_box(to) > 0.0));
        let (Some(start), Some(goal)) = (start, goal) else { return Ok(()) };

        // The shortest way past at most three corners, each leg clear of the box.
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[sx, sy]: [f64; 2]| {
            let (lx, ly) = (sx * half_width, sy * half_depth);
            [f64::from(x) + lx * cos - ly * sin, f64::from(y) + lx * sin + ly * cos]
        });
        let distance = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let clear = |a: [f64; 2], b: [f64; 2]| {
            (0..=400).all(|step| {
                let share = f64::from(step) / 400.0;
                depth_in_box([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]) < 1e-3
            })
        };
        let mut least = vec![f64::INFINITY; 4];
        for (corner, least) in corners.iter().zip(&mut least) {
            if clear(from, *corner) {
                *least = distance(from, *corner);
            }
        }
        for _ in 0..3 {
            for corner in 0..4 {
                for next in [(corner + 1) % 4, (corner + 3) % 4] {
                    least[next] = least[next].min(least[corner] + distance(corners[corner], corners[next]));
                }
            }
        }
        let around = corners.iter().zip(&least).filter(|(corner, _)| clear(**corner, to)).map(|(corner, least)| least + distance(*corner, to));
        let expected = if clear(from, to) { distance(from, to) } else { around.fold(f64::INFINITY, f64::min) };

        let path = navigator.shortest_path(start, goal).unwrap();
        prop_assert!((path.length - expected).abs() < 5e-3, "{} {expected}", path.length);
        let walked = navigator.walk_straight(start, goal.point).unwrap();
        match walked.end {
            WalkEnd::Arrived => prop_assert!(path.length <= distance(from, to) + 1e-5),
            WalkEnd::Object { object: 0 } => {
                let [px, py, _] = walked.position.point.map(f64::from);
                prop_assert!(depth_in_box([px, py]).abs() < 1e-3, "it stops at the box");
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn an_object_is_in_the_way_just_where_it_covers_a_floor_whatever_their_heights(
        tiles in tiles(), corners in prop::array::uniform3([-1.0..6.0_f32, -1.0..6.0_f32, -2.0..4.0_f32]),
        height in prop::sample::select(vec![-900.0_f32, 0.0, 900.0]), is_flat: bool,
        places in prop::collection::vec([0.0..5.0_f32, 0.0..5.0_f32], 40),
    ) {
        let area = area([Walkmesh::from_triangles(Kind::Wok, tiles).unwrap()]);
        let shape = corners.map(|[x, y, z]| [x, y, if is_flat { 0.0 } else { z }]);
        let object = Walkmesh::from_triangles(Kind::Pwk, [(shape, MaterialId(7))]).unwrap();
        let furnished = Navigator::of_area_with(area.clone(), vec![PlacedObject::new(object, [0.0, 0.0, height], 0.0)]);
        let empty = Navigator::of_area(area.clone());
        let covers = |[x, y]: [f32; 2]| {
            let [a, b, c] = corners.map(|corner| corner.map(f64::from));
            let side = |p: [f64; 3], q: [f64; 3]| (q[0] - p[0]) * (f64::from(y) - p[1]) - (q[1] - p[1]) * (f64::from(x) - p[0]);
            let weights = [side(b, c), side(c, a), side(a, b)];
            let area: f64 = weights.iter().sum();
            weights.iter().all(|weight| weight * area > 0.0)
        };
        for [x, y] in places {
            // Near a border, the answer one millimetre away may differ.
            let around = [[0.0, 0.0], [1e-3, 0.0], [-1e-3, 0.0], [0.0, 1e-3], [0.0, -1e-3]];
            let blocked = around.map(|[dx, dy]| covers([x + dx, y + dy]));
            if blocked.iter().any(|one| *one != blocked[0]) {
                continue;
            }
            for floor in empty.floors_at([x, y], empty.walk_mask()) {
                let stands = furnished.position_at([x, y, floor.height], 1e-3).unwrap().is_some();
                prop_assert_eq!(stands, !blocked[0], "at {}, {}, {}", x, y, floor.height);
            }
        }
    }

    #[test]
    fn any_walkmesh_that_can_be_read_answers_queries(
        room in rooms(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        from in prop::array::uniform3(-1.0..7.0_f32), to in prop::array::uniform3(-1.0..7.0_f32),
    ) {
        let mut bytes = room.to_bytes().unwrap();
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Ok(damaged) = Walkmesh::from_bytes(&bytes) {
            let navigator = Navigator::new(damaged.clone());
            let _ = Ray::new(from, to, f32::INFINITY).map(|ray| navigator.raycast(&ray, MaterialMask::ALL));
            let _ = navigator.line_of_sight(from, to);
            let _ = navigator.engine_floor([from[0], from[1]]);
            if let (Some(from), Some(to)) = (navigator.position_at(from, 9.0).unwrap(), navigator.position_at(to, 9.0).unwrap()) {
                let _ = navigator.walk_straight(from, to.point);
                let _ = navigator.shortest_path_on_floor(from, to);
            }
            let mut layout = Layout::new();
            for name in ["a", "b"] {
                layout.push(LayoutRoom { name: name.into(), position: [0.0; 3] }).unwrap();
            }
            let mut area = Area::new(layout);
            let damaged = damaged.with_kind(Kind::Wok);
            area.insert(RoomId(0), room).unwrap();
            area.insert(RoomId(1), damaged.clone()).unwrap();
            let _ = area.check(&CheckOptions::default().without_flaws());
            let _ = area.link();
            let _ = area.weld(0.1);
            let object = PlacedObject::new(damaged.with_kind(Kind::Pwk), [1.0, 1.0, 0.0], 1.0);
            let navigator = Navigator::of_area_with(area.clone(), vec![object]);
            if let (Some(from), Some(to)) = (navigator.position_at(from, 9.0).unwrap(), navigator.position_at(to, 9.0).unwrap()) {
                let _ = navigator.shortest_path(from, to);
            }
        }
    }
}

#[test]
fn a_walk_names_the_wall_at_which_it_stops() {
    let room = Walkmesh::from_triangles(Kind::Wok, floor(2, 1, 4)).unwrap();
    let navigator = Navigator::new(room.clone());
    let from = navigator.position_at([0.75, 0.25, 0.0], 1.0).unwrap().unwrap();
    let walked = navigator.walk_straight(from, [5.0, 0.25, 0.0]).unwrap();
    assert_eq!(walked.position.point, [2.0, 0.25, 0.0]);
    assert_eq!(walked.end, WalkEnd::Wall { face: FaceId(2), side: 1 });
    assert!(room.as_raw().edges.iter().any(|row| EdgeId::from_raw(row.edge) == EdgeId::new(FaceId(2), 1)));
    assert_eq!(navigator.walk_straight(from, [1.5, 0.25, 0.0]).unwrap().end, WalkEnd::Arrived);
    let nowhere = Position { face: FaceId(99), ..from };
    assert!(matches!(navigator.shortest_path(nowhere, from), Err(PathError::Start(_))));
}

#[test]
fn of_rooms_above_each_other_the_engine_takes_the_first_and_we_the_nearest() {
    let lower = Walkmesh::from_triangles(Kind::Wok, floor(2, 2, 4)).unwrap();
    let mut upper = lower.clone();
    upper.translate([0.0, 0.0, 6.0]).unwrap();
    let lower_first = Navigator::of_area(area([lower.clone(), upper.clone()]));
    assert_eq!(
        lower_first.engine_floor([0.75, 0.25]).map(|floor| floor.height),
        Some(0.0),
        "the first, not the highest"
    );
    let navigator = Navigator::of_area(area([upper, lower]));
    let point = [0.75, 0.25, 0.5];
    let engine = |at| navigator.engine_floor(at).map(|floor| (floor.face.part, floor.height));
    let first = Some((Part::Room(RoomId(0)), 6.0));
    assert_eq!(engine([0.75, 0.25]), first);
    assert_eq!(room_of(&navigator.position_at(point, 2.0).unwrap().unwrap()), 1);
}

/// The engine queries a room again 0.0007 m to the east and to the north, and in no other direction, before the next room.
#[test]
fn the_engine_asks_a_room_once_more_in_one_direction_before_the_next_room() {
    let square = |x: f32, z: f32| {
        let mut room = Walkmesh::from_triangles(Kind::Wok, floor(2, 2, 4)).unwrap();
        room.translate([x, 0.0, z]).unwrap();
        room
    };
    let one = Navigator::of_area(area([square(0.0, 0.0)]));
    let found = |at| one.engine_floor(at).is_some();
    for beside in [[-0.0005, 1.0], [1.0, -0.0005], [-0.0005, -0.0005]] {
        assert!(found(beside), "{beside:?}: the floor is to the east or to the north");
    }
    for beside in [[-0.0008, 1.0], [1.0, -0.0008], [2.0005, 1.0], [1.0, 2.0005]] {
        assert!(!found(beside), "{beside:?}: the floor is too far, or to the west or to the south");
    }

    let two = Navigator::of_area(area([square(0.0, 0.0), square(-2.0, 5.0)]));
    let room = |at| two.engine_floor(at).map(|floor| floor.face.part);
    assert_eq!(room([-0.0005, 1.0]), Some(Part::Room(RoomId(0))), "the second room has a floor right there");
    assert_eq!(room([-0.0008, 1.0]), Some(Part::Room(RoomId(1))));
}

/// The range is absolute: from -1000 m to 1000 m, whatever the height of the creature.
#[test]
fn the_engine_takes_the_highest_floor_of_a_room_within_a_thousand_metres_of_height_0() {
    let at = |z: f32| {
        let tiles = floor(2, 2, 4).into_iter();
        tiles.map(move |(corners, material)| (corners.map(|[x, y, _]| [x, y, z]), material))
    };
    let height = |heights: &[f32]| {
        let tiles: Vec<_> = heights.iter().flat_map(|&z| at(z)).collect();
        let navigator = Navigator::new(Walkmesh::from_triangles(Kind::Wok, tiles).unwrap());
        navigator.engine_floor([0.75, 0.25]).map(|floor| floor.height)
    };
    assert_eq!(height(&[-3.0, 4.0]), Some(4.0), "the highest");
    assert_eq!(height(&[-1000.0, 1001.0]), Some(-1000.0), "what is higher is not seen");
    assert_eq!(height(&[-1001.0, 1000.0]), Some(1000.0));
    assert_eq!(height(&[-1001.0, 1001.0]), None);
}

#[test]
fn the_underside_of_a_roof_is_no_floor() {
    let at = |z: f32, tiles: Vec<made_up::Tile>| {
        tiles.into_iter().map(move |(corners, material)| (corners.map(|[x, y, _]| [x, y, z]), material))
    };
    let down = |(corners, material): made_up::Tile| ([corners[0], corners[2], corners[1]], material);
    let roof = at(3.0, floor(2, 2, 4)).map(down).chain(at(3.5, floor(2, 2, 4)));
    let room = Walkmesh::from_triangles(Kind::Wok, floor(2, 2, 4).into_iter().chain(roof)).unwrap();
    let area = Navigator::of_area(area([room]));
    let walk = area.walk_mask();
    let heights =
        |hits: Vec<FloorHit<AreaFace>>| hits.into_iter().map(|hit| (hit.height, hit.faces_up)).collect::<Vec<_>>();
    assert_eq!(heights(area.floors_at([0.75, 0.25], walk)), [(0.0, true), (3.5, true)]);
    assert_eq!(heights(area.faces_at([0.75, 0.25], walk)), [(0.0, true), (3.0, false), (3.5, true)]);

    // A metre below the roof, its underside would be the nearest.
    let point = [0.75, 0.25, 2.9];
    let height = |hit: Option<FloorHit<AreaFace>>| hit.map(|hit| hit.height);
    assert_eq!(area.position_at(point, 10.0).unwrap().map(|spot| spot.point[2]), Some(3.5));
    assert_eq!(area.position_at(point, 0.5).unwrap(), None);
    assert_eq!(height(area.floor_nearest(point, 10.0, walk)), Some(3.5));
    assert_eq!(height(area.floor_above(point, 10.0, walk)), Some(3.5));
    assert_eq!(height(area.floor_below([0.75, 0.25, 3.2], 10.0, walk)), Some(0.0));
    assert_eq!(height(area.engine_floor([0.75, 0.25])), Some(3.5));
}

#[test]
fn a_rising_plane_blocks_where_it_is_higher_than_a_walker_too() {
    // From 0.5 m at x = 1 to 8.5 m at x = 9, across the whole floor.
    let [a, b, c, d] = [[1.0, -1.0, 0.5], [9.0, -1.0, 8.5], [9.0, 5.0, 8.5], [1.0, 5.0, 0.5]];
    let plane = [([a, b, c], MaterialId(7)), ([a, c, d], MaterialId(7))];
    let plane = PlacedObject::new(Walkmesh::from_triangles(Kind::Pwk, plane).unwrap(), [0.0; 3], 0.0);
    let area = area([Walkmesh::from_triangles(Kind::Wok, floor(10, 4, 4)).unwrap()]);
    let navigator = Navigator::of_area_with(area.clone(), vec![plane]);
    for (x, stands) in [(0.5, true), (0.99, true), (1.01, false), (2.51, false), (8.99, false), (9.01, true)] {
        assert_eq!(navigator.position_at([x, 2.0, 0.0], 1.0).unwrap().is_some(), stands, "at {x}");
    }
    for (from, to, end) in [(9.5, 0.0, 9.0), (0.5, 9.5, 1.0)] {
        let walked = navigator.walk_straight(at(&navigator, from, 2.0), [to, 2.0, 0.0]).unwrap();
        assert_eq!(walked.end, WalkEnd::Object { object: 0 });
        assert!((walked.position.point[0] - end).abs() < 1e-4, "{walked:?}");
    }
}

#[test]
fn a_closed_door_parts_two_rooms_and_an_open_one_does_not() {
    let west = Walkmesh::from_triangles(Kind::Wok, floor(4, 1, 4)).unwrap();
    let mut east = west.clone();
    east.translate([4.0, 0.0, 0.0]).unwrap();
    let area = area([west, east]);
    let open = Navigator::of_area(area.clone());
    let (from, to) = (at(&open, 1.0, 0.5), at(&open, 7.0, 0.5));
    assert_eq!((room_of(&from), room_of(&to)), (0, 1));
    assert_eq!(open.distance(from, to), Ok(6.0));
    assert_eq!(open.walk_straight(from, to.point).unwrap().end, WalkEnd::Arrived);

    // A door two metres wide in a corridor one metre wide, across the seam.
    let door = || boxed(Kind::Dwk, [2.0, 0.2, 3.0], 7);
    let quarter = std::f32::consts::FRAC_PI_2;
    let closed = Navigator::of_area_with(area.clone(), vec![PlacedObject::new(door(), [4.0, 0.5, 0.0], quarter)]);
    assert!(matches!(closed.shortest_path(from, to), Err(PathError::OtherPart { .. })));
    let walked = closed.walk_straight(from, to.point).unwrap();
    assert_eq!(walked.end, WalkEnd::Object { object: 0 });
    assert!((walked.position.point[0] - 3.9).abs() < 1e-4);
    assert!(!closed.line_of_sight([1.0, 0.5, 1.0], [7.0, 0.5, 1.0]).unwrap(), "nor can one look through");

    // Opened, it leaves half of the corridor free.
    let swung = Navigator::of_area_with(area.clone(), vec![PlacedObject::new(door(), [4.0, 1.0, 0.0], 0.0)]);
    assert_eq!(swung.distance(at(&swung, 1.0, 0.5), at(&swung, 7.0, 0.5)), Ok(6.0));
    // With a walkable material, it does not block. In every other case it does: with a material that walk checks ignore, high above, far
    // below, or flat on the floor.
    let ends = |object: Walkmesh, z: f32| {
        let placed = PlacedObject::new(object, [4.0, 0.5, z], quarter);
        Navigator::of_area_with(area.clone(), vec![placed]).walk_straight(from, to.point).unwrap().end
    };
    assert_eq!(ends(boxed(Kind::Dwk, [2.0, 0.2, 3.0], 4), 0.0), WalkEnd::Arrived);
    let flat = || boxed(Kind::Pwk, [2.0, 0.2, 0.0], 7);
    let unchecked = boxed(Kind::Dwk, [2.0, 0.2, 3.0], 20);
    for (object, z) in [(unchecked, 0.0), (door(), 2.5), (door(), -900.0), (flat(), 0.0), (flat(), 50.0)] {
        assert_eq!(ends(object, z), WalkEnd::Object { object: 0 }, "at height {z}");
    }
}

/// A face of a room blocks sight by the column of its material, a face of an object if it is unwalkable. Materials: 4 is walkable and
/// blocks sight, 8 is neither, 18 is only walkable, and 40 has no row.
#[test]
fn rooms_hide_by_their_material_and_objects_by_being_no_floor() {
    let upright = |material| ([[4.0, -1.0, -1.0], [4.0, 3.0, -1.0], [4.0, 1.0, 5.0]], MaterialId(material));
    let (from, to) = ([1.0, 0.5, 1.0], [7.0, 0.5, 1.0]);
    for (material, hides_in_room, hides_as_object) in
        [(4, true, false), (7, true, true), (8, false, true), (18, false, false), (20, false, true), (40, false, true)]
    {
        let floor = floor(8, 1, 4);
        let room = Walkmesh::from_triangles(Kind::Wok, floor.iter().copied().chain([upright(material)])).unwrap();
        let object = Walkmesh::from_triangles(Kind::Dwk, [upright(material)]).unwrap();
        let placed = PlacedObject::new(object, [0.0; 3], 0.0);
        let area_of = |room: Walkmesh| area([room]);
        let open = area_of(Walkmesh::from_triangles(Kind::Wok, floor.clone()).unwrap());
        for (navigator, hides) in [
            (Navigator::of_area(area_of(room)), hides_in_room),
            (Navigator::of_area_with(open, vec![placed]), hides_as_object),
        ] {
            let ray = Ray::between(from, to).unwrap();
            assert_eq!(navigator.line_of_sight(from, to), Ok(!hides), "{material}");
            assert_eq!(navigator.line_of_sight_many(&[ray]), [!hides], "{material}");
            let hit = navigator.raycast_sight(&ray);
            assert_eq!(hit.map(|hit| (navigator.hides(hit.face), hit.point[0])), hides.then_some((true, 4.0)));
        }
    }
}

/// A corridor of four rooms, two of which are behind doors: each part names the last door on the way to it.
#[test]
fn a_part_that_doors_close_off_names_the_nearest_one() {
    let rooms = (0..4).map(|at| {
        let mut room = Walkmesh::from_triangles(Kind::Wok, floor(4, 1, 4)).unwrap();
        // The last one is on no path.
        room.translate([4.0 * at as f32 + if at == 3 { 9.0 } else { 0.0 }, 0.0, 0.0]).unwrap();
        room
    });
    let area = area(rooms.collect::<Vec<_>>());
    let quarter = std::f32::consts::FRAC_PI_2;
    let door = |x: f32| PlacedObject::new(boxed(Kind::Dwk, [2.0, 0.2, 3.0], 7), [x, 0.5, 0.0], quarter);
    let chest = PlacedObject::new(boxed(Kind::Pwk, [0.4, 0.4, 0.0], 7), [2.0, 0.5, 0.0], 0.0);
    let navigator = Navigator::of_area_with(area.clone(), vec![chest.clone(), door(8.0), door(4.0)]);
    let closed_by = |from: f32, part: f32| {
        let [from, there] = [from, part].map(|x| at(&navigator, x, 0.5));
        let part = navigator.connected_part(there).unwrap().unwrap();
        navigator.objects_that_close(from).unwrap()[part as usize]
    };
    assert_eq!(closed_by(1.0, 1.0), None, "the own part");
    assert_eq!((closed_by(1.0, 6.0), closed_by(1.0, 10.0)), (Some(2), Some(1)));
    assert_eq!((closed_by(10.0, 6.0), closed_by(10.0, 1.0)), (Some(1), Some(2)));
    assert_eq!(closed_by(1.0, 24.0), None, "no way leads there without doors either");
    let open = Navigator::of_area_with(area.clone(), vec![chest]);
    assert_eq!(open.objects_that_close(at(&open, 1.0, 0.5)).unwrap(), [None, None]);
}

#[test]
fn an_edit_that_is_not_settled_is_walked_as_the_faces_say() {
    let mut room = Walkmesh::from_triangles(Kind::Wok, floor(3, 1, 4)).unwrap();
    for face in [2, 3] {
        room.set_material(FaceId(face), MaterialId(7)).unwrap();
    }
    let navigator = Navigator::new(room.clone());
    assert_eq!(navigator.connected_part_count().unwrap(), 2);
    let (from, to) = (
        navigator.position_at([0.5, 0.25, 0.0], 1.0).unwrap().unwrap(),
        navigator.position_at([2.5, 0.25, 0.0], 1.0).unwrap().unwrap(),
    );
    assert!(matches!(navigator.shortest_path(from, to), Err(PathError::OtherPart { .. })));
    assert_eq!(navigator.position_at([1.5, 0.25, 0.0], 1.0).unwrap(), None);
}

#[test]
fn a_navigator_shares_what_it_navigates_and_gives_it_back() {
    fn of_any_thread<T: Send + Sync + 'static>(_: &T) {}
    let room = Arc::new(Walkmesh::from_triangles(Kind::Wok, floor(2, 1, 4)).unwrap());
    let navigator = Navigator::new(Arc::clone(&room));
    of_any_thread(&navigator);
    assert!(std::ptr::eq(navigator.walkmesh(), &*room));
    assert!(navigator.overview().unwrap().bounds.is_some());
    assert!(Arc::ptr_eq(&navigator.into_inner(), &room));

    let area = Arc::new(area([Walkmesh::clone(&room)]));
    let navigator = Navigator::of_area(Arc::clone(&area));
    of_any_thread(&navigator);
    assert!(std::ptr::eq(navigator.area(), &*area) && navigator.objects().is_empty());
    assert!(Arc::ptr_eq(&navigator.into_inner(), &area));
}

#[test]
fn faces_are_named_by_room_and_object_and_have_their_materials() {
    let rooms = [4, 5].map(|material| Walkmesh::from_triangles(Kind::Wok, floor(1, 1, material)).unwrap());
    let empty = Walkmesh::from_triangles(Kind::Wok, floor(0, 0, 4)).unwrap();
    let [first, third] = rooms;
    let area = area([first, empty, third]);
    let placed = PlacedObject::new(boxed(Kind::Pwk, [0.2, 0.2, 1.0], 7), [0.7, 0.3, 0.0], 0.0);
    let navigator = Navigator::of_area_with(area, vec![placed]);
    let found = navigator.faces_at([0.7, 0.3], MaterialMask::ALL).into_iter();
    let found: Vec<_> = found.map(|hit| (hit.face.part, navigator.material(hit.face).unwrap().0)).collect();
    assert!(found.contains(&(Part::Room(RoomId(0)), 4)) && found.contains(&(Part::Room(RoomId(2)), 5)), "{found:?}");
    assert!(found.contains(&(Part::Object(0), 7)), "{found:?}");
    let missing = [(Part::Room(RoomId(1)), 0), (Part::Room(RoomId(0)), 2), (Part::Object(1), 0)];
    for (part, face) in missing {
        let face = AreaFace { part, face: FaceId(face) };
        assert_eq!(navigator.material(face), None);
        assert_eq!(navigator.connected_part(Position::new([0.5, 0.5, 0.0], face)), Ok(None));
    }
}
