//! Interiors of NWN2 by the tiles of their ARE: `walkmesh bake NAME.are`, `--tiles`, `--accept-missing-tiles`; and `--corners-from`.

use std::fs;
use std::path::Path;

use walkmesh::formats::Document;
use walkmesh::nwn2::{Cutter, Terrain, Walkmesh};

use crate::bake::{bake, folder_of, names};
use crate::git::git;
use crate::tiles::{Tile, are, trn};

fn put(folder: &Path, name: &str, bytes: Vec<u8>) {
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join(name), bytes).expect("a file");
}

fn floor(path: &Path) -> Walkmesh {
    let area = Terrain::from_bytes(&fs::read(path).expect("written")).expect("an area");
    area.into_walkmesh().expect("a walkmesh")
}

/// A folder with an area that has the model 24, and one in a subfolder that has the model 7 on its first tile.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "known.trn", trn(1));
    put(folder.path(), "known.are", are(1, &[(0, 24, 0)]));
    put(&folder.path().join("more"), "other.trn", trn(1));
    put(&folder.path().join("more"), "other.are", are(1, &[(0, 7, 0)]));
    folder
}

const TILES: [Tile; 3] = [(0, 24, 0), (1, 24, 2), (2, 7, 0)];

#[test]
fn the_are_of_a_new_interior_gives_its_trn_and_that_gives_its_trx() {
    let folder = folder();
    put(folder.path(), "new.are", are(3, &TILES));
    let [area, made, more] = ["new.are", "new.trn", "more"].map(|name| folder.path().join(name));
    let refused = bake(&[&area, &"-o", &made]);
    assert_eq!((refused.status, made.exists()), (2, false));
    assert!(refused.err.contains("the tile models of 1 tile with floor, the first of them row 7"), "{}", refused.err);

    let run = bake(&[&area, &"-o", &made, &"--tiles", &more]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("6 triangles in 3 tiles"), "{}", run.out);
    let walkmesh = floor(&made);
    let has = |x: f32| walkmesh.triangles().any(|triangle| triangle.contains([x, 4.0]));
    assert_eq!([2.0, 7.0, 11.0, 16.0, 20.0, 25.0].map(has), [true, false, false, true, true, false]);
    let trx = folder.path().join("new.trx");
    let baked = bake(&[&made, &"-o", &trx]);
    assert_eq!((baked.status, baked.err.as_str(), floor(&trx).is_baked()), (0, "", true));

    fs::remove_file(&made).expect("the TRN");
    let partly = bake(&[&area, &"-o", &made, &"--accept-missing-tiles"]);
    assert!(partly.out.contains("4 triangles in 2 tiles; 1 tile without a known floor"), "{partly:?}");
}

#[test]
fn a_trn_that_lacks_most_tiles_is_refused_unless_they_are_known_or_accepted() {
    let folder = folder();
    put(folder.path(), "old.trn", trn(3));
    put(folder.path(), "old.are", are(3, &[(0, 24, 0), (1, 7, 0), (2, 7, 0)]));
    let [area, out, more] = ["old.trn", "old.trx", "more"].map(|name| folder.path().join(name));
    let refused = bake(&[&area, &"-o", &out]);
    assert_eq!((refused.status, out.exists()), (2, false), "{refused:?}");
    assert!(refused.err.contains("--accept-missing-tiles"), "{}", refused.err);
    let filled = bake(&[&area, &"-o", &out, &"--tiles", &more]);
    assert_eq!((filled.status, floor(&out).triangles().len()), (0, 6), "{filled:?}");
    fs::remove_file(&out).expect("the TRX");
    let accepted = bake(&[&area, &"-o", &out, &"--accept-missing-tiles"]);
    assert_eq!((accepted.status, floor(&out).triangles().len()), (0, 2), "{accepted:?}");
    assert_eq!(names(folder.path()), ["known.are", "known.trn", "more", "old.are", "old.trn", "old.trx"]);
}

#[test]
fn an_earlier_trx_gives_the_bits_of_cutter_corners_that_a_git_rounds() {
    let folder = folder_of(&["yard.trn"]);
    let corners = [[3.000_003, 2.000_002], [5.500_004, 2.0], [5.5, 4.000_003], [3.0, 4.0]];
    let rounded = corners.map(|corner| corner.map(|at: f32| (at * 1e5).round() / 1e5));
    let [area, objects, old, new] = ["yard.trn", "yard.git", "old.trx", "new.trx"].map(|name| folder.path().join(name));
    let bake_with = |corners: [[f32; 2]; 4], more: &[&dyn AsRef<std::ffi::OsStr>]| {
        let cutters = [Cutter { points: corners.to_vec() }];
        fs::write(&objects, git(&[], &cutters).as_raw().to_bytes().expect("a file")).expect("a file");
        let out = if more.is_empty() && !old.exists() { &old } else { &new };
        let all: [&dyn AsRef<std::ffi::OsStr>; 4] = [&area, &"-o", out, &"--force"];
        let run = bake(&all.into_iter().chain(more.iter().copied()).collect::<Vec<_>>());
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        fs::read(out).expect("written")
    };
    let first = bake_with(corners, &[]);
    assert!(bake_with(rounded, &[]) != first, "the low bits are lost");
    assert!(bake_with(rounded, &[&"--corners-from", &old]) == first);
}
