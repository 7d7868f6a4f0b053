//! Runs in one process that are independent.

use std::sync::{Arc, Barrier};
use std::thread;

use walkmesh::formats::Limits;

use crate::input::{Source, each_file, no_progress};
use crate::limits::{budget, runs};
use crate::output::Report;
use crate::run::Run;

fn run(inflated: u64) -> Arc<Run> {
    Run::new(Limits::default().with_inflated(inflated))
}

#[test]
fn two_runs_at_the_same_time_have_each_its_own_limits_on_all_their_threads() {
    let files = [(); 8].map(|()| tempfile::NamedTempFile::new().expect("a file"));
    let sources = files.each_ref().map(|file| {
        std::fs::write(file, b"BWM V1.0").expect("written");
        Source::named(file.path())
    });
    let both_are_running = Barrier::new(2);
    thread::scope(|scope| {
        for (inflated, batches) in [(20, 4), (100, 1)] {
            let (sources, both_are_running) = (&sources, &both_are_running);
            scope.spawn(move || {
                run(inflated).enter(|| {
                    both_are_running.wait();
                    assert_eq!(runs(&[8; 8]).len(), batches);
                    let work = |_, _| Ok(budget());
                    let (bar, mut seen) = (no_progress(), Vec::new());
                    let tell = |limit, _: &mut Report| {
                        seen.push(limit);
                        Ok(())
                    };
                    let mut report = Report::to(Vec::new());
                    each_file(sources, &bar, &mut report, |_| true, work, tell).expect("the files");
                    assert_eq!(seen, [inflated; 8]);
                    both_are_running.wait();
                    assert_eq!(budget(), inflated);
                });
                assert_eq!(budget(), Limits::default().inflated);
            });
        }
    });
}

#[test]
fn one_run_inside_another_leaves_it_as_it_was_even_after_a_panic() {
    run(20).enter(|| {
        let inner = std::panic::catch_unwind(|| run(100).enter(|| panic!("in the inner run, as planned")));
        assert!(inner.is_err());
        assert_eq!(budget(), 20);
    });
}
