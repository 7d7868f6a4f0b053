//! A navigator of a `Mesh` gives the same answers as the indices that it builds.

use proptest::prelude::*;
use walkmesh::mesh::{FloorHit, HeightGrid, Mesh, NavMesh, Navigator, Position, Ray, RayBvh};

use walkmesh_mesh::samples::soups::{parts, point, soup};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_mesh_answers_as_its_indices(faces in soup(40), from in point(), to in point()) {
        let (triangles, masks) = parts(&faces);
        let vertices = triangles.concat();
        let corners: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|face| [0, 1, 2].map(|at| 3 * face + at)).collect();
        let is_walkable = |face: usize| masks[face] & 1 != 0;
        let mesh = Mesh::new(&vertices, &corners, is_walkable).unwrap();
        prop_assert_eq!(format!("{:?}", mesh.triangles()), format!("{triangles:?}"), "some are not numbers");
        let mesh = Navigator::new(mesh);
        let nav_mesh = NavMesh::from_shared_vertices(vertices, &corners, is_walkable).unwrap();
        // A face that is unwalkable for any reason, such as a coordinate that is not finite, is not a floor.
        let class = |face: usize| if nav_mesh.is_walkable(face as u32) { 1 } else { 2 };
        let (rays, floors) = (RayBvh::new(&triangles, class), HeightGrid::new(&triangles, class));

        // The first queries come from two threads.
        let (at, walkable) = ([from[0], from[1]], Mesh::WALKABLE);
        let floor = |floor: FloorHit| FloorHit { faces_up: true, ..floor };
        let below = std::thread::scope(|scope| {
            let below = scope.spawn(|| mesh.floor_below(from, 9.0, walkable));
            let expected: Vec<FloorHit> = floors.floors_at(at, 1).into_iter().map(floor).collect();
            prop_assert_eq!(mesh.floors_at(at, walkable), expected);
            Ok(below.join().unwrap())
        })?;
        prop_assert_eq!(below, floors.floor_below(from, 9.0, 1).map(floor));
        prop_assert_eq!(mesh.floor_above(from, 9.0, walkable), floors.floor_above(from, 9.0, 1).map(floor));
        prop_assert_eq!(mesh.floor_nearest(from, 9.0, walkable), floors.floor_nearest(from, 9.0, 1).map(floor));
        if let Ok(ray) = Ray::between(from, to) {
            prop_assert_eq!(mesh.raycast(&ray, u32::MAX), rays.raycast(&ray, u32::MAX));
            prop_assert_eq!(mesh.line_of_sight(from, to), Ok(!rays.is_blocked(&ray, u32::MAX)));
        }
        prop_assert_eq!(mesh.line_of_sight([1.0; 3], [1.0; 3]), Ok(true), "a point sees itself");
        prop_assert_eq!(mesh.snap(from, 9.0).unwrap(), nav_mesh.snap(from, 9.0));
        prop_assert_eq!(mesh.overview().unwrap(), nav_mesh.overview());
        if let (Some(start), Some(goal)) = (nav_mesh.snap(from, 9.0), nav_mesh.snap(to, 9.0)) {
            let (start, goal): (Position, Position) = (start.position, goal.position);
            prop_assert_eq!(mesh.shortest_path(start, goal), nav_mesh.shortest_path(start, goal));
            prop_assert_eq!(mesh.walk_straight(start, to).ok(), nav_mesh.walk_straight(start, to).ok());
        }
    }
}

/// A program may share a mesh between threads.
#[test]
fn a_mesh_can_be_sent_and_shared() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<Navigator<Mesh>>();
}
