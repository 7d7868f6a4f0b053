//! Writes scenes as GLB and OBJ and a KotOR room as text into a folder, and prints a line for each file: its name and its number of
//! triangles.
//!
//! `.ci/exchange/run` opens the files in other programs.

use std::path::PathBuf;
use std::{env, fs, io};

use walkmesh::exchange::{Class, ClassedTriangle, Mark, Scene, SceneNode, Transform, TriangleSet, Up};
use walkmesh::kotor::{EdgeId, EditError, Kind, MaterialId, RoomId, VertexId, Walkmesh};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::args().nth(1).ok_or_else(|| io::Error::other("usage: write_scenes FOLDER"))?);
    fs::create_dir_all(&folder)?;
    let quarter_turn = Transform { rows: [[0.0, -1.0, 0.0, 4.5], [1.0, 0.0, 0.0, -3.0], [0.0, 0.0, 1.0, 0.25]] };
    let mirror = Transform { rows: [[-1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] };
    let scene = |up, nodes| Scene { up, nodes, marks: Vec::new() };
    let mut marked = scene(Up::Z, vec![node("m01aa_01a", Transform::IDENTITY, floor(4))]);
    marked.nodes[0].set.marks = vec![mark("transition 17 to room 2", [4.0, 2.0, 0.5]), mark("tür \"1\"", [0.0; 3])];
    marked.marks = vec![mark("start", [1.5, -2.25, 3.125])];
    for (name, scene) in [
        ("one_room", scene(Up::Z, vec![node("room", Transform::IDENTITY, floor(1))])),
        ("marks", marked),
        (
            "several_rooms",
            scene(
                Up::Z,
                vec![
                    node("west", Transform::IDENTITY, floor(3)),
                    node("east", Transform::of_offset([30.0, 0.1, -2.0]), floor(2)),
                    node("turned", quarter_turn, floor(2)),
                    node("mirrored", mirror, floor(2)),
                    node("empty", quarter_turn, TriangleSet::default()),
                ],
            ),
        ),
        ("y_up", scene(Up::Y, vec![node("block 0", Transform::of_offset([0.0, -20.0, 5.0]), floor(5))])),
        ("many_triangles", scene(Up::Z, vec![node("plain", Transform::IDENTITY, floor(150))])),
        ("uncarried", scene(Up::Z, vec![node("damaged", Transform::IDENTITY, with_faults(floor(2)))])),
        ("only_marks", Scene { marks: vec![mark("door", [1.0, 2.0, 3.0])], ..Scene::default() }),
        ("nothing", Scene::default()),
    ] {
        let glb = scene.to_glb().ok_or_else(|| io::Error::other("a GLB beyond 4 GiB"))?;
        let files = scene.to_obj(&format!("{name}.mtl"));
        fs::write(folder.join(format!("{name}.glb")), glb)?;
        fs::write(folder.join(format!("{name}.obj")), files.obj)?;
        fs::write(folder.join(format!("{name}.mtl")), files.mtl)?;
        let carried = |set: &TriangleSet| (0..set.triangles.len()).filter(|id| set.can_be_carried(*id)).count();
        let triangles: usize = scene.nodes.iter().map(|node| carried(&node.set)).sum();
        for kind in ["glb", "obj"] {
            println!("{name}.{kind}\t{triangles}");
        }
    }
    let room = room().map_err(io::Error::other)?;
    fs::write(folder.join("room.txt"), room.to_ascii("room").map_err(io::Error::other)?.text)?;
    println!("room.txt\t{}", room.face_count());
    Ok(())
}

/// A KotOR room of three by three squares, one of which leads to another room.
fn room() -> Result<Walkmesh, EditError> {
    let TriangleSet { points, triangles, .. } = floor(3);
    let faces = triangles.iter().map(|row| (row.corners.map(VertexId), MaterialId(row.class)));
    let mut room = Walkmesh::from_indexed(Kind::Wok, points, faces)?;
    let first = room.perimeters().flatten().next().and_then(|row| EdgeId::from_raw(row.edge));
    first.map_or(Ok(()), |edge| room.set_transition(edge, Some(RoomId(2))))?;
    Ok(room)
}

fn node(name: &str, placement: Transform, set: TriangleSet) -> SceneNode {
    SceneNode { name: name.into(), placement, set }
}

fn mark(name: &str, point: [f32; 3]) -> Mark {
    Mark { name: name.into(), point }
}

/// A floor of squares with three classes, one of which is not described.
fn floor(side: u32) -> TriangleSet {
    let height = |x: u32, y: u32| (x * 7 + y * 3) as f32 / 37.0;
    let corners = (0..=side).flat_map(|y| (0..=side).map(move |x| [x as f32 * 1.1, y as f32 * 0.9, height(x, y)]));
    let square = |x: u32, y: u32| {
        let corner = y * (side + 1) + x;
        let class = [4, 7, 30][(x + y) as usize % 3];
        [[corner, corner + 1, corner + side + 2], [corner, corner + side + 2, corner + side + 1]]
            .map(|corners| ClassedTriangle { corners, class })
    };
    let class = |number, name: &str, color| Class { number, name: name.into(), color, walkable: true };
    TriangleSet {
        points: corners.collect(),
        triangles: (0..side).flat_map(|y| (0..side).flat_map(move |x| square(x, y))).collect(),
        classes: vec![class(4, "Stone", [120, 120, 130]), class(7, "Nonwalk", [200, 30, 30])],
        ..TriangleSet::default()
    }
}

/// The floor with triangles that other programs do not show, and an unused point.
fn with_faults(mut set: TriangleSet) -> TriangleSet {
    set.points.extend([[f32::NAN, 0.0, 0.0], [99.0; 3]]);
    let nan = set.points.len() as u32 - 2;
    set.triangles.extend([[0, 1, nan], [0, 0, 1], [0, 1, 9999]].map(|corners| ClassedTriangle { corners, class: 4 }));
    set
}
