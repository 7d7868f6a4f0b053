//! The cache of bakes: results by everything that they depend on.
//!
//! An entry is a file whose name is its key. It is written under a temporary name and renamed, so no entry is ever half
//! written by this program. Whatever else may have damaged an entry, it is then as if it were not there.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::temporary;

/// A folder with the results of earlier bakes.
pub struct Cache {
    folder: PathBuf,
    /// The hash of this program.
    program: Hash,
}

/// What a result depends on, as a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(Hash);

type Hash = [u8; 32];

/// How many bytes of an entry tell the length of its description.
const LENGTH: usize = size_of::<u64>();

impl Cache {
    /// Opens the cache in a folder, which is created if necessary.
    ///
    /// Its results hold for this very program: a build with another library, zlib or processor may write other bytes, and a
    /// version number does not tell them apart.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let named = || format!("the cache {}", folder.display());
        fs::create_dir_all(folder).with_context(named)?;
        let program = std::env::current_exe().and_then(fs::read).context("this program, for the cache")?;
        Ok(Self { folder: folder.to_owned(), program: Sha256::digest(program).into() })
    }

    /// The key of a result that depends on this program and these parts, in this order.
    pub fn key(&self, parts: &[&[u8]]) -> Key {
        let mut hash = Sha256::new_with_prefix(self.program);
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Key(hash.finalize().into())
    }

    /// The result with a key, and its report; `None` if it is not there or damaged.
    pub fn get<T: DeserializeOwned>(&self, key: Key) -> Option<(T, Vec<u8>)> {
        let entry = fs::read(self.path(key)).ok()?;
        let (hash, content) = entry.split_first_chunk()?;
        if *hash != hash_of(key, content) {
            return None;
        }
        let (length, content) = content.split_first_chunk::<LENGTH>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (about, bytes) = content.split_at_checked(length)?;
        Some((serde_json::from_slice(about).ok()?, bytes.to_vec()))
    }

    /// Keeps a result.
    pub fn put(&self, key: Key, about: &impl Serialize, bytes: &[u8]) -> anyhow::Result<()> {
        let about = serde_json::to_vec(about)?;
        let content = [&(about.len() as u64).to_le_bytes()[..], &about, bytes].concat();
        let mut file = temporary::create(&self.folder)?;
        file.write_all(&hash_of(key, &content))?;
        file.write_all(&content)?;
        file.persist(self.path(key))?;
        Ok(())
    }

    fn path(&self, key: Key) -> PathBuf {
        let name: String = key.0.iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(name)
    }
}

/// The hash at the start of an entry. An entry under the name of another one does not have it.
fn hash_of(key: Key, content: &[u8]) -> Hash {
    Sha256::new_with_prefix(key.0).chain_update(content).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(cache: &Cache, key: Key) -> Option<(String, Vec<u8>)> {
        cache.get(key)
    }

    #[test]
    fn parts_are_told_apart_wherever_one_ends() {
        let cache = Cache { folder: PathBuf::new(), program: [7; 32] };
        let other = Cache { folder: PathBuf::new(), program: [8; 32] };
        let keys = [
            cache.key(&[b"ab", b"c"]),
            cache.key(&[b"a", b"bc"]),
            cache.key(&[b"abc"]),
            cache.key(&[b"abc", b""]),
            cache.key(&[b"c", b"ab"]),
            other.key(&[b"ab", b"c"]),
        ];
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[index + 1..].contains(key), "{index}");
        }
        assert_eq!(keys[0], cache.key(&[b"ab", b"c"]));
    }

    #[test]
    fn a_damaged_entry_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::open(&folder.path().join("new/cache")).expect("a cache");
        let [key, other] = [cache.key(&[b"a"]), cache.key(&[b"b"])];
        assert_eq!(get(&cache, key), None);
        cache.put(key, &"told", b"result").expect("kept");
        assert_eq!(get(&cache, key), Some(("told".to_owned(), b"result".to_vec())));
        assert_eq!(fs::read_dir(&cache.folder).expect("a folder").count(), 1);

        let entry = fs::read(cache.path(key)).expect("an entry");
        for at in 0..entry.len() {
            let mut damaged = entry.clone();
            damaged[at] ^= 1;
            fs::write(cache.path(key), &damaged).expect("written");
            assert_eq!(get(&cache, key), None, "byte {at}");
            fs::write(cache.path(key), &entry[..at]).expect("written");
            assert_eq!(get(&cache, key), None, "{at} bytes");
        }
        fs::write(cache.path(other), &entry).expect("written");
        assert_eq!(get(&cache, other), None, "under the name of another");
        cache.put(key, &"told", b"again").expect("kept");
        assert_eq!(get(&cache, key), Some(("told".to_owned(), b"again".to_vec())));
    }
}
