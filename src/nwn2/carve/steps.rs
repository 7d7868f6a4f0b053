//! How much work a carving may be, so that hostile input cannot take quadratic time.

use std::sync::atomic::{AtomicU64, Ordering};

/// How many steps are taken before all threads are told of them.
const SHARE: u64 = 1 << 16;

/// The carving would take more steps than are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::nwn2) struct TooManySteps;

/// The steps that all threads have taken.
///
/// Every step is counted in the end, so whether there are too many does not depend on the threads.
#[derive(Debug)]
pub(super) struct Budget {
    most: u64,
    spent: AtomicU64,
}

/// Counts the steps of one thread.
#[derive(Debug)]
pub(super) struct Steps<'a> {
    budget: &'a Budget,
    taken: u64,
}

impl Budget {
    pub(super) fn new(most: u64) -> Self {
        Self { most, spent: AtomicU64::new(0) }
    }

    /// How many steps were taken.
    #[cfg(test)]
    pub(super) fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// A counter for a thread, which must [settle](Steps::settle) in the end.
    pub(super) fn steps(&self) -> Steps<'_> {
        Steps { budget: self, taken: 0 }
    }
}

impl Steps<'_> {
    /// Counts steps.
    pub(super) fn take(&mut self, steps: usize) -> Result<(), TooManySteps> {
        self.taken += steps as u64;
        if self.taken < SHARE { Ok(()) } else { self.settle() }
    }

    /// Tells all threads of the steps that were taken.
    pub(super) fn settle(&mut self) -> Result<(), TooManySteps> {
        let taken = std::mem::take(&mut self.taken);
        let before = self.budget.spent.fetch_add(taken, Ordering::Relaxed);
        if before + taken > self.budget.most { Err(TooManySteps) } else { Ok(()) }
    }
}

/// Enough for any test.
#[cfg(test)]
impl Default for Budget {
    fn default() -> Self {
        Self::new(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_small_shares_exceed_the_budget_together() {
        let half = usize::try_from(SHARE).unwrap();
        let budget = Budget::new(2 * SHARE);
        assert_eq!(budget.steps().take(half), Ok(()));
        let mut steps = budget.steps();
        assert_eq!(steps.take(half), Ok(()));
        assert_eq!(steps.take(1), Ok(()), "it is told later");
        assert_eq!(steps.settle(), Err(TooManySteps));
    }
}
