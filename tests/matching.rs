//! What an editor changed, found by matching an edited mesh onto its base.

use std::collections::BTreeMap;

use proptest::prelude::*;
use walkmesh::exchange::{ClassedTriangle, MatchError, MatchOptions, Matched, TriangleSet, match_onto};

fn set(points: &[[f32; 3]], triangles: &[([u32; 3], u32)]) -> TriangleSet {
    let triangles = triangles.iter().map(|&(corners, class)| ClassedTriangle { corners, class }).collect();
    TriangleSet { points: points.to_vec(), triangles, ..TriangleSet::default() }
}

/// A floor of squares with a diagonal each, class 4.
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

/// The same triangles as an editor gives them back: in another order, each with own points, their corners rotated.
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

/// The triangles by their points, with their classes and how often each is there.
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

    // Without its last copy, all are removed. The editor gave the first triangle back last.
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
    // Without the left square, the first of them has nothing beside it.
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

/// A vertex of the base is where one vertex of the edited mesh is, so only one of the two can have gone there.
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
    assert_eq!(matched(&base, &edited).report.added.len(), 18, "nothing is snapped unless asked");
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
