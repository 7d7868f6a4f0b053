//! The CPU time of this thread, and figures made of it.

use rustix::time::{ClockId, clock_gettime};

/// How long this thread has run, in nanoseconds. Other processes on the machine do not count.
fn cpu_ns() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e9 + now.tv_nsec as f64
}

/// The CPU time of a piece of work, in nanoseconds.
pub fn time<T>(work: impl FnOnce() -> T) -> f64 {
    let start = cpu_ns();
    std::hint::black_box(work());
    cpu_ns() - start
}

/// The median of some numbers.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What many queries took, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Queries {
    pub mean: f64,
    /// 99 of 100 took at most this.
    pub p99: f64,
}

impl Queries {
    /// Of each query the median of its rounds.
    pub fn of(rounds: Vec<Vec<f64>>) -> Self {
        let mut each: Vec<f64> = rounds.into_iter().map(median).collect();
        each.sort_by(f64::total_cmp);
        Self { mean: each.iter().sum::<f64>() / each.len() as f64, p99: each[each.len() * 99 / 100] }
    }
}
