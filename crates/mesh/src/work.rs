//! Counts the iterations of loops that hostile input could make quadratic, for tests. Other builds count nothing.

#[cfg(any(test, feature = "rounds"))]
use crate::samples::hostile::{Mesh, SHAPES};

#[cfg(any(test, feature = "rounds"))]
thread_local! {
    static ROUNDS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts one iteration of a loop.
#[inline(always)]
pub fn round() {
    #[cfg(any(test, feature = "rounds"))]
    ROUNDS.with(|rounds| rounds.set(rounds.get() + 1));
}

/// Number of loop iterations while this thread ran a function.
#[cfg(any(test, feature = "rounds"))]
pub fn rounds_of<T>(work: impl FnOnce() -> T) -> u64 {
    let before = ROUNDS.with(std::cell::Cell::get);
    drop(work());
    ROUNDS.with(std::cell::Cell::get) - before
}

/// Asserts for each hostile shape that twice as many faces cause at most three times as many loop iterations. Up to 100,000 iterations are
/// acceptable for 4,000 faces, however they grow.
#[cfg(any(test, feature = "rounds"))]
pub fn assert_linear<T>(work: impl Fn(&Mesh) -> T) {
    for (name, make) in SHAPES {
        let [few, many] = [4000, 8000].map(|faces| {
            let mesh = make(faces);
            rounds_of(|| work(&mesh))
        });
        assert!(many <= 3 * few.max(100_000), "{name}: {few} rounds, and {many} for twice as many faces");
    }
}
