//! `walkmesh path` and `walkmesh floor` with the floors of a Silkroad dungeon.

use std::fs;
use std::path::{Path, PathBuf};

use walkmesh::formats::Document;
use walkmesh::formats::bms::{Bms, Cell, Edge, NavMesh, Vertex};
use walkmesh::formats::dof::{Block, Dof, Voxel};

use walkmesh_testing::corpus;

use crate::run::{Run, STATE, root, run};

/// A dungeon of one block, a square of two triangles 5 units up: its DOF, its BMS, and what `bake` makes of it.
struct Square(tempfile::TempDir);

impl Square {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let corners = [[0.0, 0.0, 0.0], [100.0, 0.0, 0.0], [100.0, 0.0, 100.0], [0.0, 0.0, 100.0]];
        let inline = Edge { vertices: [0, 2], src_cell: 0, dst_cell: 1, ..Edge::default() };
        let floor = NavMesh {
            vertices: corners.map(|position| Vertex { position: position.into(), normal_index: 0 }).into(),
            cells: [[0, 1, 2], [0, 2, 3]].map(|vertices| Cell { vertices, ..Cell::default() }).into(),
            inline: vec![inline],
            ..NavMesh::default()
        };
        let mut dof = Dof::default();
        let block =
            Block { path: "res\\dungeon\\square.bsr".into(), position: [0.0, 5.0, 0.0].into(), ..Block::default() };
        dof.blocks.blocks.push(block);
        dof.grid.voxels.push(Voxel::default());
        dof.grid.voxels[0].blocks.indices.push(0);
        let json = r#"{ "region": 32771, "floors": [ { "position": [0, 5, 0], "triangles": [[0, 1, 2], [0, 2, 3]],
            "vertices": [[0, 0, 0], [100, 0, 0], [100, 0, 100], [0, 0, 100]] } ] }"#;
        let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("a file");
        write("square.bms", &Bms { nav_mesh: Some(floor), ..Bms::default() }.to_bytes().expect("a mesh"));
        write("square.dof", &dof.to_bytes().expect("a dungeon"));
        write("square.json", json.as_bytes());
        let path = |name: &str| folder.path().join(name);
        let baked =
            run(&["bake".as_ref(), path("square.json").as_os_str(), "-o".as_ref(), path("square.dat").as_os_str()]);
        assert_eq!((baked.status, baked.err.as_str()), (0, ""));
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn ask(&self, command: &str, dof: &Path, places: &[&str]) -> Run {
        let dat = self.path("square.dat");
        let mut all = vec![command.as_ref(), "--dof".as_ref(), dof.as_os_str(), dat.as_os_str()];
        all.extend(places.iter().map(std::ffi::OsStr::new));
        run(&all)
    }
}

#[test]
fn with_floors_string_pulling_shortens_a_path() {
    let square = Square::new();
    // Without floors, it is the midpoint of the only edge.
    let dat = square.path("square.dat");
    let raw = run(&["path".as_ref(), dat.as_os_str(), "0:0".as_ref(), "0:1".as_ref()]);
    assert!(raw.out.ends_with("length 0.000 in space\n  50, 5, 50  through edge 0 to 0:1\n"), "{raw:?}");
    let taut = square.ask("path", &square.path("square.dof"), &["90,5,20", "10,5,20"]);
    assert_eq!((taut.status, taut.err.as_str()), (0, ""));
    assert_eq!(
        taut.out,
        "1 point from 90,5,20 to 10,5,20, length 80.000 in the plan\n  20, 5, 20  through edge 0 to 0:1\n"
    );
    let named = square.ask("path", &square.path("square.dof"), &["0:0", "0:1"]);
    assert!(named.out.starts_with("1 point from 0:0 to 0:1, length 47.140 in the plan\n"), "{named:?}");
    let nowhere = square.ask("path", &square.path("square.dof"), &["0:0", "0:2"]);
    assert_eq!(
        (nowhere.status, nowhere.out.as_str()),
        (1, "no path from 0:0 to 0:2: block 0, cell 2 does not exist\n")
    );
}

#[test]
fn floors_of_a_dungeon_are_listed_with_y_up() {
    let square = Square::new();
    let dof = square.path("square.dof");
    let above = square.ask("floor", &dof, &["90,7,20"]);
    assert_eq!((above.status, above.err.as_str()), (0, ""));
    assert_eq!(above.out, "1 floor at 90,7,20\n  at height 5  in 0:0\n  nearest is 5\n  below is 5\n");
    assert_eq!(square.ask("floor", &dof, &["10,20"]).out, "1 floor at 10,20\n  at height 5  in 0:1\n");
    let beside = square.ask("floor", &dof, &["110,5,20"]);
    let flat = square.ask("floor", &dof, &["110,20"]);
    assert!(flat.out.ends_with("\n  the nearest walkable point is 100,5,20, 10 away, in 0:0\n"), "{}", flat.out);
    assert_eq!(
        (beside.status, beside.out.as_str()),
        (1, "no floor at 110,5,20\n  the nearest walkable point is 100,5,20, 10 away, in 0:0\n")
    );
}

#[test]
fn a_dof_without_usable_floors_is_refused_with_the_reason() {
    let square = Square::new();
    let refused = |dof: &Path, reason: &str| {
        let run = square.ask("floor", dof, &["1,1,1"]);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.err.contains(reason), "{}", run.err);
    };
    refused(&square.path("none.dof"), "none.dof: cannot be read");
    refused(&square.path("square.bms"), "square.bms: this is a Silkroad mesh (BMS)");
    fs::write(square.path("square.bms"), "JMXVBMS 0110").expect("a file");
    refused(&square.path("square.dof"), "square.bms: BMS: ");
    fs::remove_file(square.path("square.bms")).expect("a file");
    refused(&square.path("square.dof"), "no block has a BMS file with a floor beside this DOF");
    let check = run(&["check".as_ref(), square.path("square.dof").as_os_str()]);
    assert!(check.err.contains("DOF); `check` works on"), "{}", check.err);
    let room = run(&[
        "floor".as_ref(),
        "--dof".as_ref(),
        square.path("square.dof").as_os_str(),
        "samples/room.wok".as_ref(),
        "1,1".as_ref(),
    ]);
    assert_eq!(
        room.err,
        "walkmesh: samples/room.wok: the file is not a Silkroad dungeon; only a dungeon has its floors in other files\n"
    );
}

/// The game's archive ignores case; a file from it may have either spelling.
#[test]
fn a_floor_is_found_whatever_the_case_of_its_name() {
    let square = Square::new();
    for name in ["SQUARE.BMS", "Square.Bms"] {
        fs::rename(square.path("square.bms"), square.path(name)).expect("a file");
        let run = square.ask("floor", &square.path("square.dof"), &["90,7,20"]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{name}");
        fs::rename(square.path(name), square.path("square.bms")).expect("a file");
    }
}

#[test]
fn another_version_of_the_tables_is_named() {
    let square = Square::new();
    let mut bytes = fs::read(square.path("square.dat")).expect("a file");
    bytes[0] = 2;
    fs::write(square.path("square.dat"), bytes).expect("a file");
    let run = run(&["path".as_ref(), square.path("square.dat").as_os_str(), "0:0".as_ref(), "0:1".as_ref()]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("AINavData: version at offset 0x0: expected version 1, found version 2"), "{}", run.err);
}

/// A block has 200 bytes, and each block once had a copy of its floor's file.
#[cfg(unix)]
#[test]
fn a_floor_that_many_blocks_name_is_read_once_and_what_they_make_has_a_limit() {
    let square = Square::new();
    let mut bms = Bms::from_bytes(&fs::read(square.path("square.bms")).expect("a file")).expect("a mesh");
    let mut dof = Dof::from_bytes(&fs::read(square.path("square.dof")).expect("a file")).expect("a dungeon");
    let block = dof.blocks.blocks[0].clone();
    let in_memory = |name: &str| {
        let script = r#"ulimit -v "$1"; shift; exec "$@""#;
        let mut command = std::process::Command::new("sh");
        command.args(["-c", script, "sh", &(128 << 10).to_string(), env!("CARGO_BIN_EXE_walkmesh"), "convert"]);
        command.arg(square.path(name)).arg("-o").arg(square.path("made.glb")).env("MALLOC_ARENA_MAX", "1");
        command.env("WALKMESH_STATE", STATE).env("RAYON_NUM_THREADS", "2");
        let output = command.output().expect("the command starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    dof.blocks.blocks = vec![block.clone(); 2_000];
    fs::write(square.path("many.dof"), dof.to_bytes().expect("a dungeon")).expect("a file");
    let (status, err) = in_memory("many.dof");
    assert_eq!((status, err.as_str()), (Some(0), ""));

    let mesh = bms.nav_mesh.as_mut().expect("a floor");
    mesh.vertices.resize(60_000, mesh.vertices[0]);
    fs::write(square.path("square.bms"), bms.to_bytes().expect("a mesh")).expect("a file");
    let (status, err) = in_memory("many.dof");
    assert_eq!(status, Some(2), "{err}");
    assert!(
        err.contains("many.dof: the floors of its blocks have 120006000 vertices, cells and edges together"),
        "{err}"
    );
}

/// The loft is above the hall; a corridor leads straight on, but the midpoints of its edges do not lie in line.
#[test]
fn the_synthetic_dungeon_has_storeys() {
    let Some(corpus) = corpus("") else { return };
    let (dof, dat) = (corpus.join("sro/sample.dof"), corpus.join("sro/ainavdata_32999.dat"));
    let ask = |command: &str, places: &[&str]| {
        let mut all = vec![command.as_ref(), "--json".as_ref(), "--dof".as_ref(), dof.as_os_str(), dat.as_os_str()];
        all.extend(places.iter().map(std::ffi::OsStr::new));
        let run = run(&all);
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        run.json()["results"][0].clone()
    };
    let floors = ask("floor", &["-131,390,-133"]);
    let storeys: Vec<_> = floors["floors"]
        .as_array()
        .expect("floors")
        .iter()
        .map(|floor| (floor["place"][0]["index"].as_u64(), floor["height"].as_f64()))
        .collect();
    assert_eq!(storeys, [(Some(0), Some(0.0)), (Some(5), Some(400.0))]);
    assert_eq!(
        (&floors["nearest"]["place"][0]["index"], &floors["below"]["place"][0]["index"]),
        (&5.into(), &0.into())
    );

    let corridor = ask("path", &["160,0,11", "380,0,11"]);
    let length = corridor["length"].as_f64().expect("a way");
    assert!((length - 220.0).abs() < 1e-3, "{length}");
    assert!(corridor["steps"].as_array().expect("steps").len() > 3);
}

/// The crypt's DOF has the region of its tables; another DOF beside it has a different one.
#[test]
fn tables_take_the_dof_of_their_region() {
    let folder = tempfile::tempdir().expect("a folder");
    for file in fs::read_dir(root().join("areas/crypt")).expect("the crypt") {
        let file = file.expect("a file").path();
        fs::copy(&file, folder.path().join(file.file_name().expect("a name"))).expect("a copy");
    }
    let tables = folder.path().join("ainavdata_32771.dat");
    let named = folder.path().join("crypt.dof");
    let floor =
        |more: &[&std::ffi::OsStr]| run(&[&["floor".as_ref(), tables.as_os_str()], more, &["0,0".as_ref()]].concat());
    let given = floor(&["--dof".as_ref(), named.as_os_str()]);
    assert_eq!((given.status, given.err.as_str()), (0, ""), "{}", given.out);
    fs::copy(root().join("samples/dungeon.dof"), folder.path().join("another.dof")).expect("a copy");
    assert_eq!(floor(&[]).out, given.out);
    // If two have the region, the right one is unknown.
    fs::copy(&named, folder.path().join("second.dof")).expect("a copy");
    assert!(floor(&[]).err.contains("floors"), "{}", floor(&[]).err);
}
