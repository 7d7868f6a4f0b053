//! The default browser, which shows pages.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::{self, Path};
use std::process::{Command, Stdio};

use anyhow::Context;

/// The program that opens a file in the default program for its type, and the arguments before the file.
const OPENER: (&str, &[&str]) = if cfg!(windows) {
    // Unlike `start`, this never interprets part of a name as a command.
    ("rundll32.exe", &["url.dll,FileProtocolHandler"])
} else if cfg!(target_os = "macos") {
    ("open", &[])
} else {
    ("xdg-open", &[])
};

/// Returns whether a user can see a browser here: standard output is a terminal, there is a display, and
/// the program that opens pages exists.
pub fn is_here() -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_display = cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    io::stdout().is_terminal() && has_display && exists(OPENER.0.as_ref())
}

/// Opens a page, and does not wait for the browser.
pub fn open(page: &Path) -> anyhow::Result<()> {
    let (program, arguments) = OPENER;
    let mut command = Command::new(program);
    // The name of a page must not look like an option.
    command.args(arguments).arg(path::absolute(page)?).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().with_context(|| format!("{program} cannot be started")).map(drop)
}

/// Returns whether a program is in one of the folders of programs.
fn exists(program: &OsStr) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
