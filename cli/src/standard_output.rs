//! Standard output as a file to write.

use std::io::{self, Write};

use crate::location::FileLocation;

/// Returns whether a path denotes standard output.
pub fn is_standard_output(at: impl Into<FileLocation>) -> bool {
    let at = at.into();
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| at == FileLocation::from(name))
}

/// Writes a file to standard output.
pub fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}
