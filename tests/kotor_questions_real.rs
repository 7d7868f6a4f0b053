//! Ways through a real area with real placeables in it, held against the ways without them and against each other.
//!
//! The files are those of the corpus, without which nothing is tested. `cargo test --test kotor_questions_real -- --nocapture` prints the figures.

#[path = "support/corpus.rs"]
mod corpus;

use std::path::Path;

use corpus::{corpus, files, stem};
use walkmesh::kotor::{Area, AreaFace, FaceName, Kind, Layout, Placed, Questions, Route, Spot, Walkmesh};
use walkmesh::mesh::NoPath;

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

/// The middle of every walkable face that is no wall.
fn middles(area: &Area) -> Vec<[f32; 3]> {
    let faces = area.rooms().flat_map(|(_, room)| room.faces());
    let floors = faces.filter(|face| face.is_walkable() && face.normal()[2] > 0.5);
    let corners = floors.map(|face| face.points().unwrap());
    corners.map(|corners| [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0)).collect()
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    f64::from(a[0] - b[0]).hypot(f64::from(a[1] - b[1]))
}

fn legs(route: &Route<AreaFace>) -> f64 {
    route.spots.windows(2).map(|leg| distance(leg[0].point, leg[1].point)).sum()
}

/// A way there and back and over the floor is one way, no shorter than the straight line. Its length, if there is one.
fn checked(questions: &Questions<AreaFace>, from: Spot<AreaFace>, to: Spot<AreaFace>) -> Option<f64> {
    let (there, back) = (questions.path_on_floor(from, to), questions.path(to, from));
    let (there, back) = match (there, back) {
        (Ok(there), Ok(back)) => (there, back),
        (Err(NoPath::OtherPart { .. }), Err(NoPath::OtherPart { .. })) => return None,
        (there, back) => panic!("{from:?} {to:?}: {there:?} {back:?}"),
    };
    assert!((there.length - back.length).abs() <= 1e-6, "{} there, {} back", there.length, back.length);
    assert!(there.length >= distance(from.point, to.point) - 1e-4);
    assert!((legs(&there) - there.length).abs() <= 1e-3, "{} on the floor, {}", legs(&there), there.length);
    Some(there.length)
}

#[test]
fn placeables_in_a_real_area_make_ways_longer_and_never_shorter() {
    let Some(corpus) = corpus("kotor") else { return };
    let area = area(&corpus);
    let empty = area.questions().unwrap();
    let middles = middles(&area);
    let (mut objects, mut ways, mut longer, mut parted) = (0, 0, 0, 0);
    for (number, path) in files(&corpus.join("pwk"), "pwk").iter().enumerate() {
        // One kind of placeable on every fifth floor, each turned another way.
        let (name, placeable) = (stem(path), walkmesh(path).with_kind(Kind::Pwk));
        let placed: Vec<Placed> = (middles.iter().skip(number % 5).step_by(5).zip(1..))
            .map(|(&at, turn)| Placed::new(placeable.clone(), at, turn as f32))
            .collect();
        objects += placed.len();
        let furnished = area.questions_with(&placed).unwrap();
        for pair in middles.windows(8).step_by(3) {
            let ends = [pair[0], pair[7]];
            let [Some(from), Some(to)] = ends.map(|end| furnished.stand(end, 0.01)) else { continue };
            assert!(from.face.part() == empty.stand(from.point, 0.01).unwrap().face.part());
            let [Some(bare_from), Some(bare_to)] = ends.map(|end| empty.stand(end, 0.01)) else { panic!("{name}") };
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
    assert_eq!((objects, ways, longer, parted), (1590, 2481, 80, 2));
}
