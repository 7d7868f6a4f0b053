//! [`FlawList`]: collects flaws. It counts all of them, and keeps no more than are listed.

use std::collections::BTreeMap;

use super::{Flaw, FlawKind};

/// Flaws of each kind. A hostile file can have more flaws than bytes, so only the first of each kind are kept, in the
/// order of their faces.
pub struct FlawList {
    /// Minimum number of flaws of each kind that are kept.
    most: usize,
    /// By kind, and by whether the two faces belong to different parts, which decides how severe the flaw is.
    kinds: BTreeMap<(FlawKind, bool), KindFlaws>,
}

#[derive(Default)]
#[doc(hidden)]
pub struct KindFlaws {
    /// Number of flaws found, kept or not.
    pub count: usize,
    pub flaws: Vec<Flaw>,
}

/// Number of flaws kept beyond the limit, so that sorting is needed only now and then.
const SPARE: usize = 1024;

impl FlawList {
    /// Keeps at most `most` flaws of a kind.
    pub(super) const fn at_most(most: usize) -> Self {
        Self { most, kinds: BTreeMap::new() }
    }

    pub(super) fn push(&mut self, flaw: Flaw) {
        let kept = self.kinds.entry((flaw.kind, flaw.separates)).or_default();
        kept.count += 1;
        kept.flaws.push(flaw);
        if kept.flaws.len() >= self.most.saturating_mul(2).saturating_add(SPARE) {
            kept.first(self.most);
        }
    }

    /// The flaws by kind: the first ones of each, and their total number.
    pub fn into_kinds(self) -> impl Iterator<Item = KindFlaws> {
        let most = self.most;
        self.kinds.into_values().map(move |mut kept| {
            kept.first(most);
            kept
        })
    }

    /// The flaws that were kept, by kind and face.
    pub(super) fn into_flaws(self) -> Vec<Flaw> {
        let mut flaws: Vec<Flaw> = self.into_kinds().flat_map(|kept| kept.flaws).collect();
        flaws.sort_by_key(key);
        flaws
    }
}

impl Extend<Flaw> for FlawList {
    fn extend<I: IntoIterator<Item = Flaw>>(&mut self, flaws: I) {
        flaws.into_iter().for_each(|flaw| self.push(flaw));
    }
}

impl KindFlaws {
    /// Keeps only the first flaws.
    fn first(&mut self, most: usize) {
        self.flaws.sort_by_key(key);
        self.flaws.truncate(most);
    }
}

/// The sort key of a flaw: the kind, the side of the face, and the other face with its side.
fn key(flaw: &Flaw) -> impl Ord + use<> {
    (flaw.kind, flaw.face, flaw.side, flaw.other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flaw::Measure;

    #[test]
    fn all_are_counted_and_the_first_are_kept() {
        let flaw = |face| Flaw {
            kind: FlawKind::Sliver,
            face,
            side: None,
            other: None,
            point: [0.0; 3],
            measure: Measure::Length(0.0),
            separates: false,
        };
        let mut found = FlawList::at_most(3);
        found.extend((0..5000).rev().map(flaw));
        let kinds: Vec<KindFlaws> = found.into_kinds().collect();
        let [kept] = &kinds[..] else { panic!("one kind") };
        assert_eq!(kept.count, 5000);
        assert_eq!(kept.flaws, [0, 1, 2].map(flaw));
        assert!(kept.flaws.capacity() < 4 * SPARE);
        let mut all = FlawList::at_most(usize::MAX);
        all.extend((0..5).map(flaw));
        assert_eq!(all.into_flaws().len(), 5);
    }
}
