//! Floors with seams: faces without area and slivers, turned over or not, where only one side of an edge has a vertex. Real areas have
//! hundreds of seams, and no path may become worse because of them.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use walkmesh::mesh::Position;

use crate::real::rounding;
use crate::tangles::{check_all_pairs, check_all_pairs_within};
use crate::worlds::{Grid, World, grids_up_to};

/// Edges of a floor, each with the distance of its new vertex.
type Seams = Vec<(usize, f32)>;

/// Seams without any width.
fn seams(most: usize) -> impl Strategy<Value = Seams> {
    prop::collection::vec((0..10_000_usize, Just(0.0)), 1..=most)
}

/// Seams with the width of rounding, of a few percent, or of zero; one in two is turned over.
fn wide_seams(most: usize) -> impl Strategy<Value = Seams> {
    let off = prop_oneof![Just(0.0), -1e-6_f32..1e-6, -0.05_f32..0.05];
    prop::collection::vec((0..10_000_usize, off), 1..=most)
}

/// A floor, and the same floor with seams. A face of the floor has the same number in both, but is smaller with seams.
fn sewn(grid: &Grid, seams: &Seams, rough: bool) -> [World; 2] {
    let floor = grid.floor();
    let mut sewn = floor.clone();
    for &(edge, off) in seams {
        sewn.add_seam(edge, off);
    }
    if rough { [floor.rough(), sewn.rough()] } else { [floor, sewn] }
}

/// The centre of each walkable face of a floor, of the face with seams.
fn centres(floor: &World, sewn: &World) -> Vec<Position> {
    let faces = (0..floor.faces.len()).filter(|&face| floor.walkable[face]);
    faces
        .map(|face| {
            let corners = sewn.faces[face].map(|corner| sewn.vertices[corner as usize]);
            Position::new(
                [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f32>() / 3.0),
                face as u32,
            )
        })
        .collect()
}

/// Seams without width change the length of no path.
fn check_same_paths(floor: &World, sewn: &World) -> TestCaseResult {
    let rounding = rounding(floor) * 64.0;
    let [plain, with_seams] = [floor, sewn].map(World::mesh);
    let places = centres(floor, sewn);
    for &from in &places {
        for &to in &places {
            let (Ok(expected), Ok(found)) = (plain.shortest_path(from, to), with_seams.shortest_path(from, to)) else {
                prop_assert_eq!(plain.connected_part(from.face) == plain.connected_part(to.face), false);
                continue;
            };
            let off = (found.length - expected.length).abs();
            prop_assert!(off <= rounding, "{from:?} {to:?}: {} instead of {}", found.length, expected.length);
            prop_assert!(found.proven_shortest, "{from:?} {to:?}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn seams_without_width_change_no_path(
        (grid, rough) in (grids_up_to(4, 3), any::<bool>()),
        seams in seams(60),
    ) {
        let [floor, sewn] = sewn(&grid, &seams, false);
        check_same_paths(&floor, &sewn)?;
        check_all_pairs(&if rough { sewn.rough() } else { sewn })?;
    }

    #[test]
    fn floors_with_slivers_turned_over_have_paths(
        (grid, rough) in (grids_up_to(5, 3), any::<bool>()),
        seams in wide_seams(40),
    ) {
        // Beside a sliver, a point is on each face within the tolerance of positions, which is twice the rounding. Start and
        // goal each may be off by that much.
        let sewn = &sewn(&grid, &seams, rough)[1];
        check_all_pairs_within(sewn, 4.0 * rounding(sewn))?;
    }
}
