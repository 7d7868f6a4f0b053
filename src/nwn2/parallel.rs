//! Independent pieces of work: on all cores with the feature `parallel`, and with the same results without it.

/// Does a piece of work for each index, and gives the results in their order.
pub(super) fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        (0..count).into_par_iter().map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    (0..count).map(work).collect()
}

/// Fills each row of a table of `width` columns; `scratch` makes what rows filled by one thread share.
pub(super) fn fill_rows<T: Send, S>(
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
        use rayon::prelude::*;
        table
            .par_chunks_mut(width)
            .enumerate()
            .for_each_init(scratch, |scratch, (index, row)| fill(scratch, index, row));
    }
    #[cfg(not(feature = "parallel"))]
    {
        let mut scratch = scratch();
        table.chunks_mut(width).enumerate().for_each(|(index, row)| fill(&mut scratch, index, row));
    }
}
