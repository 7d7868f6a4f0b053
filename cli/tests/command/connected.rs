//! No operation disconnects floor or drops a mark unless asked to: `repair`, `edit`, `optimise`, `convert --onto`.
//!
//! Parts are counted by union-find over the neighbours that a file stores, and not by the library.

use std::fs;
use std::path::Path;

use walkmesh::formats::aswm::{Triangle, TriangleFlags, Triangles};
use walkmesh::kotor::{EdgeId, FaceId, Kind, MaterialId, RoomId, Walkmesh};
use walkmesh::nwn2::{self, BakeOptions, BuildFace, BuildOptions, Terrain};
use walkmesh_testing::parts::Floor;
use walkmesh_testing::{corpus, files};

use crate::repair::manor;
use crate::run::{Run, run};

fn text(path: &Path) -> &str {
    path.to_str().expect("a name")
}

fn fine(arguments: &[&str]) -> Run {
    let done = run(arguments);
    assert_eq!(done.status, 0, "{arguments:?}: {}{}", done.out, done.err);
    done
}

fn area(path: &Path) -> nwn2::Walkmesh {
    let terrain = Terrain::from_bytes(&fs::read(path).expect("a file")).expect("an area");
    terrain.into_walkmesh().expect("a walkmesh")
}

fn floor(walkmesh: &nwn2::Walkmesh) -> Floor {
    let points = |triangle: nwn2::Triangle<'_>| triangle.points().filter(|_| triangle.is_walkable());
    let links = walkmesh.edges().iter().map(|edge| edge.triangles.map(|triangle| triangle as usize));
    Floor::new(walkmesh.triangles().map(points).collect(), links)
}

/// An unbaked area of walkable triangles.
fn unbaked(vertices: &[[f32; 3]], faces: &[[u32; 3]]) -> nwn2::Walkmesh {
    let faces: Vec<_> =
        faces.iter().map(|corners| BuildFace { corners: *corners, walkable: true, floor: None }).collect();
    nwn2::build(vertices, &faces, &BuildOptions::default()).expect("an area").walkmesh
}

/// An area of two halves that meet at x = 4. One has a long side there, the other two short ones, and a triangle without an
/// area is the only link between them.
fn bridged() -> Terrain {
    let [p, m, q] = [[4.0, 1.0, 0.0], [4.0, 4.0, 0.0], [4.0, 7.0, 0.0]];
    let vertices = [p, m, q, [1.0, 4.0, 0.0], [7.0, 4.0, 0.0]];
    let mut raw = unbaked(&vertices, &[[0, 2, 3], [0, 4, 1], [1, 4, 2]]).into_raw();
    let vertex = |at: [f32; 3]| {
        let found = raw.vertices.iter().position(|vertex| <[f32; 3]>::from(*vertex) == at);
        found.expect("a vertex") as u32
    };
    let bridge = Triangle { vertices: [p, m, q].map(vertex), flags: TriangleFlags(1), ..Default::default() };
    let Triangles::V6B(rows) = &mut raw.triangles else { panic!("the newest version") };
    rows.push(bridge);
    raw.tiles[0].header.triangles_count += 1;
    let grid = [raw.tiles_header.grid_width, raw.tiles_header.grid_height];
    let mut terrain = Terrain::new_unbaked(grid, nwn2::Walkmesh::from_raw(raw)).expect("an area");
    terrain.bake(&BakeOptions::default()).expect("a bake");
    terrain
}

#[test]
fn a_triangle_without_an_area_is_kept_where_it_is_the_only_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, out) = (folder.path().join("area.trx"), folder.path().join("repaired.trx"));
    let bytes = bridged().to_bytes().expect("the bytes");
    fs::write(&path, &bytes).expect("a file");
    let before = floor(&area(&path));

    let planned = fine(&["repair", "--degenerate", text(&path)]);
    assert!(planned.out.contains("nothing to repair, 1 face kept because it connects others"), "{}", planned.out);
    let done = fine(&["repair", "--degenerate", text(&path), "-o", text(&out), "--json"]).json();
    assert_eq!(done["results"][0]["repairs"][0]["kind"], "kept-as-link", "{done}");
    assert!(fs::read(&out).expect("the result") == bytes, "nothing was repaired");
    fs::remove_file(&out).expect("removed");

    // The repair of T-junctions splits the long side, so the triangle is no longer needed.
    fine(&["repair", text(&path), "-o", text(&out)]);
    let after = area(&out);
    assert!(before.torn(&floor(&after), None).is_empty());
    assert_eq!(after.triangles().len(), 4);
}

/// A room whose second face has a copy. The copy has a transition, and so has a face without area.
fn marked() -> Walkmesh {
    let [a, b, c, d] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
    let stone = MaterialId(4);
    let mut room = Walkmesh::from_triangles(Kind::Wok, [([a, b, c], stone), ([a, c, d], stone)]).expect("a room");
    let twice = room.face(FaceId(1)).expect("a face").corners();
    let again = room.add_face(twice, stone).expect("a face");
    let ends = [[8.0, 0.0, 0.0], [8.0, 1.0, 0.0], [8.0, 2.0, 0.0]].map(|at| room.add_vertex(at).expect("a vertex"));
    let line = room.add_face(ends, stone).expect("a face");
    room.bake_stale().expect("a bake");
    let side = |face: FaceId, points: [[f32; 3]; 2]| {
        let sides = (0..3).filter_map(|side| EdgeId::new(face, side));
        sides.into_iter().find(|edge| room.edge_points(*edge) == Some(points)).expect("a side")
    };
    let (first, second) = (side(again, [c, d]), side(line, [[8.0, 0.0, 0.0], [8.0, 1.0, 0.0]]));
    room.set_transition(first, Some(RoomId(7))).expect("a side of a perimeter");
    room.set_transition(second, Some(RoomId(9))).expect("a side of a perimeter");
    room
}

#[test]
fn no_transition_goes_with_a_face_that_nobody_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, out) = (folder.path().join("room.wok"), folder.path().join("repaired.wok"));
    let room = marked();
    fs::write(&path, room.to_bytes().expect("the bytes")).expect("a file");
    let done = fine(&["repair", text(&path), "-o", text(&out)]);
    assert_eq!(done.out.matches("is kept: it has a transition").count(), 2, "{}", done.out);
    let after = Walkmesh::from_bytes(&fs::read(&out).expect("the result")).expect("a room");
    let led: Vec<u32> = after.transitions().map(|(_, to)| to.0).collect();
    assert_eq!(led, [7, 9]);
}

#[test]
fn transitions_of_an_area_are_set_beside_other_repairs() {
    let manor = manor();
    let done = run(&["repair", text(manor.path()), "--transitions", "--cracks"]);
    assert_eq!(done.status, 1, "{}", done.err);
    assert!(done.out.contains("welded room 1 (porch)") && done.out.contains("linked room 1 (porch)"), "{}", done.out);
}

/// The triangle is too small for a normal. The toolset gives its corners the height 0; a division by its slope made NaN.
#[test]
fn a_tiny_or_vertical_triangle_under_a_cut_makes_no_nan() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, out) = (folder.path().join("area.trn"), folder.path().join("area.trx"));
    let square = [[1.0, 1.0, 2.0], [7.0, 1.0, 2.0], [7.0, 7.0, 2.0], [1.0, 7.0, 2.0]];
    let tiny = [[3.0, 3.0, 2.0], [3.0002, 3.0, 2.0], [3.0, 3.0002, 2.0]];
    let vertical = [[5.0, 5.0, 0.0], [6.0, 5.0, 0.0], [5.5, 5.0, 9.0]];
    let vertices = [&square[..], &tiny, &vertical].concat();
    let walkmesh = unbaked(&vertices, &[[0, 1, 2], [0, 2, 3], [4, 5, 6], [7, 8, 9]]);
    let terrain = Terrain::new_unbaked(walkmesh.grid(), walkmesh).expect("an area");
    fs::write(&path, terrain.to_bytes().expect("the bytes")).expect("a file");
    fine(&["bake", text(&path), "-o", text(&out)]);
    let baked = area(&out);
    let finite = |vertex: &walkmesh::formats::Vector3| <[f32; 3]>::from(*vertex).iter().all(|value| value.is_finite());
    assert!(baked.triangles().len() >= 2 && baked.vertices().iter().all(finite));
}

/// On a fixed share of the real areas: nothing is disconnected, neither in the saved file nor after a bake, and the bake changes no edges,
/// links or islands.
#[test]
fn real_areas_stay_whole() {
    let Some(folder) = corpus("nwn2") else { return };
    let out = tempfile::tempdir().expect("a folder");
    let [exported, after, again, base] =
        ["area.glb", "after.trx", "again.trx", "base.trx"].map(|name| out.path().join(name));
    let mut changed = 0;
    for path in files(&folder, "trx").iter().skip(11).step_by(40) {
        fine(&["bake", text(path), "-o", text(&base)]);
        let before = floor(&area(&base));
        let wall = area(path).triangles().find(|triangle| !triangle.is_walkable()).map(|triangle| triangle.id().0);
        let wall = wall.unwrap_or(0).to_string();
        fine(&["convert", text(path), "-o", text(&exported)]);
        let operations: [&[&str]; 5] = [
            &["repair", text(path)],
            &["optimise", text(path)],
            &["edit", text(path), "--move", "0,0,0.5"],
            &["edit", text(path), "--remove", &wall],
            &["convert", text(&exported), "--onto", text(path)],
        ];
        for operation in operations {
            fine(&[operation, &["-o", text(&after)]].concat());
            fine(&["bake", text(&after), "-o", text(&again)]);
            let [saved, baked] = [&after, &again].map(|path| area(path));
            // If everything was moved up, faces cannot be found by their corners, but they keep their order.
            let is_moved = operation.contains(&"--move");
            let all: Vec<usize> = (0..saved.triangles().len()).collect();
            let sources = is_moved.then_some(&all[..]).filter(|all| all.len() == area(path).triangles().len());
            if !is_moved || sources.is_some() {
                for walkmesh in [&saved, &baked] {
                    let torn = before.torn(&floor(walkmesh), sources);
                    assert!(torn.iter().all(|torn| torn.with_area == 0), "{operation:?}: {torn:?}");
                }
            }
            if operation[0] == "edit" || operation[0] == "repair" {
                let (saved, baked) = (saved.as_raw(), baked.as_raw());
                assert!(saved.edges == baked.edges && saved.triangles == baked.triangles, "{operation:?}");
                assert!(saved.islands.len() == baked.islands.len(), "{operation:?}");
                changed += 1;
            }
            fs::remove_file(&after).expect("removed");
            fs::remove_file(&again).expect("removed");
        }
        fs::remove_file(&base).expect("removed");
        fs::remove_file(&exported).expect("removed");
    }
    assert!(changed > 0);
}
