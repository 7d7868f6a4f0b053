//! The fingerprint of a file's bytes.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The SHA-256 of bytes, in hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// The fingerprint of parts that follow each other.
    pub fn new(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        parts.iter().for_each(|part| hash.update(part));
        Self::finish(hash)
    }

    /// The fingerprint of a regular file; `None` if nothing is there.
    pub fn of_file(path: &Path) -> io::Result<Option<Self>> {
        let what = match fs::metadata(path) {
            Ok(what) => what,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if !what.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a regular file"));
        }
        let mut file = File::open(path)?;
        let (mut hash, mut block) = (Sha256::new(), [0; 1 << 14]);
        loop {
            match file.read(&mut block) {
                Ok(0) => return Ok(Some(Self::finish(hash))),
                Ok(length) => hash.update(&block[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn finish(hash: Sha256) -> Self {
        Self(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On Windows, a file below a file is not found.
    #[cfg(unix)]
    #[test]
    fn only_a_missing_file_has_no_fingerprint() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("room.wok");
        assert_eq!(Fingerprint::of_file(&file).expect("nothing is there"), None);
        fs::write(&file, "bytes").expect("a file");
        assert_eq!(Fingerprint::of_file(&file).expect("a file"), Some(Fingerprint::new(&[b"by", b"tes"])));
        assert!(Fingerprint::of_file(&file.join("inside")).is_err());
        assert!(Fingerprint::of_file(folder.path()).is_err());
    }
}
