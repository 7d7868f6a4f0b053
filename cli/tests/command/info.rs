//! `walkmesh info`.

use std::fs;

use walkmesh::formats::trn::{Packet, Trn};
use walkmesh::formats::{Document, Format};

use walkmesh_testing::{corpus, snapshot};

use crate::run::run;

#[test]
fn info_describes_each_sample() {
    let run = run(&["info", "samples"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    snapshot("cli_info", &run.out);
}

#[test]
fn a_git_is_described_by_its_lists_and_cutters() {
    let run = run(&["info", "--json", "samples/town.git"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let git = &run.json()["results"][0];
    assert_eq!((git["format"].as_str(), git["holds"].as_str()), (Some("GIT"), Some("GIT")));
    assert_eq!(git["walkmesh_cutters"], 5);
    let lists: Vec<_> = git["lists"].as_array().expect("lists").iter().map(|list| list["name"].as_str()).collect();
    assert!(lists.contains(&Some("TriggerList")), "{lists:?}");
}

#[test]
fn the_json_has_stable_names() {
    let run = run(&["info", "--json", "samples/yard.trx", "samples/room.wok"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    snapshot("cli_info_json", &run.out);
}

#[test]
fn reads_every_file_of_the_corpus() {
    let Some(corpus) = corpus("") else { return };
    let run = run(&["info".as_ref(), "--json".as_ref(), corpus.as_os_str()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let json = run.json();
    let results = json["results"].as_array().expect("results");
    let of = |format: &str| results.iter().filter(|result| result["format"] == format).count();
    assert_eq!((of("BWM"), of("TRN"), of("TRX"), of("AINavData")), (144, 85, 137, 2));
    assert_eq!((of("GFF"), of("GIT"), of("DOF"), of("BMS")), (76, 87, 1, 7));
}

/// The sample point of every file of the corpus is on walkable floor, according to the commands.
#[test]
fn every_sample_point_can_be_walked_on() {
    let Some(corpus) = corpus("") else { return };
    let json = run(&["info".as_ref(), "--json".as_ref(), corpus.as_os_str()]).json();
    let mut asked = 0;
    for result in json["results"].as_array().expect("results") {
        let walkable = [&result["walkable"], &result["walkmesh"]["walkable"]].into_iter().find(|it| it.is_object());
        let options: &[&str] = match result["format"].as_str() {
            Some("BWM") => &[],
            Some("TRN" | "TRX") => &["--shortest"],
            _ => continue,
        };
        let Some(point) = walkable.and_then(|walkable| walkable["largest_part"]["sample_point"].as_array()) else {
            continue;
        };
        let point = point.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let file = result["file"].as_str().expect("a name");
        let way = run(&[&["path", file, &point, &point], options].concat());
        assert_eq!((way.status, way.err.as_str()), (0, ""), "{file}: {}", way.out);
        asked += 1;
    }
    println!("{asked} sample points");
    assert!(asked > 150, "{asked}");
}

/// The packets of an area, with one repeated type.
#[test]
fn packets_of_one_type_take_one_line_and_a_trx_is_called_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = fs::read(crate::run::root().join("samples/yard.trx")).expect("the sample");
    let mut area = Trn::from_bytes(&sample).expect("an area");
    for size in 1..34 {
        area.packets.push(Packet::Other { packet_type: *b"WATR", data: vec![0; size] });
    }
    let bytes = area.to_bytes().expect("an area");
    assert_eq!(Format::detect(&bytes), Some(Format::Trn));
    for (name, format) in [("yard.TRX", "TRX"), ("yard.trn", "TRN"), ("yard.bin", "TRX")] {
        let path = folder.path().join(name);
        fs::write(&path, &bytes).expect("a file");
        let info = run(&["info".as_ref(), path.as_os_str()]);
        assert!(
            info.out.starts_with(&format!("{}: {format}, {} bytes\n", path.display(), bytes.len())),
            "{}",
            info.out
        );
        let watr: Vec<_> = info.out.lines().filter(|line| line.contains("WATR")).collect();
        assert_eq!(watr.len(), 1, "{}", info.out);
        assert!(watr[0].ends_with("  WATR x 33, 561 bytes"), "{}", watr[0]);
    }
}

#[test]
fn labels_and_values_never_touch() {
    let corpus = corpus("");
    let info = run(&["info".as_ref(), corpus.as_deref().unwrap_or("samples".as_ref()).as_os_str()]);
    let mut value_column = None;
    for line in info.out.lines() {
        let Some(indented) = line.strip_prefix("  ") else {
            value_column = None;
            continue;
        };
        // A value follows at least two blanks, in the same column for the whole file.
        let Some(blanks) = indented.trim_start().find("  ") else { continue };
        let label_end = line.len() - indented.trim_start().len() + blanks;
        let column = label_end + line[label_end..].find(|character| character != ' ').expect("a value");
        assert_eq!(*value_column.get_or_insert(column), column, "{line}");
    }
}

/// An f32 is printed with just enough digits to distinguish it from its neighbours.
#[test]
fn numbers_are_in_their_shortest_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("room.wok");
    let sample = fs::read(crate::run::root().join("samples/room.wok")).expect("the sample");
    let mut room = walkmesh::kotor::Walkmesh::from_bytes(&sample).expect("a room");
    room.translate([0.1, 0.2, 1e-9]).expect("a room that moves");
    fs::write(&path, room.to_bytes().expect("a room")).expect("a file");
    let json = run(&["info".as_ref(), "--json".as_ref(), path.as_os_str()]);
    assert!(json.out.contains("          0.1,\n          0.2,\n          1e-9\n"), "{}", json.out);
    assert!(run(&["info".as_ref(), path.as_os_str()]).out.contains("0.1,0.2,0.000000001 to 6.1,6.2,2\n"));
}

#[test]
fn transitions_are_listed_with_the_names_of_the_layout() {
    let beside = run(&["info", "--json", "samples/room.wok"]).json();
    let porch = serde_json::json!([{ "to_room": 1, "name": "porch", "edges": 3 }]);
    assert_eq!(beside["results"][0]["transitions"], porch);

    let folder = tempfile::tempdir().expect("a folder");
    let room = folder.path().join("room.wok");
    fs::copy(crate::run::root().join("samples/room.wok"), &room).expect("a sample");
    let alone = run(&["info".as_ref(), "--json".as_ref(), room.as_os_str()]).json();
    assert!(alone["results"][0]["transitions"][0]["name"].is_null());
    let given =
        run(&["info".as_ref(), "--json".as_ref(), room.as_os_str(), "--layout".as_ref(), "samples/manor.lyt".as_ref()]);
    assert_eq!(given.json()["results"][0]["transitions"], porch);
    let none = run(&["info".as_ref(), room.as_os_str(), "--layout".as_ref(), "samples/room.wok".as_ref()]);
    assert_eq!(none.status, 2);
    assert!(none.err.contains("the layout samples/room.wok"), "{}", none.err);
}
