//! The copy of the project in which the bugs are planted.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::hex;

/// The files of the checkout that git tracks or would add, by their paths from its root.
fn files(root: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut command = Command::new("git");
    command.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let output = command.current_dir(root).output().context("git")?;
    ensure!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr));
    let paths = output.stdout.split(|&byte| byte == 0).filter(|path| !path.is_empty());
    let paths = paths.map(|path| String::from_utf8(path.to_vec()).map(PathBuf::from));
    Ok(paths.collect::<Result<BTreeSet<_>, _>>()?.into_iter().filter(|path| root.join(path).is_file()).collect())
}

/// Copies the checkout, except the files whose texts are in `changed`, and returns the hash of the copy. A file with the same bytes stays
/// as it is, so that cargo does not build it again.
pub fn copy(root: &Path, tree: &Path, changed: &[(String, String)]) -> Result<String> {
    let mut hash = Sha256::new();
    let files = files(root)?;
    for path in &files {
        let bytes = fs::read(root.join(path))?;
        hash.update(Sha256::digest(&bytes));
        if !changed.iter().any(|(file, _)| Path::new(file) == path) {
            write(&tree.join(path), &bytes)?;
        }
    }
    for (file, text) in changed {
        write(&tree.join(file), text.as_bytes())?;
    }
    let known = tree.join(".mutants-files");
    for gone in fs::read_to_string(&known).unwrap_or_default().lines().filter(|path| !files.contains(Path::new(path))) {
        let _ = fs::remove_file(tree.join(gone));
    }
    fs::write(known, files.iter().map(|path| format!("{}\n", path.display())).collect::<String>())?;
    Ok(hex(&hash.finalize()))
}

/// Writes a file, unless it has these bytes.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).ok().as_deref() != Some(bytes) {
        fs::create_dir_all(path.parent().context("a folder")?)?;
        fs::write(path, bytes).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
