//! Walks and paths against brute force, on random small meshes.

use std::collections::BTreeSet;

use crate::oracle::{Oracle, distance};
use crate::worlds::{World, grids, ramp};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use walkmesh::mesh::{MeshError, NavMesh, Path, PathError, PathScratch, Position, PositionError, WalkEnd, WallCounts};

pub fn flat(place: [f32; 3]) -> [f64; 2] {
    [f64::from(place[0]), f64::from(place[1])]
}

fn places() -> impl Strategy<Value = [[usize; 3]; 2]> {
    prop::array::uniform2([0..1000_usize, 0..1000, 0..1000])
}

/// A path that stays on the faces from start to goal, and has the stated length.
fn check_on_ground(oracle: &Oracle, path: &Path, from: Position, to: Position) -> TestCaseResult {
    let mut faces = BTreeSet::from([from.face as usize]);
    let mut length = 0.0;
    for leg in path.points.windows(2) {
        let [a, b] = [leg[0], leg[1]].map(|point| flat(point.point));
        let (share, ahead) = oracle.straight(a, b, &faces);
        prop_assert_eq!(share, 1.0, "{:?} leaves the faces", leg);
        faces = ahead;
        length += distance(a, b);
    }
    prop_assert!(faces.contains(&(to.face as usize)), "arrives at another floor");
    prop_assert!((path.length - length).abs() < 1e-6);
    Ok(())
}

/// A trace has the path's length, and each of its legs runs over the stated face.
fn check_trace(world: &World, mesh: &NavMesh, path: &Path) -> TestCaseResult {
    let trace = mesh.trace(path);
    let mut length = 0.0;
    for leg in trace.windows(2) {
        let [a, b] = [leg[0], leg[1]].map(|point| flat(point.point));
        length += distance(a, b);
        let corners = world.faces[leg[0].face as usize].map(|corner| flat(world.vertices[corner as usize]));
        for at in [a, b] {
            let off = distance_outside(corners, at);
            prop_assert!(off < 1e-5, "{leg:?} leaves its face by {off}");
        }
        let upright = corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0] || a == b;
        prop_assert!(
            upright || (mesh.height(leg[0].face, [b[0] as f32, b[1] as f32]).unwrap() - leg[1].point[2]).abs() < 1e-3
        );
    }
    prop_assert!((path.length - length).abs() < 1e-5, "trace {} path {}", length, path.length);
    prop_assert_eq!(trace.last().unwrap(), path.points.last().unwrap());
    Ok(())
}

pub fn distance_to_segment(at: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let share = ((at[0] - a[0]) * along[0] + (at[1] - a[1]) * along[1]) / length.max(f64::MIN_POSITIVE);
    let share = share.clamp(0.0, 1.0);
    distance(at, [a[0] + along[0] * share, a[1] + along[1] * share])
}

fn distance_outside(corners: [[f64; 2]; 3], at: [f64; 2]) -> f64 {
    let cross = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let [a, b, c] = corners;
    let turn = cross(a, b, c).signum();
    let off = |a, b| -turn * cross(a, b, at) / distance(a, b);
    off(a, b).max(off(b, c)).max(off(c, a)).max(0.0)
}

/// All properties between two places of a world without folds and vertical faces.
fn check_path(world: &World, pick: [[usize; 3]; 2]) -> TestCaseResult {
    let mesh = world.mesh();
    let (Some(from), Some(to)) = (world.place(pick[0]), world.place(pick[1])) else { return Ok(()) };
    let oracle = Oracle::new(world);
    let expected = oracle.shortest((flat(from.point), from.face as usize), (flat(to.point), to.face as usize));
    match (mesh.shortest_path(from, to), expected) {
        (Ok(path), Some(expected)) => {
            prop_assert!((path.length - expected).abs() < 1e-6, "{} instead of {expected}", path.length);
            prop_assert!(path.length >= distance(flat(from.point), flat(to.point)) - 1e-9);
            prop_assert_eq!(flat(path.points[0].point), flat(from.point));
            check_on_ground(&oracle, &path, from, to)?;
            check_trace(world, &mesh, &path)?;
            let back = mesh.shortest_path(to, from).unwrap();
            prop_assert!((path.length - back.length).abs() < 1e-9);
            prop_assert_eq!(mesh.distance(from, to), Ok(path.length));
        }
        (Err(PathError::OtherPart { .. }), None) => {
            prop_assert_ne!(mesh.connected_part(from.face), mesh.connected_part(to.face))
        }
        (found, expected) => prop_assert!(false, "{found:?} instead of {expected:?}"),
    }
    Ok(())
}

/// All properties of any world.
fn check_path_over_points(world: &World, pick: [[usize; 3]; 2]) -> TestCaseResult {
    let mesh = world.mesh();
    let (Some(from), Some(to)) = (world.place(pick[0]), world.place(pick[1])) else { return Ok(()) };
    let oracle = Oracle::new(world);
    let ends = [from, to].map(|place| (flat(place.point), place.face as usize));
    match (mesh.shortest_path(from, to), oracle.shortest_over_points(ends[0], ends[1])) {
        (Ok(path), Some(above)) => {
            let legs: f64 = path.points.windows(2).map(|leg| distance(flat(leg[0].point), flat(leg[1].point))).sum();
            prop_assert!(path.length <= above + 1e-5, "{} is longer than {above}", path.length);
            prop_assert!(path.length >= above * 0.98 - 0.1, "{} is much shorter than {above}", path.length);
            prop_assert!((legs - path.length).abs() < 1e-5);
        }
        (Err(PathError::OtherPart { .. }), None) => {}
        (found, expected) => prop_assert!(false, "{found:?} instead of {expected:?}"),
    }
    Ok(())
}

/// All properties of a walk on one floor without folds and vertical faces.
fn check_walk(world: &World, pick: [usize; 3], to: [f32; 3]) -> TestCaseResult {
    let mesh = world.mesh();
    let Some(from) = world.place(pick) else { return Ok(()) };
    let mut crossings = Vec::new();
    let walk = mesh.walk_straight_with(from, to, |crossing| crossings.push(crossing)).unwrap();
    let (start, to) = (flat(from.point), flat(to));
    let (share, faces) = Oracle::new(world).straight(start, to, &[from.face as usize].into());
    let expected = [start[0] + (to[0] - start[0]) * share, start[1] + (to[1] - start[1]) * share];
    prop_assert!(distance(flat(walk.position.point), expected) < 1e-5, "{:?} instead of {:?}", walk, expected);
    prop_assert!(faces.contains(&(walk.position.face as usize)));
    prop_assert_eq!(walk.end == WalkEnd::Arrived, share == 1.0, "{:?}", walk);
    if let WalkEnd::Wall { face, side } = walk.end {
        prop_assert_eq!(mesh.neighbour(face, side), None);
        let corners = world.faces[face as usize].map(|corner| flat(world.vertices[corner as usize]));
        let [a, b] = [corners[usize::from(side)], corners[(usize::from(side) + 1) % 3]];
        prop_assert!(distance_to_segment(flat(walk.position.point), a, b) < 1e-5);
    }
    let mut passed = 0.0;
    for crossing in &crossings {
        let at = flat(crossing.point);
        let corners = world.faces[crossing.face as usize].map(|corner| flat(world.vertices[corner as usize]));
        prop_assert!(distance_outside(corners, at) < 1e-5);
        prop_assert!(distance(start, at) >= passed - 1e-5, "goes back");
        passed = distance(start, at);
    }
    prop_assert_eq!(crossings.last().map_or(from.face, |last| last.face), walk.position.face);
    Ok(())
}

/// Islands agree with union-find, and are numbered by their lowest faces.
fn check_islands(world: &World) -> TestCaseResult {
    let mesh = world.mesh();
    let oracle = Oracle::new(world);
    let mut lowest: Vec<usize> = (0..world.faces.len()).collect();
    for _ in 0..world.faces.len() {
        for (face, joined) in oracle.joined.iter().enumerate() {
            for &(other, _) in joined {
                lowest[face] = lowest[face].min(lowest[other]);
            }
        }
    }
    let roots: Vec<usize> =
        (0..world.faces.len()).filter(|&face| world.walkable[face] && lowest[face] == face).collect();
    prop_assert_eq!(mesh.connected_part_count(), roots.len());
    let mut sizes = vec![0; roots.len()];
    for (face, lowest) in lowest.iter().enumerate() {
        let island = world.walkable[face].then(|| roots.binary_search(lowest).unwrap());
        prop_assert_eq!(mesh.connected_part(face as u32), island.map(|island| island as u32));
        if let Some(island) = island {
            sizes[island] += 1;
        }
    }
    prop_assert_eq!(mesh.connected_part_sizes(), sizes);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn paths_are_shortest_on_one_floor(grid in grids(3), pick in places()) {
        check_path(&grid.floor(), pick)?;
    }

    #[test]
    fn paths_are_shortest_on_floors_that_wind_into_each_other(
        grid in grids(3),
        swaps in prop::collection::vec(any::<bool>(), 1..40),
        pick in places(),
    ) {
        check_path(&grid.two_floors(&swaps), pick)?;
    }

    #[test]
    fn paths_are_shortest_on_ramps(steps in 1..40_u32, inner in 0..3_u8, width in 1..3_u8, pick in places()) {
        check_path(&ramp(steps, f32::from(inner), f32::from(width)), pick)?;
    }

    #[test]
    fn paths_cross_folds(grid in grids(14), pick in places()) {
        check_path_over_points(&grid.floor(), pick)?;
    }

    #[test]
    fn paths_cross_upright_faces(grid in grids(0), rows in any::<u32>(), pick in places()) {
        check_path_over_points(&grid.cliffs(rows), pick)?;
    }

    #[test]
    fn damaged_neighbours_do_no_harm(
        grid in grids(14),
        damage in prop::collection::vec((0..200_usize, 0..60_u32), 1..20),
        pick in places(),
    ) {
        check_path_over_points(&grid.damaged(&damage), pick)?;
    }

    #[test]
    fn walks_go_as_far_as_the_faces(
        grid in grids(3),
        pick in prop::array::uniform3(0..1000_usize),
        to in prop::array::uniform2(-16..100_i16),
    ) {
        check_walk(&grid.floor(), pick, [f32::from(to[0]) / 16.0, f32::from(to[1]) / 16.0, 0.0])?;
    }

    /// Along rows, columns and diagonals, so through as many corners and along as many edges as possible.
    #[test]
    fn walks_pass_corners_and_run_along_edges(
        grid in grids(0),
        pick in (0..1000_usize, 0..2_usize, 0..2_usize),
        to in prop::array::uniform2(-1..7_i8),
    ) {
        let to = [f32::from(to[0]), f32::from(to[1]), 0.0];
        check_walk(&grid.floor(), [pick.0, 16 * pick.1, 16 * pick.2], to)?;
    }

    #[test]
    fn walks_end_on_the_mesh_whatever_it_is(
        (grid, kind, rows) in (grids(14), 0..3_u8, any::<u32>()),
        swaps in prop::collection::vec(any::<bool>(), 1..40),
        damage in prop::collection::vec((0..200_usize, 0..60_u32), 0..20),
        pick in prop::array::uniform3(0..1000_usize),
        to in prop::array::uniform2(-16..100_i16),
    ) {
        let world = match kind {
            0 => grid.cliffs(rows),
            1 => grid.two_floors(&swaps),
            _ => grid.damaged(&damage),
        };
        let mesh = world.mesh();
        let Some(from) = world.place(pick) else { return Ok(()) };
        let walk = mesh.walk_straight(from, [f32::from(to[0]) / 16.0, f32::from(to[1]) / 16.0, 0.0]).unwrap();
        let corners = world.faces[walk.position.face as usize].map(|corner| flat(world.vertices[corner as usize]));
        let at = flat(walk.position.point);
        let edges = (0..3).map(|edge| distance_to_segment(at, corners[edge], corners[(edge + 1) % 3]));
        prop_assert!(distance_outside(corners, at) < 1e-5 || edges.fold(f64::INFINITY, f64::min) < 1e-5, "{:?}", walk);
        prop_assert_eq!(mesh.connected_part(walk.position.face), mesh.connected_part(from.face));
    }

    #[test]
    fn connected_parts_are_the_joined_faces(
        grid in grids(14),
        swaps in prop::collection::vec(any::<bool>(), 1..40),
        damage in prop::collection::vec((0..200_usize, 0..60_u32), 0..20),
    ) {
        check_islands(&grid.floor())?;
        check_islands(&grid.two_floors(&swaps))?;
        check_islands(&grid.damaged(&damage))?;
    }

    /// Batches with one shared memory and with separate ones give the same results.
    #[test]
    fn batches_give_the_answers_of_single_queries(
        (grid, other) in (grids(3), grids(14)),
        picks in prop::collection::vec(places(), 1..20),
    ) {
        let mut scratch = PathScratch::new();
        for world in [grid.floor(), other.floor()] {
            let mesh = world.mesh();
            let pairs: Vec<_> =
                picks.iter().filter_map(|pick| Some((world.place(pick[0])?, world.place(pick[1])?))).collect();
            let alone: Vec<_> = pairs.iter().map(|&(from, to)| mesh.shortest_path(from, to)).collect();
            prop_assert_eq!(&mesh.shortest_path_many(&pairs), &alone);
            let lengths: Vec<_> = alone.iter().map(|path| path.as_ref().map(|path| path.length).map_err(|&no| no)).collect();
            prop_assert_eq!(mesh.distance_many(&pairs), lengths);
            for (&(from, to), alone) in pairs.iter().zip(&alone) {
                prop_assert_eq!(&mesh.shortest_path_with(&mut scratch, from, to), alone);
            }
        }
    }

    /// The floor does not depend on the winding, the first corner or the order of faces.
    #[test]
    fn the_winding_of_faces_does_not_matter(grid in grids(3), pick in places(), turns in prop::collection::vec(0..6_u8, 50)) {
        let world = grid.floor();
        let (Some(from), Some(to)) = (world.place(pick[0]), world.place(pick[1])) else { return Ok(()) };
        let length = world.mesh().distance(from, to);
        let turned = grid.turned(&turns).floor().mesh().distance(from, to);
        match (length, turned) {
            (Ok(length), Ok(turned)) => prop_assert!((length - turned).abs() < 1e-9),
            (length, turned) => prop_assert_eq!(length.is_ok(), turned.is_ok()),
        }
    }
}

/// The leg to the pole meets the edges around it at a right angle, an ulp behind its end.
#[test]
fn a_trace_winds_around_a_pole_to_its_end() {
    check_path(&ramp(12, 0.0, 1.0), [[530, 356, 246], [393, 666, 241]]).unwrap();
}

/// Around the three squares' inner corner there is one way, and with no steps at all it is still found.
#[test]
fn a_search_that_gives_up_says_that_its_path_is_not_proven_shortest() {
    let vertices = [[0., 0.], [4., 0.], [8., 0.], [0., 4.], [4., 4.], [8., 4.], [0., 8.], [4., 8.]];
    let faces = [[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [3, 4, 7], [3, 7, 6]];
    let mesh = NavMesh::from_shared_vertices(vertices.map(|[x, y]| [x, y, 0.]).to_vec(), &faces, |_| true).unwrap();
    let (from, to) = (Position::new([7.5, 3.5, 0.], 2), Position::new([3.5, 7.5, 0.], 5));
    let proven = mesh.shortest_path(from, to).unwrap();
    let mut at_once = mesh.shortest_path_with(&mut PathScratch::with_step_limit(0), from, to).unwrap();
    assert_eq!((proven.proven_shortest, at_once.proven_shortest), (true, false));
    assert!((proven.length - at_once.length).abs() < 1e-12);
    let points = |path: &Path| path.points.iter().map(|point| point.point).collect::<Vec<_>>();
    assert_eq!(points(&proven), points(&at_once));
    // Reused memory keeps no earlier data.
    mesh.shortest_path_into(&mut PathScratch::new(), from, to, &mut at_once).unwrap();
    assert_eq!(at_once, proven);
}

#[test]
fn tables_that_contradict_each_other_are_refused() {
    let vertices = vec![[0.0; 3]; 3];
    let new = |faces: &[[u32; 3]], neighbours: &[[Option<u32>; 3]]| {
        NavMesh::new(vertices.clone(), faces, |_| true, neighbours).map(|_| ())
    };
    let vertex = MeshError::NoSuchVertex { face: 0, corner: 2, vertex: 3, vertices: 3 };
    assert_eq!(new(&[[0, 1, 3]], &[[None; 3]]), Err(vertex));
    assert_eq!(new(&[[0, 1, 2]], &[]), Err(MeshError::NeighbourRows { rows: 0, faces: 1 }));
    let neighbour = MeshError::NoSuchNeighbour { face: 0, edge: 1, neighbour: 1, faces: 1 };
    assert_eq!(new(&[[0, 1, 2]], &[[None, Some(1), None]]), Err(neighbour));
    assert_eq!(new(&[], &[]), Ok(()));
}

#[test]
fn what_cannot_be_joined_is_a_wall_and_counted() {
    let vertices = vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [1., 1., 0.], [f32::NAN, 0., 0.], [9., 9., 0.]];
    // 0 and 1 are joined; 2 names 0, which does not name it; 3 names 1 and is named back across another place; 4 names
    // itself; 5 is not a number anywhere.
    let faces = [[0, 1, 2], [1, 3, 2], [1, 0, 3], [2, 3, 5], [0, 1, 5], [0, 1, 4]];
    let neighbours = [
        [None, Some(1), None],
        [Some(3), None, Some(0)],
        [Some(0), None, None],
        [None, None, Some(1)],
        [Some(4), None, None],
        [None; 3],
    ];
    let mesh = NavMesh::new(vertices, &faces, |_| true, &neighbours).unwrap();
    assert_eq!(mesh.walls_made(), WallCounts { one_way: 2, apart: 2, unusable_faces: 1 });
    assert_eq!(mesh.neighbour(0, 1), Some(1));
    assert_eq!(mesh.neighbour(1, 2), Some(0));
    assert_eq!(mesh.neighbour(2, 0), None);
    assert_eq!(mesh.neighbour(1, 0), None);
    assert_eq!(mesh.neighbour(0, 7), None);
    assert_eq!(mesh.connected_part_sizes(), [2, 1, 1, 1]);
    assert!(!mesh.is_walkable(5) && !mesh.is_walkable(6));
}

#[test]
fn places_off_the_mesh_are_refused_with_a_reason() {
    let vertices = vec![[0., 0., 0.], [4., 0., 0.], [0., 4., 0.], [4., 4., 0.], [8., 8., 0.]];
    let mesh = NavMesh::from_shared_vertices(vertices, &[[0, 1, 2], [2, 1, 3], [3, 1, 4]], |face| face != 1).unwrap();
    let inside = Position::new([1., 1., 0.], 0);
    let path = |to| mesh.shortest_path(inside, to).map(|path| path.length);
    assert_eq!(path(Position::new([1., 2., 9.], 0)), Ok(1.0), "heights are not looked at");
    assert_eq!(path(Position::new([1., 2., 0.], 3)), Err(PathError::Goal(PositionError::NoSuchFace { face: 3 })));
    assert_eq!(path(Position::new([3., 3., 0.], 1)), Err(PathError::Goal(PositionError::NotWalkable { face: 1 })));
    assert_eq!(path(Position::new([4., 3., 0.], 0)), Err(PathError::Goal(PositionError::OffFace { face: 0 })));
    assert_eq!(path(Position::new([f32::NAN, 3., 0.], 0)), Err(PathError::Goal(PositionError::NotFinite)));
    assert_eq!(path(Position::new([5., 4., 0.], 2)), Err(PathError::OtherPart { from: 0, to: 1 }));
    assert_eq!(
        mesh.shortest_path(Position::new([9., 9., 0.], 0), inside).unwrap_err(),
        PathError::Start(PositionError::OffFace { face: 0 })
    );
    for nowhere in [[f32::INFINITY, 0., 0.], [0., f32::NAN, 0.]] {
        assert_eq!(
            mesh.walk_straight(inside, nowhere),
            Err(PositionError::NotFinite),
            "the caller's fault, not the mesh's"
        );
    }
}

/// A point that is off by less than the resolution of f32 is treated as on its face, or on the next one.
#[test]
fn places_off_by_rounding_are_put_onto_the_mesh() {
    let (low, high) = (1000.1_f32, 1003.7_f32);
    let vertices = vec![[low, low, 0.], [high, low, 0.], [low, high, 0.], [high, high, 0.]];
    let mesh = NavMesh::from_shared_vertices(vertices, &[[0, 1, 2], [2, 1, 3]], |_| true).unwrap();
    let middle = (low + high) / 2.0;
    for face in [0, 1] {
        for off in [-1e-4_f32, 0.0, 1e-4] {
            let path = mesh
                .shortest_path(Position::new([low, low, 0.], 0), Position::new([middle + off, middle, 0.], face))
                .unwrap();
            let point = path.points[1].point;
            assert!((point[0] - middle - off).abs() < 1e-3 && (point[1] - middle).abs() < 1e-3, "{point:?}");
        }
    }
    let path = mesh
        .shortest_path(Position::new([low - 1e-4, middle, 0.], 0), Position::new([high + 1e-4, middle, 0.], 1))
        .unwrap();
    assert!((path.length - f64::from(high - low)).abs() < 1e-2);
    assert!(path.points.iter().all(|point| (low..=high).contains(&point.point[0])), "{path:?}");
}

/// A fan of very many faces around one vertex, a strip that winds a thousand times, and a ring of faces that are
/// points: every query is fast.
#[test]
fn hostile_shapes_take_no_time() {
    const FACES: u32 = 50_000;
    let ring = |at: u32| {
        let turn = f64::from(at) / f64::from(FACES) * std::f64::consts::TAU;
        [turn.cos() as f32 * 100.0, turn.sin() as f32 * 100.0, 0.0]
    };
    let vertices: Vec<_> = (0..FACES).map(ring).chain([[0.0; 3]]).collect();
    let fan: Vec<_> = (0..FACES).map(|at| [at, (at + 1) % FACES, FACES]).collect();
    let mesh = NavMesh::from_shared_vertices(vertices, &fan, |_| true).unwrap();
    let ends = [(ring(1), 0), (ring(FACES / 2), FACES / 2)].map(|(point, face)| Position::new(point, face));
    let length = mesh.distance(ends[0], ends[1]).unwrap();
    assert!((length - 200.0).abs() < 1e-3);
    assert_eq!(mesh.walk_straight(ends[0], [0.0; 3]).unwrap().end, WalkEnd::Arrived);

    let spiral = ramp(8000, 1.0, 1.0);
    let mesh = spiral.mesh();
    let last = spiral.faces.len() as u32 - 1;
    let corner = |face: u32| Position::new(spiral.vertices[spiral.faces[face as usize][0] as usize], face);
    let path = mesh.shortest_path(corner(0), corner(last)).unwrap();
    assert!(path.points.len() > 7000);
    assert!(mesh.trace(&path).len() >= path.points.len());

    let points = vec![[1.0, 1.0, 0.0]; FACES as usize];
    let faces: Vec<_> = (0..FACES).map(|at| [at, (at + 1) % FACES, (at + 2) % FACES]).collect();
    let mesh = NavMesh::from_shared_vertices(points, &faces, |_| true).unwrap();
    assert_eq!(mesh.distance(Position::new([1.0; 3], 0), Position::new([1.0; 3], FACES / 2)), Ok(0.0));
    assert_eq!(
        mesh.walk_straight(Position::new([1.0; 3], 0), [2.0; 3]).map(|walk| walk.position.point),
        Ok([1.0, 1.0, 0.0])
    );
}
