//! Running the command.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// The command's package, in which runs start: so that results name samples as `samples/room.wok`.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder that has the samples where a clone of the repository has them.
pub fn clone_with_samples() -> TempDir {
    let clone = tempfile::tempdir().expect("a folder");
    for folder in ["cli/samples", "cli/modules", "cli/areas/academy", "cli/areas/city", "cli/areas/crypt"] {
        let samples = clone.path().join(folder);
        fs::create_dir_all(&samples).expect("a folder");
        for sample in fs::read_dir(root().join("..").join(folder)).expect("the samples") {
            let sample = sample.expect("a sample");
            fs::copy(sample.path(), samples.join(sample.file_name())).expect("a copy");
        }
    }
    clone
}

/// The folder for the records of runs, which differs from the user's own.
pub const STATE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/state");

/// The command, ready to run.
pub fn walkmesh(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_walkmesh"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    command.env("WALKMESH_STATE", STATE);
    command
}

/// Runs the command to its end.
pub fn run(arguments: &[impl AsRef<OsStr>]) -> Run {
    let output = walkmesh(arguments).output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    let status = output.status.code().expect("the command ends by itself");
    Run { status, out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the command with these bytes on standard input, through a pipe; standard output may be any bytes.
pub fn run_piped(arguments: &[impl AsRef<OsStr>], input: &[u8]) -> (i32, Vec<u8>, String) {
    let mut command = walkmesh(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    // A command that refuses its arguments reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("the command ends");
    let status = output.status.code().expect("the command ends by itself");
    (status, output.stdout, String::from_utf8(output.stderr).expect("text"))
}

/// The peak resident memory of a run in bytes, as Linux counts it. The run gets standard input as its last file and waits for it, so that
/// it can be measured before it ends.
#[cfg(target_os = "linux")]
pub fn peak_memory(arguments: &[&OsStr]) -> u64 {
    let mut command = walkmesh(arguments);
    command.arg("-").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command starts");
    let status = |field: &str| {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
        let line = status.lines().find(|line| line.starts_with(field)).expect("a field").to_owned();
        line.split_whitespace().nth(1).expect("a value").to_owned()
    };
    let mut asleep = 0;
    while asleep < 50 {
        std::thread::sleep(std::time::Duration::from_millis(10));
        asleep = if status("State:") == "S" { asleep + 1 } else { 0 };
    }
    let peak: u64 = status("VmHWM:").parse().expect("a number");
    drop(child.stdin.take());
    child.wait().expect("the command ends");
    peak << 10
}

impl Run {
    /// The JSON on standard output.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}
