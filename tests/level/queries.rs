//! Queries to levels: the meaning of a location in each game, and floors that block sight.

use walkmesh::kotor::{Kind, MaterialId, Walkmesh};
use walkmesh::level::{Faces, Files, Level, Location, Navigator};

use super::{floor, open, samples};

fn navigator(name: &str) -> Navigator {
    open(&samples(), name).navigator().unwrap()
}

fn at(text: &str) -> Location {
    text.parse().unwrap()
}

/// The error message of a path between two locations.
fn refused(navigator: &Navigator, from: &str, to: &str) -> String {
    navigator.path(at(from), at(to)).unwrap_err().to_string()
}

#[test]
fn a_location_of_another_game_is_refused_with_what_is_expected() {
    for (name, wrong, right, expected) in [
        ("room.wok", "0:1", "2,2", "in a room, a position is X,Y or X,Y,Z or the number of a face"),
        ("manor.lyt", "3", "2,2", "in an area of rooms, a position is X,Y or X,Y,Z"),
        ("yard.trx", "0:1", "2,2", "in an NWN2 area, a position is X,Y or X,Y,Z or the number of a triangle"),
        ("ainavdata_32769.dat", "3", "0:1", "in a dungeon, a position is BLOCK:CELL or X,Y,Z"),
        ("ainavdata_32769.dat", "2,2", "0:1", "in a dungeon, a point needs all of X,Y,Z; Y is up"),
    ] {
        let navigator = navigator(name);
        for (from, to) in [(wrong, right), (right, wrong)] {
            let reason = refused(&navigator, from, to);
            assert!(reason.contains(expected), "{name}, from {from} to {to}: {reason}");
        }
    }
}

#[test]
fn walls_see_nothing_and_nobody_reaches_them() {
    let level = open(&samples(), "town.trx");
    let walkmesh = level.nwn2().walkmesh.unwrap().unwrap();
    let number = |is_walkable| {
        let mut triangles = walkmesh.triangles().filter(|triangle| triangle.is_walkable() == is_walkable);
        Location::Face(triangles.next().unwrap().id().0)
    };
    let (floor, wall) = (number(true), number(false));
    let navigator = level.navigator().unwrap();
    for (from, to) in [(wall, floor), (floor, wall)] {
        let reason = navigator.sight(from, to).unwrap_err().to_string();
        assert!(reason.contains("triangle") && reason.ends_with("is not walkable"), "{reason}");
    }
    let missing = navigator.sight(floor, Location::Face(60_000)).unwrap_err().to_string();
    assert!(missing.contains("there is no triangle 60000"), "{missing}");
    let reason = navigator.reach(wall).unwrap_err().to_string();
    assert!(reason.contains("is not walkable"), "{reason}");

    let mut room = Walkmesh::from_bytes(&samples().read("room.wok").unwrap()).unwrap();
    let wall = room.faces().next().unwrap().id();
    room.set_material(wall, MaterialId(7)).unwrap();
    room.bake(&Default::default()).unwrap();
    let wall = Location::Face(room.faces().find(|face| face.material() == MaterialId(7)).unwrap().id().0);
    let reason = Level::from(room).navigator().unwrap().reach(wall).unwrap_err().to_string();
    assert!(reason.contains("is not walkable"), "{reason}");
}

#[test]
fn a_stored_route_runs_from_the_start_to_the_goal_and_is_no_shorter_than_the_straight_line() {
    for (name, height) in [("yard.trx", 9), ("town.trx", 40)] {
        let navigator = navigator(name);
        let points: Vec<[f32; 2]> =
            (0..200_u16).map(|at| [f32::from(at % 20) * 0.9 + 0.2, f32::from(at / 20 * height) * 0.1 + 0.3]).collect();
        let mut paths = 0;
        for (at, &from) in points.iter().enumerate() {
            let to = points[(at * 37 + 11) % points.len()];
            for (from, to) in [(from, to), (from, from)] {
                let Ok(path) = navigator.path(from, to) else { continue };
                let ends = [0, path.points.len() - 1].map(|at| path.points[at]);
                assert_eq!(ends.map(|[x, y, _]| [x, y]), [from, to]);
                let [x, y] = [0, 1].map(|axis| f64::from(to[axis]) - f64::from(from[axis]));
                assert!(path.length >= (x * x + y * y).sqrt() - 1e-9 && path.length.is_sign_positive());
                assert!(from != to || path.length == 0.0);
                paths += 1;
            }
        }
        assert!(paths > 100, "{name}: {paths}");
    }
}

/// Sight does not pass the floor below. It passes the one above it, which has the material of doors.
#[test]
fn of_all_floors_those_that_block_sight_can_be_asked_for() {
    const STONE: u32 = 4;
    const DOOR: u32 = 18;
    let room =
        Walkmesh::from_triangles(Kind::Wok, [floor([0.0, 0.0, 0.0], STONE), floor([0.0, 0.0, 3.0], DOOR)].concat())
            .unwrap();
    let navigator = Level::from(room).navigator().unwrap();
    let heights = |faces| -> Vec<f32> {
        navigator.floors_at([1.0, 2.0], faces).unwrap().iter().map(|floor| floor.height).collect()
    };
    assert_eq!(heights(Faces::Walkable), [0.0, 3.0]);
    assert_eq!(heights(Faces::Sight), [0.0]);
    let two = refused(&navigator, "1,2", "3,3");
    assert!(two.contains("there is more than one floor; give the height, too, as X,Y,Z"), "{two}");
}
