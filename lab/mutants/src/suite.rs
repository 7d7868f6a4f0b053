//! The list of tests, with the time that each takes and the bugs that it reaches.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::build::{Binary, Place};
use crate::hex;

/// The longest time that a test may take without a bug. One that takes longer is left out: a survivor would have to run all of them.
const LONGEST: Duration = Duration::from_secs(30);
/// The memory limit of a test program in bytes, because a bug may make it use all memory.
const MEMORY: u64 = 8 << 30;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Test {
    pub name: String,
    pub millis: u64,
    pub reached: BTreeSet<u32>,
    /// Without a bug. A test that fails in the copy, such as one that asks git, is left out and reported.
    pub passes: bool,
}

/// The outcome of a test program.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    Passed,
    /// The name of the first test that failed, or how the program ended.
    Failed(String),
    TooLong,
}

impl Place {
    /// Runs some tests of a program.
    pub fn run(&self, binary: &Binary, names: &[&str], set: (&str, &str), limit: Duration) -> Result<End> {
        let mut command = Command::new("prlimit");
        command.arg(format!("--as={MEMORY}")).args(["timeout", "--signal=KILL"]);
        command.arg(format!("{:.1}", limit.as_secs_f64())).arg(&binary.executable);
        command.arg("--exact").args(names).args(["--test-threads", "2"]).current_dir(&binary.package);
        command.env("CARGO_MANIFEST_DIR", &binary.package).env("INSTA_WORKSPACE_ROOT", &self.tree);
        command.env("INSTA_UPDATE", "no").env("PROPTEST_RNG_SEED", "1").env("CARGO_TARGET_DIR", &self.target);
        command.env("WALKMESH_CORPUS", corpus(&self.root)).env(set.0, set.1);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let group = format!("-{}", child.id());
        let output = child.wait_with_output()?;
        // A test that fails may leave programs that it started. `timeout` makes a group of them.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        if output.status.success() {
            return Ok(End::Passed);
        }
        // `timeout` kills itself by the same signal.
        if std::os::unix::process::ExitStatusExt::signal(&output.status) == Some(9) || output.status.code() == Some(137)
        {
            return Ok(End::TooLong);
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let failed = text.lines().find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
        Ok(End::Failed(failed.map_or_else(|| format!("{}", output.status), str::to_owned)))
    }

    /// The tests of a program, each run once by itself, or the results of an earlier run of the same program.
    pub fn survey(&self, binary: &Binary) -> Result<Vec<Test>> {
        let hash = hex(&Sha256::digest(fs::read(&binary.executable)?));
        let known = self.target.with_file_name("surveys").join(format!("{hash}.json"));
        if let Ok(bytes) = fs::read(&known) {
            return Ok(serde_json::from_slice(&bytes)?);
        }
        let output = Command::new(&binary.executable).args(["--list", "--format", "terse"]).output()?;
        let text = String::from_utf8(output.stdout)?;
        let names: Vec<_> = text.lines().filter_map(|line| line.strip_suffix(": test")).collect();
        let ignored = Command::new(&binary.executable).args(["--list", "--ignored", "--format", "terse"]).output()?;
        let ignored = String::from_utf8(ignored.stdout)?;
        let ignored: BTreeSet<_> = ignored.lines().filter_map(|line| line.strip_suffix(": test")).collect();
        let names = Mutex::new(names.into_iter().filter(|name| !ignored.contains(name)));
        // On two cores.
        let work = &|number| -> Result<Vec<Test>> {
            let socket = self.target.with_file_name(format!("reached{number}"));
            let next = std::iter::from_fn(|| names.lock().expect("it does not panic").next());
            next.map(|name| self.survey_test(binary, name, &socket)).collect()
        };
        let tests = thread::scope(|scope| {
            let workers = [0, 1].map(|number| scope.spawn(move || work(number)));
            workers.into_iter().map(|it| it.join().expect("it does not panic")).collect::<Result<Vec<_>>>()
        })?;
        let tests = tests.concat();
        let total = tests.iter().map(|test| test.millis).sum::<u64>() / 1000;
        println!("{}: {} tests, {total} s", binary.name, tests.len());
        fs::create_dir_all(known.parent().context("a folder")?)?;
        fs::write(known, serde_json::to_vec(&tests)?)?;
        Ok(tests)
    }

    /// Runs a test, and hears by a socket which bugs it reaches.
    fn survey_test(&self, binary: &Binary, name: &str, socket: &Path) -> Result<Test> {
        let listener = Listener::at(socket)?;
        let begun = Instant::now();
        let end = self.run(binary, &[name], ("MUTANTS_REACHED", socket.to_str().context("a path")?), LONGEST)?;
        let millis = begun.elapsed().as_millis() as u64;
        let (reached, passes) = (listener.finish()?, end == End::Passed);
        if !passes {
            println!(
                "left out, since in the copy without a bug it fails or takes too long: {} {name}: {end:?}",
                binary.name
            );
        }
        Ok(Test { name: name.to_owned(), millis, reached, passes })
    }
}

/// Collects the numbers of the bugs that a test reaches.
struct Listener {
    path: PathBuf,
    heard: thread::JoinHandle<Result<BTreeSet<u32>>>,
}

impl Listener {
    /// The end of the list.
    const END: u32 = u32::MAX;

    fn at(path: &Path) -> Result<Self> {
        let _ = fs::remove_file(path);
        let socket = UnixDatagram::bind(path).with_context(|| format!("the socket {}", path.display()))?;
        let heard = thread::spawn(move || {
            let (mut reached, mut number) = (BTreeSet::new(), [0; 4]);
            loop {
                socket.recv(&mut number)?;
                match u32::from_le_bytes(number) {
                    Self::END => return Ok(reached),
                    number => reached.insert(number),
                };
            }
        });
        Ok(Self { path: path.to_owned(), heard })
    }

    fn finish(self) -> Result<BTreeSet<u32>> {
        UnixDatagram::unbound()?.send_to(&Self::END.to_le_bytes(), &self.path)?;
        self.heard.join().expect("it does not panic")
    }
}

/// The folder of real files.
fn corpus(root: &Path) -> PathBuf {
    std::env::var_os("WALKMESH_CORPUS").map_or_else(|| root.join("../shared/corpus"), PathBuf::from)
}

/// The tests that reach a bug, in groups that run together, the fastest first.
pub fn parts(tests: &[Test], number: u32) -> Vec<(Vec<&str>, Duration)> {
    let mut reaching: Vec<_> = tests.iter().filter(|test| test.passes && test.reached.contains(&number)).collect();
    reaching.sort_by_key(|test| test.millis);
    let mut parts = BTreeMap::<u32, (Vec<&str>, u64)>::new();
    let mut spent = 0;
    for test in reaching {
        spent += test.millis;
        let part = parts.entry((spent / 1000).checked_ilog(4).map_or(0, |power| power + 1)).or_default();
        part.0.push(&test.name);
        part.1 += test.millis;
    }
    let limit = |millis| Duration::from_secs(20) + 10 * Duration::from_millis(millis);
    parts.into_values().map(|(names, millis)| (names, limit(millis))).collect()
}
