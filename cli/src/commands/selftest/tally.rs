//! [`Tally`] and [`Digests`]: counts by name and hashes of many files, whose size does not grow with the files.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

/// Counts by name.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Tally(BTreeMap<String, usize>);

impl Tally {
    /// The maximum number of names. Further ones are counted together.
    const LIMIT: usize = 200;

    /// Counts a name.
    pub fn add(&mut self, name: impl Into<String>) {
        self.add_many(name, 1);
    }

    /// Counts a name several times.
    pub fn add_many(&mut self, name: impl Into<String>, count: usize) {
        if count == 0 {
            return;
        }
        let name = name.into();
        let is_known = self.0.len() < Self::LIMIT || self.0.contains_key(&name);
        *self.0.entry(if is_known { name } else { "others".to_owned() }).or_default() += count;
    }

    /// Adds all counts of another tally.
    pub fn add_all(&mut self, other: &Self) {
        other.0.iter().for_each(|(name, count)| self.add_many(name, *count));
    }

    /// True if nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The sum of all counts.
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// The counts in words, such as `BWM 3, TRX 1`.
    pub fn in_words(&self) -> String {
        self.0.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
    }
}

/// The SHA-256 of bytes.
pub fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Digests of many files. Serialized as one hash over them in ascending order, so that it is independent of names and folders.
#[derive(Default)]
pub struct Digests(Vec<[u8; 32]>);

impl Digests {
    /// Adds the digest of a file.
    pub fn add(&mut self, digest: [u8; 32]) {
        self.0.push(digest);
    }

    /// The hash in hex.
    pub fn hash(&self) -> String {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        digest(&[sorted.as_flattened()]).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl Serialize for Digests {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.hash())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_is_bounded_and_a_hash_ignores_the_order() {
        let mut tally = Tally::default();
        (0..1000).for_each(|name| tally.add(format!("{name}")));
        assert_eq!((tally.total(), tally.0.len(), tally.0["others"]), (1000, Tally::LIMIT + 1, 800));
        let hash = |parts: [&str; 3]| {
            let mut digests = Digests::default();
            parts.iter().for_each(|part| digests.add(digest(&[part.as_bytes()])));
            digests.hash()
        };
        assert_eq!(hash(["a", "b", "c"]), hash(["c", "a", "b"]));
        assert_ne!(hash(["a", "b", "c"]), hash(["a", "b", "b"]));
        assert_ne!(digest(&[b"a", b"b"]), digest(&[b"ab", b""]));
    }
}
