//! Walks and paths against brute force, on random small meshes.

mod oracle;
mod worlds;

use std::collections::BTreeSet;

use oracle::{Oracle, distance};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use walkmesh::mesh::{NavMesh, NoPath, Path, Place};
use worlds::{World, grids, ramp};

fn flat(place: [f32; 3]) -> [f64; 2] {
    [f64::from(place[0]), f64::from(place[1])]
}

fn places() -> impl Strategy<Value = [[usize; 3]; 2]> {
    prop::array::uniform2([0..1000_usize, 0..1000, 0..1000])
}

/// A path that stays on the faces from start to goal, and is as long as it says.
fn check_on_ground(oracle: &Oracle, path: &Path, from: Place, to: Place) -> TestCaseResult {
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

/// A trace has the path's length, and each leg of it runs over the face that it says.
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
            upright || (mesh.height(leg[0].face, b[0] as f32, b[1] as f32).unwrap() - leg[1].point[2]).abs() < 1e-3
        );
    }
    prop_assert!((path.length - length).abs() < 1e-5, "trace {} path {}", length, path.length);
    prop_assert_eq!(trace.last().unwrap(), path.points.last().unwrap());
    Ok(())
}

fn distance_outside(corners: [[f64; 2]; 3], at: [f64; 2]) -> f64 {
    let cross = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let [a, b, c] = corners;
    let turn = cross(a, b, c).signum();
    let off = |a, b| -turn * cross(a, b, at) / distance(a, b);
    off(a, b).max(off(b, c)).max(off(c, a)).max(0.0)
}

/// All that holds between two places of a world without folds and upright faces.
fn check_path(world: &World, pick: [[usize; 3]; 2]) -> TestCaseResult {
    let mesh = world.mesh();
    let (Some(from), Some(to)) = (world.place(pick[0]), world.place(pick[1])) else { return Ok(()) };
    let oracle = Oracle::of(world);
    let expected = oracle.shortest((flat(from.point), from.face as usize), (flat(to.point), to.face as usize));
    match (mesh.path(from, to), expected) {
        (Ok(path), Some(expected)) => {
            if (path.length - expected).abs() > 1e-6 {
                println!("FANS {:?}", oracle.fans);
                for (f, j) in oracle.joined.iter().enumerate() {
                    println!("J {f} {:?} {:?}", oracle.corners[f], j);
                }
                println!("MESH {:#?}", mesh);
                println!("from {from:?} to {to:?}");
                println!("{path:?} {:?}", check_on_ground(&oracle, &path, from, to));
            }
            prop_assert!((path.length - expected).abs() < 1e-6, "{} instead of {expected}", path.length);
            prop_assert!(path.length >= distance(flat(from.point), flat(to.point)) - 1e-9);
            prop_assert_eq!(flat(path.points[0].point), flat(from.point));
            check_on_ground(&oracle, &path, from, to)?;
            check_trace(world, &mesh, &path)?;
            let back = mesh.path(to, from).unwrap();
            prop_assert!((path.length - back.length).abs() < 1e-9);
            prop_assert_eq!(mesh.distance(from, to), Ok(path.length));
        }
        (Err(NoPath::OtherIsland { .. }), None) => prop_assert_ne!(mesh.island(from.face), mesh.island(to.face)),
        (found, expected) => prop_assert!(false, "{found:?} instead of {expected:?}"),
    }
    Ok(())
}

/// All that holds in any world.
fn check_path_over_points(world: &World, pick: [[usize; 3]; 2], may_tangle: bool) -> TestCaseResult {
    let mesh = world.mesh();
    let (Some(from), Some(to)) = (world.place(pick[0]), world.place(pick[1])) else { return Ok(()) };
    let oracle = Oracle::of(world);
    let ends = [from, to].map(|place| (flat(place.point), place.face as usize));
    match (mesh.path(from, to), oracle.shortest_over_points(ends[0], ends[1])) {
        (Ok(path), Some(above)) => {
            let legs: f64 = path.points.windows(2).map(|leg| distance(flat(leg[0].point), flat(leg[1].point))).sum();
            if !((legs - path.length).abs() < 1e-5) || path.length > above + 1e-5 || path.length < above * 0.98 - 0.1 {
                for (f, j) in oracle.joined.iter().enumerate() {
                    println!("J {f} {:?} {:?}", oracle.corners[f], j);
                }
                println!("MESH {:#?}", mesh);
                println!("from {from:?} to {to:?}");
                println!("{path:?} {legs}");
            }
            prop_assert!(path.length <= above + 1e-5, "{} is longer than {above}", path.length);
            prop_assert!(path.length >= above * 0.98 - 0.1, "{} is much shorter than {above}", path.length);
            prop_assert!((legs - path.length).abs() < 1e-5);
        }
        (Err(NoPath::OtherIsland { .. }), None) => {}
        (Err(NoPath::Tangled), _) if may_tangle => {}
        (found, expected) => prop_assert!(false, "{found:?} instead of {expected:?}"),
    }
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
        check_path_over_points(&grid.floor(), pick, false)?;
    }

    #[test]
    fn paths_cross_upright_faces(grid in grids(0), rows in any::<u32>(), pick in places()) {
        check_path_over_points(&grid.cliffs(rows), pick, false)?;
    }

    #[test]
    fn damaged_neighbours_do_no_harm(
        grid in grids(14),
        damage in prop::collection::vec((0..200_usize, 0..60_u32), 1..20),
        pick in places(),
    ) {
        check_path_over_points(&grid.damaged(&damage), pick, true)?;
    }
}
