//! Corridors of known width.

use proptest::prelude::*;

use super::{NavMesh, Outline, Position, Rim, can_be_nearest, pinches};
use crate::flaw::Measure;
use crate::flaw::{Flaw, FlawKind, FlawOptions, FloorFaces, flaws_with_exits};
use crate::geometry::{HalfEdge, ends_of_side};
use crate::mesh::neighbours_by_shared_vertices;

/// A floor of rectangles between grid lines along x and y, each made of two triangles. Rows of `plan` are in descending
/// y; `#` is floor.
struct Plan {
    vertices: Vec<[f32; 3]>,
    faces: Vec<[u32; 3]>,
}

impl Plan {
    fn new(xs: &[f32], ys: &[f32], plan: &[&str]) -> Self {
        let vertices = ys.iter().flat_map(|y| xs.iter().map(move |x| [*x, *y, 0.0])).collect();
        let mut faces = Vec::new();
        for (row, line) in plan.iter().rev().enumerate() {
            for column in line.bytes().enumerate().filter(|(_, cell)| *cell == b'#').map(|(column, _)| column) {
                let corner = |x: usize, y: usize| ((row + y) * xs.len() + column + x) as u32;
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                faces.extend([[a, b, c], [a, c, d]]);
            }
        }
        Self { vertices, faces }
    }

    fn with_floor<T>(&self, work: impl FnOnce(&FloorFaces<'_>) -> T) -> T {
        let neighbours = neighbours_by_shared_vertices(&self.faces, |_| true);
        let walkable = vec![true; self.faces.len()];
        work(&FloorFaces { vertices: &self.vertices, faces: &self.faces, walkable: &walkable, neighbours: &neighbours })
    }

    /// The corridors narrower than a metre.
    fn narrow(&self, exits: impl Fn(u32, u8) -> bool) -> Vec<Flaw> {
        let options = FlawOptions::default().with_radius(Some(0.5));
        let mut found = self.with_floor(|floor| flaws_with_exits(floor, &options, exits));
        found.retain(|flaw| flaw.kind == FlawKind::Narrow);
        found
    }

    fn widths(&self) -> Vec<f64> {
        let round = |width: f64| (width * 1e4).round() / 1e4;
        let width = |flaw: &Flaw| if let Measure::Length(width) = flaw.measure { round(width) } else { f64::NAN };
        self.narrow(|_, _| false).iter().map(width).collect()
    }
}

const TWO_ROOMS: [&str; 3] = ["#..#", "####", "#..#"];

#[test]
fn a_corridor_between_two_rooms_is_found_once_with_its_width() {
    let narrow = Plan::new(&[0.0, 5.0, 7.0, 8.0, 13.0], &[0.0, 2.0, 2.6, 5.0], &TWO_ROOMS);
    let found = narrow.narrow(|_, _| false);
    assert_eq!((found.len(), narrow.widths()), (1, vec![0.6]), "{found:?}");
    let [x, y, _] = found[0].point;
    assert!((5.0..=8.0).contains(&x) && (2.0..=2.6).contains(&y), "{found:?}");
    let wide = Plan::new(&[0.0, 5.0, 7.0, 8.0, 13.0], &[0.0, 2.0, 3.1, 5.0], &TWO_ROOMS);
    assert_eq!(wide.widths(), [0.0; 0]);
}

#[test]
fn a_corridor_of_changing_width_is_as_narrow_as_its_narrowest_place() {
    let [xs, ys] = [&[0.0, 5.0, 6.0, 7.0, 8.0, 13.0][..], &[0.0, 2.0, 2.6, 2.8, 5.0]];
    for wider in ["##..#", "#..##", "#.#.#"] {
        assert_eq!(Plan::new(xs, ys, &["#...#", wider, "#####", "#...#"]).widths(), [0.6], "{wider}");
    }
}

#[test]
fn each_narrow_place_of_a_way_is_reported() {
    // Rooms with a wide spot between two narrow ones.
    let plan = Plan::new(&[0.0, 5.0, 6.0, 9.0, 10.0, 15.0], &[0.0, 2.0, 2.5, 5.0], &["#.#.#", "#####", "#.#.#"]);
    assert_eq!(plan.widths(), [0.5, 0.5]);
    // The wide spot of 4 m² is hardly larger than a corridor one metre wide along its 3.5 m walls.
    let xs = [0.0, 5.0, 6.0, 8.0, 9.0, 14.0];
    let plan = Plan::new(&xs, &[0.0, 0.75, 1.25, 2.0], &["#.#.#", "#####", "#.#.#"]);
    assert_eq!(plan.widths(), [0.5, 0.5]);
}

#[test]
fn closets_of_one_size_beside_a_hall_have_a_door_each() {
    let xs = [0.0, 1.0, 1.5, 2.5, 4.0, 5.0, 5.5, 6.5];
    let plan = Plan::new(&xs, &[0.0, 2.0, 2.5, 8.0], &["#######", ".#...#.", "###.###"]);
    assert_eq!(plan.widths(), [0.5, 0.5]);
}

#[test]
fn a_deep_niche_between_two_narrow_places_beside_a_pillar_parts_them() {
    let widths = |depth: f32| {
        let [xs, ys] = [&[0.0, 5.0, 6.0, 9.0, 10.0, 15.0][..], &[-depth, 0.0, 0.5, 4.0, 4.75]];
        Plan::new(xs, ys, &["#####", "#...#", "#####", "..#.."]).widths()
    };
    // The wall with the niche is longer by twice its depth: by less than two widths, and by more.
    assert_eq!(widths(0.75), [0.5, 0.75]);
    assert_eq!(widths(1.25), [0.5, 0.5, 0.75]);
}

#[test]
fn where_a_border_begins_is_no_matter() {
    // A border begins at a side of its first face.
    let count_wherever_it_begins = |mut plan: Plan, exit: Option<[f32; 2]>| -> Vec<usize> {
        let faces = plan.faces.len();
        let count = |_| {
            plan.faces.rotate_left(1);
            let is_exit = |face: u32, side: u8| {
                let [from, to] = ends_of_side(&plan.faces[face as usize].map(|at| plan.vertices[at as usize]), side);
                exit.is_some_and(|exit| (0..2).all(|axis| (from[axis] + to[axis]) / 2.0 == exit[axis]))
            };
            plan.narrow(is_exit).len()
        };
        let mut counts: Vec<usize> = (0..faces).map(count).collect();
        counts.dedup();
        counts
    };
    let niche = Plan::new(
        &[0.0, 4.0, 4.25, 4.5, 4.75, 9.0],
        &[0.0, 4.0, 4.5, 4.75, 9.0],
        &["#####", "#...#", "#.#.#", "#####"],
    );
    assert_eq!(count_wherever_it_begins(niche, Some([4.375, 4.5])), [1]);
    let rooms = Plan::new(&[0.0, 5.0, 7.0, 8.0, 13.0], &[0.0, 2.0, 2.6, 5.0], &TWO_ROOMS);
    assert_eq!(count_wherever_it_begins(rooms, None), [1]);
    let beside_pillar =
        Plan::new(&[0.0, 5.0, 6.0, 7.0, 10.0, 15.0], &[0.0, 0.5, 4.0, 4.7], &["#####", "#...#", "#####"]);
    assert_eq!(count_wherever_it_begins(beside_pillar, None), [2]);
    let pillar_in_a_door = Plan::new(
        &[0.0, 5.0, 5.4, 5.8, 6.2, 11.0],
        &[0.0, 2.0, 2.7, 3.1, 3.9, 6.0],
        &["#...#", "#####", "##.##", "#####", "#...#"],
    );
    assert_eq!(count_wherever_it_begins(pillar_in_a_door, None), [2]);
}

#[test]
fn a_room_has_room_for_one_walker() {
    // The small room and the corridor have less than 2 m².
    let plan = Plan::new(&[0.0, 5.0, 5.25, 6.5], &[0.0, 0.375, 0.875, 1.25], &["#.#", "###", "#.#"]);
    assert_eq!(plan.widths(), [0.5]);
}

#[test]
fn a_narrow_way_beside_a_wide_one_is_none() {
    let (xs, plan) = ([0.0, 5.0, 10.0, 15.0], ["###", "#.#", "###"]);
    assert_eq!(Plan::new(&xs, &[0.0, 0.5, 4.0, 6.0], &plan).widths(), [0.0; 0]);
    assert_eq!(Plan::new(&xs, &[0.0, 0.5, 4.0, 4.7], &plan).widths(), [0.5, 0.7], "both ways are narrow");
}

#[test]
fn a_pillar_in_a_doorway_makes_two_narrow_ways() {
    let plan = Plan::new(
        &[0.0, 5.0, 5.4, 5.8, 6.2, 11.0],
        &[0.0, 2.0, 2.7, 3.1, 3.9, 6.0],
        &["#...#", "#####", "##.##", "#####", "#...#"],
    );
    assert_eq!(plan.widths(), [0.7, 0.8]);
}

#[test]
fn a_niche_is_no_corridor_unless_a_way_leads_out_of_it() {
    let plan = Plan::new(&[0.0, 5.0, 5.5], &[0.0, 2.0, 2.6, 5.0], &["#.", "##", "#."]);
    assert_eq!(plan.widths(), [0.0; 0]);
    let niche = plan.faces.iter().position(|face| face.iter().filter(|corner| **corner % 3 == 2).count() == 2).unwrap();
    assert_eq!(plan.narrow(|face, side| (face, side) == (niche as u32, 1)).len(), 1);
}

#[test]
fn a_way_out_at_the_narrow_end_of_a_funnel_is_a_corridor() {
    let vertices = vec![[0.0, 0.0, 0.0], [6.0, 1.75, 0.0], [6.0, 2.25, 0.0], [0.0, 4.0, 0.0]];
    let funnel = Plan { vertices, faces: vec![[0, 1, 2], [0, 2, 3]] };
    assert_eq!(funnel.widths(), [0.0; 0]);
    let found = funnel.narrow(|face, side| (face, side) == (0, 1));
    assert_eq!((found.len(), found[0].measure), (1, Measure::Length(0.5)), "{found:?}");
}

#[test]
fn a_narrow_way_out_inside_a_small_pillar_is_found() {
    // The pillar, with the niche in it, is smaller than a walker. The floor around it is not.
    let [xs, ys] = [&[0.0, 4.0, 4.25, 4.5, 4.75, 9.0][..], &[0.0, 4.0, 4.25, 4.75, 9.0]];
    let plan = Plan::new(xs, ys, &["#####", "#.#.#", "#...#", "#####"]);
    assert_eq!(plan.widths(), [0.0; 0]);
    // The path leads out over the inner end of the niche: its lower side.
    let found = plan.narrow(|face, side| (face, side) == (16, 0));
    assert_eq!((found.len(), found[0].measure), (1, Measure::Length(0.25)), "{found:?}");
}

#[test]
fn a_narrow_way_down_through_a_hole_to_a_larger_floor_is_found() {
    let sides = [0.0, 4.0, 6.0, 10.0];
    let mut plan = Plan::new(&sides, &sides, &["###", "#.#", "###"]);
    let first = plan.vertices.len() as u32;
    plan.vertices.extend([[4.75, 5.0, -1.0], [5.25, 5.0, -1.0], [2.0, 8.0, -3.0], [8.0, 8.0, -3.0]]);
    let [left, right, far_left, far_right] = [0, 1, 2, 3].map(|at| first + at);
    // The vertices 5 and 6 are the ends of a side of the hole.
    plan.faces.extend([[5, 6, right], [5, right, left], [left, right, far_right], [left, far_right, far_left]]);
    assert_eq!(plan.widths(), [0.5]);
}

#[test]
fn a_wall_of_another_floor_at_the_same_place_is_none() {
    // The wall of a separate floor crosses the first one, 0.1 m from the corridor's corner, at the same height.
    let mut plan = Plan::new(&[0.0, 5.0, 7.0, 8.0, 13.0], &[0.0, 2.0, 2.6, 5.0], &TWO_ROOMS);
    let first = plan.vertices.len() as u32;
    plan.vertices.extend([[4.9, 0.5, 0.0], [4.9, 4.5, 0.0], [3.0, 2.0, 0.0]]);
    plan.faces.push([first, first + 1, first + 2]);
    assert_eq!(plan.widths(), [0.6]);
}

#[test]
fn a_walk_that_ends_above_or_below_the_wall_makes_no_pinch() {
    let plan = Plan::new(&[0.0, 5.0, 7.0, 8.0, 13.0], &[0.0, 2.0, 2.6, 5.0], &TWO_ROOMS);
    let mesh = NavMesh::from_shared_vertices(plan.vertices.clone(), &plan.faces, |_| true).unwrap();
    let count = |rise: f32| {
        let walk = |start: Position, goal: [f32; 3]| {
            let Position { point: [x, y, z], face } = mesh.walk_straight(start, goal).ok()?.position;
            Some(Position::new([x, y, z + rise], face))
        };
        plan.with_floor(|floor| pinches(floor, &Outline::new(floor, |_, _| false), &walk, 1.0).len())
    };
    assert_ne!(count(0.0), 0);
    // The walk is 0.6 m long, and the height of its end may be off by a tenth of that.
    assert_eq!([-0.05, 0.05].map(count), [count(0.0); 2]);
    assert_eq!([-0.08, 0.08].map(count), [0; 2]);
}

#[test]
fn a_corner_of_less_than_half_a_turn_is_nearest_to_no_wall_unless_at_an_exit() {
    let rim = |from: [f64; 2], to: [f64; 2], is_exit: bool| {
        let ends = [from, to].map(|[x, y]| [x, y, 0.0]);
        Rim { edge: HalfEdge::new(0, 0), ends, is_exit }
    };
    // From a rim along x to one that turns left, barely left, not at all except for rounding, and right.
    let turns = [[2.0, 3.0], [5.0, 0.003], [5.0, 3e-6], [5.0, 0.0], [2.0, -3.0]];
    let can_be = |exits: [bool; 2]| {
        let last = rim([0.0, 0.0], [2.0, 0.0], exits[0]);
        turns.map(|to| can_be_nearest(&last, &rim([2.0, 0.0], to, exits[1])))
    };
    assert_eq!(can_be([false, false]), [false, false, true, true, true]);
    assert_eq!([[true, false], [false, true]].map(can_be), [[true; 5]; 2]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The width does not depend on the position and rotation of the floor.
    #[test]
    fn the_width_is_measured(
        width in 0.1..1.9_f32,
        turn in -1.0..1.0_f32,
        offset in prop::array::uniform2(-200.0..200.0_f32),
        rise in -0.3..0.3_f32,
    ) {
        prop_assume!((width - 1.0).abs() > 1e-3);
        let mut plan =
            Plan::new(&[0.0, 5.0, 6.0, 8.0, 13.0], &[0.0, 2.0, 2.0 + width, 5.0], &TWO_ROOMS);
        let (sin, cos) = (turn, (1.0 - turn * turn).sqrt());
        for vertex in &mut plan.vertices {
            let [x, y, _] = *vertex;
            *vertex = [cos * x - sin * y + offset[0], sin * x + cos * y + offset[1], rise * x];
        }
        let widths = plan.widths();
        prop_assert_eq!(widths.len(), usize::from(width < 1.0), "{:?}", widths);
        prop_assert!(widths.iter().all(|found| (found - f64::from(width)).abs() < 5e-4), "{:?}", widths);
    }
}
