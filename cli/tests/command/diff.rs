//! `walkmesh diff`.

use crate::run::{run, snapshot};

#[test]
fn equal_files_are_equal_in_every_table() {
    for name in ["room.wok", "yard.trx", "ainavdata_32769.dat"] {
        let path = format!("samples/{name}");
        let run = run(&["diff", &path, &path]);
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        assert!(run.out.starts_with(&format!("{path} and {path}: equal in every table\n")), "{}", run.out);
    }
}

#[test]
fn the_samples_equal_their_own_re_bakes() {
    for name in ["room.wok", "chest.pwk", "door0.dwk", "yard.trx", "ainavdata_32769.dat"] {
        let run = run(&["diff", "--rebake", "--only-different", &format!("samples/{name}")]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
        assert_eq!(run.out, format!("samples/{name} and its own re-bake: equal in every table\n"));
    }
}

#[test]
fn what_differs_is_shown_table_by_table() {
    let text = run(&["diff", "samples/yard.trn", "samples/yard.trx"]);
    assert_eq!((text.status, text.err.as_str()), (1, ""));
    snapshot("cli_diff", &text.out);

    let json = run(&["diff", "--json", "--only-different", "samples/yard.trn", "samples/yard.trx"]);
    assert_eq!(json.status, 1);
    let json = json.json();
    let result = &json["results"][0];
    assert_eq!(result["equal"], false);
    for table in result["tables"].as_array().expect("tables") {
        assert!(table["equal"].as_u64() < table["entries"].as_u64(), "{table}");
        assert!(table["first"][0]["place"].is_string(), "{table}");
    }
}

#[test]
fn files_of_different_games_cannot_be_compared() {
    let run = run(&["diff", "samples/room.wok", "samples/yard.trx"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_eq!(run.err, "walkmesh: samples/room.wok: the two files are of different games\n");
}

#[test]
fn each_file_that_cannot_be_read_is_named() {
    let run = run(&["diff", "no/such.wok", "no/other.wok"]);
    assert_eq!((run.status, run.err.lines().count()), (2, 2), "{}", run.err);
}
