//! Walkmeshes as text: written and read, texts of other tools, and inconsistent texts.

use proptest::prelude::*;
use walkmesh::kotor::{
    AsciiContent, AsciiFile, AsciiText, Door, DoorState, EdgeId, FaceId, Hook, Kind, MaterialId, RoomId, Walkmesh,
};

use super::made_up;

fn read(text: &str) -> Walkmesh {
    match AsciiFile::from_bytes(text.as_bytes()).expect("a walkmesh").content {
        AsciiContent::Walkmesh(walkmesh) => *walkmesh,
        AsciiContent::Door(_) => panic!("a door"),
    }
}

fn written(walkmesh: &Walkmesh) -> AsciiText {
    walkmesh.to_ascii("model").expect("a text")
}

/// A wall, as of a door or placeable.
fn wall(kind: Kind, position: [f32; 3], hooks: [[f32; 3]; 2]) -> Walkmesh {
    let points = [[-1.1, 0.3, -0.0], [1.0, 1e-12, 0.0], [1.0, 0.0, 2.7], [5.0; 3]];
    let corners = [0, 1, 2].map(walkmesh::kotor::VertexId);
    let mut raw = Walkmesh::from_indexed(kind, points, [(corners, MaterialId(7))]).unwrap().into_raw();
    raw.position = position.into();
    let mut wall = Walkmesh::from_raw(raw).with_kind(kind);
    wall.set_hooks(hooks).unwrap();
    wall
}

#[test]
fn placeables_and_doors_come_back_with_every_bit() {
    let (position, hooks) = ([0.1, -2.0, 3.5], [[0.7, 0.1, 0.0], [-0.3, 0.2, 1e-20]]);
    let chest = wall(Kind::Pwk, position, hooks);
    let text = written(&chest);
    assert_eq!(text.notes, []);
    let again = read(&text.text);
    assert_eq!((again.kind(), again.to_bytes().unwrap()), (Kind::Pwk, chest.to_bytes().unwrap()));

    let states = [
        (DoorState::Closed, wall(Kind::Dwk, position, hooks)),
        (DoorState::Open1, wall(Kind::Dwk, [0.0; 3], [hooks[0], [0.0; 3]])),
        (DoorState::Open2, wall(Kind::Dwk, position, [hooks[1], hooks[0]])),
    ];
    let door: Door = states.clone().into_iter().collect();
    let text = door.to_ascii("dor lhr01").expect("a text").text;
    assert!(text.contains("node trimesh dor_lhr01_DWK_wg_open2\n") && !text.contains("open1_02"), "{text}");
    let AsciiContent::Door(again) = AsciiFile::from_bytes(text.as_bytes()).expect("a door").content else { panic!() };
    for (state, walkmesh) in states {
        assert_eq!(again.state(state).expect("a state").to_bytes().unwrap(), walkmesh.to_bytes().unwrap());
    }
}

#[test]
fn what_the_text_cannot_hold_is_reported() {
    let mut raw = wall(Kind::Pwk, [0.0; 3], [[0.0; 3]; 2]).into_raw();
    raw.absolute_use_position_1 = [1.0; 3].into();
    let notes = written(&Walkmesh::from_raw(raw).with_kind(Kind::Pwk)).notes;
    assert_eq!(
        notes[0].to_string(),
        "model: The absolute hooks of the header are left out: they are not the relative ones plus the position."
    );
}

/// The vertices of a room include its position, so a position of the node would move them.
#[test]
fn the_position_in_the_header_of_a_room_is_kept_in_a_comment() {
    let mut raw = super::room(1, 1).into_raw();
    raw.position = [1.0, -2.5, 0.1].into();
    let room = Walkmesh::from_raw(raw);
    let AsciiText { text, notes, .. } = written(&room);
    assert_eq!(notes, []);
    assert!(text.starts_with("# position in the header of the walkmesh: 1 -2.5 0.1\nnode aabb WALKMESH\n"), "{text}");
    assert_eq!(read(&text).to_bytes().unwrap(), room.to_bytes().unwrap());
    for damaged in ["1 -2.5", "1 -2.5 nan", "1 -2.5 x", "1 -2.5 1e30"] {
        let read = read(&text.replacen("1 -2.5 0.1", damaged, 1));
        assert_eq!(read.position(), [0.0; 3], "{damaged}");
    }
}

/// A text as MDLedit writes it: a trimesh, the number of all edges in `roomlinks`, and vertices in area space.
const MDLEDIT: &str = "# Exported with MDLedit 1.0 from binary source\r
# WOKMESH  ASCII\r
node trimesh WALKMESH\r
  parent m01aa_01a\r
  position 7.0 8.0 9.0\r
  orientation 1.0 0.0 0.0 0.0\r
  verts 4\r
    0.0 0.0 0.0\r
    4.0 0.0 0.0\r
    4.0 4.0 0.0\r
    0.0 4.0 0.0\r
  faces 2\r
    0 2 3  1  0 0 0  7\r
    0 1 2  1  0 0 0  4\r
  roomlinks 3\r
    4 12\r
    3 -1\r
endnode";

#[test]
fn texts_of_mdledit_are_read() {
    let AsciiFile { content, notes, .. } = AsciiFile::from_bytes(MDLEDIT.as_bytes()).expect("a room");
    let AsciiContent::Walkmesh(room) = content else { panic!("a room") };
    assert_eq!((room.kind(), room.position()), (Kind::Wok, [7.0, 8.0, 9.0]));
    assert_eq!(room.vertices().nth(2), Some([4.0, 4.0, 0.0]));
    assert_eq!(room.transitions().collect::<Vec<_>>(), [(EdgeId::new(FaceId(0), 1).unwrap(), RoomId(12))]);
    let notes: Vec<_> = notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "WALKMESH: The vertices were taken as they are, because the tool that wrote the text writes them in area space.",
            "WALKMESH: Walkable faces come first now, so faces have other numbers.",
        ]
    );
}

#[test]
fn positions_and_orientations_of_nodes_are_applied() {
    // A whole model: a base, a visible node, and the walkmesh, rotated by 90° about z.
    let text = "newmodel m01\nsetsupermodel m01 NULL\nnode dummy m01\n parent NULL\n position 100 0 0\nendnode\n\
                node trimesh pillar\n parent m01\n verts 3\n 0 0 0\n 1 0 0\n 0 1 0\n tverts 1\n 0 0 0\n faces 1\n\
                0 1 2 1 0 0 0 0\nendnode\n\
                node aabb floor\n parent m01\n position 0 10 0\n orientation 0 0 2 1.5707964\n multimaterial 1\n stone\n\
                verts\n 0 0 0 # a corner\n 4 0 0\n 4 3 1\n endlist\n faces 1\n 0 1 2 1 0 0 0 4\n\
                aabb -1 -1 -1 5 5 5 0\nendnode\ndonemodel m01\n";
    let AsciiFile { content, notes, .. } = AsciiFile::from_bytes(text.as_bytes()).expect("a room");
    let AsciiContent::Walkmesh(room) = content else { panic!("a room") };
    assert_eq!(room.vertices().collect::<Vec<_>>(), [[100.0, 10.0, 0.0], [100.0, 14.0, 0.0], [97.0, 14.0, 1.0]]);
    assert!(notes[0].message.starts_with("The position (0 10 0) and orientation of the node were applied"));
    // A chest whose hook is not a child of its mesh, and whose mesh is rotated.
    let text = "node trimesh c_wg\n parent c\n position 1 2 3\n orientation 0 0 1 1.5707964\n verts 3\n 1 0 0\n 0 1 0\n\
                0 0 1\n faces 1\n 0 1 2 1 0 0 0 7\nendnode\n\
                node dummy c_pwk_use01.003\n parent c\n position 2 2 3\nendnode\n\
                node dummy c_pwk_use02\n parent c_wg\n position 1 0 0\nendnode\n";
    let chest = read(text);
    assert_eq!((chest.kind(), chest.position()), (Kind::Pwk, [1.0, 2.0, 3.0]));
    assert_eq!(chest.vertices().next(), Some([0.0, 1.0, 0.0]));
    let hook = |relative| Hook { relative, absolute: [0.0; 3] };
    assert_eq!(chest.hooks(), [hook([1.0, 0.0, 0.0]), hook([0.0, 1.0, 0.0])]);
}

#[test]
fn walkmeshes_in_text_are_told_from_other_files() {
    for (text, is_one) in [
        (MDLEDIT, true),
        ("\n \nNODE aabb\n", true),
        ("newmodel x", true),
        ("nodes 1", false),
        ("BWM V1.0", false),
        ("v 0 0 0", false),
        ("", false),
    ] {
        assert_eq!(AsciiFile::looks_like_one(text.as_bytes()), is_one, "{text}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let good = "node aabb a\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 1 0 0 0 4\nroomlinks 1\n2 5\nendnode\n";
    read(good);
    for (from, to, wrong) in [
        ("verts 3", "verts 2147483648", "line 2: `verts` says 2147483648, and 3 are there"),
        ("verts 3", "verts -1", "line 2: `-1` is not a number that `verts` can have"),
        ("verts 3", "verts 2", "line 1: there is no vertex 2"),
        ("1 0 0\n", "1 nan 0\n", "line 4: `nan` is not a number that `verts` can have"),
        ("1 0 0\n", "1 1e39 0\n", "line 4: `1e39` is not a number that `verts` can have"),
        ("1 0 0\n", "1e38 0 0\n", "line 1: a coordinate is NaN, infinite or beyond 1e11"),
        ("1 0 0\n", "1\n", "line 4: a line of `verts` needs 3 numbers, but this one has 1"),
        ("0 1 2 1 0 0 0 4", "0 1 2 1 0 0 0", "line 7: a line of `faces` needs 8 numbers, but this one has 3"),
        ("0 1 2 1", "0 1 2147483648 1", "line 1: there is no vertex 2147483648"),
        ("0 1 2 1", "0 1 -2 1", "line 7: `-2` is not a number that `faces` can have"),
        ("faces 1", "faces 2", "line 6: `faces` says 2, and 1 are there"),
        ("2 5", "3 5", "line 9: edge 3 of `roomlinks` belongs to no face: there are 1"),
        ("2 5", "2", "line 9: a line of `roomlinks` needs 2 numbers, but this one has 1"),
        ("faces 1\n", "", "line 1: no node has faces, so this is not a walkmesh"),
        ("a\n", "a\nparent a\n", "line 1: the node `a` is its own parent, or there are more than 64 nodes above it"),
        (
            "endnode",
            "node aabb b\nfaces 1\n0 1 2 1 0 0 0 4\nendnode",
            "line 10: `b` has faces, too: a text has one walkmesh, or the states of a door (closed, open1, open2)",
        ),
    ] {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good);
        assert_eq!(AsciiFile::from_bytes(text.as_bytes()).expect_err(to).to_string(), wrong, "{to}");
    }
    for length in 0..good.len() {
        let _ = AsciiFile::from_bytes(&good.as_bytes()[..length]);
    }
    let unusable = wall(Kind::Pwk, [0.0; 3], [[0.0; 3]; 2]);
    let mut raw = unusable.into_raw();
    raw.vertices[3].x = f32::NAN;
    let refused = Walkmesh::from_raw(raw).to_ascii("x").expect_err("NaN");
    assert_eq!(refused.to_string(), "a coordinate of vertex 3 is NaN, infinite or beyond 1e11");
}

proptest! {
    #[test]
    fn rooms_come_back_with_every_bit(mut room in made_up::rooms(), rooms in proptest::collection::vec(0..99_u32, 8)) {
        let edges: Vec<_> = room.perimeters().flatten().filter_map(|row| EdgeId::from_raw(row.edge)).collect();
        for (edge, to) in edges.into_iter().step_by(3).zip(rooms) {
            room.set_transition(edge, Some(RoomId(to))).unwrap();
        }
        if room.face_count() > 0 {
            prop_assert_eq!(read(&written(&room).text).to_bytes().unwrap(), room.to_bytes().unwrap());
        }
    }
}

/// In every file, vertices, faces, materials, hooks and transitions are equal if walkable faces come first; otherwise the triangles are
/// equal.
#[test]
fn real_files_come_back() {
    let Some(corpus) = walkmesh_testing::corpus("kotor") else { return };
    let (mut files, mut in_order) = (0, 0);
    for extension in ["wok", "pwk", "bwm"] {
        for path in walkmesh_testing::files(&corpus, extension) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let stored = Walkmesh::from_bytes(&std::fs::read(&path).unwrap()).unwrap().with_materials_as_stored();
            if stored.face_count() == 0 {
                continue;
            }
            let text = stored.to_ascii("model").unwrap_or_else(|error| panic!("{name}: {error}")).text;
            assert!(text.lines().all(|line| line.len() <= 255), "{name}");
            let read = AsciiFile::from_bytes_with(text.as_bytes(), stored.materials())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let AsciiContent::Walkmesh(read) = read.content else { panic!("{name}: a door") };
            files += 1;
            let (before, after) = (stored.as_raw(), read.as_raw());
            assert_eq!(before.vertices, after.vertices, "{name}");
            assert_eq!(before.position, after.position, "{name}");
            let hooks = |walkmesh: &Walkmesh| walkmesh.hooks().map(|hook| hook.relative);
            assert_eq!(hooks(&stored), hooks(&read), "{name}");
            let triangles = |walkmesh: &Walkmesh| {
                let mut faces: Vec<_> = walkmesh.faces().map(|face| (face.corners(), face.material())).collect();
                faces.sort();
                faces
            };
            assert_eq!(triangles(&stored), triangles(&read), "{name}");
            if before.faces == after.faces {
                in_order += 1;
                assert_eq!(before.materials, after.materials, "{name}");
                let links = |walkmesh: &Walkmesh| {
                    let mut links: Vec<_> = walkmesh.transitions().collect();
                    links.sort();
                    links
                };
                assert_eq!(links(&stored), links(&read), "{name}");
            }
        }
    }
    println!("{files} files, {in_order} with their faces in order");
    assert!(files > 0);
}
