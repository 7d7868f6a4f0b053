//! A cave as input of the crate `polyanya`.

use walkmesh_mesh::samples::shapes::Cave;

/// The cave in the peer's form: for each vertex, the faces around it counterclockwise, with a mark for each gap.
pub fn peer_mesh(cave: &Cave) -> polyanya::Mesh {
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); cave.vertices.len()];
    for (face, corners) in cave.faces.iter().enumerate() {
        for &corner in corners {
            around[corner as usize].push(face as u32);
        }
    }
    let ends = |face: u32, vertex: usize| {
        let corners = cave.faces[face as usize];
        let at = corners.iter().position(|&corner| corner as usize == vertex).unwrap();
        [corners[(at + 1) % 3], corners[(at + 2) % 3]]
    };
    let vertices = around.into_iter().enumerate().map(|(vertex, mut faces)| {
        let place = cave.vertices[vertex];
        let bearing = |face: u32| {
            let [a, b] = ends(face, vertex).map(|corner| cave.vertices[corner as usize]);
            ((a[1] + b[1]) / 2.0 - place[1]).atan2((a[0] + b[0]) / 2.0 - place[0])
        };
        faces.sort_by(|&a, &b| bearing(a).total_cmp(&bearing(b)));
        let mut polygons = Vec::new();
        for (index, &face) in faces.iter().enumerate() {
            polygons.push(face);
            let next = faces[(index + 1) % faces.len()];
            if ends(face, vertex)[1] != ends(next, vertex)[0] {
                polygons.push(u32::MAX);
            }
        }
        polyanya::Vertex::new([place[0], place[1]].into(), polygons)
    });
    let polygons = cave.faces.iter().map(|corners| polyanya::Polygon::new(corners.to_vec(), false));
    let mut mesh = polyanya::Mesh::new(vertices.collect(), polygons.collect()).unwrap();
    mesh.bake();
    mesh
}

/// A point with the peer's polygon around it.
pub fn located(mesh: &polyanya::Mesh, point: [f32; 3]) -> polyanya::Coords {
    mesh.get_point_layer(polyanya::Coords::on_mesh([point[0], point[1]].into()))[0]
}
