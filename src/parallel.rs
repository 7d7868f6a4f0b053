//! Parallel loops: on all cores with the feature `parallel`, one item after another without it. The results and their
//! order do not depend on the feature.
//!
//! What is made when a query first asks for it, and kept in a `OnceLock`, is made on one thread. A thread that waits for
//! others takes up other work, such as the next query of a loop, and that query would wait for what its own thread is
//! making.

#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// Queries that one thread takes at a time. A single query costs less than handing it to another thread.
#[cfg(feature = "parallel")]
const SHARE: usize = 256;

/// Tiny items that one thread takes at a time. Waking another thread costs some ten microseconds.
#[cfg(feature = "parallel")]
const TINY_SHARE: usize = 1024;

/// Maps each item.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "parallel")]
    {
        items.par_iter().map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    items.iter().map(work).collect()
}

/// Maps each item; `scratch` makes the memory that all items of one thread share.
pub(crate) fn map_with<T: Sync, R: Send, S>(
    items: &[T],
    scratch: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, &T) -> R + Sync + Send,
) -> Vec<R> {
    #[cfg(feature = "parallel")]
    {
        items.par_iter().map_init(scratch, work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        let mut scratch = scratch();
        items.iter().map(|item| work(&mut scratch, item)).collect()
    }
}

/// Answers many small queries.
pub(crate) fn answers<Q: Sync, A: Send>(questions: &[Q], answer: impl Fn(&Q) -> A + Sync + Send) -> Vec<A> {
    #[cfg(feature = "parallel")]
    {
        questions.par_iter().with_min_len(SHARE).map(answer).collect()
    }
    #[cfg(not(feature = "parallel"))]
    questions.iter().map(answer).collect()
}

/// Maps items that take some tens of nanoseconds each. Few items stay on one thread.
pub(crate) fn map_tiny<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "parallel")]
    {
        items.par_iter().with_min_len(TINY_SHARE).map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    items.iter().map(work).collect()
}

/// Maps each number below `count`.
pub(crate) fn map_indices<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "parallel")]
    {
        (0..count).into_par_iter().map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    (0..count).map(work).collect()
}

/// Maps each number below `count`; `scratch` makes the memory that all items of one thread share.
pub(crate) fn map_indices_with<R: Send, S>(
    count: usize,
    scratch: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, usize) -> R + Sync + Send,
) -> Vec<R> {
    #[cfg(feature = "parallel")]
    {
        (0..count).into_par_iter().map_init(scratch, work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    {
        let mut scratch = scratch();
        (0..count).map(|index| work(&mut scratch, index)).collect()
    }
}

/// Fills each row of a table of `width` columns; `scratch` makes the memory that all rows of one thread share.
pub(crate) fn fill_rows<T: Send, S>(
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
pub(crate) fn join(a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    rayon::join(a, b);
    #[cfg(not(feature = "parallel"))]
    {
        a();
        b();
    }
}
