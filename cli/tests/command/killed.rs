//! Commands that are killed, or whose disk is full or read-only, at each call that changes files. Afterwards every file is complete, and
//! after the next command that writes there, files that belong together are all old or all new.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tempfile::TempDir;

use crate::repair::torn;
use crate::run::{root, walkmesh};

/// Stands for the file of a room with cracks in its floor, which the test makes: it is not one of the samples.
const TORN: &str = "torn";

/// The exit status of a command that the library killed.
const ENDED: i32 = 77;

/// Builds the library that kills a command. Rust links with `cc`, so a machine that builds this test has one.
fn library(folder: &Path) -> PathBuf {
    let library = folder.join("killed.so");
    let source = root().join("tests/command/killed.c");
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl");
    let built = cc.status().expect("this test needs `cc`, a C compiler");
    assert!(built.success(), "cc cannot build tests/command/killed.c");
    library
}

/// Files by their paths below a folder, without backups.
type Files = Vec<(String, Vec<u8>)>;

fn files(folder: &Path) -> Files {
    let mut left = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else {
            let name = path.strip_prefix(folder).expect("a path below").to_string_lossy().into_owned();
            files.push((name, fs::read(&path).expect("a file")));
        }
    }
    files.sort();
    files
}

/// The files of the results, without backups and records of the runs.
fn results(files: &Files) -> Files {
    let is_result = |name: &str| !name.contains(".bak") && !name.contains(".walkmesh-") && !name.contains("next");
    files.iter().filter(|(name, _)| is_result(name)).cloned().collect()
}

/// A command that changes files in a folder.
struct Case {
    /// The samples, each by its path in the folder.
    samples: &'static [(&'static str, &'static str)],
    arguments: &'static [&'static str],
    /// Folders into which the next command writes.
    next: &'static [&'static str],
}

impl Case {
    fn folder(&self) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (sample, path) in self.samples {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            match *sample {
                TORN => fs::write(path, torn()).expect("a file"),
                _ => drop(fs::copy(root().join("samples").join(sample), path).expect("a sample")),
            }
        }
        folder
    }

    fn command(&self, folder: &Path) -> Command {
        let mut command = walkmesh(self.arguments);
        command.current_dir(folder);
        command
    }

    /// The result of an undisturbed run.
    fn done(&self) -> Files {
        let folder = self.folder();
        let output = self.command(folder.path()).output().expect("the command starts");
        assert!(output.status.success(), "{output:?}");
        let done = files(folder.path());
        assert!(done.iter().all(|(name, _)| !name.contains(".walkmesh-")), "{:?}", names(&done));
        done
    }

    /// Disturbs each call, on all cores.
    fn disturb(&self, library: &Path, mode: &str) {
        let old = results(&files(self.folder().path()));
        let new = results(&self.done());
        assert!(old != new);
        let (calls, next) = (self.calls(library), AtomicUsize::new(1));
        let work = || {
            while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at <= calls) {
                self.disturb_call(library, mode, at, [&old, &new]);
            }
        };
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(work);
            }
        });
    }

    /// Disturbs one call, and checks the files then, and after another command. `old` and `new` are the files of before and the result.
    fn disturb_call(&self, library: &Path, mode: &str, at: usize, [old, new]: [&Files; 2]) {
        let folder = self.folder();
        let mut command = self.command(folder.path());
        command.env("LD_PRELOAD", library).env("KILL_AT", at.to_string()).env("KILL_MODE", mode);
        let output = command.output().expect("the command starts");
        let after = files(folder.path());
        let told = format!("call {at}, {mode}: {output:?}, {:?}", names(&after));
        for (name, bytes) in results(&after) {
            let is_of = |set: &Files| set.iter().any(|(other, there)| *other == name && *there == bytes);
            assert!(is_of(old) || is_of(new), "{name} is not whole; {told}");
        }
        let was_interrupted = after.iter().any(|(name, _)| name.ends_with(".walkmesh-journal"));
        let next = self.next[at % self.next.len()];
        let has_journal = folder.path().join(next).join(".walkmesh-journal").exists();
        let picture = folder.path().join(next).join("next.svg");
        let sample = root().join("samples/room.wok");
        let next = walkmesh(&["draw".as_ref(), sample.as_os_str(), "-o".as_ref(), picture.as_os_str()]);
        let next = { next }.output().expect("the command starts");
        assert!(next.status.success(), "{next:?}; {told}");
        let says = String::from_utf8_lossy(&next.stderr).contains("an earlier run was interrupted here");
        assert_eq!(says, has_journal, "{next:?}; {told}");
        let last = files(folder.path());
        assert!(results(&last) == *old || results(&last) == *new, "{:?}; {told}", names(&last));
        if was_interrupted || output.status.code() != Some(ENDED) {
            let is_new = results(&last) == *new;
            assert_eq!(last.iter().any(|(name, _)| name.contains(".bak")), is_new && self.has_backups(), "{told}");
        }
        assert!(picture.exists());
        if !["before", "after"].contains(&mode) {
            // A run that reports a failure has changed nothing; only the journal may remain for the next run.
            assert!(output.status.success() == (results(&last) == *new) || was_interrupted, "{told}");
            assert!(output.status.success() || output.status.code() == Some(2), "{told}");
            assert!(output.status.success() || mode != "short", "{told}");
        }
    }

    /// The number of calls that change files.
    fn calls(&self, library: &Path) -> usize {
        let folder = self.folder();
        let count = tempfile::NamedTempFile::new().expect("a file");
        let mut command = self.command(folder.path());
        let status = command.env("LD_PRELOAD", library).env("KILL_COUNT", count.path()).status();
        assert!(status.expect("the command starts").success());
        let calls = fs::read_to_string(count.path()).expect("the count").parse().expect("a number");
        assert!(calls > 5, "the library counts {calls} calls");
        calls
    }

    fn has_backups(&self) -> bool {
        self.arguments.contains(&"--in-place") && !self.arguments.contains(&"--no-backup")
    }
}

fn names(files: &Files) -> Vec<&str> {
    files.iter().map(|(name, _)| name.as_str()).collect()
}

/// Commands for each way to write files.
const CASES: [Case; 4] = [
    Case {
        samples: &[("room.wok", "room.wok"), ("porch.wok", "porch.wok"), ("manor.lyt", "manor.lyt")],
        arguments: &["edit", ".", "--move", "100,0,0", "--in-place"],
        next: &["."],
    },
    // The layout is in a separate folder.
    Case {
        samples: &[("room.wok", "rooms/room.wok"), ("porch.wok", "rooms/porch.wok"), ("manor.lyt", "area/manor.lyt")],
        arguments: &["edit", "rooms", "--layout", "area/manor.lyt", "--move", "1,0,0", "--in-place", "--no-backup"],
        next: &["rooms", "area"],
    },
    // New files.
    Case {
        samples: &[("room.wok", "room.wok"), ("chest.pwk", "out/chest.pwk")],
        arguments: &["convert", "room.wok", "-o", "out/room.obj"],
        next: &["out"],
    },
    Case {
        samples: &[("room.wok", "room.wok")],
        arguments: &["edit", "room.wok", "--remove", "0", "--in-place"],
        next: &["."],
    },
];

/// The other commands that write files.
const OTHERS: [Case; 11] = [
    Case {
        samples: &[("town.git", "town.git"), ("town.trn", "town.trn")],
        arguments: &["bake", "town.trn", "-o", "town.trx"],
        next: &["."],
    },
    Case { samples: &[("town.trx", "town.trx")], arguments: &["optimise", "town.trx", "--in-place"], next: &["."] },
    Case { samples: &[(TORN, "torn.wok")], arguments: &["repair", "torn.wok", "--in-place"], next: &["."] },
    Case {
        samples: &[("room.wok", "room.wok"), ("porch.wok", "porch.wok"), ("manor.lyt", "manor.lyt")],
        arguments: &["pth", ".", "-o", "manor.pth"],
        next: &["."],
    },
    Case {
        samples: &[("../modules/manor.mod", "manor.mod")],
        arguments: &["edit", "manor.mod/room.wok", "--remove", "0", "--in-place"],
        next: &["."],
    },
    Case { samples: &[("room.wok", "room.wok")], arguments: &["draw", "room.wok", "-o", "room.png"], next: &["."] },
    Case { samples: &[("room.wok", "room.wok")], arguments: &["view", "room.wok", "-o", "room.html"], next: &["."] },
    Case {
        samples: &[("room.wok", "room.wok")],
        arguments: &["check", "room.wok", "--severity", "info", "--write-baseline", "baseline.json"],
        next: &["."],
    },
    Case {
        samples: &[("town.trx", "town.trx"), ("town.git", "town.git"), ("town.trn", "town.trn")],
        arguments: &["footprints", "learn", ".", "-o", "learned.json"],
        next: &["."],
    },
    Case { samples: &[("room.wok", "places/room.wok")], arguments: &["demo", "-o", "places"], next: &["places"] },
    Case {
        samples: &[("room.wok", "usr/share/man/man1/room.wok")],
        arguments: &["manual", "-o", "usr"],
        next: &["usr/share/man/man1"],
    },
];

/// The faults of a machine.
const FAULTS: [&str; 4] = ["full", "protected", "interrupted", "short"];

#[cfg(target_os = "linux")]
#[test]
fn what_is_ended_at_any_call_is_finished_or_undone_by_the_next_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = library(folder.path());
    for case in CASES {
        for mode in ["before", "after"] {
            case.disturb(&library, mode);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_fails_at_any_call_is_undone_and_leaves_no_backup() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = library(folder.path());
    for case in CASES {
        case.disturb(&library, "full");
    }
    FAULTS.iter().for_each(|fault| CASES[0].disturb(&library, fault));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "it runs some ten thousand commands, for minutes: `.ci/run --full` runs it"]
fn every_command_that_writes_bears_every_fault_at_any_call() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = library(folder.path());
    for case in CASES.iter().chain(&OTHERS) {
        for mode in ["before", "after"].into_iter().chain(FAULTS) {
            case.disturb(&library, mode);
        }
    }
}

#[cfg(not(target_os = "linux"))]
#[test]
fn what_is_ended_at_any_call_is_tested_only_on_linux() {
    let _ = (CASES, OTHERS, FAULTS, library, Case::disturb);
    println!("NOT RUN: commands are ended at each call only on Linux, which can preload a library");
}
