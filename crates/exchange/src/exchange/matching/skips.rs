//! [`Skips`]: a list whose entries are taken one by one.

/// The remaining entries of a list. The next one is found in almost constant time, so that a list of equal entries
/// does not take quadratic time.
pub(super) struct Skips(Vec<u32>);

impl Skips {
    pub(super) fn new(entries: usize) -> Self {
        Self((0..=entries as u32).collect())
    }

    /// The first remaining entry from `at` on, or the length of the list.
    pub(super) fn from(&mut self, mut at: usize) -> usize {
        while self.0[at] as usize != at {
            self.0[at] = self.0[self.0[at] as usize];
            at = self.0[at] as usize;
        }
        at
    }

    /// Takes an entry out of the list.
    pub(super) fn skip(&mut self, at: usize) {
        self.0[at] = at as u32 + 1;
    }
}
