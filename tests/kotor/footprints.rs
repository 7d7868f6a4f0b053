//! Doors and placeables on top of each other, compared with a loop over all of their faces.

use std::sync::Arc;

use proptest::prelude::*;
use walkmesh::kotor::{
    Area, Kind, Layout, LayoutRoom, MaterialId, Navigator, PlacedObject, RoomId, VertexId, Walkmesh,
};
use walkmesh::mesh::{MeshError, PathError};

use crate::made_up::floor;

type Point = [f64; 2];
type Outline = [Point; 3];

/// Points nearer than this to the border of an object may be on either side, in metres.
const NEAR: f64 = 2e-3;

/// A floor of 10 by 10 metres, with this number of squares in each direction.
fn hall(fields: u32) -> Arc<Area> {
    slope(fields, 0.0)
}

/// The same floor, which rises to the east.
fn slope(fields: u32, rise: f32) -> Arc<Area> {
    let scale = 10.0 / fields as f32;
    let faces = floor(fields, fields, 4).into_iter();
    let faces =
        faces.map(|(face, material)| (face.map(|[x, y, _]| [x, y, x * rise].map(|value| value * scale)), material));
    let mut layout = Layout::new();
    layout.push(LayoutRoom { name: "hall".into(), position: [0.0; 3] }).expect("a room");
    let mut area = Area::new(layout);
    area.insert(RoomId(0), Walkmesh::from_triangles(Kind::Wok, faces).expect("a floor")).expect("a room");
    Arc::new(area)
}

/// A placeable of one flat face.
fn flat(corners: &Outline) -> PlacedObject {
    let face = corners.map(|[x, y]| [x as f32, y as f32, 0.0]);
    let walkmesh = Walkmesh::from_triangles(Kind::Pwk, [(face, MaterialId(7))]).expect("a placeable");
    PlacedObject::new(walkmesh, [0.0; 3], 0.0)
}

fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Positive left of a line.
fn side(a: Point, b: Point, at: Point) -> f64 {
    (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])
}

/// A triangle, counter-clockwise, with its sides moved outwards; `None` if nothing remains.
fn grown([a, b, c]: &Outline, by: f64) -> Option<Outline> {
    let [a, b, c] = if side(*a, *b, *c) < 0.0 { [*a, *c, *b] } else { [*a, *b, *c] };
    let lengths = [distance(b, c), distance(c, a), distance(a, b)];
    let around: f64 = lengths.iter().sum();
    let middle = [0, 1].map(|axis| (lengths[0] * a[axis] + lengths[1] * b[axis] + lengths[2] * c[axis]) / around);
    let radius = side(a, b, c) / around;
    let scale = (radius + by) / radius;
    (scale > 0.0)
        .then(|| [a, b, c].map(|corner| [0, 1].map(|axis| middle[axis] + scale * (corner[axis] - middle[axis]))))
}

/// Whether a line passes through the inside of a triangle.
fn passes([from, to]: [Point; 2], corners: &Outline) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for at in 0..3 {
        let [start, end] = [from, to].map(|point| side(corners[at], corners[(at + 1) % 3], point));
        if start <= 0.0 && end <= 0.0 {
            return false;
        }
        if start < 0.0 {
            first = first.max(start / (start - end));
        } else if end < 0.0 {
            last = last.min(start / (start - end));
        }
    }
    (last - first) * distance(from, to) > 1e-9
}

/// The length of the shortest path around triangles, over the corners of all of them; `None` if no path exists.
fn shortest(ends: [Point; 2], triangles: &[Outline]) -> Option<f64> {
    let nodes: Vec<Point> = ends.into_iter().chain(triangles.iter().flatten().copied()).collect();
    let clear = |a: Point, b: Point| !triangles.iter().any(|corners| passes([a, b], corners));
    let (mut least, mut open) = (vec![f64::INFINITY; nodes.len()], (0..nodes.len()).collect::<Vec<_>>());
    least[0] = 0.0;
    while let Some(place) = (0..open.len()).min_by(|a, b| least[open[*a]].total_cmp(&least[open[*b]])) {
        let node = open.swap_remove(place);
        for &next in &open {
            if least[node].is_finite() && clear(nodes[node], nodes[next]) {
                least[next] = least[next].min(least[node] + distance(nodes[node], nodes[next]));
            }
        }
    }
    Some(least[1]).filter(|length| length.is_finite())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_path_leads_around_objects_upon_each_other(
        fields in 1_u32..9,
        outlines in prop::collection::vec(prop::array::uniform3(prop::array::uniform2(2.0..8.0_f32)), 1..9),
        ends in prop::array::uniform4(0.05..9.95_f32),
    ) {
        let outlines: Vec<Outline> = outlines.iter().map(|corners| corners.map(|corner| corner.map(f64::from))).collect();
        // Faces hardly wider than the tolerance are left out of this comparison.
        prop_assume!(outlines.iter().all(|corners| grown(corners, -10.0 * NEAR).is_some()));
        let navigator = Navigator::of_area_with(hall(fields), outlines.iter().map(flat).collect());
        let [smaller, larger] = [-NEAR, NEAR].map(|by| outlines.iter().filter_map(|corners| grown(corners, by)).collect::<Vec<_>>());
        let covers = |triangles: &[Outline], at: Point| {
            triangles.iter().any(|corners| (0..3).all(|place| side(corners[place], corners[(place + 1) % 3], at) > 0.0))
        };
        let places = [[ends[0], ends[1]], [ends[2], ends[3]]];
        let positions = places.map(|[x, y]| navigator.position_at([x, y, 0.0], 1.0).unwrap());
        let places = places.map(|place| place.map(f64::from));
        for (place, position) in places.iter().zip(positions) {
            prop_assert!(position.is_none() || !covers(&smaller, *place));
            prop_assert!(position.is_some() || covers(&larger, *place));
        }
        let [Some(from), Some(to)] = positions else { return Ok(()) };
        match navigator.shortest_path(from, to) {
            Ok(path) => {
                let least = shortest(places, &smaller);
                prop_assert!(least.is_some_and(|least| path.length > least - 1e-3), "{} is shorter than {least:?}", path.length);
                if let Some(most) = shortest(places, &larger) {
                    prop_assert!(path.length < most + 1e-3, "{} is longer than {most}", path.length);
                }
            }
            Err(PathError::OtherPart { .. }) => prop_assert_eq!(shortest(places, &larger), None),
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

/// Only the outline matters, not the number of its copies.
#[test]
fn a_hundred_objects_in_one_place_cut_the_floor_like_one() {
    let outline = [[4.0, 4.0], [6.0, 4.5], [5.0, 6.0]];
    let pieces = |count: usize| {
        let objects = vec![flat(&outline); count];
        Navigator::of_area_with(hall(3), objects).overview().unwrap().parts.iter().map(|part| part.faces).sum::<u32>()
    };
    assert_eq!(pieces(100), pieces(1));
}

#[test]
fn a_face_of_an_object_without_a_finite_outline_cuts_nothing() {
    let outline = [[4.0, 4.0], [6.0, 4.5], [5.0, 6.0]];
    let pieces = |more: Option<[[f32; 2]; 3]>| {
        let more = more.map(|corners| {
            let mut raw = flat(&outline).walkmesh().as_raw().clone();
            raw.vertices = corners.map(|[x, y]| [x, y, 0.0].into()).into();
            PlacedObject::new(Walkmesh::from_raw(raw).with_kind(Kind::Pwk), [0.0; 3], 0.0)
        });
        let objects = [flat(&outline)].into_iter().chain(more).collect();
        let navigator = Navigator::of_area_with(hall(3), objects);
        navigator.overview().unwrap().parts.iter().map(|part| part.faces).sum::<u32>()
    };
    for corners in
        [[[3.0, 3.0], [f32::INFINITY, 3.0], [3.0, 8.0]], [[3.0, 3.0], [f32::NAN, 3.0], [3.0, 8.0]], [[1.5; 2]; 3]]
    {
        assert_eq!(pieces(Some(corners)), pieces(None), "{corners:?}");
    }
}

#[test]
fn the_pieces_of_a_sloped_face_are_as_high_as_the_face() {
    let outline = [[4.0, 1.0], [8.0, 1.5], [7.0, 3.5]];
    let navigator = Navigator::of_area_with(slope(1, 0.5), vec![flat(&outline)]);
    let mut stands = 0;
    for (x, y) in (1..50).flat_map(|x| (1..50).map(move |y| (x as f32 / 5.0, y as f32 / 5.0))) {
        if let Some(position) = navigator.position_at([x, y, x / 2.0], 9.0).unwrap() {
            assert!((position.point[2] - x / 2.0).abs() < 1e-3, "{position:?}");
            stands += 1;
        }
    }
    assert!((2200..2300).contains(&stands), "{stands}");
    let [from, to] = [[3.0, 2.0, 1.5], [9.0, 2.0, 4.5]].map(|at| navigator.position_at(at, 1.0).unwrap().unwrap());
    let path = navigator.shortest_path(from, to).unwrap();
    assert!(
        path.points.len() > 2 && path.points.iter().all(|at| (at.point[2] - at.point[0] / 2.0).abs() < 1e-3),
        "{path:?}"
    );
}

#[test]
fn a_face_of_an_object_whose_corner_does_not_exist_is_no_fault_of_the_floor() {
    let mut raw = flat(&[[4.0, 4.0], [6.0, 4.5], [5.0, 6.0]]).walkmesh().as_raw().clone();
    raw.faces[0].vertices[0] = raw.vertices.len() as u32;
    let object = PlacedObject::new(Walkmesh::from_raw(raw).with_kind(Kind::Pwk), [0.0; 3], 0.0);
    let navigator = Navigator::of_area_with(hall(3), vec![object]);
    let [from, to] = [[1.0, 1.0, 0.0], [9.0, 9.0, 0.0]].map(|at| navigator.position_at(at, 1.0).unwrap().unwrap());
    assert!(navigator.shortest_path(from, to).is_ok());
}

#[test]
fn a_face_of_a_changed_room_whose_corner_does_not_exist_joins_nothing() {
    let mut raw = hall(3).room(RoomId(0)).expect("a room").as_raw().clone();
    // One more than there are with the three that are added below.
    raw.faces[0].vertices[0] = raw.vertices.len() as u32 + 3;
    let mut room = Walkmesh::from_raw(raw);
    let [a, b, c] =
        [0, 1, 2].map(|number| room.vertex(VertexId(number)).map(|[x, y, _]| [x, y, 50.0]).expect("a vertex"));
    let corners = [a, b, c].map(|point| room.add_vertex(point).expect("a new vertex"));
    // The table of neighbours is stale now.
    room.add_face(corners, MaterialId(4)).expect("a new face");
    let mut area = Area::new(hall(1).layout().clone());
    area.insert(RoomId(0), room).expect("a room");
    let navigator = Navigator::of_area_with(Arc::new(area), Vec::new());
    let [from, to] = [[9.0, 1.0, 0.0], [9.0, 9.0, 0.0]].map(|at| navigator.position_at(at, 1.0).unwrap().unwrap());
    assert!((navigator.shortest_path(from, to).expect("a path").length - 8.0).abs() < 1e-6);
}

/// Their southern sides lie on one line, and each overlaps hundreds of others.
#[test]
fn objects_in_a_row_cut_the_floor_along_their_outline() {
    let at = |number: usize| {
        let x = 2.0 + number as f64 * 0.002;
        [[x, 4.0], [x + 0.8, 4.0], [x + 0.4, 4.8]]
    };
    let navigator = Navigator::of_area_with(hall(1), (0..2000).map(at).map(|outline| flat(&outline)).collect());
    let stands = |at: [f32; 3]| navigator.position_at(at, 1.0).unwrap();
    assert!([[4.0, 4.01, 0.0], [4.0, 4.7, 0.0]].into_iter().all(|at| stands(at).is_none()));
    let [from, to] = [[4.0, 3.9, 0.0], [4.0, 4.9, 0.0]].map(|at| stands(at).unwrap());
    let length = navigator.shortest_path(from, to).unwrap().length;
    // The path around the west.
    let expected =
        shortest([[4.0, 3.9], [4.0, 4.9]], &[at(0), at(1999), [[2.4, 4.8], [2.0, 4.0], [6.4, 4.8]]]).unwrap();
    assert!((length - expected).abs() < 1e-3, "{length} {expected}");
}

/// Each of 1,000 panels crosses half of the others.
#[test]
fn objects_that_cross_each_other_too_often_are_an_error() {
    let panels = (0..500).flat_map(|at| {
        let off = 0.5 + f64::from(at) * 0.018;
        [[[off, 0.2], [off + 1e-3, 0.2], [off, 9.8]], [[0.2, off], [0.2, off + 1e-3], [9.8, off]]]
    });
    let navigator = Navigator::of_area_with(hall(1), panels.map(|outline| flat(&outline)).collect());
    let error = navigator.overview().unwrap_err();
    assert!(matches!(error, MeshError::TooManyPieces { most } if most > 1 << 18), "{error}");
}
