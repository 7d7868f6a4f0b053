//! The same work on many things, on all cores where the feature `parallel` is on. The results do not depend on it.

/// Maps over many things, in order.
#[cfg(feature = "parallel")]
pub(super) fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    use rayon::prelude::*;
    items.par_iter().map(f).collect()
}

/// Maps over many things, in order.
#[cfg(not(feature = "parallel"))]
pub(super) fn map<T, R>(items: &[T], f: impl Fn(&T) -> R) -> Vec<R> {
    items.iter().map(f).collect()
}

/// Fills a table row by row, with a workspace that `init` makes and rows share.
#[cfg(feature = "parallel")]
pub(super) fn fill_rows<T: Send, W>(
    table: &mut [T],
    row: usize,
    init: impl Fn() -> W + Sync + Send,
    fill: impl Fn(&mut W, usize, &mut [T]) + Sync + Send,
) {
    use rayon::prelude::*;
    let rows = table.par_chunks_mut(row.max(1)).enumerate();
    rows.for_each_init(init, |work, (index, row)| fill(work, index, row));
}

/// Fills a table row by row, with a workspace that `init` makes and rows share.
#[cfg(not(feature = "parallel"))]
pub(super) fn fill_rows<T, W>(
    table: &mut [T],
    row: usize,
    init: impl Fn() -> W,
    fill: impl Fn(&mut W, usize, &mut [T]),
) {
    let mut work = init();
    table.chunks_mut(row.max(1)).enumerate().for_each(|(index, row)| fill(&mut work, index, row));
}
