//! The command `walkmesh selftest`: tests this program on all files of an installed game.

mod file_test;
mod files;
mod floors;
mod level_test;
mod levels;
mod reason;
mod sweep;
mod tally;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::footprint_sources::ModelCounts;
use crate::limits::limits;
use crate::output::{NothingThere, Outcome, Report};
use crate::run::Run;
use crate::save;
use crate::storage;

use sweep::Sweep;

/// Test this program on all files of an installed game, and write a report without their content
///
/// Every file of a known format, on disk and in archives, is read and written in memory, and the bytes are compared. Every area
/// and dungeon, in each module as the game finds its files, is opened, checked and baked, and the bake is compared with the
/// stored tables. NWN2: each TRX is compared with a bake of its TRN and GIT, and the model of every placeable is read. Silkroad:
/// routes are followed through the stored tables, and the tables are compared with a bake of the floors.
///
/// The report has counts, hashes, and findings by rule. It has no content of a file, and no names without --names. The same files
/// give the same report, with any number of threads. --game names the folder; a folder of Silkroad is one with extracted files.
///
/// The exit status is 1 if anything deviates: a file is refused or not written as it was read, a table differs, an area is stale,
/// or a check has an error.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  walkmesh selftest --game ~/kotor -o report.json\n  walkmesh selftest --game ~/nwn2 \
                        --names --json"
)]
pub struct Selftest {
    /// Write the report to this file, as JSON. `-` is standard output
    ///
    /// An existing file is replaced if it is an unmodified report, otherwise only with --force.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Add the names of the files that deviate
    #[arg(long)]
    names: bool,
    /// With --output: replace an existing file
    #[arg(long, requires = "output")]
    force: bool,
}

impl Selftest {
    pub fn run(&self, report: &mut Report) -> anyhow::Result<()> {
        let game = storage::game_path().context("name the folder of a game with --game DIR")?;
        ensure!(game.is_dir(), "{} is not a folder", game.display());
        report.leave_to(self.output.as_deref());
        let mut sweep = Sweep::new(&game, self.names);
        in_game(&game, || files::test(&game, &mut sweep))?;
        levels::test(&game, &mut sweep)?;
        sweep.add_models(in_game(&game, || guarded(ModelCounts::of_game, || Ok(None))));
        if sweep.is_empty() {
            report.problem(&game, &NothingThere.into());
            return Ok(());
        }
        if let Some(path) = &self.output {
            self.write(path, &sweep).with_context(|| path.display().to_string())?;
            sweep.is_written = true;
        }
        report.add(if sweep.deviates() { Outcome::Found } else { Outcome::Fine });
        report.result(&sweep)
    }

    fn write(&self, path: &Path, sweep: &Sweep) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(sweep)? + "\n";
        save::write_new(None, path, &save::marked(text.into_bytes()), self.force)
    }
}

/// Works in a run of its own, which forgets the archives of the game at its end.
fn in_game<T>(game: &Path, work: impl FnOnce() -> T) -> T {
    Run::new(limits()).enter(|| {
        // The files of a folder without modules are found on disk.
        let _ = storage::begin(Some(game));
        work()
    })
}

/// A report whose results are collected elsewhere.
fn unprinted() -> Report {
    Report::to(io::sink())
}

/// Does the work for one file. A panic must not end the test of the others.
fn guarded<T>(work: impl FnOnce() -> T, panicked: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| panicked())
}
