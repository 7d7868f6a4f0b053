//! `walkmesh bake` and `walkmesh diff` on the folder of a module of NWN2: TRN, GIT and TRX that belong together.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use walkmesh::formats::Document;
use walkmesh::formats::gff::{Gff, Tree, TreeValue};
use walkmesh::nwn2::Terrain;

use walkmesh_testing::{corpus, files, snapshot, stem};

use crate::bake::{bake, names};
use crate::run::{Run, root};

fn at(tree: Tree, labels: [&str; 2], [x, y]: [f32; 2]) -> Tree {
    tree.with(labels[0], TreeValue::Float(x)).with(labels[1], TreeValue::Float(y))
}

/// A GIT with a walkmesh cutter at a point, and a bed with an unknown footprint.
pub fn git(place: [f32; 2]) -> Vec<u8> {
    let corners = [[0.0, 0.0], [2.0, 0.5], [1.0, 2.0]].map(|corner| at(Tree::new(3), ["PointX", "PointY"], corner));
    let cutter = at(Tree::new(1), ["XPosition", "YPosition"], place)
        .with("Type", TreeValue::Int(3))
        .with("Geometry", TreeValue::List(corners.to_vec()));
    let bed = at(Tree::new(9), ["X", "Y"], [2.0, 1.0])
        .with("Z", TreeValue::Float(0.0))
        .with("Tag", TreeValue::String(b"BED".to_vec()))
        .with("Appearance", TreeValue::Dword(7))
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
    fs::write(folder.path().join("YARD.git"), git([6.5, 0.5])).expect("a file");
    let out = tempfile::tempdir().expect("a folder");
    let run = bake(&[&folder.path(), &"-o", &out.path(), &"--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(names(out.path()), ["yard.trx"]);
    let skipped = &run.json()["summary"]["skipped"];
    let counts = ["trx_of_trn", "other_format", "backup"].map(|reason| skipped[reason].as_u64());
    assert_eq!(counts, [Some(1), Some(1), Some(1)], "{skipped}");

    // In place, for the folder as well as for the file.
    let in_place = bake(&[&folder.path(), &"--in-place", &"--no-backup"]);
    assert_eq!((in_place.status, in_place.err.as_str()), (0, ""));
    assert_eq!(names(folder.path()), ["YARD.git", "Yard.TRN", "yard.trx", "yard.trx.bak"]);
    let named = bake(&[&folder.path().join("Yard.TRN"), &"--in-place", &"--no-backup"]);
    assert_eq!((named.status, named.err.as_str()), (0, ""));
    assert_eq!(names(folder.path()), ["YARD.git", "Yard.TRN", "yard.trx", "yard.trx.bak"]);
}

#[test]
fn areas_whose_names_differ_only_in_capitals_are_not_guessed_at() {
    let folder = module(&[("yard.trn", "yard.trn"), ("yard.trn", "court.trn")]);
    for git_name in ["YARD.git", "Yard.git", "court.git", "COURT.git"] {
        fs::write(folder.path().join(git_name), git([6.5, 0.5])).expect("a file");
    }
    // A file system that ignores case cannot hold both files.
    if fs::read_dir(folder.path()).expect("a folder").count() < 6 {
        return;
    }
    let out = tempfile::tempdir().expect("a folder");
    let run = bake(&[&folder.path(), &"-o", &out.path()]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("yard.trn: several files have the name yard.git"), "{}", run.err);
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
    assert!(error.contains("court.git"), "{error}");
    assert_eq!(run.json()["summary"]["failed"], 1);
}

/// A folder with an area and its objects, and a folder for results.
fn yard() -> (tempfile::TempDir, tempfile::TempDir) {
    let folder = module(&[("yard.trn", "yard.trn")]);
    fs::write(folder.path().join("yard.git"), git([6.5, 0.5])).expect("a file");
    (folder, tempfile::tempdir().expect("a folder"))
}

#[test]
fn the_report_of_an_area_says_what_was_cut_and_what_was_not() {
    let (folder, out) = yard();
    let run = bake(&[&folder.path(), &"-o", &out.path(), &"--json"]);
    let yard = result_of(&run, "yard.trn");
    let carving = &yard["carving"];
    assert_eq!(carving["cutters"][0]["kind"], "walkmesh_cutter", "{yard}");
    assert_eq!(carving["cutters"][0]["cut"], carving["cut"], "{yard}");
    assert!(carving["cut"].as_u64() > Some(0) && yard["islands"].as_u64() > Some(0), "{yard}");
    assert_eq!(carving["without_footprint"][0]["tag"], "BED", "{yard}");
    assert!(yard.get("seconds").is_none(), "{yard}");
    let again = bake(&[&folder.path(), &"-o", &tempfile::tempdir().expect("a folder").path(), &"--json", &"--time"]);
    assert!(result_of(&again, "yard.trn")["seconds"].is_f64());

    let text = bake(&[&folder.path(), &"-o", &out.path().join("text")]).out;
    assert!(text.contains("\n  with the objects of ") && text.contains(" islands\n"), "{text}");
}

#[test]
fn a_second_run_writes_nothing_that_is_there_already() {
    let (folder, out) = yard();
    let trx = out.path().join("yard.trx");
    bake(&[&folder.path(), &"-o", &out.path()]);
    let second = bake(&[&folder.path(), &"-o", &out.path(), &"--json"]);
    assert_eq!(result_of(&second, "yard.trn")["written"], false);
    let text = bake(&[&folder.path(), &"-o", &out.path()]).out;
    assert!(text.contains(&format!("yard.trn: nothing to change in {}\n", trx.display())), "{text}");
    // With `--in-place`, each run would make a backup.
    bake(&[&folder.path(), &"--in-place"]);
    bake(&[&folder.path(), &"--in-place"]);
    assert_eq!(names(folder.path()), ["yard.git", "yard.trn", "yard.trx"]);
    fs::write(&trx, fs::read(root().join("samples/yard.trx")).expect("the sample")).expect("written");
    let changed = bake(&[&folder.path(), &"-o", &out.path(), &"--json"]);
    assert_eq!(changed.status, 2, "somebody may want what is there");
    let changed = bake(&[&folder.path(), &"-o", &out.path(), &"--json", &"--force"]);
    assert_eq!(result_of(&changed, "yard.trn")["written"], true);
}

#[test]
fn a_trx_is_stale_when_its_sources_changed() {
    let (folder, _) = yard();
    let stale = |arguments: &[&str]| {
        let mut all = vec!["diff".into(), folder.path().as_os_str().to_owned(), "--against-sources".into()];
        all.extend(arguments.iter().map(Into::into));
        crate::run::run(&all)
    };
    let none = stale(&[]);
    assert_eq!((none.status, none.err.as_str()), (1, ""));
    assert!(none.out.contains("yard.trn: stale: the folder has no TRX of its name"), "{}", none.out);
    bake(&[&folder.path(), &"--in-place"]);
    let fresh = stale(&["--exact"]);
    assert_eq!((fresh.status, fresh.err.as_str()), (0, ""), "{}", fresh.out);
    assert!(
        fresh.out.contains("yard.trx: up to date with ") && fresh.out.ends_with("1 area: 1 up to date, 0 stale\n"),
        "{}",
        fresh.out
    );

    fs::write(folder.path().join("yard.git"), git([6.5, 2.5])).expect("a file");
    let changed = stale(&["--json"]);
    let area = result_of(&changed, "yard.trx");
    assert_eq!((changed.status, area["stale"].as_bool(), area["tables"].is_null()), (1, Some(true), true));
    assert_eq!(area["answer"], "stale");
    assert!(area["stale_at"][0][0].as_f64() > Some(4.0), "{area}");
    assert!(area["geometry"]["removed"]["count"].as_u64() > Some(0), "{area}");
    assert!(area["sources"]["git"].as_str().is_some_and(|git| git.ends_with("yard.git")), "{area}");
    let named = crate::run::run(&["diff".into(), folder.path().join("yard.trx"), "--against-sources".into()]);
    assert!(named.status == 1 && named.out.contains("yard.trx: stale: it is not what is made of "), "{}", named.out);
    // Sources elsewhere.
    let elsewhere = tempfile::tempdir().expect("a folder");
    fs::write(elsewhere.path().join("Yard.git"), git([6.5, 0.5])).expect("a file");
    assert_eq!(stale(&["--git", elsewhere.path().to_str().expect("a name")]).status, 0);

    fs::remove_file(folder.path().join("yard.trn")).expect("removed");
    assert_eq!(stale(&[]).status, 0, "nothing to compare it with");
    let named = crate::run::run(&["diff".into(), folder.path().join("yard.trx"), "--against-sources".into()]);
    assert!(named.status == 2 && named.err.contains("the folder has no TRN of its name"), "{}", named.err);
}

/// A bed with an unknown footprint is where the TRX has a hole.
#[test]
fn what_a_footprint_that_nobody_knows_may_explain_cannot_be_told() {
    let (folder, out) = yard();
    let footprints = out.path().join("footprints.json");
    let square = "[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]";
    fs::write(&footprints, format!(r#"{{ "placeables": {{ "7": {{ "polygons": [{square}] }} }} }}"#)).expect("a file");
    bake(&[&folder.path(), &"--in-place", &"--footprints", &footprints]);
    let diff = |more: &[&str]| {
        let mut all = vec!["diff".into(), folder.path().as_os_str().to_owned(), "--against-sources".into()];
        all.extend(more.iter().map(Into::into));
        crate::run::run(&all)
    };
    let known = diff(&["--footprints", footprints.to_str().expect("a name")]);
    assert!(known.status == 0 && known.out.contains("yard.trx: up to date"), "{}", known.out);

    let text = diff(&[]);
    assert!(text.status == 0 && text.out.contains("yard.trx: cannot be told: "), "{}", text.out);
    assert!(text.out.contains("not known: what is cut out by BED (appearance 7) at (2.00, 1.00)"), "{}", text.out);
    assert!(text.out.ends_with("1 area: 0 up to date, 0 stale, 1 cannot be told\n"), "{}", text.out);
    let json = diff(&["--json"]);
    let area = result_of(&json, "yard.trx");
    assert_eq!((area["answer"].as_str(), area["stale"].as_bool()), (Some("cannot_be_told"), Some(false)), "{area}");
    assert_eq!((&area["because_of"][0]["tag"], &area["stale_at"]), (&"BED".into(), &serde_json::json!([])), "{area}");
    assert_eq!(json.json()["summary"]["cannot_be_told"], 1);
    assert_eq!(diff(&["--exact"]).status, 1, "an exact comparison needs an answer");

    // The moved cutter is a separate cause, and far from the bed.
    fs::write(folder.path().join("yard.git"), git([6.5, 2.5])).expect("a file");
    let both = diff(&["--json"]);
    let area = result_of(&both, "yard.trx");
    assert_eq!((both.status, area["answer"].as_str()), (1, Some("stale")), "{area}");
    let far = |place: &Value| place[0].as_f64() > Some(4.0);
    assert!(area["stale_at"].as_array().expect("places").iter().any(far), "{area}");
}

#[test]
fn two_areas_are_compared_by_place() {
    let (folder, out) = yard();
    let (old, new) = (out.path().join("old.trx"), out.path().join("new.trx"));
    bake(&[&folder.path().join("yard.trn"), &"-o", &old]);
    fs::write(folder.path().join("yard.git"), git([6.5, 0.75])).expect("a file");
    bake(&[&folder.path().join("yard.trn"), &"-o", &new]);
    let diff = |left: &Path, right: &Path, more: &[&str]| {
        let mut all =
            vec!["diff".into(), "--geometry".into(), left.as_os_str().to_owned(), right.as_os_str().to_owned()];
        all.extend(more.iter().map(Into::into));
        crate::run::run(&all)
    };
    let same = diff(&old, &old, &["--only-different"]);
    assert_eq!((same.status, same.err.as_str()), (0, ""));
    assert!(same.out.contains(": equal by place\n"), "{}", same.out);
    let other = diff(&old, &new, &[]);
    assert_eq!(other.status, 1);
    assert!(other.out.contains(": different by place\n") && other.out.contains("\n  removed: "), "{}", other.out);
    let json = diff(&old, &new, &["--json"]).json()["results"][0].clone();
    assert_eq!((json["equal"].as_bool(), json["tables"].is_null()), (Some(false), true), "{json}");
    let [l, r] = [0, 1].map(|side| json["geometry"]["triangles"][side].as_u64().expect("a number"));
    let count = |list: &str| json["geometry"][list]["count"].as_u64().expect("a number");
    assert_eq!(l - count("removed"), r - count("added"), "{json}");

    // If only a table differs, the report says so.
    let area = Terrain::from_bytes(&fs::read(&old).expect("a file")).expect("an area");
    let mut raw = area.walkmesh().expect("a walkmesh").as_raw().clone();
    raw.islands[0].header.center.x += 1.0;
    let mut changed = area.clone();
    changed.set_walkmesh(walkmesh::nwn2::Walkmesh::from_raw(raw)).expect("a walkmesh");
    fs::write(&new, changed.to_bytes().expect("a file")).expect("written");
    let table = diff(&old, &new, &["--only-different"]);
    assert_eq!(table.status, 1);
    assert!(table.out.contains(": equal by place, but not in every table\n"), "{}", table.out);
    assert!(table.out.contains("\n  islands.center "), "{}", table.out);
    let refused = diff(&root().join("samples/room.wok"), &old, &[]);
    assert!(
        refused.status == 2 && refused.err.contains("a comparison by place works on NWN2 areas"),
        "{}",
        refused.err
    );
}

/// Copies the areas of the corpus that have a TRN, a GIT and a TRX into one folder.
fn corpus_module() -> Option<tempfile::TempDir> {
    let corpus = corpus("nwn2")?;
    let folder = tempfile::tempdir().expect("a folder");
    let stems: BTreeSet<String> = files(&corpus.join("git"), "git").iter().map(|git| stem(git)).collect();
    for extension in ["trn", "TRN", "git", "trx", "TRX"] {
        let all = files(&corpus.join(extension.to_lowercase()), extension);
        for file in all.into_iter().filter(|file| stems.contains(&stem(file))) {
            let bytes = fs::read(&file).expect("a file");
            fs::write(folder.path().join(file.file_name().expect("a name")), bytes).expect("a copy");
        }
    }
    Some(folder)
}

/// The areas that the toolset baked from other sources, or around placeables whose footprints are in no file, are stale.
#[test]
fn which_areas_of_the_corpus_are_stale() {
    let Some(folder) = corpus_module() else { return };
    let run = crate::run::run(&[
        "diff".into(),
        folder.path().as_os_str().to_owned(),
        "--against-sources".into(),
        "--json".into(),
    ]);
    let mut text = String::new();
    for area in run.json()["results"].as_array().expect("results") {
        let name = stem(Path::new(area["file"].as_str().expect("a name")));
        let geometry = &area["geometry"];
        let verdict = match area["answer"].as_str() {
            None => "cannot be baked".to_owned(),
            Some(answer) => {
                let lists = ["removed", "added", "moved", "repainted", "flipped"];
                let counts = lists.map(|list| format!("{list} {}", geometry[list]["count"]));
                let [equal, nudged, triangles] = [&geometry["equal"], &geometry["nudged"], &geometry["triangles"][0]];
                format!("{answer}: {equal} of {triangles} equal, {nudged} moved a little, {}", counts.join(", "))
            }
        };
        text.push_str(&format!("{name}: {verdict}\n"));
    }
    snapshot("cli_stale_areas", &text);
}

#[test]
fn of_many_placeables_without_a_footprint_the_notes_name_the_first() {
    let bed = |at: f32| {
        let place = [("X", at), ("Y", 1.0), ("Z", 0.0)];
        let bed = place.into_iter().fold(Tree::new(9), |bed, (label, value)| bed.with(label, TreeValue::Float(value)));
        bed.with("Tag", TreeValue::String(b"BED".to_vec())).with("Static", TreeValue::Byte(1))
    };
    let beds = TreeValue::List((0_u8..9).map(|at| bed(f32::from(at))).collect());
    let objects = Gff::from_tree(*b"GIT ", &Tree::root().with("Placeable List", beds)).expect("a tree");
    let (folder, out) = yard();
    fs::write(folder.path().join("yard.git"), objects.to_bytes().expect("a file")).expect("a file");
    let text = bake(&[&folder.path(), &"-o", &out.path()]).out;
    let named = "\n    BED (no appearance) x9: (0.00, 1.00); (1.00, 1.00); (2.00, 1.00); (3.00, 1.00); (4.00, 1.00); and 4 more\n";
    assert!(text.contains("\n  9 placeables are not cut out (1 appearance)") && text.contains(named), "{text}");
    let json = bake(&[&folder.path(), &"-o", &out.path(), &"--json"]);
    let notes = result_of(&json, "yard.trn")["notes"].as_array().expect("notes").len();
    assert_eq!(
        (notes, result_of(&json, "yard.trn")["carving"]["without_footprint"].as_array().map(Vec::len)),
        (4, Some(9))
    );
}

/// A GIT with a walkmesh cutter with a rounded side, which loses floor by the toolset's rule where it cuts into a triangle, or with a
/// cutter outside the area.
fn git_with_cutter(corners: &[[f32; 2]]) -> Vec<u8> {
    let corners = corners.iter().map(|corner| at(Tree::new(3), ["PointX", "PointY"], *corner));
    let cutter = at(Tree::new(1), ["XPosition", "YPosition"], [0.0; 2])
        .with("Type", TreeValue::Int(3))
        .with("Geometry", TreeValue::List(corners.collect()));
    let objects = Tree::root().with("TriggerList", TreeValue::List(vec![cutter]));
    Gff::from_tree(*b"GIT ", &objects).expect("a tree").to_bytes().expect("a file")
}

#[test]
fn a_module_has_one_report_of_what_was_lost_or_left_out() {
    let files =
        [("yard.trn", "yard.trn"), ("yard.trx", "yard.trx"), ("yard.trn", "court.trn"), ("yard.trn", "garth.trn")];
    let folder = module(&files);
    fs::write(folder.path().join("yard.git"), git([6.5, 0.5])).expect("a file");
    for area in ["court.git", "garth.git"] {
        let beside = git_with_cutter(&[[90.0, 90.0], [91.0, 90.0], [91.0, 91.0]]);
        fs::write(folder.path().join(area), beside).expect("a file");
    }
    let out = tempfile::tempdir().expect("a folder");
    let run = bake(&[&folder.path(), &"-o", &out.path(), &"--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let json = run.json();
    let summary = &json["summary"];
    let counts = ["areas", "emptied_tiles", "cutters_without_effect", "objects_without_footprint"];
    assert_eq!(counts.map(|name| summary[name].as_u64()), [3, 0, 2, 1].map(Some), "{summary}");
    let stale: Vec<_> =
        summary["stale"].as_array().expect("a list").iter().map(|file| file.as_str().expect("a name")).collect();
    assert!(matches!(stale[..], [file] if file.ends_with("yard.trx")), "{summary}");

    let text = bake(&[&folder.path(), &"-o", &out.path(), &"--force"]).out;
    assert!(
        text.contains("3 areas carved: 2 walkmesh cutters without effect, 1 placeable without a known footprint"),
        "{text}"
    );
}

#[test]
fn a_strict_bake_writes_nothing_if_a_placeable_was_left_out_or_floor_was_lost() {
    let folder = module(&[("yard.trn", "yard.trn"), ("yard.trn", "court.trn")]);
    let out = tempfile::tempdir().expect("a folder");
    let strict = || bake(&[&folder.path(), &"-o", &out.path(), &"--strict"]);
    fs::write(folder.path().join("court.git"), git_with_cutter(&[[5.0, 0.5], [7.0, 0.5], [7.0, 3.0]])).expect("a file");
    fs::write(folder.path().join("yard.git"), git([6.5, 0.5])).expect("a file");
    let refused = strict();
    assert_eq!((refused.status, names(out.path()).len()), (1, 0), "{refused:?}");
    assert!(
        refused.out.contains("yard.trn: nothing was written, because 1 placeable without a known footprint"),
        "{refused:?}"
    );
    assert!(!refused.out.contains("court.trn"), "{refused:?}");

    // Another one has no GIT at all.
    fs::remove_file(folder.path().join("yard.git")).expect("removed");
    let refused = strict();
    assert_eq!((refused.status, names(out.path()).len()), (1, 0), "{refused:?}");
    assert!(refused.out.contains("its GIT"), "{refused:?}");

    fs::write(folder.path().join("yard.git"), git_with_cutter(&[[5.0, 0.5], [7.0, 0.5], [7.0, 3.0]])).expect("a file");
    let baked = strict();
    assert_eq!((baked.status, names(out.path()).len()), (0, 2), "{baked:?}");
}
