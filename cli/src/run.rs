//! [`Run`]: one run of the command, and its state.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use walkmesh::formats::Limits;

use crate::save::last_runs::Recording;
use crate::storage::Known;

/// One run of the command, or one writing by a program. Runs in one process share no state.
#[derive(Default)]
pub struct Run {
    pub limits: Limits,
    state: Mutex<State>,
}

/// What a run remembers.
#[derive(Default)]
pub struct State {
    /// Standard input can be read only once.
    pub has_read_standard_input: bool,
    pub known: Known,
    /// The folders in which nothing is left of killed runs.
    pub recovered: BTreeSet<PathBuf>,
    pub recording: Recording,
}

thread_local! {
    /// The run for which this thread works. It is the thread's own, so that runs on several threads are independent.
    static CURRENT: RefCell<Arc<Run>> = RefCell::default();
}

impl Run {
    /// A run of the command with arguments, of which the first is the name of the program, and with the folder of a game in which paths
    /// are looked for that lead nowhere else.
    ///
    /// # Errors
    /// The folder is not that of a known game.
    pub fn new(arguments: &[OsString], limits: Limits, game: Option<&Path>) -> anyhow::Result<Arc<Self>> {
        let state = State { known: Known::of(game)?, recording: Recording::of(arguments), ..State::default() };
        Ok(Arc::new(Self { limits, state: state.into() }))
    }

    /// The run for which this thread works; one of its own if it works for none.
    pub fn current() -> Arc<Self> {
        CURRENT.with_borrow(Arc::clone)
    }

    /// Does work for this run. A thread that helps another one enters the run of that one.
    pub fn enter<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> T {
        let _before = Before(CURRENT.replace(Arc::clone(self)));
        work()
    }

    /// What the run remembers.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leads the thread back to the run of before, after a panic, too.
struct Before(Arc<Run>);

impl Drop for Before {
    fn drop(&mut self) {
        CURRENT.set(std::mem::take(&mut self.0));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;

    use super::*;
    use crate::input::{Source, each_file, no_progress};
    use crate::limits::{budget, runs};
    use crate::output::Report;

    fn run(inflated: u64) -> Arc<Run> {
        Run::new(&[], Limits::default().with_inflated(inflated), None).expect("no game")
    }

    #[test]
    fn two_runs_at_the_same_time_have_each_its_own_limits_on_all_their_threads() {
        let folder = tempfile::tempdir().expect("a folder");
        let sources: Vec<Source> = (0..8)
            .map(|number| {
                let path = folder.path().join(format!("{number}.wok"));
                std::fs::write(&path, b"BWM V1.0").expect("a file");
                Source::named(path)
            })
            .collect();
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
}
