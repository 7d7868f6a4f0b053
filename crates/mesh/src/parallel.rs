//! Parallel loops: on all cores with the feature `parallel`, sequentially without it. The results and their
//! order do not depend on the feature.
//!
//! Values in a `OnceLock`, built when a query first needs them, are built on one thread. A thread that waits for others takes up other
//! work, such as the next query of a loop, and that query would wait for the value that its own thread is building.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// Number of queries that a thread takes at a time. A single query costs less than handing it to another thread.
const SHARE: usize = 256;

/// Number of tiny items that a thread takes at a time. Waking another thread costs some ten microseconds.
const TINY_SHARE: usize = 1024;

/// Number of shares for each thread, so that all threads stay busy until the end although some items take longer.
#[cfg(feature = "parallel")]
const SHARES_OF_A_THREAD: usize = 16;

/// Maps each item.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    map_indices(items.len(), |index| work(&items[index]))
}

/// Maps each item; `scratch` makes the memory that the items of a share have in common.
pub fn map_with<T: Sync, R: Send, S>(
    items: &[T],
    scratch: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, &T) -> R + Sync + Send,
) -> Vec<R> {
    map_indices_with(items.len(), scratch, |scratch, index| work(scratch, &items[index]))
}

/// Answers many small queries.
pub fn answers<Q: Sync, A: Send>(questions: &[Q], answer: impl Fn(&Q) -> A + Sync + Send) -> Vec<A> {
    collect(questions.len(), SHARE, |share| questions[share].iter().map(&answer).collect())
}

/// Maps items that take some tens of nanoseconds each. Few items stay on one thread.
pub fn map_tiny<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    collect(items.len(), TINY_SHARE, |share| items[share].iter().map(&work).collect())
}

/// Maps each number below `count`.
pub fn map_indices<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    collect(count, 1, |share| share.map(&work).collect())
}

/// Maps each number below `count`; `scratch` makes the memory that the items of a share have in common.
pub fn map_indices_with<R: Send, S>(
    count: usize,
    scratch: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, usize) -> R + Sync + Send,
) -> Vec<R> {
    collect(count, 1, |share| {
        let mut scratch = scratch();
        share.map(|index| work(&mut scratch, index)).collect()
    })
}

/// The results of all shares of the numbers below `count`, in order.
fn collect<R: Send>(count: usize, least: usize, work: impl Fn(Range<usize>) -> Vec<R> + Sync) -> Vec<R> {
    let done = Mutex::new(Vec::new());
    in_shares(count, least, &|share| {
        let results = (share.start, work(share));
        done.lock().unwrap_or_else(PoisonError::into_inner).push(results);
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(start, _)| *start);
    let mut all = Vec::with_capacity(count);
    done.into_iter().for_each(|(_, mut results)| all.append(&mut results));
    all
}

/// Works on the numbers below `count`, in shares of at least `least`. The work is a trait object, so that the threads' machinery
/// is compiled once and not for each loop.
fn in_shares(count: usize, least: usize, work: &(dyn Fn(Range<usize>) + Sync)) {
    #[cfg(feature = "parallel")]
    {
        let share = count.div_ceil(SHARES_OF_A_THREAD * rayon::current_num_threads()).max(least);
        if share < count {
            let shares = (0..count.div_ceil(share)).into_par_iter();
            return shares.for_each(|at| work(at * share..((at + 1) * share).min(count)));
        }
    }
    let _ = least;
    work(0..count);
}

/// Fills each row of a table of `width` columns; `scratch` makes the memory that all rows of one thread share.
pub fn fill_rows<T: Send, S>(
    table: &mut [T],
    width: usize,
    scratch: impl Fn() -> S + Sync + Send,
    fill: impl Fn(&mut S, usize, &mut [T]) + Sync + Send,
) {
    if width == 0 {
        return;
    }
    #[cfg(feature = "parallel")]
    {
        let rows = table.par_chunks_mut(width).enumerate();
        rows.for_each_init(scratch, |scratch, (index, row)| fill(scratch, index, row));
    }
    #[cfg(not(feature = "parallel"))]
    {
        let mut scratch = scratch();
        table.chunks_mut(width).enumerate().for_each(|(index, row)| fill(&mut scratch, index, row));
    }
}

/// Runs two tasks, at the same time if there is a core for each.
pub fn join(a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    rayon::join(a, b);
    #[cfg(not(feature = "parallel"))]
    {
        a();
        b();
    }
}
