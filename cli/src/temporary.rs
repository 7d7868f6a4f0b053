//! The names of temporary files: `.walkmesh-` and a random part.

use std::path::Path;

/// How the names of temporary files start.
pub const PREFIX: &str = ".walkmesh-";

/// Whether a file has the name of a temporary file. One that a command meets was left by a run that was interrupted.
pub fn is_temporary(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX))
}
