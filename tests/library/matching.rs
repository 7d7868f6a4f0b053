//! An editor's changes, found by matching an edited mesh to its base.

use std::collections::BTreeMap;

use proptest::prelude::*;
use walkmesh::exchange::{ClassedTriangle, MatchError, MatchOptions, Matched, TriangleSet, match_onto};

fn set(points: &[[f32; 3]], triangles: &[([u32; 3], u32)]) -> TriangleSet {
    let triangles = triangles.iter().map(|&(corners, class)| ClassedTriangle { corners, class }).collect();
    TriangleSet { points: points.to_vec(), triangles, ..TriangleSet::default() }
}

/// A floor of squares, each with a diagonal, of class 4.
fn floor(columns: u32, rows: u32) -> TriangleSet {
    let points: Vec<_> = (0..=rows)
        .flat_map(|y| (0..=columns).map(move |x| [x as f32, y as f32 + 0.1, ((x * 7 + y * 3) % 5) as f32 / 8.0]))
        .collect();
    let square = |at: u32| {
        let lower = at / columns * (columns + 1) + at % columns;
        let upper = lower + columns + 1;
        [([lower, lower + 1, upper + 1], 4), ([lower, upper + 1, upper], 4)]
    };
    set(&points, &(0..columns * rows).flat_map(square).collect::<Vec<_>>())
}

/// The same triangles as an editor exports them: in another order, each with its own points, and with rotated corners.
fn through_an_editor(set: &TriangleSet) -> TriangleSet {
    let mut points = Vec::new();
    let triangles = (0..).zip(set.triangles.iter().rev()).map(|(id, row)| {
        let [a, b, c] = row.corners;
        let rotated = [[a, b, c], [b, c, a], [c, a, b]][id as usize % 3];
        points.extend(rotated.map(|corner| set.points[corner as usize].map(|value| value + 0.0)));
        ClassedTriangle { corners: [3 * id, 3 * id + 1, 3 * id + 2], class: row.class }
    });
    let triangles = triangles.collect();
    TriangleSet { points, triangles, ..set.clone() }
}

fn matched(base: &TriangleSet, edited: &TriangleSet) -> Matched {
    match_onto(base, edited, &MatchOptions::default()).expect("a match")
}

fn assert_unchanged(base: &TriangleSet, matched: &Matched) {
    assert!(matched.report.is_unchanged(), "{:?}", matched.report);
    let bits = |points: &[[f32; 3]]| points.iter().flatten().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&matched.points), bits(&base.points));
    let rows: Vec<_> = matched.triangles.iter().map(|row| (row.base, row.corners, row.class)).collect();
    let expected: Vec<_> = (0..).zip(&base.triangles).map(|(id, row)| (Some(id), row.corners, row.class)).collect();
    assert_eq!(rows, expected);
}

/// The triangles by their points, with their classes and the number of copies.
fn by_points(
    points: &[[f32; 3]],
    triangles: impl Iterator<Item = ([u32; 3], u32)>,
) -> BTreeMap<([[u32; 3]; 3], u32), usize> {
    let mut count = BTreeMap::new();
    for (corners, class) in triangles {
        let [a, b, c] = corners.map(|corner| points[corner as usize].map(|value| (value + 0.0).to_bits()));
        let rotated = [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().expect("three");
        *count.entry((rotated, class)).or_default() += 1;
    }
    count
}

#[test]
fn a_mesh_that_was_only_regrouped_is_unchanged() {
    let base = floor(4, 3);
    assert_unchanged(&base, &matched(&base, &through_an_editor(&base)));
}

#[test]
fn loose_points_nan_and_negative_zeros_come_from_the_base() {
    let mut base = floor(2, 1);
    base.points[0][0] = -0.0;
    base.points.push([f32::NAN, -0.0, 7.0]);
    let mut edited = through_an_editor(&base);
    edited.points.retain(|point| !point[0].is_nan());
    assert_unchanged(&base, &matched(&base, &edited));
}

#[test]
fn a_dropped_duplicate_is_restored_if_a_copy_came_back_and_gone_otherwise() {
    let mut base = floor(2, 1);
    // A copy in the same direction, and one in the opposite.
    base.triangles.push(ClassedTriangle { corners: [4, 0, 1], class: 9 });
    base.triangles.push(ClassedTriangle { corners: [0, 4, 1], class: 4 });
    let mut edited = through_an_editor(&floor(2, 1));
    let found = matched(&base, &edited);
    assert_eq!(found.report.restored, [4, 5]);
    assert_unchanged(&base, &found);

    // Without its last copy, all are removed. The editor exported the first triangle last.
    edited.triangles.pop();
    assert_eq!(matched(&base, &edited).report.removed, [0, 4, 5]);
}

#[test]
fn a_painted_duplicate_is_painted_with_its_copy() {
    let mut base = floor(1, 1);
    base.triangles.push(base.triangles[0]);
    let mut edited = floor(1, 1);
    edited.triangles[0].class = 7;
    let found = matched(&base, &edited);
    assert_eq!((found.report.repainted, found.report.restored), (vec![0, 2], vec![2]));
    assert!(found.triangles.iter().all(|row| (row.class == 7) == (row.base != Some(1))));
}

#[test]
fn triangles_that_no_editor_shows_stay_with_those_beside_them() {
    let mut base = floor(2, 1);
    base.points.push([f32::INFINITY; 3]);
    base.triangles.push(ClassedTriangle { corners: [0, 1, 1], class: 4 });
    base.triangles.push(ClassedTriangle { corners: [2, 5, 6], class: 4 });
    let edited = through_an_editor(&floor(2, 1));
    let found = matched(&base, &edited);
    assert_eq!(found.report.uncarried, [4, 5]);
    assert_unchanged(&base, &found);
    // Without the left square, the first of them has no neighbour.
    let mut right = floor(2, 1);
    right.triangles.drain(..2);
    let base_of_left = {
        let mut base = base.clone();
        base.triangles[4].corners = [0, 3, 3];
        base
    };
    assert_eq!(matched(&base_of_left, &right).report.removed, [0, 1, 4]);
}

#[test]
fn a_moved_vertex_keeps_its_number_and_the_numbers_of_its_triangles() {
    let base = floor(4, 4);
    let mut moved = base.clone();
    moved.points[12] = [2.25, 2.5, 0.0];
    let found = matched(&base, &through_an_editor(&moved));
    assert_eq!(found.report.moved.len(), 6);
    assert_eq!(found.report.moved_points.len(), 1);
    assert_eq!(found.report.moved_points[0].point, 12);
    assert!(found.report.added.is_empty() && found.report.removed.is_empty());
    assert_eq!(found.points, moved.points);
}

#[test]
fn a_moved_region_is_followed_from_its_border() {
    let base = floor(6, 6);
    let mut moved = base.clone();
    for y in 2..5 {
        for x in 2..5 {
            moved.points[y * 7 + x][2] += 3.0;
        }
    }
    moved.triangles[30].class = 9;
    let found = matched(&base, &through_an_editor(&moved));
    assert_eq!(found.points, moved.points);
    assert_eq!(found.report.moved_points.len(), 9);
    assert!(found.report.added.is_empty() && found.report.removed.is_empty());
    assert_eq!(found.report.repainted, [30]);
}

/// One vertex of the base coincides with one vertex of the edited mesh, so only one of the two can have moved there.
#[test]
fn of_two_vertices_that_an_editor_moved_to_one_point_one_is_moved() {
    let one = floor(2, 2);
    let (mut base, count) = (one.clone(), one.points.len() as u32);
    base.points.extend(one.points.iter().map(|[x, y, z]| [x + 10.0, *y, *z]));
    base.triangles
        .extend(one.triangles.iter().map(|it| ClassedTriangle { corners: it.corners.map(|at| at + count), ..*it }));
    // The corner with the single triangle of each of the two floors.
    let corners = [2, 2 + count];
    let mut edited = base.clone();
    corners.iter().for_each(|at| edited.points[*at as usize] = [6.0, -2.0, 0.0]);
    let matched = matched(&base, &through_an_editor(&edited));
    let report = &matched.report;
    assert_eq!((report.moved.len(), report.removed.len(), report.added.len()), (1, 1, 1), "{report:?}");
    assert_eq!(report.moved_points.len(), 1, "{report:?}");
}

#[test]
fn a_knife_cut_is_a_triangle_removed_and_two_added() {
    let base = set(&[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], &[([0, 1, 2], 4)]);
    let mut edited = base.clone();
    edited.points.push([2.0, 2.0, 0.0]);
    edited.triangles = set(&[], &[([0, 1, 3], 4), ([0, 3, 2], 4)]).triangles;
    let found = matched(&base, &edited);
    assert_eq!((found.report.removed, found.report.added), (vec![0], vec![0, 1]));
    assert_eq!(found.points, edited.points);
    assert_eq!(found.triangles[1].corners, [0, 3, 2]);
}

#[test]
fn a_triangle_turned_over_is_flipped() {
    let base = floor(2, 2);
    let mut edited = base.clone();
    edited.triangles[3].corners.swap(0, 1);
    let found = matched(&base, &through_an_editor(&edited));
    assert_eq!(found.report.flipped, [3]);
    let [a, b, c] = base.triangles[3].corners;
    assert_eq!(found.triangles[3].corners, [a, c, b]);
}

#[test]
fn rounded_vertices_are_taken_as_those_of_the_base_and_reported() {
    let base = floor(3, 3);
    let mut edited = through_an_editor(&base);
    for point in &mut edited.points {
        point[0] += 3e-5;
    }
    let found = match_onto(&base, &edited, &MatchOptions::default().with_snap(1e-4)).expect("a match");
    assert_unchanged(&base, &found);
    assert_eq!(found.report.snapped.len(), 16);
    assert!(found.report.snapped.iter().all(|snapped| snapped.distance > 2e-5 && snapped.distance < 4e-5));
    let report = matched(&base, &edited).report;
    assert_eq!((report.moved.len(), report.snapped), (18, vec![]), "nothing is snapped that far unless asked");
}

#[test]
fn rounding_that_makes_two_vertices_one_does_not_merge_those_of_the_base() {
    // Two triangles whose tips are 1e-6 apart; the format wrote both tips as one.
    let tips = [[1.0, 1.0, 0.0], [1.0, 1.000_001, 0.0]];
    let points = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], tips[0], [2.0, 2.0, 0.0], [0.0, 2.0, 0.0], tips[1]];
    let base = set(&points, &[([0, 1, 2], 4), ([3, 4, 5], 4)]);
    let mut edited = base.clone();
    (edited.points[2], edited.points[5]) = ([1.0, 1.000_000_5, 0.0], [1.0, 1.000_000_5, 0.0]);
    let found = match_onto(&base, &edited, &MatchOptions::default().with_snap(1e-4)).expect("a match");
    assert_unchanged(&base, &found);
}

#[test]
fn what_cannot_be_matched_is_refused() {
    let base = floor(1, 1);
    let mut edited = base.clone();
    edited.triangles[1].corners[2] = 9;
    let refused = |edited: &TriangleSet, snap: f32| {
        match_onto(&base, edited, &MatchOptions::default().with_snap(snap)).expect_err("no match")
    };
    assert_eq!(refused(&edited, 0.0), MatchError::NoSuchPoint { triangle: 1, point: 9, points: 4 });
    let mut edited = base.clone();
    edited.points[3][1] = f32::NAN;
    assert_eq!(refused(&edited, 0.0), MatchError::NotFinite { point: 3 });
    for snap in [f32::NAN, -1.0, f32::INFINITY] {
        assert_eq!(refused(&base, snap), MatchError::SnapOutOfRange);
    }
}

/// A search through all triangles at a vertex, or through all copies of a triangle, would take minutes here.
#[test]
fn a_fan_around_one_vertex_and_copies_of_one_triangle_are_matched() {
    let rim = 200_000;
    let mut base = set(&[[0.0; 3]], &[]);
    base.points.extend((0..=rim).map(|at| [1.0, at as f32, 0.0]));
    base.triangles.extend((1..=rim).map(|at| ClassedTriangle { corners: [0, at, at + 1], class: 4 }));
    base.triangles.extend((0..rim).map(|_| ClassedTriangle { corners: [0, 1, 2], class: 4 }));
    assert_unchanged(&base, &matched(&base, &through_an_editor(&base)));
    let mut moved = base.clone();
    moved.points[1][2] = 5.0;
    let found = matched(&base, &through_an_editor(&moved));
    assert_eq!(found.report.moved.len(), rim as usize + 1);
    assert!(found.points == moved.points);
}

/// An edit of a floor, as an editor makes them.
#[derive(Clone, Debug)]
enum Edit {
    Paint(usize, u32),
    Remove(usize),
    Move(usize, [f32; 3]),
    Flip(usize),
    Add([f32; 3]),
    Cut(usize),
    Repeat(usize),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let point = || [-4.0_f32..9.0, -4.0_f32..9.0, -1.0_f32..4.0];
    let edit = prop_oneof![
        (any::<usize>(), 0_u32..6).prop_map(|(at, class)| Edit::Paint(at, class)),
        any::<usize>().prop_map(Edit::Remove),
        (any::<usize>(), point()).prop_map(|(at, to)| Edit::Move(at, to)),
        any::<usize>().prop_map(Edit::Flip),
        point().prop_map(Edit::Add),
        any::<usize>().prop_map(Edit::Cut),
        any::<usize>().prop_map(Edit::Repeat),
    ];
    proptest::collection::vec(edit, 0..12)
}

fn apply(set: &mut TriangleSet, edit: &Edit) {
    let (points, triangles) = (set.points.len(), set.triangles.len());
    match *edit {
        Edit::Move(at, to) => set.points[at % points] = to,
        Edit::Add(at) => {
            set.points.push(at);
            set.triangles.push(ClassedTriangle { corners: [0, points as u32, 1], class: 2 });
        }
        _ if triangles == 0 => {}
        Edit::Paint(at, class) => set.triangles[at % triangles].class = class,
        Edit::Remove(at) => drop(set.triangles.remove(at % triangles)),
        Edit::Flip(at) => set.triangles[at % triangles].corners.swap(0, 2),
        Edit::Repeat(at) => set.triangles.push(set.triangles[at % triangles]),
        Edit::Cut(at) => {
            let ClassedTriangle { corners: [a, b, c], class } = set.triangles[at % triangles];
            let [from, to] = [b, c].map(|corner| set.points[corner as usize]);
            set.points.push(std::array::from_fn(|axis| (from[axis] + to[axis]) / 2.0));
            set.triangles[at % triangles].corners = [a, b, points as u32];
            set.triangles.push(ClassedTriangle { corners: [a, points as u32, c], class });
        }
    }
}

proptest! {
    #[test]
    fn an_edited_mesh_comes_back_whole(before in edits(), edits in edits(), columns in 1_u32..6, rows in 1_u32..6) {
        let mut base = floor(columns, rows);
        before.iter().for_each(|edit| apply(&mut base, edit));
        let mut edited = base.clone();
        edits.iter().for_each(|edit| apply(&mut edited, edit));
        let edited = through_an_editor(&edited);
        let found = matched(&base, &edited);

        let hidden: Vec<u32> = found.report.restored.iter().chain(&found.report.uncarried).copied().collect();
        let shown = found.triangles.iter().filter(|row| row.base.is_none_or(|base| !hidden.contains(&base)));
        let shown = by_points(&found.points, shown.map(|row| (row.corners, row.class)));
        let wanted = by_points(&edited.points, edited.triangles.iter().map(|row| (row.corners, row.class)));
        prop_assert_eq!(shown, wanted);

        let report = &found.report;
        let left = base.triangles.len() - report.removed.len();
        prop_assert_eq!(found.triangles.len(), left + report.added.len());
        for row in found.triangles.iter().filter(|row| row.base.is_some()) {
            let id = row.base.expect("a triangle of the base");
            let mut corners = base.triangles[id as usize].corners;
            if report.flipped.contains(&id) {
                corners.swap(1, 2);
            }
            prop_assert_eq!(row.corners, corners);
            prop_assert_eq!(row.class != base.triangles[id as usize].class, report.repainted.contains(&id));
        }
        if edits.is_empty() {
            prop_assert!(report.is_unchanged());
        }
    }
}

/// The floor, edited at every point.
fn mapped(set: &TriangleSet, map: impl Fn([f32; 3]) -> [f32; 3]) -> TriangleSet {
    let mut mapped = set.clone();
    mapped.points.iter_mut().for_each(|point| *point = map(*point));
    mapped
}

/// Both meshes in one.
fn joined(a: &TriangleSet, b: &TriangleSet) -> TriangleSet {
    let mut all = a.clone();
    let first = all.points.len() as u32;
    all.points.extend(&b.points);
    let moved = |row: &ClassedTriangle| ClassedTriangle { corners: row.corners.map(|at| first + at), ..*row };
    all.triangles.extend(b.triangles.iter().map(moved));
    all
}

#[test]
fn a_part_that_was_moved_turned_or_scaled_as_a_whole_keeps_its_numbers() {
    let rest = mapped(&floor(4, 4), |[x, y, z]| [x - 60.0, y, z]);
    let base = joined(&floor(9, 7), &rest);
    let all: Vec<u32> = (0..126).collect();
    let (sin, cos) = (0.6_f32, 0.8_f32);
    let motions: [&dyn Fn([f32; 3]) -> [f32; 3]; 5] = [
        &|[x, y, z]| [x + 31.5, y - 7.25, z + 0.5],
        &|[x, y, z]| [cos * x - sin * y, sin * x + cos * y + 40.0, z],
        &|[x, y, z]| [3.0 * x + 20.0, 3.0 * y, 3.0 * z],
        &|[x, y, z]| [2.0 * x + 20.0, 0.5 * y, z - 4.0],
        &|[x, y, z]| [x, -z, y + 30.0],
    ];
    for (at, motion) in motions.into_iter().enumerate() {
        let edited = through_an_editor(&joined(&mapped(&floor(9, 7), motion), &rest));
        let result = matched(&base, &edited);
        assert_eq!((&result.report.moved, result.report.kept), (&all, 32), "motion {at}");
        assert_eq!((result.points.len(), result.report.added.len()), (base.points.len(), 0), "motion {at}");
        let expected: Vec<_> = floor(9, 7).points.into_iter().map(motion).collect();
        assert_eq!(result.points[..80], expected, "motion {at}");
    }
}

#[test]
fn parts_go_their_own_ways_and_what_else_was_edited_in_them_is_named() {
    let (left, right) = (floor(9, 7), mapped(&floor(6, 5), |[x, y, z]| [x + 30.0, y, z]));
    let base = joined(&left, &right);
    let mut edited =
        joined(&mapped(&left, |[x, y, z]| [x, y + 50.0, z]), &mapped(&right, |[x, y, z]| [x + 1000.5, y, z + 3.0]));
    // In the moved part a triangle is painted, one removed and one new.
    edited.triangles[5].class = 9;
    edited.triangles.remove(100);
    edited.points.push([-3.0, 49.0, 0.0]);
    let last = edited.points.len() as u32 - 1;
    edited.triangles.push(ClassedTriangle { corners: [0, 10, last], class: 4 });
    let result = matched(&base, &through_an_editor(&edited));
    assert_eq!((&result.report.removed, &result.report.repainted), (&vec![100], &vec![5]));
    assert_eq!((result.report.moved.len(), result.report.added.len(), result.report.kept), (185, 1, 0));
    assert_eq!(result.points.len(), base.points.len() + 1);
    assert!(!result.report.is_of_another_mesh());
}

#[test]
fn many_equal_parts_that_move_together_stay_who_they_are() {
    let tile = floor(1, 1);
    let all = |shift: f32| {
        let tiles = (0..400).map(|at| mapped(&tile, |[x, y, z]| [x + 3.0 * at as f32 + shift, y, z]));
        tiles.reduce(|a, b| joined(&a, &b)).expect("tiles")
    };
    let result = matched(&all(0.0), &through_an_editor(&all(1.25)));
    assert_eq!((result.report.moved.len(), result.report.added.len()), (800, 0));
    assert!((0..1600).all(|point| result.points[point][0] == all(1.25).points[point][0]));
}

/// A separate part is matched to the nearest equal part.
#[test]
fn of_equal_parts_each_goes_the_way_that_a_larger_part_went() {
    let tile = |shift: f32| mapped(&floor(1, 1), |[x, y, z]| [x + shift, y, z]);
    // The first tile is moved beyond the new place of the second.
    let base = joined(&joined(&floor(9, 7), &tile(108.0)), &tile(100.0));
    let moved = mapped(&base, |[x, y, z]| [x + 10.0, y, z]);
    let found = matched(&base, &through_an_editor(&moved));
    assert_eq!((found.report.moved.len(), found.report.added.len()), (130, 0));
    assert_eq!(found.points, moved.points);
}

#[test]
fn another_mesh_is_told_from_an_edited_one() {
    let other = mapped(&floor(7, 3), |[x, y, z]| [x * x + 90.0, 1.3 * y * y, z]);
    let report = matched(&floor(4, 4), &through_an_editor(&other)).report;
    assert!(report.is_of_another_mesh());
    assert_eq!((report.came_back(), report.removed.len()), (0, 32));
}

#[test]
fn a_step_or_two_of_rounding_is_no_edit_and_more_is_one() {
    let base = mapped(&floor(5, 4), |[x, y, z]| [x + 200.3, y - 90.7, z + 0.1]);
    let steps = |count: i32| {
        mapped(&base, |point| {
            point.map(|value| {
                let step = 2.0_f32.powi(-16) * count as f32;
                value + step
            })
        })
    };
    assert_unchanged(&base, &{
        let mut result = matched(&base, &through_an_editor(&steps(2)));
        assert_eq!(result.report.snapped.len(), base.points.len());
        result.report.snapped.clear();
        result
    });
    let report = matched(&base, &through_an_editor(&steps(40))).report;
    assert_eq!((report.kept, report.moved.len()), (0, 40));
}

#[test]
fn a_vertex_of_which_one_copy_was_moved_is_torn_and_joined_if_asked() {
    let mut base = floor(4, 4);
    base.triangles.iter_mut().skip(16).for_each(|row| row.class = 7);
    // The vertex in the middle of the border between the classes: only the copy of one class is moved.
    let torn = 12;
    let to = [2.25, 2.35, 1.0];
    let mut edited = base.clone();
    edited.points.push(to);
    for row in edited.triangles.iter_mut().filter(|row| row.class == 7) {
        row.corners.iter_mut().filter(|corner| **corner == torn).for_each(|corner| *corner = 25);
    }
    // Whether the moved triangles exist once or twice.
    let mut twice = edited.clone();
    twice.triangles.extend(edited.triangles.iter().filter(|row| row.corners.contains(&25)));
    let from = base.points[torn as usize];
    for edited in [&edited, &twice] {
        let report = matched(&base, &through_an_editor(edited)).report;
        let places: Vec<_> = report.torn.iter().map(|row| (row.point, row.from, row.places.clone())).collect();
        assert_eq!(places, [(torn, from, vec![from, to])]);
    }
    let edited = through_an_editor(&edited);

    let result = match_onto(&base, &edited, &MatchOptions::default().with_weld(true)).expect("a match");
    assert_eq!((result.report.torn.len(), result.report.added.len(), result.report.moved.len()), (0, 0, 6));
    assert_eq!(result.points[torn as usize], to);

    // A knife cut at the same vertex tears nothing.
    let mut cut = base.clone();
    let [a, b, c] = cut.triangles[0].corners;
    cut.points.push([0.4, 0.1, 0.0]);
    cut.triangles[0].corners = [a, 25, c];
    cut.triangles.push(ClassedTriangle { corners: [25, b, c], class: 4 });
    assert_eq!(matched(&base, &through_an_editor(&cut)).report.torn, []);
}
