//! Snapping and the overview of a mesh, on arbitrary triangles.

use proptest::prelude::*;
use walkmesh::mesh::{HeightGrid, NavMesh, Position};

/// Corners of faces: on a coarse grid, so that slivers and faces without area occur, or anywhere.
fn corner() -> impl Strategy<Value = [f32; 3]> {
    prop_oneof![
        prop::array::uniform3(-4..5_i8).prop_map(|at| at.map(f32::from)),
        prop::array::uniform3(-10.0..10.0_f32),
        prop::array::uniform3(-0.01..0.01_f32).prop_map(|[x, y, z]| [x + 1000.0, y - 777.7, z]),
    ]
}

fn triangles() -> impl Strategy<Value = Vec<([[f32; 3]; 3], bool)>> {
    prop::collection::vec((prop::array::uniform3(corner()), prop::bool::weighted(0.8)), 0..12)
}

fn mesh(triangles: &[([[f32; 3]; 3], bool)]) -> NavMesh {
    let vertices: Vec<_> = triangles.iter().flat_map(|(corners, _)| *corners).collect();
    let faces: Vec<_> = (0..triangles.len() as u32).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
    NavMesh::from_shared_vertices(vertices, &faces, |face| triangles[face].1).expect("a mesh")
}

fn doubled_plan_area([a, b, c]: [[f32; 3]; 3]) -> f64 {
    let [a, b, c] = [a, b, c].map(|corner| corner.map(f64::from));
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>().sqrt()
}

/// Whether a face is near the resolution of f32 at 1,000 in width, so that queries may find only parts of it.
fn is_needle(corners: [[f32; 3]; 3]) -> bool {
    let [a, b, c] = corners.map(|[x, y, _]| [f64::from(x), f64::from(y), 0.0]);
    let longest = distance(a, b).max(distance(b, c)).max(distance(c, a));
    doubled_plan_area(corners).abs() <= 0.05 * longest
}

/// The smallest distance from a point to sampled points of every face on which a creature can stand.
fn least_sampled(triangles: &[([[f32; 3]; 3], bool)], point: [f64; 3], flat: bool) -> f64 {
    const STEPS: u32 = 24;
    let faces = triangles.iter().filter(|(corners, walkable)| *walkable && !is_needle(*corners));
    let mut least = f64::INFINITY;
    for (corners, _) in faces {
        let corners = corners.map(|corner| corner.map(f64::from));
        for (i, j) in (0..=STEPS).flat_map(|i| (0..=STEPS - i).map(move |j| (i, j))) {
            let [u, v] = [i, j].map(|step| f64::from(step) / f64::from(STEPS));
            let mut at: [f64; 3] = std::array::from_fn(|axis| {
                corners[0][axis] * (1.0 - u - v) + corners[1][axis] * u + corners[2][axis] * v
            });
            if flat {
                at[2] = point[2];
            }
            least = least.min(distance(at, point));
        }
    }
    least
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// No sampled point of any face is nearer, and every other query finds the position.
    #[test]
    fn a_point_snaps_to_the_nearest_position(
        triangles in triangles(),
        point in prop_oneof![corner(), prop::array::uniform3(-30.0..30.0_f32)],
        flat in any::<bool>(),
    ) {
        let mesh = mesh(&triangles);
        let [x, y, _] = point;
        let snapped = if flat { mesh.snap_in_plan([x, y], f64::INFINITY) } else { mesh.snap(point, f64::INFINITY) };
        let least = least_sampled(&triangles, point.map(f64::from), flat);
        prop_assert!(snapped.is_some() || least.is_infinite());
        let Some(snapped) = snapped else { return Ok(()) };
        let mut at = snapped.position.point.map(f64::from);
        if flat {
            at[2] = f64::from(point[2]);
        }
        prop_assert_eq!(snapped.distance, distance(at, point.map(f64::from)));
        // Rounding to f32 and moving inwards cost some ulps at 1,000; the plane of a steep face costs more.
        prop_assert!(snapped.distance <= least * (1.0 + 1e-6) + 1e-2, "{} > {}", snapped.distance, least);

        let corners: Vec<_> = triangles.iter().map(|(corners, _)| *corners).collect();
        let [x, y, _] = snapped.position.point;
        let floors = HeightGrid::new(&corners, |_| 1).floors_at([x, y], 1);
        prop_assert!(floors.iter().any(|floor| floor.face == snapped.position.face), "{:?} is not a floor", snapped);
        prop_assert_eq!(mesh.shortest_path(snapped.position, snapped.position).map(|path| path.length), Ok(0.0));

        let reach = snapped.distance * 0.99;
        prop_assert!(mesh.snap(point, reach).is_none_or(|other| !flat || other.distance <= reach));
        if !flat && snapped.distance > 0.0 {
            prop_assert_eq!(mesh.snap(point, reach), None);
        }
    }

    #[test]
    fn the_overview_adds_up(triangles in triangles()) {
        let mesh = mesh(&triangles);
        let overview = mesh.overview();
        let walkable: Vec<_> = triangles.iter().filter(|(_, walkable)| *walkable).collect();
        let area: f64 = walkable.iter().map(|(corners, _)| doubled_plan_area(*corners).abs() / 2.0).sum();
        prop_assert!((overview.area - area).abs() <= 1e-9 * (1.0 + area));
        let faces: Vec<u32> = overview.parts.iter().map(|part| part.faces).collect();
        prop_assert_eq!(&faces, mesh.connected_part_sizes());
        prop_assert_eq!(faces.iter().sum::<u32>() as usize, walkable.len());
        for axis in 0..3 {
            let values: Vec<f32> = walkable.iter().flat_map(|(corners, _)| corners.map(|corner| corner[axis])).collect();
            let least = values.iter().copied().fold(f32::INFINITY, f32::min);
            let greatest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let bounds = overview.bounds.map_or([least, greatest], |[min, max]| [min[axis], max[axis]]);
            prop_assert_eq!(bounds, [least, greatest]);
        }
        for (number, part) in (0..).zip(&overview.parts) {
            let Position { face, .. } = part.sample;
            prop_assert_eq!(mesh.connected_part(face), Some(number));
            prop_assert_eq!(mesh.shortest_path(part.sample, part.sample).map(|path| path.length), Ok(0.0));
            let (largest, found) = overview.largest().expect("there is one");
            prop_assert!(found.area > part.area || (found.area == part.area && largest <= number));
        }
    }
}

#[test]
fn an_empty_mesh_has_no_nearest_position() {
    let empty = mesh(&[]);
    assert_eq!(empty.snap([0.0; 3], f64::INFINITY), None);
    assert_eq!((empty.overview().bounds, empty.overview().largest()), (None, None));
    let one = mesh(&[([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], true)]);
    for point in [[f32::NAN, 0.0, 0.0], [0.0, f32::INFINITY, 0.0], [0.0, 0.0, f32::NEG_INFINITY]] {
        assert_eq!(one.snap(point, f64::INFINITY), None, "{point:?}");
    }
    for reach in [-1.0, f64::NAN] {
        assert_eq!(one.snap([5.0, 0.0, 0.0], reach), None, "{reach}");
    }
    assert_eq!(one.snap([0.25, 0.25, 0.0], 0.0).map(|snapped| snapped.distance), Some(0.0), "one is on it already");
}
