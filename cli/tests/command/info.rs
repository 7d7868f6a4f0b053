//! `walkmesh info`.

use crate::run::{corpus, run, snapshot};

#[test]
fn says_what_is_in_each_sample() {
    let run = run(&["info", "samples"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    snapshot("cli_info", &run.out);
}

#[test]
fn the_json_has_stable_names() {
    let run = run(&["info", "--json", "samples/yard.trx", "samples/room.wok"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    snapshot("cli_info_json", &run.out);
}

#[test]
fn reads_every_file_of_the_corpus() {
    let Some(corpus) = corpus() else { return };
    let run = run(&["info".as_ref(), "--json".as_ref(), corpus.as_os_str()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let json = run.json();
    let results = json["results"].as_array().expect("results");
    let of = |format: &str| results.iter().filter(|result| result["format"] == format).count();
    assert_eq!((of("BWM"), of("TRN"), of("AINavData")), (119, 72, 2));
    assert_eq!((of("DOF"), of("BMS")), (1, 7));
}
