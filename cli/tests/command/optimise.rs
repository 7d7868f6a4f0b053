//! `walkmesh optimise`.

use std::fs;

use crate::run::{root, run};

#[test]
fn an_area_is_made_smaller_and_stays_right() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("small.trx");
    let arguments = ["optimise", "--json", "samples/yard.trx", "-o"].map(Into::into);
    let first = run(&[&arguments[..], &[out.clone().into_os_string()]].concat());
    assert_eq!((first.status, first.err.as_str()), (0, ""));
    let json = first.json();
    let parts = json["results"][0]["parts"].as_array().expect("parts");
    let file = parts.last().expect("the whole file");
    assert_eq!((file["part"].as_str(), file["before"].as_u64()), (Some("file"), Some(size("samples/yard.trx"))));
    assert!(file["after"].as_u64() < file["before"].as_u64(), "{file}");
    assert_eq!(file["after"].as_u64(), Some(fs::metadata(&out).expect("the file").len()));

    let check = run(&["check".as_ref(), out.as_os_str()]);
    assert_eq!(check.status, 0, "{}", check.out);
    let again = run(&["optimise".as_ref(), out.as_os_str(), "--in-place".as_ref()]);
    assert!(again.out.starts_with(&format!("{}: nothing to change", out.display())), "{}", again.out);
}

fn size(path: &str) -> u64 {
    fs::metadata(root().join(path)).expect("the sample").len()
}

#[test]
fn other_games_are_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("small.wok");
    let run = run(&["optimise".as_ref(), "samples/room.wok".as_ref(), "-o".as_ref(), out.as_os_str()]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_eq!(
        run.err,
        "walkmesh: samples/room.wok: this is a KotOR walkmesh; `optimise` works on NWN2 areas (.trn, .trx) and inflated \
         NWN2 walkmeshes (ASWM)\n"
    );
    assert!(!out.exists());
}
