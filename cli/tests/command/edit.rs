//! `walkmesh edit`.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use walkmesh::kotor::{Kind, MaterialId, RoomId, VertexId, Walkmesh};
use walkmesh::nwn2::Terrain;
use walkmesh_testing::corpus;

use crate::run::{Run, root, run};

fn edit(arguments: &[&dyn AsRef<OsStr>]) -> Run {
    let mut all: Vec<OsString> = vec!["edit".into()];
    all.extend(arguments.iter().map(|argument| argument.as_ref().to_owned()));
    run(&all)
}

fn sample(name: &str) -> PathBuf {
    root().join("samples").join(name)
}

fn room(path: &Path) -> Walkmesh {
    Walkmesh::from_bytes(&fs::read(path).expect("the file")).expect("a walkmesh")
}

/// The result of edits of a sample, which must succeed.
fn edited(name: &str, edits: &[&str]) -> (Run, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join(name);
    let mut arguments: Vec<OsString> = vec!["edit".into(), sample(name).into(), "-o".into(), out.clone().into()];
    arguments.extend(edits.iter().map(Into::into));
    let run = run(&arguments);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    (run, fs::read(out).expect("the result"))
}

#[test]
fn edits_are_applied_in_the_order_in_which_they_are_written() {
    let count = |edits: &[&str]| {
        let (_, bytes) = edited("room.wok", edits);
        let room = Walkmesh::from_bytes(&bytes).expect("a walkmesh");
        (room.faces_of_material(MaterialId(5)).len(), room.faces_of_material(MaterialId(4)).len())
    };
    let stones = room(&sample("room.wok")).faces_of_material(MaterialId(4)).len();
    assert_eq!(count(&["--paint", "material:Stone=Wood", "--paint", "material:5=4"]), (0, stones));
    assert_eq!(count(&["--paint", "material:5=4", "--paint", "material:Stone=Wood"]), (stones, 0));
}

#[test]
fn faces_are_removed_and_flipped_and_everything_is_baked() {
    let before = room(&sample("room.wok"));
    let (run, bytes) = edited("room.wok", &["--flip", "0", "--flip", "0", "--remove", "0-1,3"]);
    let after = Walkmesh::from_bytes(&bytes).expect("a walkmesh");
    assert_eq!(after.face_count(), before.face_count() - 3);
    assert!(run.out.contains("3 faces were removed."), "{}", run.out);
    assert!(after.check(&Default::default()).worst().is_none_or(|worst| worst < walkmesh::finding::Severity::Error));
}

#[test]
fn a_mods_room_with_a_face_turned_over_is_repaired() {
    let folder = tempfile::tempdir().expect("a folder");
    let (broken, repaired) = (folder.path().join("room.wok"), folder.path().join("repaired.wok"));
    let mut mod_room = room(&sample("room.wok"));
    mod_room.flip_faces(&[walkmesh::kotor::FaceId(3)]).expect("a face");
    fs::write(&broken, mod_room.to_bytes().expect("a room")).expect("a file");
    let check = |path: &Path| run(&[OsStr::new("check"), path.as_os_str(), OsStr::new("--json")]).json();
    let faces_down = |json: serde_json::Value| json.to_string().contains("face-faces-down");
    assert!(faces_down(check(&broken)));
    let run = edit(&[&broken, &"--flip", &"3", &"-o", &repaired]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(!faces_down(check(&repaired)));
    assert!(fs::read(&repaired).expect("the result") == fs::read(sample("room.wok")).expect("the sample"));
}

#[test]
fn a_room_is_merged_moved_turned_and_mirrored() {
    let porch = sample("porch.wok");
    let merge = ["--merge", porch.to_str().expect("a path")];
    let (_, bytes) = edited("room.wok", &merge);
    let both = Walkmesh::from_bytes(&bytes).expect("a walkmesh");
    assert_eq!(both.face_count(), room(&sample("room.wok")).face_count() + room(&porch).face_count());
    let there_and_back = [
        "--move", "10,0,-1", "--rotate", "90@1,1", "--mirror", "x@3", "--mirror", "x@3", "--rotate", "-90@1,1",
        "--move", "-10,0,1",
    ];
    let (_, bytes) = edited("room.wok", &there_and_back);
    let (after, before) = (Walkmesh::from_bytes(&bytes).expect("a walkmesh"), room(&sample("room.wok")));
    assert_eq!(after.vertices().collect::<Vec<_>>(), before.vertices().collect::<Vec<_>>());
    assert_eq!(after.transitions().collect::<Vec<_>>(), before.transitions().collect::<Vec<_>>());
}

#[test]
fn a_transition_leads_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let (alone, out) = (folder.path().join("room.wok"), folder.path().join("out.wok"));
    fs::copy(sample("room.wok"), &alone).expect("a sample");
    let before = room(&alone);
    let (edge, _) = before.transitions().next().expect("a transition");
    let argument = |to: &str| format!("{}:{}={to}", edge.face().0, edge.side());
    let run = edit(&[&alone, &"--transition", &argument("7"), &"-o", &out]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(room(&out).transitions().any(|found| found == (edge, RoomId(7))));
    // With the layout of the area beside the room, the existing rooms are known.
    for (to, reason) in [("7", "the layout has no room 7: its rooms are 0 to 1"), ("0", "must lead to another room")] {
        let refused = edit(&[&sample("room.wok"), &"--transition", &argument(to), &"-o", &out, &"--force"]);
        assert!(refused.status == 2 && refused.err.contains(reason), "{refused:?}");
    }
    edited("room.wok", &["--transition", &argument("1"), "--transition", &argument("none")]);
}

#[test]
fn a_face_gets_only_a_material_that_the_table_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, table) = (folder.path().join("out.wok"), folder.path().join("surfacemat.2da"));
    let rows: String = (0..40).map(|row| format!("{row} m{row} 1 1 1 0\n")).collect();
    fs::write(&table, format!("2DA V2.0\n\n   Label Walk WalkCheck LineOfSight Grass\n{rows}")).expect("a table");
    let refused = |arguments: &[&dyn AsRef<OsStr>], reason: &str| {
        let input = sample("room.wok");
        let run = edit(&[&[&input as &dyn AsRef<OsStr>, &"-o", &out], arguments].concat());
        assert!(run.status == 2 && run.err.contains(reason) && !out.exists(), "{run:?}");
    };
    refused(&[&"--paint", &"0=40"], "material 40 is out of range: the table of materials has 0 to 30");
    refused(&[&"--paint", &"0=31"], "material 31 is out of range");
    // The engine's masks have 32 bits, whatever a mod's table contains.
    refused(&[&"--materials", &table, &"--paint", &"0=32"], "has 0 to 31");
    refused(&[&"--materials", &table, &"--paint", &"0=m32"], "has 0 to 31");
    let run = edit(&[&sample("chest.pwk"), &"--materials", &table, &"--paint", &"0=31", &"-o", &out]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert_eq!(room(&out).faces_of_material(MaterialId(31)).len(), 1);
    // Faces with such a material can still be selected.
    let run = edit(&[&out, &"--paint", &"material:31=7", &"-o", &folder.path().join("mended.wok")]);
    assert!(run.status == 0 && run.out.contains("1 face was painted."), "{run:?}");
}

#[test]
fn faces_are_removed_with_the_vertices_that_no_other_face_has() {
    let (run, bytes) = edited("room.wok", &["--remove", "box:-999,-999,-999:999,999,999"]);
    let empty = Walkmesh::from_bytes(&bytes).expect("a walkmesh");
    assert_eq!((empty.face_count(), empty.vertex_count()), (0, 0));
    assert!(run.out.contains("No face is left"), "{}", run.out);
    let unused = |bytes: &[u8]| {
        let room = Walkmesh::from_bytes(bytes).expect("a walkmesh");
        room.check(&Default::default()).count("vertex-unused")
    };
    let before = fs::read(sample("room.wok")).expect("the sample");
    for faces in ["0", "0-5,9", "material:7"] {
        let (run, bytes) = edited("room.wok", &["--remove", faces]);
        assert!(unused(&bytes) <= unused(&before) && !run.out.contains("No face"), "{faces}: {}", run.out);
    }
}

#[test]
fn errors_that_edits_make_are_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let (manor, out) = (folder.path().join("manor"), folder.path().join("out/"));
    fs::create_dir(&manor).expect("a folder");
    for name in ["room.wok", "porch.wok", "manor.lyt"] {
        fs::copy(sample(name), manor.join(name)).expect("a sample");
    }
    // The floor of the porch, to which transitions of the room lead, is removed.
    let porch = "box:6,-1,-1:9,7,1";
    let fine = edit(&[&manor, &"--move", &"1,0,0", &"-o", &folder.path().join("moved/")]);
    assert!(fine.status == 0 && !fine.out.contains("more error"), "{fine:?}");
    let run = edit(&[&manor, &"--remove", &porch, &"-o", &out]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.contains("more errors of `transition-without-edge`: The room on the other side"), "{}", run.out);
}

/// A floor of two faces from x to x + 1; if `parted`, they have separate copies of their common corners.
fn tile(x: f32, is_parted: bool) -> Walkmesh {
    let [a, b, c, d] = [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x + 1.0, 1.0, 0.0], [x, 1.0, 0.0]];
    let (points, other) = if is_parted { (vec![a, c, a, b, c, d], [0, 1, 5]) } else { (vec![a, b, c, d], [0, 2, 3]) };
    let one = if is_parted { [2, 3, 4] } else { [0, 1, 2] };
    let faces = [one, other].map(|corners| (corners.map(VertexId), MaterialId(4)));
    Walkmesh::from_indexed(Kind::Wok, points, faces).expect("a floor")
}

#[test]
fn a_merge_joins_vertices_of_the_two_walkmeshes_and_no_copies_of_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("west.wok"), tile(0.0, true).to_bytes().expect("a room")).expect("a file");
    fs::write(at("east.wok"), tile(1.0, true).to_bytes().expect("a room")).expect("a file");
    for (base, other) in [("west.wok", "east.wok"), ("east.wok", "west.wok")] {
        let run = edit(&[&at(base), &"--merge", &at(other), &"-o", &at("both.wok"), &"--force"]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
        assert!(run.out.contains("2 vertices at the positions of others were joined"), "{}", run.out);
        let both = room(&at("both.wok"));
        let neighbours = both.faces().map(|face| face.neighbours().iter().flatten().count()).sum::<usize>();
        assert_eq!((both.vertex_count(), neighbours), (10, 2), "only the seam is crossed");
    }
    // A walkmesh on top of itself is not joined, so no side gets three faces.
    fs::write(at("one.wok"), tile(0.0, false).to_bytes().expect("a room")).expect("a file");
    let run = edit(&[&at("one.wok"), &"--merge", &at("one.wok"), &"-o", &at("twice.wok")]);
    assert!(run.out.contains("0 vertices") && room(&at("twice.wok")).vertex_count() == 8, "{run:?}");

    // Rooms of a real area, one of which has duplicate vertices at the seam.
    let Some(area) = corpus("kotor/m10aa") else { return };
    let [base, other] = ["m10aa_05a.wok", "m10aa_03a.wok"].map(|name| area.join(name));
    let run = edit(&[&base, &"--merge", &other, &"-o", &at("real.wok")]);
    assert!(run.status == 0 && !run.out.contains("more error"), "{run:?}");
    let [merged, base, other] = [at("real.wok"), base, other].map(|path| {
        let room = room(&path);
        let findings = room.check(&Default::default());
        let codes = ["face-repeats-corner", "edge-non-manifold", "edge-winding"].map(|code| findings.count(code));
        (codes, room.face_count())
    });
    let sums = [0, 1, 2].map(|code| base.0[code] + other.0[code]);
    assert_eq!(merged, (sums, base.1 + other.1));
}

#[test]
fn a_region_of_an_area_becomes_unwalkable() {
    let walkable = |bytes: &[u8]| {
        let area = Terrain::from_bytes(bytes).expect("an area");
        area.walkmesh().expect("a walkmesh").triangles().filter(|triangle| triangle.is_walkable()).count()
    };
    let before = walkable(&fs::read(sample("yard.trx")).expect("the sample"));
    let (run, bytes) = edited("yard.trx", &["--unwalkable", "tile:0,0"]);
    assert!(walkable(&bytes) > 0 && walkable(&bytes) < before, "{}", run.out);
    let (_, bytes) = edited("yard.trx", &["--unwalkable", "polygon:-1,-1:99,-1:99,99:-1,99"]);
    assert_eq!(walkable(&bytes), 0);
}

#[test]
fn a_hole_is_cut_and_transitions_stay_on_their_sides() {
    let before = room(&sample("room.wok"));
    let (run, bytes) = edited("room.wok", &["--cut-hole", "1,1:2,1:2,2:1,2"]);
    assert!(run.out.contains("A hole was cut into "), "{}", run.out);
    let after = Walkmesh::from_bytes(&bytes).expect("a walkmesh");
    let places = |walkmesh: &Walkmesh| {
        let mut places: Vec<_> = walkmesh
            .transitions()
            .map(|(edge, to)| (to, walkmesh.edge_points(edge).map(|ends| ends.map(|end| end.map(f32::to_bits)))))
            .collect();
        places.sort_unstable();
        places
    };
    assert_eq!(places(&after), places(&before));
    let area = |walkmesh: &Walkmesh| -> f64 {
        let walkable = walkmesh.faces().filter(|face| face.is_walkable());
        walkable
            .map(|face| {
                let [a, b, c] = face.points().expect("corners").map(|[x, y, _]| [f64::from(x), f64::from(y)]);
                ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2.0
            })
            .sum()
    };
    assert!((area(&before) - area(&after) - 1.0).abs() < 1e-4, "{} and {}", area(&before), area(&after));
    // Faces away from the hole are not divided.
    let faces = |walkmesh: &Walkmesh| walkmesh.faces().filter_map(|face| face.points()).collect::<Vec<_>>();
    let is_away = |face: &[[f32; 3]; 3]| {
        (0..2).any(|axis| face.iter().all(|at| at[axis] < 1.0) || face.iter().all(|at| at[axis] > 2.0))
    };
    let (left, mut away) = (faces(&after), faces(&before));
    away.retain(is_away);
    assert!(away.len() > 3 && away.iter().all(|face| left.contains(face)), "{away:?}");
    let (_, bytes) = edited("yard.trx", &["--cut-hole", "1,1:3,1:3,3:1,3"]);
    assert!(Terrain::from_bytes(&bytes).expect("an area").walkmesh().expect("a walkmesh").is_baked());
    // A hole off the floor cuts nothing, and the file keeps every byte.
    let (run, bytes) = edited("yard.trx", &["--cut-hole", "-9,-9:-8,-9:-8,-8"]);
    assert!(run.out.contains("beside every floor"), "{}", run.out);
    assert!(bytes == fs::read(sample("yard.trx")).expect("the sample"));
}

#[test]
fn vertices_and_hooks_are_moved() {
    let before = room(&sample("room.wok"));
    let [x, y, z] = before.vertices().next().expect("a vertex");
    let (run, bytes) = edited("room.wok", &["--move-vertex", &format!("{x},{y},{z}={},{y},{z}", x - 0.5)]);
    assert!(run.out.contains("1 vertex was moved"), "{}", run.out);
    let after = Walkmesh::from_bytes(&bytes).expect("a walkmesh");
    assert!(
        after.vertices().any(|point| point == [x - 0.5, y, z]) && !after.vertices().any(|point| point == [x, y, z])
    );
    let (_, bytes) = edited("chest.pwk", &["--hooks", "0,1,0:0,-1,0.5"]);
    let chest = Walkmesh::from_bytes(&bytes).expect("a walkmesh");
    assert_eq!(chest.hooks().map(|hook| hook.relative), [[0.0, 1.0, 0.0], [0.0, -1.0, 0.5]]);
}

#[test]
fn an_edit_that_a_game_cannot_have_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let refused = |file: &str, edits: &[&str], reason: &str| {
        let (source, mut arguments) = (sample(file), Vec::<&dyn AsRef<OsStr>>::new());
        arguments.extend([&source as &dyn AsRef<OsStr>, &"-o", &out]);
        arguments.extend(edits.iter().map(|edit| edit as &dyn AsRef<OsStr>));
        let run = edit(&arguments);
        assert_eq!(run.status, 2, "{}", run.out);
        assert!(run.err.contains(reason), "{}", run.err);
        assert!(!out.exists());
    };
    refused("yard.trx", &["--rotate", "90"], "an area cannot be rotated");
    refused("yard.trx", &["--mirror", "x"], "an area cannot be mirrored");
    refused("yard.trx", &["--move", "1,0,0"], "by whole tiles only");
    refused("yard.trx", &["--transition", "0:0=1"], "an NWN2 area has no transitions");
    refused("yard.trx", &["--unwalkable", "tile:9,9"], "there is no tile 9,9");
    refused("room.wok", &["--unwalkable", "tile:0,0"], "a KotOR face is walkable by its material");
    refused("yard.trx", &["--hooks", "0,0,0:0,0,0"], "an NWN2 area has no hooks");
    refused("room.wok", &["--move-vertex", "1000,0,0=0,0,0"], "no vertex is at 1000,0,0");
    refused("room.wok", &["--cut-hole", "0,0:1,1"], "the outline of a hole needs three points or more");
    refused("yard.trx", &["--cut-hole", "0,0:4,4:4,0:0,4"], "sides that do not cross");
    refused("room.wok", &["--paint", "4000000000=4"], "there is no face 4000000000");
    refused("room.wok", &["--paint", "0=Lavender"], "`Lavender` is not a material here; known are NotDefined, Dirt, ");
    refused("room.wok", &["--paint", "0"], "expected FACES=MATERIAL");
    let layout = sample("manor.lyt");
    let renumber = ["--renumber-rooms", layout.to_str().expect("a name")];
    refused("room.wok", &renumber, "this edit is for the rooms of an area together");
    refused("ainavdata_32769.dat", &["--move", "1,0,0"], "this is a Silkroad dungeon; `edit` works on");
    refused("room.wok", &["--mirror", "z"], "expected x, y, x@AT or y@AT");
    refused("room.wok", &[], "no edit is given");
}

#[test]
fn the_rooms_of_an_area_are_renumbered_and_joined() {
    let folder = tempfile::tempdir().expect("a folder");
    let manor = folder.path().join("manor");
    fs::create_dir(&manor).expect("a folder");
    for name in ["room.wok", "porch.wok"] {
        fs::copy(sample(name), manor.join(name)).expect("a sample");
    }
    // The rooms are swapped in the layout.
    let layout = fs::read_to_string(sample("manor.lyt")).expect("the layout");
    let (room_line, porch_line) = ("      room 0.0 0.0 0.0\n", "      porch 0.0 0.0 0.0\n");
    let swapped = layout.replace(&format!("{room_line}{porch_line}"), &format!("{porch_line}{room_line}"));
    assert_ne!(swapped, layout);
    fs::write(manor.join("manor.lyt"), &swapped).expect("a file");
    let renumbered = folder.path().join("renumbered/");
    let run = edit(&[&manor, &"--renumber-rooms", &sample("manor.lyt"), &"-o", &renumbered]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let leads_to = |path: PathBuf| room(&path).transitions().map(|(_, to)| to.0).collect::<Vec<_>>();
    assert_eq!(leads_to(manor.join("room.wok")), [1, 1, 1]);
    assert_eq!(leads_to(renumbered.join("room.wok")), [0, 0, 0]);
    assert_eq!(leads_to(renumbered.join("porch.wok")), [1, 1, 1]);

    // An annex of another module, then both together.
    let annex = folder.path().join("annex");
    fs::create_dir(&annex).expect("a folder");
    fs::copy(sample("porch.wok"), annex.join("gate.wok")).expect("a sample");
    fs::write(annex.join("annex.lyt"), layout.replace("room 0", "well 0").replace("porch", "gate")).expect("a file");
    let joined = folder.path().join("joined/");
    let argument = format!("{}@0,0,0", annex.display());
    let run = edit(&[&manor, &"--renumber-rooms", &sample("manor.lyt"), &"--join-area", &argument, &"-o", &joined]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.contains("2 rooms were added"), "{}", run.out);
    let layout = fs::read_to_string(joined.join("manor.lyt")).expect("the layout");
    let order: Vec<_> = layout.lines().map(str::trim).filter(|line| line.ends_with("0.0")).collect();
    assert_eq!(order, ["porch 0.0 0.0 0.0", "room 0.0 0.0 0.0", "well 0.0 0.0 0.0", "gate 0.0 0.0 0.0"]);
    assert_eq!(leads_to(joined.join("gate.wok")), [2, 2, 2]);

    let refused = edit(&[&manor, &"--join-area", &annex, &"--in-place"]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("name another folder for the result with --output"), "{}", refused.err);
}
