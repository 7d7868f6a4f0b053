//! The build of the command: its version, commit, features and zlib, as `walkmesh --version --verbose` prints them.

use std::ffi::OsString;
use std::fmt;

use serde::Serialize;
use walkmesh::FEATURES;

use crate::output::Report;

/// The zlib backends, in the order in which a build with several prefers them.
const ZLIBS: [&str; 3] = ["stock-zlib", "zlib-rs", "miniz"];

/// The build of the command.
#[derive(Serialize)]
pub struct Environment {
    pub walkmesh: &'static str,
    /// The first digits of the commit, or `unknown` outside a clone and a package.
    pub commit: &'static str,
    features: &'static [&'static str],
    /// The zlib backend of NWN2 packets.
    pub zlib: &'static str,
    os: &'static str,
    arch: &'static str,
}

impl Environment {
    /// The running build.
    pub fn current() -> Self {
        let zlib = ZLIBS.into_iter().find(|zlib| FEATURES.contains(zlib));
        Self {
            walkmesh: env!("CARGO_PKG_VERSION"),
            commit: env!("WALKMESH_COMMIT"),
            features: FEATURES,
            zlib: zlib.unwrap_or("none"),
            os: std::env::consts::OS,
            arch: std::env::consts::ARCH,
        }
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { walkmesh, commit, features, zlib, os, arch } = self;
        write!(f, "walkmesh {walkmesh} (commit {commit})\nfeatures: {}\nzlib: {zlib}", features.join(", "))?;
        write!(f, "\nsystem: {os} {arch}")
    }
}

/// Returns whether the arguments are `--version --verbose`, in any order.
pub fn is_asked(arguments: &[OsString]) -> bool {
    let has = |wanted: &str| arguments.iter().skip(1).any(|argument| argument == wanted);
    arguments.len() == 3 && has("--version") && has("--verbose")
}

/// Prints the running build. Returns the exit status.
pub fn print() -> u8 {
    let mut report = Report::new();
    // If standard output is closed, there is nowhere to print.
    let _ = report.text(Environment::current()).and_then(|()| report.finish());
    report.outcome().exit_status()
}
