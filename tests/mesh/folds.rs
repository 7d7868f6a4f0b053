//! Folds, steps and vertical faces: walks, paths and traces on meshes small enough to know the answers.

use walkmesh::mesh::{NavMesh, Path, PathError, PathScratch, Position, WalkEnd, neighbours_by_shared_vertices};

/// A floor of squares between rows of vertices; each row has one x and reaches from y = 0 to y = 2. Where the next x is lower than the
/// previous one, the floor folds back over itself.
fn ribbon(columns: &[f32]) -> NavMesh {
    let vertices = columns.iter().flat_map(|&x| [[x, 0., x], [x, 2., x]]).collect();
    let squares = (0..columns.len() as u32 - 1).map(|column| 2 * column);
    let faces: Vec<_> = squares.flat_map(|at| [[at, at + 2, at + 3], [at, at + 3, at + 1]]).collect();
    NavMesh::from_shared_vertices(vertices, &faces, |_| true).unwrap()
}

/// Walks from a place on the first square, and returns the points where the walk enters other faces.
fn walk_from_first(mesh: &NavMesh, to: [f32; 3]) -> ([f32; 3], WalkEnd, Vec<Position>) {
    let mut crossings = Vec::new();
    let walk =
        mesh.walk_straight_with(Position::new([0.5, 0.25, 0.], 0), to, |crossing| crossings.push(crossing)).unwrap();
    (walk.position.point, walk.end, crossings)
}

#[test]
fn a_walk_passes_an_overturned_sliver() {
    let mesh = ribbon(&[0., 2., 1.9375, 4.]);
    let (point, end, crossings) = walk_from_first(&mesh, [3.5, 0.25, 0.]);
    assert_eq!((point, end), ([3.5, 0.25, 3.5], WalkEnd::Arrived));
    let faces: Vec<u32> = crossings.iter().map(|crossing| crossing.face).collect();
    assert_eq!(faces, [3, 2, 5, 4], "over both faces of the sliver");
    // Back over the sliver, each point with the height of the edge that it lies on.
    for (crossing, x) in crossings.iter().zip([2.0, 1.9921875, 1.9375, 2.1953125]) {
        assert_eq!((crossing.point[0], crossing.point[1]), (x, 0.25));
        assert!((crossing.point[2] - x).abs() < 1e-6);
    }
    // The length of a path includes the way back.
    let length = mesh.distance(Position::new([0.5, 0.25, 0.], 0), Position::new([3.5, 0.25, 0.], 4));
    assert_eq!(length, Ok(3.0 + 2.0 * 0.0625));
}

#[test]
fn a_walk_passes_as_many_faces_of_a_fold_as_it_says() {
    // Three squares back are six faces, four are eight.
    let three = ribbon(&[0., 2., 1.75, 1.5, 1.25, 4.]);
    assert_eq!(walk_from_first(&three, [3.5, 0.25, 0.]).1, WalkEnd::Arrived);
    let four = ribbon(&[0., 2., 1.75, 1.5, 1.25, 1., 4.]);
    let (point, end, crossings) = walk_from_first(&four, [3.5, 0.25, 0.]);
    assert_eq!((point, end), ([2., 0.25, 2.], WalkEnd::Fold { face: 0, side: 1 }));
    assert_eq!(crossings, [], "nothing behind the fold is entered");
    assert_eq!(four.neighbour(0, 1), Some(3), "what a walk stops at is not a wall");
    let length = four.distance(Position::new([0.5, 0.25, 0.], 0), Position::new([3.5, 0.25, 0.], 10));
    assert_eq!(length, Ok(3.0 + 2.0), "and a path goes on");
}

#[test]
fn a_walk_under_a_fold_stops_at_it_from_the_other_side() {
    let mesh = ribbon(&[0., 4., 1.]);
    let under = Position::new([2., 1.5, 0.], 3);
    let walk = mesh.walk_straight(under, [9., 1.5, 0.]).unwrap();
    assert_eq!(
        (walk.position.point, walk.position.face, walk.end),
        ([4., 1.5, 4.], 3, WalkEnd::Fold { face: 3, side: 2 })
    );
    let walk = mesh.walk_straight(under, [-9., 1.5, 0.]).unwrap();
    assert_eq!((walk.position.point[0], walk.end), (1., WalkEnd::Wall { face: 2, side: 1 }));
    // Up to the fold and back.
    let over = Position::new([2., 0.5, 0.], 0);
    assert_eq!(mesh.distance(over, under), Ok(17.0_f64.sqrt()));
    let trace = mesh.trace(&mesh.shortest_path(over, under).unwrap());
    assert!(trace.iter().any(|point| point.point == [4., 1., 4.]), "{trace:?}");
}

#[test]
fn a_trace_climbs_steps_and_vertical_faces() {
    // A floor, a step up without a face, and a wall of two faces up to the third floor.
    let vertices = [0., 2., 4.].map(|x: f32| [[x, 0., 0.], [x, 2., 0.]]);
    let up = |[x, y, _]: [f32; 3], z: f32| [x, y, z];
    let [west, middle, east] = vertices;
    let all =
        [west, middle, middle.map(|at| up(at, 1.)), east.map(|at| up(at, 1.)), east.map(|at| up(at, 3.))].concat();
    let far = [[6., 0., 3.], [6., 2., 3.]];
    let all = [all, far.to_vec()].concat();
    let square = |[a, b]: [u32; 2]| [[a, b, b + 1], [a, b + 1, a + 1]];
    let faces = [[0, 2], [4, 6], [6, 8], [8, 10]].map(square).concat();
    let mut neighbours = neighbours_by_shared_vertices(&faces, |_| true);
    // Across the step.
    neighbours[0][1] = Some(3);
    neighbours[3][2] = Some(0);
    let mesh = NavMesh::new(all, &faces, |_| true, &neighbours).unwrap();
    let (from, to) = (Position::new([1., 0.5, 0.], 0), Position::new([5., 0.5, 0.], 6));
    let path = mesh.shortest_path(from, to).unwrap();
    assert_eq!(path.length, 4.0);
    let points: Vec<[f32; 3]> = mesh.trace(&path).iter().map(|point| point.point).collect();
    assert_eq!(points[..3], [[1., 0.5, 0.], [2., 0.5, 0.], [2., 0.5, 1.]]);
    let at_the_wall: Vec<_> = points.iter().filter(|point| point[0] == 4.0).collect();
    assert_eq!((at_the_wall.first(), at_the_wall.last()), (Some(&&[4., 0.5, 1.]), Some(&&[4., 0.5, 3.])));
    assert_eq!(points.last(), Some(&[5., 0.5, 3.]));
    assert!(points.windows(2).all(|leg| leg[0][0] <= leg[1][0] && leg[0][2] <= leg[1][2]), "{points:?}");
}

/// On a face thinner than the resolution of f32 or without area, a place does not move along the face.
#[test]
fn places_on_faces_without_room_stay_where_they_are() {
    let corners = [[-2.593_317_7, -0.857_394_75, 0.], [-2.593_312, -0.767_3, 0.], [-2.593_312, -0.767_3, 3.]];
    for thick in [0.0, 2e-7_f32] {
        let mut corners = corners.to_vec();
        corners.push([corners[0][0] + thick, corners[0][1], 3.]);
        let mesh = NavMesh::from_shared_vertices(corners, &[[0, 1, 2], [0, 2, 3]], |_| true).unwrap();
        let ends = [-0.84_f32, -0.79].map(|y| Position::new([-2.593_315, y, 1.], 0));
        let path = mesh.shortest_path(ends[0], ends[1]).unwrap();
        assert!((path.length - 0.05).abs() < 1e-5, "{}", path.length);
        for (end, place) in [path.points[0], path.points[path.points.len() - 1]].iter().zip(ends) {
            assert!((end.point[1] - place.point[1]).abs() < 1e-5, "{end:?} instead of {place:?}");
        }
    }
}

#[test]
fn memory_of_the_callers_holds_only_the_last_path() {
    let mesh = ribbon(&[0., 2., 1., 4.]);
    mesh.prepare_paths();
    assert_eq!(mesh.face_count(), 6);
    let ends = [Position::new([0.5, 0.25, 0.], 0), Position::new([3.5, 0.25, 0.], 4)];
    let (mut scratch, mut path) = (PathScratch::new(), Path::default());
    mesh.shortest_path_into(&mut scratch, ends[0], ends[1], &mut path).unwrap();
    assert_eq!(path, mesh.shortest_path(ends[0], ends[1]).unwrap());
    mesh.shortest_path_into(&mut scratch, ends[0], ends[0], &mut path).unwrap();
    assert_eq!((path.length, path.points.len(), mesh.trace(&path).len()), (0.0, 2, 1));
    let nowhere = mesh.shortest_path_into(&mut scratch, ends[0], Position::new([9., 9., 0.], 0), &mut path);
    assert!(matches!(nowhere, Err(PathError::Goal(_))));
    assert_eq!(path, Path::default());
}
