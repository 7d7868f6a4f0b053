//! The CPU time of this thread, and figures computed from it.

use std::sync::OnceLock;

use rustix::time::{ClockId, clock_gettime};

/// The CPU time of this thread in nanoseconds, without other processes on the machine.
fn cpu_ns() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e9 + now.tv_nsec as f64
}

/// The CPU time of a piece of work, in nanoseconds, without that of the clock: a virtual machine may take half a
/// microsecond to read it, as long as some queries take.
pub fn time<T>(work: impl FnOnce() -> T) -> f64 {
    static CLOCK: OnceLock<f64> = OnceLock::new();
    let clock = *CLOCK.get_or_init(|| median((0..1_001).map(|_| with_clock(|| ())).collect()));
    (with_clock(work) - clock).max(0.0)
}

/// The CPU time of a piece of work and of reading the clock.
fn with_clock<T>(work: impl FnOnce() -> T) -> f64 {
    let start = cpu_ns();
    std::hint::black_box(work());
    cpu_ns() - start
}

/// The median of some numbers.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs each side in turn, once to warm up and then for a number of rounds. Each side returns its time. Returns the medians.
pub fn in_turn<const SIDES: usize>(rounds: usize, mut sides: [&mut dyn FnMut() -> f64; SIDES]) -> [f64; SIDES] {
    let mut times = [const { Vec::new() }; SIDES];
    for round in 0..=rounds {
        for (side, times) in sides.iter_mut().zip(&mut times) {
            let taken = side();
            if round > 0 {
                times.push(taken);
            }
        }
    }
    times.map(median)
}

/// The times of many queries.
#[derive(Clone, Debug, Default)]
pub struct Queries {
    /// The median of each query's rounds, in nanoseconds, ascending.
    each: Vec<f64>,
}

impl Queries {
    /// The rounds of each query.
    pub fn new(rounds: Vec<Vec<f64>>) -> Self {
        let mut each: Vec<f64> = rounds.into_iter().map(median).collect();
        each.sort_by(f64::total_cmp);
        Self { each }
    }

    /// These and others.
    pub fn join(&mut self, others: &Self) {
        self.each.extend(&others.each);
        self.each.sort_by(f64::total_cmp);
    }

    pub fn mean(&self) -> f64 {
        self.each.iter().sum::<f64>() / self.each.len() as f64
    }

    /// 99 of 100 took at most this time.
    pub fn p99(&self) -> f64 {
        self.each[self.each.len() * 99 / 100]
    }
}
