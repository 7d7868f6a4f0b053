//! The fields of the JSON, which change only together with the version of its schema.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use serde_json::Value;
use walkmesh_testing::snapshot;

use crate::repair::torn;
use crate::run::{clone_with_samples, walkmesh};

/// The commands for a folder with the samples and a torn room. Together the commands show nearly every field.
const COMMANDS: &[&str] = &[
    "info cli/samples",
    "roundtrip cli/samples",
    "check cli/samples torn.wok --severity info",
    "check --write-baseline accepted.json cli/samples torn.wok nothing.wok",
    "explain face-duplicate",
    "bake cli/samples/yard.trn -o yard.trx",
    "bake cli/samples/town.trn --footprints cli/samples/footprints.json --time -o town.trx",
    "footprints learn cli/samples -o table.json",
    "bake cli/samples/dungeon.json -o dungeon.dat",
    "bake cli/samples/room.wok -o baked.wok",
    "edit cli/samples/room.wok --paint 0-4=Metal -o painted.wok",
    "repair torn.wok",
    "repair torn.wok -o repaired.wok",
    "repair cli/samples/manor.lyt --transitions --picture changes.svg",
    "optimise cli/samples/yard.trx -o small.trx",
    "edit cli/samples/manor.lyt --move 1,2,3 -o moved",
    "check cli/samples/manor.lyt --place chest.pwk,90,90,0,0",
    "repair cli/samples/manor.lyt --weld --link -o linked",
    "diff cli/samples/room.wok cli/samples/porch.wok",
    "diff cli/samples/room.wok --rebake",
    "diff cli/samples/yard.trn cli/samples/yard.trx --geometry",
    "diff cli/samples --against-sources",
    "convert cli/samples/room.wok -o room.obj",
    "convert cli/samples/court.obj -o court.wok",
    "convert room.obj --onto cli/samples/room.wok -o again.wok",
    "draw cli/samples/room.wok -o room.svg",
    "view cli/samples/room.wok -o page.html",
    "path cli/samples/room.wok 0.5,0.5 1.5,3.5",
    "path torn.wok 1.4,0.8 0.2,3.8",
    "path cli/areas/academy 5,5 30,5 --engine",
    "path cli/areas/academy 1,1 -90,1 --engine",
    "path cli/samples/yard.trx 0 35",
    "path cli/samples/yard.trx 0,0 35",
    "path cli/samples/ainavdata_32769.dat 0:0 1:1",
    "sight cli/samples/room.wok 1,1,1 3,3,1",
    "sight cli/samples/yard.trx 0 35",
    "reach cli/samples/ainavdata_32769.dat 1:1",
    "reach cli/samples/yard.trx 0",
    "floor cli/samples/room.wok 1,1,1",
    "raycast cli/samples/room.wok 1,1,5 1,1,-5",
    "demo",
    "undo --list",
    "undo",
    "manual -o usr",
    "floor",
];

/// The types of the values at each path.
type Shape = BTreeMap<String, BTreeSet<&'static str>>;

fn shape(value: &Value, path: &str, found: &mut Shape) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    };
    found.entry(path.to_owned()).or_default().insert(kind);
    match value {
        Value::Array(values) => values.iter().for_each(|value| shape(value, &format!("{path}[]"), found)),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            let dot = if path.is_empty() { "" } else { "." };
            shape(value, &format!("{path}{dot}{key}"), found);
        }),
        _ => {}
    }
}

/// The shape of the JSON of each subcommand.
fn shapes() -> BTreeMap<&'static str, Shape> {
    let (folder, state) = (clone_with_samples(), tempfile::tempdir().expect("a folder"));
    fs::write(folder.path().join("torn.wok"), torn()).expect("a file");
    let mut shapes: BTreeMap<&str, Shape> = BTreeMap::new();
    for line in COMMANDS {
        let mut arguments: Vec<&str> = line.split_whitespace().collect();
        arguments.push("--json");
        let mut command = walkmesh(&arguments);
        let output = command
            .current_dir(folder.path())
            .env("WALKMESH_STATE", state.path())
            .output()
            .expect("the command starts");
        let json = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("walkmesh {line}: {error}: {}", String::from_utf8_lossy(&output.stderr));
        });
        shape(&json, "", shapes.entry(arguments[0]).or_default());
    }
    shapes
}

/// If a line of this snapshot is removed or changed, raise the version of the schema. New lines are allowed.
#[test]
fn fields_and_their_types_stay() {
    let mut text = String::new();
    for (command, shape) in shapes() {
        writeln!(text, "## {command}").expect("a string");
        for (path, kinds) in shape.iter().filter(|(path, _)| !path.is_empty()) {
            let kinds: Vec<&str> = kinds.iter().copied().collect();
            writeln!(text, "{path}: {}", kinds.join(" or ")).expect("a string");
        }
    }
    snapshot("cli_json_fields", &text);
}

#[test]
fn every_field_is_explained() {
    let page = fs::read_to_string(walkmesh_testing::root().join("docs/json.md")).expect("the page");
    let words: BTreeSet<&str> = page.split('`').skip(1).step_by(2).flat_map(|code| code.split(['.', '['])).collect();
    let mut unexplained = BTreeSet::new();
    for (command, shape) in shapes() {
        for path in shape.keys() {
            let field = path.rsplit('.').next().unwrap_or_default().trim_end_matches("[]");
            // The kinds of repairs are names of fields, too.
            let is_kind = path.starts_with("results[].counts.") && command == "repair";
            if !field.is_empty() && !is_kind && !words.contains(field) {
                unexplained.insert(path.clone());
            }
        }
    }
    assert!(unexplained.is_empty(), "docs/json.md does not explain {unexplained:#?}");
}
