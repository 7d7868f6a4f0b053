//! The command `walkmesh`: reads, checks, queries, bakes and writes the walkmeshes of classic games.
//!
//! This package is thin on purpose. A command reads files, calls the library and prints the results. The rules of the
//! games are in the library.
//!
//! [`run`] runs the command inside another program, with its arguments as a list. [`write()`] writes files as the command does, all
//! of them or none. Programs that work with walkmeshes themselves use the package `walkmesh`.

mod backup;
mod bake_options;
mod beside;
mod browser;
mod choice;
mod commands;
mod conversion_report;
mod description;
mod destination;
mod edits;
mod engine_answer;
mod environment;
mod exchange_file;
mod exchange_format;
mod file_counts;
mod footprint_sources;
mod footprints;
mod help;
mod input;
mod layout_recovery;
mod limits;
mod location;
mod lock;
mod materials;
#[cfg(test)]
mod memory;
mod models;
mod output;
mod path_quality;
mod picture_file;
mod place;
mod placed_object;
mod printable;
mod rooms;
mod run;
#[cfg(test)]
mod run_tests;
mod sample_places;
mod save;
mod skip_counts;
mod standard_output;
mod storage;
mod subject;
mod summary;
mod temporary;
mod view;
mod walker;
mod write_report;

pub use save::Refusal;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use limits::LimitOptions;
use output::{ColorChoice, Outcome, Report};
use run::Run;

/// Read, check, query, bake and write the walkmeshes of classic games, byte for byte.
///
/// Knights of the Old Republic (.wok, .pwk, .dwk), Neverwinter Nights 2 (.trn, .trx) and Silkroad Online (ainavdata_*.dat). The
/// format of a file is detected from its bytes. The extension decides only whether a KotOR walkmesh is a room, a placeable or a
/// door.
#[derive(Parser)]
#[command(
    name = "walkmesh",
    version,
    long_version = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("WALKMESH_COMMIT"), ")"),
    args_conflicts_with_subcommands = true,
    arg_required_else_help = true,
    after_help = "Exit status: 0 on success; 1 if an error or a difference was found, or the answer to a query is negative; \
                  2 if a file could not be read or written, or the arguments are invalid; 3 if a folder has no file of a known \
                  format and there was no other failure."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    triage: commands::triage::Triage,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    /// The folder of an installed game. Paths that do not exist are resolved in it: MODULE is a module with all its areas,
    /// MODULE/FILE is a file as that module finds it (in override, in its archives, or in the game's archives), and FILE is a
    /// file of the game outside modules
    #[arg(long, global = true, value_name = "DIR")]
    game: Option<PathBuf>,
    /// Colour severities: `auto` colours them on a terminal, unless the environment variable NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t)]
    color: ColorChoice,
    /// Print errors only; the exit status says whether there are findings
    #[arg(short, long, global = true, conflicts_with = "json")]
    quiet: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

/// Defines the commands from the list of them: each has a module in `commands` with a type of its arguments, which runs.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident: $module:ident::$arguments:ident;)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($(#[$attribute])* $name(commands::$module::$arguments),)*
        }

        impl Command {
            fn run(&self, report: &mut Report) -> anyhow::Result<()> {
                match self {
                    $(Self::$name(arguments) => arguments.run(report),)*
                }
            }
        }
    };
}

commands! {
    Info: info::Info;
    Roundtrip: roundtrip::Roundtrip;
    Selftest: selftest::Selftest;
    #[command(visible_alias = "validate")]
    Check: check::Check;
    Explain: explain::Explain;
    Bake: bake::Bake;
    Footprints: footprints::FootprintsOf;
    Diff: diff::Diff;
    #[command(visible_alias = "optimize")]
    Optimise: optimise::Optimise;
    Convert: convert::Convert;
    Draw: draw::Draw;
    Edit: edit::Edit;
    #[command(visible_alias = "fix", alias = "area")]
    Repair: repair::Repair;
    #[command(visible_alias = "ray")]
    Raycast: raycast::Raycast;
    Floor: floor::FloorQuery;
    Path: path::Path;
    Pth: pth::Pth;
    Sight: sight::SightOf;
    Reach: reach::ReachOf;
    View: view::View;
    Demo: demo::Demo;
    Undo: undo::Undo;
    Manual: manual::Manual;
}

/// The names of all commands, including their aliases.
fn verbs() -> Vec<String> {
    let command = Arguments::command();
    let names = |verb: &clap::Command| {
        let names: Vec<String> = verb.get_name_and_visible_aliases().into_iter().map(str::to_owned).collect();
        names
    };
    command.get_subcommands().flat_map(names).collect()
}

/// Reports wrong arguments, or prints the requested help. With --json, the report is JSON too.
fn misused(error: &clap::Error, arguments: &[OsString]) -> u8 {
    // If standard error is closed, there is nowhere to report that.
    let _ = error.print();
    let is_json = || arguments.iter().skip(1).take_while(|argument| *argument != "--").any(|it| it == "--json");
    if error.use_stderr() && is_json() {
        let mut report = Report::new();
        report.set_json(true);
        report.set_failure(error.to_string().trim_end());
        let _ = report.finish();
    }
    u8::try_from(error.exit_code()).unwrap_or(u8::MAX)
}

/// Runs the command with arguments, of which the first is the name of the program. Results go to standard output, errors to
/// standard error. Returns the exit status: 0 on success; 1 when an error or a difference was found, or the answer to a query is
/// negative; 2 when a file could not be read or written, or the arguments are wrong; 3 when a folder has no file of a known format,
/// and nothing worse happened.
///
/// ```
/// assert_eq!(walkmesh_cli::run(["walkmesh".into(), "explain".into(), "floor-cracked".into()]), 0);
/// ```
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if environment::is_asked(&arguments) {
        return environment::print();
    }
    let parsed =
        help::with_help(Arguments::command(), arguments.iter().any(|it| it == "-h")).try_get_matches_from(&arguments);
    let parsed = parsed.and_then(|matches| Arguments::from_arg_matches(&matches));
    let Arguments { command, triage, json, game, color, quiet, limits } = match parsed {
        Ok(parsed) if parsed.command.is_none() && parsed.triage.is_empty() => {
            let missing = "name a command, or a file, folder or archive to look at";
            return misused(&Arguments::command().error(ErrorKind::MissingSubcommand, missing), &arguments);
        }
        Ok(parsed) => parsed,
        Err(error) => return misused(&error, &arguments),
    };
    let mut report = Report::new();
    report.set_json(json);
    report.set_style(color, quiet);
    let done = Run::new(limits.limits()).enter(|| {
        // A selftest also takes the folder of a game without modules.
        storage::begin(game.as_deref())
            .or_else(|error| if matches!(command, Some(Command::Selftest(_))) { Ok(()) } else { Err(error) })?;
        save::last_runs::begin(&arguments);
        let done = match command {
            Some(command) => command.run(&mut report),
            None => triage.run(&mut report),
        };
        save::last_runs::end();
        done
    });
    let done = done.or_else(|error| {
        if !output::is_broken_pipe(&error) {
            report.fail(&error);
        }
        Ok(())
    });
    match done.and_then(|()| report.finish()) {
        Ok(()) => report.outcome().exit_status(),
        // The reader of the output closed it, as `head` does.
        Err(error) if output::is_broken_pipe(&error) => report.outcome().exit_status(),
        Err(error) => {
            output::complain(format_args!("{error:#}"));
            Outcome::Failed.exit_status()
        }
    }
}

/// A file to write. Its path may lead into an archive, as if that were a folder; the archive is then rewritten.
#[derive(Clone, Copy, Debug)]
pub struct NewFile<'f> {
    /// Where.
    pub path: &'f Path,
    /// The bytes previously read from there. A file whose bytes differ now was changed by another program, and is not written. `None`
    /// for a file that was not read: if one with other bytes is there, it is replaced only with `force`.
    pub read: Option<&'f [u8]>,
    /// The bytes to write.
    pub bytes: &'f [u8],
}

/// Writes files that belong together as the command does: all of them or none, even if the program is killed meanwhile. A file that already
/// has its bytes is not touched. With `backup`, the earlier bytes of files that were read are kept in `FILE.bak`, or `FILE.bak2` and so on.
///
/// Several files need the user's folder for the state of programs, or the one that the environment variable `WALKMESH_STATE` names: a
/// record there proves to the next run that a journal in the files' folder belongs to this user. Without such a folder, or where other
/// users may write into it, they are not written; a single file is.
///
/// ```
/// use walkmesh_cli::{NewFile, write};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("notes.txt");
/// write(&[NewFile { path: &path, read: None, bytes: b"first" }], false, false)?;
/// let stale = write(&[NewFile { path: &path, read: Some(b"other"), bytes: b"second" }], true, false);
/// assert!(stale.unwrap_err().to_string().contains("notes.txt"));
/// write(&[NewFile { path: &path, read: Some(b"first"), bytes: b"second" }], true, false)?;
/// assert_eq!(std::fs::read(folder.path().join("notes.txt.bak"))?, b"first");
/// # Ok::<(), anyhow::Error>(())
/// ```
///
/// # Errors
/// The reason, after the name of the file.
pub fn write(files: &[NewFile], backup: bool, force: bool) -> anyhow::Result<()> {
    let outputs = files.iter().map(|&NewFile { path, read, bytes }| {
        let over = match read {
            Some(read) => save::Over::Input { read, backup },
            None => save::Over::Another { source: None, force },
        };
        save::Output { path: path.into(), bytes, over }
    });
    let outputs = outputs.collect::<Vec<_>>();
    Arc::new(Run::default()).enter(|| save::write_set(&outputs)).map(drop)
}
