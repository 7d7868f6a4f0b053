//! Many questions at once: on all cores with the feature `parallel`, with the same answers in the same order.

/// Questions that one thread takes at a time; a single one costs less than handing it over.
#[cfg(feature = "parallel")]
const SHARE: usize = 256;

/// Answers each question.
pub(super) fn answers<Q: Sync, A: Send>(questions: &[Q], answer: impl Fn(&Q) -> A + Sync + Send) -> Vec<A> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        questions.par_iter().with_min_len(SHARE).map(answer).collect()
    }
    #[cfg(not(feature = "parallel"))]
    questions.iter().map(answer).collect()
}
