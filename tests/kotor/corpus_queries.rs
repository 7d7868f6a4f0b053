//! Paths through a real area with real placeables, compared with the paths without placeables and with each other.
//!
//! The files are in the corpus; without it nothing is tested. `cargo test --test kotor corpus_queries:: -- --nocapture` prints the figures.

use std::path::Path;
use std::sync::Arc;

use walkmesh::finding::CheckOptions;
use walkmesh::kotor::{Area, AreaFace, FaceName, Kind, Layout, Navigator, PlacedObject, RoomId, Walkmesh};
use walkmesh::mesh::{self, PathError, Position};
use walkmesh_testing::{corpus, files, stem};

/// The walkmesh of a file.
fn walkmesh(path: &Path) -> Walkmesh {
    Walkmesh::from_bytes(&std::fs::read(path).unwrap()).unwrap()
}

/// The rooms of 745KOR in their layout.
fn area(corpus: &Path) -> Area {
    let layout = std::fs::read(corpus.join("lyt/745KOR.lyt")).unwrap();
    let mut area = Area::new(Layout::from_bytes(&layout).unwrap());
    for path in files(&corpus.join("vanilla"), "wok").iter().filter(|path| stem(path).starts_with("745KOR")) {
        area.insert_named(&stem(path), walkmesh(path)).unwrap().unwrap();
    }
    area
}

/// The middle of every walkable face that is not a wall.
fn middles(area: &Area) -> Vec<[f32; 3]> {
    let faces = area.rooms().flat_map(|(_, room)| room.faces());
    let floors = faces.filter(|face| face.is_walkable() && face.normal()[2] > 0.5);
    let corners = floors.map(|face| face.points().unwrap());
    corners.map(|corners| [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0)).collect()
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    f64::from(a[0] - b[0]).hypot(f64::from(a[1] - b[1]))
}

fn legs(path: &mesh::Path<AreaFace>) -> f64 {
    path.points.windows(2).map(|leg| distance(leg[0].point, leg[1].point)).sum()
}

/// Length of the path between two points, if any. The way back and the way over the floor are equally long, and not shorter than the
/// straight line.
fn checked(navigator: &Navigator<Area>, from: Position<AreaFace>, to: Position<AreaFace>) -> Option<f64> {
    let (there, back) = (navigator.shortest_path_on_floor(from, to), navigator.shortest_path(to, from));
    let (there, back) = match (there, back) {
        (Ok(there), Ok(back)) => (there, back),
        (Err(PathError::OtherPart { .. }), Err(PathError::OtherPart { .. })) => return None,
        (there, back) => panic!("{from:?} {to:?}: {there:?} {back:?}"),
    };
    assert!((there.length - back.length).abs() <= 1e-6, "{} there, {} back", there.length, back.length);
    assert!(there.length >= distance(from.point, to.point) - 1e-4);
    // Objects cut a face into pieces, sometimes thousands. A trace has a point at each of their edges, and rounding to f32 moves it by up
    // to 8 µm from the leg; each point adds about 1 µm.
    let rounding = 1e-6 * there.points.len() as f64;
    assert!((legs(&there) - there.length).abs() <= 1e-4 + rounding, "{} on the floor, {}", legs(&there), there.length);
    Some(there.length)
}

/// The games' own rooms have faces of walkable materials that face down. Creatures cannot stand on them.
#[test]
fn walkable_faces_that_face_down_are_no_floors() {
    let Some(corpus) = corpus("kotor") else { return };
    let (mut walkable, mut down) = (0, 0);
    for path in files(&corpus, "wok") {
        let room = walkmesh(&path);
        let navigator = Navigator::new(room.clone());
        let walk = navigator.walk_mask();
        for face in room.faces().filter(|face| face.is_walkable()) {
            walkable += 1;
            let corners = face.points().unwrap();
            let [ab, ac] = [1, 2].map(|at| [0, 1].map(|axis| corners[at][axis] - corners[0][axis]));
            // On slivers and vertical faces, rounding decides the side.
            if face.faces_up() || ab[0] * ac[1] - ab[1] * ac[0] > -1e-3 {
                continue;
            }
            down += 1;
            let [x, y, z] = [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0);
            let name = stem(&path);
            assert!(
                navigator.faces_at([x, y], walk).iter().any(|hit| hit.face == face.id() && !hit.faces_up),
                "{name}"
            );
            assert!(navigator.floors_at([x, y], walk).iter().all(|hit| hit.face != face.id()), "{name}");
            assert_ne!(
                navigator.position_at([x, y, z], 0.01).unwrap().map(|spot| spot.face),
                Some(face.id()),
                "{name}"
            );
        }
    }
    println!("{down} of {walkable} walkable faces face down");
    assert_eq!((walkable, down), (9292, 51));
}

/// Moved as a whole, an area keeps its seams and transitions; moved room by room, it does not.
#[test]
fn an_area_that_is_moved_keeps_its_transitions() {
    let Some(corpus) = corpus("kotor") else { return };
    let before = area(&corpus);
    let count = |area: &Area| area.rooms().map(|(_, room)| room.transitions().count()).sum::<usize>();
    let seams = |area: &Area| {
        let found = area.check(&CheckOptions::all().without_flaws());
        let seams = found.iter().filter(|found| found.code().starts_with("transition-") || found.code() == "seam-gap");
        seams.map(|found| (found.code(), found.place.to_string())).collect::<Vec<_>>()
    };
    let (transitions, found) = (count(&before), seams(&before));
    let mut lost = Vec::new();
    for offset in [[100.1, -33.3, 7.7], [-0.001, 0.3, 1234.567]] {
        let mut moved = before.clone();
        moved.translate(offset).unwrap();
        assert_eq!(moved.link().unwrap(), []);
        assert_eq!((count(&moved), seams(&moved)), (transitions, found.clone()));
        for ((_, there), (_, here)) in moved.rooms().zip(before.rooms()) {
            for (there, here) in there.vertices().zip(here.vertices()) {
                assert_eq!(there, [0, 1, 2].map(|axis| (f64::from(here[axis]) + f64::from(offset[axis])) as f32));
            }
            assert_eq!(there.as_raw().edges, here.as_raw().edges);
        }

        let mut one_by_one = before.clone();
        for (room, place) in (0..).map(RoomId).zip(before.layout().rooms()) {
            one_by_one.move_room(room, [0, 1, 2].map(|axis| place.position[axis] + offset[axis])).unwrap();
        }
        one_by_one.link().unwrap();
        assert_eq!(one_by_one.layout().rooms(), moved.layout().rooms());
        lost.push(transitions - count(&one_by_one));
    }
    println!("{transitions} transitions; moved room by room, {lost:?} are lost");
    assert_eq!((transitions, lost), (52, vec![30, 16]));
}

#[test]
fn placeables_in_a_real_area_make_paths_longer_and_never_shorter() {
    let Some(corpus) = corpus("kotor") else { return };
    let area = Arc::new(area(&corpus));
    let empty = Navigator::of_area(Arc::clone(&area));
    let middles = middles(&area);
    let (mut objects, mut ways, mut longer, mut parted) = (0, 0, 0, 0);
    for (number, path) in files(&corpus.join("pwk"), "pwk").iter().enumerate() {
        // One kind of placeable on every fifth face, each with another rotation.
        let (name, placeable) = (stem(path), walkmesh(path).with_kind(Kind::Pwk));
        let placed: Vec<PlacedObject> = (middles.iter().skip(number % 5).step_by(5).zip(1..))
            .map(|(&at, turn)| PlacedObject::new(placeable.clone(), at, turn as f32))
            .collect();
        objects += placed.len();
        let furnished = Navigator::of_area_with(Arc::clone(&area), placed);
        for pair in middles.windows(8).step_by(3) {
            let ends = [pair[0], pair[7]];
            let [Some(from), Some(to)] = ends.map(|end| furnished.position_at(end, 0.01).unwrap()) else { continue };
            assert!(from.face.part() == empty.position_at(from.point, 0.01).unwrap().unwrap().face.part());
            let [Some(bare_from), Some(bare_to)] = ends.map(|end| empty.position_at(end, 0.01).unwrap()) else {
                panic!("{name}")
            };
            let (with, without) = (checked(&furnished, from, to), checked(&empty, bare_from, bare_to));
            match (with, without) {
                (Some(with), Some(without)) => {
                    ways += 1;
                    longer += usize::from(with > without + 1e-3);
                    assert!(with >= without - 1e-3, "{name}: {with} with objects, {without} without");
                }
                (None, _) => parted += usize::from(without.is_some()),
                (Some(_), None) => panic!("{name}: a way through objects where there was none"),
            }
        }
    }
    println!("{objects} placeables: {ways} ways, {longer} of them longer; {parted} cut off");
    assert_eq!((objects, ways, longer, parted), (1590, 1207, 462, 31));
}
