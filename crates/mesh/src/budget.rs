//! [`Budget`]: a limit on the cost of an operation, and [`OverLimit`], its error, which says how to raise the limit.
//!
//! Most of what this library does takes time and memory in proportion to its input, and needs no budget. A budget is for work that can be
//! large even for a small input. Code that does such work asks [before it allocates](Budget::need) where the size is known in advance, and
//! otherwise [counts](Budget::counter) while it works.
//!
//! ```
//! # use walkmesh_mesh as walkmesh;
//! use walkmesh::budget::{Budget, Cost};
//!
//! let budget = Budget::new(Cost::Items, 200);
//! assert_eq!(budget.need(100), Ok(()));
//! assert_eq!(budget.need(300).unwrap_err().to_string(), "it takes 300 items, and at most 200 are allowed");
//!
//! // Steps have a limit that users set. Of a small input a fixed number is allowed, and of a larger one more.
//! let [small, large] = [0, 1_000_000].map(|items| Budget::of_steps(None, items));
//! assert!(small.most() < large.most());
//! let strict = Budget::of_steps(Some(10), 1_000_000);
//! let mut counter = strict.counter();
//! let error = counter.take(11).and_then(|()| counter.settle()).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "it takes more than the 10 steps that are allowed; to do it nevertheless, raise the limit `max-steps`"
//! );
//! ```

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The unit in which a budget counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Cost {
    /// Bytes of memory.
    Bytes,
    /// Items of a list, such as points or triangles.
    Items,
    /// Steps of work, of some ten nanoseconds each.
    Steps,
}

/// An operation would cost more than is allowed.
/// Cause: the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct OverLimit {
    /// The resource that would run over its limit.
    pub cost: Cost,
    /// The limit.
    pub most: u64,
    /// The amount that the operation needs; `None` for work that was given up before the amount was known.
    pub needed: Option<u64>,
}

/// A limit on one resource of an operation. All threads that work on it share one budget.
///
/// Every unit is counted in the end, so the result does not depend on the threads.
#[derive(Debug)]
pub struct Budget {
    cost: Cost,
    most: u64,
    spent: AtomicU64,
}

/// Counts the steps of one thread.
#[derive(Debug)]
pub struct Counter<'a> {
    budget: &'a Budget,
    taken: u64,
}

/// Number of units that a thread counts before it reports them to the others.
const SHARE: u64 = 1 << 16;

/// The steps that any operation may take by default: about a second, and forty times what any real input needs.
const STEPS: u64 = 1 << 27;
/// The steps that it may take by default for each item of its input.
const STEPS_PER_ITEM: u64 = 1 << 10;
/// The maximum number of steps by default, however large the input is.
const MAX_STEPS: u64 = 1 << 29;

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bytes => "bytes",
            Self::Items => "items",
            Self::Steps => "steps",
        })
    }
}

impl fmt::Display for OverLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cost, most, needed } = self;
        match needed {
            Some(needed) => write!(f, "it takes {needed} {cost}, and at most {most} are allowed")?,
            None => write!(f, "it takes more than the {most} {cost} that are allowed")?,
        }
        match cost {
            Cost::Bytes => f.write_str("; to do it nevertheless, raise the limit `max-inflated`"),
            Cost::Steps => f.write_str("; to do it nevertheless, raise the limit `max-steps`"),
            Cost::Items => Ok(()),
        }
    }
}

impl std::error::Error for OverLimit {}

impl Budget {
    /// A budget of `most` units.
    #[must_use]
    pub const fn new(cost: Cost, most: u64) -> Self {
        Self { cost, most, spent: AtomicU64::new(0) }
    }

    /// A budget of steps for an operation on `items` items, such as points and triangles: the number that users allow, or by default 2^27
    /// plus 2^10 for each item, but at most 2^29. So the time of a hostile input is linear in its size.
    #[must_use]
    pub fn of_steps(allowed: Option<u64>, items: usize) -> Self {
        let by_default = || STEPS.saturating_add(STEPS_PER_ITEM.saturating_mul(items as u64)).min(MAX_STEPS);
        Self::new(Cost::Steps, allowed.unwrap_or_else(by_default))
    }

    /// The limit.
    #[must_use]
    pub const fn most(&self) -> u64 {
        self.most
    }

    /// The amount spent, as far as threads have [reported](Counter::settle) it.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Returns an error if the budget is too small for a known amount. Nothing is spent.
    ///
    /// # Errors
    /// [`OverLimit`], with what is needed.
    pub const fn need(&self, needed: u64) -> Result<(), OverLimit> {
        let Self { cost, most, .. } = *self;
        if needed > most { Err(OverLimit { cost, most, needed: Some(needed) }) } else { Ok(()) }
    }

    /// A counter for a thread, which must [settle](Counter::settle) in the end.
    #[must_use]
    pub const fn counter(&self) -> Counter<'_> {
        Counter { budget: self, taken: 0 }
    }
}

impl Counter<'_> {
    /// Counts units. An excess may be noticed only later, when the counter settles.
    ///
    /// # Errors
    /// [`OverLimit`].
    pub fn take(&mut self, units: usize) -> Result<(), OverLimit> {
        self.taken += units as u64;
        if self.taken < SHARE { Ok(()) } else { self.settle() }
    }

    /// Reports the counted units to all threads.
    ///
    /// # Errors
    /// [`OverLimit`], if all threads together have counted too many.
    pub fn settle(&mut self) -> Result<(), OverLimit> {
        let taken = std::mem::take(&mut self.taken);
        let before = self.budget.spent.fetch_add(taken, Ordering::Relaxed);
        let Budget { cost, most, .. } = *self.budget;
        if before.saturating_add(taken) > most { Err(OverLimit { cost, most, needed: None }) } else { Ok(()) }
    }
}

/// Enough for any test.
#[cfg(any(test, feature = "rounds"))]
impl Default for Budget {
    fn default() -> Self {
        Self::new(Cost::Steps, u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_small_shares_exceed_the_budget_together() {
        let half = usize::try_from(SHARE).unwrap();
        let budget = Budget::new(Cost::Steps, 2 * SHARE);
        assert_eq!(budget.counter().take(half), Ok(()));
        let mut counter = budget.counter();
        assert_eq!(counter.take(half), Ok(()));
        assert_eq!(counter.take(1), Ok(()), "it is told later");
        assert_eq!(counter.settle(), Err(OverLimit { cost: Cost::Steps, most: 2 * SHARE, needed: None }));
    }

    #[test]
    fn the_default_grows_with_the_input_up_to_a_point() {
        let most = |items: usize| Budget::of_steps(None, items).most();
        assert_eq!(Budget::of_steps(Some(u64::MAX), 0).most(), u64::MAX);
        assert_eq!([0, 1, 1 << 17, usize::MAX].map(most), [1 << 27, (1 << 27) + (1 << 10), 1 << 28, 1 << 29]);
    }
}
