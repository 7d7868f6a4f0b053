//! With the feature `serde`, answers are data that another program can read.

use serde_json::json;
use walkmesh::exchange::{LostMark, Mark, MatchReport, NodeReport};
use walkmesh::finding::CheckOptions;
use walkmesh::formats::bwm::Bwm;
use walkmesh::kotor::Walkmesh;
use walkmesh::mesh::{NavMesh, Position};

#[test]
fn a_path_is_its_positions_and_its_length() {
    let square = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
    let mesh = NavMesh::from_shared_vertices(square, &[[0, 1, 2], [0, 2, 3]], |_| true).unwrap();
    let path = mesh.shortest_path(Position::new([3.0, 1.0, 0.0], 0), Position::new([3.0, 2.0, 0.0], 0)).unwrap();
    let points = json!([{ "point": [3.0, 1.0, 0.0], "face": 0 }, { "point": [3.0, 2.0, 0.0], "face": 0 }]);
    let expected = json!({ "points": points, "length": 1.0, "proven_shortest": true });
    assert_eq!(serde_json::to_value(&path).unwrap(), expected);
}

#[test]
fn findings_are_a_list_of_rules_and_differences_name_their_table() {
    let vertices = vec![[0.0, 0.0, 0.0].into(); 2];
    let walkmesh = Walkmesh::from_raw(Bwm { walkmesh_type: 1, vertices, ..Bwm::default() });
    let findings = serde_json::to_value(walkmesh.check(&CheckOptions::default())).unwrap();
    let unused = findings.as_array().unwrap().iter().find(|rule| rule["rule"]["code"] == "vertex-unused").unwrap();
    assert_eq!((&unused["severity"], &unused["count"]), (&json!("info"), &json!(2)));
    assert_eq!(unused["listed"][1]["place"], json!([{ "kind": "vertex", "index": 1 }]));
    let empty = Walkmesh::from_raw(Bwm { walkmesh_type: 1, ..Bwm::default() });
    let diff = serde_json::to_value(walkmesh.diff(&empty)).unwrap();
    assert!(diff.as_array().unwrap().iter().any(|table| table["table"] == "vertices"), "{diff}");
}

#[test]
fn the_report_on_a_node_names_what_was_changed() {
    let mut matched = MatchReport::default();
    (matched.kept, matched.removed) = (2, vec![7]);
    let mut report = NodeReport::new("hall", matched);
    let mark = Mark { name: "exit".into(), point: [1.0, 2.0, 0.5] };
    report.marks_not_placed.push(LostMark { mark, reason: "nothing is there".into() });
    report.note("1 face is gone.");
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!((&json["node"], &json["matched"]["removed"]), (&json!("hall"), &json!([7])));
    let lost = json!([{ "mark": { "name": "exit", "point": [1.0, 2.0, 0.5] }, "reason": "nothing is there" }]);
    assert_eq!(json["marks_not_placed"], lost);
    assert_eq!(json["notes"], json!([{ "node": "hall", "message": "1 face is gone." }]));
}
