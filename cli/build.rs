//! Finds the commit from which the command is built, for `walkmesh --version`.
//!
//! In the tarball of a crate, cargo's `.cargo_vcs_info.json` names the commit. In a clone of the repository, git does. Anywhere else,
//! such as in a source archive, the commit is `unknown`. Nothing else of the machine gets into the program, so that two builds of one
//! commit have the same bytes. The script runs again only when another commit is checked out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// So many digits of a commit are shown.
const DIGITS: usize = 12;

fn main() {
    let package = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package's folder"));
    println!("cargo::rerun-if-changed=build.rs");
    let commit = of_tarball(&package).or_else(|| of_clone(&package));
    let commit = commit.as_deref().and_then(|commit| commit.get(..DIGITS)).unwrap_or("unknown");
    println!("cargo::rustc-env=WALKMESH_COMMIT={commit}");
}

/// The commit that a crate was packaged from.
fn of_tarball(package: &Path) -> Option<String> {
    let file = package.join(".cargo_vcs_info.json");
    let text = fs::read_to_string(&file).ok()?;
    println!("cargo::rerun-if-changed={}", file.display());
    let (_, after) = text.split_once("\"sha1\"")?;
    after.split('"').nth(1).filter(|commit| commit.bytes().all(|digit| digit.is_ascii_hexdigit())).map(str::to_owned)
}

/// The commit that is checked out, if this package is `cli/` of a clone. A copy of it in another repository is not.
fn of_clone(package: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(package).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim_end().to_owned())
    };
    let path = |name: &str| git(&["rev-parse", "--git-path", name]).map(|path| package.join(path));
    if git(&["rev-parse", "--show-prefix"])? != "cli/" || git(&["ls-files", "Cargo.toml"])? != "Cargo.toml" {
        return None;
    }
    // The log of HEAD changes with each commit and checkout. Without one, as in some clones, the files that name the commit do.
    let log = path("logs/HEAD").filter(|log| log.exists());
    let watched = log.map_or_else(
        || {
            let branch = git(&["rev-parse", "--symbolic-full-name", "HEAD"]).unwrap_or_default();
            ["HEAD", "packed-refs", branch.as_str()]
                .into_iter()
                .filter_map(path)
                .filter(|file| file.is_file())
                .collect()
        },
        |log| vec![log],
    );
    for file in watched {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    git(&["rev-parse", "HEAD"])
}
