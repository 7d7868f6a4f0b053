use proptest::prelude::*;

use super::*;
use crate::exchange::{Class, ClassedTriangle, Scene, SceneNode, TriangleSet};
use walkmesh_mesh::samples::hostile;

/// A floor of triangles with z up, joined where they share corners.
fn floor(triangles: &[[[f32; 3]; 3]]) -> Floor {
    let points = triangles.iter().flatten().copied().collect();
    let corners = (0..triangles.len() as u32).map(|at| [0, 1, 2].map(|corner| 3 * at + corner));
    let set = TriangleSet {
        points,
        triangles: corners.map(|corners| ClassedTriangle { corners, class: 4 }).collect(),
        classes: vec![Class { number: 4, walkable: true, ..Class::default() }],
        ..TriangleSet::default()
    };
    let scene = Scene { up: Up::Z, nodes: vec![SceneNode { set, ..SceneNode::default() }], marks: Vec::new() };
    Floor::of_scene(&scene).expect("few triangles")
}

/// A rectangle at a height, split along one of its diagonals.
fn rectangle([left, near, right, far]: [f32; 4], height: f32, is_other_way: bool) -> Vec<[[f32; 3]; 3]> {
    let [a, b, c, d] = [[left, near], [right, near], [right, far], [left, far]].map(|[x, y]| [x, y, height]);
    if is_other_way { vec![[a, b, d], [b, c, d]] } else { vec![[a, b, c], [a, c, d]] }
}

fn diff(before: &[[[f32; 3]; 3]], after: &[[[f32; 3]; 3]]) -> FloorDiff {
    FloorDiff::new(&floor(before), &floor(after), Up::Z).expect("few overlaps")
}

#[test]
fn other_triangles_are_the_same_floor() {
    let [one, other] = [false, true].map(|way| rectangle([0.0, 0.0, 4.0, 2.0], 0.5, way));
    let same = diff(&one, &other);
    assert!(same.is_equal(), "{same}");
    assert_eq!((same.area, same.to_string().as_str()), ([8.0, 8.0], "floor: the same 8.0 m²"));
}

#[test]
fn a_bridge_that_is_lost_cuts_a_way() {
    let [west, bridge, east] =
        [[0.0, 0.0, 4.0, 4.0], [4.0, 0.0, 6.0, 4.0], [6.0, 0.0, 10.0, 4.0]].map(|bounds| rectangle(bounds, 0.0, false));
    let (whole, parted) = ([&west[..], &bridge, &east].concat(), [&west[..], &east].concat());
    let lost = diff(&whole, &parted);
    assert_eq!((lost.lost.len(), lost.lost[0].area, lost.ways_lost.len()), (1, 8.0, 1), "{lost}");
    assert_eq!((lost.ways_lost[0].area, lost.ways_won.len()), (16.0, 0));
    let won = diff(&parted, &whole);
    assert_eq!((&won.won, &won.ways_won), (&lost.lost, &lost.ways_lost));
    let text = "floor: 8.0 m² lost, 0.0 m² won, of 40.0 m²\n  lost: 8.00 m² at (5.33, 1.33, 0.00)\nways: 1 way lost\n  lost: from (2.67, 1.33, 0.00) to \
                (8.67, 1.33, 0.00), where 16.0 m² lie";
    assert_eq!(lost.to_string(), text);
}

#[test]
fn floors_above_each_other_are_told_apart() {
    let [low, step, high] = [0.0, 0.9, 3.0].map(|height| rectangle([0.0, 0.0, 4.0, 4.0], height, false));
    assert!(diff(&low, &step).is_equal());
    let moved = diff(&low, &high);
    assert_eq!((moved.lost_area(), moved.won_area()), (16.0, 16.0));
    assert_eq!((moved.lost[0].at[2], moved.won[0].at[2]), (0.0, 3.0));
    let tower = [&low[..], &high].concat();
    assert_eq!((diff(&tower, &low).lost_area(), diff(&low, &tower).won_area()), (16.0, 16.0));
}

#[test]
fn the_largest_patch_comes_first() {
    let whole = rectangle([0.0, 0.0, 10.0, 1.0], 0.0, false);
    let left = diff(&whole, &rectangle([1.0, 0.0, 8.0, 1.0], 0.0, true));
    let areas: Vec<f64> = left.lost.iter().map(|patch| (patch.area * 1e6).round() / 1e6).collect();
    assert_eq!(areas, [2.0, 1.0]);
}

/// Each triangle of a coarse floor lies over thousands of a fine one.
#[test]
fn a_coarse_floor_is_compared_with_a_fine_one() {
    let cell = |at: usize| {
        let [x, y] = [at % 100, at / 100].map(|value| value as f32);
        rectangle([x, y, x + 1.0, y + 1.0], 0.0, at.is_multiple_of(3))
    };
    let fine: Vec<_> = (0..10_000).filter(|at| *at != 5050).flat_map(cell).collect();
    let coarse = rectangle([0.0, 0.0, 100.0, 100.0], 0.0, false);
    let lost = diff(&coarse, &fine);
    assert_eq!(
        (lost.lost.len(), lost.lost_area().round(), lost.won.len(), lost.ways_lost.len()),
        (1, 1.0, 0, 0),
        "{lost}"
    );
    assert_eq!(diff(&fine, &coarse).won_area().round(), 1.0);
}

#[test]
fn many_triangles_upon_each_other_take_linear_time_or_are_refused() {
    crate::work::assert_linear(|mesh: &hostile::Mesh| {
        let before: Vec<_> = mesh.faces.iter().map(|face| face.map(|corner| mesh.vertices[corner as usize])).collect();
        let after: Vec<_> = before.iter().map(|row| row.map(|[x, y, z]| [x + 0.01, y, z])).collect();
        drop(FloorDiff::new(&floor(&before), &floor(&after), Up::Z));
    });
}

proptest! {
    /// Compares with the number of grid points on the floors.
    #[test]
    fn areas_are_those_of_the_points_that_only_one_floor_has(
        boxes in prop::collection::vec((0_u8..12, 0_u8..12, 1_u8..8, 1_u8..8, any::<bool>(), any::<bool>()), 0..8)
    ) {
        // Overlapping boxes of one side count once, because each is rasterized into the cells of a
        // grid.
        let mut cells = [vec![false; 400], vec![false; 400]];
        for (x, y, wide, deep, is_after, _) in &boxes {
            for at in (0..*wide).flat_map(|dx| (0..*deep).map(move |dy| usize::from(y + dy) * 20 + usize::from(x + dx))) {
                cells[usize::from(*is_after)][at] = true;
            }
        }
        let side = |cells: &[bool], way| -> Vec<_> {
            let set = (0..400).filter(|at| cells[*at]);
            let bounds = set.map(|at| [at % 20, at / 20].map(|value| value as f32));
            bounds.flat_map(|[x, y]| rectangle([x, y, x + 1.0, y + 1.0], 0.0, way)).collect()
        };
        let found = diff(&side(&cells[0], false), &side(&cells[1], true));
        let count = |own: usize| (0..400).filter(|at| cells[own][*at] && !cells[1 - own][*at]).count() as f64;
        prop_assert!((found.lost_area() - count(0)).abs() < 1e-6, "{found}");
        prop_assert!((found.won_area() - count(1)).abs() < 1e-6, "{found}");
        // Patches are the connected sets of cells, with corners that touch.
        prop_assert_eq!(found.lost.iter().all(|patch| patch.area > 0.99), true);
    }
}
