//! The user's record of a set of files that are replaced together.
//!
//! A journal is stored beside the files, in a folder that may come from somebody else, and lists the files to rename and remove. It is
//! trusted only if a record in the user's own folder has its hash.

use std::collections::hash_map::RandomState;
use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::ensure;

use super::change::{remove, sync};
use super::fingerprint::Fingerprint;
use super::state;

/// Number of digits in the number of a set.
const DIGITS: usize = 32;

/// The record of one set.
pub struct SetRecord(PathBuf);

impl SetRecord {
    /// A random number for a new set, in hex.
    pub fn number() -> String {
        // Each `RandomState` has its own random keys.
        let half = || RandomState::new().build_hasher().finish();
        format!("{:016x}{:016x}", half(), half())
    }

    /// The record of the set with a number, which may come from a file.
    pub fn new(set: &str) -> anyhow::Result<Self> {
        ensure!(
            set.len() == DIGITS && set.bytes().all(|it| it.is_ascii_hexdigit()),
            "the number of the set is damaged"
        );
        Ok(Self(state::folder()?.join(format!("set-{set}.json"))))
    }

    /// Writes the hashes of the set's journals. They are durable when this returns.
    pub fn write(&self, journals: &[Fingerprint]) -> anyhow::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&self.0)?;
        file.write_all(&serde_json::to_vec(journals)?)?;
        file.sync_all()?;
        self.0.parent().into_iter().for_each(sync);
        Ok(())
    }

    /// Returns whether the record exists and the journal belongs to its set.
    pub fn has(&self, journal: &Fingerprint) -> bool {
        let journals = fs::read(&self.0).ok().and_then(|bytes| serde_json::from_slice::<Vec<Fingerprint>>(&bytes).ok());
        journals.is_some_and(|journals| journals.contains(journal))
    }

    /// Removes the record, because no journal of the set remains.
    pub fn remove(&self) -> io::Result<()> {
        remove(&self.0)
    }
}
