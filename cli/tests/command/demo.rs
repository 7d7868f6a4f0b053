//! `walkmesh demo`.

use walkmesh_testing::snapshot;

use crate::bake::names;
use crate::run::{run, walkmesh};

#[test]
fn every_place_comes_out_as_it_should() {
    let run = run(&["demo"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    snapshot("cli_demo", &run.out);
}

#[test]
fn the_places_are_written_so_that_other_commands_work_on_them() {
    let folder = tempfile::tempdir().expect("a folder");
    for _ in 0..2 {
        let demo = walkmesh(&["demo", "--output", "places"]).current_dir(folder.path()).output().expect("the command");
        let out = String::from_utf8(demo.stdout).expect("text");
        assert!(demo.status.success() && demo.stderr.is_empty(), "{out}");
        assert!(out.contains("places/town and places/town.svg"), "{out}");
    }
    let places = folder.path().join("places");
    assert_eq!(names(&places), ["academy", "academy.svg", "crypt", "crypt.svg", "town", "town.svg"]);
    let way = run(&["path".as_ref(), places.join("academy").as_os_str(), "-25,-7".as_ref(), "35.5,8".as_ref()]);
    assert_eq!((way.status, way.err.as_str()), (0, ""));

    std::fs::write(places.join("town/town.git"), "edited").expect("a file");
    let again = run(&["demo".as_ref(), "-o".as_ref(), places.as_os_str()]);
    assert_eq!(again.status, 2, "{}", again.err);
    assert!(again.err.contains("is not what the demo writes"), "{}", again.err);
}
