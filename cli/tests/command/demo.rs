//! `walkmesh demo`.

use walkmesh_testing::snapshot;

use crate::run::run;

#[test]
fn every_sample_comes_out_as_it_should() {
    let run = run(&["demo"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    snapshot("cli_demo", &run.out);
}
