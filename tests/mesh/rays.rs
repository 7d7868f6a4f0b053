//! Rays, compared with a loop over all faces, with f64, and with closed surfaces.

use proptest::prelude::*;
use walkmesh::mesh::{Ray, RayBvh, RayError, RayHit};
use walkmesh_mesh::samples::{shapes, soups};

use walkmesh_mesh::samples::shapes::{Dice, Shape};
use walkmesh_mesh::samples::soups::{Face, Triangle, parts, point, soup};

/// The answer by a loop over all faces.
fn nearest_of_all(triangles: &[Triangle], masks: &[u32], ray: &Ray, mask: u32) -> Option<RayHit> {
    let mut best: Option<(f32, usize)> = None;
    for (face, triangle) in triangles.iter().enumerate() {
        if masks[face] & mask == 0 {
            continue;
        }
        if let Some(distance) = ray.meets(triangle)
            && best.is_none_or(|best| distance < best.0)
        {
            best = Some((distance, face));
        }
    }
    best.map(|(distance, face)| RayHit { face: face as u32, distance, point: ray.at(distance) })
}

fn assert_agrees(tree: &RayBvh, triangles: &[Triangle], masks: &[u32], rays: &[Ray], mask: u32) {
    let nearest = tree.raycast_many(rays, mask);
    let blocked = tree.is_blocked_many(rays, mask);
    for (i, ray) in rays.iter().enumerate() {
        let expected = nearest_of_all(triangles, masks, ray, mask);
        assert_eq!(tree.raycast(ray, mask), expected, "{ray:?}");
        assert_eq!(tree.is_blocked(ray, mask), expected.is_some(), "{ray:?}");
        assert_eq!((nearest[i], blocked[i]), (expected, expected.is_some()), "batch, {ray:?}");
    }
}

/// Rays between points, along axes and at random, short, long and unbounded; impossible ones are left out.
fn rays() -> impl Strategy<Value = Vec<Ray>> {
    let direction = prop_oneof![
        prop::sample::select(vec![
            [0.0, 0.0, -1.0],
            [0.0, 0.0, 7.0],
            [1.0, 0.0, 0.0],
            [0.0, -1e-20, 0.0],
            [1.0, 1.0, 0.0],
            [-1.0, 1.0, 1.0],
            [1e-39, 0.0, -1.0],
            [3e38, -3e38, 1.0],
        ]),
        prop::array::uniform3(-1.0_f32..1.0),
    ];
    let distance = prop_oneof![Just(f32::INFINITY), Just(0.0), 0.0_f32..20.0];
    let ray = prop_oneof![
        (point(), direction, distance).prop_map(|(origin, direction, most)| Ray::new(origin, direction, most)),
        (point(), point()).prop_map(|(from, to)| Ray::between(from, to)),
    ];
    prop::collection::vec(ray, 1..40).prop_map(|rays| rays.into_iter().filter_map(Result::ok).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_tree_answers_as_a_loop_over_all_faces(faces in soup(120), rays in rays(), mask in 1..8_u32) {
        let (triangles, masks) = parts(&faces);
        assert_agrees(&RayBvh::new(&triangles, |face| masks[face]), &triangles, &masks, &rays, mask);
    }

    #[test]
    fn needles_are_answered_as_by_a_loop(seed: u64, thin in prop::sample::select(vec![1e-2_f32, 1e-5, 1e-6, 1e-7])) {
        // Needles through a point that all rays pass. Rounding decides where on a needle the ray meets it; still, tree and loop must agree.
        let mut dice = Dice(seed);
        let triangles: Vec<Triangle> = (0..100)
            .map(|_| {
                let (way, half) = (dice.direction(), dice.between(0.0, 20.0));
                let mut corner = |along: f32| way.map(|value| along * value + dice.between(-thin, thin));
                [corner(-half), corner(half), corner(half)]
            })
            .collect();
        let rays: Vec<Ray> = (0..20)
            .map(|_| {
                let way = dice.direction();
                let origin = way.map(|value| 30.0 * value + dice.between(-thin, thin));
                Ray::new(origin, way.map(|value| -value), f32::INFINITY).unwrap()
            })
            .collect();
        assert_agrees(&RayBvh::new(&triangles, |_| 1), &triangles, &[1; 100], &rays, 1);
    }

    #[test]
    fn a_hit_is_where_f64_says(
        triangle in prop::array::uniform3(prop::array::uniform3(-5.0_f32..5.0)),
        origin in prop::array::uniform3(-8.0_f32..8.0),
        weights in prop::array::uniform2(-0.3_f64..0.8),
    ) {
        // Aim at a place with known weights: it is inside if all are positive.
        let weights = [weights[0], weights[1], 1.0 - weights[0] - weights[1]];
        let target: [f64; 3] =
            std::array::from_fn(|axis| (0..3).map(|corner| weights[corner] * f64::from(triangle[corner][axis])).sum());
        let direction = std::array::from_fn(|axis| (target[axis] - f64::from(origin[axis])) as f32);
        let distance = (0..3).map(|axis| (target[axis] - f64::from(origin[axis])).powi(2)).sum::<f64>().sqrt();
        let [ab, ac] = [1, 2].map(|i| [0, 1, 2].map(|axis| f64::from(triangle[i][axis]) - f64::from(triangle[0][axis])));
        let normal = [ab[1] * ac[2] - ab[2] * ac[1], ab[2] * ac[0] - ab[0] * ac[2], ab[0] * ac[1] - ab[1] * ac[0]];
        let area = normal.iter().map(|value| value * value).sum::<f64>().sqrt();
        let slope = (0..3).map(|axis| normal[axis] * f64::from(direction[axis])).sum::<f64>().abs() / (area * distance);
        // Not too thin, and not seen edge-on, because rounding to f32 would decide there.
        prop_assume!(area > 1.0 && slope > 0.05 && distance > 0.1);

        let ray = Ray::new(origin, direction, f32::INFINITY).unwrap();
        let least = weights.into_iter().fold(1.0, f64::min);
        match ray.meets(&triangle) {
            Some(met) => {
                prop_assert!(least > -1e-3, "met beside the face: {weights:?}");
                prop_assert!((f64::from(met) - distance).abs() < 1e-4 * (1.0 + distance), "{met} for {distance}");
            }
            None => prop_assert!(least < 1e-3, "passed through the face: {weights:?}"),
        }
    }

    #[test]
    fn no_ray_leaves_a_closed_surface(
        seed: u64,
        scale in prop::sample::select(vec![0.01_f32, 1.0, 37.0, 1000.0]),
        place in prop::array::uniform3(-2000.0_f32..2000.0),
    ) {
        let mut dice = Dice(seed);
        let ball = ball(&mut dice, scale, place);
        let tree = RayBvh::new(&ball, |_| 1);
        for _ in 0..200 {
            let origin: [f32; 3] = std::array::from_fn(|axis| place[axis] + scale * dice.between(-0.2, 0.2));
            // Straight at a corner, or at a place on an edge.
            let face = ball[dice.index(ball.len())];
            let (from, to) = (face[dice.index(3)], face[dice.index(3)]);
            let along = dice.between(0.0, 1.0);
            let direction: [f32; 3] = std::array::from_fn(|axis| from[axis] + along * (to[axis] - from[axis]) - origin[axis]);
            let ray = Ray::new(origin, direction, f32::INFINITY).unwrap();
            prop_assert!(tree.is_blocked(&ray, 1), "{ray:?}");
            prop_assert!(tree.raycast(&ray, 1).is_some(), "{ray:?}");
        }
    }
}

/// A closed surface around a place, star-shaped as seen from near its middle: an octahedron, each face cut in four
/// three times, its corners at uneven distances.
fn ball(dice: &mut Dice, scale: f32, place: [f32; 3]) -> Vec<Triangle> {
    let mut faces = Vec::new();
    for (x, y, z) in
        [(1, 1, 1), (-1, 1, 1), (-1, -1, 1), (1, -1, 1), (1, 1, -1), (-1, 1, -1), (-1, -1, -1), (1, -1, -1)]
    {
        faces.push([[x, 0, 0], [0, y, 0], [0, 0, z]].map(|corner| corner.map(|value: i32| value * 8)));
    }
    for _ in 0..3 {
        faces = faces
            .into_iter()
            .flat_map(|[a, b, c]| {
                let middle = |p: [i32; 3], q: [i32; 3]| std::array::from_fn(|axis| (p[axis] + q[axis]) / 2);
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]
            })
            .collect();
    }
    let salt = dice.roll();
    let corner = |corner: [i32; 3]| {
        let key = corner.iter().fold(salt, |key, value| Dice(key ^ *value as u64).roll());
        let length = (corner.iter().map(|value| value * value).sum::<i32>() as f32).sqrt();
        let radius = Dice(key).between(0.8, 1.2) * scale / length;
        std::array::from_fn(|axis| place[axis] + corner[axis] as f32 * radius)
    };
    faces.into_iter().map(|face| face.map(corner)).collect()
}

#[test]
fn traps_are_answered_as_by_a_loop() {
    let mut dice = Dice(5);
    for (name, triangles) in soups::traps() {
        println!("{name}");
        let masks: Vec<u32> = (0..triangles.len()).map(|face| 1 << (face % 3)).collect();
        let rays: Vec<Ray> = (0..60)
            .map(|i| {
                let target = triangles[dice.index(triangles.len())][0].map(|value| value + dice.between(0.0, 0.4));
                let back = if i % 2 == 0 { [0.0, 0.0, 1.0] } else { dice.direction() };
                let origin = std::array::from_fn(|axis| target[axis] + 3.0 * back[axis]);
                Ray::new(origin, back.map(|value| -value), f32::INFINITY).unwrap()
            })
            .collect();
        let tree = RayBvh::new(&triangles, |face| masks[face]);
        for mask in [1, 6, 7] {
            assert_agrees(&tree, &triangles, &masks, &rays, mask);
        }
    }
}

#[test]
fn large_meshes_are_answered_as_by_a_loop() {
    for Shape { triangles, masks } in [shapes::terrain(40_000), shapes::cave(40_000)] {
        let tree = RayBvh::new(&triangles, |face| masks[face]);
        let mut dice = Dice(11);
        let rays: Vec<Ray> = (0..60)
            .map(|i| {
                let [x, y, z] = triangles[dice.index(triangles.len())][0];
                let direction = if i % 3 == 0 { [0.0, 0.0, -1.0] } else { dice.direction() };
                Ray::new([x, y, z + 1.5], direction, if i % 2 == 0 { f32::INFINITY } else { 6.0 }).unwrap()
            })
            .collect();
        assert_agrees(&tree, &triangles, &masks, &rays, 0x10f);
    }
}

#[test]
fn of_faces_at_the_same_distance_the_lowest_counts() {
    let face: Triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    let turned: Triangle = [face[2], face[1], face[0]];
    let other: Triangle = [[4.0, 4.0, 0.0], face[2], face[1]];
    // Through the edge that all faces share, from either side; more faces than fit into a leaf.
    let triangles: Vec<Triangle> = [other, turned, face].into_iter().cycle().take(40).collect();
    let tree = RayBvh::new(&triangles, |face| if face < 7 { 1 } else { 2 });
    for (z, down) in [(3.0, -1.0), (-3.0, 1.0)] {
        let ray = Ray::new([2.0, 2.0, z], [0.0, 0.0, down], f32::INFINITY).unwrap();
        let face = |mask| tree.raycast(&ray, mask).map(|hit| (hit.face, hit.distance));
        assert_eq!(face(3), Some((0, 3.0)));
        assert_eq!(face(2), Some((7, 3.0)));
        assert_eq!(face(4), None);
    }
}

#[test]
fn what_no_ray_can_meet_is_skipped() {
    let face: Triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    let spoilt = |value: f32| [face[0], [4.0, value, 0.0], face[2]];
    let line: Triangle = [[0.0, 0.0, 1.0], [1.0, 1.0, 1.0], [2.0, 2.0, 1.0]];
    let point: Triangle = [[1.0, 1.0, 1.0]; 3];
    let faces: [Face; 7] = [
        (spoilt(f32::NAN), 1),
        (spoilt(f32::INFINITY), 1),
        (spoilt(-2e11), 1),
        (line, 1),
        (point, 1),
        (face, 0),
        (face, 1),
    ];
    let (triangles, masks) = parts(&faces);
    let tree = RayBvh::new(&triangles, |face| masks[face]);
    let down = Ray::new([1.0, 1.0, 5.0], [0.0, 0.0, -1.0], f32::INFINITY).unwrap();
    let hit = RayHit { face: 6, distance: 5.0, point: [1.0, 1.0, 0.0] };
    assert_eq!(tree.raycast(&down, u32::MAX), Some(hit));
    assert_eq!(tree.raycast(&down, 0), None);

    let empty = RayBvh::new(&[], |_| 1);
    assert_eq!((empty.raycast(&down, 1), empty.is_blocked(&down, 1)), (None, false));
}

#[test]
fn a_distance_bounds_the_ray_and_is_in_units_whatever_the_direction() {
    let wall: Triangle = [[4.0, -9.0, -9.0], [4.0, 9.0, -9.0], [4.0, 0.0, 9.0]];
    let tree = RayBvh::new(&[wall], |_| 1);
    for length in [1e-38, 1e-3, 1.0, 8.0, 1e38] {
        let distance = |most| {
            let ray = Ray::new([1.0, 0.0, 0.0], [length, 0.0, 0.0], most).unwrap();
            tree.raycast(&ray, 1).map(|hit| hit.distance)
        };
        assert_eq!((distance(f32::INFINITY), distance(3.0), distance(2.999)), (Some(3.0), Some(3.0), None));
    }
    let sees = |x| !tree.is_blocked(&Ray::between([1.0, 0.0, 0.0], [x, 0.0, 0.0]).unwrap(), 1);
    assert_eq!([3.999, 4.0, 5.0, -9.0].map(sees), [true, false, false, true]);
}

#[test]
fn an_invalid_ray_is_refused_with_the_reason() {
    let up = [0.0, 0.0, 1.0];
    let new = |origin, direction, most| Ray::new(origin, direction, most).map(|_| ());
    let between = |from: [f32; 3], to: [f32; 3]| Ray::between(from, to).map(|_| ());
    assert_eq!(new([0.0; 3], [0.0, -0.0, 0.0], 1.0), Err(RayError::NoDirection));
    assert_eq!(new([0.0; 3], [0.0, f32::NAN, 1.0], 1.0), Err(RayError::OutOfRange));
    assert_eq!(new([0.0; 3], [0.0, f32::INFINITY, 1.0], 1.0), Err(RayError::OutOfRange));
    assert_eq!(new([f32::NAN, 0.0, 0.0], up, 1.0), Err(RayError::OutOfRange));
    assert_eq!(new([2e11, 0.0, 0.0], up, 1.0), Err(RayError::OutOfRange));
    assert_eq!(new([0.0; 3], up, -1.0), Err(RayError::NoDistance));
    assert_eq!(new([0.0; 3], up, f32::NAN), Err(RayError::NoDistance));
    assert_eq!(new([0.0; 3], up, 0.0), Ok(()));
    assert_eq!(between([1.0; 3], [1.0; 3]), Err(RayError::NoDirection));
    assert_eq!(between([1.0; 3], [f32::NAN; 3]), Err(RayError::OutOfRange));
}
