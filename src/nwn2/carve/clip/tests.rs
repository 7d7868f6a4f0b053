use super::*;
use crate::budget::Cost;
use crate::nwn2::carve::oracle::{self, Random};
use crate::nwn2::carve::steps::Budget;

/// The contours of a result, each with a mark whether it is a hole.
fn clip(operation: Operation, subjects: &[&[Point]], clips: &[&[Point]]) -> Vec<(Vec<Point>, bool)> {
    let mut clipper = Clipper::default();
    subjects.iter().for_each(|contour| clipper.add_subject(contour));
    clips.iter().for_each(|contour| clipper.add_clip(contour));
    let mut contours = Contours::default();
    clipper.run(operation, &mut contours, &mut Budget::default().counter()).unwrap();
    contours.iter().map(|(points, is_hole)| (points.to_vec(), is_hole)).collect()
}

fn square(x: f32, y: f32, size: f32) -> [Point; 4] {
    [[x, y], [x + size, y], [x + size, y + size], [x, y + size]]
}

/// The normal form of a contour.
fn normal(contour: &[Point]) -> Vec<Point> {
    let [(points, false)] = &clip(Operation::Difference, &[contour], &[])[..] else { panic!("one contour") };
    points.clone()
}

#[test]
fn a_triangle_starts_with_its_right_middle_corner_or_with_its_lowest() {
    let [low, right, left, high] = [[1.0, 0.0], [2.0, 1.0], [0.0, 1.0], [1.0, 3.0]];
    assert_eq!(normal(&[low, right, high]), [right, low, high]);
    assert_eq!(normal(&[high, low, left]), [low, left, high]);
    // A level side below belongs to the right bound, one above to the left.
    assert_eq!(normal(&[[0.0, 0.0], [2.0, 0.0], [1.0, 1.0]]), [[2.0, 0.0], [0.0, 0.0], [1.0, 1.0]]);
    assert_eq!(normal(&[[0.0, 1.0], [2.0, 1.0], [1.0, 0.0]]), [[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]]);
}

#[test]
fn the_direction_of_the_input_does_not_matter() {
    let shape = [[0.0, 0.0], [4.0, 1.0], [3.0, 5.0], [2.0, 2.0], [1.0, 4.0]];
    let mut reversed = shape;
    reversed.reverse();
    assert_eq!(normal(&shape), normal(&reversed));
}

#[test]
fn points_in_the_middle_of_a_level_run_are_left_out() {
    assert_eq!(
        normal(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 1.0]]),
        normal(&[[0.0, 0.0], [2.0, 0.0], [1.0, 1.0]])
    );
}

#[test]
fn where_two_edges_meet_is_rounded_in_the_stated_order() {
    let ramp = [[0.0, 0.0], [3.0, 0.7], [0.0, 0.7]];
    let wall = [[1.1, -1.0], [5.0, -1.0], [5.0, 2.0], [1.3, 2.0]];
    let points = &clip(Operation::Difference, &[&ramp], &[&wall])[0].0;
    // One beam goes from the level 0 to the level 0.7.
    let (slope, wall_slope) = ((3.0_f32 - 0.0) / (0.7 - 0.0), (1.3_f32 - 1.1) / (2.0 - -1.0));
    let (bottom, top) = (1.1 + wall_slope * (0.0 - -1.0_f32), 1.1 + wall_slope * (0.7 - -1.0_f32));
    let part = (bottom - 0.0) / ((3.0 - 0.0) - (top - bottom));
    let meeting = [0.0 + part * (3.0 - 0.0), 0.0 + part * (0.7 - 0.0_f32)];
    assert!(points.contains(&meeting), "{points:?} has no {meeting:?}, at the slopes {slope} and {wall_slope}");
}

#[test]
fn a_square_in_another_one_is_a_hole() {
    let result = clip(Operation::Difference, &[&square(0.0, 0.0, 9.0)], &[&square(3.0, 3.0, 2.0)]);
    assert_eq!(
        result.iter().map(|(points, is_hole)| (points.len(), *is_hole)).collect::<Vec<_>>(),
        [(4, true), (4, false)]
    );
    assert_eq!(clip(Operation::Intersection, &[&square(0.0, 0.0, 1.0)], &[&square(3.0, 3.0, 2.0)]), []);
}

#[test]
fn the_newest_local_minimum_comes_first() {
    let valley = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]];
    let bar = [[-1.0, 4.0], [10.0, 4.0], [10.0, 5.0], [-1.0, 5.0]];
    let lowest: Vec<f32> = clip(Operation::Difference, &[&valley], &[&bar])
        .iter()
        .map(|(points, _)| points.iter().map(|point| point[1]).fold(f32::MAX, f32::min))
        .collect();
    assert_eq!(lowest, [5.0, 0.0]);
}

#[test]
fn what_coincides_cancels() {
    let one = square(1.0, 1.0, 2.0);
    assert_eq!(clip(Operation::Difference, &[&one], &[&one]), []);
    assert_eq!(clip(Operation::Intersection, &[&one], &[&one]), clip(Operation::Union, &[&one], &[]));
    assert_eq!(clip(Operation::Union, &[&one, &one], &[]), [], "twice the same is even");
}

/// A polygon of a few kinds: any points, points on a coarse grid (for many coincidences), and stars.
fn polygon(random: &mut Random) -> Vec<Point> {
    let points = 3 + random.below(9);
    match random.below(3) {
        0 => (0..points).map(|_| [random.unit() * 10.0, random.unit() * 10.0]).collect(),
        1 => (0..points).map(|_| [random.below(6) as f32, random.below(6) as f32]).collect(),
        _ => {
            let [x, y] = [random.unit() * 10.0, random.unit() * 10.0];
            let around = |index: usize| index as f32 / points as f32 * std::f32::consts::TAU;
            (0..points)
                .map(|index| (around(index), 0.5 + random.unit() * 5.0))
                .map(|(angle, radius)| [x + radius * angle.cos(), y + radius * angle.sin()])
                .collect()
        }
    }
}

#[test]
fn the_area_is_that_of_the_slow_form() {
    let mut random = Random::new(11);
    for case in 0..2000 {
        let polygons: Vec<Vec<Point>> = (0..2 + random.below(3)).map(|_| polygon(&mut random)).collect();
        let (subjects, clips) = polygons.split_at(1 + random.below(polygons.len() - 1));
        let [subjects, clips] = [subjects, clips].map(|set| set.iter().map(Vec::as_slice).collect::<Vec<_>>());
        for operation in [Operation::Difference, Operation::Intersection, Operation::Union] {
            let result = clip(operation, &subjects, &clips);
            let keeps = |inside: &[bool]| {
                let parity = |set: &[bool], side| if set.iter().filter(|is| **is).count() % 2 == 1 { side } else { 0 };
                let (subject, clip) = inside.split_at(subjects.len());
                operation.keeps(parity(subject, SUBJECT) | parity(clip, CLIP))
            };
            let expected = oracle::area(&polygons, keeps);
            let area: f64 = result.iter().map(|(points, _)| -oracle::signed_area(points)).sum();
            assert!(
                (area - expected).abs() <= 1e-4 * expected.max(1.0),
                "case {case}: {operation:?} {area} {expected} of {polygons:?}"
            );
        }
    }
}

#[test]
fn what_is_outside_the_box_of_the_subject_does_not_matter() {
    let mut random = Random::new(17);
    let budget = Budget::default();
    for case in 0..2000 {
        let [subject, clips] = [vec![polygon(&mut random)], (0..3).map(|_| polygon(&mut random)).collect()];
        let bounds = Bounds::new(&subject[0]);
        let results = [false, true].map(|within| {
            let (mut clipper, mut contours) = (Clipper::default(), Contours::default());
            clipper.add_subject(&subject[0]);
            for clip in &clips {
                if within { clipper.add_clip_within(clip, &bounds) } else { clipper.add_clip(clip) }
            }
            clipper.run(Operation::Difference, &mut contours, &mut budget.counter()).unwrap();
            contours
        });
        assert_eq!(results[0], results[1], "case {case}: {subject:?} without {clips:?}");
    }
}

#[test]
fn a_hole_runs_counter_clockwise_and_everything_else_clockwise() {
    let mut random = Random::new(5);
    for _ in 0..500 {
        let polygons = [polygon(&mut random), polygon(&mut random)];
        for (points, is_hole) in clip(Operation::Difference, &[&polygons[0]], &[&polygons[1]]) {
            // Slivers may have any sign.
            let area = oracle::signed_area(&points);
            assert!(area.abs() < 1e-4 || (area > 0.0) == is_hole, "{points:?} of {polygons:?}");
        }
    }
}

#[test]
fn each_level_takes_a_step_and_one_for_each_edge_there() {
    let least = |squares: u8| {
        let ends_within = |most: &u64| {
            let mut clipper = Clipper::default();
            (0..squares).for_each(|at| clipper.add_subject(&square(2.0 * f32::from(at), 0.0, 1.0)));
            let budget = Budget::new(Cost::Steps, *most);
            let mut steps = budget.counter();
            let end = clipper.run(Operation::Union, &mut Contours::default(), &mut steps);
            end.and_then(|()| steps.settle()).is_ok()
        };
        (0..100).find(ends_within)
    };
    // One step for each of the two levels, one for each existing edge when an edge starts, and one for each edge that ends on the upper
    // level.
    assert_eq!([0, 1, 2].map(least), [Some(0), Some(2 + 1 + 2), Some(2 + 6 + 4)]);
}

#[test]
fn hostile_numbers_end_without_a_panic() {
    let extremes = [0.0, -0.0, 1e-45, 1e11, -1e11, 1.0, 1.0_f32.next_up(), f32::MIN_POSITIVE];
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let mut polygon = || -> Vec<Point> {
            (0..3 + random.below(6)).map(|_| [0, 1].map(|_| extremes[random.below(extremes.len())])).collect()
        };
        let [one, other] = [polygon(), polygon()];
        clip(Operation::Difference, &[&one], &[&other]);
        clip(Operation::Union, &[&one], &[&other]);
    }
}
