//! `walkmesh bake` and `walkmesh diff` on the folder of a module of NWN2: TRN, GIT and TRX that belong together.

use std::fs;
use std::path::Path;

use serde_json::Value;
use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::nwn2::Terrain;

use crate::bake::{bake, names};
use crate::run::{Run, root};

fn at(tree: Tree, labels: [&str; 2], [x, y]: [f32; 2]) -> Tree {
    tree.with(labels[0], TreeValue::Float(x)).with(labels[1], TreeValue::Float(y))
}

/// A GIT with a walkmesh cutter at a point, and a bed whose footprint nobody knows.
pub fn git(place: [f32; 2]) -> Vec<u8> {
    let corners = [[0.0, 0.0], [2.0, 0.5], [1.0, 2.0]].map(|corner| at(Tree::new(3), ["PointX", "PointY"], corner));
    let cutter = at(Tree::new(1), ["XPosition", "YPosition"], place)
        .with("Type", TreeValue::Int(3))
        .with("Geometry", TreeValue::List(corners.to_vec()));
    let bed = at(Tree::new(9), ["X", "Y"], [2.0, 1.0])
        .with("Z", TreeValue::Float(0.0))
        .with("Tag", TreeValue::String(b"BED".to_vec()))
        .with("Static", TreeValue::Byte(1));
    let objects = Tree::root()
        .with("TriggerList", TreeValue::List(vec![cutter]))
        .with("Placeable List", TreeValue::List(vec![bed]));
    Gff::from_tree(*b"GIT ", &objects).expect("a tree").to_bytes().expect("a file")
}

/// A folder with these copies of samples.
pub fn module(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (sample, name) in files {
        fs::copy(root().join("samples").join(sample), folder.path().join(name)).expect("a sample");
    }
    folder
}

/// Whether an area has a triangle at a point.
fn is_floor(area: &Path, at: [f32; 2]) -> bool {
    let area = Terrain::from_bytes(&fs::read(area).expect("a file")).expect("an area");
    let walkmesh = area.walkmesh().expect("a walkmesh");
    walkmesh.is_baked() && walkmesh.triangles().any(|triangle| triangle.contains(at))
}

/// The result about a file.
pub fn result_of(run: &Run, name: &str) -> Value {
    let results = run.json()["results"].as_array().expect("results").clone();
    let is_of_it = |result: &Value| result["file"].as_str().is_some_and(|file| file.ends_with(name));
    results.into_iter().find(is_of_it).unwrap_or_else(|| panic!("no result about {name}: {run:?}"))
}

const IN_CUTTER: [f32; 2] = [7.5, 1.5];

#[test]
fn a_trn_is_baked_with_the_git_beside_it_in_a_folder_and_alone() {
    let folder = module(&[("yard.trn", "yard.trn"), ("yard.trn", "court.TRN"), ("yard.trx", "hall.trx")]);
    fs::write(folder.path().join("YARD.GIT"), git([6.5, 0.5])).expect("a file");
    fs::write(folder.path().join("area.ifo"), "something else").expect("a file");
    let out = tempfile::tempdir().expect("a folder");
    let run = bake(&[&folder.path(), &"-o", &out.path(), &"--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(names(out.path()), ["court.TRX", "hall.trx", "yard.trx"]);
    assert_eq!(["court.TRX", "yard.trx"].map(|name| is_floor(&out.path().join(name), IN_CUTTER)), [true, false]);
    let yard = result_of(&run, "yard.trn");
    assert!(yard["objects"].as_str().is_some_and(|git| git.ends_with("YARD.GIT")), "{yard}");
    assert!(result_of(&run, "court.TRN").get("objects").is_none());
    assert!(result_of(&run, "hall.trx").get("objects").is_none());

    let (alone, without) = (out.path().join("alone.trx"), out.path().join("without.trx"));
    let trn = folder.path().join("yard.trn");
    assert_eq!(bake(&[&trn, &"-o", &alone]).status, 0);
    assert!(fs::read(&alone).expect("written") == fs::read(out.path().join("yard.trx")).expect("written"));
    assert_eq!(bake(&[&trn, &"--no-git", &"-o", &without]).status, 0);
    assert!(is_floor(&without, IN_CUTTER));
}

#[test]
fn the_result_of_a_trn_has_the_name_of_the_trx_that_it_replaces() {
    let folder = module(&[("yard.trn", "Yard.TRN"), ("yard.trx", "yard.trx"), ("yard.trx", "yard.trx.bak")]);
    let out = tempfile::tempdir().expect("a folder");
    let run = bake(&[&folder.path(), &"-o", &out.path(), &"--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(names(out.path()), ["yard.trx"]);
    let skipped = &run.json()["summary"]["skipped"];
    assert_eq!((skipped["trx_of_trn"].as_u64(), skipped["backup"].as_u64()), (Some(1), Some(1)), "{skipped}");

    // In place, whether the folder is named or the file.
    let in_place = bake(&[&folder.path(), &"--in-place", &"--no-backup"]);
    assert_eq!((in_place.status, in_place.err.as_str()), (0, ""));
    assert_eq!(names(folder.path()), ["Yard.TRN", "yard.trx", "yard.trx.bak"]);
    let named = bake(&[&folder.path().join("Yard.TRN"), &"--in-place", &"--no-backup"]);
    assert_eq!((named.status, named.err.as_str()), (0, ""));
    assert_eq!(names(folder.path()), ["Yard.TRN", "yard.trx", "yard.trx.bak"]);
}

#[test]
fn areas_whose_names_differ_only_in_capitals_are_not_guessed_at() {
    let folder = module(&[("yard.trn", "yard.trn"), ("yard.trn", "court.trn")]);
    for git_name in ["YARD.git", "Yard.git", "court.git", "COURT.git"] {
        fs::write(folder.path().join(git_name), git([6.5, 0.5])).expect("a file");
    }
    // A file system that folds names holds no two such files.
    if fs::read_dir(folder.path()).expect("a folder").count() < 6 {
        return;
    }
    let out = tempfile::tempdir().expect("a folder");
    let run = bake(&[&folder.path(), &"-o", &out.path()]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("yard.trn: several files may be the objects of this area"), "{}", run.err);
    assert_eq!(names(out.path()), ["court.trx"], "the GIT with exactly the name counts");

    fs::copy(folder.path().join("court.trn"), folder.path().join("COURT.TRN")).expect("a copy");
    let run = bake(&[&folder.path(), &"-o", &out.path().join("new")]);
    assert_eq!((run.status, out.path().join("new").exists()), (2, false));
    assert!(run.err.contains("more than one result would be written to this file"), "{}", run.err);
}

#[test]
fn a_damaged_git_fails_its_area_and_no_other() {
    let folder = module(&[("yard.trn", "yard.trn"), ("yard.trn", "court.trn")]);
    fs::write(folder.path().join("court.git"), &git([6.5, 0.5])[..100]).expect("a file");
    fs::write(folder.path().join("yard.git"), git([6.5, 0.5])).expect("a file");
    let out = tempfile::tempdir().expect("a folder");
    let run = bake(&[&folder.path(), &"-o", &out.path(), &"--json"]);
    assert_eq!((run.status, names(out.path())), (2, vec!["yard.trx".to_owned()]));
    let error = result_of(&run, "court.trn")["error"].as_str().expect("an error").to_owned();
    assert!(error.starts_with("the objects ") && error.contains("court.git"), "{error}");
    assert_eq!(run.json()["summary"]["failed"], 1);
}
