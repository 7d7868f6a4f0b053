//! Queries a mesh of your own: `cargo run --example own_mesh`. The floor has a hole in its middle, and the path leads around it.

use walkmesh::mesh::{Mesh, Navigator, Ray};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Nine squares of 2 m. The middle one is missing.
    let vertices: Vec<[f32; 3]> = (0..16).map(|at| [(at % 4) as f32 * 2.0, (at / 4) as f32 * 2.0, 0.0]).collect();
    let squares = [0, 1, 2, 4, 6, 8, 9, 10];
    let faces: Vec<[u32; 3]> = squares.iter().flat_map(|&at| [[at, at + 1, at + 5], [at, at + 5, at + 4]]).collect();
    let mesh = Navigator::new(Mesh::new(&vertices, &faces, |_| true)?);

    let from = mesh.snap([3.0, 1.0, 0.0], 0.5)?.ok_or("no floor")?.position;
    let to = mesh.snap([3.0, 5.0, 0.0], 0.5)?.ok_or("no floor")?.position;
    let path = mesh.shortest_path(from, to)?;
    println!("the path is {:.3} m long, and goes by {:?}", path.length, path.points);

    let down = Ray::new([3.0, 3.0, 9.0], [0.0, 0.0, -1.0], 99.0)?;
    println!("a ray into the hole meets {:?}", mesh.raycast(&down, Mesh::ALL));
    println!("the floor below (1, 1, 9) is {:?}", mesh.floor_below([1.0, 1.0, 9.0], 99.0, Mesh::WALKABLE));
    Ok(())
}
