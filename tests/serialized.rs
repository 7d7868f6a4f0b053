//! With the feature `serde`, answers are data that another program can read.

use serde_json::json;
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
