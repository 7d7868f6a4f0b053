//! The fingerprint of the sources from which the page is built. The test of the command includes this file, too, so it
//! uses nothing but the standard library.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folders and files from which the page is built, from the root of the repository. `wasm/Cargo.lock` pins every
/// dependency; of the manifests at the root, the features and versions of what is built count.
const SOURCES: [&str; 11] = [
    "Cargo.toml",
    "formats/Cargo.toml",
    "formats/src",
    "src",
    "wasm/Cargo.lock",
    "wasm/Cargo.toml",
    "wasm/bindings/Cargo.toml",
    "wasm/bindings/src",
    "wasm/build",
    "wasm/page",
    "wasm/src",
];

/// A fingerprint of the names and the bytes of all sources: FNV-1a of 64 bits, in hexadecimal. It tells an old page from a
/// new one, and is no protection against someone who means harm. Carriage returns do not count, because Git may add them.
pub fn fingerprint(root: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        list(&root.join(source), &mut files)?;
    }
    let mut named: Vec<(String, PathBuf)> = files.into_iter().map(|file| (name_of(&file, root), file)).collect();
    named.sort();
    let mut hash = 0xCBF2_9CE4_8422_2325;
    for (name, file) in named {
        let bytes = fs::read(file)?;
        add(&mut hash, name.bytes());
        add(&mut hash, [0]);
        add(&mut hash, bytes.into_iter().filter(|byte| *byte != b'\r'));
        add(&mut hash, [0]);
    }
    Ok(format!("{hash:016x}"))
}

fn add(hash: &mut u64, bytes: impl IntoIterator<Item = u8>) {
    for byte in bytes {
        *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
}

/// The files of a folder and of the folders in it.
fn list(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        list(&entry?.path(), files)?;
    }
    Ok(())
}

/// The path from the root, with slashes on every system.
fn name_of(file: &Path, root: &Path) -> String {
    let parts = file.strip_prefix(root).unwrap_or(file).components();
    parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
